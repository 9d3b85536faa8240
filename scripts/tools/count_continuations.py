"""Count in how many ways a game can go on from a position of a recorded playthrough.

    python -m scripts.tools.count_continuations PLAYTHROUGH 12 40 77

prints a line for tests/counts per step number: the count of all combinations of the
seats' lawful decisions one step deep, then two and three as far as they can be
counted in a moment. A rule that allows too much or too little shows here first.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import TypeVar

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Answers, AnyGame, Chance, Game, Need, Open, Secret
from scripts.tools.record_playthrough import FOLDER, answers_below, read_answers, read_setup, value_of

S = TypeVar("S")
D = TypeVar("D")

DEEPEST = 3
WIDEST = 400
"""A level with more ways than these is counted, but not entered."""


def position(name: str, steps: int) -> tuple[AnyGame, object]:
    """The game of a recorded playthrough, and its state after so many steps."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    game = GAMES[value_of(lines, "game").split()[0]]
    state = game.initial(read_setup(lines))
    for texts in islice(answers_below(lines), steps):
        state = game.apply(state, read_answers(game, game.pending(state), texts)).state
    return game, state


def continuations(game: Game[S, D], state: S, depth: int) -> int:
    """How many ways there are of so many steps."""
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


def main() -> None:
    parser = ArgumentParser(description="Count continuations from positions of a playthrough.")
    parser.add_argument("playthrough", help="its file's name below tests/playthroughs, without .txt")
    parser.add_argument("steps", type=int, nargs="+", help="after how many steps")
    wanted = parser.parse_args()
    for steps in wanted.steps:
        game, state = position(wanted.playthrough, steps)
        counts = [width(game.pending(state))]
        while counts[-1] <= WIDEST and len(counts) < DEEPEST:
            counts.append(continuations(game, state, len(counts) + 1))
        print(f"{wanted.playthrough} {steps} | {' '.join(map(str, counts))}")


if __name__ == "__main__":
    main()
