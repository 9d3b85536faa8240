"""Mixes: the same cards in another order, masked anew, and the proof of it (protocol.md §14.7).

The proof is that of Terelius and Wikström, in its compact form. The prover commits to the order, one
commitment for each card before, as a matrix of zeros and ones would be committed to; hashed weights, one for
each card before, make one equation of all. Four of the six announcements are about sums:

    1   each row of the matrix sums up to one
    2   the product of the weights is that of the weights in the new order, as the chain carries it on
    3   the weights in the new order are what the matrix makes of the weights
    4   the weighed cards are the cards after, weighed in the new order, but for their masks; both halves

and one for each link of the chain says that it is made of the link before. Rows that sum up to one and keep
the product leave nothing but an order.
"""

from collections.abc import Iterator, Sequence
from functools import reduce

from protocol.canonical import Value
from protocol.errors import FalseMix
from protocol.frozen import Frozen
from protocol.hashing import digest

from .card import halves, joined
from .challenges import challenge, nonces, weights
from .group import L, add, base, combine, element, pack, pieces, scalar, subtract, times, total
from .keys import CardKey
from .points import MAX_CARDS, generators


def mix_size(size: int) -> int:
    """The bytes of so many mixed cards and their proof."""
    return 192 * size + 160


class MixClaim(Frozen):
    """What is proven: the cards after are those before, in another order and masked anew under the cover."""

    context: bytes
    cover: bytes
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]

    def parts(self) -> tuple[bytes, ...]:
        """All of it, as it is hashed."""
        return self.context, self.cover, b"".join(self.before), b"".join(self.after)


class Weighed(Frozen):
    """A mix whose order was committed to: only now is it known how its cards are weighed."""

    mix: MixClaim
    commitments: tuple[bytes, ...]
    seed: bytes
    weights: tuple[int, ...]

    @classmethod
    def of(cls, mix: MixClaim, commitments: Sequence[bytes]) -> "Weighed":
        """Weights that depend on everything that is weighed."""
        seed = digest("card-weights", *mix.parts(), b"".join(commitments))
        return cls(mix, tuple(commitments), seed, tuple(weights(seed, len(commitments))))

    def challenge(self, chain: Sequence[bytes], sums: Sequence[bytes], links: Sequence[bytes]) -> int:
        """The one challenge of the proof."""
        return challenge(digest("card-mix", self.seed, b"".join(chain), *sums, *links))


def mix_cards(cards: Sequence[bytes], cover: bytes, key: CardKey, context: bytes) -> bytes:
    """The cards in a new order, masked anew, and the proof: 192 bytes for each, and 160.

    Of the key only the seed counts: whoever mixes need not be among those who cover the cards.
    """
    assert 0 < len(cards) <= MAX_CARDS
    draw = nonces(key.seed, b"order", context, cover, b"".join(cards))
    order = _drawn_order(len(cards), draw)
    masks = [next(draw) for _ in cards]
    firsts, seconds = halves([cards[place] for place in order])
    after = tuple(
        joined(add(first, base(mask)), add(second, times(cover, mask)))
        for first, second, mask in zip(firsts, seconds, masks, strict=True)
    )
    return b"".join(after) + prove(MixClaim(context, cover, tuple(cards), after), order, masks, key.seed)


def _drawn_order(size: int, draw: Iterator[int]) -> list[int]:
    """Which card comes at each place. The words are so long that the rest of a division favours nobody."""
    order = list(range(size))
    for place in range(size - 1, 0, -1):
        other = next(draw) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def prove(mix: MixClaim, order: Sequence[int], masks: Sequence[int], secret: bytes) -> bytes:
    """The proof of a mix in this order with these masks; `secret` is only what nonces are made from."""
    size = len(order)
    places = range(size)
    start, generated = generators(size)
    draw = nonces(secret, b"commitments", *mix.parts())
    blinds = [next(draw) for _ in places]
    commitments = [base(blind) for blind in blinds]
    for place, card in enumerate(order):
        commitments[card] = add(commitments[card], generated[place])
    weighed = Weighed.of(mix, commitments)
    moved = [weighed.weights[card] for card in order]

    draw = nonces(secret, b"mix", weighed.seed)
    links = [next(draw) for _ in places]
    chain, exponents = _chained(start, links, moved)
    n1, n2, n3, n4 = (next(draw) for _ in range(4))
    link_nonces = [next(draw) for _ in places]
    weight_nonces = [next(draw) for _ in places]
    firsts, seconds = halves(mix.after)
    sums = (
        base(n1),
        base(n2),
        add(base(n3), combine(generated, weight_nonces)),
        subtract(combine(firsts, weight_nonces), base(n4)),
        subtract(combine(seconds, weight_nonces), times(mix.cover, n4)),
    )
    announced = [
        add(base(nonce + weight * blind), times(start, weight * product))
        for nonce, weight, (blind, product) in zip(link_nonces, weight_nonces, exponents, strict=True)
    ]
    e = weighed.challenge(chain, sums, announced)

    last_blind, _ = _extended(exponents[-1], links[-1], moved[-1])
    return b"".join((*commitments, *chain)) + pack(
        e,
        n1 + e * sum(blinds),
        n2 + e * last_blind,
        n3 + e * _product(blinds, weighed.weights),
        n4 + e * _product(masks, moved),
        *(nonce + e * link for nonce, link in zip(link_nonces, links, strict=True)),
        *(nonce + e * weight for nonce, weight in zip(weight_nonces, moved, strict=True)),
    )


def _chained(
    start: bytes, links: Sequence[int], moved: Sequence[int]
) -> tuple[list[bytes], list[tuple[int, int]]]:
    """Each link is the one before times a weight, blinded; and before each, as so much of base and start.

    To know it so saves the multiplication of every link.
    """
    chain, before, exponents = [], [], (0, 1)
    for link, weight in zip(links, moved, strict=True):
        before.append(exponents)
        exponents = _extended(exponents, link, weight)
        chain.append(add(base(exponents[0]), times(start, exponents[1])))
    return chain, before


def _extended(exponents: tuple[int, int], link: int, weight: int) -> tuple[int, int]:
    blind, product = exponents
    return (link + weight * blind) % L, weight * product % L


def _product(ones: Sequence[int], others: Sequence[int]) -> int:
    return sum(one * other for one, other in zip(ones, others, strict=True))


def check_mix(cards: Sequence[bytes], cover: bytes, value: Value, context: bytes) -> tuple[bytes, ...]:
    """The cards as somebody has mixed them.

    Raises:
        WrongLength, BadElement, BadScalar: it is nothing of the kind.
        FalseMix: not the same cards.
    """
    size = len(cards)
    assert 0 < size <= MAX_CARDS
    said = pieces(value, 6 * size + 5)
    elements = [element(piece) for piece in said[: 4 * size]]
    e, *responses = [scalar(piece) for piece in said[4 * size :]]
    after = tuple(joined(*elements[place : place + 2]) for place in range(0, 2 * size, 2))
    weighed = Weighed.of(MixClaim(context, cover, tuple(cards), after), elements[2 * size : 3 * size])
    chain = elements[3 * size :]
    sums, links = _announced(weighed, chain, e, responses)
    if weighed.challenge(chain, sums, links) != e:
        raise FalseMix("not the same cards")
    return after


def _announced(
    weighed: Weighed, chain: Sequence[bytes], e: int, responses: Sequence[int]
) -> tuple[tuple[bytes, ...], list[bytes]]:
    """What must have been announced for these responses to be right."""
    r1, r2, r3, r4, *rest = responses
    mix, size = weighed.mix, len(chain)
    link_responses, moved = rest[:size], rest[size:]
    start, generated = generators(size)
    product = reduce(lambda one, other: one * other % L, weighed.weights)
    weighing = [-e * weight for weight in weighed.weights]
    firsts, seconds = halves(mix.before)
    firsts_after, seconds_after = halves(mix.after)
    sums = (
        subtract(base(r1), times(subtract(total(weighed.commitments), total(generated)), e)),
        subtract(base(r2), times(subtract(chain[-1], times(start, product)), e)),
        total((base(r3), combine(generated, moved), combine(weighed.commitments, weighing))),
        total((base(-r4), combine(firsts_after, moved), combine(firsts, weighing))),
        total((times(mix.cover, -r4), combine(seconds_after, moved), combine(seconds, weighing))),
    )
    links = [
        subtract(add(base(response), times(before, weight)), times(link, e))
        for response, weight, before, link in zip(
            link_responses, moved, (start, *chain[:-1]), chain, strict=True
        )
    ]
    return sums, links
