"""One connection: bytes in, peer messages out, never more than an honest peer sends (protocol.md §9.2).

A stranger gets a few frames to say who it is. A known peer has a generous
allowance that refills with time; the time is an argument.
"""

from .errors import Flood
from .framing import FrameReader, frame
from .peer_messages import PeerMessage, read_peer_message, write_peer_message

STRANGER_BYTES = 4096
BURST_BYTES = 8 * 2**20
BYTES_PER_SECOND = 2**20
_MESSAGE_COST = 64  # even the smallest peer message costs the reader something


class Link:
    """The reading side of one connection."""

    def __init__(self, now: float) -> None:
        self._frames = FrameReader()
        self._known = False
        self._allowance = float(STRANGER_BYTES)
        self._then = now

    def trust(self) -> None:
        """The peer has shown its key: from here on it may send as much as a player does."""
        self._known = True
        self._allowance = float(BURST_BYTES)

    def receive(self, data: bytes, now: float) -> list[PeerMessage]:
        """The peer messages that these bytes complete. Raises Flood, or what the bytes are refused with."""
        self._refill(now)
        self._spend(len(data))
        payloads = self._frames.feed(data)
        self._spend(_MESSAGE_COST * len(payloads))
        return [read_peer_message(payload) for payload in payloads]

    def finish(self) -> None:
        """The stream has ended. Raises FrameCut if it did inside a frame."""
        self._frames.finish()

    def _refill(self, now: float) -> None:
        if self._known:
            gained = max(now - self._then, 0.0) * BYTES_PER_SECOND
            self._allowance = min(self._allowance + gained, BURST_BYTES)
        self._then = now

    def _spend(self, cost: int) -> None:
        self._allowance -= cost
        if self._allowance < 0:
            raise Flood("more than an honest peer sends")


def pack(peer_message: PeerMessage) -> bytes:
    """A peer message as it goes onto the stream."""
    return frame(write_peer_message(peer_message))
