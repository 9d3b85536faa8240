"""A masked card: (A, B) = (rG, M + rY), 64 bytes, for a face M under the cover Y (protocol.md §14.3).

The cover is the sum of the keys of those who mask the card, or one seat's own key. Whoever takes off a share
xA for each key x of the cover is left with the face.
"""

from collections.abc import Iterable, Sequence

from .group import IDENTITY, SIZE, add, base, subtract, total

CARD_SIZE = 2 * SIZE


def masked(face: bytes, cover: bytes) -> bytes:
    """A face-up card as one that can be mixed, with r = 1: everybody makes the same of it."""
    return joined(base(1), add(face, cover))


def joined(first: bytes, second: bytes) -> bytes:
    """A card from its halves."""
    # That one of them is the identity happens to nobody, and must not pass for a shorter card.
    assert IDENTITY not in (first, second)
    return first + second


def halves(cards: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The first half of each card, and the second."""
    assert all(len(card) == CARD_SIZE for card in cards)
    return [card[:SIZE] for card in cards], [card[SIZE:] for card in cards]


def bare(card: bytes, shares: Iterable[bytes]) -> bytes:
    """What is left of the second half without these shares.

    The face, if none is missing. Of what is no card of the family it is no face; the identity is the
    empty string.
    """
    return subtract(card[SIZE:], total(shares))
