"""The Gnomes' board, rule by rule (rulebook pp. 3, 12 and 14)."""

from itertools import product

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.army import Muster, army_power, muster, unit_power
from p2p_heroes.games.conquer.battle import Battle, Rewarding
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.events import (
    ArtefactCollected,
    BattleFought,
    FortressAttacked,
    MonsterCircled,
    MonsterFought,
    Paid,
    Received,
    StructureBuilt,
    UnitsJoined,
    UnitsPerished,
)
from p2p_heroes.games.conquer.factions.gnomes import Science, ScienceGained
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.resources import NOTHING, Amounts, Bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Player, Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Score, Source
from p2p_heroes.games.conquer.visiting import weakest_units
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import MalformedState
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
)

MONSTER_IN_HARRAX = Combat(Foe.MONSTER, Region.HARRAX)


def nobody(region: Region = Region.ROLGOY) -> Seated:
    """An opponent without units and resources, who is asked for nothing but the way."""
    return seat("undead", region, units={})


def gnomes_of(table: Table) -> Player:
    return table.players[0]


def science_of(table: Table) -> int:
    own = gnomes_of(table).own
    assert isinstance(own, Science)
    return own.marked


# Worked examples.


def test_the_generator_gives_as_much_science_as_there_are_mechanics() -> None:
    """Rulebook p. 14: 2 science and 2 Mechanics are 4, without the Academy.

    Then "the Assemblers, the Library and the Workhouse without spending any resources".
    """
    greg = seat("gnomes", stock=(1, 3, 0), own=Science(2))
    table = asking(at_table(greg, nobody()), BuildingStarts(2))
    assert offered(table, 0) == ["done", "build generator"]
    step = settle(table, {0: "build generator"})
    assert step.events == (
        Paid(0, 1, 3, 0, ()),
        StructureBuilt(0, "generator", 1, 0, None),
        ScienceGained(0, gained=2, science=4),
    )
    assert gnomes_of(step.state).own == Science(4)
    assert gnomes_of(step.state).stock == NOTHING
    table = asking(step.state, BuildingStarts(2))
    assert offered(table, 0) == ["done", "build assemblers", "build library", "build workhouse"]
    costs, held = "((wood,2),(gold,2))", "((wood,0),(gold,0))"
    assert why_not(table, 0, "build academy") == f"too-dear structure=academy costs={costs} held={held}"


def test_the_academy_allows_the_library_as_the_generator_does() -> None:
    """docs/rulings.md, reconstructed values: either arrow; the Workhouse has none from the Academy."""
    greg = seat("gnomes", built=("academy",), own=Science(4))
    table = asking(at_table(greg, nobody()), BuildingStarts(2))
    assert offered(table, 0) == ["done", "build assemblers", "build library"]


def test_a_level_3_structure_on_a_foundation_is_worth_3_points() -> None:
    """Rulebook p. 12: Greg is in Esmore."""
    greg = seat("gnomes", Region.ESMORE, stock=(3, 5, 0), built=("workhouse",))
    table = asking(at_table(greg, nobody()), BuildingStarts(3))
    step = settle(table, {0: "build foundry on Esmore"})
    assert step.events == (Paid(0, 3, 5, 0, ()), StructureBuilt(0, "foundry", 3, 3, Region.ESMORE))
    assert gnomes_of(step.state).foundations == ((Region.ESMORE, 3),)
    assert score_of(step.state, 0).foundations == 3


def test_a_level_4_structure_on_the_same_foundation_makes_it_worth_4_points() -> None:
    """Rulebook p. 12: 4, not 3 + 4."""
    greg = seat("gnomes", Region.ESMORE, stock=(2, 6, 3), built=("foundry",), foundations={Region.ESMORE: 3})
    table = asking(at_table(greg, nobody()), BuildingStarts(4))
    step = settle(table, {0: "build mech-hangar on Esmore"})
    assert gnomes_of(step.state).foundations == ((Region.ESMORE, 4),)
    assert score_of(step.state, 0) == Score(structures=3 + 4, foundations=4)


def test_two_mechanics_double_an_automaton_and_the_mechasaur() -> None:
    """Rulebook p. 14: 2 + (6 + 12) + 2 * (5 + 2) = 34."""
    army = {"mechanic": 2, "anisopter": 1, "automaton": 2, "mechasaur": 1}
    mathew = seat(
        "gnomes", units=army, built=("workhouse",), own=Science(7), monsters=(2, 3, 5, 8, 13, 19, 25)
    )
    table = asking(at_table(mathew, nobody()), Fighting(0))
    step = settle(table, {0: "hunt 32 with mechanic 2 anisopter 1 automaton 1 automaton+ 1 mechasaur+ 1"})
    deployed = (("anisopter", 1), ("automaton", 1), ("automaton+", 1), ("mechanic", 2), ("mechasaur+", 1))
    assert step.events == (
        MonsterFought(0, Region.HARRAX, 32, deployed, power=34, won=True),
        UnitsPerished(0, (("mechanic", 2), ("anisopter", 1), ("automaton", 2), ("mechasaur", 1))),
        MonsterCircled(0, 32, 7),
        Received(0, 4, 4, 4, Source.MONSTER),
    )
    assert units_of(step.state, 0) == {}


# Science.


def free_at(science: int, *, level: int = 4) -> list[str]:
    """What Gnomes without any resources may build if every arrow is satisfied."""
    standing = ("academy", "generator", "foundry")
    gnomes = seat("gnomes", built=standing, own=Science(science))
    return [choice.removeprefix("build ") for choice in built_by(gnomes, level) if choice != "done"]


def built_by(gnomes: Seated, level: int) -> list[str]:
    return offered(asking(at_table(gnomes, nobody()), BuildingStarts(level)), 0)


def test_science_4_9_and_14_make_structures_of_level_2_3_and_4_free() -> None:
    """Rulebook p. 14."""
    assert free_at(3) == []
    assert free_at(4) == free_at(8) == ["assemblers", "library", "workhouse"]
    assert free_at(9) == free_at(13) == ["assemblers", "library", "workhouse"]
    assert free_at(14) == ["assemblers", "library", "workhouse", "mech-hangar", "great-engine"]


def test_science_9_makes_level_3_free() -> None:
    """Rulebook p. 14."""
    for science, free in ((8, []), (9, ["foundry", "observatory"])):
        gnomes = seat("gnomes", built=("assemblers", "library", "workhouse"), own=Science(science))
        assert built_by(gnomes, 4) == (["done", *(f"build {name}" for name in free)] if free else [])


def test_level_1_costs_whatever_the_science() -> None:
    """Rulebook p. 14."""
    assert built_by(seat("gnomes", own=Science(18)), 4) == []
    gnomes = seat("gnomes", stock=(6, 3, 3), own=Science(18))
    assert built_by(gnomes, 4) == ["done", "build academy", "build generator", "build mine-shaft"]


def test_a_free_structure_leaves_the_resources_as_they_are() -> None:
    """Rulebook p. 14: nothing is spent, even by who could pay."""
    gnomes = seat("gnomes", stock=(9, 9, 9), built=("academy",), own=Science(4))
    step = settle(asking(at_table(gnomes, nobody()), BuildingStarts(2)), {0: "build library"})
    assert step.events == (StructureBuilt(0, "library", 2, 2, None),)
    assert gnomes_of(step.state).stock == (9, 9, 9)
    assert score_of(step.state, 0).structures == 2


def test_what_is_free_still_needs_the_level_and_an_arrow() -> None:
    """docs/rulings.md 39."""
    assert free_at(18, level=1) == []
    assert free_at(18, level=3) == ["assemblers", "library", "workhouse"]
    assert built_by(seat("gnomes", built=("mine-shaft",), own=Science(18)), 4) == ["done", "build workhouse"]


def test_what_is_free_can_be_placed_on_a_foundation() -> None:
    """docs/rulings.md 39: only the price is waived."""
    gnomes = seat("gnomes", Region.ESMORE, built=("generator",), own=Science(4))
    choices = built_by(gnomes, 2)
    assert choices == [
        "done",
        "build assemblers",
        "build assemblers on Esmore",
        "build library",
        "build library on Esmore",
        "build workhouse",
        "build workhouse on Esmore",
    ]


def test_reaching_a_mark_makes_nothing_free_in_the_same_action() -> None:
    """docs/rulings.md 40: one building action builds one structure."""
    gnomes = seat("gnomes", stock=(1, 3, 1), built=("academy",), own=Science(2))
    table = asking(at_table(gnomes, nobody()), BuildingStarts(4))
    table = settle(table, {0: "build generator"}).state
    assert science_of(table) == 4
    assert offered(table, 0) == ["done", "recruit mechanic 1"]
    assert why_not(table, 0, "build library") == "one-structure"


def test_science_never_leaves_the_scale() -> None:
    """docs/rulings.md: a scale of 18 boxes; what goes beyond it is lost."""
    gnomes = seat("gnomes", stock=(3, 0, 1), own=Science(17))
    step = settle(asking(at_table(gnomes, nobody()), BuildingStarts(1)), {0: "build mine-shaft"})
    assert step.events[-1] == ScienceGained(0, gained=1, science=18)
    gnomes = seat("gnomes", stock=(3, 0, 1), own=Science(18))
    step = settle(asking(at_table(gnomes, nobody()), BuildingStarts(1)), {0: "build mine-shaft"})
    assert step.events[-1] == StructureBuilt(0, "mine-shaft", 1, 0, None)
    assert science_of(step.state) == 18


# Structures.

PRICES: tuple[tuple[str, int, Bundle, int, tuple[str, ...]], ...] = (
    ("academy", 1, (2, 0, 2), 0, ()),
    ("generator", 1, (1, 3, 0), 0, ()),
    ("mine-shaft", 1, (3, 0, 1), 0, ()),
    ("assemblers", 2, (2, 2, 1), 2, ("academy", "generator")),
    ("library", 2, (3, 0, 2), 2, ("academy", "generator")),
    ("workhouse", 2, (2, 3, 0), 2, ("generator", "mine-shaft")),
    ("foundry", 3, (3, 5, 0), 3, ("assemblers", "workhouse")),
    ("observatory", 3, (4, 0, 4), 3, ("library",)),
    ("mech-hangar", 4, (2, 6, 3), 4, ("foundry",)),
    ("great-engine", 4, (5, 5, 2), 3, ("foundry", "observatory")),
)


@pytest.mark.parametrize(("name", "level", "price", "points", "needs"), PRICES)
def test_each_structure_has_its_level_price_arrows_and_points(
    name: str, level: int, price: Bundle, points: int, needs: tuple[str, ...]
) -> None:
    """Rulebook pp. 6-7; any one of the required structures is enough."""
    others = [row[0] for row in PRICES if row[0] not in (name, *needs)]
    enough: list[tuple[str, ...]] = [(need,) for need in needs]
    for standing in enough or [()]:
        table = at_table(seat("gnomes", stock=price, built=standing), nobody())
        table = asking(table, BuildingStarts(level))
        step = settle(table, {0: f"build {name}"})
        assert StructureBuilt(0, name, level, points, None) in step.events
        assert gnomes_of(step.state).stock == NOTHING
        assert score_of(step.state, 0).structures - score_of(table, 0).structures == points
    without = seat("gnomes", stock=price, built=others)
    assert (f"build {name}" in built_by(without, level)) == (not needs)
    assert f"build {name}" not in built_by(seat("gnomes", stock=price, built=needs), level - 1)


def recruits(*, built: tuple[str, ...], gold: int) -> list[str]:
    choices = built_by(seat("gnomes", stock=(0, 0, gold), built=built), 1)
    return [choice for choice in choices if choice.startswith("recruit")]


def test_each_unit_has_the_structure_that_recruits_it() -> None:
    """Rulebook p. 7; the prices are reconstructed (docs/rulings.md)."""
    assert recruits(built=(), gold=9) == []
    assert recruits(built=("academy",), gold=2) == ["recruit mechanic 1", "recruit mechanic 2"]
    assert recruits(built=("assemblers",), gold=4) == ["recruit anisopter 1", "recruit anisopter 2"]
    assert recruits(built=("foundry",), gold=3) == ["recruit automaton 1"]
    assert recruits(built=("mech-hangar",), gold=9) == ["recruit mechasaur 1"]


def test_the_generator_gives_science_once() -> None:
    """docs/rulings.md 42: when it is built, not in later rounds and not for later structures."""
    gnomes = seat("gnomes", stock=(2, 0, 2), built=("generator",), own=Science(4))
    step = play_on(asking(at_table(gnomes, nobody()), BuildingStarts(1)), {0: "build academy"})
    assert science_of(step.state) == 4
    step = started(step.state, BuildingStarts(1))
    assert step.events == ()
    assert science_of(step.state) == 4


def test_the_generator_without_mechanics_gives_nothing() -> None:
    """Rulebook p. 14."""
    gnomes = seat("gnomes", stock=(1, 3, 0), units={"automaton": 3})
    step = settle(asking(at_table(gnomes, nobody()), BuildingStarts(1)), {0: "build generator"})
    assert step.events[-1] == StructureBuilt(0, "generator", 1, 0, None)
    assert science_of(step.state) == 0


def test_mechanics_recruited_first_count_for_the_generator() -> None:
    """Rulebook p. 6: recruiting and building in any order."""
    gnomes = seat("gnomes", stock=(1, 3, 6), built=("academy",))
    table = asking(at_table(gnomes, nobody()), BuildingStarts(1))
    step = play_on(table, {0: "recruit mechanic 3"}, {0: "build generator"})
    assert step.events[-1] == ScienceGained(0, gained=5, science=5)


def test_the_mine_shaft_gives_two_science_when_it_is_built() -> None:
    """docs/rulings.md: reconstructed."""
    table = asking(at_table(seat("gnomes", stock=(5, 0, 3)), nobody()), BuildingStarts(1))
    step = settle(table, {0: "build mine-shaft"})
    assert step.events[-1] == ScienceGained(0, gained=2, science=2)
    step = settle(asking(step.state, BuildingStarts(1)), {0: "build academy"})
    assert science_of(step.state) == 2


@pytest.mark.parametrize(
    ("resource", "science", "received"),
    [("iron", 8, (0, 2, 0)), ("iron", 9, (0, 3, 0)), ("iron", 18, (0, 3, 0)), ("wood", 9, (2, 0, 0))],
)
def test_with_nine_science_the_mine_shaft_adds_an_iron_to_every_iron_gathering(
    resource: str, science: int, received: Bundle
) -> None:
    """docs/rulings.md: reconstructed."""
    table = at_table(seat("gnomes", built=("mine-shaft",), own=Science(science)), nobody())
    step = started(table, Gathering(resource, 2))
    assert step.events[0] == Received(0, *received, Source.GATHERING)


def test_without_the_mine_shaft_science_adds_no_iron() -> None:
    """docs/rulings.md: reconstructed."""
    step = started(at_table(seat("gnomes", own=Science(18)), nobody()), Gathering("iron", 2))
    assert gnomes_of(step.state).stock == (0, 2, 0)


def test_the_library_gives_science_for_each_later_structure_but_not_for_itself() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", stock=(4, 3, 2), built=("academy",))
    table = asking(at_table(gnomes, nobody()), BuildingStarts(2))
    step = settle(table, {0: "build library"})
    assert step.events == (Paid(0, 3, 0, 2, ()), StructureBuilt(0, "library", 2, 2, None))
    step = settle(asking(step.state, BuildingStarts(1)), {0: "build generator"})
    assert step.events[2:] == (
        ScienceGained(0, gained=2, science=2),
        ScienceGained(0, gained=1, science=3),
    )


def test_the_observatory_gives_science_for_a_beaten_monster_but_not_for_a_lost_fight() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", units={"mechanic": 1, "anisopter": 3}, built=("observatory",))
    table = asking(at_table(gnomes, nobody()), Fighting(0))
    step = settle(table, {0: "hunt 2 with anisopter 2"})
    assert step.events == (
        MonsterFought(0, Region.HARRAX, 2, (("anisopter", 2),), power=4, won=True),
        UnitsPerished(0, (("anisopter", 2),)),
        ScienceGained(0, gained=1, science=1),
        MonsterCircled(0, 2, 1),
    )
    step = settle(table, {0: "hunt 2 with anisopter 1"})
    assert science_of(step.state) == 0


def test_the_observatory_gives_science_for_a_seized_fortress() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", Region.ROLGOY, units={"automaton": 2}, built=("observatory",))
    table = asking(at_table(gnomes, nobody(Region.HARRAX)), Fighting(0))
    step = settle(table, {0: "siege Rolgoy with automaton 2"})
    assert step.events == (
        FortressAttacked(0, Region.ROLGOY, 6, (("automaton", 2),), 8, 2, won=True),
        UnitsPerished(0, (("automaton", 2),)),
        ScienceGained(0, gained=1, science=1),
        Received(0, 0, 0, 3, Source.FORTRESS),
    )


def test_the_observatory_gives_science_for_a_won_battle_only() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", units={"automaton": 2}, built=("observatory",))
    table = asking(at_table(gnomes, seat("undead", units={"lich": 1})), Battle(Region.HARRAX, (0, 1)))
    won = settle(table, {0: "deploy automaton 2", 1: "deploy lich 1"})
    assert science_of(won.state) == 1
    lost = settle(table, {0: "deploy automaton 1", 1: "deploy lich 1"})
    assert science_of(lost.state) == 0


@pytest.mark.parametrize(("science", "points"), [(3, 0), (4, 1), (15, 3), (18, 4)])
def test_the_great_engine_counts_a_point_for_every_four_science(science: int, points: int) -> None:
    """docs/rulings.md: reconstructed; beside its own 3 points."""
    table = at_table(seat("gnomes", built=("great-engine",), own=Science(science)), nobody())
    assert score_of(table, 0) == Score(structures=3 + points)
    assert score_of(at_table(seat("gnomes", own=Science(science)), nobody()), 0) == Score()


# Units.


def test_gnomes_start_with_two_mechanics() -> None:
    """docs/rulings.md: reconstructed."""
    table = at_table(seat("gnomes"), nobody())
    assert units_of(table, 0) == {"mechanic": 2}
    assert gnomes_of(table).own == Science(0)


def powers(gnomes: Seated) -> list[int]:
    table = at_table(gnomes, nobody())
    return [unit_power(table, 0, at) for at in range(4)]


def test_a_mechasaur_grows_by_one_for_every_three_science() -> None:
    """Rulebook p. 14: 5, and with 7 science 5 + 2."""
    grown = [powers(seat("gnomes", own=Science(science)))[3] for science in (0, 2, 3, 7, 18)]
    assert grown == [5, 5, 6, 7, 11]


def test_the_workhouse_modifies_automatons() -> None:
    """Rulebook p. 14: modified Automatons have power 6."""
    assert powers(seat("gnomes")) == [0, 2, 4, 5]
    assert powers(seat("gnomes", built=("workhouse",))) == [0, 2, 6, 5]


def test_a_mechanic_is_the_weakest_unit() -> None:
    """docs/rulings.md 34: the lowest current power, which is none."""
    army = {"mechanic": 1, "anisopter": 1, "automaton": 1, "mechasaur": 1}
    table = at_table(seat("gnomes", units=army), nobody())
    assert weakest_units(table, 0) == ("mechanic",)


def mustered(units: dict[str, int]) -> Muster:
    return muster(at_table(seat("gnomes", units=units), nobody()), 0, MONSTER_IN_HARRAX)


def deployment(text: str) -> Amounts:
    """What `hunt 2 with ...` deploys."""
    hunt = decision(f"hunt 2 with {text}")
    deployed: Amounts = getattr(hunt, "deployed", ())
    return deployed


def test_only_deployed_mechanics_double() -> None:
    """Rulebook p. 14: each Mechanic one unit; those who stay behind do nothing."""
    army = mustered({"mechanic": 2, "automaton": 3})
    assert deployment("mechanic 1 automaton 1 automaton+ 1") in army
    assert deployment("mechanic 2 automaton+ 2") in army
    assert deployment("automaton+ 1") not in army
    assert deployment("mechanic 1 automaton+ 2") not in army


def test_a_mechanic_may_be_deployed_without_doubling() -> None:
    """Rulebook p. 14: a Mechanic can double a unit, and has no power."""
    table = at_table(seat("gnomes", units={"mechanic": 2, "automaton": 1}), nobody())
    assert deployment("mechanic 2 automaton 1") in muster(table, 0, MONSTER_IN_HARRAX)
    assert army_power(table, 0, deployment("mechanic 2 automaton 1"), MONSTER_IN_HARRAX) == 4
    assert army_power(table, 0, deployment("mechanic 2"), MONSTER_IN_HARRAX) == 0


def test_no_unit_is_doubled_twice_and_no_mechanic_is_doubled() -> None:
    """docs/rulings.md 41."""
    army = mustered({"mechanic": 2, "automaton": 1})
    assert [stack.name for stack in army.stacks] == ["mechanic", "automaton+", "automaton"]
    assert [stack.power for stack in army.stacks] == [0, 8, 4]
    assert deployment("mechanic 2 automaton+ 1") in army
    assert deployment("mechanic 2 automaton 1 automaton+ 1") not in army
    assert deployment("mechanic 2 automaton+ 2") not in army


def test_without_mechanics_nothing_is_doubled() -> None:
    """Rulebook p. 14."""
    army = mustered({"anisopter": 1, "mechasaur": 1})
    assert [stack.name for stack in army.stacks] == ["anisopter", "mechasaur"]
    assert len(army) == 4


def test_mechanics_double_in_sieges_and_in_battles() -> None:
    """Rulebook p. 14: for battle, of whatever kind."""
    gnomes = seat("gnomes", Region.ROLGOY, units={"mechanic": 1, "automaton": 1})
    table = asking(at_table(gnomes, nobody(Region.HARRAX)), Fighting(0))
    step = settle(table, {0: "siege Rolgoy with mechanic 1 automaton+ 1"})
    assert (
        FortressAttacked(0, Region.ROLGOY, 6, (("automaton+", 1), ("mechanic", 1)), 8, 2, won=True)
        in step.events
    )
    gnomes = seat("gnomes", units={"mechanic": 1, "automaton": 1})
    table = asking(at_table(gnomes, seat("undead", units={"lich": 1})), Battle(Region.HARRAX, (0, 1)))
    step = settle(table, {0: "deploy mechanic 1 automaton+ 1", 1: "deploy lich 1"})
    assert step.events[:3] == (
        BattleFought(
            Region.HARRAX,
            (0, 1),
            ((("automaton+", 1), ("mechanic", 1)), (("lich", 1),)),
            (8, 5),
            winner=0,
        ),
        UnitsPerished(0, (("mechanic", 1), ("automaton", 1))),
        UnitsPerished(1, (("lich", 1),)),
    )


def test_the_grown_power_of_a_mechasaur_is_doubled_as_a_whole() -> None:
    """Rulebook p. 14: 2 * (5 + 2)."""
    table = at_table(seat("gnomes", units={"mechanic": 1, "mechasaur": 1}, own=Science(7)), nobody())
    assert army_power(table, 0, deployment("mechanic 1 mechasaur+ 1"), MONSTER_IN_HARRAX) == 14


MACHINES = ("anisopter", "automaton", "mechasaur")


def every_deployment(units: dict[str, int]) -> set[Amounts]:
    """By trying all numbers: at most what is there, and no more doubled than Mechanics deployed."""
    found: set[Amounts] = set()
    counts = [range(units.get(name, 0) + 1) for name in MACHINES for _ in range(2)]
    for mechanics, *numbers in product(range(units.get("mechanic", 0) + 1), *counts):
        single, doubled = numbers[::2], numbers[1::2]
        fits = all(
            one + two <= units.get(name, 0) for name, one, two in zip(MACHINES, single, doubled, strict=True)
        )
        if fits and sum(doubled) <= mechanics:
            names = ["mechanic", *(name + suffix for name in MACHINES for suffix in ("", "+"))]
            written = zip(names, (mechanics, *numbers), strict=True)
            found.add(tuple(sorted((name, count) for name, count in written if count)))
    return found


@pytest.mark.parametrize(
    "units",
    [
        {},
        {"mechanic": 2},
        {"automaton": 3},
        {"mechanic": 1, "automaton": 1},
        {"mechanic": 3, "anisopter": 1, "automaton": 2},
        {"mechanic": 2, "anisopter": 2, "automaton": 2, "mechasaur": 1},
        {"mechanic": 4, "anisopter": 1, "mechasaur": 2},
    ],
)
def test_exactly_the_possible_deployments_are_offered_each_once(units: dict[str, int]) -> None:
    """Rulebook pp. 9 and 14: from none to all, each doubled unit with a Mechanic of its own."""
    army = mustered(units)
    listed = list(army)
    assert len(army) == len(listed) == len(set(listed))
    assert set(listed) == every_deployment(units)
    assert listed[0] == ()
    assert all(deployed in army for deployed in listed)


def test_every_offered_fight_is_accepted_and_costs_what_was_deployed() -> None:
    """Rulebook p. 9: whatever is deployed perishes, doubled or not."""
    units = {"mechanic": 2, "anisopter": 1, "automaton": 1}
    table = asking(at_table(seat("gnomes", units=units), nobody()), Fighting(0))
    for choice in offered(table, 0)[1:]:
        spent = {"mechanic": 0, "anisopter": 0, "automaton": 0}
        for name, count in deployment(choice.split(" with ")[1]):
            spent[name.removesuffix("+")] += count
        left = {name: units[name] - spent[name] for name in units if units[name] > spent[name]}
        assert units_of(settle(table, {0: choice}).state, 0) == left


# Artefacts.


def test_the_artefact_of_paskaar_gives_three_science() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", Region.PASKAAR, stock=(12, 0, 0), own=Science(2))
    step = settle(asking(at_table(gnomes, nobody()), Collecting(0)), {0: "collect for wood 12"})
    assert step.events == (
        Paid(0, 12, 0, 0, ()),
        ArtefactCollected(0, Region.PASKAAR),
        ScienceGained(0, gained=3, science=5),
    )


def test_the_artefact_of_paskaar_gives_science_only_when_it_is_gained_itself() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", Region.DORTAL, stock=(0, 0, 12), artefacts=(Region.PASKAAR,))
    step = settle(asking(at_table(gnomes, nobody()), Collecting(0)), {0: "collect for gold 12"})
    assert science_of(step.state) == 0
    assert step.events[-1] == UnitsJoined(0, "automaton", 2)


def test_science_stays_when_the_artefact_of_paskaar_is_lost_and_comes_again_with_it() -> None:
    """docs/rulings.md 24 and 25; rulebook p. 10: one-time effects are not lost."""
    gnomes = seat("gnomes", artefacts=(Region.PASKAAR,), own=Science(3))
    table = asking(at_table(gnomes, nobody(Region.HARRAX)), Rewarding(1, (0,), 1, (0,)))
    table = play_on(table, {1: "seize Paskaar"}, {1: "decline"}).state
    assert science_of(table) == 3
    table = asking(table, Rewarding(0, (1,), 1, (0,)))
    assert science_of(settle(table, {0: "seize Paskaar"}).state) == 6


def with_an_anisopter(table: Table, who: int = 0) -> int:
    return army_power(table, who, (("anisopter", 1),), Combat(Foe.MONSTER, Region.HARRAX))


@pytest.mark.parametrize(("science", "power"), [(0, 2), (3, 2), (4, 3), (7, 3), (18, 6)])
def test_with_the_artefact_of_vurt_four_science_are_one_total_power(science: int, power: int) -> None:
    """docs/rulings.md: reconstructed; no unit's own power is modified."""
    gnomes = seat("gnomes", units={"anisopter": 1}, own=Science(science), artefacts=(Region.VURT,))
    assert with_an_anisopter(at_table(gnomes, nobody())) == power


def test_who_loses_the_artefact_of_vurt_fights_as_before() -> None:
    """docs/rulings.md 25."""
    gnomes = seat("gnomes", units={"anisopter": 1}, artefacts=(Region.VURT,), own=Science(7))
    table = asking(at_table(gnomes, nobody(Region.HARRAX)), Rewarding(1, (0,), 1, (0,)))
    assert with_an_anisopter(table) == 3
    assert with_an_anisopter(settle(table, {1: "seize Vurt"}).state) == 2


def test_with_the_artefact_of_dortal_come_two_automatons() -> None:
    """docs/rulings.md: reconstructed."""
    gnomes = seat("gnomes", Region.DORTAL, stock=(0, 0, 12))
    step = settle(asking(at_table(gnomes, nobody()), Collecting(0)), {0: "collect for gold 12"})
    assert units_of(step.state, 0) == {"mechanic": 2, "automaton": 2}


def test_the_artefact_of_folen_counts_a_point_for_each_structure_of_level_3_or_4() -> None:
    """docs/rulings.md: reconstructed; in the box of the artefacts."""
    built = ("academy", "library", "foundry", "observatory", "mech-hangar")
    with_artefact = at_table(seat("gnomes", built=built, artefacts=(Region.FOLEN,)), nobody())
    assert score_of(with_artefact, 0) == Score(structures=12, artefacts=3)
    assert score_of(at_table(seat("gnomes", built=built), nobody()), 0) == Score(structures=12)


def test_with_the_artefact_of_odmoor_mechanics_do_not_perish() -> None:
    """docs/rulings.md: reconstructed."""
    army = {"mechanic": 2, "automaton": 2}
    gnomes = seat("gnomes", units=army, artefacts=(Region.ODMOOR,))
    table = asking(at_table(gnomes, nobody()), Fighting(0))
    step = settle(table, {0: "hunt 2 with mechanic 2 automaton+ 1"})
    assert UnitsPerished(0, (("automaton", 1),)) in step.events
    assert units_of(step.state, 0) == {"mechanic": 2, "automaton": 1}
    step = settle(table, {0: "hunt 2 with mechanic 1"})
    assert step.events == (MonsterFought(0, Region.HARRAX, 2, (("mechanic", 1),), power=0, won=False),)
    assert units_of(step.state, 0) == army


# Movement.


def reached(origin: Region, points: int, artefacts: tuple[Region, ...] = ()) -> list[str]:
    gnomes = seat("gnomes", origin, artefacts=artefacts)
    return offered(asking(at_table(gnomes, nobody()), Moving(points)), 0)


@pytest.mark.parametrize(
    ("origin", "goal", "cost"),
    [
        (Region.HARRAX, Region.ASANDER, 2),
        (Region.HARRAX, Region.DORTAL, 3),
        (Region.HARRAX, Region.ESMORE, 2),
        (Region.ASANDER, Region.BRYNNLORE, 1),
    ],
)
def test_forest_and_meadow_cost_two_lake_three_mountain_one(origin: Region, goal: Region, cost: int) -> None:
    """docs/rulings.md: reconstructed."""
    assert f"move {goal}" in reached(origin, cost)
    assert f"move {goal}" not in reached(origin, cost - 1)


def test_with_the_artefact_of_togeed_lakes_cost_two() -> None:
    """docs/rulings.md: reconstructed."""
    assert "move Dortal" not in reached(Region.HARRAX, 2)
    assert "move Dortal" in reached(Region.HARRAX, 2, (Region.TOGEED,))
    assert "move Dortal" not in reached(Region.HARRAX, 1, (Region.TOGEED,))


# As plain values.


def test_science_is_written_and_read_back() -> None:
    table = asking(at_table(seat("gnomes", own=Science(18)), nobody()), Moving(1))
    assert CONQUER.decode_state(CONQUER.encode_state(table)) == table


def test_science_beyond_the_scale_is_refused() -> None:
    table = asking(at_table(seat("gnomes", own=Science(19)), nobody()), Moving(1))
    with pytest.raises(MalformedState):
        CONQUER.decode_state(CONQUER.encode_state(table))


def test_a_doubled_deployment_is_written_and_read_back() -> None:
    """A plus at the end of a name is part of the notation."""
    hunt = decision("hunt 8 with mechanic 1 automaton+ 1")
    assert CONQUER.notate(hunt) == "hunt 8 with automaton+ 1 mechanic 1"
    assert CONQUER.decode_decision(CONQUER.encode_decision(hunt)) == hunt
