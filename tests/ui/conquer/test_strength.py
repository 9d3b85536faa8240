"""What somebody could send at most is the best of all deployments."""

from random import Random

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.army import army_power, muster
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Foe
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from p2p_heroes.ui.conquer.strength import whole_power
from tests.support.conquer import Seated, at_table, bystander, seat

HERE = Region.LOX


def power_of(ours: Seated) -> int:
    return whole_power(at_table(ours, bystander()), 0, Combat(Foe.PLAYERS, HERE))


def best_of(table: Table, combat: Combat) -> int:
    """By trying every deployment."""
    return max(army_power(table, 0, deployed, combat) for deployed in muster(table, 0, combat))


def test_what_costs_nothing_is_sent() -> None:
    assert power_of(seat("gnomes", HERE, units={"mechanic": 2, "automaton": 3})) == 20
    assert power_of(seat("nagas", HERE, units={"serpent": 4})) == 16
    assert power_of(seat("undead", HERE, units={})) == 0


def test_what_can_be_paid_for_is_sent() -> None:
    elves = {"pixie": 3, "ent": 2}
    assert power_of(seat("elves", HERE, units=elves, stock=(5, 0, 0), built=("horn", "armor-shop"))) == 27
    gremlins = seat("gremlins", HERE, units={"bouncer": 2}, stock=(6, 0, 0), built=("blasting-kegs",))
    assert power_of(gremlins) == 8
    homes = ("floating-towers", "crystal-halls")
    rich = seat("elementals", HERE, units={}, stock=(0, 0, 12), built=homes, artefacts=(Region.DORTAL,))
    assert power_of(rich) == 16, "two Mayas and a Zephyr"


@pytest.mark.parametrize("faction", CONQUER.choices)
def test_nothing_stronger_can_be_sent(faction: str) -> None:
    luck = Random(faction)
    board = CONQUER.boards[faction]
    for _ in range(3):
        ours = seat(
            board,
            HERE,
            units={unit.name: luck.randrange(4) for unit in board.units},
            stock=(luck.randrange(9), luck.randrange(9), luck.randrange(13)),
            built=[structure.name for structure in board.structures if luck.random() < 0.6],
            artefacts=[region for region in ARTEFACT_REGIONS if luck.random() < 0.6],
        )
        table = at_table(ours, bystander())
        for foe in Foe:
            combat = Combat(foe, HERE)
            assert whole_power(table, 0, combat) == best_of(table, combat)
