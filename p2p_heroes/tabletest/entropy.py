"""Bytes that look like chance and are not: the same arguments, the same bytes, on every machine."""

from hashlib import sha256

from protocol.identity import Key

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay", "Gil")
"""Of the seats of a table, in their order."""


def noise(*parts: object) -> bytes:
    """32 bytes that depend on nothing but the arguments."""
    return sha256(repr(parts).encode()).digest()


def seed_of(table: bytes, seat: int) -> bytes:
    """The secret of a seat at one table, where cards are hidden."""
    return noise("seed", table, seat)


def key_of(seat: int) -> Key:
    """The key of a seat at every table of a test; nobody else would trust it."""
    return Key.from_seed(noise("key", seat))
