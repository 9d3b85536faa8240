"""The Nagas' board, rule by rule (rulebook pp. 17-18)."""

from collections.abc import Sequence
from typing import Any

import pytest

from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.building import BuildingEnds, BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting, mountains_visited
from p2p_heroes.games.conquer.factions.nagas import (
    NAGAS,
    CircleNote,
    Circling,
    Flooding,
    FloodRegion,
    HydraPerished,
    HydraSummoned,
    HydraZone,
    NoteCircled,
    SerpentsExchanged,
    Summon,
    Summoning,
)
from p2p_heroes.games.conquer.factions.orcs import RageGained
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.meeting import Meetings
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.scoring import leftovers, places, score_of
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.terms import Score, Source
from p2p_heroes.games.conquer.world import REGIONS, Region, Terrain
from p2p_heroes.games.errors import MalformedDecision, MalformedState
from p2p_heroes.games.game import Event, Step
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

JAMES = seat("undead", Region.YREEL, units={})


def nagas(
    region: Region = Region.HARRAX,
    serpents: int = 0,
    *,
    notes: Sequence[int] = (),
    hydra: Region | None = None,
    **rest: Any,  # whatever `seat` takes
) -> Seated:
    """Sarah, who plays the Nagas throughout the rulebook's examples."""
    return seat("nagas", region, units={"serpent": serpents}, own=HydraZone(tuple(notes), hydra), **rest)


def undead(region: Region, skeletons: int = 0, **rest: Any) -> Seated:
    return seat("undead", region, units={"skeleton": skeletons}, **rest)


def elves(region: Region, pixies: int = 0, **rest: Any) -> Seated:
    return seat("elves", region, units={"pixie": pixies}, **rest)


def hydra_of(table: Table, who: int = 0) -> Region | None:
    own = table.players[who].own
    assert isinstance(own, HydraZone)
    return own.hydra


def notes_of(table: Table) -> tuple[int, ...]:
    own = table.players[0].own
    assert isinstance(own, HydraZone)
    return own.notes


def monsters_of(table: Table, who: int = 0) -> list[int]:
    """The powers of the monsters that a seat has circled."""
    return [
        one.power
        for at, one in enumerate(table.boards[who].monsters)
        if table.players[who].monsters >> at & 1
    ]


def of_kind(happened: Sequence[Event], kind: type[Event]) -> list[Event]:
    return [event for event in happened if isinstance(event, kind)]


def moved(table: Table, level: int, text: str) -> Step[Table]:
    """A movement action in which everybody but the Nagas stays."""
    table = asking(table, Moving(level))
    others = {who: "stay" for who in range(1, len(table.players)) if offered(table, who)}
    return settle(table, {0: text, **others})


# Serpents.


def test_nagas_begin_with_serpents_and_without_a_hydra() -> None:
    """Rulebook p. 17; the number of Serpents is reconstructed."""
    assert [(unit.name, unit.start) for unit in NAGAS.units] == [("serpent", 3)]
    assert NAGAS.own == HydraZone(notes=(), hydra=None)


def test_all_resources_are_exchanged_for_serpents() -> None:
    """Rulebook p. 17: Sarah's 6 wood, 5 iron and 9 gold are worth 1, 1 and 2 Serpents."""
    step = started(at_table(nagas(stock=(6, 5, 9)), JAMES), BuildingStarts(1))
    assert units_of(step.state, 0) == {"serpent": 4}
    assert step.state.players[0].stock == (1, 0, 1)
    assert step.events[0] == SerpentsExchanged(0, 5, 5, 8, 4)


def test_the_feeder_makes_wood_and_iron_go_further() -> None:
    """Rulebook p. 17: 4 instead of 5 of either; gold stays at 4."""
    step = started(at_table(nagas(stock=(6, 5, 9), built=("feeder",)), JAMES), BuildingStarts(1))
    assert units_of(step.state, 0) == {"serpent": 4}
    assert step.state.players[0].stock == (2, 1, 1)
    assert step.events[0] == SerpentsExchanged(0, 4, 4, 8, 4)


def test_eight_iron_are_two_serpents_with_the_feeder_and_one_without() -> None:
    """Rulebook p. 17."""
    plain = asking(at_table(nagas(stock=(0, 8, 0)), JAMES), BuildingStarts(1))
    fed = asking(at_table(nagas(stock=(0, 8, 0), built=("feeder",)), JAMES), BuildingStarts(1))
    assert (units_of(plain, 0), plain.players[0].stock) == ({"serpent": 1}, (0, 3, 0))
    assert (units_of(fed, 0), fed.players[0].stock) == ({"serpent": 2}, (0, 0, 0))


def test_surplus_resources_stay_in_the_inventory() -> None:
    """Rulebook p. 17: three surpluses never add up to a Serpent."""
    step = started(at_table(nagas(stock=(4, 4, 3)), JAMES), BuildingStarts(4))
    assert step.state.players[0].stock == (4, 4, 3)
    assert step.events == ()


def test_the_exchange_takes_place_in_every_building_action() -> None:
    """Rulebook p. 17: mandatory, so nobody is asked."""
    table = asking(at_table(nagas(stock=(5, 4, 0)), undead(Region.YREEL)), BuildingStarts(1))
    table = settle(table, {0: "done"}).state
    table = asking(table, Gathering("iron", 1), BuildingStarts(1))
    assert units_of(table, 0) == {"serpent": 2}
    assert table.players[0].stock == (0, 0, 0)


def test_a_feeder_built_in_this_action_feeds_from_the_next_one() -> None:
    """Rulebook p. 6 and docs/rulings.md: the exchange stands at the start of the action."""
    table = asking(at_table(nagas(serpents=1, stock=(4, 0, 0)), JAMES), BuildingStarts(1))
    table = play_on(table, {0: "build feeder"}, {0: "note 1"}).state
    assert table.players[0].stock == (4, 0, 0)
    table = asking(table, BuildingStarts(1))
    assert (units_of(table, 0), table.players[0].stock) == ({"serpent": 1}, (0, 0, 0))


def test_serpents_are_not_recruited() -> None:
    """Rulebook p. 17: they come by exchange only."""
    table = asking(at_table(nagas(serpents=1, stock=(4, 4, 3)), JAMES), BuildingStarts(1))
    assert why_not(table, 0, "recruit serpent 1") == "not-recruited-yet unit=serpent"


def test_a_serpent_is_as_strong_as_there_are_serpents_in_the_battle() -> None:
    """Rulebook p. 17: five of them have 5 times 5."""
    circled = (2, 3, 5, 8, 13)
    table = asking(at_table(nagas(serpents=7, monsters=circled), JAMES), Fighting(0))
    step = settle(table, {0: "hunt 19 with serpent 5"})
    assert events.MonsterFought(0, Region.HARRAX, 19, (("serpent", 5),), 25, won=True) in step.events
    assert units_of(step.state, 0) == {"serpent": 2}


def test_serpents_that_are_not_deployed_do_not_strengthen_others() -> None:
    """Rulebook p. 17: the number in the battle counts, not in the army."""
    table = asking(at_table(nagas(serpents=9, monsters=(2, 3)), JAMES), Fighting(0))
    step = settle(table, {0: "hunt 5 with serpent 2"})
    assert events.MonsterFought(0, Region.HARRAX, 5, (("serpent", 2),), 4, won=False) in step.events
    assert units_of(step.state, 0) == {"serpent": 7}


def test_accumulated_resources_are_worth_no_points() -> None:
    """docs/rulings.md 66: the exchange rates stand where other boards print the values."""
    table = at_table(nagas(stock=(13, 21, 29)), JAMES)
    step = started(table, *(Gathering(name, 4) for name in ("wood", "iron", "gold")))
    assert step.state.players[0].stock == (17, 25, 33)
    assert of_kind(step.events, events.MilestoneReached) == []
    assert score_of(step.state, 0).resources == 0


def test_serpents_cannot_be_plundered() -> None:
    """Rulebook p. 10 and docs/rulings.md 58: only wood, iron and gold can be taken."""
    sarah = nagas(Region.SULEEN, serpents=8, stock=(2, 0, 1))
    table = asking(at_table(undead(Region.SULEEN, 9), sarah), Meetings())
    table = play_on(table, {0: "fight"}, {0: "deploy skeleton 9", 1: "deploy none"}).state
    assert offered(table, 0)[:3] == ["decline", "loot", "plunder nagas wood 2 gold 1"]
    assert not [text for text in offered(table, 0) if "serpent" in text]
    table = settle(table, {0: "plunder nagas wood 2 gold 1"}).state
    assert units_of(table, 1) == {"serpent": 8}


def test_nagas_without_resources_cannot_be_plundered() -> None:
    """docs/rulings.md 58."""
    table = at_table(undead(Region.SULEEN, 9), nagas(Region.SULEEN, serpents=8))
    table = asking(table, Meetings())
    table = play_on(table, {0: "fight"}, {0: "deploy skeleton 9", 1: "deploy none"}).state
    assert offered(table, 0) == ["decline", "loot"]


def test_serpents_do_not_break_a_tie() -> None:
    """Rulebook p. 13 and docs/rulings.md 26: wood, iron and gold together."""
    table = at_table(nagas(serpents=50, stock=(1, 1, 1)), undead(Region.YREEL, stock=(0, 4, 0)))
    assert leftovers(table) == (3, 4)
    assert places(table) == (2, 1)


# Structures and notes.


def test_structures_are_of_level_one_and_cost_serpents() -> None:
    """Rulebook p. 18; the numbers are reconstructed."""
    assert {
        one.name: (one.level, one.price, one.tribute, one.points, one.needs) for one in NAGAS.structures
    } == {
        "feeder": (1, (0, 0, 0), (("serpent", 1),), 1, ()),
        "currents": (1, (0, 0, 0), (("serpent", 1),), 1, ()),
        "geyser": (1, (0, 0, 0), (("serpent", 2),), 2, ()),
        "reef": (1, (0, 0, 0), (("serpent", 2),), 2, ()),
        "whirlpool": (1, (0, 0, 0), (("serpent", 2),), 2, ()),
        "coral-garden": (1, (0, 0, 0), (("serpent", 2),), 2, ()),
        "church": (1, (0, 0, 0), (("serpent", 3),), 3, ()),
        "dam": (1, (0, 0, 0), (("serpent", 3),), 2, ()),
        "abyssal-throne": (1, (0, 0, 0), (("serpent", 4),), 4, ()),
    }


def test_a_structure_is_paid_with_all_serpents_if_need_be() -> None:
    """Rulebook p. 18 and docs/rulings.md 57: no Serpent has to be kept."""
    table = asking(at_table(nagas(serpents=3), JAMES), BuildingStarts(1))
    assert offered(table, 0) == [
        "done",
        *(f"build {name}" for name in ("feeder", "currents", "geyser", "reef", "whirlpool")),
        *("build coral-garden", "build church", "build dam"),
    ]
    step = settle(table, {0: "build church"})
    assert step.events == (
        events.Paid(0, 0, 0, 0, (("serpent", 3),)),
        events.StructureBuilt(0, "church", 1, 3, None),
    )
    assert units_of(step.state, 0) == {}


def test_serpents_just_exchanged_pay_for_a_structure() -> None:
    """Rulebook p. 18: the exchange comes first."""
    table = asking(at_table(nagas(stock=(5, 5, 8)), JAMES), BuildingStarts(1))
    assert "build abyssal-throne" in offered(table, 0)
    too_few = asking(at_table(nagas(stock=(5, 5, 7)), JAMES), BuildingStarts(1))
    assert (
        why_not(too_few, 0, "build abyssal-throne")
        == "too-dear structure=abyssal-throne costs=((serpent,4)) held=((serpent,3))"
    )


def test_each_structure_circles_any_one_note() -> None:
    """Rulebook p. 18."""
    table = asking(at_table(nagas(serpents=3, notes=(2, 7)), JAMES), BuildingStarts(1))
    table = settle(table, {0: "build currents"}).state
    assert offered(table, 0) == ["note 1", "note 3", "note 4", "note 5", "note 6", "note 8", "note 9"]
    step = settle(table, {0: "note 4"})
    assert step.events == (NoteCircled(0, 4),)
    assert notes_of(step.state) == (2, 4, 7)


def test_a_circled_note_cannot_be_circled_again() -> None:
    """Rulebook p. 18."""
    table = asking(at_table(nagas(notes=(4,)), JAMES), Circling(0))
    assert why_not(table, 0, "note 4") == "not-a-note notes=(1,2,3,5,6,7,8,9)"
    assert why_not(table, 0, "note 10") == "not-a-note notes=(1,2,3,5,6,7,8,9)"


def test_the_last_note_needs_no_choice() -> None:
    """Nine structures, nine notes; the number of notes is reconstructed."""
    step = started(at_table(nagas(notes=(1, 2, 3, 4, 6, 7, 8, 9)), JAMES), Circling(0))
    assert step.events == (NoteCircled(0, 5),)
    assert notes_of(step.state) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert offered(step.state, 0)[:2] == ["decline", "summon Dortal"]


def test_a_note_that_touches_no_circled_one_summons_nothing() -> None:
    """Rulebook p. 17: two adjacent notes are needed."""
    table = asking(at_table(nagas(serpents=1, notes=(1, 7)), JAMES), BuildingStarts(1))
    table = play_on(table, {0: "build feeder"}, {0: "note 4"}).state
    assert table.agenda == ()
    assert hydra_of(table) is None


@pytest.mark.parametrize("note", [3, 5])
def test_two_adjacent_notes_summon_the_hydra_to_a_lake(note: int) -> None:
    """Rulebook p. 17: to lake regions only."""
    table = settle(asking(at_table(nagas(notes=(4,)), JAMES), Circling(0)), {0: f"note {note}"}).state
    assert offered(table, 0) == [
        "decline",
        "summon Dortal",
        "summon Kosleen",
        "summon Qliss",
        "summon Suleen",
    ]
    assert why_not(table, 0, "summon Folen") == "not-a-lake lakes=(Dortal,Kosleen,Qliss,Suleen)"
    step = settle(table, {0: "summon Qliss"})
    assert step.events == (HydraSummoned(0, Region.QLISS),)
    assert hydra_of(step.state) is Region.QLISS


def test_only_lakes_in_the_game_can_be_summoned_to() -> None:
    """Rulebook p. 4: Ikara is in the game with three, Cerness with four."""
    three = asking(at_table(nagas(), JAMES, elves(Region.SULEEN)), Summoning(0))
    four = asking(at_table(nagas(), JAMES, elves(Region.SULEEN), seat("orcs", Region.ZASKER)), Summoning(0))
    assert "summon Ikara" in offered(three, 0)
    assert "summon Cerness" not in offered(three, 0)
    assert "summon Cerness" in offered(four, 0)


def test_a_flooded_region_can_be_summoned_to() -> None:
    """Rulebook p. 18: all rules of a lake apply."""
    table = with_terrain(at_table(nagas(), JAMES), Region.HARRAX, Terrain.LAKE)
    table = with_terrain(table, Region.QLISS, Terrain.FOREST)
    assert offered(asking(table, Summoning(0)), 0) == [
        *("decline", "summon Dortal", "summon Harrax", "summon Kosleen", "summon Suleen")
    ]


def test_where_no_lake_is_left_nothing_is_summoned() -> None:
    """Rulebook p. 17: a lake is needed."""
    table = at_table(nagas(hydra=Region.WERS), JAMES)
    for region in REGIONS:
        table = with_terrain(table, region, Terrain.MEADOW)
    step = started(table, Summoning(0))
    assert (step.events, hydra_of(step.state)) == ((), Region.WERS)


def test_the_hydra_need_not_be_summoned() -> None:
    """Rulebook p. 17: you can."""
    step = settle(asking(at_table(nagas(), JAMES), Summoning(0)), {0: "decline"})
    assert step.events == (events.Declined(0, "summon"),)
    assert hydra_of(step.state) is None


def test_a_new_hydra_replaces_the_old_one() -> None:
    """Rulebook p. 17: no more than one on the map."""
    table = asking(at_table(nagas(hydra=Region.WERS), JAMES), Summoning(0))
    step = settle(table, {0: "summon Dortal"})
    assert step.events == (HydraPerished(0, Region.WERS), HydraSummoned(0, Region.DORTAL))
    assert hydra_of(step.state) is Region.DORTAL


def test_every_further_adjacent_note_summons_again() -> None:
    """docs/rulings.md 49."""
    table = asking(at_table(nagas(notes=(4, 5), hydra=Region.DORTAL), JAMES), Circling(0))
    step = play_on(table, {0: "note 6"}, {0: "summon Suleen"})
    assert hydra_of(step.state) is Region.SULEEN


def test_building_goes_on_after_the_summons() -> None:
    """Rulebook p. 6: others still build; the end of the action comes when all are done."""
    rich = undead(Region.YREEL, stock=(2, 2, 2))
    table = asking(at_table(nagas(serpents=2, notes=(4,)), rich), BuildingStarts(1))
    table = settle(table, {0: "build currents", 1: "build graveyard"}).state
    table = play_on(table, {0: "note 5"}, {0: "summon Qliss"}).state
    assert offered(table, 0) == []
    assert "recruit skeleton 2" in offered(table, 1)


def test_a_hydra_may_be_summoned_among_players_and_fights_in_the_next_movement() -> None:
    """docs/rulings.md 50."""
    table = asking(at_table(nagas(), undead(Region.QLISS, 3)), Summoning(0))
    step = settle(table, {0: "summon Qliss"})
    assert step.events == (HydraSummoned(0, Region.QLISS),)
    table = settle(asking(step.state, Moving(1)), {0: "stay", 1: "stay"}).state
    assert offered(table, 1) == ["deploy none", "deploy skeleton 1", "deploy skeleton 2", "deploy skeleton 3"]


def test_the_players_own_foundation_only_not_the_hydras() -> None:
    """Rulebook p. 17: where the Hydra is alone no structure is placed."""
    apart = asking(at_table(nagas(Region.FOLEN, 1, hydra=Region.LOX), JAMES), BuildingStarts(1))
    assert offered(apart, 0) == ["done", "build feeder", "build currents"]
    there = asking(at_table(nagas(Region.LOX, 1, hydra=Region.FOLEN), JAMES), BuildingStarts(1))
    step = settle(there, {0: "build feeder on Lox"})
    assert step.state.players[0].foundations == ((Region.LOX, 1),)


# The Hydra on the move.


def test_the_hydra_moves_to_an_adjacent_region_of_any_terrain() -> None:
    """Rulebook p. 17: one region, and no movement points are spent for it."""
    table = asking(at_table(nagas(Region.WERS, hydra=Region.QLISS), JAMES), Moving(1))
    assert [text for text in offered(table, 0) if text.startswith("stay")] == [
        "stay",
        *(
            f"stay sending hydra {name}"
            for name in ("Nikleen", "Rolgoy", "Tog'Eed", "Ugmat", "Wers", "Xelree")
        ),
    ]
    step = settle(table, {0: "stay sending hydra Rolgoy"})
    assert events.PieceMoved(0, "hydra", Region.QLISS, Region.ROLGOY) in step.events
    assert events.Stayed(0, Region.WERS, 0, 1) in step.events
    assert hydra_of(step.state) is Region.ROLGOY


def test_the_player_moves_first_and_then_the_hydra() -> None:
    """Rulebook p. 17: both destinations are announced."""
    step = moved(
        at_table(nagas(Region.LOX, hydra=Region.NIKLEEN), JAMES), 2, "move Folen sending hydra Qliss"
    )
    assert step.events[:2] == (
        events.Moved(0, Region.LOX, Region.FOLEN, (), 0, 2, 0),
        events.PieceMoved(0, "hydra", Region.NIKLEEN, Region.QLISS),
    )


def test_the_hydra_may_go_where_the_player_goes() -> None:
    """Rulebook p. 17: with you or separately."""
    step = moved(at_table(nagas(Region.WERS, hydra=Region.WERS), JAMES), 1, "move Qliss sending hydra Qliss")
    assert step.state.players[0].region is hydra_of(step.state) is Region.QLISS


def test_the_hydra_uses_portals() -> None:
    """Rulebook p. 17."""
    table = asking(at_table(nagas(Region.WERS, hydra=Region.SULEEN), JAMES), Moving(1))
    assert {"stay sending hydra Harrax", "stay sending hydra Yreel"} <= set(offered(table, 0))
    far = asking(at_table(nagas(Region.WERS, hydra=Region.QLISS), JAMES), Moving(1))
    assert "stay sending hydra Harrax" not in offered(far, 0)


def test_the_hydra_cannot_go_further_than_one_region() -> None:
    """Rulebook p. 17."""
    table = asking(at_table(nagas(Region.WERS, hydra=Region.QLISS), JAMES), Moving(4))
    assert why_not(table, 0, "stay sending hydra Odmoor") == "not-sent-there"


def test_without_a_hydra_nothing_can_be_sent() -> None:
    """Rulebook p. 17."""
    table = asking(at_table(nagas(Region.WERS), JAMES), Moving(1))
    assert why_not(table, 0, "stay sending hydra Qliss") == "not-sent-there"


def test_the_whirlpool_carries_the_hydra_over_two_regions() -> None:
    """Rulebook p. 17; that it is the Whirlpool is reconstructed."""
    sarah = nagas(Region.WERS, hydra=Region.QLISS, built=("whirlpool",))
    table = asking(at_table(sarah, JAMES), Moving(1))
    assert {f"stay sending hydra {name}" for name in ("Rolgoy", "Odmoor", "Yreel")} <= set(offered(table, 0))
    assert why_not(table, 0, "stay sending hydra Kosleen") == "not-sent-there"


def test_the_hydra_collects_no_resources_and_visits_nothing() -> None:
    """Rulebook p. 17: Xelree holds 2 wood."""
    table = at_table(nagas(Region.WERS, hydra=Region.QLISS), JAMES)
    player = moved(table, 1, "stay sending hydra Xelree").state.players[0]
    assert player.stock == (0, 0, 0)
    assert player.visited == 1 << Region.WERS


def test_the_hydra_collects_no_artefacts() -> None:
    """Rulebook p. 17: in Dortal for 3 Serpents, but only in person."""
    apart = started(at_table(nagas(Region.WERS, 3, hydra=Region.DORTAL), JAMES), Collecting(0))
    assert apart.state.agenda == ()
    there = asking(at_table(nagas(Region.DORTAL, 3, hydra=Region.WERS), JAMES), Collecting(0))
    assert offered(there, 0) == ["decline", "collect for serpent 3"]


# The Hydra among players.


def test_the_hydra_beats_james_and_emma_in_qliss() -> None:
    """Rulebook p. 18: 18 against 15 and 17; a monster for Sarah and nothing else, the fortress for nobody."""
    sarah = nagas(Region.FOLEN, 3, notes=(4,))
    james, emma = undead(Region.NIKLEEN, 15), elves(Region.UGMAT, 17, stock=(9, 9, 9))
    table = asking(at_table(sarah, james, emma), BuildingStarts(1))
    table = settle(table, {0: "build church", 2: "done"}).state
    table = play_on(table, {0: "note 5"}, {0: "summon Qliss"}).state
    table = asking(table, Moving(3))
    met = settle(table, {0: "stay", 1: "move Qliss", 2: "move Qliss"})
    assert events.Met(Region.QLISS, (0, 1, 2)) in met.events
    step = settle(met.state, {1: "deploy skeleton 15", 2: "deploy pixie 17"})
    deployed = ((("hydra", 1),), (("skeleton", 15),), (("pixie", 17),))
    assert step.events == (
        events.BattleFought(Region.QLISS, (0, 1, 2), deployed, (18, 15, 17), winner=0),
        HydraPerished(0, Region.QLISS),
        events.UnitsPerished(1, (("skeleton", 15),)),
        events.UnitsPerished(2, (("pixie", 17),)),
        events.MonsterCircled(0, 2, 1),
    )
    assert hydra_of(step.state) is None
    assert [units_of(step.state, who) for who in (0, 1, 2)] == [{}, {}, {}]
    assert step.state.players[0].stock == (0, 0, 0)
    assert step.state.agenda == ()


def test_whoever_lost_to_the_hydra_cannot_seize_the_fortress_with_what_is_left() -> None:
    """Rulebook p. 18: nobody seizes Qliss, power 7, in this round."""
    table = at_table(nagas(Region.FOLEN, 9, hydra=Region.QLISS), undead(Region.QLISS, 25))
    table = settle(asking(table, Meetings()), {1: "deploy skeleton 15"}).state
    assert not [text for text in offered(table, 0) if text.startswith("siege")]
    table = settle(table, {0: "done"}).state
    assert why_not(table, 1, "siege Qliss with skeleton 8") == "no-fortress region=Qliss"
    assert "hunt 2 with skeleton 3" in offered(table, 1)


def test_a_lone_hydra_gets_no_reward_of_any_kind() -> None:
    """Rulebook p. 18: not the monster's resources, nor the losers' resources or artefacts."""
    james = undead(Region.QLISS, stock=(9, 9, 9), artefacts=[Region.VURT])
    sarah = nagas(Region.FOLEN, hydra=Region.QLISS, monsters=(2, 3))
    step = started(at_table(sarah, james), Meetings())
    assert of_kind(step.events, events.BattleFought) == [
        events.BattleFought(Region.QLISS, (0, 1), ((("hydra", 1),), ()), (18, 0), winner=0)
    ]
    assert monsters_of(step.state) == [2, 3, 5]
    assert step.state.players[0].stock == (0, 0, 0)
    assert step.state.players[1].stock == (9, 9, 9)
    assert step.state.players[1].owns(Region.VURT)


def test_an_opponent_who_beats_a_lone_hydra_has_beaten_the_nagas() -> None:
    """docs/rulings.md 65: sign, reward from the Nagas, and the right to the fortress."""
    sarah = nagas(Region.FOLEN, 4, hydra=Region.QLISS, stock=(2, 0, 0), artefacts=[Region.DORTAL])
    table = asking(at_table(sarah, undead(Region.QLISS, 30)), Meetings())
    step = settle(table, {1: "deploy skeleton 19"})
    assert hydra_of(step.state) is None
    assert monsters_of(step.state, 1) == [2]
    assert offered(step.state, 1) == ["decline", "loot", "seize Dortal", "plunder nagas wood 1"]
    step = settle(step.state, {1: "plunder nagas wood 1"})
    assert step.state.players[0].stock == (1, 0, 0)
    assert units_of(step.state, 0) == {"serpent": 4}
    table = settle(step.state, {0: "done"}).state
    step = settle(table, {1: "siege Qliss with skeleton 8"})
    assert step.state.players[1].fortresses == 1 << Region.QLISS


def test_the_hydra_may_be_the_weakest_of_the_defeated() -> None:
    """Rulebook p. 10 and docs/rulings.md 65: 22 against 20 and the Hydra's 18 are 4 resources."""
    sarah = nagas(Region.FOLEN, hydra=Region.QLISS, stock=(4, 0, 0))
    emma = elves(Region.QLISS, 20, stock=(0, 4, 0))
    table = asking(at_table(sarah, undead(Region.QLISS, 22), emma), Meetings())
    table = settle(table, {1: "deploy skeleton 22", 2: "deploy pixie 20"}).state
    assert "plunder nagas wood 4" in offered(table, 1)
    assert "plunder elves iron 3 nagas wood 1" in offered(table, 1)
    assert "plunder elves iron 3 nagas wood 2" not in offered(table, 1)


def test_the_defeated_hydra_does_not_keep_its_player_from_anything() -> None:
    """Rulebook p. 18: Sarah is not in the region; where she is, the fortress of Rolgoy is hers to take."""
    sarah = nagas(Region.ROLGOY, 4, hydra=Region.QLISS)
    table = asking(at_table(sarah, undead(Region.QLISS, 19)), Meetings())
    table = play_on(table, {1: "deploy skeleton 19"}, {1: "decline"}).state
    step = settle(table, {0: "siege Rolgoy with serpent 3"})
    assert step.state.players[0].fortresses == 1 << Region.ROLGOY
    assert step.state.players[0].stock == (0, 0, 3)


def test_an_equal_power_defeats_the_hydra_too() -> None:
    """Rulebook p. 10: all are defeated."""
    table = asking(at_table(nagas(Region.FOLEN, hydra=Region.QLISS), undead(Region.QLISS, 18)), Meetings())
    step = settle(table, {1: "deploy skeleton 18"})
    [battle] = of_kind(step.events, events.BattleFought)
    assert isinstance(battle, events.BattleFought)
    assert (battle.powers, battle.winner) == ((18, 18), None)
    assert (monsters_of(step.state, 0), monsters_of(step.state, 1)) == ([], [])
    assert hydra_of(step.state) is None


def test_the_hydra_beside_the_player_begins_a_battle_as_well() -> None:
    """Rulebook p. 18 and docs/rulings.md 51, 52: nobody is asked for peace, and it cannot be spared."""
    sarah = nagas(Region.SULEEN, 2, hydra=Region.SULEEN)
    table = asking(at_table(sarah, undead(Region.SULEEN, 1)), Meetings())
    assert offered(table, 0) == ["deploy hydra 1", "deploy hydra 1 serpent 1", "deploy hydra 1 serpent 2"]
    assert offered(table, 1) == ["deploy none", "deploy skeleton 1"]


def test_beside_the_player_serpents_hinder_the_hydra_whether_they_fight_or_not() -> None:
    """Rulebook p. 18: 18 - 2 x 5, and three of the five Serpents fight with 9."""
    sarah = nagas(Region.SULEEN, 5, hydra=Region.SULEEN)
    table = asking(at_table(sarah, undead(Region.SULEEN, stock=(9, 9, 9))), Meetings())
    step = settle(table, {0: "deploy hydra 1 serpent 3"})
    deployed = ((("hydra", 1), ("serpent", 3)), ())
    assert step.events == (
        events.BattleFought(Region.SULEEN, (0, 1), deployed, (9 + 8, 0), winner=0),
        events.UnitsPerished(0, (("serpent", 3),)),
        HydraPerished(0, Region.SULEEN),
        events.MonsterCircled(0, 2, 1),
    )
    # In person the player takes a reward by the regular rules.
    assert "plunder undead wood 9 iron 8" in offered(step.state, 0)
    assert units_of(step.state, 0) == {"serpent": 2}


def test_apart_from_the_player_serpents_do_not_hinder_the_hydra() -> None:
    """Rulebook p. 18."""
    table = at_table(nagas(Region.FOLEN, 9, hydra=Region.QLISS), undead(Region.QLISS, 17))
    step = settle(asking(table, Meetings()), {1: "deploy skeleton 17"})
    [battle] = of_kind(step.events, events.BattleFought)
    assert isinstance(battle, events.BattleFought)
    assert battle.powers == (18, 17)


def hydra_power(serpents: int, *, built: Sequence[str] = (), region: Region = Region.SULEEN) -> int:
    """Of a Hydra that fights in Suleen without a Serpent beside it; the player is in `region`."""
    table = at_table(nagas(region, serpents, hydra=Region.SULEEN, built=built), undead(Region.SULEEN))
    met = started(table, Meetings())
    fought = met if of_kind(met.events, events.BattleFought) else settle(met.state, {0: "deploy hydra 1"})
    [battle] = of_kind(fought.events, events.BattleFought)
    assert isinstance(battle, events.BattleFought)
    return battle.powers[0]


def test_the_hydra_is_never_weaker_than_nothing() -> None:
    """docs/rulings.md 63."""
    assert [hydra_power(serpents) for serpents in (0, 1, 8, 9, 10)] == [18, 16, 2, 0, 0]


def test_the_reef_shelters_the_hydra_from_the_serpents() -> None:
    """Rulebook p. 18."""
    assert hydra_power(12, built=["reef"]) == 18


def test_the_abyssal_throne_modifies_the_hydra() -> None:
    """Rulebook p. 17: 25; that it is the Throne is reconstructed."""
    throne = ["abyssal-throne"]
    assert hydra_power(0, built=throne) == 25
    assert hydra_power(5, built=throne) == 15
    assert hydra_power(13, built=throne) == 0
    assert hydra_power(13, built=["reef", "abyssal-throne"]) == 25
    assert hydra_power(13, built=throne, region=Region.FOLEN) == 25


def test_the_church_does_not_modify_the_hydra() -> None:
    """Rulebook p. 18: Sarah has just built it, and the power is 18."""
    others = [one.name for one in NAGAS.structures if one.name != "abyssal-throne"]
    assert hydra_power(4, built=others, region=Region.FOLEN) == 18


def test_the_player_and_the_hydra_may_each_have_a_battle() -> None:
    """docs/rulings.md 60: the player's own comes first, then the Hydra's."""
    sarah = nagas(Region.SULEEN, 4, hydra=Region.QLISS)
    table = at_table(sarah, undead(Region.QLISS, 17), elves(Region.SULEEN, 9))
    table = play_on(asking(table, Meetings()), {0: "fight"}).state
    own = settle(table, {0: "deploy serpent 4", 2: "deploy pixie 9"})
    assert own.events[0] == events.BattleFought(
        Region.SULEEN, (0, 2), ((("serpent", 4),), (("pixie", 9),)), (16, 9), winner=0
    )
    table = settle(own.state, {0: "decline"}).state
    step = settle(table, {1: "deploy skeleton 17"})
    assert step.events[0] == events.BattleFought(
        Region.QLISS, (0, 1), ((("hydra", 1),), (("skeleton", 17),)), (18, 17), winner=0
    )
    assert monsters_of(step.state) == [2, 3]


def test_the_battle_of_the_first_player_precedes_those_of_the_nagas() -> None:
    """Rulebook p. 9 and docs/rulings.md 60: the order is that of the seats involved."""
    sarah = nagas(Region.SULEEN, 4, hydra=Region.QLISS)
    table = at_table(sarah, undead(Region.QLISS, 17), elves(Region.SULEEN, 9), first=1)
    table = asking(table, Meetings())
    assert offered(table, 1)[:2] == ["deploy none", "deploy skeleton 1"]
    step = settle(table, {1: "deploy none"})
    assert of_kind(step.events, events.Met) == [events.Met(Region.SULEEN, (2, 0))]


def test_a_defeat_of_the_player_does_not_bar_the_hydra_elsewhere() -> None:
    """Rulebook p. 18: the Hydra stands in another region, alone with its fortress."""
    sarah = nagas(Region.SULEEN, 1, hydra=Region.QLISS)
    table = asking(at_table(sarah, undead(Region.SULEEN, 9)), Meetings())
    table = play_on(table, {0: "fight"}, {0: "deploy none", 1: "deploy skeleton 1"}, {1: "decline"}).state
    assert "siege Qliss with hydra 1" in offered(table, 0)


def test_a_hydra_called_away_by_a_reward_leaves_its_own_battle() -> None:
    """docs/rulings.md: who is where is looked up before each battle. Without the Hydra there is no force."""
    sarah = nagas(Region.SULEEN, 4, hydra=Region.QLISS)
    james = undead(Region.SULEEN, 9, artefacts=[Region.VURT])
    table = at_table(sarah, james, elves(Region.QLISS, 1), seat("orcs", Region.QLISS))
    steps = ({0: "fight"}, {0: "deploy serpent 4", 1: "deploy none"}, {0: "seize Vurt"})
    table = play_on(asking(table, Meetings()), *steps).state
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table
    step = settle(table, {0: "summon Dortal"})
    assert step.events[:3] == (
        HydraPerished(0, Region.QLISS),
        HydraSummoned(0, Region.DORTAL),
        events.Met(Region.QLISS, (2, 3)),
    )
    assert offered(step.state, 2) == ["peace", "fight"]


def test_a_hydra_called_by_a_reward_among_players_fights_them() -> None:
    """Rulebook p. 18: in one region with another player it must start a battle."""
    sarah, james = nagas(Region.SULEEN, 4), undead(Region.SULEEN, 9, artefacts=[Region.VURT])
    table = asking(at_table(sarah, james, elves(Region.QLISS, 17)), Meetings())
    steps = ({0: "fight"}, {0: "deploy serpent 4", 1: "deploy none"}, {0: "seize Vurt"}, {0: "summon Qliss"})
    table = play_on(table, *steps).state
    step = settle(table, {2: "deploy pixie 17"})
    assert monsters_of(step.state) == [2, 3]
    assert hydra_of(step.state) is None


def test_a_hydra_called_where_the_battle_is_over_has_no_right_to_the_fortress() -> None:
    """Rulebook p. 10: it has not won there. Emma, who has, may besiege."""
    sarah, james = nagas(Region.SULEEN, 4), undead(Region.SULEEN, 9, artefacts=[Region.VURT])
    emma, kate = elves(Region.QLISS, 20), seat("orcs", Region.QLISS, units={})
    table = asking(at_table(emma, sarah, james, kate), Meetings())
    table = play_on(table, {0: "fight"}, {0: "deploy pixie 1"}, {0: "decline"}).state
    steps = ({1: "fight"}, {1: "deploy serpent 4", 2: "deploy none"}, {1: "seize Vurt"}, {1: "summon Qliss"})
    table = play_on(table, *steps).state
    assert "siege Qliss with pixie 8" in offered(table, 0)
    table = settle(table, {0: "done"}).state
    assert "hunt 3 with hydra 1" in offered(table, 1)
    assert why_not(table, 1, "siege Qliss with hydra 1") == "no-fortress region=Qliss"


# The Hydra against monsters and fortresses.


def test_a_lone_hydra_hunts_for_points_only() -> None:
    """Rulebook p. 18: not for the monster's 2 gold; and it perishes like any unit."""
    table = asking(at_table(nagas(Region.FOLEN, hydra=Region.QLISS, monsters=(2,)), JAMES), Fighting(0))
    assert offered(table, 0) == ["done", "hunt 3 with hydra 1", "siege Qliss with hydra 1"]
    step = settle(table, {0: "hunt 3 with hydra 1"})
    assert step.events == (
        events.MonsterFought(0, Region.QLISS, 3, (("hydra", 1),), 18, won=True),
        HydraPerished(0, Region.QLISS),
        events.MonsterCircled(0, 3, 1),
    )
    assert step.state.players[0].stock == (0, 0, 0)
    assert score_of(step.state, 0).victories == 2


def test_a_lone_hydra_perishes_in_a_lost_hunt() -> None:
    """Rulebook p. 9: win or lose; 18 do not exceed 19."""
    circled = (2, 3, 5, 8, 13)
    table = asking(at_table(nagas(Region.FOLEN, hydra=Region.QLISS, monsters=circled), JAMES), Fighting(0))
    step = settle(table, {0: "hunt 19 with hydra 1"})
    assert hydra_of(step.state) is None
    assert monsters_of(step.state) == list(circled)


def test_the_players_points_let_the_hydra_skip_monsters() -> None:
    """docs/rulings.md 53."""
    table = at_table(nagas(Region.FOLEN, hydra=Region.QLISS, points=3), JAMES)
    step = settle(asking(table, Fighting(0)), {0: "hunt 8 with hydra 1"})
    assert monsters_of(step.state) == [8]


def test_one_monster_a_round_for_the_player_and_the_hydra_together() -> None:
    """Rulebook p. 10 and docs/rulings.md 53."""
    table = asking(at_table(nagas(Region.FOLEN, 3, hydra=Region.QLISS), JAMES), Fighting(0))
    table = settle(table, {0: "hunt 2 with serpent 2"}).state
    assert offered(table, 0) == ["done", "siege Qliss with hydra 1"]
    assert why_not(table, 0, "hunt 3 with hydra 1") == "hunted"


def test_a_lone_hydra_seizes_a_fortress_for_points_only() -> None:
    """Rulebook p. 18: Qliss, power 7, for 2 points without its 4 wood; the wood is lost."""
    table = asking(at_table(nagas(Region.FOLEN, hydra=Region.QLISS), JAMES), Fighting(0))
    step = settle(table, {0: "siege Qliss with hydra 1"})
    assert step.events == (
        events.FortressAttacked(0, Region.QLISS, 7, (("hydra", 1),), 18, 2, won=True),
        HydraPerished(0, Region.QLISS),
    )
    assert step.state.players[0].stock == (0, 0, 0)
    assert score_of(step.state, 0).victories == 2


def test_a_lone_hydra_fails_at_a_stronger_fortress() -> None:
    """Rulebook p. 9: Kosleen has 21."""
    table = asking(at_table(nagas(Region.FOLEN, hydra=Region.KOSLEEN), JAMES), Fighting(0))
    step = settle(table, {0: "siege Kosleen with hydra 1"})
    assert step.state.players[0].fortresses == 0
    assert hydra_of(step.state) is None


def test_serpents_do_not_fight_where_the_hydra_stands_alone() -> None:
    """Rulebook p. 18: they are always where the player is."""
    table = asking(at_table(nagas(Region.FOLEN, 1, hydra=Region.QLISS), JAMES), Fighting(0))
    assert offered(table, 0) == [
        *("done", "hunt 2 with serpent 1", "hunt 2 with hydra 1", "siege Qliss with hydra 1")
    ]
    assert why_not(table, 0, "siege Qliss with hydra 1 serpent 1") == "deploy-something"


def test_beside_the_player_the_hydra_is_a_regular_unit() -> None:
    """Rulebook p. 17 and docs/rulings.md 64: it may stay out, and the spoils are as usual."""
    sarah = nagas(Region.QLISS, 3, hydra=Region.QLISS, monsters=(2,))
    table = asking(at_table(sarah, JAMES), Fighting(0))
    assert {f"hunt 3 with {army}" for army in ("serpent 1", "hydra 1", "hydra 1 serpent 3")} <= set(
        offered(table, 0)
    )
    step = settle(table, {0: "hunt 3 with serpent 2"})
    assert events.Received(0, 0, 0, 2, Source.MONSTER) in step.events
    step = settle(step.state, {0: "siege Qliss with hydra 1"})
    # One Serpent is left to hinder it.
    assert step.events == (
        events.FortressAttacked(0, Region.QLISS, 7, (("hydra", 1),), 16, 2, won=True),
        HydraPerished(0, Region.QLISS),
        events.Received(0, 4, 0, 0, Source.FORTRESS),
    )


def test_victories_of_the_hydra_count_for_the_artefact_of_odmoor() -> None:
    """docs/rulings.md 54: four monsters and a fortress that a Hydra seized are five victories."""
    sarah = nagas(Region.ODMOOR, hydra=Region.QLISS, monsters=(2, 3, 5, 8))
    table = asking(at_table(sarah, JAMES), Fighting(0), Collecting(0))
    table = play_on(table, {0: "siege Qliss with hydra 1"}).state
    assert offered(table, 0) == ["decline", "collect"]


# The Hydra and curses.


def cursing_undead(*regions: Region) -> Seated:
    board = CONQUER.boards["undead"]
    assert board.own is not None
    return undead(Region.YREEL, own=type(board.own)(tuple(regions)))


def test_a_serpent_is_lost_before_the_hydra() -> None:
    """Rulebook p. 16: the weakest unit of the army."""
    sarah = nagas(Region.ROLGOY, 2, hydra=Region.ROLGOY)
    step = moved(at_table(sarah, cursing_undead(Region.SULEEN)), 1, "move Suleen sending hydra Suleen")
    assert events.UnitLost(0, "serpent") in step.events
    assert (units_of(step.state, 0), hydra_of(step.state)) == ({"serpent": 1}, Region.SULEEN)


def test_without_serpents_a_curse_takes_the_hydra_beside_the_player() -> None:
    """docs/rulings.md 34."""
    sarah = nagas(Region.ROLGOY, hydra=Region.ROLGOY)
    step = moved(at_table(sarah, cursing_undead(Region.SULEEN)), 1, "move Suleen sending hydra Suleen")
    assert HydraPerished(0, Region.SULEEN) in step.events
    assert hydra_of(step.state) is None


def test_a_curse_does_not_take_a_hydra_in_another_region() -> None:
    """docs/rulings.md 34."""
    sarah = nagas(Region.ROLGOY, hydra=Region.ROLGOY)
    step = moved(at_table(sarah, cursing_undead(Region.SULEEN)), 1, "move Suleen")
    assert of_kind(step.events, HydraPerished) == []
    assert hydra_of(step.state) is Region.ROLGOY


def test_a_lone_hydra_enters_a_cursed_region_unharmed() -> None:
    """docs/rulings.md 34: it is not the opponent who visits."""
    sarah = nagas(Region.WERS, 1, hydra=Region.ROLGOY)
    step = moved(at_table(sarah, cursing_undead(Region.SULEEN)), 1, "stay sending hydra Suleen")
    assert (units_of(step.state, 0), hydra_of(step.state)) == ({"serpent": 1}, Region.SULEEN)


# The other structures.


def test_currents_carry_one_point_further() -> None:
    """The Currents are coined."""
    table = asking(at_table(nagas(Region.NIKLEEN, built=["currents"]), JAMES), Moving(1))
    assert "move Odmoor" in offered(table, 0)
    without = asking(at_table(nagas(Region.NIKLEEN), JAMES), Moving(1))
    assert "move Odmoor" not in offered(without, 0)


def test_the_geyser_turns_the_current_region_into_a_lake() -> None:
    """Rulebook p. 18; the moment and the price of a Serpent are reconstructed."""
    table = asking(at_table(nagas(Region.HARRAX, 2, built=["geyser"]), JAMES), BuildingEnds())
    assert offered(table, 0) == ["decline", "flood Harrax"]
    step = settle(table, {0: "flood Harrax"})
    assert step.events == (
        events.Paid(0, 0, 0, 0, (("serpent", 1),)),
        events.TerrainChanged(0, Region.HARRAX, Terrain.LAKE),
    )
    assert units_of(step.state, 0) == {"serpent": 1}
    changed = [region for region in REGIONS if step.state.terrain[region] is not table.terrain[region]]
    assert changed == [Region.HARRAX]
    assert step.state.agenda == ()


def test_a_geyser_works_at_the_end_of_the_action_in_which_it_is_built() -> None:
    """Rulebook p. 6."""
    table = asking(at_table(nagas(Region.HARRAX, 3), JAMES), BuildingStarts(1))
    table = play_on(table, {0: "build geyser"}, {0: "note 1"}).state
    assert offered(table, 0) == ["decline", "flood Harrax"]


def test_the_geyser_need_not_be_used() -> None:
    """Reconstructed with the Geyser's moment."""
    table = asking(at_table(nagas(Region.HARRAX, 1, built=["geyser"]), JAMES), Flooding(0))
    assert why_not(table, 0, "flood Folen") == "not-flooded region=Harrax"
    step = settle(table, {0: "decline"})
    assert step.events == (events.Declined(0, "flood"),)
    assert step.state.terrain == table.terrain


def test_a_lake_cannot_be_flooded() -> None:
    """docs/rulings.md 55."""
    assert asking(at_table(nagas(Region.SULEEN, 1, built=["geyser"]), JAMES), BuildingEnds()).agenda == ()


def test_without_a_serpent_the_geyser_rests() -> None:
    """The price is reconstructed."""
    assert asking(at_table(nagas(Region.HARRAX, built=["geyser"]), JAMES), BuildingEnds()).agenda == ()


def test_a_flooded_region_costs_everybody_what_a_lake_costs() -> None:
    """Rulebook p. 18: the mountain Harrax costs the Undead 2, as a lake 3."""
    table = at_table(nagas(Region.HARRAX, 1, built=["geyser"]), undead(Region.ASANDER))
    before = asking(table, Moving(2))
    assert "move Harrax" in offered(before, 1)
    table = settle(asking(table, Flooding(0)), {0: "flood Harrax"}).state
    after = asking(table, Moving(2))
    assert why_not(after, 1, "move Harrax") == "too-far to=Harrax cost=3 points=2"


def test_a_flood_takes_the_mountain_from_a_structure_that_needs_one() -> None:
    """Rulebook p. 18: the Camp of the Orcs does nothing where the mountain has become a lake."""
    orcs = seat("orcs", Region.HARRAX, built=["camp"])
    table = at_table(nagas(Region.HARRAX, 1, built=["geyser"]), orcs)
    assert RageGained(1, 2) in started(table, BuildingStarts(1)).events
    table = settle(asking(table, Flooding(0)), {0: "flood Harrax"}).state
    assert of_kind(started(table, BuildingStarts(1)).events, RageGained) == []


def test_mountains_visited_before_the_flood_still_count() -> None:
    """Rulebook p. 18: four mountains, of which one becomes a lake, are enough in Tog'Eed."""
    seen = [Region.HARRAX, Region.LOX, Region.VURT]
    table = at_table(nagas(Region.HARRAX, 1, built=["geyser"]), undead(Region.TOGEED, visited=seen))
    table = settle(asking(table, Flooding(0)), {0: "flood Harrax"}).state
    assert mountains_visited(table, 1) == 4
    table = asking(table, Collecting(1))
    assert offered(table, 1) == ["decline", "collect"]
    assert settle(table, {1: "collect"}).state.players[1].owns(Region.TOGEED)


def test_a_mountain_visited_after_the_flood_does_not_count() -> None:
    """docs/rulings.md 56."""
    james = undead(Region.ASANDER, visited=[Region.TOGEED, Region.LOX, Region.VURT])
    table = with_terrain(at_table(nagas(Region.WERS), james), Region.HARRAX, Terrain.LAKE)
    table = settle(asking(table, Moving(3)), {0: "stay", 1: "move Harrax"}).state
    assert table.players[1].visited >> Region.HARRAX & 1
    assert mountains_visited(table, 1) == 3


def test_the_coral_garden_breeds_a_serpent_in_a_lake_region() -> None:
    """The Coral Garden is coined."""
    step = started(at_table(nagas(Region.SULEEN, 1, built=["coral-garden"]), JAMES), BuildingStarts(1))
    assert step.events == (events.UnitsJoined(0, "serpent", 1),)
    assert units_of(step.state, 0) == {"serpent": 2}
    dry = at_table(nagas(Region.HARRAX, 1, built=["coral-garden"]), JAMES)
    assert started(dry, BuildingStarts(1)).events == ()
    flooded = with_terrain(dry, Region.HARRAX, Terrain.LAKE)
    assert started(flooded, BuildingStarts(1)).events == (events.UnitsJoined(0, "serpent", 1),)


def test_the_church_is_worth_a_point_for_every_three_victories() -> None:
    """Reconstructed: two monsters and three fortresses give one point beside the 3 printed."""
    fortresses = [Region.QLISS, Region.ROLGOY, Region.KOSLEEN]
    sarah = nagas(built=["church"], monsters=(2, 3), fortresses=fortresses)
    assert score_of(at_table(sarah, JAMES), 0) == Score(structures=3 + 1, victories=1 + 1 + 2 + 2 + 5)
    sarah = nagas(built=["church"], monsters=(2, 3, 5), fortresses=fortresses)
    assert score_of(at_table(sarah, JAMES), 0).structures == 3 + 2


def test_the_dam_is_worth_a_point_for_every_lake() -> None:
    """Rulebook p. 18: those of the map in the game, and those made by the Geyser."""
    two = at_table(nagas(built=["dam"]), JAMES)
    assert score_of(two, 0) == Score(structures=2 + 4)
    assert score_of(with_terrain(two, Region.HARRAX, Terrain.LAKE), 0) == Score(structures=2 + 5)
    four = at_table(nagas(built=["dam"]), JAMES, elves(Region.SULEEN), seat("orcs", Region.ZASKER))
    assert score_of(four, 0) == Score(structures=2 + 6)


# Artefacts.


@pytest.mark.parametrize("region", [Region.PASKAAR, Region.VURT, Region.DORTAL])
def test_three_artefacts_cost_three_serpents(region: Region) -> None:
    """Rulebook p. 12."""
    table = asking(at_table(nagas(region, 4, stock=(12, 12, 12)), JAMES), Collecting(0))
    assert offered(table, 0) == ["decline", "collect for serpent 3"]
    step = settle(table, {0: "collect for serpent 3"})
    assert step.events[:2] == (
        events.Paid(0, 0, 0, 0, (("serpent", 3),)),
        events.ArtefactCollected(0, region),
    )
    assert units_of(step.state, 0) == {"serpent": 1}
    assert step.state.players[0].owns(region)
    poor = at_table(nagas(region, 2, stock=(12, 12, 12)), JAMES)
    assert asking(poor, Collecting(0)).agenda == ()


def test_the_artefact_of_paskaar_gives_two_gold_with_every_gathering_of_it() -> None:
    """Reconstructed. What gold is exchanged for is printed with one number, and stays 4."""
    sarah = nagas(stock=(6, 5, 9), artefacts=[Region.PASKAAR])
    step = started(at_table(sarah, JAMES), BuildingStarts(1))
    assert step.events[0] == SerpentsExchanged(0, 5, 5, 8, 4)
    assert step.state.players[0].stock == (1, 0, 1)
    assert started(at_table(sarah, JAMES), Gathering("gold", 1)).state.players[0].stock == (6, 5, 12)
    assert started(at_table(sarah, JAMES), Gathering("wood", 1)).state.players[0].stock == (7, 5, 9)


def test_the_artefact_of_vurt_summons_the_hydra_without_notes() -> None:
    """Reconstructed."""
    table = asking(at_table(nagas(Region.VURT, 3), JAMES), Collecting(0))
    table = settle(table, {0: "collect for serpent 3"}).state
    assert offered(table, 0) == [
        "decline",
        "summon Dortal",
        "summon Kosleen",
        "summon Qliss",
        "summon Suleen",
    ]
    step = settle(table, {0: "summon Kosleen"})
    assert step.events == (HydraSummoned(0, Region.KOSLEEN),)
    assert notes_of(step.state) == ()


def test_another_artefact_does_not_summon_again() -> None:
    """Reconstructed: once, when that of Vurt is gained."""
    table = asking(at_table(nagas(Region.DORTAL, 3, artefacts=[Region.VURT]), JAMES), Collecting(0))
    assert settle(table, {0: "collect for serpent 3"}).state.agenda == ()


def test_the_artefact_of_dortal_is_worth_a_point_for_every_lake_visited() -> None:
    """Reconstructed: what is a lake at the end, by nature or by the Geyser."""
    seen = [Region.DORTAL, Region.QLISS, Region.WERS]
    table = at_table(nagas(Region.FOLEN, artefacts=[Region.DORTAL], visited=seen), JAMES)
    assert score_of(table, 0) == Score(artefacts=2)
    assert score_of(with_terrain(table, Region.WERS, Terrain.LAKE), 0) == Score(artefacts=3)


def test_the_artefact_of_folen_brings_three_serpents() -> None:
    """Reconstructed; the condition is that of all, rulebook p. 12."""
    sites = {Region.ASANDER: 1, Region.ESMORE: 1, Region.LOX: 1, Region.NIKLEEN: 1}
    table = asking(at_table(nagas(Region.FOLEN, 1, foundations=sites), JAMES), Collecting(0))
    step = settle(table, {0: "collect"})
    assert events.UnitsJoined(0, "serpent", 3) in step.events
    assert units_of(step.state, 0) == {"serpent": 4}


def test_the_artefact_of_odmoor_strengthens_against_monsters_only() -> None:
    """Reconstructed: 3 more for the army, and for a Hydra on its own."""
    sarah = nagas(Region.ROLGOY, 2, hydra=Region.QLISS, artefacts=[Region.ODMOOR], points=7)
    table = asking(at_table(sarah, JAMES), Fighting(0))
    by_army = settle(table, {0: "hunt 5 with serpent 2"}).events[0]
    by_hydra = settle(table, {0: "hunt 19 with hydra 1"}).events[0]
    at_fortress = settle(table, {0: "siege Rolgoy with serpent 2"}).events[0]
    assert by_army == events.MonsterFought(0, Region.ROLGOY, 5, (("serpent", 2),), 7, won=True)
    assert by_hydra == events.MonsterFought(0, Region.QLISS, 19, (("hydra", 1),), 21, won=True)
    assert at_fortress == events.FortressAttacked(0, Region.ROLGOY, 6, (("serpent", 2),), 4, 2, won=False)


def test_the_artefact_of_togeed_eases_the_way_over_mountains() -> None:
    """Reconstructed: 2 points instead of 3."""
    with_it = asking(at_table(nagas(Region.ASANDER, artefacts=[Region.TOGEED]), JAMES), Moving(2))
    without = asking(at_table(nagas(Region.ASANDER), JAMES), Moving(2))
    assert "move Brynnlore" in offered(with_it, 0)
    assert why_not(without, 0, "move Brynnlore") == "too-far to=Brynnlore cost=3 points=2"


def test_lakes_are_the_easiest_way() -> None:
    """The costs are reconstructed: lake 1, forest and meadow 2, mountain 3."""
    assert NAGAS.costs.by_terrain == (2, 1, 2, 3)


# Notation and plain form.


@pytest.mark.parametrize(
    ("text", "decision", "plain"),
    [
        ("note 4", CircleNote(4), ("note", 4)),
        ("summon Qliss", Summon(Region.QLISS), ("summon", "Qliss")),
        ("flood Tog'Eed", FloodRegion(Region.TOGEED), ("flood", "Tog'Eed")),
    ],
)
def test_own_decisions_survive_notation_and_plain_form(text: str, decision: CircleNote, plain: Any) -> None:
    assert CONQUER.notate(decision) == text
    assert CONQUER.parse(text) == decision
    assert CONQUER.encode_decision(decision) == plain
    assert CONQUER.decode_decision(plain) == decision


@pytest.mark.parametrize("text", ["note", "note four", "summon", "summon Atlantis", "flood"])
def test_incomplete_decisions_are_refused(text: str) -> None:
    with pytest.raises(MalformedDecision):
        CONQUER.parse(text)


@pytest.mark.parametrize("stage", [Circling(0), Summoning(0), Flooding(0)])
def test_own_stages_and_block_survive_the_plain_form(stage: Stage) -> None:
    sarah = nagas(Region.HARRAX, 1, notes=(2, 5, 6), hydra=Region.SULEEN, built=("geyser",))
    table = asking(at_table(sarah, JAMES), stage)
    plain = CONQUER.encode_state(table)
    again = CONQUER.decode_state(plain)
    assert again == table
    assert again.players[0].own == HydraZone((2, 5, 6), Region.SULEEN)
    assert CONQUER.encode_state(again) == plain


def test_a_table_between_two_battles_survives_the_plain_form() -> None:
    table = at_table(
        nagas(Region.SULEEN, 4, hydra=Region.QLISS), undead(Region.QLISS, 3), elves(Region.SULEEN)
    )
    table = asking(table, Meetings())
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table


@pytest.mark.parametrize(
    "zone",
    [
        HydraZone((5, 2)),
        HydraZone((2, 2)),
        HydraZone((0,)),
        HydraZone((10,)),
        HydraZone((), Region.ZORO),
    ],
)
def test_a_block_that_no_game_comes_to_is_refused(zone: HydraZone) -> None:
    """Zoro is out of the game with two players."""
    plain = CONQUER.encode_state(at_table(seat("nagas", Region.HARRAX, own=zone), JAMES))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(plain)


@pytest.mark.parametrize("stage", [Circling, Summoning, Flooding])
@pytest.mark.parametrize("who", [1, 7])
def test_a_stage_of_the_nagas_for_somebody_else_is_refused(stage: type[Circling], who: int) -> None:
    plain = CONQUER.encode_state(at_table(nagas(), JAMES, agenda=(stage(who),)))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(plain)


def test_an_absent_player_declines_and_circles_the_first_open_note() -> None:
    """The first choice of every request is the quiet one."""
    for stage, text in ((Circling(0), "note 2"), (Summoning(0), "decline"), (Flooding(0), "decline")):
        table = asking(at_table(nagas(serpents=1, notes=(1,)), JAMES), stage)
        assert CONQUER.notate(CONQUER.default(table, 0)) == text


def test_what_is_reconstructed_says_so() -> None:
    """Rulebook pp. 17-18 name the Feeder, the Geyser, the Reef, the Church and the Dam."""
    coined = [one.name for one in NAGAS.structures if one.guessed == ("coined",)]
    assert coined == ["currents", "whirlpool", "coral-garden", "abyssal-throne"]
    assert all(one.guessed == ("effects",) for one in NAGAS.artefacts)
