"""Choices tried out on small tables."""

from p2p_heroes.bots.conquer.trying import quiet_answers, spread, try_out
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Collect, Decline
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import asking, at_table, bystander, seat


def test_long_lists_are_taken_from_end_to_end() -> None:
    assert spread(range(1000), 5) == [0, 249, 499, 749, 999]
    assert spread((), 5) == []


def test_one_answers_and_the_others_do_the_quiet_thing() -> None:
    table = asking(
        at_table(seat("orcs", Region.ODMOOR, monsters=(2, 3, 5, 8, 13)), bystander()), Collecting(0)
    )
    assert quiet_answers(table, 0, Collect()) == {0: Collect()}
    assert quiet_answers(table, 1, Collect()) == {0: Decline()}


def test_each_choice_is_worth_the_table_that_follows() -> None:
    """To collect and to decline are both weighed."""
    orcs = seat("orcs", Region.ODMOOR, monsters=(2, 3, 5, 8, 13))
    table = asking(at_table(orcs, bystander()), Collecting(0))
    worth = {choice: value for value, choice in try_out(table, request_for(CONQUER.pending(table), 0))}
    assert worth.keys() == {Collect(), Decline()}
