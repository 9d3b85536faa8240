"""One author's chain: each breach by its name, and nothing is held against an author that a slice hides."""

from collections.abc import Iterable

import pytest

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.chain import MAX_KEEPS, MAX_VOTES, Progress, choice_entry, follow, next_past, opening
from protocol.commitment import SALT_SIZE, commit
from protocol.envelope import Envelope
from protocol.errors import (
    BrokenChain,
    Contradiction,
    Disorder,
    FalseLock,
    FalseOpening,
    Fault,
    Repeated,
    WrongPast,
    WrongState,
    WrongStep,
)
from protocol.genesis import Genesis
from protocol.hashing import digest
from protocol.messages import Absence, Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Resign, Reveal

TABLE = genesis_of(3)
SALT = noise("salt")
A, B = noise("an entry"), noise("another entry")


def judge(chain: Iterable[Envelope], genesis: Genesis = TABLE) -> Progress:
    """Follow a chain, or a slice of one, to its end."""
    progress: Progress | None = None
    for envelope in chain:
        progress = follow(progress, envelope, genesis)
    assert progress is not None
    return progress


def blame(kind: type[Fault], chain: list[Envelope]) -> Fault:
    """The fault of the last message; those before it show none."""
    if chain[:-1]:
        judge(chain[:-1])
    with pytest.raises(Fault) as caught:
        judge(chain)
    assert type(caught.value) is kind
    assert (caught.value.seat, caught.value.number) == (chain[-1].seat, chain[-1].number)
    return caught.value


def seated(seat: int = 0) -> Forger:
    """A hand that has accepted."""
    hand = Forger(TABLE, seat)
    hand.accept()
    return hand


def entries(hand: Forger, own: bytes | None, others: bytes | None = None) -> Lock:
    """A lock with this entry of its own and one for everybody else."""
    return Lock(tuple(own if seat == hand.seat else others for seat in range(3)))


def lock_of(hand: Forger) -> Lock:
    """The lock that fits the hand's last message, a choice."""
    return entries(hand, choice_entry(hand.chain[-1]))


def sealed(hand: Forger, value: str, *, step: int = 1) -> Commit:
    key = TABLE.key(hand.seat)
    return Commit(commit(table=TABLE.table, step=step, seat=hand.seat, key=key, salt=SALT, value=value))


def decided() -> Forger:
    """A hand in step 1 with an open decision."""
    hand = seated()
    hand.enter(Decide("rock"))
    return hand


def locked() -> Forger:
    """A hand in step 1 with an open decision, locked."""
    hand = decided()
    hand.say(lock_of(hand))
    return hand


def committed() -> Forger:
    """A hand in step 1 with a sealed decision."""
    hand = seated()
    hand.enter(sealed(hand, "rock"))
    return hand


def committed_and_locked() -> Forger:
    hand = committed()
    hand.say(lock_of(hand))
    return hand


def waiting() -> Forger:
    """A hand in step 1 that has to choose nothing and has locked."""
    hand = seated()
    hand.enter(entries(hand, None, A))
    return hand


# What an honest seat says.


def test_an_honest_chain_shows_no_fault() -> None:
    hand = locked()
    hand.enter(sealed(hand, "paper", step=2))
    hand.say(lock_of(hand))
    hand.say(Reveal(SALT, "paper"))
    hand.enter(entries(hand, None, A))
    progress = judge(hand.chain)
    assert progress.last == hand.chain[-1]
    assert progress.whole


def test_every_slice_of_an_honest_chain_is_honest() -> None:
    hand = committed_and_locked()
    hand.say(Forfeit(((1, 4),)))
    hand.say(Keep(1, 4))
    hand.say(Forfeit(((2, 7),)))
    hand.say(Reveal(SALT, "rock"))
    hand.say(Forfeit(((1, 3), (2, 7))))
    hand.say(Forfeit(((1, 3), (2, 7)), signed=True))
    hand.enter(Decide("paper"), past=noise("what the vote made of it"))
    hand.say(lock_of(hand))
    hand.enter(entries(hand, None))
    for first in range(len(hand.chain)):
        for last in range(first, len(hand.chain)):
            judge(hand.chain[first : last + 1])


def test_progress_tells_what_was_said_in_the_step() -> None:
    hand = committed_and_locked()
    hand.say(Forfeit(((1, 4),)))
    hand.say(Forfeit(((1, 4),), signed=True))
    hand.say(Keep(1, 4))
    progress = judge(hand.chain)
    commitment = hand.chain[1].message
    assert isinstance(commitment, Commit)
    assert progress == Progress(
        last=hand.chain[-1],
        whole=True,
        choice=commitment,
        entry=commitment.commitment,
        lock=Lock((commitment.commitment, None, None)),
        revealed=False,
        votes=2,
        vote=((1, 4),),
        signed=True,
        kept=frozenset({(1, 4)}),
        bound=((1, 4),),
    )


def test_progress_is_forgotten_with_the_step() -> None:
    hand = committed_and_locked()
    hand.say(Reveal(SALT, "rock"))
    hand.say(Forfeit(((1, 4),)))
    hand.say(Keep(1, 4))
    hand.enter(Keep(1, 4))
    assert judge(hand.chain) == Progress(last=hand.chain[-1], whole=True, kept=frozenset({(1, 4)}))


def test_an_entry_is_the_commitment_or_the_id_of_the_open_decision() -> None:
    hand = seated()
    decision = hand.draft(Decide("rock"))
    assert choice_entry(decision) == decision.id
    assert choice_entry(hand.draft(Commit(A))) == A


def test_the_next_past_is_a_digest_of_the_past_and_all_entries_in_seat_order() -> None:
    assert next_past(B, (A, None, B)) == digest("past", B, A, b"", B)
    assert len({next_past(B, e) for e in ((A, None), (None, A), (A,), (A, B), (B, A))}) == 5


# The first message.


def test_a_chain_begins_in_step_0() -> None:
    blame(WrongStep, [Forger(TABLE, 0).draft(Accept(), step=1)])


def test_the_first_message_names_the_table_as_its_predecessor() -> None:
    blame(BrokenChain, [Forger(TABLE, 0).draft(Accept(), previous=A)])


def test_the_first_message_names_the_table_as_its_past() -> None:
    blame(WrongPast, [Forger(TABLE, 0).draft(Accept(), past=A)])


@pytest.mark.parametrize("message", [Decide("rock"), Lock((None,) * 3), Keep(1, 0)])
def test_the_first_message_is_accept(message: Message) -> None:
    blame(Disorder, [Forger(TABLE, 0).draft(message)])


def test_nobody_accepts_twice() -> None:
    hand = seated()
    hand.accept()
    blame(Repeated, hand.chain)


def test_a_late_accept_is_a_fault_by_itself() -> None:
    blame(Repeated, [seated().draft(Accept(), number=7)])


@pytest.mark.parametrize("alone", [False, True])
def test_only_accept_belongs_to_step_0(alone: bool) -> None:
    hand = seated()
    hand.say(Decide("rock"))
    blame(Disorder, hand.chain[1:] if alone else hand.chain)


@pytest.mark.parametrize("alone", [False, True])
def test_accept_belongs_to_step_0_only(alone: bool) -> None:
    hand = seated()
    hand.enter(Accept())
    blame(Disorder, hand.chain[1:] if alone else hand.chain)


# The links.


def test_a_message_names_its_predecessor() -> None:
    hand = decided()
    hand.say(lock_of(hand), previous=hand.chain[0].id)
    blame(BrokenChain, hand.chain)
    blame(BrokenChain, hand.chain[1:])


def test_whoever_follows_a_chain_hands_over_consecutive_messages() -> None:
    hand = locked()
    with pytest.raises(AssertionError):
        judge([hand.chain[0], hand.chain[2]])


@pytest.mark.parametrize("step", [0, 3, 9])
def test_a_step_is_neither_left_out_nor_entered_again(step: int) -> None:
    hand = locked()
    hand.say(Keep(1, 0), step=step)
    blame(WrongStep, hand.chain)
    blame(WrongStep, hand.chain[2:])


def test_there_are_no_two_pasts_in_one_step() -> None:
    hand = decided()
    hand.say(lock_of(hand), past=A)
    blame(WrongPast, hand.chain)
    blame(WrongPast, hand.chain[1:])


def test_there_are_no_two_states_in_one_step() -> None:
    hand = decided()
    hand.say(lock_of(hand), state=A)
    blame(WrongState, hand.chain)
    blame(WrongState, hand.chain[1:])


# From step to step.


def test_step_1_has_the_table_as_its_past() -> None:
    hand = seated()
    hand.enter(Decide("rock"), past=A)
    blame(WrongPast, hand.chain)


def test_nobody_leaves_a_step_without_locking_it() -> None:
    hand = decided()
    hand.enter(Decide("rock"))
    blame(Disorder, hand.chain)


def test_a_step_that_was_seen_in_part_may_have_been_locked_before() -> None:
    hand = decided()
    hand.say(Keep(1, 0))
    hand.enter(Decide("rock"))
    assert judge(hand.chain[2:]).whole


def test_nobody_leaves_a_step_without_revealing_what_it_committed() -> None:
    hand = committed_and_locked()
    hand.enter(Decide("rock"))
    blame(Disorder, hand.chain)
    blame(Disorder, hand.chain[1:])


def test_a_reveal_may_have_come_before_the_slice() -> None:
    hand = committed_and_locked()
    hand.say(Reveal(SALT, "rock"))
    hand.say(Keep(1, 0))
    hand.enter(Decide("rock"))
    judge(hand.chain[4:])


def test_the_next_past_follows_from_the_authors_own_lock() -> None:
    hand = waiting()
    hand.enter(Decide("rock"), past=next_past(TABLE.table, (None, A, B)))
    blame(WrongPast, hand.chain)


def test_a_vote_may_have_changed_the_past() -> None:
    hand = waiting()
    hand.say(Forfeit(((1, 1),)))
    hand.enter(Decide("rock"), past=next_past(TABLE.table, (None, None, A)))
    judge(hand.chain)


def test_a_vote_before_the_slice_may_have_changed_the_past() -> None:
    hand = seated()
    hand.enter(Forfeit(((1, 1),)))
    hand.say(entries(hand, None, A))
    hand.enter(Decide("rock"), past=next_past(TABLE.table, (None, None, A)))
    judge(hand.chain[2:])


# Choices.


@pytest.mark.parametrize("second", [Decide("rock"), Decide("paper"), Commit(A)])
@pytest.mark.parametrize("first", [Decide("rock"), Commit(B)])
def test_nobody_chooses_twice_in_a_step(first: Message, second: Message) -> None:
    hand = seated()
    hand.enter(first)
    hand.say(second)
    blame(Repeated, hand.chain)
    blame(Repeated, hand.chain[1:])


@pytest.mark.parametrize("choice", [Decide("rock"), Commit(A)])
def test_nobody_chooses_after_locking(choice: Message) -> None:
    hand = waiting()
    hand.say(choice)
    blame(Disorder, hand.chain)
    blame(Disorder, hand.chain[1:])


def test_a_choice_may_follow_a_lock_that_the_slice_does_not_show() -> None:
    hand = waiting()
    hand.say(Keep(1, 0))
    hand.say(Decide("rock"))
    judge(hand.chain[2:])


# Locks.


def test_nobody_locks_twice_in_a_step() -> None:
    hand = waiting()
    hand.say(entries(hand, None, A))
    blame(Repeated, hand.chain)
    blame(Repeated, hand.chain[1:])


@pytest.mark.parametrize("size", [0, 2, 4])
def test_a_lock_has_an_entry_for_each_seat(size: int) -> None:
    hand = seated()
    hand.enter(Lock((None,) * size))
    blame(FalseLock, hand.chain)
    blame(FalseLock, hand.chain[1:])


@pytest.mark.parametrize("own", [None, A])
def test_a_lock_names_its_authors_own_decision(own: bytes | None) -> None:
    hand = decided()
    hand.say(entries(hand, own))
    blame(FalseLock, hand.chain)
    blame(FalseLock, hand.chain[1:])


def test_a_lock_names_its_authors_own_commitment() -> None:
    hand = committed()
    hand.say(entries(hand, hand.chain[-1].id))
    blame(FalseLock, hand.chain)


def test_whoever_chose_nothing_locks_nothing_of_its_own() -> None:
    hand = seated()
    hand.enter(entries(hand, A))
    blame(FalseLock, hand.chain)


def test_the_choice_behind_a_lock_may_have_come_before_the_slice() -> None:
    hand = locked()
    judge(hand.chain[2:])


def test_each_seat_locks_its_own_entry() -> None:
    hand = seated(2)
    hand.enter(Decide("rock"))
    own = hand.chain[-1].id
    judge([*hand.chain, hand.draft(Lock((A, None, own)))])
    blame(FalseLock, [*hand.chain, hand.draft(Lock((own, None, A)))])


# Reveals.


def test_a_reveal_opens_the_commitment() -> None:
    hand = committed_and_locked()
    hand.say(Reveal(SALT, "rock"))
    assert judge(hand.chain).revealed


@pytest.mark.parametrize(("salt", "value"), [(SALT, "paper"), (bytes(SALT_SIZE), "rock")])
def test_a_reveal_of_something_else_is_a_false_opening(salt: bytes, value: str) -> None:
    hand = committed_and_locked()
    hand.say(Reveal(salt, value))
    blame(FalseOpening, hand.chain)
    blame(FalseOpening, hand.chain[1:])


@pytest.mark.parametrize(("seat", "step"), [(1, 1), (0, 2)])
def test_a_commitment_copied_from_another_seat_or_step_cannot_be_opened(seat: int, step: int) -> None:
    hand = seated()
    hand.enter(sealed(Forger(TABLE, seat), "rock", step=step))
    hand.say(lock_of(hand))
    hand.say(Reveal(SALT, "rock"))
    blame(FalseOpening, hand.chain)


def test_an_opening_is_the_commitment_of_the_reveals_author_and_step() -> None:
    reveal = Reveal(SALT, "rock")
    envelope = committed_and_locked().draft(reveal)
    assert opening(envelope, reveal, TABLE) == sealed(Forger(TABLE, 0), "rock").commitment


def test_nobody_reveals_twice() -> None:
    hand = committed_and_locked()
    hand.say(Reveal(SALT, "rock"))
    hand.say(Reveal(SALT, "rock"))
    blame(Repeated, hand.chain)
    blame(Repeated, hand.chain[3:])


def test_nobody_reveals_before_locking() -> None:
    hand = committed()
    hand.say(Reveal(SALT, "rock"))
    blame(Disorder, hand.chain)


def test_the_lock_before_a_reveal_may_have_come_before_the_slice() -> None:
    hand = committed_and_locked()
    hand.say(Reveal(SALT, "rock"))
    judge(hand.chain[3:])


def test_an_open_decision_is_not_revealed() -> None:
    hand = locked()
    hand.say(Reveal(SALT, "rock"))
    blame(Disorder, hand.chain)
    blame(Disorder, hand.chain[1:])


def test_nothing_is_revealed_without_a_commitment() -> None:
    hand = waiting()
    hand.say(Reveal(SALT, "rock"))
    blame(Disorder, hand.chain)


def test_the_commitment_behind_a_reveal_may_have_come_before_the_slice() -> None:
    hand = committed_and_locked()
    hand.say(Reveal(SALT, "rock"))
    judge(hand.chain[2:])


# Votes.


def votes_of(*lists: tuple[Absence, ...]) -> Forger:
    """A hand in step 1 that proposes these lists one after the other."""
    hand = seated()
    for absences in lists:
        (hand.say if hand.chain[-1].step else hand.enter)(Forfeit(absences))
    return hand


def signs(*lists: tuple[Absence, ...]) -> Forger:
    """The same, and it signs the last one."""
    hand = votes_of(*lists)
    hand.say(Forfeit(lists[-1], signed=True))
    return hand


def test_a_vote_names_seats_of_the_table() -> None:
    blame(Contradiction, votes_of(((1, 0), (3, 0))).chain)


def test_nobody_votes_for_its_own_absence() -> None:
    blame(Contradiction, votes_of(((0, 5), (1, 0))).chain)


def test_what_a_vote_says_of_seats_is_a_fault_by_itself() -> None:
    blame(Contradiction, votes_of(((0, 5),)).chain[1:])
    blame(Contradiction, votes_of(((3, 5),)).chain[1:])


def test_a_list_is_proposed_and_then_signed() -> None:
    proposed, signed = judge(votes_of(((1, 1),)).chain), judge(signs(((1, 1),)).chain)
    assert (proposed.vote, proposed.signed, proposed.votes) == (((1, 1),), False, 1)
    assert (signed.vote, signed.signed, signed.votes) == (((1, 1),), True, 2)


@pytest.mark.parametrize("before", [(), (((1, 5),),), (((1, 1),), ((1, 1), (2, 7)))])
def test_nobody_signs_what_it_has_not_proposed(before: tuple[tuple[Absence, ...], ...]) -> None:
    """Nothing, another list, or one that it has gone beyond."""
    hand = votes_of(*before)
    (hand.say if before else hand.enter)(Forfeit(((1, 1), (2, 3)), signed=True))
    blame(Disorder, hand.chain)


def test_signing_another_list_than_the_last_is_a_fault_in_every_slice_that_shows_one() -> None:
    hand = votes_of(((1, 5),))
    hand.say(Forfeit(((1, 1),), signed=True))
    blame(Disorder, hand.chain[1:])
    judge(hand.chain[2:])


def test_a_proposal_of_an_earlier_step_is_not_signed_in_this_one() -> None:
    hand = votes_of(((1, 5),))
    hand.say(entries(hand, None))
    hand.enter(Forfeit(((1, 5),), signed=True))
    blame(Disorder, hand.chain)


def test_what_comes_between_proposing_and_signing_makes_no_difference() -> None:
    hand = votes_of(((1, 1),))
    hand.say(Keep(2, 3))
    hand.say(entries(hand, None))
    hand.say(Forfeit(((1, 1),), signed=True))
    assert judge(hand.chain).signed


def test_the_same_list_is_proposed_once() -> None:
    hand = votes_of(((1, 1),), ((1, 1),))
    blame(Repeated, hand.chain)
    blame(Repeated, hand.chain[1:])


@pytest.mark.parametrize("signed", [False, True])
def test_of_a_list_that_is_signed_there_is_nothing_more_to_say(signed: bool) -> None:
    hand = signs(((1, 1),))
    hand.say(Forfeit(((1, 1),), signed=signed))
    blame(Repeated, hand.chain)
    blame(Repeated, hand.chain[1:])
    blame(Repeated, hand.chain[2:])


def test_a_signature_is_not_held_against_an_author_whose_proposal_is_before_the_slice() -> None:
    assert judge(signs(((1, 1),)).chain[2:]).signed


def test_after_a_signature_another_list_is_proposed_anew() -> None:
    hand = signs(((1, 5),))
    hand.say(Forfeit(((1, 5), (2, 7))))
    assert not judge(hand.chain).signed
    hand.say(Forfeit(((1, 5), (2, 7)), signed=True))
    assert judge(hand.chain).signed


def test_a_list_that_was_taken_back_is_never_signed() -> None:
    hand = votes_of(((1, 5), (2, 7)))
    hand.say(Keep(2, 7))
    hand.say(Forfeit(((1, 5), (2, 7)), signed=True))
    blame(Contradiction, hand.chain)
    blame(Contradiction, hand.chain[1:])


def test_a_list_from_which_more_was_taken_back_may_be_proposed_and_signed_again() -> None:
    hand = signs(((1, 5),))
    hand.say(Forfeit(((1, 5), (2, 7))))
    hand.say(Keep(2, 7))
    for signed in (False, True):
        hand.say(Forfeit(((1, 5),), signed=signed))
    assert judge(hand.chain).signed
    hand.say(Forfeit(((1, 5),), signed=True))
    blame(Repeated, hand.chain)


def test_what_was_signed_may_be_denied_afterwards() -> None:
    hand = signs(((1, 5),))
    hand.say(Keep(1, 5))
    progress = judge(hand.chain)
    assert progress.signed
    assert progress.kept == {(1, 5)}


def falling(votes: int) -> list[tuple[Absence, ...]]:
    """Lawful votes, each for an earlier number."""
    return [((1, 99 - number),) for number in range(votes)]


def test_a_seat_votes_so_often_in_a_step_and_no_more() -> None:
    judge(votes_of(*falling(MAX_VOTES)).chain)
    blame(Repeated, votes_of(*falling(MAX_VOTES + 1)).chain)


def test_signing_counts_as_a_vote() -> None:
    judge(signs(*falling(MAX_VOTES - 1)).chain)
    blame(Repeated, signs(*falling(MAX_VOTES)).chain)


def test_votes_before_the_slice_are_not_counted() -> None:
    judge(votes_of(*falling(MAX_VOTES + 1)).chain[2:])


def test_the_count_of_votes_begins_anew_in_each_step() -> None:
    hand = votes_of(*falling(MAX_VOTES))
    hand.say(entries(hand, None))
    hand.enter(Forfeit(((1, 99),)))
    assert judge(hand.chain).votes == 1


@pytest.mark.parametrize("later", [((1, 5), (2, 7)), ((1, 4), (2, 7)), ((1, 4),), ((1, 0), (2, 0))])
def test_a_vote_may_name_more_seats_and_earlier_messages(later: tuple[Absence, ...]) -> None:
    hand = signs(((1, 5),))
    hand.say(Forfeit(later))
    assert judge(hand.chain).vote == later


FEWER = [((2, 7),), ((1, 5),), ((1, 6), (2, 7)), ((1, 5), (2, 8))]


@pytest.mark.parametrize("later", FEWER)
def test_a_vote_takes_nothing_back_that_was_signed(later: tuple[Absence, ...]) -> None:
    hand = signs(((1, 5), (2, 7)))
    hand.say(Forfeit(later))
    blame(Contradiction, hand.chain)
    blame(Contradiction, hand.chain[1:])
    blame(Contradiction, hand.chain[2:])


@pytest.mark.parametrize("later", FEWER)
def test_what_was_only_proposed_binds_to_nothing(later: tuple[Absence, ...]) -> None:
    hand = votes_of(((1, 5), (2, 7)), later, ((1, 5), (2, 7)))
    assert judge(hand.chain).bound == ()


def test_what_was_signed_binds_behind_later_proposals_too() -> None:
    hand = signs(((1, 5),))
    hand.say(Forfeit(((1, 5), (2, 7))))
    hand.say(Forfeit(((1, 4),)))
    assert judge(hand.chain).bound == ((1, 5),)
    hand.say(Forfeit(((2, 7),)))
    blame(Contradiction, hand.chain)


@pytest.mark.parametrize("later", [((2, 7),), ((1, 6), (2, 7)), ((1, 4), (2, 7))])
def test_a_vote_leaves_out_what_its_author_denied_since(later: tuple[Absence, ...]) -> None:
    hand = signs(((1, 5), (2, 7)))
    hand.say(Keep(1, 5))
    hand.say(Forfeit(later))
    assert judge(hand.chain).vote == later


def test_denying_one_absence_takes_back_no_other() -> None:
    hand = signs(((1, 5), (2, 7)))
    hand.say(Keep(1, 5))
    hand.say(Forfeit(((1, 6),)))
    blame(Contradiction, hand.chain)


def test_nobody_votes_for_an_absence_that_it_denied() -> None:
    hand = seated()
    hand.enter(Keep(1, 5))
    hand.say(Forfeit(((1, 5), (2, 7))))
    blame(Contradiction, hand.chain)
    blame(Contradiction, hand.chain[1:])


def test_a_denial_before_the_slice_or_of_an_earlier_step_is_not_held_against_a_vote() -> None:
    hand = seated()
    hand.enter(Keep(1, 5))
    hand.say(Forfeit(((1, 5),)))
    judge(hand.chain[2:])
    other = seated()
    other.enter(Keep(1, 5))
    other.say(entries(other, None))
    other.enter(Forfeit(((1, 5),)))
    judge(other.chain)


# Resigning.


@pytest.mark.parametrize("hand", [seated(), decided(), locked(), committed_and_locked()])
def test_a_seat_may_resign_whenever_it_may_speak(hand: Forger) -> None:
    (hand.say if hand.chain[-1].step else hand.enter)(Resign())
    assert judge(hand.chain).last == hand.chain[-1]


def test_resigning_changes_nothing_of_what_was_said_before() -> None:
    hand = signs(((1, 5),))
    before = judge(hand.chain)
    hand.say(Resign())
    assert judge(hand.chain) == before._replace(last=hand.chain[-1])


@pytest.mark.parametrize("message", [Resign(), Keep(1, 5), Forfeit(((1, 5),)), Decide("rock")])
def test_whoever_has_resigned_says_nothing_more(message: Message) -> None:
    hand = seated()
    hand.enter(Resign())
    hand.say(message)
    blame(Disorder, hand.chain)
    blame(Disorder, hand.chain[1:])


def test_not_even_in_the_next_step() -> None:
    hand = locked()
    hand.say(Resign())
    hand.enter(entries(hand, None))
    blame(Disorder, hand.chain)
    blame(Disorder, hand.chain[-2:])


def test_nobody_resigns_before_the_game() -> None:
    hand = seated()
    hand.say(Resign())
    blame(Disorder, hand.chain)


# Keeps.


@pytest.mark.parametrize("seat", [0, 3])
def test_a_keep_names_another_seat_of_the_table(seat: int) -> None:
    hand = seated()
    hand.enter(Keep(seat, 5))
    blame(Contradiction, hand.chain)
    blame(Contradiction, hand.chain[1:])


def test_the_same_message_is_kept_once_in_a_step() -> None:
    hand = seated()
    hand.enter(Keep(1, 5))
    hand.say(Keep(1, 5))
    blame(Repeated, hand.chain)
    blame(Repeated, hand.chain[1:])


def keeps_of(count: int) -> Forger:
    hand = seated()
    hand.enter(Keep(1, 0))
    for number in range(1, count):
        hand.say(Keep(1, number))
    return hand


def test_a_seat_keeps_so_often_in_a_step_and_no_more() -> None:
    assert len(judge(keeps_of(MAX_KEEPS).chain).kept) == MAX_KEEPS
    blame(Repeated, keeps_of(MAX_KEEPS + 1).chain)


def test_keeps_before_the_slice_are_not_counted() -> None:
    judge(keeps_of(MAX_KEEPS + 1).chain[2:])
