"""Nagas (rulebook pp. 17-18): Serpents are army and money at once, and a melody calls the Hydra.

Whatever they gather turns into Serpents, in which all their structures are paid. The Hydra stands on the
map apart from the player: with the player it is one more unit, alone it fights for points only.
"""

from __future__ import annotations

from typing import ClassVar

from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.building import has_units, is_built
from p2p_heroes.games.conquer.collecting import victories
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    MoreGathered,
    MorePoints,
    TerrainCost,
    UnitsArrive,
    with_points,
)
from p2p_heroes.games.conquer.faction import Artefact, ArtefactTerms, Board, Costs, Detail, Structure, Unit
from p2p_heroes.games.conquer.holdings import add_units, change_terrain, gain_units, pay
from p2p_heroes.games.conquer.kinds import REGION, SOME_REGION
from p2p_heroes.games.conquer.resources import NOTHING, Amounts, Bundle, Resource, minus
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Piece, Score, Stack
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import among
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

SERPENT, HYDRA = "serpent", "hydra"
FEEDER = "feeder"
NOTES = range(1, 10)
HYDRA_POWER, RISEN_POWER = 18, 25
HINDRANCE = 2
"""So much weaker the Hydra is for each Serpent around it."""
FLOOD_PRICE: Amounts = ((SERPENT, 1),)


class HydraZone(Own):
    """The circled notes, in their order, and where the Hydra is."""

    form: ClassVar[Form] = Form("hydra-zone", Part("notes", COUNTS), Part("hydra", REGION))
    notes: tuple[int, ...] = ()
    hydra: Region | None = None

    def is_sound(self, table: Table) -> bool:
        in_order = self.notes == among(NOTES, self.notes)
        return in_order and (self.hydra is None or self.hydra in table.realm.regions)


class CircleNote(Decision):
    """Circle this note."""

    form: ClassVar[Form] = Form("note", Part("number", COUNT))
    number: int


class Summon(Decision):
    """Call the Hydra to this lake."""

    form: ClassVar[Form] = Form("summon", Part("region", SOME_REGION))
    region: Region


class FloodRegion(Decision):
    """Turn this region into a lake."""

    form: ClassVar[Form] = Form("flood", Part("region", SOME_REGION))
    region: Region


class SerpentsExchanged(Event):
    """So much wood, iron and gold was given for so many Serpents."""

    seat: int
    wood: int
    iron: int
    gold: int
    serpents: int


class NoteCircled(Event):
    seat: int
    note: int


class HydraSummoned(Event):
    seat: int
    region: Region


class HydraPerished(Event):
    seat: int
    region: Region


# Serpents.


def exchange_rates(table: Table, seat: int) -> Bundle:
    """How much wood, iron and gold one Serpent costs."""
    goods = 4 if is_built(table, seat, FEEDER) else 5
    return (goods, goods, 4)


class ResourcesBecomeSerpents(Effect):
    """A building action begins with exchanging as much as possible; what is left over stays."""

    def building_started(self, turn: Turn, seat: int) -> None:
        player, rates = turn.player(seat), exchange_rates(turn.table, seat)
        bought = tuple(have // rate for have, rate in zip(player.stock, rates, strict=True))
        if any(bought):
            wood, iron, gold = (count * rate for count, rate in zip(bought, rates, strict=True))
            player.stock = minus(player.stock, (wood, iron, gold))
            add_units(turn, seat, SERPENT, sum(bought))
            turn.tell(SerpentsExchanged(seat, wood, iron, gold, sum(bought)))


class SerpentsSwarm(Effect):
    """Each Serpent is as strong as there are Serpents in the fight."""

    def stack_power(
        self, table: Table, seat: int, power: int, stack: Stack, deployed: Amounts, combat: Combat
    ) -> int:
        return dict(deployed)[SERPENT] if stack.name == SERPENT else power


# The melody.


class Circling(Asking):
    """A structure was built: the seat circles any one note."""

    form: ClassVar[Form] = Form("circling", Part("seat", COUNT))
    whose = HydraZone

    def offers(self, table: Table) -> tuple[CircleNote, ...]:
        circled = HydraZone.of(table, self.seat).notes
        return tuple(CircleNote(number) for number in NOTES if number not in circled)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, CircleNote)
        circle_note(turn, self.seat, chosen.number)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-a-note", notes=tuple(note.number for note in self.offers(table)))


def circle_note(turn: Turn, seat: int, number: int) -> None:
    """Beside a circled note it completes the call of the Hydra (docs/rulings.md 49)."""
    zone = HydraZone.of(turn.table, seat)
    turn.player(seat).rewrite(replace(zone, notes=tuple(sorted((*zone.notes, number)))))
    turn.tell(NoteCircled(seat, number))
    if number - 1 in zone.notes or number + 1 in zone.notes:
        turn.queue(Summoning(seat))


class Summoning(Asking):
    """The seat may call the Hydra to any lake; one that is on the map already perishes."""

    form: ClassVar[Form] = Form("summoning", Part("seat", COUNT))
    whose = HydraZone
    declined = "summon"

    def offers(self, table: Table) -> tuple[Summon, ...]:
        return tuple(map(Summon, lakes(table)))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Summon)
        remove_hydra(turn, self.seat)
        _place_hydra(turn, self.seat, chosen.region)
        turn.tell(HydraSummoned(self.seat, chosen.region))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-a-lake", lakes=lakes(table))


def lakes(table: Table) -> tuple[Region, ...]:
    """The regions in the game that are lakes now."""
    return tuple(region for region in table.realm.regions if table.terrain[region] is Terrain.LAKE)


def remove_hydra(turn: Turn, seat: int) -> None:
    """If there is one, it is gone from the map."""
    region = HydraZone.of(turn.table, seat).hydra
    if region is not None:
        _place_hydra(turn, seat, None)
        turn.tell(HydraPerished(seat, region))


def _place_hydra(turn: Turn, seat: int, region: Region | None) -> None:
    turn.player(seat).rewrite(replace(HydraZone.of(turn.table, seat), hydra=region))


class StructuresSound(Effect):
    """Every structure, whichever it is, circles a note."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        turn.queue(Circling(seat))


class VurtCalls(Effect):
    """The artefact of Vurt calls the Hydra at once, without a note."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.VURT:
            turn.queue(Summoning(seat))


# The Hydra.


class HydraRoams(Effect):
    """It goes its own way over the map, a region at a time; the Nagas have no other piece."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        region = HydraZone.of(table, seat).hydra
        return pieces if region is None else (*pieces, Piece(HYDRA, region))

    def piece_reach(self, table: Table, seat: int, reach: int, piece: Piece) -> int:
        return 1

    def piece_moved(self, turn: Turn, seat: int, piece: Piece) -> None:
        _place_hydra(turn, seat, piece.region)

    def weakened(self, turn: Turn, seat: int) -> None:
        """Without Serpents the Hydra is the weakest unit, but only beside the player (docs/rulings.md 34)."""
        if HydraZone.of(turn.table, seat).hydra is turn.table.players[seat].region:
            remove_hydra(turn, seat)


class HydraFights(Effect):
    """A unit of the army beside the player, an army of its own elsewhere; no fight leaves it alive.

    It is what begins a battle with players, so there it cannot be spared (docs/rulings.md 52).
    """

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        if HydraZone.of(table, seat).hydra is not combat.region:
            return stacks
        is_bound = combat.foe is Foe.PLAYERS or combat.piece == HYDRA
        return (*stacks, Stack(HYDRA, HYDRA_POWER, most=1, least=int(is_bound)))

    def stack_power(
        self, table: Table, seat: int, power: int, stack: Stack, deployed: Amounts, combat: Combat
    ) -> int:
        """Serpents are always where the player is, and hinder it even if they do not fight."""
        if stack.name != HYDRA or combat.piece:
            return power
        [serpents] = table.players[seat].units
        return max(0, power - HINDRANCE * serpents)

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        if HYDRA in dict(deployed):
            remove_hydra(turn, seat)


class ReefShelters(Effect):
    """Serpents do not hinder the Hydra. Asked after the board's nature, whose answer it takes back."""

    def stack_power(
        self, table: Table, seat: int, power: int, stack: Stack, deployed: Amounts, combat: Combat
    ) -> int:
        return stack.power if stack.name == HYDRA else power


class WhirlpoolCarries(Effect):
    def piece_reach(self, table: Table, seat: int, reach: int, piece: Piece) -> int:
        return 2


class ThroneRaises(Effect):
    """The printed power of the Hydra is modified, before Serpents are subtracted."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return tuple(replace(stack, power=RISEN_POWER) if stack.name == HYDRA else stack for stack in stacks)


# The other structures and artefacts.


class Flooding(Asking):
    """The seat may turn its region into a lake, for a Serpent."""

    form: ClassVar[Form] = Form("flooding", Part("seat", COUNT))
    whose = HydraZone
    declined = "flood"

    def offers(self, table: Table) -> tuple[FloodRegion, ...]:
        region = table.players[self.seat].here
        is_open = region not in lakes(table) and has_units(table, self.seat, FLOOD_PRICE)
        return (FloodRegion(region),) if is_open else ()

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, FloodRegion)
        pay(turn, self.seat, NOTHING, FLOOD_PRICE)
        change_terrain(turn, self.seat, chosen.region, Terrain.LAKE)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-flooded", region=table.players[self.seat].region)


class GeyserFloods(Effect):
    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.queue(Flooding(seat))


class GardenBreeds(Effect):
    """A building action in a lake region begins with one more Serpent."""

    def building_started(self, turn: Turn, seat: int) -> None:
        if turn.table.players[seat].region in lakes(turn.table):
            gain_units(turn, seat, SERPENT, 1)


class ChurchPraises(Effect):
    """A point for every three victories."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, victories(table.players[seat]) // 3, by_artefact=False)


class DamHolds(Effect):
    """A point for every lake of the map."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, len(lakes(table)), by_artefact=False)


class DortalRemembers(Effect):
    """A point for every visited region that is a lake at the end."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        visited = table.players[seat].visited
        seen = sum(visited >> region & 1 for region in lakes(table))
        return with_points(score, seen, by_artefact=True)


def _structure(
    name: str, serpents: int, points: int, *effects: Effect, guessed: tuple[str, ...] = ("coined",)
) -> Structure:
    """All are of level 1 and paid in Serpents alone (rulebook p. 18)."""
    return Structure(name, 1, points=points, effects=effects, tribute=((SERPENT, serpents),), guessed=guessed)


COST_AND_POINTS = ("tribute", "points")
FOR_SERPENTS = ArtefactTerms(tribute=((SERPENT, 3),))

NAGAS = Board(
    name="nagas",
    # The printed power is the number of Serpents in the fight: one alone has 1.
    units=(Unit(SERPENT, power=1, price=0, start=3, guessed=("start",)),),
    structures=(
        _structure(FEEDER, 1, 1, guessed=COST_AND_POINTS),
        _structure("currents", 1, 1, MorePoints(1)),
        _structure("geyser", 2, 2, GeyserFloods(), guessed=(*COST_AND_POINTS, "effects")),
        _structure("reef", 2, 2, ReefShelters(), guessed=COST_AND_POINTS),
        _structure("whirlpool", 2, 2, WhirlpoolCarries()),
        _structure("coral-garden", 2, 2, GardenBreeds()),
        _structure("church", 3, 3, ChurchPraises(), guessed=(*COST_AND_POINTS, "effects")),
        _structure("dam", 3, 2, DamHolds(), guessed=COST_AND_POINTS),
        _structure("abyssal-throne", 4, 4, ThroneRaises()),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (MoreGathered(Resource.GOLD, 2),), terms=FOR_SERPENTS, guessed=("effects",)),
        Artefact(Region.VURT, (VurtCalls(),), terms=FOR_SERPENTS, guessed=("effects",)),
        Artefact(Region.DORTAL, (DortalRemembers(),), terms=FOR_SERPENTS, guessed=("effects",)),
        Artefact(Region.FOLEN, (UnitsArrive(Region.FOLEN, SERPENT, 3),), guessed=("effects",)),
        Artefact(Region.ODMOOR, (ArmyPower(3, (Foe.MONSTER,)),), guessed=("effects",)),
        Artefact(Region.TOGEED, (TerrainCost(Terrain.MOUNTAIN, 2),), guessed=("effects",)),
    ),
    costs=Costs(forest=2, lake=1, meadow=2, mountain=3, guessed=("forest", "lake", "meadow", "mountain")),
    nature=(ResourcesBecomeSerpents(), SerpentsSwarm(), StructuresSound(), HydraRoams(), HydraFights()),
    own=HydraZone(),
    decisions=(CircleNote, Summon, FloodRegion),
    stages=(Circling, Summoning, Flooding),
    milestones=(),
    details=(Detail("notes", f"{len(NOTES)} in a row"),),
)
