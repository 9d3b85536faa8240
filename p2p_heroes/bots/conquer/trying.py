"""Choices of Write & Conquer tried out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from p2p_heroes.bots.conquer.worth import insight_of, own_worth
from p2p_heroes.bots.kit import judge, trying
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Decision, Plunder
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.game import Request, Step
from protocol.frozen import replace

Scored = judge.Scored[Decision]


def settle(table: Table, seat: int, decision: Decision) -> Step[Table]:
    """What follows if all others do the quiet thing."""
    return trying.settle(CONQUER, table, seat, decision)


def try_out(table: Table, request: Request[Decision]) -> Scored:
    """More of the choices where the seat's faction asks for it."""
    tries = insight_of(table, request.seat).tries
    if isinstance(request.choices[-1], Plunder):
        request = replace(request, choices=_most(request.choices, tries))
    return trying.try_out(CONQUER, own_worth, table, request, tries)


def _most(choices: Sequence[Decision], tries: int) -> tuple[Decision, ...]:
    """Without plunder that takes less than all, which comes last: nobody who thinks does that."""
    first = bisect_left(range(len(choices)), True, key=lambda at: isinstance(choices[at], Plunder))
    taken = _taken(choices[first])
    ways = range(first, len(choices))
    end = bisect_left(ways, True, key=lambda at: _taken(choices[at]) < taken)
    others = tuple(choices[at] for at in range(first))
    return (*others, *(choices[at] for at in trying.spread(ways[:end], max(2, tries - first))))


def _taken(choice: Decision) -> int:
    """How many resources in all."""
    assert isinstance(choice, Plunder)
    return sum(count for _, amounts in choice.spoils for _, count in amounts)
