"""A scenario: a name, what is done, what must hold, and the function that does it; and what came of one.

Scenarios are listed by the decorator, in the order in which their files are imported.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from traceback import format_exception

import trio

from scripts.tools.networks.lab import Lab, Stuck, open_lab

BASELINE = "full mesh"
SLOW = 1.5
"""So many times as long as the full mesh of the same run is marked."""

LIMIT = 300
"""Seconds after which a scenario is given up."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """rows: of the table in which its trouble was first written down.

    timed: compared with the full mesh. alone: nothing else runs meanwhile, or it would show.
    """

    name: str
    does: str
    holds: str
    act: Callable[[Lab], Awaitable[None]]
    rows: tuple[int, ...] = ()
    timed: bool = False
    alone: bool = False


SCENARIOS: dict[str, Scenario] = {}


def scenario(
    name: str,
    *,
    does: str,
    holds: str,
    rows: tuple[int, ...] = (),
    timed: bool = False,
    alone: bool = False,
) -> Callable[[Callable[[Lab], Awaitable[None]]], Callable[[Lab], Awaitable[None]]]:
    """List a function as a scenario."""

    def listed(act: Callable[[Lab], Awaitable[None]]) -> Callable[[Lab], Awaitable[None]]:
        assert name not in SCENARIOS
        SCENARIOS[name] = Scenario(name, does, holds, act, rows, timed, alone or timed)
        return act

    return listed


@dataclass
class Report:
    """What came of a scenario. seconds: of the game, where it is timed; ratio: to the full mesh's."""

    scenario: Scenario
    facts: dict[str, object] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    seconds: float | None = None
    ratio: float | None = None
    took: float = 0.0

    @property
    def is_well(self) -> bool:
        return not self.wrong

    @property
    def is_slow(self) -> bool:
        return self.ratio is not None and self.ratio > SLOW

    @property
    def mark(self) -> str:
        if not self.is_well:
            return "NO"
        return "slow" if self.is_slow else "yes"

    @property
    def happened(self) -> str:
        """In one line, what is wrong first."""
        facts = [f"{name} {value}" for name, value in self.facts.items()]
        ratio = [] if self.ratio is None else [f"{self.ratio:.2f} of the full mesh"]
        return "; ".join([*self.wrong, *facts, *ratio])

    def as_data(self) -> dict[str, object]:
        return {
            "scenario": self.scenario.name,
            "rows": self.scenario.rows,
            "does": self.scenario.does,
            "holds": self.scenario.holds,
            "ok": self.is_well,
            "slow": self.is_slow,
            "wrong": self.wrong,
            "facts": {name: str(value) for name, value in self.facts.items()},
            "game_seconds": self.seconds,
            "ratio": self.ratio,
            "took": round(self.took, 1),
        }


async def perform(chosen: Scenario, folder: Path, seed: int = 0) -> Report:
    """One scenario on a network of its own, from nothing to nothing."""
    report, began = Report(chosen), trio.current_time()
    async with open_lab(folder, f"{seed} {chosen.name}") as lab:
        with trio.move_on_after(LIMIT) as scope:
            try:
                await chosen.act(lab)
            except Stuck as stuck:
                lab.must(False, str(stuck))
            except Exception as error:
                lab.must(False, f"the scenario itself fell over: {error!r}")
                (folder / "scenario").write_text("".join(format_exception(error)), encoding="utf-8")
        lab.must(not scope.cancelled_caught, f"not over after {LIMIT} s")
        lab.check_strangers()
    report.facts, report.wrong = lab.facts, lab.wrong
    report.seconds = lab.seconds if chosen.timed else None
    report.took = trio.current_time() - began
    return report
