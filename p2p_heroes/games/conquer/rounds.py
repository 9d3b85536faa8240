"""The order of play: settle the first stage of the agenda, then all that follow without a question."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import Building, BuildingEnds, BuildingStarts, GrantedStructure
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.meeting import Claiming, Declared, Joining, Meeting, Meetings, MovementEnds
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import (
    ActionsAwaited,
    ActionStarts,
    ChooseStart,
    DrawFirst,
    Planning,
    Rejoining,
    RoundEnds,
    RoundStarts,
)
from p2p_heroes.games.conquer.scoring import GameEnds, places
from p2p_heroes.games.conquer.sharing import Taking
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.turn import Turn
from p2p_heroes.games.conquer.visiting import AllArrived, Arriving, CollectingResources, Weakening
from p2p_heroes.games.game import Answers, Need, Open, Over, Secret, Step

SHARED_STAGES: tuple[type[Stage], ...] = (
    *(DrawFirst, ChooseStart, RoundStarts, Planning, RoundEnds, GameEnds),
    *(ActionsAwaited, ActionStarts, Rejoining),
    *(Gathering, BuildingStarts, Building, BuildingEnds, GrantedStructure),
    *(Moving, Arriving, Weakening, CollectingResources, AllArrived),
    *(Meetings, Meeting, Claiming, Declared, Joining, MovementEnds),
    *(Battle, Rewarding, Fighting, Collecting, Taking),
)


NO_ANSWERS: Mapping[int, Decision] = {}


def pending(table: Table) -> Need[Decision]:
    """What the table needs next. It follows from the table alone and is kept with it once worked out."""
    if table.pending is None:
        table.pending = _need(table)
    return table.pending


def _need(table: Table) -> Need[Decision]:
    if not table.agenda:
        return Over(places(table))
    need = table.agenda[0].need(table)
    assert need is not None
    return need


def advance(table: Table, answers: Answers[Decision]) -> Step[Table]:
    """A table of its own on which the answers, and all that follows from them, are settled."""
    need = pending(table)
    turn = Turn(table.copy(), need.requests if isinstance(need, (Open, Secret)) else ())
    stage, turn.table.agenda = table.agenda[0], table.agenda[1:]
    if isinstance(answers, tuple):
        stage.drawn(turn, answers)
    else:
        stage.settle(turn, answers)
    run(turn)
    return Step(turn.table, tuple(turn.events))


def run(turn: Turn) -> None:
    """Settle what asks nobody, up to the next question or the end."""
    table, queued = turn.table, turn.queued
    while True:
        if queued:
            table.agenda = (*queued, *table.agenda)
            queued.clear()
        if not table.agenda:
            return
        stage = table.agenda[0]
        table.pending = stage.need(table)
        if table.pending is not None:
            return
        table.agenda = table.agenda[1:]
        stage.settle(turn, NO_ANSWERS)
