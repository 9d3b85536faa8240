"""The game goes on in the mind as it would at the table, and no further than asked."""

from random import Random

from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.kit.foresight import Foresight
from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Plan
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.game import Open, Setup


def first_round() -> Table:
    """Everybody stands where they begin, and seat 0 is to plan."""
    state = CONQUER.initial(Setup(CONQUER.choices[:2], {"first": 1}))
    while not state.round:
        need = CONQUER.pending(state)
        assert isinstance(need, Open)
        state = CONQUER.apply(state, {ask.seat: ask.choices[0] for ask in need.requests}).state
    return state


PLAN = Plan(("wood", "move", "gold", "build"))


def test_a_plan_is_followed_to_the_end_of_its_round() -> None:
    state, foresight = first_round(), Foresight(CONQUER, JUDGE)
    after = foresight.follow(state, {0: PLAN}, ROUND * 2)
    assert (state.round, state.plan) == (1, ())
    assert (after.round, after.plan, after.first) == (2, (), 1)
    assert after.players[0].stock != state.players[0].stock
    assert foresight.spent > 1


def test_one_action_is_followed_to_its_end() -> None:
    state, foresight = first_round(), Foresight(CONQUER, JUDGE)
    after = foresight.follow(state, {0: PLAN}, JUDGE.clock(state) + 1)
    assert after.round == 1
    assert after.plan == PLAN.actions
    assert foresight.spent == 1


def test_a_way_can_be_looked_at_before_it_ends() -> None:
    state, foresight = first_round(), Foresight(CONQUER, JUDGE)
    soon = foresight.follow(state, {0: PLAN}, ROUND * 2)
    later = foresight.go_on(soon, ROUND * 3)
    assert (soon.round, later.round) == (2, 3)
    assert later == Foresight(CONQUER, JUDGE).follow(state, {0: PLAN}, ROUND * 3)


def test_what_is_known_is_not_guessed() -> None:
    state, foresight = first_round(), Foresight(CONQUER, JUDGE)
    assert foresight.answers(state, {0: PLAN}) == {0: PLAN}
    guessed = foresight.answers(state, {})
    assert guessed == foresight.answers(state, {})
    drawn = {foresight.answers(state, {}, Random(seed))[0] for seed in range(12)}
    assert len(drawn) > 1
    for plan in drawn | {guessed[0]}:
        CONQUER.check(state, 0, CONQUER.encode_decision(plan))


def test_chance_is_no_obstacle() -> None:
    state = CONQUER.initial(Setup(CONQUER.choices[:2]))
    foresight = Foresight(CONQUER, JUDGE)
    drawn = CONQUER.apply(state, (1,)).state
    need = CONQUER.pending(drawn)
    assert isinstance(need, Open)
    [ask] = need.requests
    assert foresight.follow(drawn, {ask.seat: ask.choices[0]}, ROUND).round == 1
