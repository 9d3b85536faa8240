"""A map as polygons: what any drawing of it starts from, on a terminal or on a page.

Coordinates are whole numbers, x to the right and y downwards. Neighbours have their common corners to the
digit, so that a side is found by comparing and nothing is left between two regions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

R = TypeVar("R", bound=Hashable)

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outline:
    """`middle` is where the name of the region stands; the corners run clockwise."""

    middle: Point
    corners: tuple[Point, ...]

    @property
    def sides(self) -> Iterator[tuple[Point, Point]]:
        return pairwise((*self.corners, self.corners[0]))

    @property
    def area(self) -> int:
        """Twice the area, to stay whole; positive if the corners run clockwise."""
        return sum(x * v - u * y for (x, y), (u, v) in self.sides)


@dataclass(frozen=True, eq=False, slots=True)
class Polygons(Generic[R]):
    """All regions together cover the rectangle from (0, 0) to (breadth, height) once.

    A picture of it is `aspect` times as wide as high, in hundredths, whatever the coordinates are.
    """

    breadth: int
    height: int
    aspect: int
    outlines: Mapping[R, Outline]

    def touch(self, one: R, other: R) -> bool:
        """Whether they have a side in common, or a part of one."""
        return any(_overlap(a, b) for a in self.outlines[one].sides for b in self.outlines[other].sides)


def _overlap(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Sides of neighbours run in opposite directions over the same line."""
    (ax, ay), (bx, by) = one
    run = bx - ax, by - ay
    if any(run[0] * (y - ay) - run[1] * (x - ax) for x, y in other):
        return False  # a corner that is not on the line
    first, last = ((x - ax) * run[0] + (y - ay) * run[1] for x, y in other)
    return min(max(first, last), run[0] ** 2 + run[1] ** 2) > max(min(first, last), 0)
