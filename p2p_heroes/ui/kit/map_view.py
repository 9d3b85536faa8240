"""A map of any game on a terminal with many colours: lands as backgrounds, words within them.

Light means possible: where the question of the moment leads is lit, all else is dimmed, and one golden rim
is the mark. Every land has its sign as well as its tint, and every player a letter.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Generic, TypeVar

from p2p_heroes.ui.kit import palette
from p2p_heroes.ui.kit.canvas import Canvas
from p2p_heroes.ui.kit.lettering import Label, MapSign
from p2p_heroes.ui.kit.palette import COLOURS, DIMMED, LANDS, LIT, MARKED, ColourDepth
from p2p_heroes.ui.kit.polygons import Polygons
from p2p_heroes.ui.kit.raster import KEPT, Raster, rastered
from p2p_heroes.ui.kit.text import Click, Line, cut, width_of

R = TypeVar("R", bound=Hashable)

LEAST = 52, 16
"""Columns and rows; a map for fewer shows the part around the region that matters."""
PLAIN = 100
"""The light of everything while nothing is asked."""
UPPER = "\u2580"
"""The upper half of a cell in the ink, the lower one in the paper."""
DOT = "\u2022"
SPARSE = 23
"""About every so many cells a sign of the land, where there is room around it."""
SHORT_NAME = 5
SEAT = "class:map.seat"
"""What a player stands in has a colour of its own."""

Written = list[tuple[str, str]]
"""Styles and texts that stand one behind the other; a style that has no paper of its own gets the land's."""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """One region: the kind of its land, what is written into it, and what a click does."""

    ground: str
    label: Label
    click: Click
    light: int = PLAIN

    @property
    def is_lit(self) -> bool:
        return self.light >= PLAIN


@dataclass(frozen=True, slots=True)
class MapView(Generic[R]):
    """What is drawn. Regions without a place are outside of this game.

    way: regions along which a dotted line is drawn. corners: what stands where regions meet, with its style.
    """

    polygons: Polygons[R]
    places: Mapping[R, MapPlace]
    marked: R | None = None
    way: Sequence[R] = ()
    corners: Sequence[tuple[Sequence[R], str, str]] = ()

    def draw(self, focus: R | None, width: int, height: int, depth: ColourDepth) -> list[Line]:
        """In so many cells; if there are too few for all of it, around a region."""
        raster = rastered(self.polygons, max(width, LEAST[0]), max(height, LEAST[1]))
        canvas = Painting(self, raster, depth).canvas
        return canvas.lines(*_window(raster, focus, width, height), width, height)


class Painting(Generic[R]):
    """One map in so many cells: first the land, then what stands at corners, ways, and words."""

    def __init__(self, view: MapView[R], raster: Raster[R], depth: ColourDepth) -> None:
        self._view, self._raster, self._depth = view, raster, depth
        self._void = palette.shown(COLOURS["ground"], depth)
        self._rim = palette.shown(COLOURS["mark"], depth)
        self._lands = dict(self._tints())
        self.canvas = Canvas(raster.width, raster.height)
        words = [(region, *word) for region in view.places for word in self._written(region)]
        taken = {(x, y) for _, at, y, _, text in words for x in range(at - 1, at + width_of(text) + 1)}
        for y in range(raster.height):
            for x in range(raster.width):
                self._paint(x, y, taken)
        self._set_corners()
        self._draw_way(taken)
        for region, x, y, style, text in words:
            self.canvas.write(x, y, text, self._on_land(style, region), view.places[region].click)

    def _tints(self) -> Iterator[tuple[R, tuple[str, str]]]:
        """Of each region the colour of its land, and of the edges of it."""
        places = self._view.places
        shades = _shades(
            self._view.polygons, tuple((region, place.ground) for region, place in places.items())
        )
        for region, place in places.items():
            light = MARKED if region == self._view.marked else place.light
            plain, edge = (
                palette.tint(place.ground, shades[region], light, is_edge=is_edge, depth=self._depth)
                for is_edge in (False, True)
            )
            yield region, (plain, edge)

    # The land.

    def _paint(self, x: int, y: int, taken: Container[tuple[int, int]]) -> None:
        region = self._raster.at(x, 2 * y)
        place = self._view.places.get(region) if region is not None else None
        click = place.click if place is not None else None
        upper, lower = self._colour(x, 2 * y), self._colour(x, 2 * y + 1)
        if upper != lower:
            self.canvas.write(x, y, UPPER, f"{upper} bg:{lower}", click)
        elif place is not None and (x, y) not in taken and self._has_sign(region, x, y):
            ink = palette.shown(LANDS[place.ground].sign, self._depth)
            self.canvas.write(x, y, place.label.terrain.short, f"{ink} bg:{upper}", click)
        else:
            self.canvas.write(x, y, " ", f"bg:{upper}", click)

    def _colour(self, x: int, y: int) -> str:
        region = self._raster.at(x, y)
        if region is None or region not in self._lands:
            return self._void
        if region == self._view.marked and self._raster.is_rim(x, y):
            return self._rim
        return self._lands[region][self._raster.is_edge(x, y)]

    def _has_sign(self, region: R | None, x: int, y: int) -> bool:
        """Sparse, and the same for every drawing of this size."""
        if (x * 7 + y * 13 + x * y) % SPARSE:
            return False
        around = [(x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-1, 0, 1)]
        return all(
            self._raster.at(at, 2 * row) == self._raster.at(at, 2 * row + 1) == region for at, row in around
        )

    def _on_land(self, style: str, region: R | None) -> str:
        """A style on the land of a region, unless it has a paper of its own."""
        read = palette.read(style, self._depth)
        if region is None or region not in self._lands or style.startswith(SEAT) or "bg:" in read:
            return read
        return f"{read} bg:{self._lands[region][0]}"

    # What stands on it.

    def _set_corners(self) -> None:
        for regions, sign, style in self._view.corners:
            corners = [set(self._raster.polygons.outlines[region].corners) for region in regions]
            if common := set.intersection(*corners):
                self.canvas.write(*self._raster.cell(min(common)), sign, f"class:{style}")

    def _draw_way(self, taken: Container[tuple[int, int]]) -> None:
        """Dots from region to region, where nothing is written."""
        outlines = self._raster.polygons.outlines
        middles = [self._raster.cell(outlines[region].middle) for region in self._view.way]
        for (x, y), (u, v) in pairwise(middles):
            steps = max(abs(u - x) // 2, abs(v - y), 1)
            for step in range(1, steps):
                column, row = x + (u - x) * step // steps, y + (v - y) * step // steps
                if (column, row) not in taken:
                    region = self._raster.at(column, 2 * row)
                    self.canvas.write(column, row, DOT, self._on_land("@mark bold", region))

    def _written(self, region: R) -> Iterator[tuple[int, int, str, str]]:
        """Column, row, style and text of all words of a region: as many as fit."""
        for rows in _variants(self._view.places[region], is_marked=region == self._view.marked):
            widths = [sum(width_of(text) for _, text in row) for row in rows]
            roomy = [width + 2 for width in widths]
            at = self._raster.placed(region, roomy) or self._raster.placed(region, widths)
            if at is not None:
                break
        else:
            return
        for y, (row, width) in enumerate(zip(rows, widths, strict=True), at[1]):
            x = at[0] - width // 2
            for style, text in row:
                yield x, y, style, text
                x += width_of(text)


def _variants(place: MapPlace, *, is_marked: bool) -> Iterator[list[Written]]:
    """Ways to write a label, the fullest first."""
    label = place.label
    style = (
        "@mark bold" if is_marked else "@bright bold" if place.is_lit else f"class:map.name.{place.ground}"
    )
    name = (style, label.name)
    cost = label.cost.strip("()")
    lead: Written = [("@ink bg:@mark bold", cost), ("", " ")] if cost else []
    people: Written = _spaced((f"class:{sign.style}", f" {sign.short} ") for sign in label.people)
    things: Written = _spaced(_thing(sign) for sign in label.things)
    both: Written = [*people, *([("", " ")] if people and things else []), *things]
    first, some = [*lead, name], [*people, *([("", " ")] if people and things else []), *things[:1]]
    short = [*lead, (style, cut(label.name, SHORT_NAME).rstrip("~ '"))]
    for rows in (
        [first, things, people],
        [first, both],
        [first, some],
        [[*first, ("", " "), *both]],
        [[*first, ("", " "), *some]],
        [[*short, ("", " "), *some]],
        [first],
        [short],
    ):
        yield [row for row in rows if row]


def _thing(sign: MapSign) -> tuple[str, str]:
    return f"class:{sign.style}", sign.short


def _spaced(pieces: Iterable[tuple[str, str]]) -> Written:
    spaced: Written = []
    for piece in pieces:
        spaced += [("", " "), piece] if spaced else [piece]
    return spaced


@lru_cache(maxsize=KEPT)
def _shades(polygons: Polygons[R], grounds: tuple[tuple[R, str], ...]) -> dict[R, int]:
    """One of two tints for each region, so that neighbours of the same land differ where two are enough."""
    shades: dict[R, int] = {}
    for region, ground in grounds:
        near = [
            shades[other]
            for other, same in grounds
            if other in shades and same == ground and polygons.touch(region, other)
        ]
        shades[region] = 1 if near.count(0) > near.count(1) else 0
    return shades


def _window(raster: Raster[R], focus: R | None, width: int, height: int) -> tuple[int, int]:
    """Where the visible part begins, so that the region that matters is in the middle."""
    x, y = raster.cell(raster.polygons.outlines[focus].middle) if focus is not None else (0, 0)
    return max(0, min(x - width // 2, raster.width - width)), max(
        0, min(y - height // 2, raster.height - height)
    )


def light_of(*, is_asked: bool, leads: bool) -> int:
    """How bright a region is: while something is asked, what can be chosen is lit and all else dimmed."""
    return PLAIN if not is_asked else LIT if leads else DIMMED
