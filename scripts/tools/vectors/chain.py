"""Vectors of one author's chain (protocol.md §7.1): the blocks `message` follow each other.

What is judged here needs neither the rules nor anybody else's messages. Where a
fault is expected, it is the last message that shows it. States are made up.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.chain import choice_entry
from protocol.commitment import commit
from protocol.envelope import Envelope
from protocol.messages import Absence, Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Resign, Reveal

from .vector import ACCEPT, Vector, vector

GENESIS = genesis_of(4)
SEAT = 1
SALT = noise("salt")
THROW = ("throw", "paper")
ONE, ONE_SIGNED = Forfeit(((0, 5),)), Forfeit(((0, 5),), signed=True)


def _slice(expect: str, hand: Forger, *, start: int = 0) -> Vector:
    messages = [("message", envelope.wire) for envelope in hand.chain[start:]]
    last = hand.chain[-1].number
    return vector(expect, ("genesis", GENESIS.encoded), *messages, seat=hand.seat, number=last)


def _seated() -> Forger:
    hand = Forger(GENESIS, SEAT)
    hand.accept()
    return hand


def _sealed(step: int, *, seat: int = SEAT) -> Commit:
    key = key_of(seat).public
    made = commit(table=GENESIS.table, step=step, seat=seat, key=key, salt=SALT, value=THROW)
    return Commit(made)


def _lock(choice: Envelope | None = None) -> Lock:
    entries: list[bytes | None] = [noise("entry", seat) for seat in range(4)]
    entries[SEAT] = None if choice is None else choice_entry(choice)
    return Lock(tuple(entries))


def _committed() -> Forger:
    """A seat that has committed at step 1."""
    hand = _seated()
    hand.enter(_sealed(1))
    return hand


def _locked() -> Forger:
    """A seat that has committed and locked at step 1."""
    hand = _committed()
    hand.say(_lock(hand.chain[-1]))
    return hand


def _settled() -> Forger:
    """A seat that has done everything at step 1."""
    hand = _locked()
    hand.say(Reveal(SALT, THROW))
    return hand


def _then(expect: str, hand: Forger, *messages: Message) -> Vector:
    for message in messages:
        hand.say(message)
    return _slice(expect, hand)


# Accepted.


def accept_alone() -> Vector:
    """The first message of every seat."""
    return _slice(ACCEPT, _seated())


def open_step() -> Vector:
    """Decide, then lock; the next step stands on the lock."""
    hand = _seated()
    hand.say(_lock(hand.enter(Decide(("call", "rock")))))
    hand.enter(_sealed(2))
    return _slice(ACCEPT, hand)


def secret_step() -> Vector:
    """Commit, lock, reveal; the next step stands on the lock."""
    hand = _settled()
    hand.enter(_lock())
    return _slice(ACCEPT, hand)


def step_without_a_choice() -> Vector:
    """A seat that has nothing to choose locks all the same."""
    hand = _seated()
    hand.enter(_lock())
    return _slice(ACCEPT, hand)


def slice_from_the_middle() -> Vector:
    """What was said before a slice is unknown, and an unknown is held against nobody."""
    hand = _settled()
    hand.enter(_sealed(2))
    return _slice(ACCEPT, hand, start=3)


def choice_before_the_slice() -> Vector:
    """A lock may name a choice that the slice does not show."""
    return _slice(ACCEPT, _locked(), start=2)


def votes_that_grow() -> Vector:
    """A later vote holds what was signed, at the same number or an earlier one."""
    return _then(ACCEPT, _committed(), *_signed((0, 5)), Forfeit(((0, 4), (2, 1))))


def leaves_out_what_it_had_proposed() -> Vector:
    """A proposal binds to nothing: the next one may be another, and then the first one again."""
    first, second = Forfeit(((0, 5), (2, 1))), Forfeit(((2, 3),))
    return _then(ACCEPT, _committed(), first, second, first)


def leaves_out_what_it_had_proposed_besides() -> Vector:
    """What was signed stays in the list; what was proposed behind that need not."""
    longer = Forfeit(((0, 5), (2, 1)))
    return _then(ACCEPT, _committed(), *_signed((2, 1)), longer, Forfeit(((2, 1), (3, 2))))


def vote_taken_back() -> Vector:
    """Whoever keeps what it signed may vote without it."""
    return _then(ACCEPT, _committed(), *_signed((0, 5), (2, 1)), Keep(0, 5), Forfeit(((2, 1),)))


def _signed(*vote: Absence) -> tuple[Forfeit, Forfeit]:
    return Forfeit(vote), Forfeit(vote, signed=True)


def another_past_after_a_vote() -> Vector:
    """After a vote of its own a seat may stand on another past than its lock: what was cut does not count."""
    hand = _committed()
    hand.say(Forfeit(((0, 1),)))
    hand.say(_lock(hand.chain[1]))
    hand.say(Reveal(SALT, THROW))
    hand.enter(_lock(), past=noise("another past"))
    return _slice(ACCEPT, hand)


def twenty_eight_votes() -> Vector:
    """As many votes as a seat has in a step, 28."""
    return _then(ACCEPT, _committed(), *_falling(28))


def _falling(votes: int) -> list[Forfeit]:
    """Lawful votes, each for an earlier number."""
    return [Forfeit(((0, 40 - place),)) for place in range(votes)]


def proposes_and_signs() -> Vector:
    """A list is proposed, then signed."""
    return _then(ACCEPT, _committed(), ONE, ONE_SIGNED)


def signs_after_its_lock() -> Vector:
    """Between proposing and signing a seat may say something else."""
    hand = _committed()
    hand.say(ONE)
    return _then(ACCEPT, hand, _lock(hand.chain[1]), Keep(2, 1), ONE_SIGNED)


def proposes_more_after_signing() -> Vector:
    """A later list holds what was signed, and is proposed and signed anew."""
    more = ((0, 5), (2, 1))
    return _then(ACCEPT, _committed(), ONE, ONE_SIGNED, Forfeit(more), Forfeit(more, signed=True))


def keeps_what_it_signed() -> Vector:
    """A denial that comes after the signature is lawful, though the signature stands."""
    return _then(ACCEPT, _committed(), ONE, ONE_SIGNED, Keep(0, 5))


def proposal_before_the_slice() -> Vector:
    """A slice begins with a signature; what was proposed before it is unknown."""
    hand = _committed()
    for message in (ONE, ONE_SIGNED):
        hand.say(message)
    return _slice(ACCEPT, hand, start=3)


def proposal_hidden_by_the_slice() -> Vector:
    """A slice begins in the middle of a step; a list that is signed then may have been proposed before."""
    hand = _committed()
    hand.say(ONE)
    for message in (_lock(hand.chain[1]), ONE_SIGNED):
        hand.say(message)
    return _slice(ACCEPT, hand, start=3)


def signs_another_list_than_the_slice_shows() -> Vector:
    """A slice begins in the middle of a step; its last vote was seen, and another list is signed."""
    hand = _committed()
    for message in (ONE, Forfeit(((0, 5), (2, 1)), signed=True)):
        hand.say(message)
    return _slice("Disorder", hand, start=2)


def proposes_again_after_a_keep() -> Vector:
    """A longer list was proposed and partly taken back: the shorter one may be proposed again."""
    short, longer = ((2, 1),), Forfeit(((0, 5), (2, 1)))
    signed = Forfeit(short, signed=True)
    return _then(ACCEPT, _committed(), Forfeit(short), signed, longer, Keep(0, 5), Forfeit(short))


def votes_for_another_number_than_it_keeps() -> Vector:
    """A keep is of one message; a later one of the same seat may be missing."""
    return _then(ACCEPT, _committed(), Keep(0, 5), Forfeit(((0, 6),)))


def votes_and_keeps_of_the_step_before() -> Vector:
    """What was voted for and kept in one step binds nobody in the next."""
    hand = _committed()
    hand.say(Forfeit(((2, 1),)))
    hand.say(Keep(0, 5))
    hand.say(_lock(hand.chain[1]))
    hand.say(Reveal(SALT, THROW))
    hand.enter(ONE)
    return _slice(ACCEPT, hand)


def another_past_after_the_slice_began() -> Vector:
    """Whether a vote came before the slice is not known, so the past of the next step is free."""
    hand = _settled()
    hand.enter(_lock(), past=noise("another past"))
    return _slice(ACCEPT, hand, start=2)


def resigns() -> Vector:
    """Whoever is in the game may resign, whatever it owes."""
    return _then(ACCEPT, _committed(), Resign())


def resigns_with_the_first_word_of_a_step() -> Vector:
    """A step that was left in order may begin with it."""
    hand = _settled()
    hand.enter(Resign())
    return _slice(ACCEPT, hand)


def resigns_after_voting() -> Vector:
    """What it signed stands."""
    return _then(ACCEPT, _committed(), ONE, ONE_SIGNED, Resign())


# The beginning of a chain.


def begins_after_step_zero() -> Vector:
    """The first message belongs to step 0."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Accept(), step=1)
    return _slice("WrongStep", hand)


def begins_with_another_predecessor() -> Vector:
    """The first message has the table id as its predecessor."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Accept(), previous=bytes(32))
    return _slice("BrokenChain", hand)


def begins_with_another_past() -> Vector:
    """The first message has the table id as its past."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Accept(), past=bytes(32))
    return _slice("WrongPast", hand)


def begins_with_a_decision() -> Vector:
    """The first message is Accept."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Decide(("call", "rock")))
    return _slice("Disorder", hand)


# Links, steps, pasts and states.


def names_another_predecessor() -> Vector:
    """The second message does not name the first."""
    hand = _seated()
    hand.enter(_sealed(1), previous=noise("another message"))
    return _slice("BrokenChain", hand)


def broken_chain_in_the_middle() -> Vector:
    """Two messages are enough to show it."""
    hand = _committed()
    hand.say(_lock(hand.chain[-1]), previous=hand.chain[0].id)
    return _slice("BrokenChain", hand, start=1)


def goes_back_a_step() -> Vector:
    """From step 1 to step 0."""
    hand = _locked()
    hand.say(Reveal(SALT, THROW), step=0)
    return _slice("WrongStep", hand)


def leaves_a_step_out() -> Vector:
    """From step 1 to step 3."""
    hand = _settled()
    hand.enter(_sealed(3), step=3)
    return _slice("WrongStep", hand)


def two_pasts_in_one_step() -> Vector:
    """Commit and lock of one step stand on different pasts."""
    hand = _committed()
    hand.say(_lock(hand.chain[-1]), past=noise("another past"))
    return _slice("WrongPast", hand)


def two_states_in_one_step() -> Vector:
    """Commit and lock of one step stand on different states."""
    hand = _committed()
    hand.say(_lock(hand.chain[-1]), state=noise("another state"))
    return _slice("WrongState", hand)


def two_pasts_and_two_states_in_one_step() -> Vector:
    """The past is asked before the state."""
    hand = _committed()
    hand.say(_lock(hand.chain[-1]), past=noise("another past"), state=noise("another state"))
    return _slice("WrongPast", hand)


def first_step_with_another_past() -> Vector:
    """The past of step 1 is the table id."""
    hand = _seated()
    hand.enter(_sealed(1), past=noise("another past"))
    return _slice("WrongPast", hand)


def another_past_than_its_lock() -> Vector:
    """What the seat locked at step 1 gives another past than the one it stands on at step 2."""
    hand = _settled()
    hand.enter(_sealed(2), past=noise("another past"))
    return _slice("WrongPast", hand)


def another_past_after_a_keep() -> Vector:
    """Only a vote of its own may have changed what counts for a seat; a denial changes nothing."""
    hand = _committed()
    hand.say(Keep(0, 5))
    hand.say(_lock(hand.chain[1]))
    hand.say(Reveal(SALT, THROW))
    hand.enter(_lock(), past=noise("another past"))
    return _slice("WrongPast", hand)


def vote_on_another_past() -> Vector:
    """A vote stands on what its author has said in the step, like everything."""
    hand = _committed()
    hand.say(ONE, past=noise("another past"))
    return _slice("WrongPast", hand)


def vote_on_another_state() -> Vector:
    """And so for the state."""
    hand = _committed()
    hand.say(ONE, state=noise("another state"))
    return _slice("WrongState", hand)


def keep_on_another_past() -> Vector:
    """A denial stands there, too."""
    hand = _committed()
    hand.say(Keep(0, 5), past=noise("another past"))
    return _slice("WrongPast", hand)


def step_left_without_locking() -> Vector:
    """Every seat locks every step."""
    hand = _committed()
    hand.enter(_sealed(2))
    return _slice("Disorder", hand)


def step_left_with_a_vote_alone() -> Vector:
    """Who has nothing to choose or to reveal locks all the same."""
    hand = _seated()
    hand.enter(ONE)
    hand.enter(_sealed(2))
    return _slice("Disorder", hand)


def step_left_without_revealing() -> Vector:
    """Whoever committed also reveals."""
    hand = _locked()
    hand.enter(_sealed(2))
    return _slice("Disorder", hand)


# Once in a step, and in order.


def accepts_twice() -> Vector:
    """A seat sits down once."""
    return _then("Repeated", _seated(), Accept())


def accepts_after_the_start() -> Vector:
    """Accept belongs to step 0."""
    hand = _seated()
    hand.enter(Accept())
    return _slice("Disorder", hand)


def decides_before_the_start() -> Vector:
    """Only Accept belongs to step 0."""
    return _then("Disorder", _seated(), Decide(("call", "rock")))


def commits_twice() -> Vector:
    """One choice a step."""
    return _then("Repeated", _committed(), Commit(noise("second thoughts")))


def decides_after_committing() -> Vector:
    """One choice a step, in whatever form."""
    return _then("Repeated", _committed(), Decide(THROW))


def chooses_after_locking() -> Vector:
    """Who has locked without a choice has none."""
    hand = _seated()
    hand.enter(_lock())
    return _then("Disorder", hand, _sealed(1))


def chooses_again_after_locking() -> Vector:
    """A second choice is one, before the lock or behind it."""
    return _then("Repeated", _locked(), _sealed(1))


def locks_twice() -> Vector:
    """One lock a step, be it the same."""
    hand = _locked()
    return _then("Repeated", hand, _lock(hand.chain[1]))


def reveals_twice() -> Vector:
    """One reveal a step, be it the same."""
    return _then("Repeated", _settled(), Reveal(SALT, THROW))


def reveals_before_locking() -> Vector:
    """Nobody reveals before he has signed what everybody chose."""
    return _then("Disorder", _committed(), Reveal(SALT, THROW))


def reveals_an_open_decision() -> Vector:
    """What was said openly cannot be revealed."""
    hand = _seated()
    hand.say(_lock(hand.enter(Decide(THROW))))
    return _then("Disorder", hand, Reveal(SALT, THROW))


def reveals_without_a_commitment() -> Vector:
    """There is nothing to open."""
    hand = _seated()
    hand.enter(_lock())
    return _then("Disorder", hand, Reveal(SALT, THROW))


# Locks and openings.


def locks_another_choice_than_its_own() -> Vector:
    """The author's own entry is not its commitment."""
    hand = _committed()
    entries = list(_lock(hand.chain[-1]).entries)
    entries[SEAT] = noise("another commitment")
    return _then("FalseLock", hand, Lock(tuple(entries)))


def locks_another_choice_than_the_slice_shows() -> Vector:
    """The choice was seen; that the step is not whole changes nothing."""
    hand = _committed()
    entries = list(_lock(hand.chain[-1]).entries)
    entries[SEAT] = noise("another commitment")
    hand.say(Lock(tuple(entries)))
    return _slice("FalseLock", hand, start=1)


def locks_nothing_of_its_own() -> Vector:
    """The author committed, and leaves itself out of the lock."""
    return _then("FalseLock", _committed(), _lock())


def locks_what_it_never_said() -> Vector:
    """The author made no choice, and locks one."""
    hand = _seated()
    hand.enter(Lock(tuple(noise("entry", seat) for seat in range(4))))
    return _slice("FalseLock", hand)


def locks_for_three_of_four() -> Vector:
    """A lock has an entry for each seat."""
    hand = _committed()
    return _then("FalseLock", hand, Lock(_lock(hand.chain[-1]).entries[:3]))


def reveals_another_value() -> Vector:
    """Paper was committed, scissors are revealed."""
    return _then("FalseOpening", _locked(), Reveal(SALT, ("throw", "scissors")))


def reveals_another_salt() -> Vector:
    """The value is right, the salt is not."""
    return _then("FalseOpening", _locked(), Reveal(noise("another salt"), THROW))


def copied_commitment() -> Vector:
    """Seat 1 repeats the commitment of seat 0 and then its reveal; but a commitment names its author."""
    hand = _seated()
    hand.say(_lock(hand.enter(_sealed(1, seat=0))))
    return _then("FalseOpening", hand, Reveal(SALT, THROW))


def replayed_commitment() -> Vector:
    """The author repeats its own commitment of step 1 at step 2; but a commitment names its step."""
    hand = _settled()
    hand.say(_lock(hand.enter(_sealed(1))))
    return _then("FalseOpening", hand, Reveal(SALT, THROW))


# Votes.


def votes_against_itself() -> Vector:
    """Nobody attests his own absence."""
    return _then("Contradiction", _committed(), Forfeit(((SEAT, 2),)))


def votes_against_nobody_there() -> Vector:
    """A table of four has no seat 4."""
    return _then("Contradiction", _committed(), Forfeit(((4, 0),)))


def keeps_for_nobody_there() -> Vector:
    """A table of four has no seat 4."""
    return _then("Contradiction", _committed(), Keep(4, 0))


def keeps_for_itself() -> Vector:
    """Nobody keeps his own message."""
    return _then("Contradiction", _committed(), Keep(SEAT, 1))


def votes_for_what_it_keeps() -> Vector:
    """First the seat holds the message, then it does not."""
    return _then("Contradiction", _committed(), Keep(0, 5), Forfeit(((0, 5),)))


def drops_what_it_signed() -> Vector:
    """A later vote leaves out somebody whom a list names that its author has signed."""
    return _then("Contradiction", _committed(), *_signed((0, 5)), Forfeit(((2, 1),)))


def drops_what_it_signed_two_votes_before() -> Vector:
    """A proposal came between; what was signed still binds."""
    between = Forfeit(((0, 5), (2, 1)))
    return _then("Contradiction", _committed(), *_signed((0, 5)), between, Forfeit(((2, 1),)))


def votes_for_a_later_number() -> Vector:
    """A later vote names a later message, so what was signed as missing would have come after all."""
    return _then("Contradiction", _committed(), *_signed((0, 5)), Forfeit(((0, 6),)))


def signs_what_it_took_back() -> Vector:
    """Whoever takes part of a list back cannot sign the list any more."""
    vote = ((0, 5), (2, 1))
    return _then("Contradiction", _committed(), Forfeit(vote), Keep(2, 1), Forfeit(vote, signed=True))


def proposes_the_same_twice() -> Vector:
    """Said again, a proposal says nothing."""
    return _then("Repeated", _committed(), ONE, ONE)


def proposes_what_it_took_back_in_part() -> Vector:
    """The same list again is a repetition, before it is a contradiction."""
    vote = Forfeit(((0, 5), (2, 1)))
    return _then("Repeated", _committed(), vote, Keep(2, 1), vote)


def signs_the_same_twice() -> Vector:
    """A list is proposed, then signed; a third time says nothing."""
    return _then("Repeated", _committed(), ONE, ONE_SIGNED, ONE_SIGNED)


def proposes_what_it_signed() -> Vector:
    """A list is proposed, then signed; to propose it then says nothing."""
    return _then("Repeated", _committed(), ONE, ONE_SIGNED, ONE)


def signs_without_proposing() -> Vector:
    """Nobody signs before all have proposed, itself included."""
    return _then("Disorder", _committed(), ONE_SIGNED)


def signs_another_list_than_it_proposed() -> Vector:
    """It proposed one list and signs a longer one."""
    return _then("Disorder", _committed(), ONE, Forfeit(((0, 5), (2, 1)), signed=True))


def signs_a_list_that_it_has_gone_beyond() -> Vector:
    """Only the last list that was proposed can be signed, though both were."""
    more = Forfeit(((0, 4), (2, 1)))
    return _then(
        "Disorder", _committed(), Forfeit(((0, 5), (2, 1))), more, Forfeit(((0, 5), (2, 1)), signed=True)
    )


def signs_what_it_proposed_in_the_step_before() -> Vector:
    """Votes are of one step."""
    hand = _locked()
    for message in (ONE, Reveal(SALT, THROW)):
        hand.say(message)
    hand.enter(ONE_SIGNED)
    return _slice("Disorder", hand)


def speaks_after_resigning() -> Vector:
    """A resignation is the last word of a chain."""
    return _then("Disorder", _committed(), Resign(), _lock(_committed().chain[-1]))


def resigns_twice() -> Vector:
    """A resignation is the last word of a chain, even before another one."""
    return _then("Disorder", _committed(), Resign(), Resign())


def goes_on_after_resigning() -> Vector:
    """Not even in the next step; two messages are enough to show it."""
    hand = _settled()
    hand.say(Resign())
    hand.enter(_lock())
    return _slice("Disorder", hand, start=4)


def resigns_before_the_start() -> Vector:
    """Only Accept belongs to step 0."""
    return _then("Disorder", _seated(), Resign())


def twenty_nine_votes() -> Vector:
    """A seat votes at most 28 times in a step."""
    return _then("Repeated", _committed(), *_falling(29))


def twenty_nine_votes_with_a_signature() -> Vector:
    """Of 29 votes one is a signature, and the last proposes."""
    more = [Forfeit(((0, 5), (2, 40 - place))) for place in range(27)]
    return _then("Repeated", _committed(), ONE, ONE_SIGNED, *more)


def signs_when_its_votes_are_used_up() -> Vector:
    """A signature is a vote too: the 29th is one too many."""
    votes = _falling(28)
    return _then("Repeated", _committed(), *votes, Forfeit(votes[-1].absences, signed=True))


def keeps_the_same_twice() -> Vector:
    """Once is enough."""
    return _then("Repeated", _committed(), Keep(0, 5), Keep(0, 5))


def thirty_three_keeps() -> Vector:
    """A seat keeps at most 32 messages in a step."""
    return _then("Repeated", _committed(), *(Keep(0, number) for number in range(33)))


# A slice that begins in the middle of a step: what was not seen is unknown, what was seen is not.


def slice_that_begins_with_a_contradiction() -> Vector:
    """A slice of one message, which shows its fault by itself."""
    hand = _committed()
    hand.say(Forfeit(((SEAT, 2),)))
    return _slice("Contradiction", hand, start=2)


def slice_that_begins_with_a_short_lock() -> Vector:
    """A lock has an entry for each seat, whatever came before."""
    hand = _committed()
    hand.say(Lock(_lock(hand.chain[-1]).entries[:3]))
    return _slice("FalseLock", hand, start=2)


def slice_with_two_locks() -> Vector:
    """Both were seen."""
    hand = _locked()
    hand.say(_lock(hand.chain[1]))
    return _slice("Repeated", hand, start=2)


def slice_with_a_choice_behind_the_lock() -> Vector:
    """Whether a choice came before the slice is not known, but this one came too late."""
    hand = _seated()
    hand.enter(_lock())
    hand.say(Keep(0, 5))
    hand.say(_sealed(1))
    return _slice("Disorder", hand, start=1)


def slice_with_a_vote_for_what_it_keeps() -> Vector:
    """Both were seen."""
    hand = _committed()
    hand.say(Keep(0, 5))
    hand.say(Forfeit(((0, 5),)))
    return _slice("Contradiction", hand, start=2)


def slice_with_a_revealed_decision() -> Vector:
    """The decision was seen, and said openly."""
    hand = _seated()
    hand.enter(Decide(THROW))
    hand.say(_lock(hand.chain[-1]))
    hand.say(Reveal(SALT, THROW))
    return _slice("Disorder", hand, start=1)


def slice_that_leaves_without_revealing() -> Vector:
    """The commitment was seen, and all that followed it in the step."""
    hand = _locked()
    hand.enter(_sealed(2))
    return _slice("Disorder", hand, start=1)


# Two checks fail: the first gives the name.


def begins_late_behind_another_message() -> Vector:
    """Of the first message the step is asked before the predecessor."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Accept(), step=1, previous=noise("another message"))
    return _slice("WrongStep", hand)


def begins_on_another_past_behind_another_message() -> Vector:
    """Of the first message the predecessor is asked before the past."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Accept(), previous=noise("another message"), past=noise("another past"))
    return _slice("BrokenChain", hand)


def begins_with_a_decision_on_another_past() -> Vector:
    """Where the first message stands is asked before what it is."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Decide(("call", "rock")), past=noise("another past"))
    return _slice("WrongPast", hand)


def locks_twice_on_another_past() -> Vector:
    """Where a message stands is asked before what it is."""
    hand = _locked()
    hand.say(_lock(hand.chain[1]), past=noise("another past"))
    return _slice("WrongPast", hand)


def two_pasts_behind_another_message() -> Vector:
    """The predecessor is asked before the past."""
    hand = _committed()
    hand.say(_lock(hand.chain[-1]), previous=noise("another message"), past=noise("another past"))
    return _slice("BrokenChain", hand)


def leaves_a_step_out_behind_another_message() -> Vector:
    """The predecessor is asked before the step."""
    hand = _settled()
    hand.enter(_sealed(3), step=3, previous=noise("another message"))
    return _slice("BrokenChain", hand)


def speaks_after_resigning_behind_another_message() -> Vector:
    """The predecessor is asked before whether its author has resigned."""
    hand = _committed()
    hand.say(Resign())
    hand.say(_lock(hand.chain[1]), previous=noise("another message"))
    return _slice("BrokenChain", hand)


def speaks_after_resigning_in_a_step_far_ahead() -> Vector:
    """Whether its author has resigned is asked before the step."""
    hand = _settled()
    hand.say(Resign())
    hand.enter(_sealed(3), step=3)
    return _slice("Disorder", hand)


def speaks_after_resigning_on_another_past() -> Vector:
    """Whether its author has resigned is asked before the past."""
    hand = _committed()
    hand.say(Resign())
    hand.say(_lock(hand.chain[1]), past=noise("another past"))
    return _slice("Disorder", hand)


def step_left_without_revealing_on_another_past() -> Vector:
    """What was left undone is asked before the past."""
    hand = _locked()
    hand.enter(_sealed(2), past=noise("another past"))
    return _slice("Disorder", hand)


def locks_twice_for_three_of_four() -> Vector:
    """A second lock is one, however many entries it has."""
    hand = _locked()
    return _then("Repeated", hand, Lock(_lock(hand.chain[1]).entries[:3]))


def locks_twice_with_another_choice() -> Vector:
    """A second lock is one, whatever it says of its author."""
    return _then("Repeated", _locked(), _lock())


def reveals_twice_and_another_value() -> Vector:
    """A second reveal is one, whatever it opens."""
    return _then("Repeated", _settled(), Reveal(SALT, ("throw", "scissors")))


def reveals_another_value_before_locking() -> Vector:
    """The lock is asked for before what is revealed."""
    return _then("Disorder", _committed(), Reveal(SALT, ("throw", "scissors")))


def signs_against_itself_without_proposing() -> Vector:
    """Whom a list names is asked before whether it was proposed."""
    return _then("Contradiction", _committed(), Forfeit(((SEAT, 2),), signed=True))


def signs_what_it_keeps_without_proposing() -> Vector:
    """Whether a list was proposed is asked before what was kept."""
    return _then("Disorder", _committed(), Keep(0, 5), ONE_SIGNED)


def signs_without_proposing_and_drops_what_it_signed() -> Vector:
    """Whether a list was proposed is asked before what it leaves out."""
    return _then("Disorder", _committed(), *_signed((0, 5)), Forfeit(((2, 1),), signed=True))


def twenty_nine_votes_the_last_against_itself() -> Vector:
    """Whom a list names is asked before how many there were."""
    return _then("Contradiction", _committed(), *_falling(28), Forfeit(((SEAT, 2),)))


def twenty_nine_votes_the_last_not_proposed() -> Vector:
    """Whether a list was proposed is asked before how many there were."""
    return _then("Disorder", _committed(), *_falling(28), Forfeit(((2, 1),), signed=True))


def twenty_nine_votes_the_last_for_what_it_keeps() -> Vector:
    """How many there were is asked before what was kept."""
    return _then("Repeated", _committed(), Keep(2, 1), *_falling(28), Forfeit(((2, 1),)))


def twenty_nine_votes_the_last_without_what_it_signed() -> Vector:
    """How many there were is asked before what is left out."""
    falling = [Forfeit(((0, 40 - place), (2, 1))) for place in range(26)]
    return _then("Repeated", _committed(), *_signed((2, 1)), *falling, Forfeit(((0, 5),)))


def thirty_three_keeps_the_last_for_itself() -> Vector:
    """Whom a keep names is asked before how many there were."""
    keeps = [Keep(0, number) for number in range(32)]
    return _then("Contradiction", _committed(), *keeps, Keep(SEAT, 1))
