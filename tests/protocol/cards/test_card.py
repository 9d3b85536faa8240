"""A card is masked so that exactly the keys of its cover see it."""

import pytest

from protocol.cards.card import CARD_SIZE, bare, halves, joined, masked
from protocol.cards.group import IDENTITY, base, subtract, times
from scripts.tools.masks import COVER, FACES, KEYS, deck, opened


def test_a_face_up_card_is_the_same_for_all() -> None:
    assert (
        masked(FACES[0], COVER) == base(1) + opened(base(1) + masked(FACES[0], COVER)[32:], ()) == deck(1)[0]
    )
    assert len(masked(FACES[0], COVER)) == CARD_SIZE == 64


def test_all_keys_see_the_face_and_all_but_one_do_not() -> None:
    card = masked(FACES[3], COVER)
    assert opened(card) == FACES[3]
    for missing in KEYS:
        assert opened(card, [key for key in KEYS if key != missing]) not in FACES


def test_shares_come_off_in_any_order() -> None:
    card = masked(FACES[3], COVER)
    shares = [times(card[:32], key.number) for key in KEYS]
    assert bare(card, shares) == bare(card, reversed(shares)) == FACES[3]
    assert bare(card, []) == card[32:]


def test_what_was_no_card_is_no_face() -> None:
    nothing = base(1) + COVER
    assert opened(nothing) == IDENTITY
    assert opened(base(1) + subtract(COVER, base(2))) not in FACES


def test_halves_of_cards() -> None:
    cards = deck(2)
    assert halves(cards) == ([cards[0][:32], cards[1][:32]], [cards[0][32:], cards[1][32:]])
    assert halves([]) == ([], [])
    with pytest.raises(AssertionError):
        halves([cards[0], cards[1][:32]])


def test_a_card_without_a_half_is_our_own_mistake() -> None:
    assert joined(base(1), base(2)) == base(1) + base(2)
    for first, second in ((base(1), IDENTITY), (IDENTITY, base(1))):
        with pytest.raises(AssertionError):
            joined(first, second)
