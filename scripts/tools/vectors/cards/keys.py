"""Vectors of keys for cards, and of their proofs (protocol.md §14.4)."""

from protocol.cards.group import base, subtract
from protocol.cards.keys import prove_key
from scripts.tools.masks import ELSEWHERE as OTHER_PLACES
from scripts.tools.masks import HERE, KEYS, swapped

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
VALUE = prove_key(KEY, HERE)
ELSEWHERE = OTHER_PLACES[0]


def _said(expect: str = ACCEPT, value: bytes = VALUE, *, context: bytes = HERE) -> Vector:
    blocks = ("context", context), ("value", value)
    seed = {"seed": KEY.seed} if value == VALUE and expect == ACCEPT else {}
    return vector(expect, *blocks, kind="key", **seed)


def key_with_its_proof() -> Vector:
    """A key, and that its owner knows the secret."""
    return _said()


def key_with_another_key() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseKey", other_element(VALUE, 0))


def key_with_another_challenge() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseKey", other_scalar(VALUE, 1))


def key_with_another_response() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseKey", other_scalar(VALUE, 2))


def key_with_an_element_of_order_2l() -> Vector:
    """The first element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 0, OF_ORDER_2L))


def key_with_the_identity() -> Vector:
    """The first element is the identity."""
    return _said("BadElement", swapped(VALUE, 0, ONE))


def key_with_a_last_element_of_order_2l() -> Vector:
    """The last element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 0, OF_ORDER_2L))


def key_with_challenge_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 1))


def key_with_response_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 2))


def key_with_odd_elements_and_scalars() -> Vector:
    """Elements are judged before scalars."""
    return _said("BadElement", raised_by_the_order(swapped(VALUE, 0, ONE), 2))


def key_that_is_a_byte_short() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) - 1))


def key_that_is_a_byte_long() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) + 1))


def key_of_no_bytes() -> Vector:
    """Nothing is no proof."""
    return _said("WrongLength", b"")


def key_said_elsewhere() -> Vector:
    """A proof holds at one place."""
    return _said("FalseKey", context=ELSEWHERE)


def key_that_cancels_another() -> Vector:
    """The sum of both would be five times the base point; nobody knows the secret of the second."""
    return _said("FalseKey", swapped(VALUE, 0, subtract(base(5), KEYS[1].public)))


def key_that_announces_the_identity() -> Vector:
    """The nonce is zero: the announcement is an empty part of the digest."""
    return _said(value=announcing_the_identity("keys", b"key", lambda: prove_key(KEY, HERE)))
