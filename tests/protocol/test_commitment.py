"""A commitment hides its value and fits one table, step, seat, key, salt and value only."""

from hashlib import sha256
from typing import TypedDict

import pytest

from protocol.canonical import Value
from protocol.commitment import SALT_SIZE, commit


class Parts(TypedDict):
    table: bytes
    step: int
    seat: int
    key: bytes
    salt: bytes
    value: Value


PARTS: Parts = {
    "table": bytes(range(32)),
    "step": 3,
    "seat": 1,
    "key": b"\x0a" * 32,
    "salt": b"\x0b" * SALT_SIZE,
    "value": ("throw", "rock"),
}

CHANGES: list[Parts] = [
    PARTS | {"table": bytes(32)},
    PARTS | {"step": 4},
    PARTS | {"seat": 2},
    PARTS | {"step": 1, "seat": 3},
    PARTS | {"key": b"\x0c" * 32},
    PARTS | {"salt": bytes(SALT_SIZE)},
    PARTS | {"value": ("throw", "paper")},
    PARTS | {"value": None},
]


def test_a_commitment_hashes_these_bytes() -> None:
    value = b"\x92\xa5throw\xa4rock"
    parts = (
        b"p2p-heroes/4/commitment",
        bytes(range(32)),
        b"\0\0\0\0\0\0\0\x03",
        b"\0\0\0\0\0\0\0\x01",
        b"\x0a" * 32,
        b"\x0b" * 32,
        value,
    )
    assert commit(**PARTS) == sha256(b"".join(bytes([0, 0, 0, len(part)]) + part for part in parts)).digest()


def test_the_commitments_of_version_4_do_not_change() -> None:
    assert commit(**PARTS).hex() == "c05afa534f962e14b4fde653fbc7677556183fe97a1afee6742a67993431298e"


def test_a_commitment_is_bound_to_table_step_seat_key_salt_and_value() -> None:
    assert len({commit(**parts) for parts in [PARTS, *CHANGES]}) == 1 + len(CHANGES)


def test_a_commitments_length_says_nothing_of_the_value() -> None:
    assert len(commit(**PARTS | {"value": "x" * 4000})) == len(commit(**PARTS | {"value": None})) == 32


def test_truth_is_not_one() -> None:
    assert commit(**PARTS | {"value": True}) != commit(**PARTS | {"value": 1})


@pytest.mark.parametrize("size", [0, SALT_SIZE - 1, SALT_SIZE + 1])
def test_a_salt_of_another_size_is_our_own_mistake(size: int) -> None:
    with pytest.raises(AssertionError):
        commit(**PARTS | {"salt": bytes(size)})
