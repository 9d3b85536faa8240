"""Vectors of powers (protocol.md §14.9)."""

from protocol.cards.power import raise_cards
from scripts.tools.masks import ELSEWHERE as OTHER_PLACES
from scripts.tools.masks import HERE, KEYS, deck, swapped

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
CARDS = deck(1)
VALUE = raise_cards(CARDS, KEY, HERE)
ELSEWHERE = OTHER_PLACES[0]


def _said(
    expect: str = ACCEPT, value: bytes = VALUE, *, cards: tuple[bytes, ...] = CARDS, context: bytes = HERE
) -> Vector:
    blocks = *(("card", card) for card in cards), ("context", context), ("value", value)
    made = expect == ACCEPT and value == raise_cards(cards, KEY, context)
    seed = {"seed": KEY.seed} if made else {}
    return vector(expect, *blocks, kind="power", **seed)


def _mixed_up() -> bytes:
    return raise_cards(deck(1), KEY, HERE)[:64] + raise_cards(deck(2), KEY, HERE)[64:]


def power_of_a_card() -> Vector:
    """A card, raised by a number that nobody knows."""
    return _said()


def power_with_another_first_half() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalsePower", other_element(VALUE, 0))


def power_with_another_second_half() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalsePower", other_element(VALUE, 1))


def power_with_another_key() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalsePower", other_element(VALUE, 2))


def power_with_another_challenge() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalsePower", other_scalar(VALUE, 3))


def power_with_another_response() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalsePower", other_scalar(VALUE, 4))


def power_with_an_element_of_order_2l() -> Vector:
    """The first element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 0, OF_ORDER_2L))


def power_with_the_identity() -> Vector:
    """The first element is the identity."""
    return _said("BadElement", swapped(VALUE, 0, ONE))


def power_with_a_last_element_of_order_2l() -> Vector:
    """The last element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 2, OF_ORDER_2L))


def power_with_challenge_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 3))


def power_with_response_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 4))


def power_with_odd_elements_and_scalars() -> Vector:
    """Elements are judged before scalars."""
    return _said("BadElement", raised_by_the_order(swapped(VALUE, 2, ONE), 4))


def power_that_is_a_byte_short() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) - 1))


def power_that_is_a_byte_long() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) + 1))


def power_of_no_bytes() -> Vector:
    """Nothing is no proof."""
    return _said("WrongLength", b"")


def power_said_elsewhere() -> Vector:
    """A proof holds at one place."""
    return _said("FalsePower", context=ELSEWHERE)


def power_of_two_cards() -> Vector:
    """Both halves of both cards are raised."""
    return _said(cards=deck(2), value=raise_cards(deck(2), KEY, HERE))


def power_of_two_numbers() -> Vector:
    """One of two cards is raised by another number."""
    return _said("FalsePower", _mixed_up(), cards=deck(2))


def power_of_another_card() -> Vector:
    """A good power, but of another card."""
    return _said("FalsePower", raise_cards(deck(2)[1:], KEY, HERE))


def power_that_announces_the_identity() -> Vector:
    """The nonce is zero: both announcements are empty parts of the digest."""
    return _said(
        value=announcing_the_identity("equality", b"equality", lambda: raise_cards(CARDS, KEY, HERE))
    )
