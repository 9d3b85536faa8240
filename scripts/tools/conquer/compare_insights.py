"""Whether a bot plays a faction better when it is told of it: pairs of games that differ in nothing else.

    python -m scripts.tools.conquer.compare_insights mechanisms --games 40 --seed 1
    python -m scripts.tools.conquer.compare_insights demons --insight my.module:Pacts --games 200

In each pair the faction meets another that is drawn at random, with two players and the same luck. In
one game whoever leads the faction is told what stands in `p2p_heroes/bots/conquer/factions`, and the rival
is not; in the other it is the rival who is told. `--insight` tells something else instead, and those who are
not told know what stands there. Counted are the games won by whoever is told, and the points of the faction.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TypeVar
from unittest.mock import patch

from p2p_heroes.bots import BOTS, Bot
from p2p_heroes.bots.conquer import worth
from p2p_heroes.bots.conquer.factions import INSIGHTS
from p2p_heroes.bots.conquer.insight import Insight
from p2p_heroes.bots.playout import playout, seated
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.games.game import Over, Request, Setup
from p2p_heroes.tournament.matches import bounds

D = TypeVar("D")
Insights = Mapping[type[Own | None], type[Insight]]


@dataclass(frozen=True, slots=True)
class Pair:
    """One draw: the factions in the order of their seats, and its luck."""

    factions: tuple[str, str]
    seed: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair: what whoever is told has of each win, with the faction and against it; the faction's points."""

    told: float
    against: float
    points: int
    points_untold: int


class Informed:
    """A bot that is told this and no more."""

    def __init__(self, bot: Bot, insights: Insights) -> None:
        self._bot = bot
        self._insights = insights

    def choose(self, view: object, request: Request[D]) -> D:
        with patch.object(worth, "INSIGHTS", self._insights):
            return self._bot.choose(view, request)


def pairs(faction: str, count: int, seed: int) -> Iterator[Pair]:
    """The faction against any other, in either seat."""
    random = Random(f"insights {faction} {seed}")
    others = [name for name in CONQUER.choices if name != faction]
    for number in range(count):
        rival = random.choice(others)
        seated = (faction, rival) if random.randrange(2) else (rival, faction)
        yield Pair(seated, f"{seed} {number}")


def told_and_not(faction: str, tried: type[Insight] | None) -> tuple[Insights, Insights]:
    """What the one who is told knows, and the other."""
    own = CONQUER.boards[faction].own
    assert own is None or isinstance(own, Own)
    block = type(own)
    if tried is not None:
        return {**INSIGHTS, block: tried}, INSIGHTS
    return INSIGHTS, {one: insight for one, insight in INSIGHTS.items() if one is not block}


def play(pair: Pair, told: Sequence[Insights], level: str) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """One game: what each seat has of the win, and its points. `told`: by seat."""
    bots = [
        Informed(BOTS[level](CONQUER, Random(f"{pair.seed} seat {seat}")), known)
        for seat, known in enumerate(told)
    ]
    luck = Random(f"{pair.seed} table")
    *_, last = playout(CONQUER, CONQUER.initial(Setup(pair.factions)), seated(CONQUER, bots), luck)
    over = CONQUER.pending(last.step.state)
    assert isinstance(over, Over)
    shares = tuple((place == 1) / over.places.count(1) for place in over.places)
    return shares, CONQUER.points(last.step.state)


def compare(pair: Pair, faction: str, known: tuple[Insights, Insights], level: str) -> Compared:
    """Both games of a pair."""
    own = pair.factions.index(faction)
    told, untold = known
    first, points = play(pair, [told if seat == own else untold for seat in range(2)], level)
    second, points_untold = play(pair, [untold if seat == own else told for seat in range(2)], level)
    return Compared(first[own], second[1 - own], points[own], points_untold[own])


def summary(results: Sequence[Compared]) -> list[str]:
    """How often whoever is told has won, and between which bounds the true figure lies."""
    each = [(result.told + result.against) / 2 for result in results]
    games, share = 2 * len(results), fmean(each)
    low, high = bounds(share, games)
    half = 1.96 * stdev(each) / sqrt(len(each)) if len(each) > 1 else 1.0
    points = fmean(result.points for result in results), fmean(result.points_untold for result in results)
    return [
        f"{games} games, {share * games:g} won by whoever is told: {share:.1%}",
        f"bounds of a tournament {low / 10:.0f} to {high / 10:.0f} %, "
        f"paired {max(0.0, share - half):.1%} to {min(1.0, share + half):.1%}",
        "points of the faction {:.1f} told and {:.1f} not".format(*points),
    ]


def insight_named(name: str) -> type[Insight]:
    """A class from `module:Class`."""
    module, _, found = name.partition(":")
    insight: type[Insight] = getattr(import_module(module), found)
    return insight


def main() -> None:
    parser = ArgumentParser(description=__doc__, allow_abbrev=False)
    with_block = [name for name, board in CONQUER.boards.items() if board.own is not None]
    parser.add_argument("faction", choices=with_block)
    parser.add_argument("--games", type=int, default=40, help="two for each pair")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", choices=["steady", "warlord"], default="steady")
    parser.add_argument("--insight", type=insight_named, metavar="MODULE:CLASS", help="what is told instead")
    chosen = parser.parse_args()
    if chosen.insight is None and type(CONQUER.boards[chosen.faction].own) not in INSIGHTS:
        parser.error(f"nothing is told of the {chosen.faction}; try --insight")
    known = told_and_not(chosen.faction, chosen.insight)
    drawn = pairs(chosen.faction, max(1, chosen.games // 2), chosen.seed)
    results = [compare(pair, chosen.faction, known, chosen.level) for pair in drawn]
    print("\n".join(summary(results)))


if __name__ == "__main__":
    main()
