"""A bot that thinks has a judge; without one it plays by luck."""

from random import Random
from typing import Any, TypeVar

from p2p_heroes.bots.kit.judge import AnyJudge
from p2p_heroes.bots.thinker import Thinker
from p2p_heroes.games import GAMES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.game import Open, Request, Setup
from p2p_heroes.games.roshambo import ROSHAMBO

D = TypeVar("D")


class Last(Thinker):
    """Takes the last choice, and remembers what it was shown."""

    def think(self, judge: AnyJudge, view: Any, request: Request[D]) -> D:
        self.shown = judge, view
        return request.choices[-1]


def test_a_game_without_a_judge_is_played_by_luck() -> None:
    bot = Last(ROSHAMBO, Random(1))
    assert {bot.choose(None, Request(0, "letter", "abc")) for _ in range(40)} == {"a", "b", "c"}


def test_a_game_with_a_judge_is_thought_about() -> None:
    bot = Last(CONQUER, Random(1))
    assert bot.choose("a view", Request(0, "letter", "abc")) == "c"
    assert bot.shown[1] == "a view"


def test_rivals_are_asked_at_the_same_moment() -> None:
    game = GAMES["conquer"]
    state = game.apply(game.initial(Setup(game.choices[:3])), (1,)).state
    need = game.pending(state)
    assert isinstance(need, Open)
    bot = Last(game, Random(1))
    for request in need.requests:
        rivals = bot.rivals(state, request)
        assert [ask.seat for ask in rivals] == [ask.seat for ask in need.requests if ask.seat != request.seat]
