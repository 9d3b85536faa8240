"""A sheet of cells that can be written on anywhere, and read off as lines with styles and clicks."""

from collections.abc import Iterable
from itertools import groupby

from p2p_heroes.ui.kit.text import Click, Line, Piece, cells

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Where a line goes on from a cell."""
BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the sum of the directions."""

Cell = tuple[str, str, Click | None]
"""A style, a character (none behind a wide one), and what a click does."""


class Canvas:
    """Blank at first. What does not fit on it is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Cell]] = [[("", " ", None)] * width for _ in range(height)]
        self._strokes: dict[tuple[int, int], int] = {}

    def write(self, x: int, y: int, text: str, style: str = "", click: Click | None = None) -> None:
        """Characters from this cell on to the right."""
        cells = [cell for character in text for cell in _cells(style, character, click)]
        if 0 <= y < self.height:
            row, first, end = self._cells[y], max(0, -x), min(len(cells), self.width - x)
            if end > first:
                row[x + first : x + end] = cells[first:end]

    def frame(self, left: int, top: int, right: int, bottom: int) -> None:
        """The four sides of a rectangle; where they meet others there are crossings."""
        for x in range(left, right):
            for y in (top, bottom):
                self._stroke(x, y, EAST)
                self._stroke(x + 1, y, WEST)
        for y in range(top, bottom):
            for x in (left, right):
                self._stroke(x, y, SOUTH)
                self._stroke(x, y + 1, NORTH)

    def _stroke(self, x: int, y: int, direction: int) -> None:
        self._strokes[x, y] = self._strokes.get((x, y), 0) | direction

    def draw(self, style: str) -> None:
        """Put the lines of all frames on the sheet."""
        for (x, y), directions in self._strokes.items():
            self.write(x, y, BOXES[directions], style)

    def lines(
        self, x: int = 0, y: int = 0, width: int | None = None, height: int | None = None
    ) -> list[Line]:
        """The sheet, or a part of it."""
        right = self.width if width is None else x + width
        below = self.height if height is None else y + height
        return [_pieces(row[x:right]) for row in self._cells[y:below]]


def _cells(style: str, character: str, click: Click | None) -> list[Cell]:
    """As many as the character is wide."""
    if character.isascii():
        return [(style, character, click)]
    return [(style, part, click) for part in (character, "")[: cells(character)]]


def _pieces(cells: Iterable[Cell]) -> Line:
    """Cells of one style and click together."""
    line: Line = []
    for (style, click), run in groupby(cells, key=lambda cell: (cell[0], cell[2])):
        text = "".join(cell[1] for cell in run)
        piece: Piece = (style, text) if click is None else (style, text, click)
        line.append(piece)
    return line
