"""Where each region lies on a drawn map: patches that touch just where regions border on each other.

Every region is a rectangle on a grid of sixty columns and eight bands, in the order in
which the board has them. Two patches share a side if, and only if, their regions are
neighbours, and where three regions meet, so do their patches; so no border has to be told
in words. A chart is the same map stretched to the cells of a terminal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2p_heroes.games.conquer.world import Region


@dataclass(frozen=True, slots=True)
class Patch:
    """From line to line: `right` and `bottom` are the lines that it shares with the next one."""

    left: int
    top: int
    right: int
    bottom: int


BREADTH = 60
BANDS = 8

#  +----------------+-------------+---------------+------------+
#  |Asander         |Brynnlore    |Cerness        |Glennfore   |
#  +---------+------+--+----------+-----+---------+--+---------+
#  |Dortal   |Harrax   |Esmore          |Folen       |Ikara    |
#  |         |         +----------------+--+---------+         |
#  |         |         |Kosleen            |Lox      |         |
#  |         |         +---------+---------+------+--+---------+
#  |         |         |Jorveld  |Paskaar         |Morreed     |
#  +---------+---------+--+------+-------------+--+------------+
#  |Nikleen               |Odmoor              |Suleen         |
#  +---------+---------+--+--------------------+               |
#  |Tog' Eed |Qliss    |Rolgoy                 |               |
#  +---------+         +---------+---------+---+-----+---------+
#  |Wers     |         |Ugmat    |Vurt     |Yreel    |Zasker   |
#  |         +---------+--+------+---------+---------+         |
#  |         |Xelree      |Zoro                      |         |
#  +---------+------------+--------------------------+---------+
PATCHES: Mapping[Region, Patch] = {
    Region.ASANDER: Patch(0, 0, 17, 1),
    Region.BRYNNLORE: Patch(17, 0, 31, 1),
    Region.CERNESS: Patch(31, 0, 47, 1),
    Region.DORTAL: Patch(0, 1, 10, 4),
    Region.ESMORE: Patch(20, 1, 37, 2),
    Region.FOLEN: Patch(37, 1, 50, 2),
    Region.GLENNFORE: Patch(47, 0, 60, 1),
    Region.HARRAX: Patch(10, 1, 20, 4),
    Region.IKARA: Patch(50, 1, 60, 3),
    Region.JORVELD: Patch(20, 3, 30, 4),
    Region.KOSLEEN: Patch(20, 2, 40, 3),
    Region.LOX: Patch(40, 2, 50, 3),
    Region.MORREED: Patch(47, 3, 60, 4),
    Region.NIKLEEN: Patch(0, 4, 23, 5),
    Region.ODMOOR: Patch(23, 4, 44, 5),
    Region.PASKAAR: Patch(30, 3, 47, 4),
    Region.QLISS: Patch(10, 5, 20, 7),
    Region.ROLGOY: Patch(20, 5, 44, 6),
    Region.SULEEN: Patch(44, 4, 60, 6),
    Region.TOGEED: Patch(0, 5, 10, 6),
    Region.UGMAT: Patch(20, 6, 30, 7),
    Region.VURT: Patch(30, 6, 40, 7),
    Region.WERS: Patch(0, 6, 10, 8),
    Region.XELREE: Patch(10, 7, 23, 8),
    Region.YREEL: Patch(40, 6, 50, 7),
    Region.ZASKER: Patch(50, 6, 60, 8),
    Region.ZORO: Patch(23, 7, 50, 8),
}


def shared(one: Patch, other: Patch) -> int:
    """How long the side is that two patches share, in columns or bands; a common point is no side."""
    across = min(one.right, other.right) - max(one.left, other.left)
    along = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(across, along) if min(across, along) == 0 else 0


def meeting_point(patches: Sequence[Patch]) -> tuple[int, int] | None:
    """The one point that all of them have, as a column and a band."""
    left, right = max(one.left for one in patches), min(one.right for one in patches)
    top, bottom = max(one.top for one in patches), min(one.bottom for one in patches)
    return (left, top) if (left, top) == (right, bottom) else None


@dataclass(frozen=True, slots=True)
class LabelBox:
    """What a region has to be written in: the first cell inside its lines, and how many there are."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The map in so many cells. `lined`: borders have rows of their own, and not the regions' last rows."""

    width: int
    height: int
    lined: bool

    def column(self, at: int) -> int:
        """The terminal's column of a line of the grid."""
        return at * (self.width - 1) // BREADTH

    def row(self, band: int) -> int:
        """The row of the line above a band, or of its first cells where lines have no rows."""
        return band * (self.height - 1 if self.lined else self.height) // BANDS

    def room(self, region: Region) -> LabelBox:
        patch, line = PATCHES[region], 1 if self.lined else 0
        x, y = self.column(patch.left) + 1, self.row(patch.top) + line
        return LabelBox(x, y, self.column(patch.right) - x, self.row(patch.bottom) - y)
