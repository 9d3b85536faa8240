"""A unit that a shard calls counts before it has come, and so do copies and the Bag."""

import pytest

from p2p_heroes.bots.conquer.factions.elementals import CALLED_BY, HOME_ALONE, POWER, ShardInsight, called
from p2p_heroes.bots.conquer.worth import own_worth
from p2p_heroes.games.conquer.factions.elementals import (
    BAG,
    HOMES,
    LAMP,
    MAYA,
    MIRROR,
    TERRACES,
    TOWERS,
    TUR,
    ZEPHYR,
    Wonders,
)
from p2p_heroes.games.conquer.planning import Planning
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from tests.support.conquer import at_table, seat

NONE, WOOD, IRON = (0, 0, 0), (1, 0, 0), (0, 1, 0)
"""Milestones: that of wood gives the leaf, that of iron the ore."""


def table(*built: str, milestones: tuple[int, int, int] = NONE, copies: tuple[Region, ...] = ()) -> Table:
    elementals = seat("elementals", built=built, milestones=milestones, own=Wonders(copies=copies))
    owner = seat("humans", artefacts=copies)
    return at_table(elementals, owner, number=5, agenda=(Planning(),))


@pytest.mark.parametrize(("unit", "shard"), [(ZEPHYR, IRON), (TUR, WOOD)])
def test_home_and_shard_together_promise_more_than_both_alone(unit: str, shard: tuple[int, int, int]) -> None:
    home = called(table(HOMES[unit]), 0)
    alone = called(table(milestones=shard), 0)
    both = called(table(HOMES[unit], milestones=shard), 0)
    assert 0 < alone < home
    assert home + alone < both


def test_the_lamp_promises_the_strongest_of_what_it_calls() -> None:
    """A Maya of power 7 in every building action."""
    assert set(CALLED_BY) == set(HOMES)
    lit, dark = table(LAMP, HOMES[MAYA]), table(HOMES[MAYA])
    assert ShardInsight.promise(lit, 0, 40) > ShardInsight.promise(dark, 0, 40) > 0
    assert ShardInsight.promise(lit, 0, 0) == 0
    assert own_worth(lit, 0) > own_worth(dark, 0)


def test_whom_nobody_can_house_any_more_is_not_called() -> None:
    """The leaf calls Turs, whose home the Towers have crossed out; it makes Zephyrs stronger all the same."""
    assert called(table(TOWERS, milestones=WOOD), 0) == 3 * POWER * HOME_ALONE // 100
    assert called(table(TERRACES, milestones=IRON), 0) == 2 * POWER * HOME_ALONE // 100


def test_the_bag_and_copies_are_worth_something_in_every_action_to_come() -> None:
    plain, bag = table(MIRROR), table(MIRROR, BAG)
    assert ShardInsight.promise(plain, 0, 40) == 0
    assert ShardInsight.promise(bag, 0, 40) > ShardInsight.promise(bag, 0, 20) > 0
    one, two = table(MIRROR, copies=(Region.VURT,)), table(MIRROR, copies=(Region.VURT, Region.DORTAL))
    assert 2 * ShardInsight.promise(one, 0, 40) == ShardInsight.promise(two, 0, 40) > 0
