"""The Demons' board, rule by rule (rulebook, Demons)."""

from collections.abc import Mapping

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.battle import Rewarding
from p2p_heroes.games.conquer.building import Building, BuildingEnds, BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting, deeds_done, take_artefact
from p2p_heroes.games.conquer.decisions import Decline
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.demons import (
    DEMONS,
    ButchersMourned,
    ContractSigned,
    GatheringAdvanced,
    GatheringAhead,
    Inscribe,
    Inscribing,
    RuneCarved,
    Runes,
    Signing,
    SinCommitted,
    is_in_range,
)
from p2p_heroes.games.conquer.factions.humans import Illusions
from p2p_heroes.games.conquer.factions.mechanisms import ServerRoom
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import entry_costs, ways_from
from p2p_heroes.games.conquer.planning import Planning, RoundEnds
from p2p_heroes.games.conquer.resources import Bundle, Resource
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Score, Source
from p2p_heroes.games.conquer.visiting import Arriving
from p2p_heroes.games.conquer.world import REGIONS, Region
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.paths import Way
from p2p_heroes.games.kit.refusals import because
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    beginning,
    building,
    bystander,
    decision,
    offered,
    play_on,
    seat,
    settle,
    started,
    units_of,
    why_not,
)

RICH = (30, 30, 30)
RUNE_STRUCTURES = ("purgatory", "bones", "sins", "flesh")
ALL = tuple(structure.name for structure in DEMONS.structures)


def own(table: Table) -> Runes:
    return Runes.of(table, 0)


# Runes and rune structures.


def test_a_rune_structure_is_carved_into_the_foundation_of_the_region() -> None:
    """Rulebook, Demons: runes and rune structures."""
    step = settle(building(seat("demons", Region.ESMORE, stock=(1, 2, 1))), {0: "carve purgatory on Esmore"})
    assert step.events[:3] == (
        events.Paid(0, 1, 2, 1, ()),
        events.StructureBuilt(0, "purgatory", 1, 1, None),
        RuneCarved(0, Region.ESMORE),
    )
    assert own(step.state).runes == (Region.ESMORE,)
    assert step.state.players[0].foundations == ()


def test_a_rune_structure_needs_a_foundation_without_a_rune() -> None:
    """Rulebook, Demons: only in a region with a foundation that has no rune."""
    without = building(seat("demons", Region.HARRAX, stock=RICH))
    assert beginning(without, "carve") == []
    assert why_not(without, 0, "build purgatory") == "not-carved structure=purgatory"
    assert (
        why_not(without, 0, "carve purgatory on Harrax")
        == "not-placed-there structure=purgatory region=Harrax"
    )
    runed = building(seat("demons", Region.ESMORE, stock=RICH, own=Runes((Region.ESMORE,))))
    assert beginning(runed, "carve") == []
    assert [text for text in beginning(runed, "build") if " on " in text] == []


def test_a_rune_structure_keeps_to_the_usual_rules_of_building() -> None:
    """Rulebook, Demons: level, arrows, price, one structure in an action."""
    table = building(seat("demons", Region.ESMORE, stock=RICH, built=("purgatory",)), level=2)
    assert beginning(table, "carve") == ["carve bones on Esmore", "carve brand on Esmore"]
    assert why_not(table, 0, "carve sins on Esmore") == "above-level structure=sins needed=3 level=2"
    assert why_not(table, 0, "carve flesh on Esmore") == "above-level structure=flesh needed=4 level=2"
    poor = building(seat("demons", Region.ESMORE, stock=(0, 2, 2)))
    assert "too-dear " in why_not(poor, 0, "carve purgatory on Esmore")
    carved = settle(table, {0: "carve bones on Esmore"}).state
    # Nothing more can be done, so nothing more is asked.
    assert offered(carved, 0) == []


def test_a_rune_erases_a_level_of_ours_with_its_points() -> None:
    """Rulebook, Demons: the number is erased and the rune written in its place."""
    demon = seat("demons", Region.ESMORE, stock=RICH, foundations={Region.ESMORE: 4, Region.LOX: 1})
    step = settle(building(demon), {0: "carve purgatory on Esmore"})
    assert step.state.players[0].foundations == ((Region.LOX, 1),)
    assert score_of(step.state, 0).foundations == 1
    assert events.LevelErased(0, Region.ESMORE) in step.events


def test_a_rune_closes_the_foundation_for_all_others() -> None:
    """Rulebook, Demons: opponents cannot place structures there any more."""
    demon = seat("demons", Region.HARRAX, own=Runes((Region.ESMORE,)))
    table = building(demon, seat("elves", Region.ESMORE, stock=RICH))
    assert [text for text in offered(table, 1) if "Esmore" in text] == []
    [structure] = [text for text in offered(table, 1) if text.startswith("build")][:1]
    assert (
        why_not(table, 1, f"{structure} on Esmore")
        == "not-placed-there structure=pixie-brushwood region=Esmore"
    )


def test_whoever_built_there_before_has_no_rune_there_and_may_raise_the_number() -> None:
    """Rulebook, Demons: a foundation with an older structure is not marked; docs/rulings.md 121."""
    demon = seat("demons", Region.ESMORE, stock=(1, 2, 1))
    humans = seat("humans", Region.ESMORE, stock=RICH, foundations={Region.ESMORE: 1}, built=("market",))
    first = settle(building(demon, humans), {0: "carve purgatory on Esmore", 1: "done"}).state
    assert first.players[1].foundations == ((Region.ESMORE, 1),)
    assert score_of(first, 1).foundations == 1
    later = settle(asking(first, BuildingStarts(4)), {1: "build house-of-trackers on Esmore"}).state
    assert later.players[1].foundations == ((Region.ESMORE, 2),)
    assert own(later).runes == (Region.ESMORE,)


def test_an_opponent_who_builds_there_in_the_same_action_was_first() -> None:
    """Rulebook, Demons: level 2 in Esmore in the action of the rune; who did not cannot build there later."""
    demon = seat("demons", Region.ESMORE, stock=(1, 2, 1))
    humans = seat("humans", Region.ESMORE, stock=RICH, built=("market",))
    table = building(demon, humans, seat("elves", Region.ESMORE, stock=RICH), level=2)
    step = play_on(
        table,
        {0: "carve purgatory on Esmore", 1: "swap wood gold 1", 2: "done"},
        {1: "build house-of-trackers on Esmore"},
        {1: "done"},
    )
    assert own(step.state).runes == (Region.ESMORE,)
    assert own(step.state).fresh == ()
    assert score_of(step.state, 1).foundations == 2
    later = asking(step.state, BuildingStarts(4))
    assert "build armoury on Esmore" in offered(later, 1)
    assert [text for text in offered(later, 2) if "Esmore" in text] == []


def test_runes_are_not_worth_foundation_points() -> None:
    """Rulebook, Demons: foundations with rune structures bring no points."""
    table = at_table(
        seat("demons", built=RUNE_STRUCTURES, own=Runes((Region.ESMORE, Region.LOX))), bystander()
    )
    assert score_of(table, 0) == Score(structures=8)


def test_range_is_a_rune_and_what_is_next_to_it_by_land() -> None:
    """Rulebook, Demons: Jorveld and its neighbours; portals do not count."""
    table = at_table(seat("demons", own=Runes((Region.JORVELD,))), bystander())
    near = {region for region in table.realm.regions if is_in_range(table, 0, region)}
    assert near == {Region.JORVELD, *table.realm.neighbours[Region.JORVELD]}
    assert Region.KOSLEEN in near
    assert Region.HARRAX in table.realm.portals
    assert Region.YREEL in table.realm.portals
    by_portal = at_table(seat("demons", own=Runes((Region.UGMAT,))), bystander())
    assert not is_in_range(by_portal, 0, Region.HARRAX)


@pytest.mark.parametrize("runes", [(Region.JORVELD,), (Region.ESMORE, Region.JORVELD, Region.LOX)])
def test_in_range_every_built_rune_structure_works_once(runes: tuple[Region, ...]) -> None:
    """Rulebook, Demons: in Kosleen beside Jorveld, and beside three runes alike."""
    demon = seat(
        "demons", Region.KOSLEEN, built=("purgatory", "bones", "sins"), own=Runes(runes), units={"butcher": 1}
    )
    table = at_table(demon, bystander())
    turn = Turn(copied(table))
    receive(turn, 0, (2, 0, 3), Source.EFFECT)
    assert turn.table.players[0].stock == (2, 0, 4)
    assert entry_costs(table, 0, by_portal=False)[Region.KOSLEEN] == 1
    fought = settle(asking(table, Fighting(0)), {0: "hunt 2 with butcher 1"}).state
    assert own(fought).sins == 1


def test_out_of_range_no_rune_structure_works() -> None:
    """Rulebook, Demons: only in regions with a rune and next to them."""
    demon = seat(
        "demons",
        Region.ASANDER,
        built=(*RUNE_STRUCTURES, "summoning-circle"),
        own=Runes((Region.LOX,)),
        units={"butcher": 1},
    )
    table = at_table(demon, bystander())
    turn = Turn(copied(table))
    receive(turn, 0, (0, 0, 3), Source.EFFECT)
    assert turn.table.players[0].stock == (0, 0, 3)
    assert entry_costs(table, 0, by_portal=False)[Region.ASANDER] == 2
    fought = settle(asking(table, Fighting(0)), {0: "hunt 2 with butcher 1"}).state
    assert own(fought).sins == 0
    assert units_of(asking(table, BuildingStarts(1)), 0) == {"imp": 1, "butcher": 1}


def test_purgatory_adds_nothing_to_other_resources() -> None:
    """Rulebook, Demons: one more only when that resource is received; docs/rulings.md."""
    table = at_table(seat("demons", Region.LOX, built=("purgatory",), own=Runes((Region.LOX,))), bystander())
    assert asking(table, Gathering("iron", 3)).players[0].stock == (0, 3, 0)
    assert asking(table, Gathering("gold", 3)).players[0].stock == (0, 0, 4)


def test_purgatory_adds_to_each_receipt_of_a_reward() -> None:
    """docs/rulings.md: gold of a monster is one receipt, that of two victims are two."""
    here = Runes((Region.JORVELD,))
    demon = seat("demons", Region.KOSLEEN, built=("purgatory",), own=here, monsters=(2,))
    victims = [seat(name, Region.KOSLEEN, stock=(1, 0, 2), units={}) for name in ("undead", "elves")]
    table = asking(at_table(demon, *victims), Rewarding(0, (1, 2), 4, (1,)))
    assert settle(table, {0: "loot"}).state.players[0].stock == (0, 0, 3)
    both = settle(table, {0: "plunder elves wood 1 gold 1 undead gold 2"}).state
    assert both.players[0].stock == (1, 0, 3 + 2)
    assert settle(table, {0: "plunder elves gold 2 undead wood 1 gold 1"}).state.players[0].stock == (1, 0, 5)


def test_in_kosleen_bones_are_used_on_the_way_out_and_once_a_step() -> None:
    """Rulebook, Demons: beside a rune in Jorveld; docs/rulings.md 125.

    "Being in Kosleen, the player may apply the effects of Purgatory, Bones and Sins."
    """
    runes = Runes((Region.JORVELD,))
    table = at_table(seat("demons", Region.KOSLEEN, built=("bones",), own=runes), bystander())
    plain = at_table(seat("demons", Region.KOSLEEN, own=runes), bystander())
    for region in table.realm.neighbours[Region.KOSLEEN]:
        assert ways_from(table, 0)[region] == Way(entry_costs(plain, 0, by_portal=False)[region] - 1, ())
    assert not is_in_range(table, 0, Region.ESMORE)
    assert is_in_range(table, 0, Region.JORVELD)
    far = at_table(seat("demons", Region.ESMORE, built=("bones",), own=runes), bystander())
    assert ways_from(far, 0)[Region.KOSLEEN] == Way(1, ())
    away = at_table(seat("demons", Region.ASANDER, built=("bones",), own=runes), bystander())
    assert not is_in_range(away, 0, Region.ASANDER)
    assert not is_in_range(away, 0, Region.BRYNNLORE)
    assert ways_from(away, 0)[Region.BRYNNLORE] == Way(3, ())


def test_bones_work_on_the_way_through_a_portal_and_out_of_regions_passed() -> None:
    """docs/rulings.md 125: Harrax is beside Jorveld, Yreel beyond the portal is not; then on from Yreel."""
    demons = seat("demons", Region.HARRAX, built=("bones",), own=Runes((Region.JORVELD,)))
    table = at_table(demons, bystander())
    assert not is_in_range(table, 0, Region.YREEL)
    assert ways_from(table, 0)[Region.YREEL] == Way(0, ())
    passing = at_table((demons[0], replace(demons[1], region=Region.DORTAL)), bystander(Region.ZASKER))
    way = ways_from(passing, 0)[Region.YREEL]
    assert way is not None
    assert (way.cost, way.via) == (2, (Region.HARRAX,))


def test_bones_make_every_step_in_range_cheaper_down_to_nothing() -> None:
    """Rulebook, Demons: a point less, not below 0."""
    table = at_table(
        seat("demons", Region.DORTAL, built=("bones",), own=Runes((Region.ESMORE,))), bystander()
    )
    plain = at_table(seat("demons", Region.DORTAL, own=Runes((Region.ESMORE,))), bystander())
    cheaper = zip(entry_costs(table, 0, by_portal=True), entry_costs(plain, 0, by_portal=True), strict=True)
    for region, (with_bones, without) in zip(REGIONS, cheaper, strict=True):
        assert with_bones == without - is_in_range(table, 0, region)
    assert entry_costs(table, 0, by_portal=False)[Region.ESMORE] == 0


def test_sins_count_victories_over_players_monsters_and_fortresses() -> None:
    """Rulebook, Demons: a point for each victory in any battle."""
    demon = seat(
        "demons",
        Region.KOSLEEN,
        built=("sins",),
        own=Runes((Region.JORVELD,)),
        units={"butcher": 9, "imp": 1},
    )
    fighting = asking(at_table(demon, bystander()), Fighting(0))
    step = play_on(fighting, {0: "hunt 2 with butcher 1"}, {0: "siege Kosleen with butcher 4"})
    assert [event for event in step.events if isinstance(event, SinCommitted)] == [
        SinCommitted(0, 1),
        SinCommitted(0, 2),
    ]
    assert score_of(step.state, 0).structures == 2 + 2
    lost = settle(fighting, {0: "hunt 2 with imp 1"}).state
    assert own(lost).sins == 0
    meeting = asking(at_table(demon, bystander(Region.KOSLEEN)), Meetings())
    battle = play_on(meeting, {0: "fight"}, {0: "deploy imp 1"})
    assert own(battle.state).sins == 1


# Units.


def test_the_circle_brings_an_imp_per_rune() -> None:
    """Rulebook, Demons: with 4 runes on the map, 4 imps when the building action comes."""
    four = Runes((Region.ASANDER, Region.ESMORE, Region.JORVELD, Region.LOX))
    with_circle = at_table(seat("demons", Region.UGMAT, built=("summoning-circle",), own=four), bystander())
    step = started(with_circle, BuildingStarts(1))
    assert units_of(step.state, 0) == {"imp": 8}
    assert step.events[0] == events.UnitsJoined(0, "imp", 4)
    without = at_table(seat("demons", Region.UGMAT, own=four), bystander())
    assert units_of(asking(without, BuildingStarts(1)), 0) == {"imp": 4}
    no_rune = at_table(seat("demons", built=("summoning-circle",)), bystander())
    assert units_of(asking(no_rune, BuildingStarts(1)), 0) == {"imp": 4}


def test_with_flesh_the_circle_brings_three_more_in_range() -> None:
    """Rulebook, Demons: 4 runes and Flesh in range are 7 imps; without the circle none."""
    four = Runes((Region.ASANDER, Region.ESMORE, Region.JORVELD, Region.LOX))
    both = at_table(seat("demons", Region.LOX, built=("flesh", "summoning-circle"), own=four), bystander())
    assert units_of(asking(both, BuildingStarts(1)), 0) == {"imp": 4 + 7}
    flesh = at_table(seat("demons", Region.LOX, built=("flesh",), own=four), bystander())
    assert units_of(asking(flesh, BuildingStarts(1)), 0) == {"imp": 4}


def test_a_rune_of_this_action_brings_its_imp_in_the_next() -> None:
    """Rulebook, Demons: at the start of a building action; docs/rulings.md."""
    demon = seat("demons", Region.ESMORE, built=("summoning-circle",), stock=(1, 2, 1))
    after = play_on(building(demon), {0: "carve purgatory on Esmore"}).state
    assert units_of(after, 0) == {"imp": 4}
    assert units_of(asking(after, BuildingStarts(1)), 0) == {"imp": 5}


def test_imps_are_not_recruited() -> None:
    """Rulebook, Demons: imps come in another way."""
    table = building(seat("demons", stock=RICH, built=ALL))
    assert not [text for text in offered(table, 0) if text.startswith("recruit imp")]


def test_each_succubus_saves_a_resource_of_our_choice_on_a_rune() -> None:
    """Rulebook, Demons: Purgatory with 2 succubi costs 2 less, and they stay."""
    table = building(seat("demons", Region.ESMORE, stock=(1, 2, 1), units={"succubus": 2}), level=1)
    savings = {text.partition(" saving ")[2] for text in beginning(table, "carve") if "purgatory" in text}
    assert savings == {"wood 1 iron 1", "iron 2", "iron 1 gold 1", "wood 1 gold 1"}
    step = settle(table, {0: "carve purgatory on Esmore saving iron 2"})
    assert step.events[0] == events.Paid(0, 1, 0, 1, ())
    assert units_of(step.state, 0) == {"succubus": 2}


@pytest.mark.parametrize("succubi", [4, 7])
def test_enough_succubi_make_a_rune_free(succubi: int) -> None:
    """Rulebook, Demons: the cost can come down to 0."""
    table = building(seat("demons", Region.ESMORE, units={"succubus": succubi}))
    assert beginning(table, "carve") == ["carve purgatory on Esmore"]
    assert settle(table, {0: "carve purgatory on Esmore"}).state.players[0].stock == (0, 0, 0)


def test_succubi_save_nothing_on_a_structure_without_a_rune() -> None:
    """Rulebook, Demons: only what adds a rune to the map is cheaper."""
    table = building(seat("demons", Region.ESMORE, stock=(2, 0, 2), units={"succubus": 2}), level=1)
    step = settle(table, {0: "build summoning-circle on Esmore"})
    assert step.state.players[0].stock == (0, 0, 0)


def test_each_butcher_is_recruited_for_gold_or_wood() -> None:
    """Rulebook, Demons: 6 of one or 7 of the other, chosen for each."""
    table = building(seat("demons", stock=(15, 7, 6), built=("hells-kitchen",), units={}))
    assert beginning(table, "recruit") == [
        "recruit butcher 1 for gold 6",
        "recruit butcher 1 for wood 7",
        "recruit butcher 2 for wood 14",
    ]
    step = play_on(table, {0: "recruit butcher 2 for wood 14"}, {0: "recruit butcher 1 for gold 6"})
    assert step.events[:3] == (
        events.Paid(0, 14, 0, 0, ()),
        events.UnitsRecruited(0, "butcher", 2, 0),
        events.UnitsRecruited(0, "butcher", 1, 6),
    )
    assert step.state.players[0].stock == (1, 7, 0)
    assert units_of(step.state, 0) == {"butcher": 3}
    assert "unit-prices " in why_not(table, 0, "recruit butcher 1")


def test_with_the_artefact_of_odmoor_butchers_also_cost_iron() -> None:
    """Rulebook, Demons: a third price, but Hell's Kitchen is needed."""
    demon = seat("demons", stock=(0, 7, 0), built=("hells-kitchen",), artefacts=(Region.ODMOOR,))
    assert beginning(building(demon), "recruit") == ["recruit butcher 1 for iron 7"]
    without = seat("demons", stock=(0, 7, 0), artefacts=(Region.ODMOOR,))
    assert beginning(building(without), "recruit") == []


def test_the_kitchen_the_boudoir_and_the_pantry() -> None:
    """Rulebook, Demons: whom they recruit, and a butcher of power 11."""
    table = building(seat("demons", stock=(0, 0, 6), built=("boudoir",)))
    assert beginning(table, "recruit") == ["recruit succubus 1", "recruit succubus 2"]
    fed = asking(at_table(seat("demons", built=("pantry",), units={"butcher": 1}), bystander()), Fighting(0))
    step = settle(fed, {0: "hunt 2 with butcher 1"})
    assert events.MonsterFought(0, Region.HARRAX, 2, (("butcher", 1),), 11, True) in step.events


# Structures.


def test_with_the_brand_an_ordinary_structure_brings_a_rune_for_three_gold() -> None:
    """Rulebook, Demons: the rune instead of the number; the structure works as usual."""
    table = building(seat("demons", Region.ESMORE, stock=(2, 0, 5), built=("brand",)), level=1)
    assert [text for text in offered(table, 0) if "circle" in text] == [
        "build summoning-circle",
        "build summoning-circle on Esmore",
        "carve summoning-circle on Esmore",
    ]
    step = settle(table, {0: "carve summoning-circle on Esmore"})
    assert step.state.players[0].stock == (0, 0, 0)
    assert step.state.players[0].foundations == ()
    assert own(step.state).runes == (Region.ESMORE,)
    assert units_of(asking(step.state, BuildingStarts(1)), 0) == {"imp": 5}
    poor = building(seat("demons", Region.ESMORE, stock=(2, 0, 4), built=("brand",)), level=1)
    assert "too-dear " in why_not(poor, 0, "carve summoning-circle on Esmore")


def test_succubi_save_on_a_branded_structure_but_not_on_the_brands_gold() -> None:
    """Rulebook, Demons: the discount holds for it; docs/rulings.md for the 3 gold."""
    demon = seat("demons", Region.ESMORE, stock=(0, 0, 3), built=("brand",), units={"succubus": 6})
    table = building(demon, level=1)
    assert "carve summoning-circle on Esmore" in offered(table, 0)
    assert settle(table, {0: "carve summoning-circle on Esmore"}).state.players[0].stock == (0, 0, 0)


def test_the_brand_can_brand_itself_without_a_discount() -> None:
    """docs/rulings.md: the price is paid before it works, the foundation is filled after."""
    demon = seat("demons", Region.ESMORE, stock=(0, 2, 5), units={"succubus": 2})
    table = building(demon, level=1)
    assert "carve brand on Esmore" in offered(table, 0)
    assert settle(table, {0: "carve brand on Esmore"}).state.players[0].stock == (0, 0, 0)


def test_a_branded_structure_goes_over_a_lower_level_only() -> None:
    """docs/rulings.md: it is an ordinary structure, placed as ordinary ones are; a rune structure is not."""
    levels = {Region.ESMORE: 2}
    demon = seat("demons", Region.ESMORE, stock=RICH, built=("brand", "kennel"), foundations=levels)
    carved = beginning(building(demon), "carve")
    assert carved == ["carve purgatory on Esmore", "carve contract on Esmore"]
    step = settle(building(demon), {0: "carve contract on Esmore"})
    assert events.LevelErased(0, Region.ESMORE) in step.events
    assert step.state.players[0].foundations == ()
    assert own(step.state).runes == (Region.ESMORE,)


def test_who_would_build_a_rune_structure_is_told_to_carve_it() -> None:
    """Whether there is enough to pay for it or not."""
    stage = Building((1, 1), (0,), (0,))
    for stock in (RICH, (0, 0, 0)):
        table = at_table(seat("demons", Region.ESMORE, stock=stock), bystander())
        carved = (decision("carve purgatory on Esmore"),)
        assert stage.refusal(table, 0, decision("build purgatory")) == because(
            "other-ways", structure="purgatory", ways=carved
        )
        assert stage.refusal(table, 0, decision("build purg")) == because(
            "several-structures", faction="demons", structure="purg", meant=("purgatory",)
        )


def test_without_the_brand_ordinary_structures_write_their_level() -> None:
    """Rulebook, Demons: the Brand is what allows it."""
    table = building(seat("demons", Region.ESMORE, stock=RICH), level=1)
    assert "other-ways " in why_not(table, 0, "carve summoning-circle on Esmore")
    step = settle(table, {0: "build summoning-circle on Esmore"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 1),)
    assert own(step.state).runes == ()


def test_the_kennel_fetches_something_from_a_new_region() -> None:
    """Rulebook, Demons: at the first visit, after the region's resources."""
    demon = seat("demons", Region.ESMORE, built=("kennel",), visited=())
    table = at_table(demon, bystander())
    table.players[0].visited = 0
    arrived = asking(table, Arriving(0))
    assert offered(arrived, 0) == ["take gold 1", "take iron 1", "take wood 1"]
    assert arrived.players[0].stock == (2, 0, 0)
    fetched = settle(arrived, {0: "take iron 1"})
    assert fetched.state.players[0].stock == (2, 1, 0)
    assert fetched.events[0] == events.Received(0, 0, 1, 0, Source.EFFECT)
    assert offered(asking(fetched.state, Arriving(0)), 0) == []
    assert why_not(arrived, 0, "decline") == "take-together count=1 most=((wood,1),(iron,1),(gold,1))"


def test_purgatory_adds_to_what_the_hounds_fetch() -> None:
    """Rulebook, Demons: whenever it is received, from wherever."""
    demon = seat("demons", Region.ESMORE, built=("purgatory", "kennel"), own=Runes((Region.ESMORE,)))
    table = asking(at_table(demon, bystander()), of_any_kind(0, 1))
    assert settle(table, {0: "take gold 1"}).state.players[0].stock == (0, 0, 2)


def planned(demon: Seated, other: Seated | None = None, plan: str = "move iron build wood") -> Table:
    table = asking(at_table(demon, other or bystander()), Planning())
    return settle(table, {0: f"plan {plan}"}).state


def test_a_contract_lends_an_artefacts_effect_for_the_round() -> None:
    """Rulebook, Demons: after the announcement, 2 gold for Folen, Odmoor or Tog' Eed."""
    table = planned(seat("demons", built=("contract",), stock=(0, 0, 2), units={"imp": 3}))
    assert offered(table, 0) == ["decline", "sign Folen", "sign Odmoor", "sign Tog'Eed"]
    step = settle(table, {0: "sign Folen"})
    assert step.events[:2] == (events.Paid(0, 0, 0, 2, ()), ContractSigned(0, Region.FOLEN))
    fight = settle(asking(replace(step.state, agenda=()), Fighting(0)), {0: "hunt 2 with imp 3"})
    assert [event.power for event in fight.events if isinstance(event, events.MonsterFought)] == [6]
    assert step.state.players[0].artefacts == 0
    over = asking(replace(step.state, agenda=()), RoundEnds())
    assert own(over).contract is None


def test_a_contract_with_odmoor_lends_the_price_in_iron() -> None:
    """Rulebook, Demons: the chosen effect works until the end of the round."""
    demon = seat("demons", built=("hells-kitchen", "contract"), stock=(0, 7, 2))
    table = settle(planned(demon, plan="build iron move wood"), {0: "sign Odmoor"}).state
    assert beginning(table, "recruit") == ["recruit butcher 1 for iron 7"]


def test_a_contract_is_for_artefacts_that_are_not_ours_but_may_be_anothers() -> None:
    """Rulebook, Demons: it must not be ours; the owner loses nothing by it."""
    demon = seat("demons", built=("contract",), stock=(0, 0, 4), artefacts=(Region.FOLEN,))
    other = seat("undead", Region.DORTAL, units={}, artefacts=(Region.ODMOOR,))
    table = planned(demon, other)
    assert offered(table, 0) == ["decline", "sign Odmoor", "sign Tog'Eed"]
    assert why_not(table, 0, "sign Folen") == "not-signed"
    signed = settle(table, {0: "sign Odmoor"}).state
    assert signed.players[1] == table.players[1]
    declined = settle(table, {0: "decline"})
    assert declined.events[0] == events.Declined(0, "contract")
    all_ours = seat(
        "demons",
        built=("contract",),
        stock=(0, 0, 4),
        artefacts=(Region.FOLEN, Region.ODMOOR, Region.TOGEED),
    )
    assert offered(planned(all_ours), 0) == ["decline", "advance iron", "advance wood"]


def test_a_contract_needs_its_price() -> None:
    """Rulebook, Demons: 2 gold."""
    assert "sign Folen" not in offered(planned(seat("demons", built=("contract",), stock=(9, 9, 1))), 0)


def test_a_lent_effect_does_not_double_when_the_artefact_comes() -> None:
    """Rulebook, Demons: it is not applied a second time."""
    demon = seat("demons", units={"imp": 3}, own=Runes(contract=Region.FOLEN))
    turn = Turn(at_table(demon, bystander()))
    take_artefact(turn, 0, Region.FOLEN)
    fight = settle(asking(turn.table, Fighting(0)), {0: "hunt 2 with imp 3"})
    assert [event.power for event in fight.events if isinstance(event, events.MonsterFought)] == [6]


@pytest.mark.parametrize(
    ("resource", "stock"), [("wood", (4, 0, 0)), ("iron", (0, 2, 0))], ids=["wood", "iron"]
)
def test_the_artefact_of_togeed_gathers_ahead_and_skips_it_later(resource: str, stock: Bundle) -> None:
    """Rulebook, Demons: announced are iron 2 and wood 4; one of them at once, and not again."""
    table = planned(seat("demons", artefacts=(Region.TOGEED,)))
    assert offered(table, 0) == ["decline", "advance iron", "advance wood"]
    step = settle(table, {0: f"advance {resource}"})
    assert step.events[0] == GatheringAdvanced(0, Resource[resource.upper()])
    assert step.state.players[0].stock == stock
    after = asking(replace(step.state, agenda=()), Gathering("iron", 2), Gathering("wood", 4))
    assert after.players[0].stock == (4, 2, 0)
    assert after.players[1].stock == (4, 2, 0)
    next_round = asking(replace(after, agenda=()), RoundEnds())
    assert own(next_round).ahead == ()
    assert why_not(table, 0, "advance gold") == "not-advanced"
    assert settle(table, {0: "decline"}).events[0] == events.Declined(0, "gathering-ahead")


def test_what_was_gathered_ahead_is_skipped_though_the_artefact_is_lost() -> None:
    """Rulebook, Demons: whoever gathered at the start does nothing when its turn comes."""
    table = at_table(seat("demons", own=Runes(ahead=("wood",))), bystander())
    assert asking(table, Gathering("wood", 3)).players[0].stock == (0, 0, 0)


def test_gathering_ahead_comes_after_the_contract_which_can_lend_it() -> None:
    """Rulebook, Demons: both together, the contract first."""
    table = planned(seat("demons", built=("contract",), stock=(0, 0, 2)))
    signed = settle(table, {0: "sign Togeed"}).state
    assert offered(signed, 0) == ["decline", "advance iron", "advance wood"]
    assert settle(signed, {0: "advance wood"}).state.players[0].stock == (4, 0, 0)


def test_with_the_carriage_foundations_next_door_are_built_on() -> None:
    """Rulebook, Demons: as if we were there."""
    table = building(seat("demons", Region.HARRAX, stock=RICH, built=("carriage",)), level=1)
    carved = beginning(table, "carve")
    assert {text.split()[-1] for text in carved if "purgatory" in text} == {
        "Asander",
        "Esmore",
        "Jorveld",
        "Nikleen",
    }
    assert "build summoning-circle on Esmore" in offered(table, 0)
    step = settle(table, {0: "carve purgatory on Jorveld"})
    assert own(step.state).runes == (Region.JORVELD,)
    later = asking(replace(step.state, agenda=()), BuildingStarts(1))
    assert not [text for text in offered(later, 0) if "Jorveld" in text]
    without = building(seat("demons", Region.HARRAX, stock=RICH), level=1)
    assert not [text for text in offered(without, 0) if " on " in text]


def test_the_carriage_itself_can_be_placed_next_door() -> None:
    """Rulebook, building: the effect is there before the structure is placed; with the Brand as a rune."""
    demon = seat("demons", Region.HARRAX, stock=RICH, built=("brand", "contract"))
    table = building(demon)
    assert {text for text in offered(table, 0) if "carriage" in text} == {
        "build carriage",
        *(f"build carriage on {region}" for region in ("Asander", "Esmore", "Jorveld", "Nikleen")),
        *(f"carve carriage on {region}" for region in ("Asander", "Esmore", "Jorveld", "Nikleen")),
    }
    assert not [text for text in offered(table, 0) if " on " in text and "carriage" not in text]
    step = settle(table, {0: "build carriage on Jorveld"})
    assert step.state.players[0].foundations == ((Region.JORVELD, 4),)
    assert step.state.players[0].stock == (23, 27, 30)
    carved = settle(table, {0: "carve carriage on Jorveld"}).state
    assert own(carved).runes == (Region.JORVELD,)
    assert carved.players[0].stock == (23, 27, 27)


# Artefacts.


def test_the_artefact_of_paskaar_counts_butchers_that_perish_while_it_is_owned() -> None:
    """Rulebook, Demons: those before do not count, and points are had only with it."""
    demon = seat("demons", units={"butcher": 3, "imp": 1}, artefacts=(Region.PASKAAR,))
    table = asking(at_table(demon, bystander()), Fighting(0))
    step = settle(table, {0: "hunt 2 with butcher 2"})
    assert ButchersMourned(0, 2) in step.events
    assert score_of(step.state, 0).artefacts == 2
    assert own(settle(table, {0: "hunt 2 with imp 1"}).state).butchers == 0
    unowned = asking(at_table(seat("demons", units={"butcher": 3}), bystander()), Fighting(0))
    assert own(settle(unowned, {0: "hunt 2 with butcher 2"}).state).butchers == 0
    lost = at_table(seat("demons", own=Runes(butchers=2)), bystander())
    assert score_of(lost, 0).artefacts == 0
    again = at_table(seat("demons", own=Runes(butchers=2), artefacts=(Region.PASKAAR,)), bystander())
    assert score_of(again, 0).artefacts == 2


def test_a_butcher_that_a_curse_takes_has_not_perished() -> None:
    """docs/rulings.md: only fights make units perish."""
    demon = seat("demons", units={"butcher": 1}, artefacts=(Region.PASKAAR,))
    undead = seat("undead", Region.DORTAL, own=Curses((Region.HARRAX,)))
    step = started(at_table(demon, undead), Arriving(0))
    assert step.events[0] == events.UnitLost(0, "butcher")
    assert own(step.state).butchers == 0


def test_butchers_count_on_when_the_artefact_of_paskaar_comes_back() -> None:
    """Rulebook, Demons: what was written stays, nothing is added meanwhile, and it goes on from there."""
    turn = Turn(at_table(seat("demons", units={"butcher": 1}, own=Runes(butchers=2)), bystander()))
    take_artefact(turn, 0, Region.PASKAAR)
    step = settle(asking(turn.table, Fighting(0)), {0: "hunt 2 with butcher 1"})
    assert ButchersMourned(0, 3) in step.events
    assert score_of(step.state, 0).artefacts == 3


def test_the_artefact_of_vurt_writes_a_rune_into_any_free_foundation() -> None:
    """Rulebook, Demons: free is one that holds nothing of ours and is open to us (docs/rulings.md)."""
    demon = seat("demons", Region.VURT, stock=(0, 12, 0), foundations={Region.LOX: 1})
    demon[1].own = Runes((Region.ESMORE,))
    other = seat("undead", Region.DORTAL, units={}, foundations={Region.UGMAT: 2})
    table = asking(at_table(demon, other), Collecting(0))
    asked = settle(table, {0: "collect for iron 12"}).state
    free = offered(asked, 0)
    assert "inscribe Ugmat" in free
    assert not {"inscribe Lox", "inscribe Esmore", "inscribe Harrax"} & set(free)
    step = settle(asked, {0: "inscribe Ugmat"})
    assert step.events[0] == RuneCarved(0, Region.UGMAT)
    assert own(step.state) == Runes((Region.ESMORE, Region.UGMAT), bare=(Region.UGMAT,))
    assert step.state.players[1].foundations == ((Region.UGMAT, 2),)
    assert why_not(asked, 0, "inscribe Lox") == "not-inscribed"


def test_where_no_foundation_is_free_the_artefact_of_vurt_asks_nothing() -> None:
    """Rulebook, Demons: any free foundation, so none where there is none."""
    table = at_table(seat("demons"), bystander())
    everywhere = tuple(
        r for r in table.realm.regions if f"inscribe {r}" in offered(asking(table, Inscribing(0)), 0)
    )
    full = at_table(seat("demons", own=Runes(everywhere)), bystander())
    assert started(full, Inscribing(0)).events == ()


def test_another_artefact_writes_no_rune() -> None:
    """Rulebook, Demons: it comes with the artefact of Vurt alone."""
    turn = Turn(at_table(seat("demons", artefacts=(Region.VURT,)), bystander()))
    take_artefact(turn, 0, Region.DORTAL)
    assert turn.queued == []


def test_the_artefact_of_dortal_brings_succubi_of_power_five() -> None:
    """Rulebook, Demons: 2 succubi, and power 5 while it is owned."""
    turn = Turn(at_table(seat("demons", units={}), bystander()))
    take_artefact(turn, 0, Region.DORTAL)
    assert units_of(turn.table, 0) == {"succubus": 2}
    fight = settle(asking(turn.table, Fighting(0)), {0: "hunt 2 with succubus 2"})
    assert [event.power for event in fight.events if isinstance(event, events.MonsterFought)] == [10]
    turn.player(0).lose(Region.DORTAL)
    without = settle(asking(turn.table, Fighting(0)), {0: "hunt 2 with succubus 2"})
    assert [event.power for event in without.events if isinstance(event, events.MonsterFought)] == [8]


def test_the_artefact_of_folen_asks_for_four_foundations_of_which_runes_with_structures_count() -> None:
    """docs/rulings.md: two rune structures and two levels are four; a bare rune is none."""
    levels = {Region.ASANDER: 1, Region.LOX: 2}
    runes = (Region.ESMORE, Region.JORVELD)
    carved = at_table(seat("demons", foundations=levels, own=Runes(runes)), bystander())
    assert deeds_done(carved, 0, Deed.FOUNDATIONS) == 4
    bare = at_table(seat("demons", foundations=levels, own=Runes(runes, bare=runes[:1])), bystander())
    assert deeds_done(bare, 0, Deed.FOUNDATIONS) == 3
    assert deeds_done(carved, 0, Deed.VICTORIES) == 0
    in_folen = [seat("demons", Region.FOLEN, foundations=levels, own=x) for x in (Runes(runes), own(bare))]
    tables = [asking(at_table(demon, bystander()), Collecting(0)) for demon in in_folen]
    assert [offered(table, 0) for table in tables] == [["decline", "collect"], []]


def test_the_scoring_example() -> None:
    """Rulebook, scoring: 26 + 5 + 6 + 18 + 0 = 55."""
    demon = seat(
        "demons",
        built=ALL,
        own=Runes((Region.ESMORE, Region.LOX, Region.NIKLEEN, Region.UGMAT), sins=8),
        foundations={Region.ASANDER: 2, Region.JORVELD: 3},
        fortresses=(Region.BRYNNLORE, Region.IKARA, Region.ZORO),
        monsters=[monster.power for monster in DEMONS.monsters[:5]],
        artefacts=(Region.VURT, Region.DORTAL),
        milestones=(1, 1, 1),
    )
    score = score_of(at_table(demon, bystander()), 0)
    assert score == Score(structures=26, foundations=5, resources=6, victories=18, artefacts=0)
    assert score.total == 55


# With the Humans' Tower of Illusions.


def test_a_foundation_that_is_concealed_takes_no_rune() -> None:
    """docs/rulings.md: no rune, no brand, and not free for the artefact of Vurt."""
    humans = seat("humans", Region.DORTAL, built=("tower-of-illusions",), units={})
    humans[1].own = Illusions((("foundation", Region.ESMORE),))
    table = building(seat("demons", Region.ESMORE, stock=RICH, built=("brand",)), humans)
    assert not [text for text in offered(table, 0) if "Esmore" in text]
    asked = asking(replace(table, agenda=()), Inscribing(0))
    assert "inscribe Esmore" not in offered(asked, 0)


@pytest.mark.parametrize("first", [0, 1])
def test_a_rune_of_the_same_action_comes_before_the_tower(first: int) -> None:
    """docs/rulings.md: the tower works when all have built, whoever is the first player."""
    humans = seat("humans", Region.DORTAL, built=("tower-of-illusions",), stock=(0, 0, 4))
    demon = seat("demons", Region.ESMORE, own=Runes((Region.ESMORE,), fresh=(Region.ESMORE,)))
    table = asking(at_table(demon, humans, first=first), BuildingEnds())
    assert "conceal foundation Esmore" not in offered(table, 1)
    assert "conceal foundation Lox" in offered(table, 1)
    assert why_not(table, 1, "conceal foundation Esmore") == "gone thing=foundation region=Esmore"


# With the Mechanisms.


def test_a_rune_closes_its_foundation_to_servers_and_sums() -> None:
    """docs/rulings.md: it is closed to all who had nothing there, whatever they would write there."""
    rich = seat("mechanisms", Region.ESMORE, stock=(30, 0, 30))
    room = replace(rich[1], own=ServerRoom(structure=2, server=1))
    demon = seat("demons", own=Runes((Region.ESMORE,)))
    table = asking(at_table(demon, (rich[0], room)), Building((4, 4), (0, 1), (0, 1)))
    assert not [text for text in offered(table, 1) if "Esmore" in text]
    fresh = seat("demons", own=Runes((Region.ESMORE,), fresh=(Region.ESMORE,)))
    same_action = asking(at_table(fresh, (rich[0], room)), Building((4, 4), (0, 1), (0, 1)))
    assert "combine Esmore" in offered(same_action, 1)


def test_a_contract_lends_the_effect_of_an_artefact_behind_generators() -> None:
    """Rulebook, Demons: another may own the artefact, and loses nothing by it."""
    mechanisms = seat("mechanisms", built=("generators",), artefacts=(Region.FOLEN,))
    table = planned(seat("demons", built=("contract",), stock=(0, 0, 2)), mechanisms)
    assert "sign Folen" in offered(table, 0)


# Damaged states.


@pytest.mark.parametrize(
    "block",
    [
        {"runes": ("Lox", "Esmore")},
        {"runes": ("Harrax",)},
        {"runes": ("Esmore",), "bare": ("Lox",)},
        {"runes": ("Esmore",), "fresh": ("Lox",)},
        {"runes": ("Esmore",), "bare": ("Esmore",), "fresh": ("Esmore",)},
        {"runes": ("Asander",)},
        {"contract": "Vurt"},
        {"ahead": ("build",)},
        {"ahead": ("gold",)},
        {"ahead": ("wood", "iron")},
    ],
)
def test_a_block_that_no_game_comes_to_is_refused(block: Mapping[str, tuple[str, ...] | str]) -> None:
    table = building(seat("demons", stock=RICH, foundations={Region.ASANDER: 1}))
    table.plan = ("wood", "iron", "build", "move")
    plain = CONQUER.encode_state(table)
    assert CONQUER.decode_state(plain) == table
    assert isinstance(plain, dict)
    players = plain["players"]
    assert isinstance(players, tuple)
    first = players[0]
    assert isinstance(first, dict)
    sound = first["own"]
    assert isinstance(sound, dict)
    damaged = {**plain, "players": ({**first, "own": {**sound, **block}}, *players[1:])}
    with pytest.raises(MalformedState):
        CONQUER.decode_state(damaged)


@pytest.mark.parametrize("stage", [Signing, GatheringAhead, Inscribing])
def test_only_demons_are_asked_what_only_they_are(stage: type[Asking]) -> None:
    table = replace(at_table(seat("demons"), bystander()), plan=("wood", "iron", "gold", "build"))
    assert [stage(who).is_coherent(table) for who in (0, 1, 2)] == [True, False, False]
    assert not stage(0).is_coherent(replace(table, plan=()))


def test_an_absent_player_declines_and_takes_what_comes_first() -> None:
    """docs/rulings.md 95."""
    table = planned(seat("demons", built=("contract",), stock=(0, 0, 2)))
    assert CONQUER.default(table, 0) == Decline()
    assert CONQUER.default(settle(table, {0: "sign Togeed"}).state, 0) == Decline()
    assert CONQUER.default(asking(replace(table, agenda=()), Inscribing(0)), 0) == Inscribe(Region.ASANDER)
