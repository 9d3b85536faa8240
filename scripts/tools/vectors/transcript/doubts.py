"""Vectors of transcripts with lists that a guilty seat had to sign: doubts (protocol.md §5.5, §8.1)."""

from p2p_heroes.tabletest.entropy import noise
from protocol.messages import Forfeit, Keep, Lock

from ..game import CALL, CHANCE, OVER, THROW
from ..vector import Vector
from .staged import Staged, both_rounds

CULPRIT = 1
ALL_NIL = Lock((None,) * 4)


def _voted() -> Staged:
    """Seats 0, 1 and 2 have signed that seat 3's reveal did not come, and have revealed."""
    table = Staged(4, at=THROW)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    table.reveal(0, 1, 2)
    return table


def _caught_before(table: Staged) -> None:
    """The record holds seat 1's equivocation before any vote."""
    table.equivocate(CULPRIT)
    table.records.insert(1 + len(table.seats), table.records.pop())


def doubt_about_a_list() -> Vector:
    """Seat 1, which has to sign the list, is guilty: the list cuts nobody, and the step waits for seat 3."""
    table = _voted()
    _caught_before(table)
    return table.made()


def doubt_that_somebody_has_overcome() -> Vector:
    """Seat 0 has gone on to where the doubtful list leads: with it the list counts."""
    table = _voted()
    table.lock(0)
    _caught_before(table)
    return table.made()


def doubt_that_the_guilty_do_not_end() -> Vector:
    """Only the guilty seat has gone on to where the doubtful list leads: that is not enough."""
    table = _voted()
    table.lock(CULPRIT)
    _caught_before(table)
    return table.made()


def doubt_that_who_is_cut_does_not_end() -> Vector:
    """Only the seat that the doubtful list names has gone on to where it leads: that is not enough."""
    table = Staged(4, at=CALL)
    table.choose(0)
    table.lock(0, 1, 2)
    table.propose([(0, 99)], 3)
    absence = (3, table.next_number(3))
    table.say(3, table.naming(0, noise("choice")))
    table.sign([absence], 0, 1, 2)
    table.choose(3)
    _caught_before(table)
    return table.made()


def doubt_that_no_lock_ends() -> Vector:
    """A lock names nobody who is not asked, voted out or not: so it does not tell who went on."""
    table = Staged(4, at=CALL)
    table.choose(0)
    table.lock(0, 1, 2)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    _caught_before(table)
    return table.made()


def doubt_that_locks_end() -> Vector:
    """Two doubtful lists name seats 3 and 4, and seat 0 has locked without either: both count."""
    table = Staged(5, at=THROW)
    lists = [(seat, table.next_number(seat)) for seat in (3, 4)]
    table.choose(0, 1, 2)
    table.lock(0)
    for seat in (0, 1, 2):
        table.sign(lists[:1], seat)
        table.keep(seat, lists[0])
        table.sign(lists[1:], seat)
    table.sign(lists[1:], 3)
    table.sign(lists[:1], 4)
    _caught_before(table)
    return table.made()


def doubt_about_one_list_of_two() -> Vector:
    """Two doubtful lists name seats 3 and 4; seat 0 stands where the first alone leads: it counts alone."""
    table = Staged(5, at=THROW)
    table.choose(*table.seats)
    table.lock(*table.seats)
    three, four = ((seat, table.next_number(seat)) for seat in (3, 4))
    others = (Keep(*three), *both_rounds((four,)))
    table.sign([three], 0)
    for message in others:
        table.say(0, message)
    table.sign([three], 1, 2, 4)
    table.reveal(0, 1, 2, 4)
    gone_on = table.hold(0, Lock((None,) * 5))
    table.record(*(envelope for seat in (1, 2) for envelope in table.linger(seat, *others)))
    table.record(*table.linger(3, *both_rounds((four,))), gone_on)
    _caught_before(table)
    return table.made()


def doubt_about_a_step_long_ago() -> Vector:
    """All who signed are guilty now, but the step is not the last one: what was settled then stays."""
    table = Staged(5, at=CHANCE)
    table.choose(*table.seats)
    table.lock(*table.seats)
    table.sign([(4, table.next_number(4))], 0, 1, 2, 3)
    table.reveal(0, 1, 2, 3)
    table.play(0, 1, 2, 3)
    for seat in (0, 1, 2, 3):
        table.equivocate(seat)
    table.record(*table.linger(4, Forfeit(((0, 99),))))
    return table.made()


def doubt_about_what_was_not_signed() -> Vector:
    """Seat 0 has gone on with a list that seat 1, which is guilty, has not signed here: it cuts nobody."""
    table = Staged(4, at=THROW)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    absences = ((3, table.next_number(3)),)
    table.sign(absences, 0, 2)
    for vote in both_rounds(absences):
        table.hold(CULPRIT, vote)
    table.reveal(0, 1, 2)
    table.lock(0)
    _caught_before(table)
    return table.made()


def doubt_on_another_ground() -> Vector:
    """Seat 0 has gone on, but not to the state where the doubtful list leads: that is not enough."""
    table = _voted()
    table.say(0, ALL_NIL, state=noise("another"))
    _caught_before(table)
    return table.made()


def doubt_at_the_end() -> Vector:
    """At the last step nobody goes on any more: a doubtful list cuts nobody."""
    table = Staged(4, at=OVER)
    table.equivocate(CULPRIT)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    table.lock(0, 1, 2)
    return table.made()


def doubt_about_who_is_named() -> Vector:
    """A list that names the guilty seat, and that others sign, is beyond doubt."""
    table = Staged(4, at=THROW)
    table.equivocate(CULPRIT)
    table.sign([(CULPRIT, 0)], 0, 2, 3)
    return table.made()


def doubt_that_comes_late() -> Vector:
    """The step was settled with the list when seat 1 is caught: nobody has gone on, it is open again."""
    table = _voted()
    table.equivocate(CULPRIT)
    return table.made()


def doubt_that_comes_too_late() -> Vector:
    """The step was settled with the list and seat 0 has gone on when seat 1 is caught: the list counts."""
    table = _voted()
    table.lock(0)
    table.equivocate(CULPRIT)
    return table.made()


def doubt_that_the_fold_finds() -> Vector:
    """Seat 1's next message is out of turn: so the list is doubtful, and nobody honest has gone on."""
    table = _voted()
    table.say(CULPRIT, table.naming(0, noise("choice")))
    return table.made()


def doubt_with_a_stranger_and_a_fault() -> Vector:
    """Seat 0 stands on another past, and seat 2 is out of turn: each makes one look once."""
    table = Staged(4, at=THROW)
    table.equivocate(CULPRIT)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    table.reveal(0, 1, 2, 3)
    table.say(0, ALL_NIL, past=noise("another"))
    table.say(2, table.naming(0, noise("choice")))
    return table.made()


def doubt_that_the_guilty_do_not_end_later() -> Vector:
    """The step was settled with the list, and only seat 1 has gone on when it is caught: it is open again."""
    table = _voted()
    table.lock(CULPRIT)
    table.equivocate(CULPRIT)
    return table.made()


def doubt_about_five_lists() -> Vector:
    """Five doubtful lists cut seat 3 at different numbers; seat 0 stands where the fifth alone leads."""
    return _doubted(5).made()


def doubt_about_six_lists() -> Vector:
    """Of six doubtful lists seat 0 stands where the last alone leads: it is not asked, and nobody is cut."""
    return _doubted(6).made()


def _doubted(lists: int) -> Staged:
    """Seat 3's reveal counts by the last of so many lists only, and seat 0 has gone on with that one."""
    table = Staged(4, at=THROW)
    table.choose(*table.seats)
    table.lock(*table.seats)
    table.reveal(3)
    behind = table.next_number(3)
    others = [vote for less in range(1, lists) for vote in both_rounds(((3, behind - less),))]
    table.sign([(3, behind)], 0)
    for vote in others:
        table.say(0, vote)
    table.sign([(3, behind)], 1, 2)
    table.reveal(0, 1, 2)
    gone_on = table.hold(0, ALL_NIL)
    table.record(*(envelope for seat in (1, 2) for envelope in table.linger(seat, *others)), gone_on)
    _caught_before(table)
    return table


def doubt_that_was_too_great() -> Vector:
    """The step was settled without the doubtful list; then seat 0 stands where it leads to, and it counts."""
    table = Staged(4, at=THROW)
    table.choose(0, 1, 2, 3)
    table.lock(0, 1, 2, 3)
    absences = [(3, table.next_number(3))]
    table.sign(absences, 0, 1, 2)
    late = table.hold(3, table.opening(3))
    table.reveal(0, 1, 2)
    table.record(late)
    table.lock(0)
    _caught_before(table)
    return table.made()


def doubt_that_one_nil_of_two_ends() -> Vector:
    """Seat 0 has locked the choice of one whom the doubtful list names, nil for the other: it follows."""
    table = Staged(6, at=THROW)
    table.choose(0, 1, 2, 3, 5)
    table.sign([(seat, table.next_number(seat)) for seat in (3, 4)], 0, 1, 2, 5)
    table.lock(0)
    _caught_before(table)
    return table.made()


def doubt_that_lasts_while_a_lock_is_lacking() -> Vector:
    """Seat 0 has gone on with the doubtful list, but seat 2's lock is not here: the step is not done."""
    table = Staged(4, at=CALL)
    table.choose(0)
    table.lock(0, 1)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    table.hold(2, Lock(tuple(table.entries())))
    table.choose(0)
    _caught_before(table)
    return table.made()
