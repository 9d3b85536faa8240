"""Every input that is kept holds, and so do the same few thousand changes of them, each time."""

from itertools import islice
from random import Random

import pytest

from scripts.tools.fuzzing.corpus import stored
from scripts.tools.fuzzing.targets import TARGETS, Target

CHANGES = {"decoder": 6_000, "envelope": 120, "transcript": 300, "card-state": 500, "script": 2_000}
"""As many as take about a second; a fuzzer does the rest."""

targets = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


@pytest.mark.slow
@targets
def test_the_corpus_holds(target: Target) -> None:
    inputs = stored(target.name)
    assert len(inputs) >= 24
    for data in inputs:
        target.check(data)


@pytest.mark.slow
@targets
def test_the_beginnings_hold(target: Target) -> None:
    for data in target.seeds():
        target.check(data)


@pytest.mark.slow
@targets
def test_changes_hold(target: Target) -> None:
    random = Random(f"changes of {target.name}")
    inputs = stored(target.name)
    for _ in range(CHANGES[target.name]):
        data = random.choice(inputs)
        for _ in range(random.choice((1, 1, 2, 4))):
            data = target.mutate(data, random)
        target.check(data[: target.longest])


@targets
@pytest.mark.parametrize("data", [b"", b"\x00", b"\x01", b"\x02", b"\xff" * 64])
def test_any_bytes_are_an_input(target: Target, data: bytes) -> None:
    target.check(data)
    target.check(target.mutate(data, Random(0)))


@targets
def test_the_same_source_makes_the_same_change(target: Target) -> None:
    for data in islice(target.seeds(), 20):
        assert target.mutate(data, Random("1")) == target.mutate(data, Random("1"))


def test_the_corpus_is_small() -> None:
    assert sum(len(data) for name in TARGETS for data in stored(name)) < 200_000
