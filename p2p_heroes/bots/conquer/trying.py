"""Choices tried out: whatever they are, the table that follows says what they are good for."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.bots.conquer.worth import (
    insight_of,
    own_worth,
)
from p2p_heroes.games.conquer.decisions import (
    Decision,
)
from p2p_heroes.games.conquer.rounds import advance, pending
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.game import Open, Request, Secret

Scored = list[tuple[int, Decision]]
"""Choices with what they promise."""

MOST_TRIED = 8


def quiet_answers(table: Table, seat: int, decision: Decision) -> dict[int, Decision]:
    """One seat's decision, and the quiet choice of everybody else who is asked."""
    need = pending(table)
    assert isinstance(need, Open | Secret)
    return {ask.seat: decision if ask.seat == seat else ask.choices[0] for ask in need.requests}


def spread(choices: Sequence[Decision], most: int) -> list[Decision]:
    """Some of many choices, evenly from the first to the last."""
    count = len(choices)
    if count <= most:
        return list(choices)
    return [choices[at * (count - 1) // (most - 1)] for at in range(most)]


def try_out(table: Table, request: Request[Decision]) -> Scored:
    """Whatever it is: the table that follows says what it is good for."""
    seat = request.seat
    return [
        (own_worth(advance(table, quiet_answers(table, seat, choice)).state, seat), choice)
        for choice in spread(request.choices, insight_of(table, seat).tries)
    ]
