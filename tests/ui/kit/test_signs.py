"""Signs: one cell each, no pictures, and a letter of ASCII for every one of them."""

import pytest
from wcwidth import wcwidth

from p2p_heroes.ui.kit.signs import SIGNS, in_ascii

EMOJI = range(0x1F000, 0x20000)
"""Nothing of these, and nothing that a terminal may draw as a coloured picture, two cells wide."""
PICTURES = "▶◀▪▫◻◼♠♣♥♦♟⚔✔✖☀☁★️"


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_takes_one_cell_and_has_one_of_ascii(sign: str) -> None:
    assert wcwidth(sign) == 1
    assert ord(sign) not in EMOJI
    assert sign not in PICTURES[:-2]
    assert len(SIGNS[sign]) == 1
    assert SIGNS[sign].isascii()


def test_a_line_in_ascii_is_as_wide_and_as_clickable() -> None:
    pressed: list[str] = []

    def press() -> None:
        pressed.append("")

    assert in_ascii([("a", "♜14 ─┼"), ("b", "★", press)]) == [("a", "#14 -+"), ("b", "*", press)]
