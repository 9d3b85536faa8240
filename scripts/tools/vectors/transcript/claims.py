"""Vectors of transcripts in which somebody claims the table, or does not (protocol.md §8.2).

As with votes, seats say what nobody honest would; the file says who claims.
"""

from p2p_heroes.tabletest.entropy import noise
from protocol.chain import next_past
from protocol.messages import Commit, Keep, Lock, Resign

from ..game import CALL, CHANCE, OVER, THROW
from ..vector import Vector
from .staged import Staged, both_rounds


def claim_that_was_only_proposed() -> Vector:
    """Seats 2 and 3 propose that the others are away and sign nothing: nothing is claimed."""
    table = Staged(4, at=THROW)
    table.propose(_all_but(table, 2, 3), 2, 3)
    return table.made()


def claim_that_one_took_back() -> Vector:
    """Seats 2 and 3 claim the table, then seat 3 keeps one of the two pairs: nothing is claimed any more."""
    table = Staged(4, at=THROW)
    absences = _all_but(table, 2, 3)
    table.sign(absences, 2, 3)
    table.keep(3, absences[0])
    return table.made()


def claim_that_other_keeps_leave_alone() -> Vector:
    """Keeps of an earlier step, of another number and of a seat that the list names take nothing back."""
    table = Staged(4, at=CHANCE)
    zero, one = ((seat, table.next_number(seat) + 3) for seat in (0, 1))
    table.keep(3, zero)
    table.play(0, 1, 2, 3)
    table.sign([zero, one], 2, 3)
    table.keep(0, one)
    table.keep(3, (0, zero[1] + 1))
    return table.made()


def claim_of_the_last_one_there() -> Vector:
    """Seats 1 and 2 are voted out, each with the other's vote: seat 0, which is left, claims the table."""
    table = Staged(3, at=THROW)
    one, two = (1, table.next_number(1)), (2, table.next_number(2))
    table.sign([two], 0, 1)
    table.keep(0, two)
    table.sign([one], 0, 2)
    return table.made()


def claim_after_all_were_voted_out() -> Vector:
    """Seat 0 is guilty, and the four others vote each other out: they claim the table."""
    table = Staged(5, at=THROW)
    numbers = {seat: table.next_number(seat) for seat in (1, 2, 3, 4)}
    table.equivocate(0)
    for absent in numbers:
        absences = [(0, 0), (absent, numbers[absent])]
        for seat in (seat for seat in numbers if seat != absent):
            table.sign(absences, seat)
            table.keep(seat, absences[1])
    return table.made()


def claim_with_a_guilty_seat() -> Vector:
    """Of two who sign a claim one is guilty: the other claims alone."""
    table = Staged(4, at=THROW)
    table.equivocate(2)
    table.sign(_all_but(table, 2, 3), 2, 3)
    return table.made()


def claim_with_who_was_voted_out() -> Vector:
    """Seats 3 and 4 sign a claim, but seat 3 is voted out with seat 4's own vote: nothing is claimed."""
    table = Staged(5, at=THROW)
    three, rest = (3, table.next_number(3)), _all_but(table, 3, 4)
    table.sign([three], 0, 1, 2, 4)
    table.keep(4, three)
    table.sign(rest, 3, 4)
    return table.made()


def claim_of_the_most() -> Vector:
    """Of seat 0, seats 1 and 2, and seats 3 and 4 the largest group claims, and of two the lower one."""
    return _three_claims().made()


def claim_of_the_most_with_a_guilty_seat() -> Vector:
    """Seats 1 and 2 come first, though one of them is guilty and neither of seats 3 and 4 is."""
    return _three_claims(1).made()


def claim_of_the_next_who_is_innocent() -> Vector:
    """Seats 1 and 2 would come first, but both are guilty: seats 3 and 4 claim."""
    return _three_claims(1, 2).made()


def _three_claims(*guilty: int, owner: tuple[int, ...] = ()) -> Staged:
    table = Staged(5, at=THROW, owner=owner)
    for seat in guilty:
        table.equivocate(seat)
    lists = {group: _all_but(table, *group) for group in ((0,), (1, 2), (3, 4))}
    for group, absences in lists.items():
        table.sign(absences, *group)
    return table


def claim_of_who_can_go_on() -> Vector:
    """Two of three vote the third out and the file ends: who can go on claims nothing."""
    table = Staged(3, at=THROW)
    table.sign([(2, table.next_number(2))], 0, 1)
    return table.made()


def claim_that_nobody_minds() -> Vector:
    """Seats 2 and 3 claim the table, but all four reveal: among more than two a claim stops nothing."""
    table = Staged(4, at=THROW)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    table.sign(_all_but(table, 2, 3), 2, 3)
    table.reveal(0, 1, 2, 3)
    return table.made()


def claim_that_stops_two() -> Vector:
    """Seat 1 claims the table, then both reveal: of two seats one that claims ends it."""
    table = Staged(2, at=THROW)
    table.choose(0, 1)
    table.lock(0, 1)
    table.sign([(0, table.next_number(0))], 1)
    table.reveal(0, 1)
    return table.made()


def claim_that_comes_late() -> Vector:
    """The step is settled when seat 1's claim on it arrives: of two seats one reopens it."""
    table = Staged(2, at=THROW)
    claim = both_rounds(((0, table.next_number(0)),))
    table.play(0, 1)
    table.record(*table.linger(1, *claim))
    return table.made()


def claim_of_many_that_comes_late() -> Vector:
    """The step is settled when a claim of two of four on it arrives: it reopens nothing."""
    table = Staged(4, at=THROW)
    claim = both_rounds(tuple(_all_but(table, 2, 3)))
    table.play(0, 1, 2, 3)
    table.record(*table.linger(2, *claim), *table.linger(3, *claim))
    return table.made()


def claim_before_what_is_held() -> Vector:
    """After a late claim a held message, now two steps ahead, is recorded again: it changes nothing."""
    table = Staged(2, at=CALL)
    claim = both_rounds(((0, 1),))
    table.play(0, 1)
    salt = noise("salt")
    table.say(0, Commit(table.sealed(0, table.value(0))))
    lock = table.say(0, Lock(tuple(table.entries())))
    table.reveal(0)
    assert isinstance(lock.message, Lock)
    past = next_past(lock.past, lock.message.entries)
    ahead = table.say(0, Commit(salt), step=THROW, past=past, state=noise("state"))
    table.record(*table.linger(1, *claim), ahead)
    return table.made()


def claim_in_the_record_of_who_goes_on() -> Vector:
    """Seats 2 and 3 claim; for seat 0, whose record it is and who can go on with seat 1, it is no claim."""
    table = Staged(4, at=THROW, owner=(0,))
    table.sign(_all_but(table, 2, 3), 2, 3)
    return table.made()


def claim_in_the_record_of_who_was_voted_out() -> Vector:
    """All vote seat 0 out, whose record it is, and then seats 1 and 2 claim: it has nothing to go on with."""
    table = Staged(5, at=THROW, owner=(0,))
    table.sign([(0, table.next_number(0))], 1, 2, 3, 4)
    table.sign(_all_but(table, 1, 2), 1, 2)
    return table.made()


def claim_in_the_record_of_both_sides() -> Vector:
    """Seats 2 and 3 claim the table; whoever holds the keys of seats 0 and 2 has claimed it."""
    table = Staged(4, at=THROW, owner=(0, 2))
    table.sign(_all_but(table, 2, 3), 2, 3)
    return table.made()


def claim_in_the_record_of_the_other() -> Vector:
    """Seat 1 claims a table of two; seat 0, whose record it is, may still say what it owes: unfinished."""
    table = Staged(2, at=THROW, owner=(0,))
    table.sign([(0, table.next_number(0))], 1)
    return table.made()


def claim_that_stops_whom_it_names() -> Vector:
    """Seat 1 claims a table of two; seat 0, whose record it is, says what it owes: the step waits still."""
    return _of_two_with_all_said().made()


def claim_of_two_that_was_taken_back() -> Vector:
    """The same, and seat 1 takes its claim back: the step is settled."""
    table = _of_two_with_all_said()
    absence = (0, table.next_number(0) - 1)
    table.say(1, Keep(*absence))
    return table.made()


def _of_two_with_all_said() -> Staged:
    table = Staged(2, at=THROW, owner=(0,))
    table.choose(0, 1)
    table.lock(0, 1)
    table.reveal(1)
    table.sign([(0, table.next_number(0))], 1)
    table.reveal(0)
    return table


def claim_against_who_resigned() -> Vector:
    """Seat 0, whose record it is, resigns at a table of two: seat 1 claims it, for both."""
    table = Staged(2, at=THROW, owner=(0,))
    table.say(0, Resign())
    table.sign([(0, table.next_number(0))], 1)
    return table.made()


def claim_against_who_resigned_elsewhere() -> Vector:
    """Seat 0, whose record it is, resigns on another past, which nobody can use: for it there is no claim."""
    table = Staged(2, at=CHANCE, owner=(0,))
    table.propose([(1, 99)], 0)
    table.play(0, 1)
    table.say(0, Resign(), past=noise("another"))
    table.sign([(0, table.next_number(0))], 1)
    return table.made()


def claim_against_who_is_guilty() -> Vector:
    """Seat 0, whose record it is, is guilty, and seat 1 claims the table of two: for both."""
    table = Staged(2, at=THROW, owner=(0,))
    table.equivocate(0)
    table.sign([(0, 0)], 1)
    return table.made()


def claim_of_the_owner_behind_another() -> Vector:
    """Seats 1 and 2 claim first, but not for seat 3, whose record it is: it claims with seat 4."""
    return _three_claims(owner=(3,)).made()


def _all_but(table: Staged, *seats: int) -> list[tuple[int, int]]:
    return [(seat, table.next_number(seat)) for seat in table.seats if seat not in seats]


def claim_of_who_has_gone_on() -> Vector:
    """Seat 0 claims the table and speaks in the next step: only a keep takes a claim back."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    table.reveal(0)
    table.sign(_all_but(table, 0), 0)
    table.say(0, Lock((None, None, None)), step=OVER, past=noise("another"), state=noise("another"))
    return table.made()
