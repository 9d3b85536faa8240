"""What can be measured, what it is meant to come to, and what it came to."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec

from p2p_heroes.bench.measuring import Spread, Take
from p2p_heroes.bench.workbench import Workbench


class GoalStatus(Enum):
    """How a figure stands to its goal."""

    MISSED = "missed"
    REACHED = "reached"
    BETTERED = "bettered"


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound that a median keeps, from above or below; `stretch` is the one beyond it, if there is one."""

    bound: float
    stretch: float | None
    is_floor: bool

    def standing(self, value: float) -> GoalStatus:
        if not self._is_kept(value, self.bound):
            return GoalStatus.MISSED
        if self.stretch is not None and self._is_kept(value, self.stretch):
            return GoalStatus.BETTERED
        return GoalStatus.REACHED

    def _is_kept(self, value: float, bound: float) -> bool:
        return value >= bound if self.is_floor else value <= bound


def at_least(bound: float, stretch: float | None = None) -> Goal:
    """More is better."""
    return Goal(bound, stretch, is_floor=True)


def at_most(bound: float, stretch: float | None = None) -> Goal:
    """Less is better."""
    return Goal(bound, stretch, is_floor=False)


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing to measure.

    prepare: what is done once, and gives what takes one pair of slices. needs: another project that is
    the reference. unit: of what is counted and not compared, such as bytes; nothing for a ratio.
    """

    name: str
    prepare: Callable[[Workbench], Take]
    goal: Goal | None = None
    needs: str = ""
    unit: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether the reference is here."""
        return not self.needs or find_spec(self.needs) is not None


@dataclass(frozen=True, slots=True)
class Figure:
    """What a measure came to: a ratio for each pair of slices; none where the reference is not here."""

    measure: Measure
    ratios: tuple[float, ...]

    @property
    def spread(self) -> Spread | None:
        return Spread.of(self.ratios) if self.ratios else None

    @property
    def is_missed(self) -> bool:
        """Whether there is a goal, and it was missed."""
        return self.standing is GoalStatus.MISSED

    @property
    def standing(self) -> GoalStatus | None:
        """None without a goal, or if nothing was measured."""
        if self.measure.goal is None or not self.ratios:
            return None
        return self.measure.goal.standing(Spread.of(self.ratios).middle)


def measured(measure: Measure, bench: Workbench, slices: int, watch: Callable[[], None]) -> Figure:
    """Take so many pairs of slices, after one that does not count; `watch` is called before each of them."""
    if not measure.is_possible:
        return Figure(measure, ())
    take = measure.prepare(bench)
    ratios = []
    for number in range(slices + 1):
        watch()
        ratios.append(take(number))
    return Figure(measure, tuple(ratios[1:]))
