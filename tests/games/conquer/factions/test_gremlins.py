"""The Gremlins' board, rule by rule (Russian rulebook, Gremlins)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.events import (
    ArtefactCollected,
    BattleFought,
    BuildingFinished,
    Declined,
    FortressAttacked,
    MonsterCircled,
    MonsterFought,
    Moved,
    Paid,
    Plundered,
    Received,
    Stayed,
    StructureBuilt,
    UnitLost,
    UnitsJoined,
    UnitsPerished,
    UnitsRecruited,
)
from p2p_heroes.games.conquer.factions.gremlins import (
    GREMLINS,
    Discard,
    DotsFilled,
    Extorting,
    GoldStaked,
    Paying,
    Raising,
    Staking,
    TavernRaised,
    Taverns,
    TollTaken,
    TradeChosen,
    Trading,
)
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.factions.orcs import Rage
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ActionStarts
from p2p_heroes.games.conquer.resources import NOTHING, Bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source
from p2p_heroes.games.conquer.world import CORNERS, Region, realm
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Event, Open
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
)

R = Region
HOME = (R.JORVELD, R.ODMOOR, R.PASKAAR)
THREE_AT_KOSLEEN = (
    (R.ESMORE, R.FOLEN, R.KOSLEEN),
    (R.ESMORE, R.HARRAX, R.KOSLEEN),
    (R.JORVELD, R.KOSLEEN, R.PASKAAR),
)
STAY = {0: "stay", 1: "stay"}


def raised(*corners: tuple[Region, ...], own: Taverns | None = None) -> Taverns:
    sites = tuple(at for at, corner in enumerate(CORNERS) if corner in corners)
    assert len(sites) == len(corners)
    return replace(own or Taverns(), sites=sites)


def nobody(region: Region = R.WERS) -> Seated:
    """An opponent without units and resources, who is asked for nothing but the way."""
    return seat("gnomes", region, units={})


def tavern(corner: tuple[Region, ...]) -> str:
    return f"tavern {' '.join(map(str, corner))}"


def block(table: Table) -> Taverns:
    own = table.players[0].own
    assert isinstance(own, Taverns)
    return own


def stocks(table: Table) -> list[Bundle]:
    return [player.stock for player in table.players]


def only(events: tuple[Event, ...], *kinds: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


# Worked examples.


def test_the_business_plan_is_built_for_two_iron_and_two_gold_and_opens_the_brewery() -> None:
    """Russian rulebook, building: level 1 in an action of level 4, and nothing is required."""
    dana = seat("gremlins", stock=(0, 2, 2))
    table = asking(at_table(dana, nobody()), BuildingStarts(4))
    assert offered(table, 0) == ["done", "build business-plan"]
    step = settle(table, {0: "build business-plan"})
    assert step.events == (Paid(0, 0, 2, 2, ()), StructureBuilt(0, "business-plan", 1, 0, None))
    assert step.state.players[0].stock == NOTHING
    rich = seat("gremlins", stock=(2, 4, 2), built=("business-plan",))
    assert "build kvass-brewery" in offered(asking(at_table(rich, nobody()), BuildingStarts(2)), 0)


@pytest.mark.parametrize(
    ("structure", "needs"),
    [
        ("flea-market", ("bazaar",)),
        ("gaming-club", ("flea-market",)),
        ("pawnshop", ("flea-market", "blasting-kegs")),
        ("kvass-brewery", ("business-plan",)),
        ("trade-chamber", ("pawnshop",)),
        ("dragon-track", ("kvass-brewery",)),
    ],
)
def test_one_of_the_required_structures_is_enough(structure: str, needs: tuple[str, ...]) -> None:
    """Russian rulebook, required structures: the Pawnshop stands above two."""
    for built in ((), *((need,) for need in needs), needs):
        table = at_table(seat("gremlins", stock=(9, 9, 9), built=built), nobody())
        choices = offered(asking(table, BuildingStarts(4)), 0)
        assert (f"build {structure}" in choices) == bool(built)


def test_three_bouncers_for_six_gold_from_the_slums_just_built() -> None:
    """Russian rulebook, recruiting: the three of the start become six."""
    table = asking(at_table(seat("gremlins", stock=(4, 0, 6)), nobody()), BuildingStarts(1))
    step = play_on(table, {0: "build slums"}, {0: "recruit bouncer 3"})
    assert step.events == (
        Paid(0, 4, 0, 0, ()),
        StructureBuilt(0, "slums", 1, 0, None),
        UnitsRecruited(0, "bouncer", 3, 6),
    )
    assert units_of(step.state, 0) == {"bouncer": 6}
    assert step.state.players[0].stock == NOTHING


ARMY = {"flyer": 2, "pourer": 3, "bouncer": 6}


@pytest.mark.parametrize(("knights", "won"), [(9, True), (15, False)])
def test_two_pourers_four_bouncers_and_two_wood_have_power_14(knights: int, won: bool) -> None:
    """Russian rulebook, army power: what was sent is gone whatever the result, the wood too."""
    dana = seat("gremlins", R.QLISS, units=ARMY, stock=(5, 0, 0), built=("blasting-kegs",))
    foe = seat("undead", R.QLISS, units={"skeleton": knights})
    table = asking(at_table(dana, foe), Battle(R.QLISS, (0, 1)))
    step = settle(table, {0: "deploy bouncer 4 keg 2 pourer 2", 1: f"deploy skeleton {knights}"})
    sent = (("bouncer", 4), ("keg", 2), ("pourer", 2))
    fought = (sent, (("skeleton", knights),))
    assert step.events[:3] == (
        BattleFought(R.QLISS, (0, 1), fought, (14, knights), 0 if won else 1),
        UnitsPerished(0, (("bouncer", 4), ("pourer", 2))),
        Paid(0, 2, 0, 0, ()),
    )
    assert units_of(step.state, 0) == {"flyer": 2, "pourer": 1, "bouncer": 2}
    assert step.state.players[0].stock == (3, 0, 0)


def test_a_skipped_monster_and_two_kegs_against_power_8() -> None:
    """Russian rulebook, monsters: 4 + 3 are not enough, with 2 wood they are; the monster of 5 stays open."""
    dana = seat(
        "gremlins",
        R.QLISS,
        units={"pourer": 1, "bouncer": 3},
        stock=(2, 0, 0),
        built=("blasting-kegs",),
        monsters=(2, 3),
        points=1,
    )
    table = asking(at_table(dana, nobody()), Fighting(0))
    step = settle(table, {0: "hunt 8 with bouncer 3 keg 2 pourer 1"})
    sent = (("bouncer", 3), ("keg", 2), ("pourer", 1))
    assert step.events == (
        MonsterFought(0, R.QLISS, 8, sent, 9, won=True),
        UnitsPerished(0, (("bouncer", 3), ("pourer", 1))),
        Paid(0, 2, 0, 0, ()),
        MonsterCircled(0, 8, 2),
        Received(0, 2, 2, 2, Source.MONSTER),
    )
    assert units_of(step.state, 0) == {}
    assert step.state.players[0].monsters == 0b1011


def test_dana_loses_two_pourers_and_two_resources_to_lena() -> None:
    """Russian rulebook, battle of players: 5 cores of power 2 against 2 Pourers; 10 - 8 are taken."""
    dana = seat("gremlins", units={"pourer": 2}, stock=(3, 3, 3))
    lena = seat("mechanisms", units={"core": 5}, artefacts=(R.DORTAL,))
    table = asking(at_table(dana, lena), Battle(R.HARRAX, (0, 1)))
    step = play_on(table, {0: "deploy pourer 2", 1: "deploy core 5"}, {1: "plunder gremlins wood 1 gold 1"})
    assert only(step.events, BattleFought, MonsterCircled, Plundered, Received) == [
        BattleFought(R.HARRAX, (0, 1), ((("pourer", 2),), (("core", 5),)), (8, 10), 1),
        MonsterCircled(1, 2, 1),
        Plundered(1, 0, 1, 0, 1),
        Received(1, 1, 0, 1, Source.PLUNDER),
    ]
    assert [units_of(step.state, 0), units_of(step.state, 1)] == [{}, {}]
    assert stocks(step.state) == [(2, 3, 2), (1, 0, 1)]


def test_the_same_army_without_kegs_is_too_weak() -> None:
    dana = seat(
        "gremlins", R.QLISS, units={"pourer": 1, "bouncer": 3}, stock=(2, 0, 0), monsters=(2, 3), points=1
    )
    table = asking(at_table(dana, nobody()), Fighting(0))
    assert not [choice for choice in offered(table, 0) if "keg" in choice]
    [fought] = only(settle(table, {0: "hunt 8 with bouncer 3 pourer 1"}).events, MonsterFought)
    assert fought == MonsterFought(0, R.QLISS, 8, (("bouncer", 3), ("pourer", 1)), 7, won=False)


def seven_visits(pourers: int) -> Table:
    """Two opponents are about to stop in Kosleen among three taverns, a third in Paskaar at one."""
    return asking(
        at_table(
            seat("gremlins", R.WERS, units={"pourer": pourers}, own=raised(*THREE_AT_KOSLEEN)),
            seat("undead", R.HARRAX, stock=(4, 0, 2), units={}),
            seat("orcs", R.ESMORE, stock=(3, 3, 0), units={}),
            seat("elves", R.ODMOOR, stock=(0, 5, 3), units={}),
        ),
        Moving(3),
    )


MARCH = {0: "stay", 1: "move Kosleen", 2: "move Kosleen", 3: "move Paskaar"}


def test_seven_visits_make_a_point_and_leave_three_dots() -> None:
    """Russian rulebook, taverns: four players, 2 x 3 + 1 visits; each opponent chooses what to lose."""
    step = play_on(
        seven_visits(pourers=0),
        MARCH,
        {1: "discard gold 2"},
        {2: "discard wood 1 iron 1"},
        {3: "discard iron 2"},
    )
    assert only(step.events, TollTaken, Received, DotsFilled) == [
        TollTaken(0, 1, 0, 0, 2),
        TollTaken(0, 2, 1, 1, 0),
        TollTaken(0, 3, 0, 2, 0),
        Received(3, *PASKAAR_GIVES, Source.REGION),
        DotsFilled(0, visits=7, dots=3, points=1),
    ]
    own = block(step.state)
    assert own == raised(*THREE_AT_KOSLEEN, own=Taverns(dots=3, points=1))
    assert score_of(step.state, 0) == Score(structures=1)


PASKAAR_GIVES: Bundle = (2, 0, 0)


def test_the_next_visit_fills_the_fourth_dot() -> None:
    """Russian rulebook, taverns: one more visit, and the Business Plan is worth 2."""
    own = raised(*THREE_AT_KOSLEEN, own=Taverns(dots=3, points=1))
    others = (nobody(R.JORVELD), seat("orcs", R.ROLGOY, units={}), seat("elves", R.VURT, units={}))
    table = asking(at_table(seat("gremlins", R.WERS, units={}, own=own), *others), Moving(3))
    step = settle(table, {0: "stay", 1: "move Paskaar", 2: "stay", 3: "stay"})
    assert only(step.events, DotsFilled) == [DotsFilled(0, visits=1, dots=0, points=1)]
    assert block(step.state) == raised(*THREE_AT_KOSLEEN, own=Taverns(points=2))


def test_each_pourer_in_the_army_takes_one_more_once_a_region() -> None:
    """Russian rulebook, Pourers: with two of them each visitor loses four, however many taverns are there."""
    step = play_on(
        seven_visits(pourers=2),
        MARCH,
        {1: "discard wood 4"},
        {2: "discard wood 1 iron 3"},
        {3: "discard iron 1 gold 3"},
    )
    tolls = [TollTaken(0, 1, 4, 0, 0), TollTaken(0, 2, 1, 3, 0), TollTaken(0, 3, 0, 1, 3)]
    assert only(step.events, TollTaken) == tolls


@pytest.mark.parametrize("region", HOME)
def test_a_tavern_stands_in_each_of_its_three_regions(region: Region) -> None:
    """Russian rulebook, taverns: Jorveld, Odmoor and Paskaar."""
    table = at_table(seat("gremlins", region, own=raised(HOME)), nobody())
    assert army_power(table, 0, (("bouncer", 3),), Combat(Foe.MONSTER, region)) == 9


def test_kegs_fight_alone() -> None:
    """Russian rulebook, Blasting Kegs: nine wood and nobody against power 8."""
    dana = seat("gremlins", R.QLISS, units={}, stock=(9, 0, 0), built=("blasting-kegs",), monsters=(2, 3, 5))
    step = settle(asking(at_table(dana, nobody()), Fighting(0)), {0: "hunt 8 with keg 9"})
    assert step.events == (
        MonsterFought(0, R.QLISS, 8, (("keg", 9),), 9, won=True),
        Paid(0, 9, 0, 0, ()),
        MonsterCircled(0, 8, 2),
        Received(0, 2, 2, 2, Source.MONSTER),
    )


@pytest.mark.parametrize(("gold", "points"), [(0, 2), (2, 2), (3, 3), (7, 4)])
def test_the_gaming_club_is_worth_a_point_for_every_three_gold_staked(gold: int, points: int) -> None:
    """Russian rulebook, Gaming Club: the builder says how much gold it costs, from none at all."""
    dana = seat("gremlins", stock=(5, 0, 8), built=("flea-market",))
    table = settle(asking(at_table(dana, nobody()), BuildingStarts(3)), {0: "build gaming-club"}).state
    assert offered(table, 0) == [f"stake {much}" for much in range(9)]
    assert why_not(table, 0, "stake 9") == "stake-at-most gold=8"
    step = settle(table, {0: f"stake {gold}"})
    paid = (Paid(0, 0, 0, gold, ()),) if gold else ()
    assert step.events == (*paid, GoldStaked(0, gold, points - 2))
    assert step.state.players[0].stock == (0, 0, 8 - gold)
    assert score_of(step.state, 0) == Score(structures=1 + points)


def test_who_has_no_gold_is_not_asked_for_a_stake() -> None:
    dana = seat("gremlins", stock=(5, 0, 0), built=("flea-market",))
    step = settle(asking(at_table(dana, nobody()), BuildingStarts(3)), {0: "build gaming-club"})
    assert step.events == (Paid(0, 5, 0, 0, ()), StructureBuilt(0, "gaming-club", 3, 2, None))
    assert score_of(step.state, 0) == Score(structures=3)


@pytest.mark.parametrize(("region", "power"), [(R.ODMOOR, 9), (R.QLISS, 3)])
@pytest.mark.parametrize("foe", Foe)
def test_a_bouncer_has_power_3_where_a_tavern_is(region: Region, power: int, foe: Foe) -> None:
    """The board: a property of the Bouncer, in every kind of combat, without the Slums."""
    table = at_table(seat("gremlins", region, own=raised(HOME)), nobody())
    assert army_power(table, 0, (("bouncer", 3),), Combat(foe, region)) == power
    assert unit_power(table, 0, 0) == 1


# Taverns.


def built_plan(gold: int, region: Region = R.HARRAX, own: Taverns | None = None) -> Table:
    """A building action in which nobody builds is over but for its end."""
    dana = seat("gremlins", region, stock=(0, 0, gold), built=("business-plan",), own=own)
    return asking(at_table(dana, nobody()), BuildingStarts(1))


def test_a_tavern_is_raised_for_three_gold_at_the_end_of_a_building_action() -> None:
    """Russian rulebook, taverns; docs/rulings.md 97: even if nothing was built."""
    step = settle(built_plan(3), {0: "tavern Jorveld Odmoor Paskaar"})
    assert step.events == (Paid(0, 0, 0, 3, ()), TavernRaised(0, HOME))
    assert block(step.state) == raised(HOME)
    assert step.state.players[0].stock == NOTHING


def test_the_business_plan_works_in_the_action_that_builds_it() -> None:
    """Russian rulebook, building: an effect starts at once."""
    table = asking(at_table(seat("gremlins", stock=(0, 2, 5)), nobody()), BuildingStarts(1))
    table = settle(table, {0: "build business-plan"}).state
    assert offered(table, 0)[:2] == ["decline", "tavern Asander Brynnlore Harrax"]


def test_one_tavern_is_raised_in_an_action() -> None:
    step = settle(built_plan(9), {0: "tavern Jorveld Odmoor Paskaar"})
    assert offered(step.state, 0) == []
    assert step.state.agenda == ()


def test_a_tavern_may_be_declined() -> None:
    step = settle(built_plan(3), {0: "decline"})
    assert step.events == (Declined(0, "tavern"),)
    assert block(step.state) == Taverns()


def test_no_tavern_without_three_gold() -> None:
    assert offered(built_plan(2), 0) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tavern_is_raised_at_any_corner_of_regions_in_the_game(players: int) -> None:
    """Russian rulebook, taverns: never beside a region that is crossed out."""
    others = (nobody(), seat("orcs", R.ROLGOY), seat("elves", R.VURT))[: players - 1]
    dana = seat("gremlins", stock=(0, 0, 3), built=("business-plan",))
    corners = map(tavern, realm(players).corners)
    assert offered(asking(at_table(dana, *others), Raising(0, 3)), 0) == ["decline", *corners]


def test_a_corner_holds_one_tavern() -> None:
    """docs/rulings.md 98."""
    table = asking(at_table(seat("gremlins", stock=(0, 0, 3), own=raised(HOME)), nobody()), Raising(0, 3))
    reason = "not-a-corner-or-decline"
    assert why_not(table, 0, "tavern Jorveld Odmoor Paskaar") == reason
    assert why_not(table, 0, "tavern Harrax Kosleen Esmore") == reason
    assert why_not(table, 0, "tavern Esmore Harrax Kosleen") == ""


def test_no_corner_left_no_question() -> None:
    full = raised(*realm(2).corners)
    assert (
        offered(asking(at_table(seat("gremlins", stock=(0, 0, 3), own=full), nobody()), Raising(0, 3)), 0)
        == []
    )


def test_who_stands_beside_a_new_tavern_has_not_visited_it() -> None:
    """Russian rulebook, taverns: a visit is a movement into the region; to stay is none."""
    other = seat("undead", R.ODMOOR, stock=(5, 5, 5), units={})
    dana = seat("gremlins", R.WERS, units={}, own=raised(HOME))
    step = settle(asking(at_table(dana, other), Moving(2)), STAY)
    assert only(step.events, TollTaken, DotsFilled) == []
    assert stocks(step.state)[1] == (5, 5, 5)


def test_who_passes_through_visits_nothing() -> None:
    other = seat("undead", R.NIKLEEN, stock=(5, 5, 5), units={})
    own = raised((R.NIKLEEN, R.ODMOOR, R.ROLGOY), HOME)
    table = asking(at_table(seat("gremlins", R.WERS, units={}, own=own), other), Moving(9))
    [way] = [choice for choice in offered(table, 1) if choice.startswith("move Suleen")]
    assert "via" in way
    step = settle(table, {0: "stay", 1: way})
    assert only(step.events, TollTaken, DotsFilled) == []


def test_gremlins_pay_in_no_tavern() -> None:
    """Russian rulebook, taverns: opponents do."""
    dana = seat("gremlins", R.NIKLEEN, stock=(5, 5, 5), units={}, own=raised(HOME))
    step = settle(asking(at_table(dana, nobody()), Moving(4)), {0: "move Odmoor", 1: "stay"})
    assert only(step.events, TollTaken, DotsFilled) == []
    assert block(step.state) == raised(HOME)


def arrived(
    visitor: Seated, *, pourers: int = 0, artefacts: tuple[Region, ...] = ()
) -> tuple[Table, list[Event]]:
    """Somebody has gone from Nikleen to Odmoor, where a tavern stands."""
    dana = seat("gremlins", R.WERS, units={"pourer": pourers}, own=raised(HOME), artefacts=artefacts)
    step = settle(asking(at_table(dana, visitor), Moving(4)), {0: "stay", 1: "move Odmoor"})
    return step.state, only(step.events, TollTaken, Received, DotsFilled, UnitLost)


ODMOOR_GIVES: Bundle = (1, 1, 0)


def test_the_toll_comes_before_the_resources_of_the_region() -> None:
    """Russian rulebook, taverns; docs/rulings.md 99: whoever has less loses all and still is a visitor."""
    table, told = arrived(seat("undead", R.NIKLEEN, stock=(1, 0, 0), units={}))
    assert told == [
        TollTaken(0, 1, 1, 0, 0),
        Received(1, *ODMOOR_GIVES, Source.REGION),
        DotsFilled(0, visits=1, dots=1, points=0),
    ]
    assert stocks(table)[1] == ODMOOR_GIVES


def test_who_has_nothing_loses_nothing_and_visits_all_the_same() -> None:
    """docs/rulings.md 99: nor is there anything for the artefact of Odmoor."""
    table, told = arrived(seat("undead", R.NIKLEEN, units={}), artefacts=(R.ODMOOR,))
    assert told == [Received(1, *ODMOOR_GIVES, Source.REGION), DotsFilled(0, visits=1, dots=1, points=0)]
    assert offered(table, 0) == []


def test_who_has_one_kind_only_is_not_asked() -> None:
    table, told = arrived(seat("undead", R.NIKLEEN, stock=(0, 7, 0), units={}), pourers=1)
    assert told[0] == TollTaken(0, 1, 0, 3, 0)
    assert stocks(table)[1] == (1, 5, 0)


def test_a_visitor_chooses_among_all_ways_to_pay() -> None:
    """Russian rulebook, taverns: the visitor decides; an absent one pays in what is printed last."""
    table, told = arrived(seat("undead", R.NIKLEEN, stock=(2, 1, 1), units={}))
    assert told == []
    assert offered(table, 1) == [
        *("discard iron 1 gold 1", "discard wood 1 gold 1", "discard wood 1 iron 1", "discard wood 2")
    ]
    assert CONQUER.default(table, 1) == Discard((("iron", 1), ("gold", 1)))
    for wrong in ("discard gold 2", "discard wood 1", "discard rage 2", "decline", "take wood 2"):
        assert why_not(table, 1, wrong) == "discard-exactly count=2"


def test_pourers_are_counted_as_the_action_begins() -> None:
    """docs/rulings.md 100: a curse on their own way takes a Pourer, but the tavern still asks for three."""
    dana = seat("gremlins", R.UGMAT, units={"pourer": 1}, own=raised(HOME))
    visitor = seat("undead", R.NIKLEEN, stock=(9, 0, 0), units={}, own=Curses((R.XELREE,)))
    table = asking(at_table(dana, visitor), ActionStarts("move", 4))
    step = settle(table, {0: "move Xelree", 1: "move Odmoor"})
    assert only(step.events, UnitLost, TollTaken) == [UnitLost(0, "pourer"), TollTaken(0, 1, 3, 0, 0)]
    assert block(step.state).pouring == 0


def test_other_actions_count_no_pourers() -> None:
    table = at_table(seat("gremlins", units={"pourer": 2}), nobody())
    assert block(asking(table, ActionStarts("wood", 1))).pouring == 0


# Taverns and the factions of box 1.


def test_the_hydra_visits_no_tavern() -> None:
    """docs/rulings.md 101: it is no player."""
    nagas = seat("nagas", R.WERS, stock=(3, 3, 3), units={}, own=HydraZone(hydra=R.NIKLEEN))
    table = asking(at_table(seat("gremlins", R.XELREE, units={}, own=raised(HOME)), nagas), Moving(1))
    step = settle(table, {0: "stay", 1: "stay sending hydra Odmoor"})
    assert only(step.events, TollTaken, DotsFilled) == []
    assert stocks(step.state)[1] == (3, 3, 3)


def test_nagas_lose_resources_and_no_serpents() -> None:
    """docs/rulings.md 101."""
    table, told = arrived(seat("nagas", R.NIKLEEN, stock=(0, 1, 0), units={"serpent": 4}))
    assert told[0] == TollTaken(0, 1, 0, 1, 0)
    assert units_of(table, 1) == {"serpent": 4}


def test_orcs_lose_resources_and_no_rage() -> None:
    """docs/rulings.md 101."""
    table, told = arrived(seat("orcs", R.NIKLEEN, stock=(0, 1, 0), units={}, own=Rage(rage=5)))
    assert told[0] == TollTaken(0, 1, 0, 1, 0)
    assert table.players[1].own == Rage(rage=5)


def test_mechanisms_lose_wood_and_gold_and_no_cores() -> None:
    """docs/rulings.md 101."""
    table, told = arrived(seat("mechanisms", R.NIKLEEN, stock=(0, 0, 2), units={"core": 3}), pourers=1)
    assert told[0] == TollTaken(0, 1, 0, 0, 2)
    assert units_of(table, 1) == {"core": 4}
    assert stocks(table)[1] == (1, 0, 0)


def test_a_toll_takes_no_milestone_back() -> None:
    """Rulebook p. 5: what was reached stays circled."""
    visitor = seat("undead", R.NIKLEEN, stock=(0, 14, 0), units={}, milestones=(0, 1, 0))
    table, _ = arrived(visitor)
    assert stocks(table)[1] == (1, 13, 0)
    assert score_of(table, 1) == Score(resources=2)


def test_a_visitor_pays_the_toll_and_the_curse_takes_nothing_of_the_gremlins() -> None:
    """Both wait for visitors; each for its own opponents."""
    dana = seat("gremlins", R.NIKLEEN, stock=(3, 0, 0), units={"bouncer": 1}, own=raised(HOME))
    undead = seat("undead", R.JORVELD, stock=(3, 0, 0), units={}, own=Curses((R.ODMOOR,)))
    step = settle(asking(at_table(dana, undead), Moving(4)), {0: "move Odmoor", 1: "move Odmoor"})
    assert only(step.events, UnitLost, TollTaken) == [UnitLost(0, "bouncer"), TollTaken(0, 1, 2, 0, 0)]


# Structures.


@pytest.mark.parametrize("chosen", ["wood", "iron", "gold"])
def test_the_bazaar_adds_one_to_gathering_the_chosen_resource(chosen: str) -> None:
    """Russian rulebook, Bazaar: chosen when it is built, for the rest of the game."""
    table = asking(at_table(seat("gremlins", stock=(2, 2, 2)), nobody()), BuildingStarts(1))
    table = settle(table, {0: "build bazaar"}).state
    assert offered(table, 0) == ["trade wood", "trade iron", "trade gold"]
    assert why_not(table, 0, "trade rage") == "not-traded"
    step = settle(table, {0: f"trade {chosen}"})
    [told] = step.events
    assert isinstance(told, TradeChosen)
    assert str(told.resource) == chosen
    for name in ("wood", "iron", "gold"):
        [received, _] = only(started(step.state, Gathering(name, 2)).events, Received)
        assert isinstance(received, Received)
        assert received.wood + received.iron + received.gold == (3 if name == chosen else 2)


def test_the_bazaar_adds_nothing_to_other_income() -> None:
    """Russian rulebook, Bazaar: only the action counts."""
    dana = seat("gremlins", R.ASANDER, units={}, built=("bazaar",), own=Taverns(goods=("wood",)))
    table = asking(at_table(dana, nobody()), Moving(3))
    step = settle(table, {0: "move Brynnlore", 1: "stay"})
    assert only(step.events, Received) == []
    step = settle(asking(step.state, Moving(3)), {0: "move Esmore", 1: "stay"})
    assert only(step.events, Received) == [Received(0, 2, 0, 0, Source.REGION)]


def test_no_more_kegs_than_wood() -> None:
    dana = seat("gremlins", R.QLISS, units={}, stock=(1, 0, 0), built=("blasting-kegs",))
    table = asking(at_table(dana, nobody()), Fighting(0))
    assert offered(table, 0) == ["done", "hunt 2 with keg 1", "siege Qliss with keg 1"]
    empty = seat("gremlins", R.QLISS, units={}, built=("blasting-kegs",))
    assert offered(asking(at_table(empty, nobody()), Fighting(0)), 0) == []


def test_units_may_fight_without_kegs() -> None:
    dana = seat("gremlins", R.QLISS, units={"bouncer": 3}, stock=(4, 0, 0), built=("blasting-kegs",))
    step = settle(asking(at_table(dana, nobody()), Fighting(0)), {0: "hunt 2 with bouncer 3"})
    assert step.state.players[0].stock[0] >= 4
    assert only(step.events, Paid) == []


def test_the_flea_market_gives_two_resources_for_a_structure_on_a_foundation() -> None:
    """The board; Russian rulebook, building: the effect starts before the foundation, so for its own too."""
    dana = seat("gremlins", R.ESMORE, stock=(2, 3, 0), built=("bazaar",))
    table = asking(at_table(dana, nobody()), BuildingStarts(2))
    step = settle(table, {0: "build flea-market on Esmore"})
    assert step.events == (Paid(0, 2, 3, 0, ()), StructureBuilt(0, "flea-market", 2, 1, R.ESMORE))
    assert offered(step.state, 0) == [
        *("take gold 2", "take iron 1 gold 1", "take iron 2"),
        *("take wood 1 gold 1", "take wood 1 iron 1", "take wood 2"),
    ]
    assert why_not(step.state, 0, "take wood 3") == "take-together count=2 most=((wood,2),(iron,2),(gold,2))"
    after = settle(step.state, {0: "take wood 1 iron 1"})
    assert after.events == (Received(0, 1, 1, 0, Source.EFFECT),)


def test_the_flea_market_gives_nothing_without_a_foundation() -> None:
    dana = seat("gremlins", R.ESMORE, stock=(4, 0, 0), built=("bazaar", "flea-market"))
    table = asking(at_table(dana, nobody()), BuildingStarts(1))
    step = settle(table, {0: "build slums"})
    assert step.events == (Paid(0, 4, 0, 0, ()), StructureBuilt(0, "slums", 1, 0, None))


def test_the_stake_comes_before_what_the_flea_market_finds() -> None:
    """docs/rulings.md 102: it is a part of the price."""
    dana = seat("gremlins", R.ESMORE, stock=(5, 0, 1), built=("flea-market",))
    table = asking(at_table(dana, nobody()), BuildingStarts(3))
    table = settle(table, {0: "build gaming-club on Esmore"}).state
    assert offered(table, 0) == ["stake 0", "stake 1"]
    assert offered(settle(table, {0: "stake 1"}).state, 0)[0] == "take gold 2"


@pytest.mark.parametrize("built", [(), ("pawnshop",)])
def test_the_pawnshop_doubles_what_a_fortress_gives(built: tuple[str, ...]) -> None:
    """The board: the resources of a seized fortress."""
    dana = seat("gremlins", R.ROLGOY, units={"flyer": 1}, built=built)
    step = settle(asking(at_table(dana, nobody()), Fighting(0)), {0: "siege Rolgoy with flyer 1"})
    gold = 6 if built else 3
    assert step.events == (
        FortressAttacked(0, R.ROLGOY, 6, (("flyer", 1),), 9, 2, won=True),
        UnitsPerished(0, (("flyer", 1),)),
        Received(0, 0, 0, gold, Source.FORTRESS),
    )


def test_the_pawnshop_doubles_no_reward_of_a_battle() -> None:
    """docs/rulings.md 103: fortresses only, not the monster that is looted."""
    dana = seat("gremlins", units={}, built=("pawnshop",), monsters=(2, 3))
    table = asking(at_table(dana, nobody(R.HARRAX)), Rewarding(0, (1,), 0, (3,)))
    [received] = only(settle(table, {0: "loot"}).events, Received)
    assert received == Received(0, 2, 2, 2, Source.LOOT)


@pytest.mark.parametrize(("stock", "points"), [((2, 2, 2), 0), ((3, 2, 2), 1), ((9, 9, 9), 3)])
def test_the_trade_chamber_counts_a_point_for_every_seven_resources_left(stock: Bundle, points: int) -> None:
    """The board: at the end of the game."""
    table = at_table(seat("gremlins", stock=stock, built=("trade-chamber",)), nobody())
    assert score_of(table, 0) == Score(structures=2 + points)


@pytest.mark.parametrize(
    ("structure", "unit", "price"),
    [("slums", "bouncer", 2), ("kvass-brewery", "pourer", 3), ("dragon-track", "flyer", 5)],
)
def test_what_each_structure_recruits(structure: str, unit: str, price: int) -> None:
    """The board."""
    table = at_table(seat("gremlins", stock=(0, 0, price), built=(structure,)), nobody())
    step = settle(asking(table, BuildingStarts(1)), {0: f"recruit {unit} 1"})
    assert step.events == (UnitsRecruited(0, unit, 1, price),)
    assert offered(asking(table, BuildingStarts(1)), 0) == ["done", *(f"recruit {unit} {n}" for n in (1,))]


def test_the_printed_points_of_all_structures() -> None:
    """The board: 1 + 1 + 2 + 2 + 2 + 3."""
    built = [structure.name for structure in GREMLINS.structures]
    assert score_of(at_table(seat("gremlins", built=built), nobody()), 0) == Score(structures=11)


# Artefacts.


def test_the_artefact_of_paskaar_gives_a_movement_point_for_each_flyer() -> None:
    dana = seat("gremlins", R.WERS, units={"flyer": 2}, artefacts=(R.PASKAAR,))
    step = settle(asking(at_table(dana, nobody(R.ASANDER)), Moving(1)), STAY)
    assert only(step.events, Stayed) == [Stayed(0, R.WERS, 0, left=3), Stayed(1, R.ASANDER, 0, left=1)]


def test_the_artefact_of_vurt_raises_three_taverns_at_once_for_nothing() -> None:
    """Russian rulebook, artefacts: without the Business Plan too; docs/rulings.md 104: none is declined."""
    table = asking(at_table(seat("gremlins", R.VURT, units={}, stock=(0, 12, 0)), nobody()), Collecting(0))
    table = settle(table, {0: "collect for iron 12"}).state
    assert offered(table, 0)[0] == "tavern Asander Brynnlore Harrax"
    assert why_not(table, 0, "decline") == "not-a-corner"
    step = play_on(
        table,
        {0: "tavern Esmore Folen Kosleen"},
        {0: "tavern Esmore Harrax Kosleen"},
        {0: "tavern Jorveld Kosleen Paskaar"},
    )
    assert step.events == tuple(TavernRaised(0, corner) for corner in THREE_AT_KOSLEEN)
    assert block(step.state) == raised(*THREE_AT_KOSLEEN)
    assert step.state.agenda == ()


def test_the_taverns_of_vurt_score_without_the_business_plan_and_the_artefact() -> None:
    """Russian rulebook, artefacts; docs/rulings.md 105: also once it is lost."""
    dana = seat("gremlins", R.WERS, units={}, own=raised(*THREE_AT_KOSLEEN))
    table = asking(at_table(dana, seat("undead", R.HARRAX, units={})), Moving(4))
    step = settle(table, {0: "stay", 1: "move Kosleen"})
    assert only(step.events, DotsFilled) == [DotsFilled(0, visits=3, dots=1, points=1)]
    assert score_of(step.state, 0) == Score(structures=1)


@pytest.mark.parametrize(("corners", "more"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_the_artefact_of_dortal_strengthens_for_every_two_taverns(corners: int, more: int) -> None:
    own = raised(*THREE_AT_KOSLEEN[:corners])
    dana = seat("gremlins", R.WERS, units={"flyer": 1}, artefacts=(R.DORTAL,), own=own)
    table = at_table(dana, nobody(R.ASANDER))
    assert army_power(table, 0, (("flyer", 1),), Combat(Foe.MONSTER, R.WERS)) == 9 + more


def test_the_artefact_of_dortal_needs_a_unit_that_kegs_do_not() -> None:
    """docs/rulings.md 106."""
    own = raised(*THREE_AT_KOSLEEN)
    dana = seat("gremlins", R.WERS, stock=(5, 0, 0), artefacts=(R.DORTAL,), own=own, built=("blasting-kegs",))
    table = at_table(dana, nobody(R.ASANDER))
    fight = Combat(Foe.MONSTER, R.WERS)
    assert army_power(table, 0, (("keg", 5),), fight) == 5
    assert army_power(table, 0, (("bouncer", 1), ("keg", 5)), fight) == 7


FOUR = {R.ASANDER: 1, R.ESMORE: 1, R.JORVELD: 1, R.LOX: 1}


def test_the_artefact_of_folen_takes_ten_resources_of_the_opponents() -> None:
    """Russian rulebook, artefacts: the Gremlins say from whom and which; a milestone can be reached."""
    table = at_table(
        seat("gremlins", R.FOLEN, units={}, stock=(9, 0, 0), foundations=FOUR),
        seat("undead", R.WERS, stock=(4, 4, 4)),
        seat("orcs", R.ROLGOY, stock=(1, 0, 9), own=Rage(rage=7)),
    )
    table = settle(asking(table, Collecting(0)), {0: "collect"}).state
    for wrong in (
        "plunder undead wood 4 orcs gold 7",
        "plunder undead wood 5 orcs gold 5",
        "decline",
        "plunder elves wood 10",
    ):
        assert why_not(table, 0, wrong) == "plunder-opponents count=10"
    step = settle(table, {0: "plunder undead wood 4 orcs wood 1 gold 5"})
    assert only(step.events, Plundered, Received) == [
        Plundered(0, 2, 1, 0, 5),
        Received(0, 1, 0, 5, Source.PLUNDER),
        Plundered(0, 1, 4, 0, 0),
        Received(0, 4, 0, 0, Source.PLUNDER),
    ]
    assert stocks(step.state) == [(14, 0, 5), (0, 4, 4), (0, 0, 4)]
    assert step.state.players[0].milestones == (1, 0, 0)
    assert step.state.players[2].own == Rage(rage=7)


def test_the_artefact_of_folen_takes_fewer_than_ten_if_the_gremlins_like() -> None:
    """docs/rulings.md 107: they choose the amount and the kind."""
    dana = seat("gremlins", R.FOLEN, units={}, foundations=FOUR)
    table = at_table(dana, seat("undead", R.WERS, stock=(9, 9, 9)))
    table = settle(asking(table, Collecting(0)), {0: "collect"}).state
    assert offered(table, 0)[0] == "plunder undead iron 1 gold 9", "who is away takes all"
    step = settle(table, {0: "plunder undead gold 3"})
    assert stocks(step.state) == [(0, 0, 3), (9, 9, 6)]


def test_the_artefact_of_folen_takes_no_more_than_there_is() -> None:
    """docs/rulings.md 107."""
    dana = seat("gremlins", R.FOLEN, units={}, foundations=FOUR)
    table = at_table(dana, seat("nagas", R.WERS, stock=(1, 2, 3), units={"serpent": 5}))
    table = settle(asking(table, Collecting(0)), {0: "collect"}).state
    assert offered(table, 0)[0] == "plunder nagas wood 1 iron 2 gold 3"
    step = settle(table, {0: "plunder nagas wood 1 iron 2 gold 3"})
    assert step.events == (Plundered(0, 1, 1, 2, 3), Received(0, 1, 2, 3, Source.PLUNDER))
    assert units_of(step.state, 1) == {"serpent": 5}


def test_the_artefact_of_folen_takes_nothing_where_there_is_nothing() -> None:
    """docs/rulings.md 107."""
    dana = seat("gremlins", R.FOLEN, units={}, foundations=FOUR)
    table = at_table(dana, nobody(), seat("mechanisms", R.ROLGOY, units={"core": 9}))
    step = settle(asking(table, Collecting(0)), {0: "collect"})
    assert step.events == (ArtefactCollected(0, R.FOLEN),)
    assert units_of(step.state, 2) == {"core": 9}


@pytest.mark.parametrize(("artefact", "asked"), [(R.VURT, "tavern"), (R.FOLEN, "extort")])
def test_what_an_artefact_does_at_once_happens_again_when_it_is_won_back(
    artefact: Region, asked: str
) -> None:
    """docs/rulings.md 24."""
    dana = seat("gremlins", units={}, own=raised(HOME))
    loser = seat("undead", units={}, stock=(9, 9, 9), artefacts=(artefact,))
    table = asking(at_table(dana, loser), Rewarding(0, (1,), 0, ()))
    table = settle(table, {0: f"seize {artefact}"}).state
    need = CONQUER.pending(table)
    assert isinstance(need, Open)
    assert [(ask.seat, ask.kind) for ask in need.requests] == [(0, asked)]


def test_the_artefact_of_vurt_fills_the_corners_that_are_left() -> None:
    """docs/rulings.md 104."""
    *most, last, first = realm(2).corners
    dana = seat("gremlins", units={}, own=raised(*most, last))
    step = started(at_table(dana, nobody()), *[Raising(0, 0)] * 3)
    assert step.events == (TavernRaised(0, first),)
    assert block(step.state) == raised(*realm(2).corners)
    assert step.state.agenda == ()


def test_an_absent_player_raises_no_tavern_for_gold_stakes_nothing_and_trades_wood() -> None:
    """The first choice is the one that costs least."""
    rich = seat("gremlins", stock=(9, 9, 9), own=raised(HOME))
    stages: list[tuple[Stage, str]] = [
        (Raising(0, 3), "decline"),
        (Raising(0, 0), "tavern Asander Brynnlore Harrax"),
        (Staking(0), "stake 0"),
        (Trading(0), "trade wood"),
        (Extorting(0, 10), "plunder undead iron 5 gold 5"),
    ]
    for stage, choice in stages:
        table = asking(at_table(rich, seat("undead", R.WERS, stock=(5, 5, 5))), stage)
        assert CONQUER.notate(CONQUER.default(table, 0)) == choice
        assert why_not(table, 0, choice) == ""


def test_the_artefact_of_odmoor_gives_a_resource_for_each_opponent_who_lost_some() -> None:
    """Russian rulebook, taverns: once for each, whatever is lost; after all have arrived, before battles."""
    table = at_table(
        seat("gremlins", R.WERS, units={}, own=raised(*THREE_AT_KOSLEEN), artefacts=(R.ODMOOR,)),
        seat("undead", R.HARRAX, stock=(5, 0, 0), units={}),
        seat("orcs", R.ESMORE, stock=(0, 5, 0), units={}),
    )
    march = {0: "stay", 1: "move Kosleen", 2: "move Kosleen"}
    step = settle(asking(table, Moving(3)), march)
    assert only(step.events, TollTaken, DotsFilled) == [
        TollTaken(0, 1, 2, 0, 0),
        TollTaken(0, 2, 0, 2, 0),
        DotsFilled(0, visits=6, dots=0, points=2),
    ]
    assert "Met" not in [type(event).__name__ for event in step.events]
    assert len(offered(step.state, 0)) == 6
    after = settle(step.state, {0: "take wood 1 gold 1"})
    assert [type(event).__name__ for event in after.events] == ["Received", "Met"]
    assert after.events[0] == Received(0, 1, 0, 1, Source.EFFECT)
    assert block(after.state).fleeced == 0


def test_two_flyers_come_with_the_artefact_of_togeed() -> None:
    mountains = (R.BRYNNLORE, R.HARRAX, R.ROLGOY)
    dana = seat("gremlins", R.TOGEED, units={}, visited=mountains)
    step = settle(asking(at_table(dana, nobody()), Collecting(0)), {0: "collect"})
    assert step.events == (ArtefactCollected(0, R.TOGEED), UnitsJoined(0, "flyer", 2))


@pytest.mark.parametrize("artefact", [R.VURT, R.FOLEN])
def test_an_artefact_works_once_and_not_with_another(artefact: Region) -> None:
    """Gaining one asks nothing of the other that is owned already."""
    dana = seat("gremlins", R.PASKAAR, units={}, stock=(12, 0, 0), artefacts=(artefact,))
    table = at_table(dana, seat("undead", R.WERS, stock=(9, 9, 9)))
    step = settle(asking(table, Collecting(0)), {0: "collect for wood 12"})
    assert step.events == (Paid(0, 12, 0, 0, ()), ArtefactCollected(0, R.PASKAAR))


def test_building_something_else_asks_for_no_trade_and_no_stake() -> None:
    dana = seat("gremlins", stock=(4, 0, 9), built=("bazaar", "flea-market", "gaming-club"))
    step = settle(asking(at_table(dana, nobody()), BuildingStarts(1)), {0: "build slums"})
    assert step.events == (Paid(0, 4, 0, 0, ()), StructureBuilt(0, "slums", 1, 0, None))
    assert settle(step.state, {0: "done"}).events == (BuildingFinished(0),)


# The board as data.


def test_movement_costs_and_starting_units() -> None:
    """The board: 2, 3, 2, 1 and three Bouncers."""
    assert GREMLINS.costs.by_terrain == (2, 2, 1, 3)
    assert {unit.name: (unit.power, unit.price, unit.start) for unit in GREMLINS.units} == {
        "bouncer": (1, 2, 3),
        "pourer": (4, 3, 0),
        "flyer": (9, 5, 0),
    }
    table = asking(at_table(seat("gremlins", R.ASANDER), nobody()), Moving(4))
    step = settle(table, {0: "move Esmore via Brynnlore", 1: "stay"})
    assert step.events[0] == Moved(0, R.ASANDER, R.ESMORE, (R.BRYNNLORE,), bought=0, spent=4, left=0)


UNSOUND = {
    "sites out of order": Taverns(sites=(17, 3)),
    "a site twice": Taverns(sites=(3, 3)),
    "a site that is not on the map": Taverns(sites=(99,)),
    "a site beside a region out of the game": raised((R.BRYNNLORE, R.CERNESS, R.ESMORE)),
    "too many dots": Taverns(dots=2),
    "too many who paid": Taverns(fleeced=2),
    "two goods": Taverns(goods=("wood", "iron")),
    "goods that nobody gathers": Taverns(goods=("rage",)),
    "more points than can be made": Taverns(points=1000),
    "more of a bonus than can be staked for": Taverns(bonus=1000),
    "more visits than there are visitors": Taverns(visits=1000),
    "more Pourers than can be had": Taverns(pouring=1000),
}


@pytest.mark.parametrize("own", UNSOUND.values(), ids=UNSOUND)
def test_a_block_that_no_game_can_come_to_is_refused(own: Taverns) -> None:
    table = asking(at_table(seat("gremlins", own=own), nobody()), Moving(1))
    with pytest.raises(MalformedState, match="no game can come to this"):
        CONQUER.decode_state(CONQUER.encode_state(table))


ASKED: list[tuple[Stage, Stage]] = [
    (Raising(0, 3), Raising(1, 3)),
    (Raising(0, 0), Raising(0, 4)),
    (Raising(0, 3), Raising(0, 2)),
    (Paying(0, 1, 2), Paying(1, 0, 2)),
    (Paying(0, 1, 2), Paying(0, 0, 2)),
    (Paying(0, 1, 2), Paying(0, 2, 2)),
    (Paying(0, 1, 2), Paying(0, 1, 1)),
    (Paying(0, 1, 1001), Paying(0, 1, 1002)),
    (Trading(0), Trading(1)),
    (Staking(0), Staking(1)),
    (Extorting(0, 10), Extorting(2, 10)),
]


@pytest.mark.parametrize(("right", "wrong"), ASKED)
def test_only_gremlins_come_to_their_questions(right: Stage, wrong: Stage) -> None:
    table = at_table(seat("gremlins", stock=(5, 5, 5)), seat("undead", R.WERS, stock=(400, 400, 400)))
    asked = asking(table, right)
    assert CONQUER.decode_state(CONQUER.encode_state(asked)) == asked
    later = asking(table, Raising(0, 3))
    broken = replace(later, agenda=(*later.agenda, wrong))
    with pytest.raises(MalformedState, match="no game can come to this"):
        CONQUER.decode_state(CONQUER.encode_state(broken))


def test_who_is_forged_to_pay_twice_counts_once() -> None:
    """Whatever is read back can be answered and read back again."""
    table = at_table(seat("gremlins"), seat("undead", R.WERS, stock=(9, 9, 9)))
    table = asking(table, Paying(0, 1, 2), Paying(0, 1, 2), Paying(0, 1, 2))
    for _ in range(2):
        table = CONQUER.decode_state(CONQUER.encode_state(table))
        table = settle(table, {1: "discard wood 2"}).state
        assert block(table).fleeced == 1
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table


def test_what_they_decide_reads_back_from_notation() -> None:
    texts = [
        *("tavern Jorveld Odmoor Paskaar", "discard wood 1 gold 1"),
        *("take iron 2", "trade gold", "stake 7"),
    ]
    for text in texts:
        said: Decision = CONQUER.parse(text)
        assert CONQUER.notate(said) == text
        assert CONQUER.decode_decision(CONQUER.encode_decision(said)) == said
