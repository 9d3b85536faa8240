"""The scene: what is said is kept, and looking around changes nothing else."""

from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.screen.screen_state import GENERAL, STORY, ScreenState
from tests.support.stage import DRAWN


def test_the_story_is_kept_line_by_line_and_not_for_ever() -> None:
    scene = ScreenState()
    scene.say("one\ntwo")
    assert list(scene.story) == ["one", "two"]
    for number in range(STORY):
        scene.say(str(number))
    assert len(scene.story) == STORY
    assert scene.story[0] == "0"


def test_who_looks_back_goes_on_looking_at_the_same_lines() -> None:
    scene = ScreenState()
    scene.scroll("table", -5)
    scene.say("one\ntwo")
    assert scene.back == 7


def test_a_story_is_scrolled_from_its_end_and_a_board_from_its_top() -> None:
    scene = ScreenState()
    scene.scroll("board", 4)
    scene.scroll("fairness", -3)
    assert (scene.scrolled, scene.back) == (4, 3)
    scene.scroll("board", -9)
    scene.scroll("fairness", 9)
    assert (scene.scrolled, scene.back) == (0, 0)


def test_another_tab_is_shown_from_where_it_begins() -> None:
    scene = ScreenState(scrolled=3, back=4)
    scene.turn_to("table")
    assert (scene.tab, scene.scrolled, scene.back) == ("table", 0, 0)


def test_the_general_tabs_have_the_same_keys_in_every_game() -> None:
    for ui in GAME_UIS.values():
        scene = ScreenState(ui=ui, view="a view")
        assert [key for tab, key in scene.tabs.items() if tab in GENERAL] == [4, 5, 1]
        assert len(set(scene.tabs.values())) == len(scene.tabs) == len(ui.panes) + 3
    assert list(ScreenState(ui=DRAWN, view="a view").tabs.items())[:2] == [("map", 2), ("board", 3)]
    assert list(ScreenState(ui=DRAWN).tabs) == list(GENERAL)


def test_what_each_player_has_one_of_is_the_next_players_when_opened_again() -> None:
    scene = ScreenState(ui=DRAWN, view="a view", names=("Ada", "Bo"), own=1)
    seen = []
    for tab in ("board", "board", "board", "map", "board"):
        scene.open(tab)
        seen.append(scene.watched)
    assert seen == [1, 0, 1, 1, 1]
