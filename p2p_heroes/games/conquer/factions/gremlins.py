"""Gremlins (Russian rulebook, Gremlins): taverns where three regions meet take a toll of every visitor.

Each visit fills a dot of the Business Plan, and as many dots as there are players make a point.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from p2p_heroes.games.conquer.army import count_of
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.decisions import Action, Decision, Plunder, Portion
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import Recruits, UnitsArrive, with_points
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Detail, Structure, Unit
from p2p_heroes.games.conquer.gathering import BY_NAME
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.kinds import AMOUNTS, NAME, NAMES, SOME_REGIONS
from p2p_heroes.games.conquer.resources import Amounts, Bundle, Resource, bundle, bundled, minus, times
from p2p_heroes.games.conquer.sharing import of_any_kind, plunder, plunders, portions
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score, Source, Stack
from p2p_heroes.games.conquer.world import CORNERS, Realm, Region
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import Mapped, among
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

BOUNCER, POURER, FLYER, KEG = "bouncer", "pourer", "flyer", "keg"
BAZAAR, KEGS, PLAN, FLEA = "bazaar", "blasting-kegs", "business-plan", "flea-market"
BREWERY, PAWNSHOP, CLUB = "kvass-brewery", "pawnshop", "gaming-club"
TAVERN_PRICE, TAVERNS_OF_VURT, POWER_AT_HOME, TOLL_WITHOUT_POURERS = 3, 3, 3, 2
MOST_COUNTED = 999
"""More visits, points or Pourers than sixteen rounds can bring."""


class Taverns(Own):
    """`sites`: where taverns stand, by the numbers of the corners. `goods`: what the Bazaar trades, if any.

    `dots` and `points` of the Business Plan, `bonus` of the Gaming Club. For one movement action: `visits`
    without a dot yet, how many opponents were `fleeced`, and the Pourers `pouring` when it began.
    """

    form: ClassVar[Form] = Form(
        "taverns",
        *(Part("sites", COUNTS), Part("dots", COUNT), Part("points", COUNT), Part("bonus", COUNT)),
        *(Part("goods", NAMES), Part("visits", COUNT), Part("fleeced", COUNT), Part("pouring", COUNT)),
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
        return (
            self.sites == among(sites_of(table), self.sites)
            and max(self.dots, self.fleeced) < len(table.players)
            and max(self.points, self.bonus, self.visits, self.pouring) <= MOST_COUNTED
            and self.goods in ((), *((name,) for name in BY_NAME))
        )


def sites_of(table: Table) -> tuple[int, ...]:
    """The corners between regions of this game, by their numbers on the whole map."""
    return _sites(table.realm)


@cache
def _sites(realm: Realm) -> tuple[int, ...]:
    return tuple(site for site, corner in enumerate(CORNERS) if corner in realm.corners)


def taverns_in(table: Table, seat: int, region: Region) -> int:
    """A tavern stands in each of the three regions of its corner."""
    return sum(region in CORNERS[site] for site in Taverns.of(table, seat).sites)


class Tavern(Decision):
    """Raise a tavern where these three regions meet, named in the order of the map."""

    form: ClassVar[Form] = Form("tavern", Part("regions", SOME_REGIONS))
    regions: tuple[Region, ...]


class Discard(Portion):
    form: ClassVar[Form] = Form("discard", Part("resources", AMOUNTS))


class Trade(Decision):
    form: ClassVar[Form] = Form("trade", Part("resource", NAME))
    resource: str


class Stake(Decision):
    form: ClassVar[Form] = Form("stake", Part("gold", COUNT))
    gold: int


class TavernRaised(Event):
    seat: int
    regions: tuple[Region, ...]


class TollTaken(Event):
    """So much a visitor has left in the taverns of `seat`; nobody has it now."""

    seat: int
    visitor: int
    wood: int
    iron: int
    gold: int


class DotsFilled(Event):
    """So many visits were counted; `dots` are filled now, and `points` were made on the way."""

    seat: int
    visits: int
    dots: int
    points: int


class TradeChosen(Event):
    seat: int
    resource: Resource


class GoldStaked(Event):
    seat: int
    gold: int
    points: int


class Raising(Asking):
    """The seat raises a tavern; one that costs gold may be declined."""

    form: ClassVar[Form] = Form("raising", Part("seat", COUNT), Part("gold", COUNT))
    whose = Taverns
    declined = "tavern"
    gold: int

    def offers(self, table: Table) -> tuple[Tavern, ...]:
        taken = Taverns.of(table, self.seat).sites
        if table.players[self.seat].stock[Resource.GOLD] < self.gold:
            return ()
        return tuple(Tavern(CORNERS[site]) for site in sites_of(table) if site not in taken)

    def may_decline(self, table: Table) -> bool:
        return bool(self.gold)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        """A tavern stands for the rest of the game; who is there already has not visited it."""
        assert isinstance(chosen, Tavern)
        pay(turn, self.seat, bundle(gold=self.gold))
        own = Taverns.of(turn.table, self.seat)
        sites = [at for at in sites_of(turn.table) if at in own.sites or CORNERS[at] == chosen.regions]
        turn.player(self.seat).rewrite(replace(own, sites=tuple(sites)))
        turn.tell(TavernRaised(self.seat, chosen.regions))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-a-corner-or-decline" if self.gold else "not-a-corner")

    def is_due(self, table: Table) -> bool:
        return self.gold in (0, TAVERN_PRICE)


class Paying(Asking):
    """A visitor of the seat loses so many resources, or all there are; which of them the visitor says."""

    form: ClassVar[Form] = Form("paying", Part("seat", COUNT), Part("visitor", COUNT), Part("toll", COUNT))
    whose = Taverns
    visitor: int
    toll: int

    @property
    def asked(self) -> int:
        return self.visitor

    def offers(self, table: Table) -> Mapped[Decision]:
        return portions(Discard, table.players[self.visitor].stock, self.toll)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Discard)
        player, own = turn.player(self.visitor), Taverns.of(turn.table, self.seat)
        if any(lost := bundled(chosen.resources)):
            player.stock = minus(player.stock, lost)
            # Each opponent counts once, also on a table where somebody is forged to pay again.
            fleeced = min(own.fleeced + 1, len(turn.table.players) - 1)
            turn.player(self.seat).rewrite(replace(own, fleeced=fleeced))
            turn.tell(TollTaken(self.seat, self.visitor, *lost))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("discard-exactly", count=self.toll)

    def is_due(self, table: Table) -> bool:
        is_opponent = self.visitor < len(table.players) and self.visitor != self.seat
        return is_opponent and TOLL_WITHOUT_POURERS <= self.toll <= TOLL_WITHOUT_POURERS + MOST_COUNTED


class TavernsFleece(Effect):
    """Once a region an opponent who comes there pays; every tavern there counts as a visit of its own."""

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        """Pourers pour as many as they were at first, though a curse may take one on its way."""
        if action is Action.MOVE:
            own = Taverns.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, pouring=count_of(turn.table, seat, POURER)))

    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        if visitor != seat and (taverns := taverns_in(turn.table, seat, region)):
            own = Taverns.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, visits=own.visits + taverns))
            pourers = max(own.pouring, count_of(turn.table, seat, POURER))
            turn.queue(Paying(seat, visitor, TOLL_WITHOUT_POURERS + pourers))

    def all_arrived(self, turn: Turn, seat: int) -> None:
        """Dots and points, then what the artefact of Odmoor gives for each opponent who paid."""
        own, player = Taverns.of(turn.table, seat), turn.player(seat)
        made, dots = divmod(own.dots + own.visits, len(turn.table.players))
        player.rewrite(replace(own, dots=dots, points=own.points + made, visits=0, fleeced=0, pouring=0))
        if own.visits:
            turn.tell(DotsFilled(seat, own.visits, dots, made))
        if own.fleeced and player.owns(Region.ODMOOR):
            turn.queue(of_any_kind(seat, own.fleeced))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        """The Business Plan counts even where it is not built: the artefact of Vurt fills its dots too."""
        return with_points(score, Taverns.of(table, seat).points, by_artefact=False)


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


class Trading(Asking):
    """The Bazaar stands: which gathering will bring more?"""

    form: ClassVar[Form] = Form("trading", Part("seat", COUNT))
    whose = Taverns
    refused = "not-traded"

    def offers(self, table: Table) -> tuple[Trade, ...]:
        return tuple(map(Trade, BY_NAME))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Trade)
        turn.player(self.seat).rewrite(replace(Taverns.of(turn.table, self.seat), goods=(chosen.resource,)))
        turn.tell(TradeChosen(self.seat, BY_NAME[chosen.resource]))


class BazaarTrades(Effect):
    """One more of the chosen resource in every action that gathers it, and from nowhere else."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == BAZAAR:
            turn.queue(Trading(seat))

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        return amount + 1 if str(resource) in Taverns.of(table, seat).goods else amount


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
        turn.queue(of_any_kind(seat, 2))


class PawnshopDoubles(Effect):
    """A seized fortress gives its resources twice."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        return times(received, 2) if source is Source.FORTRESS else received


class Staking(Asking):
    """The Gaming Club stands: how much gold is put into it?"""

    form: ClassVar[Form] = Form("staking", Part("seat", COUNT))
    whose = Taverns

    def offers(self, table: Table) -> tuple[Stake, ...]:
        gold = table.players[self.seat].stock[Resource.GOLD]
        return tuple(map(Stake, range(gold + 1))) if gold else ()

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Stake)
        points = chosen.gold // 3
        turn.player(self.seat).rewrite(replace(Taverns.of(turn.table, self.seat), bonus=points))
        pay(turn, self.seat, bundle(gold=chosen.gold))
        turn.tell(GoldStaked(self.seat, chosen.gold, points))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("stake-at-most", gold=table.players[self.seat].stock[Resource.GOLD])


class ClubPlays(Effect):
    """A point for every three gold that were staked when it was built."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == CLUB:
            turn.queue(Staking(seat))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, Taverns.of(table, seat).bonus, by_artefact=False)


class StockCounts(Effect):
    """A point for every seven resources that are left."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, sum(table.players[seat].stock) // 7, by_artefact=False)


class FlyersCarry(Effect):
    """One more movement point for each Flyer."""

    def movement_points(self, table: Table, seat: int, points: int) -> int:
        return points + count_of(table, seat, FLYER)


class VurtRaises(Effect):
    """Three taverns at once, for nothing."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.VURT:
            turn.queue(*[Raising(seat, gold=0)] * TAVERNS_OF_VURT)


class TavernsStrengthen(Effect):
    """One more total power for every two taverns, if a unit is there to use it (docs/rulings.md 61)."""

    def army_power(self, table: Table, seat: int, power: int, deployed: Amounts, combat: Combat) -> int:
        has_units = any(name != KEG for name, _ in deployed)
        return power + len(Taverns.of(table, seat).sites) // 2 if has_units else power


class Extorting(Asking):
    """The seat takes so many resources of its opponents at most; how many, which and from whom it says."""

    form: ClassVar[Form] = Form("extorting", Part("seat", COUNT), Part("count", COUNT))
    whose = Taverns
    question = "extort"
    count: int

    def offers(self, table: Table) -> Mapped[Decision]:
        victims = tuple(seat for seat in range(len(table.players)) if seat != self.seat)
        return plunders(table, self.seat, victims, self.count)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Plunder)
        plunder(turn, self.seat, chosen.spoils)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("plunder-opponents", count=self.count)


class FolenExtorts(Effect):
    """Up to ten resources of the opponents at once."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.FOLEN:
            turn.queue(Extorting(seat, 10))


def _structure(
    name: str, level: int, price: Bundle, points: int, needs: tuple[str, ...], effect: Effect, *guessed: str
) -> Structure:
    """`price`: wood, iron and gold."""
    return Structure(name, level, price, points, needs, (effect,), guessed=guessed)


# That a tavern is paid for in gold is reconstructed; the amount is printed.
GREMLINS = Board(
    name="gremlins",
    units=(Unit(BOUNCER, power=1, price=2, start=3), Unit(POURER, power=4, price=3), Unit(FLYER, 9, 5)),
    structures=(
        _structure(BAZAAR, 1, (2, 2, 2), 0, (), BazaarTrades()),
        _structure(KEGS, 1, (5, 0, 0), 0, (), KegsBlast(), "level", "price"),
        _structure("slums", 1, (4, 0, 0), 0, (), Recruits(BOUNCER), "price"),
        _structure(PLAN, 1, (0, 2, 2), 0, (), PlanRaises(), "effects"),
        _structure(FLEA, 2, (2, 3, 0), 1, (BAZAAR,), FleaMarketFinds(), "price", "effects"),
        _structure(BREWERY, 2, (2, 4, 2), 1, (PLAN,), Recruits(POURER)),
        _structure(PAWNSHOP, 3, (2, 3, 0), 2, (FLEA, KEGS), PawnshopDoubles(), "price"),
        _structure(CLUB, 3, (5, 0, 0), 2, (FLEA,), ClubPlays(), "level", "price"),
        _structure(
            "trade-chamber", 4, (0, 5, 2), 2, (PAWNSHOP,), StockCounts(), "level", "price", "needs", "effects"
        ),
        _structure("dragon-track", 4, (6, 9, 0), 3, (BREWERY,), Recruits(FLYER), "price", "needs"),
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
    decisions=(Tavern, Discard, Trade, Stake),
    stages=(Raising, Paying, Trading, Staking, Extorting),
    details=(
        Detail("tavern", f"{TAVERN_PRICE} gold"),
        Detail("flea-market", "resources of any kind"),
        Detail("trade-chamber", "counts all resources"),
    ),
)
