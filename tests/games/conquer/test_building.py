"""The building action: structures, foundations, and all at the same time (rulebook pp. 6 and 12)."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import (
    Building,
    BuildingEnds,
    BuildingStarts,
    GrantedStructure,
    action_level,
    raise_structure,
)
from p2p_heroes.games.conquer.decisions import Build, Decision, Loot
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import Power, Recruits
from p2p_heroes.games.conquer.events import (
    BuildingFinished,
    Declined,
    LevelErased,
    Paid,
    StructureBuilt,
    UnitLost,
)
from p2p_heroes.games.conquer.faction import Board, Structure, Unit
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.resources import Bundle, bundle, minus, plus
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Thing
from p2p_heroes.games.conquer.visiting import Weakening
from p2p_heroes.games.conquer.world import PLACES, Region
from p2p_heroes.games.game import Event, Open
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import Reason, because
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    play_on,
    seat,
    settle,
    small_board,
    started,
    units_of,
    why_not,
)

RICH = (9, 9, 9)
TOWN = small_board(
    "townsfolk",
    structures=(
        Structure("hut", 1, bundle(wood=2, iron=1), 0, effects=(Recruits("foot"),)),
        Structure("hall", 2, bundle(wood=3), 1, needs=("hut",), effects=(Power("foot", 2),)),
        Structure("keep", 3, bundle(iron=4, gold=2), 2, needs=("hall",), effects=(Recruits("knight"),)),
        Structure("dome", 4, bundle(wood=5), 4),
    ),
)
IDLE = seat(small_board("idlers"), Region.YREEL)


def building(*seated: Seated, level: int = 4, first: int = 0) -> Table:
    return asking(at_table(*seated, first=first), BuildingStarts(level))


def alone(board: Board = TOWN, region: Region = Region.HARRAX, level: int = 4, **holding: object) -> Table:
    """One who builds beside one who cannot."""
    holding.setdefault("stock", RICH)
    return building(seat(board, region, **holding), IDLE, level=level)  # type: ignore[arg-type]  # as given


def buildable(table: Table) -> set[str]:
    """Which structures are offered, without where they are placed."""
    words = [choice.split() for choice in offered(table, 0)]
    return {word[1] for word in words if word[0] == "build"}


# Structures.


@pytest.mark.parametrize(
    ("level", "names"),
    [(1, set()), (2, {"hall"}), (3, {"hall"}), (4, {"hall", "dome"})],
)
def test_the_level_of_a_structure_does_not_exceed_that_of_the_action(level: int, names: set[str]) -> None:
    """Rulebook p. 6."""
    table = alone(built=("hut",), level=level)
    assert buildable(table) == names
    if level == 1:
        assert why_not(table, 0, "build hall") == "above-level structure=hall needed=2 level=1"


def test_the_cost_has_to_be_in_the_inventory() -> None:
    """Rulebook p. 6."""
    assert buildable(alone(stock=(2, 1, 0))) == {"hut"}
    table = alone(stock=(2, 0, 9), built=("keep",))
    assert buildable(table) == set()
    assert (
        why_not(table, 0, "build hut")
        == "too-dear structure=hut costs=((wood,2),(iron,1)) held=((wood,2),(iron,0))"
    )


def test_whoever_has_nothing_is_told_so() -> None:
    offer = small_board("givers", structures=(Structure("gift", 1), Structure("hut", 1, bundle(wood=1))))
    assert (
        why_not(alone(offer, stock=(0, 0, 0)), 0, "build hut")
        == "too-dear structure=hut costs=((wood,1)) held=((wood,0))"
    )


def test_a_required_structure_has_to_stand() -> None:
    """Rulebook p. 6."""
    table = alone()
    assert buildable(table) == {"hut", "dome"}
    assert why_not(table, 0, "build hall") == "needs-first structure=hall needs=(hut)"


def test_the_structure_is_paid_for_marked_and_has_its_effect_at_once() -> None:
    """Rulebook p. 6."""
    step = settle(alone(built=("hut",)), {0: "build hall"})
    player = step.state.players[0]
    assert player.stock == (6, 9, 9)
    assert player.built == 0b11
    assert step.events == (Paid(0, 3, 0, 0, ()), StructureBuilt(0, "hall", 2, 1, None))
    assert score_of(step.state, 0).structures == 1


def test_a_structure_is_built_once() -> None:
    """Rulebook p. 6."""
    table = alone(built=("hut",))
    assert why_not(table, 0, "build hut") == "built-already structure=hut"


def test_one_building_action_builds_one_structure() -> None:
    """Rulebook p. 6."""
    table = settle(alone(), {0: "build hut"}).state
    assert buildable(table) == set()
    assert why_not(table, 0, "build dome") == "one-structure"


def test_recruiting_and_building_go_in_any_order() -> None:
    """Rulebook p. 6."""
    step = play_on(
        alone(built=("hut", "hall")),
        {0: "recruit foot 1"},
        {0: "build keep"},
        {0: "recruit knight 1"},
        {0: "recruit foot 1"},
    )
    assert units_of(step.state, 0) == {"foot": 5, "knight": 1}
    assert step.state.players[0].stock == (9, 5, 0)
    assert names_of(step.events) == [
        *("UnitsRecruited", "Paid", "StructureBuilt", "UnitsRecruited", "UnitsRecruited")
    ]


BARRACKS = small_board(
    "guards",
    structures=(
        Structure("town-hall", 1),
        Structure("tower", 2, needs=("town-hall",)),
        Structure("guild", 3),
        Structure("barracks", 4, bundle(gold=1), needs=("tower", "guild")),
    ),
)


def test_of_several_required_structures_none_is_not_enough() -> None:
    """Rulebook p. 6: neither the Tower nor the Guild stands, so the Barracks cannot be built."""
    table = alone(BARRACKS, built=("town-hall",))
    assert "barracks" not in buildable(table)
    assert why_not(table, 0, "build barracks") == "needs-first structure=barracks needs=(tower,guild)"


@pytest.mark.parametrize("built", [("tower",), ("guild",), ("tower", "guild")])
def test_of_several_required_structures_one_is_enough(built: tuple[str, ...]) -> None:
    """Rulebook p. 6: the Barracks needs the Tower or the Guild."""
    step = settle(alone(BARRACKS, built=built), {0: "build barracks"})
    assert StructureBuilt(0, "barracks", 4, 0, None) in step.events


BREWERS = small_board(
    "brewers",
    units=(Unit("bouncer", 1, 2, start=3),),
    structures=(
        Structure("plan", 1, bundle(iron=2, gold=2)),
        Structure("brewery", 2, bundle(wood=2, iron=4, gold=2), 1, needs=("plan",)),
        Structure("slums", 1, bundle(wood=4), effects=(Recruits("bouncer"),)),
    ),
)


def test_a_structure_of_level_1_in_an_action_of_level_4() -> None:
    """The second box: 2 iron and 2 gold are spent, and the way to the brewery is open."""
    step = settle(alone(BREWERS, stock=(0, 2, 2)), {0: "build plan"})
    assert step.state.players[0].stock == (0, 0, 0)
    later = at_table(seat(BREWERS, stock=RICH, built=("plan",)), IDLE)
    assert "build brewery" in offered(asking(later, BuildingStarts(4)), 0)


TRIBUTE = small_board("summoners", structures=(Structure("pit", 1, bundle(gold=1), tribute=(("foot", 2),)),))


def test_a_structure_may_cost_units() -> None:
    step = settle(alone(TRIBUTE), {0: "build pit"})
    assert units_of(step.state, 0) == {"foot": 1}
    assert step.events[0] == Paid(0, 0, 0, 1, (("foot", 2),))
    table = building(seat(TRIBUTE, stock=RICH, units={"foot": 1}), seat(TOWN, Region.YREEL, stock=RICH))
    assert offered(table, 0) == []
    stage = table.agenda[0]
    costs, held = (("gold", 1), ("foot", 2)), (("gold", RICH[2]), ("foot", 1))
    refusal = stage.refusal(table, 0, CONQUER.parse("build pit"))
    assert refusal == because("too-dear", structure="pit", costs=costs, held=held)


@pytest.mark.parametrize("text", ["build shrine", "recruit skeleton 1", "stay", "decline"])
def test_why_other_things_are_refused(text: str) -> None:
    reasons = {
        "build shrine": "no-structure faction=townsfolk structure=shrine meant=()",
        "recruit skeleton 1": "no-unit faction=townsfolk unit=skeleton",
        "stay": "not-while-building",
        "decline": "not-while-building",
    }
    assert why_not(alone(), 0, text) == reasons[text]


def test_a_raised_level_counts_for_what_can_be_built() -> None:
    """docs/rulings.md 59."""
    table = alone(level=3, raised=1)
    assert "dome" in buildable(table)
    step = settle(table, {0: "done"})
    assert step.state.players[0].raised == 0


# Foundations.


def test_a_structure_may_be_placed_on_the_foundation_of_the_region() -> None:
    """Rulebook p. 12: a level 3 structure in Esmore gives 3 points; docs/rulings.md 22: it need not."""
    table = alone(region=Region.ESMORE, built=("hut", "hall"))
    assert {"build keep", "build keep on Esmore"} <= set(offered(table, 0))
    step = settle(table, {0: "build keep on Esmore"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 3),)
    assert StructureBuilt(0, "keep", 3, 2, Region.ESMORE) in step.events
    assert score_of(step.state, 0).foundations == 3
    assert settle(table, {0: "build keep"}).state.players[0].foundations == ()


def test_a_structure_of_a_higher_level_replaces_the_number() -> None:
    """Rulebook p. 12: level 4 on the same foundation gives 4 points, not 7."""
    table = alone(region=Region.ESMORE, foundations={Region.ESMORE: 3, Region.LOX: 1, Region.ASANDER: 2})
    step = settle(table, {0: "build dome on Esmore"})
    assert step.state.players[0].foundations == ((Region.ASANDER, 2), (Region.ESMORE, 4), (Region.LOX, 1))
    assert score_of(step.state, 0).foundations == 7


@pytest.mark.parametrize("written", [1, 2, 4])
def test_no_structure_of_the_same_or_a_lower_level_is_placed_over_another(written: int) -> None:
    """Rulebook p. 12; docs/rulings.md 21."""
    table = alone(region=Region.ESMORE, foundations={Region.ESMORE: written})
    assert "build hut" in offered(table, 0)
    assert "build hut on Esmore" not in offered(table, 0)
    assert why_not(table, 0, "build hut on Esmore") == "not-placed-there structure=hut region=Esmore"


@pytest.mark.parametrize("region", [Region.HARRAX, Region.QLISS])
def test_without_a_foundation_in_the_region_there_is_no_place(region: Region) -> None:
    table = alone(region=region)
    assert "build hut" in offered(table, 0)
    for on in (region, Region.ESMORE):
        assert why_not(table, 0, f"build hut on {on}") == f"not-placed-there structure=hut region={on}"


def test_players_do_not_disturb_each_other_on_a_foundation() -> None:
    """Rulebook p. 12."""
    rival = small_board("rivals", structures=(Structure("den", 1),))
    table = building(
        seat(TOWN, Region.ESMORE, stock=RICH), seat(rival, Region.ESMORE, foundations={Region.ASANDER: 4})
    )
    step = settle(table, {0: "build dome on Esmore", 1: "build den on Esmore"})
    assert step.state.players[0].foundations == ((Region.ESMORE, 4),)
    assert step.state.players[1].foundations == ((Region.ASANDER, 4), (Region.ESMORE, 1))


class Reserves(Effect):
    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        return held or (thing is Thing.FOUNDATION and region is Region.ESMORE)


def test_a_foundation_may_be_withheld_from_who_has_not_built_there() -> None:
    """docs/rulings.md 62: a level that is written stays, and may be raised."""
    reserving = seat(small_board("keepers", nature=(Reserves(),)), Region.YREEL)
    new = building(seat(TOWN, Region.ESMORE, stock=RICH), reserving)
    assert "build hut on Esmore" not in offered(new, 0)
    old = building(seat(TOWN, Region.ESMORE, stock=RICH, foundations={Region.ESMORE: 1}), reserving)
    assert "build dome on Esmore" in offered(old, 0)


# Prices.


class Discount(Effect):
    """On a foundation two of one resource are saved, whichever the builder likes."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        if on is None:
            return prices
        savings = (bundle(wood=2), bundle(iron=2))
        return tuple(minus(structure.price, saving) for saving in savings)


MASONS = small_board(
    "masons", structures=(Structure("arch", 1, bundle(wood=3, iron=3)),), nature=(Discount(),)
)


def test_the_builder_chooses_among_discounts() -> None:
    table = alone(MASONS, Region.ESMORE, stock=(3, 3, 0))
    assert offered(table, 0) == [
        *("done", "build arch", "build arch on Esmore saving wood 2", "build arch on Esmore saving iron 2")
    ]
    step = settle(table, {0: "build arch on Esmore saving iron 2"})
    assert step.state.players[0].stock == (0, 2, 0)


def test_a_discount_may_make_a_structure_affordable() -> None:
    table = alone(MASONS, Region.ESMORE, stock=(3, 1, 0))
    assert offered(table, 0) == ["done", "build arch on Esmore saving iron 2"]
    assert (
        why_not(table, 0, "build arch")
        == "too-dear structure=arch costs=((wood,3),(iron,3)) held=((wood,3),(iron,1))"
    )
    rich = alone(MASONS, Region.ESMORE)
    assert why_not(rich, 0, "build arch saving wood 2") == "no-saving structure=arch"
    assert (
        why_not(rich, 0, "build arch on Esmore")
        == "say-saving structure=arch savings=(((wood,2)),((iron,2)))"
    )


# All at the same time.


def test_all_build_at_the_same_time_until_each_is_done() -> None:
    """Rulebook p. 5."""
    other = small_board("others", structures=TOWN.structures)
    table = building(seat(TOWN, stock=RICH), seat(other, Region.YREEL, stock=RICH), first=1)
    step = settle(table, {0: "build hut", 1: "done"})
    assert names_of(step.events) == ["BuildingFinished", "Paid", "StructureBuilt"]
    assert isinstance(need := CONQUER.pending(step.state), Open)
    assert [request.seat for request in need.requests] == [0]
    last = settle(step.state, {0: "done"})
    assert last.events == (BuildingFinished(0),)
    assert last.state.agenda == ()


def test_who_can_do_nothing_is_not_asked() -> None:
    step = started(at_table(seat(TOWN), IDLE), BuildingStarts(4))
    assert (step.state.agenda, step.events) == ((), ())


class Noted(Event):
    seat: int
    word: str


class Diary(Effect):
    """Notes every moment of the building action, and offers a loot for 1 gold."""

    def building_started(self, turn: Turn, seat: int) -> None:
        turn.tell(Noted(seat, "started"))

    def structure_built(self, turn: Turn, seat: int, structure: Structure) -> None:
        turn.tell(Noted(seat, f"built {structure.name}"))

    def foundation_laid(self, turn: Turn, seat: int, region: Region) -> None:
        turn.tell(Noted(seat, f"laid {region}"))

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return (*offers, Loot()) if table.players[seat].stock[2] else offers

    def building_offer_taken(self, turn: Turn, seat: int, decision: Decision) -> None:
        pay(turn, seat, bundle(gold=1))
        turn.tell(Noted(seat, f"took {decision.form.tag}"))

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.tell(Noted(seat, "ended"))


class Haggles(Effect):
    """The hut can be had for one wood less, and what was paid is noted."""

    def structure_prices(
        self, table: Table, seat: int, prices: tuple[Bundle, ...], structure: Structure, on: Region | None
    ) -> tuple[Bundle, ...]:
        return (*prices, *(minus(price, bundle(wood=1)) for price in prices))

    def structure_paid(self, turn: Turn, seat: int, structure: Structure, price: Bundle) -> None:
        turn.tell(Noted(seat, f"paid {price} for {structure.name}"))


def test_an_effect_hears_what_was_paid_before_the_structure_stands() -> None:
    hut = Structure("hut", 1, bundle(wood=2))
    table = alone(small_board("hagglers", structures=(hut,), nature=(Haggles(),)), stock=(2, 0, 0))
    assert settle(table, {0: "build hut saving wood 1"}).events[:3] == (
        Paid(0, 1, 0, 0, ()),
        Noted(0, "paid (1, 0, 0) for hut"),
        StructureBuilt(0, "hut", 1, 0, None),
    )


class Measures(Effect):
    """Offers a gift in actions of level 3 and more."""

    def building_offers(self, table: Table, seat: int, offers: tuple[Decision, ...]) -> tuple[Decision, ...]:
        return (*offers, Loot()) if action_level(table, seat) >= 3 else offers


@pytest.mark.parametrize(
    ("level", "raised", "offers"), [(2, 0, []), (2, 1, ["done", "loot"]), (3, 0, ["done", "loot"])]
)
def test_an_offer_can_depend_on_the_level_that_the_action_has_for_the_seat(
    level: int, raised: int, offers: list[str]
) -> None:
    table = alone(small_board("surveyors", nature=(Measures(),)), level=level, raised=raised)
    assert offered(table, 0) == offers


def diary(name: str, **where: tuple[Effect, ...]) -> Board:
    structures = (Structure("hut", 1, effects=where.get("hut", ())),)
    return small_board(name, structures=structures, nature=where.get("nature", ()))


def test_effects_at_the_start_and_the_end_go_in_turn_order() -> None:
    """docs/rulings.md 23: what comes at the end comes when all have built."""
    table = at_table(
        seat(diary("reds", nature=(Diary(),)), Region.ESMORE),
        seat(diary("blues", nature=(Diary(),)), Region.LOX),
        first=1,
    )
    step = started(table, BuildingStarts(1))
    assert step.events == (Noted(1, "started"), Noted(0, "started"))
    step = settle(step.state, {0: "build hut on Esmore", 1: "build hut"})
    assert step.events == (
        StructureBuilt(1, "hut", 1, 0, None),
        Noted(1, "built hut"),
        StructureBuilt(0, "hut", 1, 0, Region.ESMORE),
        Noted(0, "built hut"),
        Noted(0, "laid Esmore"),
        Noted(1, "ended"),
        Noted(0, "ended"),
    )


class Bequeaths(Diary):
    """At the end of the action a unit is lost, of a choice where two are equally weak."""

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.tell(Noted(seat, "ended"))
        turn.queue(Weakening(seat))


def test_what_one_chooses_at_the_end_comes_before_the_next_ones_end() -> None:
    """docs/rulings.md 23: seat by seat, and what one has done binds those after it."""
    units = (Unit("foot", 1, 1, start=1), Unit("goat", 1, 1, start=1))
    boards = [small_board(name, units=units, nature=(Bequeaths(),)) for name in ("reds", "blues")]
    table = at_table(seat(boards[0]), seat(boards[1], Region.YREEL), first=1)
    step = started(table, BuildingEnds())
    assert step.events == (Noted(1, "ended"),)
    assert step.state.agenda == (Weakening(1), BuildingEnds((1,)))
    step = settle(step.state, {1: "lose goat"})
    assert names_of(step.events) == ["UnitLost", "Noted"]
    step = settle(step.state, {0: "lose foot"})
    assert step.events == (UnitLost(0, "foot"),)
    assert step.state.agenda == ()


def test_a_structure_built_in_this_action_works_from_then_on() -> None:
    """Rulebook p. 6: during and at the end of this action, but its start is over."""
    step = settle(alone(diary("reds", hut=(Diary(),)), stock=(0, 0, 1)), {0: "build hut"})
    assert step.events[1:] == (Noted(0, "built hut"),)
    assert offered(step.state, 0) == ["done", "loot"]
    step = settle(step.state, {0: "loot"})
    assert step.events == (Paid(0, 0, 0, 1, ()), Noted(0, "took loot"), Noted(0, "ended"))


def test_a_structure_can_be_raised_without_a_building_action() -> None:
    turn = Turn(at_table(seat(TOWN, Region.ESMORE), IDLE))
    raise_structure(turn, 0, TOWN.structures[3], Region.ESMORE)
    assert turn.events == [StructureBuilt(0, "dome", 4, 4, Region.ESMORE)]
    assert turn.player(0).foundations == ((Region.ESMORE, 4),)


@pytest.mark.parametrize(
    ("stage", "is_coherent"),
    [
        (Building((1, 1), (1, 0), (1,)), True),
        (Building((1, 1), (0, 1), ()), False),
        (Building((1,), (1, 0), ()), False),
        (Building((1, 1), (1, 0), (2,)), False),
        (Building((1, 1), (1, 1), ()), False),
    ],
)
def test_who_is_busy_stands_in_turn_order(stage: Building, is_coherent: bool) -> None:
    assert stage.is_coherent(at_table(seat(TOWN), IDLE, first=1)) is is_coherent


def test_who_has_had_the_end_of_the_action_stands_in_turn_order() -> None:
    table = at_table(seat(TOWN), IDLE, first=1)
    assert BuildingEnds().is_coherent(table)
    assert BuildingEnds((1,)).is_coherent(table)
    assert not BuildingEnds((0,)).is_coherent(table)
    assert not BuildingEnds((1, 0, 1)).is_coherent(table)


@pytest.mark.parametrize(("level", "is_coherent"), [(0, False), (1, True), (4, True), (5, False)])
def test_a_building_action_has_a_level_from_1_to_4(level: int, is_coherent: bool) -> None:
    """Rulebook p. 5."""
    assert BuildingStarts(level).is_coherent(at_table(seat(TOWN), IDLE)) is is_coherent


class FoundationsNextDoor(Effect):
    def foundations_in_reach(
        self, table: Table, seat: int, regions: tuple[Region, ...]
    ) -> tuple[Region, ...]:
        return (*regions, Region.ESMORE)


class BuiltDearly(Effect):
    """Every way costs a gold more."""

    def ways_to_build(
        self, table: Table, seat: int, ways: tuple[tuple[Build, Bundle], ...], structure: Structure
    ) -> tuple[tuple[Build, Bundle], ...]:
        return tuple((way, plus(price, bundle(gold=1))) for way, price in ways)


HUT = Structure("hut", 1, bundle(wood=1), effects=(Recruits("foot"),))
HALL = Structure("hall", 2, bundle(wood=1))


def test_an_effect_can_bring_other_foundations_into_reach() -> None:
    board = small_board("reachers", structures=(HUT,), nature=(FoundationsNextDoor(),))
    table = asking(at_table(seat(board, Region.HARRAX, stock=(1, 0, 0)), IDLE), BuildingStarts(1))
    assert offered(table, 0) == ["done", "build hut", "build hut on Esmore"]


def test_an_effect_can_change_the_ways_to_build_and_what_they_cost() -> None:
    board = small_board("dear", structures=(HUT,), nature=(BuiltDearly(),))
    table = asking(at_table(seat(board, stock=(1, 0, 1)), IDLE), BuildingStarts(1))
    assert settle(table, {0: "build hut"}).events[0] == Paid(0, 1, 0, 1, ())


def test_a_structure_may_leave_no_level_in_its_foundation() -> None:
    board = small_board("erasers", structures=(HUT,))
    turn = Turn(at_table(seat(board, Region.ESMORE, foundations={Region.ESMORE: 3}), IDLE))
    raise_structure(turn, 0, HUT, Region.ESMORE, writes_level=False)
    assert turn.events == [StructureBuilt(0, "hut", 1, 0, None), LevelErased(0, Region.ESMORE)]
    assert turn.player(0).foundations == ()


class Heard(Event):
    seat: int
    word: str


class HearsTheEnd(Effect):
    def building_closed(self, turn: Turn, seat: int) -> None:
        turn.tell(Heard(seat, "closed"))

    def building_ended(self, turn: Turn, seat: int) -> None:
        turn.tell(Heard(seat, "ended"))


def test_building_closes_once_for_all_before_it_ends_for_anybody() -> None:
    boards = [small_board(name, nature=(HearsTheEnd(),)) for name in ("reds", "blues")]
    step = started(at_table(*map(seat, boards), first=1), BuildingEnds())
    assert step.events == tuple(Heard(who, word) for word in ("closed", "ended") for who in (1, 0))


# What lifts or adds conditions.


class Freed(Effect):
    """Nothing needs what it usually needs."""

    def needs_met(self, table: Table, seat: int, met: bool, structure: Structure) -> bool:
        return True


class Barred(Effect):
    def structure_barred(
        self, table: Table, seat: int, why: Reason | None, structure: Structure
    ) -> Reason | None:
        return because("out-of-fashion", structure="dome") if structure.name == "dome" else why


def test_an_effect_can_do_without_what_a_structure_needs() -> None:
    freed = small_board("freed", structures=TOWN.structures, nature=(Freed(),))
    assert buildable(alone(TOWN)) == {"hut", "dome"}
    assert buildable(alone(freed)) == {"hut", "hall", "keep", "dome"}


def test_an_effect_can_bar_a_structure_and_says_why() -> None:
    barred = small_board("barred", structures=TOWN.structures, nature=(Barred(),))
    assert buildable(alone(barred)) == {"hut"}
    assert why_not(alone(barred), 0, "build dome") == "out-of-fashion structure=dome"


class Generous(Effect):
    """Whoever is in Qliss builds whatever the level."""

    def lifts_level(self, table: Table, seat: int, lifted: bool, other: int) -> bool:
        return lifted or table.players[other].region is Region.QLISS


@pytest.mark.parametrize(("region", "built"), [(Region.QLISS, {"hut", "dome"}), (Region.HARRAX, {"hut"})])
def test_another_can_let_one_build_above_the_level_of_the_action(region: Region, built: set[str]) -> None:
    generous = small_board("generous", structures=TOWN.structures, nature=(Generous(),))
    table = building(seat(TOWN, region, stock=RICH), seat(generous, region, stock=RICH), level=1)
    assert buildable(table) == built
    assert action_level(table, 0) == (4 if region is Region.QLISS else 1)
    assert action_level(table, 1) == 1


class Islands(Effect):
    """Every lake has a foundation."""

    def has_foundation(self, table: Table, seat: int, has: bool, region: Region) -> bool:
        return has or region is Region.QLISS


def test_an_effect_can_find_a_foundation_where_none_is_printed() -> None:
    islanders = small_board("islanders", structures=TOWN.structures, nature=(Islands(),))
    assert "build hut on Qliss" in offered(alone(islanders, Region.QLISS), 0)
    assert "build hut on Qliss" not in offered(alone(TOWN, Region.QLISS), 0)


def test_a_board_can_print_no_foundation_where_others_do() -> None:
    bare = replace(PLACES[Region.ESMORE], foundation=False)
    nomads = small_board("nomads", structures=TOWN.structures, places={Region.ESMORE: bare})
    assert "build hut on Esmore" in offered(alone(TOWN, Region.ESMORE), 0)
    assert "build hut on Esmore" not in offered(alone(nomads, Region.ESMORE), 0)


# A structure for nothing.


def granted(region: Region = Region.ESMORE, **holding: object) -> Table:
    table = at_table(seat(TOWN, region, **holding), IDLE)  # type: ignore[arg-type]  # as given
    return asking(table, GrantedStructure(0))


def test_a_granted_structure_costs_nothing_and_has_any_level_but_needs_what_it_needs() -> None:
    table = granted()
    ways = ["build hut", "build hut on Esmore", "build dome", "build dome on Esmore"]
    assert offered(table, 0) == ["decline", *ways]
    step = settle(table, {0: "build dome on Esmore"})
    assert step.events == (StructureBuilt(0, "dome", 4, 4, Region.ESMORE),)
    assert step.state.players[0].foundations == ((Region.ESMORE, 4),)


def test_a_granted_structure_can_be_declined() -> None:
    step = settle(granted(), {0: "decline"})
    assert step.events == (Declined(0, "structure"),)
    assert step.state.players[0].built == 0


def test_where_all_is_built_nothing_is_granted() -> None:
    assert granted(built=("hut", "hall", "keep", "dome")).agenda == ()


def test_why_something_is_not_granted() -> None:
    assert why_not(granted(), 0, "build hall") == "needs-first structure=hall needs=(hut)"
    assert why_not(granted(), 0, "done") == "build-for-nothing"
    assert not GrantedStructure(2).is_coherent(granted())
