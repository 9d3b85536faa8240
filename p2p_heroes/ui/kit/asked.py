"""One question to one seat, with what its game says of it: what lists, forms and screens work with."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from p2p_heroes.games.game import Game, Request
from p2p_heroes.ui.kit.choices import Offer

S = TypeVar("S")
D = TypeVar("D")


class ChoiceWords(ABC, Generic[S, D]):
    """What a game says of its questions and of what can be chosen; `view` is what the seat sees."""

    @abstractmethod
    def question(self, request: Request[D], /) -> str:
        """What is asked, in a line; further lines are for those who have not been asked so before."""

    def meaning(self, view: S, seat: int, choice: D, /) -> str:
        """What a choice pays, gains or loses, where its words do not tell."""
        return ""

    def gain(self, view: S, seat: int, choice: D, /) -> int:
        """Points that a choice has over its variants for the same price: the most of them come first."""
        return 0

    def is_sensible(self, view: S, seat: int, choice: D, /) -> bool:
        """Whether a choice should be shown where not all can be."""
        return True

    def worded(self, view: S, choice: D, notated: str, /) -> str:
        """A choice as people say it who see so much, where its notation is not for them."""
        return notated

    def spelled(self, line: str, /) -> str:
        """A typed line with the notation's words for what the screen calls otherwise."""
        return line


def not_offered(choice: object) -> str:
    """Why a choice is refused, where nobody knows the rules' reason."""
    return "it is not offered"


@dataclass(frozen=True, slots=True)
class Asked(Generic[S, D]):
    """A request, and what the seat sees. `why_not`: why a choice is refused."""

    game: Game[Any, D]
    words: ChoiceWords[S, D]
    view: S
    request: Request[D]
    why_not: Callable[[D], str] = not_offered

    @property
    def seat(self) -> int:
        return self.request.seat

    @property
    def question(self) -> str:
        return self.words.question(self.request)

    @property
    def offer(self) -> Offer[D]:
        return Offer(self.game, self.request.choices, self.words.spelled, self.gain, self.worded)

    def worded(self, choice: D) -> str:
        return self.words.worded(self.view, choice, self.game.notate(choice))

    def meaning(self, choice: D) -> str:
        return self.words.meaning(self.view, self.seat, choice)

    def gain(self, choice: D) -> int:
        return self.words.gain(self.view, self.seat, choice)

    def is_pass(self, choice: D) -> bool:
        """Whether it does nothing where more could be done: the quiet choice, if it is a word alone."""
        return choice == self.request.choices[0] and " " not in self.game.notate(choice)

    def is_sensible(self, choice: D) -> bool:
        return self.words.is_sensible(self.view, self.seat, choice)
