"""Each part of each digest of a proof is needed: without it somebody proves what is false.

An equation of a proof is checked by hashing what it comes to. So to leave out a part of a digest leaves an
equation out, or frees something that the prover may then choose afterwards. Here every part is left out, one
at a time. A forger who knows of it makes a false proof that is accepted, and that is refused as long as the
part is there. Of two parts nobody has found a use; without them, as without all others, no vector holds.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from unittest import mock

import pytest

from protocol import hashing
from protocol.cards import challenges, equality, keys, mix, seal
from protocol.cards.card import halves
from protocol.cards.challenges import weights
from protocol.cards.equality import Equality
from protocol.cards.group import (
    IDENTITY,
    L,
    add,
    base,
    combine,
    pack,
    subtract,
    times,
    total,
)
from protocol.cards.keys import check_key, prove_key
from protocol.cards.mix import MixClaim, Weighed, check_mix, mix_cards
from protocol.cards.points import generators
from protocol.cards.power import raise_cards
from protocol.cards.seal import check_seal
from protocol.cards.share import check_share, give_share
from protocol.errors import Refusal
from scripts.tools.masks import COVER, ELSEWHERE, FACES, HERE, KEYS, deck

KEY = KEYS[0]
X = KEY.number
FALSE = FACES[5]
"""An element of which nobody knows how it came to be."""


# Left out.


@dataclass(frozen=True)
class Part:
    """A part of a digest, by the digest's tag and the part's place in it."""

    tag: str
    place: int


@contextmanager
def replaced(digest: Callable[..., bytes]) -> Iterator[None]:
    """Whatever proofs and their checks hash goes through this."""
    with ExitStack() as patches:
        for module in (challenges, equality, keys, mix, seal):
            patches.enter_context(mock.patch.object(module, "digest", digest))
        yield


@contextmanager
def without(part: Part) -> Iterator[None]:
    """Every proof is made and checked as if the specification did not name this part."""

    def digest(tag: str, *parts: bytes) -> bytes:
        kept = [one for place, one in enumerate(parts) if (tag, place) != (part.tag, part.place)]
        return hashing.digest(tag, *kept)

    with replaced(digest):
        yield


@dataclass(frozen=True)
class Forged:
    """Something false that was said: how it is checked, and what it would come to."""

    check: Callable[[], object]

    def passes(self) -> bool:
        try:
            self.check()
        except Refusal:
            return False
        return True


Forge = Callable[[], Forged]
FORGERIES: dict[Part, Forge] = {}


def forges(tag: str, place: int) -> Callable[[Forge], Forge]:
    """What is forged where this part is left out."""

    def known(forge: Forge) -> Forge:
        FORGERIES[Part(tag, place)] = forge
        return forge

    return known


def divided(one: bytes, number: int) -> bytes:
    return times(one, pow(number, -1, L))


# Keys.


@forges("card-key", 0)
def key_copied_from_another_place() -> Forged:
    value = prove_key(KEY, ELSEWHERE[0])
    return Forged(lambda: check_key(value, HERE))


@forges("card-key", 1)
def key_made_of_its_own_proof() -> Forged:
    """The announcement is anything; the key is what fits afterwards, and nobody knows its secret."""
    c, z = keys._challenge(HERE, IDENTITY, FALSE), 7
    key = divided(subtract(base(z), FALSE), c)
    value = key + pack(c, z)
    return Forged(lambda: check_key(value, HERE))


@forges("card-key", 2)
def key_of_no_secret() -> Forged:
    value = FALSE + pack(keys._challenge(HERE, FALSE, IDENTITY), 7)
    return Forged(lambda: check_key(value, HERE))


# The equality, in shares of two cards.

CARDS = tuple(card[32:] + card[:32] for card in deck(2))
FIRSTS, _ = halves(CARDS)
SHARES = tuple(times(one, X) for one in FIRSTS)


def shared(statement: Equality, proof: bytes, cards: Sequence[bytes] = CARDS) -> Forged:
    value = b"".join(statement.images) + proof
    return Forged(lambda: check_share(cards, statement.public, value, HERE))


def stated(images: Sequence[bytes], public: bytes = KEY.public, firsts: Sequence[bytes] = FIRSTS) -> Equality:
    return Equality(b"share", HERE, public, tuple(firsts), tuple(images))


def folds(statement: Equality) -> tuple[bytes, bytes, list[int]]:
    seed = statement._seed()
    rho = [1, *weights(seed, 2)[1:]]
    return combine(statement.elements, rho), combine(statement.images, rho), rho


@forges("card-fold", 0)
def share_that_was_a_power() -> Forged:
    """With the power's own key: whoever raises cards gives away what looks like shares."""
    cards = deck(1)
    power = raise_cards(cards, KEY, HERE)
    value, public = power[:64] + power[96:], power[64:96]
    both = (cards[0], cards[0][32:] + cards[0][:32])
    return Forged(lambda: check_share(both, public, value, HERE))


@forges("card-fold", 1)
def share_from_another_place() -> Forged:
    value = give_share(CARDS, KEY, ELSEWHERE[0])
    return Forged(lambda: check_share(CARDS, KEY.public, value, HERE))


@forges("card-fold", 2)
def share_of_a_key_made_afterwards() -> Forged:
    """The shares are made by one number, the key is none of it."""
    k, q = 5, 99
    images = [times(one, q) for one in FIRSTS]
    hidden = stated(images)
    element, _, _ = folds(hidden)
    c = equality._challenge(hidden._seed(), FALSE, times(element, k))
    z = k + c * q
    return shared(stated(images, divided(subtract(base(z), FALSE), c)), pack(c, z))


@forges("card-fold", 3)
def share_of_a_card_made_afterwards() -> Forged:
    """The second card is what fits to the share, when the weights are known."""
    images = [SHARES[0], FALSE]
    seed = stated(images)._seed()
    rho = weights(seed, 2)[1]
    k, announced = 5, FACES[4]
    c = equality._challenge(seed, base(k), announced)
    z = k + c * X
    folded = add(images[0], times(images[1], rho))
    element = divided(add(announced, times(folded, c)), z)
    second = divided(subtract(element, FIRSTS[0]), rho)
    cards = (CARDS[0], second + CARDS[1][32:])
    return shared(stated(images, firsts=[FIRSTS[0], second]), pack(c, z), cards)


@forges("card-fold", 4)
def shares_that_make_up_for_each_other() -> Forged:
    """The weights are known before the shares."""
    _, _, rho = folds(stated(SHARES))
    images = [add(SHARES[0], times(FALSE, rho[1])), subtract(SHARES[1], FALSE)]
    return shared(stated(images), stated(images).prove(X, KEY.seed))


@forges("card-equality", 0)
def share_of_an_announcement_made_first() -> Forged:
    """The challenge is known before the shares: they are what fits."""
    k, announced = 5, FACES[4]
    c = equality._challenge(b"", base(k), announced)
    z = k + c * X
    # P and Q follow from the shares by weights that follow from the shares: so both are of one card.
    image = divided(subtract(times(FIRSTS[0], z), announced), c)
    statement = Equality(b"share", HERE, KEY.public, (FIRSTS[0],), (image,))
    return shared(statement, pack(c, z), CARDS[:1])


@forges("card-equality", 1)
def share_of_another_number() -> Forged:
    k, q = 5, 99
    images = [times(one, q) for one in FIRSTS]
    element, _, _ = folds(stated(images))
    c = equality._challenge(stated(images)._seed(), IDENTITY, times(element, k))
    return shared(stated(images), pack(c, k + c * q))


@forges("card-equality", 2)
def share_of_no_number() -> Forged:
    k, images = 5, [FALSE, FACES[4]]
    c = equality._challenge(stated(images)._seed(), base(k), IDENTITY)
    return shared(stated(images), pack(c, k + c * X))


# Seals.

[CARD] = deck(1, KEY.public)
A, B = CARD[:32], CARD[32:]
GIVEN = KEYS[1].public
R, ONE, OTHER = 31, 5, 7
"""The mask, and two nonces."""


@dataclass
class Sealing:
    """A seal whose parts a forger chooses as it likes."""

    card: bytes = CARD
    public: bytes = KEY.public
    cover: bytes = GIVEN
    first: bytes = base(R)
    second: bytes = add(subtract(B, times(A, X)), times(GIVEN, R))

    def announced(self) -> list[bytes]:
        return [base(ONE), base(OTHER), subtract(times(self.cover, OTHER), times(self.card[:32], ONE))]

    def challenge(self, announced: Sequence[bytes]) -> int:
        sealed = self.first + self.second
        return seal._challenge(HERE, self.card, self.public, self.cover, sealed, *announced)

    def said(self, c: int, one: int, other: int) -> Forged:
        value = self.first + self.second + pack(c, one, other)
        return Forged(lambda: check_seal(self.card, self.public, self.cover, value, HERE))

    def answered(self, *, x: int = X, r: int = R) -> Forged:
        """As if everything was true for this secret and this mask."""
        c = self.challenge(self.announced())
        return self.said(c, ONE + c * x, OTHER + c * r)


def test_a_forger_can_be_honest() -> None:
    assert Sealing().answered().passes()
    statement = stated(SHARES)
    assert shared(statement, statement.prove(X, KEY.seed)).passes()
    assert Mixing().said().passes()


@forges("card-seal", 0)
def seal_from_another_place() -> Forged:
    value = seal.seal(CARD, KEY, GIVEN, ELSEWHERE[0])
    return Forged(lambda: check_seal(CARD, KEY.public, GIVEN, value, HERE))


@forges("card-seal", 1)
def seal_of_a_card_made_afterwards() -> Forged:
    sealing = Sealing(second=FALSE)
    announced = [base(ONE), base(OTHER), FACES[4]]
    c = sealing.challenge(announced)
    one, other = ONE + c * X, OTHER + c * R
    rest = subtract(subtract(times(GIVEN, other), times(A, one)), FACES[4])
    sealing.card = A + subtract(FALSE, divided(rest, c))
    return sealing.said(c, one, other)


@forges("card-seal", 2)
def seal_by_a_key_made_afterwards() -> Forged:
    """The card is sealed as it would be by another secret than that of the key."""
    x = 99
    sealing = Sealing(second=add(subtract(B, times(A, x)), times(GIVEN, R)))
    _, *announced = sealing.announced()
    c = sealing.challenge([FALSE, *announced])
    sealing.public = divided(subtract(base(ONE + c * x), FALSE), c)
    return sealing.said(c, ONE + c * x, OTHER + c * R)


@forges("card-seal", 3)
def seal_for_a_cover_made_afterwards() -> Forged:
    sealing = Sealing(second=FALSE)
    c = sealing.challenge([base(ONE), base(OTHER), FACES[4]])
    one, other = ONE + c * X, OTHER + c * R
    left = add(add(FACES[4], times(A, one)), times(subtract(FALSE, B), c))
    sealing.cover = divided(left, other)
    return sealing.said(c, one, other)


@forges("card-seal", 4)
def seal_made_afterwards() -> Forged:
    sealing = Sealing()
    first, second, _ = sealing.announced()
    c = sealing.challenge([first, second, FALSE])
    one, other = ONE + c * X, OTHER + c * R
    rest = subtract(subtract(times(GIVEN, other), times(A, one)), FALSE)
    sealing.second = add(B, divided(rest, c))
    return sealing.said(c, one, other)


@forges("card-seal", 5)
def seal_of_another_card() -> Forged:
    """With another secret another face comes out, any that one likes if its logarithm were known."""
    return Sealing(second=add(subtract(B, times(A, 99)), times(GIVEN, R))).answered(x=99)


@forges("card-seal", 6)
def seal_that_nobody_can_open() -> Forged:
    return Sealing(first=FALSE).answered()


@forges("card-seal", 7)
def seal_of_any_card() -> Forged:
    return Sealing(second=add(FALSE, times(GIVEN, R))).answered()


# Mixes of two cards, in which nothing changes its place.

DECK = deck(2)
BEFORE_A, BEFORE_B = halves(DECK)
H, HS = generators(2)
K1, K2, K3, K4 = 3, 5, 7, 11
Numbers = tuple[int, int]
Elements = tuple[bytes, bytes]


@dataclass
class Mixing:
    """A mix whose parts a forger chooses as it likes: the matrix, the commitments, the cards."""

    matrix: tuple[Numbers, Numbers] = ((1, 0), (0, 1))
    masks: Numbers = (21, 22)
    blinds: Numbers = (31, 32)
    link_blinds: Numbers = (41, 42)
    place: bytes = HERE
    cover: bytes = COVER
    before: tuple[bytes, ...] = DECK
    firsts: Elements = (IDENTITY, IDENTITY)
    seconds: Elements = (IDENTITY, IDENTITY)
    commitments: Elements = (IDENTITY, IDENTITY)

    def __post_init__(self) -> None:
        """The cards after, such that the matrix makes those before of them, but for the masks."""
        (a, b), (c, d) = self.matrix
        inverse = pow(a * d - b * c, -1, L)
        solved = ((d * inverse, -c * inverse), (-b * inverse, a * inverse))
        firsts, seconds = halves(self.before)
        masked_a = [add(combine(firsts, row), base(r)) for row, r in zip(solved, self.masks, strict=True)]
        masked_b = [
            add(combine(seconds, row), times(self.cover, r))
            for row, r in zip(solved, self.masks, strict=True)
        ]
        self.firsts, self.seconds = (masked_a[0], masked_a[1]), (masked_b[0], masked_b[1])
        columns = ((a, c), (b, d))
        both = [
            add(base(blind), combine(HS, column)) for blind, column in zip(self.blinds, columns, strict=True)
        ]
        self.commitments = both[0], both[1]

    @property
    def after(self) -> tuple[bytes, ...]:
        return tuple(a + b for a, b in zip(self.firsts, self.seconds, strict=True))

    def weighed(self) -> Weighed:
        return Weighed.of(MixClaim(self.place, self.cover, self.before, self.after), self.commitments)

    def moved(self, u: Sequence[int]) -> Numbers:
        """What the matrix makes of the weights."""
        (a, b), (c, d) = self.matrix
        return (a * u[0] + b * u[1]) % L, (c * u[0] + d * u[1]) % L

    def said(
        self,
        *,
        last_sum: bytes | None = None,
        start: int = 1,
        last: bool = False,
        finish: Callable[["Mixing", int, Sequence[int]], None] | None = None,
    ) -> Forged:
        """The proof, as if everything was true but what is given.

        last_sum: what is announced of the second halves. start: how often the chain begins, and last: whether
        its end is made to fit; both in place of a link that is made of the one before. finish: chooses
        something when the challenge is known, with the weights in the new order as they are answered.
        """
        weighed = self.weighed()
        u = weighed.weights
        v = self.moved(u)
        x1 = self.link_blinds[0]
        x2 = (self.link_blinds[1] + v[1] * x1) % L
        product = u[0] * u[1] if last else start * v[0] * v[1]
        chain = [add(base(x1), times(H, start * v[0])), add(base(x2), times(H, product))]
        n, m = (51, 52), (61, 62)
        announced = [
            base(K1),
            base(K2),
            add(base(K3), combine(HS, n)),
            subtract(combine(self.firsts, n), base(K4)),
            last_sum or subtract(combine(self.seconds, n), times(self.cover, K4)),
        ]
        links = [add(base(m[0]), times(H, n[0])), add(base(m[1]), times(chain[0], n[1]))]
        c = weighed.challenge(chain, announced, links)
        answered = [n[0] + c * v[0], n[1] + c * v[1]]
        if finish is not None:
            finish(self, c, answered)
        values = pack(
            c,
            K1 + c * sum(self.blinds),
            K2 + c * x2,
            K3 + c * (self.blinds[0] * u[0] + self.blinds[1] * u[1]),
            K4 + c * (self.masks[0] * v[0] + self.masks[1] * v[1]),
            *(one + c * blind for one, blind in zip(m, self.link_blinds, strict=True)),
            *answered,
        )
        value = b"".join((*self.after, *self.commitments, *chain)) + values
        return Forged(lambda: check_mix(self.before, self.cover, value, self.place))


RAISED = ((2, 0), (0, pow(2, -1, L)))
"""The first card times one half, the second times two; the product of all weights stays."""

SPOILED = ((2, L - 1), (L - 1, 2))
"""Each row sums up to one, and nothing is left of the cards."""


@forges("card-weights", 0)
def mix_from_another_place() -> Forged:
    value = mix_cards(DECK, COVER, KEY, ELSEWHERE[0])
    return Forged(lambda: check_mix(DECK, COVER, value, HERE))


@forges("card-weights", 1)
def mix_under_a_cover_made_afterwards() -> Forged:
    """The second halves are any, and the cover is what fits."""
    mixing = Mixing()
    mixing.seconds = FACES[3], FACES[4]

    def finish(mixing: Mixing, c: int, answered: Sequence[int]) -> None:
        u = weighed.weights
        r4 = K4 + c * (mixing.masks[0] * u[0] + mixing.masks[1] * u[1])
        left = subtract(combine(mixing.seconds, answered), times(combine(BEFORE_B, u), c))
        mixing.cover = divided(subtract(left, FALSE), r4)

    weighed = mixing.weighed()
    return mixing.said(last_sum=FALSE, finish=finish)


@forges("card-weights", 2)
def mix_of_cards_made_afterwards() -> Forged:
    """The first card before is what fits to any card after."""
    mixing = Mixing()
    mixing.seconds = FACES[3], FACES[4]

    def finish(mixing: Mixing, c: int, answered: Sequence[int]) -> None:
        u = weighed.weights
        r4 = K4 + c * (mixing.masks[0] * u[0] + mixing.masks[1] * u[1])
        left = subtract(combine(mixing.seconds, answered), times(COVER, r4))
        rest = subtract(subtract(left, FALSE), times(BEFORE_B[1], c * u[1]))
        mixing.before = BEFORE_A[0] + divided(rest, c * u[0]), DECK[1]

    weighed = mixing.weighed()
    return mixing.said(last_sum=FALSE, finish=finish)


@forges("card-weights", 3)
def mix_to_cards_made_afterwards() -> Forged:
    """Of two cards one is what its maker likes, and the other is what makes up for it."""
    mixing = Mixing()

    def finish(mixing: Mixing, c: int, answered: Sequence[int]) -> None:
        mark = subtract(FALSE, mixing.seconds[0])
        rest = divided(times(mark, answered[0]), answered[1])
        mixing.seconds = FALSE, subtract(mixing.seconds[1], rest)

    return mixing.said(finish=finish)


@forges("card-weights", 4)
def mix_with_commitments_made_afterwards() -> Forged:
    """Weights in the new order that are chosen, and commitments that fit to them and to their sum."""
    mixing = Mixing(RAISED)
    mixing.commitments = Mixing().commitments
    u = mixing.weighed().weights
    v = mixing.moved(u)
    # C0 + C1 = H0 + H1 + (b0 + b1) G and u0 C0 + u1 C1 = v0 H0 + v1 H1 + (u0 b0 + u1 b1) G.
    whole = total(HS)
    second = divided(subtract(combine(HS, v), times(whole, u[0])), u[1] - u[0])
    mixing.commitments = (
        add(subtract(whole, second), base(mixing.blinds[0])),
        add(second, base(mixing.blinds[1])),
    )
    return mixing.said()


@forges("card-mix", 2)
def mix_whose_rows_do_not_sum_up_to_one() -> Forged:
    return Mixing(RAISED).said()


@forges("card-mix", 3)
def mix_whose_product_is_another() -> Forged:
    return Mixing(SPOILED).said()


@forges("card-mix", 4)
def mix_with_weights_that_the_commitments_do_not_make() -> Forged:
    mixing = Mixing(RAISED)
    mixing.commitments = Mixing().commitments
    return mixing.said()


@forges("card-mix", 5)
def mix_with_any_first_halves() -> Forged:
    mixing = Mixing()
    mixing.firsts = mixing.firsts[1], mixing.firsts[0]
    return mixing.said()


@forges("card-mix", 6)
def mix_with_any_second_halves() -> Forged:
    mixing = Mixing()
    mixing.seconds = FACES[3], FACES[4]
    return mixing.said()


@forges("card-mix", 8)
def mix_with_a_last_link_that_fits() -> Forged:
    return Mixing(SPOILED).said(last=True)


@forges("card-mix", 7)
def mix_with_a_first_link_that_fits() -> Forged:
    """The chain begins where it ends at the right product."""
    mixing = Mixing(SPOILED)
    u = mixing.weighed().weights
    v = mixing.moved(u)
    start = u[0] * u[1] * pow(v[0] * v[1], -1, L) % L
    return mixing.said(start=start)


@forges("card-weight", 0)
def mix_under_weights_known_before() -> Forged:
    """One card is marked, and the other makes up for it."""
    mixing = Mixing()
    u = weights(b"", 2)
    return marked(mixing, FALSE, divided(times(FALSE, u[0]), u[1]))


@forges("card-weight", 1)
def mix_under_weights_that_are_all_the_same() -> Forged:
    return marked(Mixing(), FALSE, FALSE)


def marked(mixing: Mixing, mark: bytes, rest: bytes) -> Forged:
    mixing.seconds = add(mixing.seconds[0], mark), subtract(mixing.seconds[1], rest)
    return mixing.said()


# That all of them pass, and none as long as nothing is left out.


NEEDLESS = {
    Part("card-mix", 0): "what is chosen when the challenge is known changes the weights, and so the answers",
    Part("card-mix", 1): "the answers are fixed by the announcements, and so are the links, but for blinds",
}
"""Parts without which nobody has found a forgery, and why."""


def honest() -> Forged:
    """One proof of each kind, all as they should be."""
    key, share = prove_key(KEY, HERE), give_share(CARDS, KEY, HERE)
    sealed, mixed = seal.seal(CARD, KEY, GIVEN, HERE), mix_cards(DECK, COVER, KEY, HERE)

    def check() -> None:
        check_key(key, HERE)
        check_share(CARDS, KEY.public, share, HERE)
        check_seal(CARD, KEY.public, GIVEN, sealed, HERE)
        check_mix(DECK, COVER, mixed, HERE)

    return Forged(check)


def test_every_part_of_every_digest_is_left_out_once() -> None:
    seen: set[Part] = set()

    def digest(tag: str, *parts: bytes) -> bytes:
        seen.update(Part(tag, place) for place in range(len(parts)))
        return hashing.digest(tag, *parts)

    proofs = honest()
    with replaced(digest):
        assert proofs.passes()
    assert FORGERIES.keys() | NEEDLESS.keys() == seen
    assert not FORGERIES.keys() & NEEDLESS.keys()


@pytest.mark.parametrize("part", FORGERIES, ids=lambda part: f"{part.tag}-{part.place}")
def test_without_a_part_something_false_is_accepted(part: Part) -> None:
    with without(part):
        assert FORGERIES[part]().passes()


@pytest.mark.parametrize("part", FORGERIES, ids=lambda part: f"{part.tag}-{part.place}")
def test_with_all_parts_it_is_refused(part: Part) -> None:
    with without(part):
        forged = FORGERIES[part]()
    assert not forged.passes()
    assert not FORGERIES[part]().passes()


@pytest.mark.parametrize("part", [*FORGERIES, *NEEDLESS], ids=lambda part: f"{part.tag}-{part.place}")
def test_without_a_part_no_honest_proof_holds(part: Part) -> None:
    """So the vectors notice each of them."""
    proofs = honest()
    assert proofs.passes()
    with without(part):
        assert not proofs.passes()
