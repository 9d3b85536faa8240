"""Lines that know what they are, so that nothing is styled by what it says.

A plain string is a line of no kind. Names and chat come from outside, and whatever is said in them, a
line is of a kind only if the place that made it said so; what is made of it by cutting or joining is
of none until somebody says so again.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self


class LineKind(StrEnum):
    """What a line is."""

    PLAIN = ""
    HEADING = "heading"
    SUBHEADING = "subheading"
    FAIR = "fair"
    """A check of the protocol has come out right."""
    PROVEN = "proven"
    """A fault is proven."""


class Told(str):
    """A line of some kind."""

    __slots__ = ("kind",)
    kind: LineKind

    def __new__(cls, text: str, kind: LineKind) -> Self:
        told = super().__new__(cls, text)
        told.kind = kind
        return told


def kind_of(line: str) -> LineKind:
    """What a line is, whatever it says."""
    return line.kind if isinstance(line, Told) else LineKind.PLAIN


def like(line: str, pieces: Iterable[str]) -> list[str]:
    """What a line was cut into, each piece of the line's kind."""
    return [Told(piece, kind_of(line)) for piece in pieces]
