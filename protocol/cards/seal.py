"""Seals: a card of one seat, under another cover (protocol.md §14.8).

To give a card away, to show it to one seat only, or to lay it back face down, under the cover of all.
"""

from protocol.canonical import Value
from protocol.errors import FalseSeal
from protocol.hashing import digest

from .card import halves, joined
from .challenges import challenge, nonces
from .group import add, base, element, pack, pieces, scalar, subtract, times
from .keys import CardKey

SEAL_SIZE = 160


def seal(card: bytes, key: CardKey, cover: bytes, context: bytes) -> bytes:
    """The card of this key under the cover, and that it is the same."""
    [first], [second] = halves([card])
    mask = next(nonces(key.seed, b"mask", context, card, cover))
    face = subtract(second, times(first, key.number))
    sealed = joined(base(mask), add(face, times(cover, mask)))
    draw = nonces(key.seed, b"seal", context, card, key.public, cover, sealed)
    one, other = next(draw), next(draw)
    announced = base(one), base(other), subtract(times(cover, other), times(first, one))
    e = _challenge(context, card, key.public, cover, sealed, *announced)
    return sealed + pack(e, one + e * key.number, other + e * mask)


def check_seal(card: bytes, public: bytes, cover: bytes, value: Value, context: bytes) -> bytes:
    """The card of this key, as its owner has put it under the cover.

    Raises:
        WrongLength, BadElement, BadScalar: it is nothing of the kind.
        FalseSeal: not the same card.
    """
    [first], [second] = halves([card])
    *said, e_said, one_said, other_said = pieces(value, 5)
    sealed_first, sealed_second = map(element, said)
    e, one, other = scalar(e_said), scalar(one_said), scalar(other_said)
    sealed = joined(sealed_first, sealed_second)
    announced = (
        subtract(base(one), times(public, e)),
        subtract(base(other), times(sealed_first, e)),
        # The second halves differ by what the cover puts on and the key takes off.
        subtract(
            subtract(times(cover, other), times(first, one)),
            times(subtract(sealed_second, second), e),
        ),
    )
    if _challenge(context, card, public, cover, sealed, *announced) != e:
        raise FalseSeal("not the same card")
    return sealed


def _challenge(context: bytes, *statement: bytes) -> int:
    return challenge(digest("card-seal", context, *statement))
