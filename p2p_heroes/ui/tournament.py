"""A tournament of bots for whoever watches: progress, tables and plots in the terminal, one JSON value."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

from p2p_heroes.bots import BOTS
from p2p_heroes.games import GAMES
from p2p_heroes.settings import TournamentSettings
from p2p_heroes.tournament.ledger import BadLedger, open_ledger
from p2p_heroes.tournament.matches import (
    Match,
    Result,
    TournamentRow,
    by_bot,
    by_choice,
    draw_matches,
    play_all,
)
from p2p_heroes.ui.kit.words import joined
from p2p_heroes.ui.terminal import shows_progress
from p2p_heroes.user_error import UserError

BAR, PLOT, WIDTH = 24, 24, 79
"""How many characters the progress has for all games, and a plot, and a line at most."""

LEGEND = (
    "won: of all games, a shared first place shared. The true rate lies between the",
    "bounds in nineteen cases of twenty; fair: if all were alike. The plot: ### to",
    "the lower bound, === to what was won, --- to the upper bound, | what is fair;",
    "of points: --- from the lowest to the highest, === the middle half, o the mean.",
)
STOPPED, LOST = "It was stopped.", "A process that played was ended from outside."


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """What was played, in the order of the matches, and of how many games."""

    results: tuple[Result, ...]
    asked: int
    why: str = ""
    """Why there are no more; empty if all were played."""


def hold(settings: TournamentSettings, show: Callable[[str], None] | None = None) -> TournamentResult:
    """Play it all, or until Ctrl-C or a signal ends it. Raises UserError.

    Progress goes to `show`, by default to stderr if that is a terminal.
    """
    matches = list(_matches(settings))
    show = show or (_to_terminal if shows_progress() else _to_nobody)
    try:
        with open_ledger(Path(settings.keep)) if settings.keep else nullcontext() as ledger:
            known = {result.match: result for result in ledger.read()} if ledger else {}
            done = {match: known[match] for match in matches if match in known}
            add = ledger.add if ledger else _to_nobody
            why = _play(settings, [match for match in matches if match not in done], done, add, show)
    except BadLedger as bad:
        raise UserError(f"{settings.keep}: {bad}") from bad
    except OSError as error:
        raise UserError(f"{error.strerror}: {settings.keep}") from error
    return TournamentResult(tuple(done[match] for match in matches if match in done), len(matches), why)


def _matches(settings: TournamentSettings) -> Iterator[Match]:
    if settings.game not in GAMES:
        raise UserError(f"no game {settings.game}; there is: {', '.join(GAMES)}")
    game = GAMES[settings.game]
    for level in settings.players:
        if level not in BOTS:
            raise UserError(f"no bot {level}; there is: {', '.join(BOTS)}")
    if len(settings.players) not in game.seats:
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        raise UserError(f"{game.name} is for {seats} players, not for {len(settings.players)}")
    for faction in settings.factions:
        if faction not in game.choices:
            there = f"there is: {', '.join(game.choices)}" if game.choices else f"{game.name} has none"
            raise UserError(f"no faction {faction}; {there}")
    if settings.factions and len(set(settings.factions)) < len(settings.players):
        raise UserError(f"{len(settings.players)} players need as many different factions")
    factions = tuple(dict.fromkeys(settings.factions))
    return draw_matches(game, settings.players, settings.games, settings.seed, factions)


def _play(
    settings: TournamentSettings,
    matches: Sequence[Match],
    done: dict[Match, Result],
    add: Callable[[Result], None],
    show: Callable[[str], None],
) -> str:
    """Into `done`, one by one; why it ended too early."""
    before, all_games, began = len(done), len(done) + len(matches), time.monotonic()
    jobs = min(settings.jobs or os.cpu_count() or 1, max(1, len(matches)))
    try:
        show(progress(before, all_games))
        with _heeding_termination(), closing(play_all(matches, jobs)) as played:
            for result in played:
                add(result)
                done[result.match] = result
                show(progress(len(done), all_games, len(done) - before, time.monotonic() - began))
    except KeyboardInterrupt:
        return STOPPED
    except BrokenProcessPool:
        return LOST
    return ""


@contextmanager
def _heeding_termination() -> Iterator[None]:
    """SIGTERM is a wish to stop, like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _to_nobody(_: object) -> None:
    """Nobody watches, or nothing is kept."""


def _to_terminal(line: str) -> None:
    shown = line[: get_terminal_size().columns - 1]
    print(f"\r\x1b[K{shown}", end="" if line.endswith("left") else "\n", file=sys.stderr, flush=True)


def progress(done: int, games: int, played: int = 0, seconds: float = 0) -> str:
    """One line that grows; `played` of the games took so many `seconds`."""
    filled = done * BAR // games
    line = f"[{'#' * filled}{'.' * (BAR - filled)}] {done} of {games} games"
    if not played:
        return f"{line}, some time left" if done < games else line
    rate = played / max(seconds, 0.001)
    pace = f"{rate:.1f} a second" if rate >= 1 else f"{rate * 60:.1f} a minute"
    return f"{line}, {pace}, {_clock((games - done) / rate)} left" if done < games else f"{line}, {pace}"


def _clock(seconds: float) -> str:
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def told(settings: TournamentSettings, held: TournamentResult) -> Iterator[str]:
    """The tournament as lines of text."""
    yield title(settings, held)
    if held.why:
        yield f"{held.why} What follows is about the {len(held.results)} games that were played."
    for name, records in groups(held.results):
        yield ""
        yield from won_table(name, records)
        if records[0].points:
            yield ""
            yield from points_table(name, records)
    yield from verdict(by_choice(held.results))
    yield from pairs(held.results)
    if held.results:
        yield from ("", *LEGEND)


def title(settings: TournamentSettings, held: TournamentResult) -> str:
    seated = Counter(settings.players)
    players = [f"{count} {name}" if count > 1 else name for name, count in seated.items()]
    games = f"{len(held.results)} of {held.asked} games" if held.why else f"{held.asked} games"
    return f"{settings.game}: {' against '.join(players)}, {games}, seed {settings.seed}"


def groups(results: Sequence[Result]) -> list[tuple[str, list[TournamentRow]]]:
    """What is told about: bots, unless there is one kind alone, which wins whatever happens; factions."""
    bots, factions = by_bot(results), by_choice(results)
    both = [("bot", bots if len(bots) > 1 or not factions else []), ("faction", factions)]
    return [(name, records) for name, records in both if records]


def won_table(name: str, records: Sequence[TournamentRow]) -> Iterator[str]:
    """How often each won, with a plot that all share."""
    width = max(len(name), *(len(one.name) for one in records))
    top = top_of(records)
    yield f"{name:<{width}}  games      won          between     fair  0 {f'{top // 10} %':.>{PLOT - 2}}"
    for one in records:
        between = f"{percent(one.low)[:-2]} to {percent(one.high)}"
        figures = f"{one.games:>5} {percent(one.wins):>8} {between:>16} {percent(one.fair):>8}"
        yield f"{one.name:<{width}}  {figures}  {won_plot(one, top)}"


def top_of(records: Sequence[TournamentRow]) -> int:
    """Where a scale of shares may end, in thousandths: at the next tenth above all of them."""
    return min(1000, max(max(one.high, one.fair) for one in records) // 100 * 100 + 100)


def won_plot(one: TournamentRow, top: int) -> str:
    return _plot(top, ((one.low, "#"), (one.wins, "="), (one.high, "-"), (top, ".")), (one.fair, "|"))


def _plot(top: int, upto: Sequence[tuple[int, str]], mark: tuple[int, str]) -> str:
    """Signs from one value up to the next; then a mark at one value."""
    drawn = ""
    for value, sign in upto:
        drawn += sign * (value * PLOT // top - len(drawn))
    at = min(PLOT - 1, mark[0] * PLOT // top)
    return f"{drawn[:at]}{mark[1]}{drawn[at + 1 :]}"


def points_table(name: str, records: Sequence[TournamentRow]) -> Iterator[str]:
    """How many points each made, with a plot that all share."""
    width = max(len(name), *(len(one.name) for one in records))
    top = max(1, *(one.points[-1] for one in records))
    yield f"{name:<{width}}  points  lowest  middle half  highest  0 {top:.>{PLOT - 2}}"
    for one in records:
        middle = f"{one.middle[0]} to {one.middle[1]}"
        figures = f"{one.mean:>6.1f} {one.points[0]:>7} {middle:>12} {one.points[-1]:>8}"
        yield f"{one.name:<{width}}  {figures}  {points_plot(one, top)}"


def points_plot(one: TournamentRow, top: int) -> str:
    """From the lowest to the highest; the middle half thicker; the mean as a mark."""
    upto = (
        (one.points[0], "."),
        (one.middle[0], "-"),
        (one.middle[1], "="),
        (one.points[-1], "-"),
        (top, "."),
    )
    return _plot(top, upto, (round(one.mean), "o"))


def verdict(factions: Sequence[TournamentRow]) -> Iterator[str]:
    """Of which factions so many games can tell that they win more or less than their share."""
    strong = joined([one.name for one in factions if one.is_strong])
    weak = joined([one.name for one in factions if one.is_weak])
    if factions:
        told = f"More than a fair share, luck aside: {strong or 'none'}. Less: {weak or 'none'}."
        yield from ("", *wrap(told, WIDTH))


def pairs(results: Sequence[Result]) -> Iterator[str]:
    """With more than two kinds of bots at a table: who came before whom, how often."""
    names = list(dict.fromkeys(name for result in results[:1] for name in result.match.players))
    for one, other in combinations(names, 2) if len(names) > 2 else ():
        before = behind = 0
        for result in results:
            for at, place in enumerate(result.places):
                for beside, theirs in enumerate(result.places):
                    if result.match.players[at] == one and result.match.players[beside] == other:
                        before += place < theirs
                        behind += place > theirs
        yield f"{one} came before {other} {before} times, and behind {behind} times"


def percent(thousandths: int) -> str:
    return f"{thousandths / 10:.1f} %"


def as_json(settings: TournamentSettings, held: TournamentResult) -> dict[str, object]:
    """The same as one value."""
    return {
        "game": settings.game,
        "players": list(settings.players),
        "seed": settings.seed,
        "games": len(held.results),
        "asked": held.asked,
        "partial": bool(held.why),
        "bots": [_plain(record) for record in by_bot(held.results)],
        "factions": [_plain(record) for record in by_choice(held.results)],
        "results": [
            {
                "factions": list(result.match.choices),
                "places": list(result.places),
                "points": list(result.points),
            }
            for result in held.results
        ],
    }


def _plain(record: TournamentRow) -> dict[str, object]:
    told: dict[str, object] = {
        "name": record.name,
        "games": record.games,
        "won": record.wins / 1000,
        "low": record.low / 1000,
        "high": record.high / 1000,
        "fair": record.fair / 1000,
    }
    if record.points:
        lowest, highest = record.points[0], record.points[-1]
        told |= {"points": round(record.mean, 2), "lowest": lowest, "highest": highest}
    return told
