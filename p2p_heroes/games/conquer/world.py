"""The map that every board prints: 27 regions with terrain, borders, objects and resources (rulebook p. 2).

The printed borders, most terrains and the kinds of most resources are lost. What
is reconstructed carries the name of its field in `guessed`, so that a correction
is one line here; docs/rulings.md tells what the choice had to fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from p2p_heroes.games.conquer.resources import NOTHING, Bundle, bundle
from p2p_heroes.games.kit.frozen import Frozen


class Terrain(IntEnum):
    FOREST = 0
    LAKE = 1
    MEADOW = 2
    MOUNTAIN = 3

    def __str__(self) -> str:
        return self.name.lower()


class Region(IntEnum):
    """In alphabetical order, as they run over the map from left to right and from top to bottom."""

    ASANDER = 0
    BRYNNLORE = 1
    CERNESS = 2
    DORTAL = 3
    ESMORE = 4
    FOLEN = 5
    GLENNFORE = 6
    HARRAX = 7
    IKARA = 8
    JORVELD = 9
    KOSLEEN = 10
    LOX = 11
    MORREED = 12
    NIKLEEN = 13
    ODMOOR = 14
    PASKAAR = 15
    QLISS = 16
    ROLGOY = 17
    SULEEN = 18
    TOGEED = 19
    UGMAT = 20
    VURT = 21
    WERS = 22
    XELREE = 23
    YREEL = 24
    ZASKER = 25
    ZORO = 26

    def __str__(self) -> str:
        return WORDS[self]


REGIONS = tuple(Region)
TERRAINS = tuple(Terrain)
WORDS = tuple("Tog'Eed" if region is Region.TOGEED else region.name.capitalize() for region in REGIONS)
"""What a region is called in notation: one word each."""


class Fortress(Frozen):
    power: int
    points: int
    resources: Bundle


class Place(Frozen):
    """What is printed in one region. `players`: the fewest with whom it is in the game."""

    terrain: Terrain
    resources: Bundle
    borders: str
    portal: bool = False
    foundation: bool = False
    artefact: bool = False
    fortress: Fortress | None = None
    players: int = 2
    guessed: tuple[str, ...] = ()


# The borders are reconstructed throughout, so no place says it of its own.
PLACES = {
    Region.ASANDER: Place(Terrain.FOREST, bundle(wood=1, iron=1), "Brynnlore Dortal Harrax", foundation=True),
    Region.BRYNNLORE: Place(
        Terrain.MOUNTAIN,
        NOTHING,
        "Asander Cerness Esmore Harrax",
        fortress=Fortress(14, 4, bundle(iron=4)),
        guessed=("fortress",),
    ),
    Region.CERNESS: Place(
        Terrain.LAKE,
        bundle(iron=1, gold=1),
        "Brynnlore Esmore Folen Glennfore",
        portal=True,
        players=4,
        guessed=("terrain", "resources", "portal"),
    ),
    Region.DORTAL: Place(
        Terrain.LAKE, bundle(iron=2), "Asander Harrax Nikleen", artefact=True, guessed=("terrain",)
    ),
    Region.ESMORE: Place(
        Terrain.MEADOW, bundle(wood=2), "Brynnlore Cerness Folen Harrax Kosleen", foundation=True
    ),
    Region.FOLEN: Place(
        Terrain.FOREST,
        bundle(wood=1, iron=1),
        "Cerness Esmore Glennfore Ikara Kosleen Lox",
        artefact=True,
        guessed=("resources",),
    ),
    Region.GLENNFORE: Place(
        Terrain.MOUNTAIN,
        NOTHING,
        "Cerness Folen Ikara",
        fortress=Fortress(17, 4, bundle(wood=7)),
        players=4,
        guessed=("terrain", "fortress"),
    ),
    Region.HARRAX: Place(
        Terrain.MOUNTAIN,
        bundle(iron=1, gold=1),
        "Asander Brynnlore Dortal Esmore Jorveld Kosleen Nikleen",
        portal=True,
        guessed=("resources",),
    ),
    Region.IKARA: Place(
        Terrain.LAKE,
        NOTHING,
        "Folen Glennfore Lox Morreed",
        fortress=Fortress(10, 3, bundle(gold=3)),
        players=3,
        guessed=("terrain", "fortress"),
    ),
    Region.JORVELD: Place(
        Terrain.FOREST,
        bundle(gold=2),
        "Harrax Kosleen Nikleen Odmoor Paskaar",
        foundation=True,
        guessed=("terrain", "resources"),
    ),
    Region.KOSLEEN: Place(
        Terrain.LAKE,
        NOTHING,
        "Esmore Folen Harrax Jorveld Lox Paskaar",
        fortress=Fortress(21, 5, bundle(wood=4, iron=4)),
        guessed=("terrain",),
    ),
    Region.LOX: Place(
        Terrain.MOUNTAIN, bundle(iron=2), "Folen Ikara Kosleen Morreed Paskaar", foundation=True
    ),
    Region.MORREED: Place(
        Terrain.FOREST,
        bundle(gold=2),
        "Ikara Lox Paskaar Suleen",
        foundation=True,
        players=3,
        guessed=("terrain", "resources", "foundation"),
    ),
    Region.NIKLEEN: Place(
        Terrain.MEADOW,
        bundle(gold=2),
        "Dortal Harrax Jorveld Odmoor Qliss Rolgoy TogEed",
        foundation=True,
        guessed=("resources",),
    ),
    Region.ODMOOR: Place(
        Terrain.FOREST,
        bundle(wood=1, iron=1),
        "Jorveld Nikleen Paskaar Rolgoy Suleen",
        artefact=True,
        guessed=("resources",),
    ),
    Region.PASKAAR: Place(
        Terrain.MEADOW,
        bundle(wood=2),
        "Jorveld Kosleen Lox Morreed Odmoor Suleen",
        artefact=True,
        guessed=("resources",),
    ),
    Region.QLISS: Place(
        Terrain.LAKE,
        NOTHING,
        "Nikleen Rolgoy TogEed Ugmat Wers Xelree",
        fortress=Fortress(7, 2, bundle(wood=4)),
        guessed=("fortress",),
    ),
    Region.ROLGOY: Place(
        Terrain.MOUNTAIN,
        NOTHING,
        "Nikleen Odmoor Qliss Suleen Ugmat Vurt Yreel",
        fortress=Fortress(6, 2, bundle(gold=3)),
        guessed=("fortress",),
    ),
    Region.SULEEN: Place(
        Terrain.LAKE,
        bundle(wood=1, iron=1),
        "Morreed Odmoor Paskaar Rolgoy Yreel Zasker",
        portal=True,
        guessed=("terrain", "resources", "portal"),
    ),
    Region.TOGEED: Place(
        Terrain.MOUNTAIN, bundle(wood=1, iron=1), "Nikleen Qliss Wers", artefact=True, guessed=("resources",)
    ),
    Region.UGMAT: Place(
        Terrain.MEADOW, bundle(iron=2), "Qliss Rolgoy Vurt Xelree Zoro", foundation=True, guessed=("terrain",)
    ),
    Region.VURT: Place(
        Terrain.MOUNTAIN, bundle(gold=2), "Rolgoy Ugmat Yreel Zoro", artefact=True, guessed=("resources",)
    ),
    Region.WERS: Place(
        Terrain.FOREST,
        NOTHING,
        "Qliss TogEed Xelree",
        fortress=Fortress(19, 5, bundle(gold=4)),
        guessed=("fortress",),
    ),
    Region.XELREE: Place(
        Terrain.MEADOW,
        bundle(wood=2),
        "Qliss Ugmat Wers Zoro",
        foundation=True,
        guessed=("terrain", "resources", "foundation"),
    ),
    Region.YREEL: Place(
        Terrain.MEADOW,
        bundle(wood=1, gold=1),
        "Rolgoy Suleen Vurt Zasker Zoro",
        portal=True,
        guessed=("resources",),
    ),
    Region.ZASKER: Place(
        Terrain.MEADOW,
        bundle(wood=1, gold=1),
        "Suleen Yreel Zoro",
        portal=True,
        players=3,
        guessed=("terrain", "resources", "portal"),
    ),
    Region.ZORO: Place(
        Terrain.FOREST,
        NOTHING,
        "Ugmat Vurt Xelree Yreel Zasker",
        fortress=Fortress(11, 3, bundle(iron=3, gold=3)),
        players=4,
        guessed=("terrain", "fortress"),
    ),
}


# Reconstructed with the borders.
CORNERS = (
    (Region.ASANDER, Region.BRYNNLORE, Region.HARRAX),
    (Region.ASANDER, Region.DORTAL, Region.HARRAX),
    (Region.BRYNNLORE, Region.CERNESS, Region.ESMORE),
    (Region.BRYNNLORE, Region.ESMORE, Region.HARRAX),
    (Region.CERNESS, Region.ESMORE, Region.FOLEN),
    (Region.CERNESS, Region.FOLEN, Region.GLENNFORE),
    (Region.DORTAL, Region.HARRAX, Region.NIKLEEN),
    (Region.ESMORE, Region.FOLEN, Region.KOSLEEN),
    (Region.ESMORE, Region.HARRAX, Region.KOSLEEN),
    (Region.FOLEN, Region.GLENNFORE, Region.IKARA),
    (Region.FOLEN, Region.IKARA, Region.LOX),
    (Region.FOLEN, Region.KOSLEEN, Region.LOX),
    (Region.HARRAX, Region.JORVELD, Region.KOSLEEN),
    (Region.HARRAX, Region.JORVELD, Region.NIKLEEN),
    (Region.IKARA, Region.LOX, Region.MORREED),
    (Region.JORVELD, Region.KOSLEEN, Region.PASKAAR),
    (Region.JORVELD, Region.NIKLEEN, Region.ODMOOR),
    (Region.JORVELD, Region.ODMOOR, Region.PASKAAR),
    (Region.KOSLEEN, Region.LOX, Region.PASKAAR),
    (Region.LOX, Region.MORREED, Region.PASKAAR),
    (Region.MORREED, Region.PASKAAR, Region.SULEEN),
    (Region.NIKLEEN, Region.ODMOOR, Region.ROLGOY),
    (Region.NIKLEEN, Region.QLISS, Region.ROLGOY),
    (Region.NIKLEEN, Region.QLISS, Region.TOGEED),
    (Region.ODMOOR, Region.PASKAAR, Region.SULEEN),
    (Region.ODMOOR, Region.ROLGOY, Region.SULEEN),
    (Region.QLISS, Region.ROLGOY, Region.UGMAT),
    (Region.QLISS, Region.TOGEED, Region.WERS),
    (Region.QLISS, Region.UGMAT, Region.XELREE),
    (Region.QLISS, Region.WERS, Region.XELREE),
    (Region.ROLGOY, Region.SULEEN, Region.YREEL),
    (Region.ROLGOY, Region.UGMAT, Region.VURT),
    (Region.ROLGOY, Region.VURT, Region.YREEL),
    (Region.SULEEN, Region.YREEL, Region.ZASKER),
    (Region.UGMAT, Region.VURT, Region.ZORO),
    (Region.UGMAT, Region.XELREE, Region.ZORO),
    (Region.VURT, Region.YREEL, Region.ZORO),
    (Region.YREEL, Region.ZASKER, Region.ZORO),
)
"""The points of the map where three regions meet, in the order of the regions."""


@dataclass(frozen=True, slots=True, eq=False)
class Realm:
    """The part of the map that is in the game with so many players, each list in the order of the regions."""

    regions: tuple[Region, ...]
    portals: tuple[Region, ...]
    neighbours: tuple[tuple[Region, ...], ...]
    """Across land borders, for every region of the map; none for those outside the game."""
    corners: tuple[tuple[Region, Region, Region], ...]
    """Where three regions meet that are all in the game."""


@cache
def realm(players: int) -> Realm:
    """Crossed out are the regions with more dots than there are players (rulebook p. 4)."""
    regions = tuple(region for region in REGIONS if PLACES[region].players <= players)
    neighbours = [tuple(near for near in _bordering(region) if near in regions) for region in REGIONS]
    return Realm(
        regions=regions,
        portals=tuple(region for region in regions if PLACES[region].portal),
        neighbours=tuple(
            near if region in regions else () for region, near in zip(REGIONS, neighbours, strict=True)
        ),
        corners=tuple(corner for corner in CORNERS if all(region in regions for region in corner)),
    )


def _bordering(region: Region) -> tuple[Region, ...]:
    return tuple(sorted(Region[name.upper()] for name in PLACES[region].borders.split()))


ARTEFACT_REGIONS = (
    Region.PASKAAR,
    Region.VURT,
    Region.DORTAL,
    Region.FOLEN,
    Region.ODMOOR,
    Region.TOGEED,
)
"""The six artefacts by the region in which they lie, in the order in which every board prints them."""

PRINTED_TERRAIN = tuple(PLACES[region].terrain for region in REGIONS)
