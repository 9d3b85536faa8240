"""How long the program takes to start, as a multiple of a Python that does nothing, and what takes it.

    python -m scripts.measure_start

All commands run once in every slice, one after the other, so that a busy machine is as busy for each; the
median of the ratios counts. What people wait for on the full screen is measured in a terminal, from the
start of the process until the text stands there. It needs the tools of the tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.terminal import Program

ROOT = Path(__file__).resolve().parent.parent
NOTHING = "python -c pass"
PLAY = ("play", "--bots", "3", "--faction", "humans")
LARGEST = 6
"""So many parts of what is imported are told."""


def seconds(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def run(*arguments: str) -> str:
    """What a Python says on stderr."""
    command, environment = [sys.executable, *arguments], {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stderr


def wait_for(text: str, *arguments: str) -> None:
    """Until the full screen shows it, on a machine that never played before."""
    with TemporaryDirectory() as folder:
        usual = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": folder, "LANG": "C.UTF-8"}
        program = Program(arguments, {**usual, "TERM": "xterm"}, columns=110, rows=34)
        try:
            program.shows(text)
        finally:
            program.stop()


def imported(*arguments: str) -> Counter[str]:
    """Microseconds by package, of ours by its first part below the root."""
    found: Counter[str] = Counter()
    for line in run("-X", "importtime", "-m", "p2p_heroes", *arguments).splitlines()[1:]:
        own, _, name = line.removeprefix("import time:").split("|")
        parts = name.strip().split(".")
        package = ".".join(parts[:2]) if parts[0] == "p2p_heroes" else parts[0]
        found["the standard library" if package in sys.stdlib_module_names else package] += int(own)
    return found


def main() -> None:
    parser = ArgumentParser(description="start-up times as ratios")
    parser.add_argument("--slices", type=int, default=15)
    slices = parser.parse_args().slices
    works: dict[str, Callable[[], object]] = {
        NOTHING: partial(run, "-c", "pass"),
        "--help": partial(run, "-m", "p2p_heroes", "--help"),
        "rules": partial(run, "-m", "p2p_heroes", "rules"),
        "the start screen": partial(wait_for, "Play"),
        "play, to the first question": partial(wait_for, "Where do you begin", *PLAY),
    }
    rounds = [{name: seconds(work) for name, work in works.items()} for _ in range(slices)]
    for name in works:
        ratio = median(one[name] / one[NOTHING] for one in rounds)
        print(f"{name:<28} {ratio:6.1f} times {NOTHING}, {median(one[name] for one in rounds):.3f} s")
    for arguments in (("--help",), ("rules",)):
        parts = imported(*arguments)
        shares = [f"{name} {own * 100 // parts.total()} %" for name, own in parts.most_common(LARGEST)]
        print(f"imports of {arguments[0]}: {parts.total() / 1e6:.3f} s; {', '.join(shares)}")


if __name__ == "__main__":
    main()
