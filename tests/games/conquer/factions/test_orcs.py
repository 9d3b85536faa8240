"""The Orcs' board, rule by rule (rulebook pp. 3-13 and Orcs)."""

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.army import army_power
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Action
from p2p_heroes.games.conquer.factions.orcs import (
    Drumming,
    Rage,
    RageGained,
    RageMilestoneReached,
    RageSpent,
    UnitsModified,
    gain_rage,
    spend_rage,
)
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import Moving, ways_from
from p2p_heroes.games.conquer.planning import ActionStarts, act_alone, announce
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.scoring import leftovers, places, score_of
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS, Region, Terrain
from p2p_heroes.games.errors import IllegalChoice, MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.agenda import copied
from p2p_heroes.games.kit.frozen import replace
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
    why_not,
    with_terrain,
)

OTHER = seat("undead", Region.YREEL, units={})
"""Somebody at the table who owns nothing and so is asked for nothing while others build."""

EVERYTHING = tuple(CONQUER.boards["orcs"].structure_index)


def beside_others(orcs: Seated, number: int = 1) -> Table:
    return at_table(orcs, OTHER, number=number)


def building(orcs: Seated, level: int = 4) -> Table:
    return asking(beside_others(orcs), BuildingStarts(level))


def in_turn_of(table: Table) -> Turn:
    return Turn(copied(table))


# Rage.


def test_rage_is_worth_points_at_12_18_and_24() -> None:
    """Rulebook, Orcs: 2, 2 and 3 points, scored with the other resources."""
    turn = in_turn_of(beside_others(seat("orcs", own=Rage(11))))
    gain_rage(turn, 0, 1)
    assert turn.events == [RageGained(0, 1), RageMilestoneReached(0, 12, 2)]
    assert score_of(turn.table, 0) == Score(resources=2)
    gain_rage(turn, 0, 5)
    assert score_of(turn.table, 0) == Score(resources=2)
    gain_rage(turn, 0, 1)
    assert score_of(turn.table, 0) == Score(resources=4)
    gain_rage(turn, 0, 6)
    assert turn.events[-1] == RageMilestoneReached(0, 24, 3)
    assert score_of(turn.table, 0) == Score(resources=7)
    assert Rage.of(turn.table, 0) == Rage(24, reached=3)


def test_one_gain_can_pass_several_values_of_rage() -> None:
    """Rulebook p. 5: whatever is reached or exceeded is circled."""
    turn = in_turn_of(beside_others(seat("orcs", own=Rage(10))))
    gain_rage(turn, 0, 9)
    assert turn.events == [RageGained(0, 9), RageMilestoneReached(0, 12, 2), RageMilestoneReached(0, 18, 2)]


def test_rage_points_stay_when_the_rage_is_spent() -> None:
    """Rulebook p. 5: circled points are not lost, and are not gained twice."""
    turn = in_turn_of(beside_others(seat("orcs", own=Rage(12, reached=1))))
    spend_rage(turn, 0, 5)
    gain_rage(turn, 0, 5)
    assert turn.events == [RageSpent(0, 5), RageGained(0, 5)]
    assert score_of(turn.table, 0) == Score(resources=2)


def test_rage_is_a_resource_in_the_inventory_that_breaks_a_tie() -> None:
    """Rulebook p. 13: "the player with more resources in their inventory wins", and rage is there (p. 3)."""
    table = beside_others(seat("orcs", stock=(1, 2, 3), own=Rage(9)))
    assert leftovers(table) == (15, 0)
    rich = seat("undead", stock=(4, 5, 5))
    assert places(at_table(seat("orcs", stock=(1, 2, 3), own=Rage(9)), rich)) == (1, 2)
    assert places(at_table(seat("orcs", stock=(1, 2, 3), own=Rage(8)), rich)) == (1, 1)
    assert places(at_table(seat("orcs", stock=(1, 2, 3), own=Rage(7)), rich)) == (2, 1)


def test_rage_cannot_be_plundered() -> None:
    """Rulebook p. 10: nobody takes a faction's own resource."""
    orcs = seat("orcs", Region.JORVELD, stock=(0, 1, 0), units={}, own=Rage(9))
    undead = seat("undead", Region.JORVELD, units={"skeleton": 4}, monsters=(2,))
    table = asking(at_table(orcs, undead), Meetings())
    step = play_on(table, {0: "peace"}, {1: "fight"}, {1: "deploy skeleton 4"})
    assert offered(step.state, 1) == ["decline", "loot", "plunder orcs iron 1"]
    assert Rage.of(settle(step.state, {1: "plunder orcs iron 1"}).state, 0) == Rage(9)


# Modification.


def test_the_camp_recruits_scouts_that_rage_modifies_at_once() -> None:
    """Rulebook, Orcs: Mathew's 6 gold and 5 rage come to a Scout, a Charger and a Bomber."""
    table = building(seat("orcs", Region.ASANDER, stock=(2, 1, 7), units={}, own=Rage(5)), level=1)
    step = play_on(
        table,
        {0: "build camp"},
        {0: "recruit scout 3"},
        {0: "modify scout charger 1"},
        {0: "modify scout bomber 1"},
    )
    assert step.events == (
        events.Paid(0, 2, 1, 1, ()),
        events.StructureBuilt(0, "camp", 1, 0, None),
        events.UnitsRecruited(0, "scout", 3, 6),
        RageSpent(0, 1),
        UnitsModified(0, "scout", "charger", 1),
        RageSpent(0, 4),
        UnitsModified(0, "scout", "bomber", 1),
    )
    assert units_of(step.state, 0) == {"scout": 1, "charger": 1, "bomber": 1}
    assert step.state.players[0].stock == (0, 0, 0)
    assert Rage.of(step.state, 0) == Rage(0)


def test_modification_goes_as_far_as_rage_and_units() -> None:
    """Rulebook, Orcs: 1 rage makes a Charger of a Scout, 3 a Bomber of a Charger, 4 a Bomber of a Scout."""
    table = building(seat("orcs", Region.ASANDER, units={"scout": 3, "charger": 2}, own=Rage(8)))
    assert offered(table, 0) == [
        "done",
        "modify scout charger 1",
        "modify scout charger 2",
        "modify scout charger 3",
        "modify charger bomber 1",
        "modify charger bomber 2",
        "modify scout bomber 1",
        "modify scout bomber 2",
    ]
    step = settle(table, {0: "modify charger bomber 2"})
    assert units_of(step.state, 0) == {"scout": 3, "bomber": 2}
    assert Rage.of(step.state, 0) == Rage(2)
    assert offered(step.state, 0) == ["done", "modify scout charger 1", "modify scout charger 2"]


def test_units_are_not_modified_backwards_nor_without_rage() -> None:
    """Rulebook, Orcs: only into stronger ones, and each has its price."""
    table = building(seat("orcs", Region.ASANDER, units={"scout": 1, "charger": 1}, own=Rage(2)))
    for text in ("modify charger scout 1", "modify scout bomber 1", "modify scout charger 2"):
        with pytest.raises(IllegalChoice):
            settle(table, {0: text})


def test_modification_is_part_of_a_building_action_only() -> None:
    """docs/rulings.md 44: in movement the rage lies idle."""
    orcs = seat("orcs", Region.ASANDER, own=Rage(9))
    table = asking(beside_others(orcs), Moving(2))
    assert why_not(table, 0, "modify scout charger 1") == "not-a-move"


def test_a_modified_unit_is_not_recruited() -> None:
    """Rulebook, Orcs: the Arena pays for recruitment only."""
    orcs = seat("orcs", Region.ASANDER, stock=(0, 0, 1), own=Rage(3), built=("arena",))
    step = settle(building(orcs), {0: "modify scout charger 2"})
    assert Rage.of(step.state, 0) == Rage(1)
    assert step.state.players[0].recruited == 0


# Structures.


def test_the_camp_gives_two_rage_on_a_mountain() -> None:
    """Rulebook, Nagas: its effect needs a mountain; at the start of the building action."""
    orcs = seat("orcs", Region.HARRAX, built=("camp",))
    assert started(beside_others(orcs), BuildingStarts(1)).events == (RageGained(0, 2),)
    elsewhere = seat("orcs", Region.ASANDER, built=("camp",))
    assert started(beside_others(elsewhere), BuildingStarts(1)).events == ()


def test_the_camp_looks_at_the_terrain_as_it_is_now() -> None:
    """Rulebook, Nagas: who floods a mountain takes the Camp's effect away."""
    table = beside_others(seat("orcs", Region.HARRAX, built=("camp",)))
    flooded = with_terrain(table, Region.HARRAX, Terrain.LAKE)
    assert started(flooded, BuildingStarts(1)).events == ()


def test_the_camp_built_now_gives_rage_from_the_next_building_action_on() -> None:
    """Rulebook p. 6: the start of this one is over."""
    table = building(seat("orcs", Region.HARRAX, stock=(2, 1, 1), units={}), level=1)
    step = settle(table, {0: "build camp"})
    assert Rage.of(step.state, 0) == Rage(0)


def test_the_totem_gives_three_rage_when_it_is_built() -> None:
    """The Orcs' board, Totem; no other structure does."""
    table = building(seat("orcs", Region.ASANDER, stock=(4, 1, 3)), level=1)
    step = settle(table, {0: "build totem"})
    assert step.events == (
        events.Paid(0, 2, 0, 2, ()),
        events.StructureBuilt(0, "totem", 1, 0, None),
        RageGained(0, 3),
    )
    later = building(seat("orcs", Region.ASANDER, stock=(2, 1, 1), built=("totem",)), level=1)
    assert Rage.of(settle(later, {0: "build camp"}).state, 0) == Rage(0)


@pytest.mark.parametrize(("deployed", "won"), [("scout 2", True), ("scout 1", False)])
def test_the_totem_gives_a_rage_for_each_fight_won_or_lost(deployed: str, won: bool) -> None:
    """The Orcs' board, Totem."""
    orcs = seat("orcs", Region.ASANDER, built=("totem",))
    step = settle(asking(beside_others(orcs), Fighting(0)), {0: f"hunt 2 with {deployed}"})
    assert isinstance(step.events[0], events.MonsterFought)
    assert step.events[0].won is won
    assert Rage.of(step.state, 0) == Rage(1)


def test_the_totem_gives_nothing_for_a_battle_without_units() -> None:
    """The Orcs' board, Totem: at least one unit must have been deployed."""
    orcs = seat("orcs", Region.JORVELD, built=("totem",))
    undead = seat("undead", Region.JORVELD)
    table = asking(at_table(orcs, undead), Meetings())
    begun = play_on(table, {0: "fight"}).state
    idle = settle(begun, {0: "deploy none", 1: "deploy skeleton 1"}).state
    assert Rage.of(idle, 0) == Rage(0)
    assert Rage.of(settle(begun, {0: "deploy scout 1", 1: "deploy none"}).state, 0) == Rage(1)


def test_the_gym_recruits_chargers() -> None:
    """Rulebook p. 7 and Orcs."""
    step = settle(
        building(seat("orcs", Region.ASANDER, stock=(0, 0, 6), units={}, built=("gym",))),
        {0: "recruit charger 2"},
    )
    assert units_of(step.state, 0) == {"charger": 2}
    assert step.state.players[0].stock == (0, 0, 0)


def test_the_workshop_recruits_bombers() -> None:
    """Rulebook p. 7 and Orcs."""
    step = settle(
        building(seat("orcs", Region.ASANDER, stock=(0, 0, 8), units={}, built=("workshop",))),
        {0: "recruit bomber 1"},
    )
    assert units_of(step.state, 0) == {"bomber": 1}


def test_the_smithy_strengthens_chargers() -> None:
    """The Orcs' board, Smithy: from 4 to 5."""
    combat = Combat(Foe.MONSTER, Region.ASANDER)
    army = {"scout": 1, "charger": 1, "bomber": 1}
    deployed = (("scout", 1), ("charger", 1), ("bomber", 1))
    plain = beside_others(seat("orcs", Region.ASANDER, units=army))
    forged = beside_others(seat("orcs", Region.ASANDER, units=army, built=("smithy",)))
    assert army_power(plain, 0, deployed, combat) == 2 + 4 + 9
    assert army_power(forged, 0, deployed, combat) == 2 + 5 + 9


@pytest.mark.parametrize(
    ("recruitments", "rage"),
    [
        ((1,), 0),
        ((2,), 1),
        ((3,), 1),
        ((1, 1), 1),
        ((1, 1, 1), 1),
        ((3, 1), 2),
        ((1, 3), 2),
        ((5,), 2),
    ],
)
def test_the_arena_gives_a_rage_for_every_two_recruited(recruitments: tuple[int, ...], rage: int) -> None:
    """Rulebook, Orcs, and the board: however the recruitment is split, within one building action."""
    orcs = seat("orcs", Region.ASANDER, stock=(0, 0, 20), built=("camp", "arena"))
    table = building(orcs)
    for count in recruitments:
        table = settle(table, {0: f"recruit scout {count}"}).state
    assert Rage.of(table, 0) == Rage(rage)


def test_the_arena_counts_anew_in_every_building_action() -> None:
    """The Orcs' board, Arena: a single unit is not kept for the next action."""
    orcs = seat("orcs", Region.ASANDER, stock=(0, 0, 20), built=("camp", "arena"))
    first = play_on(building(orcs), {0: "recruit scout 1"}, {0: "done"}).state
    second = settle(asking(first, BuildingStarts(1)), {0: "recruit scout 1"}).state
    assert Rage.of(second, 0) == Rage(0)


def test_the_arena_pays_from_the_moment_it_stands() -> None:
    """Rulebook p. 6: an effect works in the action in which it was built, for what comes after it."""
    orcs = seat("orcs", Region.ASANDER, stock=(3, 0, 12), built=("camp",))
    table = play_on(building(orcs), {0: "recruit scout 2"}, {0: "build arena"}).state
    assert Rage.of(table, 0) == Rage(0)
    assert Rage.of(settle(table, {0: "recruit scout 2"}).state, 0) == Rage(1)


ENRAGED = Rage(5)


def drumming(action: str, level: int, *, own: Rage = ENRAGED, stock: Bundle = (0, 0, 0)) -> Table:
    """About to perform an action of the round, with the War Drums built."""
    plan = [name for name in map(str, Action) if name != action][:3]
    plan.insert(level - 1, action)
    orcs = seat("orcs", Region.ASANDER, built=("totem", "war-drums"), own=own, stock=stock)
    table = beside_others(orcs, number=3)
    return asking(replace(table, plan=tuple(plan)), ActionStarts(action, level))


def test_war_drums_raise_a_gathering() -> None:
    """The Orcs' board, War Drums: 2 rage for one level, for nobody else."""
    table = drumming("wood", 3)
    assert offered(table, 0) == ["decline", "drum"]
    step = settle(table, {0: "drum"})
    assert step.events[:2] == (RageSpent(0, 2), events.LevelRaised(0, 4))
    assert [player.stock for player in step.state.players] == [(4, 0, 0), (3, 0, 0)]
    assert step.state.players[0].raised == 0
    assert Rage.of(step.state, 0) == Rage(3, drummed=3)


def test_war_drums_add_to_a_level_that_is_raised_already() -> None:
    """docs/rulings.md 59: every raise counts."""
    table = drumming("wood", 3)
    table.players[0].raised = 1
    step = settle(table, {0: "drum"})
    assert step.events[:2] == (RageSpent(0, 2), events.LevelRaised(0, 5))
    assert [player.stock for player in step.state.players] == [(5, 0, 0), (3, 0, 0)]


def test_war_drums_can_be_left_silent() -> None:
    """The Orcs' board, War Drums: an offer; to decline comes first."""
    table = drumming("iron", 2)
    step = settle(table, {0: "decline"})
    assert step.events[0] == events.Declined(0, "war-drums")
    assert [player.stock for player in step.state.players] == [(0, 2, 0), (0, 2, 0)]
    assert Rage.of(step.state, 0) == Rage(5)
    assert CONQUER.default(table, 0) == decision("decline")


def test_war_drums_raise_a_movement() -> None:
    """The Orcs' board, War Drums: one movement point more."""
    table = settle(drumming("move", 1), {0: "drum"}).state
    assert "move Brynnlore" in offered(table, 0)
    quiet = settle(drumming("move", 1), {0: "decline"}).state
    assert "move Brynnlore" not in offered(quiet, 0)


def test_war_drums_raise_a_building_action() -> None:
    """docs/rulings.md 59: the raised level counts for what can be built."""
    table = drumming("build", 1, stock=(3, 0, 2))
    assert "build arena" not in offered(settle(table, {0: "decline"}).state, 0)
    raised = settle(table, {0: "drum"}).state
    assert "build arena" in offered(raised, 0)
    ended = play_on(raised, {0: "build arena"}, {0: "done"}).state
    assert ended.players[0].raised == 0
    assert ended.agenda == ()


def test_war_drums_are_used_once_a_round() -> None:
    """The Orcs' board, War Drums: not again in this round, but in the next one."""
    plan = ("wood", "iron", "gold", "move")
    orcs = seat("orcs", Region.ASANDER, built=("war-drums",), own=Rage(9))
    table = replace(beside_others(orcs, number=3), plan=plan)
    table = asking(table, ActionStarts("wood", 1), ActionStarts("iron", 2))
    after = settle(table, {0: "drum"}).state
    assert after.agenda == ()
    assert after.players[0].stock == (2, 2, 0)
    again = asking(replace(after, round=4), ActionStarts("gold", 3))
    assert offered(again, 0) == ["decline", "drum"]


def test_declined_drums_are_offered_again_in_the_same_round() -> None:
    """The Orcs' board, War Drums: only their use is counted."""
    plan = ("wood", "iron", "gold", "move")
    orcs = seat("orcs", Region.ASANDER, built=("war-drums",), own=Rage(2))
    table = replace(beside_others(orcs), plan=plan)
    table = asking(table, ActionStarts("wood", 1), ActionStarts("iron", 2))
    assert offered(settle(table, {0: "decline"}).state, 0) == ["decline", "drum"]


def test_war_drums_need_two_rage() -> None:
    """The Orcs' board, War Drums: nobody is asked who cannot pay."""
    assert drumming("gold", 1, own=Rage(1)).agenda == ()


def test_drums_refuse_anything_but_yes_or_no() -> None:
    """The Orcs' board, War Drums."""
    assert why_not(drumming("gold", 2), 0, "done") == "not-drummed rage=2 level=3"


def test_the_shamans_tent_sells_movement_points_for_rage() -> None:
    """The Orcs' board, Shaman's Tent: 1 rage each, in the first step of movement."""
    orcs = seat("orcs", Region.ASANDER, built=("shamans-tent",), own=Rage(2))
    table = asking(beside_others(orcs), Moving(1))
    assert "move Esmore via Brynnlore buying 2" in offered(table, 0)
    assert "stay buying 3" not in offered(table, 0)
    step = settle(table, {0: "move Esmore via Brynnlore buying 2"})
    assert Rage.of(step.state, 0) == Rage(0)
    assert step.state.players[0].region is Region.ESMORE


def test_the_trophy_hall_counts_every_second_visited_region() -> None:
    """Rulebook p. 13: 1 point for every two; an odd one is lost."""
    visited = (Region.ASANDER, Region.BRYNNLORE, Region.ESMORE, Region.DORTAL)
    orcs = seat("orcs", Region.HARRAX, built=("trophy-hall",), visited=visited)
    assert score_of(beside_others(orcs), 0) == Score(structures=3 + 2)


def test_the_structures_stand_on_the_printed_levels_and_need_one_of_their_arrows() -> None:
    """The Orcs' board: nothing of level 2 without the Camp or the Totem."""
    rich = (20, 20, 20)
    assert [text for text in offered(building(seat("orcs", stock=rich)), 0) if text.startswith("build")] == [
        "build camp",
        "build totem",
    ]
    with_totem = building(seat("orcs", stock=rich, built=("totem",)))
    built = [text for text in offered(with_totem, 0) if text.startswith("build")]
    assert built == ["build camp", "build arena", "build war-drums"]
    forged = building(seat("orcs", stock=rich, built=("smithy",)))
    assert {"build workshop", "build trophy-hall"} <= set(offered(forged, 0))


# Artefacts.


def collecting(orcs: Seated) -> Table:
    """The table after the Orcs have collected the artefact where they stand, on the only terms there are."""
    table = asking(beside_others(orcs), Collecting(0))
    [_, collect] = offered(table, 0)
    return settle(table, {0: collect}).state


def test_with_the_artefact_of_paskaar_every_gain_of_rage_is_one_more() -> None:
    """The Orcs' board, artefact of Paskaar; each second unit of the Arena is a gain of its own."""
    orcs = seat(
        "orcs",
        Region.HARRAX,
        stock=(2, 0, 10),
        built=("camp", "arena", "totem"),
        artefacts=(Region.PASKAAR,),
    )
    table = building(orcs)
    assert Rage.of(table, 0) == Rage(3)
    assert Rage.of(settle(table, {0: "recruit scout 1"}).state, 0) == Rage(3)
    at_once = settle(table, {0: "recruit scout 4"}).state
    split = play_on(table, {0: "recruit scout 2"}, {0: "recruit scout 2"}).state
    assert Rage.of(at_once, 0) == Rage.of(split, 0) == Rage(7)


def test_the_artefact_of_paskaar_costs_twelve_wood() -> None:
    """Rulebook p. 12."""
    table = collecting(seat("orcs", Region.PASKAAR, stock=(13, 0, 0)))
    assert table.players[0].stock == (1, 0, 0)
    assert table.players[0].owns(Region.PASKAAR)


def test_the_artefact_of_vurt_brings_two_bombers() -> None:
    """The Orcs' board, artefact of Vurt."""
    table = collecting(seat("orcs", Region.VURT, stock=(0, 12, 0)))
    assert units_of(table, 0) == {"scout": 2, "bomber": 2}


def test_the_artefact_of_dortal_brings_eight_rage() -> None:
    """The Orcs' board, artefact of Dortal; with that of Paskaar it is nine, past the first value."""
    table = collecting(seat("orcs", Region.DORTAL, stock=(0, 0, 12), own=Rage(3)))
    assert Rage.of(table, 0) == Rage(11)
    orcs = seat("orcs", Region.DORTAL, stock=(0, 0, 12), own=Rage(3), artefacts=(Region.PASKAAR,))
    assert Rage.of(collecting(orcs), 0) == Rage(12, reached=1)


def test_the_artefact_of_dortal_gives_no_rage_for_another() -> None:
    """The Orcs' board, artefact of Dortal: its rage comes when it is gained itself."""
    orcs = seat("orcs", Region.VURT, stock=(0, 12, 0), artefacts=(Region.DORTAL,))
    assert Rage.of(collecting(orcs), 0) == Rage(0)


def test_the_artefact_of_folen_counts_foundations() -> None:
    """The Orcs' board, artefact of Folen: a point each, in the artefacts' box."""
    foundations = {Region.ASANDER: 2, Region.ESMORE: 1, Region.LOX: 4}
    orcs = seat("orcs", artefacts=(Region.FOLEN,), foundations=foundations)
    assert score_of(beside_others(orcs), 0) == Score(foundations=7, artefacts=3)


def test_the_artefact_of_odmoor_strengthens_against_players() -> None:
    """The Orcs' board, artefact of Odmoor: 3 more total power, neither against monsters nor fortresses."""
    table = beside_others(seat("orcs", Region.ASANDER, artefacts=(Region.ODMOOR,)))
    powers = {foe: army_power(table, 0, (("scout", 2),), Combat(foe, Region.ASANDER)) for foe in Foe}
    assert powers == {Foe.PLAYERS: 7, Foe.MONSTER: 4, Foe.FORTRESS: 4}


def test_the_artefact_of_togeed_makes_mountains_easy() -> None:
    """The Orcs' board, artefact of Tog'Eed: a mountain costs 1 in place of 2."""
    plain = ways_from(beside_others(seat("orcs", Region.ASANDER)), 0)[Region.BRYNNLORE]
    table = beside_others(seat("orcs", Region.ASANDER, artefacts=(Region.TOGEED,)))
    easy = ways_from(table, 0)[Region.BRYNNLORE]
    assert plain is not None
    assert easy is not None
    assert (plain.cost, easy.cost) == (2, 1)


# The end.


def test_the_scoring_example_comes_to_49() -> None:
    """Rulebook p. 13: Mathew's boxes; the printed sum 5+20+6+18+0 names them out of order but is right."""
    visited = tuple(Region)[:13]
    mathew = seat(
        "orcs",
        Region.JORVELD,
        built=EVERYTHING,
        visited=visited,
        foundations={Region.ASANDER: 2, Region.JORVELD: 3},
        milestones=(1, 1, 1),
        fortresses=(Region.BRYNNLORE, Region.IKARA, Region.ZORO),
        monsters=(2, 3, 5, 8, 13),
        artefacts=(Region.VURT, Region.DORTAL),
    )
    table = at_table(mathew, OTHER, seat("humans"), seat("gnomes"))
    assert table.players[0].visited.bit_count() == 13
    score = score_of(table, 0)
    assert score == Score(structures=14 + 6, foundations=5, resources=6, victories=10 + 8, artefacts=0)
    assert score.total == 49


# Plain form and notation.


@pytest.mark.parametrize("text", ["modify scout charger 2", "modify charger bomber 1", "drum"])
def test_their_own_decisions_survive_plain_form_and_notation(text: str) -> None:
    """What is typed, signed and read back is the same decision."""
    made = decision(text)
    assert CONQUER.notate(made) == text
    assert CONQUER.decode_decision(CONQUER.encode_decision(made)) == made


def test_rage_and_a_pending_drum_survive_plain_form() -> None:
    """A table with the Orcs' own block and stage reads back equal."""
    table = drumming("wood", 3, own=Rage(13, reached=2, drummed=2))
    assert table.agenda == (Drumming(0, 4), *table.agenda[1:])
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table


@pytest.mark.parametrize(
    "own",
    [
        {"rage": 12, "reached": 0, "drummed": 0},
        {"rage": 0, "reached": 4, "drummed": 0},
        {"rage": 0, "reached": 0, "drummed": 2},
    ],
)
def test_impossible_rage_is_refused(own: dict[str, Plain]) -> None:
    """Neither a value that was passed and not reached, nor a fourth one, nor drums of a round to come."""
    plain = CONQUER.encode_state(beside_others(seat("orcs")))
    assert isinstance(plain, dict)
    players = plain["players"]
    assert isinstance(players, tuple)
    [orcs, other] = players
    assert isinstance(orcs, dict)
    with pytest.raises(MalformedState):
        CONQUER.decode_state({**plain, "players": ({**orcs, "own": own}, other)})


@pytest.mark.parametrize("who", [1, 2])
def test_drums_that_nobody_can_beat_are_refused(who: int) -> None:
    """Only a seat that is there and keeps rage has War Drums."""
    table = replace(beside_others(seat("orcs")), agenda=(Drumming(who, 2),))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))


def test_the_board_prints_fourteen_points() -> None:
    """Rulebook p. 13: all structures together."""
    board = CONQUER.boards["orcs"]
    assert sum(structure.points for structure in board.structures) == 14
    assert tuple(artefact.region for artefact in board.artefacts) == ARTEFACT_REGIONS


def test_war_drums_are_silent_while_somebody_else_acts_alone() -> None:
    """docs/rulings.md 74: they raise an action that the Orcs perform."""
    table = at_table(seat("orcs", built=("war-drums",), own=Rage(9)), seat("elves"))
    turn = Turn(copied(table))
    act_alone(turn, 1)
    announce(turn, Action.WOOD)
    assert turn.queued == []
