"""The list of games: every one is there by its name, and none is imported before somebody asks for it."""

import subprocess
import sys

import pytest

from p2p_heroes.games import GAMES


def test_every_game_has_the_name_that_it_is_listed_by() -> None:
    assert [game.name for game in GAMES.values()] == list(GAMES)


def test_there_are_no_others() -> None:
    assert "chess" not in GAMES
    assert GAMES.get("record") is None
    with pytest.raises(KeyError):
        GAMES["game"]


def test_the_rules_of_another_game_are_not_imported() -> None:
    code = """
import sys
from p2p_heroes.games import GAMES
assert "conquer" in GAMES and GAMES["roshambo"].name == "roshambo"
print([name for name in sys.modules if name.startswith("p2p_heroes.games.conquer")])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"
