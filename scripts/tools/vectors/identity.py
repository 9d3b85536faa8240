"""Vectors of keys and signatures (protocol.md §2.4).

The odd ones are made with the curve's own arithmetic, so that a library which
is less strict accepts most of them: there the equation holds, with the cofactor
or without.
"""

from collections.abc import Iterator

from protocol.identity import Key
from scripts.tools.edwards import (
    BASE,
    SIGN,
    ZERO,
    L,
    P,
    Point,
    add,
    challenge,
    encode,
    sign,
    times,
    torsion,
    with_y,
)

from .vector import ACCEPT, Vector, vector

MESSAGE = b"the digest of a message"
SEED = bytes(range(32))
SECRET, NONCE = 1234567890123456789, 9876543210987654321
PUBLIC, COMMITTED = times(SECRET, BASE), times(NONCE, BASE)
KEY, R = encode(PUBLIC), encode(COMMITTED)
SMALL = torsion()


def _signed(expect: str, key: bytes, signature: bytes, message: bytes = MESSAGE) -> Vector:
    return vector(expect, ("key", key), ("message", message), ("signature", signature))


def _seeded(message: bytes) -> Vector:
    key = Key.from_seed(SEED)
    blocks = (("key", key.public), ("message", message), ("signature", key.sign(message)))
    return vector(ACCEPT, *blocks, key_seed=SEED)


def _number(value: int) -> bytes:
    return value.to_bytes(32, "little")


def _off_curve() -> bytes:
    return _number(next(y for y in range(2, 100) if with_y(y) is None))


def _messages() -> Iterator[bytes]:
    return (b"message %d" % count for count in range(1000))


def _twisted(expect: str, a_twist: int, r_twist: int, *, cancels: bool) -> Vector:
    """A key and an R with components of small order, and a message for which they cancel out, or do not."""
    key, r = encode(add(PUBLIC, SMALL[a_twist])), encode(add(COMMITTED, SMALL[r_twist]))
    message = next(m for m in _messages() if _is_cancelled(key, r, m, a_twist, r_twist) is cancels)
    return _signed(expect, key, sign(SECRET, NONCE, message, a=key, r=r), message)


def _is_cancelled(key: bytes, r: bytes, message: bytes, a_twist: int, r_twist: int) -> bool:
    return (r_twist + challenge(r, key, message) * a_twist) % 8 == 0


def _small_key(key: Point) -> Vector:
    """Under a key of small order anybody can sign: a nonce alone is a signature for one message in eight."""
    encoded = encode(key)
    message = next(m for m in _messages() if challenge(R, encoded, m) % 8 == 0)
    return _signed("BadKey", encoded, R + _number(NONCE), message)


# Accepted.


def signature_of_a_seed() -> Vector:
    """The seed gives the key, and the key signs the same each time."""
    return _seeded(MESSAGE)


def signature_over_nothing() -> Vector:
    """The message is empty."""
    return _seeded(b"")


def signature_with_another_nonce() -> Vector:
    """Whoever signs may choose R freely; a second signature over a message is as good as the first."""
    return _signed(ACCEPT, KEY, sign(SECRET, NONCE, MESSAGE, a=KEY, r=R))


def key_of_mixed_order() -> Vector:
    """A key with a component of order 8 is a key, where the equation without the cofactor holds."""
    return _twisted(ACCEPT, 1, 0, cancels=True)


def key_and_r_of_mixed_order() -> Vector:
    """The components of small order in A and R cancel out, so the equation without the cofactor holds."""
    return _twisted(ACCEPT, 3, 5, cancels=True)


# Keys that are refused.


def key_of_31_bytes() -> Vector:
    """A key has 32 bytes."""
    return _signed("BadKey", KEY[:31], sign(SECRET, NONCE, MESSAGE, a=KEY, r=R))


def key_of_33_bytes() -> Vector:
    """A key has 32 bytes."""
    return _signed("BadKey", KEY + b"\x00", sign(SECRET, NONCE, MESSAGE, a=KEY, r=R))


def key_of_order_1() -> Vector:
    """The identity as a key; the equation holds for every message."""
    return _small_key(ZERO)


def key_of_order_2() -> Vector:
    """y = -1 as a key; the equation holds."""
    return _small_key(SMALL[4])


def key_of_order_8() -> Vector:
    """A point of order 8 as a key; the equation holds."""
    return _small_key(SMALL[1])


def key_not_below_p() -> Vector:
    """The identity written as y = p + 1; a library that reads y modulo p finds that the equation holds."""
    return _signed("BadKey", _number(P + 1), R + _number(NONCE))


def key_not_below_p_of_large_order() -> Vector:
    """A point that is not of small order, written with y not below p."""
    key = _number(next(y for y in range(P + 2, 2**255) if with_y(y) is not None))
    return _signed("BadKey", key, R + _number(NONCE))


def key_with_the_sign_of_zero() -> Vector:
    """y = 1 with the sign bit set, though x is zero."""
    return _signed("BadKey", _number(1 + SIGN), R + _number(NONCE))


def key_off_the_curve() -> Vector:
    """No point of the curve has this y."""
    return _signed("BadKey", _off_curve(), R + _number(NONCE))


def key_and_signature_bad() -> Vector:
    """The key is judged before the signature."""
    return _signed("BadKey", encode(ZERO), b"")


# Signatures that are refused.


def signature_of_63_bytes() -> Vector:
    """A signature has 64 bytes."""
    return _signed("BadSignature", KEY, sign(SECRET, NONCE, MESSAGE, a=KEY, r=R)[:63])


def signature_of_65_bytes() -> Vector:
    """A signature has 64 bytes."""
    return _signed("BadSignature", KEY, sign(SECRET, NONCE, MESSAGE, a=KEY, r=R) + b"\x00")


def signature_over_another_message() -> Vector:
    """One letter of the message is another."""
    return _signed("BadSignature", KEY, sign(SECRET, NONCE, MESSAGE, a=KEY, r=R), b"The digest of a message")


def signature_of_another_key() -> Vector:
    """A good signature, but of somebody else."""
    return _signed("BadSignature", KEY, Key.from_seed(SEED).sign(MESSAGE))


def s_plus_the_order() -> Vector:
    """S + L satisfies the same equation, so it would be a second signature that anybody can make."""
    signature = sign(SECRET, NONCE, MESSAGE, a=KEY, r=R)
    return _signed("BadSignature", KEY, R + _number(int.from_bytes(signature[32:], "little") + L))


def r_of_order_1() -> Vector:
    """R is the identity; the equation holds."""
    return _signed("BadSignature", KEY, sign(SECRET, 0, MESSAGE, a=KEY, r=encode(ZERO)))


def r_of_order_8() -> Vector:
    """R is of order 8; the equation holds with the cofactor."""
    return _signed("BadSignature", KEY, sign(SECRET, 0, MESSAGE, a=KEY, r=encode(SMALL[1])))


def r_not_below_p() -> Vector:
    """The identity written as y = p + 1; the equation holds for a library that reads y modulo p."""
    return _signed("BadSignature", KEY, sign(SECRET, 0, MESSAGE, a=KEY, r=_number(P + 1)))


def r_with_the_sign_of_zero() -> Vector:
    """The identity with the sign bit set; the equation holds for a library that does not mind."""
    return _signed("BadSignature", KEY, sign(SECRET, 0, MESSAGE, a=KEY, r=_number(1 + SIGN)))


def r_off_the_curve() -> Vector:
    """No point of the curve has this y."""
    return _signed("BadSignature", KEY, sign(SECRET, NONCE, MESSAGE, a=KEY, r=_off_curve()))


def r_of_mixed_order() -> Vector:
    """R has a component of order 8; the equation holds with the cofactor only."""
    return _twisted("BadSignature", 0, 1, cancels=False)


def key_of_mixed_order_only_with_the_cofactor() -> Vector:
    """A key with a component of order 8 is a key, but here the equation holds with the cofactor only."""
    return _twisted("BadSignature", 1, 0, cancels=False)
