"""A faction's board as data: units, structures, artefacts, movement, and the effects they hold.

One file below `factions/` fills one `Board`. Whatever is not printed in the
rulebook but reconstructed is named in `guessed`, field by field ("coined": the
whole entry is ours), so that it can be corrected in that one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.monsters import MONSTERS, Monster
from p2p_heroes.games.conquer.resources import NOTHING, Amounts, Bundle, bundle
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, PLACES, Place, Region
from p2p_heroes.games.kit.agenda import Stage
from p2p_heroes.games.kit.effects import EffectSheet, Hooks
from p2p_heroes.games.kit.forms import Record
from p2p_heroes.games.kit.frozen import Frozen

HIGHEST_LEVEL = 4


class SourceBit(IntEnum):
    """Where the bits begin that say what is at work: structures from 0, then artefacts, then nature."""

    ARTEFACTS = 32
    NATURE = 62


class Unit(Frozen):
    """One type of combat unit; `price` in gold."""

    name: str
    power: int
    price: int
    start: int = 0
    guessed: tuple[str, ...] = ()


class Structure(Frozen):
    """One block of the building zone. `needs`: any one of these must stand; `tribute`: units paid for it."""

    name: str
    level: int
    price: Bundle = NOTHING
    points: int = 0
    needs: tuple[str, ...] = ()
    effects: tuple[Hooks, ...] = ()
    tribute: Amounts = ()
    guessed: tuple[str, ...] = ()


class Deed(Enum):
    """What must have been achieved for an artefact that is not paid for (rulebook p. 12)."""

    FOUNDATIONS = "foundations"
    VICTORIES = "victories"
    MOUNTAINS = "mountains"


class ArtefactTerms(Frozen):
    """One way to an artefact: pay the price and the tribute, having done the deed so many times."""

    price: Bundle = NOTHING
    tribute: Amounts = ()
    deed: Deed | None = None
    times: int = 0


USUAL_TERMS: Mapping[Region, ArtefactTerms] = {
    Region.PASKAAR: ArtefactTerms(bundle(wood=12)),
    Region.VURT: ArtefactTerms(bundle(iron=12)),
    Region.DORTAL: ArtefactTerms(bundle(gold=12)),
    Region.FOLEN: ArtefactTerms(deed=Deed.FOUNDATIONS, times=4),
    Region.ODMOOR: ArtefactTerms(deed=Deed.VICTORIES, times=5),
    Region.TOGEED: ArtefactTerms(deed=Deed.MOUNTAINS, times=4),
}


class Artefact(Frozen):
    """What the artefact of a region does for this faction; without `terms` the usual ones hold."""

    region: Region
    effects: tuple[Hooks, ...] = ()
    terms: ArtefactTerms | None = None
    guessed: tuple[str, ...] = ()


class Costs(Frozen):
    """Movement points by the terrain that is entered."""

    forest: int
    lake: int
    meadow: int
    mountain: int
    guessed: tuple[str, ...] = ()

    @property
    def by_terrain(self) -> tuple[int, int, int, int]:
        """In the order of `Terrain`."""
        return (self.forest, self.lake, self.meadow, self.mountain)


class Detail(Frozen):
    """Something reconstructed that is in none of the above, such as a price within an effect; in words."""

    name: str
    value: str
    guessed: tuple[str, ...] = ("value",)


MILESTONES = ((14, 2), (22, 2), (30, 3))
"""So many of one resource at once are worth so many points (rulebook p. 5)."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One faction: there is one board of it, so boards are compared by identity."""

    name: str
    units: tuple[Unit, ...]
    structures: tuple[Structure, ...]
    artefacts: tuple[Artefact, ...]
    costs: Costs
    nature: tuple[Hooks, ...] = ()
    own: Record | None = None
    """The faction's own block of state as it is at the start."""
    decisions: tuple[type[Decision], ...] = ()
    stages: tuple[type[Stage[Any, Any, Any]], ...] = ()
    milestones: tuple[tuple[int, int], ...] = MILESTONES
    monsters: tuple[Monster, ...] = MONSTERS
    places: Mapping[Region, Place] = field(default_factory=lambda: PLACES)
    """The map as this board prints it; terrain, borders, portals and artefacts are the same on all."""
    standing: tuple[str, ...] = ()
    """Structures that are built before the game begins."""
    details: tuple[Detail, ...] = ()
    """What else is reconstructed; no rule reads it."""
    effects: EffectSheet = field(init=False)
    unit_index: Mapping[str, int] = field(init=False)
    structure_index: Mapping[str, int] = field(init=False)
    needs: tuple[int, ...] = field(init=False)
    """Per structure the bits of those of which one must stand; none where nothing is needed."""

    def __post_init__(self) -> None:
        assert tuple(artefact.region for artefact in self.artefacts) == ARTEFACT_REGIONS
        assert self.milestones == tuple(sorted(self.milestones))
        object.__setattr__(self, "effects", EffectSheet(self._marked_effects()))
        object.__setattr__(self, "unit_index", {unit.name: at for at, unit in enumerate(self.units)})
        names = {structure.name: at for at, structure in enumerate(self.structures)}
        object.__setattr__(self, "structure_index", names)
        needs = tuple(sum(1 << names[name] for name in structure.needs) for structure in self.structures)
        object.__setattr__(self, "needs", needs)

    def _marked_effects(self) -> Iterator[tuple[int, Hooks]]:
        yield from ((1 << SourceBit.NATURE, effect) for effect in self.nature)
        for at, structure in enumerate(self.structures):
            yield from ((1 << at, effect) for effect in structure.effects)
        for at, artefact in enumerate(self.artefacts):
            yield from ((1 << SourceBit.ARTEFACTS + at, effect) for effect in artefact.effects)
