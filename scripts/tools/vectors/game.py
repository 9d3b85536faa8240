"""Whole small games for vectors to take messages, states and files from.

In: how many seats, and perhaps what one of them does instead of playing fair. Out:
a mesh that has come to rest. A game has one round of roshambo: step 1 a call by
seat 0, step 2 chance, step 3 throws, step 4 the final state.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Unpack

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.forger import Fields, Forger
from p2p_heroes.tabletest.session_table import RULES, Packet, SessionTable
from protocol.envelope import Envelope, open_envelope
from protocol.events import Settled
from protocol.messages import Message
from protocol.rule_checks import encode_state

CALL, CHANCE, THROW, OVER = 1, 2, 3, 4
"""The steps of a game of one round."""

Cheat = Callable[[Forger, Envelope, int], Iterable[bytes]]
"""What a seat says instead of a message: from its hand before it, and the message, to one reader."""

Moment = tuple[int, type[Message]]
"""A step, and the kind of message."""


@cache
def played(seats: int) -> SessionTable:
    """A fair game, played to its end."""
    return SessionTable(seats, rounds=1).begin().run()


@cache
def states(seats: int) -> dict[int, bytes]:
    """The bytes of the state before each step of the fair game."""
    mesh = played(seats)
    first = encode_state(RULES, RULES.initial(mesh.genesis))
    found = {0: first, CALL: first}
    for event in mesh.events[0]:
        if isinstance(event, Settled) and isinstance(event.after, Position):
            found[event.step + 1] = encode_state(RULES, event.after)
    return found


def said(seats: int, seat: int, step: int, kind: type[Message]) -> Envelope:
    """What a seat said at a step of the fair game."""
    chain = played(seats).sessions[0].log.chains[seat]
    return next(e for e in chain if e.step == step and isinstance(e.message, kind))


def hand_before(seats: int, envelope: Envelope) -> Forger:
    """The hand of the author before it said this in the fair game."""
    return hand_of(played(seats), envelope)


def hand_of(mesh: SessionTable, envelope: Envelope) -> Forger:
    hand = Forger(mesh.genesis, envelope.seat)
    hand.chain = list(mesh.sessions[envelope.seat].log.chains[envelope.seat][: envelope.number])
    return hand


def cheated(
    seats: int, liars: Collection[int], moment: Moment, cheat: Cheat, *, half: bool = False
) -> SessionTable:
    """A game in which some seats say something else instead of one message, and then fall silent."""
    mesh = SessionTable(seats, rounds=1, half=half)

    def bend(packet: Packet) -> Iterable[Packet]:
        author, reader, data = packet
        if author not in liars or data[:1] != b"m":
            return [packet]
        envelope = open_envelope(data[1:], mesh.genesis)
        if (envelope.step, type(envelope.message)) != moment:
            return [packet]
        mesh.dead.add(author)
        mesh.mute.add(author)
        forged = cheat(hand_of(mesh, envelope), envelope, reader)
        return [(author, reader, b"m" + wire) for wire in forged]

    mesh.bend = bend
    return mesh.begin().run()


def silent(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
    """Say nothing."""
    return ()


def instead(honest: Envelope, hand: Forger, message: Message, **fields: Unpack[Fields]) -> Envelope:
    """Another message in the place of one, on the same ground where nothing else is given."""
    header = honest.header
    return hand.draft(message, **Fields(step=header.step, past=header.past, state=header.state) | fields)
