"""Taverns wait for visitors, and wood can be thrown."""

from p2p_heroes.bots.conquer.factions.gremlins import TavernInsight
from p2p_heroes.bots.conquer.worth import own_worth
from p2p_heroes.games.conquer.factions.gremlins import KEGS, Taverns
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from tests.conquer import Seated, at_table, seat


def table(gremlins: Seated, *others: str) -> Table:
    return at_table(gremlins, *map(seat, others or ("humans",)), number=5, agenda=(Planning(),))


def test_a_tavern_is_worth_more_the_more_may_visit_it() -> None:
    tavern = seat("gremlins", own=Taverns(sites=(3,)))
    two, three = table(tavern), table(tavern, "humans", "elves")
    assert 0 < TavernInsight.promise(two, 0, 20) < TavernInsight.promise(three, 0, 20)
    assert own_worth(two, 0) > own_worth(table(seat("gremlins")), 0)


def test_a_dot_is_a_part_of_a_point() -> None:
    assert TavernInsight.promise(table(seat("gremlins", own=Taverns(dots=1))), 0, 0) == 50


def test_kegs_make_an_army_of_wood() -> None:
    assert TavernInsight.reserve(table(seat("gremlins", stock=(8, 0, 0), built=(KEGS,))), 0) == 4
    assert TavernInsight.reserve(table(seat("gremlins", stock=(8, 0, 0))), 0) == 0
