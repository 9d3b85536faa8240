"""Vectors of proofs (protocol.md §7): the block `proof`, judged with the `genesis` and the rules alone.

A proof that holds has the fault as its verdict, with the seat that is guilty and
the number of the message that shows it. Every other proof is a BadProof.
"""

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.chain import choice_entry
from protocol.commitment import commit
from protocol.envelope import Envelope
from protocol.faults import Proof
from protocol.hashing import VERSION, digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from protocol.rule_checks import state_digest

from .game import CALL, CHANCE, OVER, THROW, hand_before, played, said, states
from .vector import Vector, vector

SEATS = 3
SEAT = 1
GENESIS = played(SEATS).genesis
STATES = states(SEATS)


def _proof(fault: str, *evidence: Envelope, seat: int = SEAT, state: bytes = b"") -> Proof:
    return Proof(GENESIS.table, fault, seat, tuple(envelope.wire for envelope in evidence), state)


def _proven(proof: Proof, number: int) -> Vector:
    blocks = (("genesis", GENESIS.encoded), ("proof", proof.encode()))
    return vector(proof.fault, *blocks, seat=proof.seat, number=number)


def _shown(fault: str, hand: Forger, *, start: int = 0) -> Vector:
    """A fault that the author's own messages show, the last of them being it."""
    return _proven(_proof(fault, *hand.chain[start:], seat=hand.seat), hand.chain[-1].number)


def _refused(proof: Proof) -> Vector:
    return _unread(proof.encode())


def _unread(data: bytes) -> Vector:
    return vector("BadProof", ("genesis", GENESIS.encoded), ("proof", data))


def _plain(*fields: Value) -> Vector:
    return _unread(encode(fields))


def _before(step: int, kind: type[Message], *, seat: int = SEAT) -> Forger:
    """The hand of a seat that was fair until now."""
    return hand_before(SEATS, said(SEATS, seat, step, kind))


def _equivocation() -> tuple[Envelope, Envelope]:
    honest = said(SEATS, SEAT, THROW, Commit)
    return honest, _before(THROW, Commit).enter(Commit(noise("another")), state=honest.header.state)


def _lock_at(step: int) -> Lock:
    message = said(SEATS, SEAT, step, Lock).message
    assert isinstance(message, Lock)
    return message


def _garbled(*, seat: int = SEAT) -> bytes:
    """Signed bytes that are no message."""
    header = said(SEATS, seat, CALL, Lock).header
    payload = encode((VERSION, header.table, seat, 1, header.previous, 1, header.past, header.state, 99, ()))
    return payload + key_of(seat).sign(digest("message", payload))


def _evidence_of_state(claim: Forger) -> tuple[Envelope, ...]:
    """What was revealed at the throw, then the author's chain up to its claim."""
    others = [said(SEATS, seat, THROW, Reveal) for seat in range(SEATS) if seat != claim.seat]
    return (*others, *claim.chain)


# Proofs that hold.


def malformed() -> Vector:
    """The seat's key signed a message that does not exist."""
    return _proven(Proof(GENESIS.table, "Malformed", SEAT, (_garbled(),)), 1)


def equivocation() -> Vector:
    """Two commitments with one number."""
    one, other = _equivocation()
    return _proven(_proof("Equivocation", one, other), one.number)


def broken_chain() -> Vector:
    """A lock that does not name the message before it."""
    hand = _before(CALL, Lock)
    hand.enter(_lock_at(CALL), previous=noise("another"))
    return _shown("BrokenChain", hand)


def wrong_step() -> Vector:
    """A step is left out."""
    hand = _before(CHANCE, Commit)
    hand.enter(Commit(noise("share")), step=THROW)
    return _shown("WrongStep", hand)


def repeated() -> Vector:
    """A second lock at one step."""
    hand = _before(CHANCE, Reveal)
    hand.say(_lock_at(CHANCE))
    return _shown("Repeated", hand)


def disorder() -> Vector:
    """A reveal before the lock."""
    hand = _before(THROW, Lock)
    hand.say(said(SEATS, SEAT, THROW, Reveal).message)
    return _shown("Disorder", hand)


def contradiction() -> Vector:
    """A vote against oneself."""
    hand = _before(THROW, Lock)
    hand.say(Forfeit(((SEAT, 0),)))
    return _shown("Contradiction", hand)


def false_lock() -> Vector:
    """A lock with another choice in the author's own place."""
    hand = _before(THROW, Lock)
    hand.say(Lock((noise(0), noise(1), noise(2))))
    return _shown("FalseLock", hand)


def false_opening() -> Vector:
    """A reveal that does not open the commitment."""
    hand = _before(THROW, Reveal)
    hand.say(Reveal(noise("salt"), ("throw", "rock")))
    return _shown("FalseOpening", hand)


def false_opening_in_three_messages() -> Vector:
    """A proof may begin anywhere, if it begins with the commitment at the latest."""
    hand = _before(THROW, Reveal)
    hand.say(Reveal(noise("salt"), ("throw", "rock")))
    return _shown("FalseOpening", hand, start=-3)


def out_of_turn() -> Vector:
    """Seat 1 calls where only seat 0 is asked."""
    hand = _before(CALL, Lock)
    hand.enter(Decide(("call", "rock")), state=state_digest(STATES[CALL]))
    return _proven(_proof("OutOfTurn", hand.chain[-1], state=STATES[CALL]), 1)


def out_of_turn_by_a_lock() -> Vector:
    """A lock that names a choice of a seat that was not asked."""
    hand = _before(CALL, Lock)
    hand.enter(Lock((noise(0), None, noise(2))), state=state_digest(STATES[CALL]))
    return _proven(_proof("OutOfTurn", hand.chain[-1], state=STATES[CALL]), 1)


def out_of_turn_by_a_reveal() -> Vector:
    """Seat 0 reveals a throw where a call is asked: whose turn it is comes before what is lawful."""
    hand = _before(CALL, Decide, seat=0)
    hand.enter(Reveal(noise("salt"), ("throw", "rock")), state=state_digest(STATES[CALL]))
    return _proven(_proof("OutOfTurn", hand.chain[-1], seat=0, state=STATES[CALL]), 1)


def out_of_turn_after_the_end() -> Vector:
    """A commitment where the game is over."""
    hand = _before(OVER, Lock)
    hand.enter(Commit(noise("late")), state=state_digest(STATES[OVER]))
    proof = _proof("OutOfTurn", hand.chain[-1], state=STATES[OVER])
    return _proven(proof, hand.chain[-1].number)


def illegal_decision() -> Vector:
    """Roshambo knows no lizard."""
    hand = _before(CALL, Decide, seat=0)
    hand.enter(Decide(("call", "lizard")), state=state_digest(STATES[CALL]))
    return _proven(_proof("IllegalDecision", hand.chain[-1], seat=0, state=STATES[CALL]), 1)


def illegal_decision_revealed() -> Vector:
    """What is revealed must be lawful too: a call where a throw is asked."""
    reveal = _before(THROW, Reveal).say(Reveal(noise("salt"), ("call", "rock")))
    return _proven(_proof("IllegalDecision", reveal, state=STATES[THROW]), reveal.number)


def illegal_share() -> Vector:
    """A share of chance has 32 bytes."""
    reveal = _before(CHANCE, Reveal).say(Reveal(noise("salt"), bytes(31)))
    return _proven(_proof("IllegalDecision", reveal, state=STATES[CHANCE]), reveal.number)


def wrong_past() -> Vector:
    """The past of step 3 is not what the author locked at step 2."""
    hand = _before(THROW, Commit)
    hand.enter(Commit(noise("throw")), past=noise("past"))
    return _shown("WrongPast", hand)


def wrong_state_within_a_step() -> Vector:
    """Two states in one step; the rules need not be asked."""
    hand = _before(THROW, Lock)
    hand.say(_lock_at(THROW), state=noise("state"))
    return _shown("WrongState", hand)


def wrong_state_at_the_start() -> Vector:
    """Another first state than the rules give."""
    first = Forger(GENESIS, SEAT).say(Accept(), state=noise("state"))
    return _proven(_proof("WrongState", first), 0)


def wrong_state_after_a_step() -> Vector:
    """What the author itself locked, and what was revealed of it, lead to another state than it claims."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=noise("state"))
    proof = _proof("WrongState", *_evidence_of_state(hand), state=STATES[THROW])
    return _proven(proof, hand.chain[-1].number)


def wrong_state_after_a_keep() -> Vector:
    """A keep in the step before excuses nothing."""
    hand = _before(OVER, Lock)
    hand.say(Keep(0, 90))
    hand.enter(_lock_at(OVER), state=noise("state"))
    proof = _proof("WrongState", *_evidence_of_state(hand), state=STATES[THROW])
    return _proven(proof, hand.chain[-1].number)


def wrong_state_after_chance() -> Vector:
    """What was locked may be shares of chance: the numbers follow from them."""
    hand = _before(THROW, Commit)
    hand.enter(Commit(noise("throw")), state=noise("state"))
    others = [said(SEATS, seat, CHANCE, Reveal) for seat in range(SEATS) if seat != SEAT]
    proof = _proof("WrongState", *others, *hand.chain, state=STATES[CHANCE])
    return _proven(proof, hand.chain[-1].number)


def proof_with_160_messages() -> Vector:
    """As many as anybody has to read; what is not needed is ignored."""
    proof, number = _padded(160, said(SEATS, 2, CHANCE, Reveal))
    return _proven(proof, number)


def proof_of_more_than_65536_bytes() -> Vector:
    """A proof may be longer than other values; most of its messages are long, and not needed."""
    long = _before(CALL, Lock, seat=2).enter(Decide("x" * 4000), state=state_digest(STATES[CALL]))
    proof, number = _padded(40, long)
    assert len(proof.encode()) > 2**16
    return _proven(proof, number)


def _padded(count: int, beside: Envelope) -> tuple[Proof, int]:
    """A sound proof with so many pieces: what another seat said besides is allowed, again and again."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=noise("state"))
    needed = _evidence_of_state(hand)
    padding = (beside,) * (count - len(needed))
    return _proof("WrongState", *padding, *needed, state=STATES[THROW]), hand.chain[-1].number


def out_of_turn_in_a_state_of_fewer_seats() -> Vector:
    """Seat 2 commits in a state of a game of two, which asks seats 0 and 1 alone."""
    fewer = states(2)[THROW]
    hand = _before(THROW, Commit, seat=2)
    hand.enter(Commit(noise("throw")), state=state_digest(fewer))
    return _proven(_proof("OutOfTurn", hand.chain[-1], seat=2, state=fewer), hand.chain[-1].number)


# Proofs that do not hold.


def proof_not_canonical() -> Vector:
    """Bytes after the value."""
    return _unread(_proof("Equivocation", *_equivocation()).encode() + b"\xc0")


def proof_of_another_version() -> Vector:
    """A proof of version 1."""
    wires = tuple(envelope.wire for envelope in _equivocation())
    return _plain(1, GENESIS.table, "Equivocation", SEAT, wires, b"")


def proof_version_is_true() -> Vector:
    """True is no number."""
    wires = tuple(envelope.wire for envelope in _equivocation())
    return _plain(True, GENESIS.table, "Equivocation", SEAT, wires, b"")


def proof_seat_is_true() -> Vector:
    """True is not the number 1."""
    wires = tuple(envelope.wire for envelope in _equivocation())
    return _plain(VERSION, GENESIS.table, "Equivocation", True, wires, b"")


def proof_without_a_state() -> Vector:
    """Five fields; where no state is needed, it is empty and not left out."""
    wires = tuple(envelope.wire for envelope in _equivocation())
    return _plain(VERSION, GENESIS.table, "Equivocation", SEAT, wires)


def proof_of_an_unknown_fault() -> Vector:
    """A bad signature is held against nobody, so nothing proves it."""
    return _refused(_proof("BadSignature", *_equivocation()))


def proof_without_evidence() -> Vector:
    """A name alone proves nothing."""
    return _refused(_proof("Repeated"))


def proof_with_161_messages() -> Vector:
    """Sound, but with one piece of evidence more than anybody has to read."""
    proof, _ = _padded(161, said(SEATS, 2, CHANCE, Reveal))
    return _refused(proof)


def proof_for_another_table() -> Vector:
    """Sound in itself, but of another table."""
    other = Forger(genesis_of(SEATS, rounds=9), SEAT)
    wires = (other.accept().wire, Forger(other.genesis, SEAT).say(Accept(), state=bytes(32)).wire)
    return _refused(Proof(other.genesis.table, "Equivocation", SEAT, wires))


def proof_against_nobody_there() -> Vector:
    """A table of three has no seat 3."""
    return _refused(_proof("Equivocation", *_equivocation(), seat=3))


def proof_against_another_seat() -> Vector:
    """Seat 1 signed both, seat 2 is accused."""
    return _refused(_proof("Equivocation", *_equivocation(), seat=2))


def evidence_badly_signed() -> Vector:
    """One of two messages is a forgery."""
    one, other = _equivocation()
    forged = other.wire[:-64] + key_of(2).sign(other.id)
    return _refused(Proof(GENESIS.table, "Equivocation", SEAT, (one.wire, forged)))


def evidence_of_another_table() -> Vector:
    """One of two messages was signed at another table."""
    stranger = Forger(genesis_of(SEATS, rounds=9), SEAT).accept()
    return _refused(_proof("Equivocation", said(SEATS, SEAT, 0, Accept), stranger))


def equivocation_of_one_message() -> Vector:
    """The same message twice."""
    one, _ = _equivocation()
    return _refused(_proof("Equivocation", one, one))


def equivocation_of_two_numbers() -> Vector:
    """Two honest messages with different numbers."""
    return _refused(_proof("Equivocation", said(SEATS, SEAT, THROW, Commit), said(SEATS, SEAT, THROW, Lock)))


def equivocation_of_two_seats() -> Vector:
    """Two messages with one number, but of two seats."""
    ours, theirs = said(SEATS, SEAT, 0, Accept), said(SEATS, 2, 0, Accept)
    return _refused(_proof("Equivocation", theirs, ours))


def equivocation_with_a_third_message() -> Vector:
    """Two messages show it, and a third is one too many."""
    return _refused(_proof("Equivocation", *_equivocation(), said(SEATS, SEAT, 0, Accept)))


def equivocation_with_a_message_of_another() -> Vector:
    """Two messages show it, and one of another seat is one too many."""
    return _refused(_proof("Equivocation", said(SEATS, 2, 0, Accept), *_equivocation()))


def equivocation_with_a_state() -> Vector:
    """Two messages show it; no state is needed, and none is allowed."""
    return _refused(_proof("Equivocation", *_equivocation(), state=STATES[THROW]))


def malformed_with_a_second_message() -> Vector:
    """One message shows it, and the same one again is one too many."""
    return _refused(Proof(GENESIS.table, "Malformed", SEAT, (_garbled(), _garbled())))


def malformed_with_a_state() -> Vector:
    """The rules are not asked, so there is no state."""
    return _refused(Proof(GENESIS.table, "Malformed", SEAT, (_garbled(),), STATES[CALL]))


def malformed_but_well_formed() -> Vector:
    """The message is one."""
    return _refused(_proof("Malformed", said(SEATS, SEAT, 0, Accept)))


def malformed_of_another_seat() -> Vector:
    """Seat 2 signed it, seat 1 is accused."""
    return _refused(Proof(GENESIS.table, "Malformed", SEAT, (_garbled(seat=2),)))


def malformed_badly_signed() -> Vector:
    """Nobody signed it."""
    return _refused(Proof(GENESIS.table, "Malformed", SEAT, (_garbled()[:-64] + bytes(64),)))


def honest_chain() -> Vector:
    """The author's messages show nothing."""
    chain = played(SEATS).sessions[0].log.chains[SEAT]
    return _refused(_proof("Disorder", *chain))


def message_left_out() -> Vector:
    """Without the lock the reveal would look premature; but then the numbers have a gap."""
    chain = [*_before(THROW, Lock).chain, said(SEATS, SEAT, THROW, Reveal)]
    return _refused(_proof("Disorder", *chain))


def messages_after_the_fault() -> Vector:
    """The fault is the last message; here one more follows it."""
    hand = _before(THROW, Lock)
    hand.say(Forfeit(((SEAT, 0),)))
    hand.say(Forfeit(((2, 0),)))
    return _refused(_proof("Contradiction", *hand.chain))


def messages_of_others() -> Vector:
    """Its own messages show it, and one of another seat is one too many."""
    hand = _before(THROW, Lock)
    hand.say(Forfeit(((SEAT, 0),)))
    return _refused(_proof("Contradiction", said(SEATS, 2, 0, Accept), *hand.chain))


def own_messages_with_a_state() -> Vector:
    """Its own messages show it; the rules are not asked, so there is no state."""
    hand = _before(THROW, Lock)
    hand.say(Forfeit(((SEAT, 0),)))
    return _refused(_proof("Contradiction", *hand.chain, state=STATES[THROW]))


def commitment_left_out() -> Vector:
    """A false opening cannot be seen without the commitment."""
    hand = _before(THROW, Reveal)
    hand.say(Reveal(noise("salt"), ("throw", "rock")))
    return _refused(_proof("FalseOpening", *hand.chain[-2:]))


def another_fault_than_named() -> Vector:
    """The messages show a false opening, and the proof says repeated."""
    hand = _before(THROW, Reveal)
    hand.say(Reveal(noise("salt"), ("throw", "rock")))
    return _refused(_proof("Repeated", *hand.chain))


def wrong_state_at_the_start_under_another_name() -> Vector:
    """Another first state than the rules give, and the proof says disorder."""
    return _refused(_proof("Disorder", Forger(GENESIS, SEAT).say(Accept(), state=noise("state"))))


def wrong_state_after_a_step_under_another_name() -> Vector:
    """Another state than follows from what its author locked, and the proof says disorder."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=noise("state"))
    return _refused(_proof("Disorder", *_evidence_of_state(hand), state=STATES[THROW]))


def lawful_decision() -> Vector:
    """The rules allow what the seat decided."""
    return _refused(_proof("IllegalDecision", said(SEATS, 0, CALL, Decide), seat=0, state=STATES[CALL]))


def illegal_decision_with_a_second_message() -> Vector:
    """One message and a state show it, and a second message is one too many."""
    hand = _before(CALL, Decide, seat=0)
    hand.enter(Decide(("call", "lizard")), state=state_digest(STATES[CALL]))
    return _refused(_proof("IllegalDecision", *hand.chain, seat=0, state=STATES[CALL]))


def out_of_turn_with_a_second_message() -> Vector:
    """One message and a state show it, and a second message is one too many."""
    hand = _before(CALL, Lock)
    hand.enter(Decide(("call", "rock")), state=state_digest(STATES[CALL]))
    return _refused(_proof("OutOfTurn", *hand.chain, state=STATES[CALL]))


def out_of_turn_in_another_state() -> Vector:
    """At the call a throw would be out of turn, but that is not the state that the seat signed."""
    return _refused(_proof("OutOfTurn", said(SEATS, SEAT, THROW, Commit), state=STATES[CALL]))


def state_that_nobody_can_read() -> Vector:
    """The seat signed the digest of bytes that are no state."""
    odd = encode("no state")
    hand = _before(CALL, Lock)
    hand.enter(Decide(("call", "rock")), state=state_digest(odd))
    return _refused(_proof("OutOfTurn", hand.chain[-1], state=odd))


def right_state() -> Vector:
    """The state that the seat claims is the one that the rules reach."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=state_digest(STATES[OVER]))
    return _refused(_proof("WrongState", *_evidence_of_state(hand), state=STATES[THROW]))


def right_first_state() -> Vector:
    """The first state is the one that the rules give."""
    return _refused(_proof("WrongState", said(SEATS, SEAT, 0, Accept)))


def wrong_state_with_a_reveal_missing() -> Vector:
    """One of the choices that the author locked is not in the proof."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=noise("state"))
    return _refused(_proof("WrongState", *_evidence_of_state(hand)[1:], state=STATES[THROW]))


def wrong_state_with_the_claim_not_last() -> Vector:
    """The last message must be the one that is the fault; here a reveal of another seat is."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=noise("state"))
    first, *rest = _evidence_of_state(hand)
    return _refused(_proof("WrongState", *rest, first, state=STATES[THROW]))


def wrong_state_without_the_lock() -> Vector:
    """The author's lock of the step before is not in the proof."""
    hand = _before(OVER, Lock)
    claim = hand.enter(_lock_at(OVER), state=noise("state"))
    return _refused(_proof("WrongState", claim, state=STATES[THROW]))


def wrong_state_after_a_vote() -> Vector:
    """The author voted at the step before, so it may have counted other messages than it locked."""
    hand = _before(THROW, Reveal)
    hand.say(said(SEATS, SEAT, THROW, Reveal).message)
    hand.say(Forfeit(((2, 9),)))
    hand.enter(_lock_at(OVER), state=noise("state"))
    return _refused(_proof("WrongState", *_evidence_of_state(hand), state=STATES[THROW]))


def wrong_state_after_an_unlawful_choice() -> Vector:
    """What was locked and revealed is unlawful, so the rules reach no state: the fault is another one."""
    salt, value = noise("salt"), ("throw", "lizard")
    key = key_of(SEAT).public
    sealed = commit(table=GENESIS.table, step=THROW, seat=SEAT, key=key, salt=salt, value=value)
    hand = _before(THROW, Commit)
    choice = hand.enter(Commit(sealed), state=state_digest(STATES[THROW]))
    entries = list(_lock_at(THROW).entries)
    entries[SEAT] = choice_entry(choice)
    hand.say(Lock(tuple(entries)))
    hand.say(Reveal(salt, value))
    hand.enter(_lock_at(OVER), state=noise("state"))
    return _refused(_proof("WrongState", *_evidence_of_state(hand), state=STATES[THROW]))


def wrong_state_after_the_end() -> Vector:
    """The rules reach no state from the last one."""
    hand = _before(OVER, Lock)
    hand.enter(_lock_at(OVER), state=state_digest(STATES[OVER]))
    hand.enter(_lock_at(OVER), state=noise("state"))
    return _refused(_proof("WrongState", *hand.chain, state=STATES[OVER]))


def proof_that_names_another_table() -> Vector:
    """The evidence is of this table, the proof says it is of another."""
    wires = tuple(envelope.wire for envelope in _equivocation())
    return _refused(Proof(noise("table"), "Equivocation", SEAT, wires))


def equivocation_behind_a_third_message() -> Vector:
    """Two messages with one number, and one more before them."""
    return _refused(_proof("Equivocation", said(SEATS, SEAT, CALL, Lock), *_equivocation()))


def broken_chain_by_leaving_out() -> Vector:
    """A message between two others is left out, so that the second does not name the first."""
    chain = _before(THROW, Commit).chain
    return _refused(_proof("BrokenChain", *chain[:3], *chain[4:5]))


def out_of_turn_before_the_start() -> Vector:
    """In step 0 the rules are not asked; that only an `Accept` has a place there is another fault."""
    hand = Forger(GENESIS, SEAT)
    hand.say(Decide(("call", "rock")), state=state_digest(STATES[CALL]))
    return _refused(_proof("OutOfTurn", *hand.chain, state=STATES[CALL]))


def first_state_of_a_later_step() -> Vector:
    """The state of a later step is of course not the initial one."""
    return _refused(_proof("WrongState", *_before(CHANCE, Lock).chain))


def wrong_state_after_an_open_step() -> Vector:
    """The state after the call follows from the call itself, which needs no reveal."""
    return _proven(
        _after_the_call(said(SEATS, 0, CALL, Decide)), _before(CHANCE, Commit).chain[-1].number + 1
    )


def wrong_state_with_another_call() -> Vector:
    """A call of seat 0 is there, but not the one that was locked."""
    other = hand_before(SEATS, said(SEATS, 0, CALL, Decide)).enter(Decide(("call", "rock")))
    return _refused(_after_the_call(other))


def _after_the_call(call: Envelope) -> Proof:
    hand = _before(CHANCE, Commit)
    hand.enter(Commit(noise("share")), state=noise("state"))
    return _proof("WrongState", call, *hand.chain, state=STATES[CALL])


def wrong_state_in_a_slice() -> Vector:
    """The slice begins within the step before: whether its author voted there is not known."""
    hand = _before(OVER, Lock)
    hand.enter(Lock((None,) * SEATS), state=noise("state"))
    others = [said(SEATS, seat, THROW, Reveal) for seat in range(SEATS) if seat != SEAT]
    start = next(place for place, envelope in enumerate(hand.chain) if envelope.step == THROW)
    return _refused(_proof("WrongState", *others, *hand.chain[start:], state=STATES[THROW]))


def wrong_state_after_a_decision_in_secret() -> Vector:
    """Seat 0 decided openly where it was to commit; here only its value is asked, and it is lawful."""
    hand = _before(THROW, Lock)
    before = said(SEATS, 0, THROW, Commit)
    open_throw = hand_before(SEATS, before).enter(Decide(("throw", "paper")), state=before.state)
    entries = list(_lock_at(THROW).entries)
    entries[0] = choice_entry(open_throw)
    hand.say(Lock(tuple(entries)))
    reveal = said(SEATS, SEAT, THROW, Reveal)
    hand.say(reveal.message)
    hand.enter(Lock((None,) * SEATS), state=noise("state"))
    others = (open_throw, said(SEATS, 2, THROW, Reveal))
    return _proven(_proof("WrongState", *others, *hand.chain, state=STATES[THROW]), hand.chain[-1].number)
