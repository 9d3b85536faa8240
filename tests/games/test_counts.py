"""How many lawful continuations a position has, by depth: counted, and as written below tests/counts."""

from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeVar

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Answers, Chance, Game, Need, Open, Secret
from scripts.record_playthrough import read_answers, read_setup

S = TypeVar("S")
D = TypeVar("D")

FOLDER = Path(__file__).resolve().parent.parent / "counts"
LINES = [
    (path.stem, line)
    for path in sorted(FOLDER.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("name", "line"), LINES, ids=lambda text: text)
def test_a_position_has_as_many_continuations_as_written(name: str, line: str) -> None:
    game = GAMES[name]
    choices, options, steps, counts = (part.strip() for part in line.split("|"))
    state = game.initial(read_setup([f"seats: {choices}", f"options: {options}"]))
    for step in filter(None, steps.split(";")):
        state = game.apply(state, read_answers(game, game.pending(state), step.split(","))).state
    expected = [int(count) for count in counts.split()]
    assert [continuations(game, state, depth) for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_counts(name: str) -> None:
    assert name in [counted for counted, _ in LINES]


def continuations(game: Game[S, D], state: S, depth: int) -> int:
    need = game.pending(state)
    if depth == 1:
        return width(need)
    return sum(continuations(game, game.apply(state, ways).state, depth - 1) for ways in every_way(need))


def width(need: Need[D]) -> int:
    if isinstance(need, Open | Secret):
        return prod(len(ask.choices) for ask in need.requests)
    return prod(need.bounds) if isinstance(need, Chance) else 0


def every_way(need: Need[D]) -> Iterator[Answers[D]]:
    if isinstance(need, Open | Secret):
        seats = [ask.seat for ask in need.requests]
        for decisions in product(*(ask.choices for ask in need.requests)):
            yield dict(zip(seats, decisions, strict=True))
    elif isinstance(need, Chance):
        yield from product(*(range(bound) for bound in need.bounds))
