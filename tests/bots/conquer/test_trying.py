"""Choices tried out on small tables."""

from p2p_heroes.bots.conquer.trying import settle, try_out
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Rewarding
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Collect, Decline, Loot, Plunder
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


def test_nobody_thinks_of_taking_less_than_all() -> None:
    """Of hundreds of ways to plunder those that take the most; every other reward is tried as well."""
    rich = seat("elves", Region.ODMOOR, stock=(9, 9, 9))
    table = asking(at_table(ORCS, rich), Rewarding(0, (1,), 6, (7,)))
    tried = [choice for _, choice in try_out(table, request_for(CONQUER.pending(table), 0))]
    assert tried[:2] == [Decline(), Loot()]
    assert len(tried) == 8
    for choice in tried[2:]:
        assert isinstance(choice, Plunder)
        assert sum(count for _, amounts in choice.spoils for _, count in amounts) == 6
