"""The file format of a transcript: save game, replay and evidence in one (protocol.md §10).

    magic line, then records; a record = length (4 bytes), its check (4), payload, its check (8)

Each check covers the check of the record before, so nothing inside the file can be
changed or left out unseen. The length has a check of its own: without it a changed
length would look like a torn end, and what follows would be cut off. What a crash
tore off at the end is missing, or there are zeros in its place: that is cut and
reported. Everything else that does not fit is damage, and refuses the file.
"""

from collections.abc import Iterator
from typing import TypeGuard, assert_never

from .canonical import Value, decode, decode_tagged, encode, encode_tagged
from .commitment import SALT_SIZE
from .errors import BrokenTranscript, NotCanonical
from .events import Hid
from .frozen import Frozen
from .genesis import MAX_SEATS
from .hashing import VERSION, digest
from .messages import MAX_NUMBER

MAGIC = b"p2p-heroes transcript %d\n" % VERSION
MAX_RECORD = 2**21
CHECK_SIZE = 8
_LENGTH_SIZE = 4
_HEADER_SIZE = 2 * _LENGTH_SIZE
_NOTHING = bytes(_HEADER_SIZE)


class Founded(Frozen):
    """The genesis, and the seats whose keys the writer holds: always the first record, and never another.

    A node waits for what becomes of its own votes, so whoever reads its record has to know whose they are.
    """

    genesis: bytes
    seats: tuple[int, ...] = ()


class Spoken(Frozen):
    """A signed message, as it came over the wire."""

    wire: bytes


class Proven(Frozen):
    """A proof."""

    proof: bytes


Record = Founded | Spoken | Hid | Proven


class Writer:
    """Turns records into the bytes to append."""

    def __init__(self, check: bytes = bytes(CHECK_SIZE)) -> None:
        self.check = check

    def append(self, record: Record) -> bytes:
        """The bytes of the next record."""
        payload = _write_record(record)
        header = _header(self.check, len(payload).to_bytes(_LENGTH_SIZE, "big"))
        self.check = _check(self.check, payload)
        return header + payload + self.check


class Transcript(Frozen):
    """What a file holds: its records, how many bytes are sound, and how many a crash tore off."""

    records: tuple[Record, ...]
    check: bytes
    sound: int
    torn: int

    @property
    def founded(self) -> Founded:
        founded = self.records[0]
        assert isinstance(founded, Founded)
        return founded

    @property
    def genesis(self) -> bytes:
        return self.founded.genesis


def read_transcript(data: bytes) -> Transcript:
    """Read a whole file. Raises BrokenTranscript, with the place, if it is not sound."""
    if not data.startswith(MAGIC):
        raise BrokenTranscript("at byte 0: not a transcript of this version")
    records: list[Record] = []
    check, sound = bytes(CHECK_SIZE), len(MAGIC)
    for payload, check, sound in _payloads(data):  # noqa: B007 -- the last ones are what we return
        records.append(_read_record(payload, sound))
        if (len(records) == 1) != isinstance(records[-1], Founded):
            raise BrokenTranscript(f"before byte {sound}: a genesis in the wrong place, or none")
    if not records:
        raise BrokenTranscript(f"at byte {sound}: no genesis")
    return Transcript(tuple(records), check, sound, len(data) - sound)


def _payloads(data: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Each payload with its check and the place after it, up to a torn end."""
    check, start = bytes(CHECK_SIZE), len(MAGIC)
    while start + _HEADER_SIZE <= len(data):
        body = start + _HEADER_SIZE
        header = data[start:body]
        right = _header(check, header[:_LENGTH_SIZE])
        if header != right or header == _NOTHING:
            if _is_unwritten(header[_LENGTH_SIZE:], right[_LENGTH_SIZE:], data[body:]):
                return
            raise BrokenTranscript(f"at byte {start}: the length of the record was changed")
        length = int.from_bytes(header[:_LENGTH_SIZE], "big")
        if not 0 < length <= MAX_RECORD:
            raise BrokenTranscript(f"at byte {start}: a record of {length} bytes")
        end = body + length + CHECK_SIZE
        if end > len(data):
            return
        payload = data[body : body + length]
        check = _check(check, payload)
        if data[body + length : end] != check:
            if _is_unwritten(data[body + length : end], check, data[end:]):
                return
            raise BrokenTranscript(f"at byte {start}: the record was changed; what is before it is sound")
        start = end
        yield payload, check, start


def _is_unwritten(found: bytes, right: bytes, behind: bytes) -> bool:
    """Whether a check that does not fit is one that a crash left half written: then there are zeros from
    some place on, in what it covers, in itself or just behind. A byte that was changed leaves other bytes.
    """
    return right.startswith(found.rstrip(b"\0")) and not any(behind)


def _header(before: bytes, length: bytes) -> bytes:
    return length + digest("length", before, length)[:_LENGTH_SIZE]


def _check(before: bytes, payload: bytes) -> bytes:
    return digest("record", before, payload)[:CHECK_SIZE]


def _write_record(record: Record) -> bytes:
    match record:
        case Spoken(wire):
            return encode_tagged(2, wire)
        case Founded(genesis, seats):
            return encode((1, genesis, seats))
        case Hid(step, seat, salt, value):
            return encode((3, step, seat, salt, value))
        case Proven(proof):
            return encode_tagged(4, proof)
        case _:
            assert_never(record)


def _read_record(payload: bytes, end: int) -> Record:
    wire = decode_tagged(2, payload)
    return Spoken(wire) if wire is not None else _read_other(payload, end)


def _read_other(payload: bytes, end: int) -> Record:
    try:
        value = decode(payload, limit=MAX_RECORD)
    except NotCanonical as error:
        raise BrokenTranscript(f"before byte {end}: a record that is no canonical value: {error}") from error
    match value:
        # A truth value equals 0 or 1 in Python, but is encoded differently.
        case (bool(), *_):
            pass
        case (1, bytes(genesis), tuple(seats)) if _are_seats(seats):
            return Founded(genesis, seats)
        case (3, int(step), int(seat), bytes(salt), secret) if len(salt) == SALT_SIZE:
            if _is_count(step) and _is_count(seat):
                return Hid(step, seat, salt, secret)
        case (4, bytes(proof)):
            return Proven(proof)
    raise BrokenTranscript(f"before byte {end}: no record of this kind")


def _is_count(value: int) -> bool:
    return type(value) is int and 0 <= value < MAX_NUMBER


def _are_seats(values: tuple[Value, ...]) -> TypeGuard[tuple[int, ...]]:
    """Whether they are numbers of seats, in order, once each."""
    seats = [value for value in values if type(value) is int and 0 <= value < MAX_SEATS]
    return len(seats) == len(values) and seats == sorted(set(seats))
