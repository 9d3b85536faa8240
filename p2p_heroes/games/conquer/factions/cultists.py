"""Cultists (rulebook, Cultists): gifts buy marks, and marks the power to enslave what others fight.

The block of gifts has a row of cells per resource. Marks fill it from the left; what stands above a cell is
had at once or for good: so points and symbols follow from the marks alone. An enslaved monster or fortress
fights as often as its power is refreshed, and gives neither points nor resources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.collecting import take_artefact
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import GrantsStructure, Recruits, TerrainCost, with_points
from p2p_heroes.games.conquer.faction import (
    Artefact,
    ArtefactTerms,
    Board,
    Costs,
    Deed,
    Detail,
    Structure,
    Unit,
)
from p2p_heroes.games.conquer.fighting import choose_monster, may_besiege, targets_of
from p2p_heroes.games.conquer.gathering import BY_NAME
from p2p_heroes.games.conquer.holdings import changed, gain_units, pay, receive
from p2p_heroes.games.conquer.kinds import NAME, NAMES, SOME_REGION, SOME_REGIONS
from p2p_heroes.games.conquer.meeting import begin, parties
from p2p_heroes.games.conquer.monsters import MONSTERS, Monster
from p2p_heroes.games.conquer.resources import (
    NOTHING,
    RESOURCES,
    Amounts,
    Bundle,
    Resource,
    bundle,
    covers,
    only,
)
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score, Source, Stack
from p2p_heroes.games.conquer.visiting import adjacent, is_artefact_free
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, PLACES, Fortress, Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import among
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import Frozen, replace
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

PREACHER, PILGRIM = "preacher", "pilgrim"
BREATH, GIFTS, EYE = "breath-of-the-lord", "gifts-of-the-lord", "eye-of-the-lord"
SANCTUARY, ALTAR, TEMPLE, SYMBOL_OF_FAITH = "sanctuary", "altar", "temple-of-the-lord", "symbol-of-faith"
ADVENT, INITIATION = "advent", "initiation"
WOOD, IRON, GOLD = RESOURCES


# What the board prints besides structures. Prices of marks, powers and amounts are printed; which cell has
# which bonus, what is marked in a price, and what each symbol enslaves is reconstructed.


class Bonus(Enum):
    """What can stand above a cell of the block of gifts."""

    NONE = "none"
    SYMBOL = "symbol"
    POINT = "point"
    TWO_POINTS = "two points"
    RESOURCES = "resources"
    PILGRIM = "pilgrim"


CELLS = (
    *(
        Bonus.POINT,
        Bonus.SYMBOL,
        Bonus.RESOURCES,
        Bonus.NONE,
        Bonus.POINT,
        Bonus.SYMBOL,
        Bonus.NONE,
    ),
    *(
        Bonus.POINT,
        Bonus.PILGRIM,
        Bonus.NONE,
        Bonus.SYMBOL,
        Bonus.NONE,
        Bonus.POINT,
        Bonus.TWO_POINTS,
    ),
)
"""The same in each of the three rows."""
WORTH = {Bonus.POINT: 1, Bonus.TWO_POINTS: 2}
SYMBOL_CELLS = tuple(cell for cell, bonus in enumerate(CELLS, 1) if bonus is Bonus.SYMBOL)
PRICES = (1, 3, 6, 10, 15, 21, 28, 35)
"""For one mark, two marks and so on, bought at once; nobody buys more for a row in a round."""
STARS = {
    BREATH: (WOOD,),
    GIFTS: (IRON,),
    EYE: (WOOD, GOLD),
    SANCTUARY: (IRON,),
    ALTAR: (WOOD,),
    TEMPLE: (GOLD,),
    SYMBOL_OF_FAITH: (GOLD,),
    ADVENT: (IRON, GOLD),
    INITIATION: (WOOD, IRON),
}
"""The marked resources in the price of a structure: after building it, marks are bought with them."""
BLESSING, LOX_GIVES, ODMOOR_MARKS, TOGEED_RENEWS = 5, 6, 4, 2
BREATH_PRICE = bundle(gold=3)
GIFT = bundle(gold=2)
POWER_BY_TERRAIN = {Terrain.FOREST: 4, Terrain.LAKE: 10, Terrain.MEADOW: 8, Terrain.MOUNTAIN: 6}
LORD = Monster(80, 15, bundle(gold=15), guessed=("resources",))
CITADELS = {
    Region.ASANDER: Fortress(12, 4, bundle(wood=2, iron=2)),
    # Six resources of any kind: see `LoxIsRich`.
    Region.LOX: Fortress(29, 6, NOTHING),
    Region.NIKLEEN: Fortress(24, 5, bundle(gold=8)),
    Region.UGMAT: Fortress(8, 2, bundle(iron=4)),
}
CULTIST_PLACES = PLACES | {
    at: replace(PLACES[at], resources=NOTHING, foundation=False, fortress=citadel, guessed=("fortress",))
    for at, citadel in CITADELS.items()
}

Symbol = tuple[Resource, int]
"""The first, second or third symbol of a row."""
W1, W2, W3 = ((WOOD, number) for number in (1, 2, 3))
I1, I2, I3 = ((IRON, number) for number in (1, 2, 3))
G1, G2, G3 = ((GOLD, number) for number in (1, 2, 3))


class Thrall(Frozen):
    """A monster or fortress that can be enslaved, by all the symbols of any one of `ways`."""

    name: str
    power: int
    refreshing: int
    ways: tuple[tuple[Symbol, ...], ...]
    region: Region | None = None


def _fortress(region: Region, *ways: tuple[Symbol, ...]) -> Thrall:
    fortress = CULTIST_PLACES[region].fortress
    assert fortress is not None
    return Thrall(f"fortress-{str(region).lower()}", fortress.power, 4, ways, region)


THIRTEEN = "monster-thirteen"
MONSTER_THRALLS = (
    Thrall("monster-two", 2, 1, ((W1,), (I1,))),
    Thrall("monster-three", 3, 2, ((W1,), (G1,))),
    Thrall("monster-five", 5, 3, ((I1,),)),
    Thrall("monster-eight", 8, 4, ((W2,),)),
    Thrall(THIRTEEN, 13, 7, ((I2,), (G2,))),
    Thrall("monster-nineteen", 19, 10, ((W3,), (I3,))),
    Thrall("monster-twenty-five", 25, 13, ((I3,),)),
    Thrall("monster-thirty-two", 32, 16, ((G3,),)),
)
"""As they stand in the line; the Lord, who ends it, can only be fought."""
FORTRESS_THRALLS = (
    _fortress(Region.ASANDER, (W2,)),
    _fortress(Region.IKARA, (I2,)),
    _fortress(Region.QLISS, (W1,)),
    _fortress(Region.ROLGOY, (G1,)),
    _fortress(Region.UGMAT, (I1,)),
    _fortress(Region.ZORO, (W2, G2)),
)
THRALLS = {thrall.name: thrall for thrall in (*MONSTER_THRALLS, *FORTRESS_THRALLS)}
ARTEFACT = "artefact"
ARTEFACT_SYMBOLS = {
    Region.PASKAAR: W2,
    Region.VURT: I2,
    Region.DORTAL: G2,
    Region.FOLEN: W3,
    Region.TOGEED: I3,
}


# The block of gifts.


class Cult(Own):
    """`bought`: rows for which marks were bought in this round; `spent`: what of `enslaved` is exhausted.

    `artefacts`: those that were enslaved once; whoever else owns one now, it counts again if it comes back.
    """

    form: ClassVar[Form] = Form(
        "cult",
        *(Part("marks", COUNTS), Part("bought", NAMES), Part("enslaved", NAMES), Part("spent", NAMES)),
        Part("artefacts", SOME_REGIONS),
    )
    marks: tuple[int, ...] = (0, 0, 0)
    bought: tuple[str, ...] = ()
    enslaved: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    artefacts: tuple[Region, ...] = ()

    def has(self, *ways: tuple[Symbol, ...]) -> bool:
        """Whether all the symbols of one of these ways are reached."""
        return any(all(self.marks[row] >= SYMBOL_CELLS[at - 1] for row, at in way) for way in ways)

    @property
    def fortresses(self) -> tuple[Region, ...]:
        """Where the enslaved ones stand."""
        regions = (THRALLS[name].region for name in self.enslaved)
        return tuple(region for region in regions if region is not None)

    def is_sound(self, table: Table) -> bool:
        return (
            len(self.marks) == len(RESOURCES)
            and max(self.marks) <= len(CELLS)
            and self.bought == among(BY_NAME, self.bought)
            and self.enslaved == among(THRALLS, self.enslaved)
            and self.spent == among(self.enslaved, self.spent)
            and self.artefacts == among(ARTEFACT_SYMBOLS, self.artefacts)
            and all(name == THIRTEEN or self.has(*THRALLS[name].ways) for name in self.enslaved)
            and all(self.has((ARTEFACT_SYMBOLS[region],)) for region in self.artefacts)
            and all(region in table.realm.regions for region in self.fortresses)
            and self._is_nothing_beaten(table)
        )

    def _is_nothing_beaten(self, table: Table) -> bool:
        """What is enslaved was neither seized nor defeated, but for the one that Dortal raises again."""
        seized = sum(1 << region for region in self.fortresses)
        ours = [player.monsters for player in table.players if player.own is self]
        return not any(player.fortresses & seized for player in table.players) and not any(
            circled >> at & 1
            for circled in ours
            for at, thrall in enumerate(MONSTER_THRALLS)
            if thrall.name in self.enslaved and thrall.name != THIRTEEN
        )


class MarksPlaced(Event):
    """`marks`: how many the row has now."""

    seat: int
    row: Resource
    count: int
    marks: int


class BonusReached(Event):
    seat: int
    row: Resource
    bonus: Bonus


def place_marks(turn: Turn, seat: int, row: Resource, count: int) -> None:
    """From the left, with the bonus above each cell at once."""
    own = Cult.of(turn.table, seat)
    before, after = own.marks[row], own.marks[row] + count
    turn.player(seat).rewrite(replace(own, marks=changed(own.marks, row, after)))
    turn.tell(MarksPlaced(seat, row, count, after))
    for bonus in CELLS[before:after]:
        if bonus is Bonus.NONE:
            continue
        turn.tell(BonusReached(seat, row, bonus))
        if bonus is Bonus.RESOURCES:
            turn.queue(of_any_kind(seat, BLESSING))
        elif bonus is Bonus.PILGRIM:
            gain_units(turn, seat, PILGRIM, 1)


class Worship(Decision):
    """Buy so many marks for a row, with its resource."""

    form: ClassVar[Form] = Form("worship", Part("row", NAME), Part("count", COUNT))
    row: str
    count: int


class Worshipping(Asking):
    """A structure stands; `rows`: for which of its marked resources nothing was bought yet."""

    form: ClassVar[Form] = Form("cult-worshipping", Part("seat", COUNT), Part("rows", NAMES))
    whose = Cult
    declined = "gifts"
    rows: tuple[str, ...]

    def offers(self, table: Table) -> tuple[Worship, ...]:
        own, stock = Cult.of(table, self.seat), table.players[self.seat].stock
        cells = {row: len(CELLS) - own.marks[BY_NAME[row]] for row in self.rows if row not in own.bought}
        return tuple(
            Worship(row, count)
            for row, left in cells.items()
            for count, price in enumerate(PRICES[:left], 1)
            if price <= stock[BY_NAME[row]]
        )

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Worship)
        row, own = chosen.row, Cult.of(turn.table, self.seat)
        pay(turn, self.seat, only(BY_NAME[row], PRICES[chosen.count - 1]))
        turn.player(self.seat).rewrite(replace(own, bought=among(BY_NAME, (*own.bought, row))))
        place_marks(turn, self.seat, BY_NAME[row], chosen.count)
        turn.queue(Worshipping(self.seat, tuple(name for name in self.rows if name != row)))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-worshipped", rows=self.rows, most=len(PRICES), prices=PRICES, cells=len(CELLS))

    def is_due(self, table: Table) -> bool:
        return self.rows == among(BY_NAME, self.rows)


class MarksAreBought(Effect):
    """Right after a structure is built, with the marked resources of its price."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        turn.queue(Worshipping(seat, tuple(map(str, STARS[structure.name]))))

    def round_ended(self, turn: Turn, seat: int) -> None:
        own = Cult.of(turn.table, seat)
        if own.bought:
            turn.player(seat).rewrite(replace(own, bought=()))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        """In the box of the resources, for which this board prints no other points."""
        marks = Cult.of(table, seat).marks
        points = sum(WORTH.get(bonus, 0) for count in marks for bonus in CELLS[:count])
        return replace(score, resources=score.resources + points)


class Dedicate(Decision):
    """In which row a free mark is put."""

    form: ClassVar[Form] = Form("dedicate", Part("row", NAME))
    row: str


class Dedicating(Asking):
    """A mark for nothing, in a row that has room."""

    form: ClassVar[Form] = Form("cult-dedicating", Part("seat", COUNT))
    whose = Cult

    def offers(self, table: Table) -> tuple[Dedicate, ...]:
        marks = Cult.of(table, self.seat).marks
        return tuple(Dedicate(name) for name, row in BY_NAME.items() if marks[row] < len(CELLS))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Dedicate)
        place_marks(turn, self.seat, BY_NAME[chosen.row], 1)


# Enslaving.


class Enslave(Decision):
    """A monster or fortress by its name as a unit, or the artefact of the region."""

    form: ClassVar[Form] = Form("enslave", Part("name", NAME))
    name: str


class Enslaved(Event):
    """A monster or a fortress."""

    seat: int
    unit: str


class ArtefactEnslaved(Event):
    seat: int
    artefact: Region


def enslave(turn: Turn, seat: int, name: str) -> None:
    own = Cult.of(turn.table, seat)
    turn.player(seat).rewrite(replace(own, enslaved=among(THRALLS, (*own.enslaved, name))))
    turn.tell(Enslaved(seat, name))
    eye_sees(turn, seat)


def eye_sees(turn: Turn, seat: int) -> None:
    """A mark for each enslavement, of whatever."""
    if is_built(turn.table, seat, EYE):
        turn.queue(Dedicating(seat))


def enslavements(table: Table, seat: int) -> int:
    """Monsters, fortresses, and those artefacts that nobody has taken away."""
    own, player = Cult.of(table, seat), table.players[seat]
    return len(own.enslaved) + sum(player.owns(artefact) for artefact in own.artefacts)


class SymbolsEnslave(Effect):
    """Instead of a fight or the terms of an artefact, symbols are enough."""

    def fight_offers(
        self, table: Table, seat: int, offers: tuple[Sequence[Decision], ...], sieged: bool
    ) -> tuple[Sequence[Decision], ...]:
        own = Cult.of(table, seat)
        found = tuple(
            Enslave(thrall.name) for thrall in self._in_reach(table, seat, sieged) if own.has(*thrall.ways)
        )
        return (*offers, found) if found else offers

    def _in_reach(self, table: Table, seat: int, sieged: bool) -> Iterator[Thrall]:
        line = dict(enumerate(MONSTER_THRALLS))
        yield from (line[at] for at in targets_of(table, seat) if at in line)
        here = table.players[seat].region
        for thrall in FORTRESS_THRALLS:
            if thrall.region is here is not None and not sieged and may_besiege(table, seat, here, ""):
                yield thrall

    def offer_refused(self, table: Table, seat: int, why: Reason, decision: Decision, kind: str) -> Reason:
        if not isinstance(decision, Enslave):
            return why
        thrall = THRALLS.get(decision.name)
        if thrall and not Cult.of(table, seat).has(*thrall.ways):
            return because("symbol-not-reached", thrall=thrall.name)
        return because("not-enslaved")

    def fight_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        assert isinstance(decision, Enslave)
        thrall = THRALLS[decision.name]
        if thrall.region is None:
            standing = monsters_left(turn.table, seat)
            choose_monster(turn, seat, standing.index(MONSTER_THRALLS.index(thrall)))
        enslave(turn, seat, decision.name)

    def collecting_offers(
        self, table: Table, seat: int, offers: tuple[Decision, ...], region: Region
    ) -> tuple[Decision, ...]:
        symbol = ARTEFACT_SYMBOLS.get(region)
        if symbol and Cult.of(table, seat).has((symbol,)) and is_artefact_free(table, region, seat):
            return (*offers, Enslave(ARTEFACT))
        return offers

    def collecting_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        own, here = Cult.of(turn.table, seat), turn.table.players[seat].here
        turn.player(seat).rewrite(replace(own, artefacts=among(ARTEFACT_SYMBOLS, (*own.artefacts, here))))
        turn.tell(ArtefactEnslaved(seat, here))
        eye_sees(turn, seat)
        take_artefact(turn, seat, here)

    def deeds_done(self, table: Table, seat: int, times: int, deed: Deed) -> int:
        return enslavements(table, seat) if deed is Deed.VICTORIES else times


class ThrallsServe(Effect):
    """What is enslaved can be neither fought nor seized; it fights for its masters and is exhausted then."""

    def monsters_standing(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        enslaved = Cult.of(table, seat).enslaved
        served = [at for at, thrall in enumerate(MONSTER_THRALLS) if thrall.name in enslaved]
        return tuple(at for at in monsters if at not in served)

    def trophies(self, table: Table, seat: int, monsters: tuple[int, ...]) -> tuple[int, ...]:
        """The Lord is defeated in person or not at all."""
        return tuple(at for at in monsters if at < len(MONSTER_THRALLS))

    def holds_fortress(self, table: Table, seat: int, held: bool, region: Region) -> bool:
        return held or region in Cult.of(table, seat).fortresses

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        """A monster in any fight, a fortress in those of its own region and of those next to it by land."""
        own, near = Cult.of(table, seat), (None, combat.field, *table.realm.neighbours[combat.field])
        ready = (THRALLS[name] for name in own.enslaved if name not in own.spent)
        return (*stacks, *(Stack(one.name, one.power, most=1) for one in ready if one.region in near))

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        spent = among(THRALLS, dict(deployed))
        if spent:
            own = Cult.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, spent=among(THRALLS, (*own.spent, *spent))))
            turn.tell(ThrallsExhausted(seat, spent))


class ThrallsExhausted(Event):
    seat: int
    units: tuple[str, ...]


class Refresh(Decision):
    """Give an exhausted monster or fortress its power back."""

    form: ClassVar[Form] = Form("refresh", Part("name", NAME))
    name: str


class ThrallRefreshed(Event):
    seat: int
    unit: str


def refresh(turn: Turn, seat: int, name: str) -> None:
    own = Cult.of(turn.table, seat)
    turn.player(seat).rewrite(replace(own, spent=tuple(one for one in own.spent if one != name)))
    turn.tell(ThrallRefreshed(seat, name))


# Units and places.


class MorePower(Effect):
    """The power of a unit is so much higher."""

    unit: str
    power: int

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return power + self.power if unit.name == self.unit else power


class PilgrimsAdapt(Effect):
    """A Pilgrim is as strong as the terrain of the player's region makes it. A property of the Pilgrim."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        here = table.players[seat].region
        return POWER_BY_TERRAIN[table.terrain[here]] if unit.name == PILGRIM and here is not None else power


class LoxIsRich(Effect):
    """The citadel of Lox holds any resources."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        if source is Source.FORTRESS and turn.table.players[seat].region is Region.LOX:
            turn.queue(of_any_kind(seat, LOX_GIVES))
        return received


# Structures.


class Breathe(Decision):
    """Draw those of an adjacent region into a battle."""

    form: ClassVar[Form] = Form("breathe", Part("region", SOME_REGION))
    region: Region


class LordBreathed(Event):
    """`seats`: who has to fight, the Cultists included."""

    seat: int
    region: Region
    seats: tuple[int, ...]


class Breathing(Asking):
    """The seat may draw others of one adjacent region into a battle, declared in the own region or not."""

    form: ClassVar[Form] = Form("cult-breathing", Part("seat", COUNT))
    is_first = True
    whose = Cult
    declined = "breath"

    def offers(self, table: Table) -> tuple[Breathe, ...]:
        return tuple(map(Breathe, breathable(table, self.seat)))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Breathe)
        seats = _drawn(turn.table, self.seat, chosen.region)
        pay(turn, self.seat, BREATH_PRICE)
        turn.tell(LordBreathed(self.seat, chosen.region, seats))
        begin(turn, turn.table.players[self.seat].here, seats, beside=chosen.region)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-breathed-on", regions=breathable(table, seat))

    def is_due(self, table: Table) -> bool:
        return is_built(table, self.seat, BREATH)


def breathable(table: Table, seat: int) -> tuple[Region, ...]:
    """The adjacent regions with somebody to fight, if that can be paid for and nothing was fought yet."""
    player = table.players[seat]
    if player.battled or not covers(player.stock, BREATH_PRICE):
        return ()
    near = adjacent(table, seat, player.here)
    return tuple(
        region
        for region in near
        if any(other != seat for other in _fresh(table, parties(table, region), player.here, region))
    )


def _drawn(table: Table, seat: int, region: Region) -> tuple[int, ...]:
    """Everybody of the own region and of the other one, in turn order."""
    here = table.players[seat].here
    both = {*parties(table, here), *parties(table, region)}
    return _fresh(table, among(table.in_turn, both), here, region)


def _fresh(table: Table, seats: tuple[int, ...], *fields: Region) -> tuple[int, ...]:
    """Without those who would have to fight in person for a second time."""
    players = table.players
    return tuple(one for one in seats if not (players[one].battled and players[one].region in fields))


class LordBreathes(Effect):
    """For gold, a battle with those of an adjacent region: they are drawn in, or theirs is joined."""

    def meeting_others(self, turn: Turn, seat: int) -> None:
        self._offer(turn, seat)

    def battle_declared(self, turn: Turn, seat: int, region: Region) -> None:
        self._offer(turn, seat)

    def _offer(self, turn: Turn, seat: int) -> None:
        if breathable(turn.table, seat):
            turn.queue(Breathing(seat))

    def may_join(self, table: Table, seat: int, may: bool, region: Region) -> bool:
        player = table.players[seat]
        is_near = region in adjacent(table, seat, player.here)
        return may or (is_near and covers(player.stock, BREATH_PRICE))

    def battle_joined(self, turn: Turn, seat: int, region: Region) -> None:
        pay(turn, seat, BREATH_PRICE)


class LordGives(Effect):
    """Some gold at the end of a movement action of which a point is left."""

    def movement_ended(self, turn: Turn, seat: int) -> None:
        if turn.table.players[seat].points:
            receive(turn, seat, GIFT, Source.EFFECT)


class FaithRefreshes(Effect):
    """In a building action any of the exhausted, each for its own price in gold."""

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        gold = table.players[seat].stock[GOLD]
        spent = Cult.of(table, seat).spent
        return (*offers, *(Refresh(name) for name in spent if THRALLS[name].refreshing <= gold))

    def offer_refused(self, table: Table, seat: int, why: Reason, decision: Decision, kind: str) -> Reason:
        if not isinstance(decision, Refresh):
            return why
        if decision.name not in Cult.of(table, seat).spent:
            return because("not-exhausted", thrall=decision.name)
        return because("refreshed-for", thrall=decision.name, gold=THRALLS[decision.name].refreshing)

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        assert isinstance(decision, Refresh)
        pay(turn, seat, bundle(gold=THRALLS[decision.name].refreshing))
        refresh(turn, seat, decision.name)


class AdventCounts(Effect):
    """A point for each enslaved monster, fortress and artefact."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, enslavements(table, seat), by_artefact=False)


# Artefacts.


class Wish(Decision):
    """Receive the artefact of this region."""

    form: ClassVar[Form] = Form("wish", Part("artefact", SOME_REGION))
    artefact: Region


class Wishing(Asking):
    """An artefact that nobody owns and nobody withholds."""

    form: ClassVar[Form] = Form("cult-wishing", Part("seat", COUNT))
    whose = Cult

    def offers(self, table: Table) -> tuple[Wish, ...]:
        free = (region for region in ARTEFACT_REGIONS if is_artefact_free(table, region, self.seat))
        return tuple(map(Wish, free))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Wish)
        turn.tell(events.ArtefactCollected(self.seat, chosen.artefact))
        take_artefact(turn, self.seat, chosen.artefact)


class PaskaarGrants(Effect):
    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.PASKAAR:
            turn.queue(Wishing(seat))


class DortalBinds(Effect):
    """The monster of power 13 is enslaved, even a defeated one; if it is already, it is refreshed."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        own = Cult.of(turn.table, seat)
        if artefact is not Region.DORTAL:
            return
        if THIRTEEN not in own.enslaved:
            enslave(turn, seat, THIRTEEN)
        elif THIRTEEN in own.spent:
            refresh(turn, seat, THIRTEEN)


class OdmoorMarks(Effect):
    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.ODMOOR:
            turn.queue(*[Dedicating(seat)] * ODMOOR_MARKS)


class Renewing(Asking):
    """Of the exhausted a monster is refreshed for nothing; fortresses stay so."""

    form: ClassVar[Form] = Form("cult-renewing", Part("seat", COUNT))
    whose = Cult

    def offers(self, table: Table) -> tuple[Refresh, ...]:
        spent = Cult.of(table, self.seat).spent
        return tuple(Refresh(name) for name in spent if THRALLS[name].region is None)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Refresh)
        refresh(turn, self.seat, chosen.name)


class TogeedRenews(Effect):
    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.TOGEED:
            turn.queue(*[Renewing(seat)] * TOGEED_RENEWS)


def _structure(
    name: str, level: int, price: Bundle, points: int, needs: tuple[str, ...], *effects: Effect, guessed: str
) -> Structure:
    return Structure(name, level, price, points, needs, effects, guessed=tuple(guessed.split()))


def _in_words(symbol: Symbol) -> str:
    return f"{symbol[0]} {symbol[1]}"


def _details() -> Iterator[Detail]:
    """The prices of marks, and what is marked in the price of Advent, are printed."""
    yield from (Detail(f"gift cell {cell}", bonus.value) for cell, bonus in enumerate(CELLS, 1))
    for structure, marked in STARS.items():
        if structure != ADVENT:
            yield Detail(f"marks after {structure}", " and ".join(map(str, marked)))
    for thrall in THRALLS.values():
        ways = (" and ".join(map(_in_words, way)) for way in thrall.ways)
        yield Detail(f"symbols of {thrall.name}", " or ".join(ways))
    for artefact, symbol in ARTEFACT_SYMBOLS.items():
        yield Detail(f"symbol of {artefact}", _in_words(symbol))
    for terrain, power in POWER_BY_TERRAIN.items():
        yield Detail(f"pilgrim in {terrain.name.lower()}", f"power {power}")
    yield Detail("blessing of the gifts", f"{BLESSING} of any kind")
    yield Detail("citadel of Lox", f"{LOX_GIVES} of any kind")
    yield Detail(BREATH, f"{sum(BREATH_PRICE)} gold")
    yield Detail(GIFTS, f"{sum(GIFT)} gold, for a movement point that is left after moving")
    yield Detail(SYMBOL_OF_FAITH, "gold in a building action")


CULTISTS = Board(
    name="cultists",
    units=(
        Unit(PREACHER, power=3, price=3, start=1),
        Unit(PILGRIM, power=POWER_BY_TERRAIN[Terrain.FOREST], price=5),
    ),
    structures=(
        _structure(BREATH, 1, (3, 3, 0), 1, (), LordBreathes(), guessed="level price needs effects"),
        _structure(GIFTS, 1, (1, 2, 1), 0, (), LordGives(), guessed="needs effects"),
        # What it does, a mark for each enslavement, stands with enslaving: see `eye_sees`.
        _structure(EYE, 2, (2, 2, 2), 1, (BREATH,), guessed="needs"),
        _structure(SANCTUARY, 2, (2, 3, 1), 1, (GIFTS,), TerrainCost(Terrain.MEADOW, 2), guessed="needs"),
        _structure(ALTAR, 2, (4, 0, 2), 2, (GIFTS,), Recruits(PREACHER), guessed="level price needs"),
        _structure(TEMPLE, 3, (0, 2, 4), 2, (EYE,), MorePower(PREACHER, 1), guessed="price needs"),
        _structure(
            SYMBOL_OF_FAITH, 3, (1, 2, 3), 1, (SANCTUARY,), FaithRefreshes(), guessed="level needs effects"
        ),
        _structure(ADVENT, 4, (4, 4, 2), 1, (TEMPLE,), AdventCounts(), guessed="needs"),
        _structure(INITIATION, 4, (3, 3, 2), 3, (ALTAR,), Recruits(PILGRIM), guessed="needs"),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (PaskaarGrants(),)),
        Artefact(Region.VURT, (MorePower(PREACHER, 1),)),
        Artefact(Region.DORTAL, (DortalBinds(),)),
        Artefact(
            Region.FOLEN, (GrantsStructure(Region.FOLEN),), ArtefactTerms(deed=Deed.FOUNDATIONS, times=3)
        ),
        Artefact(Region.ODMOOR, (OdmoorMarks(),)),
        Artefact(Region.TOGEED, (TogeedRenews(),)),
    ),
    costs=Costs(forest=1, lake=2, meadow=3, mountain=2, guessed=("forest", "lake")),
    nature=(MarksAreBought(), SymbolsEnslave(), ThrallsServe(), PilgrimsAdapt(), LoxIsRich()),
    own=Cult(),
    decisions=(Worship, Dedicate, Enslave, Refresh, Breathe, Wish),
    stages=(Worshipping, Dedicating, Breathing, Wishing, Renewing),
    milestones=(),
    monsters=(*MONSTERS, LORD),
    places=CULTIST_PLACES,
    details=tuple(_details()),
)
