"""What hooks, events and chapters speak of: combats, stacks and pieces, sources, scores."""

from __future__ import annotations

from enum import Enum

from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.frozen import Frozen


class Foe(Enum):
    """The three kinds of combat (rulebook p. 9)."""

    PLAYERS = "players"
    MONSTER = "monster"
    FORTRESS = "fortress"


class Combat(Frozen):
    """Against whom, and where our side stands. `piece`: which piece fights alone; none: the player's army.

    `beside`: where it takes place, if that is next to where our side stands.
    """

    foe: Foe
    region: Region
    piece: str = ""
    beside: Region | None = None

    @property
    def field(self) -> Region:
        """Where it takes place."""
        return self.region if self.beside is None else self.beside


class Stack(Frozen):
    """Something that can be deployed, so many times at most.

    `unit` is the board's unit whose number it draws on, if any; several stacks may draw on one. `pool` and
    `takes` limit stacks together: what one puts in (a negative `takes`) others after it may take out.
    `fights`: whether it is in the fight; what is not draws on a pool, and is said with the deployment.
    """

    name: str
    power: int
    most: int
    least: int = 0
    unit: int | None = None
    pool: str = ""
    takes: int = 0
    fights: bool = True


class Piece(Frozen):
    """Something of a player's that stands on the map apart from the player."""

    name: str
    region: Region


class Thing(Enum):
    """What lies in a region for players to use."""

    FORTRESS = "fortress"
    ARTEFACT = "artefact"
    PORTAL = "portal"
    FOUNDATION = "foundation"


class Source(Enum):
    """Where resources come from."""

    START = "start"
    GATHERING = "gathering"
    REGION = "region"
    MONSTER = "monster"
    LOOT = "loot"
    FORTRESS = "fortress"
    PLUNDER = "plunder"
    EFFECT = "effect"

    def __str__(self) -> str:
        return self.value


class Score(Frozen):
    """The five boxes of the scoring area (rulebook p. 13)."""

    structures: int = 0
    foundations: int = 0
    resources: int = 0
    victories: int = 0
    artefacts: int = 0

    @property
    def total(self) -> int:
        return self.structures + self.foundations + self.resources + self.victories + self.artefacts
