"""Proofs: what shows a fault, and what is only said to show one."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from protocol.canonical import Value, encode
from protocol.envelope import Envelope
from protocol.errors import FAULTS, BadProof, OutOfTurn
from protocol.events import Finished, Hid
from protocol.faults import MAX_EVIDENCE, MAX_STATE, Proof, check
from protocol.hashing import VERSION
from protocol.judgement import encode_state, state_digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Lock, Reveal
from tests.cheats import PROVABLE, SILENT, Arena, wait_out
from tests.forge import Hand
from tests.pair import RULES, Mesh, genesis_of, seeded

BY_NAME = {cheat.name: cheat for cheat in (*PROVABLE, *SILENT)}
GENESIS = genesis_of(3)


def proof_of(name: str, liar: int = 1) -> tuple[Arena, Proof]:
    """What an honest seat holds against the cheat."""
    arena = Arena(3, BY_NAME[name], liar)
    wait_out(arena.begin())
    return arena, arena.sessions[arena.honest[0]].proofs[liar]


def refuse(proof: Proof, genesis: object = None) -> None:
    with pytest.raises(BadProof):
        check(proof, GENESIS if genesis is None else genesis, RULES)  # type: ignore[arg-type]


# The form of a proof.


def test_a_fault_carries_its_proof() -> None:
    fault = OutOfTurn("unasked", seat=2, number=5, evidence=(b"one",), state=b"state")
    assert Proof.of(fault, b"table") == Proof(b"table", "OutOfTurn", 2, (b"one",), b"state")


def test_a_proof_is_read_as_it_was_written() -> None:
    proof = Proof(bytes(32), "Equivocation", 1, (b"one", b"other"), b"state")
    assert Proof.read(proof.encode()) == proof


@pytest.mark.parametrize(
    "value",
    [
        None,
        (),
        (VERSION, bytes(32), "Equivocation", 1, (b"one",)),
        (VERSION, bytes(32), "Equivocation", 1, (b"one",), b"", 0),
        (VERSION + 1, bytes(32), "Equivocation", 1, (b"one",), b""),
        (True, bytes(32), "Equivocation", 1, (b"one",), b""),
        (VERSION, "table", "Equivocation", 1, (b"one",), b""),
        (VERSION, bytes(32), b"Equivocation", 1, (b"one",), b""),
        (VERSION, bytes(32), "Fault", 1, (b"one",), b""),
        (VERSION, bytes(32), "Equivocation", True, (b"one",), b""),
        (VERSION, bytes(32), "Equivocation", "1", (b"one",), b""),
        (VERSION, bytes(32), "Equivocation", 1, b"one", b""),
        (VERSION, bytes(32), "Equivocation", 1, (), b""),
        (VERSION, bytes(32), "Equivocation", 1, (b"one", "other"), b""),
        (VERSION, bytes(32), "Equivocation", 1, (b"one",) * (MAX_EVIDENCE + 1), b""),
        (VERSION, bytes(32), "Equivocation", 1, (b"one",), "state"),
        (VERSION, bytes(32), "Equivocation", 1, (b"one",), bytes(2 * MAX_STATE)),
    ],
)
def test_what_is_not_a_proof_is_refused(value: Value) -> None:
    with pytest.raises(BadProof):
        Proof.read(encode(value))


def test_what_is_not_canonical_is_refused() -> None:
    with pytest.raises(BadProof):
        Proof.read(b"\xc1")
    with pytest.raises(BadProof):
        Proof.read(b"")


# The check.


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_proof_names_a_seat_of_the_table(seat: int) -> None:
    arena, proof = proof_of("broken chain")
    refuse(replace(proof, seat=seat), arena.genesis)


def test_a_proof_is_of_one_table() -> None:
    _, proof = proof_of("broken chain")
    refuse(proof, genesis_of(3, rounds=9))


def test_the_number_of_the_fault_is_returned() -> None:
    for name in ("unknown tag", "illegal decision", "broken chain", "wrong state"):
        arena, proof = proof_of(name, liar=0)
        assert check(proof, arena.genesis, RULES) == arena.struck


def test_evidence_is_signed() -> None:
    arena, proof = proof_of("broken chain")
    forged = proof.evidence[-1][:-1] + bytes([proof.evidence[-1][-1] ^ 1])
    refuse(replace(proof, evidence=(*proof.evidence[:-1], forged)), arena.genesis)
    refuse(replace(proof, evidence=(b"nothing",)), arena.genesis)


def test_evidence_ends_with_what_the_seat_said() -> None:
    arena, proof = proof_of("broken chain")
    other = arena.sessions[0].log.chains[0][0]
    refuse(replace(proof, evidence=(*proof.evidence, other.wire)), arena.genesis)


def test_malformed_evidence_shows_no_other_fault() -> None:
    arena, proof = proof_of("unknown tag")
    refuse(replace(proof, fault="BrokenChain"), arena.genesis)


@pytest.mark.parametrize(
    "change",
    [
        lambda proof, wire: replace(proof, evidence=(wire,)),
        lambda proof, wire: replace(proof, evidence=(b"nothing",)),
        lambda proof, wire: replace(proof, evidence=proof.evidence * 2),
        lambda proof, wire: replace(proof, state=b"state"),
        lambda proof, wire: replace(proof, seat=0),
    ],
)
def test_a_malformed_message_is_one_message_of_the_seat(change) -> None:  # type: ignore[no-untyped-def]
    arena, proof = proof_of("unknown tag")
    refuse(change(proof, arena.sessions[0].log.chains[1][0].wire), arena.genesis)


def pair_of(one: Envelope, other: Envelope, *, state: bytes = b"") -> Proof:
    return Proof(GENESIS.table, "Equivocation", one.seat, (one.wire, other.wire), state)


def test_an_equivocation_is_two_messages_of_one_seat_with_one_number() -> None:
    hand, stranger = Hand(GENESIS, 0), Hand(GENESIS, 1)
    one, other, later = hand.accept(), hand.draft(Commit(bytes(32)), number=0), hand.say(Commit(bytes(32)))
    assert check(pair_of(one, other), GENESIS, RULES) == 0
    refuse(pair_of(one, one))
    refuse(pair_of(one, later))
    refuse(pair_of(stranger.accept(), other))
    refuse(pair_of(one, other, state=b"state"))
    refuse(replace(pair_of(one, other), evidence=(one.wire, later.wire, other.wire)))


def test_a_message_is_judged_on_the_state_that_its_author_signed() -> None:
    state = encode_state(RULES, RULES.initial(GENESIS))
    hand = Hand(GENESIS, 1)
    hand.accept()
    unasked = hand.draft(Decide(("call", "rock")), step=1, state=state_digest(state))
    proof = Proof(GENESIS.table, "OutOfTurn", 1, (unasked.wire,), state)
    assert check(proof, GENESIS, RULES) == 1
    refuse(replace(proof, fault="IllegalDecision"))
    refuse(replace(proof, evidence=(hand.chain[0].wire, unasked.wire)))
    refuse(replace(proof, state=b""))
    refuse(replace(proof, state=encode(("no state",))))
    elsewhere = hand.draft(Decide(("call", "rock")), step=1, state=state_digest(encode("no state")))
    refuse(replace(proof, evidence=(elsewhere.wire,), state=encode("no state")))
    garbage = hand.draft(Decide(("call", "rock")), step=1, state=state_digest(b"\xc1"))
    refuse(replace(proof, evidence=(garbage.wire,), state=b"\xc1"))
    before = hand.draft(Decide(("call", "rock")), step=0, state=state_digest(state))
    refuse(replace(proof, evidence=(before.wire,)))


def test_what_the_rules_allow_is_no_fault() -> None:
    state = encode_state(RULES, RULES.initial(GENESIS))
    hand = Hand(GENESIS, 0)
    hand.accept()
    asked = hand.draft(Decide(("call", "rock")), step=1, state=state_digest(state))
    for fault in ("OutOfTurn", "IllegalDecision"):
        refuse(Proof(GENESIS.table, fault, 0, (asked.wire,), state))


def honest_game(seats: int = 3) -> Mesh:
    mesh = Mesh(seats, rounds=1).begin().run()
    assert isinstance(mesh.sessions[0].play.outcome, Finished)
    return mesh


def wires(envelopes: Iterable[Envelope]) -> tuple[bytes, ...]:
    return tuple(envelope.wire for envelope in envelopes)


@pytest.mark.slow
def test_an_honest_chain_shows_nothing_however_it_is_cut() -> None:
    mesh = honest_game(2)
    chain = mesh.sessions[0].log.chains[0]
    for fault in sorted(FAULTS):
        for start in range(len(chain)):
            for end in range(start + 1, len(chain) + 1):
                refuse(Proof(mesh.genesis.table, fault, 0, wires(chain[start:end])), mesh.genesis)


def test_a_breach_is_the_last_message_and_the_first_breach() -> None:
    arena, proof = proof_of("votes without end")
    hand = Hand(arena.genesis, 1)
    hand.chain = [arena.sessions[0].log.chains[1][-1]]
    later = hand.draft(Lock((None,) * 3), number=len(proof.evidence))
    refuse(replace(proof, evidence=(*proof.evidence, later.wire)), arena.genesis)
    refuse(replace(proof, evidence=proof.evidence[:1] + proof.evidence[2:]), arena.genesis)
    refuse(replace(proof, state=b"state"), arena.genesis)
    stranger = arena.sessions[0].log.chains[0][0].wire
    refuse(replace(proof, evidence=(stranger, *proof.evidence)), arena.genesis)


# States.


def replayed(mesh: Mesh, seat: int, step: int, **changes: bytes) -> Proof:
    """That a seat's first message of a step claims another state: with changes, it does."""
    log = mesh.sessions[0].log
    chain = log.chains[seat]
    first, place = log.first_number(seat, step - 1), log.first_number(seat, step)
    accused = chain[place]
    if changes:
        hand = Hand(mesh.genesis, seat)
        accused = hand.draft(accused.message, **replace_header(accused, **changes))  # type: ignore[arg-type]
    choices = [e for seat_chain in log.chains for e in seat_chain if e.step == step - 1 and e.seat != seat]
    others = [e for e in choices if isinstance(e.message, Decide | Reveal)]
    evidence = (*wires(others), *wires(chain[first - 1 : place]), accused.wire)
    return Proof(mesh.genesis.table, "WrongState", seat, evidence, state_before(mesh, step))


def replace_header(envelope: Envelope, **changes: bytes) -> dict[str, object]:
    header = envelope.header
    fields = ("seat", "number", "previous", "step", "past", "state")
    return {field: getattr(header, field) for field in fields} | changes


def state_before(mesh: Mesh, step: int) -> bytes:
    """The bytes of the state on which the step before this one stands."""
    session = Mesh(len(mesh.sessions), rounds=1).sessions[0]
    for envelope in mesh.sessions[0].log.order:
        if session.play.step < step - 1:
            session.receive(envelope.wire)
    return session.play.ground.encoded


@pytest.mark.parametrize("step", [2, 3, 4])
def test_a_state_that_the_rules_do_not_reach_is_proven_by_the_authors_own_lock(step: int) -> None:
    mesh = honest_game()
    number = mesh.sessions[0].log.first_number(1, step)
    assert check(replayed(mesh, 1, step, state=seeded("wrong")), mesh.genesis, RULES) == number
    refuse(replayed(mesh, 1, step), mesh.genesis)


def test_a_replay_needs_every_locked_choice() -> None:
    mesh = honest_game()
    proof = replayed(mesh, 1, 4, state=seeded("wrong"))
    refuse(replace(proof, evidence=proof.evidence[1:]), mesh.genesis)


def test_a_replay_needs_the_whole_step_before() -> None:
    mesh = honest_game()
    proof = replayed(mesh, 1, 4, state=seeded("wrong"))
    own = len([e for e in mesh.sessions[0].log.chains[1] if e.step == 3])
    for missing in range(2, own + 2):
        shorter = proof.evidence[: -own - 2] + proof.evidence[-own - 2 + missing :]
        refuse(replace(proof, evidence=shorter), mesh.genesis)


def test_a_replay_shows_nothing_where_the_chain_is_broken() -> None:
    mesh = honest_game()
    refuse(replayed(mesh, 1, 4, state=seeded("wrong"), previous=seeded("broken")), mesh.genesis)


def test_the_first_two_states_follow_from_the_genesis() -> None:
    initial = state_digest(encode_state(RULES, RULES.initial(GENESIS)))
    accept = Proof(GENESIS.table, "WrongState", 1, (Hand(GENESIS, 1).accept().wire,))
    assert check(accept, GENESIS, RULES) == 0
    fine = Hand(GENESIS, 1)
    fine.say(Accept(), state=initial)
    refuse(replace(accept, evidence=wires(fine.chain)))
    fine.say(Lock((None,) * 3), step=1)
    refuse(replace(accept, evidence=wires(fine.chain)))
    fine.chain.pop()
    fine.say(Lock((None,) * 3), step=1, state=seeded("wrong"))
    assert check(replace(accept, evidence=wires(fine.chain)), GENESIS, RULES) == 1


def test_after_a_vote_of_its_own_nobody_is_judged_by_its_lock() -> None:
    """Seat 2 never reveals and is voted out; later it shows its reveal, which nobody counted."""
    arena = Arena(3, BY_NAME["never reveals"], liar=2)
    wait_out(arena.begin())
    log = arena.sessions[0].log
    step = next(e.step for e in log.order if isinstance(e.message, Forfeit)) + 1
    hid = next(e for e in arena.events[2] if isinstance(e, Hid) and e.step == step - 1)
    hand = Hand(arena.genesis, 2)
    hand.chain = list(log.chains[2])
    withheld = hand.say(Reveal(hid.salt, hid.value))
    state = state_before(arena, step)
    for seat in (0, 1):
        chain = log.chains[seat]
        start = log.first_number(seat, step - 1) - 1
        reveals = [
            e for other in log.chains for e in other if e.step == step - 1 and isinstance(e.message, Reveal)
        ]
        for end in range(log.first_number(seat, step) + 1, len(chain) + 1):
            evidence = (withheld.wire, *wires(e for e in reveals if e.seat != seat), *wires(chain[start:end]))
            refuse(Proof(arena.genesis.table, "WrongState", seat, evidence, state), arena.genesis)


def test_a_locked_choice_that_the_rules_refuse_settles_nothing() -> None:
    """The cheat locks and reveals what is illegal; its accomplice claims any state on top of it."""
    arena = Arena(3, BY_NAME["illegal secret"], liar=2)
    wait_out(arena.begin())
    log = arena.sessions[2].log
    hand = Hand(arena.genesis, 2)
    hand.chain = [e for e in log.chains[2] if e.step <= 3]
    hand.enter(Lock((None,) * 3), state=seeded("any"))
    others = [e for seat in (0, 1) for e in log.chains[seat] if e.step == 3 and isinstance(e.message, Reveal)]
    evidence = (*wires(others), *wires(hand.chain[-5:]))
    refuse(Proof(arena.genesis.table, "WrongState", 2, evidence, state_before(arena, 4)), arena.genesis)


def test_nothing_follows_the_end() -> None:
    mesh = honest_game()
    hand = Hand(mesh.genesis, 1)
    hand.chain = list(mesh.sessions[0].log.chains[1])
    hand.enter(Lock((None,) * 3), state=seeded("any"))
    state = mesh.sessions[0].play.ground.encoded
    refuse(Proof(mesh.genesis.table, "WrongState", 1, wires(hand.chain[-3:]), state), mesh.genesis)
