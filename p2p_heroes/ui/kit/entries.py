"""Everything on a player's board as entries in rows; those with a key can be pointed at, and are explained.

In: rows of entries, made for a width. Out: as many of them as fit, around what is marked, below a heading.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import Line, clipped, cut, fitted, folded, width_of

GUTTER = 11
GAP = "  "
CELL = 34
"""What an entry of a grid needs at least to stand beside another."""

Key = tuple[str, str]
"""What kind of thing, and what notation calls it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece of a row; one with a key can be pointed at."""

    text: str
    style: str = ""
    key: Key | None = None


EntryRow = list[Entry]


def gutter(text: str) -> Entry:
    """What stands before a row: what it is about."""
    return Entry(fitted(text, GUTTER), "class:subheading")


def flow(label: str, entries: Sequence[Entry], width: int) -> Iterator[EntryRow]:
    """One after the other, on as many rows as it takes."""
    row: EntryRow = [gutter(label)]
    used = GUTTER
    for entry in (piece for one in entries for piece in _pieces(one, max(1, width - GUTTER))):
        if len(row) > 1 and used + len(GAP) + width_of(entry.text) > width:
            yield row
            row, used = [gutter("")], GUTTER
        if len(row) > 1:
            row.append(Entry(GAP))
            used += len(GAP)
        row.append(entry)
        used += width_of(entry.text)
    if len(row) > 1:
        yield row


def _pieces(entry: Entry, width: int) -> list[Entry]:
    """In as many parts as it needs to fit."""
    return [Entry(piece, entry.style, entry.key) for piece in folded(entry.text, width)]


def told(label: str, lines: Sequence[str], width: int) -> Iterator[EntryRow]:
    """Sentences, one below the other."""
    for line in lines:
        for piece in folded(line, max(1, width - GUTTER)):
            yield [gutter(label), Entry(piece)]
            label = ""


def grid(label: str, entries: Sequence[Entry], width: int) -> Iterator[EntryRow]:
    """In columns of equal width; what does not fit into one has rows of its own."""
    room = max(1, width - GUTTER)
    columns = max(1, room // CELL)
    cell, row = room // columns, [gutter(label)]
    for entry in entries:
        is_wide = width_of(entry.text) >= cell
        if len(row) > 1 and (is_wide or len(row) > 2 * columns):
            yield row
            row = [gutter("")]
        if is_wide:
            for piece in _pieces(entry, room):
                yield [row[0], piece]
                row = [gutter("")]
        else:
            row += [entry, Entry(" " * (cell - width_of(entry.text)))]
    if len(row) > 1:
        yield row


@dataclass(frozen=True, slots=True)
class EntryBoard:
    """What is drawn. `hint`: what the pane's key does; `meant`: the entry that the question is about."""

    name: str
    hint: str
    rows: Sequence[EntryRow]
    about: Callable[[Key], str]
    meant: Key | None = None

    def draw(self, scene: Scene[Any], width: int, height: int) -> list[Line]:
        """The entries around the marked one, which is explained below them."""
        keys = list(dict.fromkeys(entry.key for row in self.rows for entry in row if entry.key is not None))
        marked = self._marked(scene, keys)
        foot = self._foot(marked, width, height)
        room = max(1, height - 1 - len(foot))
        start = self._start(scene, marked, room)
        shown = [_line(scene, row, keys, marked, width) for row in self.rows[start : start + room]]
        blank: list[Line] = [[] for _ in range(room - len(shown))] if foot else []
        return [self._heading(width, start, room), *shown, *blank, *foot][:height]

    def _marked(self, scene: Scene[Any], keys: Sequence[Key]) -> Key | None:
        if scene.pointed is not None and keys:
            return keys[scene.pointed % len(keys)]
        return self.meant if self.meant in keys else None

    def _heading(self, width: int, start: int, room: int) -> Line:
        rows = len(self.rows)
        further = f"PgDn {min(start + room, rows)}/{rows}" if rows > room else ""
        for hint in (f"{self.hint}  {further}".rstrip(), further):
            left = width - width_of(hint) - 2
            if width_of(self.name) <= left:
                return [("class:heading", fitted(self.name, left)), ("class:meaning", f"  {hint}")]
        return [("class:heading", cut(self.name, width))]

    def _start(self, scene: Scene[Any], marked: Key | None, room: int) -> int:
        """Where the person has scrolled to; else so that what is marked can be seen."""
        last = max(0, len(self.rows) - room)
        scene.scrolled = min(scene.scrolled, last)
        if scene.scrolled or marked is None:
            return scene.scrolled
        at = next((at for at, row in enumerate(self.rows) if any(entry.key == marked for entry in row)), 0)
        return 0 if at < room else min(at - room // 2, last)

    def _foot(self, marked: Key | None, width: int, height: int) -> list[Line]:
        """What is marked, in full; never more than a third of the pane."""
        if marked is None:
            return []
        lines = folded(self.about(marked), width)
        most = max(2, height // 3)
        if len(lines) > most:
            lines = [*lines[: most - 1], cut(" ".join(line.strip() for line in lines[most - 1 :]), width)]
        rule: list[Line] = [[("class:meaning", "-" * width)]] if height >= 16 else []
        told: list[Line] = [[("", line)] for line in lines]
        return [*rule, *told]


def _line(scene: Scene[Any], row: EntryRow, keys: Sequence[Key], marked: Key | None, width: int) -> Line:
    line: Line = []
    for entry in row:
        if entry.key is None:
            line.append((entry.style, entry.text))
            continue

        def point(at: int = keys.index(entry.key)) -> None:
            scene.pointed = at

        style = "class:marked" if entry.key == marked else entry.style
        line.append((style, entry.text, point))
    return clipped(line, width)
