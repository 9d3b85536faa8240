"""The Elves' board, rule by rule (rulebook pp. 7-13 and Elves)."""

from itertools import product

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.army import Muster, army_power, muster
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting, fulfils, terms_of
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import Moving, ways_from
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region
from p2p_heroes.games.errors import IllegalChoice
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    decision,
    offered,
    play_on,
    seat,
    settle,
    started,
    units_of,
)

OTHER = seat("undead", Region.YREEL, units={})
"""Somebody at the table who owns nothing and so is asked for nothing while others build."""

HERE = Region.ASANDER


def beside_others(elves: Seated) -> Table:
    return at_table(elves, OTHER)


def building(elves: Seated, level: int = 4) -> Table:
    return asking(beside_others(elves), BuildingStarts(level))


def fighting(elves: Seated) -> Table:
    return asking(beside_others(elves), Fighting(0))


def mustered(elves: Seated) -> Muster:
    return muster(beside_others(elves), 0, Combat(Foe.MONSTER, HERE))


def cost_of(elves: Seated, region: Region) -> int:
    """Movement points for the cheapest way to a region."""
    way = ways_from(beside_others(elves), 0)[region]
    assert way is not None
    return way.cost


# Units and the worked examples of combat.


def test_the_horn_adds_one_to_the_total_power() -> None:
    """Rulebook p. 9: two Griffins and four Pixies make 10, with the Horn 11."""
    emma = seat(
        "elves",
        HERE,
        units={"pixie": 6, "griffin": 3, "ent": 2},
        built=("horn",),
        monsters=(2, 3, 5),
    )
    step = settle(fighting(emma), {0: "hunt 8 with griffin 2 pixie 4"})
    assert step.events[:3] == (
        events.MonsterFought(0, HERE, 8, (("griffin", 2), ("pixie", 4)), 11, True),
        events.UnitsPerished(0, (("pixie", 4), ("griffin", 2))),
        events.MonsterCircled(0, 8, 2),
    )
    assert units_of(step.state, 0) == {"pixie": 2, "griffin": 1, "ent": 2}


def test_the_horn_alone_fights_nobody() -> None:
    """docs/rulings.md 61: a bonus needs at least one deployed unit."""
    table = beside_others(seat("elves", HERE, built=("horn",)))
    assert army_power(table, 0, (), Combat(Foe.PLAYERS, HERE)) == 0


def test_the_undead_defeat_two_pixies_and_plunder_eight() -> None:
    """Rulebook p. 10: 2 against 10; James takes 3 wood, 1 iron and 4 gold."""
    emma = seat("elves", Region.JORVELD, stock=(5, 1, 4))
    james = seat(
        "undead", Region.JORVELD, units={"skeleton": 6}, built=("ossuary",), monsters=(2,), stock=(1, 0, 0)
    )
    table = asking(at_table(emma, james), Meetings())
    step = play_on(
        table,
        {0: "fight"},
        {0: "deploy pixie 2", 1: "deploy skeleton 5"},
        {1: "plunder elves wood 3 iron 1 gold 4"},
    )
    sent = ((("pixie", 2),), (("skeleton", 5),))
    assert step.events == (
        events.Announced(0, Region.JORVELD, "fight"),
        events.BattleFought(Region.JORVELD, (0, 1), sent, (2, 10), 1),
        events.UnitsPerished(0, (("pixie", 2),)),
        events.UnitsPerished(1, (("skeleton", 5),)),
        events.MonsterCircled(1, 3, 1),
        events.RewardTaken(1, "plunder"),
        events.Plundered(1, 0, 3, 1, 4),
        events.Received(1, 3, 1, 4, Source.PLUNDER),
    )
    assert [player.stock for player in step.state.players] == [(2, 0, 0), (4, 1, 4)]
    assert units_of(step.state, 0) == {"pixie": 1}
    assert units_of(step.state, 1) == {"skeleton": 1}


# The Armor Shop.

EMMA = seat("elves", HERE, stock=(2, 0, 0), units={"pixie": 1, "griffin": 1, "ent": 2}, built=("armor-shop",))
SENT = "ent 1 ent+ 1 griffin+ 1 pixie 1"


def test_the_armor_shop_strengthens_an_ent_and_a_griffin_for_two_wood() -> None:
    """Rulebook, Elves: 10 + 6 + 5 + 1 = 22, and no wood is left."""
    table = fighting(EMMA)
    step = settle(table, {0: f"hunt 2 with {SENT}"})
    deployed = (("ent", 1), ("ent+", 1), ("griffin+", 1), ("pixie", 1))
    assert step.events[:4] == (
        events.MonsterFought(0, HERE, 2, deployed, 22, True),
        events.UnitsPerished(0, (("pixie", 1), ("griffin", 1), ("ent", 2))),
        events.Paid(0, 2, 0, 0, ()),
        events.MonsterCircled(0, 2, 1),
    )
    assert step.state.players[0].stock == (0, 0, 0)
    assert units_of(step.state, 0) == {}


def test_the_armour_lasts_for_one_fight() -> None:
    """Rulebook, Elves: in the next one the powers are the printed ones again."""
    elves = seat("elves", HERE, stock=(1, 0, 0), units={"griffin": 2}, built=("armor-shop",))
    after = settle(fighting(elves), {0: "hunt 2 with griffin+ 1"}).state
    combat = Combat(Foe.FORTRESS, HERE)
    assert army_power(after, 0, (("griffin", 1),), combat) == 3
    assert list(muster(after, 0, combat)) == [(), (("griffin", 1),)]


@pytest.mark.parametrize(("deployed", "power"), [("pixie+ 1", 2), ("griffin+ 1", 5), ("ent+ 1", 10)])
def test_each_kind_has_its_modified_power(deployed: str, power: int) -> None:
    """Rulebook, Elves: Pixie 2, Griffin 5, Ent 10."""
    [event, *_] = settle(fighting(EMMA), {0: f"hunt 2 with {deployed}"}).events
    assert isinstance(event, events.MonsterFought)
    assert event.power == power


def test_the_wood_is_paid_for_a_lost_fight_too() -> None:
    """docs/rulings.md 45."""
    elves = seat("elves", HERE, stock=(3, 0, 0), built=("armor-shop",))
    step = settle(fighting(elves), {0: "hunt 2 with pixie+ 1"})
    assert step.events[:3] == (
        events.MonsterFought(0, HERE, 2, (("pixie+", 1),), 2, False),
        events.UnitsPerished(0, (("pixie", 1),)),
        events.Paid(0, 1, 0, 0, ()),
    )


def test_a_fight_without_armour_costs_no_wood() -> None:
    """Rulebook, Elves: X may be none."""
    step = settle(fighting(EMMA), {0: "hunt 2 with griffin 1"})
    assert step.state.players[0].stock == (2, 0, 0)
    assert not [event for event in step.events if isinstance(event, events.Paid)]


def test_there_is_no_armour_without_the_shop_nor_beyond_the_wood() -> None:
    """Rulebook, Elves: one wood for each."""
    with pytest.raises(IllegalChoice):
        settle(fighting(seat("elves", HERE, stock=(2, 0, 0))), {0: "hunt 2 with pixie+ 1"})
    with pytest.raises(IllegalChoice):
        settle(fighting(EMMA), {0: "hunt 2 with griffin+ 1 ent+ 2"})


def test_a_unit_wears_one_armour_and_is_deployed_once() -> None:
    """docs/rulings.md 45: armed and unarmed ones come from the same units."""
    with pytest.raises(IllegalChoice):
        settle(fighting(EMMA), {0: "hunt 2 with griffin 1 griffin+ 1"})


def test_armour_is_part_of_the_sealed_deployment() -> None:
    """docs/rulings.md 45: chosen with the units, and paid before the winner plunders."""
    elves = seat("elves", Region.JORVELD, stock=(3, 0, 0), built=("armor-shop",))
    undead = seat("undead", Region.JORVELD, units={"skeleton": 9}, monsters=(2,))
    table = settle(asking(at_table(elves, undead), Meetings()), {0: "fight"}).state
    assert "deploy pixie 1 pixie+ 2" in offered(table, 0)
    step = settle(table, {0: "deploy pixie 1 pixie+ 2", 1: "deploy skeleton 9"})
    assert step.state.players[0].stock == (1, 0, 0)
    assert offered(step.state, 1) == ["decline", "loot", "plunder elves wood 1"]


def brute_force(pixies: int, griffins: int, ents: int, wood: int) -> list[tuple[tuple[str, int], ...]]:
    """Every deployment by trying all numbers in the order of the board; each is written by the alphabet."""
    names = ("pixie", "pixie+", "griffin", "griffin+", "ent", "ent+")
    ranges = [range(count + 1) for count in (pixies, pixies, griffins, griffins, ents, ents)]
    return [
        tuple(sorted((name, count) for name, count in zip(names, way, strict=True) if count))
        for way in product(*ranges)
        if way[0] + way[1] <= pixies
        and way[2] + way[3] <= griffins
        and way[4] + way[5] <= ents
        and way[1] + way[3] + way[5] <= wood
    ]


@pytest.mark.parametrize("wood", range(6))
@pytest.mark.parametrize("army", [(0, 0, 0), (3, 0, 0), (0, 2, 1), (2, 2, 2), (3, 1, 2)])
def test_the_armor_shop_offers_every_deployment_once(army: tuple[int, int, int], wood: int) -> None:
    """Rulebook p. 9 and Elves: none to all of each unit, each armed or not, as far as the wood goes."""
    units = dict(zip(("pixie", "griffin", "ent"), army, strict=True))
    ways = mustered(seat("elves", HERE, stock=(wood, 0, 0), units=units, built=("armor-shop",)))
    assert sorted(ways) == sorted(brute_force(*army, wood))
    everything = brute_force(4, 3, 3, 10)
    assert [way for way in everything if way in ways] == brute_force(*army, wood)


# Structures.


@pytest.mark.parametrize(
    ("structure", "unit", "price"),
    [("pixie-brushwood", "pixie", 1), ("nests", "griffin", 3), ("great-tree", "ent", 5)],
)
def test_each_unit_has_its_structure(structure: str, unit: str, price: int) -> None:
    """Rulebook p. 7: Pixies, Griffins and Ents for 1, 3 and 5 gold."""
    table = building(seat("elves", HERE, stock=(0, 0, 2 * price), units={}, built=(structure,)))
    assert offered(table, 0) == ["done", *(f"recruit {unit} {n}" for n in (1, 2))]
    step = settle(table, {0: f"recruit {unit} 2"})
    assert units_of(step.state, 0) == {unit: 2}
    assert step.state.players[0].stock == (0, 0, 0)


@pytest.mark.parametrize(("built", "wood", "iron"), [((), 2, 2), (("sacred-grove",), 3, 2)])
def test_the_sacred_grove_gives_one_more_wood(built: tuple[str, ...], wood: int, iron: int) -> None:
    """The Elves' board, Sacred Grove: in every action that gathers wood."""
    table = asking(beside_others(seat("elves", built=built)), Gathering("wood", 2), Gathering("iron", 2))
    assert [player.stock for player in table.players] == [(wood, iron, 0), (2, 2, 0)]


def test_the_watch_gives_two_points_for_each_seized_fortress() -> None:
    """Rulebook p. 7: 2 points for it, and 2 for each seized fortress."""
    elves = seat("elves", built=("watch",), fortresses=(Region.BRYNNLORE, Region.QLISS))
    assert score_of(beside_others(elves), 0) == Score(structures=2 + 4, victories=4 + 2)


def test_the_moon_well_gives_a_movement_point() -> None:
    """The Elves' board, Moon Well."""
    plain = asking(beside_others(seat("elves", HERE)), Moving(2))
    assert "move Brynnlore" not in offered(plain, 0)
    table = asking(beside_others(seat("elves", HERE, built=("moon-well",))), Moving(2))
    assert "move Brynnlore" in offered(table, 0)


def test_the_heart_of_the_forest_gives_a_gold_with_every_gathering_of_it() -> None:
    """The Elves' board, Heart of the Forest; the printed prices of Griffins and Ents stay."""
    built = ("pixie-brushwood", "nests", "great-tree", "heart-of-the-forest")
    table = beside_others(seat("elves", HERE, units={}, built=built))
    assert started(table, Gathering("gold", 2)).state.players[0].stock == (0, 0, 3)
    assert started(table, Gathering("iron", 2)).state.players[0].stock == (0, 2, 0)


def test_the_structures_stand_above_one_another() -> None:
    """Rulebook p. 7: Pixie Brushwood, Nests, Watch and Great Tree on the levels 1 to 4, with their prices."""
    board = CONQUER.boards["elves"]
    column = [
        board.structures[board.structure_index[name]]
        for name in ("pixie-brushwood", "nests", "watch", "great-tree")
    ]
    assert [one.level for one in column] == [1, 2, 3, 4]
    assert [one.points for one in column] == [0, 1, 2, 4]
    assert [sum(one.price) for one in column] == [4, 6, 6, 11]
    rich = (20, 20, 20)
    first = [text for text in offered(building(seat("elves", stock=rich)), 0) if text.startswith("build")]
    assert first == ["build pixie-brushwood", "build horn", "build sacred-grove"]


# Artefacts.


def on_terms(elves: Seated) -> list[Region]:
    """The artefacts that the Elves can have for their own price."""
    table = beside_others(elves)
    return [
        region
        for region in ARTEFACT_REGIONS
        if any(fulfils(table, 0, terms) for terms in terms_of(table, 0, region)[1:])
    ]


def test_four_griffins_fetch_an_artefact_for_two_wood() -> None:
    """Rulebook, Elves: Emma in Folen; with four Griffins four of the six are within reach."""
    emma = seat("elves", Region.FOLEN, stock=(6, 0, 0), units={"griffin": 4}, built=("nests",))
    assert on_terms(emma) == [Region.VURT, Region.FOLEN, Region.ODMOOR, Region.TOGEED]
    table = asking(beside_others(emma), Collecting(0))
    assert offered(table, 0) == ["decline", "collect for wood 2"]
    step = settle(table, {0: "collect for wood 2"})
    assert step.events == (events.Paid(0, 2, 0, 0, ()), events.ArtefactCollected(0, Region.FOLEN))
    assert step.state.players[0].stock == (4, 0, 0)
    assert units_of(step.state, 0) == {"griffin": 4}
    assert step.state.players[0].owns(Region.FOLEN)


@pytest.mark.parametrize(
    ("artefact", "price"),
    [
        (Region.PASKAAR, 5),
        (Region.VURT, 4),
        (Region.DORTAL, 6),
        (Region.FOLEN, 2),
        (Region.ODMOOR, 3),
        (Region.TOGEED, 2),
    ],
)
def test_every_artefact_has_its_price_in_wood(artefact: Region, price: int) -> None:
    """Rulebook p. 12 and docs/rulings.md 46: as many Griffins, as much wood, and the Nests."""

    def offers(griffins: int, wood: int, *built: str) -> list[str]:
        elves = seat("elves", artefact, stock=(wood, 0, 0), units={"griffin": griffins}, built=built)
        return offered(asking(beside_others(elves), Collecting(0)), 0)

    assert offers(price, price, "nests") == ["decline", f"collect for wood {price}"]
    assert offers(price - 1, price, "nests") == []
    assert offers(price, price - 1, "nests") == []
    assert offers(price, price) == []


def test_the_usual_terms_hold_for_elves_too() -> None:
    """docs/rulings.md 47: either the wood or what everybody has to do."""
    elves = seat(
        "elves",
        Region.ODMOOR,
        stock=(3, 0, 0),
        units={"griffin": 3},
        built=("nests",),
        monsters=(2, 3, 5, 8, 13),
    )
    table = asking(beside_others(elves), Collecting(0))
    assert offered(table, 0) == ["decline", "collect", "collect for wood 3"]
    assert settle(table, {0: "collect"}).state.players[0].stock == (3, 0, 0)


def test_the_artefact_of_paskaar_brings_three_ents() -> None:
    """Rulebook, Elves: the one for 5 wood."""
    elves = seat("elves", Region.PASKAAR, stock=(5, 0, 0), units={"griffin": 5}, built=("nests",))
    step = settle(asking(beside_others(elves), Collecting(0)), {0: "collect for wood 5"})
    assert units_of(step.state, 0) == {"griffin": 5, "ent": 3}


def test_the_artefact_of_vurt_gives_two_more_wood() -> None:
    """Rulebook, Elves: the one for 4 wood; together with the Sacred Grove three."""
    elves = seat("elves", built=("sacred-grove",), artefacts=(Region.VURT,))
    table = asking(beside_others(elves), Gathering("wood", 1), Gathering("gold", 1))
    assert table.players[0].stock == (1 + 1 + 2, 0, 1)


def test_the_artefact_of_dortal_counts_every_second_visited_region() -> None:
    """Rulebook, Elves: the one for 6 wood; in the artefacts' box."""
    visited = (Region.ASANDER, Region.BRYNNLORE, Region.ESMORE, Region.DORTAL)
    elves = seat("elves", Region.HARRAX, artefacts=(Region.DORTAL,), visited=visited)
    assert score_of(beside_others(elves), 0) == Score(artefacts=2)


def test_the_artefact_of_folen_strengthens_against_monsters() -> None:
    """Rulebook, Elves: 3 more total power, in no other fight."""
    table = beside_others(seat("elves", HERE, artefacts=(Region.FOLEN,)))
    powers = {foe: army_power(table, 0, (("pixie", 2),), Combat(foe, HERE)) for foe in Foe}
    assert powers == {Foe.PLAYERS: 2, Foe.MONSTER: 5, Foe.FORTRESS: 2}


def test_the_artefact_of_odmoor_makes_mountains_easier() -> None:
    """Rulebook, Elves: the one for 3 wood; 2 points in place of 3."""
    assert cost_of(seat("elves", HERE), Region.BRYNNLORE) == 3
    assert cost_of(seat("elves", HERE, artefacts=(Region.ODMOOR,)), Region.BRYNNLORE) == 2


def test_the_artefact_of_togeed_makes_portals_free() -> None:
    """The Elves' board, artefact of Tog'Eed: a step from portal to portal costs nothing, one by land does."""
    free = seat("elves", Region.SULEEN, artefacts=(Region.TOGEED,))
    assert cost_of(seat("elves", Region.SULEEN), Region.HARRAX) == 3
    assert cost_of(free, Region.HARRAX) == 0
    assert cost_of(free, Region.JORVELD) == 2
    assert cost_of(seat("elves", Region.KOSLEEN, artefacts=(Region.TOGEED,)), Region.HARRAX) == 3


# Movement.


def test_elves_go_through_the_portal_of_harrax_to_yreel() -> None:
    """Rulebook p. 11: 3 points for the mountain, 1 for the meadow; Harrax is only passed through."""
    table = asking(at_table(seat("elves", Region.KOSLEEN), seat("undead", Region.SULEEN)), Moving(4))
    step = settle(table, {0: "move Yreel via Harrax", 1: "stay"})
    assert step.events[0] == events.Moved(0, Region.KOSLEEN, Region.YREEL, (Region.HARRAX,), 0, 4, 0)
    player = step.state.players[0]
    assert player.region is Region.YREEL
    assert not player.visited >> Region.HARRAX & 1


# Plain form and notation.


@pytest.mark.parametrize(
    "text", [f"deploy {SENT}", f"hunt 8 with {SENT}", f"siege Qliss with {SENT}", "collect for wood 2"]
)
def test_armour_survives_plain_form_and_notation(text: str) -> None:
    """What is typed, signed and read back is the same decision."""
    made = decision(text)
    assert CONQUER.notate(made) == text
    assert CONQUER.decode_decision(CONQUER.encode_decision(made)) == made


def test_a_table_with_elves_survives_plain_form() -> None:
    """They keep no block of their own."""
    table = fighting(EMMA)
    assert table.players[0].own is None
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table
