"""What two nodes say to each other on one connection: the closed set of parcels (protocol.md §9).

A frame carries one parcel: a canonical array of tag and fields. Parcels are not
signed and not kept; they carry what is (messages and proofs), or arrange who
sits where before there is anything to sign.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from .canonical import Value, decode, encode
from .errors import BadField, UnknownMessage, UnknownVersion
from .genesis import MAX_CHOICE, MAX_NAME, MAX_OPTIONS, MAX_SEATS
from .hashing import DIGEST_SIZE, VERSION
from .identity import KEY_SIZE
from .messages import MAX_NUMBER

NONCE_SIZE = 32
SIGNATURE_SIZE = 64
SHARE_SIZE = 33
MAX_HOST = 255
MAX_REASON = 32
_Fields = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Hello:
    """My key, a fresh nonce, and the table I mean (none: the lobby)."""

    key: bytes
    nonce: bytes
    table: bytes | None
    tag: ClassVar[int] = 1

    def fields(self) -> _Fields:
        return (VERSION, self.key, self.nonce, self.table)


@dataclass(frozen=True, slots=True)
class Sign:
    """My signature over both hellos and the certificate of this connection."""

    signature: bytes
    tag: ClassVar[int] = 2

    def fields(self) -> _Fields:
        return (self.signature,)


@dataclass(frozen=True, slots=True)
class Door:
    """Host to guest: whether an invite code is asked for."""

    coded: bool
    tag: ClassVar[int] = 3

    def fields(self) -> _Fields:
        return (self.coded,)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the invite exchange."""

    share: bytes
    tag: ClassVar[int] = 4

    def fields(self) -> _Fields:
        return (self.share,)


@dataclass(frozen=True, slots=True)
class Confirm:
    """That the sender knows the invite code."""

    confirmation: bytes
    tag: ClassVar[int] = 5

    def fields(self) -> _Fields:
        return (self.confirmation,)


@dataclass(frozen=True, slots=True)
class Sit:
    """Guest to host: a seat, please, under this name; I listen on this port."""

    name: str
    port: int
    tag: ClassVar[int] = 6

    def fields(self) -> _Fields:
        return (self.name, self.port)


@dataclass(frozen=True, slots=True)
class Ready:
    """Guest to host: my choice, whether I am ready, and a pledge for my nonce (a new one each time)."""

    choice: str
    ready: bool
    pledge: bytes
    tag: ClassVar[int] = 7

    def fields(self) -> _Fields:
        return (self.choice, self.ready, self.pledge)


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits where in a lobby."""

    key: bytes
    name: str
    choice: str
    ready: bool

    def fields(self) -> _Fields:
        return (self.key, self.name, self.choice, self.ready)


@dataclass(frozen=True, slots=True)
class Seats:
    """Host to guests: what will be played, for how many, and who sits so far."""

    game: str
    rules_version: int
    options: tuple[tuple[str, int], ...]
    patience: int
    wanted: int
    places: tuple[Place, ...]
    tag: ClassVar[int] = 8

    def fields(self) -> _Fields:
        places = tuple(place.fields() for place in self.places)
        return (self.game, self.rules_version, dict(self.options), self.patience, self.wanted, places)


@dataclass(frozen=True, slots=True)
class Propose:
    """Host to guests: the genesis, with each nonce still behind its pledge."""

    draft: bytes
    tag: ClassVar[int] = 9

    def fields(self) -> _Fields:
        return (self.draft,)


@dataclass(frozen=True, slots=True)
class Nonce:
    """Guest to host: what I had pledged; the draft is mine too."""

    nonce: bytes
    tag: ClassVar[int] = 10

    def fields(self) -> _Fields:
        return (self.nonce,)


@dataclass(frozen=True, slots=True)
class Found:
    """Host to guests: the genesis. From here on there is no host."""

    genesis: bytes
    tag: ClassVar[int] = 11

    def fields(self) -> _Fields:
        return (self.genesis,)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the sender hangs up: the name of an error."""

    reason: str
    tag: ClassVar[int] = 12

    def fields(self) -> _Fields:
        return (self.reason,)


@dataclass(frozen=True, slots=True)
class Deliver:
    """A signed message, the sender's own or another's."""

    wire: bytes
    tag: ClassVar[int] = 13

    def fields(self) -> _Fields:
        return (self.wire,)


@dataclass(frozen=True, slots=True)
class Accuse:
    """A proof."""

    proof: bytes
    tag: ClassVar[int] = 14

    def fields(self) -> _Fields:
        return (self.proof,)


@dataclass(frozen=True, slots=True)
class Have:
    """For each seat the number of the next message that I lack. Also the sign that I am alive."""

    heads: tuple[int, ...]
    tag: ClassVar[int] = 15

    def fields(self) -> _Fields:
        return (self.heads,)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a seat was last known to listen."""

    seat: int
    host: str
    port: int

    def fields(self) -> _Fields:
        return (self.seat, self.host, self.port)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Hints where seats listen; a wrong one costs a failed attempt."""

    known: tuple[Address, ...]
    tag: ClassVar[int] = 16

    def fields(self) -> _Fields:
        return (tuple(address.fields() for address in self.known),)


@dataclass(frozen=True, slots=True)
class Farewell:
    """I leave on purpose: do not wait for me."""

    tag: ClassVar[int] = 17

    def fields(self) -> _Fields:
        return ()


Parcel = (
    Hello
    | Sign
    | Door
    | Share
    | Confirm
    | Sit
    | Ready
    | Seats
    | Propose
    | Nonce
    | Found
    | Refused
    | Deliver
    | Accuse
    | Have
    | Addresses
    | Farewell
)


def write_parcel(parcel: Parcel) -> bytes:
    """The payload of a frame."""
    return encode((parcel.tag, *parcel.fields()))


def read_parcel(payload: bytes) -> Parcel:
    """The parcel in a frame. Raises NotCanonical, UnknownMessage, UnknownVersion or BadField."""
    value = decode(payload)
    if not isinstance(value, tuple) or not value or type(value[0]) is not int:
        raise BadField("a parcel is an array that begins with its tag")
    tag, fields = value[0], value[1:]
    if tag not in _READERS:
        raise UnknownMessage(f"parcel {tag}")
    parcel = _READERS[tag](fields)
    if parcel is None:
        raise BadField(f"parcel {tag}")
    return parcel


def _hello(fields: _Fields) -> Hello | None:
    if fields and fields[0] != VERSION:
        raise UnknownVersion(f"version {fields[0]!r:.40}")
    match fields:
        case (_, bytes(key), bytes(nonce), (bytes() | None) as table):
            if len(key) == KEY_SIZE and len(nonce) == NONCE_SIZE and len(table or bytes(32)) == DIGEST_SIZE:
                return Hello(key, nonce, table)
    return None


def _sign(fields: _Fields) -> Sign | None:
    match fields:
        case (bytes(signature),) if len(signature) == SIGNATURE_SIZE:
            return Sign(signature)
    return None


def _door(fields: _Fields) -> Door | None:
    match fields:
        case (bool(coded),):
            return Door(coded)
    return None


def _share(fields: _Fields) -> Share | None:
    match fields:
        case (bytes(share),) if len(share) == SHARE_SIZE:
            return Share(share)
    return None


def _confirm(fields: _Fields) -> Confirm | None:
    match fields:
        case (bytes(confirmation),) if len(confirmation) == DIGEST_SIZE:
            return Confirm(confirmation)
    return None


def _sit(fields: _Fields) -> Sit | None:
    match fields:
        case (str(name), port) if len(name) <= MAX_NAME and _is_port(port):
            assert isinstance(port, int)
            return Sit(name, port)
    return None


def _ready(fields: _Fields) -> Ready | None:
    match fields:
        case (str(choice), bool(ready), bytes(pledge)):
            if len(choice) <= MAX_CHOICE and len(pledge) == DIGEST_SIZE:
                return Ready(choice, ready, pledge)
    return None


def _seats(fields: _Fields) -> Seats | None:
    match fields:
        case (str(game), int(version), dict(options), int(patience), int(wanted), tuple(found)):
            places = tuple(map(_place, found))
            short = len(game) <= MAX_NAME and len(options) <= MAX_OPTIONS and len(found) <= MAX_SEATS
            chosen = tuple((name, value) for name, value in options.items() if type(value) is int)
            if short and len(chosen) == len(options) and None not in places:
                kept = tuple(place for place in places if place is not None)
                return Seats(game, version, chosen, patience, wanted, kept)
    return None


def _place(value: Value) -> Place | None:
    match value:
        case (bytes(key), str(name), str(choice), bool(ready)):
            if len(key) == KEY_SIZE and len(name) <= MAX_NAME and len(choice) <= MAX_CHOICE:
                return Place(key, name, choice, ready)
    return None


def _propose(fields: _Fields) -> Propose | None:
    match fields:
        case (bytes(draft),):
            return Propose(draft)
    return None


def _nonce(fields: _Fields) -> Nonce | None:
    match fields:
        case (bytes(nonce),) if len(nonce) == NONCE_SIZE:
            return Nonce(nonce)
    return None


def _found(fields: _Fields) -> Found | None:
    match fields:
        case (bytes(genesis),):
            return Found(genesis)
    return None


def _refused(fields: _Fields) -> Refused | None:
    match fields:
        case (str(reason),) if len(reason) <= MAX_REASON and reason.isalpha() and reason.isascii():
            return Refused(reason)
    return None


def _deliver(fields: _Fields) -> Deliver | None:
    match fields:
        case (bytes(wire),):
            return Deliver(wire)
    return None


def _accuse(fields: _Fields) -> Accuse | None:
    match fields:
        case (bytes(proof),):
            return Accuse(proof)
    return None


def _have(fields: _Fields) -> Have | None:
    match fields:
        case (tuple(heads),) if len(heads) <= MAX_SEATS:
            counts = tuple(head for head in heads if type(head) is int and 0 <= head < MAX_NUMBER)
            return Have(counts) if len(counts) == len(heads) else None
    return None


def _addresses(fields: _Fields) -> Addresses | None:
    match fields:
        case (tuple(known),) if len(known) <= MAX_SEATS:
            read = tuple(map(_address, known))
            kept = tuple(address for address in read if address is not None)
            return Addresses(kept) if len(kept) == len(read) else None
    return None


def _address(value: Value) -> Address | None:
    match value:
        case (int(seat), str(host), port) if 0 <= seat < MAX_SEATS and len(host) <= MAX_HOST:
            if _is_port(port):
                assert isinstance(port, int)
                return Address(seat, host, port)
    return None


def _farewell(fields: _Fields) -> Farewell | None:
    return Farewell() if fields == () else None


def _is_port(value: Value) -> bool:
    return type(value) is int and 0 <= value < 2**16


_READERS: dict[int, Callable[[_Fields], Parcel | None]] = {
    Hello.tag: _hello,
    Sign.tag: _sign,
    Door.tag: _door,
    Share.tag: _share,
    Confirm.tag: _confirm,
    Sit.tag: _sit,
    Ready.tag: _ready,
    Seats.tag: _seats,
    Propose.tag: _propose,
    Nonce.tag: _nonce,
    Found.tag: _found,
    Refused.tag: _refused,
    Deliver.tag: _deliver,
    Accuse.tag: _accuse,
    Have.tag: _have,
    Addresses.tag: _addresses,
    Farewell.tag: _farewell,
}
