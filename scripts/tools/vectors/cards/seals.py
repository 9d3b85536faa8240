"""Vectors of seals (protocol.md §14.8)."""

from protocol.cards.seal import seal
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
CARD, ANOTHER = deck(2, KEY.public)
COVER_OF_ONE = KEYS[1].public
VALUE = seal(CARD, KEY, COVER_OF_ONE, HERE)
ELSEWHERE = OTHER_PLACES[3]


def _said(
    expect: str = ACCEPT,
    value: bytes = VALUE,
    *,
    public: bytes = KEY.public,
    cover: bytes = COVER_OF_ONE,
    context: bytes = HERE,
) -> Vector:
    blocks = ("card", CARD), ("key", public), ("cover", cover), ("context", context), ("value", value)
    made = expect == ACCEPT and value == seal(CARD, KEY, cover, context)
    seed = {"seed": KEY.seed} if made else {}
    return vector(expect, *blocks, kind="seal", **seed)


def seal_of_a_card() -> Vector:
    """A card of one seat, given to another."""
    return _said()


def seal_with_another_first_half() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseSeal", other_element(VALUE, 0))


def seal_with_another_second_half() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseSeal", other_element(VALUE, 1))


def seal_with_another_challenge() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseSeal", other_scalar(VALUE, 2))


def seal_with_another_response() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseSeal", other_scalar(VALUE, 3))


def seal_with_another_response_of_the_mask() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseSeal", other_scalar(VALUE, 4))


def seal_with_an_element_of_order_2l() -> Vector:
    """The first element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 0, OF_ORDER_2L))


def seal_with_the_identity() -> Vector:
    """The first element is the identity."""
    return _said("BadElement", swapped(VALUE, 0, ONE))


def seal_with_a_last_element_of_order_2l() -> Vector:
    """The last element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 1, OF_ORDER_2L))


def seal_with_challenge_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 2))


def seal_with_response_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 3))


def seal_with_response_of_the_mask_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 4))


def seal_with_odd_elements_and_scalars() -> Vector:
    """Elements are judged before scalars."""
    return _said("BadElement", raised_by_the_order(swapped(VALUE, 1, ONE), 4))


def seal_that_is_a_byte_short() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) - 1))


def seal_that_is_a_byte_long() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) + 1))


def seal_of_no_bytes() -> Vector:
    """Nothing is no proof."""
    return _said("WrongLength", b"")


def seal_said_elsewhere() -> Vector:
    """A proof holds at one place."""
    return _said("FalseSeal", context=ELSEWHERE)


def seal_of_another_card() -> Vector:
    """A good seal, but of another card."""
    return _said("FalseSeal", seal(ANOTHER, KEY, COVER_OF_ONE, HERE))


def seal_for_another_seat() -> Vector:
    """The cover is that of another seat."""
    return _said("FalseSeal", cover=KEYS[2].public)


def seal_of_another_seats_card() -> Vector:
    """The card is not under this key."""
    return _said("FalseSeal", public=KEYS[2].public)


def seal_that_announces_the_identity() -> Vector:
    """The nonces are zero: the announcements are empty parts of the digest."""
    return _said(value=announcing_the_identity("seal", b"seal", lambda: seal(CARD, KEY, COVER_OF_ONE, HERE)))


def seal_under_keys_that_cancel() -> Vector:
    """The new cover is the identity: an empty part of the digest."""
    return _said(value=seal(CARD, KEY, b"", HERE), cover=b"")
