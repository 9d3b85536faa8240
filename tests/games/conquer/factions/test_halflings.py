"""The Halflings' board, rule by rule (rulebook, Halflings)."""

from collections.abc import Mapping

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import BuildingStarts, GrantedStructure
from p2p_heroes.games.conquer.collecting import Collecting, deeds_done, take_artefact
from p2p_heroes.games.conquer.decisions import Action
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.halflings import (
    HALFLINGS,
    STRATEGIC,
    Annexing,
    BathsVisited,
    DrawingHorseshoe,
    Empire,
    HorseshoeDrawn,
    Hurrying,
    LevyRaised,
    MonsterRewon,
    RegionAnnexed,
    RegionBonus,
    StructurePlaced,
)
from p2p_heroes.games.conquer.factions.humans import Illusions
from p2p_heroes.games.conquer.factions.mechanisms import ServerApplied
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.factions.orcs import Rage
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import Moving, entry_costs, ways_from
from p2p_heroes.games.conquer.planning import (
    ActionStarts,
    Planning,
    RoundEnds,
    RoundStarts,
    act_alone,
    announce,
)
from p2p_heroes.games.conquer.recruiting import unit_price
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.sharing import Taking, of_any_kind
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source
from p2p_heroes.games.conquer.visiting import AllArrived, Arriving
from p2p_heroes.games.conquer.world import PLACES, Region, Terrain
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Plain, Setup
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    building,
    bystander,
    offered,
    play_on,
    seat,
    settle,
    started,
    units_of,
    why_not,
    with_terrain,
)

R = Region
RICH = (30, 30, 30)
KINDS = ("baths", "draft-office", "small-school", "colosseum", "aqueduct", "military-camp")
MOUNTAINS, FORESTS, MEADOWS = (
    tuple(region for region, (terrain, _) in STRATEGIC.items() if terrain is kind)
    for kind in (Terrain.MOUNTAIN, Terrain.FOREST, Terrain.MEADOW)
)


def levels(kind: str, level: int = 3) -> tuple[str, ...]:
    """A structure at its first levels."""
    return tuple(kind + numeral for numeral in ("", "-ii", "-iii")[:level])


def empire(
    *regions: Region,
    horseshoes: tuple[Region, ...] = (),
    levy: int = 0,
    bathed: int = 0,
    rewon: tuple[int, ...] = (),
    hurried: tuple[int, ...] = (),
) -> Empire:
    """In the order of the map."""
    return Empire(tuple(sorted(regions)), horseshoes, levy, bathed, rewon, hurried)


def own(table: Table, who: int = 0) -> Empire:
    return Empire.of(table, who)


def powers(happened: tuple[object, ...]) -> list[int]:
    return [event.power for event in happened if isinstance(event, events.MonsterFought)]


# The empire.


def beginning(start: str) -> Table:
    table = CONQUER.initial(Setup(("halflings", "undead"), {"first": 1}))
    taken = "Suleen" if start != "Suleen" else "Yreel"
    return play_on(table, {1: f"start {taken}"}, {0: f"start {start}"}).state


def test_the_starting_region_is_the_first_of_the_empire() -> None:
    """Rulebook, Halflings: the empire."""
    table = beginning("Suleen")
    assert own(table) == Empire((R.SULEEN,))
    assert table.agenda == (Planning(),)
    assert units_of(table, 0) == {"gladiator": 1}


def test_a_strategic_starting_region_brings_its_bonus_before_the_first_plan() -> None:
    """docs/rulings.md 160."""
    table = beginning("Harrax")
    assert own(table).regions == (R.HARRAX,)
    assert offered(table, 0) == [
        *("take gold 2", "take iron 1 gold 1", "take iron 2"),
        *("take wood 1 gold 1", "take wood 1 iron 1", "take wood 2"),
    ]
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table
    after = settle(table, {0: "take wood 2"})
    assert after.events == (events.Received(0, 2, 0, 0, Source.EFFECT),)
    assert after.state.players[0].stock == (2, 1, 1)
    assert after.state.agenda == (Planning(),)
    assert units_of(beginning("Yreel"), 0) == {"gladiator": 3}


def test_a_region_that_is_in_the_empire_is_not_annexed_again() -> None:
    """Rulebook, Halflings: its bonus comes once."""
    host = seat("halflings", R.YREEL, units={}, own=empire(R.YREEL, levy=1))
    table = replace(at_table(host, bystander()), round=0)
    assert own(asking(table, RoundStarts(1))) == empire(R.YREEL, levy=1)


def test_every_structure_annexes_a_region_next_to_the_empire() -> None:
    """Rulebook, Halflings: wherever we are, for each structure and each level of it."""
    host = seat("halflings", R.DORTAL, stock=RICH, built=levels("baths", 1), own=empire(R.SULEEN))
    table = settle(building(host), {0: "build baths-ii"}).state
    assert offered(table, 0) == ["annex Odmoor", "annex Paskaar", "annex Rolgoy", "annex Yreel"]
    step = settle(table, {0: "annex Rolgoy"})
    assert step.events[0] == RegionAnnexed(0, R.ROLGOY, 1)
    assert own(step.state).regions == (R.ROLGOY, R.SULEEN)


def test_portals_make_nothing_adjacent_to_the_empire() -> None:
    """Rulebook, Halflings: the rule of portals is ignored; nor is a region out of the game annexed."""
    host = seat("halflings", R.DORTAL, stock=RICH, own=empire(R.SULEEN))
    table = settle(building(host), {0: "build baths"}).state
    for region in ("Harrax", "Suleen", "Zasker"):
        assert why_not(table, 0, f"annex {region}") == f"not-beside-the-empire region={region}"
    assert why_not(table, 0, "done") == "not-annexed"


def test_annexing_is_no_visit_and_gives_no_resources_of_the_region() -> None:
    """Rulebook, Halflings: we need not be there."""
    host = seat("halflings", R.DORTAL, stock=(5, 0, 2), own=empire(R.ROLGOY))
    step = play_on(building(host), {0: "build baths"}, {0: "annex Qliss"})
    assert step.state.players[0].stock == (0, 0, 0)
    assert not step.state.players[0].visited >> R.QLISS & 1


@pytest.mark.parametrize(
    ("region", "points", "happened"),
    [
        *((region, 0, [events.UnitsJoined(0, "gladiator", 2)]) for region in (R.LOX, R.ODMOOR, R.YREEL)),
        *((region, 2, []) for region in (R.TOGEED, R.WERS, R.NIKLEEN)),
        *((region, 0, [LevyRaised(0, 1, 4)]) for region in (R.VURT, R.FOLEN, R.PASKAAR)),
        *((region, 1, []) for region in (R.QLISS, R.KOSLEEN, R.BRYNNLORE)),
    ],
)
def test_a_strategic_region_brings_its_bonus_at_once(
    region: Region, points: int, happened: list[object]
) -> None:
    """Rulebook, Halflings: units or power at once, points at the end; the power without a Draft Office.

    Which of them lies where: docs/rulings.md 198.
    """
    host = seat("halflings", R.SULEEN, own=Empire(levy=3), stock=(0, 0, 0))
    step = settle(asking(at_table(host, bystander()), Annexing(0, 0)), {0: f"annex {region}"})
    assert list(step.events) == [RegionAnnexed(0, region, points), *happened]
    assert score_of(step.state, 0).total == points


@pytest.mark.parametrize("region", [R.HARRAX, R.ASANDER, R.ESMORE])
def test_three_strategic_regions_bring_resources(region: Region) -> None:
    """Rulebook, Halflings: the block of strategic regions."""
    table = asking(at_table(seat("halflings", R.SULEEN), bystander()), Annexing(0, 0))
    asked = settle(table, {0: f"annex {region}"}).state
    assert settle(asked, {0: "take iron 1 gold 1"}).state.players[0].stock == (0, 1, 1)
    assert why_not(asked, 0, "take iron 3") == "take-together count=2 most=((wood,2),(iron,2),(gold,2))"


def test_there_are_four_strategic_regions_of_each_of_three_terrains() -> None:
    """Rulebook, Halflings: as printed, on the map, too."""
    assert (len(MOUNTAINS), len(FORESTS), len(MEADOWS)) == (4, 4, 4)
    assert all(PLACES[region].terrain is terrain for region, (terrain, _) in STRATEGIC.items())
    for group in (MOUNTAINS, FORESTS, MEADOWS):
        assert {STRATEGIC[region][1] for region in group} == set(RegionBonus)


def test_the_structure_goes_to_the_foundation_of_the_annexed_region() -> None:
    """Rulebook, Halflings: at once, though we are elsewhere."""
    host = seat("halflings", R.DORTAL, stock=RICH, built=levels("baths", 1), own=empire(R.HARRAX))
    step = play_on(building(host), {0: "build baths-ii"}, {0: "annex Jorveld"})
    assert step.events[1:4] == (
        events.StructureBuilt(0, "baths-ii", 2, 0, None),
        RegionAnnexed(0, R.JORVELD, 1),
        StructurePlaced(0, R.JORVELD, 2),
    )
    assert step.state.players[0].foundations == ((R.JORVELD, 2),)


def test_without_a_foundation_there_the_structure_may_go_to_the_one_here() -> None:
    """docs/rulings.md 161: one structure on one foundation, the annexed one first."""
    host = seat("halflings", R.LOX, stock=RICH, own=empire(R.HARRAX))
    table = settle(building(host), {0: "build baths"}).state
    assert offered(table, 0)[:5] == [
        *("annex Asander", "annex Brynnlore", "annex Brynnlore on Lox", "annex Dortal", "annex Dortal on Lox")
    ]
    assert why_not(table, 0, "annex Asander on Lox") == "not-on-annexed"
    step = settle(table, {0: "annex Brynnlore on Lox"})
    assert step.events[1] == StructurePlaced(0, R.LOX, 1)
    assert step.state.players[0].foundations == ((R.LOX, 1),)
    assert settle(table, {0: "annex Brynnlore"}).state.players[0].foundations == ()


def test_a_structure_names_no_foundation_when_it_is_built() -> None:
    """docs/rulings.md 161: it is known with the annexed region."""
    table = building(seat("halflings", R.LOX, stock=RICH, own=empire(R.LOX)))
    assert not [text for text in offered(table, 0) if " on " in text]
    assert why_not(table, 0, "build baths on Lox") == "not-placed-there structure=baths region=Lox"


def test_a_foundation_takes_only_a_higher_level() -> None:
    """Rulebook p. 12 and docs/rulings.md 161: a level 2 stays when level 1 comes, and gives way to 3."""
    host = seat("halflings", R.DORTAL, stock=RICH, own=empire(R.HARRAX), foundations={R.JORVELD: 2})
    table = at_table(host, bystander())
    low = settle(asking(table, Annexing(0, 1)), {0: "annex Jorveld"})
    assert low.events == (RegionAnnexed(0, R.JORVELD, 1),)
    high = settle(asking(table, Annexing(0, 3)), {0: "annex Jorveld"})
    assert high.state.players[0].foundations == ((R.JORVELD, 3),)


def test_a_concealed_or_runed_foundation_is_annexed_but_holds_nothing() -> None:
    """docs/rulings.md 162: it still counts as a region with a foundation."""
    tower = ("tower-of-illusions",)
    concealed = Illusions((("foundation", R.JORVELD),))
    humans = seat("humans", R.DORTAL, units={}, built=tower, own=concealed)
    demons = seat("demons", R.DORTAL, units={}, own=Runes((R.JORVELD,)))
    for other in (humans, demons):
        table = asking(at_table(seat("halflings", R.LOX, own=empire(R.HARRAX)), other), Annexing(0, 1))
        assert "annex Jorveld on Lox" in offered(table, 0)
        step = settle(table, {0: "annex Jorveld"})
        assert step.events == (RegionAnnexed(0, R.JORVELD, 1),)
        assert deeds_done(step.state, 0, Deed.FOUNDATIONS) == 1


def test_a_level_where_others_have_a_rune_is_raised() -> None:
    """docs/rulings.md 121 and 162: the own number carries no rune."""
    host = seat("halflings", R.DORTAL, own=empire(R.HARRAX), foundations={R.JORVELD: 1})
    demons = seat("demons", R.DORTAL, units={}, own=Runes((R.JORVELD,)))
    step = settle(asking(at_table(host, demons), Annexing(0, 3)), {0: "annex Jorveld"})
    assert step.state.players[0].foundations == ((R.JORVELD, 3),)


def test_where_nothing_is_left_to_annex_nothing_happens() -> None:
    """docs/rulings.md 163: and what is the only choice is not asked for."""
    everything = at_table(bystander(), bystander()).realm.regions
    full = at_table(seat("halflings", own=Empire(everything)), bystander())
    assert started(full, Annexing(0, 1)).events == ()
    nearly = tuple(region for region in everything if region is not R.QLISS)
    last = started(at_table(seat("halflings", own=Empire(nearly)), bystander()), Annexing(0, 1))
    assert last.events == (RegionAnnexed(0, R.QLISS, 1),)
    assert last.state.agenda == ()


def test_moving_costs_one_inside_the_empire_and_two_outside() -> None:
    """Rulebook, Halflings: whatever the terrain, also one that was changed."""
    table = at_table(seat("halflings", own=empire(R.HARRAX, R.KOSLEEN, R.YREEL)), bystander())
    for changed in (table, with_terrain(table, R.HARRAX, Terrain.LAKE)):
        for by_portal in (False, True):
            costs = entry_costs(changed, 0, by_portal=by_portal)
            inside = {region for region in Region if costs[region] == 1}
            assert inside == {R.HARRAX, R.KOSLEEN, R.YREEL}
            assert set(costs) == {1, 2}


# Structures.


def test_six_structures_are_built_three_times_for_the_same_price() -> None:
    """Rulebook, Halflings: level 1, then 2, then 3; seven resources each; one of them stands at the start."""
    names = [structure.name for structure in HALFLINGS.structures]
    assert names == [name for kind in KINDS for name in levels(kind)]
    for at in range(0, len(names), 3):
        first, second, third = HALFLINGS.structures[at : at + 3]
        assert [one.level for one in (first, second, third)] == [1, 2, 3]
        assert first.price == second.price == third.price
        assert sum(first.price) == 7
        assert [one.needs for one in (first, second, third)] == [(), (first.name,), (second.name,)]
        assert not first.points + second.points + third.points
    assert beginning("Suleen").players[0].built == 1 << names.index("small-school")


def test_levels_are_built_in_order_and_within_the_level_of_the_action() -> None:
    """Rulebook, Halflings: in strict order, by the usual rules."""
    host = seat("halflings", stock=RICH, built=("small-school",), own=empire(R.HARRAX))
    table = building(host, level=2)
    built = [text for text in offered(table, 0) if text.startswith("build")]
    assert built == [
        *("build baths", "build draft-office", "build small-school-ii"),
        *("build colosseum", "build aqueduct", "build military-camp"),
    ]
    assert why_not(table, 0, "build baths-ii") == "needs-first structure=baths-ii needs=(baths)"
    assert (
        why_not(table, 0, "build small-school-iii")
        == "above-level structure=small-school-iii needed=3 level=2"
    )
    assert why_not(building(host), 0, "build small-school") == "built-already structure=small-school"


@pytest.mark.parametrize(("level", "price"), [(1, 4), (2, 3), (3, 2)])
def test_the_small_school_makes_gladiators_cheaper(level: int, price: int) -> None:
    """Rulebook, Halflings: 4 gold at the start, then 3, then 2."""
    host = seat("halflings", stock=(0, 0, 13), built=levels("small-school", level), own=empire(R.HARRAX))
    table = building(host)
    assert unit_price(table, 0, "gladiator") == price
    step = settle(table, {0: "recruit gladiator 2"})
    assert step.events[0] == events.UnitsRecruited(0, "gladiator", 2, 2 * price)
    assert not [text for text in offered(table, 0) if "legionary" in text]


@pytest.mark.parametrize(("level", "power"), [(0, 6), (1, 6), (2, 8), (3, 10)])
def test_the_military_camp_makes_legionaries_stronger(level: int, power: int) -> None:
    """Rulebook, Halflings: 6, 8, 10; without the camp the first value (docs/rulings.md 177)."""
    host = seat("halflings", stock=(0, 0, 9), built=levels("military-camp", level), own=empire(R.QLISS))
    table = building(host)
    assert unit_power(table, 0, 1) == power
    assert ("recruit legionary 1" in offered(table, 0)) == (level > 0)


@pytest.mark.parametrize(("meadows", "price"), [(0, 9), (1, 8), (4, 5)])
def test_legionaries_are_cheaper_for_each_strategic_meadow(meadows: int, price: int) -> None:
    """Rulebook, Halflings: Military Camp; other meadows do not count."""
    regions = (R.UGMAT, R.XELREE, *MEADOWS[:meadows])
    host = seat("halflings", built=levels("military-camp", 1), own=empire(*regions))
    assert unit_price(at_table(host, bystander()), 0, "legionary") == price
    artefact = seat("halflings", built=levels("military-camp", 1), own=empire(*regions))
    artefact[1].artefacts = 1
    assert unit_price(at_table(artefact, bystander()), 0, "legionary") == price - 1


SEVEN = (R.LOX, R.MORREED, R.ODMOOR, R.PASKAAR, R.ROLGOY, R.SULEEN, R.YREEL)


def guests() -> tuple[Seated, Seated, Seated]:
    """Two inside the empire of seven, one outside."""
    return bystander(R.PASKAAR), seat("elves", R.SULEEN, units={}), seat("orcs", R.ESMORE, units={})


@pytest.mark.parametrize(("level", "power"), [(1, 3), (2, 5), (3, 7)])
def test_the_draft_office_enlists_for_each_guest(level: int, power: int) -> None:
    """Rulebook, Halflings: level 2, 3 written, two of three opponents inside: 5."""
    host = seat("halflings", R.ESMORE, built=levels("draft-office", level), own=empire(*SEVEN, levy=3))
    step = started(at_table(host, *guests()), AllArrived())
    assert own(step.state).levy == power
    assert step.events == ((LevyRaised(0, power - 3, power),) if level > 1 else ())


def test_the_power_is_there_for_the_battles_of_the_same_round() -> None:
    """Rulebook, Halflings: step 5, before any battle."""
    host = seat("halflings", R.ROLGOY, built=levels("draft-office", 2), own=empire(*SEVEN, levy=3))
    table = asking(at_table(host, *guests()), Moving(3))
    arrived = settle(table, {0: "stay", 1: "stay", 2: "stay", 3: "stay"})
    assert LevyRaised(0, 2, 5) in arrived.events
    assert offered(arrived.state, 0)[:2] == ["done", "hunt 2 with levy 1"]
    assert powers(settle(arrived.state, {0: "hunt 2 with levy 1"}).events) == [5]


def test_the_levy_fights_alone_or_beside_units_and_never_shrinks() -> None:
    """Rulebook, Halflings: added to the total in any fight, without units, too (docs/rulings.md 165)."""
    host = seat("halflings", R.ROLGOY, units={"gladiator": 2}, own=empire(R.HARRAX, levy=4))
    table = asking(at_table(host, bystander()), Fighting(0))
    assert offered(table, 0)[1:4] == [
        *("hunt 2 with levy 1", "hunt 2 with gladiator 1 levy 1", "hunt 2 with gladiator 2 levy 1")
    ]
    step = play_on(table, {0: "hunt 2 with levy 1"}, {0: "siege Rolgoy with gladiator 1 levy 1"})
    assert powers(step.events) == [4]
    assert own(step.state).levy == 4
    assert units_of(step.state, 0) == {"gladiator": 1}
    assert step.state.players[0].fortresses == 1 << R.ROLGOY


def test_the_levy_is_in_every_battle_with_players() -> None:
    """docs/rulings.md 165: it is always added."""
    host = seat("halflings", units={"gladiator": 1}, own=empire(R.QLISS, levy=4))
    undead = seat("undead", units={"skeleton": 3})
    table = asking(at_table(host, undead), Battle(R.HARRAX, (0, 1)))
    assert offered(table, 0) == ["deploy levy 1", "deploy gladiator 1 levy 1"]
    assert why_not(table, 0, "deploy gladiator 1") == "must-deploy units=(levy)"
    step = settle(table, {0: "deploy levy 1", 1: "deploy skeleton 3"})
    fought = next(event for event in step.events if isinstance(event, events.BattleFought))
    assert (fought.powers, fought.winner) == ((4, 3), 0)
    assert units_of(step.state, 0) == {"gladiator": 1}
    without = at_table(seat("halflings", units={"gladiator": 1}), undead)
    assert offered(asking(without, Battle(R.HARRAX, (0, 1))), 0) == ["deploy none", "deploy gladiator 1"]


def test_a_curse_takes_a_unit_and_not_the_levy() -> None:
    """docs/rulings.md 165: what is written is no unit."""
    undead = seat("undead", R.DORTAL, own=Curses((R.HARRAX,)))
    host = seat("halflings", units={"gladiator": 1, "legionary": 1}, own=empire(R.QLISS, levy=1))
    cursed = started(at_table(host, undead), Arriving(0))
    assert events.UnitLost(0, "gladiator") in cursed.events
    alone = started(at_table(seat("halflings", units={}, own=empire(R.QLISS, levy=1)), undead), Arriving(0))
    assert own(alone.state).levy == 1
    assert not [event for event in alone.events if isinstance(event, events.UnitLost)]


@pytest.mark.parametrize(("level", "points"), [(1, 3), (2, 5), (3, 7)])
def test_the_baths_earn_for_each_guest(level: int, points: int) -> None:
    """Rulebook, Halflings: 0, 1 or 2 for each; counted once at the end, whatever the level is then."""
    host = seat("halflings", R.ESMORE, built=levels("baths", level), own=empire(*SEVEN, bathed=3))
    step = started(at_table(host, *guests()), AllArrived())
    assert own(step.state).bathed == points
    assert step.events == ((BathsVisited(0, points - 3, points),) if level > 1 else ())
    later = at_table(seat("halflings", built=levels("baths"), own=Empire(bathed=points)), bystander())
    assert score_of(later, 0) == Score(structures=points)


def test_guests_are_players_and_only_in_a_movement_of_the_halflings() -> None:
    """docs/rulings.md 171: a Hydra is no guest, and an action of one other player alone brings nothing."""
    host = seat("halflings", R.ESMORE, built=(*levels("baths"), *levels("draft-office")), own=empire(R.QLISS))
    nagas = seat("nagas", R.DORTAL, own=HydraZone(hydra=R.QLISS))
    assert started(at_table(host, nagas), AllArrived()).events == ()
    table = at_table(host, bystander(R.QLISS))
    assert len(started(table, AllArrived()).events) == 2
    turn = Turn(copied(table))
    rejoining = act_alone(turn, 1)
    assert started(turn.table, AllArrived(), rejoining).events == ()


# The Colosseum.


def test_the_colosseum_marks_one_then_two_then_three_regions() -> None:
    """Rulebook, Halflings: six in all, any regions, each once."""
    drawn: list[Region] = []
    for level in (1, 2, 3):
        host = seat("halflings", stock=RICH, built=levels("colosseum", level - 1), own=empire(R.SULEEN))
        host[1].own = replace(own(at_table(host)), horseshoes=tuple(sorted(drawn)))
        table = play_on(
            building(host), {0: f"build {levels('colosseum')[level - 1]}"}, {0: "annex Rolgoy"}
        ).state
        for _ in range(level):
            choices = offered(table, 0)
            assert choices[0].startswith("horseshoe ")
            assert len(choices) == 21 - len(drawn)
            step = settle(table, {0: choices[-1]})
            drawn += [event.region for event in step.events if isinstance(event, HorseshoeDrawn)]
            assert choices[-1] == f"horseshoe {drawn[-1]}"
            table = step.state
        assert not [text for text in offered(table, 0) if text.startswith("horseshoe")]
    assert len(set(drawn)) == 6
    assert own(table).horseshoes == tuple(sorted(drawn))


def test_other_structures_draw_no_horseshoe() -> None:
    """Rulebook, Halflings: when the Colosseum is built."""
    host = seat("halflings", stock=RICH, built=levels("colosseum", 1), own=empire(R.SULEEN))
    table = play_on(building(host), {0: "build baths"}, {0: "annex Rolgoy"}).state
    assert not [stage for stage in table.agenda if isinstance(stage, DrawingHorseshoe)]


def test_a_region_is_marked_once() -> None:
    """Rulebook, Halflings: regions cannot repeat."""
    host = seat("halflings", built=levels("colosseum", 2), own=Empire(horseshoes=(R.LOX,)))
    table = asking(at_table(host, bystander()), DrawingHorseshoe(0))
    for region in ("Lox", "Zoro"):
        assert why_not(table, 0, f"horseshoe {region}") == "not-drawn"


def test_a_horseshoe_makes_a_step_cheaper_for_halflings_and_dearer_for_others() -> None:
    """Rulebook, Halflings: 0 in the empire and 1 outside (docs/rulings.md 174); one more for opponents."""
    shoes = (R.BRYNNLORE, R.ESMORE)
    host = seat("halflings", R.ASANDER, built=levels("colosseum", 2), own=empire(R.ESMORE, horseshoes=shoes))
    table = at_table(host, seat("undead", R.ASANDER))
    mine, theirs = ways_from(table, 0), ways_from(table, 1)
    brynnlore, esmore = mine[R.BRYNNLORE], mine[R.ESMORE]
    assert brynnlore is not None
    assert esmore is not None
    assert (brynnlore.cost, esmore.cost) == (1, 1)
    usual = ways_from(at_table(seat("halflings", R.HARRAX), seat("undead", R.ASANDER)), 1)
    for region, more in ((R.BRYNNLORE, 1), (R.HARRAX, 0)):
        dearer, before = theirs[region], usual[region]
        assert dearer is not None
        assert before is not None
        assert dearer.cost == before.cost + more


def test_a_portal_that_is_free_stays_free_in_spite_of_a_horseshoe() -> None:
    """docs/rulings.md 174: who spends no points there spends none."""
    shoes = Empire(horseshoes=(R.YREEL,))
    host = seat("halflings", R.DORTAL, built=levels("colosseum", 1), own=shoes)
    elves = seat("elves", R.HARRAX, artefacts=(R.TOGEED,))
    way = ways_from(at_table(host, elves), 1)[R.YREEL]
    assert way is not None
    assert way.cost == 0


def arena(points: int, forests: int = 3, **rest: object) -> Table:
    """Circled are the monsters of power 3 and 5; that of power 2 was skipped."""
    units = {"legionary": 2}
    host = seat("halflings", R.QLISS, units=units, built=levels("colosseum", 1), points=points)
    player = host[1]
    player.monsters = 0b110
    player.own = empire(*FORESTS[:forests])
    for name, value in rest.items():
        setattr(player, name, value)
    return asking(at_table(host, bystander()), Fighting(0))


def refights(table: Table) -> set[str]:
    return {text.split()[1] for text in offered(table, 0) if text.startswith("refight")}


def test_a_circled_monster_is_fought_again_in_place_of_the_usual_one() -> None:
    """Rulebook, Halflings: power 3, or for a point power 5; power 8 is to be beaten first."""
    assert refights(arena(points=0)) == {"3"}
    table = arena(points=1)
    assert refights(table) == {"3", "5"}
    assert refights(arena(points=4)) == {"3", "5"}
    step = settle(table, {0: "refight 5 with legionary 1"})
    assert step.events == (
        events.MonsterFought(0, R.QLISS, 5, (("legionary", 1),), 6, True),
        events.UnitsPerished(0, (("legionary", 1),)),
        MonsterRewon(0, 5, 1),
    )
    after = step.state.players[0]
    assert (after.stock, after.monsters, after.hunted) == ((0, 0, 0), 0b110, True)
    assert score_of(step.state, 0).victories == 1 + 1 + 1
    assert deeds_done(step.state, 0, Deed.VICTORIES) == 2
    assert not [text for text in offered(step.state, 0) if "hunt" in text or "refight" in text]


def test_a_third_fight_with_a_monster_is_not_possible() -> None:
    """Rulebook, Halflings: the symbol is circled; it costs no point to pass (docs/rulings.md 166)."""
    table = arena(points=0, own=empire(*FORESTS[:3], rewon=(1,)))
    assert refights(table) == {"5"}
    again = "fight-again powers=(5)"
    assert why_not(table, 0, "refight 3 with legionary 1") == again
    assert why_not(table, 0, "decline") == "not-a-fight"


@pytest.mark.parametrize(("forests", "again"), [(0, set()), (1, {"3"}), (2, {"3", "5"})])
def test_strategic_forests_say_how_far_the_row_goes(forests: int, again: set[str]) -> None:
    """Rulebook, Halflings: counted from the leftmost circled monster."""
    assert refights(arena(points=4, forests=forests)) == again


def test_a_monster_that_is_not_circled_lies_in_the_row_but_costs_no_point() -> None:
    """docs/rulings.md 166: power 3 and power 8 with power 5 open between them."""
    assert refights(arena(points=1, monsters=0b1010)) == {"3", "8"}
    assert refights(arena(points=1, monsters=0b1010, own=empire(*FORESTS[:2]))) == {"3"}


def test_no_fight_again_without_a_circled_monster_a_colosseum_or_an_army() -> None:
    """Rulebook, Halflings: the Colosseum; one monster a round."""
    assert refights(arena(points=4, monsters=0)) == set()
    assert refights(arena(points=4, hunted=True)) == set()
    assert refights(arena(points=4, built=0)) == set()
    assert offered(arena(points=4, units=(0, 0)), 0) == []


def test_a_lost_fight_again_wins_nothing() -> None:
    """Rulebook, Halflings: only who beats it again."""
    step = settle(arena(points=0, units=(1, 0), monsters=0b11110), {0: "refight 3 with gladiator 1"})
    assert powers(step.events) == [3]
    assert own(step.state).rewon == ()
    assert step.state.players[0].hunted


# The Aqueduct.


def test_the_aqueduct_weakens_monsters_and_fortresses() -> None:
    """Rulebook, Halflings: 1 for each strategic mountain, and one more with the artefact of Paskaar."""
    host = seat("halflings", R.ROLGOY, units={"gladiator": 3}, built=levels("aqueduct", 1))
    host[1].own = empire(R.BRYNNLORE, *MOUNTAINS)
    table = asking(at_table(host, bystander()), Fighting(0))
    step = play_on(table, {0: "siege Rolgoy with gladiator 1"}, {0: "hunt 2 with gladiator 1"})
    weakened = [event for event in step.events if isinstance(event, events.FoeWeakened)]
    assert weakened == [events.FoeWeakened(0, 6, 2), events.FoeWeakened(0, 2, 0)]
    assert step.state.players[0].stock == (0, 0, 3)
    host[1].artefacts = 1
    more = settle(asking(at_table(host, bystander()), Fighting(0)), {0: "siege Rolgoy with gladiator 1"})
    assert events.FoeWeakened(0, 6, 1) in more.events


@pytest.mark.parametrize(("level", "more"), [(1, 0), (2, 1), (3, 2)])
def test_the_aqueduct_brings_more_resources(level: int, more: int) -> None:
    """Rulebook, Halflings: for fortresses and monsters, also one that has none itself."""
    host = seat("halflings", R.ROLGOY, units={"legionary": 4}, built=levels("aqueduct", level))
    table = asking(at_table(host, bystander()), Fighting(0))
    for text, resources in (("hunt 2", (0, 0, 0)), ("siege Rolgoy", (0, 0, 3))):
        step = settle(table, {0: f"{text} with legionary 2"})
        if more:
            step = settle(step.state, {0: f"take iron {more}"})
        wood, iron, gold = resources
        assert step.state.players[0].stock == (wood, iron + more, gold)
        assert offered(step.state, 0)[0] == "done"


def test_the_aqueduct_adds_nothing_to_the_monster_that_is_the_reward_of_a_battle() -> None:
    """Russian rulebook, Halflings: "for seizing fortresses and beating a monster"; docs/rulings.md 167."""
    host = seat("halflings", units={}, built=levels("aqueduct", 2))
    table = asking(at_table(host, bystander()), Rewarding(0, (1,), 0, (1,)))
    looted = settle(table, {0: "loot"})
    assert looted.events[-1] == events.Received(0, 0, 0, 2, Source.LOOT)
    assert looted.state.players[0].stock == (0, 0, 2)
    assert looted.state.agenda == ()


def test_the_aqueduct_adds_nothing_to_a_fight_again_but_weakens_the_monster() -> None:
    """docs/rulings.md 166: there are no resources, so there are no more."""
    table = arena(points=0)
    for level in range(3):
        table.players[0].build(3 * KINDS.index("aqueduct") + level)
    table.players[0].rewrite(empire(*FORESTS[:3], R.LOX))
    step = settle(table, {0: "refight 3 with legionary 1"})
    assert step.events[0] == events.FoeWeakened(0, 3, 2)
    assert step.state.players[0].stock == (0, 0, 0)
    assert not [stage for stage in step.state.agenda if isinstance(stage, Taking)]


# Bonuses of opponents.


def hosting(guest: Seated, *regions: Region) -> Table:
    """The Halflings far away, a guest first."""
    return at_table(guest, seat("halflings", R.DORTAL, units={}, own=empire(*regions)))


def test_a_guest_receives_two_resources_for_a_victory_in_the_empire() -> None:
    """Rulebook, Halflings: in any battle; with two strategic mountains."""
    guest = seat("undead", R.ROLGOY, units={"lich": 4})
    inside = (R.ROLGOY, R.LOX, R.VURT)
    table = asking(hosting(guest, *inside), Fighting(0))
    won = settle(table, {0: "hunt 2 with lich 1"}).state
    assert offered(won, 0)[0] == "take gold 2"
    after = settle(won, {0: "take wood 1 iron 1"}).state
    assert after.players[0].stock == (1, 1, 0)
    besieged = play_on(after, {0: "siege Rolgoy with lich 2"}, {0: "take wood 2"}).state
    assert besieged.players[0].stock == (3, 1, 3)
    for regions in ((R.ROLGOY, R.LOX), (R.LOX, R.VURT)):
        elsewhere = settle(asking(hosting(guest, *regions), Fighting(0)), {0: "hunt 2 with lich 1"}).state
        assert offered(elsewhere, 0)[0] == "done"
    lost = settle(
        asking(hosting(seat("undead", R.ROLGOY), *inside), Fighting(0)), {0: "hunt 2 with skeleton 1"}
    )
    assert not [stage for stage in lost.state.agenda if isinstance(stage, Taking)]


def test_a_victory_over_players_counts_too_but_never_for_the_halflings() -> None:
    """Rulebook, Halflings: only opponents have the bonus."""
    regions = (R.HARRAX, R.LOX)
    host = seat("halflings", R.HARRAX, units={"legionary": 1}, own=empire(*regions))
    table = asking(at_table(seat("undead", units={"lich": 2}), host), Battle(R.HARRAX, (0, 1)))
    guest = settle(table, {0: "deploy lich 2", 1: "deploy legionary 1"}).state
    assert guest.agenda[:2] == (of_any_kind(0, 2), Rewarding(0, (1,), 0, (0,)))
    home = settle(table, {0: "deploy lich 1", 1: "deploy legionary 1"}).state
    assert isinstance(home.agenda[0], Rewarding)


def test_a_hydra_on_her_own_earns_nothing_in_the_empire() -> None:
    """docs/rulings.md 168: her player is elsewhere."""
    nagas = seat("nagas", R.ASANDER, own=HydraZone(hydra=R.ROLGOY))
    table = asking(hosting(nagas, R.ROLGOY, R.LOX, R.VURT), Fighting(0))
    won = settle(table, {0: "siege Rolgoy with hydra 1"})
    assert won.state.players[0].fortresses == 1 << R.ROLGOY
    assert not [stage for stage in won.state.agenda if isinstance(stage, Taking)]


def test_mechanisms_accept_no_iron() -> None:
    """docs/rulings.md 168: they can never store it."""
    mechanisms = seat("mechanisms", R.ROLGOY, units={"core": 9})
    table = asking(hosting(mechanisms, R.ROLGOY, R.LOX, R.VURT), Fighting(0))
    won = settle(table, {0: "hunt 2 with core 3"}).state
    assert offered(won, 0) == ["take gold 2", "take wood 1 gold 1", "take wood 2"]
    assert why_not(won, 0, "take iron 2") == "take-together count=2 most=((wood,2),(gold,2))"


def test_what_a_guest_receives_may_turn_into_something_else() -> None:
    """Rulebook, Humans: the artefact that turns wood; the choice itself is told in any case."""
    humans = seat("humans", R.ROLGOY, units={"knight": 1}, artefacts=(R.PASKAAR,))
    table = asking(hosting(humans, R.ROLGOY, R.LOX, R.VURT), Fighting(0))
    step = play_on(table, {0: "hunt 2 with knight 1"}, {0: "take wood 2"})
    assert events.ResourcesChosen(0, 2, 0, 0) in step.events
    assert type(step.state.agenda[0]).__name__ == "Exchanging"


def test_a_guest_builds_whatever_the_level_of_the_action() -> None:
    """Rulebook, Halflings: levels 2, 3 and 4 in an action of level 1, for the usual price and needs."""
    built_before = ("hearse", "graveyard", "barrow", "shrine", "chapel")
    undead = seat("undead", R.ASANDER, stock=RICH, built=built_before)
    lifted = asking(hosting(undead, R.ASANDER, R.FOLEN), BuildingStarts(1))
    names = {structure.name: structure for structure in lifted.boards[0].structures}

    def built(table: Table) -> set[int]:
        texts = [text.split()[1] for text in offered(table, 0) if text.startswith("build")]
        return {names[name].level for name in texts}

    assert built(lifted) == {2, 3, 4}
    four = asking(hosting(undead), BuildingStarts(4))
    assert built(lifted) == built(four)
    assert built(asking(hosting(undead, R.ASANDER), BuildingStarts(1))) <= {1}
    assert built(asking(hosting(undead, R.FOLEN, R.ODMOOR), BuildingStarts(1))) <= {1}


def test_halflings_have_no_use_of_their_own_forests() -> None:
    """Rulebook, Halflings: they cannot use the bonuses of opponents."""
    host = seat("halflings", R.ASANDER, stock=RICH, built=("small-school",), own=empire(*FORESTS, *MEADOWS))
    table = building(host, level=1)
    assert (
        why_not(table, 0, "build small-school-ii") == "above-level structure=small-school-ii needed=2 level=1"
    )
    planned = replace(at_table(host, bystander()), plan=("wood", "iron", "gold", "move"))
    assert started(planned, ActionStarts("wood", 1)).state.agenda == ()


def test_guests_install_servers_and_carve_runes_above_the_level() -> None:
    """docs/rulings.md 170: those are structures, too."""
    regions = (R.ASANDER, R.FOLEN)
    mechanisms = seat("mechanisms", R.ASANDER, stock=RICH)
    assert "install fourth-server for gold 6" in offered(
        asking(hosting(mechanisms, *regions), BuildingStarts(1)), 0
    )
    demons = seat("demons", R.ASANDER, stock=RICH, built=("purgatory",))
    assert "carve bones on Asander" in offered(asking(hosting(demons, *regions), BuildingStarts(1)), 0)


PLAN = ("wood", "build", "move", "iron")


def acting(guest: Seated, action: str, *regions: Region) -> Table:
    """An action of the plan is about to begin in an empire with two strategic meadows."""
    table = replace(hosting(guest, R.HARRAX, R.ESMORE, R.YREEL, *regions), plan=PLAN)
    return asking(table, ActionStarts(action, PLAN.index(action) + 1))


def test_a_guest_raises_an_action_once_a_round() -> None:
    """Rulebook, Halflings: one of the announced actions, by 1 and for the guest alone."""
    table = acting(seat("undead"), "iron")
    assert offered(table, 0) == ["decline", "hurry"]
    step = settle(table, {0: "hurry"})
    assert step.events[0] == events.LevelRaised(0, 5)
    assert [player.stock for player in step.state.players] == [(0, 5, 0), (0, 4, 0)]
    assert own(step.state, 1).hurried == (0,)
    again = started(replace(step.state, plan=PLAN), ActionStarts("wood", 1))
    assert again.state.agenda == ()
    over = asking(replace(step.state, agenda=()), RoundEnds())
    assert own(over, 1).hurried == ()
    declined = settle(table, {0: "decline"})
    assert declined.events[0] == events.Declined(0, "hurry")
    assert declined.state.players[0].stock == (0, 4, 0)
    assert own(declined.state, 1).hurried == ()
    assert why_not(table, 0, "done") == "not-hurried"


def test_a_guest_hurries_where_the_action_begins() -> None:
    """docs/rulings.md 169: for a movement it is the region that is left."""
    moving = settle(acting(seat("undead", R.HARRAX), "move"), {0: "hurry"}).state
    assert isinstance(moving.agenda[0], Moving)
    quiet = settle(acting(seat("undead", R.HARRAX), "move"), {0: "decline"}).state
    assert set(offered(moving, 0)) > set(offered(quiet, 0))
    outside = acting(seat("undead", R.ASANDER), "move")
    assert isinstance(outside.agenda[0], Moving)


def test_two_strategic_meadows_are_needed_and_the_artefact_of_paskaar_is_none() -> None:
    """Rulebook, Halflings: the mark of the artefact does not count for opponents."""
    host = seat("halflings", R.DORTAL, own=empire(R.HARRAX, R.YREEL), artefacts=(R.PASKAAR,))
    table = replace(at_table(seat("undead"), host), plan=PLAN)
    assert started(table, ActionStarts("wood", 1)).state.agenda == ()


def test_bonuses_depend_on_marks_and_not_on_the_map() -> None:
    """Rulebook, Halflings: terrain that was changed does not matter (docs/rulings.md 164)."""
    table = replace(hosting(seat("undead"), R.HARRAX, R.ESMORE, R.YREEL), plan=PLAN)
    changed = with_terrain(table, R.ESMORE, Terrain.LAKE)
    assert offered(asking(changed, ActionStarts("wood", 1)), 0) == ["decline", "hurry"]


def test_a_raise_that_changes_nothing_is_not_offered() -> None:
    """docs/rulings.md 169: no structure is above level 4, and forests lift the level anyway."""
    undead = seat("undead", stock=RICH)
    assert offered(acting(undead, "build"), 0) == ["decline", "hurry"]
    assert offered(acting(undead, "build", R.ASANDER, R.FOLEN), 0)[0] == "done"
    last = replace(hosting(undead, R.HARRAX, R.ESMORE, R.YREEL), plan=("wood", "gold", "move", "build"))
    assert offered(asking(last, ActionStarts("build", 4)), 0)[0] == "done"
    assert "hurry" not in offered(acting(seat("nagas", stock=RICH), "build"), 0), "all of level 1"


def test_a_raise_adds_to_war_drums() -> None:
    """docs/rulings.md 169: both count, in whichever order."""
    for first in (0, 1):
        orcs = seat("orcs", built=("war-drums",), own=Rage(5))
        table = replace(hosting(orcs, R.HARRAX, R.ESMORE, R.YREEL), plan=PLAN, first=first)
        asked = asking(table, ActionStarts("wood", 1))
        words = ["hurry", "drum"] if first else ["drum", "hurry"]
        step = play_on(asked, *({0: word} for word in words))
        raised = [event.level for event in step.events if isinstance(event, events.LevelRaised)]
        assert raised == [2, 3]
        assert step.state.players[0].stock == (3, 0, 0)


def test_mechanisms_hurry_to_the_fourth_server_at_most() -> None:
    """docs/rulings.md 169: of iron at level 4 nothing more can come, so nobody is asked."""
    table = replace(hosting(seat("mechanisms"), R.HARRAX, R.ESMORE, R.YREEL), plan=PLAN)
    step = started(table, ActionStarts("iron", 4))
    assert ServerApplied(0, "fourth-server", boosted=False) in step.events
    assert own(step.state, 1).hurried == ()
    earlier = replace(table, plan=("wood", "build", "iron", "move"))
    hurried = settle(asking(earlier, ActionStarts("iron", 3)), {0: "hurry"})
    assert ServerApplied(0, "fourth-server", boosted=False) in hurried.events


def test_demons_do_not_hurry_for_what_they_have_gathered_ahead() -> None:
    """docs/rulings.md 169: they do not perform it again, and would burn the raise of the round."""
    demons = seat("demons", own=Runes(ahead=("iron",)))
    table = replace(hosting(demons, R.HARRAX, R.ESMORE, R.YREEL), plan=PLAN)
    step = started(table, ActionStarts("iron", 4))
    assert step.state.agenda == ()
    assert [player.stock for player in step.state.players] == [(0, 0, 0), (0, 4, 0)]
    assert offered(asking(table, ActionStarts("wood", 1)), 0) == ["decline", "hurry"]


def test_demons_hurry_when_they_gather_ahead() -> None:
    """docs/rulings.md 169: it is an announced action, only earlier."""
    demons = seat("demons", artefacts=(R.TOGEED,))
    table = asking(hosting(demons, R.HARRAX, R.ESMORE, R.YREEL), Planning())
    asked = play_on(table, {0: "plan wood build move iron"}, {0: "advance iron"}).state
    assert offered(asked, 0) == ["decline", "hurry"]
    assert CONQUER.decode_state(CONQUER.encode_state(asked)) == asked
    step = settle(asked, {0: "hurry"})
    assert events.Received(0, 0, 5, 0, Source.GATHERING) in step.events


def test_an_action_that_was_not_announced_is_not_raised() -> None:
    """docs/rulings.md 169: nor is one that somebody else performs alone."""
    table = replace(hosting(seat("undead"), R.HARRAX, R.ESMORE, R.YREEL), plan=PLAN)
    turn = Turn(copied(table))
    announce(turn, Action.GOLD)
    assert turn.queued == []
    act_alone(turn, 1)
    announce(turn, Action.WOOD)
    assert turn.queued == []


# Artefacts.


def collecting(region: Region, **rest: object) -> Table:
    host = seat("halflings", region, units={})
    for name, value in rest.items():
        setattr(host[1], name, value)
    return asking(at_table(host, bystander()), Collecting(0))


def test_the_artefact_of_paskaar_counts_one_more_of_each_terrain_for_structures() -> None:
    """Rulebook, Halflings: row of the Colosseum, price of Legionaries, power of foes."""
    assert refights(arena(points=4, forests=0, artefacts=1)) == {"3"}
    assert refights(arena(points=4, forests=1, artefacts=1)) == {"3", "5"}


def test_the_artefact_of_vurt_makes_gladiators_stronger_while_it_is_owned() -> None:
    """Rulebook, Halflings: 4 in place of 3; docs/rulings.md 176."""
    table = settle(collecting(R.VURT, stock=(0, 12, 0)), {0: "collect for iron 12"}).state
    assert unit_power(table, 0, 0) == 4
    table.players[0].lose(R.VURT)
    assert unit_power(table, 0, 0) == 3


def test_the_artefact_of_dortal_annexes_two_regions_from_anywhere() -> None:
    """Rulebook, Halflings: full parts of the empire; nothing goes to foundations (docs/rulings.md 172)."""
    table = collecting(R.DORTAL, stock=(0, 0, 12), own=empire(R.HARRAX))
    asked = settle(table, {0: "collect for gold 12"}).state
    assert len(offered(asked, 0)) == 20
    assert not [text for text in offered(asked, 0) if " on " in text]
    step = play_on(asked, {0: "annex Lox"}, {0: "annex Ugmat"})
    assert [type(event).__name__ for event in step.events] == [
        "RegionAnnexed",
        "UnitsJoined",
        "RegionAnnexed",
    ]
    assert own(step.state).regions == (R.HARRAX, R.LOX, R.UGMAT)
    assert step.state.players[0].foundations == ()
    near = asking(step.state, Annexing(0, 1))
    assert {"annex Xelree", "annex Paskaar"} <= set(offered(near, 0))


def test_the_artefact_of_folen_asks_for_four_regions_with_foundations_in_the_empire() -> None:
    """Rulebook, Halflings: strategic or not; it brings two Legionaries."""
    four = (R.ASANDER, R.ESMORE, R.JORVELD, R.UGMAT)
    assert offered(collecting(R.FOLEN, own=empire(*four[:3], R.HARRAX)), 0) == []
    levels_elsewhere = tuple((region, 1) for region in four)
    assert offered(collecting(R.FOLEN, foundations=levels_elsewhere), 0) == []
    table = settle(collecting(R.FOLEN, own=empire(*four)), {0: "collect"}).state
    assert units_of(table, 0) == {"legionary": 2}
    army = (("legionary", 2),)
    assert army_power(table, 0, army, Combat(Foe.PLAYERS, R.FOLEN)) == 12


def test_the_artefact_of_odmoor_gives_nine_resources() -> None:
    """Rulebook, Halflings: for five victories; in any mixture."""
    table = settle(collecting(R.ODMOOR, monsters=0b11111), {0: "collect"}).state
    assert len(offered(table, 0)) == 55
    step = settle(table, {0: "take wood 4 iron 3 gold 2"})
    assert step.state.players[0].stock == (4, 3, 2)


def test_the_artefact_of_togeed_asks_for_four_mountains_in_the_empire() -> None:
    """Rulebook, Halflings: strategic or not, as the map is now (docs/rulings.md 164)."""
    four = (R.BRYNNLORE, R.HARRAX, R.LOX, R.ROLGOY)
    assert offered(collecting(R.TOGEED, own=empire(*four[:3])), 0) == []
    assert offered(collecting(R.TOGEED, mountains=0b1111, visited=0b1111), 0) == []
    table = at_table(seat("halflings", own=empire(*four[:3], R.QLISS)), bystander())
    assert deeds_done(table, 0, Deed.MOUNTAINS) == 3
    assert deeds_done(with_terrain(table, R.QLISS, Terrain.MOUNTAIN), 0, Deed.MOUNTAINS) == 4
    assert deeds_done(with_terrain(table, R.HARRAX, Terrain.LAKE), 0, Deed.MOUNTAINS) == 2


def test_the_artefact_of_togeed_builds_a_structure_for_nothing() -> None:
    """Rulebook, Halflings: at once; in order of levels and with its region (docs/rulings.md 173)."""
    four = (R.BRYNNLORE, R.HARRAX, R.LOX, R.ROLGOY)
    table = collecting(R.TOGEED, own=empire(*four), built=1 << 6 | 1 << 7)
    asked = settle(table, {0: "collect"}).state
    assert offered(asked, 0) == [
        *("decline", "build baths", "build draft-office", "build small-school-iii"),
        *("build colosseum", "build aqueduct", "build military-camp"),
    ]
    step = play_on(asked, {0: "build small-school-iii"}, {0: "annex Nikleen"})
    assert not [event for event in step.events if isinstance(event, events.Paid)]
    assert StructurePlaced(0, R.NIKLEEN, 3) in step.events
    assert own(step.state).regions == (*four[:3], R.NIKLEEN, R.ROLGOY)


def test_what_an_artefact_brought_once_stays_when_it_is_lost() -> None:
    """docs/rulings.md 176: regions, units and resources."""
    host = seat("halflings", units={}, own=empire(R.HARRAX, R.LOX), stock=(3, 3, 3), artefacts=(R.DORTAL,))
    before = at_table(host, bystander())
    table = asking(before, Rewarding(1, (0,), 0, ()))
    lost = settle(table, {1: "seize Dortal"}).state
    assert own(lost) == own(before)
    assert lost.players[0].stock == (3, 3, 3)


@pytest.mark.parametrize("artefact", [R.DORTAL, R.ODMOOR, R.FOLEN, R.TOGEED])
def test_an_artefact_does_what_it_does_once(artefact: Region) -> None:
    """Rulebook, Halflings: another artefact does not bring it again."""
    turn = Turn(at_table(seat("halflings", units={}, artefacts=(artefact,)), bystander()))
    take_artefact(turn, 0, R.VURT)
    assert turn.queued == []
    assert units_of(turn.table, 0) == {}


# Points.


def test_regions_of_the_empire_are_worth_points() -> None:
    """Rulebook, Halflings: 1 for each that is not strategic, 2 for Tog' Eed, Wers and Nikleen."""
    everything = at_table(bystander(), *guests()).realm.regions
    table = at_table(seat("halflings", own=Empire(everything)), *guests())
    assert score_of(table, 0) == Score(structures=15 + 3 * 2)
    some = at_table(seat("halflings", own=empire(R.HARRAX, R.QLISS, R.TOGEED)), bystander())
    assert score_of(some, 0) == Score(structures=3)


def test_the_five_boxes_of_the_halflings() -> None:
    """docs/rulings.md 175: empire and Baths with the structures, monsters twice with the victories."""
    host = seat(
        "halflings",
        built=(*levels("baths", 2), *levels("colosseum", 1)),
        own=empire(R.QLISS, R.WERS, bathed=7, levy=9, rewon=(3,)),
        monsters=(2, 8),
        fortresses=(R.ROLGOY,),
        foundations={R.LOX: 3},
        artefacts=(R.VURT,),
        milestones=(1, 0, 0),
    )
    assert score_of(at_table(host, bystander()), 0) == Score(
        structures=1 + 2 + 7, foundations=3, resources=2, victories=1 + 2 + 2 + 2
    )


# Damaged states.


def damaged(table: Table, **block: Plain) -> Plain:
    plain = CONQUER.encode_state(table)
    assert CONQUER.decode_state(plain) == table
    assert isinstance(plain, dict)
    players = plain["players"]
    assert isinstance(players, tuple)
    first = players[0]
    assert isinstance(first, dict)
    sound = first["own"]
    assert isinstance(sound, dict)
    return {**plain, "players": ({**first, "own": {**sound, **block}}, *players[1:])}


@pytest.mark.parametrize(
    "block",
    [
        {"regions": ("Lox", "Esmore")},
        {"regions": ("Zoro",)},
        {"regions": ("Lox", "Lox")},
        {"horseshoes": ("Esmore", "Lox")},
        {"horseshoes": ("Zoro",)},
        {"levy": 1000},
        {"bathed": 1000},
        {"rewon": (0,)},
        {"rewon": (2, 1)},
        {"rewon": (1, 1)},
        {"rewon": (9,)},
        {"hurried": (0,)},
        {"hurried": (2,)},
        {"hurried": (1, 1)},
    ],
)
def test_a_block_that_no_game_comes_to_is_refused(block: Mapping[str, Plain]) -> None:
    host = seat("halflings", stock=RICH, built=("small-school", "colosseum"), monsters=(3, 5))
    host[1].own = empire(R.HARRAX, horseshoes=(R.LOX,), rewon=(1,), hurried=(1,))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(damaged(building(host), **block))


@pytest.mark.parametrize(
    ("stage", "is_coherent"),
    [
        (Annexing(0, 0), True),
        (Annexing(0, 3), True),
        (Annexing(0, 4), False),
        (Annexing(1, 1), False),
        (Annexing(2, 1), False),
        (Hurrying(0, 1, 4), True),
        (Hurrying(1, 0, 1), False),
        (Hurrying(0, 0, 1), False),
        (Hurrying(0, 2, 1), False),
        (Hurrying(0, 1, 0), False),
        (Hurrying(0, 1, 5), False),
        (DrawingHorseshoe(0), True),
        (DrawingHorseshoe(1), False),
    ],
)
def test_a_stage_that_no_game_comes_to_is_refused(stage: Stage, is_coherent: bool) -> None:
    host = seat("halflings", built=("colosseum",), own=empire(R.HARRAX))
    table = at_table(host, bystander(), agenda=(stage,))
    assert stage.is_coherent(table) == is_coherent


def test_more_horseshoes_than_the_colosseum_gives_are_refused() -> None:
    host = seat("halflings", built=("colosseum",), own=empire(R.HARRAX))
    twice = (DrawingHorseshoe(0), DrawingHorseshoe(0))
    assert not twice[0].is_coherent(at_table(host, bystander(), agenda=twice))
    drawn = seat("halflings", built=("colosseum",), own=empire(R.HARRAX, horseshoes=(R.LOX,)))
    assert not DrawingHorseshoe(0).is_coherent(at_table(drawn, bystander(), agenda=twice[:1]))


def test_nobody_hurries_twice_and_nobody_accepts_without_halflings() -> None:
    host = seat("halflings", own=empire(R.HARRAX, hurried=(1,)))
    assert started(at_table(host, bystander()), Hurrying(0, 1, 1)).events == ()


def test_an_absent_player_takes_what_comes_first() -> None:
    """docs/rulings.md 95."""
    table = at_table(seat("halflings", own=empire(R.HARRAX)), bystander())
    assert CONQUER.notate(CONQUER.default(asking(table, Annexing(0, 1)), 0)) == "annex Asander"
    assert CONQUER.notate(CONQUER.default(asking(table, of_any_kind(0, 2)), 0)) == "take gold 2"
    assert CONQUER.notate(CONQUER.default(acting(seat("undead"), "wood"), 0)) == "decline"
    granted = asking(table, GrantedStructure(0))
    assert CONQUER.notate(CONQUER.default(granted, 0)) == "decline"


def test_a_meeting_of_guests_goes_on_after_the_prize() -> None:
    """Rulebook, Halflings: 2 resources for the winner, then the usual reward."""
    host = seat("halflings", R.DORTAL, units={}, own=empire(R.ROLGOY, R.LOX, R.VURT))
    undead, elves = seat("undead", R.ROLGOY, units={"lich": 1}), seat("elves", R.ROLGOY, units={"pixie": 1})
    table = asking(at_table(undead, elves, host), Meetings())
    step = play_on(
        table, {0: "fight"}, {0: "deploy lich 1", 1: "deploy pixie 1"}, {0: "take wood 2"}, {0: "decline"}
    )
    assert step.state.players[0].stock == (2, 0, 0)
    assert events.RewardTaken(0, "decline") in step.events
