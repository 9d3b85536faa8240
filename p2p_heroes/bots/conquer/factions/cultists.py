"""What marks and thralls of the Cultists are good for."""

from __future__ import annotations

from functools import lru_cache

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.factions.cultists import CELLS, THRALLS, Bonus, Cult
from p2p_heroes.games.conquer.state import Table

MARK = 26
"""What a mark is worth on its way to the next bonus, points aside."""
SYMBOL = 70
"""What a symbol is worth that something can still be enslaved with."""


class CultInsight(Insight):
    structure = 50
    """Only who builds can buy marks."""

    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        own = Cult.of(table, seat)
        return marks_worth(own.marks) * min(actions, 16) // 16 + len(own.enslaved) * 6 * min(actions, 16)

    @staticmethod
    def reserve(table: Table, seat: int) -> int:
        own = Cult.of(table, seat)
        ready = (THRALLS[name] for name in own.enslaved if name not in own.spent)
        return sum(thrall.power for thrall in ready if thrall.region is None)


@lru_cache(maxsize=4096)
def marks_worth(marks: tuple[int, ...]) -> int:
    """Each mark, and each symbol above one."""
    symbols = sum(CELLS[:count].count(Bonus.SYMBOL) for count in marks)
    return sum(marks) * MARK + symbols * SYMBOL
