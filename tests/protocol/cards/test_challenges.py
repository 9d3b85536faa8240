"""What is hashed is what the specification writes, and no number serves two purposes."""

from hashlib import sha256
from itertools import islice

import pytest

from protocol.cards.challenges import challenge, context, nonces, u64, weights
from protocol.cards.group import L
from scripts.tools.masks import ELSEWHERE, HERE, TABLE


def hashed(*parts: bytes) -> bytes:
    """SHA-256 over parts behind their lengths, written out."""
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def number(written: bytes) -> int:
    return int.from_bytes(written[:31] + bytes([written[31] & 15]), "little")


def test_a_context_hashes_these_bytes() -> None:
    seven, two = bytes(7) + b"\7", bytes(7) + b"\2"
    assert hashed(b"p2p-heroes/4/card-context", TABLE, seven, two, b"mix/1") == HERE


def test_a_context_is_of_one_table_operation_seat_and_name() -> None:
    assert len({HERE, *ELSEWHERE}) == 5


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_table_has_32_bytes(size: int) -> None:
    with pytest.raises(AssertionError):
        context(table=bytes(size), number=1, seat=0, name="mix")


def test_a_challenge_has_252_bits() -> None:
    assert challenge(b"\xff" * 32) == 2**252 - 1 < L
    assert challenge(b"\1" + bytes(31)) == 1
    assert challenge(bytes(31) + b"\xf0") == 0
    assert challenge(bytes(31) + b"\x1f") == 15 * 256**31


def test_weights_are_numbers_of_their_places() -> None:
    words = [hashed(b"p2p-heroes/4/card-weight", b"seed", u64(place)) for place in range(3)]
    assert weights(b"seed", 3) == [number(word) for word in words]
    assert weights(b"seed", 2) == weights(b"seed", 3)[:2]
    assert weights(b"seed", 0) == []
    assert not set(weights(b"seed", 3)) & set(weights(b"other", 3))


def test_nonces_follow_from_secret_purpose_and_parts() -> None:
    seed = hashed(b"p2p-heroes/4/card-nonces", b"secret", b"key", b"one", b"two")
    words = [hashed(b"p2p-heroes/4/card-nonce", seed, u64(place)) for place in range(3)]
    drawn = list(islice(nonces(b"secret", b"key", b"one", b"two"), 3))
    assert drawn == [number(word) for word in words]
    others = [
        nonces(b"other", b"key", b"one", b"two"),
        nonces(b"secret", b"mix", b"one", b"two"),
        nonces(b"secret", b"key", b"two", b"one"),
        nonces(b"secret", b"key", b"onetwo"),
        nonces(b"secret", b"key", b"one", b"two", b""),
    ]
    assert len({*drawn, *(next(other) for other in others)}) == 8
