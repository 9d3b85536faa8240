"""What every part of the rules does to a player's holdings: receive, pay, gain and lose."""

from __future__ import annotations

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.resources import NOTHING, RESOURCES, Amounts, Bundle, minus, plus
from p2p_heroes.games.conquer.state import Turn
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.kit.effects import at_work, tell


def receive(turn: Turn, seat: int, received: Bundle, source: Source) -> None:
    """Resources reach a player, who may have effects that turn them into something else."""
    table = turn.table
    hooks = table.players[seat].at_work or at_work(table, seat)
    if Effect.receives in hooks:
        for ask in hooks[Effect.receives]:
            received = ask(turn, seat, received, source)
    store(turn, seat, received, source)


def store(turn: Turn, seat: int, received: Bundle, source: Source) -> None:
    """Put resources into the inventory as they are; values once reached stay circled."""
    if received == NOTHING:
        return
    player = turn.player(seat)
    player.stock = stock = plus(player.stock, received)
    wood, iron, gold = received
    turn.tell(events.Received(seat, wood, iron, gold, source))
    values = turn.table.boards[seat].milestones
    if not values or max(stock) < values[0][0]:
        return
    for resource, reached in zip(RESOURCES, player.milestones, strict=True):
        while reached < len(values) and stock[resource] >= values[reached][0]:
            turn.tell(events.MilestoneReached(seat, resource, *values[reached]))
            reached += 1
            player.milestones = changed(player.milestones, resource, reached)


def pay(turn: Turn, seat: int, price: Bundle, tribute: Amounts = ()) -> None:
    """Spend what the player has, as was checked before."""
    player = turn.player(seat)
    player.stock = minus(player.stock, price)
    assert min(player.stock) >= 0
    for name, count in tribute:
        add_units(turn, seat, name, -count)
    if price != NOTHING or tribute:
        turn.tell(events.Paid(seat, *price, tribute))


def gain_units(turn: Turn, seat: int, name: str, count: int) -> None:
    """Units join an army without being recruited."""
    add_units(turn, seat, name, count)
    turn.tell(events.UnitsJoined(seat, name, count))


def lose_unit(turn: Turn, seat: int, name: str) -> None:
    """One unit is gone, other than in a fight."""
    add_units(turn, seat, name, -1)
    turn.tell(events.UnitLost(seat, name))


def add_units(turn: Turn, seat: int, name: str, count: int) -> None:
    """Change a number on the board, without a word."""
    player, at = turn.player(seat), turn.table.boards[seat].unit_index[name]
    player.units = changed(player.units, at, player.units[at] + count)
    assert player.units[at] >= 0


def raise_level(turn: Turn, seat: int, level: int) -> None:
    """The action of this level is one of a higher level for the seat; several may raise it."""
    player = turn.player(seat)
    player.raised += 1
    turn.tell(events.LevelRaised(seat, level + player.raised))


def change_terrain(turn: Turn, seat: int, region: Region, terrain: Terrain) -> None:
    """For everybody and for good. Whoever saw mountains there keeps them (rulebook p. 18)."""
    before = turn.table.terrain
    turn.table.terrain = (*before[:region], terrain, *before[region + 1 :])
    turn.tell(events.TerrainChanged(seat, region, terrain))


def circle_monster(turn: Turn, seat: int, at: int) -> None:
    player = turn.player(seat)
    assert not player.monsters >> at & 1
    player.monsters |= 1 << at
    monster = turn.table.boards[seat].monsters[at]
    turn.tell(events.MonsterCircled(seat, monster.power, monster.points))


def loot_monster(turn: Turn, seat: int, at: int, source: Source = Source.MONSTER) -> None:
    """What lies beneath a circled monster: its resources, or what a board prints in their place.

    `source` says whether it was beaten or is the sign of a victory over players.
    """
    receive(turn, seat, turn.table.boards[seat].monsters[at].resources, source)
    tell(Effect.monster_looted, turn, seat, at)


def changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The same numbers but one."""
    return (*values[:at], value, *values[at + 1 :])
