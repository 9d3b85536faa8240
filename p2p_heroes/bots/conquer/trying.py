"""Choices of Write & Conquer tried out."""

from __future__ import annotations

from p2p_heroes.bots.conquer.worth import insight_of, own_worth
from p2p_heroes.bots.kit import judge, trying
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.game import Request, Step

Scored = judge.Scored[Decision]


def settle(table: Table, seat: int, decision: Decision) -> Step[Table]:
    """What follows if all others do the quiet thing."""
    return trying.settle(CONQUER, table, seat, decision)


def try_out(table: Table, request: Request[Decision]) -> Scored:
    """More of the choices where the seat's faction asks for it."""
    tries = insight_of(table, request.seat).tries
    return trying.try_out(CONQUER, own_worth, table, request, tries)
