"""What the shards of the Elementals call, and what the Bottomless Bag and copied artefacts are good for."""

from __future__ import annotations

from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.games.conquer.army import unit_power
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.factions.elementals import (
    BAG,
    HOMES,
    JAZIR,
    MAYA,
    TUR,
    ZEPHYR,
    Shard,
    Wonders,
    has_shard,
    is_crossed_out,
)
from p2p_heroes.games.conquer.state import Table

CALLED_BY = {ZEPHYR: Shard.ORE, TUR: Shard.LEAF, MAYA: Shard.BLUE, JAZIR: Shard.BLUE}
"""With which shard a unit joins at the start of every building action, once its home is built."""
POWER = 12
"""What one power is worth that joins by itself."""
HOME_ALONE, SHARD_ALONE = 30, 15
"""How much of it counts while the shard, or the home, is still to come, in hundredths."""
FILLING = 40
"""What the Bag is worth in a building action to come."""
BUILDING = 5
"""One of so many actions builds."""
COPY = 3
"""What a copy works in an action to come: as much as an artefact of one's own."""


class ShardInsight(Insight):
    @staticmethod
    def promise(table: Table, seat: int, actions: int) -> int:
        filled = FILLING if is_built(table, seat, BAG) else 0
        copies = len(Wonders.of(table, seat).copies)
        return (
            called(table, seat) * actions // BUILDING + filled * actions // BUILDING + copies * COPY * actions
        )


def called(table: Table, seat: int) -> int:
    """What joins by itself in a building action, or may once the other half is there."""
    worth, index = 0, table.boards[seat].unit_index
    for unit, shard in CALLED_BY.items():
        stands, found = is_built(table, seat, HOMES[unit]), has_shard(table, seat, shard)
        if stands or (found and not is_crossed_out(table, seat, HOMES[unit])):
            share = 100 if stands and found else HOME_ALONE if stands else SHARD_ALONE
            worth += unit_power(table, seat, index[unit]) * POWER * share // 100
    return worth
