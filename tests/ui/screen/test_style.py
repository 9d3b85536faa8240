"""The colours: no more than sixteen, so that every terminal has them."""

from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.screen.style import style_of

OF_TEXT = {"", "bold", "underline", "reverse"}


def test_every_colour_is_one_of_the_sixteen_that_every_terminal_has() -> None:
    words = {word for _, style in style_of(GAME_UIS["conquer"]).style_rules for word in style.split()}
    assert {word for word in words - OF_TEXT if not word.startswith("ansi")} == set()
    assert "ansigreen" in words


def test_what_colour_tells_can_be_told_without() -> None:
    """Who must be told apart on the map is so by a letter; what is marked, by being bold or reversed."""
    styles = dict(style_of(GAME_UIS["conquer"]).style_rules)
    assert all("reverse" in styles[f"map.seat{seat}"] for seat in range(4))
    assert all(styles[name] and "ansi" not in styles[name] for name in ("marked", "title", "map.goal"))
