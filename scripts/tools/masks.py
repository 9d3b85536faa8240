"""Four seats that mask cards, what they cover, and where: for tests of proofs."""

from collections.abc import Sequence

from protocol.cards.card import bare, masked
from protocol.cards.challenges import context
from protocol.cards.group import times, total
from protocol.cards.keys import CardKey
from protocol.cards.points import face

KEYS = tuple(CardKey.from_seed(bytes([seat]) * 32) for seat in range(4))
COVER = total(key.public for key in KEYS)
FACES = tuple(face("test", number) for number in range(6))
TABLE = b"T" * 32


def here(*, table: bytes = TABLE, number: int = 7, seat: int = 2, name: str = "mix/1") -> bytes:
    """The place of every proof, but for what is named."""
    return context(table=table, number=number, seat=seat, name=name)


HERE = here()
ELSEWHERE = (here(table=b"U" * 32), here(number=8), here(seat=1), here(name="mix/2"))


def deck(size: int, cover: bytes = COVER) -> tuple[bytes, ...]:
    """The first so many faces, face up."""
    return tuple(masked(one, cover) for one in FACES[:size])


def opened(card: bytes, keys: Sequence[CardKey] = KEYS) -> bytes:
    """What these keys together see."""
    return bare(card, [times(card[:32], key.number) for key in keys])


def swapped(value: bytes, place: int, piece: bytes) -> bytes:
    """Another piece of 32 bytes at a place."""
    return value[: 32 * place] + piece + value[32 * place + 32 :]


def piece_of(value: bytes, place: int) -> bytes:
    return value[32 * place : 32 * place + 32]
