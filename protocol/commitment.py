"""Commit to a value now, show it later (protocol.md §5.1).

A commitment is bound to table, step, seat and key: one that was copied from
another seat or replayed from another step cannot be opened. Its length says
nothing about the value, because it is a digest; the salt keeps a small set of
choices from being tried out.
"""

from .canonical import Value, encode
from .hashing import digest

SALT_SIZE = 32


def commit(*, table: bytes, step: int, seat: int, key: bytes, salt: bytes, value: Value) -> bytes:
    """The commitment of one seat to one value at one step."""
    assert len(salt) == SALT_SIZE
    return digest("commitment", table, _number(step), _number(seat), key, salt, encode(value))


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")
