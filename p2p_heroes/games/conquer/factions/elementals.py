"""Elementals (Russian rulebook, Elementals): seven shards of the Heart, each of which makes something better.

Of the shards only the white one is written down: the others follow from what they were
got by, so one that can be lost is lost with it. Of four armies only two can ever be had. The block of
the board keeps what shows nowhere else: copies of artefacts, the Maya's steps, the Bag and that shard.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from p2p_heroes.games.conquer.army import count_of, unit_power
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.building import BuildingEnds, is_built
from p2p_heroes.games.conquer.collecting import fulfils, terms_of
from p2p_heroes.games.conquer.decisions import ACTIONS, Action, Decision, Portion
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import FoundationPoints, Recruits, ResourcesArrive, with_points
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Detail, Structure, Unit
from p2p_heroes.games.conquer.holdings import add_units, circle_monster, gain_units, loot_monster, pay
from p2p_heroes.games.conquer.kinds import AMOUNTS, SOME_REGIONS, in_order
from p2p_heroes.games.conquer.monsters import MONSTERS
from p2p_heroes.games.conquer.moving import entry_costs
from p2p_heroes.games.conquer.planning import act_alone, performance
from p2p_heroes.games.conquer.recruiting import recruitable, unit_price
from p2p_heroes.games.conquer.resources import (
    NOTHING,
    Amounts,
    Bundle,
    Resource,
    bundle,
    bundled,
    covers,
    named,
)
from p2p_heroes.games.conquer.sharing import Taking, all_portions
from p2p_heroes.games.conquer.state import ROUNDS, Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score, Stack
from p2p_heroes.games.conquer.visiting import adjacent, is_fortress_free, is_fortress_taken
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, PLACES, Place, Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import among
from p2p_heroes.games.kit.effects import tell
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT, FLAG
from p2p_heroes.games.kit.refusals import Reason, because

ZEPHYR, TUR, MAYA, JAZIR = "zephyr", "tur", "maya", "jazir"
SANDS, THREAD, MIRROR, LAMP = "sands-of-time", "guiding-thread", "crooked-mirror", "magic-lamp"
BAG, CARPET, CAP = "bottomless-bag", "flying-carpet", "cap-of-invisibility"
TOWERS, TERRACES, PALACE, HALLS = "floating-towers", "green-terraces", "fire-palace", "crystal-halls"
HOMES = {ZEPHYR: TOWERS, TUR: TERRACES, MAYA: HALLS, JAZIR: PALACE}
RIVALS = {TOWERS: TERRACES, TERRACES: TOWERS, PALACE: HALLS, HALLS: PALACE}
"""Each keeps the other from being built, for the whole game."""
MAYA_POWERS = (7, 10, 14)
STEP_PRICE = bundle(gold=4)
BAG_PRICE = 6
HIRED, KEPT, PURSE = "+", "-kept", "purse"
SECOND_LAST = len(MONSTERS) - 2


class Shard(Enum):
    """In the order of the board; what its list does not name in colours is named by us."""

    BLUE = "blue"
    TROPHY = "trophy"
    LEAF = "leaf"
    ORE = "ore"
    THREAD = "thread"
    VIOLET = "violet"
    WHITE = "white"

    def __str__(self) -> str:
        return self.value


SHARDS = tuple(Shard)
MILESTONES = {Shard.LEAF: Resource.WOOD, Shard.ORE: Resource.IRON}
"""Which of them are got by reaching a milestone."""
FORTRESSES = {Shard.THREAD: Region.BRYNNLORE, Shard.VIOLET: Region.WERS}
"""Which of them are got by seizing a fortress."""


class Wonders(Own):
    """Copied artefacts, how often the Maya were strengthened, the points of the Bag, and the white shard.

    For one building action only: whether the Bag was `stowed` and the Maya `tempered` in it.
    """

    form: ClassVar[Form] = Form(
        "wonders",
        *(Part("copies", SOME_REGIONS), Part("steps", COUNT), Part("bag", COUNT)),
        *(Part("stowed", FLAG), Part("tempered", FLAG), Part("white", FLAG)),
    )
    copies: tuple[Region, ...] = ()
    steps: int = 0
    bag: int = 0
    stowed: bool = False
    tempered: bool = False
    white: bool = False

    @property
    def lent(self) -> int:
        return sum(1 << ARTEFACT_REGIONS.index(region) for region in self.copies)

    def is_sound(self, table: Table) -> bool:
        seat = next(at for at, player in enumerate(table.players) if player.own is self)
        units = zip(table.boards[seat].unit_index, table.players[seat].units, strict=True)
        return (
            self.copies == among(ARTEFACT_REGIONS, self.copies)
            and all(is_anothers(table, seat, artefact) for artefact in self.copies)
            and (not self.copies or is_built(table, seat, MIRROR))
            and self.steps < len(MAYA_POWERS)
            and (not self.steps or is_built(table, seat, HALLS))
            and self.bag <= 2 * ROUNDS
            and (not self.bag or is_built(table, seat, BAG))
            and self.stowed <= self.bag
            and self.tempered <= self.steps
            and (not (self.stowed or self.tempered) or BuildingEnds() in table.agenda)
            and self.white <= table.players[seat].monsters >> SECOND_LAST & 1
            and not any(is_crossed_out(table, seat, name) for name in RIVALS if is_built(table, seat, name))
            and all(is_built(table, seat, HOMES[unit]) for unit, count in units if count)
        )


def is_anothers(table: Table, seat: int, artefact: Region) -> bool:
    """Whether an opponent owns an artefact."""
    return any(player.owns(artefact) for at, player in enumerate(table.players) if at != seat)


def is_crossed_out(table: Table, seat: int, structure: str) -> bool:
    return is_built(table, seat, RIVALS[structure])


def shards_of(table: Table, seat: int) -> tuple[Shard, ...]:
    """The shards that a seat has at this moment, in their order."""
    return tuple(shard for shard in SHARDS if has_shard(table, seat, shard))


def has_shard(table: Table, seat: int, shard: Shard) -> bool:
    player = table.players[seat]
    if shard is Shard.BLUE:
        return is_built(table, seat, LAMP)
    if shard is Shard.TROPHY:
        return player.owns(Region.ODMOOR) or Region.ODMOOR in Wonders.of(table, seat).copies
    if shard is Shard.WHITE:
        return Wonders.of(table, seat).white
    if shard in MILESTONES:
        return bool(player.milestones[MILESTONES[shard]])
    return bool(player.fortresses >> FORTRESSES[shard] & 1)


# Armies.


class MonsterHoldsShard(Effect):
    """The white shard lies in the place of the second-last monster's resources (docs/rulings.md 133)."""

    def monster_looted(self, turn: Turn, seat: int, monster: int) -> None:
        if monster == SECOND_LAST:
            turn.player(seat).rewrite(replace(Wonders.of(turn.table, seat), white=True))


class ArmiesExclude(Effect):
    """Either Zephyrs or Turs, either Jazirs or Maya: the first structure of a pair crosses out the other."""

    def structure_barred(
        self, table: Table, seat: int, why: Reason | None, structure: Structure
    ) -> Reason | None:
        name = structure.name
        if name in RIVALS and is_crossed_out(table, seat, name):
            return because("crossed-out", structure=name, rival=RIVALS[name])
        return why


class ShardStrengthens(Effect):
    """With a shard, a unit has another power."""

    shard: Shard
    unit: str
    power: int

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return self.power if unit.name == self.unit and has_shard(table, seat, self.shard) else power


class ShardCalls(Effect):
    """With a shard, a unit joins at the start of every building action."""

    shard: Shard
    unit: str

    def building_started(self, turn: Turn, seat: int) -> None:
        if has_shard(turn.table, seat, self.shard):
            gain_units(turn, seat, self.unit, 1)


class UnitsBrought(Event):
    """Units of this kind bring so many resources."""

    seat: int
    unit: str
    count: int


class ZephyrsGlean(Effect):
    """Each brings a resource from a fortress that nobody has seized. A property of the Zephyr."""

    def all_arrived(self, turn: Turn, seat: int) -> None:
        """After tolls and curses, which meet the army on its way."""
        table, player = turn.table, turn.table.players[seat]
        if not player.moved or player.region is None or not is_fortress_free(table, player.region, seat):
            return
        fortress = table.boards[seat].places[player.region].fortress
        assert fortress is not None
        count = min(count_of(table, seat, ZEPHYR), sum(fortress.resources))
        if count:
            turn.tell(UnitsBrought(seat, ZEPHYR, count))
            turn.queue(Taking(seat, fortress.resources, count))


class TursEnrich(Effect):
    """Wood or iron for each that was in a fight that is won. A property of the Tur."""

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        turs = sum(count for name, count in deployed if name.removesuffix(HIRED) == TUR)
        if won and turs:
            turn.tell(UnitsBrought(seat, TUR, turs))
            turn.queue(Taking(seat, bundle(wood=turs, iron=turs), turs))


class JazirsShine(Effect):
    """Three power for every shard of the moment."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return power + 3 * len(shards_of(table, seat)) if unit.name == JAZIR else power


class Temper(Decision):
    """Make all Maya stronger."""

    form: ClassVar[Form] = Form("temper")


class MayaTempered(Event):
    seat: int
    power: int


class MayaAreTempered(Effect):
    """For gold all Maya become stronger: once in a building action, twice in a game."""

    def unit_power(self, table: Table, seat: int, power: int, unit: Unit) -> int:
        return MAYA_POWERS[Wonders.of(table, seat).steps] if unit.name == MAYA else power

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        own = Wonders.of(table, seat)
        is_open = own.steps + 1 < len(MAYA_POWERS) and not own.tempered
        return (*offers, Temper()) if is_open and covers(table.players[seat].stock, STEP_PRICE) else offers

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Temper):
            own = Wonders.of(turn.table, seat)
            pay(turn, seat, STEP_PRICE)
            turn.player(seat).rewrite(replace(own, steps=own.steps + 1, tempered=True))
            turn.tell(MayaTempered(seat, MAYA_POWERS[own.steps + 1]))


# Structures.


class ActionsPass(Effect):
    """What is done once in a building action may be done again in the next."""

    def building_closed(self, turn: Turn, seat: int) -> None:
        own = Wonders.of(turn.table, seat)
        if own.stowed or own.tempered:
            turn.player(seat).rewrite(replace(own, stowed=False, tempered=False))


class FortressesBear(Effect):
    """With the blue shard every fortress that anybody has seized is a foundation of ours."""

    def has_foundation(self, table: Table, seat: int, has: bool, region: Region) -> bool:
        is_fortress = table.boards[seat].places[region].fortress is not None
        bears = is_fortress and has_shard(table, seat, Shard.BLUE) and is_fortress_taken(table, region)
        return has or bears


class ThreadLeads(Effect):
    """Forests cost less, and still less with the shard of Brynnlore."""

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        if table.terrain[region] is not Terrain.FOREST:
            return cost
        return 1 if has_shard(table, seat, Shard.THREAD) else 2


class Copy(Decision):
    """Copy the artefact of the region; `paid` says for what, where it is not for a deed."""

    form: ClassVar[Form] = Form("copy", Part("paid", AMOUNTS, "for"))
    paid: Amounts = ()


class ArtefactCopied(Event):
    seat: int
    artefact: Region


class CopyVanished(Event):
    """The original has come to the seat."""

    seat: int
    artefact: Region


class MirrorCopies(Effect):
    """Where an artefact lay that an opponent has, it can be copied on the terms of our own board."""

    def collecting_offers(
        self, table: Table, seat: int, offers: tuple[Decision, ...], region: Region
    ) -> tuple[Decision, ...]:
        is_open = is_anothers(table, seat, region) if PLACES[region].artefact else False
        if not is_open or region in Wonders.of(table, seat).copies:
            return offers
        ways = [terms for terms in terms_of(table, seat, region) if fulfils(table, seat, terms)]
        return (*offers, *(Copy(in_order((*named(terms.price), *terms.tribute))) for terms in ways))

    def collecting_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        artefact = turn.table.players[seat].here
        if isinstance(decision, Copy):
            pay(turn, seat, bundled(decision.paid))
            own = Wonders.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, copies=among(ARTEFACT_REGIONS, (*own.copies, artefact))))
            turn.tell(ArtefactCopied(seat, artefact))
            tell(Effect.artefact_gained, turn, seat, artefact)

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        """Nobody has both: with the original the copy is gone."""
        own = Wonders.of(turn.table, seat)
        if turn.table.players[seat].owns(artefact) and artefact in own.copies:
            copies = tuple(one for one in own.copies if one is not artefact)
            turn.player(seat).rewrite(replace(own, copies=copies))
            turn.tell(CopyVanished(seat, artefact))


class Stow(Portion):
    """Throw these resources into the Bag."""

    form: ClassVar[Form] = Form("stow", Part("resources", AMOUNTS))


class BagFilled(Event):
    """`points` for this time; `total` is what the Bag is worth now."""

    seat: int
    points: int
    total: int


class BagSwallows(Effect):
    """Resources of any kind for points that stay, once in a building action."""

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        stock = table.players[seat].stock
        is_open = sum(stock) >= BAG_PRICE and not Wonders.of(table, seat).stowed
        return (*offers, *all_portions(Stow, stock, BAG_PRICE)) if is_open else offers

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Stow):
            own = Wonders.of(turn.table, seat)
            points = 2 if has_shard(turn.table, seat, Shard.TROPHY) else 1
            pay(turn, seat, bundled(decision.resources))
            turn.player(seat).rewrite(replace(own, bag=own.bag + points, stowed=True))
            turn.tell(BagFilled(seat, points, own.bag + points))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, Wonders.of(table, seat).bag, by_artefact=False)


class CarpetFlies(Effect):
    """The first step costs a point; or, with the white shard, it leads anywhere for the region's own cost."""

    def first_steps(
        self, table: Table, seat: int, steps: tuple[tuple[Region, int], ...]
    ) -> tuple[tuple[Region, int], ...]:
        origin = table.players[seat].here
        near = ((region, 1) for region in adjacent(table, seat, origin))
        if not has_shard(table, seat, Shard.WHITE):
            return (*steps, *near)
        costs = entry_costs(table, seat, by_portal=True)
        return (*steps, *near, *((region, costs[region]) for region in table.realm.regions))


class Vanish(Decision):
    """Perform the action that was left out of the round, alone."""

    form: ClassVar[Form] = Form("vanish")


class ActedAlone(Event):
    """What follows is an action of this seat only."""

    seat: int
    action: str
    level: int


class Vanishing(Asking):
    """The first action is about to begin; the seat may come before it."""

    form: ClassVar[Form] = Form("vanishing", Part("seat", COUNT))
    whose = Wonders
    declined = "the action left out"

    def offers(self, table: Table) -> tuple[Vanish]:
        return (Vanish(),)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        action = left_out(turn.table)
        level = 2 if has_shard(turn.table, self.seat, Shard.VIOLET) else 1
        together_again = act_alone(turn, self.seat)
        turn.tell(ActedAlone(self.seat, str(action), level))
        # It is not one of the announced actions, so nobody is told that one of them begins.
        turn.queue(performance(action, level), together_again)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return because("not-vanished", action=describe(left_out(table)))

    def is_due(self, table: Table) -> bool:
        return table.agenda.count(self) == 1 and table.alone is None and bool(table.plan)


def left_out(table: Table) -> Action:
    """The action that the plan of the round does not have."""
    return next(action for name, action in ACTIONS.items() if name not in table.plan)


def describe(action: Action) -> str:
    return str(action) if action in (Action.MOVE, Action.BUILD) else f"gather {action}"


class CapHides(Effect):
    def actions_awaited(self, turn: Turn, seat: int) -> None:
        turn.queue(Vanishing(seat))


# Artefacts.


class ShardPoints(Effect):
    """A point per shard at the end."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, len(shards_of(table, seat)), by_artefact=True)


class VurtDefeats(Effect):
    """The leftmost open monster is beaten without a fight."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        standing = monsters_left(turn.table, seat)
        if artefact is Region.VURT and standing:
            circle_monster(turn, seat, standing[0])
            loot_monster(turn, seat, standing[0])


class HiredForFight(Event):
    """What was just paid was for these units, recruited right before the fight.

    `units` have perished in it, `kept` stayed out of it.
    """

    seat: int
    units: Amounts
    kept: Amounts = ()


class HiresForFights(Effect):
    """Whatever can be recruited can be recruited before any fight, for its price, and fights in it or not."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        return (*stacks, *self._hired(table, seat))

    def _hired(self, table: Table, seat: int) -> Iterator[Stack]:
        index, gold = table.boards[seat].unit_index, table.players[seat].stock[Resource.GOLD]
        for name in recruitable(table, seat):
            price = unit_price(table, seat, name)
            if gold >= price:
                power = unit_power(table, seat, index[name])
                yield Stack(name + HIRED, power, gold // price, pool=PURSE, takes=price)
                yield Stack(name + KEPT, 0, gold // price, pool=PURSE, takes=price, fights=False)

    def pool(self, table: Table, seat: int, size: int, name: str) -> int:
        return size + table.players[seat].stock[Resource.GOLD] if name == PURSE else size

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        hired, kept = (_ending(deployed, mark) for mark in (HIRED, KEPT))
        if hired or kept:
            gold = sum(count * unit_price(turn.table, seat, name) for name, count in (*hired, *kept))
            pay(turn, seat, bundle(gold=gold))
            for name, count in kept:
                add_units(turn, seat, name, count)
            turn.tell(HiredForFight(seat, hired, kept))


def _ending(deployed: Amounts, mark: str) -> Amounts:
    """Those of the stacks whose names have such an ending, by the names of their units."""
    return tuple((name.removesuffix(mark), count) for name, count in deployed if name.endswith(mark))


class ArrowsIgnored(Effect):
    """Structures need no others; all else that they need they still do."""

    def needs_met(self, table: Table, seat: int, met: bool, structure: Structure) -> bool:
        return True


def _without_resources(region: Region) -> Place:
    """A fortress that has a shard in the place of its resources."""
    place = PLACES[region]
    assert place.fortress is not None
    return replace(place, fortress=replace(place.fortress, resources=NOTHING), guessed=())


OURS = ("level", "needs")
"""What of a structure is reconstructed, besides what each says itself."""


def _home(
    unit: str, level: int, price: Bundle, points: int, needs: tuple[str, ...], shard: Shard, *more: Effect
) -> Structure:
    """Where a unit is recruited, and with a shard joins by itself."""
    effects = (Recruits(unit), ShardCalls(shard, unit), *more)
    return Structure(HOMES[unit], level, price, points, needs, effects, guessed=(*OURS, "price", "effects"))


ELEMENTALS = Board(
    name="elementals",
    units=(
        Unit(ZEPHYR, power=2, price=2),
        Unit(TUR, power=1, price=2),
        Unit(MAYA, power=7, price=5),
        Unit(JAZIR, power=0, price=6),
    ),
    structures=(
        Structure(SANDS, 1, (3, 0, 1), 0, (), (FoundationPoints(), FortressesBear()), guessed=("price",)),
        Structure(THREAD, 2, (2, 2, 2), 0, (SANDS,), (ThreadLeads(),), guessed=(*OURS, "effects")),
        Structure(MIRROR, 3, (4, 4, 0), 1, (THREAD,), (MirrorCopies(),), guessed=(*OURS, "price")),
        # What it gives is the blue shard.
        Structure(LAMP, 4, (15, 0, 0), 2, (MIRROR,), guessed=(*OURS, "price")),
        Structure(BAG, 1, (0, 4, 1), 0, (), (BagSwallows(),), guessed=("price", "effects")),
        Structure(CARPET, 2, (4, 0, 0), 1, (BAG,), (CarpetFlies(),), guessed=("price", "needs")),
        Structure(CAP, 3, (0, 7, 0), 2, (CARPET,), (CapHides(),), guessed=("price", "needs")),
        _home(ZEPHYR, 2, (2, 4, 0), 1, (SANDS, BAG), Shard.ORE),
        _home(TUR, 2, (4, 2, 0), 2, (SANDS, BAG), Shard.LEAF),
        _home(JAZIR, 4, (7, 3, 0), 2, (TOWERS, TERRACES), Shard.BLUE),
        _home(MAYA, 4, (3, 7, 0), 4, (TOWERS, TERRACES), Shard.BLUE, MayaAreTempered()),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (ShardPoints(),)),
        Artefact(Region.VURT, (VurtDefeats(),)),
        Artefact(Region.DORTAL, (HiresForFights(),)),
        Artefact(Region.FOLEN, (ResourcesArrive(Region.FOLEN, 10),), guessed=("effects",)),
        # What it gives is the trophy shard.
        Artefact(Region.ODMOOR),
        Artefact(Region.TOGEED, (ArrowsIgnored(),)),
    ),
    costs=Costs(forest=3, lake=2, meadow=1, mountain=2, guessed=("forest", "lake")),
    nature=(
        MonsterHoldsShard(),
        ArmiesExclude(),
        ShardStrengthens(Shard.LEAF, ZEPHYR, 3),
        ShardStrengthens(Shard.ORE, TUR, 2),
        JazirsShine(),
        ZephyrsGlean(),
        TursEnrich(),
        ActionsPass(),
    ),
    own=Wonders(),
    decisions=(Temper, Copy, Stow, Vanish),
    stages=(Vanishing,),
    monsters=tuple(
        replace(monster, resources=NOTHING) if at == SECOND_LAST else monster
        for at, monster in enumerate(MONSTERS)
    ),
    places={**PLACES, **{region: _without_resources(region) for region in (Region.BRYNNLORE, Region.WERS)}},
    details=(
        Detail("tur", "brings wood or iron"),
        Detail("tempering of the maya", f"{sum(STEP_PRICE)} gold in a building action"),
        Detail("bottomless-bag", f"{BAG_PRICE} of any kind, once in a building action"),
        Detail("artefact of Folen", "10 of any kind"),
    ),
)
