"""Rock, paper, scissors with a called sign and a drawn stake: the smallest game that needs the whole table.

Each round has three steps. The caller, another seat each round, openly calls a
sign. Chance draws a stake of 1 to 3. Then every seat throws in secret, and
scores the stake for each seat that it beats, twice the stake if the sign it
beats them with is the called one. The best score after the last round wins.

It keeps the interface honest, so it must stay this short. Its encoding is
fixed by the specification (protocol.md, Appendix A).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, TypeVar

from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedDecision, MalformedState
from p2p_heroes.games.game import (
    Answers,
    Chance,
    Event,
    Need,
    Open,
    OptionRange,
    Over,
    Plain,
    Request,
    Secret,
    Setup,
    Step,
    agreed_options,
    fits,
    request_for,
)
from p2p_heroes.games.kit.frozen import Frozen, replace


class Sign(StrEnum):
    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"


class ChoiceKind(StrEnum):
    CALL = "call"
    THROW = "throw"


VICTIM = {Sign.ROCK: Sign.SCISSORS, Sign.PAPER: Sign.ROCK, Sign.SCISSORS: Sign.PAPER}
HIGHEST_STAKE = 3
FIELDS = {"called", "played", "rounds", "scores", "stake", "throws"}
T = TypeVar("T", int, tuple[Plain, ...])


class SignChoice(Frozen):
    kind: ChoiceKind
    sign: Sign


CHOICES = {kind: tuple(SignChoice(kind, sign) for sign in Sign) for kind in ChoiceKind}


class SignCalled(Event):
    round: int
    seat: int
    sign: Sign


class StakeDrawn(Event):
    round: int
    stake: int


class RoundPlayed(Event):
    round: int
    called: Sign
    stake: int
    throws: tuple[Sign, ...]
    gains: tuple[int, ...]
    scores: tuple[int, ...]


class GameEnded(Event):
    scores: tuple[int, ...]
    places: tuple[int, ...]


class State(Frozen):
    """Between rounds nothing is called and the stake is 0; `throws` are those of the last round played."""

    rounds: int
    scores: tuple[int, ...]
    played: int = 0
    called: Sign | None = None
    stake: int = 0
    throws: tuple[Sign, ...] = ()

    @property
    def caller(self) -> int:
        return self.played % len(self.scores)


class Roshambo:
    name: ClassVar[str] = "roshambo"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 8)
    choices: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[Mapping[str, OptionRange]] = {"rounds": OptionRange(5, range(1, 100))}
    length: ClassVar[str] = "rounds"

    def initial(self, setup: Setup) -> State:
        if setup.seats not in self.seats:
            raise BadSetup(f"roshambo is not for {setup.seats}")
        if any(setup.choices):
            raise BadSetup("roshambo has nothing to choose before it starts")
        return State(agreed_options(self.options, setup)["rounds"], scores=(0,) * setup.seats)

    def pending(self, state: State) -> Need[SignChoice]:
        if state.played == state.rounds:
            return Over(_places(state.scores))
        if state.called is None:
            return Open((_request(state.caller, ChoiceKind.CALL),))
        if state.stake == 0:
            return Chance(f"stake of round {state.played + 1}", (HIGHEST_STAKE,))
        return Secret(tuple(_request(seat, ChoiceKind.THROW) for seat in range(len(state.scores))))

    def check(self, state: State, seat: int, decision: SignChoice) -> None:
        request = request_for(self.pending(state), seat)
        if decision not in request.choices:
            raise IllegalChoice(f"seat {seat} must {request.kind} a sign now")

    def apply(self, state: State, answers: Answers[SignChoice]) -> Step[State]:
        assert fits(self.pending(state), answers)
        if isinstance(answers, tuple):
            return _draw(state, 1 + answers[0])
        for seat in sorted(answers):
            self.check(state, seat, answers[seat])
        signs = tuple(answers[seat].sign for seat in sorted(answers))
        return _call(state, signs[0]) if state.called is None else _throw(state, state.called, signs)

    def default(self, state: State, seat: int) -> SignChoice:
        return SignChoice(ChoiceKind.CALL if state.called is None else ChoiceKind.THROW, Sign.ROCK)

    def view(self, state: State, seat: int | None) -> State:
        """All of it: a throw reaches the state only together with everybody's."""
        return state

    def points(self, state: State) -> tuple[int, ...]:
        return state.scores

    def encode_state(self, state: State) -> Plain:
        return {
            "called": None if state.called is None else state.called.value,
            "played": state.played,
            "rounds": state.rounds,
            "scores": state.scores,
            "stake": state.stake,
            "throws": tuple(sign.value for sign in state.throws),
        }

    def decode_state(self, plain: Plain) -> State:
        if not isinstance(plain, dict) or plain.keys() != FIELDS:
            raise MalformedState("not the fields of roshambo")
        called = plain["called"]
        state = State(
            rounds=_exact(int, plain["rounds"]),
            scores=tuple(_exact(int, score) for score in _exact(tuple, plain["scores"])),
            played=_exact(int, plain["played"]),
            called=None if called is None else _sign(called),
            stake=_exact(int, plain["stake"]),
            throws=tuple(_sign(sign) for sign in _exact(tuple, plain["throws"])),
        )
        if not _is_coherent(state):
            raise MalformedState("no game of roshambo can come to this")
        return state

    def encode_decision(self, decision: SignChoice) -> Plain:
        return (decision.kind.value, decision.sign.value)

    def decode_decision(self, plain: Plain) -> SignChoice:
        return self._decision(plain, "a decision of roshambo is a kind and a sign")

    def _decision(self, plain: Plain, otherwise: str) -> SignChoice:
        for decision in CHOICES[ChoiceKind.CALL] + CHOICES[ChoiceKind.THROW]:
            if plain == self.encode_decision(decision):
                return decision
        raise MalformedDecision(otherwise)

    def notate(self, decision: SignChoice) -> str:
        return f"{decision.kind.value} {decision.sign.value}"

    def parse(self, text: str) -> SignChoice:
        words = tuple(text.lower().split())
        return self._decision(words, "say call or throw, and rock, paper or scissors")


ROSHAMBO = Roshambo()


def _request(seat: int, kind: ChoiceKind) -> Request[SignChoice]:
    return Request(seat, kind.value, CHOICES[kind])


def _places(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def _call(state: State, sign: Sign) -> Step[State]:
    return Step(replace(state, called=sign), (SignCalled(state.played + 1, state.caller, sign),))


def _draw(state: State, stake: int) -> Step[State]:
    return Step(replace(state, stake=stake), (StakeDrawn(state.played + 1, stake),))


def _throw(state: State, called: Sign, throws: tuple[Sign, ...]) -> Step[State]:
    worth = [state.stake * throws.count(VICTIM[sign]) for sign in throws]
    gains = tuple(gain * (2 if sign is called else 1) for gain, sign in zip(worth, throws, strict=True))
    scores = tuple(score + gain for score, gain in zip(state.scores, gains, strict=True))
    after = State(state.rounds, scores, state.played + 1, throws=throws)
    played = RoundPlayed(after.played, called, state.stake, throws, gains, scores)
    if after.played < after.rounds:
        return Step(after, (played,))
    return Step(after, (played, GameEnded(scores, _places(scores))))


def _exact(kind: type[T], plain: Plain) -> T:
    # Not isinstance alone: a truth value counts as a number in Python, but is encoded differently.
    if isinstance(plain, kind) and type(plain) is kind:
        return plain
    raise MalformedState(f"not a {kind.__name__}")


def _sign(plain: Plain) -> Sign:
    for sign in Sign:
        if sign.value == plain:
            return sign
    raise MalformedState("not a sign")


def _is_coherent(state: State) -> bool:
    seats, highest = len(state.scores), 0 if state.called is None else HIGHEST_STAKE
    best = state.played * 2 * HIGHEST_STAKE * (seats - 1)
    return (
        seats in Roshambo.seats
        and state.rounds in Roshambo.options["rounds"].allowed
        and 0 <= state.played <= state.rounds
        and (state.called is None or state.played < state.rounds)
        and 0 <= state.stake <= highest
        and all(0 <= score <= best for score in state.scores)
        and len(state.throws) == (seats if state.played else 0)
    )
