"""A seat that signs anything: any message behind any header.

A `Forger` writes one seat's chain. Left alone it fills in what an honest seat would:
the next number, the last id, the step, past and state that it used before. Every
field can be given instead, and then the message is sealed all the same.
"""

from typing import TypedDict, Unpack

from p2p_heroes.tabletest.entropy import key_of, noise
from protocol.chain import next_past
from protocol.envelope import Envelope, Header, seal
from protocol.genesis import Genesis
from protocol.messages import Accept, Lock, Message


class Fields(TypedDict, total=False):
    """The fields of a header, for those that are to be written as they are given."""

    table: bytes
    seat: int
    number: int
    previous: bytes
    step: int
    past: bytes
    state: bytes


class Forger:
    """One seat's key, and the chain that it has signed so far."""

    def __init__(self, genesis: Genesis, seat: int) -> None:
        self.genesis = genesis
        self.seat = seat
        self.chain: list[Envelope] = []

    def header(self) -> Header:
        """What an honest seat would write before its next message of the same step."""
        if self.chain:
            last = self.chain[-1]
            return last.header._replace(number=last.number + 1, previous=last.id)
        table = self.genesis.table
        return Header(table, self.seat, 0, table, 0, table, noise("state", 0))

    def draft(self, message: Message, **fields: Unpack[Fields]) -> Envelope:
        """Seal a message with these fields in its header; the chain stays as it is."""
        return seal(key_of(self.seat), self.header()._replace(**fields), message)

    def say(self, message: Message, **fields: Unpack[Fields]) -> Envelope:
        """Seal a message and go on from it."""
        self.chain.append(self.draft(message, **fields))
        return self.chain[-1]

    def accept(self) -> Envelope:
        return self.say(Accept())

    def enter(self, message: Message, **fields: Unpack[Fields]) -> Envelope:
        """Say the first message of the next step, on the ground that the seat's own lock makes."""
        return self.say(message, **self.next_ground() | fields)

    def next_ground(self) -> Fields:
        """Step, past and state of the step after the last one."""
        header = self.header()
        locks = [e.message for e in self.chain if isinstance(e.message, Lock) and e.step == header.step]
        past = next_past(header.past, locks[-1].entries) if locks else header.past
        return Fields(step=header.step + 1, past=past, state=noise("state", header.step + 1))
