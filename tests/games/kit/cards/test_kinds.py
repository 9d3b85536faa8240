"""Cards that are shown, as they are signed and typed."""

import pytest

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.cards.kinds import Opened
from p2p_heroes.games.kit.kinds import Unreadable, Words

JEWEL = Opened("jewel", ("ruby", "opal"), range(4, 6))


def read(text: str) -> tuple[int, int]:
    return JEWEL.read(Words(text.split(), frozenset()))


def test_a_shown_card_is_typed_as_name_and_handle() -> None:
    assert JEWEL.words((17, 5)) == "opal#17"
    assert read("opal#17") == read("OPAL#17") == (17, 5)
    assert JEWEL.value(JEWEL.plain((17, 4))) == (17, 4)


@pytest.mark.parametrize("text", ["", "opal", "opal#", "opal#x", "topaz#3", "#3", "opal#-1", "opal#99999"])
def test_other_words_are_no_card(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


@pytest.mark.parametrize(
    "plain", [None, 4, (1,), (1, 4, 5), (1, 3), (1, 6), (True, 4), (-1, 4), ("1", 4), (1, None)]
)
def test_another_value_is_no_card(plain: Plain) -> None:
    with pytest.raises(Unreadable):
        JEWEL.value(plain)
