"""The word list is part of the protocol: its order is pinned, and its words do not sound like each other."""

from hashlib import sha256
from itertools import combinations

from protocol.wordlist import WORDS


def test_there_are_ten_bits_of_words() -> None:
    assert len(WORDS) == 1024
    assert len(set(WORDS)) == 1024


def test_words_are_short_plain_and_sorted() -> None:
    assert all(4 <= len(word) <= 7 for word in WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert list(WORDS) == sorted(WORDS)


def test_four_letters_tell_a_word() -> None:
    """So no word begins another one either."""
    assert len({word[:4] for word in WORDS}) == len(WORDS)
    assert not any(other.startswith(word) for word, other in combinations(WORDS, 2))


def test_no_two_words_are_one_letter_apart() -> None:
    """A letter changed, dropped or added never gives another word."""
    holes = [hole for word in WORDS for hole in {word[:at] + "." + word[at + 1 :] for at in range(len(word))}]
    shorter = {word[:at] + word[at + 1 :] for word in WORDS for at in range(len(word))}
    assert len(set(holes)) == len(holes)
    assert shorter.isdisjoint(WORDS)


def test_the_list_never_changes() -> None:
    """Another list would show other words for the same table: a new protocol version."""
    pinned = "e41c342f5954841c143117df30596fb025e7da8ef05a6b0ef71fb7c192e7d235"
    assert sha256(" ".join(WORDS).encode()).hexdigest() == pinned
