"""Text in cells: nothing is wider than it may be, and nothing is lost without a mark."""

import pytest

from p2p_heroes.ui.kit.text import clipped, cut, fitted, folded, plain, width_of

WIDE = "龍の島"


def test_a_wide_character_takes_two_cells_and_a_combining_one_none() -> None:
    assert (width_of("abc"), width_of(WIDE), width_of("e\N{COMBINING ACUTE ACCENT}")) == (3, 6, 1)


def test_what_fits_stays_and_what_does_not_is_cut_with_a_mark() -> None:
    assert cut("Esmore", 6) == "Esmore"
    assert cut("Esmore", 4) == "Esm~"
    assert cut(WIDE, 4) == "龍~"
    assert cut("Esmore", 0) == ""


@pytest.mark.parametrize("text", ["", "a", "Esmore", WIDE])
@pytest.mark.parametrize("width", range(1, 9))
def test_fitted_text_is_exactly_as_wide_as_wanted(text: str, width: int) -> None:
    assert width_of(fitted(text, width)) == width


def test_whole_words_are_folded_and_go_on_indented() -> None:
    assert folded("one two three", 8) == ["one two", "  three"]
    assert folded("  one two", 7) == ["  one", "    two"]
    assert folded("abcdefghij", 6) == ["abcdef", "  ghij"]


def test_a_line_that_fits_keeps_its_blanks() -> None:
    assert folded("  say TEXT    talk", 40) == ["  say TEXT    talk"]


@pytest.mark.parametrize("width", range(8, 30))
def test_no_folded_line_is_too_wide(width: int) -> None:
    text = f"Everybody gathers {WIDE} and thensomethingverylongwithoutanyblank"
    assert max(map(width_of, folded(text, width))) <= width


def test_pieces_are_clipped_together_and_keep_their_clicks() -> None:
    line = clipped([("a", "one "), ("b", "two", lambda: None), ("c", "gone")], 6)
    assert plain(line) == "one t~"
    assert [piece[0] for piece in line] == ["a", "b"]
    assert len(line[1]) == 3
