"""Vectors of mixes (protocol.md §14.7)."""

from unittest import mock

from protocol.cards.challenges import nonces
from protocol.cards.mix import check_mix, mix_cards
from scripts.tools.masks import COVER, HERE, KEYS, deck, swapped
from scripts.tools.masks import ELSEWHERE as OTHER_PLACES

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
CARDS = deck(2)
VALUE = mix_cards(CARDS, COVER, KEY, HERE)
MIXED = check_mix(deck(5), COVER, mix_cards(deck(5), COVER, KEY, HERE), HERE)
ELSEWHERE = OTHER_PLACES[2]


def _said(
    expect: str = ACCEPT,
    value: bytes = VALUE,
    *,
    cards: tuple[bytes, ...] = CARDS,
    cover: bytes = COVER,
    context: bytes = HERE,
) -> Vector:
    blocks = *(("card", card) for card in cards), ("cover", cover), ("context", context), ("value", value)
    made = [key.seed for key in KEYS if expect == ACCEPT and value == mix_cards(cards, cover, key, context)]
    return vector(expect, *blocks, kind="mix", **({"seed": made[0]} if made else {}))


def _cancelling() -> bytes:
    """By a prover that chooses its blinds."""
    blind = next(nonces(KEY.seed, b"blind"))

    def chosen(secret: bytes, purpose: bytes, *covered: bytes) -> object:
        return iter((blind, -blind)) if purpose == b"commitments" else nonces(secret, purpose, *covered)

    with mock.patch("protocol.cards.mix.nonces", chosen):
        return mix_cards(CARDS, COVER, KEY, HERE)


def mix_of_two_cards() -> Vector:
    """Two cards in a new order."""
    return _said()


def mix_with_another_first_half_of_card_0() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 0))


def mix_with_another_second_half_of_card_0() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 1))


def mix_with_another_first_half_of_card_1() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 2))


def mix_with_another_second_half_of_card_1() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 3))


def mix_with_another_commitment_0() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 4))


def mix_with_another_commitment_1() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 5))


def mix_with_another_link_0() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 6))


def mix_with_another_link_1() -> Vector:
    """One piece of 32 bytes is another element."""
    return _said("FalseMix", other_element(VALUE, 7))


def mix_with_another_challenge() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 8))


def mix_with_another_response_1() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 9))


def mix_with_another_response_2() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 10))


def mix_with_another_response_3() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 11))


def mix_with_another_response_4() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 12))


def mix_with_another_link_response_0() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 13))


def mix_with_another_link_response_1() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 14))


def mix_with_another_weight_response_0() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 15))


def mix_with_another_weight_response_1() -> Vector:
    """One piece of 32 bytes is another number."""
    return _said("FalseMix", other_scalar(VALUE, 16))


def mix_with_an_element_of_order_2l() -> Vector:
    """The first element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 0, OF_ORDER_2L))


def mix_with_the_identity() -> Vector:
    """The first element is the identity."""
    return _said("BadElement", swapped(VALUE, 0, ONE))


def mix_with_a_last_element_of_order_2l() -> Vector:
    """The last element has a part of order 2."""
    return _said("BadElement", swapped(VALUE, 7, OF_ORDER_2L))


def mix_with_challenge_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 8))


def mix_with_response_1_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 9))


def mix_with_response_2_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 10))


def mix_with_response_3_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 11))


def mix_with_response_4_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 12))


def mix_with_link_response_0_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 13))


def mix_with_link_response_1_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 14))


def mix_with_weight_response_0_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 15))


def mix_with_weight_response_1_above_the_order() -> Vector:
    """A number has one form."""
    return _said("BadScalar", raised_by_the_order(VALUE, 16))


def mix_with_odd_elements_and_scalars() -> Vector:
    """Elements are judged before scalars."""
    return _said("BadElement", raised_by_the_order(swapped(VALUE, 7, ONE), 16))


def mix_that_is_a_byte_short() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) - 1))


def mix_that_is_a_byte_long() -> Vector:
    """The length is judged before everything else."""
    return _said("WrongLength", b"\xff" * (len(VALUE) + 1))


def mix_of_no_bytes() -> Vector:
    """Nothing is no proof."""
    return _said("WrongLength", b"")


def mix_said_elsewhere() -> Vector:
    """A proof holds at one place."""
    return _said("FalseMix", context=ELSEWHERE)


def mix_of_one_card() -> Vector:
    """One card has one order."""
    return _said(cards=CARDS[:1], value=mix_cards(CARDS[:1], COVER, KEY, HERE))


def mix_of_five_cards() -> Vector:
    """Five cards, mixed by one seat after another."""
    return _said(cards=MIXED, value=mix_cards(MIXED, COVER, KEYS[1], HERE))


def mix_of_three_cards_for_two() -> Vector:
    """So many cards, so many bytes."""
    return _said("WrongLength", mix_cards(deck(3), COVER, KEY, HERE))


def mix_of_another_deck() -> Vector:
    """The cards before stood in another order."""
    return _said("FalseMix", cards=CARDS[::-1])


def mix_under_another_cover() -> Vector:
    """The cover is the key of one seat."""
    return _said("FalseMix", cover=KEY.public)


def mix_whose_blinds_cancel() -> Vector:
    """The commitments sum up to the generators: the identity is an empty part of the digest."""
    return _said(value=_cancelling())


def mix_that_announces_the_identity() -> Vector:
    """All nonces but those of the links are zero: every announcement is an empty part of the digest."""
    made = announcing_the_identity("mix", b"mix", lambda: mix_cards(CARDS, COVER, KEY, HERE), len(CARDS))
    return _said(value=made)


def mix_under_keys_that_cancel() -> Vector:
    """The cover is the identity: an empty part of the digest."""
    return _said(value=mix_cards(CARDS, b"", KEY, HERE), cover=b"")
