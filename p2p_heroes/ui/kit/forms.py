"""Choosing on the screen: a list that is narrowed by typing, one choice picked, then confirmed.

A form never holds an unlawful choice: it offers what the request holds, and a typed line
that means something else is answered with the rules' own reason.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.choices import Unclear

S = TypeVar("S")
D = TypeVar("D")

LONG = 12
"""More rows than that are sorted by their first word: first what to do, then with what."""

SORTS = 3
"""Where there are fewer, one of them has nearly all rows, and a step more would only be in the way."""

FAR = 9999
"""As far as it goes."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a form: what is typed for it, what more there is of it, and what it comes to."""

    text: str
    meaning: str = ""
    more: str = ""
    can_change: bool = False
    """Whether there is more or less of it."""


class Rows(Sequence[Row]):
    """Rows that are made when they are looked at: of hundreds a screen shows ten."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self._make(at) for at in range(self._count)[index]]
        return self._make(range(self._count)[index])


class QuestionForm(ABC, Generic[S, D]):
    """A question that a person is answering.

    What all forms share: any choice can be typed, and what fits then stands in place of the own rows.
    """

    def __init__(self, asked: Asked[S, D]) -> None:
        self.asked, self.offer = asked, asked.offer
        self._typed = ""
        self._fitting: Sequence[D] = ()
        self._meanings: dict[str, str] = {}
        self.at = 0
        """Which row is marked."""
        self.picked: D | None = None
        """The decision that waits for being confirmed."""

    # What a form shows of its own, while nothing is typed.

    @abstractmethod
    def own_rows(self) -> Sequence[Row]:
        """What can be picked."""

    @abstractmethod
    def own_marked(self) -> D | None:
        """The decision under the cursor, if it is one already."""

    @abstractmethod
    def own_pick(self) -> None:
        """Enter on the marked row. Raises Unclear."""

    def own_undo(self) -> bool:
        """A step back before anything is picked; whether there was one."""
        return False

    def own_note(self) -> str:
        """What should be known besides the rows."""
        return ""

    # The form as the screen has it.

    @property
    def question(self) -> str:
        """What is asked; further lines explain it."""
        return self.asked.question

    @property
    def note(self) -> str:
        """What should be known besides: what the choice comes to so far, or that there is more."""
        return "" if self._typed else self.own_note()

    @property
    def rows(self) -> Sequence[Row]:
        """What can be picked now."""
        if self._typed:
            return Rows(len(self._fitting), lambda at: self.row(self._fitting[at]))
        return self.own_rows()

    @property
    def marked(self) -> D | None:
        """The decision that is picked or marked; what a pane may show already."""
        if self.picked is not None:
            return self.picked
        if self._typed:
            return self._fitting[self.at] if self._fitting else None
        return self.own_marked()

    @property
    def summary(self) -> Row:
        """What was picked, and what it comes to."""
        assert self.picked is not None
        return self.row(self.picked)

    def row(self, choice: D, more: str = "") -> Row:
        """A choice; `more`: which of its variants it is."""
        text = self.asked.worded(choice)
        if text not in self._meanings:
            self._meanings[text] = self.asked.meaning(choice)
        return Row(text, self._meanings[text], more, bool(more))

    def go(self, rows: int) -> None:
        """Mark another row, so many further down."""
        self.at = max(0, min(len(self.rows) - 1, self.at + rows))

    @abstractmethod
    def change(self, by: int) -> None:
        """More or less of the marked row, where it is a number or has variants."""

    def narrow(self, typed: str) -> None:
        """Only what fits to the line that is being typed."""
        if typed != self._typed:
            self._typed, self.at, self.picked = typed, 0, None
            self._fitting = self.offer.fitting(typed) if typed else ()

    def completed(self, typed: str) -> str:
        """The line as far as all that fits it agrees."""
        common = _common_start([self.asked.worded(choice) for choice in self._fitting])
        return common if len(common) > len(typed) else typed

    def pick(self, typed: str) -> str:
        """Take the marked row, or what was typed; returns why not, or nothing."""
        try:
            if typed:
                self.picked = self._meant(typed)
                self._typed = ""
            else:
                self.own_pick()
        except Unclear as reason:
            return str(reason)
        return ""

    def _meant(self, typed: str) -> D:
        if self.at and self._fitting:  # the mark was moved: it says what is meant
            return self._fitting[self.at]
        decision = self.offer.meant(typed)
        if decision not in self.asked.request.choices:
            raise Unclear(self.asked.why_not(decision))
        return decision

    def undo(self) -> bool:
        """A step back; whether there was one."""
        if self.picked is None:
            return self.own_undo()
        self.picked = None
        self.go(0)
        return True


@dataclass(slots=True)
class ChoiceGroup(Generic[D]):
    """Choices that begin with the same words, and which of them is in front."""

    tag: str
    choices: Sequence[D]
    front: int = 0

    @property
    def choice(self) -> D:
        return self.choices[self.front]


class ListForm(QuestionForm[S, D]):
    """One row for each kind of choice; Left and Right go through what there is of one kind.

    A long list of several sorts is shown in two steps.
    """

    def __init__(self, asked: Asked[S, D]) -> None:
        super().__init__(asked)
        found = [sorted(kind, key=asked.gain, reverse=True) for kind in self.offer.kinds(asked.is_sensible)]
        # What leaves something undone is no first thing for Enter, Enter to fall on.
        found.sort(key=lambda kind: asked.is_pass(kind[0]))
        self._kinds = [
            ChoiceGroup(asked.worded(kind[0]).split(" ")[0], self.offer.distinct(kind)) for kind in found
        ]
        self._hidden = len(asked.request.choices) - sum(map(len, found))
        self._tag = ""

    def _entries(self) -> list[ChoiceGroup[D] | str]:
        """Rows in the present step: kinds, or tags that stand for several of them."""
        tags = [kind.tag for kind in self._kinds]
        if self._tag:
            return [kind for kind in self._kinds if kind.tag == self._tag]
        if len(tags) <= LONG or len(set(tags)) < SORTS:
            return list(self._kinds)
        return [tag if tags.count(tag) > 1 else self._kinds[tags.index(tag)] for tag in dict.fromkeys(tags)]

    def own_rows(self) -> Sequence[Row]:
        entries = self._entries()

        def make(at: int) -> Row:
            entry = entries[at]
            if isinstance(entry, str):
                return Row(entry, f"{sum(kind.tag == entry for kind in self._kinds)} to choose from", "...")
            count = len(entry.choices)
            return self.row(entry.choice, f"<{entry.front + 1}/{count}>" if count > 1 else "")

        return Rows(len(entries), make)

    def own_marked(self) -> D | None:
        entry = self._entry()
        return entry.choice if isinstance(entry, ChoiceGroup) else None

    def _entry(self) -> ChoiceGroup[D] | str:
        entries = self._entries()
        return entries[min(self.at, len(entries) - 1)]

    def own_pick(self) -> None:
        entry = self._entry()
        if isinstance(entry, str):
            self._tag, self.at = entry, 0
        else:
            self.picked = entry.choice

    def own_undo(self) -> bool:
        if not self._tag:
            return False
        tag, self._tag = self._tag, ""
        self.at = next(at for at, entry in enumerate(self._entries()) if entry == tag)
        return True

    def own_note(self) -> str:
        return f"{self._hidden:,} more can be typed." if self._hidden else ""

    def change(self, by: int) -> None:
        entry = self._entry()
        if not self._typed and isinstance(entry, ChoiceGroup):
            entry.front = max(0, min(len(entry.choices) - 1, entry.front + by))


def _common_start(texts: Sequence[str]) -> str:
    if not texts:
        return ""
    least, most = min(texts), max(texts)
    same = next(
        (at for at, pair in enumerate(zip(least, most, strict=False)) if pair[0] != pair[1]), len(least)
    )
    return least[:same]
