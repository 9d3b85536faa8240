"""A game played in one process: whoever is asked answers, and chance is drawn. Nobody here could cheat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Generic, TypeVar

from p2p_heroes.bots import Bot
from p2p_heroes.games.game import Answers, Chance, Game, Need, Over, Request, Step
from protocol.frozen import Frozen

S = TypeVar("S")
D = TypeVar("D")

Answer = Callable[[S, Request[D]], D]
"""Whoever chooses for the seat of a request, in a state of the game."""


class PlayedStep(Frozen, Generic[S, D]):
    """What was needed in a state, what it was answered, and what came of it."""

    state: S
    need: Need[D]
    answers: Answers[D]
    step: Step[S]


def playout(game: Game[S, D], state: S, answer: Answer[S, D], luck: Random) -> Iterator[PlayedStep[S, D]]:
    """Every turn from a state to the end of the game."""
    while not isinstance(need := game.pending(state), Over):
        answers = answered(state, need, answer, luck)
        step = game.apply(state, answers)
        yield PlayedStep(state, need, answers, step)
        state = step.state


def answered(state: S, need: Need[D], answer: Answer[S, D], luck: Random) -> Answers[D]:
    """An answer for everybody who is asked, or a value for each bound."""
    assert not isinstance(need, Over)
    if isinstance(need, Chance):
        return tuple(luck.randrange(bound) for bound in need.bounds)
    return {ask.seat: answer(state, ask) for ask in need.requests}


def seated(game: Game[S, D], bots: Sequence[Bot]) -> Answer[S, D]:
    """A bot on each seat, which sees what its seat may see."""
    return lambda state, request: bots[request.seat].choose(game.view(state, request.seat), request)


def wandering(luck: Random) -> Answer[S, D]:
    """Every choice is as likely as any other."""
    return lambda _, request: luck.choice(request.choices)
