"""A table at which every message is written by hand: by whom, what, and in which order it is recorded.

In: what each seat says. Out: a transcript and what a reader must find in it. Left alone, a message
stands on what somebody who holds all messages so far holds of the table, and says what a fair seat
would say; anything can be given instead.
"""

from collections.abc import Iterable
from typing import Unpack

from p2p_heroes.node.replay import restore
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Fields, Forger
from p2p_heroes.tabletest.session_table import RULES, genesis_of, session_of
from protocol.canonical import Value, encode
from protocol.chain import choice_entry
from protocol.commitment import commit
from protocol.envelope import Envelope
from protocol.errors import Refusal
from protocol.faults import Proof
from protocol.frozen import replace
from protocol.hashing import VERSION, digest
from protocol.messages import Absence, Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from protocol.rules import AskChance, AskOpen, AskSecret, GameOver
from protocol.session import Session
from protocol.transcript import Founded, Proven, Record, Spoken

from ..game import OVER
from ..vector import Vector
from .record import broken, file_of, told

SIGNS = ("paper", "scissors")
"""What fair seats call and throw, in turn: not what the rules choose for who is absent."""


class Staged:
    """A table, its seats' hands, and the record that somebody without a seat writes of it."""

    def __init__(self, seats: int, *, at: int = 1, half: bool = False, owner: tuple[int, ...] = ()) -> None:
        """A table at which all has gone well up to a step; the record is somebody's who has these seats."""
        self.genesis = replace(genesis_of(seats, rounds=1), half=half)
        self.hands = [Forger(self.genesis, seat) for seat in range(seats)]
        self.seats = tuple(range(seats))
        self.everything = session_of(self.genesis)
        self.records: list[Record] = [Founded(self.genesis.encoded, owner)]
        if at:
            self.accept(*self.seats)
        while self.step < at:
            self.play(*self.seats)

    @property
    def step(self) -> int:
        return self.everything.play.step

    # What is written.

    def record(self, *envelopes: Envelope) -> None:
        self.records += [Spoken(envelope.wire) for envelope in envelopes]

    def record_proof(self, proof: Proof) -> None:
        self.records.append(Proven(proof.encode()))
        self.everything.accuse(proof.encode())

    def made(self) -> Vector:
        """The file, and how the table stands at its end."""
        founded = self.records[0]
        assert isinstance(founded, Founded)
        reader = Session(self.genesis, RULES, {}, seen_from=founded.seats)
        restore(reader, self.records[1:])
        return told(reader, file_of(self.records))

    def refused(self) -> Vector:
        """The file, which does not hold."""
        return broken(file_of(self.records))

    # What is said.

    def draft(self, seat: int, message: Message, /, **fields: Unpack[Fields]) -> Envelope:
        """What a seat could say next; it does not go on from there, and nobody holds it."""
        ground = self.everything.play.ground
        here = Fields(step=ground.step, past=ground.past, state=ground.state)
        return self.hands[seat].draft(message, **here | fields)

    def hold(self, seat: int, message: Message, /, **fields: Unpack[Fields]) -> Envelope:
        """Say something, and do not record it yet."""
        return self._said(seat, self.draft(seat, message, **fields))

    def say(self, seat: int, message: Message, /, **fields: Unpack[Fields]) -> Envelope:
        """Say something, and record it."""
        envelope = self.hold(seat, message, **fields)
        self.record(envelope)
        return envelope

    def linger(self, seat: int, *messages: Message) -> list[Envelope]:
        """Say something more in the step of the seat's last message, and do not record it yet."""
        return [self._said(seat, self.hands[seat].draft(message)) for message in messages]

    def stray(self, seat: int, message: Message, /, **fields: Unpack[Fields]) -> Envelope:
        """Record what is no part of the seat's chain; everybody holds it."""
        envelope = self.draft(seat, message, **fields)
        self.record(envelope)
        self.everything.receive(envelope.wire)
        return envelope

    def instead(self, of: Envelope, message: Message, **fields: Unpack[Fields]) -> Envelope:
        """Record another message with the number of one."""
        place = Fields(number=of.number, previous=of.header.previous)
        return self.stray(of.seat, message, **place | fields)

    def equivocate(self, seat: int) -> Envelope:
        """A second version of the seat's first message: it is guilty, and its chain is as it was."""
        first = self.hands[seat].chain[0]
        return self.instead(first, Accept(), step=0, past=first.past, state=noise("another"))

    def _said(self, seat: int, envelope: Envelope) -> Envelope:
        self.hands[seat].chain.append(envelope)
        try:
            self.everything.receive(envelope.wire)
        except Refusal:
            assert seat in self.everything.proofs
        return envelope

    # What fair seats say.

    def accept(self, *seats: int) -> None:
        for seat in seats:
            self.say(seat, Accept())

    def play(self, *seats: int) -> None:
        """All that these seats have to say in the present step."""
        step = self.step
        self.choose(*seats)
        self.lock(*seats)
        if self.step == step and not isinstance(self.need, AskOpen | GameOver):
            self.reveal(*seats)

    def finish(self, *seats: int) -> "Staged":
        while self.step < OVER:
            self.play(*seats)
        self.play(*seats)
        return self

    @property
    def need(self) -> AskOpen | AskSecret | AskChance | GameOver:
        exchange = self.everything.play.exchange
        assert exchange is not None
        return exchange.need

    def choice(self, seat: int) -> Message | None:
        """What the seat has to choose now, if anything."""
        match self.need:
            case AskOpen(asked):
                return Decide(("call", SIGNS[seat % 2])) if seat in asked else None
            case GameOver():
                return None
        return Commit(self.sealed(seat, self.value(seat)))

    def value(self, seat: int) -> Value:
        """What a fair seat seals at the present step."""
        return noise("share", seat) if isinstance(self.need, AskChance) else ("throw", SIGNS[seat % 2])

    def sealed(self, seat: int, value: Value) -> bytes:
        key, salt = key_of(seat).public, self.salt(seat)
        return commit(table=self.genesis.table, step=self.step, seat=seat, key=key, salt=salt, value=value)

    def salt(self, seat: int) -> bytes:
        return noise("salt", seat, self.step)

    def choose(self, *seats: int) -> None:
        for seat in seats:
            choice = self.choice(seat)
            if choice is not None:
                self.say(seat, choice)

    def entries(self) -> list[bytes | None]:
        """What a lock names now."""
        found: list[bytes | None] = [None for _ in self.seats]
        for hand in self.hands:
            for envelope in hand.chain:
                if envelope.step == self.step and isinstance(envelope.message, Decide | Commit):
                    found[hand.seat] = choice_entry(envelope)
        return found

    def naming(self, seat: int, entry: bytes | None) -> Lock:
        """A lock that names another entry for one seat."""
        entries = self.entries()
        entries[seat] = entry
        return Lock(tuple(entries))

    def lock(self, *seats: int) -> None:
        for seat in seats:
            self.say(seat, Lock(tuple(self.entries())))

    def opening(self, seat: int) -> Reveal:
        return Reveal(self.salt(seat), self.value(seat))

    def reveal(self, *seats: int) -> None:
        for seat in seats:
            self.say(seat, self.opening(seat))

    # Votes.

    def next_number(self, seat: int) -> int:
        return len(self.hands[seat].chain)

    def propose(self, absences: Iterable[Absence], *seats: int) -> None:
        for seat in seats:
            self.say(seat, Forfeit(tuple(absences)))

    def sign(self, absences: Iterable[Absence], *seats: int) -> None:
        """Propose a list and sign it."""
        for seat in seats:
            for vote in both_rounds(tuple(absences)):
                self.say(seat, vote)

    def keep(self, seat: int, *absences: Absence) -> None:
        for absence in absences:
            self.say(seat, Keep(*absence))


def both_rounds(absences: tuple[Absence, ...]) -> tuple[Forfeit, Forfeit]:
    """A list proposed, and signed."""
    return Forfeit(absences), Forfeit(absences, signed=True)


def garbled(envelope: Envelope) -> bytes:
    """Signed bytes in the place of a message that are no message."""
    head = envelope.header
    place = (head.seat, head.number, head.previous, head.step, head.past, head.state)
    payload = encode((VERSION, head.table, *place, 99, ()))
    return payload + key_of(head.seat).sign(digest("message", payload))
