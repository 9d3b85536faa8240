"""The decoder and the frames: whatever the bytes, a value with one encoding or a refusal, and bounded memory.

An input is taken twice, as the encoding of a value and as a stream of frames.
"""

from collections.abc import Iterator
from random import Random

from protocol.canonical import MAX_BYTES, Value, decode, encode
from protocol.errors import FrameCut, FrameEmpty, FrameTooLong, NotCanonical, Refusal
from protocol.framing import HEADER_SIZE, MAX_FRAME, FrameReader, frame
from scripts.tools.fuzzing import reference
from scripts.tools.fuzzing.memory import is_sample, peak_of
from scripts.tools.fuzzing.mutation import SCALARS, changed_bytes, changed_value, encoded
from scripts.tools.fuzzing.tables import frames

MEMORY_PER_BYTE = 512
MEMORY_FOR_HEADERS = 12 * 2**20
"""What a pile of array headers reserves at most before the bytes end: 1024 of them with 1024 places each."""


def check(data: bytes) -> None:
    """Whether everything that is promised of decoding and framing holds for these bytes."""
    check_value(data)
    check_stream(data)
    if is_sample(data):
        assert peak_of(lambda: _verdict(data)) <= MEMORY_PER_BYTE * len(data) + MEMORY_FOR_HEADERS


# Values.


def check_value(data: bytes) -> None:
    """Both readers agree, and what is accepted is encoded to the same bytes again."""
    verdict, value = _verdict(data)
    assert (verdict, value) == _reference(data)
    # Equal is not enough: to Python a truth value is a number.
    assert repr(value) == repr(_reference(data)[1])
    if verdict:
        assert encode(value) == data
        assert len(data) <= MAX_BYTES


def _verdict(data: bytes) -> tuple[bool, Value]:
    try:
        return True, decode(data)
    except NotCanonical:
        return False, None


def _reference(data: bytes) -> tuple[bool, Value]:
    try:
        return True, reference.read(data)
    except reference.NoValue:
        return False, None


# Frames.


def check_stream(data: bytes) -> None:
    """In whatever pieces a stream comes, the same payloads come out, up to the same refusal."""
    expected, refusal = _split(data)
    size = max(1, len(data) // 61)
    for pieces in (_pieces(data, size), _pieces(data, 7 * size)):
        found, end = _fed(pieces)
        assert end is refusal
        assert found == expected[: len(found)]
        assert refusal in (FrameEmpty, FrameTooLong) or found == expected
    whole = b"".join(map(frame, expected))
    assert data.startswith(whole)


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


def _fed(pieces: Iterator[bytes]) -> tuple[list[bytes], type[Refusal] | None]:
    reader, found = FrameReader(), list[bytes]()
    try:
        for piece in pieces:
            found += reader.feed(piece)
            assert len(reader._buffer) < HEADER_SIZE + MAX_FRAME
        reader.finish()
    except Refusal as refusal:
        _check_stays_refused(reader, refusal)
        return found, type(refusal)
    return found, None


def _check_stays_refused(reader: FrameReader, refusal: Refusal) -> None:
    if isinstance(refusal, FrameCut):
        return
    again: type[Refusal] | None = None
    try:
        reader.feed(frame(b"more"))
    except Refusal as raised:
        again = type(raised)
    assert again is type(refusal), "a refused stream was read on"


def _split(data: bytes) -> tuple[list[bytes], type[Refusal] | None]:
    """The same by the text of protocol.md §2.3."""
    payloads, at = list[bytes](), 0
    while at < len(data):
        if at + 4 > len(data):
            return payloads, FrameCut
        length = int.from_bytes(data[at : at + 4], "big")
        if not 1 <= length <= 65536:
            return payloads, FrameTooLong if length else FrameEmpty
        if at + 4 + length > len(data):
            return payloads, FrameCut
        payloads.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return payloads, None


# Inputs.


def mutate(data: bytes, random: Random) -> bytes:
    """A change to the bytes, or to the value that they encode."""
    accepted, value = _verdict(data)
    if accepted and random.random() < 0.7:
        return encoded(changed_value(value, random), data)
    return changed_bytes(data, random)


def seeds() -> Iterator[bytes]:
    """Values of every kind and at every border, and frames of a game."""
    for scalar in SCALARS:
        yield encode(scalar)
    texts: tuple[str, ...] = ("é", "\ud7ff\ue000", "\U0010ffff", "a" * 31, "a" * 32, "a" * 256)
    yield from map(encode, texts)
    yield from (encode((1,) * size) for size in (15, 16, 256))
    yield from (encode({chr(97 + n): n for n in range(size)}) for size in (1, 15, 16))
    deep: Value = 1
    for _ in range(16):
        deep = (deep,)
    yield encode(deep)
    yield encode({"b": None, "n": 300, "name": "Zoë", "raw": b"\x00\xff", "seats": (0, 1, -1)})
    sent = frames("small")
    yield b"".join(sent[:2])
    yield from (one[HEADER_SIZE:] for one in sent[:12])
    yield bytes(4)
    yield b"\x00\x01\x00\x01"
