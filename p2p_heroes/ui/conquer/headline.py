"""Where a game of Write & Conquer is, in one line: the round, its plan, and whose it is."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.games.conquer.planning import ActionStarts, RoundEnds
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import ROUNDS, Table


def headline(table: Table, names: Sequence[str]) -> str:
    """`Round 3 of 16: wood 1, [iron 2], move 3, build 4 (Ada is first)`: in brackets what is performed."""
    if not table.agenda:
        return "The game is over"
    if not table.round:
        return "Before the first round: where does everybody begin?"
    actions = [
        f"[{action} {level}]" if level == current(table) else f"{action} {level}"
        for level, action in enumerate(table.plan, 1)
    ]
    plan = ", ".join(actions) or "its plan is being made"
    return f"Round {table.round} of {ROUNDS}: {plan} ({names[table.first]} is first)"


def current(table: Table) -> int:
    """The level of the action that is being performed; 0 if none is."""
    if not table.plan or not any(isinstance(stage, RoundEnds) for stage in table.agenda):
        return 0
    ahead = [stage.level for stage in table.agenda if isinstance(stage, ActionStarts)]
    return min(ahead) - 1 if ahead else len(table.plan)


def round_of(table: Table) -> int:
    """The round that is being played; 0 before the first."""
    return table.round


def points(table: Table, seat: int) -> int:
    """What a seat would have if the game ended now."""
    return score_of(table, seat).total
