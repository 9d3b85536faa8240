"""The board on the full screen, as text."""

from typing import Any

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Request, Setup
from p2p_heroes.ui.conquer.screen.board import draw, meant
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.text import Line, plain, width_of
from p2p_heroes.ui.screen.screen_state import ScreenState
from protocol.frozen import replace
from tests.support.conquer import asking, at_table, decision, seat

NAMES = ("Ada", "Bo")


def table(level: int = 2) -> Table:
    ada = seat(
        "undead",
        Region.ESMORE,
        stock=(2, 4, 3),
        units={"skeleton": 4, "lich": 1},
        built=("graveyard", "ossuary"),
        artefacts=(Region.VURT,),
        monsters=(2, 5),
        foundations={Region.ESMORE: 2},
        fortresses=(Region.QLISS,),
        hunted=True,
    )
    bo = seat("elves", Region.YREEL, artefacts=(Region.DORTAL,))
    return asking(at_table(ada, bo), BuildingStarts(level))


def scene_of(view: Table, **more: object) -> ScreenState:
    scene = ScreenState(names=NAMES, own=0, view=view, game=CONQUER, ui=GAME_UIS["conquer"])
    for name, value in more.items():
        setattr(scene, name, value)
    return scene


def drawn(scene: ScreenState, width: int, height: int) -> list[Line]:
    assert isinstance(scene.view, Table)
    return draw(scene, scene.view, width, height)


def shown(scene: ScreenState, width: int = 80, height: int = 60) -> list[str]:
    return [plain(line).rstrip() for line in drawn(scene, width, height)]


def asked(view: Table, *choices: str) -> ListForm[Any, Any]:
    request = Request(0, "build", tuple(map(decision, choices)))
    return ListForm(Asked(CONQUER, GAME_UIS["conquer"], view, request))


def test_the_whole_board_side_by_side() -> None:
    assert shown(scene_of(table()), 80, 20) == [
        "Ada (you): Undead, in Esmore                          F3 next player  PgDn 19/22",
        "Points     8 so far  structures 2  foundations 2  victories 4",
        "Resources  wood 2 (next 14)  iron 4 (next 14)  gold 3 (next 14)",
        "Army       4 Skeletons (power 2, 1 gold)  1 Lich (power 5)",
        "           0 Bone Dragons (power 10)",
        "Undead     Cursed regions: none",
        "Lv 1 open  * Graveyard                       + Barrow, 2 iron, 1 gold",
        "           - Hearse, lacks 1 wood",
        "Lv 2 open  + Shrine 1p, 4 iron               * Ossuary 2p",
        "Lv 3 shut  - Chapel 3p, needs Shrine         - Plague Column 2p, lacks 3 wood",
        "Lv 4 shut  - Necropolis 4p, needs Chapel",
        "           - Throne of the Dead 3p, needs Chapel or Plague Column",
        "Artefacts  - Paskaar 2/12 wood  * Vurt  x Dortal of Bo  - Folen 1/4 foundations",
        "           - Odmoor 3/5 victories  - Tog' Eed 0/4 mountains",
        "Monsters   *2  >3  *5  8  13  19  25  32  next: 3 for 1 point and 2 gold",
        "           one was fought in this round",
        "Seized     foundation Esmore 2  fortress Qliss (2 points)",
        "Movement   to enter: forest 1, meadow 2, mountain 2, lake 3",
        "Nature     Fallen Skeletons rise again beside a Lich, and cursed regions wear",
        "             opponents down.",
    ]


def test_in_a_narrow_pane_no_word_is_cut() -> None:
    lines = shown(scene_of(table(), names=("Ada", "Bo")), 44, 60)
    assert lines[0] == "Ada (you): Undead, in Esmore  F3 next player"
    assert "           - Throne of the Dead 3p, needs" in lines
    assert "             Chapel or Plague Column" in lines
    assert not any("~" in line for line in lines)
    assert shown(scene_of(table()), 40, 20)[0].startswith("Ada (you): Undead, in Esmore  PgDn ")
    assert shown(scene_of(table()), 30, 20)[0] == "Ada (you): Undead, in Esmore"


def test_where_there_is_room_everything_says_what_it_does() -> None:
    lines = shown(scene_of(table()), 110, 60)
    assert "Level 2    + Shrine              1p 4 iron                   " in "\n".join(lines)
    assert any(line.endswith("built                    recruit Skeletons") for line in lines)
    assert any(line.endswith("Liches cost 3 gold") for line in lines)
    assert any("x Dortal              of Bo " in line for line in lines)


def test_without_a_building_action_levels_are_just_levels() -> None:
    view = replace(table(), agenda=())
    assert [line[:8] for line in shown(scene_of(view), 80, 20) if line.startswith("Level")] == [
        f"Level {level} " for level in (1, 2, 3, 4)
    ]


def test_somebody_elses_board() -> None:
    lines = shown(scene_of(table(), watched=1))
    assert lines[0].startswith("Bo: Elves, in Yreel")
    assert any("* Dortal" in line for line in lines)
    assert any("x Vurt" in line and "of Ada" in line for line in lines)
    assert any("no foundation and no fortress" in line for line in lines)


def test_before_the_start() -> None:
    fresh = CONQUER.initial(Setup(("undead", "elves")))
    assert shown(scene_of(fresh))[0].startswith("Ada (you): Undead, nowhere yet")
    assert shown(scene_of(fresh))[1] == "Points     0 so far"


def test_milestones_are_stars() -> None:
    view = at_table(seat("undead", stock=(23, 30, 0), milestones=(2, 3, 0)), seat("elves", Region.YREEL))
    assert shown(scene_of(view))[2] == "Resources  wood 23 ** (next 30)  iron 30 ***  gold 0 (next 14)"


def test_what_the_form_marks_is_explained() -> None:
    view = table()
    form = asked(view, "done", "build barrow", "recruit skeleton 1")
    scene = scene_of(view, form=form)
    assert shown(scene, 80, 20)[-2:] == [
        "Barrow (level 1; 2 iron and 1 gold): 1 Skeleton at the start of every building",
        "  action. Can be paid.",
    ]
    form.go(1)
    assert shown(scene, 80, 20)[-1] == "Skeleton: power 2, 1 as printed; 1 gold each. In the army: 4."
    form.go(1)
    assert "In the army: 4." not in "\n".join(shown(scene, 80, 20))
    form.go(-1)
    scene.watched = 1
    assert "In the army: 4." not in "\n".join(shown(scene, 80, 20))


def test_what_is_marked_is_in_sight() -> None:
    view = table()
    form = asked(view, "done", "hunt 3 with lich 1")
    scene = scene_of(view, form=form)
    lines = shown(scene, 60, 8)
    assert any("Monsters" in line for line in lines)
    assert lines[-2:] == ["The monster of power 3: 1 point and 2 gold for whoever has", "  more power."]
    scene.scrolled = 1
    assert not any("Monsters" in line for line in shown(scene, 60, 8))


def test_pointing_goes_through_all_entries_and_around() -> None:
    scene = scene_of(table())
    scene.point(1)
    assert "2 wood in stock." in "\n".join(shown(scene))
    scene.point(-1)
    assert "The monster of power 32:" in "\n".join(shown(scene))
    scene.turn_to("board")
    assert scene.pointed is None


def clicks(lines: list[Line], text: str) -> None:
    [click] = [piece[2] for line in lines for piece in line if len(piece) == 3 and text in piece[1]]
    click()


def test_a_click_explains() -> None:
    scene = scene_of(table())
    clicks(drawn(scene, 80, 20), "- Plague Column")
    assert shown(scene, 80, 20)[-1].endswith("Not yet: lacks 3 wood.")


def test_an_explanation_takes_a_third_at_most() -> None:
    scene = scene_of(table())
    clicks(drawn(scene, 50, 60), "Odmoor")
    lines = shown(scene, 50, 9)
    assert len(lines) == 9
    assert lines[-1].endswith("~")


def test_what_a_decision_is_about() -> None:
    view = table()
    about = {
        "build chapel on Esmore": ("structure", "chapel"),
        "recruit lich 2": ("unit", "lich"),
        "lose skeleton": ("unit", "skeleton"),
        "hunt 8 with lich 1": ("monster", "8"),
        "collect": ("artefact", "Esmore"),
        "seize Vurt": ("artefact", "Vurt"),
        "move Harrax": None,
        "done": None,
    }
    assert {text: meant(view, 0, decision(text)) for text in about} == about


@pytest.mark.parametrize("faction", CONQUER.boards)
@pytest.mark.parametrize(("width", "height"), [(40, 10), (58, 18), (80, 12), (100, 40), (120, 70)])
def test_every_board_fits_into_every_pane(faction: str, width: int, height: int) -> None:
    view = at_table(seat(faction), seat("undead", Region.YREEL))
    for pointed in (None, 0, 12):
        lines = draw(scene_of(view, pointed=pointed), view, width, height)
        assert len(lines) <= height
        assert all(width_of(plain(line)) <= width for line in lines)


def test_all_of_it_can_be_scrolled_to() -> None:
    scene = scene_of(table())
    whole = shown(scene, 50, 100)[1:]
    seen: list[str] = []
    for scrolled in range(0, 60, 5):
        scene.scrolled = scrolled
        seen += shown(scene, 50, 10)[1:]
    assert set(whole) <= set(seen)
