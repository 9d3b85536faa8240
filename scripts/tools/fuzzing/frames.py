"""Real frames, changed and sent: what becomes of each, by the name of the verdict.

A frame of a played table is changed in one of the ways below and goes the way of all bytes from a peer: link,
message, envelope, session. A message that counts afterwards must be one that was signed, byte for byte, and a
proof must be against somebody guilty; anything else, and any exception besides a refusal, is a failure.

The frames come in batches with a random source of their own, so that the same seed gives the same counts
however many processes share the work.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from random import Random

from p2p_heroes.node.table import Position, rules_for
from protocol.canonical import decode
from protocol.errors import Ahead, Gap, NotCanonical, Refusal
from protocol.framing import HEADER_SIZE
from protocol.link import Link
from protocol.peer_messages import Accuse, Deliver, PeerMessage
from protocol.session import Session
from scripts.tools.fuzzing.mutation import changed_bytes, changed_value, encoded
from scripts.tools.fuzzing.tables import PlayedBytes, played

TABLES = ("small", "two", "equivocate", "wrong hash", "false opening", "large", "large, illegal secret")
BATCH = 20_000
HEARD = 8
"""How many messages a reader has heard: enough for a game that has begun, and for nobody to be guilty yet."""
THE_SAME, GUILTY, NOTHING = "as it was signed", "a proof against the guilty", "no whole frame"


def send(seed: str, count: int, jobs: int = 1, *, batch: int = BATCH) -> Iterator[Counter[str]]:
    """Send so many changed frames; the verdicts, batch by batch."""
    batches = [(seed, start, min(batch, count - start)) for start in range(0, count, batch)]
    if jobs == 1:
        yield from map(_send_batch, batches)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(_send_batch, batches)


def _send_batch(batch: tuple[str, int, int]) -> Counter[str]:
    seed, start, count = batch
    random = Random(f"{seed} {start}")
    readers = [_reader(name) for name in TABLES]
    counts: Counter[str] = Counter()
    for _ in range(count):
        reader = readers[random.randrange(len(readers))]
        counts[reader.take(changed_frame(reader.table.frames, random))] += 1
    return counts


class ReadFrames:
    """Somebody at a played table who has heard its beginning."""

    def __init__(self, table: PlayedBytes) -> None:
        self.table = table
        self._rules = rules_for(table.genesis)
        self._wires = frozenset(table.wires)
        self._session = self._sat_down()

    def _sat_down(self) -> Session[Position]:
        session = Session(self.table.genesis, self._rules, {})
        for wire in self.table.wires[:HEARD]:
            # What comes too early is sent again, to whoever is still there.
            with suppress(Gap, Ahead):
                session.receive(wire)
        assert not session.proofs
        return session

    def take(self, data: bytes) -> str:
        """What becomes of these bytes: the verdict on the first thing out of order, or on the last."""
        link = Link(0.0)
        link.trust()
        verdict = ""
        try:
            for peer_message in link.receive(data, 0.0):
                verdict = self._hear(peer_message)
            link.finish()
        except Refusal as refusal:
            return refusal.name
        return verdict or NOTHING

    def _hear(self, peer_message: PeerMessage) -> str:
        match peer_message:
            case Deliver(wire):
                return self._receive(wire)
            case Accuse(proof):
                return self._accuse(proof)
        return f"a {type(peer_message).__name__}, which nobody signs"

    def _receive(self, wire: bytes) -> str:
        try:
            events = self._session.receive(wire)
        except (Gap, Ahead):
            # It is too early, so its signature was found to be good.
            assert wire in self._wires, f"a changed message was taken for a signed one: {wire.hex()}"
            raise
        assert wire in self._wires, f"a changed message was taken: {wire.hex()}"
        if events:
            # The next frame finds what this one has found.
            self._session = self._sat_down()
        return THE_SAME

    def _accuse(self, proof: bytes) -> str:
        self._session.accuse(proof)
        assert self._session.proofs.keys() <= self.table.guilty, f"an honest seat is blamed: {proof.hex()}"
        assert self._session.proofs
        self._session = self._sat_down()
        return GUILTY


@cache
def _reader(name: str) -> ReadFrames:
    return ReadFrames(played(name))


# Changes.


def changed_frame(frames: tuple[bytes, ...], random: Random) -> bytes:
    """One of the frames, changed."""
    frame = frames[random.randrange(len(frames))]
    return random.choice(WAYS)(frame, frames, random)


def _flip_bit(frame: bytes, frames: tuple[bytes, ...], random: Random) -> bytes:
    place = random.randrange(8 * len(frame))
    changed = bytearray(frame)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def _flip_payload(frame: bytes, frames: tuple[bytes, ...], random: Random) -> bytes:
    """A bit of what is signed, or of the signature."""
    return frame[:HEADER_SIZE] + _flip_bit(frame[HEADER_SIZE:], frames, random)


def _change_bytes(frame: bytes, frames: tuple[bytes, ...], random: Random) -> bytes:
    return changed_bytes(frame, random)


def _change_payload(frame: bytes, frames: tuple[bytes, ...], random: Random) -> bytes:
    """Bytes of the payload, with a header that fits."""
    return _framed(changed_bytes(frame[HEADER_SIZE:], random))


def _change_value(frame: bytes, frames: tuple[bytes, ...], random: Random) -> bytes:
    """The peer message as a value, encoded again."""
    payload = frame[HEADER_SIZE:]
    try:
        return _framed(encoded(changed_value(decode(payload), random), payload))
    except NotCanonical:
        return frame


def _cross(frame: bytes, frames: tuple[bytes, ...], random: Random) -> bytes:
    """The beginning of one frame and the end of another, with a header that fits."""
    other = frames[random.randrange(len(frames))]
    here, there = random.randint(HEADER_SIZE, len(frame)), random.randint(HEADER_SIZE, len(other))
    return _framed(frame[HEADER_SIZE:here] + other[there:])


def _framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(HEADER_SIZE, "big") + payload


Way = Callable[[bytes, tuple[bytes, ...], Random], bytes]
WAYS: tuple[Way, ...] = (
    *(_flip_bit, _flip_payload, _flip_payload),
    *(_change_bytes, _change_payload, _change_payload),
    *(_change_value, _change_value, _cross),
)
"""Each is taken equally often. To look at a signature costs most of the time; about a quarter get so far."""
