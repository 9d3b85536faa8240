"""Elements of which nobody knows the logarithm: faces, and what mixes are committed with (§14.1)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count

from protocol.hashing import digest

from .challenges import u64
from .group import IDENTITY, SIZE, add

MAX_CARDS = 128
"""In a family, and in a mix."""

_KNOWN_POINTS = 1024
"""Points that are remembered; a game has one for each card, and a mix one more than it has cards."""

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


@lru_cache(maxsize=_KNOWN_POINTS)
def point(*label: bytes) -> bytes:
    """The element of a label: the first number that is the y of a point, without its part of small order."""
    numbers = (int.from_bytes(digest("card-point", *label, u64(k)), "little") % 2**255 for k in count())
    return next(filter(None, map(_raised, numbers)))


def face(family: str, number: int) -> bytes:
    """What stands for one card. Copies of a card are cards of their own."""
    assert 0 <= number < MAX_CARDS
    return point(b"face", family.encode(), u64(number))


def generators(size: int) -> tuple[bytes, Sequence[bytes]]:
    """What a mix of so many cards is committed with: one for the chain, and one for each place."""
    return point(b"chain"), [point(b"place", u64(number)) for number in range(size)]


def _raised(y: int) -> bytes:
    """Eight times the point with this y and an even x, or the identity if there is none."""
    if y >= _P or pow((y * y - 1) * (_D * y * y + 1), (_P - 1) // 2, _P) != 1:
        return IDENTITY
    raised = y.to_bytes(SIZE, "little")
    for _ in range(3):
        raised = add(raised, raised)
    return raised
