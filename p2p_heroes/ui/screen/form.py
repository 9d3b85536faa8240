"""Choosing on the screen: a list that is narrowed by typing, one choice picked, then confirmed.

A form never holds an unlawful choice: it offers what the request holds, and a typed line
that means something else is answered with the rules' own reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from p2p_heroes.games.game import AnyGame, Request
from p2p_heroes.ui.choices import Offer, Unclear
from p2p_heroes.ui.faces import Face


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a form: what is typed for it, and what it comes to."""

    text: str
    meaning: str = ""


class Form(Protocol):
    """A question that a person is answering."""

    @property
    def question(self) -> str:
        """What is asked; further lines explain it."""

    @property
    def rows(self) -> Sequence[Row]:
        """What can be picked now."""

    @property
    def at(self) -> int:
        """Which row is marked."""

    @property
    def marked(self) -> object | None:
        """The decision under the cursor; what a map or a board may show already."""

    @property
    def picked(self) -> object | None:
        """The decision that waits for being confirmed."""

    def go(self, rows: int) -> None:
        """Mark another row, so many further down."""

    def change(self, by: int) -> None:
        """More or less of the marked row, where it is a number."""

    def narrow(self, typed: str) -> None:
        """Only what fits to the line that is being typed."""

    def pick(self, typed: str) -> str:
        """Take the marked row, or what was typed; returns why not, or nothing."""

    def undo(self) -> None:
        """Back from what was picked."""


class ListForm:
    """All choices, or the sensible ones among many, as a list."""

    def __init__(self, game: AnyGame, face: Face, view: object, request: Request[Any]) -> None:
        self._game, self._face, self._view, self._request = game, face, view, request
        self._offer: Offer[Any] = Offer(game, request.choices)
        self._shown = [
            choice for _, choice in self._offer.shown(partial(face.is_sensible, view, request.seat))
        ]
        self._typed = ""
        self._choices: Sequence[Any] = self._shown
        self.at = 0
        self.picked: object | None = None

    @property
    def question(self) -> str:
        return self._face.question(self._request)

    @property
    def rows(self) -> Sequence[Row]:
        return [self.row(choice) for choice in self._choices]

    def row(self, choice: Any) -> Row:
        meaning = self._face.meaning(self._view, self._request.seat, choice)
        return Row(self._game.notate(choice), meaning)

    @property
    def marked(self) -> object | None:
        return self._choices[self.at] if self._choices else None

    @property
    def hidden(self) -> int:
        """How many choices are not in the list."""
        return len(self._request.choices) - len(self._choices)

    def go(self, rows: int) -> None:
        if self._choices:
            self.at = max(0, min(len(self._choices) - 1, self.at + rows))

    def change(self, by: int) -> None:
        """A list has no numbers to change."""

    def narrow(self, typed: str) -> None:
        if typed == self._typed:
            return
        self._typed, self.at, self.picked = typed, 0, None
        self._choices = self._offer.fitting(typed) if typed else self._shown

    def pick(self, typed: str) -> str:
        try:
            self.picked = self._meant(typed)
        except Unclear as reason:
            return str(reason)
        return ""

    def _meant(self, typed: str) -> object:
        if self._choices and (not typed or self.at):
            chosen: object = self._choices[self.at]
            return chosen
        decision: object = self._offer.meant(typed)
        if decision not in self._request.choices:
            raise Unclear("that is not offered now")
        return decision

    def undo(self) -> None:
        self.picked = None


FormMaker = Callable[[AnyGame, Face, object, Request[Any]], Form]
