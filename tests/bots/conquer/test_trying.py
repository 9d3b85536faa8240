"""Choices tried out on small tables."""

from p2p_heroes.bots.conquer.trying import settle, try_out
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Collect, Decline
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import asking, at_table, bystander, seat

ORCS = seat("orcs", Region.ODMOOR, monsters=(2, 3, 5, 8, 13))
TABLE = asking(at_table(ORCS, bystander()), Collecting(0))


def test_each_choice_is_worth_the_table_that_follows() -> None:
    """To collect and to decline are both weighed."""
    worth = {choice: value for value, choice in try_out(TABLE, request_for(CONQUER.pending(TABLE), 0))}
    assert worth.keys() == {Collect(), Decline()}


def test_a_choice_is_settled_while_others_do_the_quiet_thing() -> None:
    assert settle(TABLE, 0, Collect()).state.players[0].artefacts
    assert not settle(TABLE, 1, Collect()).state.players[0].artefacts
