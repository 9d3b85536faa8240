"""Units in the building action: which, how many, and for what (rulebook p. 7).

Any number, whatever the level of the action, of each unit that a structure recruits.
What one costs may be another price than the printed one, or a choice among several.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.decisions import Recruit
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.holdings import add_units, pay
from p2p_heroes.games.conquer.resources import (
    RESOURCES,
    Bundle,
    Resource,
    bundle,
    minus,
    named,
    times,
)
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.kit.effects import at_work, fold, tell
from p2p_heroes.games.kit.refusals import Reason, because

GOLD = int(Resource.GOLD)


def recruitments(table: Table, seat: int) -> list[Recruit]:
    """Every lawful way to recruit units of one name."""
    hooks, stock, board = at_work(table, seat), table.players[seat].stock, table.boards[seat]
    is_usual = Effect.unit_price not in hooks and Effect.recruit_prices not in hooks
    found: list[Recruit] = []
    for name in recruitable(table, seat):
        if is_usual:
            found += _recruits(name, stock[GOLD] // board.units[board.unit_index[name]].price)
            continue
        prices = recruit_prices(table, seat, name)
        for price in prices:
            counts = range(1, _most(stock, price) + 1)
            paid = [named(times(price, count)) if len(prices) > 1 else () for count in counts]
            found += map(Recruit, repeat(name), counts, paid)
    return found


@lru_cache(maxsize=4096)
def _recruits(name: str, most: int) -> tuple[Recruit, ...]:
    return tuple(Recruit(name, count) for count in range(1, most + 1))


def _most(stock: Bundle, price: Bundle) -> int:
    """How often a price can be paid."""
    return min([held // each for held, each in zip(stock, price, strict=True) if each])


def recruitable(table: Table, seat: int) -> tuple[str, ...]:
    return fold(Effect.recruits, table, seat, ())


def unit_price(table: Table, seat: int, name: str) -> int:
    """What recruiting one costs in gold."""
    board = table.boards[seat]
    unit = board.units[board.unit_index[name]]
    return fold(Effect.unit_price, table, seat, unit.price, unit)


def recruit_prices(table: Table, seat: int, name: str) -> tuple[Bundle, ...]:
    """For what one can be recruited."""
    board = table.boards[seat]
    usual = (0, 0, unit_price(table, seat, name))
    return fold(Effect.recruit_prices, table, seat, (usual,), board.units[board.unit_index[name]])


def recruit(turn: Turn, seat: int, chosen: Recruit) -> None:
    board, player, count = turn.table.boards[seat], turn.player(seat), chosen.count
    prices = recruit_prices(turn.table, seat, chosen.unit)
    wood, iron, gold = bundle(**dict(chosen.paid)) if chosen.paid else times(prices[0], count)
    if wood or iron:
        pay(turn, seat, (wood, iron, 0))
    player.stock = minus(player.stock, (0, 0, gold))
    add_units(turn, seat, chosen.unit, count)
    turn.tell(events.UnitsRecruited(seat, chosen.unit, count, gold))
    tell(Effect.units_recruited, turn, seat, board.units[board.unit_index[chosen.unit]], count)
    player.recruited += count


def why_not_recruit(table: Table, seat: int, decision: Recruit) -> Reason:
    board = table.boards[seat]
    if decision.unit not in board.unit_index:
        return because("no-unit", faction=board.name, unit=decision.unit)
    if decision.unit not in recruitable(table, seat):
        return because("not-recruited-yet", unit=decision.unit)
    stock = table.players[seat].stock
    prices = recruit_prices(table, seat, decision.unit)
    kinds = [resource for resource in RESOURCES if any(price[resource] for price in prices)]
    held = tuple((str(kind), stock[kind]) for kind in kinds) if len(kinds) > 1 else stock[kinds[0]]
    costs = tuple(map(named, prices))
    code = "unit-prices" if len(prices) > 1 else "unit-price"
    return because(code, unit=decision.unit, costs=costs, held=held, example=costs[0])
