"""How far a player is with what stands on a board."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.factions.gnomes import Science
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Thing
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup
from p2p_heroes.ui.conquer.standing import Standing, StandingMark, building_level, of_artefact, of_structure
from tests.support.conquer import asking, at_table, play_on, seat, small_board

BO = seat("elves", Region.YREEL)


def stands(table: Table, name: str) -> Standing:
    board = table.boards[0]
    return of_structure(table, 0, board.structures[board.structure_index[name]])


@pytest.mark.parametrize(
    ("structure", "mark", "why"),
    [
        ("graveyard", StandingMark.HELD, ""),
        ("barrow", StandingMark.WITHIN_REACH, ""),
        ("hearse", StandingMark.LOCKED, "lacks 3 wood"),
        ("shrine", StandingMark.LOCKED, "lacks 1 iron"),
        ("chapel", StandingMark.LOCKED, "needs Shrine"),
        ("throne-of-the-dead", StandingMark.LOCKED, "needs Chapel or Plague Column"),
    ],
)
def test_a_structure_is_built_within_reach_or_locked(structure: str, mark: StandingMark, why: str) -> None:
    where = stands(at_table(seat("undead", stock=(0, 3, 1), built=("graveyard",)), BO), structure)
    assert (where.mark, where.why) == (mark, why)


def test_units_can_be_lacking_too() -> None:
    table = at_table(seat("nagas", units={"serpent": 1}), BO)
    assert stands(table, "feeder").mark is StandingMark.WITHIN_REACH
    assert stands(table, "geyser").why == "lacks 1 Serpent"


def test_what_an_effect_makes_cheaper_has_its_price() -> None:
    table = at_table(seat("gnomes", built=("academy",), own=Science(4)), BO)
    assert stands(table, "library") == Standing(StandingMark.WITHIN_REACH)


def test_what_is_installed_has_a_price_like_others() -> None:
    """A Server is no usual structure."""
    assert stands(at_table(seat("mechanisms", stock=(0, 0, 3)), BO), "first-server").price == (0, 0, 3)
    assert (
        stands(at_table(seat("mechanisms", stock=(3, 0, 2)), BO), "first-server").mark is StandingMark.LOCKED
    )


def test_what_can_only_be_carved_needs_a_foundation() -> None:
    rich = at_table(seat("demons", Region.HARRAX, stock=(9, 9, 9)), BO)
    runes = [
        one.name for one in rich.boards[0].structures if stands(rich, one.name).why == "not in this region"
    ]
    assert runes
    beside = at_table(seat("demons", Region.ESMORE, stock=(9, 9, 9)), BO)
    assert all(stands(beside, name).mark is StandingMark.WITHIN_REACH for name in runes)


def test_before_the_start_nothing_is_built_anywhere() -> None:
    fresh = CONQUER.initial(Setup(("demons", "elves")))
    assert all(of_structure(fresh, 0, one).mark is StandingMark.LOCKED for one in fresh.boards[0].structures)


def test_the_level_of_the_round() -> None:
    table = at_table(seat("undead", stock=(2, 2, 2), raised=1), seat("elves", Region.YREEL, stock=(9, 9, 9)))
    assert building_level(table, 0) is None
    assert building_level(asking(table, BuildingStarts(2)), 1) == 2
    assert building_level(asking(table, Moving(1), BuildingStarts(2)), 0) == 3
    planned = play_on(asking(table, Planning()), {0: "plan wood move iron build"}).state
    assert building_level(planned, 0) == 4


@pytest.mark.parametrize(
    ("region", "mark", "why"),
    [
        (Region.VURT, StandingMark.HELD, ""),
        (Region.DORTAL, StandingMark.GONE, ""),
        (Region.PASKAAR, StandingMark.WITHIN_REACH, "13/12 wood"),
        (Region.FOLEN, StandingMark.LOCKED, "1/4 foundations"),
        (Region.ODMOOR, StandingMark.LOCKED, "3/5 victories"),
        (Region.TOGEED, StandingMark.LOCKED, "1/4 mountains"),
    ],
)
def test_an_artefact_and_how_much_is_done_for_it(region: Region, mark: StandingMark, why: str) -> None:
    ada = seat(
        "undead",
        stock=(13, 0, 0),
        artefacts=(Region.VURT,),
        foundations={Region.ESMORE: 2},
        monsters=(2, 3),
        fortresses=(Region.QLISS,),
    )
    table = at_table(ada, seat("elves", Region.YREEL, artefacts=(Region.DORTAL,)))
    assert of_artefact(table, 0, region) == Standing(mark, why)


def test_an_artefact_for_units() -> None:
    table = at_table(seat("nagas", units={"serpent": 2}), BO)
    assert of_artefact(table, 0, Region.PASKAAR) == Standing(StandingMark.LOCKED, "2/3 Serpents")


class Hides(Effect):
    def withholds(
        self, table: Table, seat: int, withheld: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        return withheld or thing is Thing.ARTEFACT


def test_an_artefact_that_somebody_hides() -> None:
    table = at_table(seat("undead"), seat(small_board("hiders", nature=(Hides(),)), Region.YREEL))
    assert of_artefact(table, 0, Region.FOLEN) == Standing(StandingMark.GONE, "kept from you")
