"""What guests of the empire and the Levy of the Halflings are good for."""

from __future__ import annotations

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.factions.halflings import BATHS, DRAFT_OFFICE, NUMERALS, Empire
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import REGIONS

MOVES = 80
"""In how many of a hundred rounds there is a movement action, after which guests are counted."""
LEVY = 4
"""What one power of the Levy is worth in a round to come: it is never lost."""
ENLISTED = 30
"""What it is worth that a guest adds to the Levy, in hundredths of a point."""


class EmpireInsight(Insight):
    structure = 120
    """Each adds a region to the empire."""

    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        own = Empire.of(table, seat)
        rivals = len(table.players) - 1
        guests = rivals * len(own.regions) * MOVES // len(REGIONS)
        """How many there may be in a round, in hundredths."""
        gain = (
            raised(table, seat, BATHS) * guests + raised(table, seat, DRAFT_OFFICE) * guests * ENLISTED // 100
        )
        return (gain + own.levy * LEVY) * actions // 4

    @staticmethod
    def reserve(table: Table, seat: int) -> int:
        return Empire.of(table, seat).levy


def raised(table: Table, seat: int, name: str) -> int:
    """How much each guest brings by a structure: nothing at its first level."""
    return sum(is_built(table, seat, name + numeral) for numeral in NUMERALS[1:])
