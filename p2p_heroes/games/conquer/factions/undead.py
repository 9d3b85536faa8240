"""Undead (rulebook p. 16): fallen Skeletons rise again beside a Lich, and cursed regions wear opponents down.

Instead of points for artefacts they count the regions they have cursed.
"""

from __future__ import annotations

from typing import ClassVar

from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    Power,
    Price,
    Recruits,
    TerrainCost,
    UnitsArrive,
    WoodCarries,
    with_points,
)
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Structure, Unit
from p2p_heroes.games.conquer.holdings import changed, gain_units, pay
from p2p_heroes.games.conquer.kinds import SOME_REGION, SOME_REGIONS
from p2p_heroes.games.conquer.resources import Amounts, bundle, covers
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score
from p2p_heroes.games.conquer.visiting import adjacent, weaken
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import among
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

SKELETON, LICH, DRAGON = "skeleton", "lich", "bone-dragon"


class Curses(Own):
    """The cursed regions, in the order of the regions."""

    form: ClassVar[Form] = Form("curses", Part("cursed", SOME_REGIONS))
    cursed: tuple[Region, ...] = ()

    def is_sound(self, table: Table) -> bool:
        return self.cursed == among(table.realm.regions, self.cursed)


def cursed_by(table: Table, seat: int) -> tuple[Region, ...]:
    return Curses.of(table, seat).cursed


class Curse(Decision):
    form: ClassVar[Form] = Form("curse", Part("region", SOME_REGION))
    region: Region


class RegionCursed(Event):
    seat: int
    region: Region


class Cursing(Asking):
    """The seat may curse one of these regions, for so much gold, so many times."""

    form: ClassVar[Form] = Form(
        "cursing",
        Part("seat", COUNT),
        Part("regions", SOME_REGIONS),
        Part("gold", COUNT),
        Part("times", COUNT),
    )
    whose = Curses
    declined = "curse"
    regions: tuple[Region, ...]
    gold: int
    times: int = 1

    def offers(self, table: Table) -> tuple[Curse, ...]:
        if not covers(table.players[self.seat].stock, bundle(gold=self.gold)):
            return ()
        cursed = cursed_by(table, self.seat)
        return tuple(Curse(region) for region in self.regions if region not in cursed)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Curse)
        pay(turn, self.seat, bundle(gold=self.gold))
        curse(turn, self.seat, chosen.region)
        if self.times > 1:
            turn.queue(replace(self, times=self.times - 1))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-cursed", regions=tuple(offer.region for offer in self.offers(table)))

    def is_due(self, table: Table) -> bool:
        return self.times >= 1 and all(region in table.realm.regions for region in self.regions)


def curse(turn: Turn, seat: int, region: Region) -> None:
    """Mark a region for the rest of the game; opponents who are in it lose a unit at once."""
    cursed = sorted((*cursed_by(turn.table, seat), region))
    turn.player(seat).rewrite(Curses(tuple(cursed)))
    turn.tell(RegionCursed(seat, region))
    for other in turn.table.in_turn:
        if other != seat and turn.table.players[other].region is region:
            weaken(turn, other)


class CursesWear(Effect):
    """An opponent who comes into a cursed region loses a weakest unit; each curse is a point at the end."""

    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        if visitor != seat and region in cursed_by(turn.table, seat):
            weaken(turn, visitor)

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, len(cursed_by(table, seat)), by_artefact=True)


class LichesRaise(Effect):
    """Skeletons deployed beside a Lich come back. A property of the Lich: no structure is needed."""

    def losses(
        self, table: Table, seat: int, losses: tuple[int, ...], deployed: Amounts, combat: Combat
    ) -> tuple[int, ...]:
        skeletons = table.boards[seat].unit_index[SKELETON]
        return changed(losses, skeletons, 0) if LICH in dict(deployed) else losses


class BarrowRises(Effect):
    """A Skeleton at the start of each building action."""

    def building_started(self, turn: Turn, seat: int) -> None:
        gain_units(turn, seat, SKELETON, 1)


class ShrineChooses(Effect):
    """Who does not move may fight any open monster of the line."""

    def monsters_in_reach(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        return monsters if table.players[seat].moved else monsters_left(table, seat)


class PlagueSpreads(Effect):
    """At the end of a building action: pay to curse the own region or an adjacent one."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        region = turn.table.players[seat].here
        near = sorted((region, *adjacent(turn.table, seat, region)))
        turn.queue(Cursing(seat, tuple(near), gold=3))


class PaskaarCurses(Effect):
    """Two regions, wherever they are, may be cursed at once for nothing."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.PASKAAR:
            turn.queue(Cursing(seat, turn.table.realm.regions, gold=0, times=2))


class FoundationsCurse(Effect):
    """A structure on a foundation: its region may be cursed for nothing."""

    def foundation_laid(self, turn: Turn, seat: int, region: Region) -> None:
        turn.queue(Cursing(seat, (region,), gold=0))


class CursesStrengthen(Effect):
    """One more total power for every two cursed regions."""

    def army_power(self, table: Table, seat: int, power: int, deployed: Amounts, combat: Combat) -> int:
        return power + len(cursed_by(table, seat)) // 2


UNDEAD = Board(
    name="undead",
    units=(
        Unit(SKELETON, power=1, price=1, start=4),
        Unit(LICH, power=5, price=4, guessed=("price",)),
        Unit(DRAGON, power=10, price=5, guessed=("coined",)),
    ),
    structures=(
        Structure(
            "graveyard",
            level=1,
            price=bundle(wood=2, iron=2),
            effects=(Recruits(SKELETON),),
            guessed=("level", "price", "points", "needs"),
        ),
        Structure(
            "barrow",
            level=1,
            price=bundle(iron=2, gold=1),
            effects=(BarrowRises(),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            "hearse",
            level=1,
            price=bundle(wood=3, gold=1),
            effects=(WoodCarries(2),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            "shrine",
            level=2,
            price=bundle(iron=4),
            points=1,
            needs=("barrow", "graveyard", "hearse"),
            effects=(ShrineChooses(),),
            guessed=("needs",),
        ),
        Structure(
            "ossuary",
            level=2,
            price=bundle(wood=2, iron=2, gold=2),
            points=2,
            needs=("graveyard", "barrow"),
            effects=(Power(SKELETON, 2),),
            guessed=("coined",),
        ),
        Structure(
            "chapel",
            level=3,
            price=bundle(wood=3, iron=3, gold=2),
            points=3,
            needs=("shrine",),
            effects=(Recruits(LICH),),
            guessed=("level", "price", "points", "effects"),
        ),
        Structure(
            "plague-column",
            level=3,
            price=bundle(wood=5),
            points=2,
            needs=("shrine", "ossuary"),
            effects=(PlagueSpreads(),),
            guessed=("level", "price", "needs", "effects"),
        ),
        Structure(
            "necropolis",
            level=4,
            price=bundle(wood=3, iron=5, gold=5),
            points=4,
            needs=("chapel",),
            effects=(Recruits(DRAGON),),
            guessed=("coined",),
        ),
        Structure(
            "throne-of-the-dead",
            level=4,
            price=bundle(wood=2, iron=4, gold=4),
            points=3,
            needs=("chapel", "plague-column"),
            effects=(Power(LICH, 7),),
            guessed=("coined",),
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (PaskaarCurses(),), guessed=("effects",)),
        Artefact(Region.VURT, (Price(LICH, 3),), guessed=("effects",)),
        Artefact(Region.DORTAL, (UnitsArrive(Region.DORTAL, LICH, 2),), guessed=("effects",)),
        Artefact(Region.FOLEN, (FoundationsCurse(),), guessed=("effects",)),
        Artefact(Region.ODMOOR, (CursesStrengthen(),), guessed=("effects",)),
        Artefact(Region.TOGEED, (TerrainCost(Terrain.MOUNTAIN, 1),), guessed=("effects",)),
    ),
    costs=Costs(forest=1, lake=3, meadow=2, mountain=2, guessed=("forest", "lake")),
    nature=(CursesWear(), LichesRaise()),
    own=Curses(),
    decisions=(Curse,),
    stages=(Cursing,),
)
