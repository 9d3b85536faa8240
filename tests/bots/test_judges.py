"""Which games bots can think about, and what every judge owes them."""

from itertools import islice
from random import Random

import pytest

from p2p_heroes.bots.judges import JUDGES
from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Open, Secret, Setup


def test_every_judge_is_one_of_a_game() -> None:
    assert set(JUDGES) <= set(GAMES)
    assert "conquer" in JUDGES


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_ranks_whatever_a_seat_is_asked(name: str) -> None:
    game, judge, random = GAMES[name], JUDGES[name], Random(4)
    state = game.initial(Setup(game.choices[:2] or ("", "")))
    asked = [
        (turn.state, request)
        for turn in islice(playout(game, state, wandering(random), random), 60)
        if isinstance(turn.need, Open | Secret)
        for request in turn.need.requests
    ]
    assert asked
    for before, request in asked:
        assert all(choice in request.choices for _, choice in judge.ranked(before, request))


@pytest.mark.parametrize("name", JUDGES)
def test_a_judges_clock_never_goes_back(name: str) -> None:
    game, judge, random = GAMES[name], JUDGES[name], Random(4)
    state = game.initial(Setup(game.choices[:2] or ("", "")))
    turns = playout(game, state, wandering(random), random)
    clocks = [judge.clock(state), *(judge.clock(turn.step.state) for turn in turns)]
    assert clocks == sorted(clocks)
    assert len({clock // ROUND for clock in clocks}) > 2
