"""The sorts of parts that decisions, stages and states are made of.

The kind alone knows how a part looks as a plain value (what is signed and hashed)
and in words (what a person types). Every kind has one plain form and one text per
value. Reading is stricter for plain values, which must be exactly what would be
written, than for words, where case and apostrophes do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Generic, Protocol, TypeVar

from p2p_heroes.games.game import Plain

T = TypeVar("T")

MOST = 9999
"""The largest number that any part may hold; far beyond what a game can come to."""

LONGEST_NAME = 24
LONGEST_LIST = 64
NONE = "none"


class Unreadable(ValueError):
    """Not a value of this kind; the text says what was expected."""


class Words:
    """What a person typed, taken word by word; a keyword ends whatever is being read."""

    def __init__(self, words: list[str], keywords: frozenset[str]) -> None:
        self._words = [word.lower() if word.lower() in keywords else word for word in words]
        self._keywords = keywords
        self._next = 0

    def peek(self, ahead: int = 0) -> str:
        """The word after so many more, or nothing where a keyword or the end comes first."""
        words = self._words[self._next : self._next + ahead + 1]
        return words[-1] if len(words) == ahead + 1 and not self._keywords & set(words) else ""

    def take(self, expected: str) -> str:
        word = self.peek()
        if not word:
            raise Unreadable(f"{expected} is missing")
        self._next += 1
        return word

    def take_keyword(self, keyword: str) -> bool:
        if self._words[self._next : self._next + 1] == [keyword]:
            self._next += 1
            return True
        return False

    def end(self) -> None:
        if self._next < len(self._words):
            raise Unreadable(f"{self._words[self._next]} is not understood here")


class Kind(Protocol[T]):
    """One sort of part."""

    @property
    def absent(self) -> T:
        """What a part with a keyword is when the keyword is not said."""

    @property
    def is_plain(self) -> bool:
        """Whether every value is signed as it is."""

    def plain(self, value: T, /) -> Plain:
        """As it is signed."""

    def value(self, plain: Plain) -> T:
        """The inverse of `plain`. Raises Unreadable."""

    def words(self, value: T, /) -> str:
        """As it is typed."""

    def read(self, words: Words) -> T:
        """The inverse of `words`. Raises Unreadable."""


class Count:
    """A whole number within bounds, usually from 0."""

    absent = 0
    is_plain = True

    def __init__(self, least: int = 0, most: int = MOST) -> None:
        self._bounds = range(least, most + 1)

    def plain(self, value: int) -> Plain:
        return value

    def value(self, plain: Plain) -> int:
        # Not isinstance: a truth value counts as a number in Python, but is encoded differently.
        if type(plain) is int and plain in self._bounds:
            return plain
        raise Unreadable("not a number")

    def words(self, value: int) -> str:
        return str(value)

    def read(self, words: Words) -> int:
        return _number(words.take("a number"))


def _number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) <= len(str(MOST)):
        return int(word)
    raise Unreadable(f"{word} is not a number")


class Untyped(Generic[T]):
    """What stands only in states and is never typed, so that it has no words."""

    absent: T
    is_plain = False

    def words(self, value: T) -> str:
        raise AssertionError("never typed")

    def read(self, words: Words) -> T:
        raise AssertionError("never typed")


class Flag(Untyped[bool]):
    """Yes or no."""

    absent = False
    is_plain = True

    def plain(self, value: bool) -> Plain:
        return value

    def value(self, plain: Plain) -> bool:
        if isinstance(plain, bool):
            return plain
        raise Unreadable("neither true nor false")


class OneOf(Generic[T]):
    """One of a closed set, by its word. `what` it is; `key`: what makes two words the same when typed."""

    is_plain = False

    def __init__(
        self,
        what: str,
        by_word: Mapping[str, T],
        *,
        key: Callable[[str], str] = str.casefold,
        word_of: Callable[[T], str] | None = None,
    ) -> None:
        self._what = what
        self._key = key
        self._by_word = by_word
        self._by_key = {key(word): one for word, one in by_word.items()}
        self.all = tuple(by_word.values())
        self.words = word_of or {one: word for word, one in by_word.items()}.__getitem__
        self.plain: Callable[[T], Plain] = self.words

    @property
    def absent(self) -> T:
        return self.all[0]

    def value(self, plain: Plain) -> T:
        if isinstance(plain, str) and plain in self._by_word:
            return self._by_word[plain]
        raise Unreadable(f"not a {self._what}")

    def read(self, words: Words) -> T:
        word = words.take(f"a {self._what}")
        key = self._key(word)
        if key not in self._by_key:
            raise Unreadable(f"there is no {self._what} {word}")
        return self._by_key[key]


class OrNone(Generic[T]):
    """Something, or nothing, which is said by leaving its keyword out."""

    absent: T | None = None

    def __init__(self, kind: Kind[T]) -> None:
        self._kind = kind
        self.is_plain = kind.is_plain

    def plain(self, value: T | None) -> Plain:
        return None if value is None else self._kind.plain(value)

    def value(self, plain: Plain) -> T | None:
        return None if plain is None else self._kind.value(plain)

    def words(self, value: T | None) -> str:
        return NONE if value is None else self._kind.words(value)

    def read(self, words: Words) -> T | None:
        return self._kind.read(words)


class Name:
    """The id of a thing: small letters, hyphens, perhaps a plus at the end.

    `reserved`: the keywords of the game's forms; named so, a thing could be read in two ways.
    """

    absent = ""
    is_plain = True

    def __init__(self, reserved: frozenset[str] = frozenset()) -> None:
        self._reserved = reserved | {NONE}

    def plain(self, value: str) -> Plain:
        return value

    def value(self, plain: Plain) -> str:
        if isinstance(plain, str) and self._is_name(plain):
            return plain
        raise Unreadable("not a name")

    def words(self, value: str) -> str:
        return value

    def read(self, words: Words) -> str:
        word = words.take("a name").lower()
        if self._is_name(word):
            return word
        raise Unreadable(f"{word} is not a name")

    def _is_name(self, text: str) -> bool:
        letters = text.removesuffix("+").replace("-", "")
        is_word = letters.isascii() and letters.isalpha() and letters.islower()
        return is_word and len(text) <= LONGEST_NAME and text not in self._reserved


def items(plain: Plain) -> tuple[Plain, ...]:
    """What is in a list. Raises Unreadable."""
    if not isinstance(plain, tuple) or len(plain) > LONGEST_LIST:
        raise Unreadable("not a list")
    return plain


class Several(Generic[T]):
    """Several of a kind, without a mark at the end: it goes on while the words fit."""

    absent: tuple[T, ...] = ()

    def __init__(self, kind: Kind[T], *, width: int = 1) -> None:
        self._kind = kind
        self._width = width
        self.is_plain = kind.is_plain

    def plain(self, value: tuple[T, ...]) -> Plain:
        return tuple([self._kind.plain(item) for item in value])

    def value(self, plain: Plain) -> tuple[T, ...]:
        return tuple(self._kind.value(item) for item in items(plain))

    def words(self, value: tuple[T, ...]) -> str:
        return " ".join(self._kind.words(item) for item in value) if value else NONE

    def read(self, words: Words) -> tuple[T, ...]:
        if words.peek().lower() == NONE:
            words.take(NONE)
            return ()
        found = [self._kind.read(words)]
        while words.peek(self._width - 1) and len(found) < LONGEST_LIST:
            found.append(self._kind.read(words))
        return tuple(found)


class Named(Generic[T]):
    """A name and what belongs to it; `what` says in words what the two are."""

    def __init__(self, name: Name, kind: Kind[T], what: str) -> None:
        self._name = name
        self._kind = kind
        self._what = what
        self.is_plain = kind.is_plain

    @property
    def absent(self) -> tuple[str, T]:
        return self._name.absent, self._kind.absent

    def plain(self, value: tuple[str, T]) -> Plain:
        return value[0], self._kind.plain(value[1])

    def value(self, plain: Plain) -> tuple[str, T]:
        if not isinstance(plain, tuple) or len(plain) != 2:
            raise Unreadable(f"not {self._what}")
        return self._name.value(plain[0]), self._kind.value(plain[1])

    def words(self, value: tuple[str, T]) -> str:
        return f"{value[0]} {self._kind.words(value[1])}"

    def read(self, words: Words) -> tuple[str, T]:
        return self._name.read(words), self._kind.read(words)


class Amount(Named[int]):
    """A name and how many of it, at least one."""

    def __init__(self, name: Name) -> None:
        super().__init__(name, COUNT, "an amount")

    def value(self, plain: Plain) -> tuple[str, int]:
        name, count = super().value(plain)
        if not count:
            raise Unreadable("an amount of none is not mentioned")
        return name, count

    def read(self, words: Words) -> tuple[str, int]:
        """People also say the number first."""
        if words.peek().isdecimal():
            count = COUNT.read(words)
            return self.value((self._name.read(words), count))
        return self.value(super().read(words))


def by_name(value: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
    return tuple(sorted(value, key=itemgetter(0)))


class EachOnce(Several[tuple[str, T]]):
    """Named things of which none is mentioned twice. They are typed in any order and written in one."""

    def __init__(
        self,
        kind: Kind[tuple[str, T]],
        *,
        width: int = 1,
        in_order: Callable[[tuple[tuple[str, T], ...]], tuple[tuple[str, T], ...]] = by_name,
    ) -> None:
        super().__init__(kind, width=width)
        self._in_order = in_order

    def value(self, plain: Plain) -> tuple[tuple[str, T], ...]:
        value = super().value(plain)
        if value != self._in_order(value):
            raise Unreadable("not in order")
        return _each_once(value)

    def read(self, words: Words) -> tuple[tuple[str, T], ...]:
        return _each_once(self._in_order(super().read(words)))


def _each_once(value: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
    if len({name for name, _ in value}) < len(value):
        raise Unreadable("something is mentioned twice")
    return value


COUNT, FLAG = Count(), Flag()
COUNTS: Several[int] = Several(COUNT)
