"""Which games bots can think about, and what every judge owes them."""

from random import Random

import pytest

from p2p_heroes.bots.judges import JUDGES
from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Chance, Over, Setup


def test_every_judge_is_one_of_a_game() -> None:
    assert set(JUDGES) <= set(GAMES)
    assert "conquer" in JUDGES


@pytest.mark.parametrize("name", JUDGES)
def test_a_judges_clock_never_goes_back(name: str) -> None:
    game, judge, random = GAMES[name], JUDGES[name], Random(4)
    state = game.initial(Setup(game.choices[:2] or ("", "")))
    clock, whole = judge.clock(state), 0
    while not isinstance(need := game.pending(state), Over):
        if isinstance(need, Chance):
            state = game.apply(state, tuple(random.randrange(bound) for bound in need.bounds)).state
        else:
            answers = {ask.seat: random.choice(ask.choices) for ask in need.requests}
            state = game.apply(state, answers).state
        assert judge.clock(state) >= clock
        whole += judge.clock(state) // ROUND > clock // ROUND
        clock = judge.clock(state)
    assert whole > 1
