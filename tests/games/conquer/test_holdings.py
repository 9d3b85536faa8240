"""What happens to a player's holdings, each time with the event that tells it."""

import pytest

from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.events import (
    LevelRaised,
    MilestoneReached,
    MonsterCircled,
    Paid,
    Received,
    TerrainChanged,
    UnitLost,
    UnitsJoined,
)
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.holdings import (
    add_units,
    change_terrain,
    changed,
    circle_monster,
    gain_units,
    lose_unit,
    pay,
    raise_level,
    receive,
    store,
)
from p2p_heroes.games.conquer.resources import Bundle, Resource
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.world import PRINTED_TERRAIN, Region, Terrain
from tests.support.conquer import at_table, seat, small_board, units_of

REDS, BLUES = small_board("reds"), small_board("blues")


def turn_with(stock: Bundle = (0, 0, 0), board: Board = REDS) -> Turn:
    return Turn(at_table(seat(board, stock=stock), seat(BLUES)))


def resource_points(turn: Turn) -> int:
    return score_of(turn.table, 0).resources


# Receiving and milestones.


def test_what_is_received_is_added_to_the_inventory() -> None:
    """Rulebook p. 5."""
    turn = turn_with((1, 2, 3))
    receive(turn, 0, (4, 0, 1), Source.REGION)
    assert turn.player(0).stock == (5, 2, 4)
    assert turn.events == [Received(0, 4, 0, 1, Source.REGION)]


def test_nothing_received_is_not_told() -> None:
    turn = turn_with()
    receive(turn, 0, (0, 0, 0), Source.MONSTER)
    assert turn.events == []


def test_resources_accumulate_to_points_at_14_and_22() -> None:
    """Rulebook p. 5: 17 wood give 2 points, 25 iron 2 + 2, 4 gold none."""
    turn = turn_with()
    receive(turn, 0, (17, 25, 4), Source.GATHERING)
    assert turn.player(0).milestones == (1, 2, 0)
    assert turn.events[1:] == [
        MilestoneReached(0, Resource.WOOD, 14, 2),
        MilestoneReached(0, Resource.IRON, 14, 2),
        MilestoneReached(0, Resource.IRON, 22, 2),
    ]
    assert resource_points(turn) == 2 + 4


def test_circled_points_remain_when_resources_are_spent() -> None:
    """Rulebook p. 5: 17 wood go down to 10, 25 iron up to 27, and nothing changes."""
    turn = turn_with()
    receive(turn, 0, (17, 25, 4), Source.GATHERING)
    pay(turn, 0, (7, 0, 0))
    receive(turn, 0, (0, 2, 0), Source.GATHERING)
    assert turn.player(0).stock == (10, 27, 4)
    assert turn.player(0).milestones == (1, 2, 0)
    receive(turn, 0, (7, 0, 0), Source.GATHERING)
    assert resource_points(turn) == 6


def test_thirty_of_a_resource_give_seven_points_in_all() -> None:
    """Rulebook p. 5: 2 + 2 + 3."""
    turn = turn_with()
    receive(turn, 0, (0, 27, 0), Source.GATHERING)
    receive(turn, 0, (0, 3, 0), Source.GATHERING)
    assert turn.events[-1] == MilestoneReached(0, Resource.IRON, 30, 3)
    assert resource_points(turn) == 7
    receive(turn, 0, (0, 30, 0), Source.GATHERING)
    assert resource_points(turn) == 7


@pytest.mark.parametrize(("amount", "reached"), [(13, 0), (14, 1), (21, 1), (22, 2), (29, 2), (30, 3)])
def test_exactly_the_value_is_enough(amount: int, reached: int) -> None:
    """Rulebook p. 5; docs/rulings.md 20."""
    turn = turn_with()
    receive(turn, 0, (0, 0, amount), Source.GATHERING)
    assert turn.player(0).milestones == (0, 0, reached)


@pytest.mark.parametrize("source", list(Source))
def test_a_milestone_is_reached_by_any_gain(source: Source) -> None:
    """docs/rulings.md 19."""
    turn = turn_with((13, 0, 0))
    receive(turn, 0, (1, 0, 0), source)
    assert turn.player(0).milestones == (1, 0, 0)


def test_a_board_may_print_other_values() -> None:
    turn = turn_with(board=small_board("others", milestones=((5, 9),)))
    receive(turn, 0, (30, 4, 0), Source.REGION)
    assert turn.player(0).milestones == (1, 0, 0)
    assert resource_points(turn) == 9


class IronIsScrap(Effect):
    """Iron never reaches the inventory: for each, a foot comes."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        gain_units(turn, seat, "foot", received[1])
        return (received[0], 0, received[2])


def test_an_effect_may_turn_what_is_received_into_something_else() -> None:
    """The second box: 1 wood and 1 iron of Asander are 1 wood and 1 unit."""
    turn = turn_with(board=small_board("smelters", nature=(IronIsScrap(),)))
    receive(turn, 0, (1, 1, 0), Source.REGION)
    assert turn.player(0).stock == (1, 0, 0)
    assert units_of(turn.table, 0) == {"foot": 4}
    assert turn.events == [UnitsJoined(0, "foot", 1), Received(0, 1, 0, 0, Source.REGION)]


def test_what_is_stored_is_stored_as_it_is() -> None:
    turn = turn_with(board=small_board("smelters", nature=(IronIsScrap(),)))
    store(turn, 0, (0, 1, 0), Source.EFFECT)
    assert turn.player(0).stock == (0, 1, 0)
    assert units_of(turn.table, 0) == {"foot": 3}


def test_an_effect_that_is_not_at_work_changes_nothing() -> None:
    turn = turn_with(board=small_board("smelters", nature=(IronIsScrap(),)))
    receive(turn, 1, (1, 1, 0), Source.REGION)
    assert turn.player(1).stock == (1, 1, 0)
    latent = turn_with(board=small_board("smelters", artefacts={Region.VURT: (IronIsScrap(),)}))
    receive(latent, 0, (1, 1, 0), Source.REGION)
    assert latent.player(0).stock == (1, 1, 0)


# Paying.


def test_a_price_is_spent() -> None:
    turn = turn_with((3, 3, 3))
    pay(turn, 0, (1, 2, 3), (("foot", 2),))
    assert turn.player(0).stock == (2, 1, 0)
    assert units_of(turn.table, 0) == {"foot": 1}
    assert turn.events == [Paid(0, 1, 2, 3, (("foot", 2),))]


def test_paying_nothing_is_not_told() -> None:
    turn = turn_with()
    pay(turn, 0, (0, 0, 0))
    assert turn.events == []


def test_nobody_can_pay_what_is_not_there() -> None:
    with pytest.raises(AssertionError):
        pay(turn_with((1, 0, 0)), 0, (2, 0, 0))
    with pytest.raises(AssertionError):
        pay(turn_with(), 0, (0, 0, 0), (("knight", 1),))


# Units and monsters.


def test_units_join_and_are_lost() -> None:
    turn = turn_with()
    gain_units(turn, 0, "knight", 2)
    lose_unit(turn, 0, "foot")
    add_units(turn, 0, "foot", 5)
    assert units_of(turn.table, 0) == {"foot": 7, "knight": 2}
    assert turn.events == [UnitsJoined(0, "knight", 2), UnitLost(0, "foot")]


def test_a_monster_is_circled_once() -> None:
    """Rulebook p. 10."""
    turn = turn_with()
    circle_monster(turn, 0, 3)
    assert turn.player(0).monsters == 0b1000
    assert turn.events == [MonsterCircled(0, 8, 2)]
    with pytest.raises(AssertionError):
        circle_monster(turn, 0, 3)


def test_one_number_is_changed() -> None:
    assert changed((1, 2, 3), 1, 9) == (1, 9, 3)
    assert changed((1,), 0, 0) == (0,)


def test_a_region_becomes_another_terrain_for_all() -> None:
    turn = turn_with()
    change_terrain(turn, 0, Region.ESMORE, Terrain.LAKE)
    differing = [region for region in Region if turn.table.terrain[region] is not PRINTED_TERRAIN[region]]
    assert differing == [Region.ESMORE]
    assert turn.table.terrain[Region.ESMORE] is Terrain.LAKE
    assert turn.events == [TerrainChanged(0, Region.ESMORE, Terrain.LAKE)]


def test_a_level_is_raised_by_several() -> None:
    turn = turn_with()
    raise_level(turn, 0, 2)
    raise_level(turn, 0, 2)
    assert turn.player(0).raised == 2
    assert turn.events == [LevelRaised(0, 3), LevelRaised(0, 4)]
