"""The warlord plays lawfully, thinks within its budget, and mixes what must not be foreseen."""

from random import Random

import pytest

from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.kit.foresight import Foresight
from p2p_heroes.bots.warlord import BUDGET, CANDIDATES, Warlord, mix
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.decisions import Deploy, Done
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.planning import RoundEnds
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Request, Setup, request_for
from tests.support.arena import line, moments
from tests.support.conquer import asking, at_table, seat


def test_it_answers_lawfully_whatever_the_others_have_done() -> None:
    """Every kind of question of a game that wanderers play, each twice."""
    asked: dict[str, int] = {}
    for state, request in moments(CONQUER, Setup(CONQUER.choices[:3]), 4, ("wanderer",) * 3):
        asked[request.kind] = asked.get(request.kind, 0) + 1
        if asked[request.kind] <= 2 and state.round in range(4, 99):
            chosen = Warlord(CONQUER, Random(1)).choose(CONQUER.view(state, request.seat), request)
            CONQUER.check(state, request.seat, CONQUER.encode_decision(chosen))
    assert {"plan", "move", "build", "attack"} <= set(asked)


def test_the_same_seed_decides_the_same() -> None:
    setup = Setup(CONQUER.choices[:2])
    assert line(CONQUER, setup, 3, ("warlord", "wanderer"), 4) == line(
        CONQUER, setup, 3, ("warlord", "wanderer"), 4
    )


def test_one_candidate_needs_no_thought() -> None:
    bot = Warlord(CONQUER, Random(1))
    table = asking(last_battle(1), Fighting(0))
    assert bot.choose(table, Request(0, "attack", (Done(),))) == Done()


def last_battle(skeletons: int) -> Table:
    """An army and somebody without one in one region, with nothing to come but the end of the last round."""
    return at_table(
        seat("undead", Region.ESMORE, units={"skeleton": skeletons}),
        seat("humans", Region.ESMORE, units={}, stock=(9, 9, 9)),
        number=16,
        agenda=(RoundEnds(),),
    )


def test_who_cannot_fight_back_is_not_spared() -> None:
    """The other has no units and much to plunder, so to deploy nothing would be to give it away."""
    table = asking(last_battle(4), Battle(Region.ESMORE, (0, 1)))
    request = request_for(CONQUER.pending(table), 0)
    chosen = Warlord(CONQUER, Random(1)).choose(table, request)
    assert isinstance(chosen, Deploy)
    assert chosen.deployed != ()


def test_what_always_wins_is_always_chosen() -> None:
    assert mix([[5, 5], [1, 0]], [[0, 0], [1, 2]])[1] <= 1


def test_matching_pennies_are_mixed_evenly() -> None:
    heads, tails = mix([[1, -1], [-1, 1]], [[-1, 1], [1, -1]], rounds=2000)
    assert abs(heads - tails) < 300


@pytest.mark.parametrize("kind", ["plan", "move"])
def test_thinking_stays_near_its_budget(kind: str) -> None:
    """One pass over all candidates may overrun it, but no pass begins when it is spent."""
    for state, request in moments(CONQUER, Setup(CONQUER.choices[:2]), 4, ("wanderer",) * 2):
        if request.kind == kind and state.round == 2:
            foresight = Foresight(CONQUER, JUDGE)
            candidates = list(JUDGE.candidates(state, request, CANDIDATES))
            Warlord(CONQUER, Random(1)).search(foresight, state, request, candidates)
            assert 0 < foresight.spent < 2 * BUDGET
            return
    pytest.fail(f"nobody was asked to {kind}")
