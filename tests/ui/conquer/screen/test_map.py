"""The drawn map, as text."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.factions.gremlins import Taverns
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup, request_for
from p2p_heroes.ui.conquer.screen.map import draw
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.kit.signs import in_ascii
from p2p_heroes.ui.kit.text import Line, plain, width_of
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.screen.style import style_of
from tests.support.conquer import asking, at_table, decision, seat

NAMES = ("Ada", "Bo")


def table() -> Table:
    ada = seat("undead", Region.HARRAX, own=Curses((Region.JORVELD,)), foundations={Region.ESMORE: 2})
    bo = seat("elves", Region.LOX, fortresses=(Region.QLISS,), artefacts=(Region.FOLEN,))
    return asking(at_table(ada, bo), Moving(2))


def scene_of(view: Table, typed: str | None = None, **more: object) -> ScreenState:
    scene = ScreenState(
        names=NAMES, own=0, view=view, game=CONQUER, ui=GAME_UIS["conquer"], tab="map", ascii=True
    )
    if typed is not None:
        scene.form = ListForm(
            Asked(CONQUER, GAME_UIS["conquer"], view, request_for(CONQUER.pending(view), 0))
        )
        scene.form.narrow(typed)
    for name, value in more.items():
        setattr(scene, name, value)
    return scene


def drawn(scene: ScreenState, width: int, height: int) -> list[Line]:
    assert isinstance(scene.view, Table)
    return draw(scene, scene.view, width, height)


def shown(scene: ScreenState, width: int, height: int) -> list[str]:
    """As on a terminal that has nothing but ASCII."""
    return [plain(in_ascii(line)) for line in drawn(scene, width, height)]


def test_the_smallest_map_whole() -> None:
    assert shown(scene_of(table()), 80, 11) == [
        "|Asander_&1w1i=_______|Brynnlore_^#14/4_|____________________|_________________|",
        '|Dortal  lake|Harrax     ^|Esmore_"2w=A2________|Folen_&1w1i*B___|. . . . . . .|',
        "|2 iron      |Ada portal  |Kosleen_~#21/5___________|Lox_^2i=___B|_____________|",
        '|artefact____|____________|Jorve_&2g=!c|Paskaar_"2w*_________|_________________|',
        '|Nikleen_"2g=_________________|Odmoor_&1w1i*_____________|Suleen           lake|',
        "|Tog_^1w1i*__|Qliss   lake|Rolgoy_^#6/2__________________|1 wood 1 iron_portal_|",
        '|Wers  forest|#B__________|Ugmat_"2i=__|Vurt_^2g*___|Yreel_"1w1g@|. . . . . . .|',
        '|#19/5_______|Xelree_"2w=_____|__________________________________|_____________|',
        "Harrax: mountain, 1 iron and 1 gold, portal (you had the resources); here: Ada;",
        "  borders on Asander, Brynnlore, Dortal, Esmore, Jorveld, Kosleen and Nikleen",
        'A you (Undead)  B Bo (Elves)  & forest  ~ lake  " meadow  ^ mountain  F1 more',
    ]


def test_where_nobody_sits_the_map_is_that_of_the_player_who_is_watched() -> None:
    """As in a replay."""
    drawn = "\n".join(shown(scene_of(table(), own=None), 80, 11))
    assert "(Ada had the resources)" in drawn
    assert "A Ada (Undead)" in drawn


def test_a_move_shows_what_is_in_reach_its_goal_and_its_route() -> None:
    assert shown(scene_of(table(), "move Odmoor"), 80, 11) == [
        "|Asander(1)_&1w1i=____|Brynnlo(2)_^#14/4|____________________|_________________|",
        '|Dortal  lake|Harrax     ^|Esmore(2)_"2w=A2_____|Folen_&1w1i*B___|. . . . . . .|',
        "|2 iron      |Ada portal  |Kosleen_~#21/5___________|Lox_^2i=___B|_____________|",
        '|artefact____|____________|+Jor(1)_&2g=|Paskaar_"2w*_________|_________________|',
        '|Nikleen(2)_"2g=______________|>Odmoor(2)_&1w1i*_________|Suleen           lake|',
        "|Tog_^1w1i*__|Qliss   lake|Rolgoy_^#6/2__________________|1 wood 1 iron_portal_|",
        '|Wers  forest|#B__________|Ugmat_"2i=__|Vurt_^2g*___|Yre(2)"1w1g@|. . . . . . .|',
        '|#19/5_______|Xelree_"2w=_____|__________________________________|_____________|',
        "> Odmoor costs 2 via Jorveld: forest, 1 wood and 1 iron, artefact; borders on",
        "  Jorveld, Nikleen, Paskaar, Rolgoy and Suleen",
        'A you (Undead)  B Bo (Elves)  (2) costs 2 points  & forest  ~ lake  " meadow',
    ]


def test_a_large_map_has_lines_and_words() -> None:
    assert shown(scene_of(table()), 98, 30)[:10] == [
        "+--------------------------+----------------------+------------------------+---------------------+",
        "|Asander             forest|Brynnlore     mountain|. . . . . . . . . . . . |. . . . . . . . . . .|",
        "|1 wood 1 iron foundation  |fortress 14/4         | . . . . . . . . . . . .| . . . . . . . . . . |",
        "+---------------+----------+----+-----------------+--------+---------------+----+----------------+",
        "|Dortal     lake|Harrax mountain|Esmore              meadow|Folen         forest|. . . . . . . . |",
        "|2 iron artefact|Ada portal     |2 wood foundation A2      |1 wood 1 iron *B    | . . . . . . . .|",
        "| ~     ~     ~ | ^     ^     ^ +--------------------------+----+---------------+. . . . . . . . |",
        "|    ~     ~    |    ^     ^    |Kosleen                    lake|Lox    mountain| . . . . . . . .|",
        "| ~     ~     ~ | ^     ^     ^ |fortress 21/5                  |Bo 2 iron =    |. . . . . . . . |",
        "|    ~     ~    |    ^     ^    +---------------+---------------+----------+----+----------------+",
    ]


def test_lines_are_drawn_as_such_where_the_terminal_can() -> None:
    assert plain(drawn(scene_of(table()), 100, 30)[0]).startswith("┌───────────────────────────┬────")
    assert plain(drawn(scene_of(table()), 80, 11)[0]).startswith("│Asander_")


def test_in_ascii_there_is_nothing_else() -> None:
    for size in ((80, 11), (59, 22), (100, 44)):
        assert all(line.isascii() for line in shown(scene_of(table(), "move Odmoor"), *size))


def test_a_tavern_is_drawn_where_three_regions_meet() -> None:
    view = at_table(seat("gremlins", Region.LOX, own=Taverns(sites=(3,))), seat("elves", Region.YREEL))
    lines = shown(scene_of(view), 100, 44)
    assert [line.index("T---") for line in lines if "T---" in line] == [33]


def test_a_map_with_too_little_room_shows_what_is_around_the_own_place() -> None:
    lines = shown(scene_of(table()), 40, 4)
    assert len(lines) == 4
    assert any("Harrax" in line for line in lines)
    far = at_table(seat("undead", Region.ZASKER), seat("elves"), seat("orcs"))
    assert any("Zasker" in line for line in shown(scene_of(far, names=(*NAMES, "Cy")), 40, 4))


def test_before_the_start_nobody_is_anywhere() -> None:
    view = CONQUER.initial(Setup(("undead", "elves"), {"first": 1}))
    lines = shown(scene_of(view), 80, 13)
    assert lines[10:12] == ["", ""]
    assert lines[12].startswith("A you (Undead)  B Bo (Elves)  & forest")


def test_choices_other_than_moves_are_marked_too() -> None:
    view = CONQUER.initial(Setup(("undead", "elves"), {"first": 1}))
    scene = scene_of(view, own=1)
    scene.form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], view, request_for(CONQUER.pending(view), 1)))
    text = "\n".join(shown(scene, 80, 24))
    assert ">Harrax" in text
    assert "?Yreel" in text
    assert "? can be chosen" in text


def click(lines: list[Line], word: str) -> None:
    [piece] = [piece for line in lines for piece in line if piece[1].startswith(word) and len(piece) == 3]
    assert len(piece) == 3
    piece[2]()


def test_a_region_without_a_choice_can_be_looked_at() -> None:
    scene = scene_of(table())
    click(drawn(scene, 100, 30), "Wers")
    assert shown(scene, 100, 30)[-4] == "Wers: forest, fortress 19; borders on Qliss, Tog' Eed and Xelree"
    scene.point(1)
    assert shown(scene, 100, 30)[-4].startswith("Xelree: meadow, 2 wood, foundation;")
    scene.tab = "board"
    assert shown(scene, 100, 30)[-4].startswith("Harrax: mountain")
    scene.pointed = None
    click(drawn(scene, 100, 30), "Wers")
    assert (scene.tab, shown(scene, 100, 30)[-4][:5]) == ("map", "Wers:")


def test_a_click_on_a_region_in_reach_chooses() -> None:
    scene = scene_of(table(), "")
    typed: list[str] = []
    scene.press = typed.append
    click(drawn(scene, 100, 30), "Odmoor(2)")
    assert scene.form is not None
    assert (typed, scene.form.marked) == ([], decision("move Odmoor via Jorveld"))


@pytest.mark.parametrize("size", [(20, 1), (40, 9), (57, 12), (80, 11), (80, 17), (118, 25), (200, 60)])
def test_no_line_is_too_wide_and_none_too_many(size: tuple[int, int]) -> None:
    width, height = size
    for typed in (None, "", "move Odmoor"):
        lines = shown(scene_of(table(), typed, names=("日本日本日本日本", "Bo")), width, height)
        assert len(lines) == height
        assert all(width_of(line) <= width for line in lines)


def test_every_style_of_the_map_is_defined() -> None:
    known = {name.removeprefix("class:") for name, _ in style_of(GAME_UIS["conquer"]).style_rules}
    used = {
        name.removeprefix("class:")
        for size in ((80, 11), (100, 44))
        for line in draw(scene_of(table(), "move Odmoor"), table(), *size)
        for piece in line
        for name in piece[0].split()
    }
    assert used <= known


def tinted(
    scene: ScreenState, width: int = 80, height: int = 30, depth: ColourDepth = ColourDepth.FULL
) -> list[Line]:
    scene.depth, scene.ascii = depth, False
    return drawn(scene, width, height)


@pytest.mark.parametrize("depth", [ColourDepth.FULL, ColourDepth.MANY])
def test_where_there_are_colours_for_it_lands_are_tinted(depth: ColourDepth) -> None:
    """The goal has a golden rim and the way there is dotted; what is in reach is bright."""
    lines = tinted(scene_of(table(), "move Odmoor"), depth=depth)
    text = "\n".join(map(plain, lines))
    assert all(word in text for word in ("2 Odmoor", "1 Asander", "\u2580", "\u2022", " A ", "♜21/5"))
    assert "│" not in text
    styles = {piece[1].strip(): piece[0] for line in lines for piece in line}
    assert "bold" in styles["Asander"]
    assert styles["Lox"].startswith("class:map.name.mountain")


def test_the_legend_of_a_tinted_map_shows_what_is_drawn_there() -> None:
    moving = "\n".join(map(plain, tinted(scene_of(table(), "move Odmoor"))))
    assert "2 Name costs 2 points" in moving
    assert "(2)" not in moving
    view = CONQUER.initial(Setup(("undead", "elves"), {"first": 1}))
    scene = scene_of(view, own=1)
    scene.form = ListForm(Asked(CONQUER, GAME_UIS["conquer"], view, request_for(CONQUER.pending(view), 1)))
    begun = "\n".join(map(plain, tinted(scene)))
    assert "lit can be chosen" in begun
    assert "?" not in begun


def test_a_tinted_map_has_as_many_cells_as_there_is_room() -> None:
    for width, height in ((57, 20), (80, 25), (104, 43)):
        assert len(tinted(scene_of(table()), width, height)) == height
        assert {width_of(plain(line)) for line in tinted(scene_of(table()), width, height)[:10]} == {width}


def test_in_little_room_or_in_ascii_there_are_lines_instead() -> None:
    assert "│" in plain(tinted(scene_of(table()), 80, 11)[0])
    scene = scene_of(table())
    scene.depth = ColourDepth.FULL
    assert "─" in plain(drawn(scene, 80, 30)[0])
