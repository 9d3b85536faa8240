"""What factions do to each other: rules that meet only where several boards are at one table."""

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import BuildingEnds, BuildingStarts
from p2p_heroes.games.conquer.factions.humans import Illusions, WoodExchanged
from p2p_heroes.games.conquer.factions.nagas import HydraPerished, HydraZone
from p2p_heroes.games.conquer.factions.orcs import Rage
from p2p_heroes.games.conquer.factions.undead import Curses, RegionCursed
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Meeting, Meetings
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ActionStarts, Planning, RoundEnds
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.state import Stage
from p2p_heroes.games.conquer.terms import Source
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.kit.frozen import replace
from tests.support.conquer import (
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

TOWER = ("town-hall", "tower-of-illusions")


def test_the_hydra_cannot_leave_by_a_concealed_portal() -> None:
    """Rulebook pp. 15, 17; docs/rulings.md 30."""
    table = at_table(
        seat("nagas", Region.FOLEN, own=HydraZone(hydra=Region.HARRAX)),
        seat("humans", Region.ESMORE, built=TOWER, own=Illusions((("portal", Region.HARRAX),))),
    )
    sent = [choice for choice in offered(asking(table, Moving(1)), 0) if choice.startswith("stay sending")]
    by_land = ("Asander", "Brynnlore", "Dortal", "Esmore", "Jorveld", "Kosleen", "Nikleen")
    assert sent == [f"stay sending hydra {region}" for region in by_land]


def test_the_hydra_cannot_besiege_a_concealed_fortress() -> None:
    """Rulebook pp. 15, 17."""
    table = at_table(
        seat("nagas", Region.FOLEN, units={}, own=HydraZone(hydra=Region.QLISS)),
        seat("humans", Region.ESMORE, built=TOWER, own=Illusions((("fortress", Region.QLISS),))),
    )
    assert offered(asking(table, Fighting(0)), 0) == ["done", "hunt 2 with hydra 1"]


def test_portals_that_are_free_for_the_elves_stay_closed_where_the_humans_conceal_them() -> None:
    """Rulebook pp. 11, 15; docs/rulings.md 30."""
    table = at_table(
        seat("elves", Region.HARRAX, artefacts=(Region.TOGEED,)),
        seat("humans", Region.ESMORE, built=TOWER, own=Illusions((("portal", Region.YREEL),))),
    )
    moves = offered(asking(table, Moving(0)), 0)
    assert moves == ["stay", "move Suleen"]


def test_undead_do_not_curse_through_a_portal_that_was_concealed_before() -> None:
    """Rulebook pp. 11, 15-16; docs/rulings.md 30, 36."""
    table = at_table(
        seat("undead", Region.HARRAX, stock=(0, 0, 3), built=("plague-column",)),
        seat("humans", Region.ESMORE, built=TOWER, own=Illusions((("portal", Region.HARRAX),))),
    )
    curses = offered(asking(table, BuildingEnds()), 0)
    assert "curse Esmore" in curses
    assert "curse Yreel" not in curses


def test_a_curse_takes_the_hydra_of_an_army_without_serpents_that_arrives_with_it() -> None:
    """Rulebook p. 16; docs/rulings.md 33, 34."""
    table = at_table(
        seat("nagas", Region.FOLEN, units={}, own=HydraZone(hydra=Region.FOLEN)),
        seat("undead", Region.ESMORE, own=Curses((Region.KOSLEEN,))),
    )
    step = play_on(asking(table, Moving(1)), {0: "move Kosleen sending hydra Kosleen", 1: "stay"})
    assert HydraPerished(0, Region.KOSLEEN) in step.events
    assert step.state.players[0].own == HydraZone()


def test_a_curse_spares_the_hydra_that_enters_alone() -> None:
    """Docs/rulings.md 34."""
    table = at_table(
        seat("nagas", Region.FOLEN, units={}, own=HydraZone(hydra=Region.FOLEN)),
        seat("undead", Region.ESMORE, own=Curses((Region.KOSLEEN,))),
    )
    step = play_on(asking(table, Moving(1)), {0: "stay sending hydra Kosleen", 1: "stay"})
    assert step.state.players[0].own == HydraZone(hydra=Region.KOSLEEN)


def test_a_curse_outlasts_the_flooding_of_its_region() -> None:
    """Rulebook p. 16: a change of terrain does not touch the curse."""
    table = with_terrain(
        at_table(
            seat("orcs", Region.NIKLEEN, units={"scout": 2}),
            seat("undead", Region.ASANDER, own=Curses((Region.HARRAX,))),
        ),
        Region.HARRAX,
        Terrain.LAKE,
    )
    step = play_on(asking(table, Moving(3)), {0: "move Harrax", 1: "stay"})
    assert events.UnitLost(0, "scout") in step.events


def test_a_curse_can_take_the_serpent_that_was_to_flood_the_region() -> None:
    """Docs/rulings.md 23: what happens at the end of a building action goes in turn order."""
    table = at_table(
        seat("undead", Region.VURT, stock=(0, 0, 3), built=("plague-column",)),
        seat("nagas", Region.VURT, units={"serpent": 1}, built=("geyser",)),
    )
    step = play_on(asking(table, BuildingEnds()), {0: "curse Vurt"})
    assert step.events == (
        events.Paid(0, 0, 0, 3, ()),
        RegionCursed(0, Region.VURT),
        events.UnitLost(1, "serpent"),
    )
    assert step.state.agenda == ()


def test_orcs_rage_no_more_in_a_mountain_that_was_flooded() -> None:
    """Rulebook p. 18, Geyser."""
    table = at_table(
        seat("nagas", Region.VURT, units={"serpent": 1}, built=("geyser",)),
        seat("orcs", Region.VURT, built=("camp",)),
    )
    before = started(table, BuildingStarts(1)).state
    flooded = play_on(asking(table, BuildingEnds()), {0: "flood Vurt"}).state
    after = started(flooded, BuildingStarts(1)).state
    assert (before.players[1].own, after.players[1].own) == (Rage(rage=2), Rage())


def test_a_flooded_mountain_costs_what_a_lake_costs() -> None:
    """Rulebook p. 18: all that holds for lakes holds there, whatever an artefact did for mountains."""
    board = at_table(
        seat("orcs", Region.ASANDER, artefacts=(Region.TOGEED,)), seat("elves", Region.SULEEN), number=2
    )
    flooded = with_terrain(board, Region.HARRAX, Terrain.LAKE)
    assert "move Harrax" in offered(asking(board, Moving(1)), 0)
    assert "move Harrax" not in offered(asking(flooded, Moving(2)), 0)
    assert "move Harrax" in offered(asking(flooded, Moving(3)), 0)


def test_plundered_wood_may_be_received_as_gold_and_counts_for_its_milestone() -> None:
    """Rulebook p. 15: any way of receiving wood; p. 5: a value once reached."""
    table = at_table(
        seat("humans", Region.ESMORE, stock=(13, 0, 12), units={"militia": 2}, artefacts=(Region.PASKAAR,)),
        seat("elves", Region.ESMORE, stock=(5, 0, 0)),
    )
    step = play_on(
        asking(table, Meetings()),
        {0: "fight"},
        {0: "deploy militia 2", 1: "deploy none"},
        {0: "plunder elves wood 2"},
        {0: "exchange gold 2"},
    )
    assert step.events[-4:-1] == (
        events.Plundered(0, 1, 2, 0, 0),
        WoodExchanged(0, 0, 2),
        events.Received(0, 0, 0, 2, Source.PLUNDER),
    )
    assert step.events[-1] == events.MilestoneReached(0, Resource.GOLD, 14, 2)
    assert [player.stock for player in step.state.players] == [(13, 0, 14), (3, 0, 0)]


def test_an_artefact_gives_its_units_to_whoever_takes_it_and_the_loser_keeps_theirs() -> None:
    """Rulebook p. 10; docs/rulings.md 24."""
    table = at_table(
        seat("undead", Region.ESMORE, units={"skeleton": 3}),
        seat("humans", Region.ESMORE, units={"knight": 2}, artefacts=(Region.DORTAL,)),
    )
    step = play_on(
        asking(table, Meetings()),
        {0: "fight"},
        {0: "deploy skeleton 3", 1: "deploy none"},
        {0: "seize Dortal"},
    )
    assert units_of(step.state, 0) == {"lich": 2}
    assert units_of(step.state, 1) == {"knight": 2}


def test_whoever_took_an_artefact_as_reward_cannot_collect_that_of_the_region() -> None:
    """Rulebook p. 10, note; the defeated player cannot collect it either."""
    table = at_table(
        seat("humans", Region.VURT, stock=(0, 12, 0), units={"knight": 1}),
        seat("elves", Region.VURT, stock=(0, 12, 0), units={}, artefacts=(Region.FOLEN,)),
    )
    battle = play_on(asking(table, Meetings()), {0: "fight"}, {0: "deploy knight 1"}).state
    rewarded = play_on(battle, {0: "seize Folen"}).state
    looted = play_on(battle, {0: "loot"}).state
    assert rewarded.agenda == ()
    assert offered(looted, 0) == ["decline", "collect for iron 12"]


def test_an_equal_highest_power_defeats_all_three_and_a_lower_tie_nobody_but_the_weak() -> None:
    """Rulebook p. 10, step 3; docs/rulings.md 4."""
    table = asking(
        at_table(seat("humans", Region.QLISS), seat("elves", Region.QLISS), seat("undead", Region.QLISS)),
        Meetings(),
    )
    fighting = play_on(table, {0: "fight"}).state
    shared = play_on(fighting, {0: "deploy militia 3", 1: "deploy pixie 3", 2: "deploy skeleton 1"})
    alone = play_on(fighting, {0: "deploy militia 3", 1: "deploy pixie 2", 2: "deploy skeleton 2"})
    assert [player.barred for player in shared.state.players] == [True, True, True]
    assert "MonsterCircled" not in names_of(shared.events)
    assert [player.barred for player in alone.state.players] == [False, True, True]
    assert events.MonsterCircled(0, 2, 1) in alone.events


def test_what_lasts_for_a_movement_action_is_gone_after_it() -> None:
    """Rulebook pp. 8, 10: points, defeat and reward belong to the action, the one monster to the round."""
    table = at_table(
        seat("humans", Region.ESMORE, units={"knight": 2}),
        seat("elves", Region.ESMORE, units={"pixie": 1}, artefacts=(Region.FOLEN,)),
    )
    step = play_on(
        asking(table, Moving(4)),
        {0: "stay", 1: "stay"},
        {0: "fight"},
        {0: "deploy knight 1", 1: "deploy none"},
        {0: "seize Folen"},
        {0: "hunt 3 with knight 1"},
        {1: "done"},
    )
    left = [(p.points, p.moved, p.barred, p.rewarded, p.hunted) for p in step.state.players]
    assert left == [(0, False, False, False, True), (0, False, False, False, False)]


def test_a_portal_concealed_in_this_very_action_is_closed_to_the_plague() -> None:
    """docs/rulings.md 23: effects at the end of building come one seat after the other, in turn order."""
    humans = seat("humans", R.ESMORE, stock=(0, 0, 4), built=("town-hall", "tower-of-illusions"))
    undead = seat("undead", R.HARRAX, stock=(0, 0, 3), built=("plague-column",))
    table = asking(at_table(humans, undead), BuildingEnds())
    assert offered(table, 1) == []
    near = offered(settle(table, {0: "conceal portal Harrax"}).state, 1)
    assert "curse Kosleen" in near
    assert "curse Suleen" not in near
    assert "curse Yreel" not in near


def test_a_hundred_serpents_can_be_written_down_and_read_back() -> None:
    """Powers know no bounds; what the winner may plunder is what there is."""
    nagas = seat("nagas", R.ESMORE, units={"serpent": 100})
    table = asking(at_table(nagas, seat("elves", R.ESMORE, stock=(1, 0, 0))), Battle(R.ESMORE, (0, 1)))
    step = settle(table, {0: "deploy serpent 100", 1: "deploy none"})
    assert CONQUER.decode_state(CONQUER.encode_state(step.state)) == step.state
    assert "plunder elves wood 1" in offered(step.state, 0)


@pytest.mark.parametrize(
    "agenda",
    [
        (Meeting(R.ESMORE, (0,)),),
        (Moving(2), Battle(R.ESMORE, (0, 1))),
        (Planning(), ActionStarts("wood", 1), RoundEnds()),
        (Planning(), RoundEnds()),
        (Moving(2), RoundEnds(), Moving(2)),
    ],
)
def test_an_agenda_that_no_game_has_is_refused(agenda: tuple[Stage, ...]) -> None:
    apart = at_table(seat("undead", R.ESMORE), seat("elves", R.DORTAL))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(replace(apart, agenda=agenda)))


def test_more_than_a_game_can_bring_is_refused_at_once() -> None:
    """A forged table must not cost more to read than a true one."""
    for rich in (seat("elves", stock=(2000, 0, 0)), seat("elves", units={"ent": 1000})):
        table = asking(at_table(rich, seat("undead", R.YREEL)), Planning())
        with pytest.raises(MalformedState):
            CONQUER.decode_state(CONQUER.encode_state(table))
