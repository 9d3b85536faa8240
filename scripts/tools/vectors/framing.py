"""Vectors of frames on a stream (protocol.md §2.3).

The blocks `chunk` arrive one after the other, then the stream ends; the blocks
`payload` are what comes out.
"""

from .vector import ACCEPT, Vector, vector


def _stream(expect: str, *chunks: str, payloads: tuple[str, ...] = ()) -> Vector:
    arriving = [("chunk", bytes.fromhex(chunk)) for chunk in chunks]
    return vector(expect, *arriving, *(("payload", bytes.fromhex(payload)) for payload in payloads))


def one_frame() -> Vector:
    """A header and its payload."""
    return _stream(ACCEPT, "00000004 93010203", payloads=("93010203",))


def frames_in_odd_pieces() -> Vector:
    """Where the stream is cut into pieces means nothing."""
    pieces = ("0000", "0001c0000000", "02c2", "c300000001", "c2")
    return _stream(ACCEPT, *pieces, payloads=("c0", "c2c3", "c2"))


def no_stream_at_all() -> Vector:
    """A stream that ends before its first byte is at no fault."""
    return _stream(ACCEPT)


def frame_of_no_bytes() -> Vector:
    """A frame carries something."""
    return _stream("FrameEmpty", "00000000")


def frame_of_no_bytes_after_a_good_one() -> Vector:
    """The second header is judged like the first."""
    return _stream("FrameEmpty", "00000001c0", "00000000")


def frame_one_byte_too_long() -> Vector:
    """A header that announces 65537 bytes is judged before any of them arrives."""
    return _stream("FrameTooLong", "00010001")


def frame_far_too_long() -> Vector:
    """A header with every bit set."""
    return _stream("FrameTooLong", "ffffffff")


def longest_frame_cut() -> Vector:
    """A header that announces 65536 bytes is fine; it is the stream that ends too early."""
    return _stream("FrameCut", "00010000")


def cut_inside_the_header() -> Vector:
    """The stream ends after three bytes."""
    return _stream("FrameCut", "00000001c0", "000000")


def cut_inside_the_payload() -> Vector:
    """The stream ends one byte before the payload does."""
    return _stream("FrameCut", "00000004930102")


def refused_stream_stays_refused() -> Vector:
    """What follows a refused header is refused under the same name, be it as good as it may."""
    return _stream("FrameEmpty", "00000000", "00000001c0")
