"""The order of play: every stage that the rules have, whoever plays, and how they end."""

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
from p2p_heroes.games.conquer.visiting import AllArrived, Arriving, CollectingResources, Weakening
from p2p_heroes.games.game import Answers, Need, Step
from p2p_heroes.games.kit import agenda

SHARED_STAGES: tuple[type[Stage], ...] = (
    *(DrawFirst, ChooseStart, RoundStarts, Planning, RoundEnds, GameEnds),
    *(ActionsAwaited, ActionStarts, Rejoining),
    *(Gathering, BuildingStarts, Building, BuildingEnds, GrantedStructure),
    *(Moving, Arriving, Weakening, CollectingResources, AllArrived),
    *(Meetings, Meeting, Claiming, Declared, Joining, MovementEnds),
    *(Battle, Rewarding, Fighting, Collecting, Taking),
)


def pending(table: Table) -> Need[Decision]:
    return agenda.pending(table, places)


def advance(table: Table, answers: Answers[Decision]) -> Step[Table]:
    return agenda.advance(table, pending(table), answers)
