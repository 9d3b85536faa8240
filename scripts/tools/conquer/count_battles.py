"""Whether bots fight the battles that they begin: how many, with what, and how they end.

    python -m scripts.tools.conquer.count_battles --games 150 --players 2 --seed 1

plays games with the same bot in every seat and factions that are drawn at random. A battle is begun by
whoever wants to fight, joins one from outside, or is the first of several who claim what lies there.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from p2p_heroes.bots import BOTS
from p2p_heroes.bots.playout import playout, seated
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.events import Announced, BattleFought, BattleJoined, RightGiven
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event, Setup

FIGHT, CLAIM = "fight", "claim"


class Begun(Counter[str]):
    """How the battles ended, for those who had begun them."""

    def __str__(self) -> str:
        return "{} begun: {} won, {} lost, {} tied; nothing deployed in {}, of which others won {}".format(
            *(self[key] for key in ("begun", "won", "lost", "tied", "empty", "given away"))
        )


def count(events: Iterable[Event]) -> Begun:
    """The battles of one game, told in their order."""
    found = Begun()
    began: dict[Region, list[int]] = {}
    for event in events:
        match event:
            case Announced(seat, region, word) if word == FIGHT or (word == CLAIM and region not in began):
                began[region] = [seat]
            case BattleJoined(seat, region):
                began.setdefault(region, []).append(seat)
            case RightGiven(region):
                began.pop(region, None)
            case BattleFought(region, seats):
                for seat in began.pop(region, []):
                    if seat in seats:
                        found.update(_fought(event, seat))
    return found


def _fought(battle: BattleFought, seat: int) -> Iterator[str]:
    yield "begun"
    yield "tied" if battle.winner is None else "won" if battle.winner == seat else "lost"
    if not any(amount for _, amount in battle.deployed[battle.seats.index(seat)]):
        yield "empty"
        if battle.winner not in (None, seat):
            yield "given away"


def play(seed: str, players: int, level: str) -> Iterator[Event]:
    """What happens in one game."""
    random = Random(seed)
    setup = Setup(tuple(random.sample(CONQUER.choices, players)))
    bots = [BOTS[level](CONQUER, Random(f"{seed} seat {seat}")) for seat in range(players)]
    for played in playout(CONQUER, CONQUER.initial(setup), seated(CONQUER, bots), random):
        yield from played.step.events


def main() -> None:
    parser = ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", choices=sorted(BOTS), default="steady")
    chosen = parser.parse_args()
    found = Begun()
    for number in range(chosen.games):
        found.update(count(play(f"{chosen.seed} {number}", chosen.players, chosen.level)))
    print(f"{chosen.games} games of {chosen.players} with {chosen.level}, {found}")


if __name__ == "__main__":
    main()
