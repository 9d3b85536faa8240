"""Break the protocol on purpose, one place at a time, and see whether anything notices.

    python -m scripts.tools.mutate --only raise,call --jobs 2
    python -m scripts.tools.mutate --sample 200 --seed 1
    python -m scripts.tools.mutate --file protocol/chain.py --list

Every mutant of `protocol/` (scripts/tools/find_mutants.py) is put into a copy of this tree, never into the
tree itself. There run the test module of the same name, the other quick tests of the protocol, its slow
tests, and simulated tables, until one of them fails. One line tells what became of each; docs/mutants.md
says why some may survive. Exit code 1 if others do.
"""

import json
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from scripts.tools.find_mutants import KINDS, Mutant, find_mutants

ROOT = Path(__file__).resolve().parents[2]
EXPLAINED = ROOT / "docs" / "mutants.md"
COPIED = ("protocol", "p2p_heroes", "scripts", "tests", "docs", "pyproject.toml")
OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:logging", "--tb=no", "--no-header")
FORK = multiprocessing.get_context("fork")
SEEDS = 1000
PATIENCE = 20
"""How many times as long as its processor time a process may take, on a machine that is as busy."""

MEMORY = 4 * 2**30


@dataclass(frozen=True, slots=True)
class MutantOutcome:
    """What became of a mutant: who noticed it, and in which of the trials; nobody: it survived."""

    trial: str
    killer: str


@dataclass(frozen=True, slots=True)
class Trial:
    """Something that may notice a mutant: what runs it and says what failed.

    After several times as many seconds of processor time as it should take, it never comes to an end.
    """

    name: str
    run: Callable[[Mutant], str]
    seconds: int = 30


def unchanged(path: str) -> Mutant:
    """No mistake at all: what fails with it would say nothing about the others."""
    return Mutant(path, 0, 0, "", "", "", 0)


# What notices mutants. All of this runs in a process of its own, in the copy.


class FirstFailure:
    """A plugin of pytest that remembers what failed first."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid


def failing_test(*arguments: str) -> str:
    """The first test that fails, if any does."""
    failure = FirstFailure()
    code = pytest.main([*OPTIONS, *arguments], plugins=[failure])
    fine = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return "" if fine else failure.name or f"pytest: {code}"


def by_mirror(mutant: Mutant) -> str:
    return failing_test("-m", "not slow", mirror(mutant))


def by_quick_tests(mutant: Mutant) -> str:
    """The vectors first: they judge most."""
    every = sorted(str(path) for path in Path("tests/protocol").rglob("test_*.py"))
    every.sort(key=lambda name: "vectors" not in name)
    return failing_test("-m", "not slow", *(name for name in every if name != mirror(mutant)))


def by_slow_tests(mutant: Mutant) -> str:
    return failing_test("-m", "slow", "tests/protocol")


def by_seeds(count: int) -> Callable[[Mutant], str]:
    def failing_seed(_: Mutant) -> str:
        from p2p_heroes.games import SMALL_GAME
        from p2p_heroes.tabletest.simulation import simulate

        for seed in range(count):
            breaches = simulate(seed, SMALL_GAME).breaches
            if breaches:
                return f"seed {seed}: {breaches[0].check}"
        return ""

    return failing_seed


def mirror(mutant: Mutant) -> str:
    path = Path(mutant.path)
    return (Path("tests") / path.with_name(f"test_{path.name}")).as_posix()


def trials(seeds: int) -> tuple[Trial, ...]:
    """Everything that may notice a mutant: what is quick and likely first."""
    return (
        Trial("its own tests", by_mirror),
        Trial("other tests", by_quick_tests, 90),
        Trial("slow tests", by_slow_tests, 150),
        Trial("simulated tables", by_seeds(seeds), 30 + seeds // 5),
    )


def judge(mutant: Mutant, tree: Path, stages: Sequence[Trial], answer: Connection) -> None:
    """Run the trials in a copy of the tree until one fails."""
    os.chdir(tree)
    sys.path[:] = [str(tree), *(path for path in sys.path if path not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.partition(".")[0] in COPIED]:
        del sys.modules[name]
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    import protocol

    assert Path(protocol.__file__).parent.parent == tree, "the copy is what is tried"
    for trial in stages:
        limit(trial.seconds)
        found = trial.run(mutant)
        if found:
            answer.send((trial.name, found))
            return
    answer.send(("", ""))


def limit(seconds: int) -> None:
    """What comes now may never end, or want all memory there is."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    used = int(spent.ru_utime + spent.ru_stime)
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    # Whatever waits uses no processor time; the clock ends that.
    signal.alarm(PATIENCE * seconds)


# How they are run.


@dataclass(slots=True)
class RunningMutant:
    """A mutant in its process."""

    place: int
    mutant: Mutant
    tree: Path
    source: bytes
    """The file as it was."""
    process: ForkProcess
    answer: Connection

    def verdict(self) -> MutantOutcome:
        """What it said before it ended, or how it ended."""
        self.process.join()
        with self.answer:
            try:
                return MutantOutcome(*self.answer.recv())
            except EOFError:
                code = self.process.exitcode or 0
        ended = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return MutantOutcome("no end" if ended in ("SIGXCPU", "SIGALRM") else "a crash", ended)


def run_all(
    mutants: Sequence[Mutant], stages: Sequence[Trial], jobs: int = 1
) -> Iterator[tuple[Mutant, MutantOutcome]]:
    """Every mutant and what became of it, in their order, with so many processes at a time."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        free = [copy_tree(Path(folder).resolve() / str(number)) for number in range(jobs)]
        waiting = list(enumerate(mutants))[::-1]
        running: list[RunningMutant] = []
        done: dict[int, tuple[Mutant, MutantOutcome]] = {}
        told = 0
        while waiting or running:
            while waiting and free:
                running.append(start(*waiting.pop(), free.pop(), stages))
            ended = wait([run.process.sentinel for run in running])
            for run in [run for run in running if run.process.sentinel in ended]:
                running.remove(run)
                done[run.place] = run.mutant, run.verdict()
                (run.tree / run.mutant.path).write_bytes(run.source)
                free.append(run.tree)
            while told in done:
                yield done.pop(told)
                told += 1


def copy_tree(tree: Path) -> Path:
    tree.mkdir()
    unwanted = shutil.ignore_patterns("__pycache__", "pictures")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=unwanted)
        else:
            shutil.copy2(ROOT / name, tree / name)
    return tree


def start(place: int, mutant: Mutant, tree: Path, stages: Sequence[Trial]) -> RunningMutant:
    path = tree / mutant.path
    source = path.read_bytes()
    path.write_bytes(mutant.apply(source))
    # Python takes compiled code for fresh if the time in seconds and the size agree: no two mutants may.
    os.utime(path, (place + 1, place + 1))
    answer, ours = FORK.Pipe(duplex=False)
    process = FORK.Process(target=judge, args=(mutant, tree, stages, ours))
    process.start()
    ours.close()
    return RunningMutant(place, mutant, tree, source, process, answer)


# What a person asks for, and reads.


def every_mutant(root: Path = ROOT) -> list[Mutant]:
    """All mutants of the protocol, in order."""
    paths = sorted(path.relative_to(root).as_posix() for path in (root / "protocol").rglob("*.py"))
    return [mutant for path in paths for mutant in find_mutants(path, (root / path).read_bytes())]


def chosen(mutants: Sequence[Mutant], wanted: Namespace) -> list[Mutant]:
    kinds = wanted.only.split(",")
    found = [m for m in mutants if m.kind in kinds and (not wanted.file or m.path in wanted.file)]
    if wanted.sample is not None and wanted.sample < len(found):
        found = sorted(Random(wanted.seed).sample(found, wanted.sample))
    return found


def explained(text: str) -> set[tuple[str, str, str]]:
    """The mutants that docs/mutants.md explains: file, what stood there, what stands there instead."""
    rows = re.findall(r"^\| `(protocol/[\w/]+\.py)` \| `(.+?)` \| `(.+?)` \|", text, re.MULTILINE)
    return {(path, before, after) for path, before, after in rows}


def main() -> None:
    parser = ArgumentParser(description="Break the protocol in one place at a time; does anything notice?")
    parser.add_argument("--file", action="append", default=[], help="mutants of this file only")
    parser.add_argument("--only", default=",".join(KINDS), help=f"kinds of mutants: {', '.join(KINDS)}")
    parser.add_argument("--sample", type=int, help="so many of them, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--trials", type=int, help="only the first so many of the four that may notice one")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="tables for who survives the tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--list", action="store_true", help="list them and run nothing")
    parser.add_argument("--json", action="store_true", help="one JSON value a line")
    wanted = parser.parse_args()
    mutants = chosen(every_mutant(), wanted)
    if wanted.list:
        print(*mutants, sep="\n")
        return
    sys.exit(report(mutants, wanted))


def report(mutants: Sequence[Mutant], wanted: Namespace) -> int:
    known = explained(EXPLAINED.read_text(encoding="utf-8"))
    stages = trials(wanted.seeds)[: wanted.trials]
    # All tests run, whichever file it is, unless only those of that file shall.
    healthy = [unchanged(path) for path in sorted({mutant.path for mutant in mutants})]
    for _, verdict in run_all(healthy if len(stages) == 1 else healthy[:1], stages):
        if verdict.trial:
            print(f"nothing can be said: {verdict.killer} fails without a mutant")
            return 2
    counts: Counter[str] = Counter()
    for mutant, verdict in run_all(mutants, stages, wanted.jobs):
        reason = (mutant.path, mutant.before, mutant.after) in known
        became = verdict.trial or ("survived, explained" if reason else "SURVIVED")
        counts[became] += 1
        if wanted.json:
            print(json.dumps({**asdict(mutant), "became": became, "killer": verdict.killer}), flush=True)
        else:
            print(f"{mutant}\n    {became} {verdict.killer}".rstrip(), flush=True)
    if not wanted.json:
        ends = ", ".join(f"{many} {became}" for became, many in counts.most_common())
        print(f"{len(mutants)} mutants: {ends}")
    return 1 if counts["SURVIVED"] else 0


def warm_up() -> None:
    """Import what every trial needs and no mutant can change, once for all."""
    import cryptography
    import hypothesis
    import msgpack
    import nacl._sodium
    import spake2
    import trio

    assert all((cryptography, hypothesis, msgpack, nacl._sodium, spake2, trio))


if __name__ == "__main__":
    warm_up()
    main()
