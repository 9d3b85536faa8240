"""Bees: a faction that is not in the box, built the way docs/adding-a-faction.md tells.

They store honey, which is thrown in fights and spent on hives; a hive stings whoever comes near it.
Dances show the way, and a swarm flies ahead on its own. Their score counts hives and honey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from p2p_heroes.games.conquer.battle import monsters_left
from p2p_heroes.games.conquer.decisions import Decision, Decline
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import GrantsStructure, Power, Price, Recruits, UnitsArrive, with_points
from p2p_heroes.games.conquer.faction import Artefact, ArtefactTerms, Board, Costs, Structure, Unit
from p2p_heroes.games.conquer.holdings import changed, circle_monster, gain_units, pay, receive
from p2p_heroes.games.conquer.kinds import REGION, SOME_REGION, SOME_REGIONS
from p2p_heroes.games.conquer.resources import Amounts, Bundle, Resource, bundle, covers, minus
from p2p_heroes.games.conquer.state import Own, Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Piece, Score, Source, Stack, Thing
from p2p_heroes.games.conquer.visiting import adjacent, weaken
from p2p_heroes.games.conquer.world import PLACES, Region
from p2p_heroes.games.game import Event, Need, Open, Request
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT

WORKER, SENTRY, QUEEN = "worker", "sentry", "bee-queen"
HONEY_POT, SWARM, SWARM_CELL = "honey-pot", "swarm", "swarm-cell"
MOST_HONEY = 12
HIVE_PRICE, LULL_PRICE = 2, 3
TOLL = bundle(gold=1)
DECLINE = Decline()


# What the board keeps.


class Combs(Own):
    """Honey, the regions with hives in their order, where the dance points to, and where the swarm is."""

    form: ClassVar[Form] = Form(
        "combs",
        Part("honey", COUNT),
        Part("hives", SOME_REGIONS),
        Part("goal", REGION),
        Part("swarm", REGION),
    )
    honey: int = 0
    hives: tuple[Region, ...] = ()
    goal: Region | None = None
    swarm: Region | None = None

    def is_sound(self, table: Table) -> bool:
        regions = table.realm.regions
        return (
            self.honey <= MOST_HONEY
            and self.hives == tuple(region for region in regions if region in self.hives)
            and all(place is None or place in regions for place in (self.goal, self.swarm))
        )


def combs_of(table: Table, seat: int) -> Combs:
    own = table.players[seat].own
    assert isinstance(own, Combs)
    return own


def are_bees(table: Table, seat: int) -> bool:
    return seat < len(table.players) and isinstance(table.players[seat].own, Combs)


# Events.


class HoneyStored(Event):
    seat: int
    count: int


class HoneySpent(Event):
    seat: int
    count: int


class WayDanced(Event):
    """`goal`: none if nobody danced."""

    seat: int
    goal: Region | None


class HiveFounded(Event):
    """`region`: none if the bees kept their honey."""

    seat: int
    region: Region | None


class Stung(Event):
    seat: int
    visitor: int


class SwarmGathered(Event):
    seat: int
    region: Region


class SwarmScattered(Event):
    seat: int
    region: Region


def store_honey(turn: Turn, seat: int, count: int) -> int:
    """As much as there is room for; returned is how much that was."""
    combs = combs_of(turn.table, seat)
    stored = min(count, MOST_HONEY - combs.honey)
    if stored:
        turn.player(seat).rewrite(replace(combs, honey=combs.honey + stored))
        turn.tell(HoneyStored(seat, stored))
    return stored


def spend_honey(turn: Turn, seat: int, count: int) -> None:
    combs = combs_of(turn.table, seat)
    assert combs.honey >= count
    turn.player(seat).rewrite(replace(combs, honey=combs.honey - count))
    turn.tell(HoneySpent(seat, count))


# Decisions and stages.


class Dance(Decision):
    form: ClassVar[Form] = Form("dance", Part("goal", SOME_REGION))
    goal: Region


class Brew(Decision):
    form: ClassVar[Form] = Form("brew", Part("count", COUNT))
    count: int


class FoundHive(Decision):
    form: ClassVar[Form] = Form("found-hive")


class Lull(Decision):
    form: ClassVar[Form] = Form("lull")


class Endure(Decision):
    form: ClassVar[Form] = Form("endure")


class PayToll(Decision):
    form: ClassVar[Form] = Form("pay-toll")


class Dancing(Stage):
    """The bees may dance for an adjacent region, which is easy to enter in this round."""

    form: ClassVar[Form] = Form("dancing", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision]:
        return Open((Request(self.seat, "dance", (DECLINE, *map(Dance, self._goals(table)))),))

    def _goals(self, table: Table) -> tuple[Region, ...]:
        region = table.players[self.seat].region
        assert region is not None
        return adjacent(table, self.seat, region)

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = answers[self.seat]
        goal = chosen.goal if isinstance(chosen, Dance) else None
        turn.player(self.seat).rewrite(replace(combs_of(turn.table, self.seat), goal=goal))
        turn.tell(WayDanced(self.seat, goal))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return f"dance for one of {', '.join(map(str, self._goals(table)))}, or decline"

    def is_coherent(self, table: Table) -> bool:
        return are_bees(table, self.seat)


class Founding(Stage):
    """The bees may found a hive where they are, for honey."""

    form: ClassVar[Form] = Form("founding", Part("seat", COUNT))
    seat: int

    def need(self, table: Table) -> Need[Decision] | None:
        combs = combs_of(table, self.seat)
        if combs.honey < HIVE_PRICE or table.players[self.seat].region in combs.hives:
            return None
        return Open((Request(self.seat, "hive", (DECLINE, FoundHive())),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        match answers.get(self.seat):
            case FoundHive():
                spend_honey(turn, self.seat, HIVE_PRICE)
                found_hive(turn, self.seat)
            case Decline():
                turn.tell(HiveFounded(self.seat, None))

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return "found-hive, or decline"

    def is_coherent(self, table: Table) -> bool:
        return are_bees(table, self.seat)


def found_hive(turn: Turn, seat: int) -> None:
    combs, region = combs_of(turn.table, seat), turn.player(seat).region
    assert region is not None
    turn.player(seat).rewrite(replace(combs, hives=tuple(sorted((*combs.hives, region)))))
    turn.tell(HiveFounded(seat, region))


class Stinging(Stage):
    """A visitor pays the bees a toll or is stung; whoever has no gold is not asked."""

    form: ClassVar[Form] = Form("stinging", Part("seat", COUNT), Part("visitor", COUNT))
    seat: int
    visitor: int

    def need(self, table: Table) -> Need[Decision] | None:
        if not covers(table.players[self.visitor].stock, TOLL):
            return None
        return Open((Request(self.visitor, "sting", (Endure(), PayToll())),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        if isinstance(answers.get(self.visitor), PayToll):
            pay(turn, self.visitor, TOLL)
            receive(turn, self.seat, TOLL, Source.EFFECT)
        else:
            turn.tell(Stung(self.seat, self.visitor))
            weaken(turn, self.visitor)

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return "pay-toll, or endure the stings"

    def is_coherent(self, table: Table) -> bool:
        return are_bees(table, self.seat) and self.visitor < len(table.players) and self.visitor != self.seat


# Nature.


class LarderIsFilled(Effect):
    """Two honey before the first round."""

    def game_started(self, turn: Turn, seat: int) -> None:
        store_honey(turn, seat, 2)


class HoneySticks(Effect):
    """Honey can be deployed in pots beside the army, with power 2 each, and is gone after the fight."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        honey = combs_of(table, seat).honey
        return (*stacks, Stack(HONEY_POT, power=2, most=honey)) if honey and not combat.piece else stacks

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        thrown = dict(deployed).get(HONEY_POT, 0)
        if thrown:
            spend_honey(turn, seat, thrown)


class HivesSting(Effect):
    """An opponent who comes to a hive pays 1 gold to the bees or loses a weakest unit. A point per hive."""

    def visited(self, turn: Turn, seat: int, visitor: int, region: Region) -> None:
        if visitor != seat and region in combs_of(turn.table, seat).hives:
            turn.queue(Stinging(seat, visitor))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, len(combs_of(table, seat).hives), by_artefact=False)


# Structures.


class NectarIsFound(Effect):
    """A honey for every region that is visited for the first time."""

    def explored(self, turn: Turn, seat: int, region: Region) -> None:
        store_honey(turn, seat, 1)


class BeesBrew(Effect):
    """During a building action each wood can become a honey."""

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        room = MOST_HONEY - combs_of(table, seat).honey
        most = min(room, table.players[seat].stock[Resource.WOOD])
        return (*offers, *map(Brew, range(1, most + 1)))

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Brew):
            pay(turn, seat, bundle(wood=decision.count))
            store_honey(turn, seat, decision.count)


class BeesDance(Effect):
    """Before the first action of a round the bees may dance."""

    def actions_awaited(self, turn: Turn, seat: int) -> None:
        turn.queue(Dancing(seat))

    def round_ended(self, turn: Turn, seat: int) -> None:
        turn.player(seat).rewrite(replace(combs_of(turn.table, seat), goal=None))


class DanceShowsTheWay(Effect):
    """The region that was danced for costs 1."""

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return min(cost, 1) if region is combs_of(table, seat).goal else cost


class HivesAreFounded(Effect):
    """At the end of a building action a hive may be founded in the own region."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.queue(Founding(seat))


class HoneyLulls(Effect):
    """Instead of hunting: for 3 honey the leftmost monster is circled, and gives nothing."""

    def fight_offers(
        self, table: Table, seat: int, offers: tuple[Sequence[Decision], ...], sieged: bool
    ) -> tuple[Sequence[Decision], ...]:
        is_hungry = not table.players[seat].hunted and bool(monsters_left(table, seat))
        can_lull = is_hungry and combs_of(table, seat).honey >= LULL_PRICE
        return (*offers, (Lull(),)) if can_lull else offers

    def fight_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        if isinstance(decision, Lull):
            spend_honey(turn, seat, LULL_PRICE)
            turn.player(seat).hunted = True
            circle_monster(turn, seat, monsters_left(turn.table, seat)[0])


class HedgeKeepsOut(Effect):
    """Entering a region with a hive costs others 1 more; its foundation and its artefact are not for them."""

    def step_toll(self, table: Table, seat: int, toll: int, region: Region, other: int) -> int:
        return toll + 1 if region in combs_of(table, seat).hives else toll

    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        is_kept = thing in (Thing.FOUNDATION, Thing.ARTEFACT) and region in combs_of(table, seat).hives
        return held or is_kept


class SwarmGathers(Effect):
    """The swarm comes to the bees when its cell is built, and after a fight with the next round."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name == SWARM_CELL:
            gather_swarm(turn, seat)

    def round_planned(self, turn: Turn, seat: int) -> None:
        if combs_of(turn.table, seat).swarm is None:
            gather_swarm(turn, seat)


def gather_swarm(turn: Turn, seat: int) -> None:
    region = turn.player(seat).region
    assert region is not None
    turn.player(seat).rewrite(replace(combs_of(turn.table, seat), swarm=region))
    turn.tell(SwarmGathered(seat, region))


class SwarmFlies(Effect):
    """The swarm flies two regions far in a movement action."""

    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        swarm = combs_of(table, seat).swarm
        return pieces if swarm is None else (*pieces, Piece(SWARM, swarm))

    def piece_reach(self, table: Table, seat: int, reach: int, piece: Piece) -> int:
        return 2 if piece.name == SWARM else reach

    def piece_moved(self, turn: Turn, seat: int, piece: Piece) -> None:
        if piece.name == SWARM:
            turn.player(seat).rewrite(replace(combs_of(turn.table, seat), swarm=piece.region))


class SwarmFights(Effect):
    """The swarm has power 4, alone or beside the army, and is scattered by a fight."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        is_beside = not combat.piece and combs_of(table, seat).swarm is combat.region
        return (*stacks, Stack(SWARM, power=4, most=1)) if combat.piece == SWARM or is_beside else stacks

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        if SWARM in dict(deployed):
            turn.player(seat).rewrite(replace(combs_of(turn.table, seat), swarm=None))
            turn.tell(SwarmScattered(seat, combat.region))


class HoneyCounts(Effect):
    """At the end a point for every three honey."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, combs_of(table, seat).honey // 3, by_artefact=False)


# Artefacts.


class WoodSweetens(Effect):
    """The wood of regions becomes honey, as long as there is room."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        if source is not Source.REGION:
            return received
        return minus(received, bundle(wood=store_honey(turn, seat, received[Resource.WOOD])))


class SentriesReturn(Effect):
    """Of every two Sentries that would perish one comes back."""

    def losses(
        self, table: Table, seat: int, losses: tuple[int, ...], deployed: Amounts, combat: Combat
    ) -> tuple[int, ...]:
        at = table.boards[seat].unit_index[SENTRY]
        return changed(losses, at, losses[at] - losses[at] // 2)


class BroodHatches(Effect):
    """A Worker for every two hives at the start of each building action."""

    def building_started(self, turn: Turn, seat: int) -> None:
        hatched = len(combs_of(turn.table, seat).hives) // 2
        if hatched:
            gain_units(turn, seat, WORKER, hatched)


class HivesCallHome(Effect):
    """A march may begin with a flight to any hive for 2 points."""

    def first_steps(
        self, table: Table, seat: int, steps: tuple[tuple[Region, int], ...]
    ) -> tuple[tuple[Region, int], ...]:
        return (*steps, *((hive, 2) for hive in combs_of(table, seat).hives))


BEES = Board(
    name="bees",
    units=(
        Unit(WORKER, power=1, price=1, start=5),
        Unit(SENTRY, power=3, price=2),
        Unit(QUEEN, power=9, price=5),
    ),
    structures=(
        Structure(
            "flower-bed", level=1, price=bundle(wood=2, iron=1), effects=(Recruits(WORKER), NectarIsFound())
        ),
        Structure("wax-works", level=1, price=bundle(iron=2, gold=1), effects=(BeesBrew(),)),
        Structure("dance-floor", level=1, price=bundle(wood=3), effects=(BeesDance(), DanceShowsTheWay())),
        Structure(
            "hive-stand",
            level=2,
            price=bundle(wood=3, iron=1),
            points=1,
            needs=("flower-bed", "wax-works"),
            effects=(HivesAreFounded(),),
        ),
        Structure(
            "sentry-post",
            level=2,
            price=bundle(wood=2, iron=2, gold=2),
            points=1,
            needs=("flower-bed", "dance-floor"),
            effects=(Recruits(SENTRY),),
        ),
        Structure(
            "smoke-pit",
            level=3,
            price=bundle(wood=4, iron=2),
            points=2,
            needs=("hive-stand",),
            effects=(HoneyLulls(),),
        ),
        Structure(
            "thorn-hedge",
            level=3,
            price=bundle(wood=6),
            points=2,
            needs=("hive-stand", "sentry-post"),
            effects=(HedgeKeepsOut(), Power(SENTRY, 4)),
        ),
        Structure(
            SWARM_CELL,
            level=3,
            price=bundle(wood=2, iron=4),
            points=2,
            needs=("sentry-post",),
            effects=(SwarmGathers(), SwarmFlies(), SwarmFights()),
            tribute=((WORKER, 2),),
        ),
        Structure(
            "royal-chamber",
            level=4,
            price=bundle(wood=3, iron=4, gold=5),
            points=4,
            needs=("thorn-hedge", SWARM_CELL),
            effects=(Recruits(QUEEN),),
        ),
        Structure(
            "honey-hall",
            level=4,
            price=bundle(wood=6, gold=5),
            points=3,
            needs=("smoke-pit",),
            effects=(HoneyCounts(),),
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (WoodSweetens(),)),
        Artefact(Region.VURT, (Price(SENTRY, 1), SentriesReturn())),
        Artefact(
            Region.DORTAL,
            (UnitsArrive(Region.DORTAL, QUEEN, 1),),
            terms=ArtefactTerms(bundle(gold=8), tribute=((WORKER, 2),)),
        ),
        Artefact(Region.FOLEN, (GrantsStructure(Region.FOLEN),)),
        Artefact(Region.ODMOOR, (BroodHatches(),)),
        Artefact(Region.TOGEED, (HivesCallHome(),)),
    ),
    costs=Costs(forest=1, lake=3, meadow=1, mountain=3),
    nature=(LarderIsFilled(), HoneySticks(), HivesSting()),
    own=Combs(),
    decisions=(Dance, Brew, FoundHive, Lull, Endure, PayToll),
    stages=(Dancing, Founding, Stinging),
    places=PLACES | {Region.XELREE: replace(PLACES[Region.XELREE], resources=bundle(wood=1, gold=2))},
)
