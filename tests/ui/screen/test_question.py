"""The question and what can be chosen, as text."""

from typing import Any

import pytest

from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.question import SIGN, STAYING, WATCHING, question
from p2p_heroes.ui.screen.screen_state import ScreenState
from tests.support.scenes import asked, scene_of, text


def test_a_question_is_shown_with_its_rows_and_the_marked_one_with_a_sign() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.go(1)
    assert text(question(scene, 60, 8)) == [
        "Throw in secret:",
        "  throw rock",
        "> throw paper",
        "  throw scissors",
    ]


def test_of_too_many_rows_those_around_the_mark_are_shown() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.go(2)
    assert text(question(scene, 60, 3)) == [
        "Throw in secret:  (3 of 3)",
        "  throw paper",
        "> throw scissors",
    ]


def test_what_is_typed_and_fits_nothing_is_said_so() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.narrow("zebra")
    assert "Nothing begins so. Enter tells what can be typed" in text(question(scene, 80, 8))[1]


def test_before_it_is_final_the_choice_stands_alone() -> None:
    scene = asked()
    assert scene.form is not None
    scene.form.pick("paper")
    assert text(question(scene, 60, 8)) == ["throw paper", SIGN]


def test_a_click_marks_a_row_and_another_one_takes_it() -> None:
    pressed: list[str] = []
    scene = asked(press=pressed.append)
    assert scene.form is not None

    def click(line: int) -> None:
        piece = question(scene, 60, 8)[line][0]
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
        (
            {
                "waiting": {1: "choosing"},
                "unanswered": "You asked to go on without Zoë 龍; Cy has not answered.",
            },
            "Waiting for Zoë 龍. You asked to go on without Zoë 龍; Cy has not answered.",
        ),
        ({"unanswered": "Cy has not answered."}, "Cy has not answered."),
        ({"is_finding_back": True, "waiting": {1: "choosing"}}, "Finding your table again..."),
        ({"has_ended": True}, f"The table has ended. {STAYING}"),
        ({"is_watching": True}, f"{WATCHING} One moment."),
        (
            {"is_watching": True, "fate": "Bo and Cy went on without you at step 3."},
            "You watch: Bo and Cy went on without you at step 3. One moment.",
        ),
        ({}, "One moment."),
    ],
)
def test_while_nothing_is_asked_it_says_why(facts: dict[str, Any], told: str) -> None:
    assert text(question(scene_of(**facts), 120, 4)) == [told]


def test_before_there_is_a_table_it_says_what_it_waits_for() -> None:
    assert text(question(ScreenState(), 60, 4)) == ["One moment."]
    assert text(question(ScreenState(before="Waiting for 2 more."), 60, 4)) == ["Waiting for 2 more."]
    assert panes.table(ScreenState(), 60, 4) == []


def test_what_does_not_fit_beside_the_mark_is_told_once_below() -> None:
    meanings = {"throw paper": "it beats rock, " * 5 + "and loses against scissors"}
    scene = asked()
    assert isinstance(scene.form, ListForm)
    scene.form._meanings = meanings | {"throw rock": "", "throw scissors": ""}
    scene.form.go(1)
    assert text(question(scene, 60, 8)) == [
        "Throw in secret:",
        "  throw rock",
        "> throw paper",
        "  throw scissors",
        "    it beats rock, it beats rock, it beats rock, it beats",
        "      rock, it beats rock, and loses against scissors",
    ]
