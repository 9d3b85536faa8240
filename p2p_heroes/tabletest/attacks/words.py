"""What a liar says: messages that are formed well, and false, or out of place."""

from p2p_heroes.tabletest.attacks.acts import Words
from p2p_heroes.tabletest.attacks.liar import NONSENSE, AnyLiar
from p2p_heroes.tabletest.entropy import noise
from protocol.canonical import encode
from protocol.chain import MAX_KEEPS, MAX_VOTES
from protocol.envelope import Envelope
from protocol.genesis import MAX_SEATS
from protocol.hashing import digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal

# Choices.


def another_choice(liar: AnyLiar, envelope: Envelope) -> Message:
    """Another decision, or another commitment, whichever it was."""
    match envelope.message:
        case Decide(value):
            return Decide(liar.another_decision(value))
    return a_commitment(liar, envelope)


def an_accept(liar: AnyLiar, envelope: Envelope) -> Message:
    return Accept()


def a_decision(liar: AnyLiar, envelope: Envelope) -> Message:
    return Decide(NONSENSE)


def a_commitment(liar: AnyLiar, envelope: Envelope) -> Message:
    return Commit(noise("a commitment", liar.seat))


def true_reveal(liar: AnyLiar, envelope: Envelope) -> Message:
    return Reveal(*liar.secret(envelope.step))


def false_reveal(liar: AnyLiar, envelope: Envelope) -> Message:
    """The true value under a salt that does not open the commitment."""
    assert isinstance(envelope.message, Reveal)
    return Reveal(noise("another salt"), envelope.message.value)


# Locks.


def lying_lock(liar: AnyLiar, envelope: Envelope) -> Message:
    """Names another choice of somebody else."""
    entries = _entries(envelope)
    lied = next(seat for seat in liar.honest if entries[seat] is not None)
    return _with(entries, lied, noise("another choice"))


def false_lock(liar: AnyLiar, envelope: Envelope) -> Message:
    """Names another choice of its own."""
    return _with(_entries(envelope), liar.seat, noise("not mine"))


def surplus_lock(liar: AnyLiar, envelope: Envelope) -> Message:
    """Names a choice that nobody asked for."""
    entries = _entries(envelope)
    lied = next(seat for seat in liar.honest if entries[seat] is None)
    return _with(entries, lied, noise("nobody's choice"))


def short_lock(liar: AnyLiar, envelope: Envelope) -> Message:
    return Lock(_entries(envelope)[:-1])


def empty_lock(liar: AnyLiar, envelope: Envelope) -> Message:
    return Lock((None,) * len(liar.genesis.seats))


def others_chose(liar: AnyLiar, envelope: Envelope) -> bool:
    """Whether a lock names a choice that is somebody else's."""
    entries = _entries(envelope)
    return any(entries[seat] is not None for seat in liar.honest)


def somebody_did_not(liar: AnyLiar, envelope: Envelope) -> bool:
    """Whether a lock leaves somebody else out."""
    entries = _entries(envelope)
    return any(entries[seat] is None for seat in liar.honest)


def has_not_voted(liar: AnyLiar, envelope: Envelope) -> bool:
    """Whether it has neither voted nor kept in this step, be it honestly."""
    return _is_free_of_votes(liar, envelope, envelope.step)


def stands_on_its_lock(liar: AnyLiar, envelope: Envelope) -> bool:
    """Whether its own lock of the step before says on what it builds: after a vote nobody could tell."""
    return _is_free_of_votes(liar, envelope, envelope.step - 1)


def voted_before(liar: AnyLiar, envelope: Envelope) -> bool:
    """Whether it voted in the step before."""
    said = [one for one in liar.log.chains[liar.seat] if one.step == envelope.step - 1]
    return any(isinstance(one.message, Forfeit) for one in said)


def _is_free_of_votes(liar: AnyLiar, envelope: Envelope, since: int) -> bool:
    said = liar.log.chains[liar.seat][liar.log.first_number(liar.seat, since) : envelope.number]
    return not any(isinstance(one.message, Forfeit | Keep) for one in said)


def _entries(envelope: Envelope) -> tuple[bytes | None, ...]:
    assert isinstance(envelope.message, Lock)
    return envelope.message.entries


def _with(entries: tuple[bytes | None, ...], seat: int, entry: bytes) -> Lock:
    return Lock((*entries[:seat], entry, *entries[seat + 1 :]))


# Votes.


def vote(*absences: tuple[int, int], signs: bool = False) -> Words:
    """A list of other seats, counted from the own one, with these numbers."""

    def words(liar: AnyLiar, envelope: Envelope) -> Message:
        named = {_seat(liar, offset): number for offset, number in absences}
        return Forfeit(tuple(sorted(named.items())), signed=signs)

    return words


def keep(offset: int, number: int) -> Words:
    return lambda liar, envelope: Keep(_seat(liar, offset), number)


def is_signature(liar: AnyLiar, envelope: Envelope) -> bool:
    """Whether it signs a list that it has proposed."""
    return isinstance(envelope.message, Forfeit) and envelope.message.signed


def keep_of_the_vote(liar: AnyLiar, envelope: Envelope) -> Message:
    """Takes back what the message votes for."""
    assert isinstance(envelope.message, Forfeit)
    return Keep(*envelope.message.absences[0])


def a_strangers_absence(liar: AnyLiar, envelope: Envelope) -> Message:
    stranger = MAX_SEATS - 1
    return Forfeit(((stranger, 1),)) if stranger not in liar.honest else Forfeit(((liar.seat, 1),))


def against_all(liar: AnyLiar, envelope: Envelope) -> Message:
    return Forfeit(tuple((seat, 90) for seat in liar.honest))


def _seat(liar: AnyLiar, offset: int) -> int:
    return (liar.seat + offset) % len(liar.genesis.seats)


TOO_MANY_VOTES = tuple(vote((1, 90 - number)) for number in range(MAX_VOTES + 1))
TOO_MANY_KEEPS = tuple(keep(1, number) for number in range(MAX_KEEPS + 1))

# Fields of a header.


def random_digest(envelope: Envelope) -> bytes:
    return noise("a digest", envelope.number)


def next_step(envelope: Envelope) -> int:
    return envelope.step + 1


def last_step(envelope: Envelope) -> int:
    return envelope.step - 1


def another_table(envelope: Envelope) -> bytes:
    return digest("genesis", encode("another table"))
