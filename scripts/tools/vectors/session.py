"""Vectors of messages as they arrive (protocol.md §4.3, §7): blocks `message`, taken one after the other.

The reader holds the `genesis`, the rules and no seat. Where a refusal or a fault
is expected, it is the last message that meets with it.
"""

from hashlib import sha512

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.envelope import Envelope
from protocol.messages import Accept, Commit, Decide, Lock
from scripts.tools.edwards import BASE, L, encode, sign, times

from .game import CALL, CHANCE, hand_before, played, said
from .vector import ACCEPT, Vector, vector

SEATS = 3
GENESIS = played(SEATS).genesis
ORDER = tuple(played(SEATS).sessions[0].log.order)


def _taken(expect: str, *wires: bytes, **fields: int) -> Vector:
    return vector(expect, ("genesis", GENESIS.encoded), *(("message", wire) for wire in wires), **fields)


def _wires(*envelopes: Envelope) -> tuple[bytes, ...]:
    return tuple(envelope.wire for envelope in envelopes)


def _until(step: int) -> tuple[Envelope, ...]:
    """The fair game up to the end of the step before."""
    return tuple(envelope for envelope in ORDER if envelope.step < step)


def messages_in_order() -> Vector:
    """Everybody sits down, and seat 0 calls."""
    return _taken(ACCEPT, *_wires(*_until(CALL), said(SEATS, 0, CALL, Decide)), step=CALL)


def messages_seat_by_seat() -> Vector:
    """Between authors there is no order: one seat's messages up to the first step, then the next seat's."""
    ordered = sorted(_until(CHANCE), key=lambda envelope: (envelope.seat, envelope.number))
    return _taken(ACCEPT, *_wires(*ordered), step=CHANCE)


def message_twice() -> Vector:
    """A message that we hold already changes nothing."""
    first = said(SEATS, 0, 0, Accept).wire
    return _taken(ACCEPT, first, first, step=0)


def message_with_a_second_signature() -> Vector:
    """Another signature over the same payload is the same message, and no equivocation."""
    first = said(SEATS, 0, 0, Accept)
    key = key_of(0)
    secret, nonce = _secret(key.seed), 5
    again = sign(secret, nonce, first.id, a=key.public, r=encode(times(nonce, BASE)))
    return _taken(ACCEPT, first.wire, first.wire[:-64] + again, step=0)


def _secret(seed: bytes) -> int:
    """The number behind a seed, as RFC 8032 §5.1.5 makes it."""
    number = int.from_bytes(sha512(seed).digest()[:32], "little")
    return (number & ~7 & (1 << 254) - 1 | 1 << 254) % L


def gap() -> Vector:
    """The second message of a seat before its first; it may come again later."""
    return _taken("Gap", said(SEATS, 0, CALL, Decide).wire)


def ahead() -> Vector:
    """A message of step 2 while we are at step 0; it may come again later."""
    ours = [envelope for envelope in _until(CHANCE) if envelope.seat == 1]
    return _taken("Ahead", *_wires(*ours, said(SEATS, 1, CHANCE, Commit)))


def gap_that_is_ahead() -> Vector:
    """A message of step 2 without those before it, while we are at step 0: the step is asked first."""
    return _taken("Ahead", said(SEATS, 1, CHANCE, Commit).wire)


def message_of_another_table() -> Vector:
    """A message of another table with the same players."""
    other = Forger(genesis_of(SEATS, rounds=9), 0)
    return _taken("WrongTable", *_wires(*_until(CALL), other.accept()))


def equivocation() -> Vector:
    """A second call with the number of the first."""
    honest = said(SEATS, 0, CALL, Decide)
    sign = "paper" if honest.message == Decide(("call", "rock")) else "rock"
    other = hand_before(SEATS, honest).enter(Decide(("call", sign)), state=honest.header.state)
    sent = _wires(*_until(CALL), honest, other)
    return _taken("Equivocation", *sent, seat=0, number=honest.number)


def lock_before_the_call() -> Vector:
    """Seat 1 locks before seat 0 has called: early is no fault."""
    ours = Lock((noise("call"), None, None))
    state = said(SEATS, 1, CALL, Lock).header.state
    early = hand_before(SEATS, said(SEATS, 1, CALL, Lock)).enter(ours, state=state)
    return _taken(ACCEPT, *_wires(*_until(CALL), early), step=CALL)
