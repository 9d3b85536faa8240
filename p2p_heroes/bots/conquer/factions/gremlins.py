"""What taverns, Kegs and the Gaming Club of the Gremlins are good for."""

from __future__ import annotations

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.factions.gremlins import CLUB, KEGS, Taverns
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.state import Table

TAVERN = 6
"""What a tavern is worth in a round to come, per opponent who may visit it."""
PATIENCE = 6
"""What an action more is worth before the Gaming Club is built: it is asked for a stake once."""


class TavernInsight(Insight):
    tries = 40
    """Every stake, and every corner where a tavern may stand."""

    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        rivals = len(table.players) - 1
        own = Taverns.of(table, seat)
        worth = len(own.sites) * TAVERN * rivals * actions // 4 + own.dots * 100 // (rivals + 1)
        return worth if is_built(table, seat, CLUB) else worth + PATIENCE * actions

    @staticmethod
    def reserve(table: Table, seat: int) -> int:
        """A Keg is a wood that fights."""
        return table.players[seat].stock[Resource.WOOD] // 2 if is_built(table, seat, KEGS) else 0
