"""A game put together: what the rules of every game would repeat.

A game gives its names and numbers, how it starts, a codec, what is pending and what follows from answers.
What can be agreed on before the start, what is lawful, default choices and plain forms come from here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from p2p_heroes.games.errors import BadSetup, IllegalChoice
from p2p_heroes.games.game import (
    Answers,
    Need,
    OptionRange,
    Plain,
    Setup,
    Step,
    agreed_options,
    asked,
    fits,
    not_asked,
    request_for,
)
from p2p_heroes.games.kit import agenda
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.forms import Record
from p2p_heroes.games.kit.refusals import NOT_OFFERED, Reason

S = TypeVar("S")
T = TypeVar("T", bound=agenda.HasAgenda)
D = TypeVar("D", bound=Record)


class DeclaredGame(ABC, Generic[S, D]):
    """What every game says of itself, and what follows from its setup and its codec."""

    name: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[range]
    options: ClassVar[Mapping[str, OptionRange]] = {}
    length: ClassVar[str] = ""
    choices: tuple[str, ...] = ()
    codec: Codec[S, D]

    def initial(self, setup: Setup) -> S:
        if setup.seats not in self.seats:
            raise BadSetup(f"{self.name} is not for {setup.seats}")
        for choice in setup.choices:
            if choice not in (self.choices or ("",)):
                raise BadSetup(f"there is no {choice!r} to choose in {self.name}")
        return self.start(setup.choices, agreed_options(self.options, setup))

    @abstractmethod
    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> S:
        """The state before the first decision. Raises BadSetup for choices that do not go together."""

    def points(self, state: S) -> tuple[int, ...]:
        """No points are counted."""
        return ()

    def encode_state(self, state: S) -> Plain:
        return self.codec.encode_state(state)

    def decode_state(self, plain: Plain) -> S:
        return self.codec.decode_state(plain)

    def encode_decision(self, decision: D) -> Plain:
        return self.codec.encode_decision(decision)

    def decode_decision(self, plain: Plain) -> D:
        return self.codec.decode_decision(plain)

    def notate(self, decision: D) -> str:
        return self.codec.notate(decision)

    def parse(self, text: str) -> D:
        return self.codec.parse(text)


class Rulebook(DeclaredGame[S, D]):
    """`Game`, but for what a game does in its own way."""

    @abstractmethod
    def pending(self, state: S) -> Need[D]:
        """What the table needs next."""

    @abstractmethod
    def settle(self, state: S, answers: Answers[D]) -> Step[S]:
        """What follows from answers that fit and are lawful."""

    def why_not(self, state: S, seat: int, decision: D) -> Reason:
        """Why a decision is refused that is not offered to a seat which is asked."""
        return NOT_OFFERED

    def refusal(self, state: S, seat: int, decision: D) -> Reason | None:
        request = asked(self.pending(state), seat)
        if request is None:
            return not_asked(seat)
        return None if is_offered(request.choices, decision) else self.why_not(state, seat, decision)

    def check(self, state: S, seat: int, value: Plain) -> D:
        decision = self.codec.decode_decision(value)
        refusal = self.refusal(state, seat, decision)
        if refusal is not None:
            raise IllegalChoice(refusal)
        return decision

    def apply(self, state: S, answers: Answers[D]) -> Step[S]:
        assert fits(self.pending(state), answers)
        return self.settle(state, answers)

    def default(self, state: S, seat: int) -> D:
        """The first choice of every request is the quiet one."""
        return request_for(self.pending(state), seat).choices[0]

    def view(self, state: S, seat: int | None) -> object:
        """All of it: a secret choice reaches the state only together with everybody's."""
        return state


class AgendaRulebook(Rulebook[T, D]):
    """A game whose order of play is an agenda of stages."""

    def places(self, state: T) -> tuple[int, ...]:
        """One place for each seat, when the agenda is empty: by points, if no more is said."""
        return ranked(self.points(state))

    def pending(self, state: T) -> Need[D]:
        return agenda.pending(state, self.places)

    def settle(self, state: T, answers: Answers[D]) -> Step[T]:
        return agenda.advance(state, self.pending(state), answers)

    def why_not(self, state: T, seat: int, decision: D) -> Reason:
        refusal: Reason = state.agenda[0].refusal(state, seat, decision)
        return refusal


def ranked(scores: Sequence[Any]) -> tuple[int, ...]:
    """Each seat's place by its score, whatever can be compared; equals share the better place."""
    return tuple([1 + sum(other > score for other in scores) for score in scores])


def is_offered(choices: Sequence[D], decision: D) -> bool:
    """Whether a decision is among the choices of a request."""
    if isinstance(choices, tuple):
        # To compare decisions takes its time, those of different kinds even twice.
        kind = type(decision)
        return any(choice is decision or (type(choice) is kind and choice == decision) for choice in choices)
    return decision in choices
