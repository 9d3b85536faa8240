"""What is told of a table, as text."""

from typing import Any

import pytest

from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.guide import guide
from p2p_heroes.ui.screen.question import question, status
from p2p_heroes.ui.screen.text import plain, width_of
from tests.scenes import asked, scene_of, text


def test_the_table_tells_who_sits_there_and_what_it_waits_for() -> None:
    scene = scene_of(waiting={1: "choosing"}, seconds={1: 7}, away={1})
    scene.say("The story begins.")
    assert text(panes.table(scene, 60, 8)) == [
        "Table words: red fox old oak",
        "you  Ada (elves)                is ready",
        "away Zoë 龍                     thinks for 7 s",
        "",
        "The story begins.",
    ]


def test_the_story_ends_with_the_newest_line_and_can_be_scrolled_back() -> None:
    scene = scene_of()
    for number in range(10):
        scene.say(f"line {number}")
    assert text(panes.story(scene, 40, 3)) == ["line 7", "line 8", "line 9"]
    scene.scroll("table", -2)
    assert text(panes.story(scene, 40, 3)) == ["line 5", "line 6", "line 7"]
    scene.scroll("table", -500)
    assert text(panes.story(scene, 40, 3)) == ["line 0", "line 1", "line 2"]
    assert scene.back == 7, "one step forward must be one"


def test_a_few_words_in_the_title_say_how_things_stand() -> None:
    assert panes.brief(asked()) == "your turn"
    assert panes.brief(scene_of(waiting={1: "revealing"})) == "Zoë 龍 opens the seal"
    assert panes.brief(scene_of(is_over=True)) == "over"
    assert panes.brief(scene_of()) == ""


@pytest.mark.parametrize("width", [20, 40, 79, 120])
@pytest.mark.parametrize("pane", [panes.story, panes.table, panes.fairness, guide, status, question])
def test_no_pane_is_higher_than_it_may_be(pane: Any, width: int) -> None:
    scene = asked(waiting={0: "choosing"})
    scene.say("Everybody gathers 龍龍龍 and more. " * 9)
    for height in (1, 3, 10):
        lines = pane(scene, width, height)
        assert len(lines) <= height
        if pane not in (panes.table, panes.fairness):  # their first lines are clipped by the screen
            assert max((width_of(plain(line)) for line in lines), default=0) <= width


def test_a_long_wait_is_told_in_minutes() -> None:
    assert [panes.lasting(seconds) for seconds in (7, 60, 125)] == ["7 s", "1 min 0 s", "2 min 5 s"]
