"""What is told of a table, as text."""

from typing import Any

import pytest

from p2p_heroes.node.news import Apart, Left, Linked, Lost, Unlinked
from p2p_heroes.ui.kit.styled_lines import LineKind, Told
from p2p_heroes.ui.kit.text import Line, plain, width_of
from p2p_heroes.ui.presence import Presence
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.guide import guide
from p2p_heroes.ui.screen.question import question, status
from protocol.events import Settled, StepOpened
from protocol.rules import AskSecret
from tests.support.scenes import asked, scene_of, text


def test_the_table_tells_who_sits_there_and_what_it_waits_for() -> None:
    scene = scene_of(waiting={1: "choosing"}, seconds={1: 7})
    scene.say("The story begins.")
    assert text(panes.table(scene, 60, 8)) == [
        "Table words: red fox old oak",
        "you  Ada (elves)                is ready",
        "here Zoë 龍                     thinks 0:07",
        "",
        "The story begins.",
    ]


def test_who_is_not_connected_does_not_think() -> None:
    scene = scene_of(waiting={1: "choosing"}, presence=Presence([1], lambda ago: "20:15"))
    assert text(panes.table(scene, 80, 8))[2] == "away Zoë 龍                     is not connected yet"
    assert panes.brief(scene) == "Zoë 龍 is not connected yet"
    scene.presence.note(Linked(1))
    scene.presence.note(Lost(1, "gone"))
    assert text(panes.table(scene, 80, 8))[2] == "here Zoë 龍                     thinks"
    scene.presence.note(Unlinked((), ((1, 3),)))
    scene.seconds[1] = 67
    row = "away Zoë 龍                     awaited 1:07; away since 20:15"
    assert text(panes.table(scene, 80, 8))[2] == row
    assert text(question(scene, 80, 3)) == ["Waiting for Zoë 龍 (away)."]
    scene.waiting.clear()
    assert text(panes.table(scene, 80, 8))[2] == "away Zoë 龍                     away since 20:15"
    scene.is_over = True
    assert text(panes.table(scene, 80, 8))[2] == "     Zoë 龍"


def test_who_is_out_is_shown_as_such_and_neither_as_ready_nor_as_away() -> None:
    scene = scene_of(presence=Presence(), out={1: 10})
    assert text(panes.table(scene, 80, 8))[2] == "out  Zoë 龍                     since step 10, watches"
    scene.presence.note(Left(1))
    assert text(panes.table(scene, 80, 8))[2] == "out  Zoë 龍                     since step 10"
    scene.own, scene.out = 1, {1: 10}
    assert text(panes.table(scene, 80, 8))[2] == "you  Zoë 龍                     out since step 10"


def test_who_is_heard_through_others_thinks_and_is_not_away() -> None:
    scene = scene_of(waiting={1: "choosing"}, presence=Presence([1]))
    scene.presence.note(Unlinked((1,), ()))
    scene.seconds[1] = 67
    row = "here Zoë 龍                     thinks 1:07; through others"
    assert text(panes.table(scene, 80, 8))[2] == row
    assert text(question(scene, 80, 3)) == ["Waiting for Zoë 龍."]
    scene.waiting.clear()
    assert text(panes.table(scene, 80, 8))[2] == "here Zoë 龍                     is ready; through others"


def test_which_two_have_no_direct_connection_stays_in_sight_until_it_is_over() -> None:
    scene = scene_of(presence=Presence())
    scene.presence.note(Apart(((0, 1),)))
    for number in range(50):
        scene.say(f"line {number}")
    told = ["No direct connection, so others pass on what they say: Ada", "  with Zoë 龍.", "", "line 45"]
    assert text(panes.table(scene, 60, 11))[3:7] == told
    assert text(panes.table(scene, 60, 6))[3] == told[0], "where there is little room, there is less of it"
    assert text(panes.table(scene, 60, 3))[-1].startswith("here Zoë")
    scene.is_over = True
    assert text(panes.table(scene, 60, 11))[3] == ""
    scene.is_over = False
    scene.presence.note(Apart((), ((0, 1),)))
    assert text(panes.table(scene, 60, 11))[3:5] == ["", "line 43"]


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
    assert [panes.lasting(seconds) for seconds in (7, 60, 125)] == ["0:07", "1:00", "2:05"]


def styles(lines: list[Line]) -> set[str]:
    return {piece[0] for line in lines for piece in line}


@pytest.mark.parametrize(
    "line", ["* step 9: all opened", "  * step 9", "=== Round 1 ===", "--- Move ---", "PROVEN: Ada cheated"]
)
def test_nothing_is_styled_by_what_it_says(line: str) -> None:
    scene = scene_of()
    scene.say(line)
    scene.say(f"{line}\n{line}")
    assert styles(panes.story(scene, 40, 9)) == {""}


@pytest.mark.parametrize("kind", [kind for kind in LineKind if kind])
def test_every_piece_of_a_line_has_the_style_of_its_kind(kind: LineKind) -> None:
    scene = scene_of()
    scene.say(Told("long words " * 9 + "\nmore", kind))
    lines = panes.story(scene, 20, 30)
    assert len(lines) > 5
    assert styles(lines) == {panes.STYLES[kind]}


def test_names_style_nothing_where_the_checks_are_told() -> None:
    scene, need = scene_of(), AskSecret((0, 1))
    scene.names = ("* step 9", "PROVEN")
    scene.fairness.note(StepOpened(1, need, bytes(32)))
    told = panes.fairness(scene, 90, 12)[2:]
    assert "* step 9" in "".join(map(plain, told))
    assert styles(told) == {""}
    scene.fairness.note(Settled(1, need, {}, None))
    assert styles(panes.fairness(scene, 90, 12)[2:]) == {"", "class:fair"}
