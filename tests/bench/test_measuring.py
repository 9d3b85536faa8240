"""Ratios of pairs, their median and their spread; no time is asserted."""

from itertools import count

import pytest

from p2p_heroes.bench import measuring
from p2p_heroes.bench.measuring import Spread, paired, rate, seconds


def test_the_halves_of_a_pair_alternate() -> None:
    done: list[str] = []

    def work(name: str, cost: float) -> float:
        done.append(name)
        return cost

    take = paired(lambda: work("product", 6.0), lambda: work("reference", 4.0))
    assert [take(number) for number in range(3)] == [1.5, 1.5, 1.5]
    assert done == ["product", "reference", "reference", "product", "product", "reference"]


def test_a_spread_has_its_median_its_middle_half_and_its_ends() -> None:
    assert Spread.of([5.0, 1.0, 3.0, 2.0, 4.0]) == Spread(1.0, 2.0, 3.0, 4.0, 5.0)
    assert Spread.of([2.0, 1.0]) == Spread(1.0, 1.25, 1.5, 1.75, 2.0)
    assert Spread.of([7.0]) == Spread(7.0, 7.0, 7.0, 7.0, 7.0)


def test_one_slow_slice_does_not_move_the_median() -> None:
    """As a mean would be, and the ratio of the two fastest."""
    assert Spread.of([1.0] * 7 + [50.0] * 6).middle == 1.0


def test_seconds_are_those_of_the_clock_that_is_given() -> None:
    clock = count(10)
    done: list[int] = []
    assert seconds(lambda: done.append(next(clock)), lambda: float(next(clock))) == 2.0
    assert done == [11]


def test_a_rate_is_of_everything_that_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([1.0, 1.1, 1.2, 1.5])
    monkeypatch.setattr(measuring, "process_time", lambda: next(clock))
    monkeypatch.setattr(measuring, "SLICE_SECONDS", 0.2)
    assert rate(lambda: 10, slices=2) == 60.0
