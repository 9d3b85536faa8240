"""What bots know of Delve: when one more find is not worth its danger.

Nothing here is played on in the mind: of dice that would show one face, and dangers are all the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TypeAlias

from p2p_heroes.bots.kit.judge import ROUND, Judge, Policy, Scored
from p2p_heroes.games.delve import FACES, Climb, Decision, Depth, Mine, Sink
from p2p_heroes.games.game import Request

Asked: TypeAlias = Request[Decision]


def promise(mine: Mine, seat: int) -> int:
    """What a seat that is down may expect of one more find: what it carries and its share, in hundredths."""
    faces = FACES[mine.depth]
    safe = [face for face in faces if face not in mine.dangers]
    gold = sum(face for face in safe if isinstance(face, int))
    return 100 * (mine.players[seat].carried * len(safe) + gold // len(mine.down)) // len(faces)


def rank_ways(mine: Mine, request: Asked) -> Scored[Decision]:
    """Where no danger has shown yet there is nothing to lose."""
    seat = request.seat
    out, on = 100 * (mine.players[seat].carried + mine.left), promise(mine, seat)
    return [(out if isinstance(way, Climb) else on, way) for way in request.choices]


def rank_depths(mine: Mine, request: Asked) -> Scored[Decision]:
    """Deep shafts set the players further apart, which is good for whoever is behind."""
    behind = max(mine.gold) - mine.gold[request.seat]
    return [(behind if sink == Sink(Depth.DEEP) else 1, sink) for sink in request.choices]


def certain(rank: Callable[[Mine, Asked], Scored[Decision]]) -> Policy[Mine, Decision]:
    def best(mine: Mine, request: Asked) -> Sequence[Decision]:
        return [max(rank(mine, request), key=lambda scored: scored[0])[1]]

    return Policy(rank, candidates=best)


class DelveJudge(Judge[Mine, Decision]):
    policies = MappingProxyType({"sink": certain(rank_depths), "climb": certain(rank_ways)})

    def worth(self, state: Mine, seat: int) -> int:
        worth = [100 * gold for gold in state.gold]
        for down in state.down:
            worth[down] += promise(state, down)
        return worth[seat] - max(worth[:seat] + worth[seat + 1 :]) // 2

    def clock(self, state: Mine) -> int:
        if state.down:
            return ROUND * state.shaft + min(len(state.found) + 1, ROUND - 1)
        return ROUND * (state.shaft + 1)


JUDGE = DelveJudge()
