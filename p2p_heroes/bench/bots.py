"""Bots: how fast they think, in random decisions of the engine that are measured in the same run.

A decision of `steady` and a playout of `warlord` each are many decisions of the game, made in the mind; so
the figures say how many fit into a second beside how many random ones fit.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any

from p2p_heroes.bench.engine import LARGE, play
from p2p_heroes.bench.figures import Measure
from p2p_heroes.bench.measuring import Take, paired, rate
from p2p_heroes.bench.workbench import Workbench
from p2p_heroes.bots import BOTS
from p2p_heroes.bots.kit.foresight import Foresight
from p2p_heroes.bots.playout import playout, seated
from p2p_heroes.games.game import Chance, Setup

LONG = 2
"""A decision of a bot that thinks may take as long as a slice, so there are two of them."""


def decisions(level: str, seats: int) -> Iterator[int]:
    """Games without end among bots of one level; how many decisions each turn took."""
    for seed in count():
        luck = Random(seed)  # noqa: S311 -- which games are played is no secret
        state = LARGE.initial(Setup(tuple(luck.sample(LARGE.choices, seats))))
        bots = [BOTS[level](LARGE, Random(f"{seed} {seat}")) for seat in range(seats)]  # noqa: S311 -- a taste
        for turn in playout(LARGE, state, seated(LARGE, bots), luck):
            if not isinstance(turn.need, Chance):
                yield len(turn.answers)


@contextmanager
def counted() -> Iterator[list[int]]:
    """Grows by one with every choice that a bot plays on in its mind."""
    told: list[int] = []
    before = Foresight.follow

    def follow(self: Foresight[Any, Any], *given: Any) -> Any:
        told.append(1)
        return before(self, *given)

    Foresight.follow = follow  # type: ignore[assignment, method-assign]
    try:
        yield told
    finally:
        Foresight.follow = before  # type: ignore[method-assign]


def thinking(level: str, seats: int) -> Callable[[Workbench], Take]:
    """Decisions of a bot a second, beside random ones."""

    def prepare(_: Workbench) -> Take:
        thought = decisions(level, seats)
        return paired(lambda: rate(lambda: next(thought), LONG), _wandering(seats))

    return prepare


def playouts(seats: int) -> Callable[[Workbench], Take]:
    """Playouts of warlords a second, beside random decisions."""

    def prepare(_: Workbench) -> Take:
        thought = decisions("warlord", seats)

        def think() -> float:
            with counted() as told:
                return rate(lambda: next(thought) and drained(told), LONG)

        return paired(think, _wandering(seats))

    return prepare


def drained(told: list[int]) -> int:
    """How long it was; it is empty now."""
    length = len(told)
    told.clear()
    return length


def _wandering(seats: int) -> Callable[[], float]:
    seeds = count()
    return lambda: rate(lambda: play(LARGE, seats, next(seeds)))


MEASURES = (
    Measure("steady-2", thinking("steady", 2)),
    Measure("steady-4", thinking("steady", 4)),
    Measure("warlord-2", playouts(2)),
    Measure("warlord-4", playouts(4)),
)
