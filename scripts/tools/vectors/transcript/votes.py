"""Vectors of transcripts in which votes do or do not cut a seat (protocol.md §8.1).

Each tells apart two readings of one sentence. Seats vote as nobody honest would: who
reads a file counts what is signed, and asks nobody for reasons.
"""

from p2p_heroes.tabletest.entropy import noise
from protocol.messages import Forfeit, Resign

from ..game import CALL, CHANCE, THROW
from ..vector import Vector
from .staged import Staged, both_rounds


def vote_of_one_round() -> Vector:
    """Seats 0 and 1 propose one list and sign nothing: nobody is voted out."""
    table = Staged(3, at=THROW)
    table.propose([(2, table.next_number(2))], 0, 1)
    return table.made()


def vote_with_another_between() -> Vector:
    """Seat 0 proposes a list, a longer one, and the first again: it has signed none."""
    table = Staged(4, at=THROW)
    one, two = (1, table.next_number(1)), (2, table.next_number(2))
    table.propose([two], 0)
    table.propose([one, two], 0)
    table.keep(0, one)
    table.propose([two], 0)
    table.sign([two], 1, 3)
    return table.made()


def vote_behind_a_signature() -> Vector:
    """Seat 0 has signed a list and proposes a longer one: its signature stands."""
    table = Staged(4, at=THROW)
    one, two = (1, table.next_number(1)), (2, table.next_number(2))
    table.sign([two], 0)
    table.propose([one, two], 0)
    table.sign([two], 1, 3)
    return table.made()


def vote_of_two_against_each_other() -> Vector:
    """Seats 2 and 3 are voted out, each with the other's vote: votes count even if their author is cut."""
    table = Staged(4, at=THROW)
    two, three = (2, table.next_number(2)), (3, table.next_number(3))
    table.sign([three], 0, 1, 2)
    table.keep(0, three)
    table.keep(1, three)
    table.sign([two], 0, 1, 3)
    return table.finish(0, 1).made()


def vote_that_one_has_not_signed() -> Vector:
    """Three of five sign, seat 3 does not: all whom a list does not name have to sign it."""
    table = Staged(5, at=THROW)
    table.sign([(4, table.next_number(4))], 0, 1, 2)
    return table.made()


def vote_without_a_guilty_seat() -> Vector:
    """Three of five sign, the guilty one of the outside does not: the list is not complete."""
    table = Staged(5, at=THROW)
    table.equivocate(3)
    table.sign([(4, table.next_number(4))], 0, 1, 2)
    return table.made()


def vote_of_half_with_a_guilty_seat() -> Vector:
    """Two of four vote out a third and a guilty one: they are half of all active seats, so they claim."""
    table = Staged(4, at=THROW)
    table.equivocate(3)
    table.sign([(0, table.next_number(0)), (3, 0)], 1, 2)
    return table.made()


def vote_of_two_of_three_who_are_left() -> Vector:
    """Of five seats two were voted out; then two of the three who are left vote out the third."""
    table = _three_of_five()
    table.sign([(2, table.next_number(2))], 0, 1)
    return table.finish(0, 1).made()


def vote_that_names_who_is_gone() -> Vector:
    """A list that names, besides seat 2, a seat that is not active any more."""
    table = _three_of_five()
    table.sign([(2, table.next_number(2)), (4, table.next_number(4))], 0, 1)
    return table.finish(0, 1).made()


def _three_of_five() -> Staged:
    table = Staged(5, at=CHANCE)
    table.sign([(3, table.next_number(3)), (4, table.next_number(4))], 0, 1, 2)
    table.play(0, 1, 2)
    return table


def vote_of_the_lower_half_that_is_left() -> Vector:
    """With `half`: seat 0 was voted out; of the four who are left the half with seat 1 goes on."""
    table = Staged(5, at=CHANCE, half=True)
    table.sign([(0, table.next_number(0))], 1, 2, 3, 4)
    table.play(1, 2, 3, 4)
    table.sign([(3, table.next_number(3)), (4, table.next_number(4))], 1, 2)
    return table.made()


def vote_of_the_upper_half() -> Vector:
    """With `half`: the half without the lowest seat can end the table but not go on."""
    table = Staged(4, at=THROW, half=True)
    table.sign([(0, table.next_number(0)), (1, table.next_number(1))], 2, 3)
    return table.made()


def vote_of_the_lower_half() -> Vector:
    """Without `half` two of four cannot go on, though the lowest seat is with them."""
    table = Staged(4, at=THROW)
    table.sign([(2, table.next_number(2)), (3, table.next_number(3))], 0, 1)
    return table.made()


def vote_of_the_owner_that_is_open() -> Vector:
    """Seat 0, whose record it is, has proposed a list that may still be signed: the step is not settled."""
    return _proposed(0).made()


def vote_of_another_that_is_open() -> Vector:
    """Seat 1 has proposed a list; seat 0, whose record it is, does not wait for it."""
    return _proposed(1).made()


def vote_of_the_owner_that_was_left_behind() -> Vector:
    """Seat 1 has gone on without signing the list of seat 0, whose record it is: the step is settled."""
    table = _proposed(0)
    table.lock(1)
    return table.made()


def vote_of_the_owner_that_was_denied() -> Vector:
    """Seat 1 has kept what seat 0, whose record it is, has proposed: the step is settled."""
    table = Staged(3, at=THROW, owner=(0,))
    absence = (2, table.next_number(2))
    table.propose([absence], 0)
    table.keep(1, absence)
    table.play(0, 1, 2)
    return table.made()


def vote_of_the_owner_with_a_guilty_seat() -> Vector:
    """Seat 1, which has not signed the list of seat 0, whose record it is, is guilty: the list is dead."""
    table = Staged(3, at=THROW, owner=(0,))
    table.equivocate(1)
    table.propose([(2, table.next_number(2))], 0)
    table.play(0, 1, 2)
    return table.made()


def vote_of_the_owner_without_a_quorum() -> Vector:
    """Seat 0, whose record it is, has proposed to go on alone: a list that cuts nobody is not waited for."""
    table = Staged(3, at=THROW, owner=(0,))
    table.propose([(1, table.next_number(1)), (2, table.next_number(2))], 0)
    table.play(0, 1, 2)
    return table.made()


def vote_of_the_owner_that_is_complete() -> Vector:
    """The list of seat 0, whose record it is, has cut whom it names: nothing is waited for any more."""
    table = Staged(3, at=THROW, owner=(0,))
    table.sign([(2, table.next_number(2))], 0, 1)
    table.play(0, 1)
    return table.made()


def vote_of_the_owner_that_a_signer_kept() -> Vector:
    """Seat 1 signed the list of seat 0, whose record it is, then kept it; seat 2 may still sign: open."""
    table = Staged(4, at=THROW, owner=(0,))
    absence = (3, table.next_number(3))
    table.propose([absence], 0)
    table.sign([absence], 1)
    table.keep(1, absence)
    table.play(0, 1, 2, 3)
    return table.made()


def vote_of_the_owner_beside_another_number() -> Vector:
    """Seat 1 has kept another message of seat 2 than the list of seat 0, whose record it is, names: open."""
    table = Staged(3, at=THROW, owner=(0,))
    number = table.next_number(2)
    table.propose([(2, number)], 0)
    table.keep(1, (2, number + 1))
    table.play(0, 1, 2)
    return table.made()


def vote_of_the_owner_that_who_is_named_denied() -> Vector:
    """Seat 3 has kept a pair of the list of seat 0, whose record it is; it is named itself: open."""
    table = Staged(5, at=THROW, owner=(0,))
    absences = [(seat, table.next_number(seat)) for seat in (3, 4)]
    table.propose(absences, 0)
    table.keep(3, absences[1])
    table.play(*table.seats)
    return table.made()


def vote_of_the_owner_that_who_is_named_left_behind() -> Vector:
    """Seat 2 has gone on, whom the list of seat 0 names, whose record it is: the others may still sign it."""
    table = _proposed(0)
    table.lock(2)
    return table.made()


def vote_of_the_owner_with_a_lower_number() -> Vector:
    """Seat 2 is cut; a second list of seat 0, whose record it is, would cut it earlier: the step waits."""
    table = Staged(3, at=THROW, owner=(0,))
    number = table.next_number(2)
    table.sign([(2, number + 1)], 0, 1)
    table.propose([(2, number)], 0)
    table.play(0, 1)
    return table.made()


def _proposed(voter: int) -> Staged:
    table = Staged(3, at=THROW, owner=(0,))
    table.propose([(2, table.next_number(2))], voter)
    table.play(0, 1, 2)
    return table


def vote_with_a_lower_number() -> Vector:
    """Two complete lists name seat 2, behind its reveal and before it: the lower number counts."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    number = table.next_number(2)
    table.reveal(2)
    table.sign([(2, number + 1)], 0, 1)
    table.sign([(2, number)], 0, 1)
    table.reveal(0, 1)
    return table.made()


def vote_with_two_numbers() -> Vector:
    """Seats 0 and 1 sign lists of one seat with different numbers: neither is complete."""
    table = Staged(3, at=THROW)
    number = table.next_number(2)
    table.sign([(2, number)], 0)
    table.sign([(2, number + 1)], 1)
    return table.made()


def vote_that_was_signed_and_kept() -> Vector:
    """Seat 0 keeps what it has signed: a signature binds, and seat 2 is voted out."""
    table = Staged(3, at=THROW)
    absence = (2, table.next_number(2))
    table.sign([absence], 0, 1)
    table.keep(0, absence)
    return table.made()


def vote_at_number_zero() -> Vector:
    """Seat 2 is voted out at number 0 though nobody knows of a fault: nothing of it counts in this step."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    table.sign([(2, 0)], 0, 1)
    table.reveal(0, 1)
    return table.made()


def vote_on_another_state() -> Vector:
    """Seat 1 votes on a state that the rules do not reach: it is guilty, and its vote counts."""
    table = Staged(4, at=THROW)
    absences = ((3, table.next_number(3)),)
    for vote in both_rounds(absences):
        table.say(1, vote, state=noise("another"))
    table.sign(absences, 0, 2)
    return table.made()


def vote_of_two_steps() -> Vector:
    """Seat 0 signs a list in one step and seat 1 the same in the next: it is complete in neither."""
    table = Staged(3, at=CHANCE)
    absence = (2, table.next_number(2) + 3)
    table.sign([absence], 0)
    table.play(0, 1, 2)
    table.sign([absence], 1)
    return table.made()


def vote_that_is_disputed_at_once() -> Vector:
    """Seats 0 and 1 sign that seat 2's reveal did not come; it is here, though the step is not settled."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.lock(0, 1, 2)
    absence = (2, table.next_number(2))
    table.reveal(2)
    table.sign([absence], 0, 1)
    return table.made()


def vote_that_is_disputed_with_another_list() -> Vector:
    """Seat 2 has signed a list of its own against seat 3; only the one that is complete has cut anybody."""
    table = Staged(5, at=THROW)
    table.choose(*table.seats)
    table.lock(*table.seats)
    two, three = ((seat, table.next_number(seat)) for seat in (2, 3))
    table.reveal(3)
    table.sign([three], 2)
    table.sign([two, three], 0, 1, 4)
    table.reveal(0, 1, 4)
    return table.made()


def vote_that_is_disputed_with_a_claim() -> Vector:
    """The pair is also on a list of seat 3 alone, which has no quorum: that did not cut anybody."""
    table = Staged(5, at=THROW)
    zero, three = ((seat, table.next_number(seat)) for seat in (0, 3))
    table.sign([zero, three], 1, 2, 4)
    table.sign([zero, *((seat, 90) for seat in (1, 2, 4))], 3)
    table.choose(0)
    return table.made()


def vote_that_is_disputed_while_another_who_is_named_knew() -> Vector:
    """Seats 0 and 3 had locked the choice of seat 2; only seat 0 has signed that it did not come."""
    table = Staged(5, at=THROW)
    two = (2, table.next_number(2))
    table.choose(*table.seats)
    table.lock(0, 3)
    table.sign([two, (3, table.next_number(3))], 0, 1, 4)
    return table.made()


def vote_that_is_disputed_where_another_choice_was_locked() -> Vector:
    """Seats 0 and 1 have locked a choice of seat 2, and only that of seat 1 is the one that is here."""
    table = Staged(4, at=THROW)
    two = (2, table.next_number(2))
    table.choose(*table.seats)
    table.say(0, table.naming(2, noise("another choice")))
    table.lock(1)
    table.sign([two], 0, 1, 3)
    return table.made()


def _with_all_said(seats: int, *said: int) -> tuple[Staged, int]:
    """These have revealed what they threw; the number of what seat 3 would say next."""
    table = Staged(seats, at=THROW)
    table.choose(*table.seats)
    table.lock(*table.seats)
    table.reveal(*said)
    return table, table.next_number(3)


def vote_that_is_disputed_behind_all_that_was_said() -> Vector:
    """Seats 0 to 2 sign that seat 3 owes something more than the choice, lock and reveal that it has said."""
    table, number = _with_all_said(4, 1, 2, 3)
    table.sign([(3, number)], 0, 1, 2)
    return table.made()


def vote_that_is_disputed_behind_the_lock_of_an_open_step() -> Vector:
    """A step without secrets asks for no reveal: seat 3 had said all when it had locked."""
    table = Staged(4, at=CALL)
    table.choose(0)
    table.lock(1, 2, 3)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    return table.made()


def vote_on_who_has_not_revealed() -> Vector:
    """Seat 3 has chosen and locked, and nothing else: nobody contests that its reveal did not come."""
    table, number = _with_all_said(4, 1, 2)
    table.sign([(3, number)], 0, 1, 2)
    return table.made()


def vote_on_who_had_said_all_with_who_had_not() -> Vector:
    """Seat 4 has not revealed, and seat 3 may not have agreed to go on without it."""
    table, number = _with_all_said(5, 1, 2, 3)
    table.sign([(3, number), (4, table.next_number(4))], 0, 1, 2)
    return table.made()


def vote_that_is_disputed_by_who_agreed_on_the_rest() -> Vector:
    """Seat 3 has proposed to go on without seat 4, and cannot sign: the others have not proposed that."""
    table, number = _with_all_said(5, 1, 2, 3)
    four = (4, table.next_number(4))
    table.propose([four], 3)
    table.sign([(3, number), four], 0, 1, 2)
    return table.made()


def vote_that_is_disputed_by_who_signed_the_rest() -> Vector:
    """All have proposed to go on without seat 4, and only seat 3 has signed it."""
    table, number = _with_all_said(5, 1, 2, 3)
    four = (4, table.next_number(4))
    table.propose([four], 0, 1, 2)
    table.sign([four], 3)
    table.sign([(3, number), four], 0, 1, 2)
    return table.made()


def vote_on_who_agreed_on_the_rest_and_did_not_sign() -> Vector:
    """All have proposed to go on without seat 4, seat 3 too, and it has not signed what it could sign."""
    table, number = _with_all_said(5, 1, 2, 3)
    four = (4, table.next_number(4))
    table.propose([four], 0, 1, 2, 3)
    table.sign([(3, number), four], 0, 1, 2)
    return table.made()


def vote_on_who_had_said_all_and_resigned() -> Vector:
    """Seat 3 has given up: nobody waits for it."""
    table, number = _with_all_said(4, 1, 2, 3)
    table.say(3, Resign())
    table.sign([(3, number)], 0, 1, 2)
    return table.made()


def vote_that_is_disputed_with_who_was_out_before() -> Vector:
    """The list names seat 4, too, which was voted out in the step before: that is nobody to agree about."""
    table = Staged(5, at=CHANCE)
    table.sign([(4, table.next_number(4))], 0, 1, 2, 3)
    table.play(0, 1, 2, 3)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    table.reveal(1, 2, 3)
    table.sign([(3, table.next_number(3)), (4, 0)], 0, 1, 2)
    return table.made()


def vote_of_the_owner_that_it_has_signed() -> Vector:
    """Seat 0, whose record it is, has signed a list that may still be carried: the step is not settled."""
    table = Staged(3, at=THROW, owner=(0,))
    table.sign([(2, table.next_number(2))], 0)
    table.play(0, 1, 2)
    return table.made()


def vote_of_the_owner_before_its_last() -> Vector:
    """The last list of seat 0, whose record it is, is dead, the one before is open: not settled."""
    table = Staged(4, at=THROW, owner=(0,))
    two, three = ((seat, table.next_number(seat)) for seat in (2, 3))
    table.propose([two], 0)
    table.propose([three], 0)
    table.keep(1, three)
    table.play(0, 1, 2, 3)
    return table.made()


def vote_of_the_owner_that_is_voted_out() -> Vector:
    """Seat 0, whose record it is, has proposed an open list and is voted out: in this step it still waits."""
    table = Staged(5, at=THROW, owner=(0,))
    zero, four = ((seat, table.next_number(seat)) for seat in (0, 4))
    table.propose([four], 0)
    table.sign([zero], 1, 2, 3, 4)
    table.play(1, 2, 3, 4)
    return table.made()


def vote_of_the_owner_that_is_out() -> Vector:
    """Seat 0, whose record it is, was voted out before it proposes a list: nobody waits for that."""
    table = Staged(5, at=CHANCE, owner=(0,))
    table.choose(*table.seats)
    table.lock(*table.seats)
    table.sign([(0, table.next_number(0))], 1, 2, 3, 4)
    table.reveal(*table.seats)
    table.say(0, Forfeit(((4, table.next_number(4)),)), **table.hands[0].next_ground())
    table.play(1, 2, 3, 4)
    return table.made()
