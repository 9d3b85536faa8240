"""The most that a player could send into a fight, with all that can be had for resources at that moment."""

from operator import itemgetter

from p2p_heroes.games.conquer.army import army_power, stacks_for
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.kinds import in_order
from p2p_heroes.games.conquer.resources import Amounts
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Stack
from p2p_heroes.games.kit.effects import fold


def whole_power(table: Table, seat: int, combat: Combat) -> int:
    """The power of all that a seat could send."""
    return army_power(table, seat, _whole_army(table, seat, combat), combat)


def _whole_army(table: Table, seat: int, combat: Combat) -> Amounts:
    """Everything that costs nothing, and of what draws on a pool what makes it strongest."""
    stacks = stacks_for(table, seat, combat)
    sent = {stack.name: stack.most for stack in stacks if stack.takes <= 0}
    plain = {stack.unit: stack for stack in stacks if stack.name in sent and stack.unit is not None}
    for pool in sorted({stack.pool for stack in stacks if stack.pool}):
        filled = sum(-stack.takes * stack.most for stack in stacks if stack.pool == pool and stack.takes < 0)
        drawing = [one for one in stacks if one.pool == pool and one.takes > 0 and one.fights]
        gains = [
            (one, one.power - plain[one.unit].power if one.unit in plain else one.power) for one in drawing
        ]
        for stack, count in _best(gains, fold(Effect.pool, table, seat, filled, pool)):
            sent[stack.name] = count
            if stack.unit in plain:
                sent[plain[stack.unit].name] -= count
    return in_order(tuple((name, count) for name, count in sent.items() if count))


def _best(gains: list[tuple[Stack, int]], size: int) -> tuple[tuple[Stack, int], ...]:
    """How many of each stack gain the most, each its own amount, if a pool of this size has to do."""
    best: list[tuple[int, tuple[tuple[Stack, int], ...]]] = [(0, ())] * (size + 1)
    for stack, gain in gains:
        best = [
            max(
                (
                    (
                        best[left - stack.takes * count][0] + gain * count,
                        (*best[left - stack.takes * count][1], (stack, count)),
                    )
                    for count in range(min(stack.most, left // stack.takes) + 1)
                ),
                key=itemgetter(0),
            )
            for left in range(size + 1)
        ]
    return best[size][1]
