"""Random values that nobody chose, from everybody's shares (protocol.md §5.4).

The shares were committed, locked and revealed; what the value is for was fixed
by the rules before. Shares are hashed in seat order, never XORed, and mapped to
the asked ranges by rejection, so that every value is equally likely.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count

from .hashing import digest

SHARE_SIZE = 32
MAX_BOUND = 2**32
_WORD = 2**64


def draw(
    *, table: bytes, step: int, use: str, shares: Mapping[int, bytes], bounds: tuple[int, ...]
) -> tuple[int, ...]:
    """One value below each bound, from the shares of all seats that revealed."""
    assert all(0 < bound <= MAX_BOUND for bound in bounds)
    parts = [seat.to_bytes(8, "big") + shares[seat] for seat in sorted(shares)]
    seed = digest("chance", table, step.to_bytes(8, "big"), use.encode(), *parts)
    words = map(partial(_word, seed), count())
    return tuple(_below(bound, words) for bound in bounds)


def _word(seed: bytes, number: int) -> int:
    return int.from_bytes(digest("draw", seed, number.to_bytes(8, "big"))[:8], "big")


def _below(bound: int, words: Iterator[int]) -> int:
    # Words at or above the largest multiple of the bound would favour small values.
    limit = _WORD - _WORD % bound
    return next(word for word in words if word < limit) % bound
