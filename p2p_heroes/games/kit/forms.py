"""What decisions, stages and states are: a record, a tag and its parts, and how it is written.

A record is a frozen value with a `form`, whose parts are of some kind each (`kinds`). So a decision is
readable, typeable and hashable by being declared, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
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

    __slots__ = ("_plain", "keywords", "parts", "tag")

    def __init__(self, tag: str, *parts: Part) -> None:
        self.tag = tag
        self.parts = parts
        self.keywords = frozenset(part.keyword for part in parts if part.keyword)
        # Most parts are written as they are.
        self._plain = tuple((part.name, None if part.kind.is_plain else part.kind.plain) for part in parts)

    def plain(self, value: object) -> dict[str, Plain]:
        """Something with these parts as a part of a state, by the names of its fields."""
        return {
            name: getattr(value, name) if plain is None else plain(getattr(value, name))
            for name, plain in self._plain
        }

    def row(self, value: object) -> tuple[Plain, ...]:
        """The same as it is signed by itself: its tag and its parts in order."""
        return (self.tag, *self.plain(value).values())

    def values(self, plain: Plain) -> dict[str, Any]:
        """The inverse of `plain`: the value of each part. Raises Unreadable."""
        if not isinstance(plain, dict) or plain.keys() != {part.name for part in self.parts}:
            raise Unreadable(f"not the fields of {self.tag}")
        return {part.name: part.kind.value(plain[part.name]) for part in self.parts}


class Record(Frozen):
    """Something with a form: a decision, a stage, or a block of state."""

    form: ClassVar[Form]


def by_tag(kinds: Iterable[type[R]]) -> dict[str, type[R]]:
    """No two may share a tag, or one could not be read back."""
    found = tuple(kinds)
    tags = {kind.form.tag: kind for kind in found}
    assert len(tags) == len(found), f"two share a tag: {sorted(kind.form.tag for kind in found)}"
    return tags


def to_plain(record: Record) -> dict[str, Plain]:
    """A record as a part of a state, by the names of its fields."""
    return record.form.plain(record)


def from_plain(kind: type[R], plain: Plain) -> R:
    """The inverse of `to_plain`. Raises Unreadable."""
    return kind(**kind.form.values(plain))


def to_row(record: Record) -> tuple[Plain, ...]:
    """A record as it is signed by itself: its tag and its parts in order."""
    return record.form.row(record)


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
