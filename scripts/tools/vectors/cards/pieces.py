"""What is changed in proofs: one piece of 32 bytes, which is an element or a scalar."""

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
