"""How many lawful continuations a position has, by depth: counted, and as written below tests/counts."""

from pathlib import Path

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import AnyGame
from scripts.tools.count_continuations import continuations, position
from scripts.tools.record_playthrough import read_answers, read_setup

FOLDER = Path(__file__).resolve().parent.parent / "counts"
LINES = [
    (path.stem, line)
    for path in sorted(FOLDER.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), LINES, ids=lambda text: text)
def test_a_position_has_as_many_continuations_as_written(name: str, line: str) -> None:
    *where, counts = (part.strip() for part in line.split("|"))
    game, state = recorded(*where) if len(where) == 1 else typed(GAMES[name], *where)
    assert game is GAMES[name]
    expected = [int(count) for count in counts.split()]
    assert [continuations(game, state, depth) for depth in range(1, len(expected) + 1)] == expected


def recorded(where: str) -> tuple[AnyGame, object]:
    playthrough, steps = where.split()
    return position(playthrough, int(steps))


def typed(game: AnyGame, choices: str, options: str, steps: str) -> tuple[AnyGame, object]:
    state = game.initial(read_setup([f"seats: {choices}", f"options: {options}"]))
    for step in filter(None, steps.split(";")):
        state = game.apply(state, read_answers(game, game.pending(state), step.split(","))).state
    return game, state


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_counts(name: str) -> None:
    assert name in [counted for counted, _ in LINES]
