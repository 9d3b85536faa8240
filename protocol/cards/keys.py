"""The key of a seat that masks cards, and the proof that its owner knows the secret (protocol.md §14.4).

Who could say a key without knowing its secret could choose one that cancels all the others.
"""

from protocol.canonical import Value
from protocol.errors import FalseKey
from protocol.frozen import Frozen
from protocol.hashing import digest

from .challenges import challenge, nonces
from .group import base, element, pack, pieces, scalar, subtract, times

SEED_SIZE = 32


class CardKey(Frozen):
    """A secret and its public half, made by `from_seed` alone; its text shows the public half only."""

    public: bytes
    seed: bytes
    number: int

    def __repr__(self) -> str:
        return f"CardKey(public={self.public!r})"

    @classmethod
    def from_seed(cls, seed: bytes) -> "CardKey":
        """The key of 32 random bytes, which are used at one table only. Another size is a ValueError."""
        if len(seed) != SEED_SIZE:
            raise ValueError(f"{len(seed)} bytes where a seed has {SEED_SIZE}")
        number = challenge(digest("card-secret", seed))
        return cls(base(number), seed, number)


def prove_key(key: CardKey, context: bytes) -> bytes:
    """The public half, and that its owner knows the other: 96 bytes."""
    nonce = next(nonces(key.seed, b"key", context, key.public))
    e = _challenge(context, key.public, base(nonce))
    return key.public + pack(e, nonce + e * key.number)


def check_key(value: Value, context: bytes) -> bytes:
    """The public half that somebody has shown to be its own.

    Raises:
        WrongLength, BadElement, BadScalar: it is nothing of the kind.
        FalseKey: nobody shows that they know the secret.
    """
    said, *rest = pieces(value, 3)
    public = element(said)
    e, response = map(scalar, rest)
    if _challenge(context, public, subtract(base(response), times(public, e))) != e:
        raise FalseKey("nobody shows that they know the secret")
    return public


def _challenge(context: bytes, public: bytes, announced: bytes) -> int:
    return challenge(digest("card-key", context, public, announced))
