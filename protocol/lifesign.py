"""What a seat tells of itself every second, signed: where the chains end for it, and whom it is connected to.

Who is not connected to the seat gets it through others, and knows by it that the seat is there
(protocol.md §9.4). The count keeps an old one from passing for a new one.
"""

from .canonical import encode
from .errors import BadField, UnknownSeat
from .frozen import replace
from .genesis import Genesis
from .hashing import digest
from .identity import SIGNATURE_SIZE, Key, verify
from .peer_messages import Have, Head


def sign_have(
    key: Key,
    table: bytes,
    seat: int,
    *,
    count: int,
    linked: tuple[int, ...],
    heads: tuple[Head, ...],
    wanted: tuple[int, ...] = (),
    heard: tuple[int, ...] = (),
) -> Have:
    """A seat's own word on what it holds, and on whom its player wants to go on without."""
    heard = heard or (0,) * len(heads)
    unsigned = Have(seat, count, heard, linked, wanted, heads, bytes(SIGNATURE_SIZE))
    return replace(unsigned, signature=key.sign(_digest(table, unsigned)))


def check_have(have: Have, genesis: Genesis) -> None:
    """Refuse what the seat has not said of this table. Raises UnknownSeat, BadField or BadSignature."""
    seats = len(genesis.seats)
    if have.seat >= seats:
        raise UnknownSeat(f"seat {have.seat} at a table of {seats}")
    if len(have.heads) != seats or len(have.heard) != seats:
        raise BadField("a head and a count for each seat")
    verify(genesis.key(have.seat), have.signature, _digest(genesis.table, have))


def _digest(table: bytes, have: Have) -> bytes:
    ends = tuple([(head.number, head.previous) for head in have.heads])
    return digest("have", table, encode((have.seat, have.count, have.heard, have.linked, have.wanted, ends)))
