"""Where everything stands on a large terminal: five places of fixed size, which no question moves.

The bar on top; below it the stage, on which the game is seen, and to its right the table; the question under
the table; the tray under the stage, for what the marked choice comes to; the story; the keys in the last row.
Between them are lines with titles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from p2p_heroes.ui.kit.text import Line, Piece, clipped, width_of

LEAST = 120, 36
"""Columns and rows from which on there is room for all places at once."""
WIDE = 200, 55
"""From here on a second stage stands beside the first, and the story has a place of its own."""


class ScreenPlace(StrEnum):
    """What stands where."""

    BAR = "bar"
    STAGE_TITLE = "stage title"
    STAGE = "stage"
    SIDE_TITLE = "side title"
    SIDE = "side"
    TABLE_TITLE = "table title"
    TABLE = "table"
    QUESTION_TITLE = "question title"
    QUESTION = "question"
    TYPED = "typed"
    TRAY_TITLE = "tray title"
    TRAY = "tray"
    STORY_TITLE = "story title"
    STORY = "story"
    RULE = "rule"
    SIDE_RULE = "side rule"
    KEYS = "keys"


@dataclass(frozen=True, slots=True)
class Box:
    """Cells of the terminal."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, row: int) -> bool:
        return self.top <= row < self.top + self.height


Frame = Mapping[ScreenPlace, Box]


def frame(columns: int, rows: int, seats: int) -> Frame | None:
    """The boxes for a table of so many seats, or None where they do not all fit."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return None
    is_wide = columns >= WIDE[0] and rows >= WIDE[1]
    right = 42 if is_wide else 39
    left, tray = columns - right - 1, 8 if is_wide else 7
    side = left - left * 2 // 3 - 1 if is_wide else 0
    stage, below, bottom = left - side - (1 if side else 0), rows - tray - 2, rows - 1
    table = max(4, seats)
    asked = 4 + table
    boxes = {
        ScreenPlace.BAR: Box(0, 0, columns, 1),
        ScreenPlace.STAGE_TITLE: Box(0, 1, stage, 1),
        ScreenPlace.STAGE: Box(0, 2, stage, below - 2),
        ScreenPlace.TABLE_TITLE: Box(left + 1, 1, right, 1),
        ScreenPlace.TABLE: Box(left + 1, 2, right, table + 1),
        ScreenPlace.QUESTION_TITLE: Box(left + 1, asked - 1, right, 1),
        ScreenPlace.TRAY_TITLE: Box(0, below, left, 1),
        ScreenPlace.TRAY: Box(0, below + 1, left, tray),
        ScreenPlace.RULE: Box(left, 1, 1, bottom - 1),
        ScreenPlace.KEYS: Box(0, bottom, columns, 1),
    }
    if is_wide:
        boxes[ScreenPlace.SIDE_TITLE] = Box(stage + 1, 1, side, 1)
        boxes[ScreenPlace.SIDE_RULE] = Box(stage, 1, 1, below - 1)
        boxes[ScreenPlace.SIDE] = Box(stage + 1, 2, side, below - 2)
    told = asked + 18 if is_wide else below
    boxes[ScreenPlace.QUESTION] = Box(left + 1, asked, right, told - asked - 1)
    boxes[ScreenPlace.TYPED] = Box(left + 1, told - 1, right, 1)
    boxes[ScreenPlace.STORY_TITLE] = Box(left + 1, told, right, 1)
    boxes[ScreenPlace.STORY] = Box(left + 1, told + 1, right, bottom - told - 1)
    return boxes


def composed(boxes: Frame, drawn: Mapping[ScreenPlace, Sequence[Line]], rows: int) -> list[Line]:
    """The whole screen: in each box its lines, cut or filled to its size."""
    across = sorted(boxes.items(), key=lambda item: item[1].left)
    lines: list[Line] = []
    for row in range(rows):
        line: Line = []
        for place, box in across:
            if box.holds(row):
                filled = drawn.get(place, ())
                at = row - box.top
                line += fitted_line(filled[at] if at < len(filled) else [], box.width)
        lines.append(line)
    return lines


def fitted_line(line: Line, width: int) -> Line:
    """Exactly so wide."""
    kept = clipped(line, width)
    rest = width - sum(width_of(piece[1]) for piece in kept)
    blank: Piece = ("", " " * rest)
    return [*kept, blank] if rest else kept


def ruled(title: str, width: int, told: str = "", style: str = "class:subheading") -> Line:
    """A thin line with a title on its left, and what is told of it on its right."""
    left = f" {title} " if title else ""
    right = f" {told} " if told and width_of(told) + width_of(left) + 6 <= width else ""
    rest = width - 2 - width_of(left) - width_of(right)
    return [
        ("class:line", "─"),
        (style, left),
        ("class:line", "─" * max(0, rest)),
        ("class:meaning", right),
        ("class:line", "─"),
    ]
