"""Simulated tables for whoever watches: progress, what happened, how it ended, how to repeat what failed."""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial

from p2p_heroes.games import GAMES
from p2p_heroes.settings import SimulationSettings
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.scripts.writing import written
from p2p_heroes.tabletest.simulation import Run, Tally, breaks, plan_of, shrink, simulate_all
from p2p_heroes.tabletest.world.network_faults import SENTENCES, Mishap
from p2p_heroes.tabletest.world.plan import ALL_MISHAPS
from p2p_heroes.ui.terminal import shows_progress
from p2p_heroes.user_error import UserError

BAR = 40
NO_FAULTS = "none"
SHRUNK = 3
"""So many failed tables are cut down to a script; the others can be repeated by their seed."""


def hold(settings: SimulationSettings, stderr: Callable[[str], None] | None = None) -> Tally:
    """Play all tables; progress goes to `stderr`, by default if that is a terminal. Raises UserError."""
    if settings.game and settings.game not in GAMES:
        raise UserError(f"no game {settings.game}; there is: {', '.join(GAMES)}")
    seeds = range(settings.seed, settings.seed + settings.games)
    jobs = min(settings.jobs or os.cpu_count() or 1, len(seeds))
    show = stderr or (_to_terminal if shows_progress() else None)
    tally = Tally()
    for run in simulate_all(seeds, jobs, settings.game, allowed(settings)):
        tally.add(run)
        if show is not None:
            show(progress(tally, len(seeds)))
    return tally


def allowed(settings: SimulationSettings) -> frozenset[Mishap]:
    """The kinds of fault that may happen. Raises UserError."""
    if not settings.faults:
        return ALL_MISHAPS
    known = {kind.value.replace(" ", "-"): kind for kind in Mishap}
    named = [name.replace(" ", "-") for name in settings.faults if name != NO_FAULTS]
    for name in named:
        if name not in known:
            raise UserError(f"no fault {name}; there is: {', '.join(known)}, or {NO_FAULTS}")
    return frozenset(known[name] for name in named)


def _to_terminal(line: str) -> None:
    print(f"\r{line}", end="\n" if " 100 %" in line else "", file=sys.stderr, flush=True)


def progress(tally: Tally, games: int) -> str:
    """One line that grows."""
    filled = tally.runs * BAR // games
    failed = f", {len(tally.failed)} failed" if tally.failed else ""
    share = tally.runs * 100 // games
    return f"{'#' * filled}{'.' * (BAR - filled)} {tally.runs} of {games} tables, {share} %{failed}"


def told(settings: SimulationSettings, tally: Tally) -> Iterator[str]:
    """What happened at all these tables, as lines of text."""
    first = settings.seed
    played = ", ".join(f"{count} of {game}" for game, count in sorted(tally.games.items()))
    yield f"{tally.runs} tables ({played}), seeds {first} to {first + settings.games - 1}"
    yield ""
    yield f"{'fault':<14}{'tables':>8}{'share':>9}{'times':>10}  what it is"
    for kind in Mishap:
        tables = tally.tables[kind]
        yield (
            f"{kind.value:<14}{tables:>8}{_percent(tables, tally.runs):>9}"
            f"{tally.faults[kind]:>10}  {SENTENCES[kind]}"
        )
    yield ""
    yield f"{len(tally.attacks)} of {len(ATTACKS)} kinds of cheat were tried, {tally.attacks.total()} times"
    yield ""
    for ending, count in tally.endings.most_common():
        yield f"{count:>8}  {_percent(count, tally.runs):>7}  {ending}"
    yield ""
    yield from _failures(settings, tally)


def _failures(settings: SimulationSettings, tally: Tally) -> Iterator[str]:
    if not tally.failed:
        yield "Every promise was kept at every table."
        return
    yield f"At {len(tally.failed)} tables a promise was broken:"
    for place, run in enumerate(tally.failed):
        yield ""
        yield from (f"seed {run.seed}: {breach.check}: {breach.text}" for breach in run.breaches)
        yield f"  repeat it: {repeating(settings, run)}"
        if place < SHRUNK and plan_of(run.seed, run.game, allowed(settings)).is_speakable:
            yield from (f"  | {line}" for line in shrunken(settings, run))


def repeating(settings: SimulationSettings, run: Run) -> str:
    """The command that plays this table again."""
    faults = (
        f" --faults {','.join(name.replace(' ', '-') for name in settings.faults)}" if settings.faults else ""
    )
    return f"p2p-heroes simulate --games 1 --seed {run.seed} --game {run.game}{faults}"


def shrunken(settings: SimulationSettings, run: Run) -> list[str]:
    """A script with as little as possible in which the same promise is broken."""
    plan = plan_of(run.seed, run.game, allowed(settings))
    return list(written(shrink(plan, partial(breaks, check=run.breaches[0].check))))


def _percent(count: int, of: int) -> str:
    return f"{count * 100 / of:.1f} %"


def as_json(settings: SimulationSettings, tally: Tally) -> dict[str, object]:
    """The same as one value."""
    return {
        "seed": settings.seed,
        "tables": tally.runs,
        "games": dict(sorted(tally.games.items())),
        "faults": {
            kind.value: {"tables": tally.tables[kind], "times": tally.faults[kind]} for kind in Mishap
        },
        "attacks": dict(sorted(tally.attacks.items())),
        "endings": dict(sorted(tally.endings.items())),
        "failed": [
            {
                "seed": run.seed,
                "game": run.game,
                "breaches": [[breach.check, breach.text] for breach in run.breaches],
                "repeat": repeating(settings, run),
            }
            for run in tally.failed
        ],
    }
