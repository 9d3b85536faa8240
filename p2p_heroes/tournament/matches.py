"""Bots against bots, without a network: who wins how often, and with how many points.

A tournament is a list of matches that follows from its seed alone. Each is played by itself with
luck of its own, so that it does not matter in which order or in how many processes they are
played, or whether some were played before.

Whoever meets, meets again: every drawn set of factions is played once for each seat, with
the factions moved on by one, so that no bot lives on the better faction. Where the same bot has
every seat there is nothing to even out, and each game is a draw of its own.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random

from p2p_heroes.bots import BOTS
from p2p_heroes.bots.playout import playout, seated
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import AnyGame, Over, Setup

SHARE = 12
"""A win in parts: two, three and four can share it without a rest."""


@dataclass(frozen=True, slots=True)
class Match:
    """One game to be played: who sits where, with which faction, and its luck."""

    game: str
    players: tuple[str, ...]
    choices: tuple[str, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: a place per seat, and points where the game counts them so."""

    match: Match
    places: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def shares(self) -> tuple[int, ...]:
        """What each seat has of the win, in parts of `SHARE`; equals share it."""
        winners = self.places.count(1)
        return tuple(SHARE // winners if place == 1 else 0 for place in self.places)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """How one bot or faction fared. `wins`, `low`, `high` and `fair` are in thousandths of a game."""

    name: str
    games: int
    wins: int
    """How often it won."""
    low: int
    high: int
    """Between these the true figure lies, in nineteen cases of twenty."""
    fair: int
    """How often it would have won if all were alike."""
    points: tuple[int, ...]
    """Of every game and seat, the fewest first; empty where the game has none."""

    @property
    def mean(self) -> float:
        return sum(self.points) / len(self.points)

    @property
    def middle(self) -> tuple[int, int]:
        """Half of all points lie between these."""
        last = len(self.points) - 1
        return self.points[(last + 2) // 4], self.points[last - (last + 2) // 4]

    @property
    def is_strong(self) -> bool:
        """It wins more than its share, as far as so many games can tell."""
        return self.low > self.fair

    @property
    def is_weak(self) -> bool:
        """It wins less than its share, as far as so many games can tell."""
        return self.high < self.fair


def draw_matches(
    game: AnyGame, players: Sequence[str], games: int, seed: int, choices: Sequence[str] = ()
) -> Iterator[Match]:
    """So many matches. Without `choices` all that a seat may take before the game are drawn from."""
    offered, seats = tuple(choices) or game.choices, len(players)
    turns = seats if len(set(players)) > 1 else 1
    random = Random(f"tournament {seed}")  # noqa: S311 -- which games are played is no secret
    drawn: list[str] = []
    for number in range(games):
        turn = number % turns
        if turn == 0:
            drawn = random.sample(offered, seats) if offered else [""] * seats
        moved = (*drawn[turn:], *drawn[:turn])
        yield Match(game.name, tuple(players), moved, f"{seed} {number}")


def play(match: Match) -> Result:
    """One match, from its beginning to its end."""
    game = GAMES[match.game]
    bots = [
        BOTS[name](game, Random(f"{match.seed} seat {seat}"))  # noqa: S311 -- a bot's taste
        for seat, name in enumerate(match.players)
    ]
    luck = Random(f"{match.seed} table")  # noqa: S311 -- nobody at this table could cheat
    *_, last = playout(game, game.initial(Setup(match.choices)), seated(game, bots), luck)
    over = game.pending(last.step.state)
    assert isinstance(over, Over)
    return Result(match, over.places, game.points(last.step.state))


def play_all(matches: Sequence[Match], jobs: int) -> Generator[Result, None, None]:
    """Every match, as they end, with so many processes; whoever closes this stops them."""
    if jobs == 1:
        yield from map(play, matches)
        return
    # Started afresh and not forked: a copy of a process that has threads may hang.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            for played in as_completed(_submit(pool, matches)):
                yield played.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()


def _submit(pool: ProcessPoolExecutor, matches: Sequence[Match]) -> list[Future[Result]]:
    """Ctrl-C reaches every process of a terminal; the players inherit that they do not hear it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return [pool.submit(play, match) for match in matches]
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def by_bot(results: Sequence[Result]) -> list[TournamentRow]:
    """A record per bot, in the order in which they sit."""
    names = [name for result in results[:1] for name in result.match.players]
    return [_record(name, results, partial(_bots, name=name)) for name in dict.fromkeys(names)]


def by_choice(results: Sequence[Result]) -> list[TournamentRow]:
    """A record per faction, the most successful first."""
    names = sorted({name for result in results for name in result.match.choices if name})
    records = [_record(name, results, partial(_choices, name=name)) for name in names]
    return sorted(records, key=lambda record: (-record.wins * 1000 // max(record.fair, 1), record.name))


def _bots(match: Match, name: str) -> list[int]:
    return [seat for seat, player in enumerate(match.players) if player == name]


def _choices(match: Match, name: str) -> list[int]:
    return [seat for seat, choice in enumerate(match.choices) if choice == name]


def _record(name: str, results: Sequence[Result], seats_of: partial[list[int]]) -> TournamentRow:
    """Of all games in which it took part; a game in which it sat twice counts once."""
    games = wins = fair = 0
    points: list[int] = []
    for result in results:
        seats = seats_of(result.match)
        if seats:
            games += 1
            wins += sum(result.shares[seat] for seat in seats)
            fair += SHARE * len(seats) // len(result.match.players)
            points += [result.points[seat] for seat in seats if result.points]
    low, high = bounds(wins / (SHARE * games), games)
    return TournamentRow(
        name=name,
        games=games,
        wins=wins * 1000 // (SHARE * games),
        low=low,
        high=high,
        fair=fair * 1000 // (SHARE * games),
        points=tuple(sorted(points)),
    )


def bounds(share: float, games: int) -> tuple[int, int]:
    """The 95 % interval of a share in thousandths, after Wilson: never below nothing or above all."""
    square = 1.96**2 / games
    middle = (share + square / 2) / (1 + square)
    half = sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return max(0, round((middle - half) * 1000)), min(1000, round((middle + half) * 1000))
