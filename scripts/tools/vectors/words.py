"""Vectors of the four words of a table (protocol.md, "Table words")."""

from protocol.hashing import digest
from protocol.words import table_words

from .vector import ACCEPT, Vector, vector


def _spoken(table: bytes) -> Vector:
    return vector(ACCEPT, ("table", table), words=table_words(table))


def first_words() -> Vector:
    """No bit is set."""
    return _spoken(bytes(32))


def last_words() -> Vector:
    """Every bit is set."""
    return _spoken(b"\xff" * 32)


def ten_bits_each() -> Vector:
    """The numbers 1, 2, 512 and 1022, most significant bit first."""
    number = 1 << 30 | 2 << 20 | 512 << 10 | 1022
    return _spoken(number.to_bytes(5, "big") + b"\xff" * 27)


def words_of_a_digest() -> Vector:
    """The example of the specification."""
    return _spoken(digest("example", b"table"))
