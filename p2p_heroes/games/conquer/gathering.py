"""Gathering wood, iron or gold: as much as the level of the action (rulebook p. 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import HIGHEST_LEVEL
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.kinds import NAME
from p2p_heroes.games.conquer.resources import RESOURCES, Resource, only
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT

BY_NAME = {str(resource): resource for resource in RESOURCES}


class Gathering(Stage):
    form: ClassVar[Form] = Form("gathering", Part("resource", NAME), Part("level", COUNT))
    resource: str
    level: int

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        resource = BY_NAME[self.resource]
        for seat in turn.table.performers:
            gather(turn, seat, resource, self.level)

    def is_coherent(self, table: Table) -> bool:
        return self.resource in BY_NAME and 1 <= self.level <= HIGHEST_LEVEL


def gather(turn: Turn, seat: int, resource: Resource, level: int) -> None:
    """One player performs the action."""
    raised = turn.table.players[seat].raised
    amount = fold(Effect.gathered, turn.table, seat, level + raised, resource)
    if raised:
        turn.player(seat).raised = 0
    receive(turn, seat, only(resource, amount), Source.GATHERING)
