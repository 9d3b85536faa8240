"""Orcs (rulebook, Orcs): rage, a fourth resource that makes units stronger and drives actions on.

It is kept in the inventory, has milestones of its own and helps to break a tie, but
nobody can plunder it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from p2p_heroes.games.conquer.army import count_of
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.decisions import Action, Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    FoundationPoints,
    Power,
    Recruits,
    TerrainCost,
    TravelPoints,
    UnitsArrive,
)
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Structure, Unit
from p2p_heroes.games.conquer.holdings import add_units, raise_level
from p2p_heroes.games.conquer.kinds import NAME
from p2p_heroes.games.conquer.resources import Amounts, bundle
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

SCOUT, CHARGER, BOMBER = "scout", "charger", "bomber"
TOTEM = "totem"
MILESTONES = ((12, 2), (18, 2), (24, 3))
MODIFICATIONS = ((SCOUT, CHARGER, 1), (CHARGER, BOMBER, 3), (SCOUT, BOMBER, 4))
"""From what, into what, for how much rage each."""
DRUMS_PRICE = 2
MOST_RAGE = 999
"""More than any game can bring."""


class Rage(Own):
    """`reached`: how many milestones ever were; `drummed`: the last round with War Drums, 0 for none."""

    form: ClassVar[Form] = Form("rage", Part("rage", COUNT), Part("reached", COUNT), Part("drummed", COUNT))
    rage: int = 0
    reached: int = 0
    drummed: int = 0

    def is_sound(self, table: Table) -> bool:
        due = sum(self.rage >= value for value, _ in MILESTONES)
        return (
            self.rage <= MOST_RAGE and due <= self.reached <= len(MILESTONES) and self.drummed <= table.round
        )


class RageGained(Event):
    seat: int
    rage: int


class RageSpent(Event):
    seat: int
    rage: int


class RageMilestoneReached(Event):
    seat: int
    at: int
    points: int


def gain_rage(turn: Turn, seat: int, rage: int, *, times: int = 1) -> None:
    """So much rage, so many times; with the artefact of Paskaar one more each time."""
    own, bonus = Rage.of(turn.table, seat), int(turn.table.players[seat].owns(Region.PASKAAR))
    gained = (rage + bonus) * times
    if not gained:
        return
    turn.tell(RageGained(seat, gained))
    reached, total = own.reached, own.rage + gained
    while reached < len(MILESTONES) and total >= MILESTONES[reached][0]:
        turn.tell(RageMilestoneReached(seat, *MILESTONES[reached]))
        reached += 1
    turn.player(seat).rewrite(replace(own, rage=total, reached=reached))


def spend_rage(turn: Turn, seat: int, rage: int) -> None:
    """Spend what is there, as was checked before; milestones stay reached."""
    own = Rage.of(turn.table, seat)
    assert own.rage >= rage
    turn.player(seat).rewrite(replace(own, rage=own.rage - rage))
    turn.tell(RageSpent(seat, rage))


class RageCounts(Effect):
    """Reached milestones are worth as much as those of the other resources, and what is left breaks a tie."""

    def leftover(self, table: Table, seat: int, left: int) -> int:
        return left + Rage.of(table, seat).rage

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        points = sum(points for _, points in MILESTONES[: Rage.of(table, seat).reached])
        return replace(score, resources=score.resources + points)


class Modify(Decision):
    """Turn so many units of one kind into another for rage."""

    form: ClassVar[Form] = Form("modify", Part("unit", NAME), Part("into", NAME), Part("count", COUNT))
    unit: str
    into: str
    count: int


class UnitsModified(Event):
    seat: int
    unit: str
    into: str
    count: int


class UnitsGrow(Effect):
    """In a building action, as far as rage and units go. It is no recruitment and needs no structure."""

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return (*offers, *self._modifications(table, seat))

    def _modifications(self, table: Table, seat: int) -> Iterator[Modify]:
        rage = Rage.of(table, seat).rage
        for unit, into, price in MODIFICATIONS:
            most = min(count_of(table, seat, unit), rage // price)
            yield from (Modify(unit, into, count) for count in range(1, most + 1))

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        assert isinstance(decision, Modify)
        prices = {(unit, into): price for unit, into, price in MODIFICATIONS}
        spend_rage(turn, seat, prices[decision.unit, decision.into] * decision.count)
        add_units(turn, seat, decision.unit, -decision.count)
        add_units(turn, seat, decision.into, decision.count)
        turn.tell(UnitsModified(seat, decision.unit, decision.into, decision.count))


class MountainsEnrage(Effect):
    """The mountain counts as the map is now, whatever was printed."""

    def building_started(self, turn: Turn, seat: int) -> None:
        region = turn.table.players[seat].here
        if turn.table.terrain[region] is Terrain.MOUNTAIN:
            gain_rage(turn, seat, 2)


class TotemEnrages(Effect):
    """Once when it is raised, then in every fight into which a unit is sent, won or lost."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == TOTEM:
            gain_rage(turn, seat, 3)

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        gain_rage(turn, seat, 1)


class RecruitsEnrage(Effect):
    """For every second unit recruited in the action, however the recruitments are split."""

    def units_recruited(self, turn: Turn, seat: int, unit: Unit, count: int) -> None:
        before = turn.table.players[seat].recruited
        pairs = (before + count) // 2 - before // 2
        gain_rage(turn, seat, 1, times=pairs)


class Drum(Decision):
    """Pay rage for a higher level of the action."""

    form: ClassVar[Form] = Form("drum")


class Drumming(Asking):
    """An action is about to be performed, which the drums would make one of this level for the seat."""

    form: ClassVar[Form] = Form("drumming", Part("seat", COUNT), Part("level", COUNT))
    whose = Rage
    declined = "war-drums"
    level: int

    def offers(self, table: Table) -> tuple[Drum, ...]:
        own = Rage.of(table, self.seat)
        return (Drum(),) if own.rage >= DRUMS_PRICE and own.drummed != table.round else ()

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        spend_rage(turn, self.seat, DRUMS_PRICE)
        turn.player(self.seat).rewrite(replace(Rage.of(turn.table, self.seat), drummed=turn.table.round))
        raise_level(turn, self.seat, self.level - 1)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-drummed", rage=DRUMS_PRICE, level=self.level)


class DrumsDrive(Effect):
    """Once a round an action can be raised; the level that was planned is that of its place in the plan."""

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        if seat not in turn.table.performers:
            return
        planned = turn.table.plan.index(str(action)) + 1
        turn.queue(Drumming(seat, planned + 1))


class RageCarries(Effect):
    """One rage for a movement point, as often as it lasts."""

    def points_for_sale(self, table: Table, seat: int, most: int) -> int:
        return most + Rage.of(table, seat).rage

    def points_bought(self, turn: Turn, seat: int, count: int) -> None:
        spend_rage(turn, seat, count)


class RageArrives(Effect):
    """With the artefact of this region comes rage, each time it is gained."""

    artefact: Region
    rage: int

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is self.artefact:
            gain_rage(turn, seat, self.rage)


ORCS = Board(
    name="orcs",
    units=(
        Unit(SCOUT, power=2, price=2, start=2, guessed=("power", "start")),
        Unit(CHARGER, power=4, price=3, guessed=("power", "price")),
        Unit(BOMBER, power=9, price=7, guessed=("power", "price")),
    ),
    structures=(
        Structure(
            "camp",
            1,
            bundle(wood=2, iron=1, gold=1),
            0,
            (),
            (Recruits(SCOUT), MountainsEnrage()),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(TOTEM, 1, bundle(wood=2, gold=2), 0, (), (TotemEnrages(),), guessed=("coined",)),
        Structure(
            "gym",
            2,
            bundle(wood=2, iron=3),
            1,
            ("camp",),
            (Recruits(CHARGER),),
            guessed=("level", "price", "points", "needs"),
        ),
        Structure(
            "arena",
            2,
            bundle(wood=3, gold=2),
            1,
            ("camp", TOTEM),
            (RecruitsEnrage(),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            "war-drums",
            2,
            bundle(wood=2, iron=2, gold=1),
            1,
            (TOTEM,),
            (DrumsDrive(),),
            guessed=("coined",),
        ),
        Structure(
            "smithy", 3, bundle(iron=6, gold=1), 2, ("gym",), (Power(CHARGER, 5),), guessed=("coined",)
        ),
        Structure(
            "shamans-tent",
            3,
            bundle(wood=4, iron=1, gold=3),
            2,
            ("arena", "war-drums"),
            (RageCarries(),),
            guessed=("coined",),
        ),
        Structure(
            "workshop",
            4,
            bundle(wood=3, iron=5, gold=4),
            4,
            ("smithy",),
            (Recruits(BOMBER),),
            guessed=("level", "price", "points", "needs"),
        ),
        Structure(
            "trophy-hall",
            4,
            bundle(wood=5, iron=3, gold=5),
            3,
            ("smithy", "shamans-tent"),
            (TravelPoints(regions=2),),
            guessed=("level", "price", "points", "needs"),
        ),
    ),
    artefacts=(
        # What it does is part of every gain of rage: `gain_rage`.
        Artefact(Region.PASKAAR, guessed=("effects",)),
        Artefact(Region.VURT, (UnitsArrive(Region.VURT, BOMBER, 2),), guessed=("effects",)),
        Artefact(Region.DORTAL, (RageArrives(Region.DORTAL, 8),), guessed=("effects",)),
        Artefact(Region.FOLEN, (FoundationPoints(by_artefact=True),), guessed=("effects",)),
        Artefact(Region.ODMOOR, (ArmyPower(3, foes=(Foe.PLAYERS,)),), guessed=("effects",)),
        Artefact(Region.TOGEED, (TerrainCost(Terrain.MOUNTAIN, 1),), guessed=("effects",)),
    ),
    costs=Costs(forest=2, lake=3, meadow=1, mountain=2, guessed=("forest", "lake", "meadow", "mountain")),
    nature=(RageCounts(), UnitsGrow()),
    own=Rage(),
    decisions=(Modify, Drum),
    stages=(Drumming,),
)
