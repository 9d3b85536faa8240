"""What a judge has to be told about a faction whose own block of the board holds more than points."""

from __future__ import annotations

from typing import ClassVar

from p2p_heroes.games.conquer.state import Table


class Insight:
    """Knows nothing. One file below `factions/` tells more of one faction."""

    structure: ClassVar[int] = 0
    """What every structure brings besides what stands on it, in hundredths of a point."""

    tries: ClassVar[int] = 8
    """How many choices that only one faction has are tried out, evenly from the first to the last."""

    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        """What the block may still bring in so many actions, in hundredths of a point."""
        return 0

    @staticmethod
    def reserve(table: Table, seat: int) -> int:
        """Power that can be deployed besides that of the units on the board."""
        return 0
