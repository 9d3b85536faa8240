"""A message with everything that binds it: table, author, chain, step, past, state, signature.

Wire form: canonical payload, then the 64 bytes of the signature (protocol.md §4.1).
`open_envelope` is the only way from foreign bytes to an `Envelope`: whoever holds
one holds bytes that the seat's key signed. The id leaves the signature out, so a
second signature over the same payload is the same message.
"""

from typing import NamedTuple

from leanclasses import dataclass

from .canonical import Value, decode, encode
from .errors import BadField, Malformed, Refusal, UnknownVersion, WrongTable
from .genesis import Genesis
from .hashing import DIGEST_SIZE, VERSION, digest
from .identity import SIGNATURE_SIZE, Key, verify
from .messages import MAX_NUMBER, Message, read_message

MAX_PAYLOAD = 8192
"""Twice what the longest lawful message needs: what a seat signs besides must still fit into a proof."""

_FIELDS = 10
"""What a payload has: the version, seven parts of the header, the message's tag and its body."""


@dataclass(frozen=True, slots=True)
class Header:
    """What an author says besides the message: who, where in the chain, on what ground."""

    table: bytes
    seat: int
    number: int
    previous: bytes
    step: int
    past: bytes
    state: bytes


class Envelope(NamedTuple):
    """A signed message, checked; seat, number and step are the header's, where everybody looks for them."""

    header: Header
    message: Message
    id: bytes
    wire: bytes
    seat: int
    number: int
    step: int


def seal(key: Key, header: Header, message: Message) -> Envelope:
    """Sign a message of our own."""
    payload = encode(_plain(header, message))
    identity = digest("message", payload)
    return _enclose(header, message, identity, payload + key.sign(identity))


def open_envelope(wire: bytes, genesis: Genesis) -> Envelope:
    """Check foreign bytes against the roster.

    Raises a Refusal where the bytes prove nothing, and Malformed where the seat's
    own key signed something that is no message.
    """
    if len(wire) <= SIGNATURE_SIZE:
        raise BadField("too short for a signature")
    payload, signature = wire[:-SIGNATURE_SIZE], wire[-SIGNATURE_SIZE:]
    header, tag, body = _read_payload(decode(payload, limit=MAX_PAYLOAD), genesis.table)
    identity = digest("message", payload)
    verify(genesis.key(header.seat), signature, identity)
    try:
        message = read_message(tag, body)
    except Refusal as error:
        raise Malformed(str(error), seat=header.seat, number=header.number, evidence=(wire,)) from error
    return _enclose(header, message, identity, wire)


def _enclose(header: Header, message: Message, identity: bytes, wire: bytes) -> Envelope:
    return Envelope(header, message, identity, wire, header.seat, header.number, header.step)


def _plain(header: Header, message: Message) -> Value:
    return (
        VERSION,
        header.table,
        header.seat,
        header.number,
        header.previous,
        header.step,
        header.past,
        header.state,
        message.tag,
        message.body(),
    )


def _read_payload(value: Value, table: bytes) -> tuple[Header, int, Value]:
    if not isinstance(value, tuple) or not value:
        raise BadField("payload is not an array")
    if type(value[0]) is not int or value[0] != VERSION:
        raise UnknownVersion(f"version {value[0]!r:.40}")
    if len(value) != _FIELDS:
        raise BadField("header")
    _, theirs, seat, number, previous, step, past, state, tag, body = value
    header = Header(
        table,  # our own copy, of which one is enough
        _count(seat),
        _count(number),
        _digest(previous),
        _count(step),
        _digest(past),
        _digest(state),
    )
    tag = _count(tag)
    if _digest(theirs) != table:
        raise WrongTable("a message of another table")
    return header, tag, body


def _digest(value: Value) -> bytes:
    if type(value) is not bytes or len(value) != DIGEST_SIZE:
        raise BadField("header digest")
    return value


def _count(value: Value) -> int:
    if type(value) is not int or not 0 <= value < MAX_NUMBER:
        raise BadField("header number")
    return value
