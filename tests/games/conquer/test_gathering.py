"""Gathering (rulebook p. 5)."""

import pytest

from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.events import MilestoneReached, Received
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Source
from tests.support.conquer import at_table, seat, small_board, started

REDS, BLUES = small_board("reds"), small_board("blues")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("resource", list(Resource))
def test_gathering_gives_all_as_much_as_the_level(resource: Resource, level: int) -> None:
    """Rulebook p. 5."""
    step = started(
        at_table(seat(REDS), seat(BLUES, stock=(1, 1, 1)), first=1), Gathering(str(resource), level)
    )
    assert step.state.players[0].stock[resource] == level
    assert sum(step.state.players[0].stock) == level
    assert step.state.players[1].stock[resource] == level + 1
    told = [event for event in step.events if isinstance(event, Received)]
    assert [(event.seat, event.source) for event in told] == [(1, Source.GATHERING), (0, Source.GATHERING)]


def test_gathering_can_reach_a_milestone() -> None:
    """Rulebook p. 5."""
    step = started(at_table(seat(REDS, stock=(0, 0, 13)), seat(BLUES)), Gathering("gold", 1))
    assert MilestoneReached(0, Resource.GOLD, 14, 2) in step.events
    assert step.state.players[0].milestones == (0, 0, 1)


class Doubles(Effect):
    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        return 2 * amount


def test_an_effect_and_a_raised_level_change_what_is_gathered() -> None:
    """docs/rulings.md 59: the raised level is the action's level for that player, in this action only."""
    table = at_table(seat(small_board("doublers", nature=(Doubles(),)), raised=1), seat(BLUES))
    step = started(table, Gathering("wood", 2))
    assert [player.stock for player in step.state.players] == [(6, 0, 0), (2, 0, 0)]
    assert step.state.players[0].raised == 0


def test_only_wood_iron_and_gold_are_gathered() -> None:
    table = at_table(seat(REDS), seat(BLUES))
    assert Gathering("iron", 3).is_coherent(table)
    assert not Gathering("rage", 3).is_coherent(table)
