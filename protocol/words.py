"""A table id as four words that players compare aloud (protocol.md §3).

In comes the table id, out go its first forty bits as four words of ten bits each. Players whose words
differ do not sit at the same table, so somebody stands between them. Forty bits are for ears and eyes:
whatever a program compares, it compares by the whole id.
"""

from protocol.hashing import DIGEST_SIZE
from protocol.wordlist import WORDS

_COUNT = 4
_BITS = 10


def table_words(table: bytes) -> str:
    """The four words of a table, joined by single spaces."""
    assert len(table) == DIGEST_SIZE
    number = int.from_bytes(table, "big") >> (8 * DIGEST_SIZE - _COUNT * _BITS)
    return " ".join(WORDS[(number >> place * _BITS) % len(WORDS)] for place in reversed(range(_COUNT)))
