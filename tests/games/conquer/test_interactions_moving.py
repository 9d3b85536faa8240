"""What factions do to each other on the way: costs of steps, changed terrain, and what lies in wait."""

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import fulfils, terms_of
from p2p_heroes.games.conquer.factions.cultists import Cult
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.elementals import ActedAlone, UnitsBrought
from p2p_heroes.games.conquer.factions.gremlins import DotsFilled, Taverns, TollTaken
from p2p_heroes.games.conquer.factions.halflings import BathsVisited, Empire, LevyRaised
from p2p_heroes.games.conquer.factions.nagas import HydraZone, Summoning
from p2p_heroes.games.conquer.factions.orcs import Rage, RageGained
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import Moving, ways_from
from p2p_heroes.games.conquer.planning import ActionStarts, Planning
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.visiting import AllArrived, Arriving, weakest_units
from p2p_heroes.games.conquer.world import CORNERS, Region, Terrain
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    started,
    units_of,
    with_terrain,
)

R = Region
SHOES: tuple[tuple[Region, ...], ...] = ((), (R.HARRAX,))
"""Without and with a horseshoe in Harrax."""


def corner(*regions: Region) -> int:
    return CORNERS.index((regions[0], regions[1], regions[2]))


def horseshoes(*regions: Region) -> Seated:
    """Halflings out of the way who have marked these regions."""
    built = ("colosseum", "colosseum-ii", "colosseum-iii")
    return seat("halflings", R.LOX, units={}, built=built, own=Empire(horseshoes=regions))


def cost(table: Table, who: int, region: Region) -> int:
    way = ways_from(table, who)[region]
    assert way is not None
    return way.cost


# What a step costs.


def test_a_horseshoe_takes_back_what_bones_save_by_land_and_by_portal() -> None:
    """docs/rulings.md 178: a meadow costs 1, with Bones 0, with the horseshoe 1 again."""
    demons = seat("demons", R.SULEEN, built=("bones",), own=Runes((R.ESMORE,)))
    by_portal = [with_terrain(at_table(demons, horseshoes(*on)), R.HARRAX, Terrain.MEADOW) for on in SHOES]
    assert [cost(table, 0, R.HARRAX) for table in by_portal] == [0, 1]
    neighbour = seat("demons", R.NIKLEEN, built=("bones",), own=Runes((R.ESMORE,)))
    by_land = [with_terrain(at_table(neighbour, horseshoes(*on)), R.HARRAX, Terrain.MEADOW) for on in SHOES]
    assert [cost(table, 0, R.HARRAX) for table in by_land] == [0, 1]


def test_a_horseshoe_makes_a_portal_dearer_unless_it_is_free() -> None:
    """docs/rulings.md 174: from Harrax to Yreel 2 for the Undead, 3 with the horseshoe; Elves pay nothing."""
    undead, elves = seat("undead", R.HARRAX), seat("elves", R.HARRAX, artefacts=(R.TOGEED,))
    table = at_table(undead, elves, horseshoes(R.YREEL))
    assert [cost(at_table(undead, elves, horseshoes()), who, R.YREEL) for who in (0, 1)] == [2, 0]
    assert [cost(table, who, R.YREEL) for who in (0, 1)] == [3, 0]


def test_the_hydra_pays_no_horseshoe() -> None:
    """docs/rulings.md 178: it spends no movement points."""
    nagas = seat("nagas", R.VURT, units={}, own=HydraZone(hydra=R.ESMORE))
    moves = offered(asking(at_table(nagas, horseshoes(R.HARRAX, R.KOSLEEN)), Moving(1)), 0)
    assert {"stay sending hydra Harrax", "stay sending hydra Kosleen"} <= set(moves)


def test_a_move_with_the_cap_pays_the_horseshoe() -> None:
    """docs/rulings.md 178: 1 for the meadow Nikleen, 2 with the horseshoe: too far for level 1."""
    for marked, reached in (((), True), ((R.NIKLEEN,), False)):
        ours = seat("elementals", R.HARRAX, built=("cap-of-invisibility",))
        table = asking(at_table(ours, horseshoes(*marked)), Planning())
        table = play_on(table, {0: "plan wood iron gold build"}, {0: "vanish"}).state
        assert ("move Nikleen" in offered(table, 0)) is reached


# Changed terrain.


def test_a_lake_that_a_server_has_raised_is_none_for_the_nagas() -> None:
    """docs/rulings.md 118: no summons to it, no Serpent bred in it, no point of the Dam."""
    nagas = seat("nagas", R.SULEEN, units={}, built=("coral-garden", "dam"))
    table = at_table(seat("mechanisms", R.SULEEN), nagas)
    raised = started(table, Gathering("iron", 2)).state
    assert raised.terrain[R.SULEEN] is Terrain.MOUNTAIN
    summons = [set(offered(asking(one, Summoning(1)), 1)) for one in (table, raised)]
    assert summons[0] - summons[1] == {"summon Suleen"}
    bred = [units_of(started(one, BuildingStarts(1)).state, 1) for one in (table, raised)]
    assert bred == [{"serpent": 1}, {}]
    assert score_of(table, 1).structures - score_of(raised, 1).structures == 1


def test_orcs_rage_in_mountains_that_a_server_has_raised() -> None:
    """docs/rulings.md 118."""
    table = at_table(seat("mechanisms", R.ESMORE), seat("orcs", R.ESMORE, built=("camp",)))
    raised = started(table, Gathering("iron", 2)).state
    assert started(table, BuildingStarts(1)).state.players[1].own == Rage()
    assert RageGained(1, 2) in started(raised, BuildingStarts(1)).events


def test_a_flood_drowns_mountains_of_the_empire_but_not_the_bonus_of_guests() -> None:
    """docs/rulings.md 164: the artefact of Tog'Eed reads the map, opponents and structures the marks."""
    four = (R.HARRAX, R.LOX, R.TOGEED, R.VURT)
    host = seat("halflings", R.TOGEED, built=("aqueduct",), own=Empire(four))
    nagas = seat("nagas", R.VURT, units={"serpent": 1}, built=("geyser",))
    table = at_table(host, nagas)
    flooded = play_on(asking(table, BuildingStarts(1)), {1: "done"}, {1: "flood Vurt"}).state
    terms = terms_of(table, 0, R.TOGEED)[0]
    assert [fulfils(one, 0, terms) for one in (table, flooded)] == [True, False]
    assert isinstance(flooded.players[0].own, Empire)
    assert flooded.players[0].own.marked(Terrain.MOUNTAIN) == 4


def test_a_curse_weighs_units_as_they_are_in_the_region_that_is_entered() -> None:
    """docs/rulings.md 179: Pilgrims have 4 in a forest and 8 in a meadow, Preachers 5 with all that helps."""
    army = {"preacher": 1, "pilgrim": 1}
    cultist = seat("cultists", R.JORVELD, units=army, built=("temple-of-the-lord",), artefacts=(R.VURT,))
    table = at_table(cultist, seat("undead", R.LOX, own=Curses((R.ESMORE, R.JORVELD))))
    assert events.UnitLost(0, "pilgrim") in started(table, Arriving(0)).events
    cultist[1].region = R.ESMORE
    assert events.UnitLost(0, "preacher") in started(table, Arriving(0)).events
    flooded = with_terrain(table, R.ESMORE, Terrain.FOREST)
    assert events.UnitLost(0, "pilgrim") in started(flooded, Arriving(0)).events


def test_a_curse_counts_a_bouncer_as_one_even_beside_a_tavern() -> None:
    """docs/rulings.md 179: more power is for fights; what counts is the power outside of them."""
    gremlins = seat(
        "gremlins",
        R.ESMORE,
        units={"bouncer": 1, "pourer": 1},
        own=Taverns((corner(R.ESMORE, R.FOLEN, R.KOSLEEN),)),
    )
    table = at_table(gremlins, seat("undead", R.LOX, own=Curses((R.ESMORE,))))
    assert weakest_units(table, 0) == ("bouncer",)


def test_a_curse_weighs_colossi_by_the_mountains_of_the_map() -> None:
    """docs/rulings.md 179: 6 mountains with two players; a Crusher has 4 and one more for each artefact."""
    both = {"crusher": 1, "colossus": 1}
    plain = at_table(seat("mechanisms", R.ESMORE, units=both), seat("undead", R.LOX))
    assert weakest_units(plain, 0) == ("crusher",)
    three = seat("mechanisms", R.ESMORE, units=both, artefacts=(R.VURT, R.FOLEN, R.ODMOOR))
    assert weakest_units(at_table(three, seat("undead", R.LOX)), 0) == ("colossus",)


# What lies in wait.


@pytest.mark.parametrize("first", [0, 1, 2])
def test_toll_and_curse_take_the_same_whoever_is_first(first: int) -> None:
    """docs/rulings.md 180: then the resources of the region, and then what the hounds fetch."""
    demons = seat("demons", R.HARRAX, units={"imp": 2}, stock=(3, 0, 0), built=("kennel",))
    gremlins = seat("gremlins", R.LOX, units={}, own=Taverns((corner(R.ESMORE, R.FOLEN, R.KOSLEEN),)))
    undead = seat("undead", R.LOX, units={}, own=Curses((R.ESMORE,)))
    table = asking(at_table(demons, gremlins, undead, first=first), Moving(1))
    step = settle(table, {0: "move Esmore", 1: "stay", 2: "stay"})
    assert {TollTaken(1, 0, 2, 0, 0), events.UnitLost(0, "imp")} <= set(step.events)
    last = max(step.events.index(one) for one in (TollTaken(1, 0, 2, 0, 0), events.UnitLost(0, "imp")))
    assert last < step.events.index(events.Received(0, 2, 0, 0, Source.REGION))
    assert offered(step.state, 0) == ["take gold 1", "take iron 1", "take wood 1"]
    assert step.state.players[0].stock == (3, 0, 0)
    assert units_of(step.state, 0) == {"imp": 1}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_taverns_baths_and_zephyrs_do_not_disturb_each_other(first: int) -> None:
    """docs/rulings.md 180: all before the first battle, in turn order."""
    elementals = seat("elementals", R.KOSLEEN, units={"zephyr": 9}, built=("floating-towers",), moved=True)
    sites = (corner(R.ESMORE, R.FOLEN, R.KOSLEEN),)
    gremlins = seat("gremlins", R.DORTAL, units={}, own=Taverns(sites, visits=1))
    host = seat(
        "halflings",
        R.DORTAL,
        built=("baths", "baths-ii", "draft-office", "draft-office-ii"),
        own=Empire((R.KOSLEEN,)),
    )
    step = started(at_table(elementals, gremlins, host, first=first), AllArrived(), Meetings())
    assert {
        UnitsBrought(0, "zephyr", 8),
        DotsFilled(1, 1, 1, 0),
        BathsVisited(2, 1, 1),
        LevyRaised(2, 1, 1),
    } <= set(step.events)
    assert "Met" not in names_of(step.events)[:5]
    assert events.Received(0, 4, 4, 0, Source.EFFECT) in step.events


def test_cultists_pay_in_a_tavern_where_they_find_a_citadel() -> None:
    """docs/rulings.md 181: the toll is for the region, whatever a board prints there."""
    gremlins = seat("gremlins", R.ESMORE, units={}, own=Taverns((corner(R.ASANDER, R.BRYNNLORE, R.HARRAX),)))
    table = asking(at_table(seat("cultists", R.HARRAX, stock=(2, 0, 0), own=Cult()), gremlins), Moving(1))
    step = settle(table, {0: "move Asander"})
    assert TollTaken(1, 0, 2, 0, 0) in step.events
    assert "Received" not in names_of(step.events)


# Actions that are raised, and actions of one alone.


def test_an_action_that_drums_and_an_empire_have_raised_is_written_and_read_back() -> None:
    """docs/rulings.md 59, 169: building at level 3 becomes level 5, where the highest structure is of 4."""
    orcs = seat("orcs", R.ESMORE, stock=(9, 9, 9), built=("war-drums", "smithy"), own=Rage(5))
    host = seat("halflings", R.LOX, units={}, own=Empire((R.ESMORE, R.YREEL)))
    table = replace(at_table(orcs, host), plan=("wood", "iron", "build", "move"))
    table = play_on(asking(table, ActionStarts("build", 3)), {0: "drum"}, {0: "hurry"}).state
    assert "build workshop" in offered(table, 0)
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table


def test_whoever_acts_alone_enlists_nobody_and_bathes_nobody() -> None:
    """docs/rulings.md 171: a move with the Cap into the empire is no movement action of the Halflings."""
    ours = seat("elementals", R.HARRAX, built=("cap-of-invisibility",))
    host = seat("halflings", R.LOX, built=("baths", "baths-ii"), units={}, own=Empire((R.NIKLEEN,)))
    table = asking(at_table(ours, host), Planning())
    step = play_on(table, {0: "plan wood iron gold build"}, {0: "vanish"}, {0: "move Nikleen"})
    assert ActedAlone(0, "move", 1) in step.events
    assert "BathsVisited" not in names_of(step.events)
