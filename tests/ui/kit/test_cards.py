"""Cards in frames, compared as text."""

import pytest

from p2p_heroes.ui.kit.cards import CardSign, laid_out
from tests.support.scenes import text

HAND = [CardSign("ring 4", "class:marked"), CardSign(), CardSign("plume +3")]


def test_cards_stand_side_by_side() -> None:
    assert text(laid_out(HAND, 40)) == [
        "┌────────┐┌───┐┌──────────┐",
        "│ ring 4 ││ ? ││ plume +3 │",
        "└────────┘└───┘└──────────┘",
    ]


@pytest.mark.parametrize("width", [12, 15, 26])
def test_what_does_not_fit_stands_below(width: int) -> None:
    lines = text(laid_out(HAND, width))
    assert max(map(len, lines)) <= width
    assert [line for line in lines if "plume" in line] == ["│ plume +3 │"]
    assert lines[0] == ("┌────────┐" if width < 15 else "┌────────┐┌───┐")


def test_a_text_that_is_too_wide_is_cut_and_no_cards_take_no_lines() -> None:
    assert text(laid_out([CardSign("crown jewels")], 9))[1] == "│ crow~ │"
    assert laid_out([], 40) == []


def test_a_card_can_be_marked_and_clicked() -> None:
    clicked: list[str] = []
    row = laid_out([CardSign("ring 4", "class:marked", lambda: clicked.append("ring"))], 20)[1]
    [piece] = [piece for piece in row if len(piece) == 3]
    assert piece[:2] == ("class:marked", " ring 4 ")
    piece[2]()
    assert clicked == ["ring"]
