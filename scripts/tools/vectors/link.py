"""Vectors of one connection with a stranger (protocol.md §9.2): blocks `chunk`, all at one moment.

An accepted one gives the payloads of the peer messages that came.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from protocol.framing import frame
from protocol.link import STRANGER_BYTES
from protocol.peer_messages import Deliver, Farewell, Hello, write_peer_message

from .vector import ACCEPT, Vector, vector

FAREWELL = write_peer_message(Farewell())


def _sent(expect: str, *chunks: bytes) -> Vector:
    return vector(expect, *(("chunk", chunk) for chunk in chunks))


def hello_in_two_pieces() -> Vector:
    """What a stranger is expected to send."""
    payload = write_peer_message(Hello(key_of(0).public, noise("nonce"), None))
    data = frame(payload)
    return vector(ACCEPT, ("chunk", data[:7]), ("chunk", data[7:]), ("payload", payload))


def parcel_that_is_none() -> Vector:
    """A good frame with a peer message that does not exist."""
    return _sent("UnknownMessage", frame(b"\x91\x13"))


def frame_too_long() -> Vector:
    """A header is judged before anything else arrives."""
    return _sent("FrameTooLong", b"\xff\xff\xff\xff")


def flood_of_bytes() -> Vector:
    """One byte more than a stranger may send, though no frame is complete yet."""
    payload = write_peer_message(Deliver(bytes(STRANGER_BYTES)))
    return _sent("Flood", frame(payload)[: STRANGER_BYTES + 1])


def flood_of_parcels() -> Vector:
    """Sixty small peer messages: even the smallest costs as much as 64 bytes beside its own."""
    return _sent("Flood", frame(FAREWELL) * 60)


def parcels_just_before_a_flood() -> Vector:
    """A stranger's allowance is used up to the last peer message that fits."""
    count = STRANGER_BYTES // (len(frame(FAREWELL)) + 64)
    return vector(ACCEPT, ("chunk", frame(FAREWELL) * count), *[("payload", FAREWELL)] * count)
