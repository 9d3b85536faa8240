"""Well-formed messages that are false or out of place: each breaks what its name says."""

from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.attacks import words as said
from p2p_heroes.tabletest.attacks.liar import NONSENSE
from protocol.chain import MAX_KEEPS, MAX_VOTES
from protocol.envelope import Envelope
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Reveal
from tests.support.cheats import Arena, wait_out


def table(seats: int = 3) -> tuple[Arena, dict[type, Envelope]]:
    """The last message of each kind that seat 1 said in its latest sealed step."""
    arena = Arena(seats, ATTACKS["never signs the end"], liar=1)
    wait_out(arena.begin())
    return arena, {type(e.message): e for e in arena.lying.log.chains[1] if e.step <= 3}


def test_choices() -> None:
    arena, by_kind = table()
    commit, reveal = by_kind[Commit], by_kind[Reveal]
    assert isinstance(said.another_choice(arena.lying, commit), Commit)
    assert said.another_choice(arena.lying, commit) != commit.message
    assert said.an_accept(arena.lying, commit) == Accept()
    assert said.a_decision(arena.lying, commit) == Decide(NONSENSE)
    assert said.true_reveal(arena.lying, reveal) == reveal.message
    false = said.false_reveal(arena.lying, reveal)
    assert isinstance(false, Reveal)
    assert isinstance(reveal.message, Reveal)
    assert (false.value, false.salt == reveal.message.salt) == (reveal.message.value, False)


def test_locks() -> None:
    arena, by_kind = table()
    lock = by_kind[Lock]
    assert isinstance(lock.message, Lock)
    entries = lock.message.entries
    lying, false = said.lying_lock(arena.lying, lock), said.false_lock(arena.lying, lock)
    assert isinstance(lying, Lock)
    assert isinstance(false, Lock)
    assert [seat for seat in range(3) if lying.entries[seat] != entries[seat]] == [0]
    assert [seat for seat in range(3) if false.entries[seat] != entries[seat]] == [1]
    assert said.short_lock(arena.lying, lock) == Lock(entries[:-1])
    assert said.empty_lock(arena.lying, lock) == Lock((None,) * 3)
    assert said.others_chose(arena.lying, lock)
    assert not said.somebody_did_not(arena.lying, lock)


def test_a_surplus_lock_names_who_was_not_asked() -> None:
    arena, _ = table()
    open_lock = next(e for e in arena.lying.log.chains[1] if isinstance(e.message, Lock) and e.step == 1)
    assert said.somebody_did_not(arena.lying, open_lock)
    surplus = said.surplus_lock(arena.lying, open_lock)
    assert isinstance(surplus, Lock)
    assert surplus.entries[2] is not None


def test_votes() -> None:
    arena, by_kind = table()
    lock = by_kind[Lock]
    assert said.vote((1, 50), (2, 7))(arena.lying, lock) == Forfeit(((0, 7), (2, 50)))
    assert said.keep(2, 4)(arena.lying, lock) == Keep(0, 4)
    assert said.a_strangers_absence(arena.lying, lock) == Forfeit(((6, 1),))
    assert said.against_all(arena.lying, lock) == Forfeit(((0, 90), (2, 90)))
    assert (len(said.TOO_MANY_VOTES), len(said.TOO_MANY_KEEPS)) == (MAX_VOTES + 1, MAX_KEEPS + 1)


def test_at_a_full_table_there_is_no_stranger_and_it_names_itself() -> None:
    arena = Arena(7, ATTACKS["silence"], liar=1)
    accept = arena.lying.begin()[0].envelope  # type: ignore[union-attr]
    assert said.a_strangers_absence(arena.lying, accept) == Forfeit(((1, 1),))


def test_fields_of_a_header() -> None:
    arena, by_kind = table()
    lock = by_kind[Lock]
    assert (said.last_step(lock), said.next_step(lock)) == (lock.step - 1, lock.step + 1)
    assert said.random_digest(lock) not in (lock.header.past, lock.header.state)
    assert said.another_table(lock) != arena.genesis.table
