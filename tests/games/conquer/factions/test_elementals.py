"""The Elementals' board, rule by rule (Russian rulebook, Elementals)."""

from collections.abc import Mapping

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import Building, BuildingEnds, BuildingStarts, has_foundation
from p2p_heroes.games.conquer.collecting import Collecting, deeds_done, take_artefact
from p2p_heroes.games.conquer.decisions import Decline
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.elementals import (
    ELEMENTALS,
    RIVALS,
    ActedAlone,
    ArtefactCopied,
    BagFilled,
    CopyVanished,
    HiredForFight,
    MayaTempered,
    Shard,
    UnitsBrought,
    Vanishing,
    Wonders,
    shards_of,
)
from p2p_heroes.games.conquer.factions.gremlins import DotsFilled, Taverns, TollTaken
from p2p_heroes.games.conquer.factions.humans import Illusions
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.factions.orcs import Rage
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.holdings import receive
from p2p_heroes.games.conquer.meeting import Claiming, Meetings
from p2p_heroes.games.conquer.moving import Moving, entry_costs, ways_from
from p2p_heroes.games.conquer.planning import ActionsAwaited, Planning, Rejoining, RoundEnds
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.sharing import Taking
from p2p_heroes.games.conquer.state import Stage, Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Source
from p2p_heroes.games.conquer.visiting import weakest_units
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, CORNERS, PLACES, REGIONS, Region, Terrain
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.effects import tell
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    beginning,
    building,
    bystander,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    started,
    units_of,
    why_not,
    with_terrain,
)

R = Region
RICH = (30, 30, 30)
UNITS = ("zephyr", "tur", "maya", "jazir")
HOME = {
    "zephyr": "floating-towers",
    "tur": "green-terraces",
    "maya": "crystal-halls",
    "jazir": "fire-palace",
}
PLANS = {
    "wood": "plan iron gold build move",
    "iron": "plan wood gold build move",
    "move": "plan wood gold iron build",
    "build": "plan wood gold iron move",
}
"""By the action that each leaves out."""


def own(table: Table) -> Wonders:
    return Wonders.of(table, 0)


def powers(ours: Seated) -> dict[str, int]:
    table = at_table(ours, bystander())
    return {name: unit_power(table, 0, at) for at, name in enumerate(UNITS)}


def gaining(ours: Seated, artefact: Region, *others: Seated) -> Turn:
    turn = Turn(at_table(ours, *(others or (bystander(),))))
    take_artefact(turn, 0, artefact)
    return turn


# The seven shards.

EACH_SHARD: Mapping[Shard, Seated] = {
    Shard.BLUE: seat("elementals", built=("magic-lamp",)),
    Shard.TROPHY: seat("elementals", artefacts=(R.ODMOOR,)),
    Shard.LEAF: seat("elementals", milestones=(1, 0, 0)),
    Shard.ORE: seat("elementals", milestones=(0, 1, 0)),
    Shard.THREAD: seat("elementals", fortresses=(R.BRYNNLORE,)),
    Shard.VIOLET: seat("elementals", fortresses=(R.WERS,)),
    Shard.WHITE: seat("elementals", monsters=(25,), own=Wonders(white=True)),
}


@pytest.mark.parametrize("shard", Shard)
def test_how_each_shard_is_got(shard: Shard) -> None:
    """Russian rulebook, Elementals: the table of shards."""
    assert shards_of(at_table(EACH_SHARD[shard], bystander()), 0) == (shard,)


def test_whoever_has_nothing_of_it_has_no_shard() -> None:
    other_things = seat(
        "elementals",
        milestones=(0, 0, 3),
        fortresses=(R.KOSLEEN,),
        monsters=(19, 32),
        artefacts=(R.FOLEN,),
        built=("crooked-mirror",),
    )
    assert shards_of(at_table(other_things, bystander()), 0) == ()


@pytest.mark.parametrize(
    ("stock", "gain", "shard"), [((13, 0, 0), (1, 0, 0), "leaf"), ((0, 10, 0), (0, 4, 0), "ore")]
)
def test_fourteen_of_wood_or_iron_bring_a_shard_that_spending_does_not_take(
    stock: Bundle, gain: Bundle, shard: str
) -> None:
    """Russian rulebook, Elementals: accumulate 14."""
    turn = Turn(at_table(seat("elementals", stock=stock), bystander()))
    assert shards_of(turn.table, 0) == ()
    receive(turn, 0, gain, Source.GATHERING)
    turn.player(0).stock = (0, 0, 0)
    assert list(map(str, shards_of(turn.table, 0))) == [shard]


@pytest.mark.parametrize(
    ("region", "power", "shard"), [(R.BRYNNLORE, 14, Shard.THREAD), (R.WERS, 19, Shard.VIOLET)]
)
def test_two_fortresses_hold_a_shard_in_place_of_resources(region: Region, power: int, shard: Shard) -> None:
    """Russian rulebook, Elementals: the fortresses of Brynnlore and Wers; docs/rulings.md 133."""
    table = at_table(seat("elementals", region, units={"maya": 3}, hunted=True), bystander())
    step = play_on(asking(table, Fighting(0)), {0: f"siege {region} with maya 3"})
    printed = PLACES[region].fortress
    assert printed is not None
    assert step.events == (
        events.FortressAttacked(0, region, power, (("maya", 3),), 21, printed.points, won=True),
        events.UnitsPerished(0, (("maya", 3),)),
    )
    assert step.state.players[0].stock == (0, 0, 0)
    assert shards_of(step.state, 0) == (shard,)
    assert score_of(step.state, 0).victories == printed.points
    # On other boards the fortress gives what is printed there.
    assert any(CONQUER.boards["undead"].places[region].fortress.resources)  # type: ignore[union-attr]


def test_the_second_last_monster_holds_a_shard_in_place_of_resources() -> None:
    """Russian rulebook, Elementals: defeat the second-last monster; docs/rulings.md 133."""
    table = at_table(seat("elementals", units={"maya": 4}, monsters=(2, 3, 5, 8, 13, 19)), bystander())
    step = play_on(asking(table, Fighting(0)), {0: "hunt 25 with maya 4"})
    assert step.events[2:] == (events.MonsterCircled(0, 25, 5),)
    assert shards_of(step.state, 0) == (Shard.WHITE,)


def test_a_victory_over_players_brings_the_shard_only_if_the_monster_is_looted() -> None:
    """docs/rulings.md 133: it lies in the place of the resources, which are one reward among others."""
    ours = seat("elementals", units={"maya": 1}, monsters=(2, 3, 5, 8, 13, 19))
    theirs = bystander(R.HARRAX, stock=(3, 0, 0))
    step = settle(asking(at_table(ours, theirs), Battle(R.HARRAX, (0, 1))), {0: "deploy maya 1"})
    assert shards_of(step.state, 0) == ()
    assert offered(step.state, 0)[:3] == ["decline", "loot", "plunder undead wood 3"]
    looted = settle(step.state, {0: "loot"}).state
    assert shards_of(looted, 0) == (Shard.WHITE,)
    assert looted.players[0].stock == (0, 0, 0)
    assert CONQUER.decode_state(CONQUER.encode_state(looted)) == looted
    for other in ("decline", "plunder undead wood 3"):
        assert shards_of(settle(step.state, {0: other}).state, 0) == ()


def test_other_monsters_hold_no_shard() -> None:
    table = at_table(seat("elementals", units={"maya": 3}, monsters=(2, 3, 5, 8, 13)), bystander())
    step = play_on(asking(table, Fighting(0)), {0: "hunt 19 with maya 3"})
    assert shards_of(step.state, 0) == ()


def test_with_the_artefact_of_odmoor_its_shard_is_lost() -> None:
    """Russian rulebook, Elementals: losing this artefact you lose the shard and its bonus."""
    ours = seat(
        "elementals", artefacts=(R.ODMOOR,), units={"jazir": 1}, built=("bottomless-bag",), own=Wonders(bag=2)
    )
    orcs = seat("orcs", units={"scout": 9})
    table = asking(at_table(ours, orcs), Battle(R.HARRAX, (0, 1)))
    assert powers(ours)["jazir"] == 3
    step = play_on(table, {0: "deploy none", 1: "deploy scout 9"}, {1: "seize Odmoor"})
    assert shards_of(step.state, 0) == ()
    assert unit_power(step.state, 0, 3) == 0
    # Points in the Bag are kept.
    assert score_of(step.state, 0).structures == 2


# Armies.


def test_the_board_starts_without_units() -> None:
    """docs/rulings.md 134."""
    assert [(unit.name, unit.power, unit.price, unit.start) for unit in ELEMENTALS.units] == [
        ("zephyr", 2, 2, 0),
        ("tur", 1, 2, 0),
        ("maya", 7, 5, 0),
        ("jazir", 0, 6, 0),
    ]


@pytest.mark.parametrize("structure", RIVALS)
def test_of_a_pair_of_armies_only_one_serves(structure: str) -> None:
    """Russian rulebook, Elementals: the Fire Palace crosses out the Crystal Halls with the Maya."""
    upper = structure in ("fire-palace", "crystal-halls")
    built = ("bottomless-bag", "floating-towers") if upper else ("bottomless-bag",)
    table = building(seat("elementals", stock=RICH, built=built))
    assert f"build {RIVALS[structure]}" in offered(table, 0)
    after = settle(table, {0: f"build {structure}"}).state
    later = asking(replace(after, agenda=()), BuildingStarts(4))
    assert f"build {RIVALS[structure]}" not in offered(later, 0)
    assert why_not(later, 0, f"build {RIVALS[structure]}") == (
        f"crossed-out structure={RIVALS[structure]} rival={structure}"
    )


@pytest.mark.parametrize("unit", UNITS)
def test_what_each_structure_recruits(unit: str) -> None:
    """Russian rulebook, Elementals: the structures that recruit."""
    price = dict(zip(UNITS, (2, 2, 5, 6), strict=True))[unit]
    table = building(seat("elementals", stock=(0, 0, price), built=(HOME[unit],)))
    step = settle(table, {0: f"recruit {unit} 1"})
    assert events.UnitsRecruited(0, unit, 1, price) in step.events
    for other in set(UNITS) - {unit}:
        assert why_not(table, 0, f"recruit {other} 1") == f"not-recruited-yet unit={other}"


def test_shards_modify_the_power_of_zephyrs_and_turs() -> None:
    """Russian rulebook, Elementals: wood for Zephyrs, iron for Turs."""
    assert powers(seat("elementals")) == {"zephyr": 2, "tur": 1, "maya": 7, "jazir": 0}
    assert powers(EACH_SHARD[Shard.LEAF]) == {"zephyr": 3, "tur": 1, "maya": 7, "jazir": 3}
    assert powers(EACH_SHARD[Shard.ORE]) == {"zephyr": 2, "tur": 2, "maya": 7, "jazir": 3}


def test_a_jazir_has_three_power_for_every_shard() -> None:
    """Russian rulebook, Elementals: as many shards as there are at the time of the battle."""
    four = seat("elementals", milestones=(1, 1, 0), fortresses=(R.WERS,), own=Wonders(white=True))
    assert powers(four)["jazir"] == 12
    seven = seat(
        "elementals",
        milestones=(3, 2, 0),
        fortresses=(R.WERS, R.BRYNNLORE),
        own=Wonders(white=True),
        built=("magic-lamp",),
        artefacts=(R.ODMOOR,),
    )
    assert powers(seven)["jazir"] == 21
    assert powers(seat("elementals"))["jazir"] == 0


@pytest.mark.parametrize(
    ("shard", "structure", "unit"),
    [
        (Shard.BLUE, "crystal-halls", "maya"),
        (Shard.BLUE, "fire-palace", "jazir"),
        (Shard.LEAF, "green-terraces", "tur"),
        (Shard.ORE, "floating-towers", "zephyr"),
    ],
)
def test_a_shard_brings_a_unit_at_the_start_of_a_building_action(
    shard: Shard, structure: str, unit: str
) -> None:
    """Russian rulebook, Elementals: the table of shards; docs/rulings.md 135."""
    board, player = EACH_SHARD[shard]
    with_both, without = copied(player), copied(player)
    with_both.build(board.structure_index[structure])
    step = started(at_table((board, with_both), bystander()), BuildingStarts(1))
    assert step.events[:1] == (events.UnitsJoined(0, unit, 1),)
    assert units_of(step.state, 0) == {unit: 1}
    assert units_of(started(at_table((board, without), bystander()), BuildingStarts(1)).state, 0) == {}
    no_shard = started(at_table(seat("elementals", built=(structure,)), bystander()), BuildingStarts(1))
    assert units_of(no_shard.state, 0) == {}


def test_a_shard_of_this_action_brings_its_unit_in_the_next() -> None:
    """docs/rulings.md 135: the start of the action is over."""
    ours = seat("elementals", stock=(15, 0, 0), built=("crooked-mirror", "fire-palace"))
    step = play_on(building(ours), {0: "build magic-lamp"})
    assert shards_of(step.state, 0) == (Shard.BLUE,)
    assert units_of(step.state, 0) == {}
    assert units_of(started(step.state, BuildingStarts(1)).state, 0) == {"jazir": 1}


# Zephyrs.


def arriving(ours: Seated, to: Region, *others: Seated, points: int = 4) -> Table:
    table = asking(at_table(ours, *(others or (bystander(),))), Moving(points))
    stays = {who: "stay" for who in range(1, len(table.players)) if offered(table, who)}
    return settle(table, {0: f"move {to}", **stays}).state


def test_ten_zephyrs_bring_all_eight_resources_of_kosleen_and_its_siege_brings_them_again() -> None:
    """Russian rulebook, Elementals: the example with ten Zephyrs."""
    ours = seat("elementals", R.ESMORE, units={"zephyr": 10, "maya": 4}, hunted=True)
    step = started(at_table(ours, bystander()), Moving(2))
    step = settle(step.state, {0: "move Kosleen", 1: "stay"})
    assert step.events[-2:] == (UnitsBrought(0, "zephyr", 8), events.Received(0, 4, 4, 0, Source.EFFECT))
    assert units_of(step.state, 0) == {"zephyr": 10, "maya": 4}
    after = settle(step.state, {0: "siege Kosleen with maya 4"})
    assert events.Received(0, 4, 4, 0, Source.FORTRESS) in after.events
    assert after.state.players[0].stock == (8, 8, 0)


def test_three_zephyrs_bring_any_three_of_what_the_fortress_has() -> None:
    """Russian rulebook, Elementals: one resource per Zephyr out of those of the fortress."""
    table = arriving(seat("elementals", R.ESMORE, units={"zephyr": 3}), R.KOSLEEN)
    assert offered(table, 0) == ["take iron 3", "take wood 1 iron 2", "take wood 2 iron 1", "take wood 3"]
    reason = "take-together count=3 most=((wood,4),(iron,4))"
    assert why_not(table, 0, "take gold 3") == reason
    assert why_not(table, 0, "take wood 1 iron 1") == reason
    assert why_not(table, 0, "decline") == reason
    assert settle(table, {0: "take iron 2 wood 1"}).state.players[0].stock == (1, 2, 0)


def test_zephyrs_bring_something_at_every_visit_of_an_open_fortress() -> None:
    """docs/rulings.md 136."""
    ours = seat("elementals", R.NIKLEEN, units={"zephyr": 2}, visited=(R.QLISS,))
    assert arriving(ours, R.QLISS).players[0].stock == (2, 0, 0)


CONCEALED = seat(
    "humans", R.DORTAL, units={}, built=("tower-of-illusions",), own=Illusions((("fortress", R.QLISS),))
)


@pytest.mark.parametrize(
    ("origin", "move", "units", "other"),
    [
        (R.NIKLEEN, "move Qliss", "zephyr", seat("undead", R.DORTAL, units={}, fortresses=(R.QLISS,))),
        (R.NIKLEEN, "move Qliss", "zephyr", CONCEALED),
        (R.NIKLEEN, "move Qliss", "tur", bystander()),
        (R.QLISS, "stay", "zephyr", bystander()),
        (R.QLISS, "move Ugmat", "zephyr", bystander()),
        (R.XELREE, "move Wers", "zephyr", bystander()),
    ],
    ids=["seized", "concealed", "no-zephyr", "no-visit", "no-fortress", "only-a-shard"],
)
def test_where_zephyrs_bring_nothing(origin: Region, move: str, units: str, other: Seated) -> None:
    """Russian rulebook, Elementals: visiting an unseized fortress; docs/rulings.md 136."""
    ours = seat("elementals", origin, units={units: 2}, visited=(R.UGMAT,), hunted=True)
    step = settle(asking(at_table(ours, other), Moving(4)), {0: move, 1: "stay"})
    assert not [event for event in step.events if isinstance(event, UnitsBrought | events.Received)]


def test_tolls_and_curses_meet_the_zephyrs_before_they_bring_anything() -> None:
    """docs/rulings.md 136: what lies in wait comes first."""
    corner = next(at for at, corner in enumerate(CORNERS) if R.KOSLEEN in corner and R.ESMORE in corner)
    ours = seat("elementals", R.HARRAX, units={"zephyr": 2}, stock=(1, 0, 0))
    gremlins = seat("gremlins", R.DORTAL, units={}, own=Taverns((corner,)))
    undead = seat("undead", R.DORTAL, units={}, own=Curses((R.KOSLEEN,)))
    for others in ((gremlins, undead), (undead, gremlins)):
        table = asking(at_table(ours, *others), Moving(2))
        step = settle(table, {0: "move Kosleen", 1: "stay", 2: "stay"})
        toll = TollTaken(1 + others.index(gremlins), 0, 1, 0, 0)
        brought = step.events.index(UnitsBrought(0, "zephyr", 1))
        assert step.events.index(toll) < brought
        assert step.events.index(events.UnitLost(0, "zephyr")) < brought
        assert offered(step.state, 0) == ["take iron 1", "take wood 1"]


# Turs.


def test_each_tur_in_a_won_fight_brings_wood_or_iron() -> None:
    """Russian rulebook, Elementals: victory in any combat; docs/rulings.md 137."""
    table = asking(at_table(seat("elementals", units={"tur": 5}), bystander()), Fighting(0))
    step = settle(table, {0: "hunt 2 with tur 3"})
    assert step.events[2:] == (UnitsBrought(0, "tur", 3), events.MonsterCircled(0, 2, 1))
    assert offered(step.state, 0) == [
        "take iron 3",
        "take wood 1 iron 2",
        "take wood 2 iron 1",
        "take wood 3",
    ]
    picked = settle(step.state, {0: "take wood 2 iron 1"}).state
    assert picked.players[0].stock == (2, 1, 0)
    assert units_of(picked, 0) == {"tur": 2}


def test_turs_bring_something_from_sieges_and_battles_too() -> None:
    """Russian rulebook, Elementals: any combat."""
    table = asking(
        at_table(seat("elementals", R.ROLGOY, units={"tur": 7}, hunted=True), bystander()), Fighting(0)
    )
    step = settle(table, {0: "siege Rolgoy with tur 7"})
    assert UnitsBrought(0, "tur", 7) in step.events
    assert settle(step.state, {0: "take wood 7"}).state.players[0].stock == (7, 0, 3)
    table = asking(
        at_table(seat("elementals", units={"tur": 2}), bystander(R.HARRAX)), Battle(R.HARRAX, (0, 1))
    )
    step = settle(table, {0: "deploy tur 2"})
    assert UnitsBrought(0, "tur", 2) in step.events
    # First what the Turs bring, then the reward of the battle.
    assert offered(settle(step.state, {0: "take iron 2"}).state, 0) == ["decline", "loot"]


def test_turs_bring_nothing_when_they_lose_or_stay_at_home() -> None:
    ours = seat("elementals", units={"tur": 2, "maya": 1}, monsters=(2,))
    lost = settle(asking(at_table(ours, bystander()), Fighting(0)), {0: "hunt 3 with tur 2"})
    assert names_of(lost.events) == ["MonsterFought", "UnitsPerished"]
    won = settle(asking(at_table(ours, bystander()), Fighting(0)), {0: "hunt 3 with maya 1"})
    assert UnitsBrought not in map(type, won.events)


# Maya.


def test_maya_are_tempered_twice_at_most_and_once_in_an_action() -> None:
    """Russian rulebook, Elementals: 7, 10, 14 for 4 in a building action."""
    ours = seat("elementals", stock=(0, 0, 12), built=("crystal-halls",))
    table = building(ours)
    first = settle(table, {0: "temper"})
    assert first.events[:2] == (events.Paid(0, 0, 0, 4, ()), MayaTempered(0, 10))
    assert own(first.state).tempered
    assert unit_power(first.state, 0, 2) == 10
    assert why_not(first.state, 0, "temper") == "not-while-building"
    ended = settle(first.state, {0: "done"}).state
    assert own(ended) == Wonders(steps=1)
    second = play_on(asking(ended, BuildingStarts(1)), {0: "temper"})
    assert MayaTempered(0, 14) in second.events
    third = asking(replace(second.state, agenda=()), BuildingEnds(), BuildingStarts(1))
    assert third.players[0].stock == (0, 0, 4)
    assert own(third) == Wonders(steps=2)
    assert unit_power(third, 0, 2) == 14
    assert offered(third, 0) == []


def test_maya_are_not_tempered_without_gold_or_halls() -> None:
    poor = building(seat("elementals", stock=(9, 9, 3), built=("crystal-halls",)))
    assert "temper" not in offered(poor, 0)
    without = building(seat("elementals", stock=RICH, built=("floating-towers",)))
    assert "temper" not in offered(without, 0)
    now = settle(without, {0: "build crystal-halls"}).state
    assert "temper" in offered(now, 0)


# Structures.


def test_the_sands_give_a_point_per_foundation_at_the_end() -> None:
    """Russian rulebook, Elementals: more points for foundations."""
    ours = seat("elementals", built=("sands-of-time",), foundations={R.ESMORE: 2, R.LOX: 1})
    score = score_of(at_table(ours, bystander()), 0)
    assert (score.structures, score.foundations) == (2, 3)


def sands(*, region: Region = R.QLISS, built: tuple[str, ...] = ("sands-of-time", "magic-lamp")) -> Seated:
    return seat("elementals", region, stock=RICH, built=built)


@pytest.mark.parametrize("ours_seized", [True, False])
def test_with_the_blue_shard_seized_fortresses_are_foundations(ours_seized: bool) -> None:
    """Russian rulebook, Elementals: those seized by you and by opponents; they score."""
    ours, other = sands(), bystander()
    (ours if ours_seized else other)[1].fortresses = 1 << R.QLISS
    table = building(ours, other, level=1)
    assert "build bottomless-bag on Qliss" in offered(table, 0)
    step = settle(table, {0: "build bottomless-bag on Qliss"})
    assert step.state.players[0].foundations == ((R.QLISS, 1),)
    score = score_of(step.state, 0)
    assert score.foundations == 1
    # Sands of Time and the Lamp: one foundation and 2 points.
    assert score.structures == 3
    assert deeds_done(step.state, 0, Deed.FOUNDATIONS) == 1
    assert not has_foundation(step.state, 1, R.QLISS)


def test_a_fortress_takes_levels_as_any_foundation() -> None:
    """docs/rulings.md 138."""
    board, player = sands(built=("sands-of-time", "magic-lamp"))
    player.fortresses, player.foundations = 1 << R.QLISS, ((R.QLISS, 1),)
    table = building((board, player), level=2)
    assert "build guiding-thread on Qliss" in offered(table, 0)
    assert (
        why_not(table, 0, "build bottomless-bag on Qliss")
        == "not-placed-there structure=bottomless-bag region=Qliss"
    )


@pytest.mark.parametrize("built", [("sands-of-time",), ("magic-lamp",)])
def test_a_fortress_bears_nothing_without_shard_and_sands(built: tuple[str, ...]) -> None:
    """Russian rulebook, Elementals: a bonus of the Sands of Time."""
    board, player = sands(built=built)
    player.fortresses = 1 << R.QLISS
    assert not has_foundation(at_table((board, player), bystander()), 0, R.QLISS)


def test_a_fortress_that_nobody_has_seized_or_that_is_elsewhere_bears_nothing() -> None:
    """docs/rulings.md 138: one must stand there, and an illusion is no seizure."""
    humans = seat(
        "humans", R.DORTAL, units={}, built=("tower-of-illusions",), own=Illusions((("fortress", R.QLISS),))
    )
    assert not has_foundation(at_table(sands(), humans), 0, R.QLISS)
    board, player = sands(region=R.NIKLEEN)
    player.fortresses = 1 << R.QLISS
    table = building((board, player))
    assert [text for text in offered(table, 0) if "Qliss" in text] == []
    assert "build bottomless-bag on Nikleen" in offered(table, 0)
    # Where there is neither, nothing changes.
    assert not has_foundation(table, 0, R.HARRAX)


def test_demons_carve_no_rune_into_a_seized_fortress() -> None:
    """docs/rulings.md 138: it is a foundation of the Elementals only."""
    demons = seat("demons", R.QLISS, stock=RICH, fortresses=(R.QLISS,))
    table = building(sands(), demons)
    assert [text for text in offered(table, 1) if text.startswith("carve")] == []
    assert "build bottomless-bag on Qliss" in offered(table, 0)


def test_a_rune_closes_a_foundation_to_elementals_too() -> None:
    demons = seat("demons", R.DORTAL, own=Runes((R.ESMORE,)))
    table = building(sands(region=R.ESMORE), demons)
    assert [text for text in offered(table, 0) if "Esmore" in text] == []


def test_the_thread_lowers_the_cost_of_forests_and_its_shard_lowers_it_again() -> None:
    """Russian rulebook, Elementals: to 2, with the shard to 1."""
    plain = entry_costs(at_table(seat("elementals"), bystander()), 0, by_portal=False)
    terrains = (R.FOLEN, R.QLISS, R.NIKLEEN, R.VURT)
    assert [plain[region] for region in terrains] == [3, 2, 1, 2]
    thread = seat("elementals", built=("guiding-thread",))
    cheaper = entry_costs(at_table(thread, bystander()), 0, by_portal=True)
    assert [cheaper[region] for region in terrains] == [2, 2, 1, 2]
    shard = seat("elementals", built=("guiding-thread",), fortresses=(R.BRYNNLORE,))
    cheapest = entry_costs(at_table(shard, bystander()), 0, by_portal=False)
    assert [cheapest[region] for region in terrains] == [1, 2, 1, 2]
    only_shard = entry_costs(
        at_table(seat("elementals", fortresses=(R.BRYNNLORE,)), bystander()), 0, by_portal=False
    )
    assert only_shard == plain


def filling(artefacts: tuple[Region, ...] = (), own: Wonders | None = None) -> Table:
    ours = seat("elementals", stock=(4, 3, 0), built=("bottomless-bag",), artefacts=artefacts, own=own)
    return building(ours, level=1)


def test_the_bag_turns_six_resources_into_a_point_once_in_an_action() -> None:
    """Russian rulebook, Elementals: 6 for a point; docs/rulings.md 139."""
    table = filling()
    assert beginning(table, "stow") == ["stow wood 3 iron 3", "stow wood 4 iron 2"]
    step = settle(table, {0: "stow wood 4 iron 2"})
    assert step.events[:2] == (events.Paid(0, 4, 2, 0, ()), BagFilled(0, 1, 1))
    assert own(step.state) == Wonders(bag=1)
    assert score_of(step.state, 0).structures == 1
    rich = settle(
        building(seat("elementals", stock=RICH, built=("bottomless-bag",))), {0: "stow gold 6"}
    ).state
    assert own(rich).stowed
    assert beginning(rich, "stow") == []
    assert why_not(rich, 0, "stow gold 6") == "not-while-building"
    again = asking(replace(rich, agenda=()), BuildingEnds(), BuildingStarts(1))
    assert "stow gold 6" in offered(again, 0)


def test_five_resources_do_not_fill_the_bag() -> None:
    table = building(seat("elementals", stock=(2, 2, 1), built=("bottomless-bag",)))
    assert offered(table, 0) == []


@pytest.mark.parametrize("copied", [True, False])
def test_with_the_trophy_shard_the_bag_gives_two_points(copied: bool) -> None:
    """Russian rulebook, Elementals: 2 instead of 1; docs/rulings.md 140."""
    artefacts = () if copied else (R.ODMOOR,)
    block = Wonders(copies=(R.ODMOOR,), bag=1) if copied else Wonders(bag=1)
    step = settle(filling(artefacts=artefacts, own=block), {0: "stow wood 3 iron 3"})
    assert BagFilled(0, 2, 3) in step.events


def way(ours: Seated, to: Region, *others: Seated) -> tuple[int, tuple[Region, ...]]:
    found = ways_from(at_table(ours, *(others or (bystander(),))), 0)[to]
    assert found is not None
    return found.cost, found.via


def test_the_way_from_odmoor_to_vurt_with_the_carpet_and_with_the_white_shard() -> None:
    """Russian rulebook, Elementals: 4, 3 and 2 movement points."""
    assert way(seat("elementals", R.ODMOOR), R.VURT) == (4, (R.ROLGOY,))
    assert way(seat("elementals", R.ODMOOR, built=("flying-carpet",)), R.VURT) == (3, (R.ROLGOY,))
    white = seat("elementals", R.ODMOOR, built=("flying-carpet",), own=Wonders(white=True))
    assert way(white, R.VURT) == (2, ())
    assert way(seat("elementals", R.ODMOOR, own=Wonders(white=True)), R.VURT) == (4, (R.ROLGOY,))


def test_the_first_step_may_lead_through_a_portal_and_a_jump_may_be_followed_by_steps() -> None:
    """docs/rulings.md 141."""
    carpet = seat("elementals", R.HARRAX, built=("flying-carpet",))
    assert way(carpet, R.SULEEN) == (1, ())
    white = seat("elementals", R.ASANDER, built=("flying-carpet",), own=Wonders(white=True))
    assert way(white, R.XELREE) == (1, ())
    assert way(white, R.QLISS) == (2, ())
    # To the meadow of Ugmat for 1, and on into Zoro's forest for 3; a jump there costs 3 by itself.
    four = at_table(white, *(seat(name, R.DORTAL) for name in ("undead", "orcs", "elves")))
    found = ways_from(four, 0)[R.ZORO]
    assert found is not None
    assert (found.cost, found.via) == (3, ())


def test_with_the_white_shard_a_near_region_is_entered_in_the_cheaper_way() -> None:
    """Russian rulebook, Elementals: one of both effects is chosen."""
    white = seat("elementals", R.HARRAX, built=("flying-carpet",), own=Wonders(white=True))
    assert way(white, R.JORVELD) == (1, ())
    table = asking(at_table(white, bystander()), Moving(1))
    assert "move Asander" in offered(table, 0)
    assert why_not(table, 0, "move Folen") == "too-far to=Folen cost=3 points=1"
    assert "move Cerness" not in offered(table, 0)
    assert way(white, R.FOLEN)[0] == 3


def test_a_concealed_portal_holds_no_first_step_but_a_jump_leads_everywhere() -> None:
    """docs/rulings.md 141: the Tower of Illusions."""
    humans = seat("humans", R.DORTAL, built=("tower-of-illusions",), own=Illusions((("portal", R.SULEEN),)))
    carpet = seat("elementals", R.HARRAX, built=("flying-carpet",))
    assert way(carpet, R.SULEEN, humans)[0] > 1
    white = seat("elementals", R.HARRAX, built=("flying-carpet",), own=Wonders(white=True))
    assert way(white, R.SULEEN, humans) == (2, ())


class Toll(Effect):
    """Everybody else pays a point more to enter Vurt."""

    def step_toll(self, table: Table, seat: int, toll: int, region: Region, other: int) -> int:
        return toll + (region is R.VURT)


def test_what_others_add_to_the_cost_of_a_region_is_added_to_the_carpet() -> None:
    """docs/rulings.md 141."""
    keeper = seat(small_board("keepers", nature=(Toll(),)), R.DORTAL)
    near = seat("elementals", R.ROLGOY, built=("flying-carpet",))
    assert way(near, R.VURT, keeper) == (2, ())
    white = seat("elementals", R.ODMOOR, built=("flying-carpet",), own=Wonders(white=True))
    assert way(white, R.VURT, keeper) == (3, ())


def test_the_thread_leads_through_what_is_a_forest_now() -> None:
    """Rulebook p. 18: a change of terrain counts for everybody."""
    table = at_table(seat("elementals", built=("guiding-thread",)), bystander())
    flooded = with_terrain(table, R.FOLEN, Terrain.LAKE)
    assert entry_costs(flooded, 0, by_portal=False)[R.FOLEN] == 2
    with_shard = at_table(
        seat("elementals", built=("guiding-thread",), fortresses=(R.BRYNNLORE,)), bystander()
    )
    wooded = with_terrain(with_shard, R.QLISS, Terrain.FOREST)
    assert entry_costs(wooded, 0, by_portal=False)[R.QLISS] == 1


# The Cap of Invisibility.


def planned(left_out: str, ours: Seated, *others: Seated, first: int = 0) -> Table:
    table = asking(at_table(ours, *(others or (bystander(),)), first=first), Planning())
    return settle(table, {first: PLANS[left_out]}).state


def capped(region: Region = R.HARRAX, **holding: object) -> Seated:
    board, player = seat("elementals", region, **holding)  # type: ignore[arg-type]
    player.built |= 1 << board.structure_index["cap-of-invisibility"]
    return board, player


@pytest.mark.parametrize(("fortresses", "level"), [((), 1), ((R.WERS,), 2)])
def test_the_cap_gathers_what_was_left_out_for_its_owner_alone(
    fortresses: tuple[Region, ...], level: int
) -> None:
    """Russian rulebook, Elementals: level 1, with the violet shard 2; docs/rulings.md 142."""
    table = planned("wood", capped(fortresses=fortresses))
    assert offered(table, 0) == ["decline", "vanish"]
    step = settle(table, {0: "vanish"})
    assert step.events[:3] == (
        ActedAlone(0, "wood", level),
        events.Received(0, level, 0, 0, Source.GATHERING),
        events.ActionStarted("iron", 1),
    )
    assert step.state.players[1].stock[0] == 0
    assert step.state.alone is None


def test_the_cap_may_be_left_off() -> None:
    """Russian rulebook, Elementals: you may."""
    table = planned("wood", capped())
    assert why_not(table, 0, "done") == "not-vanished action=gather wood"
    assert CONQUER.default(table, 0) == Decline()
    step = settle(table, {0: "decline"})
    assert step.events[:2] == (events.Declined(0, "the action left out"), events.ActionStarted("iron", 1))
    assert step.state.players[0].stock == (0, 1, 2)


def test_without_the_cap_nothing_is_asked_before_the_first_action() -> None:
    step = started(at_table(seat("elementals"), bystander()), ActionsAwaited())
    assert (step.events, step.state.agenda) == ((), ())


def test_the_cap_builds_a_whole_action_alone() -> None:
    """docs/rulings.md 142: units at its start, structure, foundation, Bag and Maya."""
    ours = capped(
        R.ESMORE,
        stock=(9, 9, 20),
        built=("magic-lamp", "crystal-halls", "bottomless-bag"),
        fortresses=(R.WERS,),
    )
    table = planned("build", ours, bystander(R.LOX, RICH))
    step = settle(table, {0: "vanish"})
    assert step.events[:2] == (ActedAlone(0, "build", 2), events.UnitsJoined(0, "maya", 1))
    assert offered(step.state, 1) == []
    played = play_on(
        step.state,
        {0: "stow gold 6"},
        {0: "temper"},
        {0: "build sands-of-time on Esmore"},
        {0: "recruit maya 1"},
    )
    # Nothing more can be had, so nothing more is asked.
    assert played.state.players[0].foundations == ((R.ESMORE, 1),)
    assert own(played.state) == Wonders(steps=1, bag=1)
    assert played.state.alone is None
    assert "build flying-carpet" in offered(step.state, 0)
    board, player = ours
    player.fortresses = 0
    low = settle(planned("build", (board, player)), {0: "vanish"}).state
    assert why_not(low, 0, "build flying-carpet") == "above-level structure=flying-carpet needed=2 level=1"


def test_the_cap_moves_alone_at_level_one_or_two() -> None:
    """Russian rulebook, Elementals: the example of the Cap."""
    table = settle(planned("move", capped()), {0: "vanish"}).state
    assert why_not(table, 0, "move Nikleen") == ""
    assert why_not(table, 0, "move Kosleen") == "too-far to=Kosleen cost=2 points=1"
    assert offered(table, 1) == []
    violet = settle(planned("move", capped(fortresses=(R.WERS,))), {0: "vanish"}).state
    step = settle(violet, {0: "move Kosleen"})
    assert events.Moved(0, R.HARRAX, R.KOSLEEN, (), 0, 2, 0) in step.events
    assert step.state.players[1].region is R.DORTAL


def test_a_move_with_the_cap_may_hunt_besiege_and_collect() -> None:
    """Russian rulebook, Elementals: the whole action, battles included."""
    ours = capped(R.UGMAT, units={"maya": 2}, fortresses=(R.WERS,))
    table = settle(planned("move", ours), {0: "vanish"}).state
    step = play_on(table, {0: "move Rolgoy"}, {0: "siege Rolgoy with maya 1"}, {0: "hunt 2 with maya 1"})
    assert step.state.players[0].fortresses == 1 << R.WERS | 1 << R.ROLGOY
    assert events.MonsterCircled(0, 2, 1) in step.events
    # The one monster of the round: there is no other movement action in it.
    assert step.state.players[0].hunted
    collector = capped(R.UGMAT, stock=(0, 12, 0), fortresses=(R.WERS,))
    table = settle(planned("move", collector), {0: "vanish"}).state
    step = play_on(table, {0: "move Vurt"}, {0: "collect for iron 12"})
    assert events.ArtefactCollected(0, R.VURT) in step.events


def test_only_who_wears_the_cap_hunts_besieges_and_collects() -> None:
    """docs/rulings.md 142: others in the region defend themselves and no more."""
    other = seat("orcs", R.VURT, units={"scout": 5}, stock=(0, 12, 0))
    table = settle(planned("move", capped(R.UGMAT, fortresses=(R.WERS,)), other), {0: "vanish"}).state
    met = play_on(table, {0: "move Vurt"}, {0: "peace"}, {1: "peace"}).state
    assert (offered(met, 0), offered(met, 1)) == (["cede", "claim"], [])
    step = settle(met, {0: "cede"})
    at = step.events.index(events.RightGiven(R.VURT, None))
    assert step.events[at + 1] == events.ActionStarted("wood", 1)
    assert step.state.players[1].artefacts == 0
    assert not step.state.players[1].barred


def test_with_the_cap_nobody_else_claims_a_fortress() -> None:
    """docs/rulings.md 2, 142: it is not available to who does not perform the action."""
    other = seat("orcs", R.WERS, units={"scout": 5})
    table = settle(planned("move", capped(R.WERS), other), {0: "vanish"}).state
    met = play_on(table, {0: "stay"}, {0: "peace"}, {1: "peace"}).state
    assert (offered(met, 0), offered(met, 1)) == (["cede", "claim"], [])
    assert events.RightGiven(R.WERS, 0) in settle(met, {0: "claim"}).events
    claimed = replace(met, agenda=(Claiming(R.WERS, (1,), ()), *met.agenda[1:]))
    assert not claimed.agenda[0].is_coherent(claimed)


@pytest.mark.parametrize("declares", [0, 1])
def test_a_move_with_the_cap_can_lead_to_battle_whoever_declares_it(declares: int) -> None:
    """docs/rulings.md 142: a winner among the others circles a monster and takes a reward."""
    other = seat("orcs", R.NIKLEEN, units={"scout": 5})
    ours = capped(units={"maya": 1}, stock=(3, 0, 0), visited=(R.NIKLEEN,))
    table = settle(planned("move", ours, other), {0: "vanish"}).state
    words = [{0: "fight"}] if declares == 0 else [{0: "peace"}, {1: "fight"}]
    met = play_on(table, {0: "move Nikleen"}, *words)
    fought = settle(met.state, {0: "deploy none", 1: "deploy scout 3"})
    assert events.MonsterCircled(1, 2, 1) in fought.events
    assert offered(fought.state, 1)[:2] == ["decline", "loot"]
    step = settle(fought.state, {1: "plunder elementals wood 3"})
    assert events.Plundered(1, 0, 3, 0, 0) in step.events
    # The others hunt nothing, for the action is not theirs: next is what we hunt with the Maya.
    assert (offered(step.state, 0)[0], offered(step.state, 1)) == ("done", [])
    assert not settle(step.state, {0: "done"}).state.players[1].battled


def test_the_hydra_forces_a_battle_on_a_move_with_the_cap() -> None:
    """docs/rulings.md 142."""
    nagas = seat("nagas", R.DORTAL, units={}, own=HydraZone(hydra=R.NIKLEEN))
    table = settle(planned("move", capped(units={"maya": 2}), nagas), {0: "vanish"}).state
    step = settle(table, {0: "move Nikleen"})
    assert events.Met(R.NIKLEEN, (0, 1)) in step.events
    assert "deploy maya 2" in offered(step.state, 0)
    # The Nagas' own piece does not move in an action of somebody else.
    assert offered(table, 1) == []


def test_a_move_with_the_cap_is_a_visit() -> None:
    """docs/rulings.md 142: taverns and curses."""
    corner = next(at for at, corner in enumerate(CORNERS) if R.NIKLEEN in corner)
    gremlins = seat("gremlins", R.DORTAL, units={}, own=Taverns((corner,)))
    undead = seat("undead", R.DORTAL, units={}, own=Curses((R.NIKLEEN,)))
    ours = capped(units={"maya": 2}, stock=(2, 0, 0))
    table = settle(planned("move", ours, gremlins, undead), {0: "vanish"}).state
    step = settle(table, {0: "move Nikleen"})
    assert TollTaken(1, 0, 2, 0, 0) in step.events
    assert events.UnitLost(0, "maya") in step.events
    assert DotsFilled(1, 1, 1, 0) in step.events
    assert events.Received(0, 0, 0, 2, Source.REGION) in step.events


def test_zephyrs_bring_something_on_a_move_with_the_cap() -> None:
    """docs/rulings.md 142."""
    ours = capped(R.XELREE, units={"zephyr": 9}, fortresses=(R.WERS,))
    step = settle(settle(planned("move", ours), {0: "vanish"}).state, {0: "move Qliss"})
    assert UnitsBrought(0, "zephyr", 4) in step.events


def test_nobody_else_is_stirred_by_an_action_of_the_cap() -> None:
    """docs/rulings.md 142: War Drums raise what the Orcs perform."""
    orcs = seat("orcs", R.DORTAL, built=("war-drums",), own=Rage(rage=9))
    table = planned("wood", capped(), orcs)
    step = settle(table, {0: "vanish"})
    assert names_of(step.events)[:3] == ["ActedAlone", "Received", "ActionStarted"]
    # With the first action of all they may drum again.
    assert offered(step.state, 1) != []


@pytest.mark.parametrize("first", [0, 1])
def test_contract_and_gathering_ahead_come_before_the_cap(first: int) -> None:
    """docs/rulings.md 142: announcement, Contract, gathering ahead, Cap, first action."""
    demons = seat("demons", R.DORTAL, built=("contract",), stock=(0, 0, 2), artefacts=(R.TOGEED,))
    table = planned("build", capped(), demons, first=first)
    assert offered(table, 0) == []
    table = play_on(table, {1: "decline"}, {1: "decline"}).state
    assert (offered(table, 0), offered(table, 1)) == (["decline", "vanish"], [])


# The Crooked Mirror.


def mirrored(region: Region, **holding: object) -> Seated:
    board, player = seat("elementals", region, **holding)  # type: ignore[arg-type]
    player.built |= 1 << board.structure_index["crooked-mirror"]
    return board, player


def owner(*artefacts: Region, region: Region = R.DORTAL, faction: str = "undead") -> Seated:
    return seat(faction, region, units={}, artefacts=artefacts)


def test_an_opponents_artefact_is_copied_where_it_lay_on_the_usual_terms() -> None:
    """Russian rulebook, Elementals: the Crooked Mirror."""
    table = asking(at_table(mirrored(R.PASKAAR, stock=(12, 0, 0)), owner(R.PASKAAR)), Collecting(0))
    assert offered(table, 0) == ["decline", "copy for wood 12"]
    step = settle(table, {0: "copy for wood 12"})
    assert step.events == (events.Paid(0, 12, 0, 0, ()), ArtefactCopied(0, R.PASKAAR))
    assert own(step.state) == Wonders(copies=(R.PASKAAR,))
    assert step.state.players[0].artefacts == 0
    assert step.state.players[1].owns(R.PASKAAR)
    assert settle(table, {0: "decline"}).events == (events.Declined(0, "artefact"),)


@pytest.mark.parametrize(
    "why", ["no-mirror", "nobodys", "ours", "copied", "poor", "elsewhere", "barred", "rewarded"]
)
def test_where_nothing_can_be_copied(why: str) -> None:
    """Russian rulebook, Elementals: an opponent's artefact, on its terms; docs/rulings.md 143."""
    region = R.ESMORE if why == "elsewhere" else R.PASKAAR
    board, player = mirrored(region, stock=(11 if why == "poor" else 12, 0, 0))
    other = owner(R.PASKAAR)
    if why == "no-mirror":
        player.built = 0
    if why in ("nobodys", "ours"):
        other = bystander()
        player.artefacts = int(why == "ours")
    if why == "copied":
        player.own = Wonders(copies=(R.PASKAAR,))
    player.barred, player.rewarded = why == "barred", why == "rewarded"
    choices = offered(asking(at_table((board, player), other), Collecting(0)), 0)
    assert [text for text in choices if text.startswith("copy")] == []
    assert (choices == ["decline", "collect for wood 12"]) == (why == "nobodys")


@pytest.mark.parametrize(
    ("region", "holding"),
    [
        (R.FOLEN, {"foundations": {R.ESMORE: 1, R.LOX: 1, R.UGMAT: 1, R.ASANDER: 1}}),
        (R.ODMOOR, {"monsters": (2, 3, 5, 8), "fortresses": (R.QLISS,)}),
        (R.TOGEED, {"visited": (R.VURT, R.ROLGOY, R.HARRAX)}),
    ],
)
def test_a_copy_for_a_deed_costs_nothing(region: Region, holding: dict[str, object]) -> None:
    """Russian rulebook, Elementals: fulfil the conditions of getting it."""
    table = asking(at_table(mirrored(region, **holding), owner(region)), Collecting(0))
    assert offered(table, 0) == ["decline", "copy"]
    assert ArtefactCopied(0, region) in settle(table, {0: "copy"}).events
    without = asking(at_table(mirrored(region), owner(region)), Collecting(0))
    assert offered(without, 0) == []
    assert own(settle(table, {0: "copy"}).state).copies == (region,)


def test_a_copy_has_the_effect_of_our_board_and_cannot_be_taken() -> None:
    """Russian rulebook, Elementals: it cannot be taken in battle."""
    ours = mirrored(R.HARRAX, own=Wonders(copies=(R.PASKAAR, R.ODMOOR, R.TOGEED)), stock=RICH)
    table = at_table(ours, owner(R.PASKAAR, R.ODMOOR, R.TOGEED, region=R.HARRAX))
    assert shards_of(table, 0) == (Shard.TROPHY,)
    assert score_of(table, 0).artefacts == 1
    assert "build guiding-thread" in offered(asking(table, BuildingStarts(4)), 0)
    rewarding = asking(table, Rewarding(1, (0,), 0, ()))
    assert [text for text in offered(rewarding, 1) if text.startswith("seize")] == []


def test_whoever_takes_the_original_loses_the_copy() -> None:
    """Russian rulebook, Elementals: either the original or a copy."""
    ours = mirrored(R.HARRAX, own=Wonders(copies=(R.VURT, R.ODMOOR)))
    table = at_table(ours, owner(R.VURT, R.ODMOOR, region=R.HARRAX))
    step = settle(asking(table, Rewarding(0, (1,), 0, ())), {0: "seize Odmoor"})
    assert step.events == (
        events.RewardTaken(0, "seize"),
        events.ArtefactSeized(0, 1, R.ODMOOR),
        CopyVanished(0, R.ODMOOR),
    )
    assert own(step.state) == Wonders(copies=(R.VURT,))
    assert shards_of(step.state, 0) == (Shard.TROPHY,)


def test_what_works_once_works_with_the_copy_and_again_with_the_original() -> None:
    """docs/rulings.md 144."""
    table = asking(at_table(mirrored(R.VURT, stock=(0, 12, 0)), owner(R.VURT, region=R.VURT)), Collecting(0))
    copied = settle(table, {0: "copy for iron 12"})
    assert copied.events[1:] == (ArtefactCopied(0, R.VURT), events.MonsterCircled(0, 2, 1))
    taken = settle(asking(copied.state, Rewarding(0, (1,), 0, ())), {0: "seize Vurt"})
    assert taken.events[2:] == (
        CopyVanished(0, R.VURT),
        events.MonsterCircled(0, 3, 1),
        events.Received(0, 0, 0, 2, Source.MONSTER),
    )


def test_a_copy_stays_when_the_original_changes_hands() -> None:
    """docs/rulings.md 143."""
    ours = mirrored(R.YREEL, own=Wonders(copies=(R.ODMOOR,)))
    table = at_table(ours, owner(R.ODMOOR), owner(faction="elves"))
    step = settle(asking(table, Rewarding(2, (1,), 0, ())), {2: "seize Odmoor"})
    assert own(step.state).copies == (R.ODMOOR,)
    assert shards_of(step.state, 0) == (Shard.TROPHY,)


def test_an_artefact_that_generators_guard_can_be_copied() -> None:
    """docs/rulings.md 143: the Mechanisms' Generators keep it from being taken, not from being copied."""
    mechanisms = seat("mechanisms", R.PASKAAR, units={}, artefacts=(R.PASKAAR,), built=("generators",))
    table = at_table(mirrored(R.PASKAAR, stock=(12, 0, 0)), mechanisms)
    assert "copy for wood 12" in offered(asking(table, Collecting(0)), 0)
    assert "seize Paskaar" not in offered(asking(table, Rewarding(0, (1,), 0, ())), 0)


def test_demons_may_borrow_what_the_elementals_own() -> None:
    """Russian rulebook, Demons: the owner of an artefact loses nothing by a Contract."""
    demons = seat("demons", R.DORTAL, built=("contract",), stock=(0, 0, 2))
    table = planned("build", seat("elementals", artefacts=(R.ODMOOR,)), demons)
    step = settle(table, {1: "sign Odmoor"})
    assert shards_of(step.state, 0) == (Shard.TROPHY,)
    # What is only borrowed is owned by nobody, and so cannot be copied.
    borrowed = replace(step.state, agenda=())
    borrowed.players[0].artefacts = 0
    borrowed.players[0].region = R.ODMOOR
    assert offered(asking(borrowed, Collecting(0)), 0) == []


def test_a_concealed_artefact_is_nobodys_and_cannot_be_copied() -> None:
    """docs/rulings.md 143: the Tower of Illusions."""
    humans = seat(
        "humans", R.DORTAL, built=("tower-of-illusions",), own=Illusions((("artefact", R.PASKAAR),))
    )
    table = at_table(mirrored(R.PASKAAR, stock=(12, 0, 0)), humans)
    assert offered(asking(table, Collecting(0)), 0) == []


def test_in_a_shared_region_a_copy_needs_peace_or_a_victory() -> None:
    """docs/rulings.md 143: nobody claims what somebody owns."""
    ours = mirrored(R.PASKAAR, stock=(12, 0, 0), units={"maya": 1})
    table = at_table(ours, seat("undead", R.PASKAAR, units={"skeleton": 1}, artefacts=(R.PASKAAR,)))
    peaceful = play_on(asking(table, Meetings()), {0: "peace"}, {1: "peace"}, {0: "done"}, {1: "done"})
    assert "copy for wood 12" in offered(peaceful.state, 0)
    beaten = play_on(
        asking(table, Meetings()),
        {0: "fight"},
        {0: "deploy none", 1: "deploy skeleton 1"},
        {1: "loot"},
        {0: "done"},
    )
    assert [text for text in offered(beaten.state, 0) if text.startswith("copy")] == []


# Artefacts.


def test_the_artefact_of_paskaar_gives_a_point_per_shard_at_the_end() -> None:
    """Russian rulebook, Elementals: artefacts."""
    ours = seat("elementals", artefacts=(R.PASKAAR, R.ODMOOR), milestones=(1, 0, 0))
    assert score_of(at_table(ours, bystander()), 0).artefacts == 2
    assert score_of(at_table(seat("elementals", milestones=(1, 0, 0)), bystander()), 0).artefacts == 0


def test_the_artefact_of_vurt_beats_the_leftmost_monster_without_a_fight() -> None:
    """Russian rulebook, Elementals: resources at once, points at the end."""
    turn = gaining(seat("elementals", monsters=(2, 5)), R.VURT)
    assert turn.events == [events.MonsterCircled(0, 3, 1), events.Received(0, 0, 0, 2, Source.MONSTER)]
    assert deeds_done(turn.table, 0, Deed.VICTORIES) == 3
    assert not turn.player(0).hunted
    white = gaining(seat("elementals", monsters=(2, 3, 5, 8, 13, 19)), R.VURT)
    assert white.events == [events.MonsterCircled(0, 25, 5)]
    assert shards_of(white.table, 0) == (Shard.WHITE,)
    assert gaining(seat("elementals", monsters=(2, 3, 5, 8, 13, 19, 25, 32)), R.VURT).events == []


@pytest.mark.parametrize("artefact", [R.PASKAAR, R.DORTAL, R.ODMOOR, R.TOGEED])
def test_an_artefact_gives_nothing_again_with_another(artefact: Region) -> None:
    turn = gaining(seat("elementals", artefacts=(R.VURT, R.FOLEN)), artefact)
    assert (turn.events, turn.queued) == ([], [])


def test_the_mirror_copies_nothing_when_something_else_is_chosen() -> None:
    turn = Turn(at_table(mirrored(R.PASKAAR), owner(R.PASKAAR)))
    tell(Effect.collecting_offer_taken, turn, 0, Decline())
    assert turn.events == []


def test_the_artefact_of_folen_gives_ten_resources_of_any_kind() -> None:
    """Russian rulebook, Elementals: receive 10."""
    turn = gaining(seat("elementals"), R.FOLEN)
    assert turn.queued == [Taking(0, (10, 10, 10), 10)]
    table = asking(at_table(seat("elementals"), bystander()), *turn.queued)
    assert len(offered(table, 0)) == 66
    assert why_not(table, 0, "take wood 11") == "take-together count=10 most=((wood,10),(iron,10),(gold,10))"
    assert settle(table, {0: "take wood 4 iron 1 gold 5"}).state.players[0].stock == (4, 1, 5)


def test_with_the_artefact_of_togeed_arrows_do_not_count_but_all_else_does() -> None:
    """Russian rulebook, Elementals: all other conditions of building stay."""
    ours = seat("elementals", stock=(9, 9, 9), artefacts=(R.TOGEED,), built=("fire-palace",))
    table = building(ours, level=4)
    assert "build crooked-mirror" in offered(table, 0)
    assert (
        why_not(table, 0, "build magic-lamp")
        == "too-dear structure=magic-lamp costs=((wood,15)) held=((wood,9))"
    )
    assert why_not(table, 0, "build crystal-halls") == "crossed-out structure=crystal-halls rival=fire-palace"
    low = building(ours, level=1)
    assert why_not(low, 0, "build crooked-mirror") == "above-level structure=crooked-mirror needed=3 level=1"
    without = building(seat("elementals", stock=(9, 9, 9)), level=4)
    assert (
        why_not(without, 0, "build crooked-mirror")
        == "needs-first structure=crooked-mirror needs=(guiding-thread)"
    )


def hiring(region: Region = R.HARRAX, gold: int = 5, **holding: object) -> Seated:
    board, player = seat("elementals", region, stock=(0, 0, gold), artefacts=(R.DORTAL,), **holding)  # type: ignore[arg-type]
    player.built |= 1 << board.structure_index["floating-towers"]
    return board, player


def test_with_the_artefact_of_dortal_units_are_recruited_right_before_a_fight() -> None:
    """Russian rulebook, Elementals: before any combat; docs/rulings.md 145."""
    table = asking(at_table(hiring(units={"zephyr": 1}), bystander()), Fighting(0))
    assert sorted(offered(table, 0)) == [
        "done",
        "hunt 2 with zephyr 1",
        "hunt 2 with zephyr 1 zephyr+ 1",
        "hunt 2 with zephyr 1 zephyr+ 1 zephyr-kept 1",
        "hunt 2 with zephyr 1 zephyr+ 2",
        "hunt 2 with zephyr 1 zephyr-kept 1",
        "hunt 2 with zephyr 1 zephyr-kept 2",
        "hunt 2 with zephyr+ 1",
        "hunt 2 with zephyr+ 1 zephyr-kept 1",
        "hunt 2 with zephyr+ 2",
    ]
    step = settle(table, {0: "hunt 2 with zephyr 1 zephyr+ 2"})
    assert step.events[:4] == (
        events.MonsterFought(0, R.HARRAX, 2, (("zephyr", 1), ("zephyr+", 2)), 6, won=True),
        events.UnitsPerished(0, (("zephyr", 1),)),
        events.Paid(0, 0, 0, 4, ()),
        HiredForFight(0, (("zephyr", 2),)),
    )
    assert step.state.players[0].stock == (0, 0, 1)
    assert units_of(step.state, 0) == {}
    assert why_not(table, 0, "hunt 2 with zephyr+ 3") == "deploy-something"


def test_who_is_recruited_before_a_fight_may_be_kept() -> None:
    """Russian rulebook, Elementals: troops are recruited, as in a building action; docs/rulings.md 145."""
    table = asking(at_table(hiring(units={"zephyr": 1}), bystander()), Fighting(0))
    step = settle(table, {0: "hunt 2 with zephyr 1 zephyr-kept 2"})
    assert step.events[:4] == (
        events.MonsterFought(0, R.HARRAX, 2, (("zephyr", 1), ("zephyr-kept", 2)), 2, won=False),
        events.UnitsPerished(0, (("zephyr", 1),)),
        events.Paid(0, 0, 0, 4, ()),
        HiredForFight(0, (), (("zephyr", 2),)),
    )
    assert units_of(step.state, 0) == {"zephyr": 2}
    assert step.state.players[0].stock == (0, 0, 1)
    both = settle(table, {0: "hunt 2 with zephyr+ 1 zephyr-kept 1"})
    assert HiredForFight(0, (("zephyr", 1),), (("zephyr", 1),)) in both.events
    assert units_of(both.state, 0) == {"zephyr": 2}
    assert why_not(table, 0, "hunt 2 with zephyr-kept 1") == "deploy-something"


def test_in_a_battle_troops_are_recruited_and_kept_without_fighting() -> None:
    """docs/rulings.md 145: in a battle nobody need fight, and gold that became troops cannot be plundered."""
    table = asking(at_table(hiring(gold=5), seat("orcs", units={"scout": 2})), Battle(R.HARRAX, (0, 1)))
    step = settle(table, {0: "deploy zephyr-kept 2", 1: "deploy scout 1"})
    fought = step.events[0]
    assert isinstance(fought, events.BattleFought)
    assert (fought.powers, fought.winner) == ((0, 2), 1)
    assert units_of(step.state, 0) == {"zephyr": 2}
    assert [text for text in offered(step.state, 1) if "plunder" in text] == ["plunder elementals gold 1"]


def test_two_kinds_are_recruited_from_one_purse_with_the_powers_of_the_moment() -> None:
    """docs/rulings.md 145."""
    board, player = hiring(R.ROLGOY, gold=9, hunted=True)
    player.built |= 1 << board.structure_index["fire-palace"]
    player.milestones = (1, 0, 0)
    table = asking(at_table((board, player), bystander()), Fighting(0))
    assert why_not(table, 0, "siege Rolgoy with jazir+ 1 zephyr+ 2") != ""
    assert why_not(table, 0, "siege Rolgoy with jazir+ 1 zephyr+ 1") == ""
    combat = Combat(Foe.FORTRESS, R.ROLGOY)
    assert army_power(table, 0, (("jazir+", 1), ("zephyr+", 1)), combat) == 6
    won = settle(table, {0: "siege Rolgoy with zephyr+ 4"})
    assert HiredForFight(0, (("zephyr", 4),)) in won.events
    assert won.state.players[0].stock == (0, 0, 1 + 3)


def test_units_are_recruited_into_a_battle_between_players() -> None:
    """Russian rulebook, Elementals: at the step of secret deployment."""
    table = asking(at_table(hiring(), seat("orcs", units={"scout": 2})), Battle(R.HARRAX, (0, 1)))
    assert offered(table, 0) == [
        "deploy none",
        "deploy zephyr-kept 1",
        "deploy zephyr-kept 2",
        "deploy zephyr+ 1",
        "deploy zephyr+ 1 zephyr-kept 1",
        "deploy zephyr+ 2",
    ]
    assert why_not(table, 0, "deploy zephyr+ 3") == "deploy-at-most-as-served most=()"
    step = settle(table, {0: "deploy zephyr+ 2", 1: "deploy none"})
    assert HiredForFight(0, (("zephyr", 2),)) in step.events
    assert step.state.players[0].stock == (0, 0, 1)


def test_turs_that_were_recruited_for_the_fight_count_as_turs() -> None:
    """docs/rulings.md 145."""
    board, player = seat(
        "elementals", stock=(0, 0, 4), artefacts=(R.DORTAL,), units={"tur": 1}, built=("green-terraces",)
    )
    table = asking(at_table((board, player), bystander()), Fighting(0))
    step = settle(table, {0: "hunt 2 with tur 1 tur+ 2"})
    assert UnitsBrought(0, "tur", 3) in step.events


def test_whoever_recruits_nobody_for_a_fight_pays_nothing() -> None:
    table = asking(at_table(hiring(units={"zephyr": 2}), bystander()), Fighting(0))
    step = settle(table, {0: "hunt 2 with zephyr 2"})
    assert names_of(step.events) == ["MonsterFought", "UnitsPerished", "MonsterCircled"]
    assert step.state.players[0].stock == (0, 0, 5)


def test_nobody_is_recruited_for_a_fight_without_structure_gold_or_artefact() -> None:
    """docs/rulings.md 145: whom structures let one recruit."""
    without = seat("elementals", stock=RICH, artefacts=(R.DORTAL,))
    poor = hiring(gold=1)
    board, player = hiring()
    player.artefacts = 0
    for ours in (without, poor, (board, player)):
        assert offered(asking(at_table(ours, bystander()), Fighting(0)), 0) == []


def test_what_is_printed_on_the_board() -> None:
    """Russian rulebook, Elementals: points and levels; the artefact of Odmoor gives but its shard."""
    assert [(one.level, one.points) for one in ELEMENTALS.structures] == [
        *((1, 0), (2, 0), (3, 1), (4, 2), (1, 0), (2, 1), (3, 2)),
        *((2, 1), (2, 2), (4, 2), (4, 4)),
    ]
    assert [sum(one.price) for one in ELEMENTALS.structures] == [4, 6, 8, 15, 5, 4, 7, 6, 6, 10, 10]
    assert [artefact.terms for artefact in ELEMENTALS.artefacts] == [None] * len(ARTEFACT_REGIONS)
    changed = [region for region in REGIONS if ELEMENTALS.places[region] != PLACES[region]]
    assert changed == [R.BRYNNLORE, R.WERS]


def test_levels_follow_the_layout_of_the_boards() -> None:
    """Rulebook p. 7: units stand on the level of their structures; docs/rulings.md 199.

    Boards of the second box list them from the highest: "Jazir, Maya, Tur, Zephyr", and the left column of
    three of them as the structures of levels 1, 4, 2 and 3.
    """
    level = {one.name: one.level for one in ELEMENTALS.structures}
    homes = [level[HOME[unit]] for unit in ("jazir", "maya", "tur", "zephyr")]
    assert homes == sorted(homes, reverse=True)
    left = ("sands-of-time", "magic-lamp", "guiding-thread", "crooked-mirror")
    assert [level[name] for name in left] == [1, 4, 2, 3]
    for faction, column in (
        ("mechanisms", ("locator", "pneumatic-mail", "technopark", "proxy-server")),
        ("cultists", ("breath-of-the-lord", "advent", "eye-of-the-lord", "temple-of-the-lord")),
    ):
        other = {one.name: one.level for one in CONQUER.boards[faction].structures}
        assert [other[name] for name in column] == [1, 4, 2, 3]


def test_a_curse_takes_a_jazir_without_power_first() -> None:
    """docs/rulings.md 33: the weakest unit outside of battle."""
    ours = seat("elementals", units={"jazir": 1, "tur": 1})
    assert weakest_units(at_table(ours, bystander()), 0) == ("jazir",)


# Damaged states.


def damaged(table: Table, block: Mapping[str, Plain]) -> None:
    plain = CONQUER.encode_state(table)
    assert CONQUER.decode_state(plain) == table
    assert isinstance(plain, dict)
    players = plain["players"]
    assert isinstance(players, tuple)
    first = players[0]
    assert isinstance(first, dict)
    sound = first["own"]
    assert isinstance(sound, dict)
    changed = {**first, **{name: value for name, value in block.items() if name in first}}
    changed["own"] = {**sound, **{name: value for name, value in block.items() if name in sound}}
    with pytest.raises(MalformedState):
        CONQUER.decode_state({**plain, "players": (changed, *players[1:])})


@pytest.mark.parametrize(
    "block",
    [
        {"copies": ("Odmoor", "Paskaar")},
        {"copies": ("Folen",)},
        {"copies": ("Esmore",)},
        {"steps": 3},
        {"bag": 33},
        {"stowed": True},
        {"tempered": True},
        {"built": ("bottomless-bag", "crystal-halls"), "copies": ("Paskaar",)},
        {"built": ("crooked-mirror", "crystal-halls"), "bag": 1},
        {"built": ("crooked-mirror", "bottomless-bag"), "steps": 1},
        {"built": ("crooked-mirror", "bottomless-bag", "fire-palace", "crystal-halls")},
        {"built": ("crooked-mirror", "bottomless-bag", "floating-towers", "green-terraces")},
        {"units": {"zephyr": 1, "tur": 0, "maya": 0, "jazir": 0}},
    ],
)
def test_a_block_that_no_game_comes_to_is_refused(block: Mapping[str, Plain]) -> None:
    built = ("crooked-mirror", "bottomless-bag", "crystal-halls")
    ours = seat("elementals", stock=RICH, built=built, units={"maya": 1})
    damaged(building(ours, owner(R.PASKAAR, R.ODMOOR)), block)


def test_what_was_done_in_a_building_action_is_forgotten_after_it() -> None:
    ours = seat("elementals", built=("bottomless-bag",), own=Wonders(bag=1, stowed=True))
    table = replace(at_table(ours, bystander()), agenda=(Planning(),))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))
    going_on = building(seat("elementals", stock=RICH, built=("bottomless-bag",)))
    stowed = settle(going_on, {0: "stow gold 6"}).state
    assert isinstance(stowed.agenda[0], Building)
    assert CONQUER.decode_state(CONQUER.encode_state(stowed)) == stowed


@pytest.mark.parametrize(
    "stage",
    [
        Vanishing(1),
        Vanishing(2),
    ],
)
def test_a_question_that_no_game_comes_to_is_refused(stage: Stage) -> None:
    table = replace(at_table(capped(), bystander()), plan=("wood", "iron", "gold", "build"))
    assert not stage.is_coherent(replace(table, agenda=(stage, RoundEnds())))


def test_the_questions_that_games_come_to() -> None:
    table = replace(at_table(capped(), bystander()), plan=("wood", "iron", "gold", "build"))
    cap = Vanishing(0)
    assert cap.is_coherent(replace(table, agenda=(cap, RoundEnds())))
    assert not cap.is_coherent(replace(table, agenda=(cap, cap, RoundEnds())))
    assert not cap.is_coherent(replace(table, agenda=(cap, RoundEnds()), plan=()))
    assert not cap.is_coherent(replace(table, agenda=(cap, Rejoining(), RoundEnds()), alone=0))


@pytest.mark.parametrize("text", ["temper", "copy", "copy for gold 12", "stow wood 6", "vanish"])
def test_what_they_decide_reads_back_from_notation(text: str) -> None:
    assert CONQUER.notate(CONQUER.parse(text)) == text
    assert CONQUER.decode_decision(CONQUER.encode_decision(CONQUER.parse(text))) == CONQUER.parse(text)
