"""Marks, symbols and thralls are worth something before they are points."""

from p2p_heroes.bots.conquer.factions.cultists import MARK, SYMBOL, CultInsight, marks_worth
from p2p_heroes.bots.conquer.worth import Prospects, own_worth
from p2p_heroes.games.conquer.factions.cultists import SYMBOL_CELLS, Cult
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from tests.conquer import at_table, seat


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
