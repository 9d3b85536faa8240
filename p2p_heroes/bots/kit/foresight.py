"""What becomes of a choice: the game played on in the mind, with a guess for everybody who is asked.

What nobody can know is drawn: what others choose in secret at the same moment here, what a state hides from
a seat where the judge imagines it. With luck it is one thing out of many, without it the likeliest.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Generic, TypeVar

from p2p_heroes.bots.kit.judge import Judge
from p2p_heroes.games.game import Chance, Game, Over, Request

S = TypeVar("S")
D = TypeVar("D")

MOST_STEPS = 200
"""A mind that wanders further has lost its way."""


class Foresight(Generic[S, D]):
    """Plays on from a state. `spent` counts the steps, so that thinking is bounded without a clock."""

    def __init__(self, game: Game[S, D], judge: Judge[S, D]) -> None:
        self.game = game
        self.judge = judge
        self.spent = 0

    def answers(self, state: S, known: Mapping[int, D], random: Random | None = None) -> Mapping[int, D]:
        """What is known of the answers, and a guess at the rest; with luck, a less certain one."""
        need = self.game.pending(state)
        assert not isinstance(need, Chance | Over)
        return {
            ask.seat: known[ask.seat] if ask.seat in known else self._guess(state, ask, random)
            for ask in need.requests
        }

    def _guess(self, state: S, ask: Request[D], random: Random | None) -> D:
        if random is None:
            return self.judge.guess(state, ask)
        return self.judge.draw(state, ask, random)

    def follow(self, state: S, answers: Mapping[int, D], until: int, random: Random | None = None) -> S:
        """The state after these answers and all that follows until the judge's clock says so much."""
        state = self.game.apply(state, answers).state
        self.spent += 1
        return self.go_on(state, until, random)

    def go_on(self, state: S, until: int, random: Random | None = None) -> S:
        """The state after all that follows until the judge's clock says so much."""
        for _ in range(MOST_STEPS):
            need = self.game.pending(state)
            if isinstance(need, Over) or self.judge.clock(state) >= until:
                break
            if isinstance(need, Chance):
                state = self.game.apply(state, tuple(bound // 2 for bound in need.bounds)).state
            else:
                state = self.game.apply(state, self.answers(state, {}, random)).state
            self.spent += 1
        return state
