"""The bot that tries its choices out against what the others may do, and looks rounds ahead.

A few candidates are played on in the mind, several times each, and judged at the end of the
round and of the next: first with the best guess at everybody's choices, then with choices
that the others might make instead. The weaker half drops out after each pass, until the
budget of steps is spent. Where all that counts is what the others choose at the same moment,
it weighs every choice against every answer and looks for the mix that nobody can see through.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from p2p_heroes.bots.kit.foresight import Foresight
from p2p_heroes.bots.kit.judge import ROUND, AnyJudge
from p2p_heroes.bots.thinker import Thinker
from p2p_heroes.games.game import Request

D = TypeVar("D")

CANDIDATES = 10
BUDGET = 400
"""How many steps of the game are played in the mind for one decision, about."""
MOST_PASSES = 6


class Warlord(Thinker):
    """Searches ahead and expects the worst of the others, within reason."""

    def think(self, judge: AnyJudge, view: Any, request: Request[D]) -> D:
        state = judge.imagine(view)
        candidates: list[D] = list(judge.candidates(state, request, CANDIDATES))
        if len(candidates) == 1:
            return candidates[0]
        foresight: Foresight[Any, D] = Foresight(self._game, judge)
        rivals = self.rivals(state, request) if judge.is_duel(request) else []
        if not rivals:
            return self.search(foresight, view, request, candidates)
        return self._duel(foresight, state, request, candidates, rivals[0])

    def search(self, foresight: Foresight[Any, D], view: Any, request: Request[D], candidates: list[D]) -> D:
        """The candidate that fares best on average, the weaker half dropping out after each pass."""
        judge, seat = foresight.judge, request.seat
        round_ends = (judge.clock(judge.imagine(view)) // ROUND + 1) * ROUND
        totals = [0 for _ in candidates]
        alive = list(range(len(candidates)))
        for number in range(MOST_PASSES):
            seed = self._random.getrandbits(32)
            for at in alive:
                # All candidates of a pass meet the same luck, so that they are compared and not the luck.
                luck = None if number == 0 else Random(seed)  # noqa: S311 -- a bot's taste, not a secret
                state = judge.imagine(view, luck)
                answers = foresight.answers(state, {seat: candidates[at]}, luck)
                # One look is too short and the other too vague; either alone plays much worse.
                soon = foresight.follow(state, answers, round_ends, luck)
                later = foresight.go_on(soon, round_ends + ROUND, luck)
                totals[at] += judge.worth(soon, seat) + judge.worth(later, seat)
            alive.sort(key=lambda at: (-totals[at], at))
            alive = alive[: max(1, (len(alive) + 1) // 2)]
            if len(alive) == 1 or foresight.spent >= BUDGET:
                break
        return candidates[alive[0]]

    def _duel(
        self,
        foresight: Foresight[Any, D],
        state: Any,
        request: Request[D],
        candidates: list[D],
        rival: Request[Any],
    ) -> D:
        """A choice out of the mix that does best against the mix of a rival.

        One of several rivals is seen through; the others are expected to do what is guessed of them.
        """
        theirs = list(foresight.judge.candidates(state, rival, CANDIDATES))
        others = foresight.answers(state, {request.seat: candidates[0], rival.seat: theirs[0]})
        until = foresight.judge.clock(state) + 1
        mine: list[list[int]] = []
        yours: list[list[int]] = []
        for own in candidates:
            ends = [
                foresight.follow(state, {**others, request.seat: own, rival.seat: answer}, until)
                for answer in theirs
            ]
            mine.append([foresight.judge.worth(end, request.seat) for end in ends])
            yours.append([foresight.judge.worth(end, rival.seat) for end in ends])
        return self._random.choices(candidates, mix(mine, yours))[0]


def mix(mine: list[list[int]], yours: list[list[int]], rounds: int = 200) -> list[int]:
    """How often each of our choices is taken when both sides always answer what the other did so far."""
    ours, theirs = [0 for _ in mine], [0 for _ in mine[0]]
    our_sums, their_sums = [0 for _ in mine], [0 for _ in mine[0]]
    row = column = 0
    for _ in range(rounds):
        ours[row] += 1
        theirs[column] += 1
        our_sums = [total + line[column] for total, line in zip(our_sums, mine, strict=True)]
        their_sums = [total + worth for total, worth in zip(their_sums, yours[row], strict=True)]
        row = max(range(len(ours)), key=lambda at: our_sums[at])
        column = max(range(len(theirs)), key=lambda at: their_sums[at])
    return ours
