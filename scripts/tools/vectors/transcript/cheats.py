"""Vectors of transcripts in which somebody cheated (protocol.md §7, §10).

Seat 1 is fair up to a moment; then it says something else and falls silent. The
others prove it, vote it out and play on. The verdict is the first proven fault;
the rest of the header tells how the game stands all the same.
"""

from collections.abc import Iterable

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import SessionTable, session_of
from protocol.canonical import encode
from protocol.commitment import commit
from protocol.envelope import Envelope
from protocol.hashing import VERSION, digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Lock, Message, Reveal
from protocol.transcript import Founded, Spoken

from ..game import CALL, CHANCE, OVER, THROW, Cheat, cheated, instead, silent
from ..vector import Vector
from .record import file_of, game, records_of, told

CULPRIT = 1


def _caught(step: int, kind: type[Message], cheat: Cheat) -> Vector:
    return game(cheated(3, {CULPRIT}, (step, kind), cheat))


def cheat_malformed() -> Vector:
    """A signed message that does not exist."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        head = honest.header
        place = (head.seat, head.number, head.previous, head.step, head.past, head.state)
        payload = encode((VERSION, head.table, *place, 99, ()))
        return [payload + key_of(CULPRIT).sign(digest("message", payload))]

    return _caught(THROW, Commit, cheat)


def cheat_equivocation() -> Vector:
    """Two commitments with one number; both reach everybody."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [honest.wire, instead(honest, hand, Commit(noise("another"))).wire]

    return _caught(THROW, Commit, cheat)


def cheat_equivocation_by_reader() -> Vector:
    """Seat 0 is told another commitment than seat 2; their locks differ, and they show each other."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [honest.wire if reader == 0 else instead(honest, hand, Commit(noise("another"))).wire]

    return _caught(THROW, Commit, cheat)


def cheat_broken_chain() -> Vector:
    """A commitment that names another predecessor."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, honest.message, previous=noise("another")).wire]

    return _caught(THROW, Commit, cheat)


def cheat_wrong_step() -> Vector:
    """A lock for the step before."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, honest.message, step=CHANCE).wire]

    return _caught(THROW, Lock, cheat)


def cheat_repeated() -> Vector:
    """A second commitment after the first."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        hand.chain.append(honest)
        return [honest.wire, instead(honest, hand, Commit(noise("another"))).wire]

    return _caught(THROW, Commit, cheat)


def cheat_disorder() -> Vector:
    """A reveal instead of the lock."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, Reveal(noise("salt"), ("throw", "rock"))).wire]

    return _caught(THROW, Lock, cheat)


def cheat_contradiction() -> Vector:
    """A vote against itself."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, Forfeit(((CULPRIT, honest.number),))).wire]

    return _caught(THROW, Lock, cheat)


def cheat_false_lock() -> Vector:
    """A lock with another choice in the author's own place."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        assert isinstance(honest.message, Lock)
        entries = list(honest.message.entries)
        entries[CULPRIT] = noise("another")
        return [instead(honest, hand, Lock(tuple(entries))).wire]

    return _caught(THROW, Lock, cheat)


def cheat_false_opening() -> Vector:
    """Another throw is revealed than was committed to; the rules throw for the cheat."""
    return _caught(THROW, Reveal, _falsely)


def _falsely(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
    return [instead(honest, hand, Reveal(noise("salt"), ("throw", "paper"))).wire]


def cheat_out_of_turn() -> Vector:
    """Seat 1 calls instead of seat 0."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, Decide(("call", "rock"))).wire]

    return _caught(CALL, Lock, cheat)


def cheat_illegal_decision() -> Vector:
    """Seat 0 calls lizard; the rules call for it."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, Decide(("call", "lizard"))).wire]

    return game(cheated(3, {0}, (CALL, Decide), cheat), seat=2)


def cheat_illegal_throw() -> Vector:
    """Seat 1 commits to lizard, locks it and reveals it; the rules throw for it."""
    salt, value = noise("salt"), ("throw", "lizard")

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        table, key = hand.genesis.table, key_of(CULPRIT).public
        sealed = commit(table=table, step=THROW, seat=CULPRIT, key=key, salt=salt, value=value)
        hand.chain.append(instead(honest, hand, Commit(sealed)))
        return [hand.chain[-1].wire]

    mesh = cheated(3, {CULPRIT}, (THROW, Commit), cheat)
    return game(_with_lizard(mesh, Reveal(salt, value)))


def _with_lizard(mesh: SessionTable, reveal: Reveal) -> SessionTable:
    """The cheat comes back after everybody else has locked, to lock and to reveal."""
    log = mesh.sessions[0].log
    hand = Forger(mesh.genesis, CULPRIT)
    hand.chain = list(log.chains[CULPRIT])
    [lock] = [e.message for e in log.chains[0] if e.step == THROW and isinstance(e.message, Lock)]
    for message in (lock, reveal):
        for reader in mesh.alive():
            mesh.deliver((CULPRIT, reader, b"m" + hand.draft(message).wire))
        hand.say(message)
    return mesh.run()


def cheat_wrong_past() -> Vector:
    """A commitment that builds on another past than its author locked."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, honest.message, past=noise("another")).wire]

    return _caught(THROW, Commit, cheat)


def cheat_wrong_state() -> Vector:
    """The cheat signs another final state; the proof holds the reveals from which the true one follows."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, honest.message, state=noise("another")).wire]

    return _caught(OVER, Lock, cheat)


def cheat_at_the_start() -> Vector:
    """The cheat accepts another first state; the others vote it out in the first step."""

    def cheat(hand: Forger, honest: Envelope, reader: int) -> Iterable[bytes]:
        return [instead(honest, hand, Accept(), state=noise("another")).wire]

    return _caught(0, Accept, cheat)


def cheat_between_two() -> Vector:
    """A false opening where only one other is there: it claims the table."""
    return game(cheated(2, {CULPRIT}, (THROW, Reveal), _falsely))


def two_cheats_among_four() -> Vector:
    """Seats 1 and 3 both reveal falsely; the two others are too few to go on, and claim the table."""
    return game(cheated(4, {1, 3}, (THROW, Reveal), _falsely))


def two_cheats_among_four_friends() -> Vector:
    """Seats 1 and 3 both reveal falsely; half may go on, and the half with seat 0 plays on."""
    return game(cheated(4, {1, 3}, (THROW, Reveal), _falsely, half=True))


def two_cheats_among_five() -> Vector:
    """Seats 1 and 3 both reveal falsely, and the others play on."""
    return game(cheated(5, {1, 3}, (THROW, Reveal), _falsely))


def list_that_a_cheat_signed() -> Vector:
    """Seats 0, 1 and 2 voted seat 3 out, but seat 1 has two faces: the list does not count."""
    return _doubted(gone_on=())


def list_that_a_cheat_signed_and_went_on_with() -> Vector:
    """Seat 1 itself has gone on with it; so it does not count either."""
    return _doubted(gone_on=(CULPRIT,))


def list_that_a_cheat_signed_and_others_went_on_with() -> Vector:
    """Seat 0 has gone on with the list, and nothing proves it guilty: the list counts."""
    return _doubted(gone_on=(0,))


def _doubted(*, gone_on: tuple[int, ...]) -> Vector:
    """What a spectator recorded who came to know of the fault first."""
    mesh = cheated(4, {3}, (CHANCE, Reveal), silent)
    for seat in mesh.alive():
        mesh.absorb(seat, mesh.sessions[seat].forfeit([3]))
    order = mesh.run().sessions[0].log.order
    first = mesh.said(CULPRIT, Accept)[0]
    twin = Forger(mesh.genesis, CULPRIT).draft(Accept(), state=noise("another"))
    wires = [first.wire, twin.wire]
    wires += [e.wire for e in order if e.step <= CHANCE and e != first]
    wires += [e.wire for e in order if (e.step, type(e.message)) == (THROW, Commit) and e.seat in gone_on]
    session = session_of(mesh.genesis)
    for wire in wires:
        session.receive(wire)
    return told(session, file_of([Founded(mesh.genesis.encoded), *map(Spoken, wires)]))


def equivocation_after_the_end() -> Vector:
    """The file ends with a second version of an old message; the reader needs no recorded proof."""
    mesh = SessionTable(2, rounds=1).begin().run()
    honest = mesh.said(CULPRIT, Reveal)[-1]
    hand = Forger(mesh.genesis, CULPRIT)
    hand.chain = mesh.sessions[0].log.chains[CULPRIT][: honest.number]
    mesh.deliver((CULPRIT, 0, b"m" + instead(honest, hand, Decide(None)).wire))
    records = records_of(mesh, 0)
    records[-1] = Spoken(instead(honest, hand, Decide(None)).wire)
    return told(mesh.sessions[0], file_of(records))
