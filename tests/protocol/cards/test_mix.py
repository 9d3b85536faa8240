"""A mix keeps the cards and loses the order; whoever changes a card has no proof."""

from collections.abc import Callable
from itertools import pairwise, permutations

import pytest

from protocol.cards.challenges import nonces
from protocol.cards.group import L, add, base, pack, subtract, times
from protocol.cards.keys import CardKey
from protocol.cards.mix import MixClaim, _drawn_order, check_mix, mix_cards, mix_size, prove
from protocol.cards.points import MAX_CARDS
from protocol.errors import BadElement, BadScalar, FalseMix, WrongLength
from scripts.tools import edwards
from scripts.tools.masks import COVER, ELSEWHERE, FACES, HERE, KEYS, deck, opened, piece_of, swapped

KEY = KEYS[0]
SIZE = 4
DECK = deck(SIZE)
MIXED = mix_cards(DECK, COVER, KEY, HERE)
ELEMENTS = 4 * SIZE
PIECES = 6 * SIZE + 5
STRANGER = edwards.encode(edwards.add(edwards.times(7, edwards.BASE), edwards.torsion()[4]))


def is_mix(value: bytes) -> bool:
    try:
        check_mix(DECK, COVER, value, HERE)
    except FalseMix:
        return False
    return True


def test_a_mix_keeps_the_cards_and_loses_the_order() -> None:
    cards = check_mix(DECK, COVER, MIXED, HERE)
    faces = [opened(card) for card in cards]
    assert set(faces) == set(FACES[:SIZE])
    assert faces != list(FACES[:SIZE])
    assert not {card[:32] for card in cards} & {card[:32] for card in DECK}
    assert not {card[32:] for card in cards} & {card[32:] for card in DECK}


def test_the_same_is_said_the_same_way() -> None:
    assert mix_cards(DECK, COVER, KEY, HERE) == MIXED


def test_every_seat_and_every_place_gets_a_mix_of_its_own() -> None:
    mixes = [
        MIXED,
        *(mix_cards(DECK, COVER, KEY, place) for place in ELSEWHERE),
        mix_cards(DECK, COVER, KEYS[1], HERE),
    ]
    pieces = [piece_of(value, at) for value in mixes for at in range(PIECES)]
    assert len(set(pieces)) == len(pieces)


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_decks_of_many_sizes_through_many_hands(size: int) -> None:
    cards = deck(size)
    for key in KEYS:
        value = mix_cards(cards, COVER, key, HERE)
        assert len(value) == mix_size(size) == 192 * size + 160
        cards = check_mix(cards, COVER, value, HERE)
    assert {opened(card) for card in cards} == set(FACES[:size])


def test_copies_of_a_card_are_mixed_like_others() -> None:
    doubled = (DECK[0], DECK[0], DECK[1])
    cards = check_mix(doubled, COVER, mix_cards(doubled, COVER, KEY, HERE), HERE)
    assert sorted(map(opened, cards)) == sorted([FACES[0], FACES[0], FACES[1]])
    assert len(set(cards)) == 3


def test_who_mixes_need_not_cover_the_cards() -> None:
    stranger = CardKey.from_seed(b"x" * 32)
    cards = check_mix(DECK, COVER, mix_cards(DECK, COVER, stranger, HERE), HERE)
    assert {opened(card) for card in cards} == set(FACES[:SIZE])


def test_every_order_is_drawn_equally_often() -> None:
    drawn = [tuple(_drawn_order(3, nonces(b"%d" % seed, b"order"))) for seed in range(1200)]
    counts = [drawn.count(order) for order in permutations(range(3))]
    assert sum(counts) == 1200
    assert all(150 < count < 250 for count in counts)


@pytest.mark.parametrize("size", [0, MAX_CARDS + 1])
def test_a_mix_has_its_bounds(size: int) -> None:
    cards = [DECK[0]] * size
    with pytest.raises(AssertionError):
        mix_cards(cards, COVER, KEY, HERE)
    with pytest.raises(AssertionError):
        check_mix(cards, COVER, bytes(mix_size(size)), HERE)


# Forged on the way.


@pytest.mark.parametrize("at", range(PIECES))
def test_every_piece_counts(at: int) -> None:
    piece = piece_of(MIXED, at)
    if at < ELEMENTS:
        others = [add(piece, base(1)), times(piece, -1), times(piece, 2)]
    else:
        others = [pack(int.from_bytes(piece, "little") + 1)]
    assert not any(is_mix(swapped(MIXED, at, other)) for other in others)


@pytest.mark.parametrize("at", range(ELEMENTS))
@pytest.mark.parametrize(
    "odd",
    [
        STRANGER,
        (edwards.P - 1).to_bytes(32, "little"),
        (1).to_bytes(32, "little"),
        edwards.P.to_bytes(32, "little"),
        b"\xff" * 32,
    ],
)
def test_attacks_10_and_11_no_element_is_odd(at: int, odd: bytes) -> None:
    with pytest.raises(BadElement):
        check_mix(DECK, COVER, swapped(MIXED, at, odd), HERE)


@pytest.mark.parametrize("at", range(ELEMENTS, PIECES))
def test_attack_12_a_scalar_has_one_form(at: int) -> None:
    larger = int.from_bytes(piece_of(MIXED, at), "little") + L
    with pytest.raises(BadScalar):
        check_mix(DECK, COVER, swapped(MIXED, at, larger.to_bytes(32, "little")), HERE)


def test_pieces_in_another_order_are_another_proof() -> None:
    for one, other in pairwise(range(PIECES)):
        both = swapped(swapped(MIXED, one, piece_of(MIXED, other)), other, piece_of(MIXED, one))
        try:
            assert not is_mix(both)
        except (BadElement, BadScalar):
            assert one == ELEMENTS - 1


def test_attacks_8_and_9_a_mix_holds_for_nothing_else() -> None:
    after = check_mix(DECK, COVER, MIXED, HERE)
    for cards, cover in (
        (after, COVER),
        (DECK[::-1], COVER),
        (deck(SIZE, KEY.public), KEY.public),
        (DECK, KEY.public),
    ):
        with pytest.raises(FalseMix):
            check_mix(cards, cover, MIXED, HERE)
    for place in ELSEWHERE:
        with pytest.raises(FalseMix):
            check_mix(DECK, COVER, MIXED, place)


def test_the_size_is_judged_before_everything_else() -> None:
    for wrong in (None, 1, "", (), b"", MIXED[:-1], MIXED + b"\0", MIXED[64:], bytes(mix_size(SIZE + 1))):
        with pytest.raises(WrongLength):
            check_mix(DECK, COVER, wrong, HERE)
    with pytest.raises(WrongLength):
        check_mix(DECK[1:], COVER, MIXED, HERE)


# Forged by whoever mixes, who proves it as well as it can.


Change = Callable[[list[bytes], list[bytes], list[int], list[int]], None]


def forged(change: Change, cover: bytes = COVER) -> bytes:
    draw = nonces(b"forger", b"order")
    order = _drawn_order(SIZE, draw)
    masks = [next(draw) for _ in order]
    firsts = [add(DECK[card][:32], base(mask)) for card, mask in zip(order, masks, strict=True)]
    seconds = [add(DECK[card][32:], times(cover, mask)) for card, mask in zip(order, masks, strict=True)]
    change(firsts, seconds, order, masks)
    after = tuple(first + second for first, second in zip(firsts, seconds, strict=True))
    return b"".join(after) + prove(MixClaim(HERE, COVER, DECK, after), order, masks, b"forger")


def nothing(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """As the rules say."""


def doubled(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 1: one card twice, another not at all."""
    a[0], b[0] = a[1], b[1]


def doubled_as_proven(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 1: and the proof is of the order that was taken."""
    doubled(a, b, order, masks)
    order[0], masks[0] = order[1], masks[1]


def altered(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 2: a card becomes another one of the deck."""
    b[2] = add(b[2], subtract(FACES[0], FACES[1]))


def foreign(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 3: a card that is not in the deck."""
    b[0] = add(FACES[5], times(COVER, masks[0] + 1))


def halves_swapped(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 4: two cards exchange their second halves."""
    b[2], b[3] = b[3], b[2]


def sums_kept(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 5: two cards are marked so that the sum of all is the same."""
    b[0], b[1] = add(b[0], base(9)), subtract(b[1], base(9))


def raised(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 6: a card times two."""
    a[0], b[0] = times(a[0], 2), times(b[0], 2)


def false_order(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 7: the proof is of another order."""
    order.reverse()


def false_masks(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 8: the second half is masked by another number."""
    b[1] = add(b[1], COVER)


def not_masked(a: list[bytes], b: list[bytes], order: list[int], masks: list[int]) -> None:
    """Attack 8: a card stays as it was, so that everybody can follow it."""
    a[0], b[0] = DECK[order[0]][:32], DECK[order[0]][32:]


def test_the_forger_can_be_honest() -> None:
    assert is_mix(forged(nothing))


@pytest.mark.parametrize(
    "change",
    [
        doubled,
        doubled_as_proven,
        altered,
        foreign,
        halves_swapped,
        sums_kept,
        raised,
        false_order,
        false_masks,
        not_masked,
    ],
    ids=lambda change: change.__name__,
)
def test_attacks_1_to_8_a_forged_mix(change: Change) -> None:
    assert not is_mix(forged(change))


def test_attack_8_cards_masked_under_another_cover() -> None:
    assert not is_mix(forged(nothing, KEY.public))


def test_attack_30_blinds_that_cancel_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is right on paper is accepted: a sum that comes to the identity is an empty part."""
    blinds = [next(nonces(b"blinds", b"%d" % at)) for at in range(SIZE - 1)]
    blinds.append(-sum(blinds) % L)

    def cancelling(secret: bytes, purpose: bytes, *covered: bytes) -> object:
        return iter(blinds) if purpose == b"commitments" else nonces(secret, purpose, *covered)

    monkeypatch.setattr("protocol.cards.mix.nonces", cancelling)
    value = mix_cards(DECK, COVER, KEY, HERE)
    monkeypatch.undo()
    assert value != MIXED
    assert value[: 64 * SIZE] == MIXED[: 64 * SIZE]
    assert is_mix(value)
