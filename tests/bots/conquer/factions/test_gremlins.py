"""Taverns wait for visitors, and wood can be thrown."""

from p2p_heroes.bots.conquer.factions.gremlins import PATIENCE, TavernInsight
from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.conquer.worth import own_worth
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.factions.gremlins import CLUB, KEGS, Stake, Staking, Taverns
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import Seated, asking, at_table, seat


def table(gremlins: Seated, *others: str) -> Table:
    return at_table(gremlins, *map(seat, others or ("humans",)), number=5, agenda=(Planning(),))


def test_a_tavern_is_worth_more_the_more_may_visit_it() -> None:
    tavern = seat("gremlins", own=Taverns(sites=(3,)))
    two, three = table(tavern), table(tavern, "humans", "elves")
    assert 0 < TavernInsight.promise(two, 0, 20) < TavernInsight.promise(three, 0, 20)
    assert own_worth(two, 0) > own_worth(table(seat("gremlins")), 0)


def test_a_dot_is_a_part_of_a_point() -> None:
    assert TavernInsight.promise(table(seat("gremlins", own=Taverns(dots=1))), 0, 0) == 50


def test_a_stake_can_wait_while_more_gold_may_come() -> None:
    """The Club asks once: the longer it is until the end, the more is lost by building it now."""
    waiting, built = table(seat("gremlins")), table(seat("gremlins", built=(CLUB,)))
    assert TavernInsight.promise(waiting, 0, 30) - TavernInsight.promise(built, 0, 30) == 30 * PATIENCE
    assert TavernInsight.promise(waiting, 0, 0) == TavernInsight.promise(built, 0, 0)


def test_every_stake_is_tried() -> None:
    """In the last round all that makes a point is staked: of 20 gold, 18."""
    gremlins = seat("gremlins", Region.HARRAX, stock=(0, 0, 20), built=(CLUB,))
    asked = asking(at_table(gremlins, seat("humans", Region.YREEL), number=16), Staking(0))
    request = request_for(CONQUER.pending(asked), 0)
    assert len(JUDGE.ranked(asked, request)) == len(request.choices) == 21
    assert JUDGE.ranked(asked, request)[0][1] == Stake(18)


def test_kegs_make_an_army_of_wood() -> None:
    assert TavernInsight.reserve(table(seat("gremlins", stock=(8, 0, 0), built=(KEGS,))), 0) == 4
    assert TavernInsight.reserve(table(seat("gremlins", stock=(8, 0, 0))), 0) == 0
