"""Vectors of transcripts about what counts of a seat that is cut, and what locks name (protocol.md §5.2)."""

from p2p_heroes.tabletest.entropy import noise

from ..game import CHANCE, THROW
from ..vector import Vector
from .staged import Staged


def lock_of_a_choice_that_nobody_else_saw() -> Vector:
    """Seat 1 locks a choice of seat 2 that is not in the file; seat 2 is voted out, and both locks match."""
    table = Staged(3, at=THROW)
    table.choose(0, 1)
    table.say(1, table.naming(2, noise("choice")))
    table.lock(0)
    table.sign([(2, table.next_number(2))], 0, 1)
    table.reveal(0, 1)
    return table.finish(0, 1).made()


def lock_of_a_choice_that_counts() -> Vector:
    """Seat 2 is voted out behind its commitment; seat 1's lock names another one, and does not match."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.lock(0)
    table.say(1, table.naming(2, noise("choice")))
    table.sign([(2, table.next_number(2))], 0, 1)
    table.reveal(0, 1)
    return table.made()


def lock_that_leaves_a_choice_out() -> Vector:
    """Seat 1's lock lacks the commitment of seat 2, and does not match."""
    table = Staged(3, at=THROW)
    table.choose(0, 1, 2)
    table.say(1, table.naming(2, None))
    table.lock(0, 2)
    table.reveal(0, 1, 2)
    return table.made()


def lock_of_a_choice_of_who_is_gone() -> Vector:
    """Seat 3 was voted out in the step before; a lock that names a choice of it does not match."""
    table = Staged(4, at=CHANCE)
    table.sign([(3, table.next_number(3))], 0, 1, 2)
    table.play(0, 1, 2)
    table.choose(0, 1, 2)
    table.say(1, table.naming(3, noise("choice")))
    table.lock(0, 2)
    table.reveal(0, 1, 2)
    return table.made()


def share_before_the_cut() -> Vector:
    """Seat 2 is voted out behind its reveal: its share of chance counts."""
    return _cut_at_the_reveal(CHANCE, 1, seats=4).made()


def share_behind_the_cut() -> Vector:
    """Seat 2 is voted out at its reveal: its share of chance does not count, though everybody has it."""
    return _cut_at_the_reveal(CHANCE, 0).made()


def throw_before_the_cut() -> Vector:
    """Seat 2 is voted out behind its reveal: its throw counts."""
    return _cut_at_the_reveal(THROW, 1).made()


def _cut_at_the_reveal(step: int, behind: int, *, seats: int = 3) -> Staged:
    table = Staged(seats, at=step)
    table.choose(*table.seats)
    table.lock(*table.seats)
    absence = (2, table.next_number(2) + behind)
    others = [seat for seat in table.seats if seat != 2]
    table.reveal(2)
    table.sign([absence], *others)
    table.reveal(*others)
    return table
