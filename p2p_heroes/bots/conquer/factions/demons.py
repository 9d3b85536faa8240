"""What the runes of the Demons are good for."""

from __future__ import annotations

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.factions.demons import CIRCLE, Runes
from p2p_heroes.games.conquer.state import Table

RUNE, IMPS = 3, 12
"""What a rune is worth in a round to come, and how much more while each brings an Imp."""


class RuneInsight(Insight):
    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        each = RUNE + (IMPS if is_built(table, seat, CIRCLE) else 0)
        return len(Runes.of(table, seat).runes) * each * actions // 4
