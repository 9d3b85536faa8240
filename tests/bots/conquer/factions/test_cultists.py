"""Marks, symbols and thralls are worth something before they are points, and so is every structure."""

import pytest

from p2p_heroes.bots.conquer.factions.cultists import MARK, SYMBOL, CultInsight, marks_worth
from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.conquer.worth import Prospects, own_worth
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Build
from p2p_heroes.games.conquer.factions.cultists import SYMBOL_CELLS, Cult
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import asking, at_table, seat


def table(own: Cult, number: int = 5) -> Table:
    return at_table(seat("cultists", own=own), seat("humans"), number=number, agenda=(Planning(),))


def test_a_symbol_is_worth_more_than_the_mark_below_it() -> None:
    before = (SYMBOL_CELLS[0] - 1, 0, 0)
    assert marks_worth((SYMBOL_CELLS[0], 0, 0)) - marks_worth(before) == MARK + SYMBOL


def test_marks_are_worth_less_when_little_can_be_done_with_them() -> None:
    marked = Cult(marks=(3, 2, 0))
    early, late = table(marked), table(marked, number=16)
    assert CultInsight.promise(early, 0, 16) > CultInsight.promise(late, 0, 4) > 0
    assert own_worth(early, 0) > own_worth(table(Cult()), 0)


def test_a_thrall_is_in_reserve_until_it_is_exhausted() -> None:
    fresh = Cult(marks=(2, 2, 0), enslaved=("monster-five", "fortress-ugmat"))
    assert CultInsight.reserve(table(fresh), 0) == 5, "a fortress stays where it is"
    spent = Cult(marks=(2, 2, 0), enslaved=("monster-five",), spent=("monster-five",))
    assert CultInsight.reserve(table(spent), 0) == 0
    assert Prospects(table(fresh), 0).power == Prospects(table(spent), 0).power + 5


def test_a_structure_is_built_for_the_marks_that_can_be_bought_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The Gifts have no points: by those alone they would not be built late."""
    cultists = seat("cultists", Region.HARRAX, stock=(5, 5, 5))
    table = asking(at_table(cultists, seat("humans", Region.YREEL), number=15), BuildingStarts(4))
    request = request_for(CONQUER.pending(table), 0)

    def gain() -> int:
        [found] = [
            score for score, choice in JUDGE.ranked(table, request) if choice == Build("gifts-of-the-lord")
        ]
        return found

    told = gain()
    monkeypatch.setattr(CultInsight, "structure", 0)
    assert told > 0 > gain()
