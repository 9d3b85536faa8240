"""Real programs on networks of their own, in which everything happens that happens to networks.

    python -m scripts.tools.networks --jobs 3

In: which scenarios (docs/networks.md). Out: a table of what was expected and what happened. Exit code 1 if
something did not hold; then the folder with every file and every word of its programs is kept. What is only
slow, beside the full mesh of the same run, is marked; with `--strict`, as the median of TIMES games each, it
is a failure too.
"""

import json
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from textwrap import wrap

import trio

from scripts.tools.networks.machine import why_no_namespaces
from scripts.tools.networks.scenario import BASELINE, Report, Scenario, perform
from scripts.tools.networks.scenarios import SCENARIOS

WIDTHS = 26, 40, 62, 4
HEADS = "scenario", "expected", "what happened", "ok"
TIMES = 3


async def perform_all(
    chosen: Iterable[Scenario], jobs: int, seed: int, folder: Path, times: int = 1
) -> dict[Scenario, Report]:
    """Those that run alone first; then all others, so many at a time. Tells of each when it is over.

    times: how often what is timed is played, in turn, so that all have the same share of a busy moment.
    """
    games = defaultdict[Scenario, list[Report]](list)

    async def perform_some(waiting: Iterable[Scenario]) -> None:
        for one in waiting:
            own = folder / f"{one.name.replace(' ', '-')}-{len(games[one])}"
            own.mkdir()
            report = await perform(one, own, seed)
            games[one].append(report)
            print(f"{one.name}: {report.mark} in {report.took:.0f} s", file=sys.stderr, flush=True)
            if report.is_well:
                rmtree(own)

    ordered = list(chosen)
    for _ in range(times):
        await perform_some(one for one in ordered if one.timed)
    await perform_some(one for one in ordered if one.alone and not one.timed)
    others = iter([one for one in ordered if not one.alone])
    async with trio.open_nursery() as nursery:
        for _ in range(jobs):
            nursery.start_soon(perform_some, others)
    reports = {one: typical(games[one]) for one in ordered}
    compare(reports.values())
    return reports


def typical(reports: Sequence[Report]) -> Report:
    """Of several games the first in which something did not hold, or else the one that took the median."""
    bad = [report for report in reports if not report.is_well]
    ranked = sorted(reports, key=lambda report: report.seconds or 0.0)
    return bad[0] if bad else ranked[len(ranked) // 2]


def compare(reports: Iterable[Report]) -> None:
    """Give each timed game its ratio to the full mesh of this run."""
    timed = {report.scenario.name: report for report in reports if report.seconds}
    baseline = timed.pop(BASELINE, None)
    for report in timed.values():
        if baseline is not None and baseline.seconds and report.seconds:
            report.ratio = report.seconds / baseline.seconds


def table(reports: Iterable[Report]) -> str:
    """All reports, side by side with what was expected."""
    rows = [HEADS, tuple("-" * width for width in WIDTHS)]
    for report in reports:
        holds = f"{report.scenario.does}: {report.scenario.holds}"
        rows.append((report.scenario.name, holds, report.happened, report.mark))
    return "\n".join(line for row in rows for line in _row(row))


def _row(cells: tuple[str, ...]) -> list[str]:
    """The lines of one row: what does not fit goes on below."""
    columns = [wrap(cell, width) or [""] for cell, width in zip(cells, WIDTHS, strict=True)]
    height = max(map(len, columns))
    lines = [[column[n] if n < len(column) else "" for column in columns] for n in range(height)]
    return [
        " | ".join(f"{cell:{w}}" for cell, w in zip(line, WIDTHS, strict=True)).rstrip() for line in lines
    ]


def choose(names: list[str]) -> list[Scenario]:
    """The scenarios whose names begin so, with the full mesh where one is compared to it; none: all."""
    chosen = [one for one in SCENARIOS.values() if not names or any(map(one.name.startswith, names))]
    if any(one.timed for one in chosen) and SCENARIOS[BASELINE] not in chosen:
        chosen.insert(0, SCENARIOS[BASELINE])
    return chosen


def arguments() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m scripts.tools.networks", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="NAME", action="append", default=[], help="those that begin so")
    parser.add_argument("--list", action="store_true", help="say what there is, and do nothing")
    parser.add_argument(
        "--jobs", type=int, default=3, help="how many at a time, but for those that run alone"
    )
    parser.add_argument("--seed", type=int, default=0, help="of what is lost and late")
    parser.add_argument(
        "--strict", action="store_true", help=f"slow is a failure; games that are timed {TIMES} times each"
    )
    parser.add_argument("--json", action="store_true", help="one JSON value instead of the table")
    return parser


def main() -> int:
    parser = arguments()
    given = parser.parse_args()
    chosen = choose(given.only)
    if not chosen:
        parser.error(f"no scenario begins with {' or '.join(given.only)}")
    if given.list:
        print("\n".join(f"{one.name}: {one.does}: {one.holds}" for one in chosen))
        return 0
    if reason := why_no_namespaces():
        print(f"skipped: {reason}", file=sys.stderr)
        return 0
    folder = Path(mkdtemp(prefix="networks-"))
    reports = run(chosen, given.jobs, given.seed, folder, TIMES if given.strict else 1)
    print(json.dumps([report.as_data() for report in reports], indent=2) if given.json else table(reports))
    if all_well(reports):
        rmtree(folder)
    else:
        print(f"The files of what failed are in {folder}", file=sys.stderr)
    return 0 if all_well(reports, strict=given.strict) else 1


def all_well(reports: Sequence[Report], *, strict: bool = False) -> bool:
    """Whether everything held, and with strict nothing was slow either."""
    return bool(reports) and all(one.is_well and not (strict and one.is_slow) for one in reports)


def run(chosen: list[Scenario], jobs: int, seed: int, folder: Path, times: int = 1) -> list[Report]:
    """All of them; none, if somebody pressed Ctrl-C."""
    reports: list[Report] = []
    try:
        reports += trio.run(perform_all, chosen, jobs, seed, folder, times).values()
    except* KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return reports


if __name__ == "__main__":
    sys.exit(main())
