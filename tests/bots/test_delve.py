"""What bots make of shafts: they dig while there is nothing to lose, and climb out in time."""

from random import Random

import pytest

from p2p_heroes.bots.delve import JUDGE, promise
from p2p_heroes.bots.steady import Steady
from p2p_heroes.games.delve import DELVE, Climb, Climbing, Depth, Dig, Finding, Mine, Miner, Sink, Sinking
from p2p_heroes.games.game import Open, Secret, Setup

GAS, WATER = 6, 7


def climbing(*carried: int, found: tuple[int, ...]) -> Mine:
    return Mine(tuple(Miner(0, much, True) for much in carried), (Climbing(),), 3, 1, found=found)


def chosen(mine: Mine) -> object:
    need = DELVE.pending(mine)
    assert isinstance(need, Open | Secret)
    return Steady(DELVE, Random(1)).choose(mine, need.requests[0])


def test_one_more_find_is_worth_its_share_less_what_may_be_buried() -> None:
    """Of nine faces gas alone buries: (18 * 8 + 33 // 2) / 9."""
    assert promise(climbing(18, 18, found=(GAS,)), 0) == 100 * (18 * 8 + 16) // 9


@pytest.mark.parametrize(
    ("carried", "found", "way"),
    [
        (50, (5,), Dig()),
        (10, (5, GAS), Dig()),
        (20, (5, GAS), Climb()),
        (10, (5, GAS, WATER), Climb()),
    ],
)
def test_the_more_is_carried_and_the_more_dangers_have_shown_the_sooner_a_bot_climbs_out(
    carried: int, found: tuple[int, ...], way: object
) -> None:
    assert chosen(climbing(carried, carried, found=found)) == way


@pytest.mark.parametrize(("gold", "depth"), [((0, 0), Depth.SHALLOW), ((0, 9), Depth.DEEP)])
def test_who_is_behind_sinks_deep_shafts(gold: tuple[int, int], depth: Depth) -> None:
    mine = Mine(tuple(map(Miner, gold)), (Sinking(0),), 3, 1)
    assert chosen(mine) == Sink(depth)


def test_gold_that_is_safe_counts_whole_and_the_best_of_the_others_half_against_it() -> None:
    assert JUDGE.worth(Mine((Miner(7), Miner(4), Miner(2)), (), 1, 1), 0) == 500
    mine = Mine((Miner(7), Miner(0, 9, True)), (Climbing(),), 3, 1, found=(5,))
    assert JUDGE.worth(mine, 0) == 700 - promise(mine, 1) // 2


def test_the_clock_goes_on_with_each_find_and_each_shaft() -> None:
    states = [
        DELVE.initial(Setup(("", ""))),
        Mine((Miner(0, 0, True),) * 2, (Finding(),), 2, 1),
        climbing(1, 1, found=(0,)),
        climbing(9, 9, found=(0,) * 9),
        Mine((Miner(), Miner()), (Sinking(0),), 2, 1),
        Mine((Miner(), Miner()), (), 2, 2),
    ]
    assert [JUDGE.clock(state) for state in states] == [8, 9, 10, 15, 16, 24]
