"""Byte stream <-> frames, bounded.

In: bytes as they come off a stream, in pieces of any size. Out: whole payloads.
A frame is its payload's length as four bytes, big-endian, then the payload, of
1 to 65536 bytes (protocol.md §2.3). A header out of these bounds is refused when it is read,
before a byte of its payload is kept, and nothing after it is read: a reader
never holds more than one unfinished frame.
"""

from .errors import FrameCut, FrameEmpty, FrameTooLong, Refusal

MAX_FRAME = 65536
"""Bytes of a payload."""

HEADER_SIZE = 4


def frame(payload: bytes) -> bytes:
    """The payload behind its header.

    Raises:
        ValueError: no frame can carry a payload of this size.
    """
    if not 1 <= len(payload) <= MAX_FRAME:
        raise ValueError(f"a frame cannot carry {len(payload)} bytes")
    return len(payload).to_bytes(HEADER_SIZE, "big") + payload


class FrameReader:
    """One stream's bytes on their way to payloads."""

    __slots__ = ("_buffer", "_refusal")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._refusal: type[Refusal] | None = None

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that these bytes complete, in order.

        Raises:
            FrameTooLong, FrameEmpty: a header is out of bounds. Payloads before it in the same
                piece are lost with the stream, and every later call raises the same again.
        """
        self._raise_again()
        self._buffer += data
        payloads, start, size = [], 0, len(self._buffer)
        while (body := start + HEADER_SIZE) <= size:
            end = body + self._length(start)
            if end > size:
                break
            payloads.append(bytes(self._buffer[body:end]))
            start = end
        del self._buffer[:start]
        return payloads

    def finish(self) -> None:
        """Say that the stream has ended.

        Raises:
            FrameCut: it ended inside a frame.
        """
        self._raise_again()
        if self._buffer:
            raise FrameCut(f"the stream ended {len(self._buffer)} bytes into a frame")

    def _raise_again(self) -> None:
        if self._refusal is not None:
            raise self._refusal("the stream was refused before")

    def _length(self, start: int) -> int:
        length = int.from_bytes(self._buffer[start : start + HEADER_SIZE], "big")
        if length == 0:
            raise self._refused(FrameEmpty, "a frame of no bytes")
        if length > MAX_FRAME:
            raise self._refused(FrameTooLong, f"a frame of {length} bytes where {MAX_FRAME} are allowed")
        return length

    def _refused(self, refusal: type[Refusal], reason: str) -> Refusal:
        self._buffer.clear()
        self._refusal = refusal
        return refusal(reason)
