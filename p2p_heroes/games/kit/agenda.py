"""The order of play as data: what is still to be settled stands in the state, first things first.

A stage either asks seats, or asks nobody and settles at once. Whoever settles one may queue others, which
come next. So a game can be saved, compared and entered at any moment.

A state of such a game holds its `players` and its `agenda`. One that came out of a step is never changed
again, nor is any player in it: a step works on a copy, and copies players when they are first changed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from p2p_heroes.games.game import Answers, Event, Need, Open, Over, Request, Secret, Step
from p2p_heroes.games.kit.forms import Record
from p2p_heroes.games.kit.refusals import Reason, because


class HasAgenda(Protocol):
    """What this module asks of a state."""

    players: Any
    """A tuple of dataclasses."""
    agenda: Any
    """The stages, as a tuple; empty when all is over."""
    pending: Any
    """What the first stage asks for, once that was worked out; it follows from the rest."""


T = TypeVar("T", bound=HasAgenda)
P = TypeVar("P")
V = TypeVar("V")
D = TypeVar("D", bound=Record)


def copied(value: V) -> V:
    """A dataclass once more, to be changed; what is no argument of it, it does not have."""
    kind: Any = type(value)
    again: V = kind(*_arguments(kind)(value))
    return again


@cache
def _arguments(kind: type[Any]) -> Callable[[Any], Iterable[Any]]:
    return attrgetter(*(field.name for field in fields(kind) if field.init))


class Turn(Generic[T, P, D]):
    """One step in the making: a table of its own to change, the events so far, and what comes next."""

    __slots__ = ("_before", "asked", "events", "queued", "table", "tell")

    def __init__(self, table: T, asked: tuple[Request[D], ...] = ()) -> None:
        self.table = table
        self.asked = asked
        """What the answers were given to, so that it need not be worked out again."""
        self._before = table.players
        self.events: list[Event] = []
        self.queued: list[Stage[T, P, D]] = []
        self.tell: Callable[[Event], None] = self.events.append

    def queue(self, *stages: Stage[T, P, D]) -> None:
        """Settle these next, in this order, before whatever is on the agenda."""
        self.queued += stages

    def player(self, seat: int) -> P:
        """A player to be changed: a copy of the turn's own. Who only reads asks the table."""
        players = self.table.players
        player: P = players[seat]
        if player is self._before[seat]:
            player = copied(players[seat])
            self.table.players = (*players[:seat], player, *players[seat + 1 :])
        return player


class Stage(Record, Generic[T, P, D]):
    """Something that is still to be settled. The first one of the agenda is settled next.

    It has been taken from the agenda when it settles; if it is not finished it queues itself again.
    """

    is_first: ClassVar[bool] = False
    """Whether it asks as soon as it is queued, so that nothing on an agenda can stand before it."""
    is_last: ClassVar[bool] = False
    """Whether it ends what a round has to settle, so that nothing on an agenda can stand behind it."""

    def need(self, table: T) -> Need[D] | None:
        """What the table has to answer; None if nothing has to be asked."""
        return None

    def settle(self, turn: Turn[T, P, D], answers: Mapping[int, D]) -> None:
        """Do what follows."""
        raise AssertionError(f"{self.form.tag} does nothing")

    def drawn(self, turn: Turn[T, P, D], values: tuple[int, ...]) -> None:
        """Do what follows from what chance has drawn."""
        raise AssertionError(f"{self.form.tag} draws nothing")

    def refusal(self, table: T, seat: int, decision: D) -> Reason:
        """Why a decision that this stage does not offer is refused."""
        return because("not-now", stage=self.form.tag)

    def is_coherent(self, table: T) -> bool:
        """Whether a table can come to have this stage before it."""
        return True


class Question(Stage[T, P, D]):
    """Of what is offered a seat chooses one; if there is only one it is taken, if none nothing happens."""

    question: ClassVar[str] = ""
    """The kind of the request, where it is not the word of what is offered."""
    seat: int

    @abstractmethod
    def offers(self, table: T) -> Sequence[D]:
        """What can be chosen, without declining it all."""

    @abstractmethod
    def carry_out(self, turn: Turn[T, P, D], chosen: D) -> None:
        """Do what follows from what was chosen."""

    @property
    def asked(self) -> int:
        """The seat that chooses."""
        return self.seat

    def quiet(self, table: T) -> D | None:
        """What declines all offers, where that is allowed; it comes first."""
        return None

    def keep_quiet(self, turn: Turn[T, P, D]) -> None:
        """Everything was declined."""

    def choices(self, table: T) -> Sequence[D]:
        offers = self.offers(table)
        quiet = self.quiet(table) if offers else None
        return offers if quiet is None else (quiet, *offers)

    def need(self, table: T) -> Need[D] | None:
        choices = self.choices(table)
        if len(choices) < 2:
            return None
        return Open((Request(self.asked, self.question or choices[-1].form.tag, choices),))

    def settle(self, turn: Turn[T, P, D], answers: Mapping[int, D]) -> None:
        for chosen in [*answers.values()] or self.choices(turn.table)[:1]:
            if chosen == self.quiet(turn.table):
                self.keep_quiet(turn)
            else:
                self.carry_out(turn, chosen)


def pending(table: HasAgenda, places: Callable[[Any], tuple[int, ...]]) -> Need[Any]:
    """What the table needs next; `places` tells how it has ended. Kept with the table."""
    if table.pending is None:
        table.pending = table.agenda[0].need(table) if table.agenda else Over(places(table))
    need: Need[Any] | None = table.pending
    assert need is not None
    return need


def advance(table: T, need: Need[D], answers: Answers[D]) -> Step[T]:
    """A table of its own on which the answers to what was needed, and all that follows, are settled."""
    turn: Turn[T, Any, D] = Turn(copied(table), need.requests if isinstance(need, (Open, Secret)) else ())
    stage, turn.table.agenda = table.agenda[0], table.agenda[1:]
    if isinstance(answers, tuple):
        stage.drawn(turn, answers)
    else:
        stage.settle(turn, answers)
    run(turn)
    return Step(turn.table, tuple(turn.events))


def run(turn: Turn[T, Any, Any]) -> None:
    """Settle what asks nobody, up to the next question or the end."""
    table, queued = turn.table, turn.queued
    while True:
        if queued:
            table.agenda = (*queued, *table.agenda)
            queued.clear()
        if not table.agenda:
            return
        stage = table.agenda[0]
        table.pending = stage.need(table)
        if table.pending is not None:
            return
        table.agenda = table.agenda[1:]
        stage.settle(turn, {})


def is_in_order(agenda: tuple[Stage[Any, Any, Any], ...]) -> bool:
    """Whether what can only come first or last does."""
    return not (any(stage.is_first for stage in agenda[1:]) or any(stage.is_last for stage in agenda[:-1]))


def can_go_on(table: HasAgenda) -> bool:
    """Whether the first stage asks something that can be answered, or none is left; the need is kept."""
    if not table.agenda:
        return True
    need = table.pending = table.agenda[0].need(table)
    # Long lists always hold the quiet choice, and need not be counted to know it.
    asked = [request.choices for request in need.requests] if isinstance(need, Open | Secret) else []
    return need is not None and () not in [choices for choices in asked if isinstance(choices, tuple)]
