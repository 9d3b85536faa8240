"""Play seeded random games to their end, check every step, and print one digest of them all.

    python -m scripts.tools.random_games GAME --games 2000
    PYTHONHASHSEED=7 python -m scripts.tools.random_games GAME --games 2000

In each step every state must survive its plain form, and at the end the whole game
is replayed from its notation and must come to the same digest. The same seeds give
the same digest on every machine, under every hash seed: compare the printed lines.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import TypeVar

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Answers, Game, Open, Secret, Setup
from scripts.tools.record_playthrough import written

S = TypeVar("S")
D = TypeVar("D")

MOST_STEPS = 5000


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: how it was set up, its answers as text, and its last state's digest."""

    setup: Setup
    answers: tuple[tuple[str, ...], ...]
    digest: str
    decisions: int


def draw_setup(game: Game[S, D], seats: int, random: Random) -> Setup:
    """Random choices, different for each seat, where the game has any."""
    return Setup(tuple(random.sample(game.choices, seats)) if game.choices else ("",) * seats)


def play(game: Game[S, D], seats: int, seed: int) -> Played:
    """One game with choices drawn at random."""
    random = Random(seed)
    setup = draw_setup(game, seats, random)
    try:
        return play_from(game, setup, random)
    except Exception as failure:
        failure.add_note(f"seed {seed}: {setup}")
        raise


def play_from(game: Game[S, D], setup: Setup, random: Random) -> Played:
    """One game in which every lawful choice is as likely as any other; each state is checked."""
    state, decisions = game.initial(setup), 0
    said: list[tuple[str, ...]] = []
    for turn in playout(game, state, wandering(random), random):
        assert len(said) < MOST_STEPS, "the game does not end"
        said.append(tuple(tell(game, turn.answers)))
        decisions += len(turn.answers)
        assert turn.step.events, f"step {len(said)} tells nothing"
        state = turn.step.state
        assert game.decode_state(game.encode_state(state)) == state, f"step {len(said)} does not survive"
    return Played(setup, tuple(said), digest(game, state), decisions)


def tell(game: Game[S, D], answers: Answers[D]) -> Iterator[str]:
    if isinstance(answers, tuple):
        yield from map(str, answers)
    else:
        yield from (game.notate(answers[seat]) for seat in sorted(answers))


def replay(game: Game[S, D], setup: Setup, said: tuple[tuple[str, ...], ...]) -> str:
    """The digest at the end of a game that is played again from its notation."""
    state = game.initial(setup)
    for texts in said:
        need = game.pending(state)
        if isinstance(need, Open | Secret):
            asked = zip(need.requests, texts, strict=True)
            state = game.apply(state, {ask.seat: game.parse(text) for ask, text in asked}).state
        else:
            state = game.apply(state, tuple(map(int, texts))).state
    return digest(game, state)


def digest(game: Game[S, D], state: S) -> str:
    return sha256(written(game.encode_state(state)).encode()).hexdigest()


def play_all(game: Game[S, D], seats: int, seeds: range) -> tuple[str, int]:
    """One digest over many games, each replayed, and how many decisions they took."""
    together, decisions = sha256(), 0
    for seed in seeds:
        played = play(game, seats, seed)
        again = replay(game, played.setup, played.answers)
        assert again == played.digest, f"seed {seed}: the replay comes to something else"
        together.update(played.digest.encode())
        decisions += played.decisions
    return together.hexdigest(), decisions


def main() -> None:
    parser = ArgumentParser(description="Play random games and check every step.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=100, help="how many for each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    wanted = parser.parse_args()
    for seats in wanted.seats:
        seeds = range(wanted.seed, wanted.seed + wanted.games)
        together, decisions = play_all(GAMES[wanted.game], seats, seeds)
        played = f"{seats} seats, {len(seeds)} games, {decisions} decisions: {together}"
        print(f"{wanted.game} version {GAMES[wanted.game].version}, {played}", flush=True)


if __name__ == "__main__":
    main()
