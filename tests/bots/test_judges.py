"""Which games bots can think about, and what every judge owes them."""

from random import Random

import pytest

from p2p_heroes.bots.judges import JUDGES
from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Setup


def test_every_judge_is_one_of_a_game() -> None:
    assert set(JUDGES) <= set(GAMES)
    assert "conquer" in JUDGES


@pytest.mark.parametrize("name", JUDGES)
def test_a_judges_clock_never_goes_back(name: str) -> None:
    game, judge, random = GAMES[name], JUDGES[name], Random(4)
    state = game.initial(Setup(game.choices[:2] or ("", "")))
    turns = playout(game, state, wandering(random), random)
    clocks = [judge.clock(state), *(judge.clock(turn.step.state) for turn in turns)]
    assert clocks == sorted(clocks)
    assert len({clock // ROUND for clock in clocks}) > 2
