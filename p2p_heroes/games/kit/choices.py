"""Long lists of choices that are counted, drawn from and searched without being written out.

Numbers chosen one after the other, each of which changes what is left for the next (the units of an
army), are a way through a small tree. Counting the ways below a node once is enough to find the one at
any place, so a list of a million armies costs as much as the few nodes that differ. A total taken from
heaps is counted heap by heap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate
from math import prod
from operator import contains
from typing import TypeVar, overload

T = TypeVar("T")
U = TypeVar("U")
State = tuple[int, ...]


def among(order: Iterable[T], chosen: Collection[T]) -> tuple[T, ...]:
    """What was chosen of some things, each once and in their order."""
    return tuple(one for one in order if one in chosen)


class Lazy(Sequence[T], ABC):
    """A sequence that works out the item at a place."""

    @abstractmethod
    def item(self, place: int) -> T:
        """The item at a place from 0 to the length."""

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        length = len(self)
        if isinstance(index, slice):
            return [self.item(place) for place in range(*index.indices(length))]
        if not -length <= index < length:
            raise IndexError(index)
        return self.item(index if index >= 0 else index + length)


class Tree(Lazy[tuple[int, ...]]):
    """All ways through a tree, in the order of their numbers; subclasses say where a way leads."""

    def __init__(self, depth: int, root: State) -> None:
        self._depth = depth
        self._root = root
        self._ways: dict[tuple[int, State], int] = {}

    @abstractmethod
    def branches(self, depth: int, state: State) -> range:
        """The numbers that may be chosen here."""

    @abstractmethod
    def below(self, depth: int, state: State, number: int) -> State:
        """What is left after choosing one."""

    @abstractmethod
    def is_free(self, depth: int) -> bool:
        """Whether what is left is the same whichever number is chosen here: then one is followed for all."""

    def __len__(self) -> int:
        return self._count(0, self._root)

    def _count(self, depth: int, state: State) -> int:
        if depth == self._depth:
            return 1
        ways = self._ways.get((depth, state))
        if ways is None:
            numbers = self.branches(depth, state)
            if self.is_free(depth):
                ways = len(numbers) and len(numbers) * self._count(
                    depth + 1, self.below(depth, state, numbers[0])
                )
            else:
                ways = sum(self._count(depth + 1, self.below(depth, state, number)) for number in numbers)
            self._ways[depth, state] = ways
        return ways

    def item(self, place: int) -> tuple[int, ...]:
        way: list[int] = []
        state = self._root
        for depth in range(self._depth):
            for number in self.branches(depth, state):
                after = self.below(depth, state, number)
                ways = self._count(depth + 1, after)
                if place < ways:
                    break
                place -= ways
            else:
                raise IndexError("no way stands at this place")
            way.append(number)
            state = after
        return tuple(way)

    def __contains__(self, way: object) -> bool:
        if not isinstance(way, tuple) or len(way) != self._depth:
            return False
        state = self._root
        for depth, number in enumerate(way):
            if number not in self.branches(depth, state):
                return False
            state = self.below(depth, state, number)
        return True


class Grid(Lazy[tuple[int, ...]]):
    """All rows of numbers, each number out of a range of its own; the last one changes first."""

    def __init__(self, ranges: tuple[range, ...]) -> None:
        self._ranges = ranges
        self._length = prod(map(len, ranges))

    def __len__(self) -> int:
        return self._length

    def item(self, place: int) -> tuple[int, ...]:
        row: list[int] = []
        for numbers in reversed(self._ranges):
            place, at = divmod(place, len(numbers))
            row.append(numbers[at])
        return tuple(reversed(row))

    def __contains__(self, row: object) -> bool:
        return (
            isinstance(row, tuple) and len(row) == len(self._ranges) and all(map(contains, self._ranges, row))
        )


class Mapped(Lazy[U]):
    """Each item of a sequence as something else; `unmake` is the inverse, or None for what is not made so."""

    def __init__(self, source: Lazy[T], make: Callable[[T], U], unmake: Callable[[object], T | None]) -> None:
        self._source = source
        self._make = make
        self._unmake = unmake
        self._length = len(source)

    def __len__(self) -> int:
        return self._length

    def item(self, place: int) -> U:
        return self._make(self._source.item(place))

    def __contains__(self, item: object) -> bool:
        unmade = self._unmake(item)
        return unmade is not None and unmade in self._source


class Chained(Lazy[T]):
    """Several sequences, one after the other."""

    def __init__(self, *links: Sequence[T]) -> None:
        self._links = links
        self._ends = tuple(accumulate(map(len, links)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def item(self, place: int) -> T:
        at = bisect_right(self._ends, place)
        return self._links[at][place - (self._ends[at - 1] if at else 0)]

    def __contains__(self, item: object) -> bool:
        return any(item in link for link in self._links)


class Shares(Lazy[tuple[int, ...]]):
    """All ways to take a total from heaps, so many at most from each."""

    def __init__(self, heaps: tuple[int, ...], total: int) -> None:
        self._heaps = heaps
        self._total = total
        # Row by row from the last heap: in how many ways it and those behind it can give so much.
        rows = [[1] + [0] * total]
        for heap in reversed(heaps):
            sums = [0, *accumulate(rows[-1])]
            rows.append([sums[much + 1] - sums[max(0, much - heap)] for much in range(total + 1)])
        self._ways = rows[::-1]

    def __len__(self) -> int:
        return self._ways[0][self._total]

    def item(self, place: int) -> tuple[int, ...]:
        way: list[int] = []
        for heap, behind in zip(self._heaps, self._ways[1:], strict=True):
            left = self._total - sum(way)
            number = 0
            while place >= behind[left - number]:
                place -= behind[left - number]
                number += 1
            assert number <= heap
            way.append(number)
        return tuple(way)

    def __contains__(self, way: object) -> bool:
        return (
            isinstance(way, tuple)
            and len(way) == len(self._heaps)
            and all(0 <= number <= heap for number, heap in zip(way, self._heaps, strict=True))
            and sum(way) == self._total
        )
