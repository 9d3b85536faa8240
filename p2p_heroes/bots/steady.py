"""The bot that looks one action ahead, and takes what leaves it best off.

It knows a game only through its judge; a game without one it plays by luck.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from p2p_heroes.bots.foresight import Foresight
from p2p_heroes.bots.judge import ROUND, AnyJudge
from p2p_heroes.bots.judges import JUDGES
from p2p_heroes.games.game import AnyGame, Request

D = TypeVar("D")

CANDIDATES = 8
WHIM = 6
"""Among choices that are this close, in hundredths of a point, luck decides."""


class Steady:
    """Greedy, and sensible about it."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self._game = game
        self._random = random
        self._judge: AnyJudge | None = JUDGES.get(game.name)

    def choose(self, view: object, request: Request[D]) -> D:
        judge = self._judge
        state = None if judge is None else judge.imagine(view)
        if judge is None or state is None:
            return self._random.choice(request.choices)
        if judge.is_duel(request):
            drawn: D = judge.draw(state, request, self._random)
            return drawn
        candidates: list[D] = list(judge.candidates(state, request, CANDIDATES))
        if len(candidates) == 1:
            return candidates[0]
        foresight = Foresight(self._game, judge)
        until = _horizon(judge.clock(state))
        others = foresight.answers(state, {request.seat: candidates[0]})
        best, best_worth = candidates[0], None
        for candidate in candidates:
            after = foresight.follow(state, {**others, request.seat: candidate}, until)
            worth = judge.worth(after, request.seat) + self._random.randrange(WHIM)
            if best_worth is None or worth > best_worth:
                best, best_worth = candidate, worth
        return best


def _horizon(now: int) -> int:
    """The end of the action; a plan is looked at until the end of its round."""
    return now + ROUND if now % ROUND == 0 else now + 1
