"""Plain values as people write them, and paths that lead into them.

A path is keys with dots between them: names in a map, numbers in a list. A list with one entry for each seat
is entered by the seat's name as well: `players.Ada.stock`. What is shown can be read again and is the same.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeVar

from protocol.canonical import MAX_DEPTH, Value
from protocol.frozen import Frozen

T = TypeVar("T")
WORDS: dict[str, Value] = {"nothing": None, "yes": True, "no": False}
_TOKEN = re.compile(r'\s*(?:([\[\]{},:])|"([^"]*)"|([^\s\[\]{},:"]+(?: +[^\s\[\]{},:"]+)*))')
_NUMBER = re.compile(r"-?\d{1,18}")
_BYTES = re.compile(r"0x(?:[0-9a-f]{2})*")


class BadValue(Exception):
    """A text that is no value; `at` counts the characters before the place where that shows."""

    def __init__(self, text: str, at: int) -> None:
        super().__init__(text)
        self.at = at


class NoSuchPath(Exception):
    """A path that leads nowhere; `at` counts the characters before the key that is not there."""

    def __init__(self, text: str, at: int) -> None:
        super().__init__(text)
        self.at = at


def shown(value: Value) -> str:
    """A plain value as a person writes it."""
    match value:
        case tuple():
            return f"[{', '.join(map(shown, value))}]"
        case dict():
            return f"{{{', '.join(f'{key}: {shown(entry)}' for key, entry in value.items())}}}"
        case bytes():
            return f"0x{value.hex()}"
        case str():
            return value if _is_word(value) else f'"{value}"'
        case bool() | None:
            return next(word for word, meant in WORDS.items() if meant is value)
    return str(value)


def _is_word(text: str) -> bool:
    """Whether a text stands for itself, and is not taken for a number, a list or anything else."""
    token = _TOKEN.fullmatch(text)
    return token is not None and token.group(3) == text and _meaning(text) == text


def _meaning(word: str) -> Value:
    if word in WORDS:
        return WORDS[word]
    if _BYTES.fullmatch(word):
        return bytes.fromhex(word[2:])
    return int(word) if _NUMBER.fullmatch(word) else word


def read_value(text: str, at: int = 0) -> tuple[Value, int]:
    """The value that is written at a place in a text, and where it ends. Raises BadValue."""
    reader = _PathReader(text, at)
    return reader.value(), reader.at


class _PathReader:
    """A text, token by token."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self._depth = 0

    @property
    def place(self) -> int:
        """Where the next token begins."""
        return len(self.text) - len(self.text[self.at :].lstrip())

    def value(self) -> Value:
        mark, quoted, word = self._take("a value")
        if quoted is not None:
            return quoted
        if word is not None:
            return _meaning(word)
        if mark == "[":
            return tuple(self._entries("]", self.value))
        if mark == "{":
            return dict(self._entries("}", self._pair))
        raise BadValue(f"a value does not begin with {mark}", self.at - 1)

    def _pair(self) -> tuple[str, Value]:
        _, quoted, word = self._take("a name")
        if quoted is None and word is None:
            raise BadValue("a name is missing", self.at - 1)
        self._require(":")
        return (word if quoted is None else quoted) or "", self.value()

    def _entries(self, end: str, read: Callable[[], T]) -> list[T]:
        entries: list[T] = []
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise BadValue("too deep", self.at - 1)
        if self._accept(end):
            self._depth -= 1
            return entries
        while True:
            entries.append(read())
            if self._accept(end):
                self._depth -= 1
                return entries
            self._require(",", f", or {end}")

    def _take(self, what: str) -> tuple[str | None, str | None, str | None]:
        token = _TOKEN.match(self.text, self.at)
        if token is None:
            raise BadValue(f"{what} is missing", self.place)
        self.at = token.end()
        mark, quoted, word = token.groups()
        return mark, quoted, word

    def _accept(self, mark: str) -> bool:
        found = self.text[self.place : self.place + 1] == mark
        self.at = self.place + 1 if found else self.at
        return found

    def _require(self, mark: str, what: str = "") -> None:
        if not self._accept(mark):
            raise BadValue(f"{what or mark} is missing", self.place)


# Paths.


def look(value: Value, path: str, seats: Sequence[str]) -> Value:
    """What a path leads to. Raises NoSuchPath."""
    for keys, key in _ways(path):
        value = _entry(value, keys, key, seats)
    return value


def changed(value: Value, path: str, seats: Sequence[str], new: Value) -> Value:
    """The same value with something else at the end of a path. Raises NoSuchPath."""
    return _changed(value, _ways(path), seats, new)


def _changed(value: Value, ways: list[tuple[str, str]], seats: Sequence[str], new: Value) -> Value:
    if not ways:
        return new
    keys, key = ways[0]
    if isinstance(value, dict) and len(ways) == 1 and not value:
        # An empty map says nothing of what it may hold: its owner knows.
        return {key: new}
    inner = _changed(_entry(value, keys, key, seats), ways[1:], seats, new)
    if isinstance(value, tuple):
        at = _index(value, key, seats)
        return tuple(inner if n == at else entry for n, entry in enumerate(value))
    assert isinstance(value, dict)
    return {name: inner if name == key else entry for name, entry in value.items()}


def _ways(path: str) -> list[tuple[str, str]]:
    """Each key, and the path up to it."""
    keys = path.split(".")
    return [(".".join(keys[:n]), key) for n, key in enumerate(keys)]


def _entry(value: Value, keys: str, key: str, seats: Sequence[str]) -> Value:
    match value:
        case dict() if key in value:
            return value[key]
        case tuple() if _index(value, key, seats) is not None:
            return value[_index(value, key, seats) or 0]
    here = f"in {keys}" if keys else "here"
    raise NoSuchPath(f"there is no {key} {here}, only {_keys(value, seats)}", len(keys) + bool(keys))


def _index(value: tuple[Value, ...], key: str, seats: Sequence[str]) -> int | None:
    if key in seats and len(value) == len(seats):
        return list(seats).index(key)
    return int(key) if key in map(str, range(len(value))) else None


def _keys(value: Value, seats: Sequence[str]) -> str:
    """What can follow here."""
    match value:
        case dict():
            return ", ".join(value) or "nothing"
        case tuple() if len(value) == len(seats):
            return ", ".join(seats)
        case tuple() if value:
            return f"0 to {len(value) - 1}"
        case tuple():
            return "nothing"
    return shown(value)


def plain(thing: object) -> Value:
    """A record of a game as a plain value: its fields by name, and what is listed by its own name."""
    match thing:
        case Enum():
            return str(thing)
        case tuple():
            return tuple(map(plain, thing))
        case bool() | int() | str() | bytes() | None:
            return thing
    assert isinstance(thing, Frozen)
    return {name: plain(getattr(thing, name)) for name in thing.__struct_fields__}
