"""Vectors of shares (protocol.md §14.6)."""

from protocol.cards.group import base, subtract
from protocol.cards.share import give_share
from scripts.tools.masks import ELSEWHERE as OTHER_PLACES
from scripts.tools.masks import HERE, KEYS, deck, piece_of, swapped

from ..vector import ACCEPT, Vector, vector
from .pieces import (
    OF_ORDER_2L,
    ONE,
    announcing_the_identity,
    other_element,
    other_scalar,
    raised_by_the_order,
)

KEY = KEYS[0]
CARDS = tuple(card[32:] + card[:32] for card in deck(2))
"""Face-up cards have one first half; so they stand here the other way round."""

VALUE = give_share(CARDS, KEY, HERE)
ELSEWHERE = OTHER_PLACES[1]


def _said(
    expect: str = ACCEPT, value: bytes = VALUE, *, cards: tuple[bytes, ...] = CARDS, context: bytes = HERE
) -> Vector:
    blocks = *(("card", card) for card in cards), ("key", KEY.public), ("context", context), ("value", value)
    made = expect == ACCEPT and value == give_share(cards, KEY, context)
    seed = {"seed": KEY.seed} if made else {}
    return vector(expect, *blocks, kind="share", **seed)


def share_of_two_cards() -> Vector:
    """The shares of two cards."""
    return _said()


def share_with_another_first_share() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseShare", other_element(VALUE, 0))


def share_with_another_second_share() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseShare", other_element(VALUE, 1))


def share_with_another_challenge() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseShare", other_scalar(VALUE, 2))


def share_with_another_response() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseShare", other_scalar(VALUE, 3))


def share_with_an_element_of_order_2l() -> Vector:
    """The first element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 0, OF_ORDER_2L))


def share_with_the_identity() -> Vector:
    """The first element is the identity."""
    return _said("BadElement", swapped(VALUE, 0, ONE))


def share_with_a_last_element_of_order_2l() -> Vector:
    """The last element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 1, OF_ORDER_2L))


def share_with_challenge_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 2))


def share_with_response_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 3))


def share_with_odd_elements_and_scalars() -> Vector:
    """Elements are judged before scalars."""
    return _said("BadElement", raised_by_the_order(swapped(VALUE, 1, ONE), 3))


def share_that_is_a_byte_short() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) - 1))


def share_that_is_a_byte_long() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) + 1))


def share_of_no_bytes() -> Vector:
    """Nothing is no proof."""
    return _said("WrongLength", b"")


def share_said_elsewhere() -> Vector:
    """A proof holds at one place."""
    return _said("FalseShare", context=ELSEWHERE)


def share_of_one_card() -> Vector:
    """One card has no fold."""
    return _said(cards=CARDS[:1], value=give_share(CARDS[:1], KEY, HERE))


def share_of_one_card_for_two() -> Vector:
    """So many cards, so many shares."""
    return _said("WrongLength", give_share(CARDS[:1], KEY, HERE))


def share_of_other_cards() -> Vector:
    """The cards come in another order."""
    return _said("FalseShare", cards=CARDS[::-1])


def share_of_another_key() -> Vector:
    """The share of another seat."""
    return _said("FalseShare", give_share(CARDS, KEYS[1], HERE))


def shares_that_cancel() -> Vector:
    """Two wrong shares have the right sum."""
    return _said("FalseShare", swapped(other_element(VALUE, 0), 1, subtract(piece_of(VALUE, 1), base(1))))


def share_that_announces_the_identity() -> Vector:
    """The nonce is zero: both announcements are empty parts of the digest."""
    return _said(value=announcing_the_identity("equality", b"equality", lambda: give_share(CARDS, KEY, HERE)))
