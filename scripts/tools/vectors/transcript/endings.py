"""Vectors of transcripts about the last step, and about votes that come late (protocol.md §5.5)."""

from protocol.messages import Absence, Forfeit, Lock, Resign

from ..game import CHANCE, OVER, THROW
from ..vector import Vector
from .staged import Staged, both_rounds


def end_signed_after_a_claim() -> Vector:
    """Seat 1 signs the final state, seat 0 claims the table and then signs, too: it is finished."""
    table = Staged(2, at=OVER)
    number = table.next_number(1)
    table.lock(1)
    table.sign([(1, number)], 0)
    table.lock(0)
    return table.made()


def end_signed_by_who_was_voted_out() -> Vector:
    """Seats 1 and 2 sign the final state and are voted out; then seat 0 signs: it is finished."""
    table = Staged(3, at=OVER)
    absences = [(seat, table.next_number(seat)) for seat in (1, 2)]
    table.lock(1, 2)
    _leave_alone(table, *absences)
    table.lock(0)
    return table.made()


def end_that_one_alone_signed() -> Vector:
    """Seat 0 signs the final state, seats 1 and 2 are voted out and have not: claimed, not finished."""
    table = Staged(3, at=OVER)
    table.lock(0)
    _leave_alone(table, *((seat, table.next_number(seat)) for seat in (1, 2)))
    return table.made()


def _leave_alone(table: Staged, one: Absence, two: Absence) -> None:
    """Seats 1 and 2 are voted out, each with the other's vote."""
    table.sign([two], 0, 1)
    table.keep(0, two)
    table.sign([one], 0, 2)


def end_before_the_votes() -> Vector:
    """All have signed the final state; votes of that step that come later change nothing."""
    table = Staged(3, at=OVER)
    number = table.next_number(2)
    table.lock(0, 1, 2)
    table.sign([(2, number)], 0, 1)
    return table.made()


def end_that_is_reopened() -> Vector:
    """The table is finished when seat 2 signs a list of the step before: seat 3's reveal did not count."""
    return _reopened(reveal=True).made()


def end_that_is_reopened_on_another_past() -> Vector:
    """Seat 3's commitment did not count: who spoke in the last step has another past and is not guilty."""
    return _reopened(reveal=False).made()


def _reopened(*, reveal: bool) -> Staged:
    table = Staged(4, at=THROW)
    number = table.next_number(3)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    absences = ((3, table.next_number(3) if reveal else number),)
    table.reveal(3)
    table.sign(absences, 0, 1)
    table.propose(absences, 2)
    table.reveal(0, 1, 2)
    table.lock(0, 1, 3)
    table.sign([(2, table.next_number(2))], 0, 1, 3)
    table.record(*table.linger(2, Forfeit(absences, signed=True)))
    return table


def late_vote_that_proves_somebody_right() -> Vector:
    """Seat 2 stands on a vote that is not there yet and is unusable; then it comes, and seat 2 was right."""
    table = Staged(4, at=THROW)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    votes = both_rounds(((3, table.next_number(3)),))
    table.reveal(0, 1, 2, 3)
    table.record(*table.linger(2, *votes))
    others = [*table.linger(0, *votes), *table.linger(1, *votes)]
    table.say(2, Lock((None,) * 4))
    table.record(*others)
    table.lock(0, 1)
    return table.made()


def late_vote_with_a_lower_number() -> Vector:
    """Seat 3 was voted out behind its reveal; a late list cuts it before, and its throw does not count."""
    table = Staged(4, at=THROW)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    number = table.next_number(3)
    table.reveal(3)
    votes = both_rounds(((3, number),))
    table.sign([(3, number + 1)], 0, 1, 2)
    for vote in votes:
        table.say(2, vote)
    table.reveal(0, 1, 2)
    table.lock(2)
    table.record(*table.linger(0, *votes), *table.linger(1, *votes))
    return table.made()


def late_vote_that_is_doubtful() -> Vector:
    """Seat 1, which is guilty, signs a list of the step before: that reopens nothing, nor the end."""
    table = Staged(5, at=THROW)
    table.equivocate(1)
    table.choose(*table.seats)
    table.lock(*table.seats)
    absences = ((3, table.next_number(3)),)
    table.sign(absences, 0, 2, 4)
    table.propose(absences, 1)
    table.reveal(*table.seats)
    guilty = (1, 0)
    table.sign([guilty], 0, 2, 3, 4)
    table.lock(0, 2, 3, 4)
    table.sign([guilty, (3, table.next_number(3))], 0, 2, 4)
    table.record(*table.linger(1, Forfeit(absences, signed=True)))
    return table.made()


def late_vote_on_an_older_step() -> Vector:
    """Seat 2, voted out meanwhile, signs a list of two steps ago: seats 0 and 4 were out already then."""
    table = Staged(5, at=CHANCE)
    table.choose(*table.seats)
    table.lock(*table.seats)
    absences = ((0, table.next_number(0)), (4, table.next_number(4)))
    table.sign(absences, 1, 3)
    table.propose(absences, 2)
    table.reveal(*table.seats)
    table.sign([(2, table.next_number(2))], 0, 1, 3, 4)
    table.play(0, 1, 3, 4)
    table.record(*table.linger(2, Forfeit(absences, signed=True)))
    return table.made()


def resignation_on_which_nobody_has_voted() -> Vector:
    """Seat 2 has resigned and the others have played: without a vote on it the step waits for its throw."""
    table = Staged(3, at=THROW)
    table.say(2, Resign())
    table.play(0, 1)
    return table.made()


def end_that_the_owner_does_not_wait_with() -> Vector:
    """Seat 0, whose record it is, has proposed an open list; all have signed the end: it is finished."""
    table = Staged(3, at=OVER, owner=(0,))
    table.propose([(2, table.next_number(2))], 0)
    table.lock(0, 1, 2)
    return table.made()
