"""The Mechanisms' board, rule by rule (rulebook of the second box, Mechanisms)."""

from collections.abc import Sequence
from typing import Any

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import (
    Collecting,
    deeds_done,
    mountains_visited,
    take_artefact,
    terms_of,
)
from p2p_heroes.games.conquer.decisions import Decline
from p2p_heroes.games.conquer.faction import ArtefactTerms, Deed
from p2p_heroes.games.conquer.factions.demons import Runes, Signing
from p2p_heroes.games.conquer.factions.gremlins import Taverns, TollTaken
from p2p_heroes.games.conquer.factions.humans import Illusions
from p2p_heroes.games.conquer.factions.mechanisms import (
    MECHANISMS,
    SERVERS,
    Connecting,
    LevelsCombined,
    PointsUploaded,
    RaisingMountains,
    ServerApplied,
    ServerRoom,
)
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.holdings import circle_monster, receive
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ChooseStart
from p2p_heroes.games.conquer.recruiting import unit_price
from p2p_heroes.games.conquer.resources import Bundle, Resource
from p2p_heroes.games.conquer.scoring import leftovers, score_of
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Source
from p2p_heroes.games.conquer.visiting import weaken
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, CORNERS, Region, Terrain
from p2p_heroes.games.game import Step
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    offered,
    play_on,
    seat,
    settle,
    started,
    units_of,
    why_not,
    with_terrain,
)

FIRST, SECOND, THIRD, FOURTH = SERVERS
COLUMN = ("locator", "technopark", "proxy-server", "pneumatic-mail")
ARMY = ("capsule", "bunker", "generators", "hangar")


def mechanisms(region: Region = Region.HARRAX, cores: int = 0, **rest: Any) -> Seated:
    """Lena, who plays the Mechanisms throughout the rulebook's examples. `rest`: whatever `seat` takes."""
    rest.setdefault("units", {"core": cores})
    return seat("mechanisms", region, **rest)


def undead(region: Region = Region.YREEL, skeletons: int = 0, **rest: Any) -> Seated:
    return seat("undead", region, units={"skeleton": skeletons}, **rest)


def alone(region: Region = Region.HARRAX, cores: int = 0, **rest: Any) -> Table:
    """Lena at a table with somebody far away who has nothing."""
    return at_table(mechanisms(region, cores, **rest), undead(Region.YREEL))


def building(level: int = 4, region: Region = Region.HARRAX, **rest: Any) -> Table:
    return asking(alone(region, **rest), BuildingStarts(level))


def stock(table: Table, who: int = 0) -> Bundle:
    return table.players[who].stock


def room(table: Table) -> ServerRoom:
    own = table.players[0].own
    assert isinstance(own, ServerRoom)
    return own


def installs(table: Table) -> list[str]:
    return [choice for choice in offered(table, 0) if choice.startswith("install")]


def servers_offered(table: Table) -> list[str]:
    return list(dict.fromkeys(choice.split()[1] for choice in installs(table)))


# No iron.


def test_iron_is_never_added_to_the_inventory() -> None:
    """What is gathered of wood and gold is."""
    for resource, after in ((Resource.WOOD, (3, 0, 0)), (Resource.GOLD, (0, 0, 3))):
        assert stock(started(alone(), Gathering(str(resource), 3)).state) == after
    for level in range(1, 5):
        assert stock(started(alone(), Gathering("iron", level)).state)[Resource.IRON] == 0


def test_others_gather_iron_as_always() -> None:
    assert stock(started(alone(), Gathering("iron", 3)).state, 1) == (0, 3, 0)


def test_a_region_with_iron_brings_a_core() -> None:
    """The example: Asander gives 1 wood into the inventory and 1 Core into the army."""
    step = settle(asking(alone(Region.HARRAX), Moving(4)), {0: "move Asander", 1: "stay"})
    assert stock(step.state) == (1, 0, 0)
    assert units_of(step.state, 0) == {"core": 1}
    assert events.UnitsJoined(0, "core", 1) in step.events
    assert events.Received(0, 1, 0, 0, Source.REGION) in step.events


def test_the_starting_region_brings_cores_too() -> None:
    table = at_table(mechanisms(region=Region.HARRAX, cores=3), undead())
    table.players[0].region = None
    step = settle(asking(table, ChooseStart(0)), {0: "start Harrax"})
    assert units_of(step.state, 0) == {"core": 4}
    assert stock(step.state) == (0, 0, 1)


def test_iron_of_a_monster_comes_as_cores() -> None:
    """Power 5 gives one of each resource."""
    table = asking(alone(cores=6, monsters=(2, 3)), Fighting(0))
    step = settle(table, {0: "hunt 5 with core 6"})
    assert stock(step.state) == (1, 0, 1)
    assert units_of(step.state, 0) == {"core": 1}


def test_iron_of_a_fortress_comes_as_cores() -> None:
    """Kosleen has power 21 and gives 4 wood and 4 iron."""
    table = asking(alone(Region.KOSLEEN, cores=22, hunted=True), Fighting(0))
    step = settle(table, {0: "siege Kosleen with core 22"})
    assert stock(step.state) == (4, 0, 0)
    assert units_of(step.state, 0) == {"core": 4}


@pytest.mark.parametrize(
    ("source", "cores"),
    [
        *((Source.REGION, 3), (Source.MONSTER, 3), (Source.FORTRESS, 3)),
        *((Source.START, 2), (Source.EFFECT, 2), (Source.LOOT, 2)),
    ],
)
def test_the_technopark_adds_a_core_to_each_receipt(source: Source, cores: int) -> None:
    """One for a region, a monster or a fortress, however many Cores come."""
    turn = Turn(alone(built=("technopark",)))
    receive(turn, 0, (1, 2, 0), source)
    assert units_of(turn.table, 0) == {"core": cores}


def test_the_technopark_adds_nothing_where_no_core_comes() -> None:
    turn = Turn(alone(built=("technopark",)))
    receive(turn, 0, (2, 0, 0), Source.REGION)
    assert units_of(turn.table, 0) == {}


def test_asander_with_the_technopark() -> None:
    """1 wood and 2 Cores."""
    table = asking(alone(Region.HARRAX, built=("technopark",)), Moving(4))
    step = settle(table, {0: "move Asander", 1: "stay"})
    assert (stock(step.state), units_of(step.state, 0)) == ((1, 0, 0), {"core": 2})


def test_milestones_are_worth_three_three_and_four() -> None:
    """Printed for wood and for gold."""
    assert MECHANISMS.milestones == ((14, 3), (22, 3), (30, 4))


def test_only_wood_and_gold_break_a_tie() -> None:
    assert leftovers(alone(cores=5, stock=(2, 0, 3))) == (5, 0)


# Moving.


def test_the_locator_buys_the_way_to_esmore() -> None:
    """The example: level 2 from Asander by Brynnlore, 2 wood for the missing point, then Esmore's 2 wood."""
    lena = mechanisms(Region.ASANDER, built=("locator",), stock=(2, 0, 0))
    table = asking(at_table(lena, undead()), Moving(2))
    step = settle(table, {0: "move Esmore via Brynnlore buying 1", 1: "stay"})
    player = step.state.players[0]
    assert player.region is Region.ESMORE
    assert player.stock == (2, 0, 0)
    assert player.visited == 1 << Region.ASANDER | 1 << Region.ESMORE
    assert events.Paid(0, 2, 0, 0, ()) in step.events
    assert (
        events.Moved(0, Region.ASANDER, Region.ESMORE, (Region.BRYNNLORE,), bought=1, spent=3, left=0)
        in step.events
    )


def test_after_that_way_no_monster_can_be_skipped() -> None:
    """The example goes on: no other player is there, so a monster may be fought, the leftmost open one."""
    lena = mechanisms(Region.ASANDER, 1, built=("locator",), stock=(2, 0, 0))
    table = asking(at_table(lena, undead()), Moving(2))
    after = settle(table, {0: "move Esmore via Brynnlore buying 1", 1: "stay"}).state
    assert offered(after, 0) == ["done", "hunt 2 with core 1"]


def test_without_wood_the_locator_sells_nothing() -> None:
    """What the same movement brings cannot pay for it."""
    lena = mechanisms(Region.ASANDER, built=("locator",), stock=(1, 0, 9))
    table = asking(at_table(lena, undead()), Moving(2))
    assert why_not(table, 0, "move Esmore via Brynnlore buying 1") == "points-for-sale most=0"


def test_a_way_by_portal() -> None:
    """The example: 4 points from Kosleen to Harrax for 1, by portal to Yreel for 2; 1 is left."""
    table = asking(at_table(mechanisms(Region.KOSLEEN), undead(Region.LOX)), Moving(4))
    step = settle(table, {0: "move Yreel via Harrax", 1: "stay"})
    moved = events.Moved(0, Region.KOSLEEN, Region.YREEL, (Region.HARRAX,), bought=0, spent=3, left=1)
    assert moved in step.events


# Servers.


def test_gathering_iron_applies_the_server_of_that_level() -> None:
    """The basic effect from the start."""
    step = started(alone(), Gathering("iron", 3))
    assert [event for event in step.events if isinstance(event, ServerApplied)] == [
        ServerApplied(0, THIRD, boosted=False)
    ]
    assert stock(settle(step.state, {0: "take wood 3"}).state) == (3, 0, 0)


def test_a_raised_level_applies_no_higher_server_than_the_fourth() -> None:
    """docs/rulings.md 111: the highest level is 4."""
    assert ServerApplied(0, FOURTH, boosted=False) in started(alone(raised=1), Gathering("iron", 4)).events
    assert ServerApplied(0, FOURTH, boosted=False) in started(alone(raised=1), Gathering("iron", 3)).events


@pytest.mark.parametrize(
    ("level", "built", "draws"), [(1, (), 2), (1, (FIRST,), 3), (3, (), 3), (3, (THIRD,), 4)]
)
def test_the_first_and_the_third_server_give_any_resources(
    level: int, built: Sequence[str], draws: int
) -> None:
    """docs/rulings.md 195: any resource is wood or gold to them; no Core comes for the Technopark."""
    table = asking(alone(built=(*built, "technopark")), Gathering("iron", level))
    assert (offered(table, 0)[0], offered(table, 0)[-1]) == (f"take gold {draws}", f"take wood {draws}")
    step = settle(table, {0: f"take wood {draws - 1} gold 1"})
    assert (stock(step.state), units_of(step.state, 0)) == ((draws - 1, 0, 1), {})
    assert step.events == (events.Received(0, draws - 1, 0, 1, Source.EFFECT),)
    assert why_not(table, 0, "take iron 2") == (
        f"take-together count={draws} most=((wood,{draws}),(gold,{draws}))"
    )


def test_the_second_server_turns_the_region_into_mountains() -> None:
    """For all players; there is nothing to choose."""
    step = started(alone(Region.ESMORE), Gathering("iron", 2))
    assert step.state.terrain[Region.ESMORE] is Terrain.MOUNTAIN
    assert events.TerrainChanged(0, Region.ESMORE, Terrain.MOUNTAIN) in step.events


def test_mountains_stay_mountains() -> None:
    table = alone(Region.HARRAX)
    step = started(table, Gathering("iron", 2))
    assert step.state.terrain == table.terrain
    assert step.events == (
        events.Received(1, 0, 2, 0, Source.GATHERING),
        ServerApplied(0, SECOND, boosted=False),
    )


def test_the_boosted_second_server_turns_the_own_region_for_nothing_or_an_adjacent_one_for_a_fee() -> None:
    """One wood or gold; Brynnlore and Harrax beside Esmore are mountains already."""
    table = asking(alone(Region.ESMORE, built=(SECOND,), stock=(1, 0, 1)), Gathering("iron", 2))
    assert offered(table, 0) == [
        "raise Esmore",
        *("raise Folen for wood 1", "raise Folen for gold 1"),
        *("raise Kosleen for wood 1", "raise Kosleen for gold 1"),
    ]
    step = settle(table, {0: "raise Folen for gold 1"})
    assert stock(step.state) == (1, 0, 0)
    assert step.events == (
        events.Paid(0, 0, 0, 1, ()),
        events.TerrainChanged(0, Region.FOLEN, Terrain.MOUNTAIN),
    )
    free = settle(table, {0: "raise Esmore"})
    assert stock(free.state) == (1, 0, 1)
    assert free.state.terrain[Region.ESMORE] is Terrain.MOUNTAIN
    assert why_not(table, 0, "raise Harrax for wood 1") == "not-raised"


def test_portals_make_no_regions_adjacent_for_the_second_server() -> None:
    """From Harrax, Yreel and Suleen are adjacent by portal only; where mountains are, one may decline."""
    table = asking(alone(Region.HARRAX, built=(SECOND,), stock=(1, 0, 0)), Gathering("iron", 2))
    near = ["Asander", "Dortal", "Esmore", "Jorveld", "Kosleen", "Nikleen"]
    assert offered(table, 0) == ["decline", *(f"raise {name} for wood 1" for name in near)]
    assert settle(table, {0: "decline"}).events == (events.Declined(0, "mountains"),)
    assert why_not(table, 0, "raise Yreel for wood 1") == "not-raised-or-decline"


@pytest.mark.parametrize(("built", "points"), [((), 1), ((FOURTH,), 2)])
def test_the_fourth_server_gathers_points(built: Sequence[str], points: int) -> None:
    """They are counted at the end, whether the Server is built or not."""
    table = alone(built=built, own=ServerRoom(uploaded=5))
    step = started(table, Gathering("iron", 4))
    assert PointsUploaded(0, points, 5 + points) in step.events
    assert score_of(step.state, 0).structures == 5 + points


def test_without_the_proxy_the_level_decides() -> None:
    assert offered(asking(alone(stock=(9, 0, 9)), Connecting(0, 4)), 0) == []


@pytest.mark.parametrize(("built", "points"), [((), 1), ((FOURTH,), 2)])
def test_the_proxy_leads_to_another_server_for_one_a_step(built: Sequence[str], points: int) -> None:
    """The example: the action is of level 1 and the fourth Server is wanted: 3 are paid."""
    table = asking(alone(built=("proxy-server", *built), stock=(2, 0, 1)), Gathering("iron", 1))
    assert offered(table, 0) == [
        f"connect {FIRST}",
        *(f"connect {SECOND} for wood 1", f"connect {SECOND} for gold 1"),
        *(f"connect {THIRD} for wood 2", f"connect {THIRD} for wood 1 gold 1"),
        f"connect {FOURTH} for wood 2 gold 1",
    ]
    step = settle(table, {0: f"connect {FOURTH} for wood 2 gold 1"})
    assert stock(step.state) == (0, 0, 0)
    assert step.events == (
        events.Paid(0, 2, 0, 1, ()),
        ServerApplied(0, FOURTH, boosted=bool(built)),
        PointsUploaded(0, points, points),
    )


def test_the_proxy_leads_down_too() -> None:
    table = asking(alone(built=("proxy-server",), stock=(0, 0, 1)), Gathering("iron", 4))
    assert offered(table, 0) == [f"connect {FOURTH}", f"connect {THIRD} for gold 1"]
    led = settle(table, {0: f"connect {THIRD} for gold 1"})
    assert ServerApplied(0, THIRD, boosted=False) in led.events
    assert stock(settle(led.state, {0: "take wood 3"}).state) == (3, 0, 0)
    reason = f"not-connected server={FOURTH}"
    assert why_not(table, 0, f"connect {THIRD}") == reason


# Building.


def test_a_server_is_built_besides_a_structure() -> None:
    """In one building action, in any order, and recruiting goes on."""
    table = building(built=("capsule",), stock=(9, 0, 12))
    for steps in (
        ("build locator", f"install {FIRST} for gold 3"),
        (f"install {FIRST} for gold 3", "build locator"),
    ):
        step = play_on(table, *({0: text} for text in (*steps, "recruit core 1", "done")))
        assert stock(step.state) == (7, 0, 4)
        assert events.StructureBuilt(0, FIRST, 1, 1, None) in step.events
        assert events.StructureBuilt(0, "locator", 1, 0, None) in step.events


def test_a_server_is_built_instead_of_a_structure() -> None:
    step = play_on(building(stock=(0, 0, 6)), {0: f"install {FOURTH} for gold 6"})
    assert stock(step.state) == (0, 0, 0)
    assert [event for event in step.events if isinstance(event, events.StructureBuilt)] == [
        events.StructureBuilt(0, FOURTH, 4, 0, None)
    ]


def test_one_server_in_a_building_action() -> None:
    table = building(stock=(20, 0, 20))
    after = settle(table, {0: f"install {FIRST} for gold 3"}).state
    assert installs(after) == []
    assert why_not(after, 0, f"install {SECOND} for gold 4") == "one-server"
    reasons = {
        "install proxy-server": "no-server server=proxy-server",
        f"install {SECOND} for wood 4": f"server-price server={SECOND} price=4",
        "combine Harrax": "not-combined",
        "decline": "not-while-building",
    }
    assert {text: why_not(table, 0, text) for text in reasons} == reasons
    ended = settle(after, {0: "done"}).state
    assert room(ended) == ServerRoom()
    assert servers_offered(asking(ended, BuildingStarts(4))) == [SECOND, THIRD, FOURTH]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_level_of_a_server_does_not_exceed_that_of_the_action(level: int) -> None:
    assert servers_offered(building(level, stock=(9, 0, 9))) == list(SERVERS[:level])


@pytest.mark.parametrize(("server", "price"), [(FIRST, 3), (SECOND, 4), (THIRD, 5), (FOURTH, 6)])
def test_a_server_is_paid_in_gold(server: str, price: int) -> None:
    """The amounts are printed, their kind is ours."""
    table = building(stock=(9, 9, 9))
    assert [choice for choice in installs(table) if server in choice] == [
        f"install {server} for gold {price}"
    ]


def test_a_server_is_not_built_like_other_structures() -> None:
    table = building(stock=(9, 0, 9))
    assert f"build {FIRST}" not in offered(table, 0)
    assert why_not(table, 0, f"build {FIRST}") == "install-server server=first-server price=3"


def test_built_servers_are_worth_one_two_and_three_points() -> None:
    """The field of the fourth is empty: its points come from applying it."""
    assert [structure.points for structure in MECHANISMS.structures[:4]] == [1, 2, 3, 0]
    assert score_of(alone(built=SERVERS), 0).structures == 6


def test_server_and_structure_share_a_foundation() -> None:
    """The example: in Esmore Server 2 and a structure of level 3 together show 5."""
    table = building(4, Region.ESMORE, built=("technopark",), stock=(9, 0, 9))
    before = settle(table, {0: "build proxy-server on Esmore"}).state
    assert before.players[0].foundations == ((Region.ESMORE, 3),)
    assert all(" on " not in choice for choice in installs(before) if SECOND in choice)
    step = play_on(before, {0: f"install {SECOND} for gold 4"}, {0: "combine Esmore"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 5),)
    assert LevelsCombined(0, Region.ESMORE, 5) in step.events
    assert score_of(step.state, 0).foundations == 5
    assert "combine Esmore" not in offered(step.state, 0)


def test_either_alone_is_placed_as_usual() -> None:
    table = building(4, Region.ESMORE, stock=(9, 0, 9))
    step = settle(table, {0: f"install {SECOND} on Esmore for gold 4"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 2),)
    after = settle(step.state, {0: "build capsule"}).state
    assert "combine Esmore" in offered(after, 0)
    assert settle(after, {0: "done"}).state.players[0].foundations == ((Region.ESMORE, 2),)


def test_together_they_go_over_a_level_that_either_alone_does_not() -> None:
    """docs/rulings.md 114: what counts is the sum. 1 and 4 over 4; 1 and 3 are not more than 4."""
    holding: dict[str, Any] = {"stock": (20, 0, 20), "foundations": {Region.ESMORE: 4}}
    table = building(4, Region.ESMORE, **holding)
    step = play_on(table, {0: f"install {FOURTH} for gold 6"}, {0: "build capsule"}, {0: "combine Esmore"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 5),)
    lower = play_on(table, {0: f"install {THIRD} for gold 5"}, {0: "build capsule"}).state
    assert "combine Esmore" not in offered(lower, 0)


def test_what_was_built_in_an_earlier_action_is_not_combined() -> None:
    table = building(4, Region.ESMORE, stock=(20, 0, 20))
    table = play_on(table, {0: "build capsule on Esmore"}, {0: "done"}).state
    table = settle(asking(table, BuildingStarts(4)), {0: f"install {FIRST} for gold 3"}).state
    assert "combine Esmore" not in offered(table, 0)


def test_where_no_foundation_is_nothing_is_combined() -> None:
    table = building(4, Region.HARRAX, stock=(20, 0, 20))
    table = play_on(table, {0: "build capsule"}, {0: f"install {FIRST} for gold 3"}).state
    assert not [choice for choice in offered(table, 0) if choice.startswith("combine")]


def test_a_server_on_a_foundation_is_a_structure_on_it() -> None:
    """What applies to structures applies to Servers: the fourth foundation opens the artefact of Folen."""
    three = dict.fromkeys((Region.ASANDER, Region.JORVELD, Region.LOX), 1)
    table = building(1, Region.ESMORE, stock=(0, 0, 3), foundations=three)
    after = settle(table, {0: f"install {FIRST} on Esmore for gold 3"}).state
    assert [deeds_done(one, 0, Deed.FOUNDATIONS) for one in (table, after)] == [3, 4]
    assert score_of(after, 0).foundations == 4


def test_with_no_resources_or_everything_built_nothing_is_asked() -> None:
    assert offered(building(4, Region.ESMORE), 0) == []
    everything = (*SERVERS, *COLUMN, *ARMY)
    assert offered(building(4, Region.ESMORE, built=everything, stock=(9, 0, 1)), 0) == []


STRUCTURES: list[tuple[str, int, Bundle, int, tuple[str, ...]]] = [
    ("locator", 1, (2, 0, 3), 0, ()),
    ("technopark", 2, (0, 0, 4), 1, ("locator",)),
    ("proxy-server", 3, (3, 0, 3), 2, ("technopark",)),
    ("pneumatic-mail", 4, (6, 0, 3), 1, ("proxy-server",)),
    ("capsule", 1, (3, 0, 1), 0, ()),
    ("bunker", 2, (2, 0, 4), 1, ("capsule",)),
    ("generators", 3, (7, 0, 5), 1, ("bunker",)),
    ("hangar", 4, (0, 0, 7), 4, ("generators",)),
]


def test_the_structures_as_printed() -> None:
    """Two columns of four; nothing costs iron."""
    assert [(s.name, s.level, s.price, s.points, s.needs) for s in MECHANISMS.structures[4:]] == STRUCTURES


def test_what_is_not_printed_is_said_to_be_guessed() -> None:
    """Kinds of resources and arrows are lost; what stands at the bottom needs nothing."""
    guessed = {one.name: one.guessed for one in MECHANISMS.structures}
    assert {guessed[server] for server in SERVERS} == {("price", "needs")}
    assert (guessed["locator"], guessed["capsule"]) == ((), ())
    assert (guessed["technopark"], guessed["hangar"]) == (("price", "needs"), ("price", "needs"))
    assert guessed["proxy-server"] == ("needs", "effects")
    assert {guessed[name] for name in ("pneumatic-mail", "bunker", "generators")} == {("needs",)}
    assert MECHANISMS.costs.guessed == ("forest", "lake")


def test_the_units_as_printed() -> None:
    table = building(built=(*COLUMN, *ARMY), stock=(0, 0, 5))
    assert [(unit.name, unit.power, unit.price, unit.start) for unit in MECHANISMS.units] == [
        *(("core", 1, 2, 3), ("crusher", 4, 4, 0), ("colossus", 0, 5, 0))
    ]
    assert [choice for choice in offered(table, 0) if choice.startswith("recruit")] == [
        *("recruit core 1", "recruit core 2", "recruit crusher 1", "recruit colossus 1")
    ]


def test_movement_costs_by_terrain() -> None:
    """Mountain 1 and meadow 2 are stated."""
    assert MECHANISMS.costs.by_terrain == (2, 3, 2, 1)


# Units.


def test_a_crusher_has_one_more_power_for_each_artefact() -> None:
    """A property of the unit: no Bunker is needed."""
    crusher = MECHANISMS.unit_index["crusher"]
    powers = [unit_power(alone(artefacts=ARTEFACT_REGIONS[:count]), 0, crusher) for count in (0, 1, 3)]
    assert powers == [4, 5, 7]


def test_a_colossus_has_one_power_for_each_mountain_of_the_map() -> None:
    """Crossed out regions do not count, turned ones do: with two players there are six, with four seven."""
    colossus = MECHANISMS.unit_index["colossus"]
    two = alone()
    four = at_table(mechanisms(), undead(), seat("elves"), seat("orcs"))
    assert unit_power(two, 0, colossus) == 6
    assert unit_power(four, 0, colossus) == 7
    assert unit_power(with_terrain(two, Region.ESMORE, Terrain.MOUNTAIN), 0, colossus) == 7
    assert unit_power(with_terrain(two, Region.HARRAX, Terrain.LAKE), 0, colossus) == 5
    assert unit_power(with_terrain(two, Region.ZORO, Terrain.MOUNTAIN), 0, colossus) == 6


@pytest.mark.parametrize(
    ("built", "artefacts", "cores"),
    [
        ((), (), 0),
        (("capsule",), (), 4),
        ((), (Region.VURT,), 3),
        (("capsule",), (Region.VURT,), 7),
    ],
)
def test_cores_remain_of_colossi_and_crushers(
    built: Sequence[str], artefacts: Sequence[Region], cores: int
) -> None:
    """One Colossus and two Crushers perish: 2 and 1 each by the Capsule, 1 each by the artefact of Vurt."""
    units = {"colossus": 1, "crusher": 2}
    table = asking(alone(units=units, built=built, artefacts=artefacts), Fighting(0))
    step = settle(table, {0: "hunt 2 with colossus 1 crusher 2"})
    assert units_of(step.state, 0) == ({"core": cores} if cores else {})


def test_cores_that_remain_of_a_lost_fight_can_be_used_in_the_next_one() -> None:
    """docs/rulings.md 117: won or lost, after the fight and before the next one of the same action."""
    lena = alone(Region.ROLGOY, units={"colossus": 1, "crusher": 2}, monsters=(2, 3, 5), built=("capsule",))
    table = asking(lena, Fighting(0))
    lost = settle(table, {0: "hunt 8 with crusher 2"})
    assert units_of(lost.state, 0) == {"core": 2, "colossus": 1}
    assert events.MonsterFought(0, Region.ROLGOY, 8, (("crusher", 2),), 8, won=False) in lost.events
    step = settle(lost.state, {0: "siege Rolgoy with colossus 1 core 2"})
    assert step.state.players[0].fortresses == 1 << Region.ROLGOY
    assert units_of(step.state, 0) == {"core": 2}


def test_nothing_remains_of_cores() -> None:
    table = asking(alone(cores=3, built=("capsule",)), Fighting(0))
    assert units_of(settle(table, {0: "hunt 2 with core 3"}).state, 0) == {}


def test_nothing_remains_of_a_unit_that_a_curse_takes() -> None:
    """docs/rulings.md 117: lost is not perished."""
    turn = Turn(alone(units={"crusher": 1}, built=("capsule",), artefacts=(Region.VURT,)))
    weaken(turn, 0)
    assert units_of(turn.table, 0) == {}


# The other structures and artefacts.


@pytest.mark.parametrize(
    ("turned", "points"),
    [
        ((), 2),
        ((Region.ESMORE, Region.FOLEN), 2),
        ((Region.ESMORE, Region.FOLEN, Region.ASANDER), 3),
    ],
)
def test_the_mail_counts_every_third_mountain_of_the_map(turned: Sequence[Region], points: int) -> None:
    """Six are printed with two players. One printed point besides."""
    table = alone(built=("pneumatic-mail",))
    for region in turned:
        table = with_terrain(table, region, Terrain.MOUNTAIN)
    assert score_of(table, 0).structures == 1 + points


def test_generators_count_artefacts() -> None:
    """One printed point, and one for each."""
    assert score_of(alone(built=("generators",), artefacts=ARTEFACT_REGIONS[:2]), 0).structures == 3


def battle(lena: Seated, other: Seated) -> Table:
    table = at_table(lena, other)
    return asking(table, Battle(Region.HARRAX, table.in_turn))


def test_opponents_cannot_seize_an_artefact_behind_generators() -> None:
    """Without them they can."""
    for built, seized in (((), ["seize Vurt"]), (("generators",), [])):
        lena = mechanisms(Region.HARRAX, built=built, artefacts=(Region.VURT,))
        after = settle(battle(lena, undead(Region.HARRAX, 2)), {1: "deploy skeleton 1"}).state
        assert [choice for choice in offered(after, 1) if choice.startswith("seize")] == seized
    assert why_not(after, 1, "seize Vurt") == "not-at-stake artefact=Vurt"
    assert why_not(after, 1, "seize Folen") == "not-of-the-defeated artefact=Folen"


def test_generators_do_not_keep_mechanisms_from_seizing() -> None:
    lena = mechanisms(Region.HARRAX, 2, built=("generators",))
    after = settle(battle(lena, undead(Region.HARRAX, artefacts=(Region.VURT,))), {0: "deploy core 1"}).state
    assert "seize Vurt" in offered(after, 0)


def test_lena_fights_dana() -> None:
    """The example: 5 Cores of power 2 against 2 Pourers of 4; the difference of 2 is 1 wood and 1 gold."""
    lena = mechanisms(Region.HARRAX, 5, artefacts=(Region.DORTAL,))
    dana = seat("gremlins", Region.HARRAX, units={"pourer": 2}, stock=(1, 4, 3))
    table = battle(lena, dana)
    step = play_on(
        table,
        {0: "deploy core 5", 1: "deploy pourer 2"},
        {0: "plunder gremlins wood 1 gold 1"},
    )
    assert [units_of(step.state, who) for who in (0, 1)] == [{}, {}]
    assert [stock(step.state, who) for who in (0, 1)] == [(1, 0, 1), (0, 4, 2)]
    assert events.MonsterCircled(0, 2, 1) in step.events
    fought = [event for event in step.events if isinstance(event, events.BattleFought)]
    assert [(event.powers, event.winner) for event in fought] == [((10, 8), 0)]


def test_mechanisms_plunder_no_iron() -> None:
    """docs/rulings.md 116: it could never be stored."""
    table = battle(mechanisms(Region.HARRAX, 5), undead(Region.HARRAX, 1, stock=(1, 4, 1)))
    after = settle(table, {0: "deploy core 5", 1: "deploy none"}).state
    assert offered(after, 0)[:3] == ["decline", "loot", "plunder undead wood 1 gold 1"]
    assert not [text for text in offered(after, 0) if "iron" in text]
    iron = battle(mechanisms(Region.HARRAX, 5), undead(Region.HARRAX, 1, stock=(0, 4, 0)))
    poor = settle(iron, {0: "deploy core 5", 1: "deploy none"}).state
    assert offered(poor, 0) == ["decline", "loot"]


def test_others_plunder_wood_and_gold_of_mechanisms_but_no_cores() -> None:
    table = battle(mechanisms(Region.HARRAX, 5, stock=(1, 0, 1)), undead(Region.HARRAX, 3))
    after = settle(table, {0: "deploy none", 1: "deploy skeleton 3"}).state
    ways = [f"plunder mechanisms {part}" for part in ("wood 1 gold 1", "gold 1", "wood 1")]
    assert offered(after, 1) == ["decline", "loot", *ways]


def test_iron_of_a_monster_that_is_a_reward_comes_as_cores() -> None:
    """Russian rulebook: the Technopark gives more of those for beating a monster; docs/rulings.md 115."""
    lena = mechanisms(Region.HARRAX, 5, monsters=(2, 3), built=("technopark",))
    table = battle(lena, undead(Region.HARRAX, 1))
    step = play_on(table, {0: "deploy core 1", 1: "deploy none"}, {0: "loot"})
    assert (stock(step.state), units_of(step.state, 0)) == ((1, 0, 1), {"core": 5})


def test_the_artefact_of_paskaar_makes_crushers_cheaper() -> None:
    assert unit_price(alone(), 0, "crusher") == 4
    assert unit_price(alone(artefacts=(Region.PASKAAR,)), 0, "crusher") == 3


def test_the_artefact_of_dortal_makes_cores_stronger() -> None:
    combat = Combat(Foe.MONSTER, Region.HARRAX)
    powers = [
        army_power(alone(cores=3, artefacts=owned), 0, (("core", 3),), combat)
        for owned in ((), (Region.DORTAL,))
    ]
    assert powers == [3, 6]


def test_the_artefact_of_folen_brings_two_colossi() -> None:
    turn = Turn(alone())
    take_artefact(turn, 0, Region.FOLEN)
    assert units_of(turn.table, 0) == {"colossus": 2}


def test_what_artefacts_give_ends_when_they_are_lost_and_comes_again_with_them() -> None:
    """docs/rulings.md 24, 25: the Crusher's power falls back, the Colossi stay; won back, two more come."""
    units = {"crusher": 1, "colossus": 2}
    lena = mechanisms(Region.HARRAX, units=units, artefacts=ARTEFACT_REGIONS[2:5])
    before = battle(lena, undead(Region.HARRAX, 9))
    defeat = {0: "deploy none", 1: "deploy skeleton 1"}, {1: "seize Folen"}
    lost = play_on(before, *defeat).state
    assert units_of(lost, 0) == units
    revenge = {0: "deploy colossus 1", 1: "deploy none"}, {0: "seize Folen"}
    regained = play_on(asking(lost, Battle(Region.HARRAX, (0, 1))), *revenge).state
    assert units_of(regained, 0) == {"crusher": 1, "colossus": 3}
    crusher = MECHANISMS.unit_index["crusher"]
    assert [unit_power(table, 0, crusher) for table in (before, lost, regained)] == [7, 6, 7]


def test_the_artefact_of_odmoor_counts_milestones() -> None:
    """The example: wood 14, 22 and 30, gold 14: 3 + 3 + 4 + 3 = 13, and 4 more by the artefact: 17."""
    table = alone(artefacts=(Region.ODMOOR,), milestones=(3, 0, 1))
    score = score_of(table, 0)
    assert (score.resources, score.artefacts, score.total) == (13, 4, 17)
    assert score_of(alone(milestones=(3, 0, 1)), 0).total == 13


def test_the_artefact_of_vurt_costs_seven_wood_and_seven_gold() -> None:
    table = asking(alone(Region.VURT, stock=(7, 0, 7)), Collecting(0))
    assert offered(table, 0) == ["decline", "collect for wood 7 gold 7"]
    assert stock(settle(table, {0: "collect for wood 7 gold 7"}).state) == (0, 0, 0)


def test_the_artefact_of_togeed_asks_for_five_mountains() -> None:
    assert terms_of(alone(), 0, Region.TOGEED) == (ArtefactTerms(deed=Deed.MOUNTAINS, times=5),)
    seen = (Region.HARRAX, Region.LOX, Region.ROLGOY)
    assert offered(asking(alone(Region.TOGEED, visited=seen), Collecting(0)), 0) == []
    enough = asking(alone(Region.TOGEED, visited=(*seen, Region.VURT)), Collecting(0))
    assert offered(enough, 0) == ["decline", "collect"]


def test_the_other_artefacts_are_had_on_the_usual_terms() -> None:
    table = alone()
    asked = [terms_of(table, 0, region) for region in ARTEFACT_REGIONS]
    usual = [terms_of(table, 1, region) for region in ARTEFACT_REGIONS]
    assert [mine == theirs for mine, theirs in zip(asked, usual, strict=True)] == [
        *(True, False, True, True, True, False)
    ]


# The discount of Tog'Eed.


def test_the_discount_is_used_on_a_structure() -> None:
    """Two less; which two, and whether both, the builder says."""
    table = building(1, stock=(0, 0, 3), artefacts=(Region.TOGEED,))
    assert [choice for choice in offered(table, 0) if "locator" in choice] == ["build locator saving wood 2"]
    step = settle(table, {0: "build locator saving wood 2"})
    assert stock(step.state) == (0, 0, 0)


def test_the_discount_is_used_on_a_server() -> None:
    table = building(1, stock=(0, 0, 1), artefacts=(Region.TOGEED,))
    assert installs(table) == [f"install {FIRST} for gold 1"]
    assert settle(table, {0: f"install {FIRST} for gold 1"}).events[0] == events.Paid(0, 0, 0, 1, ())


def test_the_discount_is_split() -> None:
    """One on the structure, one on the Server, in this order or the other."""
    table = building(1, stock=(2, 0, 4), artefacts=(Region.TOGEED,))
    split = settle(table, {0: "build capsule saving wood 1"}).state
    assert room(split).saved == 1
    assert installs(split) == [f"install {FIRST} for gold 3", f"install {FIRST} for gold 2"]
    other = settle(table, {0: f"install {FIRST} for gold 2"}).state
    assert [choice for choice in offered(other, 0) if "capsule" in choice] == ["build capsule saving wood 1"]


def test_the_discount_is_not_more_than_two_in_an_action() -> None:
    table = building(1, stock=(20, 0, 20), artefacts=(Region.TOGEED,))
    used = settle(table, {0: "build capsule saving wood 2"}).state
    assert installs(used) == [f"install {FIRST} for gold 3"]
    server = settle(table, {0: f"install {FIRST} for gold 1"}).state
    assert [choice for choice in offered(server, 0) if "capsule" in choice] == ["build capsule"]


def test_the_next_action_has_a_discount_again() -> None:
    table = building(1, stock=(20, 0, 20), artefacts=(Region.TOGEED,))
    table = play_on(table, {0: "build capsule saving wood 2"}, {0: "done"}).state
    assert "build locator saving wood 2" in offered(asking(table, BuildingStarts(1)), 0)


# With others.


def test_a_geyser_and_a_server_turn_the_same_region_and_the_last_one_counts() -> None:
    """docs/rulings.md 118: Colossi and the Nagas' Dam read the map as it is."""
    nagas = seat("nagas", Region.ESMORE, units={"serpent": 1}, built=("geyser", "dam"))
    table = at_table(mechanisms(Region.ESMORE), nagas)
    colossus = MECHANISMS.unit_index["colossus"]
    raised = started(table, Gathering("iron", 2)).state
    assert raised.terrain[Region.ESMORE] is Terrain.MOUNTAIN
    flooding = asking(raised, BuildingStarts(1))
    flooded = play_on(flooding, {1: "done"}, {1: "flood Esmore"}).state
    assert flooded.terrain[Region.ESMORE] is Terrain.LAKE
    again = started(replace(flooded, agenda=()), Gathering("iron", 2)).state
    assert again.terrain[Region.ESMORE] is Terrain.MOUNTAIN
    assert [unit_power(one, 0, colossus) for one in (raised, flooded, again)] == [7, 6, 7]
    dams = [score_of(one, 1).structures for one in (raised, flooded, again)]
    assert dams == [dams[0], dams[0] + 1, dams[0]]


def test_a_region_that_became_mountains_after_the_visit_counts_as_a_visited_mountain() -> None:
    """docs/rulings.md 118: visited while it was a mountain, or visited and a mountain now; for everybody."""
    table = at_table(mechanisms(Region.ESMORE), undead(Region.YREEL, visited=(Region.ESMORE,)))
    raised = started(table, Gathering("iron", 2)).state
    assert [mountains_visited(table, who) for who in (0, 1)] == [0, 0]
    assert [mountains_visited(raised, who) for who in (0, 1)] == [1, 1]


def test_a_curse_takes_the_weakest_before_the_cores_of_the_region_come() -> None:
    """First what lies in wait, then the resources."""
    table = at_table(mechanisms(Region.HARRAX, 1), undead(own=Curses((Region.ASANDER,))))
    step = settle(asking(table, Moving(2)), {0: "move Asander", 1: "stay"})
    lost = step.events.index(events.UnitLost(0, "core"))
    assert lost < step.events.index(events.UnitsJoined(0, "core", 1))
    assert units_of(step.state, 0) == {"core": 1}


def test_a_concealed_foundation_takes_no_sum() -> None:
    """What others withhold cannot be built on, neither by one nor by both."""
    illusions = Illusions((("foundation", Region.ESMORE),))
    humans = seat("humans", Region.YREEL, own=illusions, built=("tower-of-illusions",))
    table = at_table(mechanisms(Region.ESMORE, stock=(9, 0, 9)), humans)
    table = asking(table, BuildingStarts(1))
    table = play_on(table, {0: "build capsule"}, {0: f"install {FIRST} for gold 3"}).state
    assert "combine Esmore" not in offered(table, 0)


def test_a_foundation_with_a_rune_takes_no_sum() -> None:
    """Closed to all who had nothing there; docs/rulings.md 121."""
    for written in ({}, {Region.ESMORE: 1}):
        lena = mechanisms(Region.ESMORE, stock=(9, 0, 9), foundations=written)
        for runes, combined in ((), True), ((Region.ESMORE,), bool(written)):
            table = at_table(lena, seat("demons", Region.YREEL, own=Runes(runes)))
            steps = {0: "build capsule"}, {0: f"install {FIRST} for gold 3"}
            after = play_on(asking(table, BuildingStarts(1)), *steps).state
            assert ("combine Esmore" in offered(after, 0)) is combined


def test_a_tavern_takes_wood_and_gold_but_no_cores() -> None:
    """What is left are the Core that was there and the one that Asander gives, and Asander's wood."""
    site = next(at for at, corner in enumerate(CORNERS) if Region.ASANDER in corner)
    gremlins = seat("gremlins", Region.YREEL, own=Taverns((site,)))
    table = asking(at_table(mechanisms(Region.HARRAX, 1, stock=(1, 0, 0)), gremlins), Moving(2))
    step = settle(table, {0: "move Asander", 1: "stay"})
    assert TollTaken(1, 0, 1, 0, 0) in step.events
    assert (stock(step.state), units_of(step.state, 0)) == ((1, 0, 0), {"core": 2})


def test_a_contract_borrows_what_generators_guard() -> None:
    """docs/rulings.md 120: nothing is taken from the owner."""
    lena = mechanisms(built=("generators",), artefacts=(Region.FOLEN,))
    demons = seat("demons", Region.YREEL, stock=(0, 0, 2), built=("contract",))
    step = settle(asking(at_table(lena, demons), Signing(1)), {1: "sign Folen"})
    assert step.state.players[0].owns(Region.FOLEN)
    assert score_of(step.state, 0).structures == 2


# States.


@pytest.mark.parametrize("stage", [Connecting(1, 2), Connecting(0, 0), Connecting(0, 5), RaisingMountains(2)])
def test_a_stage_that_no_game_can_come_to(stage: Stage) -> None:
    assert not stage.is_coherent(alone())


@pytest.mark.parametrize("stage", [Connecting(0, 4), RaisingMountains(0)])
def test_a_stage_of_the_mechanisms(stage: Stage) -> None:
    assert stage.is_coherent(alone())


@pytest.mark.parametrize(
    ("own", "is_sound"),
    [
        *((ServerRoom(6, 1, 2, 2), True), (ServerRoom(), True)),
        *((ServerRoom(7), False), (ServerRoom(saved=3), False)),
        *((ServerRoom(structure=2), False), (ServerRoom(server=1), False), (ServerRoom(server=5), False)),
    ],
)
def test_which_blocks_are_sound(own: ServerRoom, is_sound: bool) -> None:
    """Two points a round at most, a discount of two, and what was built stands."""
    table = at_table(mechanisms(built=(SECOND, "capsule"), own=own), undead(), number=3)
    assert own.is_sound(table) is is_sound


def test_a_table_on_which_mechanisms_have_iron_is_not_sound() -> None:
    own = ServerRoom()
    assert not own.is_sound(alone(own=own, stock=(0, 1, 0)))
    assert not own.is_sound(alone(own=own, milestones=(0, 1, 0)))


def test_an_absent_player_applies_the_server_of_the_level_and_declines() -> None:
    """docs/rulings.md 95."""
    table = asking(alone(built=("proxy-server", SECOND), stock=(1, 0, 0)), Gathering("iron", 2))
    connect = CONQUER.default(table, 0)
    assert CONQUER.notate(connect) == f"connect {SECOND}"
    after: Step[Table] = CONQUER.apply(table, {0: connect})
    assert CONQUER.default(after.state, 0) == Decline()
    drawing = asking(alone(), Gathering("iron", 1))
    assert CONQUER.notate(CONQUER.default(drawing, 0)) == "take gold 2"


def test_a_circled_monster_alone_brings_no_core() -> None:
    turn = Turn(alone(monsters=(2, 3)))
    circle_monster(turn, 0, 2)
    assert units_of(turn.table, 0) == {}


def test_what_only_a_building_action_offers_is_refused_elsewhere_in_its_own_words() -> None:
    table = asking(at_table(seat("mechanisms"), seat("undead")), Fighting(0))
    for text in ("install server-i", "combine Esmore"):
        assert why_not(table, 0, text) == "not-a-fight"
