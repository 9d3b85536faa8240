"""Four words from forty bits."""

import pytest

from protocol.hashing import digest
from protocol.wordlist import WORDS
from protocol.words import table_words


def of_places(*places: int) -> bytes:
    number = 0
    for place in places:
        number = number << 10 | place
    return number.to_bytes(5, "big") + bytes(27)


def test_words_of_one_table_are_pinned() -> None:
    assert table_words(digest("example", b"table")) == "dish phantom mystery cork"


def test_first_and_last_word() -> None:
    assert table_words(bytes(32)) == "abacus abacus abacus abacus"
    assert table_words(b"\xff" * 32) == "zoom zoom zoom zoom"


def test_words_follow_the_order_of_the_bits() -> None:
    assert table_words(of_places(1, 2, 512, 1022)).split() == [WORDS[place] for place in (1, 2, 512, 1022)]


@pytest.mark.parametrize("bit", range(40))
def test_each_of_the_forty_bits_shows(bit: int) -> None:
    flipped = (1 << 255 - bit).to_bytes(32, "big")
    assert table_words(flipped) != table_words(bytes(32))


def test_later_bits_do_not_show() -> None:
    assert table_words(bytes(5) + b"\xff" * 27) == table_words(bytes(32))


@pytest.mark.parametrize("size", [0, 5, 31, 33])
def test_only_a_whole_table_id_has_words(size: int) -> None:
    with pytest.raises(AssertionError):
        table_words(bytes(size))
