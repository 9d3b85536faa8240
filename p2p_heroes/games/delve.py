"""Delve: dice for what a shaft holds, and all who are down decide in secret: dig on, or climb out?

The poorest player sinks each shaft, shallow or deep, and all go down. The die shows gold, which is divided
among all who are down, or a danger. When a danger shows for the second time, the shaft collapses and buries
what is carried there. Who climbs out keeps it, and takes a share of what could not be divided. After twelve
finds a shaft is empty. The most gold after the last shaft wins.

It is a whole small game made of the kit, with an agenda and needs of every kind (docs/adding-a-game.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeAlias

from p2p_heroes.games.game import Chance, Event, Need, OptionRange, Request, Secret
from p2p_heroes.games.kit import agenda
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.kinds import COUNT, COUNTS, FLAG, OneOf, Several
from p2p_heroes.games.kit.rulebook import AgendaRulebook, ranked
from p2p_heroes.games.kit.stored import Parts, Sound, Tagged


class Depth(StrEnum):
    SHALLOW = "shallow"
    DEEP = "deep"


class Danger(StrEnum):
    GAS = "gas"
    WATER = "water"
    ROCKFALL = "rockfall"


Find: TypeAlias = int | Danger
FACES: Mapping[Depth, tuple[Find, ...]] = {
    Depth.SHALLOW: (2, 3, 5, 6, 8, 9, *Danger),
    Depth.DEEP: (5, 7, 9, 11, 13, 17, *Danger, *Danger),
}
MOST_FINDS = 12
MOST_GOLD = MOST_FINDS * 17
"""More than a shaft can hold."""
DEPTH = OneOf("depth", {depth.value: depth for depth in Depth})


class Decision(Record):
    """What a player can decide."""


class Sink(Decision):
    form: ClassVar[Form] = Form("sink", Part("depth", DEPTH))
    depth: Depth


class Climb(Decision):
    form: ClassVar[Form] = Form("climb")


class Dig(Decision):
    form: ClassVar[Form] = Form("dig")


SINKS, WAYS = tuple(map(Sink, Depth)), (Climb(), Dig())
BySeat: TypeAlias = tuple[tuple[int, int], ...]


class ShaftSunk(Event):
    shaft: int
    seat: int
    depth: Depth


class DieShown(Event):
    find: Find
    share: int
    """What each gets of the gold."""


class ShaftCollapsed(Event):
    danger: Danger
    lost: BySeat


class ClimbedOut(Event):
    brought: BySeat
    staying: tuple[int, ...]


class GameEnded(Event):
    gold: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(slots=True)
class Miner:
    gold: int = 0
    carried: int = 0
    is_down: bool = False


@dataclass(slots=True)
class Mine:
    """`found`: the faces of the die that this shaft has shown; `left`: gold there that nobody carries."""

    players: tuple[Miner, ...]
    agenda: tuple[agenda.Stage[Mine, Miner, Decision], ...]
    shafts: int
    shaft: int = 0
    depth: Depth = Depth.SHALLOW
    found: tuple[int, ...] = ()
    left: int = 0
    pending: Need[Decision] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def down(self) -> tuple[int, ...]:
        return tuple(seat for seat, miner in enumerate(self.players) if miner.is_down)

    @property
    def finds(self) -> tuple[Find, ...]:
        return tuple(FACES[self.depth][face] for face in self.found)

    @property
    def dangers(self) -> tuple[Danger, ...]:
        return tuple(find for find in self.finds if isinstance(find, Danger))

    @property
    def gold(self) -> tuple[int, ...]:
        return tuple(miner.gold for miner in self.players)

    @property
    def poorest(self) -> int:
        return self.gold.index(min(self.gold))


Turn: TypeAlias = agenda.Turn[Mine, Miner, Decision]


class Sinking(agenda.Question[Mine, Miner, Decision]):
    form: ClassVar[Form] = Form("sinking", Part("seat", COUNT))
    seat: int

    def offers(self, table: Mine) -> tuple[Decision, ...]:
        return SINKS

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Sink)
        mine = turn.table
        mine.shaft, mine.depth = mine.shaft + 1, chosen.depth
        for seat in range(len(mine.players)):
            turn.player(seat).is_down = True
        turn.tell(ShaftSunk(mine.shaft, self.seat, chosen.depth))
        turn.queue(Finding())

    def is_coherent(self, table: Mine) -> bool:
        is_between = not (table.down or table.found or table.left)
        return is_between and self.seat == table.poorest and table.shaft < table.shafts


class Finding(agenda.Stage[Mine, Miner, Decision]):
    form: ClassVar[Form] = Form("finding")

    def need(self, table: Mine) -> Need[Decision]:
        return Chance(f"find {len(table.found) + 1} of shaft {table.shaft}", (len(FACES[table.depth]),))

    def drawn(self, turn: Turn, values: tuple[int, ...]) -> None:
        mine, known, down = turn.table, turn.table.dangers, turn.table.down
        find = FACES[mine.depth][values[0]]
        mine.found = (*mine.found, values[0])
        if find in known:
            assert isinstance(find, Danger)
            turn.tell(ShaftCollapsed(find, tuple((seat, mine.players[seat].carried) for seat in down)))
            close(turn)
            return
        share, left = (0, 0) if isinstance(find, Danger) else divmod(find, len(down))
        mine.left += left
        for seat in down:
            turn.player(seat).carried += share
        turn.tell(DieShown(find, share))
        if len(mine.found) < MOST_FINDS:
            turn.queue(Climbing())
        else:
            climb_out(turn, down)

    def is_coherent(self, table: Mine) -> bool:
        return bool(table.down and table.shaft) and len(table.found) < MOST_FINDS


class Climbing(agenda.Stage[Mine, Miner, Decision]):
    form: ClassVar[Form] = Form("climbing")

    def need(self, table: Mine) -> Need[Decision]:
        return Secret(tuple(Request(seat, "climb", WAYS) for seat in table.down))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        climb_out(turn, tuple(seat for seat in turn.table.down if isinstance(answers[seat], Climb)))

    def is_coherent(self, table: Mine) -> bool:
        return bool(table.down and table.shaft and table.found) and len(table.found) < MOST_FINDS


def climb_out(turn: Turn, seats: tuple[int, ...]) -> None:
    """They keep what they carry and share what lies about; the others dig on."""
    mine = turn.table
    share, mine.left = divmod(mine.left, len(seats)) if seats else (0, mine.left)
    brought = tuple((seat, mine.players[seat].carried + share) for seat in seats)
    for seat, gold in brought:
        miner = turn.player(seat)
        miner.gold, miner.carried, miner.is_down = miner.gold + gold, 0, False
    turn.tell(ClimbedOut(brought, mine.down))
    if mine.down:
        turn.queue(Finding())
    else:
        close(turn)


def close(turn: Turn) -> None:
    """The shaft is over, and what is still in it is lost."""
    mine = turn.table
    mine.found, mine.left = (), 0
    for seat in mine.down:
        miner = turn.player(seat)
        miner.carried, miner.is_down = 0, False
    if mine.shaft < mine.shafts:
        turn.queue(Sinking(mine.poorest))
    else:
        turn.tell(GameEnded(mine.gold, ranked(mine.gold)))


MINER = Form("miner", Part("carried", COUNT), Part("gold", COUNT), Part("is_down", FLAG))
MINE = Form(
    "mine",
    Part("agenda", Several(Tagged("stage", (Sinking, Finding, Climbing)))),
    *(Part("depth", DEPTH), Part("found", COUNTS), Part("left", COUNT)),
    Part("players", Several(Parts(Miner, MINER))),
    *(Part("shaft", COUNT), Part("shafts", COUNT)),
)


def is_coherent(mine: Mine) -> bool:
    """Whether a game can come to this."""
    return (
        len(mine.players) in Delve.seats
        and mine.shafts in Delve.options["shafts"].allowed
        and mine.shaft <= mine.shafts
        and all(face < len(FACES[mine.depth]) for face in mine.found)
        and len(set(mine.dangers)) == len(mine.dangers)
        and mine.left + sum(miner.carried for miner in mine.players) <= MOST_GOLD
        and sum(mine.gold) <= mine.shaft * MOST_GOLD
        and all(miner.is_down or not miner.carried for miner in mine.players)
        and (len(mine.agenda) == 1 or _is_over(mine))
        and all(stage.is_coherent(mine) for stage in mine.agenda)
    )


def _is_over(mine: Mine) -> bool:
    return not (mine.agenda or mine.down or mine.found or mine.left) and mine.shaft == mine.shafts


class Delve(AgendaRulebook[Mine, Decision]):
    name: ClassVar[str] = "delve"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[Mapping[str, OptionRange]] = {"shafts": OptionRange(3, range(1, 10))}
    length: ClassVar[str] = "shafts"

    def __init__(self) -> None:
        self.codec = Codec(Sound(Parts(Mine, MINE), is_coherent), (Sink, Climb, Dig))

    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> Mine:
        return Mine(tuple(Miner() for _ in choices), (Sinking(0),), options["shafts"])

    def points(self, state: Mine) -> tuple[int, ...]:
        return state.gold


DELVE = Delve()
