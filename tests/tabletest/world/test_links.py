"""Tables at which links are missing: all come to the end, and nobody is voted out who is heard."""

from itertools import combinations

import pytest

from p2p_heroes.node.liveness import Liveness
from p2p_heroes.node.node_logic import SILENCE_SECONDS, THINKING, NodeLogic
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.simulation import LINKS, find_breaches, plan_of, simulate, world_of
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from protocol.peer_messages import Have

SEEDS = range(4, 9)


def plans(count: int = 200) -> list[TablePlan]:
    return [plan_of(seed, "roshambo", LINKS) for seed in range(count)]


def reached(plan: TablePlan) -> set[int]:
    """Who is reached from seat 0 along the links that there are."""
    links = set(combinations(range(plan.seats), 2)).difference(plan.blocked)
    found, before = {0}, set[int]()
    while found != before:
        before = set(found)
        found |= {b for a, b in links if a in found} | {a for a, b in links if b in found}
    return found


def test_everybody_is_reached_over_somebody() -> None:
    drawn = plans()
    assert all(len(reached(plan)) == plan.seats for plan in drawn)
    assert {plan.seats for plan in drawn} == {3, 4, 5, 6}
    sparse = [plan for plan in drawn if len(plan.blocked) == (plan.seats - 1) * (plan.seats - 2) // 2]
    assert len(sparse) > len(drawn) / 3, "stars, lines and trees"
    kinds = {happening.kind for plan in drawn for happening in plan.happenings}
    assert kinds == {Mishap.UNLINKED, Mishap.DEAF, Mishap.CRASH, Mishap.PARTITION}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_run() -> None:
    assert simulate(7, "roshambo", LINKS) == simulate(7, "roshambo", LINKS)


@pytest.mark.slow
def test_all_come_to_the_end_and_only_who_is_away_loses_a_seat() -> None:
    parted = 0
    for seed in SEEDS:
        world = world_of(plan_of(seed, "roshambo", LINKS))
        assert find_breaches(world) == []
        parted += bool(world.hearing.parted)
    assert parted > 2, "somebody was voted out, or claimed"


def test_those_who_meet_again_come_to_one_list_though_one_had_named_more() -> None:
    """Seed 5000100: three of six had claimed and left, and no two lists of the rest were the same."""
    assert find_breaches(world_of(plan_of(5_000_100, "roshambo", LINKS))) == []


def test_a_connection_that_has_fallen_silent_holds_up_no_life_signs() -> None:
    """Seed 7000254: the only way led through a seat that still took itself for connected to the author."""
    assert find_breaches(world_of(plan_of(7_000_254, "roshambo", LINKS))) == []


def test_a_table_is_given_up_where_nobody_could_hear_one_seat_before_it_began() -> None:
    """Seed 8005806: the only link of seat 0 was gone, then deaf, together for longer than the patience."""
    world = world_of(plan_of(8_005_806, "roshambo", LINKS))
    assert find_breaches(world) == []
    assert all(machine.session.play.step == 0 for machine in world.machines)
    assert world.hearing.parted == set(range(4))


@pytest.mark.slow
def test_what_comes_over_others_to_a_program_that_its_author_never_heard_may_be_old() -> None:
    """Seed 8006721: seat 0 was back; all that got to seat 3, on the way to seat 2, named no word of it."""
    assert find_breaches(world_of(plan_of(8_006_721, "roshambo", LINKS))) == []


def test_who_leaves_a_table_that_has_not_begun_too_soon_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(one: NodeLogic[Position], now: float) -> bool:
        late = 2 * (now - one._came) >= one.session.genesis.patience
        return one.session.play.step == 0 and late

    monkeypatch.setattr(NodeLogic, "is_in_vain", hasty)
    found = find_breaches(world_of(plan_of(8_005_806, "roshambo", LINKS)))
    assert {(one.check, one.text) for one in found} >= {("is heard", "seat 1 came to None")}


def test_somebody_thinks_for_longer_than_the_patience() -> None:
    long = [p for p in plans() if p.thinker is not None and p.thinker[1] > 1000 * p.patience]
    assert len(long) > 50


def lost(plan: TablePlan) -> list[Happening]:
    """What lasts for so long that somebody counts as away."""
    longest = 1000 * (plan.patience + SILENCE_SECONDS)
    return [one for one in plan.happenings if one.lasting > longest]


def test_at_some_tables_links_break_for_longer_than_the_patience() -> None:
    drawn = [plan for plan in plans() if lost(plan)]
    assert 40 < len(drawn) < 100
    kinds = [one.kind for plan in drawn for one in lost(plan)]
    assert min(map(kinds.count, (Mishap.UNLINKED, Mishap.DEAF, Mishap.PARTITION))) > 10
    assert all(plan.calm >= one.time + one.lasting for plan in drawn for one in lost(plan))
    thoughts = [plan.thinker[1] / plan.patience for plan in drawn if plan.thinker]
    assert len(thoughts) == len(drawn), "so that no person wants to go on"
    assert sum(thought > 1000 * THINKING for thought in thoughts) > len(drawn) / 3


def unlinked(one: NodeLogic[Position], seat: int, now: float) -> bool:
    """As bots once went by it: who has no link to a seat that owes takes it for gone."""
    return seat not in one.contact.linked


def named(one: NodeLogic[Position], seat: int, now: float) -> bool:
    """As they went by it then: the vote of any other, however little that one hears."""
    long = one.waits(now).get(seat, 0) >= THINKING * one.session.genesis.patience
    return one.is_away(seat, now) or (long and bool(one._named_by(seat)))


def silent(one: Liveness, have: Have, source: int) -> list[int]:
    """Signs of life are not passed on."""
    return []


def greeted_by_all(one: NodeLogic[Position]) -> bool:
    """As those who came back once waited for it: all others must greet them on a link of their own."""
    told = {seat for seat in one.contact.told if seat in one.contact.linked}
    return told >= one.session.play.active.difference(one.session.keys)


@pytest.mark.parametrize(
    ("owner", "name", "wrong", "seeds", "says"),
    [
        (NodeLogic, "_is_gone", unlinked, range(5, 7), "proposes"),
        (NodeLogic, "_is_gone", named, range(25, 32), "proposes"),
        (Liveness, "pass_on", silent, range(5, 7), "proposes"),
        (NodeLogic, "_is_known_enough", greeted_by_all, range(3, 12), "keeps quiet"),
    ],
    ids=["without a link", "named by somebody", "signs of life", "greeted by all"],
)
def test_a_rule_that_looks_at_less_is_found_out(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, wrong: object, seeds: range, says: str
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    found = (one for seed in seeds for one in find_breaches(world_of(plan_of(seed, "roshambo", LINKS))))
    assert any(one.check == "is heard" and says in one.text for one in found)
