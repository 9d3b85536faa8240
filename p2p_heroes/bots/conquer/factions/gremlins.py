"""What taverns and Kegs of the Gremlins are good for."""

from __future__ import annotations

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.factions.gremlins import KEGS, Taverns
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.state import Table

TAVERN = 6
"""What a tavern is worth in a round to come, per opponent who may visit it."""


class TavernInsight(Insight):
    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        rivals = len(table.players) - 1
        own = Taverns.of(table, seat)
        return len(own.sites) * TAVERN * rivals * actions // 4 + own.dots * 100 // (rivals + 1)

    @staticmethod
    def reserve(table: Table, seat: int) -> int:
        """A Keg is a wood that fights."""
        return table.players[seat].stock[Resource.WOOD] // 2 if is_built(table, seat, KEGS) else 0
