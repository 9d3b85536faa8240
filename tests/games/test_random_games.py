"""Seeded random games come to the digests written in tests/random-games.txt, on every machine and hash seed.

Its lines are what `python -m scripts.tools.random_games GAME --games N --seats ...` prints.
"""

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Setup
from scripts.tools.random_games import play, play_all, play_from, replay

pytestmark = pytest.mark.slow

PATH = Path(__file__).resolve().parent.parent / "random-games.txt"
LINES = PATH.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.rpartition(",")[0])
def test_random_games_end_as_written(line: str) -> None:
    """Each game is checked step by step, and replayed from its notation. Other rules are another version."""
    name, _, version, seats, _, games, _, decisions, _, expected = line.replace(",", "").split()
    assert int(version) == GAMES[name].version
    assert play_all(GAMES[name], int(seats), range(int(games))) == (expected, int(decisions))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played(name: str) -> None:
    assert name in [line.split()[0] for line in LINES]


PAIRS = [(name, pair) for name, game in GAMES.items() for pair in combinations(game.choices, 2)]


@pytest.mark.parametrize(("name", "pair"), PAIRS, ids=lambda of: of if isinstance(of, str) else "-".join(of))
def test_every_two_choices_meet(name: str, pair: tuple[str, str]) -> None:
    played = play_from(GAMES[name], Setup(pair), Random(0))
    assert replay(GAMES[name], played.setup, played.answers) == played.digest


def test_a_replay_notices_another_answer() -> None:
    played = play(GAMES["roshambo"], 2, seed=1)
    [*before, last] = played.answers
    other = tuple("throw rock" if text != "throw rock" else "throw paper" for text in last)
    assert replay(GAMES["roshambo"], played.setup, (*before, other)) != played.digest
    assert isinstance(played.setup, Setup)
