"""Amounts chosen by counters: armies, plunder, portions, whatever is sent, taken or given.

All choices stay those of the request: a counter moves only where some choice still lies ahead, and only a
choice of the request can be picked.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.choices import Unclear
from p2p_heroes.ui.kit.forms import FAR, QuestionForm, Row

S = TypeVar("S")
D = TypeVar("D")

Counts = dict[str, int]

MOST_KNOWN = 4000
"""So many choices of one kind are looked through to know how far each counter goes."""


class Counter:
    """How many of each thing, within what a kind of choices allows."""

    def __init__(self, most: Mapping[str, int], start: Counts, may_be: Callable[[Counts], bool]) -> None:
        self.most = most
        self.counts: Counts = {name: start.get(name, 0) for name in most}
        self._may_be = may_be

    @property
    def names(self) -> list[str]:
        return list(self.most)

    def change(self, name: str, by: int) -> None:
        """So many more or less, or as many as there is a choice for."""
        for _ in range(min(abs(by), FAR)):
            changed = self.counts | {name: self.counts[name] + (1 if by > 0 else -1)}
            if not 0 <= changed[name] <= self.most[name] or not self._may_be(changed):
                return
            self.counts = changed


class CountersForm(QuestionForm[S, D]):
    """A list in which all that differs only in amounts is one row; entered, it becomes counters."""

    def __init__(self, asked: Asked[S, D]) -> None:
        super().__init__(asked)
        kinds = self.offer.kinds(kind_of=self.without_amounts)
        self._bases = [kind[0] for kind in kinds]
        self._counted = [kind[0] for kind in kinds if len(kind) > 1 and self.has_amounts(kind[0])]
        self._base: D | None = None
        self._counter: Counter | None = None
        if len(self._bases) == 1:
            self._open(self._bases[0])

    def _open(self, base: D) -> None:
        self._base, self.at = base, 0
        self._counter = self.counter(base)

    # What a game says of its amounts.

    @abstractmethod
    def has_amounts(self, choice: D) -> bool:
        """Whether there is anything in it to be counted."""

    @abstractmethod
    def without_amounts(self, choice: D) -> D:
        """The same for all that differ only in how much of what."""

    @abstractmethod
    def amounts_of(self, choice: D) -> Counts:
        """How much of what."""

    @abstractmethod
    def with_amounts(self, base: D, counts: Counts) -> D:
        """The inverse of `amounts_of`."""

    def counter(self, base: D) -> Counter:
        """For choices that can be looked through: never past what all of them together hold."""
        request, kind = self.asked.request, self.without_amounts(base)
        alike = (choice for choice in request.choices if self.without_amounts(choice) == kind)
        known = [self.amounts_of(choice) for choice in islice(alike, MOST_KNOWN)]
        names = dict.fromkeys(name for counts in reversed(known) for name in counts)
        most = {name: max(counts.get(name, 0) for counts in known) for name in sorted(names, key=self.place)}

        def may_be(counts: Counts) -> bool:
            return any(all(one.get(name, 0) >= count for name, count in counts.items()) for one in known)

        return Counter(most, {}, may_be)

    def place(self, name: str) -> tuple[str | int, ...]:
        """In which order things are listed."""
        return (name,)

    def base_row(self, base: D) -> Row:
        """What stands for all that differ only in amounts."""
        return Row(self.asked.game.notate(base).split()[0], "then choose how much", "...")

    def counted_row(self, base: D, name: str) -> Row:
        """What stands beside the counter of one thing."""
        return Row(name)

    def told(self, choice: D, total: int) -> str:
        """What the counters come to, if it can be chosen."""
        return self.asked.meaning(choice) or f"{total} in all"

    # A list of what can be done, then the counters.

    def own_rows(self) -> Sequence[Row]:
        if self._counter is None or self._base is None:
            return [self.base_row(base) if base in self._counted else self.row(base) for base in self._bases]
        return [self._count_row(self._base, self._counter, name) for name in self._counter.names]

    def _count_row(self, base: D, counter: Counter, name: str) -> Row:
        row = self.counted_row(base, name)
        more = f"< {counter.counts[name]} > of {counter.most[name]}"
        return Row(row.text, row.meaning, more, can_change=True)

    def own_marked(self) -> D | None:
        if self._counter is not None:
            choice = self._choice()
            return choice if choice in self.asked.request.choices else None
        base = self._bases[min(self.at, len(self._bases) - 1)]
        return None if base in self._counted else base

    def _choice(self) -> D:
        assert self._base is not None
        assert self._counter is not None
        return self.with_amounts(self._base, self._counter.counts)

    def own_pick(self) -> None:
        if self._counter is None:
            base = self._bases[self.at]
            if base in self._counted:
                self._open(base)
            else:
                self.picked = base
            return
        choice = self._choice()
        if choice not in self.asked.request.choices:
            raise Unclear(self.asked.why_not(choice))
        self.picked = choice

    def own_undo(self) -> bool:
        if self._counter is None or self._base is None or len(self._bases) == 1:
            return False
        self.at = self._bases.index(self._base)
        self._base = self._counter = None
        return True

    def change(self, by: int) -> None:
        if self._counter is not None:
            self._counter.change(self._counter.names[self.at], by)

    def own_note(self) -> str:
        if self._counter is None or self._base is None:
            return ""
        choice, total = self._choice(), sum(self._counter.counts.values())
        if choice in self.asked.request.choices:
            return self.told(choice, total)
        wanted = sum(self.amounts_of(self._base).values())
        return f"{total} of {wanted} chosen" if wanted > 1 else "Left and Right change how many."
