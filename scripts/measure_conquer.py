"""How fast Write & Conquer is played by wanderers on one core, and where the time goes.

    python -m scripts.measure_conquer

The baseline is measured between the games: bare Ed25519 verifications with the same
library that the table uses. A decision that costs less than one verification can never
be what a table waits for. Shares come from a profile of the same games, by module.
"""

from __future__ import annotations

import cProfile
import pstats
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.game import Over
from protocol.canonical import encode
from scripts.random_games import draw_setup, wander

VERIFICATIONS = 500


def tables(seats: int, seed: int) -> Iterator[tuple[Table, int]]:
    """Each position of a random game with the number of decisions that led to it."""
    random = Random(seed)
    table = CONQUER.initial(draw_setup(CONQUER, seats, random))
    while not isinstance(need := CONQUER.pending(table), Over):
        answers = wander(need, random)
        table = CONQUER.apply(table, answers).state
        yield table, len(answers)


def seconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin


def verify_all() -> None:
    for _ in range(VERIFICATIONS):
        PUBLIC.verify(SIGNATURE, b"decision")


KEY = Ed25519PrivateKey.generate()
PUBLIC, SIGNATURE = KEY.public_key(), KEY.sign(b"decision")


def measure(seats: int, slices: int, games: int) -> None:
    """Alternating slices of games and of the baseline; the median of their ratios counts."""
    costs, rates, decisions, steps = [], [], 0, 0
    for number in range(slices):
        played: list[int] = []
        seeds = range(number * games, (number + 1) * games)
        spent = seconds(lambda: played.extend(n for seed in seeds for _, n in tables(seats, seed)))  # noqa: B023
        bare = seconds(verify_all) / VERIFICATIONS
        decisions, steps = decisions + sum(played), steps + len(played)
        costs.append(spent / sum(played) / bare)
        rates.append(sum(played) / spent)
    print(
        f"{seats} seats: a decision costs {median(costs):.2f} verifications "
        f"({min(costs):.2f} to {max(costs):.2f}); {median(rates):.0f} decisions and "
        f"{median(rates) * slices * games / decisions:.0f} games a second; "
        f"{decisions / slices / games:.0f} decisions in {steps / slices / games:.0f} steps a game"
    )


def measure_encoding(games: int) -> None:
    positions = [table for seed in range(games) for table, _ in tables(4, seed)]
    plain = [CONQUER.encode_state(table) for table in positions]
    bare = seconds(verify_all) / VERIFICATIONS
    written = seconds(lambda: [CONQUER.encode_state(table) for table in positions]) / len(positions)
    packed = seconds(lambda: [encode(value) for value in plain]) / len(positions)
    read = seconds(lambda: [CONQUER.decode_state(value) for value in plain]) / len(positions)
    size = median(len(encode(value)) for value in plain)
    print(
        f"a state of 4 seats, in verifications: encode_state {written / bare:.2f}, canonical bytes "
        f"{packed / bare:.2f}, decode_state {read / bare:.2f}; {size:.0f} bytes"
    )


def profile(games: int) -> None:
    """Own time by module, as shares of everything."""
    profiler = cProfile.Profile()
    profiler.enable()
    for seed in range(games):
        for _ in tables(4, seed):
            pass
    profiler.disable()
    shares: Counter[str] = Counter()
    for (path, _, _), (_, _, own, _, _) in pstats.Stats(profiler).stats.items():  # type: ignore[attr-defined]
        inside = "games/" in path
        shares["/".join(Path(path).with_suffix("").parts[-2:]) if inside else "Python itself"] += own
    total = sum(shares.values())
    for name, own in shares.most_common(14):
        print(f"  {own / total:5.0%}  {name}")


def main() -> None:
    parser = ArgumentParser(description="Measure random play of Write & Conquer.")
    parser.add_argument("--slices", type=int, default=13)
    parser.add_argument("--games", type=int, default=10, help="in each slice")
    wanted = parser.parse_args()
    for seats in (2, 3, 4):
        measure(seats, wanted.slices, wanted.games)
    measure_encoding(wanted.games)
    profile(wanted.games)


if __name__ == "__main__":
    main()
