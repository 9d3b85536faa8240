"""Masked cards beside the bare multiplications that they cannot do without, by the same library.

Of a mix of N cards 6N are needed to make it, and 8N to check it; a share or a seal is given in single ones.
A bare multiplication is of an element that is not known, by a number of full length. What is made by each
side of a pair is the same each time: nothing here remembers a verdict.
"""

from collections.abc import Callable
from functools import cache

from p2p_heroes.bench.figures import Measure, at_most
from p2p_heroes.bench.measuring import Take, paired, rate
from p2p_heroes.bench.workbench import Workbench
from p2p_heroes.tabletest.entropy import noise
from protocol.cards.card import masked
from protocol.cards.challenges import context
from protocol.cards.group import L, base, times, total
from protocol.cards.keys import CardKey, check_key, prove_key
from protocol.cards.mix import check_mix, mix_cards
from protocol.cards.points import face
from protocol.cards.power import check_power, raise_cards
from protocol.cards.seal import check_seal, seal
from protocol.cards.share import check_share, give_share

SEATS = 4
DECK = 60
FEW, MANY = 20, 90
"""Cards of a deck; and of a small one and a large one, to see how costs grow."""

OFTEN = 50
"""So many bare multiplications are done at once."""

Work = Callable[[], object]


def multiply() -> int:
    """Bare multiplications; how many."""
    one = base(7)
    for number in range(OFTEN):
        times(one, L - 1 - number)
    return OFTEN


def beside_multiplications(prepare: Callable[[], Work], of_each: int = 1) -> Callable[[Workbench], Take]:
    """What something costs, in that many bare multiplications."""

    def measured(_: Workbench) -> Take:
        return paired(_cost(prepare(), of_each), lambda: 1 / rate(multiply))

    return measured


def growth(prepare: Callable[[int], Work]) -> Callable[[Workbench], Take]:
    """What a card of many costs beside one of few."""

    def measured(_: Workbench) -> Take:
        return paired(_cost(prepare(MANY), MANY), _cost(prepare(FEW), FEW))

    return measured


def _cost(work: Work, parts: int) -> Callable[[], float]:
    """Seconds for each part of it."""

    def done() -> int:
        work()
        return parts

    return lambda: 1 / rate(done)


# What is measured. Each function prepares it and gives the work.

HERE = context(table=noise("table of cards", 0), number=1, seat=0, name="bench")


@cache
def key(seat: int = 0) -> CardKey:
    return CardKey.from_seed(noise("card key", seat))


@cache
def cover() -> bytes:
    return total(key(seat).public for seat in range(SEATS))


@cache
def deck(size: int) -> tuple[bytes, ...]:
    """So many cards that were mixed once, so that no two have a half in common."""
    cards = tuple(masked(face("bench", number), cover()) for number in range(size))
    return check_mix(cards, cover(), mix_cards(cards, cover(), key(), HERE), HERE)


def making_a_mix(size: int = DECK) -> Work:
    cards = deck(size)
    return lambda: mix_cards(cards, cover(), key(), HERE)


def checking_a_mix(size: int = DECK) -> Work:
    cards, value = deck(size), mix_cards(deck(size), cover(), key(), HERE)
    return lambda: check_mix(cards, cover(), value, HERE)


def making_a_share(size: int = 1) -> Work:
    cards = deck(DECK)[:size]
    return lambda: give_share(cards, key(), HERE)


def checking_a_share(size: int = 1) -> Work:
    cards = deck(DECK)[:size]
    value = give_share(cards, key(), HERE)
    return lambda: check_share(cards, key().public, value, HERE)


def own_card() -> bytes:
    return masked(face("bench", 0), key().public)


def making_a_seal() -> Work:
    card = own_card()
    return lambda: seal(card, key(), cover(), HERE)


def checking_a_seal() -> Work:
    card = own_card()
    value = seal(card, key(), cover(), HERE)
    return lambda: check_seal(card, key().public, cover(), value, HERE)


def making_a_key() -> Work:
    return lambda: prove_key(key(), HERE)


def checking_a_key() -> Work:
    value = prove_key(key(), HERE)
    return lambda: check_key(value, HERE)


def making_a_power(size: int = DECK) -> Work:
    cards = deck(size)
    return lambda: raise_cards(cards, key(), HERE)


def checking_a_power(size: int = DECK) -> Work:
    cards, value = deck(size), raise_cards(deck(size), key(), HERE)
    return lambda: check_power(cards, value, HERE)


MEASURES = (
    Measure("mix-made", beside_multiplications(making_a_mix, 6 * DECK), at_most(1.6)),
    Measure("mix-checked", beside_multiplications(checking_a_mix, 8 * DECK), at_most(1.7)),
    Measure("mix-made-growth", growth(making_a_mix), at_most(1.1)),
    Measure("mix-checked-growth", growth(checking_a_mix), at_most(1.1)),
    Measure("share-made", beside_multiplications(making_a_share), at_most(3.5)),
    Measure("share-checked", beside_multiplications(checking_a_share), at_most(5.0)),
    Measure("shares-made", beside_multiplications(lambda: making_a_share(12), 12)),
    Measure("shares-checked", beside_multiplications(lambda: checking_a_share(12), 12)),
    Measure("seal-made", beside_multiplications(making_a_seal)),
    Measure("seal-checked", beside_multiplications(checking_a_seal)),
    Measure("key-made", beside_multiplications(making_a_key)),
    Measure("key-checked", beside_multiplications(checking_a_key)),
    Measure("power-made", beside_multiplications(making_a_power, DECK)),
    Measure("power-checked", beside_multiplications(checking_a_power, DECK)),
)
