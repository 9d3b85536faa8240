"""What is hashed for cards: contexts, challenges, weights, and numbers that only one seat can know (§14.2).

A number from a digest has 252 bits. All of these are below the order of the group, and as good as
evenly spread over the scalars.
"""

from collections.abc import Iterator
from itertools import count

from protocol.hashing import DIGEST_SIZE, digest

_RANGE = 2**252


def context(*, table: bytes, number: int, seat: int, name: str) -> bytes:
    """Where a proof is said: at which table, in which of its operations, by whom and as what.

    Every challenge covers it, so a proof is worth nothing anywhere else.
    """
    assert len(table) == DIGEST_SIZE
    return digest("card-context", table, u64(number), u64(seat), name.encode())


def u64(number: int) -> bytes:
    """A number as it is hashed."""
    return number.to_bytes(8, "big")


def challenge(hashed: bytes) -> int:
    """The number of a digest: nobody chooses it who does not choose what is hashed."""
    return int.from_bytes(hashed, "little") % _RANGE


def weights(seed: bytes, size: int) -> list[int]:
    """Numbers that make one equation out of many; the seed covers everything that is weighed."""
    return [challenge(digest("card-weight", seed, u64(place))) for place in range(size)]


def nonces(secret: bytes, purpose: bytes, *covered: bytes) -> Iterator[int]:
    """Numbers that nobody knows without the secret: the same for the same purpose and the same parts.

    One number under two challenges gives the secret away. So the parts are all that the challenge depends
    on, as far as it is known before: whoever is asked the same again says the same again, byte for byte.
    """
    seed = digest("card-nonces", secret, purpose, *covered)
    return (challenge(digest("card-nonce", seed, u64(place))) for place in count())
