"""What decisions and stages are: a record, a tag and its parts, and how it is written.

A record is a frozen value with a `form`, whose parts are of some kind each (`kinds`). So a decision is
readable, typeable and hashable by being declared, and nowhere else.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias, TypeVar

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.frozen import Frozen
from p2p_heroes.games.kit.kinds import Kind, Unreadable, Words

R = TypeVar("R", bound="Record")

# The parts of one record are of different kinds; each record's own annotations say which.
AnyKind: TypeAlias = Kind[Any]


class Part(Frozen):
    """One field of a record. With a keyword, it is said only where it is not the kind's `absent`."""

    name: str
    kind: AnyKind
    keyword: str = ""


class Form:
    """A tag and the parts that follow it: those without a keyword first."""

    __slots__ = ("keywords", "parts", "tag")

    def __init__(self, tag: str, *parts: Part) -> None:
        self.tag = tag
        self.parts = parts
        self.keywords = frozenset(part.keyword for part in parts if part.keyword)


class Record(Frozen):
    """Something with a form: a decision, a stage, or a block of state."""

    form: ClassVar[Form]


def to_plain(record: Record) -> dict[str, Plain]:
    """A record as a part of a state, by the names of its fields."""
    return {part.name: part.kind.plain(getattr(record, part.name)) for part in record.form.parts}


def from_plain(kind: type[R], plain: Plain) -> R:
    """The inverse of `to_plain`. Raises Unreadable."""
    parts = kind.form.parts
    if not isinstance(plain, dict) or plain.keys() != {part.name for part in parts}:
        raise Unreadable(f"not the fields of {kind.form.tag}")
    return kind(**{part.name: part.kind.value(plain[part.name]) for part in parts})


def to_row(record: Record) -> tuple[Plain, ...]:
    """A record as it is signed by itself: its tag and its parts in order."""
    return (record.form.tag, *(part.kind.plain(getattr(record, part.name)) for part in record.form.parts))


def from_row(kind: type[R], row: tuple[Plain, ...]) -> R:
    """The inverse of `to_row`, without the tag. Raises Unreadable."""
    parts = kind.form.parts
    if len(row) != len(parts):
        raise Unreadable(f"{kind.form.tag} has {len(parts)} parts, not {len(row)}")
    return kind(*(part.kind.value(plain) for part, plain in zip(parts, row, strict=True)))


def to_text(record: Record) -> str:
    """A record as a person types it."""
    said = [record.form.tag]
    for part in record.form.parts:
        value = getattr(record, part.name)
        if not part.keyword:
            said.append(part.kind.words(value))
        elif value != part.kind.absent:
            said += [part.keyword, part.kind.words(value)]
    return " ".join(said)


def from_words(kind: type[R], typed: list[str]) -> R:
    """The inverse of `to_text`, without the tag. Raises Unreadable."""
    words = Words(typed, kind.form.keywords)
    values = []
    for part in kind.form.parts:
        if not part.keyword or words.take_keyword(part.keyword):
            values.append(part.kind.read(words))
        else:
            values.append(part.kind.absent)
    words.end()
    return kind(*values)
