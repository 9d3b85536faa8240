"""A message with everything that binds it: table, author, chain, step, past, state, signature.

Wire form: canonical payload, then the 64 bytes of the signature (protocol.md §4.1).
`open_envelope` (or `open_all`) is the only way from foreign bytes to an `Envelope`: whoever holds
one holds bytes that the seat's key signed. The id leaves the signature out, so a
second signature over the same payload is the same message.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from .canonical import MAX_DEPTH, Value, decode, encode
from .errors import BadField, Malformed, Refusal, UnknownVersion, WrongTable
from .genesis import Genesis
from .hashing import VERSION, digest
from .identity import SIGNATURE_SIZE, Key, verify
from .messages import Message, read_message

MAX_PAYLOAD = 36_864
"""Twice what the longest lawful message needs: what a seat signs besides must still fit into a proof."""

_NUMBER = rb"([\x00-\x7f]|\xcc[\x80-\xff]|\xcd[\x01-\xff].|\xce(?!\x00\x00).{4})"
_DIGEST = rb"\xc4\x20(.{32})"
_FIELDS = (_DIGEST, _NUMBER, _NUMBER, _DIGEST, _NUMBER, _DIGEST, _DIGEST, _NUMBER)
_LAYOUT = re.compile(b"\x9a%c" % VERSION + b"".join(_FIELDS), re.DOTALL)
"""How a payload begins: an array of ten, the version, the header, the message's tag; then its body.

Numbers are below 2**32 and in their shortest form, so whatever begins like this needs no decoder up to
there, and whatever does not is no payload.
"""


class Header(NamedTuple):
    """What an author says besides the message: who, where in the chain, on what ground."""

    table: bytes
    seat: int
    number: int
    previous: bytes
    step: int
    past: bytes
    state: bytes


class Envelope(NamedTuple):
    """A signed message, checked: the fields of its header, what is said, and the bytes."""

    table: bytes
    seat: int
    number: int
    previous: bytes
    step: int
    past: bytes
    state: bytes
    message: Message
    id: bytes
    wire: bytes

    @property
    def header(self) -> Header:
        """The header by itself, to say something else on the same ground."""
        return Header(*self[:7])


Opened: TypeAlias = Envelope | Refusal | Malformed
"""What becomes of bytes when they are opened; the last two are raised, sooner or later."""

_RAISED = (Refusal, Malformed)

T = TypeVar("T")
R = TypeVar("R")


def seal(key: Key, header: Header, message: Message) -> Envelope:
    """Sign a message of our own."""
    payload = encode((VERSION, *header, message.tag, message.body()))
    identity = digest("message", payload)
    return Envelope(*header, message, identity, payload + key.sign(identity))


def open_envelope(wire: bytes, genesis: Genesis) -> Envelope:
    """Check foreign bytes against the roster.

    Raises a Refusal where the bytes prove nothing, and Malformed where the seat's
    own key signed something that is no message.
    """
    return _verified(_read(wire, genesis), genesis)


def open_all(wires: Iterable[bytes], genesis: Genesis) -> list[Opened]:
    """What `open_envelope` returns or raises for each of them.

    First all are read, then all are verified: one kind of work at a time takes less time.
    """
    return _each(_verified, _each(_read, wires, genesis), genesis)


class _Claim(NamedTuple):
    """What the bytes say, while nobody has looked at the signature: an envelope, but for its type."""

    table: bytes
    seat: int
    number: int
    previous: bytes
    step: int
    past: bytes
    state: bytes
    message: Message | str
    id: bytes
    wire: bytes


def _read(wire: bytes, genesis: Genesis) -> _Claim:
    if len(wire) <= SIGNATURE_SIZE:
        raise BadField("too short for a signature")
    payload = wire[:-SIGNATURE_SIZE]
    found = _LAYOUT.match(payload)
    if found is None or len(payload) > MAX_PAYLOAD:
        raise _refusal(decode(payload, limit=MAX_PAYLOAD))
    table, seat, number, previous, step, past, state, tag = found.groups()
    message = _read_message(_number(tag), payload[found.end() :])
    if table != genesis.table:
        raise WrongTable("a message of another table")
    return _Claim(
        genesis.table,  # our own copy, of which one is enough
        _number(seat),
        _number(number),
        previous,
        _number(step),
        _one(past),
        _one(state),
        message,
        digest("message", payload),
        wire,
    )


def _verified(claim: _Claim, genesis: Genesis) -> Envelope:
    verify(genesis.key(claim.seat), claim.wire[-SIGNATURE_SIZE:], claim.id)
    if isinstance(claim.message, str):
        raise Malformed(claim.message, seat=claim.seat, number=claim.number, evidence=(claim.wire,))
    return Envelope._make(claim)


def _each(
    check: Callable[[T, Genesis], R], things: Iterable[T | Refusal | Malformed], genesis: Genesis
) -> list[R | Refusal | Malformed]:
    """What a check gives or raises for each thing; what was raised before stays what it is."""
    checked: list[R | Refusal | Malformed] = []
    for thing in things:
        try:
            checked.append(thing if isinstance(thing, _RAISED) else check(thing, genesis))
        except _RAISED as error:
            checked.append(error)
    return checked


def _number(encoded: bytes) -> int:
    return encoded[0] if len(encoded) == 1 else int.from_bytes(encoded[1:], "big")


@lru_cache(maxsize=64)
def _one(ground: bytes) -> bytes:
    """Equal bytes as one object: all messages of a step stand on the same past and state, and are kept."""
    return ground


# All seats lock the same entries, so most of what is read has been read a moment ago.
@lru_cache(maxsize=64)
def _read_message(tag: int, body: bytes) -> Message | str:
    """The message, or what keeps it from being one; raises NotCanonical."""
    # The payload is an array around it.
    value = decode(body, depth=MAX_DEPTH - 1)
    try:
        return read_message(tag, value, len(body))
    except Refusal as error:
        return str(error)


def _refusal(value: Value) -> Refusal:
    """What is wrong with a canonical value that does not begin like a payload."""
    if not isinstance(value, tuple) or not value:
        return BadField("payload is not an array")
    if type(value[0]) is not int or value[0] != VERSION:
        return UnknownVersion(f"version {value[0]!r:.40}")
    return BadField("header")
