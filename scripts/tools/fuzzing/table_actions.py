"""Two honest seats and one in a stranger's hand: a table on which a fuzzer plays, action by action.

An action is a plain value, and says what happens next at a table of three:

    [to, tag, body, {"place": value}]   seat 2 signs a message and sends it to seat 0, seat 1 or both (2)
    ["choose", seat]                    an honest seat makes its choice
    ["vote", seat]                      an honest seat votes against all for whom it waits
    ["restart", seat]                   an honest seat is started again from its record
    ["meet"]                            the honest seats give each other what the other lacks
    ["raw", to, bytes]                  bytes are sent as a message
    ["accuse", to, bytes]               bytes are sent as a proof
    ["again", number]                   seat 2 sends what it sent in that action to both

With nil as body the message is the one that an honest seat would say; the map replaces fields of the payload
by their place. What the honest seats say reaches each other at once and in order; what seat 2 tells only one
of them, the other hears when they meet.
"""

from contextlib import suppress

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import MESSAGE, PROOF, RULES, Packet, SessionTable, recorded, restored
from protocol.canonical import Value
from protocol.commitment import commit
from protocol.errors import NotDue
from protocol.events import Event, Proved, Said
from protocol.faults import Proof
from protocol.faults import check as check_proof
from protocol.hashing import VERSION
from protocol.rules import AskChance
from protocol.session import Session
from scripts.tools.fuzzing.tables import PLANS, signed

GENESIS = PLANS["small"].genesis()
HONEST, STRANGER = (0, 1), 2
MOST_ACTIONS = 48


class ActionTable(SessionTable):
    """The two honest sessions, and what the stranger has sent them."""

    def __init__(self) -> None:
        super().__init__(3, genesis=GENESIS)
        del self.sessions[STRANGER]
        self.sent: list[bytes] = []
        self.begin().deliver_all()

    def do(self, action: Value) -> None:
        """Do what an action says; one that says nothing is passed over."""
        # A truth value counts as a number in Python; our own sessions are never given one.
        match action:
            case (int(to), int(tag), body, dict(changes)):
                wire = self._sealed(to, tag, body, changes)
                if wire is not None:
                    self.sent.append(wire)
                    self._send(to, MESSAGE + wire)
            case ("choose", int(seat)) if seat in HONEST and self.sessions[int(seat)].duties():
                self.choose(int(seat))
            case ("vote", int(seat)) if seat in HONEST:
                self._vote(int(seat))
            case ("restart", int(seat)) if seat in HONEST:
                self.restart(int(seat))
            case ("meet",):
                self.gossip()
            case ("raw", int(to), bytes(wire)):
                self._send(to, MESSAGE + wire)
            case ("accuse", int(to), bytes(proof)):
                self._send(to, PROOF + proof)
            case ("again", int(number)) if self.sent:
                self._send(STRANGER, MESSAGE + self.sent[number % len(self.sent)])
        self.deliver_all()

    def _send(self, to: int, data: bytes) -> None:
        for seat in _readers(to):
            self.deliver((STRANGER, seat, data))

    def deliver(self, packet: Packet) -> None:
        session = self.sessions[packet[1]]
        heads = session.heads()
        super().deliver(packet)
        assert all(after >= before for before, after in zip(heads, session.heads(), strict=True))

    def absorb(self, seat: int, events: list[Event]) -> None:
        super().absorb(seat, events)
        for event in events:
            if isinstance(event, Proved):
                _check_blame(event.proof)

    def _vote(self, seat: int) -> None:
        session = self.sessions[seat]
        with suppress(NotDue):
            self.absorb(seat, session.forfeit([one.seat for one in session.waiting() if one.seat != seat]))

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
        """What must hold after every action."""
        for seat, session in self.sessions.items():
            own = [envelope.wire for envelope in session.log.chains[seat]]
            said = [event.envelope.wire for event in self.events[seat] if isinstance(event, Said)]
            assert own == said, "what was signed is kept, and nothing else"
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
        while self.gossip():
            self.deliver_all()
        self.check()
        for seat in HONEST:
            self.check_same(self.sessions[seat], restored(GENESIS, seat, recorded(self.events[seat])))


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
