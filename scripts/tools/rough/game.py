"""One rough game, from its plan to a report: everything that happened, and every promise that was broken."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2p_heroes.tabletest.attacks import ATTACKS, AttackOutcome
from scripts.tools.rough.cheat import STRUCK
from scripts.tools.rough.checks import find_broken
from scripts.tools.rough.plan import RoughPlan
from scripts.tools.rough.proxy import GameFaults
from scripts.tools.rough.table import RoughTable

LIMIT = 1800
"""Seconds after which a game that takes less than one minute, and at most the patience more, is hanging."""

LOBBIES = 5
"""How often the programs gather anew when a table could not be founded."""


@dataclass
class RoughReport:
    """What became of one game."""

    plan: RoughPlan
    done: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    outcome: str = "hanging"
    seconds: float = 0.0


async def play(plan: RoughPlan, folder: Path) -> RoughReport:
    """A game from its plan to its end."""
    report, began = RoughReport(plan), trio.current_time()
    with trio.move_on_after(LIMIT) as scope:
        for attempt in range(LOBBIES):
            if await _gather(report, folder / str(attempt), rough=plan.lobby and attempt == 0):
                break
    if scope.cancelled_caught:
        report.broken.append(f"hanging after {LIMIT} seconds")
    report.seconds = trio.current_time() - began
    return report


async def _gather(report: RoughReport, folder: Path, *, rough: bool) -> bool:
    """One lobby; whether a table came of it, which then was played to its end."""
    plan, faults = report.plan, GameFaults(done=report.done)
    async with trio.open_nursery() as nursery:
        table = RoughTable(plan, folder, nursery, faults)
        try:
            if rough:
                faults.begin(plan.faults)
            founded = await table.found()
            if founded:
                faults.begin(plan.faults)
                await table.play()
        finally:
            table.close()
            nursery.cancel_scope.cancel()
    if founded:
        report.broken += await trio.to_thread.run_sync(lambda: list(find_broken(table)))
        report.outcome = _outcome(table, report)
    else:
        report.done["tables never founded"] += 1
    return founded


def _outcome(table: RoughTable, report: RoughReport) -> str:
    if report.broken:
        return "broken"
    if table.cheat is None:
        return "finished"
    if STRUCK not in table.cheat.program.complaints:
        return "finished; the cheat had no occasion"
    if ATTACKS[table.plan.attack].verdict is AttackOutcome.HARMLESS:
        return "finished; the lie did no harm"
    is_proven = any(seat.program.result["faults"] for seat in table.honest)
    return "finished; the cheat is proven" if is_proven else "finished; the lie did not arrive"
