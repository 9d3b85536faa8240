"""The help, as text."""

from functools import partial

import pytest

from p2p_heroes.ui.rules import looked_up
from p2p_heroes.ui.screen.guide import BACK, READABLE, guide
from tests.support.scenes import asked, text


def test_the_help_begins_with_what_is_asked_and_can_be_scrolled_down() -> None:
    scene = asked()
    assert text(guide(scene, 60, 5))[0] == "Throw in secret:"
    scene.scroll("help", 500)
    assert text(guide(scene, 60, 5))[-1].endswith("it happens.")
    assert len(guide(scene, 60, 5)) == 5


def test_what_was_looked_up_stands_in_place_of_the_help() -> None:
    scene = asked(
        looked_up=lambda width: ["Battles (rulebook p. 9)", "=" * 23, "", "The highest power wins."]
    )
    assert text(guide(scene, 60, 9)) == [
        "Battles (rulebook p. 9)",
        "=======================",
        "",
        "The highest power wins.",
        "",
        BACK,
    ]
    scene.open("help")
    assert text(guide(scene, 60, 9))[0] == "Throw in secret:"


@pytest.mark.parametrize("width", [45, 58, 76, 90, 118])
@pytest.mark.parametrize("words", [["battle"], ["nagas"], ["weakest"]])
def test_what_was_looked_up_is_wrapped_once(words: list[str], width: int) -> None:
    scene = asked(looked_up=partial(looked_up, "conquer", words))
    *lines, _, _ = text(guide(scene, width, 1000))
    assert lines == looked_up("conquer", words, min(width, READABLE))
