"""Envelope and messages (protocol.md §4.1, §4.2)."""

from dataclasses import dataclass
from itertools import pairwise

from .genesis import Genesis
from .values import VERSION, Refused, Value, decode, digest, encode, is_bytes, is_count, is_signed

ACCEPT, DECIDE, COMMIT, LOCK, REVEAL, FORFEIT, KEEP, RESIGN = range(1, 9)

Pair = tuple[int, int]


@dataclass(frozen=True)
class Message:
    """A message that is open."""

    wire: bytes
    id: bytes
    seat: int
    number: int
    previous: bytes
    step: int
    past: bytes
    state: bytes
    tag: int
    body: Value

    @property
    def is_choice(self) -> bool:
        return self.tag in (DECIDE, COMMIT)

    @property
    def entry(self) -> bytes:
        """The entry of a choice."""
        commitment: bytes = self.body[0] if self.tag == COMMIT else b""
        return commitment or self.id

    @property
    def entries(self) -> tuple[bytes | None, ...]:
        """The entries of a lock."""
        return tuple(self.body[0])

    @property
    def value(self) -> Value:
        """What a `Decide` or a `Reveal` says."""
        return self.body[-1]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The list of a vote."""
        return tuple(self.body[0])

    @property
    def signs(self) -> bool:
        """Whether a vote signs its list."""
        return bool(self.body[1])


@dataclass(frozen=True)
class Fault:
    """Who signed what it may not, and the number of the message that shows it."""

    name: str
    seat: int
    number: int


class Malformed(Exception):
    """Signed, but no message."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class Envelopes:
    """Opens wire forms at a table."""

    genesis: Genesis
    table: bytes

    def open(self, wire: bytes) -> Message:
        """The nine checks of §4.1. Raises Refused, Malformed."""
        if len(wire) < 65:
            raise Refused("BadField")
        payload, signature = wire[:-64], wire[-64:]
        fields = self.fields(wire)
        if type(fields) is not tuple or not fields:
            raise Refused("BadField")
        if type(fields[0]) is not int or fields[0] != VERSION:
            raise Refused("UnknownVersion")
        if len(fields) != 10 or not _fits_header(fields):
            raise Refused("BadField")
        _, table, seat, number, *_, tag, body = fields
        if table != self.table:
            raise Refused("WrongTable")
        if seat not in self.genesis.seats:
            raise Refused("UnknownSeat")
        self.check_signature(seat, payload, signature)
        try:
            check_body(tag, body)
        except Refused:
            raise Malformed(Fault("Malformed", seat, number)) from None
        return Message(wire, digest("message", payload), *fields[2:])

    def fields(self, wire: bytes) -> Value:
        return decode(wire[:-64], 36864)

    def check_signature(self, seat: int, payload: bytes, signature: bytes) -> None:
        if not is_signed(self.genesis.keys[seat], signature, digest("message", payload)):
            raise Refused("BadSignature")


def _fits_header(fields: tuple[Value, ...]) -> bool:
    _, table, seat, number, previous, step, past, state, tag, _ = fields
    counts, digests = (seat, number, step, tag), (table, previous, past, state)
    return all(map(is_count, counts)) and all(map(is_bytes, digests))


def check_body(tag: int, body: Value) -> None:
    """What §4.2 asks of a body. Refused: UnknownMessage, BadField."""
    if tag not in range(1, 9):
        raise Refused("UnknownMessage")
    if type(body) is not tuple or not _fits(tag, body):
        raise Refused("BadField")


def _fits(tag: int, body: tuple[Value, ...]) -> bool:
    match tag, body:
        case (1 | 8, ()):
            return True
        case (2, (value,)):
            return _is_short(value) or (type(value) is bytes and len(encode(value)) <= 32768)
        case (3, (commitment,)):
            return is_bytes(commitment)
        case (4, (tuple() as entries,)):
            return len(entries) <= 7 and all(entry is None or is_bytes(entry) for entry in entries)
        case (5, (salt, value)):
            return is_bytes(salt) and _is_short(value)
        case (6, (tuple() as pairs, bool())):
            return (
                1 <= len(pairs) <= 6 and all(map(_is_pair, pairs)) and _ascends([pair[0] for pair in pairs])
            )
        case (7, pair):
            return _is_pair(pair)
    return False


def _is_short(value: Value) -> bool:
    return len(encode(value)) <= 4096


def _is_pair(value: Value) -> bool:
    return (
        type(value) is tuple
        and len(value) == 2
        and is_count(value[0])
        and value[0] <= 6
        and is_count(value[1])
    )


def _ascends(numbers: list[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))
