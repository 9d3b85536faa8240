"""What leaves a liar in place of a true message: to whom, and together with what.

Three layers, each a function of the one below: `Words` make a message, a `Change` signs it
in some place of the chain, an `Act` says who gets it.
"""

from collections.abc import Callable
from typing import TypeAlias

from p2p_heroes.tabletest.attacks.liar import Act, AnyLiar
from p2p_heroes.tabletest.entropy import noise
from protocol.canonical import Value, encode
from protocol.envelope import MAX_PAYLOAD, Envelope
from protocol.framing import MAX_FRAME
from protocol.hashing import VERSION, digest
from protocol.identity import SIGNATURE_SIZE
from protocol.link import BURST_BYTES
from protocol.messages import Message
from protocol.peer_messages import Accuse, Deliver, PeerMessage

Words: TypeAlias = Callable[[AnyLiar, Envelope], Message]
Change: TypeAlias = Callable[[AnyLiar, Envelope], Envelope]
Field: TypeAlias = Callable[[Envelope], object]

# Who gets it.


def to_all(change: Change) -> Act:
    """Everybody gets the forged message in place of the true one."""
    return lambda liar, envelope, reader: [Deliver(change(liar, envelope).wire)]


def besides(change: Change) -> Act:
    """Everybody gets the true message and the forged one."""
    return lambda liar, envelope, reader: [Deliver(envelope.wire), Deliver(change(liar, envelope).wire)]


def to_some(change: Change) -> Act:
    """One gets the forged message, the others the true one; an only reader gets both."""

    def act(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
        true, twin = Deliver(envelope.wire), Deliver(change(liar, envelope).wire)
        if len(liar.honest) == 1:
            return [true, twin]
        return [twin] if liar.is_victim(reader) else [true]

    return act


def two_votes(vote: Callable[[int], Words]) -> Act:
    """A vote with one number for some, with another for the rest; an only reader gets the lock too."""

    def act(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
        cast = liar.instead(envelope, vote(liar.is_victim(reader))(liar, envelope))
        return [Deliver(cast.wire), *([Deliver(envelope.wire)] if len(liar.honest) == 1 else [])]

    return act


def twice_to_one(change: Change) -> Act:
    """All get the true message, and one that had nothing to choose gets the forged one right behind it."""

    def act(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
        exchange = liar.exchange_of(envelope.step)
        assert exchange is not None
        victim = next(seat for seat in liar.honest if seat not in exchange.choosers)
        twin = [Deliver(change(liar, envelope).wire)] if reader == victim else []
        return [Deliver(envelope.wire), *twin]

    return act


def to_one(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Only one gets the message."""
    return [Deliver(envelope.wire)] if liar.is_victim(reader) else []


def nothing(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Nobody gets it."""
    return []


def truly(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Everybody gets it as it is."""
    return [Deliver(envelope.wire)]


def twice(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Everybody gets it two times."""
    return [Deliver(envelope.wire)] * 2


# What is signed.


def saying(words: Words, **changes: Field) -> Change:
    """Another message in its place."""
    return lambda liar, envelope: liar.instead(
        envelope, words(liar, envelope), **{name: change(envelope) for name, change in changes.items()}
    )


def same(liar: AnyLiar, envelope: Envelope) -> Message:
    """The true message once more."""
    return envelope.message


def headed(**changes: Field) -> Change:
    """The same message with another header."""
    return saying(same, **changes)


def then(words: Words) -> Change:
    """A further message behind it."""
    return lambda liar, envelope: liar.after(envelope, words(liar, envelope))


def chain_of(*words: Words) -> Act:
    """Several messages in place of the true one, one behind the other."""

    def act(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
        linked = [liar.instead(envelope, words[0](liar, envelope))]
        for more in words[1:]:
            linked.append(liar.after(linked[-1], more(liar, envelope)))
        return [Deliver(link.wire) for link in linked]

    return act


def slipping(*words: Words) -> Act:
    """The true message, and more messages behind it that its chain allows."""

    def act(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
        slipped = liar.slip(word(liar, envelope) for word in words)
        return [Deliver(envelope.wire), *(Deliver(one.wire) for one in slipped)]

    return act


def raw(tag: int, body: Value) -> Act:
    """Signed bytes that are no message."""
    return lambda liar, envelope, reader: [Deliver(_signed(liar, envelope, tag, body))]


def _signed(liar: AnyLiar, envelope: Envelope, tag: int, body: Value) -> bytes:
    header = envelope.header
    numbers = (VERSION, header.table, header.seat, header.number, header.previous)
    payload = encode((*numbers, header.step, header.past, header.state, tag, body))
    return payload + liar.keys[liar.seat].sign(digest("message", payload))


# What nobody can use, together with the truth.


def with_foreign(change: Change) -> Act:
    """The true message, and a message that cannot be the seat's, or not at this table."""
    return lambda liar, envelope, reader: [Deliver(change(liar, envelope).wire), Deliver(envelope.wire)]


def forged_signatures(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Twenty signatures that are none, and the true one."""
    payload = envelope.wire[:-SIGNATURE_SIZE]
    forged = [Deliver(payload + noise("R", n) + noise("S", n)) for n in range(20)]
    return [*forged, Deliver(envelope.wire)]


def changed_bit(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """One bit of the payload is another."""
    place = int.from_bytes(noise("bit", envelope.wire)[:4], "big") % (8 * len(envelope.wire))
    changed = bytearray(envelope.wire)
    changed[place // 8] ^= 1 << place % 8
    return [Deliver(bytes(changed)), Deliver(envelope.wire)]


def old_messages(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Everything that it ever said, backwards, and the true message."""
    said = [Deliver(old.wire) for old in reversed(liar.log.chains[liar.seat][: envelope.number])]
    return [*said, Deliver(envelope.wire)]


def oversized(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """Signed, and longer than any message."""
    return [Deliver(_signed(liar, envelope, 2, (bytes(MAX_PAYLOAD),))), Deliver(envelope.wire)]


def flood(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """More bytes at once than any honest peer sends."""
    junk = Deliver(bytes(MAX_FRAME - 16))
    return [*[junk] * (BURST_BYTES // MAX_FRAME + 1), Deliver(envelope.wire)]


def false_accusation(liar: AnyLiar, envelope: Envelope, reader: int) -> list[PeerMessage]:
    """A proof against somebody honest that shows nothing."""
    accused = next(seat for seat in liar.honest if seat != reader or len(liar.honest) == 1)
    said = liar.log.chains[accused]
    evidence = tuple(one.wire for one in said[:2])
    doctored = encode((VERSION, liar.genesis.table, "Equivocation", accused, evidence, b""))
    return [Accuse(doctored), Deliver(envelope.wire)]
