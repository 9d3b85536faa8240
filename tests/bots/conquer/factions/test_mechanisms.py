"""Servers work in place of iron, and the Proxy leads to the one that makes points."""

from p2p_heroes.bots.conquer.factions.mechanisms import STEP, WAY, ServerInsight, servers_worth
from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.conquer.worth import own_worth
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.factions.mechanisms import PROXY, SERVERS, Connect, Connecting
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from tests.support.conquer import asking, at_table, seat


def table(*built: str) -> Table:
    return at_table(seat("mechanisms", built=built), seat("humans"), number=5, agenda=(Planning(),))


def test_a_server_promises_more_once_it_is_built() -> None:
    for server in SERVERS:
        assert ServerInsight.promise(table(server), 0, 40) > ServerInsight.promise(table(), 0, 40) > 0
    assert ServerInsight.promise(table(*SERVERS), 0, 0) == 0


def test_the_proxy_takes_every_level_to_the_best_server_but_for_the_way() -> None:
    plain, linked = servers_worth((True, True, True, True))
    assert plain == 75 + 25 + 100 + 200
    assert linked == 4 * 200 - (1 + 2 + 3) * STEP


def test_every_step_to_the_proxy_has_a_share_of_its_worth() -> None:
    promises = [ServerInsight.promise(table(*WAY[:steps]), 0, 40) for steps in range(len(WAY) + 1)]
    assert promises == sorted(set(promises))
    assert own_worth(table(*WAY), 0) > own_worth(table(*WAY[:2]), 0)


def test_with_a_proxy_iron_of_the_lowest_level_makes_points() -> None:
    """Of ten ways to connect none is left out."""
    room = seat("mechanisms", Region.HARRAX, stock=(3, 0, 3), built=(PROXY, SERVERS[3]))
    asked = asking(at_table(room, seat("humans", Region.YREEL), number=8), Connecting(0, 1), Planning())
    request = request_for(CONQUER.pending(asked), 0)
    assert len(JUDGE.ranked(asked, request)) == len(request.choices) == 10
    best = JUDGE.ranked(asked, request)[0][1]
    assert isinstance(best, Connect)
    assert best.server == SERVERS[3]
