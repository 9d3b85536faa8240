"""What the Servers of the Mechanisms are good for, and the Proxy that reaches the best of them."""

from __future__ import annotations

from functools import lru_cache

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.factions.mechanisms import PROXY, SERVERS, TECHNOPARK
from p2p_heroes.games.conquer.state import Table

BASIC, BOOSTED = (50, 15, 75, 100), (75, 25, 100, 200)
"""What it is worth to apply each Server, before it is built and after, in hundredths of a point."""
STEP = 30
"""What the Proxy asks for a level of difference."""
IRON = 30
"""How many of a hundred actions are expected to gather iron: more than the 20 that did, chosen by play."""
SURE = 50
"""How much of what the Servers bring by themselves counts before they do, in hundredths."""
WAY, SHARES = ("locator", TECHNOPARK, PROXY), (0, 60, 85, 100)
"""The way to the Proxy, and how much of its worth counts after each step of it, in hundredths."""


class ServerInsight(Insight):
    tries = 16
    """As many ways lead by the Proxy to the Servers."""

    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        built = tuple(is_built(table, seat, server) for server in SERVERS)
        plain, linked = servers_worth(built)
        share = SHARES[sum(is_built(table, seat, name) for name in WAY)]
        return (plain * SURE + (linked - plain) * share) * actions * IRON // 10_000 // len(SERVERS)


@lru_cache(maxsize=16)
def servers_worth(built: tuple[bool, ...]) -> tuple[int, int]:
    """What iron brings at the four levels together: by the Server of each, or by way of the Proxy."""
    worth = [BOOSTED[at] if is_boosted else BASIC[at] for at, is_boosted in enumerate(built)]
    best = [max(worth[to] - STEP * abs(to - at) for to in range(len(worth))) for at in range(len(worth))]
    return sum(worth), sum(best)
