"""A map of regions, drawn from where each of them lies on a grid.

An atlas has a rectangle for every region; a chart is the same stretched to the cells of a terminal. Drawn are
the borders, a label in each region, and what stands where regions meet.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from p2p_heroes.ui.kit.canvas import Canvas
from p2p_heroes.ui.kit.lettering import Label, lettered
from p2p_heroes.ui.kit.text import Click, Line, width_of

R = TypeVar("R", bound=Hashable)

NARROWEST = 57
"""A map for fewer columns shows the part around the region that matters."""
ROOMY = 100
"""With so many columns one row for a region is enough to give borders rows of their own."""
TEXTURE = 6
"""Every so many cells a sign of the terrain, where a region has rows without anything else."""


@dataclass(frozen=True, slots=True)
class Patch:
    """From line to line: `right` and `bottom` are the lines that it shares with the next one."""

    left: int
    top: int
    right: int
    bottom: int


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
class Atlas(Generic[R]):
    """Where each region lies on a grid of so many columns and bands."""

    breadth: int
    bands: int
    patches: Mapping[R, Patch]

    @property
    def lined_rows(self) -> int:
        """From so many rows on borders have rows of their own, with two or more for every region between."""
        return self.bands * 3 + 1

    def chart(self, width: int, height: int) -> "Chart[R]":
        """For so many cells, or the fewest that there must be."""
        lined = height >= self.lined_rows or (height >= 2 * self.bands + 1 and width >= ROOMY)
        return Chart(self, max(width, NARROWEST), max(height, self.bands), lined)


@dataclass(frozen=True, slots=True)
class LabelBox:
    """What a region has to be written in: the first cell inside its lines, and how many there are."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Chart(Generic[R]):
    """The map in so many cells. `lined`: borders have rows of their own, and not the regions' last rows."""

    atlas: Atlas[R]
    width: int
    height: int
    lined: bool

    def column(self, at: int) -> int:
        """The terminal's column of a line of the grid."""
        return at * (self.width - 1) // self.atlas.breadth

    def row(self, band: int) -> int:
        """The row of the line above a band, or of its first cells where lines have no rows."""
        return band * (self.height - 1 if self.lined else self.height) // self.atlas.bands

    def room(self, region: R) -> LabelBox:
        patch, line = self.atlas.patches[region], 1 if self.lined else 0
        x, y = self.column(patch.left) + 1, self.row(patch.top) + line
        return LabelBox(x, y, self.column(patch.right) - x, self.row(patch.bottom) - y)

    def window(self, focus: R | None, width: int, height: int) -> tuple[int, int]:
        """Where the visible part begins, so that the region that matters is in the middle."""
        if focus is None:
            return 0, 0
        room = self.room(focus)
        x = room.x + room.width // 2 - width // 2
        y = room.y + room.height // 2 - height // 2
        return max(0, min(x, self.width - width)), max(0, min(y, self.height - height))


Corner = tuple[Sequence[R], str, str]
"""Which regions meet there, the sign for it, and its style."""


@dataclass(frozen=True, slots=True)
class RegionMap(Generic[R]):
    """What is drawn: a label and a click for each region of this game, and what stands at corners."""

    atlas: Atlas[R]
    labels: Mapping[R, tuple[Label, Click]]
    corners: Iterable[Corner[R]] = ()

    def draw(self, focus: R | None, width: int, height: int) -> list[Line]:
        """In so many cells; if there are too few for all of it, around a region."""
        chart = self.atlas.chart(width, height)
        canvas = Canvas(chart.width, chart.height)
        _draw_borders(canvas, chart)
        for region in self.atlas.patches:
            if region in self.labels:
                _draw_region(canvas, chart, chart.room(region), *self.labels[region])
            else:
                _shade(canvas, chart, chart.room(region))
        if chart.lined:
            self._draw_corners(canvas, chart)
        return canvas.lines(*chart.window(focus, width, height), width, height)

    def _draw_corners(self, canvas: Canvas, chart: Chart[R]) -> None:
        for where, sign, style in self.corners:
            point = meeting_point([self.atlas.patches[region] for region in where])
            if point is not None:
                canvas.write(chart.column(point[0]), chart.row(point[1]), sign, style)


def _draw_borders(canvas: Canvas, chart: Chart[R]) -> None:
    for patch in chart.atlas.patches.values():
        left, right = chart.column(patch.left), chart.column(patch.right)
        top, bottom = chart.row(patch.top), chart.row(patch.bottom)
        if chart.lined:
            canvas.frame(left, top, right, bottom)
        else:
            for y in range(top, bottom):
                canvas.write(left, y, "│", "class:map.border")
                canvas.write(right, y, "│", "class:map.border")
    canvas.draw("class:map.border")


def _shade(canvas: Canvas, chart: Chart[R], room: LabelBox) -> None:
    """A region that is not in this game."""
    for y in range(room.height):
        is_floor = not chart.lined and y == room.height - 1
        text = "_" * room.width if is_floor else (". " * room.width)[y % 2 :][: room.width]
        canvas.write(room.x, room.y + y, text, "class:map.outside")


def _draw_region(canvas: Canvas, chart: Chart[R], room: LabelBox, label: Label, click: Click) -> None:
    rows = lettered(label, room.width, room.height)
    for at in range(room.height):
        y, is_floor = room.y + at, not chart.lined and at == room.height - 1
        texts = rows[at] if at < len(rows) else []
        blank, blank_style = _blank(label, room, at, is_floor=is_floor, is_empty=not texts)
        canvas.write(room.x, y, blank, blank_style, click)
        x = room.x
        for style, text in texts:
            if text.strip():
                floor = " class:map.floor" if is_floor else ""
                canvas.write(x, y, text, f"class:{style}{floor}", click)
            x += width_of(text)


def _blank(label: Label, room: LabelBox, at: int, *, is_floor: bool, is_empty: bool) -> tuple[str, str]:
    """What shows where nothing is written: the border below, or what grows there."""
    if is_floor:
        return "_" * room.width, "class:map.border"
    if not is_empty:
        return " " * room.width, ""
    start = (at % 2) * (TEXTURE // 2)
    row = "".join(label.terrain.short if x % TEXTURE == start + 1 else " " for x in range(room.width - 1))
    return f"{row:{room.width}}", f"class:{label.terrain.style} class:map.texture"
