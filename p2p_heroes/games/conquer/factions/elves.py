"""Elves (rulebook, Elves): wood arms their units for one fight and, with Griffins, pays for artefacts."""

from __future__ import annotations

from collections.abc import Iterator

from p2p_heroes.games.conquer.army import count_of
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    FortressPoints,
    MoreGathered,
    MorePoints,
    Recruits,
    TerrainCost,
    TravelPoints,
    UnitsArrive,
)
from p2p_heroes.games.conquer.faction import Artefact, ArtefactTerms, Board, Costs, Structure, Unit
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.resources import Amounts, Resource, bundle
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Stack
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.kit.frozen import replace

PIXIE, GRIFFIN, ENT = "pixie", "griffin", "ent"
ARMED = {PIXIE + "+": 2, GRIFFIN + "+": 5, ENT + "+": 10}
"""What is deployed in armour, by the name under which it is written down, and its power."""
WOOD = "wood"
ARTEFACT_PRICES = {
    Region.PASKAAR: 5,
    Region.VURT: 4,
    Region.DORTAL: 6,
    Region.FOLEN: 2,
    Region.ODMOOR: 3,
    Region.TOGEED: 2,
}


class GriffinsFetch(Effect):
    """An artefact can be had for wood by whoever has as many Griffins as it costs; they are kept."""

    def artefact_terms(
        self, table: Table, seat: int, terms: tuple[ArtefactTerms, ...], artefact: Region
    ) -> tuple[ArtefactTerms, ...]:
        price = ARTEFACT_PRICES[artefact]
        griffins = count_of(table, seat, GRIFFIN)
        return (*terms, ArtefactTerms(bundle(wood=price))) if griffins >= price else terms


class ArmourForWood(Effect):
    """For one wood one deployed unit has its modified power in this fight, which is paid won or lost."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return tuple(_with_armed(stacks))

    def pool(self, table: Table, seat: int, size: int, name: str) -> int:
        return size + table.players[seat].stock[Resource.WOOD] if name == WOOD else size

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        pay(turn, seat, bundle(wood=sum(count for name, count in deployed if name in ARMED)))


def _with_armed(stacks: tuple[Stack, ...]) -> Iterator[Stack]:
    for stack in stacks:
        yield stack
        name = stack.name + "+"
        yield replace(stack, name=name, power=ARMED[name], pool=WOOD, takes=1)


class PortalsAreFree(Effect):
    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return 0 if by_portal else cost


ELVES = Board(
    name="elves",
    units=(
        Unit(PIXIE, power=1, price=1, start=3),
        Unit(GRIFFIN, power=3, price=3),
        Unit(ENT, power=6, price=5),
    ),
    structures=(
        Structure(
            "pixie-brushwood",
            1,
            bundle(wood=2, gold=2),
            0,
            (),
            (Recruits(PIXIE),),
            guessed=("price", "needs"),
        ),
        Structure(
            "horn",
            1,
            bundle(iron=2, gold=1),
            0,
            (),
            (ArmyPower(1),),
            guessed=("level", "price", "points", "needs"),
        ),
        Structure(
            "sacred-grove",
            1,
            bundle(wood=3),
            0,
            (),
            (MoreGathered(Resource.WOOD, 1),),
            guessed=("coined",),
        ),
        Structure(
            "nests",
            2,
            bundle(wood=3, iron=3),
            1,
            ("pixie-brushwood",),
            (Recruits(GRIFFIN), GriffinsFetch()),
            guessed=("price", "needs"),
        ),
        Structure(
            "armor-shop",
            2,
            bundle(iron=4),
            1,
            ("horn", "sacred-grove"),
            (ArmourForWood(),),
            guessed=("level", "price", "needs"),
        ),
        Structure(
            "watch",
            3,
            bundle(wood=2, iron=2, gold=2),
            2,
            ("nests",),
            (FortressPoints(2),),
            guessed=("needs",),
        ),
        Structure(
            "moon-well",
            3,
            bundle(wood=3, iron=1, gold=3),
            2,
            ("armor-shop",),
            (MorePoints(1),),
            guessed=("coined",),
        ),
        Structure(
            "great-tree",
            4,
            bundle(wood=3, iron=5, gold=3),
            4,
            ("watch",),
            (Recruits(ENT),),
            guessed=("needs",),
        ),
        Structure(
            "heart-of-the-forest",
            4,
            bundle(wood=6, iron=2, gold=3),
            3,
            ("watch", "moon-well"),
            (MoreGathered(Resource.GOLD, 1),),
            guessed=("coined",),
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (UnitsArrive(Region.PASKAAR, ENT, 3),)),
        Artefact(Region.VURT, (MoreGathered(Resource.WOOD, 2),), guessed=("effects",)),
        Artefact(Region.DORTAL, (TravelPoints(regions=2, by_artefact=True),)),
        Artefact(Region.FOLEN, (ArmyPower(3, foes=(Foe.MONSTER,)),), guessed=("effects",)),
        Artefact(Region.ODMOOR, (TerrainCost(Terrain.MOUNTAIN, 2),), guessed=("effects",)),
        Artefact(Region.TOGEED, (PortalsAreFree(),), guessed=("effects",)),
    ),
    costs=Costs(forest=2, lake=2, meadow=1, mountain=3, guessed=("forest", "lake")),
)
