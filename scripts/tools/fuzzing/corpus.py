"""The corpus of a target: few and small inputs that reach every line and branch that fuzzing has reached.

An input is worth keeping for the steps from one line to the next that no smaller one takes, or not nearly as
often. They are traced by the interpreter itself, so that the corpus does not depend on a fuzzer.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "tests" / "fuzzing" / "corpus"
TRACED = tuple(f"{ROOT / package}/" for package in ("protocol", "p2p_heroes", "scripts/tools/fuzzing"))

Step = tuple[str, int, int]
"""A file, a line, and the line before it in the same function."""

Reached = set[tuple[Step, int]]
"""Steps, and how often each is taken, as the number of binary digits of that."""


def stored(name: str) -> list[bytes]:
    """The inputs of a target that are in the repository, in the order of their names."""
    return [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]


def write(folder: Path, inputs: Iterable[bytes]) -> None:
    """Store inputs under names that follow from what they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for data in inputs:
        (folder / sha256(data).hexdigest()[:16]).write_bytes(data)


def chosen(check: Callable[[bytes], None], inputs: Iterable[bytes], most: int) -> list[bytes]:
    """All inputs that take a step which no smaller one takes, and up to `most` that take one more often."""
    taken = {data: steps_of(check, data) for data in sorted(set(inputs), key=lambda one: (len(one), one))}
    once = {data: {(step, 1) for step, _ in steps} for data, steps in taken.items()}
    kept = list(_adding(once, set()))
    known: Reached = {step for data in kept for step in taken[data]}
    further = _adding({data: steps for data, steps in taken.items() if data not in kept}, known)
    return kept + list(islice(further, max(0, most - len(kept))))


def _adding(taken: Mapping[bytes, Reached], reached: Reached) -> Iterator[bytes]:
    """The inputs, in their order, that reach something which none before them did."""
    for data, steps in taken.items():
        if not steps <= reached:
            reached |= steps
            yield data


def steps_of(check: Callable[[bytes], None], data: bytes) -> Reached:
    """Every step that checking an input takes."""
    steps: Counter[Step] = Counter()

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(TRACED):
            return None
        before = 0

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal before
            if event == "line":
                steps[file, before, frame.f_lineno] += 1
                before = frame.f_lineno
            return step

        return step

    check(data)  # Once without being watched: what is computed the first time only does not count.
    traced = sys.gettrace()
    sys.settrace(enter)
    try:
        check(data)
    finally:
        sys.settrace(traced)
    return {(step, count.bit_length()) for step, count in steps.items()}
