"""Whole games of real processes: lossy connections, SIGKILL, SIGSTOP, full disks, and sometimes a cheat.

    python -m scripts.tools.rough_games --games 200 --seed 0 --jobs 4

In: seeds, each of which decides what is played and what goes wrong (docs/simulation.md). Out: a line for each
game, and a summary. Exit code 1 if a promise was broken anywhere; then the game's folder is kept, with every
file and every word of its programs.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import trio

from scripts.tools.rough.game import RoughReport, play
from scripts.tools.rough.plan import draw_plan


async def play_all(seeds: Iterable[int], jobs: int, folder: Path, game: str = "") -> list[RoughReport]:
    """Play the games of these seeds, so many at a time, and tell of each when it has ended."""
    reports: list[RoughReport] = []
    waiting = iter(seeds)

    async def play_some() -> None:
        for seed in waiting:
            report = await play(draw_plan(seed, game), folder / str(seed))
            reports.append(report)
            print(told(report), flush=True)
            if not report.broken:
                rmtree(folder / str(seed))

    async with trio.open_nursery() as nursery:
        for _ in range(jobs):
            nursery.start_soon(play_some)
    return sorted(reports, key=lambda report: report.plan.seed)


def told(report: RoughReport) -> str:
    """One line for a game, and one more for everything that is wrong with it."""
    plan = report.plan
    attack = f", {plan.attack}" if plan.attack else ""
    faults = counted(report.done) or "nothing went wrong"
    line = f"{plan.seed}: {plan.game}, {plan.seats} seats{attack}: {report.outcome} in {report.seconds:.0f} s"
    again = f"python -m scripts.tools.rough_games --games 1 --seed {plan.seed}"
    wrong = [f"    BROKEN: {sentence}" for sentence in report.broken]
    return "\n".join([f"{line}; {faults}", *wrong, *([f"    again: {again}"] if wrong else [])])


def counted(done: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(done.items()))


def summary(reports: list[RoughReport]) -> list[str]:
    """All games together: what went wrong in how many of them, and how they ended."""
    total: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for report in reports:
        total.update(report.done)
        games.update(report.done.keys())
    outcomes = Counter(f"{report.plan.game}: {report.outcome}" for report in reports)
    return [
        f"{len(reports)} games, {sum(report.seconds for report in reports):.0f} seconds of them together",
        *(f"  {count:5} {name}, in {games[name]} games" for name, count in sorted(total.items())),
        *(f"  {count:5} {name}" for name, count in sorted(outcomes.items())),
        f"  {sum(bool(report.broken) for report in reports):5} broke a promise",
    ]


def main() -> int:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--game", default="", help="what is played; none: mostly the smallest")
    parser.add_argument("--jobs", type=int, default=4, help="how many games at a time")
    given = parser.parse_args()
    folder = Path(mkdtemp(prefix="rough-"))
    seeds = range(given.seed, given.seed + given.games)
    reports = trio.run(play_all, seeds, given.jobs, folder, given.game)
    print("\n".join(summary(reports)))
    if any(report.broken for report in reports):
        print(f"The files are in {folder}")
        return 1
    folder.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
