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
from typing import ClassVar

from p2p_heroes.games.game import (
    Answers,
    Chance,
    Event,
    Need,
    Open,
    OptionRange,
    Over,
    Request,
    Secret,
    Step,
)
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT, COUNTS, OneOf, OrNone, Several
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.games.kit.rulebook import Rulebook, ranked
from p2p_heroes.games.kit.stored import Block, Sound


class Sign(StrEnum):
    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"


VICTIM = {Sign.ROCK: Sign.SCISSORS, Sign.PAPER: Sign.ROCK, Sign.SCISSORS: Sign.PAPER}
HIGHEST_STAKE = 3
SIGN = OneOf("sign", {sign.value: sign for sign in Sign})


class SignChoice(Record):
    sign: Sign


class Call(SignChoice):
    form: ClassVar[Form] = Form("call", Part("sign", SIGN))


class Throw(SignChoice):
    form: ClassVar[Form] = Form("throw", Part("sign", SIGN))


CALLS, THROWS = tuple(map(Call, Sign)), tuple(map(Throw, Sign))


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


class State(Record):
    """Between rounds nothing is called and the stake is 0; `throws` are those of the last round played."""

    form: ClassVar[Form] = Form(
        "roshambo",
        *(Part("called", OrNone(SIGN)), Part("played", COUNT), Part("rounds", COUNT)),
        *(Part("scores", COUNTS), Part("stake", COUNT), Part("throws", Several(SIGN))),
    )
    rounds: int
    scores: tuple[int, ...]
    played: int = 0
    called: Sign | None = None
    stake: int = 0
    throws: tuple[Sign, ...] = ()

    @property
    def caller(self) -> int:
        return self.played % len(self.scores)


class Roshambo(Rulebook[State, SignChoice]):
    name: ClassVar[str] = "roshambo"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 8)
    options: ClassVar[Mapping[str, OptionRange]] = {"rounds": OptionRange(5, range(1, 100))}
    length: ClassVar[str] = "rounds"

    def __init__(self) -> None:
        self.codec = Codec(Sound(Block(State), _is_coherent), (Call, Throw))

    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> State:
        return State(options["rounds"], scores=(0,) * len(choices))

    def pending(self, state: State) -> Need[SignChoice]:
        if state.played == state.rounds:
            return Over(ranked(state.scores))
        if state.called is None:
            return Open((Request(state.caller, "call", CALLS),))
        if state.stake == 0:
            return Chance(f"stake of round {state.played + 1}", (HIGHEST_STAKE,))
        return Secret(tuple(Request(seat, "throw", THROWS) for seat in range(len(state.scores))))

    def settle(self, state: State, answers: Answers[SignChoice]) -> Step[State]:
        if isinstance(answers, tuple):
            return _draw(state, 1 + answers[0])
        signs = tuple(answers[seat].sign for seat in sorted(answers))
        return _call(state, signs[0]) if state.called is None else _throw(state, state.called, signs)

    def why_not(self, state: State, seat: int, decision: SignChoice) -> Reason:
        return because("other-sign", seat=seat, asked="call" if state.called is None else "throw")

    def points(self, state: State) -> tuple[int, ...]:
        return state.scores


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
    return Step(after, (played, GameEnded(scores, ranked(scores))))


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


ROSHAMBO = Roshambo()
