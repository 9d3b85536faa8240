"""The Humans' board, rule by rule (rulebook pp. 6-12 and 15)."""

from collections.abc import Mapping

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Decline
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Structure
from p2p_heroes.games.conquer.factions.humans import (
    HUMANS,
    Conceal,
    Concealing,
    ExchangeWood,
    Exchanging,
    Illusions,
    ObjectConcealed,
    Splits,
    Swap,
    WoodExchanged,
)
from p2p_heroes.games.conquer.factions.undead import UNDEAD
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import Moving, ways_from
from p2p_heroes.games.conquer.resources import Bundle, Resource, bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Score, Source, Thing
from p2p_heroes.games.conquer.visiting import Arriving
from p2p_heroes.games.conquer.world import REGIONS, Region
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.effects import fold, tell
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
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
TOWER = ("town-hall", "tower-of-illusions")


def building_ended(human: Seated, *others: Seated) -> Table:
    """The Humans have nothing more to build."""
    return settle(building(human, *others), {0: "done"}).state


def builds(table: Table, who: int = 0) -> set[str]:
    """The structures that a seat can build now."""
    return {choice.split()[1] for choice in offered(table, who) if choice.startswith("build")}


# The board.


def test_ten_structures_are_worth_thirteen_points() -> None:
    """Rulebook p. 15; the figures are those of docs/rulings.md."""
    assert [(one.name, one.level, one.price, one.points) for one in HUMANS.structures] == [
        ("market", 1, (2, 0, 2), 0),
        ("town-hall", 1, (2, 2, 0), 0),
        ("house-of-trackers", 2, (3, 1, 1), 1),
        ("tower-of-illusions", 2, (0, 3, 0), 1),
        ("warrior-guild", 2, (2, 3, 0), 1),
        ("armoury", 3, (0, 5, 2), 2),
        ("barracks", 3, (3, 4, 1), 2),
        ("stables", 3, (4, 0, 3), 2),
        ("royal-castle", 4, (4, 5, 4), 3),
        ("cathedral", 4, (5, 2, 5), 1),
    ]
    assert sum(one.points for one in HUMANS.structures) == 13


def test_the_units_and_the_first_army() -> None:
    """Rulebook p. 15; the figures are those of docs/rulings.md."""
    assert [(unit.name, unit.power, unit.price, unit.start) for unit in HUMANS.units] == [
        ("militia", 1, 1, 4),
        ("warrior", 3, 2, 0),
        ("knight", 7, 4, 0),
    ]


def test_forest_and_lake_cost_two_meadow_one_and_mountain_three() -> None:
    """Rulebook p. 9; the figures are those of docs/rulings.md."""
    assert HUMANS.costs.by_terrain == (2, 2, 1, 3)


def test_what_is_not_printed_is_said_to_be_guessed() -> None:
    """Rulebook pp. 6 and 15 give the arrows, the Tower's points and the artefact that turns wood."""
    guessed = {one.name: one.guessed for one in HUMANS.structures}
    assert guessed["tower-of-illusions"] == ("level", "price", "effects")
    assert guessed["barracks"] == ("level", "price", "points", "effects")
    assert {name for name, fields in guessed.items() if fields == ("coined",)} == {
        "stables",
        "royal-castle",
        "cathedral",
    }
    assert {unit.guessed for unit in HUMANS.units} == {("coined",)}
    assert HUMANS.artefacts[0].guessed == ("region",)


# Required structures.


@pytest.mark.parametrize(
    ("built", "possible"),
    [
        ((), {"market", "town-hall"}),
        (("market",), {"town-hall", "house-of-trackers"}),
        (("town-hall",), {"market", "tower-of-illusions", "warrior-guild"}),
        (("market", "house-of-trackers"), {"town-hall", "armoury", "stables"}),
        (("market", "house-of-trackers", "armoury"), {"town-hall", "stables", "cathedral"}),
        (
            (*TOWER, "barracks"),
            {"market", "warrior-guild", "royal-castle", "cathedral"},
        ),
    ],
)
def test_arrows_lead_to_the_structures_that_can_be_built(built: tuple[str, ...], possible: set[str]) -> None:
    """Rulebook p. 6: the Market leads to the House of Trackers, that to the Armoury, and so on."""
    assert builds(building(seat("humans", stock=RICH, built=built))) == possible


def test_barracks_need_the_tower_of_illusions_or_the_warrior_guild() -> None:
    """Rulebook p. 6: with neither of the two the Barracks cannot be built."""
    table = building(seat("humans", stock=RICH, built=("town-hall",)))
    assert (
        why_not(table, 0, "build barracks")
        == "needs-first structure=barracks needs=(tower-of-illusions,warrior-guild)"
    )


@pytest.mark.parametrize("required", ["tower-of-illusions", "warrior-guild"])
def test_barracks_can_be_built_with_either_of_the_two(required: str) -> None:
    """Rulebook p. 6: one required structure is enough, at level 3 for 3 wood, 4 iron and 1 gold."""
    human = seat("humans", stock=(3, 4, 1), built=("town-hall", required))
    step = settle(building(human, level=3), {0: "build barracks"})
    assert step.events[:2] == (
        events.Paid(0, 3, 4, 1, ()),
        events.StructureBuilt(0, "barracks", 3, 2, None),
    )
    assert step.state.players[0].stock == (0, 0, 0)


def test_barracks_are_of_level_three() -> None:
    """Rulebook p. 6."""
    table = building(seat("humans", stock=RICH, built=TOWER), level=2)
    assert why_not(table, 0, "build barracks") == "above-level structure=barracks needed=3 level=2"


# The Market.


def test_the_market_swaps_two_of_one_resource_for_one_of_another() -> None:
    """docs/rulings.md: during a building action, any number of times."""
    table = building(seat("humans", stock=(7, 0, 0), built=("market",)))
    step = settle(table, {0: "swap wood iron 3"})
    assert step.events == (events.Paid(0, 6, 0, 0, ()), events.Received(0, 0, 3, 0, Source.EFFECT))
    assert step.state.players[0].stock == (1, 3, 0)


def test_the_market_offers_as_many_swaps_as_the_stock_allows() -> None:
    """docs/rulings.md: two for one, and never a resource for itself."""
    table = building(seat("humans", stock=(1, 5, 2), built=("market",)), level=1)
    assert [choice for choice in offered(table, 0) if choice.startswith("swap")] == [
        "swap iron wood 1",
        "swap iron wood 2",
        "swap iron gold 1",
        "swap iron gold 2",
        "swap gold wood 1",
        "swap gold iron 1",
    ]
    assert why_not(table, 0, "swap wood iron 1") == "not-while-building"
    assert why_not(table, 0, "swap iron iron 1") == "not-while-building"


def test_the_market_pays_for_a_structure_in_the_same_action() -> None:
    """docs/rulings.md: swaps, recruiting and building come in any order."""
    table = building(seat("humans", stock=(2, 0, 4), built=("market",)))
    step = play_on(table, {0: "swap gold iron 2"}, {0: "build town-hall"})
    assert step.state.players[0].stock == (0, 0, 0)
    assert "town-hall" not in builds(step.state)


def test_without_a_market_nothing_can_be_swapped() -> None:
    """docs/rulings.md."""
    table = building(seat("humans", stock=(6, 6, 6)))
    assert not [choice for choice in offered(table, 0) if choice.startswith("swap")]


def test_the_market_leaves_the_offers_of_other_effects_alone() -> None:
    """Whatever else is offered in a building action is settled by whoever offers it."""
    turn = Turn(at_table(seat("humans", stock=(4, 4, 4), built=("market",)), bystander()))
    tell(Effect.building_offer_taken, turn, 0, Decline())
    assert (turn.player(0).stock, turn.events) == ((4, 4, 4), [])


def test_resources_from_the_market_reach_milestones() -> None:
    """Rulebook p. 5: any gain counts."""
    table = building(seat("humans", stock=(2, 13, 0), built=("market",)))
    step = settle(table, {0: "swap wood iron 1"})
    assert step.events[1:] == (
        events.Received(0, 0, 1, 0, Source.EFFECT),
        events.MilestoneReached(0, Resource.IRON, 14, 2),
    )


# Recruiting and units.


@pytest.mark.parametrize(
    ("structure", "unit", "price"),
    [("town-hall", "militia", 1), ("warrior-guild", "warrior", 2), ("barracks", "knight", 4)],
)
def test_each_unit_is_recruited_in_its_structure(structure: str, unit: str, price: int) -> None:
    """Rulebook p. 7: each type of unit has one structure."""
    table = building(seat("humans", stock=(0, 0, 12), units={}, built=(structure,)), level=1)
    recruits = [choice for choice in offered(table, 0) if choice.startswith("recruit")]
    assert recruits == [f"recruit {unit} {count}" for count in range(1, 12 // price + 1)]
    step = settle(table, {0: f"recruit {unit} 3"})
    assert units_of(step.state, 0) == {unit: 3}
    assert step.state.players[0].stock == (0, 0, 12 - 3 * price)


@pytest.mark.parametrize(
    ("built", "powers"),
    [
        ((), {"militia": 1, "warrior": 3, "knight": 7}),
        (("armoury",), {"militia": 2, "warrior": 4, "knight": 7}),
        (("royal-castle",), {"militia": 1, "warrior": 3, "knight": 9}),
        (("armoury", "royal-castle"), {"militia": 2, "warrior": 4, "knight": 9}),
    ],
)
def test_the_armoury_and_the_royal_castle_strengthen_units(
    built: tuple[str, ...], powers: Mapping[str, int]
) -> None:
    """docs/rulings.md: Militia 1 to 2 and Warriors 3 to 4 in the Armoury, Knights 7 to 9 in the Castle."""
    for unit, power in powers.items():
        human = seat("humans", units={unit: 1}, built=built)
        table = asking(at_table(human, bystander()), Fighting(0))
        fought = settle(table, {0: f"hunt 2 with {unit} 1"}).events[0]
        assert fought == events.MonsterFought(0, Region.HARRAX, 2, ((unit, 1),), power, power > 2)


# Movement.


def costs(human: Seated) -> dict[Region, int]:
    """What the Humans pay for each region next to theirs or reached from it."""
    ways = ways_from(at_table(human, bystander()), 0)
    return {region: way.cost for region, way in zip(REGIONS, ways, strict=True) if way is not None}


def test_the_house_of_trackers_makes_mountains_cost_two() -> None:
    """Rulebook p. 9: Brynnlore, a mountain beside Asander, costs 2 instead of 3."""
    assert costs(seat("humans", Region.ASANDER))[Region.BRYNNLORE] == 3
    trackers = seat("humans", Region.ASANDER, built=("market", "house-of-trackers"))
    assert costs(trackers)[Region.BRYNNLORE] == 2
    table = asking(at_table(trackers, bystander()), Moving(2))
    moved = settle(table, {0: "move Brynnlore", 1: "stay"}).events[0]
    assert moved == events.Moved(0, Region.ASANDER, Region.BRYNNLORE, (), 0, 2, 0)


def test_an_artefact_makes_forests_cost_one() -> None:
    """Rulebook p. 9: Jorveld, a forest beside Harrax, costs 1 instead of 2; mountains stay as they are."""
    plain, gifted = seat("humans"), seat("humans", artefacts=(Region.VURT,))
    assert (costs(plain)[Region.JORVELD], costs(plain)[Region.BRYNNLORE]) == (2, 3)
    assert (costs(gifted)[Region.JORVELD], costs(gifted)[Region.BRYNNLORE]) == (1, 3)


def test_the_forests_cost_two_again_when_the_artefact_is_lost() -> None:
    """Rulebook p. 10: a defeated player loses the lasting effect of the artefact."""
    table = at_table(
        seat("humans", Region.NIKLEEN, artefacts=(Region.VURT,), units={}),
        seat("undead", Region.NIKLEEN, units={"skeleton": 1}),
    )
    asked = asking(table, Meetings())
    step = play_on(asked, {0: "fight"}, {1: "deploy skeleton 1"}, {1: "seize Vurt"})
    assert events.ArtefactSeized(1, 0, Region.VURT) in step.events
    way = ways_from(step.state, 0)[Region.JORVELD]
    assert way is not None
    assert way.cost == 2


def test_the_stables_give_one_more_movement_point() -> None:
    """docs/rulings.md: in every movement action."""
    human = seat("humans", Region.HARRAX, built=("stables",))
    table = asking(at_table(human, bystander()), Moving(2))
    assert "move Brynnlore" in offered(table, 0)
    stayed = settle(table, {0: "stay", 1: "stay"}).events[0]
    assert stayed == events.Stayed(0, Region.HARRAX, 0, 3)


# The Tower of Illusions.


def test_the_tower_conceals_an_object_for_four_gold() -> None:
    """Rulebook p. 15: at the end of a building action 4 gold may be spent for one object."""
    table = building_ended(seat("humans", stock=(0, 0, 5), built=TOWER))
    step = settle(table, {0: "conceal portal Harrax"})
    assert step.events == (
        events.Paid(0, 0, 0, 4, ()),
        ObjectConcealed(0, Thing.PORTAL, Region.HARRAX),
    )
    player = step.state.players[0]
    assert player.stock == (0, 0, 1)
    assert player.own == Illusions((("portal", Region.HARRAX),))


def test_the_tower_works_even_if_nothing_was_built() -> None:
    """Rulebook p. 15: nobody at the table can build anything, and yet the Humans are asked."""
    human = seat("humans", stock=(0, 0, 4), built=("tower-of-illusions",))
    table = building(human)
    assert offered(table, 0)[:2] == ["decline", "conceal foundation Asander"]


def test_the_tower_need_not_be_used() -> None:
    """Rulebook p. 15: it is a possibility."""
    table = building_ended(seat("humans", stock=(0, 0, 4), built=TOWER))
    assert CONQUER.default(table, 0) == Decline()
    step = settle(table, {0: "decline"})
    assert step.events == (events.Declined(0, "conceal"),)
    assert step.state.players[0].stock == (0, 0, 4)
    assert step.state.players[0].own == Illusions()


def test_the_tower_asks_nobody_who_has_less_than_four_gold() -> None:
    """Rulebook p. 15."""
    table = building_ended(seat("humans", stock=(0, 0, 3), built=TOWER))
    assert offered(table, 0) == []


def test_the_tower_conceals_one_object_per_building_action() -> None:
    """Rulebook p. 15 and docs/rulings.md 30."""
    table = building_ended(seat("humans", stock=(0, 0, 20), built=TOWER))
    after = settle(table, {0: "conceal portal Harrax"}).state
    assert offered(after, 0) == []
    assert after.agenda == ()


def test_a_tower_built_in_this_action_works_at_its_end() -> None:
    """Rulebook p. 7: effects of an action work in each round in which it is performed, this one included."""
    table = building(seat("humans", stock=(0, 3, 4), built=("town-hall",)))
    step = play_on(table, {0: "build tower-of-illusions"}, {0: "done"}, {0: "conceal artefact Folen"})
    assert step.events[-1] == ObjectConcealed(0, Thing.ARTEFACT, Region.FOLEN)


def test_the_tower_reaches_every_region_in_play() -> None:
    """Rulebook p. 15: a fortress, an artefact, a portal or a foundation, in whatever region."""
    table = building_ended(seat("humans", stock=(0, 0, 4), built=TOWER))
    assert offered(table, 0) == [
        "decline",
        *("conceal foundation Asander", "conceal fortress Brynnlore", "conceal artefact Dortal"),
        *("conceal foundation Esmore", "conceal artefact Folen", "conceal portal Harrax"),
        *("conceal foundation Jorveld", "conceal fortress Kosleen", "conceal foundation Lox"),
        *("conceal foundation Nikleen", "conceal artefact Odmoor", "conceal artefact Paskaar"),
        *("conceal fortress Qliss", "conceal fortress Rolgoy", "conceal portal Suleen"),
        *("conceal artefact Tog'Eed", "conceal foundation Ugmat", "conceal artefact Vurt"),
        *("conceal fortress Wers", "conceal foundation Xelree", "conceal portal Yreel"),
    ]


def test_the_tower_does_not_reach_regions_that_are_out_of_the_game() -> None:
    """Rulebook p. 4: Ikara and Zasker are crossed out with two players."""
    table = building_ended(seat("humans", stock=(0, 0, 4), built=TOWER))
    assert why_not(table, 0, "conceal fortress Ikara") == "no-such-object thing=fortress region=Ikara"
    assert why_not(table, 0, "conceal portal Asander") == "no-such-object thing=portal region=Asander"
    assert why_not(table, 0, "stay") == "not-concealed"


def test_a_fortress_or_artefact_that_somebody_has_cannot_be_concealed() -> None:
    """Rulebook p. 15: what is crossed off on the own map cannot be chosen, whoever has it."""
    human = seat("humans", stock=(0, 0, 4), built=TOWER, fortresses=(Region.QLISS,), artefacts=(Region.VURT,))
    other = seat("undead", Region.DORTAL, fortresses=(Region.WERS,), artefacts=(Region.FOLEN,))
    table = building_ended(human, other)
    assert why_not(table, 0, "conceal fortress Qliss") == "gone thing=fortress region=Qliss"
    assert why_not(table, 0, "conceal artefact Vurt") == "gone thing=artefact region=Vurt"
    assert why_not(table, 0, "conceal fortress Wers") == "gone thing=fortress region=Wers"
    assert why_not(table, 0, "conceal artefact Folen") == "gone thing=artefact region=Folen"
    assert len(offered(table, 0)) == 1 + 21 - 4


def test_nothing_is_concealed_twice() -> None:
    """Rulebook p. 15: it is crossed off already."""
    own = Illusions((("fortress", Region.QLISS), ("portal", Region.YREEL)))
    table = building_ended(seat("humans", stock=(0, 0, 4), built=TOWER, own=own))
    assert why_not(table, 0, "conceal portal Yreel") == "concealed-already thing=portal region=Yreel"
    assert why_not(table, 0, "conceal fortress Qliss") == "concealed-already thing=fortress region=Qliss"
    step = settle(table, {0: "conceal artefact Vurt"})
    assert step.state.players[0].own == Illusions(
        (("fortress", Region.QLISS), ("artefact", Region.VURT), ("portal", Region.YREEL))
    )


def test_when_all_is_concealed_the_tower_asks_no_more() -> None:
    """Rulebook p. 15: there is no object left."""
    table = building_ended(seat("humans", stock=(0, 0, 4), built=TOWER))
    everything = tuple(
        (choice.thing, choice.region)
        for choice in map(decision, offered(table, 0))
        if isinstance(choice, Conceal)
    )
    human = seat("humans", stock=(0, 0, 4), built=TOWER, own=Illusions(everything))
    assert offered(building_ended(human), 0) == []


def test_the_tower_comes_after_all_have_built_in_turn_order() -> None:
    """docs/rulings.md 23: the plague of the first player, then the illusion of the second."""
    undead = seat("undead", Region.HARRAX, stock=(0, 0, 3), built=("plague-column",))
    human = seat("humans", Region.YREEL, stock=(0, 0, 4), built=("tower-of-illusions",))
    table = asking(at_table(undead, human), BuildingStarts(1))
    assert (len(offered(table, 0)) > 1, offered(table, 1)) == (True, [])
    assert "conceal portal Yreel" in offered(settle(table, {0: "decline"}).state, 1)


def hiding(thing: Thing, region: Region, at: Region = Region.HARRAX, *, militia: int = 0) -> Seated:
    """The Humans with their Tower, and one object that it has hidden."""
    own = Illusions(((thing.value, region),))
    return seat("humans", at, built=TOWER, own=own, units={"militia": militia})


def test_others_cannot_move_through_a_concealed_portal() -> None:
    """Rulebook p. 15 and docs/rulings.md 30: neither into the region nor out of it, but they may walk."""
    hidden = hiding(Thing.PORTAL, Region.YREEL)
    for here, there in ((Region.HARRAX, Region.YREEL), (Region.YREEL, Region.HARRAX)):
        free = at_table(seat("humans", Region.SULEEN), seat("undead", here))
        assert f"move {there}" in offered(asking(free, Moving(2)), 1)
        table = asking(at_table(hidden, seat("undead", here)), Moving(4))
        assert f"move {there}" not in offered(table, 1)
    walker = asking(at_table(hidden, seat("undead", Region.VURT)), Moving(2))
    assert "move Yreel" in offered(walker, 1)


def test_other_portals_stay_open_when_one_is_concealed() -> None:
    """Rulebook p. 15: one object."""
    table = at_table(hiding(Thing.PORTAL, Region.YREEL), seat("undead", Region.SULEEN))
    assert "move Harrax" in offered(asking(table, Moving(2)), 1)


def test_the_humans_move_through_the_portal_that_they_concealed() -> None:
    """Rulebook p. 15: it is unavailable to the others only."""
    table = asking(at_table(hiding(Thing.PORTAL, Region.YREEL), bystander()), Moving(1))
    assert settle(table, {0: "move Yreel", 1: "stay"}).state.players[0].region is Region.YREEL


def test_an_object_is_concealed_from_all_others() -> None:
    """Rulebook p. 15: with three players two cross it off."""
    others = [seat("undead"), seat(replace(UNDEAD, name="third"))]
    free = asking(at_table(seat("humans"), *others), Moving(2))
    assert ["move Yreel" in offered(free, who) for who in range(3)] == [True, True, True]
    table = asking(at_table(hiding(Thing.PORTAL, Region.YREEL), *others), Moving(2))
    assert ["move Yreel" in offered(table, who) for who in range(3)] == [True, False, False]


def test_others_cannot_besiege_a_concealed_fortress() -> None:
    """Rulebook p. 15: they can no longer interact with it."""
    dragons = seat("undead", Region.QLISS, units={"bone-dragon": 1})
    free = asking(at_table(seat("humans"), dragons), Fighting(1))
    assert "siege Qliss with bone-dragon 1" in offered(free, 1)
    table = asking(at_table(hiding(Thing.FORTRESS, Region.QLISS), dragons), Fighting(1))
    assert not [choice for choice in offered(table, 1) if choice.startswith("siege")]
    assert "hunt 2 with bone-dragon 1" in offered(table, 1)


def test_the_humans_still_have_to_beat_the_fortress_that_they_concealed() -> None:
    """Rulebook p. 15: a reservation does not replace the other rules. Qliss has a power of 7."""
    for militia, won in ((7, False), (8, True)):
        human = hiding(Thing.FORTRESS, Region.QLISS, Region.QLISS, militia=militia)
        table = asking(at_table(human, bystander()), Fighting(0))
        step = settle(table, {0: f"siege Qliss with militia {militia}"})
        assert bool(step.state.players[0].fortresses) is won


def test_others_cannot_collect_a_concealed_artefact() -> None:
    """Rulebook p. 15."""
    rich = seat("undead", Region.VURT, stock=(0, 12, 0))
    assert offered(asking(at_table(seat("humans"), rich), Collecting(1)), 1) == [
        "decline",
        "collect for iron 12",
    ]
    assert offered(asking(at_table(hiding(Thing.ARTEFACT, Region.VURT), rich), Collecting(1)), 1) == []


def test_the_humans_still_have_to_pay_for_the_artefact_that_they_concealed() -> None:
    """Rulebook p. 15: Vurt asks for 12 iron."""
    own = Illusions((("artefact", Region.VURT),))
    for iron, offers in ((11, []), (12, ["decline", "collect for iron 12"])):
        human = seat("humans", Region.VURT, stock=(0, iron, 0), built=TOWER, own=own)
        assert offered(asking(at_table(human, bystander()), Collecting(0)), 0) == offers


def test_an_artefact_once_concealed_can_be_taken_in_battle() -> None:
    """docs/rulings.md 31: a reservation does not override the other rules."""
    own = Illusions((("artefact", Region.VURT),))
    human = seat("humans", Region.NIKLEEN, built=TOWER, own=own, artefacts=(Region.VURT,), units={})
    undead = seat("undead", Region.NIKLEEN, units={"skeleton": 1})
    table = asking(at_table(human, undead), Meetings())
    step = play_on(table, {0: "peace"}, {1: "fight"}, {1: "deploy skeleton 1"}, {1: "seize Vurt"})
    assert step.state.players[1].owns(Region.VURT)
    assert not step.state.players[0].owns(Region.VURT)


def test_only_the_humans_claim_what_they_concealed() -> None:
    """Rulebook p. 8: the right to the artefact is not the other's to claim."""
    human = hiding(Thing.ARTEFACT, Region.VURT, Region.VURT)
    table = asking(at_table(human, seat("undead", Region.VURT), first=1), Meetings())
    step = play_on(table, {1: "peace"}, {0: "peace"})
    assert (offered(step.state, 0), offered(step.state, 1)) == (["cede", "claim"], [])


def on_esmore(level: int = 0) -> Seated:
    """The Undead in Esmore, perhaps with a level on its foundation, able to build a Graveyard or a Shrine."""
    foundations = {Region.ESMORE: level} if level else {}
    return seat("undead", Region.ESMORE, stock=(2, 4, 0), built=("barrow",), foundations=foundations)


def building_sites(table: Table) -> list[str]:
    return [choice for choice in offered(table, 1) if " on " in choice]


def test_others_cannot_build_on_a_concealed_foundation() -> None:
    """Rulebook p. 15: the structure can be built, but not placed there."""
    free = building(seat("humans"), on_esmore(), level=2)
    assert building_sites(free) == ["build graveyard on Esmore", "build shrine on Esmore"]
    table = building(hiding(Thing.FOUNDATION, Region.ESMORE), on_esmore(), level=2)
    assert building_sites(table) == []
    assert "build shrine" in offered(table, 1)


def test_whoever_has_a_level_on_a_concealed_foundation_keeps_it_and_may_raise_it() -> None:
    """Rulebook p. 15 and docs/rulings.md 62."""
    table = building(hiding(Thing.FOUNDATION, Region.ESMORE), on_esmore(level=1), level=2)
    assert building_sites(table) == ["build shrine on Esmore"]
    step = settle(table, {1: "build shrine on Esmore"})
    assert step.state.players[1].foundations == ((Region.ESMORE, 2),)


def test_a_level_written_in_the_same_action_stands() -> None:
    """docs/rulings.md 32: the Tower works when all have built."""
    human = seat("humans", stock=(0, 0, 4), built=("tower-of-illusions",))
    table = building(human, on_esmore(), level=2)
    step = play_on(table, {1: "build shrine on Esmore"}, {0: "conceal foundation Esmore"})
    assert step.state.players[1].foundations == ((Region.ESMORE, 2),)


def test_the_humans_build_on_the_foundation_that_they_concealed() -> None:
    """Rulebook p. 15."""
    own = Illusions((("foundation", Region.ESMORE),))
    human = seat("humans", Region.ESMORE, stock=(2, 0, 2), built=TOWER, own=own)
    step = settle(building(human), {0: "build market on Esmore"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 1),)


# The artefact of Paskaar.


def turning(region: Region = Region.HARRAX, stock: Bundle = (0, 0, 0), **units: int) -> Seated:
    """The Humans with the artefact that turns wood."""
    return seat("humans", region, stock=stock, artefacts=(Region.PASKAAR,), units=units)


def test_gathered_wood_may_be_received_as_iron_and_gold() -> None:
    """Rulebook p. 15: as many iron and/or gold as there would be wood."""
    table = asking(at_table(turning(), bystander()), Gathering("wood", 3))
    assert table.players[0].stock == (0, 0, 0)
    step = settle(table, {0: "exchange wood 1 iron 2"})
    assert step.events == (WoodExchanged(0, 2, 0), events.Received(0, 1, 2, 0, Source.GATHERING))
    assert step.state.players[0].stock == (1, 2, 0)
    assert step.state.players[1].stock == (3, 0, 0)


def test_every_way_to_divide_the_wood_is_offered_and_all_wood_comes_first() -> None:
    """Rulebook p. 15: iron and/or gold; it need not be used."""
    table = asking(at_table(turning(), bystander()), Gathering("wood", 2))
    assert offered(table, 0) == [
        "exchange wood 2",
        "exchange wood 1 iron 1",
        "exchange wood 1 gold 1",
        "exchange iron 2",
        "exchange iron 1 gold 1",
        "exchange gold 2",
    ]
    step = settle(table, {0: "exchange wood 2"})
    assert step.events == (events.Received(0, 2, 0, 0, Source.GATHERING),)
    text = "exchange-all wood=2"
    assert why_not(table, 0, "exchange iron 3") == why_not(table, 0, "exchange gold 1") == text


def test_other_resources_are_not_turned() -> None:
    """Rulebook p. 15: the artefact speaks of wood."""
    step = started(at_table(turning(), bystander()), Gathering("iron", 3))
    assert offered(step.state, 0) == []
    assert step.events[0] == events.Received(0, 0, 3, 0, Source.GATHERING)


def test_wood_of_a_region_may_be_turned() -> None:
    """Rulebook p. 15: Yreel gives 1 wood and 1 gold; the gold comes at once."""
    human = turning(Region.YREEL)
    human[1].visited = 0
    step = started(at_table(human, bystander()), Arriving(0))
    assert step.events == (events.Received(0, 0, 0, 1, Source.REGION),)
    after = settle(step.state, {0: "exchange gold 1"})
    assert after.events == (WoodExchanged(0, 0, 1), events.Received(0, 0, 0, 1, Source.REGION))
    assert after.state.players[0].stock == (0, 0, 2)


def test_wood_of_a_monster_may_be_turned() -> None:
    """Rulebook p. 15: the monster of power 8 gives 2 of each."""
    human = turning(militia=9)
    human[1].points = 3
    table = asking(at_table(human, bystander()), Fighting(0))
    step = play_on(table, {0: "hunt 8 with militia 9"}, {0: "exchange iron 2"})
    assert events.Received(0, 0, 2, 2, Source.MONSTER) in step.events
    assert step.events[-2:] == (WoodExchanged(0, 2, 0), events.Received(0, 0, 2, 0, Source.MONSTER))
    assert step.state.players[0].stock == (0, 4, 2)


def test_wood_of_a_fortress_may_be_turned_before_the_next_fight() -> None:
    """Rulebook p. 15: the fortress of Qliss gives 4 wood; afterwards a monster may still be fought."""
    table = asking(at_table(turning(Region.QLISS, militia=11), bystander()), Fighting(0))
    step = play_on(table, {0: "siege Qliss with militia 8"}, {0: "exchange wood 2 iron 1 gold 1"})
    assert step.events[-1] == events.Received(0, 2, 1, 1, Source.FORTRESS)
    assert "hunt 2 with militia 3" in offered(step.state, 0)


def battle(human: Seated, stock: Bundle) -> Table:
    """The Humans, with Militia against nobody, have won and choose their reward."""
    human[1].region = Region.NIKLEEN
    human[1].visited = 1 << Region.NIKLEEN
    victim = seat("undead", Region.NIKLEEN, stock=stock, units={})
    table = asking(at_table(human, victim), Meetings())
    return play_on(table, {0: "fight"}, {0: "deploy militia 3"}).state


def test_plundered_wood_may_be_turned() -> None:
    """Rulebook p. 15: any way of receiving it; the victim still loses wood."""
    table = battle(turning(militia=3), (2, 1, 0))
    step = play_on(table, {0: "plunder undead wood 2 iron 1"}, {0: "exchange gold 2"})
    assert events.Plundered(0, 1, 2, 1, 0) in step.events
    assert step.events[-1] == events.Received(0, 0, 0, 2, Source.PLUNDER)
    assert step.state.players[0].stock == (0, 1, 2)
    assert step.state.players[1].stock == (0, 0, 0)


def test_wood_of_the_monster_that_is_the_sign_of_victory_may_be_turned() -> None:
    """Rulebook pp. 10 and 15: the leftmost open monster is the one of power 5 with 1 of each."""
    human = seat("humans", artefacts=(Region.PASKAAR,), units={"militia": 3}, monsters=(2, 3))
    step = play_on(battle(human, (0, 0, 0)), {0: "loot"}, {0: "exchange iron 1"})
    assert step.state.players[0].stock == (0, 2, 1)


def test_wood_of_the_market_may_be_turned() -> None:
    """Rulebook p. 15: any way of receiving it; then the building action goes on."""
    human = seat("humans", stock=(0, 0, 4), built=("market",), artefacts=(Region.PASKAAR,))
    step = play_on(building(human), {0: "swap gold wood 2"}, {0: "exchange wood 1 iron 1"})
    assert step.events[-1] == events.Received(0, 1, 1, 0, Source.EFFECT)
    assert step.state.players[0].stock == (1, 1, 0)


def test_turned_wood_counts_for_the_milestone_of_what_is_received() -> None:
    """Rulebook p. 5: the amount in the inventory counts, and wood that was not received is not there."""
    table = asking(at_table(turning(stock=(13, 13, 0)), bystander()), Gathering("wood", 1))
    step = settle(table, {0: "exchange iron 1"})
    assert step.events[-1] == events.MilestoneReached(0, Resource.IRON, 14, 2)
    assert step.state.players[0].milestones == (0, 1, 0)


def test_wood_is_wood_for_whoever_has_no_such_artefact() -> None:
    """Rulebook p. 12: an effect comes with its artefact."""
    step = started(at_table(seat("humans"), bystander()), Gathering("wood", 2))
    assert step.state.players[0].stock == (2, 0, 0)


# The other artefacts.


def test_the_artefact_of_dortal_brings_two_knights() -> None:
    """docs/rulings.md; collected for 12 gold (rulebook p. 12)."""
    human = seat("humans", Region.DORTAL, stock=(0, 0, 12))
    table = asking(at_table(human, bystander(Region.YREEL)), Collecting(0))
    step = settle(table, {0: "collect for gold 12"})
    assert step.events == (
        events.Paid(0, 0, 0, 12, ()),
        events.ArtefactCollected(0, Region.DORTAL),
        events.UnitsJoined(0, "knight", 2),
    )
    assert units_of(step.state, 0) == {"militia": 4, "knight": 2}


def saver(stock: Bundle, *built: str) -> Seated:
    """The Humans on a foundation, with the artefact that makes it cheaper."""
    return seat("humans", Region.ESMORE, stock=stock, built=built, artefacts=(Region.FOLEN,))


def test_a_structure_on_a_foundation_costs_two_resources_less() -> None:
    """docs/rulings.md: of the builder's choice; beside the foundation the price is the printed one."""
    table = building(saver((2, 1, 0), "town-hall"))
    step = settle(table, {0: "build warrior-guild on Esmore saving iron 2"})
    assert step.events[:2] == (
        events.Paid(0, 2, 1, 0, ()),
        events.StructureBuilt(0, "warrior-guild", 2, 1, Region.ESMORE),
    )
    assert "build warrior-guild" not in offered(table, 0)


def test_the_builder_chooses_which_two_resources_are_saved() -> None:
    """docs/rulings.md: the Warrior Guild costs 2 wood and 3 iron."""
    table = building(saver((2, 3, 0), "town-hall", "market"), level=2)
    assert [choice for choice in offered(table, 0) if choice.startswith("build warrior-guild")] == [
        "build warrior-guild",
        "build warrior-guild on Esmore saving iron 2",
        "build warrior-guild on Esmore saving wood 1 iron 1",
        "build warrior-guild on Esmore saving wood 2",
    ]


def test_where_only_one_resource_is_paid_the_saving_goes_without_saying() -> None:
    """docs/rulings.md: the Tower of Illusions costs 3 iron, here 1."""
    table = building(saver((0, 1, 0), "town-hall"))
    step = settle(table, {0: "build tower-of-illusions on Esmore"})
    assert step.events[0] == events.Paid(0, 0, 1, 0, ())


@pytest.mark.parametrize(
    ("price", "lower"),
    [
        (bundle(wood=1), ((0, 0, 0),)),
        (bundle(wood=1, gold=1), ((0, 0, 0),)),
        (bundle(), ((0, 0, 0),)),
        (bundle(wood=1, iron=1, gold=1), ((1, 0, 0), (0, 1, 0), (0, 0, 1))),
        (bundle(wood=1, gold=3), ((1, 0, 1), (0, 0, 2))),
    ],
)
def test_no_price_goes_below_nothing(price: Bundle, lower: tuple[Bundle, ...]) -> None:
    """docs/rulings.md: what costs less than two resources is free."""
    table = at_table(saver((0, 0, 0)), bystander())
    hut = Structure("hut", 1, price)
    assert fold(Effect.structure_prices, table, 0, (price,), hut, Region.ESMORE) == lower
    assert fold(Effect.structure_prices, table, 0, (price,), hut, None) == (price,)


def test_equal_prices_are_offered_once() -> None:
    """Each choice stands once in a request."""
    table = at_table(saver((0, 0, 0)), bystander())
    prices = (bundle(wood=2, iron=1), bundle(wood=1, iron=2))
    lower = fold(Effect.structure_prices, table, 0, prices, HUMANS.structures[0], Region.ESMORE)
    assert lower == ((1, 0, 0), (0, 1, 0))


def test_the_cathedral_gives_a_point_per_foundation_with_a_structure() -> None:
    """docs/rulings.md: besides the printed point and the levels themselves (rulebook p. 13)."""
    foundations = {Region.ESMORE: 3, Region.UGMAT: 4}
    plain = seat("humans", foundations=foundations)
    assert score_of(at_table(plain, bystander()), 0) == Score(foundations=7)
    pious = seat("humans", built=("cathedral",), foundations=foundations)
    assert score_of(at_table(pious, bystander()), 0) == Score(structures=1 + 2, foundations=7)


def test_the_artefact_of_odmoor_gives_a_point_per_fortress() -> None:
    """docs/rulings.md: Qliss and Rolgoy give 2 each, and 1 more each in the box of artefacts."""
    fortresses = (Region.QLISS, Region.ROLGOY)
    human = seat("humans", fortresses=fortresses, artefacts=(Region.ODMOOR,))
    assert score_of(at_table(human, bystander()), 0) == Score(victories=4, artefacts=2)


def test_all_structures_score_their_thirteen_points() -> None:
    """Rulebook p. 13."""
    human = seat("humans", built=[one.name for one in HUMANS.structures])
    assert score_of(at_table(human, bystander()), 0) == Score(structures=13)


def test_the_artefact_of_togeed_gives_three_power_in_battles_between_players() -> None:
    """docs/rulings.md."""
    human = seat("humans", Region.NIKLEEN, units={"militia": 2}, artefacts=(Region.TOGEED,))
    undead = seat("undead", Region.NIKLEEN, units={"skeleton": 4})
    table = asking(at_table(human, undead), Meetings())
    step = play_on(table, {0: "fight"}, {0: "deploy militia 2", 1: "deploy skeleton 4"})
    deployed = ((("militia", 2),), (("skeleton", 4),))
    assert events.BattleFought(Region.NIKLEEN, (0, 1), deployed, (5, 4), 0) in step.events


def test_the_artefact_of_togeed_gives_nothing_against_monsters_and_fortresses() -> None:
    """docs/rulings.md."""
    human = seat("humans", Region.ROLGOY, units={"militia": 6}, artefacts=(Region.TOGEED,))
    table = asking(at_table(human, bystander()), Fighting(0))
    fought = settle(table, {0: "hunt 2 with militia 2"}).events[0]
    assert fought == events.MonsterFought(0, Region.ROLGOY, 2, (("militia", 2),), 2, False)
    besieged = settle(table, {0: "siege Rolgoy with militia 4"}).events[0]
    assert besieged == events.FortressAttacked(0, Region.ROLGOY, 6, (("militia", 4),), 4, 2, False)


# Plain values and notation.


@pytest.mark.parametrize(
    ("text", "chosen", "plain"),
    [
        (
            "conceal artefact Tog'Eed",
            Conceal("artefact", Region.TOGEED),
            ("conceal", "artefact", "Tog'Eed"),
        ),
        ("swap wood iron 3", Swap("wood", "iron", 3), ("swap", "wood", "iron", 3)),
        (
            "exchange wood 1 iron 2",
            ExchangeWood((("wood", 1), ("iron", 2))),
            ("exchange", (("wood", 1), ("iron", 2))),
        ),
    ],
)
def test_decisions_survive_notation_and_their_plain_form(
    text: str, chosen: Conceal | Swap | ExchangeWood, plain: Plain
) -> None:
    """What is typed, what is signed and what is decided are the same."""
    assert CONQUER.parse(text) == CONQUER.parse(text.upper()) == chosen
    assert CONQUER.notate(chosen) == text
    assert CONQUER.encode_decision(chosen) == plain
    assert CONQUER.decode_decision(plain) == chosen


@pytest.mark.parametrize("stage", [Concealing(0), Exchanging(0, 3, "plunder")])
def test_a_table_with_illusions_and_open_questions_survives_its_plain_form(stage: Stage) -> None:
    """A game can be saved in the middle of a question."""
    own = Illusions((("fortress", Region.QLISS), ("portal", Region.YREEL)))
    human = seat("humans", stock=(0, 0, 4), built=TOWER, artefacts=(Region.PASKAAR,), own=own)
    table = asking(at_table(human, bystander()), stage)
    again = CONQUER.decode_state(CONQUER.encode_state(table))
    assert again == table
    assert offered(again, 0) == offered(table, 0)


def test_nothing_is_concealed_without_the_tower() -> None:
    own = Illusions((("portal", Region.YREEL),))
    table = at_table(seat("humans", own=own), bystander())
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))


@pytest.mark.parametrize(
    "concealed",
    [
        (("portal", Region.YREEL), ("fortress", Region.QLISS)),
        (("portal", Region.YREEL), ("portal", Region.YREEL)),
        (("portal", Region.QLISS),),
        (("fortress", Region.IKARA),),
        (("treasure", Region.QLISS),),
    ],
    ids=["out of order", "twice", "not there", "out of the game", "no such thing"],
)
def test_illusions_that_no_game_can_come_to_are_refused(concealed: tuple[tuple[str, Region], ...]) -> None:
    table = at_table(seat("humans", built=TOWER, own=Illusions(concealed)), bystander())
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))


@pytest.mark.parametrize(
    "stage",
    [
        Concealing(1),
        Concealing(2),
        Exchanging(0, 0, "plunder"),
        Exchanging(0, 3, "theft"),
        Exchanging(1, 3, "plunder"),
        Exchanging(2, 3, "plunder"),
    ],
)
def test_stages_that_no_game_can_come_to_are_refused(stage: Stage) -> None:
    table = at_table(seat("humans"), bystander(), agenda=(stage,))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))


def test_wood_is_exchanged_for_wood_iron_and_gold_only() -> None:
    """Rulebook p. 15."""
    splits = Splits(3)
    assert len(splits) == len(set(splits)) == 10
    assert all(split in splits for split in splits)
    assert ExchangeWood((("wood", 2),)) not in splits
    assert ExchangeWood((("militia", 3),)) not in splits
    assert Swap("wood", "iron", 3) not in splits
