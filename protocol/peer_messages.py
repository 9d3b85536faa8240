"""What two nodes say to each other on one connection: the closed set of peer messages (protocol.md §9).

A frame carries one peer message: a canonical array of the tag and the fields, in the order
in which the class has them; a class inside a field is an array of its fields. The table
at the end says what each field may be. Peer messages are not kept; they carry what is (messages and
proofs), or arrange who sits where before there is anything to sign.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import ClassVar, TypeVar

from .canonical import Value, decode, decode_tagged, encode, encode_tagged
from .errors import BadField, UnknownMessage, UnknownVersion
from .framing import MAX_FRAME
from .frozen import Frozen
from .genesis import (
    MAX_NAME,
    MAX_OPTIONS,
    MAX_PATIENCE,
    MAX_SEATS,
    MAX_SETTING,
    MIN_PATIENCE,
    MIN_SEATS,
    NONCE_SIZE,
    is_choice,
    is_seat_name,
    is_speakable,
)
from .hashing import DIGEST_SIZE, VERSION
from .identity import KEY_SIZE, SIGNATURE_SIZE
from .messages import MAX_NUMBER

SHARE_SIZE = 33
MAX_HOST = 255
MAX_REASON = 32
MAX_CHAT = 200
MAX_PORT = 2**16 - 1
MAX_COUNT = 2**63 - 1


class Hello(Frozen):
    """My key, a fresh nonce, and the table I mean (none: the lobby)."""

    key: bytes
    nonce: bytes
    table: bytes | None
    tag: ClassVar[int] = 1


class SignHello(Frozen):
    """My signature over both hellos and the certificate of this connection."""

    signature: bytes
    tag: ClassVar[int] = 2


class CodeNeeded(Frozen):
    """Host to guest: whether an invite code is asked for."""

    coded: bool
    tag: ClassVar[int] = 3


class Share(Frozen):
    """A share of the invite exchange."""

    share: bytes
    tag: ClassVar[int] = 4


class Confirm(Frozen):
    """That the sender knows the invite code."""

    confirmation: bytes
    tag: ClassVar[int] = 5


class Sit(Frozen):
    """Guest to host: a seat, please, under this name; I listen on this port."""

    name: str
    port: int
    tag: ClassVar[int] = 6


class Ready(Frozen):
    """Guest to host: my choice, whether I am ready, and a pledge for my nonce (a new one each time)."""

    choice: str
    ready: bool
    pledge: bytes
    tag: ClassVar[int] = 7


class LobbySeat(Frozen):
    """Who sits where in a lobby."""

    key: bytes
    name: str
    choice: str
    ready: bool


class Seats(Frozen):
    """Host to guests: what will be played, for how many, and who sits so far."""

    game: str
    rules_version: int
    options: tuple[tuple[str, int], ...]
    patience: int
    wanted: int
    places: tuple[LobbySeat, ...]
    half: bool = False
    tag: ClassVar[int] = 8


class Propose(Frozen):
    """Host to guests: the genesis, with each nonce still behind its pledge."""

    draft: bytes
    tag: ClassVar[int] = 9


class Nonce(Frozen):
    """Guest to host: what I had pledged; the draft is mine too."""

    nonce: bytes
    tag: ClassVar[int] = 10


class Found(Frozen):
    """Host to guests: the genesis. From here on there is no host."""

    genesis: bytes
    tag: ClassVar[int] = 11


class Refuse(Frozen):
    """Why the sender hangs up: the name of an error."""

    reason: str
    tag: ClassVar[int] = 12


class Deliver(Frozen):
    """A signed message, the sender's own or another's."""

    wire: bytes
    tag: ClassVar[int] = 13


class Accuse(Frozen):
    """A proof."""

    proof: bytes
    tag: ClassVar[int] = 14


class Head(Frozen):
    """Of one seat: the number of the next message that I lack, and the id of the one before it.

    The next message will have to name it. It stands for the whole chain: whoever holds another one sees it.
    """

    number: int
    previous: bytes


class Have(Frozen):
    """For each seat where its chain ends for me, and to whom I am connected. Also the sign that I am alive.

    It is signed, so that others can pass it on to those to whom I am not connected (see `lifesign`); of two,
    the one with the higher count is the later. The person here wants to go on without those who are wanted.
    Heard are the counts of the last such words of each seat: it was signed after them.
    """

    seat: int
    count: int
    heard: tuple[int, ...]
    linked: tuple[int, ...]
    wanted: tuple[int, ...]
    heads: tuple[Head, ...]
    signature: bytes
    tag: ClassVar[int] = 15


class Address(Frozen):
    """Where a seat was last known to listen."""

    seat: int
    host: str
    port: int


class Addresses(Frozen):
    """Hints where seats listen; a wrong one costs a failed attempt."""

    known: tuple[Address, ...]
    tag: ClassVar[int] = 16


class Farewell(Frozen):
    """I hang up on purpose."""

    tag: ClassVar[int] = 17


class Chat(Frozen):
    """Something for people to read, said by the seat at the other end. It means nothing to the table."""

    text: str
    tag: ClassVar[int] = 18


PeerMessage = (
    Hello
    | SignHello
    | CodeNeeded
    | Share
    | Confirm
    | Sit
    | Ready
    | Seats
    | Propose
    | Nonce
    | Found
    | Refuse
    | Deliver
    | Accuse
    | Have
    | Addresses
    | Farewell
    | Chat
)


def is_chat(text: str) -> bool:
    """Whether it can be said: 1 to 200 characters written like a name."""
    return 1 <= len(text) <= MAX_CHAT and text == text.strip(" ") and is_speakable(text)


def write_peer_message(peer_message: PeerMessage) -> bytes:
    """The payload of a frame."""
    if isinstance(peer_message, Deliver):
        return encode_tagged(peer_message.tag, peer_message.wire)
    version = (VERSION,) if isinstance(peer_message, Hello) else ()
    return encode((peer_message.tag, *version, *_row(peer_message)))


def _row(record: PeerMessage | LobbySeat | Address | Head) -> tuple[Value, ...]:
    return tuple([_cell(getattr(record, name)) for name in record.__struct_fields__])


def _cell(value: object) -> Value:
    if isinstance(value, tuple):
        return tuple(map(_cell, value))
    return _row(value) if isinstance(value, (LobbySeat, Address, Head)) else value  # type: ignore[return-value]


def read_peer_message(payload: bytes) -> PeerMessage:
    """The peer message in a frame. Raises NotCanonical, UnknownMessage, UnknownVersion or BadField."""
    # Nearly all peer messages are messages; those that are too long are refused below.
    wire = decode_tagged(Deliver.tag, payload)
    if wire is not None and len(payload) <= MAX_FRAME:
        return Deliver(wire)
    value = decode(payload, limit=MAX_FRAME)
    if not isinstance(value, tuple) or not value or type(value[0]) is not int:
        raise BadField("a peer message is an array that begins with its tag")
    if value[0] not in _SHAPES:
        raise UnknownMessage(f"peer message {value[0]}")
    return _SHAPES[value[0]](value[1:])


# How fields are read: a kind takes a plain value and gives what the class holds, or raises BadField.

_Kind = Callable[[Value], object]
_T = TypeVar("_T")


def _where(fits: Callable[[Value], bool], what: str) -> _Kind:
    def read(value: Value) -> Value:
        if not fits(value):
            raise BadField(what)
        return value

    return read


def _sized(size: int) -> _Kind:
    return _where(lambda value: isinstance(value, bytes) and len(value) == size, f"not {size} bytes")


def _text(fits: Callable[[str], bool]) -> _Kind:
    return _where(lambda value: isinstance(value, str) and fits(value), "a text that does not fit")


def _between(least: int, most: int) -> _Kind:
    # A boolean is an int to Python, but not on the wire.
    return _where(lambda value: type(value) is int and least <= value <= most, f"not {least} to {most}")


def _maybe(kind: _Kind) -> _Kind:
    return lambda value: None if value is None else kind(value)


def _several(kind: _Kind, most: int) -> Callable[[Value], tuple[object, ...]]:
    def read(value: Value) -> tuple[object, ...]:
        if not isinstance(value, tuple) or len(value) > most:
            raise BadField(f"not an array of up to {most}")
        return tuple(map(kind, value))

    return read


def _ascending(kind: Callable[[Value], tuple[object, ...]]) -> _Kind:
    def read(value: Value) -> tuple[object, ...]:
        several = kind(value)
        if any(one >= other for one, other in pairwise(several)):  # type: ignore[operator]
            raise BadField("not in ascending order")
        return several

    return read


def _record(make: Callable[..., _T], *kinds: _Kind) -> Callable[[Value], _T]:
    """An array with one value of each kind, made into one thing."""

    def read(value: Value) -> _T:
        if not isinstance(value, tuple):
            raise BadField("not an array")
        # The fields before the number of fields: a hello of a later version may have more.
        fields = [kind(field) for kind, field in zip(kinds, value, strict=False)]
        if len(value) != len(kinds):
            raise BadField(f"{len(value)} fields where there are {len(kinds)}")
        return make(*fields)

    return read


def _version(value: Value) -> None:
    if type(value) is not int or value != VERSION:
        raise UnknownVersion(f"version {value!r:.40}")


def _hello(_: None, key: bytes, nonce: bytes, table: bytes | None) -> Hello:
    return Hello(key, nonce, table)


def _pair(name: str, value: int) -> tuple[str, int]:
    return name, value


_FLAG = _where(lambda value: isinstance(value, bool), "not a boolean")
_BLOB = _where(lambda value: isinstance(value, bytes), "not bytes")
_KEY, _DIGEST, _NONCE = _sized(KEY_SIZE), _sized(DIGEST_SIZE), _sized(NONCE_SIZE)
_NAME, _CHOICE = _text(is_seat_name), _text(is_choice)
_WISH = _text(lambda text: len(text) <= MAX_NAME)  # the host says whether it is a name, and refuses politely
_HOST = _text(lambda text: len(text) <= MAX_HOST and is_speakable(text))
_REASON = _text(lambda text: len(text) <= MAX_REASON and text.isascii() and text.isalpha())
_PORT = _between(0, MAX_PORT)
_SETTING = _between(-MAX_SETTING, MAX_SETTING - 1)
_OPTIONS = _several(_record(_pair, _NAME, _SETTING), MAX_OPTIONS)
_PLACES = _several(_record(LobbySeat, _KEY, _NAME, _CHOICE, _FLAG), MAX_SEATS)
_SEAT = _between(0, MAX_SEATS - 1)
_SEATS = _ascending(_several(_SEAT, MAX_SEATS))
_HEADS = _several(_record(Head, _between(0, MAX_NUMBER - 1), _DIGEST), MAX_SEATS)
_SIGNATURE = _sized(SIGNATURE_SIZE)

_SHAPES: dict[int, Callable[[Value], PeerMessage]] = {
    Hello.tag: _record(_hello, _version, _KEY, _NONCE, _maybe(_DIGEST)),
    SignHello.tag: _record(SignHello, _SIGNATURE),
    CodeNeeded.tag: _record(CodeNeeded, _FLAG),
    Share.tag: _record(Share, _sized(SHARE_SIZE)),
    Confirm.tag: _record(Confirm, _DIGEST),
    Sit.tag: _record(Sit, _WISH, _PORT),
    Ready.tag: _record(Ready, _CHOICE, _FLAG, _DIGEST),
    Seats.tag: _record(
        Seats,
        _NAME,
        _between(0, MAX_SETTING - 1),
        _OPTIONS,
        _between(MIN_PATIENCE, MAX_PATIENCE),
        _between(MIN_SEATS, MAX_SEATS),
        _PLACES,
        _FLAG,
    ),
    Propose.tag: _record(Propose, _BLOB),
    Nonce.tag: _record(Nonce, _NONCE),
    Found.tag: _record(Found, _BLOB),
    Refuse.tag: _record(Refuse, _REASON),
    Deliver.tag: _record(Deliver, _BLOB),
    Accuse.tag: _record(Accuse, _BLOB),
    Have.tag: _record(
        Have,
        _SEAT,
        _between(0, MAX_COUNT),
        _several(_between(0, MAX_COUNT), MAX_SEATS),
        _SEATS,
        _SEATS,
        _HEADS,
        _SIGNATURE,
    ),
    Addresses.tag: _record(Addresses, _several(_record(Address, _SEAT, _HOST, _PORT), MAX_SEATS)),
    Farewell.tag: _record(Farewell),
    Chat.tag: _record(Chat, _text(is_chat)),
}
