"""How the factions fare when all wander: every pair many times, and mixes of three and four.

    python -m scripts.tools.compare_factions --pairs 100 --mixes 5000

Every game is checked and replayed as in `scripts.tools.random_games`; the digests over all pairs
and over all mixes are the same on every machine and under every hash seed. Who wins is
counted by the game: a shared first place is shared.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from random import Random

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.events import GameEnded
from p2p_heroes.games.game import Setup
from scripts.tools.random_games import play_from, replay


@dataclass(frozen=True, slots=True)
class Result:
    """One game that was checked: who played, what they had in the end, and its digest."""

    factions: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    digest: str


@dataclass(slots=True)
class Record:
    """How one faction has fared so far. `wins` and `chances` in twelfths of a game, to share them exactly."""

    games: int = 0
    wins: int = 0
    chances: int = 0
    points: list[int] = field(default_factory=list)


GAME = 12
"""Two, three and four can share this without a rest."""


def pairs(each: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every two factions, with the seats changed after half of the games."""
    for one, other in combinations(CONQUER.choices, 2):
        for seed in range(each):
            yield ((one, other) if seed % 2 == 0 else (other, one)), seed


def mixes(count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Three and four seats in turn, with factions drawn at random."""
    for seed in range(count):
        yield tuple(Random(seed).sample(CONQUER.choices, 3 + seed % 2)), seed


def play_one(task: tuple[tuple[str, ...], int]) -> Result:
    factions, seed = task
    try:
        played = play_from(CONQUER, Setup(factions), Random(seed))
    except Exception as failure:
        failure.add_note(f"seed {seed}: {factions}")
        raise
    again, happened = replay(CONQUER, played.setup, played.answers)
    assert again == played.digest, f"{factions}, seed {seed}: the replay comes to something else"
    ended = happened[-1]
    assert isinstance(ended, GameEnded)
    return Result(factions, tuple(score.total for score in ended.scores), ended.places, again)


def played(tasks: Iterable[tuple[tuple[str, ...], int]], jobs: int) -> Iterator[Result]:
    """In the order of the tasks, on so many cores."""
    if jobs == 1:
        yield from map(play_one, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_one, tasks, chunksize=50)


def summed(results: Iterable[Result]) -> tuple[dict[str, Record], str, int]:
    """What each faction has, the digest of all games, and how many they were."""
    records = {faction: Record() for faction in CONQUER.choices}
    together, count = sha256(), 0
    for count, result in enumerate(results, 1):
        together.update(result.digest.encode())
        winners = result.places.count(1)
        for faction, points, place in zip(result.factions, result.points, result.places, strict=True):
            record = records[faction]
            record.games += 1
            record.wins += GAME // winners if place == 1 else 0
            record.chances += GAME // len(result.factions)
            record.points.append(points)
        if count % 500 == 0:
            print(f"{count} games", file=sys.stderr, flush=True)
    return records, together.hexdigest(), count


def rows(records: dict[str, Record]) -> Iterator[str]:
    """A table: 100 % is what a faction would win if all were equal."""
    yield "| faction | games | won, of a fair share | points: mean | lowest | highest |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for faction, record in sorted(records.items(), key=lambda entry: -_share(entry[1])):
        if record.games:
            mean = sum(record.points) / record.games
            least, most = min(record.points), max(record.points)
            share = f"{_share(record):.0%}"
            yield f"| {faction.capitalize()} | {record.games} | {share} | {mean:.1f} | {least} | {most} |"


def _share(record: Record) -> float:
    return record.wins / record.chances if record.chances else 0.0


def main() -> None:
    parser = ArgumentParser(description="Let all factions wander against each other.")
    parser.add_argument("--pairs", type=int, default=100, help="games for every two factions")
    parser.add_argument("--mixes", type=int, default=5000, help="games with three and four players")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    for name, tasks in (("pairs", pairs(wanted.pairs)), ("mixes", mixes(wanted.mixes))):
        records, digest, count = summed(played(tasks, wanted.jobs))
        print(f"{name}: {count} games, {digest}", *rows(records), "", sep="\n", flush=True)


if __name__ == "__main__":
    main()
