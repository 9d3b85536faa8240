"""Which of the countless armies that could be deployed deserve a thought.

An army is filled stack by stack until it is strong enough, in a few orders: the strongest
first, the weakest first, each kind once before the others. Of those that suffice the one
counts that loses least. What the rules allow is left to them: whoever uses an army checks it.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2p_heroes.games.conquer.army import army_power, muster, unit_power
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.resources import Amounts, rank
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Stack
from p2p_heroes.games.kit.effects import fold

Counts = list[int]


def cheapest_army(table: Table, seat: int, combat: Combat, wanted: int) -> tuple[Amounts, int] | None:
    """An army of at least the wanted power and what it would cost in power, if there is any."""
    army = muster(table, seat, combat)
    best: tuple[Amounts, int] | None = None
    for order in _orders(army.stacks):
        counts = _fill(table, seat, combat, army.stacks, order, wanted)
        if counts is None:
            continue
        deployed = _amounts(army.stacks, counts)
        if not deployed or deployed not in army:
            continue
        lost = power_lost(table, seat, deployed, army.stacks, combat)
        if best is None or lost < best[1]:
            best = deployed, lost
    return best


def whole_army(table: Table, seat: int, combat: Combat) -> tuple[Amounts, int]:
    """About the strongest army that can be deployed, and its power."""
    army = muster(table, seat, combat)
    best: tuple[Amounts, int] = ((), 0)
    for order in _orders(army.stacks)[:2]:
        counts = [stack.least for stack in army.stacks]
        for at in order:
            counts[at] = _room(army.stacks, counts, at)
        deployed = _amounts(army.stacks, counts)
        if deployed and deployed in army:
            power = army_power(table, seat, deployed, combat)
            if power > best[1]:
                best = deployed, power
    return best


def power_lost(table: Table, seat: int, deployed: Amounts, stacks: tuple[Stack, ...], combat: Combat) -> int:
    """The power of the units that would not come back."""
    fallen = [0 for _ in table.boards[seat].units]
    unit_of = {stack.name: stack.unit for stack in stacks}
    for name, count in deployed:
        unit = unit_of[name]
        if unit is not None:
            fallen[unit] += count
    losses = fold(Effect.losses, table, seat, tuple(fallen), deployed, combat)
    return sum(lost * unit_power(table, seat, at) for at, lost in enumerate(losses) if lost)


def _orders(stacks: tuple[Stack, ...]) -> list[list[int]]:
    """In which orders stacks are drawn on: by their power, then each kind before the rest."""
    fighting = [at for at, stack in enumerate(stacks) if stack.fights]
    strongest = sorted(fighting, key=lambda at: (-stacks[at].power, at))
    orders = [strongest, strongest[::-1]]
    for first in strongest if len(fighting) > 2 else ():
        for rest in (strongest, strongest[::-1]):
            order = [first, *(at for at in rest if at != first)]
            if order not in orders:
                orders.append(order)
    return orders


def _room(stacks: tuple[Stack, ...], counts: Counts, at: int) -> int:
    """How many of a stack there are, when others draw on the same units; pools are left to the rules."""
    stack = stacks[at]
    if stack.unit is None:
        return stack.most
    used = sum(
        counts[other] for other in range(len(stacks)) if other != at and stacks[other].unit == stack.unit
    )
    return max(stack.least, stack.most - used)


def _fill(
    table: Table, seat: int, combat: Combat, stacks: tuple[Stack, ...], order: list[int], wanted: int
) -> Counts | None:
    """As few as are enough; what was taken first is given back first where it is not needed."""
    counts = [stack.least for stack in stacks]
    power = 0
    for at in order:
        room = _room(stacks, counts, at) - counts[at]
        if room <= 0:
            continue
        # At first as if powers simply added up; then one by one as the rules count them.
        each = max(1, stacks[at].power)
        adding = min(room, max(1, -((power - wanted) // each)))
        counts[at] += adding
        power = army_power(table, seat, _amounts(stacks, counts), combat)
        while power < wanted and adding < room:
            more = min(room - adding, max(1, -((power - wanted) // each)))
            counts[at] += more
            adding += more
            power = army_power(table, seat, _amounts(stacks, counts), combat)
        if power >= wanted:
            return _spare(table, seat, combat, stacks, order, counts, wanted)
    return None


def _spare(
    table: Table,
    seat: int,
    combat: Combat,
    stacks: tuple[Stack, ...],
    order: list[int],
    counts: Counts,
    wanted: int,
) -> Counts:
    for at in order:
        while counts[at] > stacks[at].least:
            counts[at] -= 1
            fewer = _amounts(stacks, counts)
            if not fewer or army_power(table, seat, fewer, combat) < wanted:
                counts[at] += 1
                break
    return counts


def _amounts(stacks: tuple[Stack, ...], counts: Counts) -> Amounts:
    named = ((stack.name, count) for stack, count in zip(stacks, counts, strict=True) if count)
    return tuple(sorted(named, key=lambda entry: rank(entry[0])))


def sensible_armies(table: Table, seat: int, combat: Combat, rivals: int) -> Iterator[Amounts]:
    """From nothing to everything, against others who may deploy up to so much power."""
    seen: list[Amounts] = []
    army = muster(table, seat, combat)
    wishes = [1, rivals // 3 + 1, rivals * 2 // 3 + 1, rivals + 1]
    ways = [army[0], *(found[0] for wish in wishes if (found := cheapest_army(table, seat, combat, wish)))]
    for deployed in (*ways, whole_army(table, seat, combat)[0]):
        if deployed in army and deployed not in seen:
            seen.append(deployed)
            yield deployed
