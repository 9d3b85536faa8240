"""Messages from a peer, from frames down to the session: refused or truly signed, and nobody is wronged.

The first byte of an input says what the rest is:

    0   what a peer sends: frames, peer messages, messages and proofs, none of which the fuzzer can sign
    1   the payload of an envelope, which seat 2 signs
    2   actions at a table of two honest seats (`table_actions`)
"""

from collections.abc import Iterator
from random import Random

from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import RULES
from protocol.canonical import Value, decode, encode
from protocol.envelope import MAX_PAYLOAD, Envelope, open_envelope
from protocol.errors import BadProof, BadSignature, Malformed, NotCanonical, Refusal
from protocol.faults import Proof
from protocol.faults import check as check_proof
from protocol.framing import HEADER_SIZE
from protocol.hashing import VERSION, digest
from protocol.identity import SIGNATURE_SIZE
from protocol.link import STRANGER_BYTES, Link
from protocol.peer_messages import Accuse, Deliver, PeerMessage, write_peer_message
from protocol.session import Session
from scripts.tools.fuzzing import reference
from scripts.tools.fuzzing.memory import is_sample, peak_of
from scripts.tools.fuzzing.mutation import changed_bytes, changed_value, encoded
from scripts.tools.fuzzing.table_actions import GENESIS, MOST_ACTIONS, STRANGER, ActionTable
from scripts.tools.fuzzing.tables import played

RAW, PAYLOAD, LETTERS = range(3)
MEMORY_OF_A_STRANGER = 512 * STRANGER_BYTES + 12 * 2**20
"""Until a peer has shown its key it gets 4 KiB read; this is what reading them may take."""


def check(data: bytes) -> None:
    """Whether everything that is promised of messages holds for this input."""
    if not data:
        return
    kind, rest = data[0] % 3, data[1:]
    if kind == RAW:
        check_stream(rest)
    elif kind == PAYLOAD:
        check_payload(rest)
    else:
        check_letters(rest)


# What a peer sends.


def check_stream(data: bytes) -> None:
    """Nothing is taken for a message of this table but what its seats have signed."""
    if is_sample(data):
        assert peak_of(lambda: _read(data, known=False)) <= MEMORY_OF_A_STRANGER
    session = Session(GENESIS, RULES, {})
    for peer_message in _read(data, known=True):
        assert _read_again(peer_message) == peer_message
        match peer_message:
            case Deliver(wire):
                check_wire(wire)
                _take(session, peer_message)
            case Accuse():
                _take(session, peer_message)
            case _:
                pass
    assert session.proofs.keys() <= played("small").guilty


def _read(data: bytes, *, known: bool) -> list[PeerMessage]:
    link = Link(0.0)
    if known:
        link.trust()
    try:
        return link.receive(data, 0.0)
    except Refusal:
        return []


def _read_again(peer_message: PeerMessage) -> PeerMessage:
    payload = write_peer_message(peer_message)
    assert encode(decode(payload)) == payload, "a peer message that is not canonical"
    (again,) = _read(len(payload).to_bytes(HEADER_SIZE, "big") + payload, known=True)
    return again


def _take(session: Session[Position], peer_message: Deliver | Accuse) -> None:
    try:
        if isinstance(peer_message, Deliver):
            session.receive(peer_message.wire)
        else:
            session.accuse(peer_message.proof)
    except Refusal:
        pass


def check_wire(wire: bytes) -> None:
    """An envelope that opens was signed by its author, whose key makes one signature of one payload."""
    opened = _opened(wire)
    if opened is not None:
        payload, signature = wire[:-SIGNATURE_SIZE], wire[-SIGNATURE_SIZE:]
        own = key_of(opened.seat).sign(digest("message", payload))
        assert own == signature, "a message that nobody signed"


# What a seat signs.


def check_payload(payload: bytes) -> None:
    """Signed bytes are a message, or prove against their author that they are none, or are refused."""
    signature = key_of(STRANGER).sign(digest("message", payload))
    opened = _opened(payload + signature)
    if isinstance(opened, Envelope):
        _check_envelope(opened, payload, signature)
    elif opened is not None:
        assert opened.seat == STRANGER
        assert len(payload) <= MAX_PAYLOAD
        assert check_proof(Proof.of(opened, GENESIS.table), GENESIS, RULES) == opened.number


def _opened(wire: bytes) -> Envelope | Malformed | None:
    opened, verdict = _verdict(wire)
    expected = reference.refusal(wire, GENESIS.table, len(GENESIS.seats))
    assert verdict == expected or (not expected and verdict == BadSignature.__name__), "another verdict"
    return opened


def _verdict(wire: bytes) -> tuple[Envelope | Malformed | None, str]:
    try:
        return open_envelope(wire, GENESIS), ""
    except Malformed as fault:
        return fault, ""
    except Refusal as refusal:
        return None, refusal.name


def _check_envelope(envelope: Envelope, payload: bytes, signature: bytes) -> None:
    header, message = envelope.header, envelope.message
    place = (header.seat, header.number, header.previous, header.step, header.past, header.state)
    assert encode((VERSION, header.table, *place, message.tag, message.body())) == payload
    assert (envelope.seat, header.table, envelope.wire) == (STRANGER, GENESIS.table, payload + signature)
    # What is well formed proves nothing against its author.
    proof = Proof(GENESIS.table, Malformed.__name__, STRANGER, (envelope.wire,))
    try:
        check_proof(proof, GENESIS, RULES)
    except BadProof:
        return
    raise AssertionError("a well-formed message was proven malformed")


def check_letters(data: bytes) -> None:
    """Whatever one seat says, the two others agree, and blame nobody else."""
    try:
        actions = decode(data)
    except NotCanonical:
        return
    if not isinstance(actions, tuple):
        return
    table = ActionTable()
    for action in actions[:MOST_ACTIONS]:
        table.do(action)
        table.check()
    table.check_end()


# Inputs.


def mutate(data: bytes, random: Random) -> bytes:
    """A change inside what the first byte announces."""
    if not data:
        return bytes((random.randrange(3),))
    kind, rest = data[:1], data[1:]
    if kind[0] % 3 == RAW:
        return kind + _changed_frame(rest, random)
    try:
        value = decode(rest)
    except NotCanonical:
        return kind + changed_bytes(rest, random)
    if kind[0] % 3 == LETTERS and isinstance(value, tuple) and random.random() < 0.35:
        place = random.randint(0, len(value))
        value = (*value[:place], random.choice(LETTER_FORMS), *value[place:])
        return kind + encoded(value[:MOST_ACTIONS], rest)
    return kind + encoded(changed_value(value, random), rest)


def _changed_frame(data: bytes, random: Random) -> bytes:
    """A change to the peer message of the first frame, so that its header fits, or to any byte."""
    end = HEADER_SIZE + int.from_bytes(data[:HEADER_SIZE], "big")
    if len(data) < end or random.random() < 0.3:
        return changed_bytes(data, random)
    try:
        value = decode(data[HEADER_SIZE:end])
    except NotCanonical:
        return changed_bytes(data, random)
    payload = encoded(changed_value(value, random), data[HEADER_SIZE:end])
    return len(payload).to_bytes(HEADER_SIZE, "big") + payload + data[end:]


def _misplaced() -> Iterator[Value]:
    """Messages with another number, or of another step, than they should have."""
    for tag in range(1, 9):
        for place in ("3", "5"):
            yield (2, tag, None, {place: 0})


LETTER_FORMS: tuple[Value, ...] = (
    *((to, tag, None, {}) for tag in range(1, 9) for to in (0, 1, 2)),
    *(("choose", seat) for seat in (0, 1)),
    *(("vote", seat) for seat in (0, 1)),
    *(("restart", seat) for seat in (0, 1)),
    ("meet",),
    ("again", 0),
    *_misplaced(),
    *((2, 6, (((0, 0),), signed), {}) for signed in (False, True)),
    *((2, 6, (((1, 2),), signed), {}) for signed in (False, True)),
    (2, 7, (1, 2), {}),
    (2, 2, (("call", "rock"),), {}),
    (2, 4, ((None, None, None),), {}),
)
"""Letters that a fuzzer would not hit upon soon."""


def seeds() -> Iterator[bytes]:
    """Frames and payloads of a game, a game that goes to its end, and one with each kind of action."""
    table = played("small")
    # One of each kind of peer message and message is enough.
    kinds = {one[HEADER_SIZE : HEADER_SIZE + 2] + bytes((len(one) // 64,)): one for one in table.frames}
    for one in kinds.values():
        yield bytes((RAW,)) + one
    for wire in table.wires:
        yield bytes((PAYLOAD,)) + wire[:-SIGNATURE_SIZE]
    yield bytes((LETTERS,)) + encode(GAME)
    for place in range(1, len(GAME)):
        yield bytes((LETTERS,)) + encode(GAME[:place])
    for form in LETTER_FORMS:
        yield bytes((LETTERS,)) + encode((*GAME[:6], form, ("meet",)))


def _sealed_step() -> tuple[Value, ...]:
    return ((2, 3, None, {}), ("choose", 0), ("choose", 1), (2, 4, None, {}), (2, 5, None, {}))


GAME: tuple[Value, ...] = (
    (2, 1, None, {}),
    ("choose", 0),
    (2, 4, None, {}),
    *_sealed_step(),
    *_sealed_step(),
    (2, 4, None, {}),
)
"""One round of the small game, from sitting down to signing the result."""
