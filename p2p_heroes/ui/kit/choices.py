"""What a person is offered, and what a typed line means: a number, notation, or the beginning of it.

A request may hold thousands of choices. Then some of each kind are shown, with the
numbers that they have among all, and any other can still be typed.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

from p2p_heroes.games.errors import GameError
from p2p_heroes.games.game import AnyGame

D = TypeVar("D")

MOST_SHOWN = 30
ENOUGH = 15
"""Of more than can be shown, so many, or one of every kind."""
MOST_LOOKED_AT = 240
MOST_SEARCHED = 20_000
"""How many choices are looked through for one that begins as typed."""

MOST_FITTING = 200
MOST_FITTED = 2000
"""How many choices are looked through while a line is still being typed: at every key."""

MOST_WAYS = 5
"""How many ways to go on typing are named."""

MOST_OF_ALL_KINDS = 600
MOST_KINDS = 1000

SHORTEST = 2
"""A single letter is rather a slip than a wish."""


class Unclear(Exception):
    """A line is no choice; the text says why."""


class Offer(Generic[D]):
    """The choices of one request."""

    def __init__(
        self,
        game: AnyGame,
        choices: Sequence[D],
        spelled: Callable[[str], str] = lambda line: line,
        gain: Callable[[D], int] = lambda choice: 0,
        worded: Callable[[D], str] | None = None,
    ) -> None:
        """`spelled`: a typed line with the notation's own words, where people use others.

        `gain`: of variants that begin alike, the one that gains most is meant.
        `worded`: how a choice reads where notation is not for people; both can be typed.
        """
        self._game = game
        self.choices = choices
        self._spelled, self._gain = spelled, gain
        self._worded: Callable[[D], str] = worded or game.notate

    def shown(self, is_sensible: Callable[[D], bool] = lambda choice: True) -> list[tuple[int, D]]:
        """What to print, each with its number from 1: all that is sensible, or some of every kind of it."""
        everywhere = range(len(self.choices))
        looked_at = (
            everywhere if len(everywhere) <= MOST_LOOKED_AT else self._spread(everywhere, MOST_LOOKED_AT)
        )
        alike: dict[str, int] = {}
        for place in looked_at:
            if is_sensible(self.choices[place]):
                alike.setdefault(self._worded(self.choices[place]), place)
        sensible = list(alike.values())
        printed = sensible if len(sensible) <= MOST_SHOWN else self._spread(sensible, ENOUGH)
        return [(place + 1, self.choices[place]) for place in printed]

    def distinct(self, choices: Iterable[D]) -> list[D]:
        """Of those that read alike, such as copies of a card, the first."""
        first: dict[str, D] = {}
        for choice in choices:
            first.setdefault(self._worded(choice), choice)
        return list(first.values())

    def kinds(
        self,
        is_sensible: Callable[[D], bool] = lambda choice: True,
        kind_of: Callable[[D], Hashable] | None = None,
    ) -> list[Sequence[D]]:
        """What is sensible by its kind, some of each where there are many; all of it if nothing is."""
        found: dict[Hashable, list[Sequence[int]]] = {}
        everywhere = range(len(self.choices))
        for run in islice(self._kinds(everywhere, kind_of), MOST_KINDS):
            first = self.choices[run[0]]
            found.setdefault(tuple(self._kind(run[0])) if kind_of is None else kind_of(first), []).append(run)
        share = max(2, MOST_OF_ALL_KINDS // max(1, len(found)))
        kinds = [self._sample(runs, share) for runs in found.values()]
        sensible: list[Sequence[D]] = [[choice for choice in kind if is_sensible(choice)] for kind in kinds]
        return [kind for kind in sensible if kind] or kinds

    def _sample(self, runs: Sequence[Sequence[int]], share: int) -> Sequence[D]:
        places = [place for run in runs for place in _some_of(run, max(2, share // len(runs)))]
        return [self.choices[place] for place in places]

    def _spread(self, places: Sequence[int], enough: int) -> list[int]:
        """About so many: of every kind the same share, or all of it."""
        kinds = list(islice(self._kinds(places), max(enough, MOST_SHOWN)))
        share = _share([len(kind) for kind in kinds], enough)
        return [place for kind in kinds for place in _some_of(kind, share)]

    def _kinds(
        self, places: Sequence[int], kind_of: Callable[[D], Hashable] | None = None
    ) -> Iterator[Sequence[int]]:
        """Runs of choices that begin with the same two words, found by leaps: nobody reads a million."""

        def kind(at: int) -> object:
            return self._kind(places[at]) if kind_of is None else kind_of(self.choices[places[at]])

        start = 0
        while start < len(places):
            end = _end_of(kind, start, len(places))
            yield places[start:end]
            start = end

    def _kind(self, place: int) -> list[str]:
        return self._worded(self.choices[place]).split()[:2]

    def meant(self, line: str) -> D:
        """The choice that a person typed; one that may still be against the rules. Raises Unclear."""
        if line.isascii() and line.isdecimal():
            return self._numbered(line)
        line = self._spelled(line)
        try:
            decision: D = self._game.parse(line)
        except GameError as error:
            begun = self._begun(line)
            if begun is None:
                self._tell_other_words(line)
                raise Unclear(f"{error.reason}; for example: {self._worded(self.choices[0])}") from error
            return begun
        if decision in self.choices:
            return decision
        begun = self._begun(line)
        if begun is None:
            self._tell_other_words(line)
        return decision if begun is None else begun

    def reads(self, line: str) -> bool:
        """Whether one of the choices reads exactly so: then it is meant, whatever else the line could be."""
        if self._typed_out(self._spelled(line)) is not None:
            return True
        return f"{_key(line)} " in {words for _, words in self._fitted}

    def fitting(self, line: str) -> list[D]:
        """What a line that is still being typed may become, as far as it is worth showing."""
        if line.isascii() and line.isdecimal():
            number = int(line) if len(line) < 9 else 0
            return [self.choices[number - 1]] if 1 <= number <= len(self.choices) else []
        line = self._spelled(line)
        found = _beginning(self._fitted, _key(line))[:MOST_FITTING]
        fitting = self.distinct(choice for choice, _ in found)
        meant = self._typed_out(line)
        if meant is None and found and not _others(found):
            meant = max(fitting, key=self._gain)
        return fitting if meant is None else [meant, *(choice for choice in fitting if choice != meant)]

    def _typed_out(self, line: str) -> D | None:
        """The choice that the line is in full."""
        try:
            decision: D = self._game.parse(line)
        except GameError:
            return None
        return decision if decision in self.choices else None

    def _numbered(self, line: str) -> D:
        count = len(self.choices)
        number = int(line) if len(line) < 9 else 0
        if not 1 <= number <= count:
            raise Unclear(f"the numbers go from 1 to {count}")
        return self.choices[number - 1]

    def _begun(self, line: str) -> D | None:
        """The choice that begins like this, with its first word or without. Raises Unclear if several do.

        Of several the first is meant if all others only add to it: `move Esmore buying 1` to `move Esmore`;
        or the one among them that gains most.
        """
        found = self._beginning_with(_key(line)) if len(_key(line)) >= SHORTEST else []
        if not found:
            return None
        if others := _others(found):
            examples = f", such as {self._worded(found[0][0])}, or {self._worded(others[0])}"
            more = _going_on(line, [words for _, words in found]) or examples
            raise Unclear(f"{len(found)} choices begin so{more}")
        return max((choice for choice, _ in found), key=self._gain)

    def _tell_other_words(self, line: str) -> None:
        """Raise Unclear if only the first word is wrong: `build purg` where one says `carve purgatory`."""
        _, _, rest = _key(line).partition(" ")
        written = self._written(islice(self.choices, MOST_SEARCHED)) if len(rest) >= SHORTEST else []
        found = [choice for choice, words in written if words.partition(" ")[2].startswith(rest)]
        if found:
            others = f", or one of {len(found) - 1} others" if len(found) > 1 else ""
            raise Unclear(f"say {self._worded(found[0])}{others}")

    def _beginning_with(self, typed: str) -> list[tuple[D, str]]:
        return _beginning(self._written(islice(self.choices, MOST_SEARCHED)), typed)

    @cached_property
    def _fitted(self) -> list[tuple[D, str]]:
        """What is looked through at every key: all, or some of every kind."""
        places: Sequence[int] = range(len(self.choices))
        if len(places) > MOST_FITTED:
            places = self._spread(places, MOST_FITTED)
        return self._written(self.choices[place] for place in places)

    def _written(self, choices: Iterable[D]) -> list[tuple[D, str]]:
        return [(choice, f"{_key(self._worded(choice))} ") for choice in choices]


def _beginning(written: Sequence[tuple[D, str]], typed: str) -> list[tuple[D, str]]:
    """Where whole words fit, a part of one does not count: `hunt 3` is not `hunt 32`."""
    for skipped in (0, 1):
        for begun in (f"{typed} ", typed):
            found = [pair for pair in written if pair[1].split(" ", skipped)[-1].startswith(begun)]
            if found:
                return found
    return [pair for pair in written if _is_abbreviated(pair[1], typed)]


def _going_on(line: str, written: Sequence[str]) -> str:
    """What can be typed next after a line with which several choices begin."""
    typed = _key(line)
    rests = [words.partition(f"{typed} ")[2].split() for words in written]
    same = next((at for at, words in enumerate(zip(*rests, strict=False)) if len(set(words)) > 1), 0)
    ways = list(dict.fromkeys(" ".join([typed, *rest[: same + 1]]) for rest in rests if len(rest) > same))
    if len(ways) < 2:
        return ""
    rest = " ..." if len(ways) > MOST_WAYS else ""
    return f"; go on typing: {', '.join(ways[:MOST_WAYS])}{rest}"


def _others(found: Sequence[tuple[D, str]]) -> list[D]:
    """What does not merely add to the first."""
    [(_, least), *more] = found
    return [choice for choice, words in more if not words.startswith(least)]


def _end_of(kind: Callable[[int], object], start: int, end: int) -> int:
    """Where the run that begins at a place ends."""
    first, leap = kind(start), 1
    while start + leap < end and kind(start + leap) == first:
        leap *= 2
    inside, outside = start + leap // 2, min(start + leap, end)
    while outside - inside > 1:
        middle = (inside + outside) // 2
        if kind(middle) == first:
            inside = middle
        else:
            outside = middle
    return outside


def _share(sizes: Sequence[int], enough: int) -> int:
    """How many of each kind: as many as come to enough, and two where they fit: a thing and its variant."""

    def total(share: int) -> int:
        return sum(min(size, share) for size in sizes)

    share = 2 if total(2) <= max(enough, MOST_SHOWN) else 1
    while share < max(sizes) and total(share + 1) <= enough:
        share += 1
    return share


def _some_of(places: Sequence[int], share: int) -> list[int]:
    """Evenly spread, with the first and the last."""
    if len(places) <= share:
        return list(places)
    if share == 1:
        return [places[0]]
    return [places[step * (len(places) - 1) // (share - 1)] for step in range(share)]


def _is_abbreviated(words: str, typed: str) -> bool:
    """Whether each word that is typed begins the one in its place, and each number is it: `mov esm`."""
    begun, whole = typed.split(), words.split()
    return len(begun) <= len(whole) and all(
        word == part if part.isdecimal() else word.startswith(part)
        for part, word in zip(begun, whole, strict=False)
    )


def _key(text: str) -> str:
    """As it is compared: names are typed with their hyphens or without."""
    return " ".join(text.replace("'", "").replace("-", " ").casefold().split())
