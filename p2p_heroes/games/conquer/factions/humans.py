"""Humans (rulebook p. 15): many sturdy troops, and a tower that hides parts of the map from everybody else.

What the tower hides stays hidden to the end of the game; the Humans themselves use it by the usual rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import isqrt
from typing import ClassVar, TypeAlias

from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.building import is_built
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    FortressPoints,
    FoundationPoints,
    MorePoints,
    Power,
    Recruits,
    TerrainCost,
    UnitsArrive,
)
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Structure, Unit
from p2p_heroes.games.conquer.holdings import pay, receive, store
from p2p_heroes.games.conquer.kinds import AMOUNTS, ERRAND, NAME, SOME_REGION
from p2p_heroes.games.conquer.resources import (
    PRINTED,
    RESOURCES,
    Amounts,
    Bundle,
    Resource,
    bundle,
    bundled,
    covers,
    minus,
    named,
    only,
)
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Foe, Source, Thing
from p2p_heroes.games.conquer.visiting import is_artefact_free, is_fortress_free, is_withheld
from p2p_heroes.games.conquer.world import PLACES, Realm, Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import Lazy, Shares, among
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.kinds import COUNT, Several
from p2p_heroes.games.kit.refusals import Reason, because

MILITIA, WARRIOR, KNIGHT = "militia", "warrior", "knight"
TOWER = "tower-of-illusions"
ILLUSION_PRICE = bundle(gold=4)
SWAP_RATE = 2
MOST_RECEIVED = 999
"""More wood than any one gain can bring."""
FOUNDATION_DISCOUNT = 2

Object: TypeAlias = tuple[str, Region]
"""Something on the map: what it is, by the word for the thing, and where."""

# A word and a region is also the form in which a piece and its goal are written.
OBJECTS: Several[Object] = Several(ERRAND, width=2)


class Illusions(Own):
    """What others cannot see, in the order of the regions."""

    form: ClassVar[Form] = Form("illusions", Part("concealed", OBJECTS))
    concealed: tuple[Object, ...] = ()

    def is_sound(self, table: Table) -> bool:
        seat = next(at for at, player in enumerate(table.players) if player.own is self)
        return self.concealed == among(objects_of(table), self.concealed) and (
            not self.concealed or is_built(table, seat, TOWER)
        )


def concealed_by(table: Table, seat: int) -> tuple[Object, ...]:
    return Illusions.of(table, seat).concealed


def objects_of(table: Table) -> tuple[Object, ...]:
    """All that lies in the regions in play."""
    return _objects(table.realm)


@cache
def _objects(realm: Realm) -> tuple[Object, ...]:
    found: list[Object] = []
    for region in realm.regions:
        place = PLACES[region]
        lies_there = {
            Thing.FORTRESS: place.fortress is not None,
            Thing.ARTEFACT: place.artefact,
            Thing.PORTAL: place.portal,
            Thing.FOUNDATION: place.foundation,
        }
        found += [(thing.value, region) for thing in Thing if lies_there[thing]]
    return tuple(found)


class Conceal(Decision):
    """Hide an object from all others."""

    form: ClassVar[Form] = Form("conceal", Part("thing", NAME), Part("region", SOME_REGION))
    thing: str
    region: Region


class ObjectConcealed(Event):
    seat: int
    thing: Thing
    region: Region


class Concealing(Asking):
    """The seat may pay to hide one object."""

    form: ClassVar[Form] = Form("concealing", Part("seat", COUNT))
    whose = Illusions
    declined = "conceal"

    def offers(self, table: Table) -> tuple[Conceal, ...]:
        if not covers(table.players[self.seat].stock, ILLUSION_PRICE):
            return ()
        return tuple(Conceal(*target) for target in concealable(table, self.seat))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Conceal)
        pay(turn, self.seat, ILLUSION_PRICE)
        concealed = (*concealed_by(turn.table, self.seat), (chosen.thing, chosen.region))
        turn.player(self.seat).rewrite(Illusions(among(objects_of(turn.table), concealed)))
        turn.tell(ObjectConcealed(self.seat, Thing(chosen.thing), chosen.region))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if not isinstance(decision, Conceal):
            return because("not-concealed")
        target = (decision.thing, decision.region)
        if target in concealed_by(table, seat):
            return because("concealed-already", thing=decision.thing, region=decision.region)
        if target in objects_of(table):
            return because("gone", thing=decision.thing, region=decision.region)
        return because("no-such-object", thing=decision.thing, region=decision.region)


def concealable(table: Table, seat: int) -> Iterator[Object]:
    """What can still be hidden: nothing twice, and no fortress or artefact that somebody has."""
    concealed = concealed_by(table, seat)
    return (found for found in objects_of(table) if found not in concealed and _is_left(table, seat, found))


def _is_left(table: Table, seat: int, found: Object) -> bool:
    thing, region = Thing(found[0]), found[1]
    if thing is Thing.FORTRESS:
        return is_fortress_free(table, region, seat)
    if thing is Thing.ARTEFACT:
        return is_artefact_free(table, region, seat)
    return not is_withheld(table, thing, region, seat)


class TowerConceals(Effect):
    """At the end of a building action, whether anything was built or not."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.queue(Concealing(seat))

    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        return held or (thing.value, region) in concealed_by(table, seat)


class Swap(Decision):
    """Give two of one resource for one of another, so many times."""

    form: ClassVar[Form] = Form("swap", Part("given", NAME), Part("gained", NAME), Part("times", COUNT))
    given: str
    gained: str
    times: int


@lru_cache(maxsize=4096)
def _swaps(*most: int) -> tuple[Swap, ...]:
    """Every swap, of each resource so often at most."""
    return tuple(
        Swap(str(given), str(gained), times)
        for given in RESOURCES
        for gained in RESOURCES
        if gained is not given
        for times in range(1, most[given] + 1)
    )


class MarketSwaps(Effect):
    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        wood, iron, gold = table.players[seat].stock
        return (*offers, *_swaps(wood // SWAP_RATE, iron // SWAP_RATE, gold // SWAP_RATE))

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Swap):
            given, gained = Resource[decision.given.upper()], Resource[decision.gained.upper()]
            pay(turn, seat, only(given, SWAP_RATE * decision.times))
            receive(turn, seat, only(gained, decision.times), Source.EFFECT)


class ExchangeWood(Decision):
    """What to receive in place of wood, wood itself included."""

    form: ClassVar[Form] = Form("exchange", Part("taken", AMOUNTS))
    taken: Amounts


class WoodExchanged(Event):
    """So much iron and gold is received in place of as much wood."""

    seat: int
    iron: int
    gold: int


class Splits(Lazy[Decision]):
    """Every way to receive so much wood as wood, iron and gold; all of it as wood comes first."""

    def __init__(self, wood: int) -> None:
        self._wood = wood

    def __len__(self) -> int:
        return (self._wood + 1) * (self._wood + 2) // 2

    def item(self, place: int) -> ExchangeWood:
        # With so many `replaced` there are one more ways, so 1 + 2 + ... + `replaced` come before them.
        replaced = (isqrt(8 * place + 1) - 1) // 2
        gold = place - replaced * (replaced + 1) // 2
        return ExchangeWood(named((self._wood - replaced, replaced - gold, gold)))

    def __contains__(self, decision: object) -> bool:
        if (
            not isinstance(decision, ExchangeWood)
            or not {name for name, _ in decision.taken} <= PRINTED.keys()
        ):
            return False
        return sum(count for _, count in decision.taken) == self._wood


class Exchanging(Asking):
    """So much wood was received and has not been stored yet; `source`: where it came from."""

    form: ClassVar[Form] = Form("exchanging", Part("seat", COUNT), Part("wood", COUNT), Part("source", NAME))
    whose = Illusions
    wood: int
    source: str

    def offers(self, table: Table) -> Splits:
        return Splits(self.wood)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, ExchangeWood)
        taken = bundled(chosen.taken)
        if taken[Resource.WOOD] < self.wood:
            turn.tell(WoodExchanged(self.seat, taken[Resource.IRON], taken[Resource.GOLD]))
        store(turn, self.seat, taken, Source(self.source))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("exchange-all", wood=self.wood)

    def is_due(self, table: Table) -> bool:
        return 0 < self.wood <= MOST_RECEIVED and self.source in [source.value for source in Source]


class WoodTurns(Effect):
    """Wood, wherever it comes from, may be received as iron and gold."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        wood, iron, gold = received
        if wood:
            turn.queue(Exchanging(seat, wood, source.value))
        return bundle(iron=iron, gold=gold)


class FoundationsSave(Effect):
    """A structure on a foundation costs less, of whatever resources the builder likes."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        if on is None:
            return prices
        # Two prices may come down to the same one, which is to be offered once.
        return tuple(dict.fromkeys(lower for price in prices for lower in _discounted(price)))


def _discounted(price: Bundle) -> Iterator[Bundle]:
    for wood, iron, gold in Shares(price, min(FOUNDATION_DISCOUNT, sum(price))):
        yield minus(price, (wood, iron, gold))


HUMANS = Board(
    name="humans",
    units=(
        Unit(MILITIA, power=1, price=1, start=4, guessed=("coined",)),
        Unit(WARRIOR, power=3, price=2, guessed=("coined",)),
        Unit(KNIGHT, power=7, price=4, guessed=("coined",)),
    ),
    structures=(
        Structure(
            "market",
            1,
            bundle(wood=2, gold=2),
            0,
            (),
            (MarketSwaps(),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            "town-hall",
            1,
            bundle(wood=2, iron=2),
            0,
            (),
            (Recruits(MILITIA),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            "house-of-trackers",
            2,
            bundle(wood=3, iron=1, gold=1),
            1,
            ("market",),
            (TerrainCost(Terrain.MOUNTAIN, 2),),
            guessed=("level", "price", "points", "effects"),
        ),
        Structure(
            TOWER,
            2,
            bundle(iron=3),
            1,
            ("town-hall",),
            (TowerConceals(),),
            guessed=("level", "price", "effects"),
        ),
        Structure(
            "warrior-guild",
            2,
            bundle(wood=2, iron=3),
            1,
            ("town-hall",),
            (Recruits(WARRIOR),),
            guessed=("level", "price", "points", "needs", "effects"),
        ),
        Structure(
            "armoury",
            3,
            bundle(iron=5, gold=2),
            2,
            ("house-of-trackers",),
            (Power(MILITIA, 2), Power(WARRIOR, 4)),
            guessed=("level", "price", "points", "effects"),
        ),
        Structure(
            "barracks",
            3,
            bundle(wood=3, iron=4, gold=1),
            2,
            (TOWER, "warrior-guild"),
            (Recruits(KNIGHT),),
            guessed=("level", "price", "points", "effects"),
        ),
        Structure(
            "stables",
            3,
            bundle(wood=4, gold=3),
            2,
            ("house-of-trackers",),
            (MorePoints(1),),
            guessed=("coined",),
        ),
        Structure(
            "royal-castle",
            4,
            bundle(wood=4, iron=5, gold=4),
            3,
            ("barracks",),
            (Power(KNIGHT, 9),),
            guessed=("coined",),
        ),
        Structure(
            "cathedral",
            4,
            bundle(wood=5, iron=2, gold=5),
            1,
            ("armoury", "barracks"),
            (FoundationPoints(),),
            guessed=("coined",),
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (WoodTurns(),), guessed=("region",)),
        Artefact(Region.VURT, (TerrainCost(Terrain.FOREST, 1),), guessed=("region", "effects")),
        Artefact(Region.DORTAL, (UnitsArrive(Region.DORTAL, KNIGHT, 2),), guessed=("effects",)),
        Artefact(Region.FOLEN, (FoundationsSave(),), guessed=("effects",)),
        Artefact(Region.ODMOOR, (FortressPoints(1, by_artefact=True),), guessed=("effects",)),
        Artefact(Region.TOGEED, (ArmyPower(3, (Foe.PLAYERS,)),), guessed=("effects",)),
    ),
    costs=Costs(forest=2, lake=2, meadow=1, mountain=3, guessed=("forest", "lake", "meadow", "mountain")),
    own=Illusions(),
    decisions=(Conceal, Swap, ExchangeWood),
    stages=(Concealing, Exchanging),
)
