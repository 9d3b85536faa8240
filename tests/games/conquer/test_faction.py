"""A board as data: what is looked up in it, and what it refuses to be."""

import pytest

from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import MorePoints, Power
from p2p_heroes.games.conquer.faction import (
    MILESTONES,
    USUAL_TERMS,
    Artefact,
    ArtefactTerms,
    Board,
    Costs,
    Deed,
    SourceBit,
    Structure,
    Unit,
)
from p2p_heroes.games.conquer.factions import FACTIONS
from p2p_heroes.games.conquer.monsters import MONSTERS
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from tests.support.conquer import small_board

BOARD = small_board(
    "builders",
    units=(Unit("foot", 1, 2, start=3), Unit("rider", 3, 4)),
    structures=(Structure("hut", 1), Structure("hall", 2, effects=(Power("foot", 2), MorePoints(1)))),
    artefacts={Region.FOLEN: (MorePoints(2),)},
    nature=(MorePoints(3),),
)


def test_units_and_structures_are_found_by_name() -> None:
    assert BOARD.unit_index == {"foot": 0, "rider": 1}
    assert BOARD.structure_index == {"hut": 0, "hall": 1}


def test_a_board_knows_who_overrides_a_hook() -> None:
    marks = [mark for mark, _ in BOARD.effects.overriding[Effect.movement_points]]
    assert marks == [
        1 << SourceBit.NATURE,
        1 << 1,
        1 << SourceBit.ARTEFACTS + ARTEFACT_REGIONS.index(Region.FOLEN),
    ]
    assert [mark for mark, _ in BOARD.effects.overriding[Effect.unit_power]] == [1 << 1]
    assert Effect.receives not in BOARD.effects.overriding


def test_boards_are_compared_by_identity() -> None:
    assert small_board("builders") != small_board("builders")
    assert {BOARD: 1}[BOARD] == 1


def test_a_board_has_the_six_artefacts_in_the_order_of_all_boards() -> None:
    """Rulebook p. 3."""
    with pytest.raises(AssertionError):
        Board("odd", (), (), (Artefact(Region.VURT),), Costs(1, 1, 1, 1))


@pytest.mark.parametrize("board", FACTIONS, ids=lambda board: board.name)
def test_arrows_come_from_lower_structures(board: Board) -> None:
    """Rulebook p. 6."""
    levels = {one.name: one.level for one in board.structures}
    assert not [one.name for one in board.structures if any(levels[need] >= one.level for need in one.needs)]


def test_what_a_board_prints_unless_it_says_otherwise() -> None:
    """Rulebook p. 5: 14, 22 and 30 of a resource; p. 10: the line."""
    assert BOARD.milestones == MILESTONES == ((14, 2), (22, 2), (30, 3))
    assert BOARD.monsters is MONSTERS
    assert BOARD.own is None


def test_costs_by_terrain_are_in_the_order_of_the_terrains() -> None:
    """Rulebook p. 9."""
    assert Costs(forest=1, lake=2, meadow=3, mountain=4).by_terrain == (1, 2, 3, 4)


def test_the_usual_terms_of_the_six_artefacts() -> None:
    """Rulebook p. 12."""
    terms = {
        Region.PASKAAR: ArtefactTerms(price=(12, 0, 0)),
        Region.VURT: ArtefactTerms(price=(0, 12, 0)),
        Region.DORTAL: ArtefactTerms(price=(0, 0, 12)),
        Region.FOLEN: ArtefactTerms(deed=Deed.FOUNDATIONS, times=4),
        Region.ODMOOR: ArtefactTerms(deed=Deed.VICTORIES, times=5),
        Region.TOGEED: ArtefactTerms(deed=Deed.MOUNTAINS, times=4),
    }
    assert terms == USUAL_TERMS
