"""Everything follows from the seed, and only what is allowed happens."""

from collections import Counter

from p2p_heroes.node.table import rules_for
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap
from p2p_heroes.tabletest.world.plan import ALL_MISHAPS, TablePlan, draw_plan
from protocol.frozen import replace


def plans(count: int = 200, allowed: frozenset[Mishap] = ALL_MISHAPS) -> list[TablePlan]:
    return [draw_plan(str(seed), "roshambo", allowed) for seed in range(count)]


def test_the_same_seed_is_the_same_plan() -> None:
    assert plans(20) == plans(20)
    assert len({plan.genesis().table for plan in plans(20)}) == 20


def test_tables_of_both_games_can_be_played() -> None:
    for game in ("roshambo", "conquer"):
        for seed in range(10):
            plan = draw_plan(str(seed), game)
            rules_for(plan.genesis())
            assert 2 <= plan.seats <= 4


def test_all_that_can_happen_is_drawn() -> None:
    drawn = Counter(kind for plan in plans() for kind in {one.kind for one in plan.happenings})
    assert drawn.keys() == {Mishap.PARTITION, Mishap.PAUSE, Mishap.CRASH, Mishap.JUMP, Mishap.VOTE}
    assert min(drawn.values()) > 40
    assert sum(plan.liar is not None for plan in plans()) > 100
    assert {plan.seats for plan in plans()} == {2, 3, 4}


def test_what_is_not_allowed_is_not_drawn() -> None:
    for plan in plans(40, frozenset({Mishap.CRASH})):
        assert {one.kind for one in plan.happenings} <= {Mishap.CRASH}
        assert replace(plan.network_faults, slowness=CALM.slowness) == CALM
        assert plan.liar is None
    assert not any(plan.happenings for plan in plans(10, frozenset()))


def test_a_liar_fits_the_table_and_its_machine_does_not_fail() -> None:
    for plan in plans():
        if plan.liar is not None:
            assert ATTACKS[plan.attack].least <= plan.seats
            crashed = {seat for one in plan.happenings if one.kind is Mishap.CRASH for seat in one.seats}
            assert crashed.isdisjoint(plan.dishonest)


def test_reveals_are_undone_by_two_together() -> None:
    cheating = [plan for plan in plans(4000) if plan.attack]
    undoing = [plan for plan in cheating if plan.attack == "undo reveals"]
    assert len(undoing) > 3
    assert all(len(set(plan.dishonest)) == 2 for plan in undoing)
    assert not any(plan.friends for plan in cheating if plan not in undoing)


def test_a_plan_is_data() -> None:
    plan = draw_plan("1", "roshambo")
    assert replace(plan, seed="2").genesis().table != plan.genesis().table
