"""A power raises all cards by one number, and never by the same number twice."""

import pytest

from protocol.canonical import Value
from protocol.cards.group import L, add, base, pack, times
from protocol.cards.power import check_power, power_size, raise_cards
from protocol.cards.share import check_share, give_share
from protocol.errors import BadElement, BadScalar, FalsePower, FalseShare, WrongLength
from scripts.tools.masks import ELSEWHERE, FACES, HERE, KEYS, deck, here, opened, piece_of, swapped

KEY = KEYS[0]
CARDS = (*deck(2), *deck(1, KEYS[1].public))
RAISED = raise_cards(CARDS, KEY, HERE)


def test_equal_faces_are_equal_and_all_are_hidden() -> None:
    cards = check_power(CARDS, RAISED, HERE)
    tags = [opened(cards[0]), opened(cards[1]), opened(cards[2], KEYS[1:2])]
    assert tags[0] == tags[2] != tags[1]
    assert not set(tags) & set(FACES)
    assert len(RAISED) == power_size(3) == 64 * 3 + 96
    assert raise_cards(CARDS, KEY, HERE) == RAISED


def test_the_number_is_never_the_same_twice() -> None:
    """Five colluders of six read the sixth hand when it was."""
    elsewhere = [raise_cards(CARDS, KEY, place) for place in ELSEWHERE]
    others = [
        raise_cards(CARDS[:2], KEY, HERE),
        raise_cards(CARDS[::-1], KEY, HERE),
        raise_cards(CARDS, KEYS[1], HERE),
    ]
    publics = {value[-96:-64] for value in (RAISED, *elsewhere, *others)}
    assert len(publics) == 8


@pytest.mark.parametrize("at", range(9))
def test_attack_26_every_piece_counts(at: int) -> None:
    piece = piece_of(RAISED, at)
    others = [add(piece, base(1)), times(piece, 2)] if at < 7 else [pack(int.from_bytes(piece, "little") + 1)]
    for other in others:
        with pytest.raises(FalsePower):
            check_power(CARDS, swapped(RAISED, at, other), HERE)


def test_attack_26_one_card_raised_by_another_number() -> None:
    alone = raise_cards(CARDS[:1], KEY, HERE)
    with pytest.raises(FalsePower):
        check_power(CARDS, alone[:64] + RAISED[64:], HERE)


def test_a_power_holds_for_nothing_else() -> None:
    for cards in (CARDS[::-1], (*CARDS[:2], *deck(3)[2:])):
        with pytest.raises(FalsePower):
            check_power(cards, RAISED, HERE)
    for place in ELSEWHERE:
        with pytest.raises(FalsePower):
            check_power(CARDS, RAISED, place)


def test_a_share_is_no_power_and_a_power_is_no_share() -> None:
    """Both prove the same equality, for another purpose, wherever they are said."""
    [card] = deck(1)
    share = give_share([card, card[32:] + card[:32]], KEY, HERE)
    with pytest.raises(FalsePower):
        check_power([card], share[:64] + KEY.public + share[64:], HERE)
    power = raise_cards([card], KEY, here())
    with pytest.raises(FalseShare):
        check_share([card, card[32:] + card[:32]], power[64:96], power[:64] + power[96:], HERE)


def test_what_is_no_power_is_refused_by_its_first_oddity() -> None:
    odd, large = bytes(32), L.to_bytes(32, "little")
    unfit: tuple[Value, ...] = (None, {}, RAISED[:-1], RAISED[32:], RAISED + bytes(32))
    for wrong in unfit:
        with pytest.raises(WrongLength):
            check_power(CARDS, wrong, HERE)
    for at in range(7):
        with pytest.raises(BadElement):
            check_power(CARDS, swapped(swapped(RAISED, at, odd), 7, large), HERE)
    for at in (7, 8):
        with pytest.raises(BadScalar):
            check_power(CARDS, swapped(RAISED, at, large), HERE)


def test_nobody_is_asked_to_raise_nothing() -> None:
    with pytest.raises(ValueError, match="unpack"):
        check_power([], raise_cards([], KEY, HERE), HERE)


def test_a_card_that_is_cut_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError):
        raise_cards([deck(1)[0][:63]], KEY, HERE)
