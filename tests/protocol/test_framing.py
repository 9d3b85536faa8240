"""Frames come out whole, however the stream is cut, and a bad header ends it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.errors import FrameCut, FrameEmpty, FrameTooLong, Refusal
from protocol.framing import HEADER_SIZE, MAX_FRAME, FrameReader, frame

EMPTY = bytes(4)
TOO_LONG = (MAX_FRAME + 1).to_bytes(4, "big")


def test_a_frame_is_its_length_and_its_payload() -> None:
    assert frame(b"hello") == b"\x00\x00\x00\x05hello"
    assert frame(bytes(MAX_FRAME))[:5] == b"\x00\x01\x00\x00\x00"


@pytest.mark.parametrize("size", [0, MAX_FRAME + 1])
def test_no_frame_carries_nothing_or_too_much(size: int) -> None:
    with pytest.raises(ValueError, match="cannot carry"):
        frame(bytes(size))


@settings(derandomize=True, deadline=None, database=None)
@given(st.lists(st.binary(min_size=1, max_size=40)), st.lists(st.integers(1, 50)))
def test_payloads_come_out_in_order_however_the_stream_is_cut(payloads: list[bytes], cuts: list[int]) -> None:
    reader, stream, read = FrameReader(), b"".join(map(frame, payloads)), []
    for size in cuts:
        read += reader.feed(stream[:size])
        stream = stream[size:]
    read += reader.feed(stream)
    assert read == payloads
    reader.finish()


def test_the_longest_frame_comes_out_of_single_bytes() -> None:
    payload = bytes(range(256)) * 256
    reader = FrameReader()
    pieces = [reader.feed(bytes((byte,))) for byte in frame(payload)]
    assert pieces[-1] == [payload]
    assert not any(pieces[:-1])


def test_a_reader_keeps_no_more_than_one_unfinished_frame() -> None:
    reader = FrameReader()
    whole, unfinished = frame(bytes(MAX_FRAME)), frame(bytes(MAX_FRAME))[:-1]
    assert len(reader.feed(whole * 20 + unfinished)) == 20
    assert len(reader._buffer) == len(unfinished) < HEADER_SIZE + MAX_FRAME
    assert reader.feed(b"\x00") == [bytes(MAX_FRAME)]
    assert not reader._buffer


@pytest.mark.parametrize(
    ("header", "refusal"),
    [(EMPTY, FrameEmpty), (TOO_LONG, FrameTooLong), (b"\xff\xff\xff\xff", FrameTooLong)],
)
def test_a_header_out_of_bounds_is_refused_at_once_and_for_good(
    header: bytes, refusal: type[Refusal]
) -> None:
    reader = FrameReader()
    assert reader.feed(frame(b"before") + header[:3]) == [b"before"]
    with pytest.raises(refusal):
        reader.feed(header[3:])
    with pytest.raises(refusal):
        reader.feed(frame(b"after"))
    with pytest.raises(refusal):
        reader.finish()


def test_a_refused_reader_keeps_nothing() -> None:
    reader = FrameReader()
    with pytest.raises(FrameTooLong):
        reader.feed(frame(b"before") + TOO_LONG + bytes(1000))
    assert not reader._buffer


@pytest.mark.parametrize("kept", range(1, 8))
def test_a_stream_that_ends_inside_a_frame_was_cut(kept: int) -> None:
    reader = FrameReader()
    assert reader.feed(frame(b"whole") + frame(b"gone")[:kept]) == [b"whole"]
    with pytest.raises(FrameCut):
        reader.finish()


def test_a_stream_may_end_between_frames_or_before_the_first() -> None:
    FrameReader().finish()
    reader = FrameReader()
    reader.feed(frame(b"whole"))
    reader.finish()
