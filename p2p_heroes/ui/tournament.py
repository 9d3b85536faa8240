"""A tournament of bots for whoever watches: progress, tables, bars in the terminal, a picture as a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import combinations
from pathlib import Path

from p2p_heroes.bots import BOTS
from p2p_heroes.games import GAMES
from p2p_heroes.lab.tournament import Match, Record, Result, by_bot, by_choice, draw_matches, play_all
from p2p_heroes.settings import Settings

BAR = 40
"""How many characters stand for all games won."""


class BadTournament(Exception):
    """What was asked for cannot be played; says why."""


def hold(settings: Settings, stderr: Callable[[str], None] | None = None) -> list[Result]:
    """Play it all, with progress to `stderr`, by default only if that is a terminal. Raises BadTournament."""
    matches = list(_matches(settings))
    jobs = min(settings.jobs or os.cpu_count() or 1, max(1, len(matches)))
    show = stderr or (_to_terminal if sys.stderr.isatty() else None)
    results: list[Result] = []
    for result in play_all(matches, jobs):
        results.append(result)
        if show is not None:
            show(progress(len(results), len(matches)))
    return results


def _matches(settings: Settings) -> Iterator[Match]:
    if settings.game not in GAMES:
        raise BadTournament(f"no game {settings.game}; there is: {', '.join(GAMES)}")
    game = GAMES[settings.game]
    for level in settings.players:
        if level not in BOTS:
            raise BadTournament(f"no bot {level}; there is: {', '.join(BOTS)}")
    if len(settings.players) not in game.seats:
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        raise BadTournament(f"{game.name} is for {seats} players, not for {len(settings.players)}")
    for faction in settings.factions:
        if faction not in game.choices:
            there = f"there is: {', '.join(game.choices)}" if game.choices else f"{game.name} has none"
            raise BadTournament(f"no faction {faction}; {there}")
    if settings.factions and len(set(settings.factions)) < len(settings.players):
        raise BadTournament(f"{len(settings.players)} players need as many different factions")
    factions = tuple(dict.fromkeys(settings.factions))
    return draw_matches(game, settings.players, settings.games, settings.seed or 0, factions)


def _to_terminal(line: str) -> None:
    print(f"\r{line}", end="\n" if line.endswith("100 %") else "", file=sys.stderr, flush=True)


def progress(done: int, games: int) -> str:
    """One line that grows."""
    return f"{bar(done * 1000 // games)} {done} of {games} games, {done * 100 // games} %"


def bar(thousandths: int) -> str:
    """A share as a bar of always the same width."""
    filled = (thousandths * BAR + 500) // 1000
    return "#" * filled + "." * (BAR - filled)


def told(settings: Settings, results: Sequence[Result]) -> Iterator[str]:
    """The tournament as lines of text."""
    games, seed = len(results), settings.seed or 0
    yield f"{settings.game}: {' against '.join(settings.players)}, {games} games, seed {seed}"
    for title, records in (("bot", by_bot(results)), ("faction", by_choice(results))):
        if records:
            yield ""
            yield from rows(title, records)
    pairs = list(_pairs(results))
    if pairs:
        yield ""
        yield from pairs
    yield ""
    yield "won: of all games; a shared first place is shared. fair: if all were alike."
    yield "margin: the true figure is so near in nineteen cases of twenty."


def rows(title: str, records: Sequence[Record]) -> Iterator[str]:
    """A table with a bar for each."""
    width = max(len(title), *(len(record.name) for record in records))
    yield f"{title:<{width}}  games      won   margin     fair  points"
    for one in records:
        won, margin, fair = percent(one.wins), percent(one.margin), percent(one.fair)
        figures = f"{one.games:>5} {won:>8} {margin:>8} {fair:>8} {one.points / 10:>7.1f}"
        yield f"{one.name:<{width}}  {figures}  {bar(one.wins)}"


def _pairs(results: Sequence[Result]) -> Iterator[str]:
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


def as_json(settings: Settings, results: Sequence[Result]) -> dict[str, object]:
    """The same as one value; shares in thousandths, points in tenths."""
    return {
        "game": settings.game,
        "players": list(settings.players),
        "seed": settings.seed or 0,
        "games": len(results),
        "bots": [_plain(record) for record in by_bot(results)],
        "factions": [_plain(record) for record in by_choice(results)],
        "results": [
            {
                "factions": list(result.match.choices),
                "places": list(result.places),
                "points": list(result.points),
            }
            for result in results
        ],
    }


def _plain(record: Record) -> dict[str, object]:
    return {
        "name": record.name,
        "games": record.games,
        "won": record.wins / 1000,
        "margin": record.margin / 1000,
        "fair": record.fair / 1000,
        "points": record.points / 10,
    }


def draw(settings: Settings, results: Sequence[Result], path: Path) -> None:
    """The picture as a file. Raises OSError."""
    path.write_text(picture(settings, results), encoding="utf-8")


LINE, LEFT, WIDE = 26, 150, 420
STYLE = (
    "text{font:13px sans-serif;fill:#222}.head{font-weight:bold}.soft{fill:#666}"
    ".bot{fill:#3b6ea5}.faction{fill:#7a9a3a}.fair{stroke:#c33;stroke-dasharray:3 2}.margin{stroke:#222}"
)


def picture(settings: Settings, results: Sequence[Result]) -> str:
    """Bars with margins, as SVG written by hand."""
    shapes: list[str] = []
    y = 24
    title = f"{settings.game}: {' against '.join(settings.players)}, {len(results)} games"
    shapes.append(f'<text class="head" x="10" y="{y}">{escape(title)}</text>')
    for kind, records in (("bot", by_bot(results)), ("faction", by_choice(results))):
        y += 12
        for record in records:
            y += LINE
            shapes += _bar_shapes(kind, record, y)
    y += LINE
    note = "share of games won; thin lines: 95 % margin; dashed: if all were alike"
    shapes.append(f'<text class="soft" x="10" y="{y}">{note}</text>')
    size = f'width="{LEFT + WIDE + 150}" height="{y + 16}"'
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _bar_shapes(kind: str, record: Record, y: int) -> list[str]:
    middle = y - 5
    low, high = max(0, record.wins - record.margin), min(1000, record.wins + record.margin)
    x = [LEFT + share * WIDE // 1000 for share in (record.wins, low, high, record.fair)]
    figures = f"{percent(record.wins)}, {record.points / 10:.1f} points"
    return [
        f'<text x="10" y="{y}">{escape(record.name)}</text>',
        f'<rect class="{kind}" x="{LEFT}" y="{y - 14}" width="{x[0] - LEFT}" height="18"/>',
        f'<line class="margin" x1="{x[1]}" y1="{middle}" x2="{x[2]}" y2="{middle}"/>',
        f'<line class="fair" x1="{x[3]}" y1="{y - 17}" x2="{x[3]}" y2="{y + 7}"/>',
        f'<text class="soft" x="{LEFT + WIDE + 8}" y="{y}">{figures}</text>',
    ]
