"""Effects that several factions have, each on a small board of its own."""

import pytest

from p2p_heroes.games.conquer.army import army_power, unit_power
from p2p_heroes.games.conquer.building import GrantedStructure
from p2p_heroes.games.conquer.collecting import take_artefact
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.effects import (
    ArmyPower,
    FortressPoints,
    FoundationPoints,
    GrantsStructure,
    MoreGathered,
    MorePoints,
    Power,
    Price,
    Recruits,
    ResourcesArrive,
    TerrainCost,
    TravelPoints,
    UnitsArrive,
    WoodCarries,
    with_points,
)
from p2p_heroes.games.conquer.events import UnitsJoined
from p2p_heroes.games.conquer.faction import Board, Structure
from p2p_heroes.games.conquer.gathering import Gathering
from p2p_heroes.games.conquer.moving import Moving, entry_costs
from p2p_heroes.games.conquer.recruiting import recruitable, unit_price
from p2p_heroes.games.conquer.resources import Bundle, Resource, bundle
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.sharing import of_any_kind
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Combat, Foe, Score
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.kit.effects import fold, tell
from tests.support.conquer import (
    asking,
    at_table,
    offered,
    seat,
    small_board,
    started,
    units_of,
    with_terrain,
)

OTHERS = small_board("others")


def hall(*effects: Effect) -> Board:
    """A board whose one structure has these effects."""
    return small_board("holders", structures=(Structure("hall", 1, effects=effects),))


def holding(*effects: Effect, built: bool = True, region: Region = Region.HARRAX) -> Table:
    return at_table(
        seat(hall(*effects), region, built=("hall",) if built else ()), seat(OTHERS, Region.YREEL)
    )


def test_recruit_lets_units_of_that_name_be_recruited() -> None:
    """Rulebook p. 7."""
    assert recruitable(holding(Recruits("knight"), Recruits("foot")), 0) == ("knight", "foot")
    assert recruitable(holding(Recruits("knight"), built=False), 0) == ()


def test_a_modified_power_replaces_the_old_one() -> None:
    """Rulebook p. 6."""
    table = holding(Power("foot", 3))
    assert [unit_power(table, 0, at) for at in (0, 1)] == [3, 4]
    assert unit_power(table, 1, 0) == 1


def test_a_modified_price_replaces_the_old_one() -> None:
    """Rulebook p. 6."""
    table = holding(Price("knight", 1))
    assert [unit_price(table, 0, name) for name in ("foot", "knight")] == [2, 1]
    assert unit_price(table, 1, "knight") == 3


@pytest.mark.parametrize("by_portal", [True, False])
def test_a_modified_terrain_costs_as_much_wherever_it_is(by_portal: bool) -> None:
    """Rulebook p. 9: and a region counts as what it is now."""
    table = with_terrain(holding(TerrainCost(Terrain.MOUNTAIN, 1)), Region.LOX, Terrain.LAKE)
    costs = entry_costs(table, 0, by_portal=by_portal)
    assert (costs[Region.HARRAX], costs[Region.LOX], costs[Region.ESMORE]) == (1, 3, 1)
    assert entry_costs(table, 1, by_portal=by_portal)[Region.HARRAX] == 2


def test_more_movement_points_in_every_movement_action() -> None:
    """Rulebook p. 8."""
    assert "move Jorveld" in offered(asking(holding(MorePoints(1)), Moving(1)), 0)
    assert "move Jorveld" not in offered(asking(holding(MorePoints(1), built=False), Moving(1)), 0)


def test_more_of_one_resource_in_every_action_that_gathers_it() -> None:
    """Rulebook p. 6."""
    table = holding(MoreGathered(Resource.IRON, 2))
    assert started(table, Gathering("iron", 3)).state.players[0].stock == (0, 5, 0)
    assert started(table, Gathering("wood", 3)).state.players[0].stock == (3, 0, 0)


@pytest.mark.parametrize("foe", list(Foe))
def test_more_total_power_against_all_or_some(foe: Foe) -> None:
    """Rulebook p. 9."""
    combat = Combat(foe, Region.HARRAX)
    always, sieges = holding(ArmyPower(2)), holding(ArmyPower(2, (Foe.FORTRESS,)))
    assert army_power(always, 0, (("foot", 3),), combat) == 5
    assert army_power(sieges, 0, (("foot", 3),), combat) == (5 if foe is Foe.FORTRESS else 3)


def test_resources_of_any_kind_come_with_an_artefact_each_time() -> None:
    board = small_board("holders", artefacts={Region.VURT: (ResourcesArrive(Region.VURT, 9),)})
    turn = Turn(at_table(seat(board), seat(small_board("others"))))
    for artefact in (Region.FOLEN, Region.VURT):
        take_artefact(turn, 0, artefact)
    assert turn.queued == [of_any_kind(0, 9)]


def test_units_come_with_an_artefact_each_time_it_is_gained() -> None:
    """Rulebook p. 12, docs/rulings.md 24; no other artefact brings them."""
    board = small_board("holders", artefacts={Region.VURT: (UnitsArrive(Region.VURT, "knight", 2),)})
    turn = Turn(at_table(seat(board), seat(OTHERS)))
    take_artefact(turn, 0, Region.VURT)
    take_artefact(turn, 0, Region.PASKAAR)
    assert units_of(turn.table, 0) == {"foot": 3, "knight": 2}
    assert turn.events == [UnitsJoined(0, "knight", 2)]
    turn.player(0).artefacts = 0
    take_artefact(turn, 0, Region.VURT)
    assert units_of(turn.table, 0) == {"foot": 3, "knight": 4}


@pytest.mark.parametrize(("stock", "most"), [((1, 9, 9), 0), ((2, 0, 0), 1), ((7, 0, 0), 3)])
def test_wood_carries_as_far_as_it_lasts(stock: Bundle, most: int) -> None:
    """Two wood a point, paid when it is bought."""
    turn = Turn(at_table(seat(hall(WoodCarries(2)), built=("hall",), stock=stock), seat(OTHERS)))
    assert fold(Effect.points_for_sale, turn.table, 0, 0) == most
    tell(Effect.points_bought, turn, 0, most)
    assert turn.player(0).stock == (stock[0] - 2 * most, *stock[1:])


@pytest.mark.parametrize(
    ("effect", "points"),
    [
        (FoundationPoints(), 2),
        (FortressPoints(3), 6),
        (TravelPoints(2), 2),
        (TravelPoints(3), 1),
    ],
)
def test_points_at_the_end(effect: Effect, points: int) -> None:
    """Rulebook p. 13: two foundations, two fortresses, five regions visited."""
    board = small_board("holders", structures=(Structure("hall", 1, effects=(effect,)),))
    holder = seat(
        board,
        Region.HARRAX,
        built=("hall",),
        fortresses=(Region.KOSLEEN, Region.QLISS),
        visited=(Region.KOSLEEN, Region.QLISS, Region.ASANDER, Region.ESMORE),
        foundations={Region.ASANDER: 1, Region.ESMORE: 4},
    )
    assert score_of(at_table(holder, seat(OTHERS)), 0) == Score(structures=points, foundations=5, victories=7)


@pytest.mark.parametrize(
    "effect",
    [
        FoundationPoints(by_artefact=True),
        FortressPoints(1, by_artefact=True),
        TravelPoints(1, by_artefact=True),
    ],
)
def test_points_by_an_artefact_stand_in_its_own_box(effect: Effect) -> None:
    """Rulebook p. 13."""
    board = small_board("holders", artefacts={Region.VURT: (effect,)})
    holder = seat(
        board, fortresses=(Region.QLISS,), artefacts=(Region.VURT,), foundations={Region.ASANDER: 1}
    )
    assert score_of(at_table(holder, seat(OTHERS)), 0).artefacts == 1


def test_points_are_added_to_what_is_in_a_box() -> None:
    score = Score(structures=1, artefacts=2)
    assert with_points(score, 3, by_artefact=False) == Score(structures=4, artefacts=2)
    assert with_points(score, 3, by_artefact=True) == Score(structures=1, artefacts=5)


def test_an_artefact_can_grant_a_structure() -> None:
    granting = small_board(
        "granting",
        structures=(Structure("hut", 1, bundle(wood=9)),),
        artefacts={Region.FOLEN: (GrantsStructure(Region.FOLEN),)},
    )
    turn = Turn(at_table(seat(granting), seat(small_board("others"))))
    take_artefact(turn, 0, Region.FOLEN)
    assert turn.queued == [GrantedStructure(0)]
    take_artefact(turn, 0, Region.VURT)
    assert turn.queued == [GrantedStructure(0)]
