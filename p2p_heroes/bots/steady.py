"""The bot that looks one action ahead, and takes what leaves it best off."""

from __future__ import annotations

from typing import Any, TypeVar

from p2p_heroes.bots.kit.foresight import Foresight
from p2p_heroes.bots.kit.judge import ROUND, AnyJudge
from p2p_heroes.bots.thinker import Thinker
from p2p_heroes.games.game import Request

D = TypeVar("D")

CANDIDATES = 8
WHIM = 6
"""Among choices that are this close, in hundredths of a point, luck decides."""


class Steady(Thinker):
    """Greedy, and sensible about it."""

    def think(self, judge: AnyJudge, view: Any, request: Request[D]) -> D:
        state = judge.imagine(view)
        if judge.is_duel(request) and self.rivals(state, request):
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
