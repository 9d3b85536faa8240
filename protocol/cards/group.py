"""The group of the cards, the prime-order part of edwards25519, and its scalars (protocol.md §14.1).

An element is 32 bytes in the one form that it has. The identity is no element: inside a calculation it is
the empty string, so that all arithmetic is total, and a sum that comes to it on paper does so here; but it
never travels. A scalar is a number of Python, and 32 bytes on the way.

Nothing here depends on a secret but by libsodium's own multiplication, which takes the same time for every
scalar, and by sums of numbers.
"""

from collections.abc import Iterable

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
    has_crypto_core_ed25519,
)

from protocol.canonical import Value
from protocol.errors import BadElement, BadScalar, WrongLength

L = 2**252 + 27742317777372353535851937790883648493
SIZE = 32
"""Bytes of an element, and of a scalar."""

IDENTITY = b""

_ONE = (1).to_bytes(SIZE, "little")
"""The identity as libsodium writes it."""

_STRANGER = bytes.fromhex("359dbf604a3b3bedc20d5408b9d4770fbe52c922979b3178d02ab8d41c9c3a4e")
"""7B and the point of order 2 together."""


def check_library() -> None:
    """Refuse a libsodium that takes points outside of the group for elements. Raises ImportError.

    Those before PyNaCl 1.6.2 did (CVE-2025-69277): a card that was marked with the point of order 2 stays
    marked through every honest shuffle, and half of those would be judged false.
    """
    if not has_crypto_core_ed25519:
        raise ImportError("this libsodium was built without the group that cards need")
    if crypto_core_ed25519_is_valid_point(_STRANGER):
        raise ImportError("this libsodium takes strangers for elements; cards need PyNaCl 1.6.2 or later")


check_library()


# What comes from outside.


def pieces(value: Value, count: int) -> list[bytes]:
    """What somebody said, in pieces of 32 bytes. Raises WrongLength unless it is bytes and so many pieces."""
    if not isinstance(value, bytes) or len(value) != SIZE * count:
        raise WrongLength(f"not {count} pieces of {SIZE} bytes")
    return [value[start : start + SIZE] for start in range(0, len(value), SIZE)]


def element(piece: bytes) -> bytes:
    """An element, from 32 bytes that somebody said. Raises BadElement."""
    if not crypto_core_ed25519_is_valid_point(piece):
        raise BadElement("not the one form of an element")
    return piece


def scalar(piece: bytes) -> int:
    """A scalar, from 32 bytes that somebody said. Raises BadScalar."""
    number = int.from_bytes(piece, "little")
    if number >= L:
        raise BadScalar("not below the order of the group")
    return number


# Arithmetic.


def pack(*numbers: int) -> bytes:
    """Scalars as they travel, one behind the other."""
    return b"".join(_scalar_bytes(number % L) for number in numbers)


def base(number: int) -> bytes:
    """So many times the base point."""
    number %= L
    # The library takes the result zero for a mistake.
    return crypto_scalarmult_ed25519_base_noclamp(_scalar_bytes(number)) if number else IDENTITY


def times(one: bytes, number: int) -> bytes:
    """So many times an element."""
    number %= L
    return crypto_scalarmult_ed25519_noclamp(_scalar_bytes(number), one) if number and one else IDENTITY


def add(one: bytes, other: bytes) -> bytes:
    """The sum of two."""
    if not one or not other:
        return one or other
    return _result(crypto_core_ed25519_add(one, other))


def subtract(one: bytes, other: bytes) -> bytes:
    """The first without the second."""
    if not one or not other:
        return one or times(other, -1)
    return _result(crypto_core_ed25519_sub(one, other))


def total(summands: Iterable[bytes]) -> bytes:
    """The sum of all."""
    result = IDENTITY
    for one in summands:
        result = add(result, one)
    return result


def combine(elements: Iterable[bytes], numbers: Iterable[int]) -> bytes:
    """The sum of each element, times the number at its place."""
    return total(times(one, number) for one, number in zip(elements, numbers, strict=True))


def _scalar_bytes(number: int) -> bytes:
    return number.to_bytes(SIZE, "little")


def _result(written: bytes) -> bytes:
    return IDENTITY if written == _ONE else written
