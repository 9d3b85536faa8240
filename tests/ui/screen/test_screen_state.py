"""The scene: what is said is kept, and looking around changes nothing else."""

from p2p_heroes.ui.screen.screen_state import STORY, TABS, ScreenState


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
    scene.turn_to(TABS[1])
    assert (scene.tab, scene.scrolled, scene.back) == (TABS[1], 0, 0)
