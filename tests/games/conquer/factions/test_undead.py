"""The Undead's board, rule by rule (rulebook pp. 6-12 and 16)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.events import (
    ArtefactCollected,
    ArtefactSeized,
    BattleFought,
    BuildingFinished,
    Declined,
    FortressAttacked,
    MonsterCircled,
    MonsterFought,
    Moved,
    Paid,
    Received,
    RewardTaken,
    Stayed,
    StructureBuilt,
    UnitLost,
    UnitsJoined,
    UnitsPerished,
    UnitsRecruited,
)
from p2p_heroes.games.conquer.factions.gnomes import GNOMES, Science
from p2p_heroes.games.conquer.factions.undead import UNDEAD, Curses, Cursing, RegionCursed
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.resources import NOTHING, Bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Player, Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source, Thing
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.errors import MalformedState
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

MONSTER_IN_HARRAX = Combat(Foe.MONSTER, Region.HARRAX)


def nobody(region: Region = Region.ROLGOY) -> Seated:
    """An opponent without units and resources, who is asked for nothing but the way."""
    return seat("gnomes", region, units={})


def cursing(*regions: Region) -> Curses:
    return Curses(tuple(sorted(regions)))


def undead_of(table: Table) -> Player:
    return table.players[0]


# Worked examples.


def test_the_shrine_is_built_for_four_iron_above_the_barrow() -> None:
    """Rulebook p. 7: level 2 in an action of level 4, and one of the three required structures stands."""
    james = seat("undead", stock=(0, 4, 0), built=("barrow",))
    table = asking(at_table(james, nobody()), BuildingStarts(4))
    assert offered(table, 0) == ["done", "build shrine"]
    step = settle(table, {0: "build shrine"})
    assert step.events == (Paid(0, 0, 4, 0, ()), StructureBuilt(0, "shrine", 2, 1, None))
    assert undead_of(step.state).stock == NOTHING
    assert score_of(step.state, 0) == Score(structures=1)


def test_the_chapel_waits_for_the_shrine_until_the_next_building_action() -> None:
    """Rulebook p. 7: the Shrine opens the way to the Chapel, in the following rounds."""
    james = seat("undead", stock=(3, 7, 2), built=("barrow",))
    table = asking(at_table(james, nobody()), BuildingStarts(4))
    assert "build chapel" not in offered(table, 0)
    table = settle(table, {0: "build shrine"}).state
    assert offered(table, 0) == []
    assert "build chapel" in offered(asking(table, BuildingStarts(4)), 0)


def test_six_skeletons_for_six_gold_from_the_graveyard_just_built() -> None:
    """Rulebook p. 7: the four Skeletons of the start become ten."""
    james = seat("undead", stock=(2, 2, 6))
    table = asking(at_table(james, nobody()), BuildingStarts(1))
    assert not [choice for choice in offered(table, 0) if choice.startswith("recruit")]
    step = play_on(table, {0: "build graveyard"}, {0: "recruit skeleton 6"})
    assert step.events == (
        Paid(0, 2, 2, 0, ()),
        StructureBuilt(0, "graveyard", 1, 0, None),
        UnitsRecruited(0, "skeleton", 6, 6),
    )
    assert undead_of(step.state).stock == NOTHING
    assert units_of(step.state, 0) == {"skeleton": 10}


def test_the_hearse_buys_the_way_to_esmore() -> None:
    """Rulebook p. 9: with 2 points and 4 wood James goes from Asander through Brynnlore to Esmore."""
    james = seat("undead", Region.ASANDER, stock=(4, 1, 5), built=("hearse",))
    table = asking(at_table(james, nobody()), Moving(2))
    step = settle(table, {0: "move Esmore via Brynnlore buying 2", 1: "stay"})
    assert step.events == (
        Paid(0, 4, 0, 0, ()),
        Moved(0, Region.ASANDER, Region.ESMORE, (Region.BRYNNLORE,), bought=2, spent=4, left=0),
        Stayed(1, Region.ROLGOY, bought=0, left=2),
        Received(0, 2, 0, 0, Source.REGION),
    )
    player = undead_of(step.state)
    assert player.region is Region.ESMORE
    assert player.stock == (2, 1, 5)
    assert player.visited == 1 << Region.ASANDER | 1 << Region.ESMORE
    # No point is left to skip the first monster.
    assert {choice.split()[1] for choice in offered(step.state, 0) if choice != "done"} == {"2"}


def test_two_points_are_only_enough_for_brynnlore() -> None:
    """Rulebook p. 9: without the Hearse's extra points Esmore is out of reach."""
    james = seat("undead", Region.ASANDER, stock=(4, 1, 5), built=("hearse",))
    table = asking(at_table(james, nobody()), Moving(2))
    assert "move Brynnlore" in offered(table, 0)
    assert why_not(table, 0, "move Esmore via Brynnlore") == "too-far to=Esmore cost=4 points=2"


def before_the_monster_of_power_8() -> Table:
    """James has spent 3 of 4 points; the leftmost open monsters are 5 and 8."""
    james = seat("undead", units={"skeleton": 10, "lich": 1}, monsters=(2, 3))
    table = asking(at_table(james, nobody()), Moving(4))
    return settle(table, {0: "move Dortal", 1: "stay"}).state


def test_one_lich_and_four_skeletons_beat_the_monster_of_power_8() -> None:
    """Rulebook p. 10: 9 against 8, the monster of power 5 is skipped, and the Skeletons come back."""
    table = before_the_monster_of_power_8()
    assert {choice.split()[1] for choice in offered(table, 0) if choice != "done"} == {"5", "8"}
    step = settle(table, {0: "hunt 8 with skeleton 4 lich 1"})
    assert step.events == (
        MonsterFought(0, Region.DORTAL, 8, (("lich", 1), ("skeleton", 4)), power=9, won=True),
        UnitsPerished(0, (("lich", 1),)),
        MonsterCircled(0, 8, 2),
        Received(0, 2, 2, 2, Source.MONSTER),
    )
    assert units_of(step.state, 0) == {"skeleton": 10}
    assert undead_of(step.state).stock == (2, 4, 2)
    assert undead_of(step.state).monsters == 0b1011


def test_nine_skeletons_beat_the_monster_of_power_8_and_perish() -> None:
    """Rulebook p. 10: the other way to win; without a Lich nobody comes back."""
    step = settle(before_the_monster_of_power_8(), {0: "hunt 8 with skeleton 9"})
    assert step.events[:2] == (
        MonsterFought(0, Region.DORTAL, 8, (("skeleton", 9),), power=9, won=True),
        UnitsPerished(0, (("skeleton", 9),)),
    )
    assert units_of(step.state, 0) == {"skeleton": 1, "lich": 1}


# Cursed regions.


def test_who_comes_into_a_cursed_region_loses_a_weakest_unit_before_the_resources() -> None:
    """Rulebook p. 16; docs/rulings.md 33."""
    visitor = seat("gnomes", units={"mechanic": 2, "automaton": 1})
    table = asking(at_table(seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD)), visitor), Moving(2))
    step = settle(table, {0: "stay", 1: "move Jorveld"})
    assert step.events == (
        Stayed(0, Region.ROLGOY, bought=0, left=2),
        Moved(1, Region.HARRAX, Region.JORVELD, (), bought=0, spent=2, left=0),
        UnitLost(1, "mechanic"),
        Received(1, 0, 0, 2, Source.REGION),
    )
    assert units_of(step.state, 1) == {"mechanic": 1, "automaton": 1}


def test_every_new_arrival_costs_a_unit() -> None:
    """docs/rulings.md 33: also where the visitor has been before and collects nothing."""
    visitor = seat("gnomes", visited=(Region.JORVELD,))
    table = asking(at_table(seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD)), visitor), Moving(2))
    step = settle(table, {0: "stay", 1: "move Jorveld"})
    assert step.events[-1] == UnitLost(1, "mechanic")
    assert units_of(step.state, 1) == {"mechanic": 1}
    assert step.state.players[1].stock == NOTHING


def test_who_stays_in_a_cursed_region_loses_nothing_more() -> None:
    """docs/rulings.md 33: to stay is not to visit."""
    undead = seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD))
    table = asking(at_table(undead, seat("gnomes", Region.JORVELD)), Moving(2))
    step = settle(table, {0: "stay", 1: "stay"})
    assert step.events == (Stayed(0, Region.ROLGOY, 0, 2), Stayed(1, Region.JORVELD, 0, 2))
    assert units_of(step.state, 1) == {"mechanic": 2}


def test_who_only_passes_through_a_cursed_region_loses_nothing() -> None:
    """Rulebook p. 8: a region is visited only where the movement ends."""
    table = at_table(seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD)), seat("gnomes"))
    step = settle(asking(table, Moving(4)), {0: "stay", 1: "move Odmoor via Jorveld"})
    assert units_of(step.state, 1) == {"mechanic": 2}


def test_the_undead_walk_through_their_own_curses_unharmed() -> None:
    """Rulebook p. 16: only an opponent loses a unit."""
    table = asking(at_table(seat("undead", own=cursing(Region.JORVELD)), nobody()), Moving(1))
    step = settle(table, {0: "move Jorveld", 1: "stay"})
    assert units_of(step.state, 0) == {"skeleton": 4}


def test_a_curse_stays_when_the_terrain_changes() -> None:
    """Rulebook p. 16."""
    table = at_table(seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD)), seat("gnomes"))
    flooded = with_terrain(table, Region.JORVELD, Terrain.LAKE)
    step = settle(asking(flooded, Moving(3)), {0: "stay", 1: "move Jorveld"})
    assert units_of(step.state, 1) == {"mechanic": 1}
    assert score_of(step.state, 0).artefacts == 1


def test_a_visitor_without_units_loses_nothing() -> None:
    """docs/rulings.md 34."""
    visitor = nobody(Region.HARRAX)
    table = asking(at_table(seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD)), visitor), Moving(2))
    step = settle(table, {0: "stay", 1: "move Jorveld"})
    assert step.events[-1] == Received(1, 0, 0, 2, Source.REGION)
    assert units_of(step.state, 1) == {}


def equals_in(region: Region) -> Seated:
    """An Automaton of modified power 6 and a MechaSaur of power 5 + 1."""
    army = {"automaton": 1, "mechasaur": 1}
    return seat("gnomes", region, units=army, built=("workhouse",), own=Science(3))


def test_among_equally_weak_units_the_visitor_chooses() -> None:
    """docs/rulings.md 34: the current power counts, and whoever loses the unit chooses."""
    undead = seat("undead", Region.ROLGOY, own=cursing(Region.JORVELD))
    table = asking(at_table(undead, equals_in(Region.HARRAX)), Moving(2))
    table = settle(table, {0: "stay", 1: "move Jorveld"}).state
    assert table.players[1].stock == NOTHING
    assert offered(table, 1) == ["lose automaton", "lose mechasaur"]
    step = settle(table, {1: "lose mechasaur"})
    assert step.events == (UnitLost(1, "mechasaur"), Received(1, 0, 0, 2, Source.REGION))
    assert units_of(step.state, 1) == {"automaton": 1}


def at_the_plague_column(*others: Seated, region: Region = Region.HARRAX, gold: int = 3) -> Table:
    """The end of a building action in which nobody could or did build anything."""
    undead = seat("undead", region, stock=(0, 0, gold), built=("plague-column",))
    return asking(at_table(undead, *others), BuildingStarts(1))


def test_an_opponent_in_the_region_at_the_time_of_cursing_loses_a_weakest_unit() -> None:
    """Rulebook p. 16."""
    step = settle(at_the_plague_column(seat("gnomes", Region.JORVELD)), {0: "curse Jorveld"})
    assert step.events == (
        Paid(0, 0, 0, 3, ()),
        RegionCursed(0, Region.JORVELD),
        UnitLost(1, "mechanic"),
    )
    assert undead_of(step.state).own == cursing(Region.JORVELD)
    assert undead_of(step.state).stock == NOTHING
    assert units_of(step.state, 1) == {"mechanic": 1}


def test_an_opponent_elsewhere_loses_nothing_at_the_time_of_cursing() -> None:
    """Rulebook p. 16: a past visit does not count."""
    visitor = seat("gnomes", Region.ROLGOY, visited=(Region.JORVELD,))
    step = settle(at_the_plague_column(visitor), {0: "curse Jorveld"})
    assert units_of(step.state, 1) == {"mechanic": 2}


def test_the_undead_lose_nothing_by_cursing_their_own_region() -> None:
    """Rulebook p. 16."""
    step = settle(at_the_plague_column(nobody()), {0: "curse Harrax"})
    assert undead_of(step.state).own == cursing(Region.HARRAX)
    assert units_of(step.state, 0) == {"skeleton": 4}


def test_all_opponents_in_the_region_lose_a_unit_and_choose_among_equals() -> None:
    """Rulebook p. 16; docs/rulings.md 34."""
    table = at_the_plague_column(equals_in(Region.JORVELD), seat("humans", Region.JORVELD))
    table = settle(table, {0: "curse Jorveld"}).state
    assert units_of(table, 2) == {"militia": 3}
    assert offered(table, 1) == ["lose automaton", "lose mechasaur"]
    assert units_of(settle(table, {1: "lose automaton"}).state, 1) == {"mechasaur": 1}


def test_each_cursed_region_is_a_point_and_artefacts_are_none() -> None:
    """Rulebook p. 16: in the box of the artefacts stand the cursed regions instead."""
    all_six = [artefact.region for artefact in UNDEAD.artefacts]
    table = at_table(seat("undead", artefacts=all_six), nobody())
    assert score_of(table, 0) == Score()
    table = at_table(seat("undead", artefacts=all_six, own=cursing(Region.LOX, Region.VURT)), nobody())
    assert score_of(table, 0) == Score(artefacts=2)


def test_a_region_is_cursed_only_once() -> None:
    """docs/rulings.md 35."""
    undead = seat("undead", stock=(0, 0, 3), built=("plague-column",), own=cursing(Region.JORVELD))
    table = asking(at_table(undead, nobody()), BuildingStarts(1))
    assert "curse Jorveld" not in offered(table, 0)
    assert why_not(table, 0, "curse Jorveld").startswith("not-cursed regions=(Asander,")


def test_nothing_is_asked_where_all_around_is_cursed() -> None:
    """docs/rulings.md 35."""
    near = cursing(Region.DORTAL, Region.ASANDER, Region.HARRAX, Region.NIKLEEN)
    undead = seat("undead", Region.DORTAL, stock=(0, 0, 3), built=("plague-column",), own=near)
    assert asking(at_table(undead, nobody()), BuildingStarts(1)).agenda == ()


def test_curses_stand_in_the_order_of_the_regions() -> None:
    undead = seat("undead", stock=(0, 0, 3), built=("plague-column",), own=cursing(Region.LOX))
    table = asking(at_table(undead, nobody()), BuildingStarts(1))
    assert undead_of(settle(table, {0: "curse Asander"}).state).own == cursing(Region.ASANDER, Region.LOX)


# The Plague Column.


def regions_to_curse(table: Table) -> list[str]:
    assert offered(table, 0)[0] == "decline"
    return [choice.removeprefix("curse ") for choice in offered(table, 0)[1:]]


def test_the_plague_column_reaches_the_own_region_and_its_neighbours() -> None:
    """Rulebook p. 16."""
    near = regions_to_curse(at_the_plague_column(nobody(), region=Region.JORVELD))
    assert near == ["Harrax", "Jorveld", "Kosleen", "Nikleen", "Odmoor", "Paskaar"]


def test_the_plague_column_reaches_through_portals() -> None:
    """docs/rulings.md 36: regions with portals are adjacent (rulebook p. 11)."""
    near = regions_to_curse(at_the_plague_column(nobody(), region=Region.YREEL))
    assert near == ["Harrax", "Rolgoy", "Suleen", "Vurt", "Yreel"]


class HidesThePortalOfHarrax(Effect):
    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        return held or (thing is Thing.PORTAL and region is Region.HARRAX)


def test_the_plague_column_does_not_reach_through_a_portal_that_is_crossed_off() -> None:
    """Rulebook p. 15: whoever has to cross an object off can no longer interact with it."""
    hiding = replace(GNOMES, nature=(HidesThePortalOfHarrax(),))
    opponent = seat(hiding, Region.ROLGOY, units={})
    assert regions_to_curse(at_the_plague_column(opponent, region=Region.YREEL)) == [
        "Rolgoy",
        "Suleen",
        "Vurt",
        "Yreel",
    ]


def test_regions_outside_the_game_cannot_be_cursed() -> None:
    """docs/rulings.md 35: Cerness, Glennfore and Ikara border on Folen, but not with two players."""
    near = regions_to_curse(at_the_plague_column(nobody(), region=Region.FOLEN))
    assert near == ["Esmore", "Folen", "Kosleen", "Lox"]
    third = at_the_plague_column(nobody(), seat("humans", units={}), region=Region.FOLEN)
    assert regions_to_curse(third) == ["Esmore", "Folen", "Ikara", "Kosleen", "Lox"]


def test_the_plague_column_needs_three_gold() -> None:
    """Rulebook p. 16: whoever cannot pay is not asked."""
    assert at_the_plague_column(nobody(), gold=2).agenda == ()


def test_the_plague_column_curses_once_in_a_building_action_and_only_if_wanted() -> None:
    """Rulebook p. 16."""
    table = at_the_plague_column(nobody(), gold=9)
    assert settle(table, {0: "curse Harrax"}).state.agenda == ()
    step = settle(table, {0: "decline"})
    assert step.events == (Declined(0, "curse"),)
    assert undead_of(step.state) == undead_of(table)


def test_the_plague_column_works_without_building_or_recruiting() -> None:
    """Rulebook p. 16: a building action may be ended without a structure, and still curse."""
    undead = seat("undead", stock=(2, 2, 3), built=("plague-column",))
    step = play_on(asking(at_table(undead, nobody()), BuildingStarts(1)), {0: "done"}, {0: "curse Harrax"})
    assert step.events == (BuildingFinished(0), Paid(0, 0, 0, 3, ()), RegionCursed(0, Region.HARRAX))
    assert undead_of(step.state).stock == (2, 2, 0)


def test_the_plague_column_works_in_the_action_in_which_it_is_built() -> None:
    """docs/rulings.md: what happens at the end of an action works at once."""
    undead = seat("undead", stock=(5, 0, 3), built=("shrine",))
    table = asking(at_table(undead, nobody()), BuildingStarts(3))
    step = play_on(table, {0: "build plague-column"}, {0: "curse Harrax"})
    assert step.events == (
        Paid(0, 5, 0, 0, ()),
        StructureBuilt(0, "plague-column", 3, 2, None),
        Paid(0, 0, 0, 3, ()),
        RegionCursed(0, Region.HARRAX),
    )


def test_the_plague_comes_when_everybody_has_built() -> None:
    """docs/rulings.md 23: even the Mechanic whom an opponent has just recruited can be lost."""
    undead = seat("undead", stock=(0, 0, 3), built=("plague-column",))
    gnomes = seat("gnomes", Region.JORVELD, units={}, stock=(0, 0, 1), built=("academy",))
    table = asking(at_table(undead, gnomes), BuildingStarts(1))
    assert offered(table, 0) == []
    step = play_on(table, {1: "recruit mechanic 1"}, {0: "curse Jorveld"})
    assert step.events[-1] == UnitLost(1, "mechanic")
    assert units_of(step.state, 1) == {}


# The Lich.


def test_skeletons_come_back_beside_a_lich_in_a_lost_fight() -> None:
    """docs/rulings.md 37."""
    undead = seat("undead", units={"skeleton": 6, "lich": 2}, monsters=(2, 3, 5))
    step = settle(asking(at_table(undead, nobody()), Fighting(0)), {0: "hunt 8 with skeleton 3 lich 1"})
    assert step.events == (
        MonsterFought(0, Region.HARRAX, 8, (("lich", 1), ("skeleton", 3)), power=8, won=False),
        UnitsPerished(0, (("lich", 1),)),
    )
    assert units_of(step.state, 0) == {"skeleton": 6, "lich": 1}


def test_skeletons_come_back_beside_a_lich_at_a_fortress() -> None:
    """docs/rulings.md 37: in fights of any kind, and one Lich is enough for all of them."""
    undead = seat("undead", Region.ROLGOY, units={"skeleton": 20, "lich": 1})
    step = settle(
        asking(at_table(undead, nobody(Region.HARRAX)), Fighting(0)),
        {0: "siege Rolgoy with skeleton 20 lich 1"},
    )
    assert step.events[:2] == (
        FortressAttacked(0, Region.ROLGOY, 6, (("lich", 1), ("skeleton", 20)), 25, 2, won=True),
        UnitsPerished(0, (("lich", 1),)),
    )
    assert units_of(step.state, 0) == {"skeleton": 20}


def test_dragons_do_not_come_back_beside_a_lich() -> None:
    """Rulebook p. 10: only the Skeletons rise."""
    undead = seat("undead", units={"skeleton": 2, "lich": 1, "bone-dragon": 1})
    table = asking(at_table(undead, nobody()), Fighting(0))
    step = settle(table, {0: "hunt 2 with skeleton 2 lich 1 bone-dragon 1"})
    assert units_of(step.state, 0) == {"skeleton": 2}


def battle(army: dict[str, int], opponent: dict[str, int]) -> Table:
    both = (seat("undead", units=army), seat("gnomes", units=opponent))
    return asking(at_table(*both), Battle(Region.HARRAX, (0, 1)))


def test_skeletons_come_back_beside_a_lich_in_a_battle_that_is_won() -> None:
    """docs/rulings.md 37."""
    table = battle({"skeleton": 4, "lich": 1}, {"automaton": 2})
    step = settle(table, {0: "deploy skeleton 4 lich 1", 1: "deploy automaton 2"})
    assert step.events[:4] == (
        BattleFought(
            Region.HARRAX, (0, 1), ((("lich", 1), ("skeleton", 4)), (("automaton", 2),)), (9, 8), winner=0
        ),
        UnitsPerished(0, (("lich", 1),)),
        UnitsPerished(1, (("automaton", 2),)),
        MonsterCircled(0, 2, 1),
    )
    assert units_of(step.state, 0) == {"skeleton": 4}


def test_skeletons_come_back_beside_a_lich_in_a_battle_that_is_lost() -> None:
    """docs/rulings.md 37."""
    table = battle({"skeleton": 4, "lich": 1}, {"automaton": 3})
    step = settle(table, {0: "deploy skeleton 4 lich 1", 1: "deploy automaton 3"})
    assert units_of(step.state, 0) == {"skeleton": 4}


def test_skeletons_perish_where_the_lich_is_not_deployed() -> None:
    """Rulebook p. 10: it is the Lich in the fight that brings them back."""
    table = battle({"skeleton": 4, "lich": 1}, {"automaton": 3})
    step = settle(table, {0: "deploy skeleton 4", 1: "deploy none"})
    assert units_of(step.state, 0) == {"lich": 1}


# Structures.

PRICES: tuple[tuple[str, int, Bundle, int, tuple[str, ...]], ...] = (
    ("graveyard", 1, (2, 2, 0), 0, ()),
    ("barrow", 1, (0, 2, 1), 0, ()),
    ("hearse", 1, (3, 0, 1), 0, ()),
    ("shrine", 2, (0, 4, 0), 1, ("graveyard", "barrow", "hearse")),
    ("ossuary", 2, (2, 2, 2), 2, ("graveyard", "barrow")),
    ("chapel", 3, (3, 3, 2), 3, ("shrine",)),
    ("plague-column", 3, (5, 0, 0), 2, ("shrine", "ossuary")),
    ("necropolis", 4, (3, 5, 5), 4, ("chapel",)),
    ("throne-of-the-dead", 4, (2, 4, 4), 3, ("chapel", "plague-column")),
)


@pytest.mark.parametrize(("name", "level", "price", "points", "needs"), PRICES)
def test_each_structure_has_its_level_price_arrows_and_points(
    name: str, level: int, price: Bundle, points: int, needs: tuple[str, ...]
) -> None:
    """Rulebook pp. 6-7; any one of the required structures is enough."""
    others = [row[0] for row in PRICES if row[0] not in (name, "plague-column", *needs)]
    enough: list[tuple[str, ...]] = [(need,) for need in needs]
    for standing in enough or [()]:
        table = at_table(seat("undead", stock=price, built=standing), nobody())
        table = asking(table, BuildingStarts(level))
        step = settle(table, {0: f"build {name}"})
        assert StructureBuilt(0, name, level, points, None) in step.events
        assert undead_of(step.state).stock == NOTHING
        assert score_of(step.state, 0).structures - score_of(table, 0).structures == points
    without = at_table(seat("undead", stock=price, built=others), nobody())
    assert (f"build {name}" in offered(asking(without, BuildingStarts(level)), 0)) == (not needs)
    low = at_table(seat("undead", stock=price, built=needs), nobody())
    assert f"build {name}" not in offered(asking(low, BuildingStarts(level - 1)), 0)


def test_the_barrow_adds_a_skeleton_at_the_start_of_each_building_action() -> None:
    """docs/rulings.md: reconstructed; not in the action in which it is built."""
    table = asking(at_table(seat("undead", stock=(0, 2, 1)), nobody()), BuildingStarts(1))
    table = settle(table, {0: "build barrow"}).state
    assert units_of(table, 0) == {"skeleton": 4}
    step = started(table, BuildingStarts(1))
    assert step.events == (UnitsJoined(0, "skeleton", 1),)
    assert units_of(started(step.state, BuildingStarts(1)).state, 0) == {"skeleton": 6}


def test_the_hearse_sells_a_point_for_two_wood_as_often_as_wood_lasts() -> None:
    """Rulebook p. 9: 4 wood were 2 points."""
    table = asking(at_table(seat("undead", stock=(7, 0, 0), built=("hearse",)), nobody()), Moving(1))
    stays = [choice for choice in offered(table, 0) if choice.startswith("stay")]
    assert stays == ["stay", "stay buying 1", "stay buying 2", "stay buying 3"]
    step = settle(table, {0: "stay buying 3", 1: "stay"})
    assert undead_of(step.state).stock == (1, 0, 0)
    assert undead_of(step.state).points == 4


def test_without_the_hearse_no_point_is_for_sale() -> None:
    """Rulebook p. 9."""
    table = asking(at_table(seat("undead", stock=(7, 0, 0)), nobody()), Moving(1))
    assert why_not(table, 0, "stay buying 1") == "points-for-sale most=0"


def monsters_offered(table: Table) -> list[int]:
    return sorted({int(choice.split()[1]) for choice in offered(table, 0) if choice.startswith("hunt")})


def test_the_shrine_lets_who_does_not_move_fight_any_open_monster() -> None:
    """Rulebook p. 7; docs/rulings.md 38."""
    undead = seat("undead", built=("shrine",), units={"bone-dragon": 4}, monsters=(3, 13))
    table = asking(at_table(undead, nobody()), Moving(1))
    table = settle(table, {0: "stay", 1: "stay"}).state
    assert monsters_offered(table) == [2, 5, 8, 19, 25, 32]
    step = settle(table, {0: "hunt 32 with bone-dragon 4"})
    assert MonsterCircled(0, 32, 7) in step.events
    assert step.state.agenda == ()


def test_the_shrine_does_not_help_who_moves() -> None:
    """Rulebook p. 7."""
    undead = seat("undead", built=("shrine",))
    table = asking(at_table(undead, nobody()), Moving(2))
    table = settle(table, {0: "move Asander", 1: "stay"}).state
    assert monsters_offered(table) == [2, 3]


def test_the_shrine_allows_one_monster_a_round() -> None:
    """docs/rulings.md 38: it replaces which monster, not how many."""
    undead = seat("undead", Region.ROLGOY, built=("shrine",), units={"bone-dragon": 2}, hunted=True)
    table = asking(at_table(undead, nobody()), Fighting(0))
    assert monsters_offered(table) == []
    assert why_not(table, 0, "hunt 2 with bone-dragon 1") == "hunted"


def test_powers_are_modified_by_the_ossuary_and_the_throne() -> None:
    """Rulebook p. 10: Skeletons have power 1, and 2 when it is modified; Liches 5."""
    plain = at_table(seat("undead"), nobody())
    assert [unit_power(plain, 0, at) for at in range(3)] == [1, 5, 10]
    both = at_table(seat("undead", built=("ossuary", "throne-of-the-dead")), nobody())
    assert [unit_power(both, 0, at) for at in range(3)] == [2, 7, 10]


def test_five_modified_skeletons_have_power_ten() -> None:
    """Rulebook p. 10."""
    table = at_table(seat("undead", built=("ossuary",), units={"skeleton": 5}), nobody())
    assert army_power(table, 0, (("skeleton", 5),), MONSTER_IN_HARRAX) == 10


def recruits(*, built: tuple[str, ...], gold: int, artefacts: tuple[Region, ...] = ()) -> list[str]:
    undead = seat("undead", stock=(0, 0, gold), built=built, artefacts=artefacts)
    choices = offered(asking(at_table(undead, nobody()), BuildingStarts(1)), 0)
    return [choice for choice in choices if choice.startswith("recruit")]


def test_each_unit_has_the_structure_that_recruits_it() -> None:
    """Rulebook p. 7."""
    assert recruits(built=(), gold=9) == []
    assert recruits(built=("graveyard",), gold=2) == ["recruit skeleton 1", "recruit skeleton 2"]
    assert recruits(built=("chapel",), gold=9) == ["recruit lich 1", "recruit lich 2"]
    assert recruits(built=("necropolis",), gold=9) == ["recruit bone-dragon 1"]


# Artefacts.


def test_the_artefact_of_paskaar_curses_any_two_regions() -> None:
    """docs/rulings.md: reconstructed. Regions outside the game cannot be chosen (35)."""
    undead = seat("undead", Region.PASKAAR, stock=(12, 0, 0))
    table = asking(at_table(undead, seat("gnomes", Region.WERS)), Collecting(0))
    step = settle(table, {0: "collect for wood 12"})
    assert step.events == (Paid(0, 12, 0, 0, ()), ArtefactCollected(0, Region.PASKAAR))
    assert len(regions_to_curse(step.state)) == 21
    assert "Zoro" not in regions_to_curse(step.state)
    table = settle(step.state, {0: "curse Wers"}).state
    assert units_of(table, 1) == {"mechanic": 1}
    assert len(regions_to_curse(table)) == 20
    table = settle(table, {0: "curse Asander"}).state
    assert undead_of(table).own == cursing(Region.ASANDER, Region.WERS)
    assert table.agenda == ()


def test_the_two_curses_of_paskaar_may_be_declined() -> None:
    """docs/rulings.md: to use an effect is a right."""
    table = asking(at_table(seat("undead"), nobody()), Cursing(0, (Region.LOX, Region.VURT), gold=0, times=2))
    step = settle(settle(table, {0: "curse Lox"}).state, {0: "decline"})
    assert undead_of(step.state).own == cursing(Region.LOX)
    assert step.state.agenda == ()


def test_other_artefacts_curse_nothing_beside_that_of_paskaar() -> None:
    undead = seat("undead", Region.DORTAL, stock=(0, 0, 12), artefacts=(Region.PASKAAR,))
    step = settle(asking(at_table(undead, nobody()), Collecting(0)), {0: "collect for gold 12"})
    assert step.state.agenda == ()
    assert step.events[-1] == UnitsJoined(0, "lich", 2)


def test_an_artefact_won_in_battle_has_its_effect_again() -> None:
    """docs/rulings.md 24."""
    undead = seat("undead", own=cursing(Region.LOX, Region.VURT))
    table = at_table(undead, seat("gnomes", artefacts=(Region.PASKAAR,)))
    table = asking(table, Rewarding(0, (1,), 3, (0,)))
    step = settle(table, {0: "seize Paskaar"})
    assert step.events == (RewardTaken(0, "seize"), ArtefactSeized(0, 1, Region.PASKAAR))
    assert len(regions_to_curse(step.state)) == 19


def test_with_the_artefact_of_vurt_liches_cost_three_gold() -> None:
    """docs/rulings.md: reconstructed."""
    three = ["recruit lich 1", "recruit lich 2", "recruit lich 3"]
    assert recruits(built=("chapel",), gold=9, artefacts=(Region.VURT,)) == three


def test_with_the_artefact_of_dortal_come_two_liches() -> None:
    """docs/rulings.md: reconstructed."""
    undead = seat("undead", Region.DORTAL, stock=(0, 0, 12))
    step = settle(asking(at_table(undead, nobody()), Collecting(0)), {0: "collect for gold 12"})
    assert step.events == (
        Paid(0, 0, 0, 12, ()),
        ArtefactCollected(0, Region.DORTAL),
        UnitsJoined(0, "lich", 2),
    )
    assert units_of(step.state, 0) == {"skeleton": 4, "lich": 2}


def on_a_foundation(own: Curses) -> Table:
    undead = seat("undead", Region.LOX, stock=(2, 2, 1), artefacts=(Region.FOLEN,), own=own)
    return asking(at_table(undead, seat("gnomes", Region.LOX)), BuildingStarts(1))


def test_with_the_artefact_of_folen_a_foundation_curses_its_region() -> None:
    """docs/rulings.md: reconstructed. The curse costs nothing and comes before anything else is built."""
    table = settle(on_a_foundation(cursing()), {0: "build graveyard on Lox"}).state
    assert offered(table, 0) == ["decline", "curse Lox"]
    step = settle(table, {0: "curse Lox"})
    assert step.events == (RegionCursed(0, Region.LOX), UnitLost(1, "mechanic"))
    assert undead_of(step.state).stock == (0, 0, 1)
    assert offered(step.state, 0) == ["done", "recruit skeleton 1"]


def test_the_artefact_of_folen_asks_nothing_off_a_foundation_or_where_a_curse_lies() -> None:
    """docs/rulings.md 35."""
    step = settle(on_a_foundation(cursing()), {0: "build graveyard"})
    assert offered(step.state, 0) == ["done", "recruit skeleton 1"]
    step = settle(on_a_foundation(cursing(Region.LOX)), {0: "build graveyard on Lox"})
    assert offered(step.state, 0) == ["done", "recruit skeleton 1"]


@pytest.mark.parametrize(("curses", "power"), [(0, 1), (1, 1), (2, 2), (5, 3)])
def test_with_the_artefact_of_odmoor_every_two_curses_are_one_power(curses: int, power: int) -> None:
    """docs/rulings.md: reconstructed. In every kind of fight, if something is deployed (61)."""
    regions = (Region.ASANDER, Region.DORTAL, Region.ESMORE, Region.LOX, Region.WERS)
    undead = seat("undead", artefacts=(Region.ODMOOR,), own=cursing(*regions[:curses]))
    table = at_table(undead, nobody())
    for foe in Foe:
        assert army_power(table, 0, (("skeleton", 1),), Combat(foe, Region.HARRAX)) == power
        assert army_power(table, 0, (), Combat(foe, Region.HARRAX)) == 0


def test_with_the_artefact_of_togeed_mountains_cost_one() -> None:
    """docs/rulings.md: reconstructed."""
    assert "move Harrax" not in offered_with_one_point(())
    assert "move Harrax" in offered_with_one_point((Region.TOGEED,))


def offered_with_one_point(artefacts: tuple[Region, ...]) -> list[str]:
    undead = seat("undead", Region.ASANDER, artefacts=artefacts)
    return offered(asking(at_table(undead, nobody()), Moving(1)), 0)


@pytest.mark.parametrize(
    ("origin", "goal", "cost"),
    [
        (Region.HARRAX, Region.ASANDER, 1),
        (Region.HARRAX, Region.DORTAL, 3),
        (Region.HARRAX, Region.ESMORE, 2),
        (Region.ASANDER, Region.BRYNNLORE, 2),
    ],
)
def test_forest_costs_one_lake_three_meadow_and_mountain_two(origin: Region, goal: Region, cost: int) -> None:
    """Rulebook p. 9 for meadow and mountain; the others are reconstructed (docs/rulings.md)."""
    table = at_table(seat("undead", origin), nobody())
    assert f"move {goal}" in offered(asking(table, Moving(cost)), 0)
    assert f"move {goal}" not in offered(asking(table, Moving(cost - 1)), 0)


# As plain values.


def test_a_table_that_waits_for_a_curse_is_written_and_read_back() -> None:
    table = at_the_plague_column(nobody())
    read = CONQUER.decode_state(CONQUER.encode_state(table))
    assert read == table
    assert offered(read, 0) == offered(table, 0)


def test_curses_out_of_order_or_out_of_the_game_are_refused() -> None:
    for regions in ((Region.LOX, Region.ASANDER), (Region.LOX, Region.LOX), (Region.ZORO,)):
        table = at_table(seat("undead", own=Curses(regions)), nobody())
        with pytest.raises(MalformedState):
            CONQUER.decode_state(CONQUER.encode_state(table))


@pytest.mark.parametrize(
    "stage",
    [
        Cursing(2, (Region.LOX,), gold=0),
        Cursing(1, (Region.LOX,), gold=0),
        Cursing(0, (Region.ZORO,), gold=0),
        Cursing(0, (Region.LOX,), gold=0, times=0),
    ],
)
def test_a_curse_that_no_game_comes_to_is_refused(stage: Cursing) -> None:
    """Of nobody, of another faction, outside the game, or no time at all."""
    table = replace(at_table(seat("undead"), nobody()), agenda=(stage,))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))
