"""The closed set of signed messages: one class and one tag each (protocol.md §4.2).

A body is an array with fixed positions. `read_message` is the only way from
bytes to a message: what it returns has the right types and bounds.
"""

from collections.abc import Callable
from typing import ClassVar

from .canonical import Value, encode
from .commitment import SALT_SIZE
from .errors import BadField, UnknownMessage
from .frozen import Frozen
from .genesis import MAX_SEATS
from .hashing import DIGEST_SIZE

MAX_DECISION = 4096
MAX_DUTY = 32_768
"""Bytes of an open decision that is a byte string, as all are that prove something about cards."""

MAX_NUMBER = 2**32


class Accept(Frozen):
    """I sit at this table: the first message of every seat."""

    tag: ClassVar[int] = 1

    def body(self) -> Value:
        return ()


class Decide(Frozen):
    """My open decision."""

    value: Value
    tag: ClassVar[int] = 2

    def body(self) -> Value:
        return (self.value,)


class Commit(Frozen):
    """My sealed decision, or my sealed share of chance."""

    commitment: bytes
    tag: ClassVar[int] = 3

    def body(self) -> Value:
        return (self.commitment,)


class Lock(Frozen):
    """What I hold of this step: for each seat its commitment or the id of its decision, or nothing."""

    entries: tuple[bytes | None, ...]
    tag: ClassVar[int] = 4

    def body(self) -> Value:
        return (self.entries,)


class Reveal(Frozen):
    """What I had committed to."""

    salt: bytes
    value: Value
    tag: ClassVar[int] = 5

    def body(self) -> Value:
        return (self.salt, self.value)


Absence = tuple[int, int]
"""A seat, and the number of its message that did not come (or does not count)."""


class Forfeit(Frozen):
    """I waited in vain: let these seats be absent from these messages on.

    A list is proposed first, and can be taken back; it is signed, for good, when all others propose it too.
    """

    absences: tuple[Absence, ...]
    signed: bool = False
    tag: ClassVar[int] = 6

    def body(self) -> Value:
        return (self.absences, self.signed)


class Keep(Frozen):
    """I hold that message and will not vote its author out for it."""

    seat: int
    number: int
    tag: ClassVar[int] = 7

    def body(self) -> Value:
        return (self.seat, self.number)


class Resign(Frozen):
    """I give up my seat: go on without me. The last message of a chain."""

    tag: ClassVar[int] = 8

    def body(self) -> Value:
        return ()


Message = Accept | Decide | Commit | Lock | Reveal | Forfeit | Keep | Resign


def read_message(tag: int, body: Value, size: int) -> Message:
    """The message with this tag and a body that takes so many bytes; raises UnknownMessage or BadField."""
    if tag not in _READERS:
        raise UnknownMessage(f"tag {tag}")
    if not isinstance(body, tuple):
        raise BadField("body is not an array")
    message = _READERS[tag](body)
    # What stands in a short body is short, and need not be measured.
    if size > MAX_DECISION and isinstance(message, Decide | Reveal):
        _require(is_short_enough(message.value, is_open=isinstance(message, Decide)), "decision too long")
    return message


def is_short_enough(value: Value, *, is_open: bool) -> bool:
    """Whether a decision may take so many bytes."""
    return len(encode(value)) <= (MAX_DUTY if is_open and isinstance(value, bytes) else MAX_DECISION)


def _read_accept(body: tuple[Value, ...]) -> Accept:
    _require(body == (), "accept")
    return Accept()


def _read_decide(body: tuple[Value, ...]) -> Decide:
    _require(len(body) == 1, "decide")
    return Decide(body[0])


def _read_commit(body: tuple[Value, ...]) -> Commit:
    match body:
        case (bytes(commitment),) if len(commitment) == DIGEST_SIZE:
            return Commit(commitment)
    raise BadField("commit")


def _read_lock(body: tuple[Value, ...]) -> Lock:
    match body:
        case (tuple(entries),) if len(entries) <= MAX_SEATS:
            return Lock(tuple([_read_entry(entry) for entry in entries]))
    raise BadField("lock")


def _read_entry(value: Value) -> bytes | None:
    if value is None or (type(value) is bytes and len(value) == DIGEST_SIZE):
        return value
    raise BadField("lock entry")


def _read_reveal(body: tuple[Value, ...]) -> Reveal:
    match body:
        case (bytes(salt), value) if len(salt) == SALT_SIZE:
            return Reveal(salt, value)
    raise BadField("reveal")


def _read_forfeit(body: tuple[Value, ...]) -> Forfeit:
    match body:
        case (tuple(absences), bool(signed)) if 1 <= len(absences) < MAX_SEATS:
            pairs = tuple(map(_read_absence, absences))
            seats = [seat for seat, _ in pairs]
            _require(seats == sorted(set(seats)), "absences in seat order, once each")
            return Forfeit(pairs, signed)
    raise BadField("forfeit")


def _read_absence(value: Value) -> Absence:
    match value:
        case (int(seat), int(number)) if _is_below(seat, MAX_SEATS) and _is_below(number, MAX_NUMBER):
            return seat, number
    raise BadField("absence")


def _read_keep(body: tuple[Value, ...]) -> Keep:
    return Keep(*_read_absence(body))


def _read_resign(body: tuple[Value, ...]) -> Resign:
    _require(body == (), "resign")
    return Resign()


_READERS: dict[int, Callable[[tuple[Value, ...]], Message]] = {
    Accept.tag: _read_accept,
    Decide.tag: _read_decide,
    Commit.tag: _read_commit,
    Lock.tag: _read_lock,
    Reveal.tag: _read_reveal,
    Forfeit.tag: _read_forfeit,
    Keep.tag: _read_keep,
    Resign.tag: _read_resign,
}


def _is_below(value: int, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit  # a boolean is an int to Python, but not on the wire


def _require(fine: bool, what: str) -> None:
    if not fine:
        raise BadField(what)
