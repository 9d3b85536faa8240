"""What stands on a board, explained."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.factions.gnomes import Science
from p2p_heroes.games.conquer.resources import RESOURCES, Resource
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from p2p_heroes.ui.conquer import explain
from tests.support.conquer import at_table, seat

BO = seat("elves", Region.YREEL, artefacts=(Region.DORTAL,))


def table() -> Table:
    ada = seat(
        "undead",
        stock=(23, 4, 3),
        units={"skeleton": 4},
        built=("graveyard", "ossuary"),
        artefacts=(Region.VURT,),
        monsters=(2,),
        milestones=(2, 0, 0),
    )
    return at_table(ada, BO)


def test_a_structure_with_its_facts_and_its_state() -> None:
    assert explain.structure(table(), 0, "graveyard") == (
        "Graveyard (level 1; 2 wood and 2 iron): recruit Skeletons. Built."
    )
    assert explain.structure(table(), 0, "barrow").endswith("of every building action. Can be paid.")
    assert explain.structure(table(), 0, "chapel") == (
        "Chapel (level 3; 3 wood, 3 iron and 2 gold; 3 points; needs Shrine): recruit Liches. "
        "Not yet: needs Shrine."
    )


def test_a_price_that_is_not_the_printed_one() -> None:
    gnomes = at_table(seat("gnomes", built=("academy",), own=Science(4)), BO)
    assert "; now for nothing): " in explain.structure(gnomes, 0, "library")


def test_units_and_who_recruits_them() -> None:
    assert explain.unit(table(), 0, "skeleton") == (
        "Skeleton: power 2, 1 as printed; 1 gold each. In the army: 4."
    )
    assert explain.unit(table(), 0, "lich") == (
        "Lich: power 5; not to be recruited before Chapel is built. In the army: 0."
    )


def test_artefacts() -> None:
    said = {region: explain.artefact(table(), 0, region) for region in ARTEFACT_REGIONS}
    assert said[Region.VURT] == "The artefact of Vurt: Liches cost 3 gold. It is held."
    assert said[Region.DORTAL].endswith("Not free: somebody else has it, and may lose it in battle.")
    assert said[Region.PASKAAR].endswith("To be collected there for 12 wood, and all of it is fulfilled.")
    assert said[Region.TOGEED].endswith("for visits to 4 mountains; so far 1/4 mountains.")


def test_monsters() -> None:
    assert explain.monster(table(), 0, 2) == (
        "The monster of power 2: 1 point for whoever has more power. Beaten."
    )
    assert "8: 2 points, 2 wood, 2 iron and 2 gold for" in explain.monster(table(), 0, 8)


def test_resources_and_what_counts() -> None:
    assert explain.resource(table(), 0, Resource.WOOD) == (
        "23 wood in stock. Having had so many at once counts at the end: "
        "14 (2 points, reached), 22 (2 points, reached), 30 (3 points)."
    )
    assert explain.resource(at_table(seat("nagas"), BO), 0, Resource.IRON) == "0 iron in stock."


@pytest.mark.parametrize("faction", CONQUER.boards)
def test_everything_on_every_board_can_be_explained(faction: str) -> None:
    table = at_table(seat(faction), seat("undead", Region.YREEL))
    board = table.boards[0]
    said = [explain.structure(table, 0, one.name) for one in board.structures]
    said += [explain.unit(table, 0, one.name) for one in board.units]
    said += [explain.artefact(table, 0, region) for region in ARTEFACT_REGIONS]
    said += [explain.monster(table, 0, one.power) for one in board.monsters]
    said += [explain.resource(table, 0, kind) for kind in RESOURCES]
    assert all(text.endswith(".") for text in said)
