"""Halflings (second box): an empire that grows by a region with every structure, and is kind to its guests.

Each of six structures is built up to three times, one level after the other, and works by its highest level.
Twelve regions are strategic: they bring something when they join the empire, structures count them by
terrain, and two of one terrain give a bonus to every opponent inside the empire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.army import army_power, perish
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.building import (
    has_foundation,
    is_built,
    is_foundation_open,
    is_level_lifted,
    write_level,
)
from p2p_heroes.games.conquer.decisions import Action, Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    GrantsStructure,
    Power,
    Price,
    Recruits,
    ResourcesArrive,
    UnitsArrive,
    with_points,
)
from p2p_heroes.games.conquer.faction import (
    HIGHEST_LEVEL,
    Artefact,
    Board,
    Costs,
    Deed,
    Detail,
    Structure,
    Unit,
)
from p2p_heroes.games.conquer.fighting import attackers, choose_monster, foe_power
from p2p_heroes.games.conquer.holdings import gain_units, raise_level
from p2p_heroes.games.conquer.kinds import AMOUNTS, REGION, SOME_REGION, SOME_REGIONS
from p2p_heroes.games.conquer.resources import Amounts, Bundle, bundle
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source, Stack
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit.choices import Mapped, among
from p2p_heroes.games.kit.effects import fold, tell
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT, COUNTS
from p2p_heroes.games.kit.refusals import Reason, because

GLADIATOR, LEGIONARY, LEVY = "gladiator", "legionary", "levy"
BATHS, DRAFT_OFFICE, SMALL_SCHOOL = "baths", "draft-office", "small-school"
COLOSSEUM, AQUEDUCT, MILITARY_CAMP = "colosseum", "aqueduct", "military-camp"
NUMERALS = ("", "-ii", "-iii")
"""What follows the name of a structure, by its level."""
HORSESHOES = (0, 1, 3, 6)
"""How many regions the Colosseum has marked, by its level."""
GUESTS_WELCOME = 2
"""So many strategic regions of one terrain give its bonus to opponents."""
GUESTS_PRIZE = 2
MOST_WRITTEN = 999
"""More points or power than sixteen rounds can bring."""


class RegionBonus(Enum):
    """What a strategic region brings."""

    RESOURCES = 0
    GLADIATORS = 1
    POINTS = 2
    DRAFT = 3


BONUS_SIZE = 2
"""Resources, Gladiators or points alike; the draft grows by one."""
STRATEGIC: Mapping[Region, tuple[Terrain, RegionBonus]] = {
    Region.HARRAX: (Terrain.MOUNTAIN, RegionBonus.RESOURCES),
    Region.LOX: (Terrain.MOUNTAIN, RegionBonus.GLADIATORS),
    Region.VURT: (Terrain.MOUNTAIN, RegionBonus.DRAFT),
    Region.TOGEED: (Terrain.MOUNTAIN, RegionBonus.POINTS),
    Region.ASANDER: (Terrain.FOREST, RegionBonus.RESOURCES),
    Region.FOLEN: (Terrain.FOREST, RegionBonus.DRAFT),
    Region.ODMOOR: (Terrain.FOREST, RegionBonus.GLADIATORS),
    Region.WERS: (Terrain.FOREST, RegionBonus.POINTS),
    Region.ESMORE: (Terrain.MEADOW, RegionBonus.RESOURCES),
    Region.NIKLEEN: (Terrain.MEADOW, RegionBonus.POINTS),
    Region.PASKAAR: (Terrain.MEADOW, RegionBonus.DRAFT),
    Region.YREEL: (Terrain.MEADOW, RegionBonus.GLADIATORS),
}
"""As the block of the board prints them; what becomes of the terrain on the map does not matter."""


class Empire(Own):
    """`regions`: the empire; `horseshoes`: what the Colosseum has marked, both in the order of the map.

    `levy`: the power that the draft has written; `bathed`: the points of the Baths; `rewon`: monsters that
    were beaten again, by their place in the line; `hurried`: who has raised an action in this round.
    """

    form: ClassVar[Form] = Form(
        "empire",
        *(Part("regions", SOME_REGIONS), Part("horseshoes", SOME_REGIONS), Part("levy", COUNT)),
        *(Part("bathed", COUNT), Part("rewon", COUNTS), Part("hurried", COUNTS)),
    )
    regions: tuple[Region, ...] = ()
    horseshoes: tuple[Region, ...] = ()
    levy: int = 0
    bathed: int = 0
    rewon: tuple[int, ...] = ()
    hurried: tuple[int, ...] = ()

    def is_sound(self, table: Table) -> bool:
        [seat] = [seat for seat, player in enumerate(table.players) if player.own is self]
        realm, circled = table.realm.regions, table.players[seat].monsters
        guests = [guest for guest in range(len(table.players)) if guest != seat]
        return (
            all(part == among(realm, part) for part in (self.regions, self.horseshoes))
            and len(self.horseshoes) <= HORSESHOES[level_of(table, seat, COLOSSEUM)]
            and max(self.levy, self.bathed) <= MOST_WRITTEN
            and self.rewon == tuple(sorted(set(self.rewon)))
            and all(circled >> at & 1 for at in self.rewon)
            and self.hurried == among(guests, self.hurried)
        )

    def marked(self, terrain: Terrain) -> int:
        """The strategic regions of a terrain in the empire."""
        return sum(region in STRATEGIC and STRATEGIC[region][0] is terrain for region in self.regions)


def is_inside(table: Table, seat: int, guest: int) -> bool:
    """Whether an opponent stands in the empire of the seat."""
    return guest != seat and table.players[guest].region in Empire.of(table, seat).regions


def level_of(table: Table, seat: int, structure: str) -> int:
    """How often a structure is built; 0 if it is not."""
    return sum(is_built(table, seat, structure + numeral) for numeral in NUMERALS)


def counted(table: Table, seat: int, terrain: Terrain) -> int:
    """The strategic regions of a terrain as structures count them: the artefact of Paskaar adds one."""
    return Empire.of(table, seat).marked(terrain) + table.players[seat].owns(Region.PASKAAR)


# The empire.


class RegionAnnexed(Event):
    """`points`: what the region is worth at the end."""

    seat: int
    region: Region
    points: int


class StructurePlaced(Event):
    """The foundation in a region holds the level of the structure that was just built."""

    seat: int
    region: Region
    level: int


class LevyRaised(Event):
    """`power`: how strong the levy is now, in every fight."""

    seat: int
    more: int
    power: int


def worth(region: Region) -> int:
    """The points of a region of the empire at the end."""
    if region not in STRATEGIC:
        return 1
    return BONUS_SIZE if STRATEGIC[region][1] is RegionBonus.POINTS else 0


def annex(turn: Turn, seat: int, region: Region) -> None:
    """The region is part of the empire, and a strategic one brings its bonus at once."""
    own = Empire.of(turn.table, seat)
    turn.player(seat).rewrite(replace(own, regions=tuple(sorted((*own.regions, region)))))
    turn.tell(RegionAnnexed(seat, region, worth(region)))
    bonus = STRATEGIC[region][1] if region in STRATEGIC else None
    if bonus is RegionBonus.RESOURCES:
        turn.queue(of_any_kind(seat, BONUS_SIZE))
    elif bonus is RegionBonus.GLADIATORS:
        gain_units(turn, seat, GLADIATOR, BONUS_SIZE)
    elif bonus is RegionBonus.DRAFT:
        raise_levy(turn, seat, 1)


def raise_levy(turn: Turn, seat: int, more: int) -> None:
    own = Empire.of(turn.table, seat)
    turn.player(seat).rewrite(replace(own, levy=own.levy + more))
    turn.tell(LevyRaised(seat, more, own.levy + more))


class Annex(Decision):
    """Add this region to the empire; `on`: where the structure goes if it cannot go there."""

    form: ClassVar[Form] = Form("annex", Part("region", SOME_REGION), Part("on", REGION, "on"))
    region: Region
    on: Region | None = None


class Annexing(Asking):
    """A structure of this level was built and brings an adjacent region; without one (0) it is any region."""

    form: ClassVar[Form] = Form("annexing", Part("seat", COUNT), Part("level", COUNT))
    whose = Empire
    level: int

    def offers(self, table: Table) -> tuple[Annex, ...]:
        here = table.players[self.seat].here
        elsewhere = (None, here) if self._is_usable(table, here) else (None,)
        return tuple(
            Annex(region, on)
            for region in self._regions(table)
            for on in (elsewhere if not self._is_usable(table, region) else (None,))
        )

    def _regions(self, table: Table) -> Iterator[Region]:
        """Portals make nothing adjacent to the empire."""
        empire = Empire.of(table, self.seat).regions
        for region in table.realm.regions:
            is_near = not self.level or any(near in empire for near in table.realm.neighbours[region])
            if region not in empire and is_near:
                yield region

    def _is_usable(self, table: Table, region: Region) -> bool:
        """Whether the structure can be placed on a foundation there."""
        written = table.players[self.seat].foundation(region)
        return written < self.level and is_foundation_open(table, self.seat, region)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Annex)
        site = chosen.region if self._is_usable(turn.table, chosen.region) else chosen.on
        annex(turn, self.seat, chosen.region)
        if site is not None:
            write_level(turn.player(self.seat), site, self.level)
            turn.tell(StructurePlaced(self.seat, site, self.level))
            tell(Effect.foundation_laid, turn, self.seat, site)

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        if not isinstance(decision, Annex):
            return because("not-annexed")
        if decision.region not in self._regions(table):
            return because("not-beside-the-empire", region=decision.region)
        return because("not-on-annexed")

    def is_due(self, table: Table) -> bool:
        return self.level <= len(NUMERALS)


class EmpireGrows(Effect):
    """From the starting region on, by a region for every structure, whose foundation holds the structure."""

    def game_started(self, turn: Turn, seat: int) -> None:
        region = turn.table.players[seat].here
        if region not in Empire.of(turn.table, seat).regions:
            annex(turn, seat, region)

    def foundations_in_reach(
        self, table: Table, seat: int, regions: tuple[Region, ...]
    ) -> tuple[Region, ...]:
        # Where the structure goes is known only with the region that it brings.
        return ()

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        turn.queue(Annexing(seat, structure.level))


class EmpireIsHome(Effect):
    """A point to enter a region of the empire, whatever its terrain."""

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return 1 if region in Empire.of(table, seat).regions else cost


class EmpireFulfils(Effect):
    """For artefacts, foundations and mountains of the empire count, not those that were used or visited."""

    def deeds_done(self, table: Table, seat: int, times: int, deed: Deed) -> int:
        empire = Empire.of(table, seat).regions
        if deed is Deed.FOUNDATIONS:
            return sum(has_foundation(table, seat, region) for region in empire)
        if deed is Deed.MOUNTAINS:
            return sum(table.terrain[region] is Terrain.MOUNTAIN for region in empire)
        return times


class EmpireScores(Effect):
    """Its regions are worth points at the end."""

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        points = sum(map(worth, Empire.of(table, seat).regions))
        return with_points(score, points, by_artefact=False)


class LevyFights(Effect):
    """What the draft has written is added in every fight, with units or alone, and never lost."""

    def stacks(self, table: Table, seat: int, stacks: tuple[Stack, ...], combat: Combat) -> tuple[Stack, ...]:
        power = Empire.of(table, seat).levy
        return (*stacks, Stack(LEVY, power, most=1, least=1)) if power else stacks


# Bonuses of opponents.


def is_welcome(table: Table, seat: int, terrain: Terrain) -> bool:
    """Whether guests have the bonus of a terrain."""
    return Empire.of(table, seat).marked(terrain) >= GUESTS_WELCOME


class GuestsTriumph(Effect):
    """Mountains: a guest who wins a fight inside the empire receives resources."""

    def victory_won(self, turn: Turn, seat: int, winner: int, region: Region) -> None:
        is_within = winner != seat and region in Empire.of(turn.table, seat).regions
        if is_within and is_welcome(turn.table, seat, Terrain.MOUNTAIN):
            turn.queue(of_any_kind(winner, GUESTS_PRIZE))


class GuestsBuildHigh(Effect):
    """Forests: guests build whatever the level of the action."""

    def lifts_level(self, table: Table, seat: int, lifted: bool, other: int) -> bool:
        return lifted or (is_inside(table, seat, other) and is_welcome(table, seat, Terrain.FOREST))


class Hurry(Decision):
    """Raise the level of the action."""

    form: ClassVar[Form] = Form("hurry")


class Hurrying(Asking):
    """An action of this level is about to be performed, and a guest of the seat may raise it."""

    form: ClassVar[Form] = Form("hurrying", Part("seat", COUNT), Part("guest", COUNT), Part("level", COUNT))
    whose = Empire
    declined = "hurry"
    refused = "not-hurried"
    guest: int
    level: int

    @property
    def asked(self) -> int:
        return self.guest

    def offers(self, table: Table) -> tuple[Hurry, ...]:
        return () if self.guest in Empire.of(table, self.seat).hurried else (Hurry(),)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        own = Empire.of(turn.table, self.seat)
        turn.player(self.seat).rewrite(replace(own, hurried=tuple(sorted((*own.hurried, self.guest)))))
        raise_level(turn, self.guest, self.level)

    def is_due(self, table: Table) -> bool:
        is_guest = self.guest != self.seat and self.guest < len(table.players)
        return is_guest and 1 <= self.level <= HIGHEST_LEVEL


class GuestsHurry(Effect):
    """Meadows: once a round, a guest performs an announced action at a higher level."""

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        table = turn.table
        if str(action) not in table.plan or not is_welcome(table, seat, Terrain.MEADOW):
            return
        level = table.plan.index(str(action)) + 1
        for guest in table.performers:
            if is_inside(table, seat, guest) and self._is_worth_it(table, guest, action, level):
                turn.queue(Hurrying(seat, guest, level))

    def _is_worth_it(self, table: Table, guest: int, action: Action, level: int) -> bool:
        """Not for building where no structure is of a higher level, nor where the guest's board says so."""
        is_higher = any(structure.level > level for structure in table.boards[guest].structures)
        gains = action is not Action.BUILD or (is_higher and not is_level_lifted(table, guest))
        return fold(Effect.gains_by_level, table, guest, gains, action, level)

    def round_ended(self, turn: Turn, seat: int) -> None:
        own = Empire.of(turn.table, seat)
        if own.hurried:
            turn.player(seat).rewrite(replace(own, hurried=()))


# Structures.


def guests_of(table: Table, seat: int) -> int:
    """How many opponents stand in the empire after a movement action of the seat; none after others'."""
    if seat not in table.performers:
        return 0
    return sum(is_inside(table, seat, guest) for guest in range(len(table.players)))


class BathsVisited(Event):
    """`points`: what the Baths are worth now."""

    seat: int
    more: int
    points: int


class GuestsBathe(Effect):
    """Points for each guest, once all have moved."""

    def all_arrived(self, turn: Turn, seat: int) -> None:
        more = guests_of(turn.table, seat) * (level_of(turn.table, seat, BATHS) - 1)
        if more:
            own = Empire.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, bathed=own.bathed + more))
            turn.tell(BathsVisited(seat, more, own.bathed + more))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, Empire.of(table, seat).bathed, by_artefact=False)


class GuestsEnlist(Effect):
    """Power for each guest, once all have moved and before any battle."""

    def all_arrived(self, turn: Turn, seat: int) -> None:
        more = guests_of(turn.table, seat) * (level_of(turn.table, seat, DRAFT_OFFICE) - 1)
        if more:
            raise_levy(turn, seat, more)


class Horseshoe(Decision):
    """Mark this region."""

    form: ClassVar[Form] = Form("horseshoe", Part("region", SOME_REGION))
    region: Region


class HorseshoeDrawn(Event):
    seat: int
    region: Region


class DrawingHorseshoe(Asking):
    """The Colosseum was built, and one more region is marked."""

    form: ClassVar[Form] = Form("drawing-horseshoe", Part("seat", COUNT))
    whose = Empire
    refused = "not-drawn"

    def offers(self, table: Table) -> tuple[Horseshoe, ...]:
        drawn = Empire.of(table, self.seat).horseshoes
        return tuple(Horseshoe(region) for region in table.realm.regions if region not in drawn)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Horseshoe)
        own = Empire.of(turn.table, self.seat)
        drawn = tuple(sorted((*own.horseshoes, chosen.region)))
        turn.player(self.seat).rewrite(replace(own, horseshoes=drawn))
        turn.tell(HorseshoeDrawn(self.seat, chosen.region))

    def is_due(self, table: Table) -> bool:
        owed = HORSESHOES[level_of(table, self.seat, COLOSSEUM)]
        drawing = sum(isinstance(stage, DrawingHorseshoe) for stage in table.agenda)
        return len(Empire.of(table, self.seat).horseshoes) + drawing <= owed


class HorseshoesGuide(Effect):
    """Where they are drawn a step is cheaper for the Halflings and dearer for all others."""

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        if structure.name.startswith(COLOSSEUM):
            turn.queue(*(DrawingHorseshoe(seat) for _ in range(structure.level)))

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return cost - 1 if region in Empire.of(table, seat).horseshoes else cost

    def step_toll(self, table: Table, seat: int, toll: int, region: Region, other: int) -> int:
        return toll + 1 if region in Empire.of(table, seat).horseshoes else toll


class Refight(Decision):
    """Fight the circled monster of this power once more."""

    form: ClassVar[Form] = Form("refight", Part("power", COUNT), Part("deployed", AMOUNTS, "with"))
    power: int
    deployed: Amounts


class MonsterRewon(Event):
    """`points`: what it is worth once more."""

    seat: int
    power: int
    points: int


def rematches(table: Table, seat: int) -> tuple[int, ...]:
    """The monsters that may be fought again, by their place in the line: each point skips one.

    The leftmost circled one begins the row, and strategic forests say how far it goes.
    """
    player, rewon = table.players[seat], Empire.of(table, seat).rewon
    circled = [at for at in range(len(table.boards[seat].monsters)) if player.monsters >> at & 1]
    if player.hunted or not circled:
        return ()
    end = circled[0] + counted(table, seat, Terrain.FOREST)
    return tuple(at for at in circled if at < end and at not in rewon)[: player.points + 1]


class MonstersReturn(Effect):
    """In place of the round's monster, one that was beaten before: for its points alone, and only once."""

    def fight_offers(
        self, table: Table, seat: int, offers: tuple[Sequence[Decision], ...], sieged: bool
    ) -> tuple[Sequence[Decision], ...]:
        army = attackers(table, seat, Combat(Foe.MONSTER, table.players[seat].here))
        powers = [table.boards[seat].monsters[at].power for at in rematches(table, seat) if len(army)]
        again = (Mapped(army, partial(Refight, power), partial(_refighting, power)) for power in powers)
        return (*offers, *again)

    def offer_refused(self, table: Table, seat: int, why: Reason, decision: Decision, kind: str) -> Reason:
        if not isinstance(decision, Refight):
            return why
        powers = tuple(table.boards[seat].monsters[at].power for at in rematches(table, seat))
        return because("fight-again", powers=powers)

    def fight_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        assert isinstance(decision, Refight)
        table, monster, deployed = turn.table, decision.power, decision.deployed
        combat = Combat(Foe.MONSTER, table.players[seat].here)
        power = army_power(table, seat, deployed, combat)
        [at] = [at for at, one in enumerate(table.boards[seat].monsters) if one.power == monster]
        choose_monster(turn, seat, rematches(table, seat).index(at))
        won = power > foe_power(turn, seat, monster, combat)
        turn.tell(events.MonsterFought(seat, combat.region, monster, deployed, power, won))
        perish(turn, seat, deployed, combat, won=won)
        if won:
            own = Empire.of(table, seat)
            turn.player(seat).rewrite(replace(own, rewon=tuple(sorted((*own.rewon, at)))))
            turn.tell(MonsterRewon(seat, monster, table.boards[seat].monsters[at].points))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        line = table.boards[seat].monsters
        again = sum(line[at].points for at in Empire.of(table, seat).rewon)
        return replace(score, victories=score.victories + again)


def _refighting(power: int, decision: object) -> Amounts | None:
    return decision.deployed if isinstance(decision, Refight) and decision.power == power else None


class AqueductFlows(Effect):
    """Mountains weaken monsters and fortresses, and whoever gives resources gives some more of any kind."""

    def foe_power(self, table: Table, seat: int, power: int, combat: Combat) -> int:
        return max(0, power - counted(table, seat, Terrain.MOUNTAIN))

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        more = level_of(turn.table, seat, AQUEDUCT) - 1
        if more and source in (Source.MONSTER, Source.FORTRESS):
            turn.queue(of_any_kind(seat, more))
        return received


class MeadowsFeed(Effect):
    """Legionaries cost a gold less for each strategic meadow."""

    def unit_price(self, table: Table, seat: int, price: int, unit: Unit) -> int:
        return price - counted(table, seat, Terrain.MEADOW) if unit.name == LEGIONARY else price


# Artefacts.


class DortalAnnexes(Effect):
    """Two regions from anywhere, without a structure."""

    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.DORTAL:
            turn.queue(Annexing(seat, 0), Annexing(seat, 0))


def _three_times(
    name: str, price: Bundle, *effects: tuple[Effect, ...], guessed: tuple[str, ...] = ("price",)
) -> Iterator[Structure]:
    """A structure at its three levels, each for the same price and above the one before."""
    for level, (numeral, does) in enumerate(zip(NUMERALS, (*effects, (), ())[:3], strict=True), 1):
        needs = (name + NUMERALS[level - 2],) if level > 1 else ()
        yield Structure(name + numeral, level, price, 0, needs, does, guessed=guessed)


HALFLINGS = Board(
    name="halflings",
    units=(Unit(GLADIATOR, power=3, price=4, start=1), Unit(LEGIONARY, power=6, price=9)),
    structures=(
        *_three_times(BATHS, bundle(wood=5, gold=2), (GuestsBathe(),)),
        *_three_times(DRAFT_OFFICE, bundle(wood=2, iron=5), (GuestsEnlist(),)),
        *_three_times(
            SMALL_SCHOOL,
            bundle(wood=2, iron=5),
            (Recruits(GLADIATOR),),
            (Price(GLADIATOR, 3),),
            (Price(GLADIATOR, 2),),
        ),
        *_three_times(COLOSSEUM, bundle(wood=3, iron=2, gold=2), (HorseshoesGuide(), MonstersReturn())),
        *_three_times(
            AQUEDUCT, bundle(wood=2, iron=3, gold=2), (AqueductFlows(),), guessed=("price", "effects")
        ),
        *_three_times(
            MILITARY_CAMP,
            bundle(wood=2, iron=2, gold=3),
            (Recruits(LEGIONARY), MeadowsFeed()),
            (Power(LEGIONARY, 8),),
            (Power(LEGIONARY, 10),),
        ),
    ),
    artefacts=(
        # What it adds is part of every counting: `counted`.
        Artefact(Region.PASKAAR),
        Artefact(Region.VURT, (Power(GLADIATOR, 4),)),
        Artefact(Region.DORTAL, (DortalAnnexes(),)),
        Artefact(Region.FOLEN, (UnitsArrive(Region.FOLEN, LEGIONARY, 2),)),
        Artefact(Region.ODMOOR, (ResourcesArrive(Region.ODMOOR, 9),), guessed=("effects",)),
        Artefact(Region.TOGEED, (GrantsStructure(Region.TOGEED),)),
    ),
    costs=Costs(forest=2, lake=2, meadow=2, mountain=2),
    nature=(
        *(EmpireGrows(), EmpireIsHome(), EmpireFulfils(), EmpireScores(), LevyFights()),
        *(GuestsTriumph(), GuestsBuildHigh(), GuestsHurry()),
    ),
    own=Empire(),
    decisions=(Annex, Hurry, Horseshoe, Refight),
    stages=(Annexing, Hurrying, DrawingHorseshoe),
    standing=(SMALL_SCHOOL,),
    details=(
        *(
            Detail(f"bonus of {region}", bonus.name.lower())
            for region, (_, bonus) in STRATEGIC.items()
            if bonus in (RegionBonus.RESOURCES, RegionBonus.POINTS)
        ),
        Detail("guests, by mountains", f"{GUESTS_PRIZE} of any kind for a victory"),
        Detail("guests, by forests", "build above the level of the action"),
        Detail("guests, by meadows", "raise an action"),
        Detail("aqueduct", "more of any kind"),
        Detail("artefact of Odmoor", "9 of any kind"),
    ),
)
