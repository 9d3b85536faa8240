"""Proofs: what shows a fault, and what is only said to show one."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import RULES, SessionTable, genesis_of
from protocol.canonical import Value, encode
from protocol.chain import next_past
from protocol.envelope import Envelope, seal
from protocol.errors import FAULTS, BadProof, OutOfTurn
from protocol.events import Finished, Hid, Proved, Settled
from protocol.faults import MAX_EVIDENCE, MAX_STATE, Proof, check, locked_by, settled
from protocol.frozen import replace
from protocol.hashing import VERSION, digest
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from protocol.rule_checks import encode_state, state_digest
from tests.support.cheats import PROVABLE, SILENT, Arena, Cheat, wait_out

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
    for name in ("unknown tag", "illegal decision", "broken chain", "wrong hash"):
        arena, proof = proof_of(name, liar=0)
        assert check(proof, arena.genesis, RULES) == arena.lying.struck


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
    hand, stranger = Forger(GENESIS, 0), Forger(GENESIS, 1)
    one, other, later = hand.accept(), hand.draft(Commit(bytes(32)), number=0), hand.say(Commit(bytes(32)))
    assert check(pair_of(one, other), GENESIS, RULES) == 0
    refuse(pair_of(one, one))
    refuse(pair_of(one, later))
    refuse(pair_of(stranger.accept(), other))
    refuse(pair_of(one, other, state=b"state"))
    refuse(replace(pair_of(one, other), evidence=(one.wire, later.wire, other.wire)))


def test_a_message_is_judged_on_the_state_that_its_author_signed() -> None:
    state = encode_state(RULES, RULES.initial(GENESIS))
    hand = Forger(GENESIS, 1)
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
    hand = Forger(GENESIS, 0)
    hand.accept()
    asked = hand.draft(Decide(("call", "rock")), step=1, state=state_digest(state))
    for fault in ("OutOfTurn", "IllegalDecision"):
        refuse(Proof(GENESIS.table, fault, 0, (asked.wire,), state))


def honest_game(seats: int = 3) -> SessionTable:
    mesh = SessionTable(seats, rounds=1).begin().run()
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
    hand = Forger(arena.genesis, 1)
    hand.chain = [arena.sessions[0].log.chains[1][-1]]
    later = hand.draft(Lock((None,) * 3), number=len(proof.evidence))
    refuse(replace(proof, evidence=(*proof.evidence, later.wire)), arena.genesis)
    refuse(replace(proof, evidence=proof.evidence[:1] + proof.evidence[2:]), arena.genesis)
    refuse(replace(proof, state=b"state"), arena.genesis)
    stranger = arena.sessions[0].log.chains[0][0].wire
    refuse(replace(proof, evidence=(stranger, *proof.evidence)), arena.genesis)


# States.


def replayed(mesh: SessionTable, seat: int, step: int, **changes: bytes) -> Proof:
    """That a seat's first message of a step claims another state: with changes, it does."""
    log = mesh.sessions[0].log
    chain = log.chains[seat]
    first, place = log.first_number(seat, step - 1), log.first_number(seat, step)
    accused = chain[place]
    if changes:
        hand = Forger(mesh.genesis, seat)
        accused = hand.draft(accused.message, **replace_header(accused, **changes))  # type: ignore[arg-type]
    choices = [e for seat_chain in log.chains for e in seat_chain if e.step == step - 1 and e.seat != seat]
    others = [e for e in choices if isinstance(e.message, Decide | Reveal)]
    evidence = (*wires(others), *wires(chain[first - 1 : place]), accused.wire)
    return Proof(mesh.genesis.table, "WrongState", seat, evidence, state_before(mesh, step))


def replace_header(envelope: Envelope, **changes: bytes) -> dict[str, object]:
    header = envelope.header
    fields = ("seat", "number", "previous", "step", "past", "state")
    return {field: getattr(header, field) for field in fields} | changes


def state_before(mesh: SessionTable, step: int) -> bytes:
    """The bytes of the state on which the step before this one stands."""
    session = SessionTable(len(mesh.sessions), rounds=1).sessions[0]
    for envelope in mesh.sessions[0].log.order:
        if session.play.step < step - 1:
            session.receive(envelope.wire)
    return session.play.ground.encoded


@pytest.mark.parametrize("step", [2, 3, 4])
def test_a_state_that_the_rules_do_not_reach_is_proven_by_the_authors_own_lock(step: int) -> None:
    mesh = honest_game()
    number = mesh.sessions[0].log.first_number(1, step)
    assert check(replayed(mesh, 1, step, state=noise("wrong")), mesh.genesis, RULES) == number
    refuse(replayed(mesh, 1, step), mesh.genesis)


def test_a_replay_needs_every_locked_choice() -> None:
    mesh = honest_game()
    proof = replayed(mesh, 1, 4, state=noise("wrong"))
    refuse(replace(proof, evidence=proof.evidence[1:]), mesh.genesis)


def test_a_replay_needs_the_whole_step_before() -> None:
    mesh = honest_game()
    proof = replayed(mesh, 1, 4, state=noise("wrong"))
    own = len([e for e in mesh.sessions[0].log.chains[1] if e.step == 3])
    for missing in range(2, own + 2):
        shorter = proof.evidence[: -own - 2] + proof.evidence[-own - 2 + missing :]
        refuse(replace(proof, evidence=shorter), mesh.genesis)


def test_a_replay_shows_nothing_where_the_chain_is_broken() -> None:
    mesh = honest_game()
    refuse(replayed(mesh, 1, 4, state=noise("wrong"), previous=noise("broken")), mesh.genesis)


def test_the_first_two_states_follow_from_the_genesis() -> None:
    initial = state_digest(encode_state(RULES, RULES.initial(GENESIS)))
    accept = Proof(GENESIS.table, "WrongState", 1, (Forger(GENESIS, 1).accept().wire,))
    assert check(accept, GENESIS, RULES) == 0
    fine = Forger(GENESIS, 1)
    fine.say(Accept(), state=initial)
    refuse(replace(accept, evidence=wires(fine.chain)))
    fine.say(Lock((None,) * 3), step=1)
    refuse(replace(accept, evidence=wires(fine.chain)))
    fine.chain.pop()
    fine.say(Lock((None,) * 3), step=1, state=noise("wrong"))
    assert check(replace(accept, evidence=wires(fine.chain)), GENESIS, RULES) == 1


def test_after_a_vote_of_its_own_nobody_is_judged_by_its_lock() -> None:
    """Seat 2 never reveals and is voted out; later it shows its reveal, which nobody counted."""
    arena = Arena(3, BY_NAME["never reveals"], liar=2)
    wait_out(arena.begin())
    log = arena.sessions[0].log
    step = next(e.step for e in log.order if isinstance(e.message, Forfeit)) + 1
    hid = next(e for e in arena.events[2] if isinstance(e, Hid) and e.step == step - 1)
    hand = Forger(arena.genesis, 2)
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
    hand = Forger(arena.genesis, 2)
    hand.chain = [e for e in log.chains[2] if e.step <= 3]
    hand.enter(Lock((None,) * 3), state=noise("any"))
    others = [e for seat in (0, 1) for e in log.chains[seat] if e.step == 3 and isinstance(e.message, Reveal)]
    evidence = (*wires(others), *wires(hand.chain[-5:]))
    refuse(Proof(arena.genesis.table, "WrongState", 2, evidence, state_before(arena, 4)), arena.genesis)


def test_nothing_follows_the_end() -> None:
    mesh = honest_game()
    hand = Forger(mesh.genesis, 1)
    hand.chain = list(mesh.sessions[0].log.chains[1])
    hand.enter(Lock((None,) * 3), state=noise("any"))
    state = mesh.sessions[0].play.ground.encoded
    refuse(Proof(mesh.genesis.table, "WrongState", 1, wires(hand.chain[-3:]), state), mesh.genesis)


# One honest game, and what can be made of its messages.


GAME = SessionTable(3, rounds=1).begin().run()
TABLE = GAME.genesis.table
CHAINS = GAME.sessions[0].log.chains
"""An honest game. Step 1: seat 0 calls. 2: chance. 3: all throw. 4: over."""

INITIAL = encode_state(RULES, RULES.initial(GAME.genesis))
SETTLED = [event for event in GAME.events[0] if isinstance(event, Settled)]
STATES = {1: INITIAL} | {event.step + 1: encode_state(RULES, event.after) for event in SETTLED}  # type: ignore[misc]
ILLEGAL = Decide(("call", "well"))


def step_of(seat: int, step: int) -> list[Envelope]:
    """An honest seat's messages of a step."""
    return [envelope for envelope in CHAINS[seat] if envelope.step == step]


def sign(envelope: Envelope, message: Message | None = None, **fields: object) -> Envelope:
    """The envelope's author signs something else in its place."""
    header = envelope.header._replace(**fields)  # type: ignore[arg-type]
    return seal(key_of(header.seat), header, envelope.message if message is None else message)


def after(envelope: Envelope, message: Message, **fields: object) -> Envelope:
    """The envelope's author signs one more message."""
    return sign(envelope, message, number=envelope.number + 1, previous=envelope.id, **fields)


def shown(fault: str, *evidence: Envelope, state: bytes = b"", seat: int | None = None) -> Proof:
    named = evidence[-1].seat if seat is None else seat
    return Proof(TABLE, fault, named, tuple(envelope.wire for envelope in evidence), state)


def holds(proof: Proof) -> int:
    return check(proof, GAME.genesis, RULES)


def relink(chain: list[Envelope]) -> list[Envelope]:
    """The same messages as one chain, each naming the one before it."""
    linked = chain[:1]
    for envelope in chain[1:]:
        linked.append(sign(envelope, number=linked[-1].number + 1, previous=linked[-1].id))
    return linked


# What cheats leave behind.


@cache
def proofs_against(cheat: Cheat) -> tuple[Arena, tuple[Proof, ...]]:
    """What the honest seats of a table of three have found against a cheat in seat 1."""
    arena = Arena(3, cheat, 1)
    arena.begin().run()
    found = [
        event.proof for seat in arena.honest for event in arena.events[seat] if isinstance(event, Proved)
    ]
    return arena, tuple(dict.fromkeys(found))


def everything_found() -> Iterator[tuple[Arena, Proof]]:
    for cheat in PROVABLE:
        arena, proofs = proofs_against(cheat)
        yield from ((arena, proof) for proof in proofs)


@pytest.mark.parametrize("cheat", PROVABLE, ids=lambda cheat: cheat.name)
def test_what_an_honest_seat_proves_convinces_a_stranger(cheat: Cheat) -> None:
    arena, proofs = proofs_against(cheat)
    assert proofs
    for proof in proofs:
        assert Proof.read(proof.encode()) == proof
        assert check(proof, arena.genesis, RULES) >= 0
        assert (proof.seat, proof.table) == (1, arena.genesis.table)
        assert proof.fault in cheat.faults


def test_every_kind_of_fault_is_among_them() -> None:
    assert {proof.fault for _, proof in everything_found()} == FAULTS.keys()


def test_no_proof_holds_against_another_seat() -> None:
    for arena, proof in everything_found():
        for seat in (-1, 0, 2, 3, 2**40):
            with pytest.raises(BadProof):
                check(replace(proof, seat=seat), arena.genesis, RULES)


def test_no_proof_holds_at_another_table() -> None:
    other = genesis_of(3, rounds=77)
    for arena, proof in everything_found():
        for doctored, genesis in (
            (proof, other),
            (replace(proof, table=other.table), other),
            (replace(proof, table=other.table), arena.genesis),
            (replace(proof, table=b""), arena.genesis),
        ):
            with pytest.raises(BadProof):
                check(doctored, genesis, RULES)


@pytest.mark.slow
def test_no_proof_holds_under_another_name() -> None:
    for arena, proof in everything_found():
        for name in (FAULTS.keys() - {proof.fault}) | {"", "Fault", "Gap"}:
            with pytest.raises(BadProof):
                check(replace(proof, fault=name), arena.genesis, RULES)


@pytest.mark.slow
def test_no_proof_holds_with_other_state_bytes() -> None:
    for arena, proof in everything_found():
        states = {b"", b"\xc0", proof.state + b"\0", proof.state[:-1], INITIAL, bytes(MAX_STATE)}
        for state in states - {proof.state}:
            with pytest.raises(BadProof):
                check(replace(proof, state=state), arena.genesis, RULES)


@pytest.mark.slow
def test_no_proof_holds_with_a_changed_byte_in_its_last_message() -> None:
    for arena, proof in everything_found():
        *before, last = proof.evidence
        for place in (0, 1, len(last) // 2, len(last) - 65, len(last) - 64, len(last) - 1):
            changed = last[:place] + bytes([last[place] ^ 1]) + last[place + 1 :]
            with pytest.raises(BadProof):
                check(replace(proof, evidence=(*before, changed)), arena.genesis, RULES)


def test_evidence_in_another_order_still_shows_two_stories_and_nothing_else() -> None:
    for arena, proof in everything_found():
        if len(proof.evidence) > 1:
            doctored = replace(proof, evidence=proof.evidence[::-1])
            if proof.fault == "Equivocation":
                assert check(doctored, arena.genesis, RULES) == check(proof, arena.genesis, RULES)
            else:
                with pytest.raises(BadProof):
                    check(doctored, arena.genesis, RULES)


@pytest.mark.slow
def test_evidence_with_gaps_is_refused_or_shows_the_same_message() -> None:
    for arena, proof in everything_found():
        number = check(proof, arena.genesis, RULES)
        for left_out in range(len(proof.evidence)):
            rest = proof.evidence[:left_out] + proof.evidence[left_out + 1 :]
            if rest:
                assert _number_or_refusal(replace(proof, evidence=rest), arena) in (None, number)


def _number_or_refusal(proof: Proof, arena: Arena) -> int | None:
    try:
        return check(proof, arena.genesis, RULES)
    except BadProof:
        return None


# No proof against the honest.


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_no_honest_step_proves_anything_with_the_state_before_it(fault: str) -> None:
    for step in (1, 2, 3, 4):
        for seat in range(3):
            said = [e for other in range(3) for e in step_of(other, step) if other != seat]
            own = [e for e in CHAINS[seat] if step - 1 <= e.step <= step + 1]
            for end in range(1, len(own) + 1):
                refuse(shown(fault, *said, *own[:end], state=STATES[step]), GAME.genesis)
                refuse(shown(fault, own[end - 1], state=STATES[step]), GAME.genesis)


def test_evidence_of_nobody_or_of_strangers_is_refused() -> None:
    foreign = seal(key_of(5), CHAINS[1][0].header, Accept())
    for wire in (b"", b"garbage", bytes(200), foreign.wire, CHAINS[1][0].wire[:-1]):
        for fault in FAULTS:
            refuse(Proof(TABLE, fault, 1, (wire,)), GAME.genesis)


def malformed(tag: int = 99, body: Value = (), seat: int = 1, number: int = 4) -> bytes:
    payload = encode((VERSION, TABLE, seat, number, TABLE, 1, TABLE, TABLE, tag, body))
    return payload + key_of(seat).sign(digest("message", payload))


def test_a_malformed_message_that_another_key_signed_is_no_proof() -> None:
    wire = malformed()
    refuse(Proof(TABLE, "Malformed", 1, (wire[:-64] + malformed(98)[-64:],)), GAME.genesis)


def test_a_malformed_message_is_no_evidence_of_another_fault() -> None:
    refuse(Proof(TABLE, "Equivocation", 1, (CHAINS[1][4].wire, malformed(number=4))), GAME.genesis)


# What a seat's own chain shows.


OWN: dict[str, Callable[[], list[Envelope]]] = {
    "BrokenChain": lambda: [CHAINS[1][2], sign(CHAINS[1][3], previous=noise("x"))],
    "WrongStep": lambda: [CHAINS[1][2], sign(CHAINS[1][3], step=4)],
    "Repeated": lambda: [CHAINS[1][2], after(CHAINS[1][2], Commit(noise("x")))],
    "Disorder": lambda: [CHAINS[1][1], CHAINS[1][2], after(CHAINS[1][2], Reveal(noise("x"), None))],
    "Contradiction": lambda: [CHAINS[1][2], after(CHAINS[1][2], Keep(1, 0))],
    "FalseLock": lambda: [CHAINS[1][2], sign(CHAINS[1][3], Lock((None, None, None)))],
    "FalseOpening": lambda: [*CHAINS[1][2:4], sign(CHAINS[1][4], Reveal(noise("x"), None))],
    "WrongPast": lambda: [CHAINS[1][2], sign(CHAINS[1][3], past=noise("x"))],
    "WrongState": lambda: [CHAINS[1][2], sign(CHAINS[1][3], state=noise("x"))],
}


@pytest.mark.parametrize("fault", OWN)
def test_a_slice_of_a_seats_own_chain_is_a_proof(fault: str) -> None:
    evidence = OWN[fault]()
    assert holds(shown(fault, *evidence)) == evidence[-1].number


@pytest.mark.parametrize("fault", [name for name in OWN if name != "Contradiction"])
def test_without_the_message_before_it_the_last_one_shows_nothing(fault: str) -> None:
    *earlier, _, last = OWN[fault]()
    refuse(shown(fault, *earlier, last), GAME.genesis)


def test_a_vote_on_a_seats_own_absence_shows_itself() -> None:
    assert holds(shown("Contradiction", OWN["Contradiction"]()[-1])) == 3


@pytest.mark.parametrize("fault", OWN)
def test_the_last_message_must_be_the_fault(fault: str) -> None:
    evidence = OWN[fault]()
    refuse(shown(fault, *evidence, after(evidence[-1], Keep(0, 3))), GAME.genesis)


@pytest.mark.parametrize("fault", OWN)
def test_a_fault_before_the_named_one_is_refused(fault: str) -> None:
    evidence = OWN[fault]()
    broken = sign(evidence[0], Keep(1, 0), number=evidence[0].number - 1)
    refuse(shown(fault, broken, *evidence), GAME.genesis)


@pytest.mark.parametrize("fault", OWN)
def test_other_seats_and_states_have_no_place_beside_a_seats_own_chain(fault: str) -> None:
    evidence = OWN[fault]()
    refuse(shown(fault, CHAINS[0][0], *evidence), GAME.genesis)
    refuse(shown(fault, *evidence, CHAINS[0][0], seat=1), GAME.genesis)
    refuse(shown(fault, *evidence, state=INITIAL), GAME.genesis)


# What the rules are asked.


def illegal_call() -> Envelope:
    return sign(step_of(0, 1)[0], ILLEGAL)


def call_out_of_turn() -> Envelope:
    return sign(step_of(1, 1)[0], Decide(("call", "rock")))


def test_an_illegal_decision_is_a_proof_with_the_state_that_its_author_signed() -> None:
    assert holds(shown("IllegalDecision", illegal_call(), state=INITIAL)) == illegal_call().number


def test_the_rules_judge_one_message_alone() -> None:
    refuse(shown("IllegalDecision", CHAINS[0][0], illegal_call(), state=INITIAL), GAME.genesis)
    refuse(shown("IllegalDecision", illegal_call(), illegal_call(), state=INITIAL), GAME.genesis)


def test_the_rules_have_nothing_to_say_before_the_first_step() -> None:
    early = sign(CHAINS[0][0], ILLEGAL)
    refuse(shown("IllegalDecision", early, state=INITIAL), GAME.genesis)
    refuse(shown("OutOfTurn", sign(CHAINS[1][0], Decide(1)), state=INITIAL), GAME.genesis)


def test_the_rules_judge_only_the_state_that_the_author_signed() -> None:
    for state in (STATES[2], STATES[3], b"", INITIAL + b"\0"):
        refuse(shown("IllegalDecision", illegal_call(), state=state), GAME.genesis)


@pytest.mark.parametrize("state", [b"", b"\xc1", encode("no state"), encode({"rounds": 1}), bytes(9)])
def test_a_state_that_nobody_can_read_is_refused(state: bytes) -> None:
    signed = sign(illegal_call(), state=state_digest(state))
    refuse(shown("IllegalDecision", signed, state=state), GAME.genesis)


# A state that the rules do not reach.


def test_another_initial_state_is_a_proof_by_itself() -> None:
    for envelope in (CHAINS[1][0], CHAINS[1][1]):
        wrong = sign(envelope, state=noise("x"))
        assert holds(shown("WrongState", wrong)) == wrong.number


def test_another_initial_state_is_a_proof_behind_an_honest_accept() -> None:
    wrong = sign(CHAINS[1][1], state=noise("x"))
    assert holds(shown("WrongState", CHAINS[1][0], wrong)) == 1


def test_a_later_state_is_no_proof_by_itself() -> None:
    refuse(shown("WrongState", sign(CHAINS[1][2], state=noise("x"))), GAME.genesis)
    refuse(shown("WrongState", CHAINS[1][1], sign(CHAINS[1][2], state=noise("x"))), GAME.genesis)


def others_of(step: int, seat: int = 1) -> list[Envelope]:
    """What the other seats gave to a step: their open decisions and their reveals."""
    said = [e for other in range(3) if other != seat for e in step_of(other, step)]
    return [e for e in said if isinstance(e.message, Decide | Reveal)]


def own_before(step: int, seat: int = 1) -> list[Envelope]:
    """A seat's whole step and the message before it."""
    first = step_of(seat, step)[0].number
    return [CHAINS[seat][first - 1], *step_of(seat, step)]


def claimed(step: int, seat: int = 1) -> list[Envelope]:
    """Evidence that a seat claims another state than its own lock of this step leads to."""
    wrong = sign(step_of(seat, step + 1)[0], state=noise("x"))
    return [*others_of(step, seat), *own_before(step, seat), wrong]


def replay_proof(evidence: list[Envelope], step: int) -> Proof:
    return shown("WrongState", *evidence, state=STATES[step])


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_state_that_does_not_follow_from_a_seats_own_lock_is_a_proof(step: int, seat: int) -> None:
    evidence = claimed(step, seat)
    assert holds(replay_proof(evidence, step)) == evidence[-1].number


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_state_that_follows_from_a_seats_own_lock_is_no_proof(step: int) -> None:
    evidence = [*claimed(step)[:-1], step_of(1, step + 1)[0]]
    refuse(replay_proof(evidence, step), GAME.genesis)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_replay_without_any_one_of_its_messages_is_refused(step: int) -> None:
    evidence = claimed(step)
    needed = [envelope for envelope in evidence if envelope != own_before(step)[0]]
    for left_out in needed:
        refuse(replay_proof([e for e in evidence if e != left_out], step), GAME.genesis)


def test_a_replay_in_another_order_of_the_seats_own_messages_is_refused() -> None:
    others, own = others_of(2), claimed(2)[len(others_of(2)) :]
    refuse(replay_proof([*others, own[1], own[0], *own[2:]], 2), GAME.genesis)
    refuse(replay_proof([*others, *own[:-2], own[-1], own[-2]], 2), GAME.genesis)


def test_the_others_messages_may_stand_anywhere_before_the_accused_one() -> None:
    others, own = others_of(2), claimed(2)[len(others_of(2)) :]
    assert holds(replay_proof([own[0], others[1], *own[1:-1], others[0], own[-1]], 2)) == own[-1].number


def test_a_replay_does_not_begin_inside_the_step() -> None:
    others, own = others_of(2), claimed(2)[len(others_of(2)) :]
    for start in range(1, len(own)):
        refuse(replay_proof([*others, *own[start:]], 2), GAME.genesis)


def test_a_replay_judges_the_first_message_of_a_step_only() -> None:
    wrong = claimed(2)
    refuse(replay_proof([*wrong, after(wrong[-1], Keep(0, 3))], 2), GAME.genesis)


def test_a_replay_after_a_vote_is_refused() -> None:
    own = own_before(2)
    voted = relink([*own, after(own[-1], Forfeit(((0, 1),))), claimed(2)[-1]])
    refuse(replay_proof([*others_of(2), *voted], 2), GAME.genesis)


def test_a_keep_does_not_change_what_a_seat_counted() -> None:
    own = own_before(2)
    kept = relink([*own, after(own[-1], Keep(0, 1)), claimed(2)[-1]])
    assert holds(replay_proof([*others_of(2), *kept], 2)) == kept[-1].number


def test_a_replay_on_another_past_than_the_lock_is_refused() -> None:
    *before, last = claimed(2)
    refuse(replay_proof([*before, sign(last, past=noise("x"))], 2), GAME.genesis)


def test_a_replay_from_another_state_than_the_lock_names_is_refused() -> None:
    evidence = claimed(2)
    for state in (STATES[1], STATES[3], STATES[2] + b"\0", b"\xc0"):
        refuse(shown("WrongState", *evidence, state=state), GAME.genesis)


def test_a_replay_of_the_steps_before_any_lock_is_refused() -> None:
    for end in (1, 2):
        wrong = [*CHAINS[1][: end - 1], sign(CHAINS[1][end - 1], state=noise("x"))]
        refuse(shown("WrongState", *wrong, state=INITIAL), GAME.genesis)


def test_a_replay_of_a_locked_choice_that_the_rules_refuse_is_refused() -> None:
    bad = illegal_call()
    lock = sign(CHAINS[1][1], Lock((bad.id, None, None)))
    past = next_past(lock.header.past, (bad.id, None, None))
    accused = sign(CHAINS[1][2], previous=lock.id, past=past, state=noise("x"))
    refuse(shown("WrongState", bad, CHAINS[1][0], lock, accused, state=INITIAL), GAME.genesis)


def test_a_choice_that_nobody_asked_for_cannot_be_replayed() -> None:
    call, extra = step_of(0, 1)[0], sign(step_of(2, 1)[0], Decide(("call", "rock")))
    entries = (call.id, None, extra.id)
    lock = sign(CHAINS[1][1], Lock(entries))
    past = next_past(lock.header.past, entries)
    accused = sign(CHAINS[1][2], previous=lock.id, past=past, state=noise("x"))
    refuse(shown("WrongState", call, extra, CHAINS[1][0], lock, accused, state=INITIAL), GAME.genesis)


def test_a_choice_that_the_lock_leaves_out_is_the_rules_default() -> None:
    lock = sign(CHAINS[1][1], Lock((None, None, None)))
    past = next_past(lock.header.past, (None, None, None))
    initial = RULES.initial(GAME.genesis)
    reached = RULES.settle(initial, {0: RULES.default(initial, 0)})
    right = state_digest(encode_state(RULES, reached))
    accused = sign(CHAINS[1][2], previous=lock.id, past=past, state=right)
    refuse(shown("WrongState", CHAINS[1][0], lock, accused, state=INITIAL), GAME.genesis)
    accused = sign(accused, state=noise("x"))
    assert holds(shown("WrongState", CHAINS[1][0], lock, accused, state=INITIAL)) == accused.number


def test_a_header_cannot_be_lent_to_another_table() -> None:
    other = genesis_of(3, rounds=77)
    header = CHAINS[1][1].header._replace(table=other.table)
    lent = seal(key_of(1), header, CHAINS[1][1].message)
    refuse(shown("Equivocation", CHAINS[1][1], lent), GAME.genesis)


# What a wrong state should have followed from.


def test_what_the_author_of_a_wrong_state_had_locked_leads_to_the_right_one() -> None:
    arena, proof = proof_of("wrong last state")
    locked = locked_by(proof, arena.genesis, RULES)
    assert locked.values.keys() == {0, 1, 2}
    reached = settled(locked, locked.values, arena.genesis, RULES)
    assert state_digest(reached) == arena.states[0][locked.step + 1]
    left_out = settled(locked, {}, arena.genesis, RULES)
    assert reached != left_out


@pytest.mark.parametrize("name", ["two states", "illegal decision"])
def test_nothing_was_locked_where_no_step_was_settled(name: str) -> None:
    arena, proof = proof_of(name)
    with pytest.raises(BadProof):
        locked_by(proof, arena.genesis, RULES)
