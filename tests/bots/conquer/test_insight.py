"""Whoever is told nothing of a faction expects nothing of its block."""

from p2p_heroes.bots.conquer.factions import INSIGHTS
from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer import CONQUER
from tests.support.conquer import at_table, seat


def test_a_faction_of_which_nothing_is_told_promises_nothing() -> None:
    table = at_table(seat("undead"), seat("humans"))
    assert Insight.promise(table, 0, 40) == 0
    assert Insight.reserve(table, 0) == 0


def test_every_insight_belongs_to_the_block_of_a_board() -> None:
    blocks = {type(board.own) for board in CONQUER.boards.values() if board.own is not None}
    assert blocks.issuperset(INSIGHTS)
