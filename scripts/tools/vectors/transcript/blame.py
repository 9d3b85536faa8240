"""Vectors of transcripts about blame: whose, for what, in which order (protocol.md §4.3, §5.5, §10.3)."""

from p2p_heroes.tabletest.entropy import noise
from protocol.canonical import encode
from protocol.events import Hid
from protocol.faults import Proof
from protocol.messages import Accept, Commit, Decide, Forfeit, Lock
from protocol.transcript import Proven, Spoken

from ..game import CALL, CHANCE, OVER, THROW
from ..vector import Vector
from .record import broken, raw_file
from .staged import Staged, both_rounds, garbled

CULPRIT = 1
NOBODY = Lock((None, None, None))


# Another state.


def state_that_is_wrong() -> Vector:
    """Seat 1 signs another final state; nobody recorded a proof, and the reader finds it."""
    table = Staged(3, at=OVER)
    table.say(CULPRIT, NOBODY, state=noise("another"))
    return table.made()


def state_that_is_wrong_after_anothers_vote() -> Vector:
    """Seat 0 voted in the step before, seat 1 did not: its other state is a fault."""
    return _wrong_after_a_vote(0, THROW).made()


def state_that_is_wrong_two_steps_after_a_vote() -> Vector:
    """Seat 1 voted two steps before: that excuses nothing any more."""
    return _wrong_after_a_vote(CULPRIT, CHANCE).made()


def state_that_is_wrong_after_a_keep() -> Vector:
    """Seat 1 has kept something in the step before: only a vote excuses its other state."""
    table = Staged(3, at=THROW)
    table.keep(CULPRIT, (2, 90))
    table.play(*table.seats)
    table.say(CULPRIT, NOBODY, state=noise("another"))
    return table.made()


def state_that_may_be_right_after_a_vote() -> Vector:
    """Seat 1 voted in the step before and may have counted other messages: it is unusable, and not guilty."""
    return _wrong_after_a_vote(CULPRIT, THROW).made()


def state_that_is_wrong_in_a_vote() -> Vector:
    """Seat 1 votes on another state: a vote of the same step excuses nothing."""
    table = Staged(3, at=OVER)
    table.say(CULPRIT, Forfeit(((2, table.next_number(2)),)), state=noise("another"))
    return table.made()


def _wrong_after_a_vote(voter: int, step: int) -> Staged:
    table = Staged(3, at=step)
    table.propose([(2, 99)], voter)
    while table.step < OVER:
        table.play(0, 1, 2)
    table.say(CULPRIT, NOBODY, state=noise("another"))
    return table


def past_that_may_be_right_after_a_vote() -> Vector:
    """Seat 1 voted in the step before and stands on another past: it is unusable, and not guilty."""
    table = Staged(3, at=THROW)
    table.propose([(2, 99)], CULPRIT)
    table.play(0, 1, 2)
    table.say(CULPRIT, NOBODY, past=noise("another"))
    return table.made()


# The order.


def faults_of_two_found_at_once() -> Vector:
    """Seats 2 and 1 speak out of turn before the step begins; then the lower one is listened to first."""
    table = Staged(3, at=CALL)
    table.choose(0)
    table.lock(1, 2)
    last = table.hold(0, Lock(tuple(table.entries())))
    for seat in (2, 1):
        table.say(seat, Decide(("call", "rock")))
    table.record(last)
    return table.made()


def faults_of_two_one_after_the_other() -> Vector:
    """Seat 2 is found guilty first, then seat 1: the verdict is the first, whatever the seats."""
    table = Staged(3, at=OVER)
    table.equivocate(2)
    table.equivocate(1)
    return table.made()


def fault_after_a_fault() -> Vector:
    """Seat 1 is guilty of an equivocation and then locks twice: only its first fault is noted."""
    table = Staged(3, at=OVER)
    table.equivocate(CULPRIT)
    table.say(CULPRIT, NOBODY)
    table.stray(CULPRIT, NOBODY)
    return table.made()


def fault_before_what_follows_from_it() -> Vector:
    """Seat 1 accepts with what is no message; so step 1 begins, and there seat 2 is out of turn."""
    table = Staged(3, at=0)
    table.accept(0, 2)
    table.say(2, Decide(("call", "rock")), step=CALL)
    table.records.append(Spoken(garbled(table.draft(CULPRIT, Accept()))))
    return table.made()


def fault_at_the_start_and_still_active() -> Vector:
    """Who was guilty before it sat down is active all the same: step 1 waits until it is voted out."""
    table = Staged(3, at=0)
    table.accept(0, 2)
    _record_garbled(table, CULPRIT)
    table.play(0, 2)
    return table.made()


def fault_before_a_broken_record() -> Vector:
    """Seat 1 is proven guilty; behind that comes a message that nobody would have accepted."""
    table = Staged(3, at=CHANCE)
    table.equivocate(CULPRIT)
    table.record(table.draft(0, Commit(noise("choice")), number=99))
    return table.refused()


def _record_garbled(table: Staged, seat: int, step: int = 0) -> None:
    wire = garbled(table.draft(seat, Accept(), step=step))
    table.records.append(Spoken(wire))
    table.everything.receive(wire)


# What is taken.


def guilty_seat_plays_on() -> Vector:
    """Seat 1 has equivocated, and nobody votes it out: what it says is taken, heard and needed as before."""
    table = Staged(3, at=CHANCE)
    table.equivocate(CULPRIT)
    return table.finish(0, 1, 2).made()


def guilty_seat_is_waited_for() -> Vector:
    """Seat 1 has equivocated, nobody votes it out, and it is silent: the table waits."""
    table = Staged(3, at=CHANCE)
    table.equivocate(CULPRIT)
    table.play(0, 2)
    return table.made()


def faulty_message_leaves_no_trace() -> Vector:
    """Seat 1 commits twice, then goes on as if it had committed once: its chain lacks only the fault."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.stray(CULPRIT, Commit(noise("another")))
    table.lock(0, 1, 2)
    table.reveal(0, 1, 2)
    return table.finish(0, 1, 2).made()


def unusable_seat_stays_so() -> Vector:
    """Seat 1 locks on a wrong state; another lock of it serves, but seat 1 is not heard again."""
    table = Staged(3, at=CALL)
    table.choose(0)
    lock = Lock(tuple(table.entries()))
    wrong = table.say(CULPRIT, lock, state=noise("another"))
    table.lock(0, 2)
    table.instead(wrong, lock)
    table.play(0, 1, 2)
    return table.made()


def unusable_seat_before_others() -> Vector:
    """Seat 0 stands on another past when the step opens; what those behind it have said is heard."""
    table = Staged(6, at=CHANCE)
    table.choose(*table.seats)
    table.lock(*table.seats)
    table.propose([(CULPRIT, 90)], 0)
    table.reveal(0, 1, 2, 4, 5)
    late = table.hold(3, table.opening(3))
    absences = [(seat, table.next_number(seat)) for seat in (0, 3)]
    table.say(0, Commit(noise("choice")), past=noise("another"))
    table.choose(1, 2, 4, 5)
    table.sign(absences, 1, 2, 4, 5)
    table.lock(1, 2, 4, 5)
    table.reveal(1, 2, 4, 5)
    table.record(late)
    return table.made()


def fault_that_is_noted_when_the_fold_stops() -> Vector:
    """Seat 2's wrong state comes to light in the last step, which is settled by a list that it has signed."""
    table = Staged(7, at=THROW)
    table.choose(*table.seats)
    table.lock(*table.seats)
    table.reveal(0, 1, 2, 3, 4, 6)
    late = table.hold(5, table.opening(5))
    two, three, four, five = ((seat, table.next_number(seat)) for seat in (2, 3, 4, 5))
    for vote in both_rounds((three, four, five)):
        table.say(2, vote, state=noise("another"))
    for seat in (0, 1, 6):
        table.lock(seat)
        table.sign([three, four, five], seat)
        table.keep(seat, three, four)
        table.sign([two, five], seat)
    table.sign([two, five], 3, 4)
    table.record(late)
    return table.made()


def equivocation_that_is_ahead() -> Vector:
    """A second message with one number, of a step far ahead: it is refused before it is compared."""
    table = Staged(2, at=CALL)
    table.record(table.draft(CULPRIT, Commit(noise("choice")), number=0, step=THROW))
    return table.refused()


def fault_that_is_ahead() -> Vector:
    """A message of a step far ahead that leaves steps out: it is refused before it is judged."""
    table = Staged(2, at=CALL)
    table.record(table.draft(CULPRIT, Commit(noise("choice")), step=THROW))
    return table.refused()


def gap_of_the_guilty_that_is_ahead() -> Vector:
    """Behind a gap in a guilty seat's chain, and of a step far ahead: it is refused like anybody's."""
    table = Staged(2, at=CALL)
    table.equivocate(CULPRIT)
    table.record(table.draft(CULPRIT, Commit(noise("choice")), number=7, step=THROW))
    return table.refused()


def unlawful_on_another_past() -> Vector:
    """Seat 1 voted, and then decides out of turn on another past: what it does there is nobody's to judge."""
    table = Staged(3, at=THROW)
    table.propose([(2, 99)], CULPRIT)
    table.play(0, 1, 2)
    table.say(CULPRIT, Decide(("call", "rock")), past=noise("another"))
    return table.made()


def unlawful_on_another_state_after_a_vote() -> Vector:
    """Seat 1 voted, and then decides out of turn on another state: it may be right there."""
    table = Staged(3, at=THROW)
    table.propose([(2, 99)], CULPRIT)
    table.play(0, 1, 2)
    table.say(CULPRIT, Decide(("call", "rock")), state=noise("another"))
    return table.made()


def unlawful_on_another_state() -> Vector:
    """Seat 1 decides out of turn on another state: the state is asked first."""
    table = Staged(3, at=OVER)
    table.say(CULPRIT, Decide(("call", "rock")), state=noise("another"))
    return table.made()


def malformed_that_is_ahead() -> Vector:
    """What is signed and no message is a fault, whatever step it names."""
    table = Staged(2, at=CALL)
    _record_garbled(table, CULPRIT, step=9)
    return table.made()


def commitment_in_the_open() -> Vector:
    """Seat 0 is asked to call and commits instead: out of turn."""
    table = Staged(3, at=CALL)
    table.say(0, Commit(noise("choice")))
    return table.made()


def choice_locked_at_the_end() -> Vector:
    """Seat 1's lock of the final state names a choice of seat 0: out of turn."""
    table = Staged(3, at=OVER)
    table.say(CULPRIT, table.naming(0, noise("choice")))
    return table.made()


# Records.


def proof_that_starts_the_game() -> Vector:
    """Seat 1 has not accepted; the last record proves it guilty, and the first step begins without it."""
    table = Staged(3, at=0)
    table.accept(0, 2)
    wire = garbled(table.draft(CULPRIT, Accept()))
    table.record_proof(Proof(table.genesis.table, "Malformed", CULPRIT, (wire,)))
    return table.made()


def proof_against_a_guilty_seat() -> Vector:
    """Seat 1 is guilty already: of another proof against it nothing is asked but that it can be read."""
    table = Staged(2, at=CALL)
    table.equivocate(CULPRIT)
    table.record_proof(Proof(b"here", "Malformed", CULPRIT, (b"",)))
    return table.made()


def proof_that_nobody_can_read() -> Vector:
    """Seat 1 is guilty already; a second proof, against nobody knows whom, has no fields."""
    table = Staged(2, at=CALL)
    table.equivocate(CULPRIT)
    table.records.append(Proven(encode(())))
    return table.refused()


def secret_of_nobody_here() -> Vector:
    """A secret of no seat at the table, for a step far ahead: secrets are not looked at."""
    table = Staged(2, at=CALL)
    table.records.append(Hid(99, 6, bytes(32), None))
    return table.made()


def genesis_that_cannot_be_before_damage() -> Vector:
    """The genesis cannot be, and a later record is none: a file is read before anything in it is judged."""
    return broken(raw_file(encode((1, b"no genesis", ())), b"\xc1"))
