"""The benchmarks for whoever runs them: what is compared with what, ratios with their spread, goals.

No time is printed, for it would say more about the machine than about the program.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from p2p_heroes.bench.figures import Figure, Goal, GoalStatus
from p2p_heroes.bench.measuring import LEAST_SLICES
from p2p_heroes.bench.suite import SECTIONS, NoSuchMeasure, chosen, run
from p2p_heroes.settings import BenchSettings
from p2p_heroes.ui.terminal import shows_progress
from p2p_heroes.user_error import UserError

NAMES = (*SECTIONS, *(measure.name for measures in SECTIONS.values() for measure in measures))
"""What can be asked for."""

TITLES: Mapping[str, str] = {
    "engine": "the rules alone",
    "table": "nodes that play with each other",
    "audit": "transcripts judged from nothing",
    "start": "from the command to what is waited for",
    "bots": "thinking",
    "cards": "masked cards, and what proves them",
}

WORDS: Mapping[str, str] = {
    "decisions-catanatron-2": "decisions a second, 2 seats / catanatron, 2 players",
    "decisions-catanatron-4": "decisions a second, 4 seats / catanatron, 4 players",
    "choices-catanatron-2": "the same, 2 seats, decisions with an alternative only",
    "choices-catanatron-4": "the same, 4 seats, decisions with an alternative only",
    "decisions-chess-2": "decisions a second, 2 seats / moves of python-chess",
    "decisions-chess-4": "decisions a second, 4 seats / moves of python-chess",
    "decisions-small": "decisions a second, small game / OpenSpiel's liar's poker",
    "games-catanatron-2": "games a second, 2 seats / catanatron, 2 players",
    "games-catanatron-4": "games a second, 4 seats / catanatron, 4 players",
    "games-chess-4": "games a second, 4 seats / python-chess, 200 plies",
    "decision-2": "a decision, 2 seats / a verification",
    "decision-4": "a decision, 4 seats / a verification",
    "legal": "what is lawful, and a draw of it / a verification",
    "apply": "settling a step / a verification",
    "digest": "the digest of a state / a verification",
    "view": "what a seat sees / a verification",
    "state": "memory of a state, of all of a game",
    "noise": "decisions a second, 4 seats / the same again: noise",
    "game-4": "a game of 4 over sockets / the bare mesh",
    "game-4-sodium": "a game of 4 over sockets / the mesh, libsodium",
    "game-2": "a game of 2 over sockets / the bare mesh",
    "small-game-4": "the small game of 4 over sockets / the bare mesh",
    "sealed-step-p50": "a sealed step of 4, median / the bare mesh",
    "sealed-step-p99": "a sealed step of 4, 99th of 100 / the bare mesh",
    "one-process": "a game of 4 in one process / the bare calls",
    "one-process-sodium": "a game of 4 in one process / the calls, libsodium",
    "one-process-remembering": "the same, verdicts remembered / the bare calls",
    "seats-3": "a step, per node and opponent: 3 seats / 2 seats",
    "seats-4": "a step, per node and opponent: 4 seats / 2 seats",
    "seats-5": "a step, per node and opponent: 5 seats / 2 seats",
    "seats-6": "a step, per node and opponent: 6 seats / 2 seats",
    "seats-7": "a step, per node and opponent: 7 seats / 2 seats",
    "length": "the last 100 of 1,000 steps / the first 100",
    "message": "memory of a message in a long game",
    "message-growth": "the same, second half of the game / first half",
    "audit-chains": "share of the limit, without the rules",
    "audit-chains-sodium": "share of libsodium's limit, without the rules",
    "audit-4": "share of the limit, 4 seats",
    "audit-4-sodium": "share of libsodium's limit, 4 seats",
    "audit-2": "share of the limit, 2 seats",
    "audit-two-cores": "share of one core's limit, with two cores",
    "audit-length": "a message of a long game / of a short one",
    "start-help": "--help / python -c pass",
    "start-audit": "audit of a tiny file / import of its two packages",
    "start-audit-sodium": "audit of a tiny file / import of msgpack, libsodium",
    "start-play": "play, to its first screen / import of its packages",
    "start-question": "play, to its first question / import of its packages",
    "start-rules": "rules / python -c pass",
    "steady-2": "decisions of steady, 2 seats / random decisions",
    "steady-4": "decisions of steady, 4 seats / random decisions",
    "warlord-2": "playouts of warlord, 2 seats / random decisions",
    "warlord-4": "playouts of warlord, 4 seats / random decisions",
    "mix-made": "making a mix of 60 / 360 multiplications",
    "mix-checked": "checking a mix of 60 / 480 multiplications",
    "mix-made-growth": "a card of a mix of 90 / of 20, made",
    "mix-checked-growth": "a card of a mix of 90 / of 20, checked",
    "share-made": "making a share / a multiplication",
    "share-checked": "checking a share / a multiplication",
    "shares-made": "making one share of 12 / a multiplication",
    "shares-checked": "checking one share of 12 / a multiplication",
    "seal-made": "making a seal / a multiplication",
    "seal-checked": "checking a seal / a multiplication",
    "key-made": "making the proof of a key / a multiplication",
    "key-checked": "checking the proof of a key / a multiplication",
    "power-made": "raising one card of 60 / a multiplication",
    "power-checked": "checking one raised card of 60 / a multiplication",
}

PROJECTS: Mapping[str, str] = {"catanatron": "catanatron", "chess": "chess", "pyspiel": "open_spiel"}
"""By what is imported, as it is installed."""

INSTALL = "pip install '.[bench]'"
STANDINGS = {GoalStatus.MISSED: "missed", GoalStatus.REACHED: "reached", GoalStatus.BETTERED: "and better"}


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What was measured, and whether that is all that was asked for."""

    figures: tuple[Figure, ...]
    is_whole: bool = True

    @property
    def missed(self) -> list[str]:
        """The names of the measures whose goal was missed."""
        return [figure.measure.name for figure in self.figures if figure.is_missed]


def hold(settings: BenchSettings, show: Callable[[str], None] | None = None) -> BenchResult:
    """Measure it all, or until Ctrl-C ends it. Raises UserError.

    Progress goes to `show`, by default to stderr if that is a terminal.
    """
    try:
        measures = [measure for _, measure in chosen(settings.measures)]
    except NoSuchMeasure as none:
        raise UserError(f"nothing to measure is called {none}; there is: {', '.join(NAMES)}") from none
    show = show or (_to_terminal if shows_progress() else _to_nobody)
    figures: list[Figure] = []
    try:
        for figure in run(measures, settings.slices, lambda *how_far: show(progress(*how_far))):
            figures.append(figure)
    except KeyboardInterrupt:
        return BenchResult(tuple(figures), is_whole=False)
    return BenchResult(tuple(figures))


def _to_nobody(_: str) -> None:
    """Nobody watches."""


def _to_terminal(line: str) -> None:
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def progress(name: str, done: int, total: int) -> str:
    """One line; an empty one at the end, which leaves nothing behind."""
    return f"{done * 100 // total:>3} %  {WORDS[name]}" if name else ""


def told(settings: BenchSettings, held: BenchResult) -> Iterator[str]:
    """The figures as a table."""
    if not held.is_whole:
        yield "It was stopped. What follows is what had been measured."
    yield f"Medians of {settings.slices} pairs of slices that alternate, with the middle half of them."
    if settings.slices < LEAST_SLICES:
        yield f"So few say little: {LEAST_SLICES} is the least."
    found = {figure.measure.name: figure for figure in held.figures}
    for section, measures in SECTIONS.items():
        ours = [found[measure.name] for measure in measures if measure.name in found]
        if ours:
            yield ""
            yield f"{f'{section}: {TITLES[section]}':<58}{'ratio':>8}  {'middle half':<16}  goal"
            yield from map(row, ours)
    goals = sum(figure.standing is not None for figure in held.figures)
    missed = f"; missed: {', '.join(held.missed)}" if held.missed else ""
    yield ""
    yield f"{goals - len(held.missed)} of {goals} goals reached{missed}"


def row(figure: Figure) -> str:
    measure, spread = figure.measure, figure.spread
    words = WORDS[measure.name]
    if spread is None:
        return f"{words:<58}{'-':>8}  {PROJECTS[measure.needs]} is not installed: {INSTALL}"
    half = f"{number(spread.lower)} to {number(spread.upper)}"
    unit = f" {measure.unit}" if measure.unit else ""
    goal = f"  {goal_words(measure.goal)}" if measure.goal else ""
    standing = f": {STANDINGS[figure.standing]}" if figure.standing else ""
    return f"{words:<58}{number(spread.middle):>8}  {f'{half}{unit}':<16}{goal}{standing}".rstrip()


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"


def goal_words(goal: Goal) -> str:
    beyond = f" ({goal.stretch:g})" if goal.stretch is not None else ""
    return f"at {'least' if goal.is_floor else 'most'} {goal.bound:g}{beyond}"


def as_json(settings: BenchSettings, held: BenchResult) -> dict[str, object]:
    """The same as one value."""
    figures = [_plain(figure) for figure in held.figures]
    return {"slices": settings.slices, "partial": not held.is_whole, "figures": figures}


def _plain(figure: Figure) -> dict[str, object]:
    measure, spread, goal = figure.measure, figure.spread, figure.measure.goal
    section = next(name for name, measures in SECTIONS.items() if measure in measures)
    plain: dict[str, object] = {"section": section, "name": measure.name, "what": WORDS[measure.name]}
    plain["unit"] = measure.unit or "ratio"
    if goal is not None:
        plain["goal"] = {"at_least" if goal.is_floor else "at_most": goal.bound, "stretch": goal.stretch}
    if spread is None:
        return plain | {"missing": PROJECTS[measure.needs]}
    plain |= {"median": spread.middle, "quartiles": [spread.lower, spread.upper]}
    plain |= {"ends": [spread.lowest, spread.highest], "ratios": list(figure.ratios)}
    if figure.standing is not None:
        plain["reached"] = not figure.is_missed
    return plain
