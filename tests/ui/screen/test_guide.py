"""The help, as text."""

from p2p_heroes.ui.screen.guide import BACK, guide
from tests.scenes import asked, text


def test_the_help_begins_with_what_is_asked_and_can_be_scrolled_down() -> None:
    scene = asked()
    assert text(guide(scene, 60, 5))[0] == "Throw in secret:"
    scene.scroll("help", 500)
    assert text(guide(scene, 60, 5))[-1].endswith("it happens.")
    assert len(guide(scene, 60, 5)) == 5


def test_what_was_looked_up_stands_in_place_of_the_help() -> None:
    scene = asked(looked_up=["Battles (rulebook p. 9)", "=" * 23, "", "The highest power wins."])
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
