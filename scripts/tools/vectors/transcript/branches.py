"""Vectors of transcripts in which a guilty seat's chain has a second branch: spares (protocol.md §5.5)."""

from p2p_heroes.tabletest.entropy import noise
from protocol.envelope import Envelope
from protocol.messages import Commit, Decide, Lock, Reveal

from ..game import CALL, CHANCE, OVER, THROW
from ..vector import Vector
from .staged import Staged, both_rounds

CULPRIT = 1


def _two_locks(table: Staged) -> Envelope:
    """Seat 1 locks falsely in its chain, and truly beside it; the true lock."""
    seats = table.seats
    table.choose(*seats)
    wrong = table.say(CULPRIT, table.naming(0, noise("choice")))
    table.lock(*(seat for seat in seats if seat != CULPRIT))
    return table.instead(wrong, Lock(tuple(table.entries())))


def branch_of_a_whole_game() -> Vector:
    """Seat 1's lock, reveal and last lock stand in another branch: with them all goes on to the end."""
    table = Staged(3, at=THROW)
    lock = _two_locks(table)
    reveal = table.stray(CULPRIT, table.opening(CULPRIT), previous=lock.id)
    table.reveal(0, 2)
    table.lock(0, 2)
    table.stray(CULPRIT, Lock((None,) * 3), number=reveal.number + 1, previous=reveal.id)
    return table.made()


def branch_before_the_choice() -> Vector:
    """Seat 1 locks the choice of seat 0, and beside it none, before it is heard: the first counts."""
    table = Staged(3, at=CALL)
    choice = table.hold(0, Decide(("call", "rock")))
    lock = table.say(CULPRIT, Lock(tuple(table.entries())))
    table.instead(lock, Lock((None,) * 3))
    table.record(choice)
    table.lock(0, 2)
    return table.made()


def branch_after_an_earlier_one() -> Vector:
    """A first spare lock does not match and is not taken; a second one does."""
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2)
    table.lock(0, 2)
    number = table.next_number(CULPRIT) + 1
    table.stray(CULPRIT, table.naming(0, noise("choice")), number=number)
    table.stray(CULPRIT, Lock(tuple(table.entries())), number=number)
    table.stray(CULPRIT, table.opening(CULPRIT), number=number + 1)
    table.reveal(0, 2)
    return table.made()


def branch_with_an_unlawful_reveal() -> Vector:
    """Seat 1 committed to lizard; the reveal in the other branch opens it, but the rules refuse it."""
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    lizard = ("throw", "lizard")
    table.choose(0, 2)
    table.say(CULPRIT, Commit(table.sealed(CULPRIT, lizard)))
    table.lock(0, 1, 2)
    table.reveal(0, 2)
    reveal = Reveal(table.salt(CULPRIT), lizard)
    table.stray(CULPRIT, reveal, number=table.next_number(CULPRIT) + 1)
    return table.made()


def branch_with_a_false_opening() -> Vector:
    """The reveal in the other branch does not open what seat 1 committed to."""
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    table.reveal(0, 2)
    reveal = Reveal(noise("salt"), ("throw", "paper"))
    table.stray(CULPRIT, reveal, number=table.next_number(CULPRIT) + 1)
    return table.made()


def branch_on_another_ground() -> Vector:
    """Two locks in other branches name what they should, one on another past and one on another state."""
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2)
    table.lock(0, 2)
    number = table.next_number(CULPRIT) + 1
    lock = Lock(tuple(table.entries()))
    table.stray(CULPRIT, lock, number=number, past=noise("another"))
    table.stray(CULPRIT, lock, number=number, state=noise("another"))
    table.stray(CULPRIT, table.opening(CULPRIT), number=number + 1)
    table.reveal(0, 2)
    return table.made()


def branch_of_who_was_voted_out() -> Vector:
    """Seat 1 is voted out; its reveal in another branch comes later, and is not taken."""
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    table.sign([(CULPRIT, 99)], 0, 2)
    table.stray(CULPRIT, table.opening(CULPRIT), number=table.next_number(CULPRIT) + 1)
    table.reveal(0, 2)
    return table.made()


def branch_of_two_reveals() -> Vector:
    """Two reveals wait in other branches; the first that came is taken, and counts before the cut."""
    table = Staged(3, at=CHANCE)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    table.reveal(1, 2)
    start = len(table.records)
    table.reveal(0)
    number = table.next_number(CULPRIT)
    early = [table.draft(CULPRIT, table.opening(CULPRIT), number=number + late) for late in (10, 30)]
    last = table.records[start:]
    del table.records[start:]
    table.record(*early)
    table.records += last
    for envelope in early:
        table.everything.receive(envelope.wire)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    table.sign([(CULPRIT, number + 20)], 0, 2)
    table.reveal(0, 2)
    return table.made()


def branch_before_its_own_reveal() -> Vector:
    """Seat 1's reveal in another branch is taken, then its own is heard, alone before the cut: it counts."""
    table, number = _locked()
    table.stray(CULPRIT, table.opening(CULPRIT), number=number + 10)
    return _with_its_own_reveal(table, cut=number + 5)


def branch_behind_its_own_reveal() -> Vector:
    """The same, but only the other branch's reveal is before the cut: the chain's own has taken its place."""
    table, number = _locked()
    table.stray(CULPRIT, table.opening(CULPRIT), number=number - 1)
    return _with_its_own_reveal(table, cut=number)


def _locked() -> tuple[Staged, int]:
    """All have locked, and seat 1 is guilty; the number that its reveal will have."""
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    return table, table.next_number(CULPRIT)


def _with_its_own_reveal(table: Staged, *, cut: int) -> Vector:
    table.reveal(CULPRIT)
    table.sign([(CULPRIT, cut)], 0, 2)
    table.reveal(0, 2)
    return table.made()


def branch_that_signs_the_end() -> Vector:
    """Seat 1 signs the final state in another branch; seat 0 claims the table, then signs: all have."""
    table = Staged(2, at=OVER)
    table.equivocate(CULPRIT)
    table.stray(CULPRIT, Lock((None, None)), number=table.next_number(CULPRIT) + 1)
    table.sign([(CULPRIT, 99)], 0)
    table.lock(0)
    return table.made()


def branch_that_outlives_a_restart() -> Vector:
    """A step was settled with seat 1's other branch; late votes on the next one make the fold begin again."""
    table = Staged(5, at=CHANCE)
    lock = _two_locks(table)
    table.stray(CULPRIT, table.opening(CULPRIT), number=lock.number + 1, previous=lock.id)
    table.reveal(0, 2, 3, 4)
    guilty = (CULPRIT, 0)
    table.sign([guilty], 0, 2, 3, 4)
    table.choose(0, 2, 3, 4)
    table.lock(0, 2, 3, 4)
    votes = both_rounds((guilty, (4, table.next_number(4))))
    table.reveal(0, 2, 3, 4)
    table.record(*(envelope for seat in (0, 2, 3) for envelope in table.linger(seat, *votes)))
    return table.made()


def branch_among_the_last_64() -> Vector:
    """A lock that fits waits behind 63 that never will: it is kept until it is needed."""
    return _crowded(63).made()


def branch_before_the_last_64() -> Vector:
    """A lock that fits, and then one that never will, 64 times over: the first is forgotten."""
    return _crowded(64).made()


def _crowded(others: int) -> Staged:
    table = Staged(3, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1)
    late = table.hold(2, Commit(table.sealed(2, table.value(2))))
    number = table.next_number(CULPRIT) + 1
    table.stray(CULPRIT, Lock(tuple(table.entries())), number=number)
    for _ in range(others):
        table.stray(CULPRIT, Lock((None,) * 3), number=number)
    table.record(late)
    table.lock(0, 2)
    table.reveal(0, 2)
    table.stray(CULPRIT, table.opening(CULPRIT), number=number + 1)
    return table
