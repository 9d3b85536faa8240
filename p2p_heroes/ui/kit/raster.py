"""A map of polygons in the cells of a terminal: which region each half of a cell is in, and where words fit.

A cell is about twice as high as wide, so its upper and its lower half are a square pixel each. All of it is
counted in whole numbers: the same map is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Generic, TypeVar

from p2p_heroes.ui.kit.polygons import Outline, Point, Polygons

R = TypeVar("R", bound=Hashable)

KEPT = 8
"""Maps of other sizes that are remembered: a terminal has one or two at a time."""
UPWARDS = 6
"""A row further up or down looks as far away as two or three cells to the side; squared."""

Run = tuple[int, int]
"""From a column on, up to another."""


@dataclass(frozen=True, eq=False, slots=True)
class Raster(Generic[R]):
    """`pixels`: row by row, two for each row of cells; None where no region is. `rooms`: by region, for each
    row of cells the longest run of whole ones."""

    polygons: Polygons[R]
    width: int
    height: int
    pixels: Sequence[Sequence[R | None]]
    rooms: Mapping[R, Sequence[Run]]

    def at(self, x: int, y: int) -> R | None:
        """The region of a pixel; none outside."""
        return self.pixels[y][x] if 0 <= x < self.width and 0 <= y < 2 * self.height else None

    def is_edge(self, x: int, y: int) -> bool:
        """Whether another region begins to the right or below."""
        here = self.at(x, y)
        return any(there not in (None, here) for there in (self.at(x + 1, y), self.at(x, y + 1)))

    def is_rim(self, x: int, y: int) -> bool:
        """Whether it is the last pixel of its region in any direction."""
        here = self.at(x, y)
        around = ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))
        return any(self.at(*there) != here for there in around)

    def cell(self, point: Point) -> tuple[int, int]:
        """The cell in which a point of the polygons lies."""
        x, y = point
        column = min(self.width - 1, x * self.width // self.polygons.breadth)
        return column, min(self.height - 1, y * self.height // self.polygons.height)

    def placed(self, region: R, widths: Sequence[int]) -> tuple[int, int] | None:
        """Where rows of these widths, one below the other, fit around the region's middle: the column that
        they are centred on, and the first row. None: nowhere."""
        x, y = self.polygons.outlines[region].middle
        column, middle = self.cell((x, y))[0], 2 * self.height * y // self.polygons.height
        best: tuple[int, int, int] | None = None
        for first in range(self.height - len(widths) + 1):
            bounds = [
                (left + (width + 1) // 2, right - (width + 1) // 2)
                for width, (left, right) in zip(widths, self.rooms[region][first:], strict=False)
            ]
            low, high = max(low for low, _ in bounds), min(high for _, high in bounds)
            if low <= high:
                at = max(low, min(column, high))
                away = 4 * (at - column) ** 2 + UPWARDS * (2 * first + len(widths) - middle) ** 2
                best = min(best or (away, -first, at), (away, -first, at))
        return best and (best[2], -best[1])


@lru_cache(maxsize=KEPT)
def rastered(polygons: Polygons[R], width: int, height: int) -> Raster[R]:
    """A map in so many cells."""
    rows: list[list[R | None]] = [[None] * width for _ in range(2 * height)]
    for region, outline in polygons.outlines.items():
        for y, row in enumerate(rows):
            ends = _crossed(outline, polygons, (2 * y + 1) * polygons.height, 4 * height, width)
            for left, right in zip(ends[::2], ends[1::2], strict=True):
                row[left:right] = [region] * (right - left)
    return Raster(polygons, width, height, rows, _rooms(polygons, rows))


def _rooms(polygons: Polygons[R], pixels: Sequence[Sequence[R | None]]) -> dict[R, list[Run]]:
    rooms: dict[R, list[Run]] = {region: [] for region in polygons.outlines}
    for upper, lower in zip(pixels[::2], pixels[1::2], strict=True):
        longest = dict.fromkeys(rooms, (0, 0))
        start = 0
        for region, run in groupby(zip(upper, lower, strict=True)):
            end = start + sum(1 for _ in run)
            whole = region[0]
            if whole is not None and whole == region[1]:
                longest[whole] = max(longest[whole], (start, end), key=_length)
            start = end
        for one, room in longest.items():
            rooms[one].append(room)
    return rooms


def _length(run: Run) -> int:
    return run[1] - run[0]


def _crossed(outline: Outline, polygons: Polygons[R], level: int, scale: int, width: int) -> list[int]:
    """The pixels from which on each side is to the left, on a line at `level / scale`; from left to right."""
    ends = []
    for (ax, ay), (bx, by) in outline.sides:
        if (ay * scale > level) != (by * scale > level):
            # Where the side is on this line, as a fraction; the first pixel whose middle is not before it.
            below = (by - ay) * scale
            over = ax * below + (bx - ax) * (level - ay * scale)
            if below < 0:
                over, below = -over, -below
            across = below * polygons.breadth
            ends.append(-((across - 2 * width * over) // (2 * across)))
    return sorted(max(0, min(width, end)) for end in ends)
