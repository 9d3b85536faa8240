"""A share is what one key takes off one card, at one place."""

import pytest

from protocol.cards.card import bare
from protocol.cards.group import L, add, base, pack, subtract, times
from protocol.cards.mix import check_mix, mix_cards
from protocol.cards.share import check_share, give_share, share_size
from protocol.errors import BadElement, BadScalar, FalseShare, WrongLength
from scripts.tools.masks import COVER, ELSEWHERE, FACES, HERE, KEYS, deck, piece_of, swapped

KEY = KEYS[0]
CARDS = check_mix(deck(6), COVER, mix_cards(deck(6), COVER, KEY, HERE), HERE)


@pytest.mark.parametrize("size", [1, 2, 6])
def test_the_shares_of_all_keys_show_the_faces(size: int) -> None:
    cards = CARDS[:size]
    values = [give_share(cards, key, HERE) for key in KEYS]
    assert {len(value) for value in values} == {share_size(size)} == {32 * size + 64}
    shares = [check_share(cards, key.public, value, HERE) for key, value in zip(KEYS, values, strict=True)]
    shown = [bare(card, [given[at] for given in shares]) for at, card in enumerate(cards)]
    assert set(shown) <= set(FACES)
    assert len(set(shown)) == size


def test_a_card_of_ones_own_is_opened_by_one_share() -> None:
    [card] = deck(1, KEY.public)
    assert bare(card, check_share([card], KEY.public, give_share([card], KEY, HERE), HERE)) == FACES[0]


def test_the_same_is_said_the_same_way() -> None:
    assert give_share(CARDS, KEY, HERE) == give_share(CARDS, KEY, HERE)


@pytest.mark.parametrize("size", [1, 2, 6])
def test_attack_13_every_piece_counts(size: int) -> None:
    value = give_share(CARDS[:size], KEY, HERE)
    for at in range(size + 2):
        piece = piece_of(value, at)
        other = add(piece, base(1)) if at < size else pack(int.from_bytes(piece, "little") + 1)
        with pytest.raises(FalseShare):
            check_share(CARDS[:size], KEY.public, swapped(value, at, other), HERE)


def test_attack_14_shares_that_cancel_are_false() -> None:
    value = give_share(CARDS[:2], KEY, HERE)
    value = swapped(value, 0, add(piece_of(value, 0), base(3)))
    value = swapped(value, 1, subtract(piece_of(value, 1), base(3)))
    with pytest.raises(FalseShare):
        check_share(CARDS[:2], KEY.public, value, HERE)


def test_attack_15_the_share_of_another_card_or_of_fewer() -> None:
    value = give_share(CARDS[:1], KEY, HERE)
    for cards in (CARDS[1:2], deck(1)):
        with pytest.raises(FalseShare):
            check_share(cards, KEY.public, value, HERE)
    with pytest.raises(WrongLength):
        check_share(CARDS[:2], KEY.public, value, HERE)
    with pytest.raises(FalseShare):
        check_share(CARDS[1::-1], KEY.public, give_share(CARDS[:2], KEY, HERE), HERE)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_attack_16_a_share_that_was_given_elsewhere(place: bytes) -> None:
    with pytest.raises(FalseShare):
        check_share(CARDS[:1], KEY.public, give_share(CARDS[:1], KEY, HERE), place)


def test_the_share_of_another_key() -> None:
    with pytest.raises(FalseShare):
        check_share(CARDS[:1], KEY.public, give_share(CARDS[:1], KEYS[1], HERE), HERE)


def test_a_share_with_a_part_of_small_order() -> None:
    """Where the equations hold for all but that part, the form refuses it."""
    minus = (2**255 - 20).to_bytes(32, "little")
    share = times(CARDS[0][:32], KEY.number)
    marked = (2**255 - 19 - int.from_bytes(share, "little") % 2**255).to_bytes(32, "little")
    flipped = marked[:31] + bytes([marked[31] | 0x80 & ~share[31]])
    value = give_share(CARDS[:1], KEY, HERE)
    for odd in (minus, marked, flipped):
        with pytest.raises(BadElement):
            check_share(CARDS[:1], KEY.public, swapped(value, 0, odd), HERE)


def test_what_is_no_share_is_refused_by_its_first_oddity() -> None:
    value = give_share(CARDS[:2], KEY, HERE)
    odd, large = bytes(32), L.to_bytes(32, "little")
    for wrong in (None, (), value[32:], value + bytes(32), value[:-1]):
        with pytest.raises(WrongLength):
            check_share(CARDS[:2], KEY.public, wrong, HERE)
    with pytest.raises(BadElement):
        check_share(CARDS[:2], KEY.public, swapped(swapped(value, 1, odd), 2, large), HERE)
    for at in (2, 3):
        with pytest.raises(BadScalar):
            check_share(CARDS[:2], KEY.public, swapped(value, at, large), HERE)


def test_nobody_is_asked_for_the_shares_of_nothing() -> None:
    with pytest.raises(ValueError, match="unpack"):
        check_share([], KEY.public, give_share([], KEY, HERE), HERE)
