"""Powers: cards times one number that only one seat knows (protocol.md §14.9).

When every seat has raised the same cards, those that were equal can be told to be equal, and nothing else
can: that is how a deck is gathered without the cards that are held.
"""

from collections.abc import Sequence

from protocol.canonical import Value
from protocol.errors import FalsePower
from protocol.hashing import digest

from .card import CARD_SIZE
from .challenges import challenge
from .equality import Equality
from .group import SIZE, base, element, pieces, times
from .keys import CardKey


def power_size(size: int) -> int:
    """The bytes of so many raised cards and their proof."""
    return 64 * size + 96


def raise_cards(cards: Sequence[bytes], key: CardKey, context: bytes) -> bytes:
    """The raised cards, and that one number raised them all.

    The number is never the same twice: with the same one at two places, cards could be followed from
    one to the other.
    """
    number = challenge(digest("card-factor", key.seed, context, b"".join(cards)))
    raised = tuple(times(one, number) for one in _elements(cards))
    public = base(number)
    proof = _equality(cards, public, raised, context).prove(number, key.seed)
    return b"".join(raised) + public + proof


def check_power(cards: Sequence[bytes], value: Value, context: bytes) -> tuple[bytes, ...]:
    """The raised cards.

    Raises:
        WrongLength, BadElement, BadScalar: it is nothing of the kind.
        FalsePower: not one number raised them all.
    """
    *said, public, e, response = pieces(value, 2 * len(cards) + 3)
    raised = tuple(map(element, said))
    if not _equality(cards, element(public), raised, context).holds((e, response)):
        raise FalsePower("not one number for all these cards")
    return tuple(first + second for first, second in zip(raised[::2], raised[1::2], strict=True))


def _equality(cards: Sequence[bytes], public: bytes, raised: tuple[bytes, ...], context: bytes) -> Equality:
    return Equality(b"power", context, public, _elements(cards), raised)


def _elements(cards: Sequence[bytes]) -> tuple[bytes, ...]:
    """Both halves of each card, one behind the other."""
    assert all(len(card) == CARD_SIZE for card in cards)
    return tuple(card[start : start + SIZE] for card in cards for start in (0, SIZE))
