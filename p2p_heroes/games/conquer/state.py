"""The state of a game: data only, and every value in it immutable.

A step works on a copy of the table, which nobody else has seen, and hands it out when
it is done (`kit/agenda`): so the rules can say `player.stock = ...` where frozen records
would have to be rebuilt at every line. Players are copied when they are first changed:
most tables of a game share most of theirs with the one before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self, TypeAlias

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.faction import Board, SourceBit
from p2p_heroes.games.conquer.resources import NOTHING, Bundle
from p2p_heroes.games.conquer.world import (
    ARTEFACT_REGIONS,
    PRINTED_TERRAIN,
    Realm,
    Region,
    Terrain,
    realm,
)
from p2p_heroes.games.game import Need, Plain
from p2p_heroes.games.kit import agenda
from p2p_heroes.games.kit.effects import AtWork
from p2p_heroes.games.kit.forms import Record

ROUNDS = 16
ARTEFACTS, NATURE = int(SourceBit.ARTEFACTS), 1 << SourceBit.NATURE
TURNS = tuple(
    tuple(tuple((first + offset) % seats for offset in range(seats)) for first in range(seats))
    for seats in range(5)
)
"""By the number of players and the first of them: the seats in turn order."""


class Own(Record):
    """A faction's own block of a player's state, typed by the faction's file and opaque elsewhere."""

    @classmethod
    def of(cls, table: Table, seat: int) -> Self:
        """The block of a seat that is known to have one of this kind."""
        own = table.players[seat].own
        assert isinstance(own, cls)
        return own

    @classmethod
    def is_of(cls, table: Table, seat: int) -> bool:
        """Whether there is such a seat, with a block of this kind."""
        return seat < len(table.players) and isinstance(table.players[seat].own, cls)

    @property
    def lent(self) -> int:
        """Artefacts whose effects are at work for the player though somebody else or nobody may own them."""
        return 0

    def is_sound(self, table: Table) -> bool:
        """Whether a table can come to have this block."""
        return True


@dataclass(slots=True)
class Player:
    """One player's board. What is a set of bits has one per region, structure, artefact or monster."""

    units: tuple[int, ...]
    region: Region | None = None
    stock: Bundle = NOTHING
    milestones: tuple[int, ...] = (0, 0, 0)
    """Per resource how many of its values were ever reached."""
    built: int = 0
    artefacts: int = 0
    fortresses: int = 0
    monsters: int = 0
    visited: int = 0
    mountains: int = 0
    """Regions that were mountains when they were visited."""
    foundations: tuple[tuple[Region, int], ...] = ()
    """Levels written into foundations, in the order of the regions."""
    own: Own | None = None
    """The faction's own block; opaque to everything but the faction's file."""
    # What lasts for one action or round only.
    raised: int = 0
    """By how much the level of the current action is higher for this player."""
    recruited: int = 0
    points: int = 0
    moved: bool = False
    barred: bool = False
    """Defeated or ceded: no fortress and no artefact in this region now."""
    rewarded: bool = False
    """An artefact was the reward of a battle: none from the region."""
    battled: bool = False
    """Has fought other players in person: once is enough for a movement action."""
    hunted: bool = False
    at_work: AtWork | None = field(default=None, compare=False, repr=False)
    """What overrides which hook, once somebody asked; it follows from `sources`, and ends with them."""
    plain: Plain = field(default=None, init=False, compare=False, repr=False)
    """What the codec wrote for this player, who is never changed after that; copies do not have it."""

    def build(self, structure: int) -> None:
        """A structure stands, by its place on the board."""
        self.built |= 1 << structure
        self.at_work = None

    def gain(self, artefact: Region) -> None:
        self.artefacts |= 1 << ARTEFACT_REGIONS.index(artefact)
        self.at_work = None

    def lose(self, artefact: Region) -> None:
        self.artefacts &= ~(1 << ARTEFACT_REGIONS.index(artefact))
        self.at_work = None

    def rewrite(self, own: Own) -> None:
        """The faction's own block is this from now on."""
        self.own = own
        self.at_work = None

    @property
    def sources(self) -> int:
        """Whose effects are at work: a bit per structure, then per artefact, then the faction's nature."""
        artefacts = self.artefacts if self.own is None else self.artefacts | self.own.lent
        return self.built | artefacts << ARTEFACTS | NATURE

    @property
    def here(self) -> Region:
        """Where the player is; known from the choice of a starting region on."""
        assert self.region is not None
        return self.region

    def foundation(self, region: Region) -> int:
        """The level written into a foundation, or 0."""
        for place, level in self.foundations:
            if place is region:
                return level
        return 0

    def owns(self, artefact: Region) -> bool:
        return bool(self.artefacts >> ARTEFACT_REGIONS.index(artefact) & 1)


@dataclass(slots=True)
class Table:
    """The whole game. `agenda`: what is still to be settled, first things first; empty when all is over."""

    boards: tuple[Board, ...]
    players: tuple[Player, ...]
    agenda: tuple[agenda.Stage[Table, Player, Decision], ...]
    round: int = 0
    first: int = 0
    plan: tuple[str, ...] = ()
    terrain: tuple[Terrain, ...] = PRINTED_TERRAIN
    alone: int | None = None
    """Who performs an action that the others do not; usually all act together."""
    pending: Need[Decision] | None = field(default=None, init=False, compare=False, repr=False)
    """What `agenda` asks for, once somebody has worked it out; it follows from the rest."""

    @property
    def realm(self) -> Realm:
        return realm(len(self.players))

    @property
    def in_turn(self) -> tuple[int, ...]:
        """The seats in turn order: from the first player clockwise."""
        return TURNS[len(self.players)][self.first]

    @property
    def performers(self) -> tuple[int, ...]:
        """The seats that perform the action of the moment, in turn order."""
        return TURNS[len(self.players)][self.first] if self.alone is None else (self.alone,)


Turn: TypeAlias = agenda.Turn[Table, Player, Decision]
Stage: TypeAlias = agenda.Stage[Table, Player, Decision]
