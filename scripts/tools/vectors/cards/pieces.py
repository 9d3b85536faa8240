"""What is changed in proofs: one piece of 32 bytes, an element or a scalar; and the nonces of a prover."""

from collections.abc import Callable, Iterator
from itertools import chain, islice, repeat
from unittest import mock

from protocol.cards.challenges import nonces
from protocol.cards.group import L, add, base, pack
from scripts.tools import edwards
from scripts.tools.masks import piece_of, swapped

ONE = (1).to_bytes(32, "little")
"""The identity, as it would be written."""

OF_ORDER_2L = edwards.encode(edwards.add(edwards.times(7, edwards.BASE), edwards.torsion()[4]))


def other_element(value: bytes, place: int) -> bytes:
    """Another element at a place."""
    return swapped(value, place, add(piece_of(value, place), base(1)))


def other_scalar(value: bytes, place: int) -> bytes:
    """Another scalar at a place."""
    return swapped(value, place, pack(int.from_bytes(piece_of(value, place), "little") + 1))


def raised_by_the_order(value: bytes, place: int) -> bytes:
    """The same scalar in another form."""
    number = int.from_bytes(piece_of(value, place), "little")
    return swapped(value, place, (number + L).to_bytes(32, "little"))


def announcing_the_identity(module: str, purpose: bytes, make: Callable[[], bytes], kept: int = 0) -> bytes:
    """What is made where a module's nonces for a purpose are zero, but for the first: a prover may choose so.

    Every announcement is then the identity, of which nothing is hashed.
    """

    def chosen(secret: bytes, asked: bytes, *covered: bytes) -> Iterator[int]:
        drawn = nonces(secret, asked, *covered)
        return chain(islice(drawn, kept), repeat(0)) if asked == purpose else drawn

    with mock.patch(f"protocol.cards.{module}.nonces", chosen):
        return make()
