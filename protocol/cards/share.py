"""Shares: what a seat takes off cards that it helped to mask, or masked alone (protocol.md §14.6).

They deal a card, where all but one give theirs, show it, where all do, or open a card of one's own hand.
"""

from collections.abc import Sequence

from protocol.canonical import Value
from protocol.errors import FalseShare

from .card import halves
from .equality import Equality
from .group import element, pieces, times
from .keys import CardKey


def share_size(size: int) -> int:
    """The bytes of the shares of so many cards."""
    return 32 * size + 64


def give_share(cards: Sequence[bytes], key: CardKey, context: bytes) -> bytes:
    """The share of each card, and that they are what they should be."""
    shares = tuple(times(first, key.number) for first in halves(cards)[0])
    return b"".join(shares) + _equality(cards, key.public, shares, context).prove(key.number, key.seed)


def check_share(cards: Sequence[bytes], public: bytes, value: Value, context: bytes) -> tuple[bytes, ...]:
    """The share of each card that the owner of a key has given.

    Raises:
        WrongLength, BadElement, BadScalar: it is nothing of the kind.
        FalseShare: one of them is not what this key takes off its card.
    """
    *said, e, response = pieces(value, len(cards) + 2)
    shares = tuple(map(element, said))
    if not _equality(cards, public, shares, context).holds((e, response)):
        raise FalseShare("not what this key takes off these cards")
    return shares


def _equality(cards: Sequence[bytes], public: bytes, shares: tuple[bytes, ...], context: bytes) -> Equality:
    firsts, _ = halves(cards)
    return Equality(b"share", context, public, tuple(firsts), shares)
