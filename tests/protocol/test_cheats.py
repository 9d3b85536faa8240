"""Every cheat of `tests.support.cheats`, at every seat: found by all, blamed on its author alone."""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import RULES, SessionTable, genesis_of
from protocol.canonical import decode, encode
from protocol.chain import MAX_KEEPS, MAX_VOTES
from protocol.errors import FAULTS, BadProof
from protocol.events import Absent, Claimed, Finished, Proved, StepOpened
from protocol.faults import MAX_EVIDENCE, Proof, check
from protocol.framing import MAX_FRAME
from protocol.genesis import Genesis
from protocol.messages import Commit, Reveal
from protocol.rules import GameOver
from tests.support.cheats import HARMLESS, LATER, PROVABLE, SILENT, Arena, Cheat, wait_out
from tests.support.samples import sample

ALL = (*PROVABLE, *LATER, *HARMLESS, *SILENT)
BY_NAME = {cheat.name: cheat for cheat in ALL}


def named(cheats: tuple[Cheat, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("cheat", cheats, ids=lambda cheat: cheat.name.replace(" ", "-"))


LONG = ("votes without end", "keeps without end", "fill its chain")
"""Chains of dozens of messages, which take long to come to rest when they arrive in any order."""


def play(seats: int, cheat: Cheat, liar: int, seed: int = 0, rounds: int = 1) -> Arena:
    """Seed 0 delivers in order, every other seed in an order of its own."""
    shuffled = seed > 0 and cheat.name not in LONG
    arena = Arena(seats, cheat, liar, seed=seed, shuffled=shuffled, rounds=rounds)
    wait_out(arena.begin())
    assert arena.has_struck
    return arena


def tables(*sizes: int, seeds: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    return ((seats, liar, seed) for seats in sizes for liar in range(seats) for seed in seeds)


def check_agreement(arena: Arena) -> None:
    """The honest seats held the same state at every step."""
    for step in range(max(map(max, arena.states.values())) + 1):
        held = {arena.states[seat][step] for seat in arena.honest if step in arena.states[seat]}
        assert len(held) <= 1, step


def check_end(arena: Arena, *, late: bool) -> None:
    """Of two the honest one claims the table; of more the honest ones finish the game."""
    outcomes = [arena.sessions[seat].play.outcome for seat in arena.honest]
    claimed = Claimed(arena.sessions[arena.honest[0]].play.step, tuple(arena.honest))
    if len(arena.honest) > 1 or (late and outcomes != [claimed]):
        assert isinstance(outcomes[0], Finished)
        assert set(outcomes) == {outcomes[0]}
    else:
        assert outcomes == [claimed]


def check_proven(arena: Arena, cheat: Cheat) -> None:
    """Everybody found it, and a stranger who is given the genesis and the proof agrees."""
    for seat in arena.honest:
        proofs = arena.sessions[seat].proofs
        assert proofs.keys() == {arena.liar}
        proof = proofs[arena.liar]
        assert proof.fault in cheat.faults
        assert len(proof.encode()) < MAX_FRAME
        known = Genesis.read(arena.genesis.encoded)
        assert check(Proof.read(proof.encode()), known, RULES) == check(proof, known, RULES)


def is_late(arena: Arena) -> bool:
    """Whether an honest seat had nothing left to do but to sign the end when it learned of the fault."""
    events = arena.events[arena.honest[0]]
    proved = next(place for place, event in enumerate(events) if isinstance(event, Proved))
    return any(
        isinstance(event, StepOpened) and isinstance(event.need, GameOver) for event in events[:proved]
    )


def check_provable(seats: int, cheat: Cheat, liar: int, seed: int, rounds: int = 1) -> None:
    arena = play(seats, cheat, liar, seed, rounds)
    check_proven(arena, cheat)
    check_agreement(arena)
    check_end(arena, late=is_late(arena))
    gone = {event.seat for seat in arena.honest for event in arena.happened(seat, Absent)}  # type: ignore[union-attr]
    # Of two, one can always claim the table; caught, it gains nothing by it.
    assert gone <= {liar} or seats == 2


def test_every_fault_has_a_cheat() -> None:
    assert {fault for cheat in PROVABLE for fault in cheat.faults} == FAULTS.keys()
    assert {fault for cheat in PROVABLE if len(cheat.faults) == 1 for fault in cheat.faults} >= (
        FAULTS.keys() - {"Equivocation"}
    )
    assert len(BY_NAME) == len(ALL)


@named(PROVABLE)
def test_a_cheat_is_found_out_by_all(cheat: Cheat) -> None:
    for seats, liar, seed in tables(3, seeds=(0,)):
        check_provable(seats, cheat, liar, seed)


@named(LATER)
def test_a_cheat_of_the_second_round_is_found_out_by_all(cheat: Cheat) -> None:
    """Seat 1 is the caller of that round."""
    for seats, liar, seed in tables(3, 4, seeds=(0, 1)):
        if liar != 1:
            check_provable(seats, cheat, liar, seed, rounds=2)


@pytest.mark.slow
@named(PROVABLE)
def test_a_cheat_is_found_out_by_all_in_any_order(cheat: Cheat) -> None:
    drawn = [*tables(2, 3, seeds=(1,)), *tables(2, seeds=(0,)), *tables(4, seeds=(2,))]
    for seats, liar, seed in sample(drawn, 5):
        if seats >= cheat.least:
            check_provable(seats, cheat, liar, seed)


@pytest.mark.slow
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_table_of_seven_finds_it_too(fault: str) -> None:
    cheat = next(cheat for cheat in PROVABLE if fault in cheat.faults)
    check_provable(7, cheat, liar=3, seed=1)


def check_harmless(seats: int, cheat: Cheat, liar: int, seed: int) -> None:
    arena = play(seats, cheat, liar, seed)
    check_agreement(arena)
    outcomes = {session.play.outcome for session in arena.sessions.values()}
    assert len(outcomes) == 1
    assert isinstance(outcomes.pop(), Finished)
    for seat, session in arena.sessions.items():
        assert not session.proofs
        assert not arena.happened(seat, Absent)


@named(HARMLESS)
def test_a_trick_that_changes_nothing(cheat: Cheat) -> None:
    for seats, liar, seed in [*tables(3, seeds=(0, 1)), *tables(2, seeds=(0,) if cheat.least == 2 else ())]:
        check_harmless(seats, cheat, liar, seed)


@pytest.mark.slow
@named(HARMLESS)
def test_a_trick_that_changes_nothing_at_a_larger_table(cheat: Cheat) -> None:
    for seats, liar, seed in tables(4, seeds=(0, 1)):
        check_harmless(seats, cheat, liar, seed)


def check_silent(seats: int, cheat: Cheat, liar: int, seed: int) -> None:
    arena = play(seats, cheat, liar, seed)
    check_agreement(arena)
    check_end(arena, late=False)
    for seat in arena.honest:
        assert not arena.sessions[seat].proofs
        if seats > 2:
            assert [event.seat for event in arena.happened(seat, Absent)] == [liar]  # type: ignore[union-attr]


@named(SILENT)
def test_what_nobody_can_prove_is_voted_out(cheat: Cheat) -> None:
    for seats, liar, seed in [*tables(3, seeds=(0,)), *tables(2, seeds=(0,) if cheat.least == 2 else ())]:
        check_silent(seats, cheat, liar, seed)


@pytest.mark.slow
@named(SILENT)
def test_what_nobody_can_prove_is_voted_out_in_any_order(cheat: Cheat) -> None:
    for seats, liar, seed in [*tables(3, seeds=(1, 2)), *tables(4, seeds=(1,))]:
        check_silent(seats, cheat, liar, seed)


def test_a_copied_commitment_cannot_be_opened() -> None:
    """Seat 1 commits to what seat 0 committed to, and repeats what seat 0 reveals."""
    mesh = SessionTable(3, rounds=1).begin()
    while mesh.sessions[1].play.step < 3:
        if mesh.packets:
            mesh.deliver(mesh.packets.pop(0))
        else:
            mesh.choose(next(seat for seat, session in mesh.sessions.items() if session.duties()))
    mesh.choose(0)
    while mesh.packets:
        mesh.deliver(mesh.packets.pop(0))
    session = mesh.sessions[1]
    (copied,) = [e.message for e in session.log.chains[0] if e.step == 3 and isinstance(e.message, Commit)]
    happened: list = []  # type: ignore[type-arg]
    session._say(1, copied, happened)
    mesh.absorb(1, happened + session._go_on())
    mesh.run()
    assert [waiting.seat for waiting in mesh.sessions[2].waiting()] == [1]
    (shown,) = [e.message for e in session.log.chains[0] if e.step == 3 and isinstance(e.message, Reveal)]
    mesh.post(1, b"m" + session._draft(1, shown).wire)
    mesh.run()
    for seat in (0, 2):
        assert mesh.sessions[seat].proofs[1].fault == "FalseOpening"
        assert isinstance(mesh.sessions[seat].play.outcome, Finished)


# Proofs.


def proofs() -> Iterator[tuple[Arena, Proof]]:
    """One proof of every fault."""
    for fault in sorted(FAULTS):
        cheat = next(cheat for cheat in PROVABLE if min(cheat.faults) == fault or cheat.faults == {fault})
        arena = play(3, cheat, liar=1)
        yield arena, arena.sessions[0].proofs[1]


@pytest.mark.parametrize("change", ["byte", "seat", "fault", "table", "evidence", "state", "extra"])
def test_a_changed_proof_is_refused(change: str) -> None:
    random = Random(change)
    for arena, proof in proofs():
        for data in forgeries(change, proof, random):
            with pytest.raises(BadProof):
                check(Proof.read(data), arena.genesis, RULES)


def forgeries(change: str, proof: Proof, random: Random) -> Iterator[bytes]:
    encoded = proof.encode()
    version, table, fault, seat, evidence, state = cast("Any", decode(encoded))
    match change:
        case "byte":
            for place in range(0, len(encoded), 1 + len(encoded) // 60):
                flipped = bytearray(encoded)
                flipped[place] ^= 1 << random.randrange(8)
                yield bytes(flipped)
        case "seat":
            for number in (0, 2, 3, 7, -1, True):
                yield encode((version, table, fault, number, evidence, state))
        case "fault":
            for other in sorted(FAULTS.keys() - {fault}):
                yield encode((version, table, other, seat, evidence, state))
            yield encode((version, table, "Guilty", seat, evidence, state))
        case "table":
            yield encode((version, genesis_of(3, rounds=77).table, fault, seat, evidence, state))
        case "evidence":
            yield encode((version, table, fault, seat, evidence[:-1], state))
            yield encode((version, table, fault, seat, evidence[-1:] * 2, state))
            yield encode((version, table, fault, seat, (*evidence, b""), state))
        case "state":
            yield encode((version, table, fault, seat, evidence, state + b"\x00"))
            yield encode((version, table, fault, seat, evidence, noise("state")))
        case "extra":
            yield encode((version, table, fault, seat, (*evidence, evidence[-1]), state))


def test_the_evidence_of_the_longest_breach_is_taken() -> None:
    """Two steps full of votes and keeps, and one message too many."""
    assert 2 * (3 + MAX_VOTES + MAX_KEEPS) + 2 <= MAX_EVIDENCE
