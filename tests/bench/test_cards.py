"""What is measured of cards is done, and what it comes to is accepted; no time is asserted."""

from collections.abc import Callable

import pytest

from p2p_heroes.bench import cards, measuring
from p2p_heroes.bench.cards import DECK, FEW, HERE, MANY, OFTEN, Work, cover, deck, key, multiply
from p2p_heroes.bench.workbench import Workbench
from protocol.cards.mix import mix_size
from protocol.cards.power import power_size
from protocol.cards.seal import SEAL_SIZE
from protocol.cards.share import share_size


@pytest.mark.parametrize(
    ("make", "check", "size"),
    [
        (lambda: cards.making_a_mix(3), lambda: cards.checking_a_mix(3), mix_size(3)),
        (lambda: cards.making_a_power(3), lambda: cards.checking_a_power(3), power_size(3)),
        (cards.making_a_share, cards.checking_a_share, share_size(1)),
        (lambda: cards.making_a_share(12), lambda: cards.checking_a_share(12), share_size(12)),
        (cards.making_a_seal, cards.checking_a_seal, SEAL_SIZE),
        (cards.making_a_key, cards.checking_a_key, 96),
    ],
    ids=["mix", "power", "share", "shares", "seal", "key"],
)
def test_what_is_made_has_its_size_and_is_accepted(
    make: Callable[[], Work], check: Callable[[], Work], size: int
) -> None:
    value = make()()
    assert isinstance(value, bytes)
    assert len(value) == size
    assert check()()


def test_the_sizes_of_the_specification() -> None:
    assert [mix_size(size) for size in (FEW, 52, DECK, MANY)] == [4000, 10144, 11680, 17440]
    assert [share_size(1), share_size(12), power_size(69), SEAL_SIZE] == [96, 448, 4512, 160]


def test_no_two_cards_of_a_deck_have_a_half_in_common() -> None:
    halves = [half for card in deck(FEW) for half in (card[:32], card[32:])]
    assert len(set(halves)) == 2 * FEW
    assert cover() != key().public
    assert len(HERE) == 32


def test_multiplications_are_counted() -> None:
    assert multiply() == OFTEN


def test_a_cost_is_that_of_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0])
    monkeypatch.setattr(measuring, "process_time", lambda: next(clock))
    done: list[None] = []
    assert cards._cost(lambda: done.append(None), 8)() == 1 / 8
    assert len(done) == 1


@pytest.mark.slow
def test_growth_is_of_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SLICE_SECONDS", 0.0)
    with Workbench() as bench:
        assert cards.growth(cards.checking_a_mix)(bench)(0) > 0
        assert cards.beside_multiplications(cards.making_a_key)(bench)(0) > 0
