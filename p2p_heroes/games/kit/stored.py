"""The sorts of parts that only states have, so that nobody types them.

What is the same in many states is the very same plain value in all of them, so that whoever encodes one
after the other can tell at once. Nobody changes a plain value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Generic, TypeVar

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import Form, Record, by_tag, from_plain, to_plain
from p2p_heroes.games.kit.kinds import COUNT, Kind, OneOf, Unreadable, Untyped, items

T = TypeVar("T")
R = TypeVar("R", bound=Record)
MOST_KEPT = 4096


class FixedList(Untyped[tuple[T, ...]]):
    """So many of a kind; `what` says in words what they are."""

    def __init__(self, kind: Kind[T], length: int, what: str) -> None:
        self._kind = kind
        self._length = length
        self._what = what
        self.is_plain = kind.is_plain

    def plain(self, value: tuple[T, ...]) -> Plain:
        return tuple([self._kind.plain(one) for one in value])

    def value(self, plain: Plain) -> tuple[T, ...]:
        if not isinstance(plain, tuple) or len(plain) != self._length:
            raise Unreadable(f"not {self._what}")
        return tuple(map(self._kind.value, plain))


class Counts(Untyped[tuple[int, ...]]):
    """How many there are of each of these, by name."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)

    def plain(self, value: tuple[int, ...]) -> Plain:
        return dict(zip(self._names, value, strict=True))

    def value(self, plain: Plain) -> tuple[int, ...]:
        if not isinstance(plain, dict) or plain.keys() != set(self._names):
            raise Unreadable("not a number for each")
        return tuple(COUNT.value(plain[name]) for name in self._names)


class ByWord(Untyped[tuple[tuple[T, int], ...]]):
    """A number for some things of a closed set, in the order of the things."""

    def __init__(self, things: OneOf[T], numbers: Kind[int]) -> None:
        self._things = things
        self._numbers = numbers

    def plain(self, value: tuple[tuple[T, int], ...]) -> Plain:
        return {self._things.words(one): number for one, number in value}

    def value(self, plain: Plain) -> tuple[tuple[T, int], ...]:
        if not isinstance(plain, dict):
            raise Unreadable("not numbers by name")
        found = {self._things.value(word): self._numbers.value(number) for word, number in plain.items()}
        return tuple((one, found[one]) for one in self._things.all if one in found)


class Bits(Untyped[int]):
    """A set of things as bits, written as their names in order."""

    def __init__(self, names: Iterable[str] | Iterable[int]) -> None:
        self._names: tuple[str | int, ...] = tuple(names)
        self._places = {name: at for at, name in enumerate(self._names)}
        self.plain: Callable[[int], Plain] = lru_cache(maxsize=MOST_KEPT)(self._write)

    def _write(self, bits: int) -> tuple[Plain, ...]:
        return tuple(name for at, name in enumerate(self._names) if bits >> at & 1)

    def value(self, plain: Plain) -> int:
        bits = 0
        for name in items(plain):
            # Not isinstance: a truth value counts as a number in Python.
            at = self._places.get(name) if type(name) is str or type(name) is int else None
            if at is None or bits >> at:
                raise Unreadable("not a name here, or out of order")
            bits |= 1 << at
        return bits


class Block(Untyped[R]):
    """A record within another."""

    def __init__(self, kind: type[R]) -> None:
        self._kind = kind
        self.plain: Callable[[R], Plain] = lru_cache(maxsize=MOST_KEPT)(to_plain)

    def value(self, plain: Plain) -> R:
        return from_plain(self._kind, plain)


class Parts(Untyped[T]):
    """A value with these parts that is not frozen, such as a player or a whole table."""

    def __init__(self, kind: Callable[..., T], form: Form) -> None:
        self._kind = kind
        self._form = form
        self.plain: Callable[[T], Plain] = form.plain

    def value(self, plain: Plain) -> T:
        return self._kind(**self._form.values(plain))


class Sound(Untyped[T]):
    """Of a kind only what a game can come to."""

    def __init__(self, kind: Kind[T], is_sound: Callable[[T], bool]) -> None:
        self._kind = kind
        self._is_sound = is_sound
        self.plain: Callable[[T], Plain] = kind.plain

    def value(self, plain: Plain) -> T:
        value = self._kind.value(plain)
        if not self._is_sound(value):
            raise Unreadable("no game can come to this")
        return value


class NeverThere(Untyped[None]):
    """What is never there."""

    def plain(self, value: None) -> Plain:
        return None

    def value(self, plain: Plain) -> None:
        if plain is not None:
            raise Unreadable("nothing belongs here")


class Tagged(Untyped[R], Generic[R]):
    """A record of one of several classes; `key`: under which name it says of which."""

    def __init__(self, key: str, kinds: Iterable[type[R]]) -> None:
        self._key = key
        self._kinds = by_tag(kinds)
        self.plain: Callable[[R], Plain] = lru_cache(maxsize=MOST_KEPT)(self._write)

    def _write(self, value: R) -> dict[str, Plain]:
        return {self._key: value.form.tag, **to_plain(value)}

    def value(self, plain: Plain) -> R:
        if not isinstance(plain, dict):
            raise Unreadable(f"not a {self._key}")
        tag = plain.get(self._key)
        kind = self._kinds.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise Unreadable(f"no such {self._key}")
        return from_plain(kind, {name: value for name, value in plain.items() if name != self._key})
