"""Gnomes (rulebook p. 14): science makes structures free, and Mechanics double what they serve.

The science scale is no structure: it is a number of the player's own, marked box by box.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from p2p_heroes.games.conquer.army import count_of
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import Power, Recruits, TerrainCost, UnitsArrive, with_points
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Detail, Structure, Unit
from p2p_heroes.games.conquer.holdings import changed
from p2p_heroes.games.conquer.resources import NOTHING, Amounts, Bundle, Resource, bundle
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score, Stack
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT

MECHANIC, ANISOPTER, AUTOMATON, MECHASAUR = "mechanic", "anisopter", "automaton", "mechasaur"
GENERATOR, MINE_SHAFT, LIBRARY = "generator", "mine-shaft", "library"

SCALE = 18
"""The boxes of the science scale; how many are printed is lost."""

FREE_FROM = {2: 4, 3: 9, 4: 14}
"""By the level of structures: the science from which they cost nothing. Level 1 always costs."""

DOUBLED = "+"
SERVICE = "service"
"""What deployed Mechanics give and doubled units take, one each."""


class Science(Own):
    """How many boxes of the scale are marked."""

    form: ClassVar[Form] = Form("science", Part("marked", COUNT))
    marked: int = 0

    def is_sound(self, table: Table) -> bool:
        return self.marked <= SCALE


class ScienceGained(Event):
    """`gained` boxes were marked, so that `science` are now."""

    seat: int
    gained: int
    science: int


def science_of(table: Table, seat: int) -> int:
    return Science.of(table, seat).marked


def gain_science(turn: Turn, seat: int, points: int) -> None:
    """Mark boxes as long as there are any; what goes beyond the scale is lost."""
    before = science_of(turn.table, seat)
    after = min(before + points, SCALE)
    if after > before:
        turn.player(seat).rewrite(Science(after))
        turn.tell(ScienceGained(seat, after - before, after))


class ScienceBuilds(Effect):
    """Enough science and a structure costs nothing; its level and its arrows still count."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        mark = FREE_FROM.get(structure.level)
        return prices if mark is None or science_of(table, seat) < mark else (NOTHING,)


class MechanicsDouble(Effect):
    """Each deployed Mechanic doubles the power of one unit of another type. A property of the Mechanic."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        if all(stack.name != MECHANIC for stack in stacks):
            return stacks
        return tuple(serving for stack in stacks for serving in self._served(stack))

    def _served(self, stack: Stack) -> Iterator[Stack]:
        if stack.name == MECHANIC:
            yield replace(stack, pool=SERVICE, takes=-1)
        else:
            yield stack
            yield replace(stack, name=stack.name + DOUBLED, power=2 * stack.power, pool=SERVICE, takes=1)


class ScienceStrengthens(Effect):
    """A MechaSaur has one more power for every three science. A property of the MechaSaur."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return power + science_of(table, seat) // 3 if unit.name == MECHASAUR else power


class GeneratorStudies(Effect):
    """Once, when it is built: one science for each Mechanic in the army."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == GENERATOR:
            gain_science(turn, seat, count_of(turn.table, seat, MECHANIC))


class ShaftDeepens(Effect):
    """Two science when it is built; with nine, one more iron in every action that gathers it."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == MINE_SHAFT:
            gain_science(turn, seat, 2)

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        return amount + 1 if resource is Resource.IRON and science_of(table, seat) >= 9 else amount


class LibraryRecords(Effect):
    """One science for each structure that is built after it."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name != LIBRARY:
            gain_science(turn, seat, 1)


class ObservatoryLearns(Effect):
    """One science for each won fight, against whomever."""

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        if won:
            gain_science(turn, seat, 1)


class EngineCounts(Effect):
    """One point at the end for every four science."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, science_of(table, seat) // 4, by_artefact=False)


class PaskaarTeaches(Effect):
    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.PASKAAR:
            gain_science(turn, seat, 3)


class ScienceCommands(Effect):
    """One more total power for every four science."""

    def army_power(self, table: Table, seat: int, power: int, deployed: Amounts, combat: Combat) -> int:
        return power + science_of(table, seat) // 4


class HighStructuresCount(Effect):
    """One point at the end for each structure of level 3 or 4."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        built = table.players[seat].built
        structures = enumerate(table.boards[seat].structures)
        high = sum(structure.level >= 3 for at, structure in structures if built >> at & 1)
        return with_points(score, high, by_artefact=True)


class MechanicsSurvive(Effect):
    def losses(
        self, table: Table, seat: int, losses: tuple[int, ...], deployed: Amounts, combat: Combat
    ) -> tuple[int, ...]:
        return changed(losses, table.boards[seat].unit_index[MECHANIC], 0)


GNOMES = Board(
    name="gnomes",
    units=(
        Unit(MECHANIC, power=0, price=1, start=2, guessed=("price", "start")),
        Unit(ANISOPTER, power=2, price=2, guessed=("price",)),
        Unit(AUTOMATON, power=4, price=2, guessed=("power", "price")),
        Unit(MECHASAUR, power=5, price=5, guessed=("price",)),
    ),
    structures=(
        Structure(
            "academy",
            level=1,
            price=bundle(wood=2, gold=2),
            effects=(Recruits(MECHANIC),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            GENERATOR,
            level=1,
            price=bundle(wood=1, iron=3),
            effects=(GeneratorStudies(),),
            guessed=("level", "price", "points", "needs"),
        ),
        Structure(
            MINE_SHAFT,
            level=1,
            price=bundle(wood=3, gold=1),
            effects=(ShaftDeepens(),),
            guessed=("coined",),
        ),
        Structure(
            "assemblers",
            level=2,
            price=bundle(wood=2, iron=2, gold=1),
            points=2,
            needs=("academy", GENERATOR),
            effects=(Recruits(ANISOPTER),),
            guessed=("price", "points", "needs", "effects"),
        ),
        Structure(
            LIBRARY,
            level=2,
            price=bundle(wood=3, gold=2),
            points=2,
            needs=("academy", GENERATOR),
            effects=(LibraryRecords(),),
            guessed=("price", "points", "needs", "effects"),
        ),
        Structure(
            "workhouse",
            level=2,
            price=bundle(wood=2, iron=3),
            points=2,
            needs=(GENERATOR, MINE_SHAFT),
            effects=(Power(AUTOMATON, 6),),
            guessed=("price", "points", "needs", "effects"),
        ),
        Structure(
            "foundry",
            level=3,
            price=bundle(wood=3, iron=5),
            points=3,
            needs=("assemblers", "workhouse"),
            effects=(Recruits(AUTOMATON),),
            guessed=("coined",),
        ),
        Structure(
            "observatory",
            level=3,
            price=bundle(wood=4, gold=4),
            points=3,
            needs=(LIBRARY,),
            effects=(ObservatoryLearns(),),
            guessed=("coined",),
        ),
        Structure(
            "mech-hangar",
            level=4,
            price=bundle(wood=2, iron=6, gold=3),
            points=4,
            needs=("foundry",),
            effects=(Recruits(MECHASAUR),),
            guessed=("coined",),
        ),
        Structure(
            "great-engine",
            level=4,
            price=bundle(wood=5, iron=5, gold=2),
            points=3,
            needs=("foundry", "observatory"),
            effects=(EngineCounts(),),
            guessed=("coined",),
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (PaskaarTeaches(),), guessed=("effects",)),
        Artefact(Region.VURT, (ScienceCommands(),), guessed=("effects",)),
        Artefact(Region.DORTAL, (UnitsArrive(Region.DORTAL, AUTOMATON, 2),), guessed=("effects",)),
        Artefact(Region.FOLEN, (HighStructuresCount(),), guessed=("effects",)),
        Artefact(Region.ODMOOR, (MechanicsSurvive(),), guessed=("effects",)),
        Artefact(Region.TOGEED, (TerrainCost(Terrain.LAKE, 2),), guessed=("effects",)),
    ),
    costs=Costs(forest=2, lake=3, meadow=2, mountain=1, guessed=("forest", "lake", "meadow", "mountain")),
    nature=(ScienceBuilds(), MechanicsDouble(), ScienceStrengthens()),
    own=Science(),
    details=(Detail("science scale", f"{SCALE} boxes"),),
)
