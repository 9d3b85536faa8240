"""What the Levy of the Halflings is good for."""

from __future__ import annotations

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.factions.halflings import Empire
from p2p_heroes.games.conquer.state import Table

LEVY = 4
"""What one power of the Levy is worth in a round to come: it is never lost."""


class EmpireInsight(Insight):
    structure = 120
    """Each adds a region to the empire."""

    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        return Empire.of(table, seat).levy * LEVY * actions // 4

    @staticmethod
    def reserve(table: Table, seat: int) -> int:
        return Empire.of(table, seat).levy
