"""The log takes each author's messages in order, refuses the rest by name, and keeps what a proof needs."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.ballot import Ballot, Vote
from protocol.chain import MAX_KEEPS, MAX_VOTES, Progress, follow
from protocol.envelope import Envelope, open_envelope
from protocol.errors import Disorder, Equivocation, Fault, Gap, Repeated, WrongPast
from protocol.log import Log
from protocol.messages import Decide, Forfeit, Keep, Lock, Message, Resign

TABLE = genesis_of(3)
NOTHING = Lock((None,) * 3)
ALL = frozenset(range(3))


def hands() -> tuple[Forger, ...]:
    """Three hands that have accepted."""
    seated = tuple(Forger(TABLE, seat) for seat in range(3))
    for hand in seated:
        hand.accept()
    return seated


def log_of(*chains: Iterable[Envelope]) -> Log:
    log = Log(TABLE)
    for chain in chains:
        for envelope in chain:
            assert log.add(envelope)
    return log


def steps(hand: Forger, count: int) -> Forger:
    """Let the hand lock so many steps in which it chooses nothing."""
    for _ in range(count):
        hand.enter(NOTHING)
    return hand


# Taking messages.


def test_a_new_message_is_taken() -> None:
    hand = steps(hands()[0], 2)
    log = log_of(hand.chain)
    assert log.chains == [hand.chain, [], []]
    progress = log.progress[0]
    assert progress is not None
    assert progress.last == hand.chain[-1]
    assert log.progress[1:] == [None, None]


def test_authors_mix_in_any_way() -> None:
    a, b, c = (steps(hand, 1).chain for hand in hands())
    log = log_of([b[0]], [a[0]], [a[1]], [c[0]], [b[1]], [c[1]])
    assert log.chains == [a, b, c]
    assert log.order == [b[0], a[0], a[1], c[0], b[1], c[1]]


def test_a_message_that_we_hold_is_not_new() -> None:
    hand = steps(hands()[0], 2)
    log = log_of(hand.chain)
    assert [log.add(envelope) for envelope in hand.chain] == [False] * 3
    assert log.order == hand.chain


def test_a_second_signature_over_the_same_message_is_the_same_message() -> None:
    known = hands()[0].chain[0]
    again = known._replace(wire=known.wire[:-64] + bytes(64))
    assert log_of([known]).add(again) is False


def test_a_message_before_its_predecessor_waits() -> None:
    hand = steps(hands()[0], 2)
    log = log_of(hand.chain[:1])
    with pytest.raises(Gap):
        log.add(hand.chain[2])
    assert log.heads() == (1, 0, 0)
    assert log.add(hand.chain[1])
    assert log.add(hand.chain[2])


# Faults.


def test_two_messages_with_one_number_are_an_equivocation_and_the_first_stays() -> None:
    hand = hands()[1]
    other = hand.draft(NOTHING, **hand.next_ground())
    hand.enter(Decide("rock"))
    log = log_of(hand.chain)
    with pytest.raises(Equivocation) as caught:
        log.add(other)
    assert (caught.value.seat, caught.value.number) == (1, 1)
    assert caught.value.evidence == (hand.chain[1].wire, other.wire)
    assert log.chains[1] == hand.chain


def test_an_equivocation_shows_however_old_the_number_is() -> None:
    hand = steps(hands()[0], 5)
    log = log_of(hand.chain)
    other = Forger(TABLE, 0).draft(Decide("rock"))
    with pytest.raises(Equivocation):
        log.add(other)


def test_a_faulty_message_is_not_taken_and_nothing_after_it_is() -> None:
    hand = steps(hands()[0], 1)
    hand.say(NOTHING)
    hand.say(Keep(1, 0))
    log = log_of(hand.chain[:2])
    before = log.progress[0]
    with pytest.raises(Repeated):
        log.add(hand.chain[2])
    with pytest.raises(Gap):
        log.add(hand.chain[3])
    assert log.heads() == (2, 0, 0)
    assert log.progress[0] == before


def test_the_first_message_is_evidence_enough_against_itself() -> None:
    envelope = Forger(TABLE, 2).draft(NOTHING)
    with pytest.raises(Disorder) as caught:
        Log(TABLE).add(envelope)
    assert caught.value.evidence == (envelope.wire,)


def repeat_offence(evidence: tuple[bytes, ...]) -> Fault:
    """What somebody sees who has the evidence and nothing else."""
    progress: Progress | None = None
    for wire in evidence:
        try:
            progress = follow(progress, open_envelope(wire, TABLE), TABLE)
        except Fault as fault:
            return fault
    raise AssertionError("the evidence shows nothing")


@pytest.mark.parametrize(
    ("before", "breach"),
    [
        ([NOTHING], NOTHING),
        ([Decide("rock")], Decide("paper")),
        ([Forfeit(((1, 99 - number),)) for number in range(MAX_VOTES)], Forfeit(((1, 0),))),
        ([Keep(1, number) for number in range(MAX_KEEPS)], Keep(2, 0)),
        ([Keep(1, 5)], Forfeit(((1, 5),))),
        ([Forfeit(((1, 5),))], Forfeit(((1, 5),))),
        ([Forfeit(((1, 5),)), Forfeit(((1, 5),), signed=True)], Forfeit(((1, 5),), signed=True)),
        ([Forfeit(((1, 5),))], Forfeit(((1, 4),), signed=True)),
        ([Keep(1, 5)], Forfeit(((2, 4),), signed=True)),
        ([Resign()], Keep(1, 5)),
        ([Forfeit(((1, 5), (2, 7))), Keep(1, 5)], Forfeit(((1, 5), (2, 7)))),
    ],
)
@pytest.mark.parametrize("lived", [0, 1, 2, 5])
def test_the_evidence_shows_the_same_fault_to_somebody_who_has_nothing_else(
    lived: int, before: list[Message], breach: Message
) -> None:
    hand = steps(hands()[0], lived)
    hand.enter(before[0])
    for message in before[1:]:
        hand.say(message)
    log = log_of(hand.chain)
    with pytest.raises(Fault) as caught:
        log.add(hand.say(breach))
    again = repeat_offence(caught.value.evidence)
    assert (again.name, again.seat, again.number) == (caught.value.name, 0, hand.chain[-1].number)


@pytest.mark.parametrize("lived", [0, 1, 4])
def test_the_evidence_against_a_wrong_past_holds_the_step_before(lived: int) -> None:
    hand = steps(hands()[0], lived + 1)
    log = log_of(hand.chain)
    with pytest.raises(WrongPast) as caught:
        log.add(hand.enter(NOTHING, past=noise("elsewhere")))
    assert repeat_offence(caught.value.evidence).name == "WrongPast"


def test_what_a_breach_is_judged_by_are_two_steps_and_the_message_before() -> None:
    hand = hands()[0]
    assert Log(TABLE).recent(0) == ()
    assert log_of(hand.chain).recent(0) == (hand.chain[0].wire,)
    for _ in range(4):
        hand.enter(Keep(1, 0))
        hand.say(NOTHING)
    wires = tuple(envelope.wire for envelope in hand.chain)
    assert log_of(hand.chain).recent(0) == wires[4:]
    assert log_of(hand.chain[:3]).recent(0) == wires[:3]


# What others lack.


def test_heads_are_the_numbers_of_the_next_messages() -> None:
    a, b, _ = hands()
    assert Log(TABLE).heads() == (0, 0, 0)
    assert log_of(steps(a, 2).chain, b.chain).heads() == (3, 1, 0)


def test_somebody_is_told_what_it_lacks_in_the_order_in_which_we_took_it() -> None:
    a, b, c = (steps(hand, 1).chain for hand in hands())
    log = log_of([c[0]], a, b, [c[1]])
    assert list(log.missing((0, 0, 0))) == log.order
    assert list(log.missing((1, 2, 1))) == [a[1], c[1]]
    assert list(log.missing((2, 2, 2))) == []
    assert list(log.missing((9, 9, 0))) == c


def test_who_lacks_nothing_costs_nothing_however_long_the_log_is() -> None:
    """It is said every second, and anybody may say it without end."""

    class Unread(list[Envelope]):
        def __iter__(self) -> Iterator[Envelope]:
            raise AssertionError("the log was searched")

    log = log_of(*(steps(hand, 2).chain for hand in hands()))
    log.order = Unread(log.order)
    assert list(log.missing(log.heads())) == list(log.missing((99, 99, 99))) == []
    with pytest.raises(AssertionError):
        list(log.missing((0, *log.heads()[1:])))


def test_a_log_fed_with_what_it_lacked_holds_the_same() -> None:
    a, b, c = (steps(hand, 2).chain for hand in hands())
    full, part = log_of(c, a, b), log_of(a[:1], b)
    for envelope in full.missing(part.heads()):
        part.add(envelope)
    assert part.chains == full.chains
    assert part.progress == full.progress


def test_the_first_number_of_a_step_is_found() -> None:
    hand = hands()[0]
    hand.enter(Keep(1, 0))
    hand.say(NOTHING)
    hand.enter(NOTHING)
    log = log_of(hand.chain)
    assert [log.first_number(0, step) for step in range(5)] == [0, 1, 3, 4, 4]
    assert log.first_number(1, 2) == 0


def test_a_chain_ends_with_the_number_and_the_predecessor_of_its_next_message() -> None:
    a, b, _ = hands()
    log = log_of(steps(a, 2).chain, b.chain)
    assert log.ends() == ((3, a.chain[-1].id), (1, b.chain[-1].id), (0, TABLE.table))
    assert [number for number, _ in log.ends()] == list(log.heads())


def test_another_message_in_the_same_place_is_another_branch() -> None:
    hand = steps(hands()[0], 2)
    log = log_of(hand.chain)
    assert not any(log.has_other(0, number, hand.chain[number - 1].id) for number in (1, 2, 3))
    assert all(log.has_other(0, number, noise("elsewhere")) for number in (1, 2, 3))
    assert log.has_other(0, 2, hand.chain[2].id), "it is the place that counts"


@pytest.mark.parametrize("number", [0, 4, 99])
def test_where_we_hold_nothing_there_is_no_other_branch(number: int) -> None:
    """Before the first message, and beyond what we hold: the number alone tells that something is lacking."""
    log = log_of(steps(hands()[0], 2).chain)
    assert not log.has_other(0, number, noise("elsewhere"))
    assert not log.has_other(1, number, noise("elsewhere"))


def test_what_a_seat_stands_on_is_what_its_first_message_of_the_step_claims() -> None:
    hand = hands()[0]
    hand.enter(Keep(1, 0))
    hand.say(NOTHING)
    last = hand.enter(NOTHING)
    log = log_of(hand.chain)
    assert [log.stands_on(0, step) for step in range(1, 4)] == [
        (hand.chain[1].past, hand.chain[1].state),
        (last.past, last.state),
        None,
    ]
    assert log.stands_on(1, 1) is None


def test_a_seat_that_says_nothing_in_a_step_stands_on_nothing() -> None:
    log = log_of(hands()[0].chain)
    assert log.stands_on(0, 1) is None
    assert log.stands_on(0, -1) is None


# Votes.


def vote(hand: Forger, *lists: Vote) -> Forger:
    """Let the hand say these lists, one after the other, in the step after its last; said again, it signs."""
    hand.enter(Forfeit(lists[0]))
    for before, absences in pairwise(lists):
        hand.say(Forfeit(absences, signed=before == absences))
    return hand


def ballot_of(log: Log, step: int) -> Ballot:
    """The votes of all seats, as somebody sees them who knows of no fault."""
    return log.ballot(step, ALL, ())


def test_a_ballot_has_the_lists_that_were_proposed_in_its_step() -> None:
    a, b, _ = hands()
    vote(a, ((2, 1),), ((2, 0),)).say(NOTHING)
    vote(a, ((1, 9),))
    vote(b, ((2, 0),))
    log = log_of(a.chain, b.chain)
    assert ballot_of(log, 1).votes == {0: [((2, 1),), ((2, 0),)], 1: [((2, 0),)], 2: []}
    assert ballot_of(log, 2).votes == {0: [((1, 9),)], 1: [], 2: []}
    assert ballot_of(log, 3).votes == {0: [], 1: [], 2: []}
    assert ballot_of(log, 1).signed == {0: [], 1: [], 2: []}
    assert ballot_of(log, 1).cuts() == {}


def test_a_list_is_signed_in_its_step() -> None:
    a, b, _ = hands()
    vote(a, ((2, 1),), ((2, 1),), ((2, 0),), ((2, 0),)).say(NOTHING)
    vote(a, ((1, 9),))
    vote(b, ((2, 0),), ((2, 0),))
    log = log_of(a.chain, b.chain)
    assert ballot_of(log, 1).votes == {0: [((2, 1),), ((2, 0),)], 1: [((2, 0),)], 2: []}
    assert ballot_of(log, 1).signed == {0: [((2, 1),), ((2, 0),)], 1: [((2, 0),)], 2: []}
    assert ballot_of(log, 2).signed == {0: [], 1: [], 2: []}
    assert ballot_of(log, 1).cuts() == {2: 0}


def test_the_same_list_in_another_step_is_proposed_there() -> None:
    hand = hands()[0]
    vote(hand, ((2, 1),)).say(NOTHING)
    vote(hand, ((2, 1),))
    log = log_of(hand.chain)
    for step in (1, 2):
        assert ballot_of(log, step).votes[0] == [((2, 1),)]
        assert ballot_of(log, step).signed[0] == []


def test_what_comes_between_proposing_and_signing_makes_no_difference() -> None:
    hand = vote(hands()[0], ((2, 1),))
    hand.say(Keep(1, 5))
    hand.say(NOTHING)
    hand.say(Forfeit(((2, 1),), signed=True))
    assert ballot_of(log_of(hand.chain), 1).signed[0] == [((2, 1),)]


def test_log_and_chain_agree_on_what_is_signed() -> None:
    """Whether its author proposed others before it or took some back since."""
    hand = vote(hands()[0], ((2, 1),), ((1, 5), (2, 1)))
    log = log_of(hand.chain)
    signature = Forfeit(((2, 1),), signed=True)
    for message in (Keep(1, 5), Forfeit(((2, 1),)), signature, Forfeit(((2, 0),))):
        log.add(hand.say(message))
        progress = log.progress[0]
        assert progress is not None
        assert progress.signed == (progress.vote in ballot_of(log, 1).signed[0])


def test_a_ballot_has_the_denials_of_its_step() -> None:
    """In another step the author is free to vote otherwise, so its word there says nothing here."""
    hand = hands()[0]
    hand.enter(Keep(1, 5))
    hand.say(NOTHING)
    hand.enter(Keep(2, 6))
    log = log_of(hand.chain)
    assert ballot_of(log, 1).keeps == {0: {(1, 5)}, 1: set(), 2: set()}
    assert ballot_of(log, 2).keeps == {0: {(2, 6)}, 1: set(), 2: set()}


def test_a_ballot_knows_who_spoke_in_a_later_step() -> None:
    a, b, _ = hands()
    log = log_of(steps(a, 2).chain, steps(b, 1).chain)
    assert [ballot_of(log, step).left for step in range(4)] == [{0, 1}, {0}, set(), set()]


def test_a_ballot_sees_what_is_entered_while_it_is_held() -> None:
    a, b, _ = hands()
    log = log_of(a.chain, b.chain)
    ballot = ballot_of(log, 1)
    for hand in (a, b):
        log.add(vote(hand, ((2, 1),)).chain[-1])
        assert ballot.undecided(frozenset({hand.seat}))
    log.add(a.say(Forfeit(((2, 1),), signed=True)))
    assert ballot.cuts() == {}
    log.add(b.say(Forfeit(((2, 1),), signed=True)))
    assert ballot.cuts() == {2: 1}
    assert not ballot.undecided(ALL)


def test_a_ballot_sees_that_a_list_was_taken_back_while_it_is_held() -> None:
    a, b, _ = hands()
    log = log_of(a.chain, b.chain)
    ballot = ballot_of(log, 1)
    log.add(vote(a, ((2, 1),)).chain[-1])
    log.add(b.enter(NOTHING))
    assert ballot.undecided(ALL)
    log.add(a.say(Keep(2, 1)))
    assert not ballot.undecided(ALL)


@pytest.mark.parametrize("signs", [False, True])
def test_whoever_leaves_a_step_leaves_what_it_has_not_signed(signs: bool) -> None:
    a, b, _ = hands()
    vote(a, ((2, 1),))
    vote(b, *[((2, 1),)] * (1 + signs)).say(NOTHING)
    log = log_of(a.chain, b.chain)
    assert ballot_of(log, 1).is_open(((2, 1),))
    log.add(b.enter(NOTHING))
    assert ballot_of(log, 1).is_dead(((2, 1),)) is not signs


def test_a_ballot_knows_the_guilty_and_whether_half_is_enough() -> None:
    a, b, _ = hands()
    log = log_of(vote(a, ((2, 1),), ((2, 1),)).chain, vote(b, ((2, 1),), ((2, 1),)).chain)
    assert ballot_of(log, 1).cuts() == {2: 1}
    assert log.ballot(1, ALL, {1}).cuts() == {}
    assert not ballot_of(log, 1).half
    assert ballot_of(Log(genesis_of(3, half=True)), 1).half


@pytest.mark.parametrize("lists", [1, 2])
def test_who_has_voted_in_a_step_is_known(lists: int) -> None:
    hand = vote(hands()[0], *[((2, 1),)] * lists)
    hand.say(NOTHING)
    hand.enter(Keep(1, 0))
    log = log_of(hand.chain)
    assert [log.has_voted(0, step) for step in range(3)] == [False, True, False]
    assert not log.has_voted(1, 1)


def test_the_last_vote_or_keep_of_a_seat_in_a_step_is_known() -> None:
    hand = vote(hands()[0], ((2, 1),), ((2, 1),))
    hand.say(NOTHING)
    kept = hand.enter(Keep(1, 0))
    hand.say(NOTHING)
    hand.enter(NOTHING)
    log = log_of(hand.chain)
    assert [log.last_vote(0, step) for step in range(4)] == [-1, 2, kept.number, -1]
    assert log.last_vote(1, 1) == -1


def test_a_ballot_is_held_among_the_seats_that_are_active() -> None:
    log = log_of(vote(hands()[0], ((2, 1),), ((2, 1),)).chain)
    assert not ballot_of(log, 1).complete()
    assert log.ballot(1, frozenset({0, 2}), ()).complete() == [((2, 1),)]
