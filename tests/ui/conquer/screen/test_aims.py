"""What the question of the moment says of the map, and what clicks on the map answer."""

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.factions.undead import Cursing
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import request_for
from p2p_heroes.ui.conquer.screen.aims import NO_AIMS, Aims, aims_of, clicks, goals_of, route_of
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.screen.screen_state import ScreenState
from tests.support.conquer import asking, at_table, decision, seat


def scene_of(stage: Stage, typed: str = "") -> tuple[ScreenState, Table]:
    table = asking(
        at_table(seat("undead", Region.HARRAX, stock=(0, 0, 9)), seat("elves", Region.YREEL)), stage
    )
    form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], table, request_for(CONQUER.pending(table), 0)))
    form.narrow(typed)
    return ScreenState(game=CONQUER, own=0, view=table, form=form, names=("Ada", "Bo")), table


def aims(stage: Stage, typed: str = "") -> Aims:
    scene, table = scene_of(stage, typed)
    return aims_of(scene, table, 0)


def test_nothing_is_aimed_at_while_nothing_is_asked() -> None:
    scene, table = scene_of(Moving(2))
    assert aims_of(scene, table, 5) == NO_AIMS
    scene.form = None
    assert aims_of(scene, table, 0) == NO_AIMS
    assert clicks(scene, NO_AIMS) == {}


def test_regions_in_reach_have_their_cost_and_a_move_that_goes_there() -> None:
    found = aims(Moving(2))
    assert found.costs == {region: found.costs[region] for region in found.choices}
    assert found.costs[Region.ASANDER] == 1
    assert found.choices[Region.ASANDER] == decision("move Asander")
    assert max(found.costs.values()) == 2
    assert Region.HARRAX not in found.choices
    assert found.goals == (Region.ASANDER,)
    assert aims(Moving(2), "stay").goals == aims(Moving(2), "stay").route == ()


def test_the_marked_move_has_a_goal_and_a_route() -> None:
    found = aims(Moving(3), "move Odmoor")
    assert (found.goals, found.route) == ((Region.ODMOOR,), (Region.JORVELD,))


def test_what_is_out_of_reach_without_buying_is_reached_with_it() -> None:
    table = asking(
        at_table(
            seat("orcs", Region.HARRAX), seat("undead", Region.YREEL, built=("hearse",), stock=(9, 0, 0))
        ),
        Moving(1),
    )
    form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], table, request_for(CONQUER.pending(table), 1)))
    found = aims_of(ScreenState(game=CONQUER, own=1, view=table, form=form), table, 1)
    bought = [choice for choice in found.choices.values() if getattr(choice, "buying", 0)]
    assert bought
    assert all(found.costs[goals_of(choice)[0]] - 1 == getattr(choice, "buying", 0) for choice in bought)


def test_other_choices_that_name_regions_aim_there_too() -> None:
    found = aims(Cursing(0, (Region.ESMORE, Region.LOX), 3), "curse Lox")
    assert list(found.choices) == [Region.ESMORE, Region.LOX]
    assert (found.goals, found.costs) == ((Region.LOX,), {})


def test_the_regions_of_a_decision() -> None:
    assert goals_of(decision("tavern Brynnlore Esmore Harrax")) == (
        Region.BRYNNLORE,
        Region.ESMORE,
        Region.HARRAX,
    )
    assert goals_of(decision("move Odmoor via Jorveld sending hydra Lox")) == (Region.ODMOOR, Region.LOX)
    assert route_of(decision("move Odmoor via Jorveld sending hydra Lox")) == (Region.JORVELD,)
    assert goals_of(decision("peace")) == route_of(decision("peace")) == ()


def press(scene: ScreenState, table: Table, region: Region) -> list[str]:
    """Click on a region; returns what was typed by it."""
    typed: list[str] = []
    scene.press = typed.append
    clicks(scene, aims_of(scene, table, 0))[region]()
    return typed


def test_a_click_marks_the_choice_that_leads_there_and_another_picks_it() -> None:
    scene, table = scene_of(Cursing(0, (Region.ESMORE, Region.LOX), 3))
    assert press(scene, table, Region.LOX) == []
    assert scene.form is not None
    assert scene.form.marked == decision("curse Lox")
    assert press(scene, table, Region.LOX) == ["curse Lox"]


def test_a_click_elsewhere_takes_back_what_was_picked() -> None:
    scene, table = scene_of(Cursing(0, (Region.ESMORE, Region.LOX), 3))
    assert scene.form is not None
    scene.form.pick("curse Lox")
    assert press(scene, table, Region.ESMORE) == []
    assert (scene.form.picked, scene.form.marked) == (None, decision("curse Esmore"))


def test_a_choice_that_is_in_no_row_is_as_if_typed() -> None:
    scene, table = scene_of(Moving(4))
    assert scene.form is not None
    scene.form.narrow("stay")
    assert press(scene, table, Region.ODMOOR) == ["move Odmoor via Jorveld"]
