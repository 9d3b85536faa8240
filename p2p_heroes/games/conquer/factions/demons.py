"""Demons (rulebook, Demons): runes in foundations, which close them to others and work all around.

A rune never says which structure stands there: wherever one is near, all rune
structures that are built work, each once. Carving is a way of building: the rune
goes into the foundation where the level would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeAlias

from p2p_heroes.games.conquer.army import count_of
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.building import is_built, is_foundation_withheld, open_foundations, sites
from p2p_heroes.games.conquer.decisions import ACTIONS, Action, Build, Decision
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import ArmyPower, Power, Recruits, UnitsArrive, with_points
from p2p_heroes.games.conquer.faction import Artefact, Board, Costs, Deed, Detail, Structure, Unit
from p2p_heroes.games.conquer.gathering import BY_NAME
from p2p_heroes.games.conquer.holdings import gain_units, pay
from p2p_heroes.games.conquer.kinds import NAME, NAMES, REGION, SOME_REGION, SOME_REGIONS
from p2p_heroes.games.conquer.planning import act_alone, announce, performance
from p2p_heroes.games.conquer.resources import Amounts, Bundle, Resource, covers, minus, named, only, plus
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Score, Source, Thing
from p2p_heroes.games.conquer.visiting import adjacent
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, PLACES, Region
from p2p_heroes.games.game import Event
from p2p_heroes.games.kit import agenda
from p2p_heroes.games.kit.choices import Shares, among
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import Reason, because

IMP, SUCCUBUS, BUTCHER = "imp", "succubus", "butcher"
PURGATORY, BONES, SINS, FLESH = RUNE_STRUCTURES = ("purgatory", "bones", "sins", "flesh")
CIRCLE, BOUDOIR, KITCHEN = "summoning-circle", "boudoir", "hells-kitchen"
BRAND, KENNEL, CONTRACT, CARRIAGE = "brand", "kennel", "contract", "carriage"
PURGATORY_GIVES = Resource.GOLD
FLESH_IMPS = 3
BRAND_PRICE = only(Resource.GOLD, 3)
CONTRACT_PRICE = only(Resource.GOLD, 2)
CONTRACTS = (Region.FOLEN, Region.ODMOOR, Region.TOGEED)

Regions: TypeAlias = tuple[Region, ...]
Ways: TypeAlias = tuple[tuple[Build, Bundle], ...]


class Runes(Own):
    """Where runes are, and what the board counts.

    `bare`: runes without a structure; `fresh`: those of the building action that is going on. `contract`:
    whose artefact's effect was bought, and `ahead`: what was gathered ahead, both for this round.
    """

    form: ClassVar[Form] = Form(
        "runes",
        *(Part(name, SOME_REGIONS) for name in ("runes", "bare", "fresh")),
        *(Part(name, COUNT) for name in ("sins", "butchers")),
        *(Part("contract", REGION), Part("ahead", NAMES)),
    )
    runes: Regions = ()
    bare: Regions = ()
    fresh: Regions = ()
    sins: int = 0
    butchers: int = 0
    contract: Region | None = None
    ahead: tuple[str, ...] = ()

    @property
    def lent(self) -> int:
        return 0 if self.contract is None else 1 << ARTEFACT_REGIONS.index(self.contract)

    def is_sound(self, table: Table) -> bool:
        [levels] = [dict(player.foundations) for player in table.players if player.own is self]
        return (
            all(part == among(table.realm.regions, part) for part in (self.runes, self.bare, self.fresh))
            and {*self.bare, *self.fresh} <= set(self.runes)
            and not set(self.bare) & set(self.fresh)
            and all(PLACES[region].foundation and region not in levels for region in self.runes)
            and self.contract in (None, *CONTRACTS)
            and self.ahead in ((), *((name,) for name in BY_NAME if name in table.plan))
        )


def is_in_range(table: Table, seat: int, region: Region) -> bool:
    """Whether a rune is there or next to it by land; portals do not count."""
    runes = Runes.of(table, seat).runes
    return region in runes or any(near in runes for near in table.realm.neighbours[region])


class RuneCarved(Event):
    seat: int
    region: Region


def carve(turn: Turn, seat: int, region: Region, *, bare: bool) -> None:
    """A rune stands in a foundation for good; one with a structure closes it after the building action."""
    own = Runes.of(turn.table, seat)
    own = replace(own, runes=_with(own.runes, region))
    own = replace(own, bare=_with(own.bare, region)) if bare else replace(own, fresh=_with(own.fresh, region))
    turn.player(seat).rewrite(own)
    turn.tell(RuneCarved(seat, region))


def _with(regions: Regions, region: Region) -> Regions:
    return tuple(sorted((*regions, region)))


class Carve(Build):
    """Build a structure and carve a rune into its foundation."""

    form: ClassVar[Form] = Form("carve", *Build.form.parts)
    writes_level: ClassVar[bool] = False


class RunesAreCarved(Effect):
    """A rune structure is carved whatever level of ours the foundation holds, an ordinary one for gold.

    What the Brand and the Carriage allow holds for themselves, too: an effect comes before the placing
    (rulebook, building), though after the paying.
    """

    def foundations_in_reach(self, table: Table, seat: int, regions: Regions) -> Regions:
        return without_runes(table, seat, regions)

    def ways_to_build(self, table: Table, seat: int, ways: Ways, structure: Structure) -> Ways:
        succubi = count_of(table, seat, SUCCUBUS)
        if structure.name in RUNE_STRUCTURES:
            return tuple(carvings(structure, open_foundations(table, seat), saved=succubi))
        after = with_structure(table, seat, structure)
        regions = tuple(sites(after, seat, structure))
        known = [way.on for way, _ in ways]
        ways += tuple((Build(structure.name, on), structure.price) for on in regions if on not in known)
        if is_built(after, seat, BRAND):
            saved = succubi if is_built(table, seat, BRAND) else 0
            branded = carvings(structure, regions, saved=saved)
            ways += tuple((way, plus(price, BRAND_PRICE)) for way, price in branded)
        return ways

    def offer_refused(self, table: Table, seat: int, why: Reason, decision: Decision, kind: str) -> Reason:
        if isinstance(decision, Build) and decision.structure in RUNE_STRUCTURES:
            return (
                why if open_foundations(table, seat) else because("not-carved", structure=decision.structure)
            )
        return why

    def foundation_laid(self, turn: Turn, seat: int, region: Region) -> None:
        if not turn.table.players[seat].foundation(region):
            carve(turn, seat, region, bare=False)


def without_runes(table: Table, seat: int, regions: Regions) -> Regions:
    runes = Runes.of(table, seat).runes
    return tuple(region for region in regions if region not in runes)


def with_structure(table: Table, seat: int, structure: Structure) -> Table:
    """The table as it will be when the structure stands and is about to be placed."""
    turn: Turn = agenda.Turn(agenda.copied(table))
    turn.player(seat).build(table.boards[seat].structure_index[structure.name])
    return turn.table


def carvings(
    structure: Structure, regions: Iterable[Region], *, saved: int
) -> Iterator[tuple[Carve, Bundle]]:
    """On each of these foundations, with each way to save so many resources."""
    savings = Shares(structure.price, min(saved, sum(structure.price)))
    for region in regions:
        for wood, iron, gold in savings:
            saving = (wood, iron, gold)
            said = named(saving) if len(savings) > 1 else ()
            yield Carve(structure.name, region, said), minus(structure.price, saving)


class RunesClose(Effect):
    """Others cannot build where a rune is; who builds in the action that brings it was first."""

    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        own = Runes.of(table, seat)
        is_closed = region in own.runes and region not in own.fresh
        return held or (thing is Thing.FOUNDATION and is_closed)

    def building_closed(self, turn: Turn, seat: int) -> None:
        own = Runes.of(turn.table, seat)
        if own.fresh:
            turn.player(seat).rewrite(replace(own, fresh=()))

    def deeds_done(self, table: Table, seat: int, times: int, deed: Deed) -> int:
        """A rune with a structure is a foundation with a structure, though without points."""
        own = Runes.of(table, seat)
        return times + len(own.runes) - len(own.bare) if deed is Deed.FOUNDATIONS else times


class RoundsPass(Effect):
    """A contract lasts for the round, and what was gathered ahead is not gathered again in it."""

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        return 0 if self._is_done(table, seat, str(resource)) else amount

    def gains_by_level(self, table: Table, seat: int, gains: bool, action: Action, level: int) -> bool:
        return gains and not self._is_done(table, seat, str(action))

    def _is_done(self, table: Table, seat: int, action: str) -> bool:
        return action in Runes.of(table, seat).ahead and table.alone != seat

    def round_ended(self, turn: Turn, seat: int) -> None:
        own = Runes.of(turn.table, seat)
        if own.contract is not None or own.ahead:
            turn.player(seat).rewrite(replace(own, contract=None, ahead=()))


class ButchersFor(Effect):
    """Each butcher can be recruited for so much of another resource instead."""

    amount: int
    resource: Resource

    def recruit_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], unit: Unit
    ) -> tuple[Bundle, ...]:
        return (*prices, only(self.resource, self.amount)) if unit.name == BUTCHER else prices


class PurgatoryAdds(Effect):
    """In range, one more gold whenever there is some, however much it is."""

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        if received[PURGATORY_GIVES] and is_in_range(turn.table, seat, turn.table.players[seat].here):
            return plus(received, only(PURGATORY_GIVES, 1))
        return received


class BonesCarry(Effect):
    """A step out of a region in range, or into one, costs a point less."""

    def eased_regions(self, table: Table, seat: int, regions: Regions) -> Regions:
        return (*regions, *(region for region in table.realm.regions if is_in_range(table, seat, region)))


class SinCommitted(Event):
    """`sins`: how many there are now, each worth a point."""

    seat: int
    sins: int


class SinsCount(Effect):
    """A point for every victory in range, over whomever."""

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        if won and is_in_range(turn.table, seat, combat.region):
            own = Runes.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, sins=own.sins + 1))
            turn.tell(SinCommitted(seat, own.sins + 1))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, Runes.of(table, seat).sins, by_artefact=False)


class CircleSummons(Effect):
    """An imp per rune at the start of a building action."""

    def building_started(self, turn: Turn, seat: int) -> None:
        runes = len(Runes.of(turn.table, seat).runes)
        if runes:
            gain_units(turn, seat, IMP, runes)


class FleshMultiplies(Effect):
    """In range, the circle summons more."""

    def building_started(self, turn: Turn, seat: int) -> None:
        table = turn.table
        if is_built(table, seat, CIRCLE) and is_in_range(table, seat, table.players[seat].here):
            gain_units(turn, seat, IMP, FLESH_IMPS)


class InRound(Asking):
    """What Demons are asked, always in a round that is announced."""

    whose = Runes

    def is_due(self, table: Table) -> bool:
        return bool(table.plan)


class HoundsFetch(Effect):
    """Something from every region that is visited for the first time."""

    def explored(self, turn: Turn, seat: int, region: Region) -> None:
        turn.queue(of_any_kind(seat, 1))


class BorrowArtefact(Decision):
    """Borrow for the round what the artefact of this region does."""

    form: ClassVar[Form] = Form("sign", Part("artefact", SOME_REGION))
    artefact: Region


class ContractSigned(Event):
    seat: int
    artefact: Region


class Signing(InRound):
    """The round is announced; the seat may pay for the effect of an artefact that it does not own."""

    form: ClassVar[Form] = Form("signing", Part("seat", COUNT))
    declined = CONTRACT
    refused = "not-signed"

    def offers(self, table: Table) -> tuple[Decision, ...]:
        player = table.players[self.seat]
        if not covers(player.stock, CONTRACT_PRICE):
            return ()
        return tuple(BorrowArtefact(artefact) for artefact in CONTRACTS if not player.owns(artefact))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, BorrowArtefact)
        pay(turn, self.seat, CONTRACT_PRICE)
        turn.player(self.seat).rewrite(replace(Runes.of(turn.table, self.seat), contract=chosen.artefact))
        turn.tell(ContractSigned(self.seat, chosen.artefact))
        if chosen.artefact is Region.TOGEED:
            turn.queue(GatheringAhead(self.seat))


class ContractBinds(Effect):
    def round_planned(self, turn: Turn, seat: int) -> None:
        turn.queue(Signing(seat))


class Advance(Decision):
    """Gather this at once, as it was announced, and not again in this round."""

    form: ClassVar[Form] = Form("advance", Part("resource", NAME))
    resource: str


class GatheringAdvanced(Event):
    seat: int
    resource: Resource


class GatheringAhead(InRound):
    """The seat may perform one announced gathering before the first action."""

    form: ClassVar[Form] = Form("gathering-ahead", Part("seat", COUNT))
    declined = "gathering-ahead"
    refused = "not-advanced"

    def offers(self, table: Table) -> tuple[Advance, ...]:
        return tuple(Advance(action) for action in table.plan if action in BY_NAME)

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Advance)
        name = chosen.resource
        turn.tell(GatheringAdvanced(self.seat, BY_NAME[name]))
        turn.player(self.seat).rewrite(replace(Runes.of(turn.table, self.seat), ahead=(name,)))
        rejoining = act_alone(turn, self.seat)
        announce(turn, ACTIONS[name])
        turn.queue(performance(ACTIONS[name], turn.table.plan.index(name) + 1), rejoining)


class GathersAhead(Effect):
    def round_planned(self, turn: Turn, seat: int) -> None:
        turn.queue(GatheringAhead(seat))


class CarriageReaches(Effect):
    """Foundations of adjacent regions are built on as those of the own one."""

    def foundations_in_reach(self, table: Table, seat: int, regions: Regions) -> Regions:
        own = table.players[seat].here
        return (*regions, *without_runes(table, seat, adjacent(table, seat, own)))


class ButchersMourned(Event):
    """`butchers`: how many have perished for points so far."""

    seat: int
    butchers: int


class ButchersAreMourned(Effect):
    """A point for each butcher that perishes while the artefact is owned; it is counted with it only."""

    def fought(self, turn: Turn, seat: int, deployed: Amounts, combat: Combat, won: bool) -> None:
        fallen = dict(deployed).get(BUTCHER, 0)
        if fallen:
            own = Runes.of(turn.table, seat)
            turn.player(seat).rewrite(replace(own, butchers=own.butchers + fallen))
            turn.tell(ButchersMourned(seat, own.butchers + fallen))

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        return with_points(score, Runes.of(table, seat).butchers, by_artefact=True)


class Inscribe(Decision):
    """Write a rune into the foundation of this region."""

    form: ClassVar[Form] = Form("inscribe", Part("region", SOME_REGION))
    region: Region


class Inscribing(InRound):
    """Free is a foundation anywhere that holds nothing of the seat's and that nobody keeps from it."""

    form: ClassVar[Form] = Form("inscribing", Part("seat", COUNT))
    refused = "not-inscribed"

    def offers(self, table: Table) -> tuple[Decision, ...]:
        player = table.players[self.seat]
        bare = without_runes(table, self.seat, table.realm.regions)
        free = (region for region in bare if PLACES[region].foundation and not player.foundation(region))
        return tuple(Inscribe(r) for r in free if not is_foundation_withheld(table, r, self.seat))

    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        assert isinstance(chosen, Inscribe)
        carve(turn, self.seat, chosen.region, bare=True)


class VurtInscribes(Effect):
    def artefact_gained(self, turn: Turn, seat: int, artefact: Region) -> None:
        if artefact is Region.VURT:
            turn.queue(Inscribing(seat))


DEMONS = Board(
    name="demons",
    units=(
        Unit(IMP, power=1, price=0, start=4),
        Unit(SUCCUBUS, power=4, price=3),
        Unit(BUTCHER, power=7, price=6, guessed=("price",)),
    ),
    # Prices in wood, iron and gold.
    structures=(
        Structure(PURGATORY, 1, (1, 2, 1), 1, (), (PurgatoryAdds(),), guessed=("level", "effects")),
        Structure(BONES, 2, (1, 2, 2), 2, (PURGATORY,), (BonesCarry(),), guessed=("level", "needs")),
        Structure(SINS, 3, (0, 4, 2), 2, (BONES,), (SinsCount(),), guessed=("price", "needs")),
        Structure(FLESH, 4, (2, 4, 1), 3, (SINS,), (FleshMultiplies(),), guessed=("needs",)),
        Structure(CIRCLE, 1, (2, 0, 2), 0, (), (CircleSummons(),), guessed=("price",)),
        Structure(BOUDOIR, 2, (1, 2, 2), 1, (CIRCLE,), (Recruits(SUCCUBUS),), guessed=("needs",)),
        Structure(KITCHEN, 3, (6, 0, 5), 2, (BOUDOIR,), (Recruits(BUTCHER),), guessed=("price", "needs")),
        Structure(
            "pantry", 4, (0, 9, 0), 2, (KITCHEN,), (Power(BUTCHER, 11),), guessed=("level", "price", "needs")
        ),
        # What it allows is part of every building: `RunesAreCarved`.
        Structure(BRAND, 1, (0, 2, 2), 0, (), guessed=("price", "effects")),
        Structure(KENNEL, 2, (1, 1, 1), 1, (BRAND,), (HoundsFetch(),), guessed=("needs", "effects")),
        Structure(
            CONTRACT, 3, (2, 0, 4), 2, (KENNEL,), (ContractBinds(),), guessed=("price", "needs", "effects")
        ),
        Structure(
            CARRIAGE, 4, (7, 3, 0), 2, (CONTRACT,), (CarriageReaches(),), guessed=("level", "price", "needs")
        ),
    ),
    artefacts=(
        Artefact(Region.PASKAAR, (ButchersAreMourned(),)),
        Artefact(Region.VURT, (VurtInscribes(),)),
        Artefact(Region.DORTAL, (UnitsArrive(Region.DORTAL, SUCCUBUS, 2), Power(SUCCUBUS, 5))),
        Artefact(Region.FOLEN, (ArmyPower(3),)),
        Artefact(Region.ODMOOR, (ButchersFor(7, Resource.IRON),), guessed=("effects",)),
        Artefact(Region.TOGEED, (GathersAhead(),)),
    ),
    costs=Costs(forest=2, lake=2, meadow=1, mountain=3),
    nature=(RunesAreCarved(), RunesClose(), RoundsPass(), ButchersFor(7, Resource.WOOD)),
    own=Runes(),
    decisions=(Carve, BorrowArtefact, Advance, Inscribe),
    stages=(Signing, GatheringAhead, Inscribing),
    details=(
        Detail("butcher", "7 wood in place of the gold"),
        Detail("purgatory", f"adds {PURGATORY_GIVES}"),
        Detail("brand", f"{sum(BRAND_PRICE)} gold for a rune"),
        Detail("contract", f"{sum(CONTRACT_PRICE)} gold"),
        Detail("kennel", "1 of any kind"),
    ),
)
