"""The movement action up to the reveal (rulebook pp. 8-9 and 11)."""

from typing import ClassVar

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.decisions import Stay
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import TerrainCost
from p2p_heroes.games.conquer.events import Moved, PieceMoved, Received, Stayed
from p2p_heroes.games.conquer.faction import Board, Costs, Structure
from p2p_heroes.games.conquer.holdings import pay
from p2p_heroes.games.conquer.kinds import SOME_REGION
from p2p_heroes.games.conquer.moving import Moving, entry_costs, ways_from, ways_within
from p2p_heroes.games.conquer.resources import bundle
from p2p_heroes.games.conquer.state import Own, Table, Turn
from p2p_heroes.games.conquer.terms import Piece, Source, Thing
from p2p_heroes.games.conquer.world import REGIONS, Region, Terrain
from p2p_heroes.games.game import Secret
from p2p_heroes.games.kit.forms import Form, Part
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.paths import Way
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    seat,
    settle,
    small_board,
    why_not,
    with_terrain,
)

R = Region
REDS, BLUES = small_board("reds"), small_board("blues")
FAR = seat(BLUES, R.UGMAT, units={})
every_number = pytest.mark.parametrize("players", [2, 3, 4])


def moving(*seated: Seated, level: int = 4, first: int = 0) -> Table:
    return asking(at_table(*seated, first=first), Moving(level))


def walker(region: Region, board: Board = REDS, **holding: object) -> Seated:
    """One without units, so that nothing but the way is asked."""
    return seat(board, region, units={}, **holding)  # type: ignore[arg-type]  # as given


def way(board: Board, origin: Region, to: Region, players: int = 2, **changed: Terrain) -> Way[Region]:
    """The cheapest way; regions named in capitals have another terrain than printed."""
    others = [seat(small_board(f"other{letter}"), R.HARRAX) for letter in "abc"[: players - 1]]
    table = at_table(seat(board, origin), *others)
    for name, terrain in changed.items():
        table = with_terrain(table, Region[name], terrain)
    found = ways_from(table, 0)[to]
    assert found is not None
    return found


def goals(table: Table, who: int = 0) -> set[str]:
    return {choice for choice in offered(table, who) if choice.startswith("move")}


# Ways and their costs.

UNDEAD_COSTS = Costs(forest=1, lake=3, meadow=2, mountain=2)
ELVEN_COSTS = Costs(forest=2, lake=2, meadow=1, mountain=3)
MACHINE_COSTS = (Costs(forest=3, lake=2, meadow=2, mountain=1), Costs(forest=2, lake=3, meadow=2, mountain=1))
ELEMENT_COSTS = (Costs(forest=3, lake=2, meadow=1, mountain=2), Costs(forest=2, lake=3, meadow=1, mountain=2))


@every_number
def test_from_asander_to_esmore_through_brynnlore_for_4_points(players: int) -> None:
    """Rulebook p. 9: 2 for the mountain and 2 for the meadow."""
    board = small_board("bones", costs=UNDEAD_COSTS)
    assert way(board, R.ASANDER, R.ESMORE, players) == Way(4, (R.BRYNNLORE,))
    assert way(board, R.ASANDER, R.BRYNNLORE, players) == Way(2, ())


@every_number
def test_from_kosleen_to_yreel_through_the_portal_of_harrax_for_4_points(players: int) -> None:
    """Rulebook p. 11: 3 for the mountain and 1 for the meadow."""
    assert way(small_board("woods", costs=ELVEN_COSTS), R.KOSLEEN, R.YREEL, players) == Way(4, (R.HARRAX,))


@every_number
@pytest.mark.parametrize("costs", MACHINE_COSTS)
def test_the_same_ways_with_mountains_for_1_point(players: int, costs: Costs) -> None:
    """The second box: both cost 1 + 2."""
    board = small_board("machines", costs=costs)
    assert way(board, R.ASANDER, R.ESMORE, players) == Way(3, (R.BRYNNLORE,))
    assert way(board, R.KOSLEEN, R.YREEL, players) == Way(3, (R.HARRAX,))


class Carpet(Effect):
    """Rolgoy is flown over for 1."""

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return 1 if region is R.ROLGOY else cost


@every_number
@pytest.mark.parametrize("costs", ELEMENT_COSTS)
def test_from_odmoor_to_vurt_through_rolgoy(players: int, costs: Costs) -> None:
    """The second box: two mountains cost 2 + 2, with the carpet 1 + 2."""
    assert way(small_board("winds", costs=costs), R.ODMOOR, R.VURT, players) == Way(4, (R.ROLGOY,))
    carpet = small_board("winds", costs=costs, nature=(Carpet(),))
    assert way(carpet, R.ODMOOR, R.VURT, players) == Way(3, (R.ROLGOY,))


def test_a_region_costs_what_its_terrain_costs_the_player() -> None:
    """Rulebook p. 9: of the region that is entered, not of the one that is left."""
    table = at_table(seat(small_board("walkers", costs=Costs(1, 2, 3, 4))), FAR)
    costs = entry_costs(table, 0, by_portal=False)
    entered = [costs[region] for region in (R.ASANDER, R.QLISS, R.ESMORE, R.LOX)]
    assert entered == [1, 2, 3, 4]


def test_a_modified_cost_is_used_from_now_on() -> None:
    """Rulebook p. 9."""
    board = small_board(
        "guides", structures=(Structure("house", 1, effects=(TerrainCost(Terrain.MOUNTAIN, 1),)),)
    )
    before, after = (
        at_table(seat(board, R.ASANDER), FAR),
        at_table(seat(board, R.ASANDER, built=("house",)), FAR),
    )
    costs = [ways_from(table, 0)[R.HARRAX] for table in (before, after)]
    assert costs == [Way(2, ()), Way(1, ())]


def test_a_changed_terrain_changes_the_cost() -> None:
    assert way(REDS, R.ASANDER, R.BRYNNLORE, BRYNNLORE=Terrain.LAKE) == Way(3, ())


def test_there_is_no_way_to_the_own_region_nor_out_of_the_game() -> None:
    """docs/rulings.md 15."""
    ways = ways_from(at_table(seat(REDS, R.ESMORE), FAR), 0)
    nowhere = {region for region in REGIONS if ways[region] is None}
    assert nowhere == {R.ESMORE, R.CERNESS, R.GLENNFORE, R.IKARA, R.MORREED, R.ZASKER, R.ZORO}


def test_among_equal_ways_the_one_with_fewer_regions_then_the_alphabet_counts() -> None:
    flat = small_board("flat", costs=Costs(1, 1, 1, 1))
    assert way(flat, R.ASANDER, R.KOSLEEN) == Way(2, (R.HARRAX,))
    assert way(flat, R.ASANDER, R.ESMORE) == Way(2, (R.BRYNNLORE,))
    steep = small_board("steep", costs=Costs(forest=1, lake=1, meadow=1, mountain=2))
    assert way(steep, R.ASANDER, R.NIKLEEN) == Way(2, (R.DORTAL,))


def test_several_portals_may_be_used_in_one_movement() -> None:
    """Rulebook p. 11: out of one, into the next, and so on."""
    board = small_board("hoppers", costs=Costs(forest=9, lake=1, meadow=1, mountain=1))
    assert way(board, R.ESMORE, R.VURT) == Way(3, (R.HARRAX, R.YREEL))


class DearPortals(Effect):
    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return cost + 5 if by_portal else cost


def test_an_effect_may_tell_portals_from_borders() -> None:
    board = small_board("walkers", costs=ELVEN_COSTS, nature=(DearPortals(),))
    assert way(board, R.HARRAX, R.YREEL) == Way(5, (R.NIKLEEN, R.ROLGOY))
    assert way(board, R.SULEEN, R.YREEL) == Way(1, ())


class ShutsHarrax(Effect):
    def withholds(
        self, table: Table, seat: int, held: bool, thing: Thing, region: Region, other: int
    ) -> bool:
        return held or (thing is Thing.PORTAL and region is R.HARRAX)


def test_a_portal_that_is_withheld_can_neither_be_entered_nor_left() -> None:
    """docs/rulings.md 30: but walking is free."""
    board = small_board("woods", costs=ELVEN_COSTS)
    keeper = seat(small_board("keepers", nature=(ShutsHarrax(),)), R.YREEL)
    ways = ways_from(at_table(seat(board, R.KOSLEEN), keeper), 0)
    assert ways[R.HARRAX] == Way(3, ())
    assert ways[R.YREEL] == Way(4, (R.PASKAAR, R.SULEEN))


# Points and the secret choice.


@pytest.mark.parametrize(("level", "is_enough"), [(1, False), (2, False), (3, False), (4, True)])
def test_one_moves_as_long_as_the_points_suffice(level: int, is_enough: bool) -> None:
    """Rulebook p. 8: as many points as the level of the action."""
    table = moving(walker(R.ASANDER, small_board("bones", costs=UNDEAD_COSTS)), FAR, level=level)
    assert ("move Esmore via Brynnlore" in goals(table)) is is_enough


def test_the_choice_is_secret_and_everybody_has_one() -> None:
    """Rulebook p. 8."""
    need = CONQUER.pending(moving(walker(R.ASANDER), FAR))
    assert isinstance(need, Secret)
    assert [(request.seat, request.kind) for request in need.requests] == [(0, "move"), (1, "move")]


def test_the_choices_are_to_stay_and_every_region_within_reach() -> None:
    table = moving(walker(R.ASANDER), FAR, level=3)
    assert offered(table, 0) == [
        *("stay", "move Brynnlore", "move Dortal", "move Esmore via Brynnlore", "move Harrax"),
        *("move Nikleen via Harrax", "move Yreel via Harrax"),
    ]


def test_no_region_is_blocked_by_others() -> None:
    """Rulebook p. 8."""
    assert "move Esmore via Brynnlore" in goals(moving(walker(R.ASANDER), walker(R.BRYNNLORE, BLUES)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move Esmore via Brynnlore", "too-far to=Esmore cost=3 points=2"),
        ("move Esmore", "too-far to=Esmore cost=3 points=2"),
        ("move Brynnlore via Harrax", "direct-way to=Brynnlore"),
        ("move Asander", "no-way to=Asander"),
        ("move Zoro", "no-way to=Zoro"),
        ("move Brynnlore buying 1", "points-for-sale most=0"),
        ("stay buying 2", "points-for-sale most=0"),
        ("stay sending hydra Qliss", "not-sent-there"),
        ("done", "not-a-move"),
    ],
)
def test_why_a_move_is_refused(text: str, reason: str) -> None:
    assert why_not(moving(walker(R.ASANDER), FAR, level=2), 0, text) == reason


def test_the_way_is_told_to_who_types_another() -> None:
    table = moving(walker(R.ASANDER), FAR)
    assert why_not(table, 0, "move Esmore via Harrax") == "other-way to=Esmore via=(Brynnlore)"


def test_a_move_of_another_kind_is_not_offered() -> None:
    moves = Moving(2).moves(moving(walker(R.ASANDER), FAR), 0)
    word: object = "stay"
    assert word not in moves
    assert Stay() in moves
    assert moves[0] == Stay()


def test_ways_end_where_the_points_do() -> None:
    table = moving(walker(R.ASANDER), FAR)
    near, far = ways_within(table, 0, 2), ways_from(table, 0)
    assert near == {to: way for to, way in zip(R, far, strict=True) if way is not None and way.cost <= 2}
    assert list(near) == sorted(near)


# The march.


def test_only_the_region_where_the_movement_ends_is_visited() -> None:
    """Rulebook p. 8: its resources are collected; what lies on the way gives nothing."""
    table = moving(walker(R.KOSLEEN, small_board("woods", costs=ELVEN_COSTS)), FAR)
    step = settle(table, {0: "move Yreel via Harrax", 1: "stay"})
    player = step.state.players[0]
    assert player.region is R.YREEL
    assert player.visited == 1 << R.KOSLEEN | 1 << R.YREEL
    assert player.stock == (1, 0, 1)
    assert step.events == (
        Moved(0, R.KOSLEEN, R.YREEL, (R.HARRAX,), 0, 4, 0),
        Stayed(1, R.UGMAT, 0, 4),
        Received(0, 1, 0, 1, Source.REGION),
    )


def test_one_point_is_left_of_four() -> None:
    """The second box: Kosleen, Harrax for 1, Yreel for 2."""
    step = settle(
        moving(walker(R.KOSLEEN, small_board("machines", costs=MACHINE_COSTS[0])), FAR),
        {0: "move Yreel via Harrax", 1: "stay"},
    )
    assert step.events[0] == Moved(0, R.KOSLEEN, R.YREEL, (R.HARRAX,), 0, 3, 1)


def test_who_stays_visits_nothing_and_keeps_all_points() -> None:
    """Rulebook p. 8; docs/rulings.md 16."""
    table = moving(seat(REDS, R.ESMORE, units={"foot": 9}), FAR, level=3)
    table.players[0].visited = 0
    step = settle(table, {0: "stay", 1: "stay"})
    player = step.state.players[0]
    assert (player.region, player.stock, player.visited, player.points) == (R.ESMORE, (0, 0, 0), 0, 3)
    assert not player.moved
    assert step.events[0] == Stayed(0, R.ESMORE, 0, 3)


def test_all_announce_in_turn_order_where_they_are() -> None:
    """Rulebook p. 8."""
    step = settle(moving(walker(R.ESMORE), FAR, first=1), {0: "move Brynnlore", 1: "move Qliss"})
    assert [event.seat for event in step.events if isinstance(event, Moved)] == [1, 0]


def test_a_raised_level_is_more_points_in_this_action_only() -> None:
    """docs/rulings.md 59."""
    table = moving(walker(R.ASANDER, raised=1), FAR, level=2)
    assert "move Esmore via Brynnlore" in goals(table)
    step = settle(table, {0: "move Esmore via Brynnlore", 1: "stay"})
    assert step.state.players[0].raised == 0


def test_where_nobody_can_go_anywhere_nobody_is_asked() -> None:
    stuck = small_board("stuck", costs=Costs(9, 9, 9, 9))
    mired = small_board("mired", costs=Costs(9, 9, 9, 9))
    step = asking(at_table(walker(R.ASANDER, stuck), walker(R.ESMORE, mired)), Moving(1))
    assert step.agenda == ()
    some = moving(walker(R.ASANDER, stuck), FAR)
    assert offered(some, 0) == []
    assert settle(some, {1: "stay"}).events[0] == Stayed(0, R.ASANDER, 0, 4)


# Points for sale.


class Locator(Effect):
    """Two wood are one movement point."""

    def points_for_sale(self, table: Table, seat: int, most: int) -> int:
        return most + table.players[seat].stock[0] // 2

    def points_bought(self, turn: Turn, seat: int, count: int) -> None:
        pay(turn, seat, bundle(wood=2 * count))


MACHINES = small_board("machines", costs=MACHINE_COSTS[0], nature=(Locator(),))


def test_points_are_bought_together_with_the_way() -> None:
    """The second box: with 2 points and 2 wood from Asander to Esmore, which gives 2 wood again."""
    table = moving(walker(R.ASANDER, MACHINES, stock=(2, 0, 0)), FAR, level=2)
    assert "move Esmore via Brynnlore" not in goals(table)
    step = settle(table, {0: "move Esmore via Brynnlore buying 1", 1: "stay"})
    assert names_of(step.events) == ["Paid", "Moved", "Stayed", "Received"]
    assert step.events[1] == Moved(0, R.ASANDER, R.ESMORE, (R.BRYNNLORE,), 1, 3, 0)
    assert step.state.players[0].stock == (2, 0, 0)
    assert not step.state.players[0].visited >> R.BRYNNLORE & 1


def test_points_may_be_bought_to_skip_monsters_with() -> None:
    """docs/rulings.md 17: only now, not after the reveal."""
    table = moving(seat(MACHINES, R.ASANDER, stock=(5, 0, 0)), FAR, level=2)
    assert {"stay", "stay buying 1", "stay buying 2"} <= set(offered(table, 0))
    assert why_not(table, 0, "stay buying 3") == "points-for-sale most=2"
    step = settle(table, {0: "stay buying 2", 1: "stay"})
    assert step.state.players[0].points == 4
    assert step.state.players[0].stock == (1, 0, 0)


# Pieces apart from the player.


class Kennel(Own):
    form: ClassVar[Form] = Form("kennel", Part("dog", SOME_REGION), Part("cat", SOME_REGION))
    dog: Region
    cat: Region


class Pets(Effect):
    def pieces(self, table: Table, seat: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        own = table.players[seat].own
        assert isinstance(own, Kennel)
        return (*pieces, Piece("dog", own.dog), Piece("cat", own.cat))

    def piece_reach(self, table: Table, seat: int, reach: int, piece: Piece) -> int:
        return reach + (2 if piece.name == "dog" else 1)

    def piece_moved(self, turn: Turn, seat: int, piece: Piece) -> None:
        own = turn.player(seat).own
        assert isinstance(own, Kennel)
        turn.player(seat).own = replace(own, **{piece.name: piece.region})


PETS = small_board("keepers", nature=(Pets(),), own=Kennel(R.WERS, R.ASANDER))


def test_pieces_are_sent_with_the_same_secret_choice() -> None:
    table = moving(walker(R.ESMORE, PETS), FAR, level=1)
    step = settle(table, {0: "stay sending dog Nikleen cat Dortal", 1: "stay"})
    assert step.state.players[0].own == Kennel(R.NIKLEEN, R.DORTAL)
    assert step.events[:3] == (
        Stayed(0, R.ESMORE, 0, 1),
        PieceMoved(0, "cat", R.ASANDER, R.DORTAL),
        PieceMoved(0, "dog", R.WERS, R.NIKLEEN),
    )


def test_a_piece_crosses_so_many_regions_whatever_the_terrain() -> None:
    table = moving(walker(R.ESMORE, PETS), FAR, level=1)
    sent = [choice for choice in offered(table, 0) if choice.startswith("stay sending dog")]
    assert [choice.split()[-1] for choice in sent] == [
        "Nikleen",
        "Qliss",
        "Rolgoy",
        "Tog'Eed",
        "Ugmat",
        "Xelree",
    ]
    both = [
        choice for choice in offered(table, 0) if choice.startswith("stay sending cat") and "dog" in choice
    ]
    assert len(both) == 3 * 6
    assert why_not(table, 0, "stay sending cat Esmore") == "not-sent-there"


def test_everything_offered_can_be_written_down() -> None:
    """Pieces are named in one order, as in all decisions."""
    need = CONQUER.pending(moving(walker(R.ESMORE, PETS), FAR, level=2))
    assert isinstance(need, Secret)
    for choice in need.requests[0].choices:
        assert CONQUER.parse(CONQUER.notate(choice)) == choice
        assert CONQUER.decode_decision(CONQUER.encode_decision(choice)) == choice


def test_a_piece_goes_through_portals() -> None:
    """Rulebook p. 11."""
    board = small_board("keepers", nature=(Pets(),), own=Kennel(R.HARRAX, R.HARRAX))
    sent = offered(moving(walker(R.ESMORE, board), FAR, level=1), 0)
    assert "stay sending cat Yreel" in sent
    assert "stay sending cat Vurt" not in sent
    assert "stay sending dog Vurt" in sent


# What others add, and other first steps.


class Gates(Effect):
    """Others pay two more points to enter Esmore and Yreel."""

    def step_toll(self, table: Table, seat: int, toll: int, region: Region, other: int) -> int:
        return toll + 2 if region in (R.ESMORE, R.YREEL) else toll


class Portals(Effect):
    """Portals cost nothing."""

    def step_cost(self, table: Table, seat: int, cost: int, region: Region, by_portal: bool) -> int:
        return 0 if by_portal else cost


class Wings(Effect):
    """The first step may lead to Tog'Eed or Esmore."""

    def first_steps(
        self, table: Table, seat: int, steps: tuple[tuple[Region, int], ...]
    ) -> tuple[tuple[Region, int], ...]:
        return (*steps, (R.TOGEED, 2), (R.ESMORE, 0))


GATED = seat(small_board("gated", nature=(Gates(),)), R.UGMAT, units={})


def test_another_can_make_a_region_dearer_to_enter() -> None:
    plain = ways_from(at_table(walker(R.HARRAX), FAR), 0)
    gated = ways_from(at_table(walker(R.HARRAX), GATED), 0)
    assert (plain[R.ESMORE], gated[R.ESMORE]) == (Way(1, ()), Way(3, ()))
    assert (plain[R.YREEL], gated[R.YREEL]) == (Way(1, ()), Way(3, ()))
    assert plain[R.KOSLEEN] == gated[R.KOSLEEN]
    assert ways_from(at_table(GATED, FAR), 0) == ways_from(at_table(walker(R.UGMAT), FAR), 0)


def test_a_portal_that_is_free_stays_free() -> None:
    travellers = small_board("travellers", nature=(Portals(),))
    assert ways_from(at_table(walker(R.HARRAX, travellers), GATED), 0)[R.YREEL] == Way(0, ())


def test_an_effect_can_offer_other_first_steps() -> None:
    winged = small_board("winged", nature=(Wings(),))
    ways = ways_from(at_table(walker(R.UGMAT, winged), FAR), 0)
    assert ways[R.TOGEED] == Way(2, ())
    assert ways[R.ESMORE] == Way(0, ())
    assert ways[R.HARRAX] == Way(2, (R.ESMORE,))
    tolled = ways_from(at_table(walker(R.UGMAT, winged), GATED), 0)
    assert tolled[R.ESMORE] == Way(2, ())
