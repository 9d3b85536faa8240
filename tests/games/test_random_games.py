"""Seeded random games come to the digests written in tests/random-games.txt, on every machine and hash seed.

Its lines are what `python -m scripts.tools.random_games GAME --games N --seats ...` prints.
"""

from pathlib import Path

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Setup
from scripts.tools.random_games import play, play_all, replay

pytestmark = pytest.mark.slow

PATH = Path(__file__).resolve().parent.parent / "random-games.txt"
LINES = PATH.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition(",")[0])
def test_random_games_end_as_written(line: str) -> None:
    """Each game is checked step by step, and replayed from its notation."""
    name, seats, _, games, _, decisions, _, expected = line.split()
    assert play_all(GAMES[name], int(seats), range(int(games))) == (expected, int(decisions))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played(name: str) -> None:
    assert name in [line.split()[0] for line in LINES]


def test_a_replay_notices_another_answer() -> None:
    played = play(GAMES["roshambo"], 2, seed=1)
    [*before, last] = played.answers
    other = tuple("throw rock" if text != "throw rock" else "throw paper" for text in last)
    assert replay(GAMES["roshambo"], played.setup, (*before, other))[0] != played.digest
    assert isinstance(played.setup, Setup)
