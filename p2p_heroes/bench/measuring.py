"""How the product is compared with a reference: in slices that alternate, pair by pair.

In: two pieces of work. Out: the ratios of their pairs, of which the median counts. A machine that is busy
with other things is as busy for both halves of a pair, so a ratio holds where a time does not; the best or
the mean of several would not (docs/performance.md). Processor time counts, except where people wait for
something. Memory that has become free is collected before a slice, and left to Python in it.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time
from typing import Self

LEAST_SLICES = 13
"""Fewer pairs than that say little on a busy machine."""

SLICE_SECONDS = 0.15

Work = Callable[[], float]
"""A slice of something; what it gives is a cost or a rate, the same for both halves of a pair."""

Take = Callable[[int], float]
"""The ratio of one pair of slices, by its number; warm-up is number 0."""


def paired(product: Work, reference: Work) -> Take:
    """Product by reference, each of them first in every second pair."""

    def take(number: int) -> float:
        if number % 2:
            beside = reference()
            return product() / beside
        return product() / reference()

    return take


def seconds(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """How long it takes, in processor time unless another clock is given."""
    gc.collect()
    begun = clock()
    work()
    return clock() - begun


def rate(work: Callable[[], int], slices: int = 1) -> float:
    """How much is done in a second of processor time, for as long as so many slices; `work` says how much."""
    gc.collect()
    done, begun = 0, process_time()
    while True:
        done += work()
        spent = process_time() - begun
        if spent >= slices * SLICE_SECONDS:
            return done / spent


@dataclass(frozen=True, slots=True)
class Spread:
    """Ratios, put in order: the median, the middle half, the ends."""

    lowest: float
    lower: float
    middle: float
    upper: float
    highest: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> Self:
        lower, _, upper = quantiles(ratios, method="inclusive") if len(ratios) > 1 else [ratios[0]] * 3
        return cls(min(ratios), lower, median(ratios), upper, max(ratios))
