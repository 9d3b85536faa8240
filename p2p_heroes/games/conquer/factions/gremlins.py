"""Gremlins (Russian rulebook, Gremlins): taverns where three regions meet take a toll of every visitor.

Each visit fills a dot of the Business Plan, and as many dots as there are players
make a point. Their own people fight best near a tavern, or send burning kegs alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.decisions import Action, Decision, Decline, Plunder
from p2p_heroes.games.conquer.effect import Combat, Effect, Score, Source, Stack
from p2p_heroes.games.conquer.effects import Recruits, UnitsArrive, with_points
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Structure, Unit
from p2p_heroes.games.conquer.forms import (
    AMOUNTS,
    COUNT,
    COUNTS,
    NAME,
    NAMES,
    SOME_REGIONS,
    Form,
    Part,
    in_order,
)
from p2p_heroes.games.conquer.resources import (
    RESOURCES,
    Amounts,
    Bundle,
    Resource,
    bundle,
    covers,
    minus,
    plus,
)
from p2p_heroes.games.conquer.sequences import Mapped, Shares
from p2p_heroes.games.conquer.state import Own, Stage, Table
from p2p_heroes.games.conquer.turn import Turn, pay, receive
from p2p_heroes.games.conquer.world import CORNERS, Region
from p2p_heroes.games.game import Event, Need, Open, Request

BOUNCER, POURER, FLYER, KEG = "bouncer", "pourer", "flyer", "keg"
BAZAAR, KEGS, PLAN, FLEA = "bazaar", "blasting-kegs", "business-plan", "flea-market"
BREWERY, PAWNSHOP, CLUB = "kvass-brewery", "pawnshop", "gaming-club"
GOODS = tuple(map(str, RESOURCES))
TAVERN_PRICE = 3
TOLL = 2
"""What a visitor loses, before Pourers ask for more."""
POWER_AT_HOME = 3
EXTORTED = 10
DECLINE = Decline()

Corner = tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Taverns(Own):
    """Where taverns stand, by the numbers of the corners, and what the blocks of the board count.

    `points` of the Business Plan, `bonus` of the Gaming Club, `goods` of the Bazaar, at most one. For one
    movement action only: `visits` without a dot yet, how many opponents were `fleeced`, and the Pourers that
    were `pouring` when it began.
    """

    form: ClassVar[Form] = Form(
        "taverns",
        Part("sites", COUNTS),
        Part("dots", COUNT),
        Part("points", COUNT),
        Part("bonus", COUNT),
        Part("goods", NAMES),
        Part("visits", COUNT),
        Part("fleeced", COUNT),
        Part("pouring", COUNT),
    )
    sites: tuple[int, ...] = ()
    dots: int = 0
    points: int = 0
    bonus: int = 0
    goods: tuple[str, ...] = ()
    visits: int = 0
    fleeced: int = 0
    pouring: int = 0

    def is_sound(self, table: Table) -> bool:
        corners = table.realm.corners
        open_sites = tuple(at for at, corner in enumerate(CORNERS) if corner in corners)
        return (
            self.sites == tuple(at for at in open_sites if at in self.sites)
            and self.dots < len(table.players)
            and self.fleeced < len(table.players)
            and len(self.goods) <= 1
            and all(name in GOODS for name in self.goods)
        )


def taverns_of(table: Table, seat: int) -> Taverns:
    own = table.players[seat].own
    assert isinstance(own, Taverns)
    return own


def is_gremlins(table: Table, seat: int) -> bool:
    return seat < len(table.players) and isinstance(table.players[seat].own, Taverns)


def taverns_in(table: Table, seat: int, region: Region) -> int:
    """A tavern stands in each of the three regions of its corner."""
    return sum(region in CORNERS[site] for site in taverns_of(table, seat).sites)


def count_of(table: Table, seat: int, unit: str) -> int:
    return table.players[seat].units[table.boards[seat].unit_index[unit]]


@dataclass(frozen=True, slots=True)
class Tavern(Decision):
    """Raise a tavern where these three regions meet, named in the order of the map."""

    form: ClassVar[Form] = Form("tavern", Part("regions", SOME_REGIONS))
    regions: Corner


@dataclass(frozen=True, slots=True)
class Discard(Decision):
    """Leave these resources in a tavern."""

    form: ClassVar[Form] = Form("discard", Part("resources", AMOUNTS))
    resources: Amounts


@dataclass(frozen=True, slots=True)
class Take(Decision):
    """Receive these resources."""

    form: ClassVar[Form] = Form("take", Part("resources", AMOUNTS))
    resources: Amounts


@dataclass(frozen=True, slots=True)
class Trade(Decision):
    """Get more of this resource whenever it is gathered."""

    form: ClassVar[Form] = Form("trade", Part("resource", NAME))
    resource: str


@dataclass(frozen=True, slots=True)
class Stake(Decision):
    """Put so much gold into the Gaming Club."""

    form: ClassVar[Form] = Form("stake", Part("gold", COUNT))
    gold: int


@dataclass(frozen=True, slots=True)
class TavernRaised(Event):
    seat: int
    regions: Corner


@dataclass(frozen=True, slots=True)
class TollTaken(Event):
    """So much a visitor has left in the taverns of `seat`; nobody has it now."""

    seat: int
    visitor: int
    wood: int
    iron: int
    gold: int


@dataclass(frozen=True, slots=True)
class DotsFilled(Event):
    """So many visits were counted; `dots` are filled now, and `points` were made on the way."""

    seat: int
    visits: int
    dots: int
    points: int


@dataclass(frozen=True, slots=True)
class TradeChosen(Event):
    seat: int
    resource: Resource


@dataclass(frozen=True, slots=True)
class GoldStaked(Event):
    seat: int
    gold: int
    points: int


# Taverns.


@dataclass(frozen=True, slots=True)
class Raising(Stage):
    """The seat raises so many taverns, one after the other; one that costs gold may be declined."""

    form: ClassVar[Form] = Form("raising", Part("seat", COUNT), Part("gold", COUNT), Part("times", COUNT))
    seat: int
    gold: int
    times: int = 1

    def need(self, table: Table) -> Need[Decision] | None:
        targets = self._targets(table)
        if not targets or not covers(table.players[self.seat].stock, bundle(gold=self.gold)):
            return None
        refusals = (DECLINE,) if self.gold else ()
        return Open((Request(self.seat, "tavern", (*refusals, *targets)),))

    def _targets(self, table: Table) -> tuple[Tavern, ...]:
        taken = [CORNERS[site] for site in taverns_of(table, self.seat).sites]
        return tuple(Tavern(corner) for corner in table.realm.corners if corner not in taken)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        match answers.get(self.seat):
            case Tavern(regions):
                pay(turn, self.seat, bundle(gold=self.gold))
                raise_tavern(turn, self.seat, regions)
                if self.times > 1:
                    turn.queue(replace(self, times=self.times - 1))
            case Decline():
                turn.tell(events.Declined(self.seat, "tavern"))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        otherwise = ", or decline" if self.gold else ""
        return f"name a free corner of three regions in the order of the alphabet{otherwise}"

    def is_coherent(self, table: Table) -> bool:
        return is_gremlins(table, self.seat) and self.times >= 1


def raise_tavern(turn: Turn, seat: int, regions: Corner) -> None:
    """It stands for the rest of the game; who is there already has not visited it."""
    own = taverns_of(turn.table, seat)
    site = next(at for at, corner in enumerate(CORNERS) if corner == regions)
    turn.player(seat).own = replace(own, sites=tuple(sorted((*own.sites, site))))
    turn.tell(TavernRaised(seat, regions))


@dataclass(frozen=True, slots=True)
class Paying(Stage):
    """A visitor loses so many resources, or all there are; which of them the visitor says."""

    form: ClassVar[Form] = Form("paying", Part("seat", COUNT), Part("visitor", COUNT), Part("toll", COUNT))
    seat: int
    visitor: int
    toll: int

    def need(self, table: Table) -> Need[Decision] | None:
        ways = self._ways(table)
        return Open((Request(self.visitor, "discard", ways),)) if len(ways) > 1 else None

    def _ways(self, table: Table) -> Mapped[Decision]:
        stock = table.players[self.visitor].stock
        return choices(Discard, stock, min(self.toll, sum(stock)))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.visitor] if answers else self._ways(turn.table)[0]
        assert isinstance(chosen, Discard)
        if not chosen.resources:
            return
        lost, player, own = (
            amount(chosen.resources),
            turn.player(self.visitor),
            taverns_of(turn.table, self.seat),
        )
        player.stock = minus(player.stock, lost)
        turn.player(self.seat).own = replace(own, fleeced=own.fleeced + 1)
        turn.tell(TollTaken(self.seat, self.visitor, *lost))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"discard exactly {self.toll} of the resources that you have"

    def is_coherent(self, table: Table) -> bool:
        return (
            is_gremlins(table, self.seat)
            and self.visitor < len(table.players)
            and self.visitor != self.seat
            and taverns_of(table, self.seat).fleeced + 1 < len(table.players)
        )


def choices(kind: type[Discard | Take], heaps: Bundle, total: int) -> Mapped[Decision]:
    """Every choice of so many resources out of heaps."""

    def unmake(decision: object) -> tuple[int, ...] | None:
        share = _share(decision.resources) if isinstance(decision, kind) else ()
        return share if share and decision == kind(_named(share)) else None

    return Mapped(Shares(heaps, total), lambda share: kind(_named(share)), unmake)


def _named(share: tuple[int, ...]) -> Amounts:
    return tuple((name, count) for name, count in zip(GOODS, share, strict=True) if count)


def _share(amounts: Amounts) -> tuple[int, ...]:
    counts = dict(amounts)
    return tuple(counts.get(name, 0) for name in GOODS)


def amount(amounts: Amounts) -> Bundle:
    wood, iron, gold = _share(amounts)
    return (wood, iron, gold)


class TavernsFleece(Effect):
    """Once a region an opponent who comes there pays; every tavern there counts as a visit of its own."""

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        """Pourers pour as many as they were at first, though a curse may take one on its way."""
        if action is Action.MOVE:
            own = taverns_of(turn.table, seat)
            turn.player(seat).own = replace(own, pouring=count_of(turn.table, seat, POURER))

    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        taverns = taverns_in(turn.table, seat, region)
        if visitor == seat or not taverns:
            return
        own = taverns_of(turn.table, seat)
        turn.player(seat).own = replace(own, visits=own.visits + taverns)
        pourers = max(own.pouring, count_of(turn.table, seat, POURER))
        turn.queue(Paying(seat, visitor, TOLL + pourers))

    def all_arrived(self, turn: Turn, seat: int) -> None:
        """Dots and points, then what the artefact of Odmoor gives for each opponent who paid."""
        own, limit = taverns_of(turn.table, seat), len(turn.table.players)
        made, dots = divmod(own.dots + own.visits, limit)
        counted = replace(own, dots=dots, points=own.points + made, visits=0, fleeced=0, pouring=0)
        turn.player(seat).own = counted
        if own.visits:
            turn.tell(DotsFilled(seat, own.visits, dots, made))
        if own.fleeced and turn.player(seat).owns(Region.ODMOOR):
            turn.queue(Taking(seat, own.fleeced))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        """The Business Plan counts even where it is not built: the artefact of Vurt fills its dots too."""
        return with_points(score, taverns_of(table, seat).points, by_artefact=False)


class BouncersAtHome(Effect):
    """A Bouncer is stronger in a region with a tavern. A property of the Bouncer."""

    def stack_power(
        self, table: Table, seat: int, power: int, stack: Stack, deployed: Amounts, combat: Combat
    ) -> int:
        at_home = stack.name == BOUNCER and taverns_in(table, seat, combat.region)
        return POWER_AT_HOME if at_home else power


class PlanRaises(Effect):
    """At the end of a building action, of which a round has one: a tavern for gold."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.queue(Raising(seat, TAVERN_PRICE))


# The other structures.


@dataclass(frozen=True, slots=True)
class Taking(Stage):
    """The seat receives so many resources of its choice."""

    form: ClassVar[Form] = Form("taking", Part("seat", COUNT), Part("count", COUNT))
    seat: int
    count: int

    def need(self, table: Table) -> Need[Decision]:
        ways = choices(Take, (self.count, self.count, self.count), self.count)
        return Open((Request(self.seat, "take", ways),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.seat]
        assert isinstance(chosen, Take)
        receive(turn, self.seat, amount(chosen.resources), Source.EFFECT)

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"take {self.count} of wood, iron and gold together"

    def is_coherent(self, table: Table) -> bool:
        return is_gremlins(table, self.seat) and 1 <= self.count <= 3


@dataclass(frozen=True, slots=True)
class Trading(Stage):
    """The Bazaar stands: which gathering will bring more?"""

    form: ClassVar[Form] = Form("trading", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(self.seat, "trade", tuple(map(Trade, GOODS))),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.seat]
        assert isinstance(chosen, Trade)
        own = taverns_of(turn.table, self.seat)
        turn.player(self.seat).own = replace(own, goods=(chosen.resource,))
        turn.tell(TradeChosen(self.seat, RESOURCES[GOODS.index(chosen.resource)]))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"trade one of {', '.join(GOODS)}"

    def is_coherent(self, table: Table) -> bool:
        return is_gremlins(table, self.seat)


class BazaarTrades(Effect):
    """One more of the chosen resource in every action that gathers it, and from nowhere else."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == BAZAAR:
            turn.queue(Trading(seat))

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        return amount + 1 if str(resource) in taverns_of(table, seat).goods else amount


class KegsBlast(Effect):
    """Wood burns for a power each, even with nobody beside it; whatever is sent is paid for."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        wood = table.players[seat].stock[Resource.WOOD]
        return (*stacks, Stack(KEG, power=1, most=wood)) if wood else stacks

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        pay(turn, seat, bundle(wood=dict(deployed).get(KEG, 0)))


class FleaMarketFinds(Effect):
    """Two resources for each structure on a foundation, its own included."""

    def foundation_laid(self, turn: Turn, seat: int, region: Region) -> None:
        turn.queue(Taking(seat, 2))


class PawnshopDoubles(Effect):
    """A seized fortress gives its resources twice."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        return plus(received, received) if source is Source.FORTRESS else received


@dataclass(frozen=True, slots=True)
class Staking(Stage):
    """The Gaming Club stands: how much gold is put into it?"""

    form: ClassVar[Form] = Form("staking", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision] | None:
        gold = table.players[self.seat].stock[Resource.GOLD]
        return Open((Request(self.seat, "stake", tuple(map(Stake, range(gold + 1)))),)) if gold else None

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        match answers.get(self.seat):
            case Stake(gold):
                own, points = taverns_of(turn.table, self.seat), gold // 3
                turn.player(self.seat).own = replace(own, bonus=points)
                pay(turn, self.seat, bundle(gold=gold))
                turn.tell(GoldStaked(self.seat, gold, points))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"stake from 0 to {table.players[self.seat].stock[Resource.GOLD]} gold"

    def is_coherent(self, table: Table) -> bool:
        return is_gremlins(table, self.seat)


class ClubPlays(Effect):
    """A point for every three gold that were staked when it was built."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == CLUB:
            turn.queue(Staking(seat))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, taverns_of(table, seat).bonus, by_artefact=False)


class ChamberCounts(Effect):
    """A point for every seven resources that are left."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, sum(table.players[seat].stock) // 7, by_artefact=False)


# Artefacts.


class FlyersCarry(Effect):
    """One more movement point for each Flyer."""

    def movement_points(self, table: Table, seat: int, points: int) -> int:
        return points + count_of(table, seat, FLYER)


class VurtRaises(Effect):
    """Three taverns at once, for nothing."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.VURT:
            turn.queue(Raising(seat, gold=0, times=3))


class TavernsStrengthen(Effect):
    """One more total power for every two taverns, if a unit is there to use it (docs/rulings.md 61)."""

    def army_power(self, table: Table, seat: int, power: int, deployed: Amounts, combat: Combat) -> int:
        has_units = any(name != KEG for name, _ in deployed)
        return power + len(taverns_of(table, seat).sites) // 2 if has_units else power


@dataclass(frozen=True, slots=True)
class Extorting(Stage):
    """The seat takes so many resources of its opponents, or all there are; from whom and which it says."""

    form: ClassVar[Form] = Form("extorting", Part("seat", COUNT), Part("count", COUNT))
    seat: int
    count: int

    def need(self, table: Table) -> Need[Decision] | None:
        ways = self._ways(table)
        return Open((Request(self.seat, "extort", ways),)) if len(ways) > 1 else None

    def _ways(self, table: Table) -> Mapped[Decision]:
        victims = {board.name: at for at, board in enumerate(table.boards) if at != self.seat}
        heaps = {
            (faction, name): held
            for faction, at in victims.items()
            for name, held in zip(GOODS, table.players[at].stock, strict=True)
        }

        def make(share: tuple[int, ...]) -> Decision:
            parts = zip(victims, zip(*[iter(share)] * len(GOODS), strict=True), strict=True)
            return Plunder(in_order(tuple((faction, _named(part)) for faction, part in parts if any(part))))

        def unmake(decision: object) -> tuple[int, ...] | None:
            if not isinstance(decision, Plunder):
                return None
            taken = {(faction, name): n for faction, part in decision.spoils for name, n in part}
            share = tuple(taken.get(heap, 0) for heap in heaps)
            return share if make(share) == decision else None

        total = min(self.count, sum(heaps.values()))
        return Mapped(Shares(tuple(heaps.values()), total), make, unmake)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.seat] if answers else self._ways(turn.table)[0]
        assert isinstance(chosen, Plunder)
        for faction, amounts in chosen.spoils:
            [victim] = [at for at, board in enumerate(turn.table.boards) if board.name == faction]
            taken, player = amount(amounts), turn.player(victim)
            player.stock = minus(player.stock, taken)
            turn.tell(events.Plundered(self.seat, victim, *taken))
            receive(turn, self.seat, taken, Source.PLUNDER)

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"plunder exactly {self.count} resources that your opponents have"

    def is_coherent(self, table: Table) -> bool:
        return is_gremlins(table, self.seat)


class FolenExtorts(Effect):
    """Ten resources of the opponents at once."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.FOLEN:
            turn.queue(Extorting(seat, EXTORTED))


# That a tavern is paid for in gold is reconstructed; the amount is printed.
GREMLINS = Board(
    name="gremlins",
    units=(Unit(BOUNCER, power=1, price=2, start=3), Unit(POURER, power=4, price=3), Unit(FLYER, 9, 5)),
    structures=(
        Structure(BAZAAR, 1, bundle(wood=2, iron=2, gold=2), effects=(BazaarTrades(),)),
        Structure(KEGS, 1, bundle(wood=5), effects=(KegsBlast(),), guessed=("level", "price")),
        Structure("slums", 1, bundle(wood=4), effects=(Recruits(BOUNCER),), guessed=("price",)),
        Structure(PLAN, 1, bundle(iron=2, gold=2), effects=(PlanRaises(),), guessed=("effects",)),
        Structure(
            FLEA, 2, bundle(wood=2, iron=3), 1, (BAZAAR,), (FleaMarketFinds(),), guessed=("price", "effects")
        ),
        Structure(BREWERY, 2, bundle(wood=2, iron=4, gold=2), 1, (PLAN,), (Recruits(POURER),)),
        Structure(
            PAWNSHOP, 3, bundle(iron=2, gold=3), 2, (FLEA, KEGS), (PawnshopDoubles(),), guessed=("price",)
        ),
        Structure(CLUB, 3, bundle(wood=5), 2, (FLEA,), (ClubPlays(),), guessed=("level", "price")),
        Structure(
            "trade-chamber",
            4,
            bundle(iron=5, gold=2),
            2,
            (PAWNSHOP,),
            (ChamberCounts(),),
            guessed=("level", "price", "needs", "effects"),
        ),
        Structure(
            "dragon-track",
            4,
            bundle(wood=6, iron=9),
            3,
            (BREWERY,),
            (Recruits(FLYER),),
            guessed=("price", "needs"),
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (FlyersCarry(),), guessed=("effects",)),
        Artefact(Region.VURT, (VurtRaises(),)),
        Artefact(Region.DORTAL, (TavernsStrengthen(),), guessed=("effects",)),
        Artefact(Region.FOLEN, (FolenExtorts(),)),
        # What it does, a resource for each opponent who paid, stands with the counting of visits.
        Artefact(Region.ODMOOR),
        Artefact(Region.TOGEED, (UnitsArrive(Region.TOGEED, FLYER, 2),)),
    ),
    costs=Costs(forest=2, lake=2, meadow=1, mountain=3),
    nature=(TavernsFleece(), BouncersAtHome()),
    own=Taverns(),
    decisions=(Tavern, Discard, Take, Trade, Stake),
    stages=(Raising, Paying, Taking, Trading, Staking, Extorting),
)
