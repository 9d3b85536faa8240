"""Chance is the hash of everybody's shares, and every value is equally likely."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from itertools import count

import pytest

from protocol.chance import MAX_BOUND, SHARE_SIZE, _below, draw

TABLE = bytes(range(32))
SHARES = {0: b"\x0a" * SHARE_SIZE, 1: b"\x0b" * SHARE_SIZE, 3: b"\x0d" * SHARE_SIZE}
WORD = 2**64


def roll(
    *bounds: int,
    table: bytes = TABLE,
    step: int = 2,
    use: str = "stake of round 1",
    shares: Mapping[int, bytes] = SHARES,
) -> tuple[int, ...]:
    return draw(table=table, step=step, use=use, shares=shares, bounds=bounds)


def hashed(*parts: bytes) -> bytes:
    """SHA-256 over parts behind their lengths, written out."""
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def written_out(bounds: tuple[int, ...], step: int, use: bytes, shares: list[tuple[int, bytes]]) -> list[int]:
    """The same value by the words of the specification."""
    parts = [bytes(7) + bytes([seat]) + share for seat, share in shares]
    seed = hashed(b"p2p-heroes/4/chance", TABLE, bytes(7) + bytes([step]), use, *parts)
    numbers, values = count(), []
    for bound in bounds:
        word = WORD
        while word >= WORD // bound * bound:
            counter = next(numbers).to_bytes(8, "big")
            word = int.from_bytes(hashed(b"p2p-heroes/4/draw", seed, counter)[:8], "big")
        values.append(word % bound)
    return values


def test_the_draws_of_version_4_do_not_change() -> None:
    assert roll(3, 6, 100, MAX_BOUND) == (2, 3, 32, 2379041830)
    assert roll(MAX_BOUND, step=3, use="", shares={}) == (2296499811,)


def test_a_draw_is_what_the_specification_writes() -> None:
    bounds = (1, 2, 3, 6, 100, 2**31 + 1, MAX_BOUND)
    expected = written_out(bounds, 2, b"stake of round 1", sorted(SHARES.items()))
    assert list(roll(*bounds)) == expected
    assert list(roll(6, 6, use="Würfel")) == written_out((6, 6), 2, "Würfel".encode(), sorted(SHARES.items()))


def test_the_order_in_which_shares_came_does_not_matter() -> None:
    assert roll(MAX_BOUND, shares=dict(reversed(SHARES.items()))) == roll(MAX_BOUND)


def test_whose_share_it_is_matters() -> None:
    one, other = SHARES[0], SHARES[1]
    assert roll(MAX_BOUND, shares={0: one, 1: other}) != roll(MAX_BOUND, shares={0: other, 1: one})
    assert roll(MAX_BOUND, shares={0: one}) != roll(MAX_BOUND, shares={1: one})


def test_shares_do_not_cancel_out() -> None:
    """Under XOR all of these would be the same, and the last to reveal could choose the value."""
    one, other, zero = SHARES[0], SHARES[1], bytes(SHARE_SIZE)
    mixed = bytes(a ^ b for a, b in zip(one, other, strict=True))
    same = [{0: one, 1: other}, {0: mixed, 1: zero}, {0: zero, 1: mixed}, {0: other, 1: one}]
    assert len({roll(MAX_BOUND, shares=shares) for shares in same}) == 4


def test_table_step_use_and_every_share_change_the_value() -> None:
    values = [
        roll(MAX_BOUND),
        roll(MAX_BOUND, table=bytes(32)),
        roll(MAX_BOUND, step=3),
        roll(MAX_BOUND, use="stake of round 2"),
        *(roll(MAX_BOUND, shares=SHARES | {seat: bytes(SHARE_SIZE)}) for seat in SHARES),
        *(roll(MAX_BOUND, shares={s: SHARES[s] for s in SHARES if s != seat}) for seat in SHARES),
    ]
    assert len(set(values)) == len(values)


def test_each_bound_gets_a_value_of_its_own() -> None:
    values = roll(*[MAX_BOUND] * 8)
    assert len(set(values)) == 8
    assert roll(*[MAX_BOUND] * 3) == values[:3]
    assert roll() == ()


def test_a_bound_of_one_leaves_no_choice() -> None:
    assert roll(1, 1) == (0, 0)


@pytest.mark.parametrize("bound", [0, -1, MAX_BOUND + 1])
def test_rules_ask_for_bounds_from_one_to_the_greatest(bound: int) -> None:
    with pytest.raises(AssertionError):
        roll(6, bound)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 10, 52, 2**31 + 1, MAX_BOUND - 1, MAX_BOUND, 2**63 + 1])
def test_the_words_that_count_fall_on_every_value_equally_often(bound: int) -> None:
    """They are 0, 1, 2, ... up to the last whole run of the values, and no word beyond."""
    runs = WORD // bound
    last = runs * bound - 1
    assert _below(bound, iter([0])) == 0
    assert _below(bound, iter([last])) == bound - 1
    assert _below(bound, iter([last - bound + 1])) == 0
    for word in {last + 1, WORD - 1} - {last, WORD}:
        assert _below(bound, iter([word, word, bound - 1])) == bound - 1


def test_a_refused_word_is_replaced_by_the_next_one() -> None:
    words = iter([WORD - 1, WORD - 1, 7, 8, 9])
    assert _below(3, words) == 7 % 3
    assert next(words) == 8


def test_a_die_is_fair() -> None:
    counts = Counter(roll(*[6] * 6000))
    assert set(counts) == set(range(6))
    assert all(900 < counts[side] < 1100 for side in counts)
