"""The panes that every game has, as text."""

from typing import Any

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import CHOICES, Kind
from p2p_heroes.ui.faces import FACES
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.form import ListForm
from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.screen.text import Line, plain, width_of

THROW: Request[Any] = Request(0, "throw", CHOICES[Kind.THROW])


def scene_of(**facts: Any) -> Scene:
    scene = Scene(names=("Ada", "Zoë 龍"), choices=("elves", ""), own=0, words="red fox old oak", **facts)
    scene.game, scene.face = GAMES["roshambo"], FACES["roshambo"]
    return scene


def asked(**facts: Any) -> Scene:
    scene = scene_of(**facts)
    scene.form = ListForm(GAMES["roshambo"], FACES["roshambo"], None, THROW)
    return scene


def text(lines: list[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


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


def test_a_question_is_shown_with_its_rows_and_the_marked_one_with_a_sign() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.go(1)
    assert text(panes.question(scene, 60, 8)) == [
        "Throw in secret:",
        "  throw rock",
        "> throw paper",
        "  throw scissors",
    ]


def test_of_too_many_rows_those_around_the_mark_are_shown() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.go(2)
    assert text(panes.question(scene, 60, 3)) == [
        "Throw in secret:  (3 of 3)",
        "  throw paper",
        "> throw scissors",
    ]


def test_what_is_typed_and_fits_nothing_is_said_so() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.narrow("zebra")
    assert "Nothing was found that begins so" in text(panes.question(scene, 80, 8))[1]


def test_before_it_is_final_the_choice_stands_alone() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.pick("paper")
    assert text(panes.question(scene, 60, 8)) == ["throw paper", panes.SIGN]


def test_a_click_marks_a_row_and_another_one_takes_it() -> None:
    pressed: list[str] = []
    scene = asked(press=pressed.append)
    assert scene.form is not None

    def click(line: int) -> None:
        piece = panes.question(scene, 60, 8)[line][0]
        assert len(piece) == 3
        piece[2]()

    click(2)
    assert (scene.form.at, pressed) == (1, [])
    click(2)
    assert pressed == [""]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"is_over": True}, "The game is over. Enter leaves; the keys above show once more how it came."),
        ({"waiting": {0: "locking", 1: "choosing"}}, "Waiting for Zoë 龍."),
        ({}, "One moment."),
    ],
)
def test_while_nothing_is_asked_it_says_why(facts: dict[str, Any], told: str) -> None:
    assert text(panes.question(scene_of(**facts), 90, 4)) == [told]


def test_before_there_is_a_table_it_waits_for_guests() -> None:
    assert text(panes.question(Scene(), 60, 4)) == ["Waiting until everybody has sat down."]
    assert panes.table(Scene(), 60, 4) == []


def test_a_few_words_in_the_title_say_how_things_stand() -> None:
    assert panes.brief(asked()) == "your turn"
    assert panes.brief(scene_of(waiting={1: "revealing"})) == "Zoë 龍 opens the seal"
    assert panes.brief(scene_of(is_over=True)) == "over"
    assert panes.brief(scene_of()) == ""


def test_the_help_begins_with_what_is_asked_and_can_be_scrolled_down() -> None:
    scene = asked()
    assert text(panes.guide(scene, 60, 5))[0] == "Throw in secret:"
    scene.scroll("help", 500)
    assert text(panes.guide(scene, 60, 5))[-1].endswith("it happens.")
    assert len(panes.guide(scene, 60, 5)) == 5


@pytest.mark.parametrize("width", [20, 40, 79, 120])
@pytest.mark.parametrize(
    "pane", [panes.story, panes.table, panes.fairness, panes.guide, panes.status, panes.question]
)
def test_no_pane_is_higher_than_it_may_be(pane: Any, width: int) -> None:
    scene = asked(waiting={0: "choosing"})
    scene.say("Everybody gathers 龍龍龍 and more. " * 9)
    for height in (1, 3, 10):
        lines = pane(scene, width, height)
        assert len(lines) <= height
        if pane not in (panes.table, panes.fairness):  # their first lines are clipped by the screen
            assert max((width_of(plain(line)) for line in lines), default=0) <= width
