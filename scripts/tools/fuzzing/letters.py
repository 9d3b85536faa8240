"""Two honest seats and one in a stranger's hand: a table on which a fuzzer plays, letter by letter.

A letter is a plain value, and says what happens next at a table of three:

    [to, tag, body, {"place": value}]   seat 2 signs a message and sends it to seat 0, seat 1 or both (2)
    ["choose", seat]                    an honest seat makes its choice
    ["vote", seat]                      an honest seat votes against all for whom it waits
    ["restart", seat]                   an honest seat is started again from its record
    ["meet"]                            the honest seats give each other what the other lacks
    ["raw", to, bytes]                  bytes are sent as a message
    ["accuse", to, bytes]               bytes are sent as a proof
    ["again", number]                   seat 2 sends what it sent in that letter to both

With nil as body the message is the one that an honest seat would say; the map replaces fields of the payload
by their place. What the honest seats say reaches each other at once and in order; what seat 2 tells only one
of them, the other hears when they meet.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from p2p_heroes.games import GAMES, SMALL_GAME
from p2p_heroes.node.replay import restore
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.entropy import key_of, noise
from protocol.canonical import Value
from protocol.commitment import commit
from protocol.errors import BadDecision, NotDue, Refusal
from protocol.events import Event, Heard, Hid, Proved, Rebuilt, Said, Shown
from protocol.faults import Proof
from protocol.faults import check as check_proof
from protocol.hashing import VERSION
from protocol.rules import AskChance
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken
from scripts.tools.fuzzing.tables import PLANS, signed

GENESIS = PLANS["small"].genesis()
RULES = GameRules(GAMES[SMALL_GAME])
HONEST, STRANGER = (0, 1), 2
MOST_LETTERS = 48


class Table:
    """The two honest sessions, what they have on disk, and what is under way between them."""

    def __init__(self) -> None:
        self.sessions = {seat: _session(seat) for seat in HONEST}
        self.records: dict[int, list[Record]] = {seat: [] for seat in HONEST}
        self.said: dict[int, list[bytes]] = {seat: [] for seat in HONEST}
        self.states: dict[int, dict[int, bytes]] = {seat: {} for seat in HONEST}
        self.sent: list[bytes] = []
        self._under_way: deque[tuple[int, Event]] = deque()
        for seat in HONEST:
            self._try(seat, self.sessions[seat].begin)
        self._deliver()

    def do(self, letter: Value) -> None:
        """Do what a letter says; one that says nothing is passed over."""
        # A truth value counts as a number in Python; our own sessions are never given one.
        match letter:
            case (int(to), int(tag), body, dict(changes)):
                wire = self._sealed(to, tag, body, changes)
                if wire is not None:
                    self.sent.append(wire)
                    self._send(to, wire)
            case ("choose", int(seat)) if seat in HONEST:
                self._choose(int(seat))
            case ("vote", int(seat)) if seat in HONEST:
                self._vote(int(seat))
            case ("restart", int(seat)) if seat in HONEST:
                self._restart(int(seat))
            case ("meet",):
                self._meet()
            case ("raw", int(to), bytes(wire)):
                self._send(to, wire)
            case ("accuse", int(to), bytes(proof)):
                for seat in _readers(to):
                    self._try(seat, partial(self.sessions[seat].accuse, proof))
            case ("again", int(number)) if self.sent:
                self._send(STRANGER, self.sent[number % len(self.sent)])
        self._deliver()

    def _send(self, to: int, wire: bytes) -> None:
        for seat in _readers(to):
            self._try(seat, partial(self.sessions[seat].receive, wire))

    def _try(self, seat: int, act: Callable[[], list[Event]]) -> None:
        heads = self.sessions[seat].heads()
        with suppress(Refusal, NotDue, BadDecision):
            self._absorb(seat, act())
        later = self.sessions[seat].heads()
        assert all(after >= before for before, after in zip(heads, later, strict=True))

    def _absorb(self, seat: int, events: list[Event]) -> None:
        """Do what an owner does, and look at every event."""
        for event in events:
            match event:
                case Hid():
                    self.records[seat].append(event)
                case Said(envelope):
                    self.said[seat].append(envelope.wire)
                    self.records[seat].append(Spoken(envelope.wire))
                case Heard(envelope):
                    self.records[seat].append(Spoken(envelope.wire))
                case Proved(proof):
                    _check_blame(proof)
                    self.records[seat].append(Proven(proof.encode()))
                case Rebuilt():
                    self.states[seat].clear()
                case _:
                    pass
            self._under_way.append((1 - seat, event))
        play = self.sessions[seat].play
        self.states[seat][play.step] = play.ground.state

    def _deliver(self) -> None:
        """What the honest seats say reaches each other, in its order."""
        while self._under_way:
            reader, event = self._under_way.popleft()
            session = self.sessions[reader]
            match event:
                case Said(envelope) | Shown(envelope):
                    self._try(reader, partial(session.receive, envelope.wire))
                case Proved(proof):
                    self._try(reader, partial(session.accuse, proof.encode()))
                case _:
                    pass

    def _meet(self) -> None:
        """Each gets from the other what it lacks."""
        for seat, other in (HONEST, HONEST[::-1]):
            for envelope in list(self.sessions[seat].missing(self.sessions[other].heads())):
                self._try(other, partial(self.sessions[other].receive, envelope.wire))
            self._deliver()

    def _choose(self, seat: int) -> None:
        session = self.sessions[seat]
        if seat in session.duties():
            value, salt = _lawful(session, seat), noise("salt", seat, session.play.step)
            self._try(seat, partial(session.choose, seat, value, salt))

    def _vote(self, seat: int) -> None:
        session = self.sessions[seat]
        waited = [waiting.seat for waiting in session.waiting() if waiting.seat != seat]
        self._try(seat, partial(session.forfeit, waited))

    def _restart(self, seat: int) -> None:
        before = self.sessions[seat]
        after = restored(seat, self.records[seat])
        _check_same(before, after)
        self.sessions[seat] = after
        self._absorb(seat, after.wake())

    # What seat 2 signs.

    def _sealed(self, to: int, tag: int, body: Value, changes: dict[str, Value]) -> bytes | None:
        session = self.sessions[to if to in HONEST else 0]
        chain, ground = session.log.chains[STRANGER], session.play.ground
        previous = chain[-1].id if chain else GENESIS.table
        payload: list[Value] = [VERSION, GENESIS.table, STRANGER, len(chain), previous]
        payload += [ground.step, ground.past, ground.state, tag]
        payload.append(_body(session, tag) if body is None else body)
        for place, value in changes.items():
            if place.isdecimal() and len(place) < 3 and int(place) < len(payload):
                payload[int(place)] = value
        try:
            return signed(STRANGER, tuple(payload))
        except ValueError:
            return None

    # What must hold.

    def check(self) -> None:
        """What must hold after every letter."""
        for seat, session in self.sessions.items():
            own = [envelope.wire for envelope in session.log.chains[seat]]
            assert own == self.said[seat], "what was signed is kept, and nothing else"
            assert not session.proofs.keys() - {STRANGER}, "an honest seat is blamed"
        one, other = (self._story(seat) for seat in HONEST)
        for step in one.keys() & other.keys():
            assert one[step] == other[step], f"two states at step {step}"

    def _story(self, seat: int) -> dict[int, bytes]:
        """The states of a seat; if it was voted out and has not heard of it, those up to there."""
        settled = enumerate(self.sessions[1 - seat].play.settled)
        cut = min((step for step, settlement in settled if seat in settlement.cuts), default=None)
        return {n: state for n, state in self.states[seat].items() if cut is None or n <= cut}

    def check_end(self) -> None:
        """What must hold when everybody has heard everything, and what a record tells afterwards."""
        for _ in HONEST:
            self._meet()
        self.check()
        for seat in HONEST:
            _check_same(self.sessions[seat], restored(seat, self.records[seat]))


def _check_same(before: Session[Position], after: Session[Position]) -> None:
    """A session that came back from its record stands where it stood."""
    assert after.play.ground == before.play.ground
    assert after.play.outcome == before.play.outcome
    assert after.heads() == before.heads()
    assert after.proofs == before.proofs


def _session(seat: int) -> Session[Position]:
    return Session(GENESIS, RULES, {seat: key_of(seat)})


def restored(seat: int, records: list[Record]) -> Session[Position]:
    """A session of the seat, fed with its record."""
    session = _session(seat)
    restore(session, records)
    return session


def _readers(to: int) -> tuple[int, ...]:
    return (to,) if to in HONEST else HONEST


def _check_blame(proof: Proof) -> None:
    assert proof.seat == STRANGER, "an honest seat is blamed"
    read = Proof.read(proof.encode())
    assert read == proof
    # Raises BadProof, which nothing here expects, if a stranger would not believe it.
    assert check_proof(read, GENESIS, RULES) >= 0


def _lawful(session: Session[Position], seat: int) -> Value:
    """A choice that the rules allow now."""
    exchange = session.play.exchange
    if exchange is None or seat not in exchange.choosers:
        return None
    if isinstance(exchange.need, AskChance):
        return noise("share", seat, session.play.step)
    return RULES.default(session.play.state, seat)


def _body(session: Session[Position], tag: int) -> Value:
    """What an honest seat would say under this tag."""
    step, exchange = session.play.step, session.play.exchange
    value, salt = _lawful(session, STRANGER), noise("salt", STRANGER, step)
    match tag:
        case 2:
            return (value,)
        case 3:
            key = GENESIS.key(STRANGER)
            return (commit(table=GENESIS.table, step=step, seat=STRANGER, key=key, salt=salt, value=value),)
        case 4:
            return (exchange.entries() if exchange else (None, None, None),)
        case 5:
            return (salt, value)
        case 6:
            vote = ((0, session.play.owed_number(0) if exchange else 0),)
            said = session.log.progress[STRANGER]
            return (vote, said is not None and said.last.step == step and said.vote == vote)
        case 7:
            return (0, session.play.owed_number(0) if exchange else 0)
    return ()
