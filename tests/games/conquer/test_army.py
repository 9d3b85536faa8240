"""Deployment, total power and losses (rulebook p. 9)."""

from itertools import product

import pytest

from p2p_heroes.games.conquer.army import (
    army_power,
    count_of,
    muster,
    perish,
    pieces_in,
    pieces_of,
    stacks_for,
)
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import ArmyPower, Power
from p2p_heroes.games.conquer.events import UnitsPerished
from p2p_heroes.games.conquer.faction import Board, Structure, Unit
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.resources import Amounts, bundle
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Piece, Stack
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import at_table, seat, small_board, units_of

REDS, BLUES = small_board("reds"), small_board("blues")
BATTLE = Combat(Foe.PLAYERS, Region.HARRAX)


def army(board: Board = REDS, **units: int) -> Table:
    return at_table(seat(board, units=units), seat(BLUES))


def test_units_are_counted_by_name() -> None:
    assert [count_of(army(foot=2), 0, name) for name in ("foot", "knight")] == [2, 0]


# What can be deployed.


def test_a_player_deploys_from_none_to_all_of_each_unit() -> None:
    """Rulebook p. 9."""
    ways = list(muster(army(foot=2, knight=1), 0, BATTLE))
    assert ways == [
        (),
        (("knight", 1),),
        (("foot", 1),),
        (("foot", 1), ("knight", 1)),
        (("foot", 2),),
        (("foot", 2), ("knight", 1)),
    ]


def test_who_has_no_units_can_deploy_nothing() -> None:
    assert list(muster(army(), 0, BATTLE)) == [()]


@pytest.mark.parametrize(
    "deployed",
    [
        (("foot", 3),),
        (("knight", 1), ("foot", 1)),
        (("foot", 1), ("foot", 1)),
        (("foot", 0),),
        (("dragon", 1),),
        (("foot", -1),),
        None,
        "foot",
    ],
)
def test_no_other_deployment_is_possible(deployed: object) -> None:
    assert deployed not in muster(army(foot=2, knight=1), 0, BATTLE)


def test_every_deployment_is_found_in_its_muster() -> None:
    ways = muster(army(foot=4, knight=3), 0, BATTLE)
    assert len(ways) == len(set(ways)) == 20
    assert all(way in ways for way in ways)
    assert ways[-1] == (("foot", 4), ("knight", 3))


# Total power.


def test_total_power_is_the_sum_of_what_is_deployed() -> None:
    """Rulebook p. 9: two of power 3 and four of power 1 are 10, and 11 with a bonus of 1."""
    units = (Unit("ent", 6, 5), Unit("griffin", 3, 3), Unit("pixie", 1, 1))
    board = small_board("foresters", units=units, structures=(Structure("horn", 1, effects=(ArmyPower(1),)),))
    deployed = (("griffin", 2), ("pixie", 4))
    army_of = {"pixie": 6, "griffin": 3, "ent": 2}
    plain = at_table(seat(board, units=army_of), seat(BLUES))
    assert army_power(plain, 0, deployed, BATTLE) == 10
    with_horn = at_table(seat(board, units=army_of, built=("horn",)), seat(BLUES))
    assert army_power(with_horn, 0, deployed, BATTLE) == 11
    turn = Turn(with_horn)
    perish(turn, 0, deployed, BATTLE, won=False)
    assert units_of(turn.table, 0) == {"pixie": 2, "griffin": 1, "ent": 2}
    assert turn.events == [UnitsPerished(0, deployed)]


def test_a_modified_power_counts_for_all_units_of_the_name() -> None:
    board = small_board("smiths", structures=(Structure("forge", 1, effects=(Power("foot", 2),)),))
    table = at_table(seat(board, built=("forge",)), seat(BLUES))
    assert army_power(table, 0, (("foot", 3),), BATTLE) == 6


def test_a_bonus_needs_something_that_is_deployed() -> None:
    """docs/rulings.md 61."""
    board = small_board("horns", nature=(ArmyPower(5),))
    assert army_power(army(board, foot=1), 0, (), BATTLE) == 0
    assert army_power(army(board, foot=1), 0, (("foot", 1),), BATTLE) == 6


class StrongerTogether(Effect):
    """A knight has one more power beside foot."""

    def stack_power(
        self, table: Table, seat: int, power: int, stack: Stack, deployed: Amounts, combat: Combat
    ) -> int:
        return power + 1 if stack.name == "knight" and "foot" in dict(deployed) else power


def test_the_power_of_a_unit_may_depend_on_what_is_beside_it() -> None:
    table = army(small_board("friends", nature=(StrongerTogether(),)), foot=2, knight=2)
    assert army_power(table, 0, (("knight", 2),), BATTLE) == 8
    assert army_power(table, 0, (("foot", 1), ("knight", 2)), BATTLE) == 11


# Losses.


@pytest.mark.parametrize("won", [True, False])
def test_whatever_is_deployed_perishes_win_or_lose(won: bool) -> None:
    """Rulebook p. 9."""
    turn = Turn(army(foot=3, knight=2))
    perish(turn, 0, (("foot", 2), ("knight", 1)), BATTLE, won=won)
    assert units_of(turn.table, 0) == {"foot": 1, "knight": 1}
    assert turn.events == [UnitsPerished(0, (("foot", 2), ("knight", 1)))]


def test_who_deployed_nothing_loses_nothing() -> None:
    turn = Turn(army(foot=3))
    perish(turn, 0, (), BATTLE, won=False)
    assert units_of(turn.table, 0) == {"foot": 3}
    assert turn.events == []


class FootComesBack(Effect):
    def losses(
        self, table: Table, seat: int, losses: tuple[int, ...], deployed: Amounts, combat: Combat
    ) -> tuple[int, ...]:
        return (0, *losses[1:])


def test_an_effect_may_bring_units_back() -> None:
    turn = Turn(army(small_board("raisers", nature=(FootComesBack(),)), foot=3, knight=1))
    perish(turn, 0, (("foot", 2),), BATTLE, won=False)
    assert units_of(turn.table, 0) == {"foot": 3, "knight": 1}
    assert turn.events == []


# Stacks that are no units, and units in several stacks.


class Kegs(Effect):
    """One wood is one more power, beside units."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        wood = table.players[seat].stock[0]
        return (*stacks, Stack("keg", power=1, most=wood)) if wood else stacks

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        pay(turn, seat, bundle(wood=dict(deployed).get("keg", 0)))


def test_power_bought_before_a_battle_is_a_part_of_the_deployment() -> None:
    """The second box: two of power 4 and four of power 1 are 12, and 14 with 2 wood of kegs."""
    units = (Unit("bouncer", 1, 2, start=3), Unit("pourer", 4, 3), Unit("flyer", 9, 5))
    board = small_board("brewers", units=units, structures=(Structure("kegs", 2, effects=(Kegs(),)),))
    brewers = seat(board, stock=(5, 0, 0), built=("kegs",), units={"flyer": 2, "pourer": 3, "bouncer": 6})
    turn = Turn(at_table(brewers, seat(BLUES)))
    deployed = (("bouncer", 4), ("keg", 2), ("pourer", 2))
    assert deployed in muster(turn.table, 0, BATTLE)
    assert army_power(turn.table, 0, (("bouncer", 4), ("pourer", 2)), BATTLE) == 12
    assert army_power(turn.table, 0, deployed, BATTLE) == 14
    perish(turn, 0, deployed, BATTLE, won=False)
    assert units_of(turn.table, 0) == {"flyer": 2, "pourer": 1, "bouncer": 2}
    assert turn.player(0).stock == (3, 0, 0)


class Armour(Effect):
    """Each unit may wear armour, one wood a piece: the same units in stacks of a better power."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        armoured = [
            replace(stack, name=f"{stack.name}+", power=stack.power + 2, pool="wood", takes=1)
            for stack in stacks
        ]
        return (*stacks, *armoured)

    def pool(self, table: Table, seat: int, size: int, name: str) -> int:
        return table.players[seat].stock[0] if name == "wood" else size


@pytest.mark.parametrize("wood", [0, 1, 2, 9])
def test_stacks_share_their_units_and_a_pool(wood: int) -> None:
    board = small_board("armourers", nature=(Armour(),))
    table = at_table(seat(board, units={"foot": 2, "knight": 1}, stock=(wood, 0, 0)), seat(BLUES))
    names = ("foot", "knight", "foot+", "knight+")
    expected = [
        tuple(sorted((name, count) for name, count in zip(names, way, strict=True) if count))
        for way in product(range(3), range(2), range(3), range(2))
        if way[0] + way[2] <= 2 and way[1] + way[3] <= 1 and way[2] + way[3] <= wood
    ]
    ways = muster(table, 0, BATTLE)
    assert sorted(ways) == sorted(expected)
    assert all(way in ways for way in expected)
    if wood > 1:
        assert army_power(table, 0, (("foot", 1), ("foot+", 1), ("knight+", 1)), BATTLE) == 1 + 3 + 6


def test_units_of_several_stacks_perish_together() -> None:
    turn = Turn(army(small_board("armourers", nature=(Armour(),)), foot=3))
    perish(turn, 0, (("foot", 1), ("foot+", 2)), BATTLE, won=True)
    assert units_of(turn.table, 0) == {}


class Smiths(Effect):
    """A knight who is deployed lets up to two foot be armed."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        foot, knight = stacks
        armed = replace(foot, name="foot+", power=3, pool="arms", takes=1)
        return (replace(knight, pool="arms", takes=-2), foot, armed)


def test_a_stack_may_fill_the_pool_that_others_draw_on() -> None:
    table = army(small_board("smiths", nature=(Smiths(),)), foot=3, knight=1)
    ways = muster(table, 0, BATTLE)
    assert (("foot+", 2), ("knight", 1)) in ways
    assert (("foot", 1), ("foot+", 2), ("knight", 1)) in ways
    assert (("foot+", 3), ("knight", 1)) not in ways
    assert (("foot+", 1),) not in ways


class MustFight(Effect):
    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, Stack("beast", power=7, most=1, least=1))


def test_what_must_fight_is_in_every_deployment() -> None:
    table = army(small_board("tamers", nature=(MustFight(),)), foot=1)
    assert list(muster(table, 0, BATTLE)) == [(("beast", 1),), (("beast", 1), ("foot", 1))]


# Pieces apart from the player.


class HasBeast(Effect):
    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return (*pieces, Piece("beast", Region.QLISS))

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, Stack("beast", power=7, most=1)) if combat.piece else stacks


def test_a_piece_apart_fights_without_the_army() -> None:
    table = army(small_board("tamers", nature=(HasBeast(),)), foot=2)
    assert pieces_of(table, 0) == (Piece("beast", Region.QLISS),)
    assert pieces_in(table, 0, Region.QLISS) == ("beast",)
    assert pieces_in(table, 0, Region.HARRAX) == ()
    assert pieces_of(table, 1) == ()
    alone = Combat(Foe.PLAYERS, Region.QLISS, "beast")
    assert [stack.name for stack in stacks_for(table, 0, alone)] == ["beast"]
    assert [stack.name for stack in stacks_for(table, 0, BATTLE)] == ["foot"]
    turn = Turn(table)
    perish(turn, 0, (("beast", 1),), alone, won=True)
    assert units_of(turn.table, 0) == {"foot": 2}
