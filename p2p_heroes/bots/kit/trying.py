"""Choices tried out: whatever they are, the state that follows says what they are good for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from p2p_heroes.bots.kit.judge import Scored
from p2p_heroes.games.game import Game, Open, Request, Secret, Step

S = TypeVar("S")
D = TypeVar("D")

MOST_TRIED = 8


def spread(choices: Sequence[D], most: int) -> list[D]:
    """Some of many choices, evenly from the first to the last."""
    count = len(choices)
    if count <= most:
        return list(choices)
    return [choices[at * (count - 1) // (most - 1)] for at in range(most)]


def settle(game: Game[S, D], state: S, seat: int, decision: D) -> Step[S]:
    """What follows from one seat's decision and the quiet choice of everybody else who is asked."""
    need = game.pending(state)
    assert isinstance(need, Open | Secret)
    return game.apply(
        state, {ask.seat: decision if ask.seat == seat else ask.choices[0] for ask in need.requests}
    )


def try_out(
    game: Game[S, D], worth: Callable[[S, int], int], state: S, request: Request[D], most: int = MOST_TRIED
) -> Scored[D]:
    """Each choice, or so many of them, with what the state that follows is worth."""
    seat = request.seat
    return [
        (worth(settle(game, state, seat, choice).state, seat), choice)
        for choice in spread(request.choices, most)
    ]
