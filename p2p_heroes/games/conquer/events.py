"""The facts that every faction can cause, complete enough to be told without a look at the state."""

from __future__ import annotations

from p2p_heroes.games.conquer.resources import Amounts, Resource
from p2p_heroes.games.conquer.terms import Score, Source
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event


class FirstPlayerNamed(Event):
    seat: int


class StartChosen(Event):
    seat: int
    region: Region


class RoundStarted(Event):
    round: int
    first: int


class RoundPlanned(Event):
    """The actions from level 1 to level 4, and the one left out."""

    seat: int
    actions: tuple[str, ...]
    left_out: str


class ActionStarted(Event):
    action: str
    level: int


class LevelRaised(Event):
    """The action counts as one of a higher level for this seat."""

    seat: int
    level: int


class Received(Event):
    seat: int
    wood: int
    iron: int
    gold: int
    source: Source


class ResourcesChosen(Event):
    """What a seat wants to receive and could not store at once: an effect of its own changes it."""

    seat: int
    wood: int
    iron: int
    gold: int


class MilestoneReached(Event):
    seat: int
    resource: Resource
    at: int
    points: int


class Paid(Event):
    seat: int
    wood: int
    iron: int
    gold: int
    units: Amounts


class StructureBuilt(Event):
    """`on`: the region whose foundation now holds its level, and `instead` of which one, if any."""

    seat: int
    structure: str
    level: int
    points: int
    on: Region | None
    instead: int = 0


class LevelErased(Event):
    """The foundation in a region holds no level of the seat's any more."""

    seat: int
    region: Region


class UnitsRecruited(Event):
    seat: int
    unit: str
    count: int
    gold: int


class UnitsJoined(Event):
    """Units came without being recruited."""

    seat: int
    unit: str
    count: int


class UnitLost(Event):
    """A unit is gone, other than in a fight."""

    seat: int
    unit: str


class BuildingFinished(Event):
    seat: int


class Moved(Event):
    """`spent` of the points for the way; `left` may still skip monsters."""

    seat: int
    origin: Region
    region: Region
    via: tuple[Region, ...]
    bought: int
    spent: int
    left: int


class Stayed(Event):
    seat: int
    region: Region
    bought: int
    left: int


class PieceMoved(Event):
    seat: int
    piece: str
    origin: Region
    region: Region


class TerrainChanged(Event):
    seat: int
    region: Region
    terrain: Terrain


class Met(Event):
    """Several players, or pieces of theirs, are in one region."""

    region: Region
    seats: tuple[int, ...]


class Announced(Event):
    """What a seat says to the others in its region: peace, fight, claim or cede."""

    seat: int
    region: Region
    word: str


class BattleJoined(Event):
    """From outside the region."""

    seat: int
    region: Region


class RightGiven(Event):
    """Nobody fought over the region's fortress or artefact: this seat may have it, or nobody."""

    region: Region
    seat: int | None


class BattleFought(Event):
    """What each of `seats` deployed and with what power; no winner where the highest is shared."""

    region: Region
    seats: tuple[int, ...]
    deployed: tuple[Amounts, ...]
    powers: tuple[int, ...]
    winner: int | None


class UnitsPerished(Event):
    seat: int
    units: Amounts


class MonsterCircled(Event):
    seat: int
    power: int
    points: int


class RewardTaken(Event):
    """One word for the kind of reward: loot, plunder, seize or decline."""

    seat: int
    word: str


class Plundered(Event):
    seat: int
    victim: int
    wood: int
    iron: int
    gold: int


class FoeWeakened(Event):
    """A monster or a fortress is not as strong as printed against this seat."""

    seat: int
    printed: int
    power: int


class MonsterFought(Event):
    seat: int
    region: Region
    monster: int
    deployed: Amounts
    power: int
    won: bool


class FortressAttacked(Event):
    seat: int
    region: Region
    fortress: int
    deployed: Amounts
    power: int
    points: int
    won: bool


class FightsFinished(Event):
    """No more monster or fortress for this seat in this action."""

    seat: int


class ArtefactCollected(Event):
    seat: int
    artefact: Region


class ArtefactSeized(Event):
    seat: int
    victim: int
    artefact: Region


class Declined(Event):
    """What was offered here was not taken."""

    seat: int
    offer: str


class RoundEnded(Event):
    round: int


class GameEnded(Event):
    """Per seat the boxes, what is left to break a tie, and the place."""

    scores: tuple[Score, ...]
    left: tuple[int, ...]
    places: tuple[int, ...]
