"""Styled text in cells: what panes are made of, cut and folded to the width that a terminal has.

A line is a list of pieces, each with a style name and a text. Widths are those of a
terminal: a wide character takes two cells, a combining one none.
"""

from collections.abc import Callable, Iterable
from functools import cache

from wcwidth import wcwidth

Click = Callable[[], None]
Piece = tuple[str, str] | tuple[str, str, Click]
"""A style, a text, and perhaps what a click on it does."""
Line = list[Piece]


@cache
def cells(character: str) -> int:
    """How many a character takes; nothing where it cannot be seen."""
    return max(0, wcwidth(character))


def width_of(text: str) -> int:
    return sum(map(cells, text))


def plain(line: Iterable[Piece]) -> str:
    """The text alone."""
    return "".join(piece[1] for piece in line)


def cut(text: str, width: int) -> str:
    """What fits, with a mark where something is missing."""
    if width_of(text) <= width:
        return text
    kept, room = "", max(0, width - 1)
    for character in text:
        room -= cells(character)
        if room < 0:
            break
        kept += character
    return f"{kept}~" if width > 0 else ""


def fitted(text: str, width: int) -> str:
    """Exactly so wide: cut, or filled with blanks."""
    text = cut(text, width)
    return text + " " * (width - width_of(text))


def folded(text: str, width: int, indent: str = "  ") -> list[str]:
    """Whole words on lines of this width; what goes on is indented. A word that is too long is cut up."""
    if width_of(text) <= width:
        return [text]
    lead = text[: len(text) - len(text.lstrip())]
    lines, line = [], lead
    for word in text.split():
        gap = "" if not line.strip() else " "
        if line.strip() and width_of(line + gap + word) > width:
            lines.append(line)
            line, gap = lead + indent, ""
        line += gap + word
        while width_of(line) > width > len(lead + indent):
            head = _head(line, width)
            lines.append(head)
            line = lead + indent + line[len(head) :]
    return [*lines, line]


def _head(text: str, width: int) -> str:
    kept, room = "", width
    for character in text:
        room -= cells(character)
        if room < 0:
            break
        kept += character
    return kept


def clipped(line: Line, width: int) -> Line:
    """A line of pieces that takes at most so many cells."""
    kept: Line = []
    for piece in line:
        room = width - sum(width_of(part[1]) for part in kept)
        if room <= 0:
            break
        text = cut(piece[1], room)
        kept.append((piece[0], text, piece[2]) if len(piece) == 3 else (piece[0], text))
    return kept
