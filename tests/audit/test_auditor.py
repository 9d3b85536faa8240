"""Transcripts replayed from nothing: the right seat is named and nobody else, whoever gives which files."""

import gc
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random

import pytest

from p2p_heroes.audit import auditor as lab
from p2p_heroes.audit.auditor import Given, audit, audit_all
from p2p_heroes.audit.difference import ClaimedState, Difference
from p2p_heroes.audit.findings import Audited, Finding, RefusedFile, SoundProofs, Verdict, overall
from p2p_heroes.node.replay import AT_ONCE
from p2p_heroes.tabletest.attacks import ATTACKS, Occasion
from p2p_heroes.tabletest.attacks.acts import headed, to_all
from p2p_heroes.tabletest.attacks.provable import forged
from p2p_heroes.tabletest.attacks.silent import strayed
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import RULES, SessionTable, genesis_of
from protocol.envelope import Envelope, open_envelope, seal
from protocol.errors import FAULTS
from protocol.events import Claimed, Finished
from protocol.faults import check
from protocol.frozen import replace
from protocol.messages import Commit, Lock
from protocol.proof_file import ProofFile
from protocol.rules import GameOver
from protocol.transcript import Founded, Proven, Record, Spoken
from scripts.tools.make_vectors import stored
from scripts.tools.vectors.transcript.record import file_of, records_of
from scripts.tools.vectors.vector import ACCEPT, Vector, read
from tests.protocol.test_session import two_faced
from tests.support.cheats import HARMLESS, PROVABLE, SILENT, Arena, Cheat, wait_out

TRANSCRIPTS = ("transcript/", "card_transcript/")
VECTORS = {
    path: read(text) for path, text in stored().items() if path.startswith((*TRANSCRIPTS, "proof_file/"))
}
SEATS = 3


def given(mesh: SessionTable, *seats: int) -> list[Given]:
    return [Given(f"{seat}.heroes", file_of(records_of(mesh, seat))) for seat in seats]


def audit_table(files: Sequence[Given]) -> Audited:
    """What files of one table come to that are all sound."""
    [finding] = audit(files)
    assert isinstance(finding, Audited)
    return finding


def audit_records(*files: Iterable[Record]) -> Audited:
    return audit_table([Given(f"file {place}", file_of(records)) for place, records in enumerate(files)])


def refused(data: bytes) -> RefusedFile:
    [finding] = audit([Given("file", data)])
    assert isinstance(finding, RefusedFile)
    return finding


@cache
def fair() -> SessionTable:
    return SessionTable(SEATS, rounds=1).begin().run()


@cache
def cheated(name: str, liar: int = 1) -> Arena:
    """A table at which one seat did that, and the others came to an end all the same."""
    arena = Arena(SEATS, ATTACKS[name], liar)
    wait_out(arena.begin())
    assert arena.has_struck
    return arena


# The vectors.


@pytest.mark.parametrize("path", [path for path in VECTORS if path.startswith(TRANSCRIPTS)])
def test_every_vector_of_a_transcript_gets_its_verdict(path: str) -> None:
    made = VECTORS[path]
    [finding] = audit([Given(path, made.one("file"))])
    if isinstance(finding, RefusedFile):
        assert finding.refusal == made.expect
        return
    assert isinstance(finding, Audited)
    [sheet] = finding.sheets
    assert sheet.torn == made.number("torn")
    assert (finding.step, finding.state.hex()) == (made.number("step"), made.fields["state"])
    assert outcome_of(finding) == (made.fields["outcome"], made.numbers("claimants"))
    assert finding.places == made.numbers("places")
    assert tuple(sorted({absence.seat for absence in finding.absences})) == made.numbers("absent")
    faults = sorted((one.proof.seat, one.proof.fault) for one in finding.convictions)
    assert ", ".join(f"{seat} {fault}" for seat, fault in faults) == made.fields["faults"]
    assert verdict_of(made, finding) == finding.verdict
    for first in finding.convictions[:1]:
        assert (first.proof.fault, first.proof.seat) == (made.expect, made.number("seat"))


def outcome_of(finding: Audited) -> tuple[str, tuple[int, ...]]:
    match finding.outcome:
        case Finished():
            return "finished", ()
        case Claimed(seats=seats):
            return "claimed", seats
    return "unfinished", ()


def verdict_of(made: Vector, finding: Audited) -> Verdict:
    if made.expect in FAULTS:
        return Verdict.PROVEN
    if finding.strays:
        return Verdict.DOUBTFUL
    if made.fields["disputed"]:
        return Verdict.DISPUTED
    return Verdict.SOUND if made.fields["outcome"] == "finished" else Verdict.NO_RESULT


@pytest.mark.parametrize("path", [path for path in VECTORS if path.startswith("proof_file/")])
def test_every_vector_of_a_proof_file_gets_its_verdict(path: str) -> None:
    made = VECTORS[path]
    [finding] = audit([Given(path, made.one("file"))])
    if isinstance(finding, RefusedFile):
        assert finding.refusal == made.expect
        assert finding.verdict is (Verdict.UNREADABLE if made.expect == "BadGenesis" else Verdict.DOUBTFUL)
        return
    assert isinstance(finding, SoundProofs)
    first = finding.convictions[0]
    assert (first.proof.fault, first.proof.seat) == (made.expect, made.number("seat"))
    assert first.number == made.number("number")
    assert finding.verdict is Verdict.PROVEN


def test_the_vectors_have_every_verdict() -> None:
    found = {overall(audit([Given(path, made.one("file"))])) for path, made in VECTORS.items()}
    assert found == set(Verdict)
    assert ACCEPT in {made.expect for made in VECTORS.values()}


# Cheats.

LIARS = {cheat: place % SEATS for place, cheat in enumerate(PROVABLE)}
"""Each seat in its turn, so that a table is played once for all that is asked of it."""
CHEATS = pytest.mark.parametrize("cheat", PROVABLE, ids=lambda cheat: cheat.name.replace(" ", "-"))
TRICKS = pytest.mark.parametrize(
    "cheat", [*HARMLESS, *SILENT], ids=lambda cheat: cheat.name.replace(" ", "-")
)


def blamed(findings: Iterable[Finding]) -> set[int]:
    return {
        conviction.proof.seat
        for finding in findings
        if not isinstance(finding, RefusedFile)
        for conviction in finding.convictions
    }


def check_blame(finding: Audited, arena: Arena, cheat: Cheat) -> None:
    [conviction] = finding.convictions
    assert conviction.proof.seat == arena.liar
    assert conviction.proof.fault in cheat.faults
    assert finding.verdict is Verdict.PROVEN
    accused = conviction.evidence[-1]
    if isinstance(accused, Envelope):
        assert (accused.seat, accused.number, accused.step) == (
            arena.liar,
            conviction.number,
            conviction.step,
        )
    else:
        assert conviction.proof.fault == "Malformed"
    assert {absence.seat for absence in finding.absences} <= {arena.liar}


@CHEATS
def test_a_cheat_is_named_from_every_honest_transcript_and_from_all(cheat: Cheat) -> None:
    arena = cheated(cheat.name, LIARS[cheat])
    for seats in ([arena.honest[0]], [arena.honest[1]], arena.honest, arena.honest[::-1]):
        check_blame(audit_table(given(arena, *seats)), arena, cheat)


@CHEATS
def test_a_cheat_that_hands_in_its_own_record_too_brings_nobody_else_in(cheat: Cheat) -> None:
    arena = cheated(cheat.name, LIARS[cheat])
    assert blamed(audit(given(arena, arena.liar))) <= {arena.liar}
    assert blamed(audit(given(arena, *arena.sessions))) == {arena.liar}


@TRICKS
def test_what_nobody_can_prove_is_never_proven(cheat: Cheat) -> None:
    for liar in (0, SEATS - 1):
        arena = cheated(cheat.name, liar)
        for seats in ([arena.honest[0]], [arena.honest[1]], arena.honest):
            finding = audit_table(given(arena, *seats))
            assert not finding.convictions
            assert isinstance(finding.outcome, Finished)
            silent = {liar} if cheat in SILENT else set()
            assert {absence.seat for absence in finding.absences} == silent
            assert all(set(absence.observers) == set(arena.honest) for absence in finding.absences)
        # Its own record may betray it, but never anybody else.
        assert blamed(audit(given(arena, *arena.sessions))) <= {liar}


def test_who_strays_without_proof_leaves_a_doubt() -> None:
    for name, field in (("another past after a vote", "past"), ("another state after a vote", "state")):
        finding = audit_table(given(cheated(name), 0, 2))
        [stray] = finding.strays
        assert (stray.seat, stray.field, finding.verdict) == (1, field, Verdict.DOUBTFUL)


@pytest.mark.parametrize("seed", range(16))
def test_whatever_is_cut_changed_and_mixed_no_honest_seat_is_blamed(seed: int) -> None:
    """Any of the files, each cut somewhere, some rewritten with fresh checks, in any order."""
    random = Random(f"audit {seed}")
    arena = cheated(random.choice((*PROVABLE, *SILENT)).name, random.randrange(SEATS))
    files: list[Given] = []
    for seat in random.sample(range(SEATS), random.randint(1, SEATS)):
        records = records_of(arena, seat)
        records = records[: random.randint(1, len(records))]
        if random.random() < 0.3:
            records = [records[0], *twisted(records[1:], random)]
        files.append(Given(str(seat), file_of(records)))
    assert blamed(audit(files)) <= {arena.liar}


def twisted(records: list[Record], random: Random) -> list[Record]:
    """Some records left out, some swapped, a bit changed in some."""
    kept = [record for record in records if random.random() < 0.95]
    if len(kept) > 1 and random.random() < 0.5:
        place = random.randrange(len(kept) - 1)
        kept[place : place + 2] = kept[place + 1], kept[place]
    return [_bitten(record, random) if random.random() < 0.02 else record for record in kept]


def _bitten(record: Record, random: Random) -> Record:
    if not isinstance(record, Spoken):
        return record
    wire = bytearray(record.wire)
    wire[random.randrange(len(wire))] ^= 1 << random.randrange(8)
    return Spoken(bytes(wire))


ONE_OF_EACH = {fault: next(c for c in PROVABLE if fault in c.faults) for fault in sorted(FAULTS)}


@pytest.mark.parametrize("fault", ONE_OF_EACH)
def test_an_exported_proof_holds_alone_and_no_bit_of_it_can_be_changed(fault: str) -> None:
    cheat = ONE_OF_EACH[fault]
    arena = cheated(cheat.name, LIARS[cheat])
    [conviction] = audit_table(given(arena, arena.honest[0])).convictions
    proof_file = ProofFile(arena.genesis, (conviction.proof,)).encode()
    [finding] = audit([Given("proof", proof_file)])
    assert isinstance(finding, SoundProofs)
    assert finding.convictions == (conviction,)
    for bit in range(0, 8 * len(proof_file), 41):
        changed = bytearray(proof_file)
        changed[bit // 8] ^= 1 << bit % 8
        assert overall(audit([Given("proof", bytes(changed))])) in (Verdict.DOUBTFUL, Verdict.UNREADABLE)


def test_an_illegal_decision_has_the_reason_of_the_rules() -> None:
    for name in ("illegal decision", "illegal secret", "bad share of chance"):
        [conviction] = audit_table(given(cheated(name), 0)).convictions
        assert conviction.reason
    [conviction] = audit_table(given(cheated("false lock"), 0)).convictions
    assert conviction.reason is None


# States that differ.


def stale(step: int) -> Callable[[Envelope], bytes]:
    """The state that the fair game had at a step."""
    return lambda envelope: fair().states[0][step]


def audited_with(cheat: Cheat) -> Audited:
    arena = Arena(SEATS, cheat, 1)
    wait_out(arena.begin())
    return audit_table(given(arena, 0))


def test_a_wrong_state_is_found_again_with_the_first_field_that_differs() -> None:
    """Bo signs the end on the state before the throws, as if none had been made."""
    late, act = Occasion(Lock, GameOver), to_all(headed(state=stale(3)))
    cheat = forged("stay behind", "WrongState", late, act, "signs an old state")
    [conviction] = audited_with(cheat).convictions
    assert conviction.claim == ClaimedState(None, Difference(("called",), (None,), ("paper",)))


def test_a_state_that_fits_no_mistake_is_not_guessed_at() -> None:
    for name in ("wrong last state", "two states", "wrong initial state"):
        [conviction] = audit_table(given(cheated(name), 0)).convictions
        assert conviction.claim is None


def test_a_stray_state_is_found_again_and_proves_nothing() -> None:
    """After a vote of its own Bo signs the throws on the state before the stake was drawn."""
    finding = audited_with(strayed("stay behind", "signs an old state", state=stale(2)))
    [stray] = finding.strays
    assert (stray.seat, stray.field) == (1, "state")
    assert stray.claim == ClaimedState(None, Difference(("stake",), (2,), (0,)))
    assert not finding.convictions


# Files that were changed.


def test_a_record_that_was_changed_is_damage_and_nobodys_fault() -> None:
    whole = file_of(records_of(fair(), 0))
    for place in range(30, len(whole) - 400, 97):
        changed = bytearray(whole)
        changed[place] ^= 1
        finding = refused(bytes(changed))
        assert (finding.refusal, finding.verdict) == ("BrokenTranscript", Verdict.UNREADABLE)


def test_what_is_no_file_of_ours_is_unreadable() -> None:
    assert refused(b"a letter to a friend").verdict is Verdict.UNREADABLE
    assert refused(b"").verdict is Verdict.UNREADABLE
    strange = replace(genesis_of(2), game="halma")
    finding = refused(file_of([Founded(strange.encoded)]))
    assert (finding.refusal, finding.verdict) == ("BadGenesis", Verdict.UNREADABLE)


def test_what_is_no_record_is_damage_however_well_it_is_checked() -> None:
    for name in ("record_not_canonical", "record_of_no_kind", "secret_with_a_short_salt"):
        finding = refused(VECTORS[f"transcript/{name}.txt"].one("file"))
        assert (finding.refusal, finding.verdict) == ("BrokenTranscript", Verdict.UNREADABLE)


def test_altered_words_under_a_recomputed_check_convict_nobody() -> None:
    """Whoever rewrites the file can put anything into a seat's mouth, but not its signature under it."""
    records = records_of(fair(), 0)
    for place, record in enumerate(records):
        if isinstance(record, Spoken):
            twisted = bytearray(record.wire)
            twisted[-70] ^= 1
            finding = refused(file_of([*records[:place], Spoken(bytes(twisted)), *records[place + 1 :]]))
            assert finding.refusal == "BrokenTranscript"
            assert finding.cause in ("BadSignature", "NotCanonical", "BadField")
            assert finding.verdict is Verdict.DOUBTFUL


def test_an_accusation_that_does_not_hold_convicts_nobody() -> None:
    arena = cheated("false lock")
    [conviction] = audit_table(given(arena, 0)).convictions
    twisted = Proven(replace(conviction.proof, seat=2).encode())
    finding = refused(file_of([*records_of(arena, 0)[:5], twisted]))
    assert (finding.cause, finding.verdict) == ("BadProof", Verdict.DOUBTFUL)


def test_a_message_that_was_taken_out_is_missed() -> None:
    records = records_of(fair(), 0)
    spoken = [place for place, record in enumerate(records) if isinstance(record, Spoken)]
    finding = refused(file_of([*records[: spoken[3]], *records[spoken[3] + 1 :]]))
    assert (finding.cause, finding.verdict) == ("Gap", Verdict.DOUBTFUL)


def test_a_table_that_the_others_never_signed_convicts_nobody() -> None:
    """A genesis with foreign keys is easily written; without their signatures it shows nothing about them."""
    finding = audit_records(records_of(fair(), 0)[:2])
    assert finding.heads == (1, 0, 0)
    assert (finding.verdict, finding.convictions) == (Verdict.NO_RESULT, ())


def test_a_file_that_is_refused_does_not_spoil_the_others() -> None:
    files = [*given(fair(), 0, 1), Given("broken", b"")]
    findings = audit(files)
    assert [type(finding) for finding in findings] == [RefusedFile, Audited]
    assert overall(findings) is Verdict.UNREADABLE


# Several files.


def fork(records: list[Record]) -> list[Record]:
    """The same record up to seat 1's commitment to its throw, and another one in its place."""
    genesis = fair().genesis
    for place, record in enumerate(records):
        if isinstance(record, Spoken):
            said = open_envelope(record.wire, genesis)
            if (said.seat, said.step) == (1, 3) and isinstance(said.message, Commit):
                twin = seal(key_of(1), said.header, Commit(noise("twin")))
                return [*records[:place], Spoken(twin.wire)]
    raise AssertionError("seat 1 throws")


def test_two_seats_that_one_voter_has_parted_convict_it_alone() -> None:
    mesh = two_faced(telling=False)
    files = given(mesh, 1, 2)
    assert [audit_table([file]).verdict for file in files] == [Verdict.DOUBTFUL, Verdict.NO_RESULT]
    finding = audit_table(files)
    assert [(one.proof.seat, one.proof.fault) for one in finding.convictions] == [(0, "Equivocation")]
    assert [(parting.step, parting.seats) for parting in finding.partings] == [(3, (3,))]


def test_two_stories_are_found_by_laying_two_files_together() -> None:
    one, other = records_of(fair(), 0), fork(records_of(fair(), 2))
    assert audit_records(one).verdict is Verdict.SOUND
    assert audit_records(other).verdict is Verdict.NO_RESULT
    for files in ((one, other), (other, one)):
        finding = audit_records(*files)
        [conviction] = finding.convictions
        assert (conviction.proof.fault, conviction.proof.seat) == ("Equivocation", 1)
        assert isinstance(finding.outcome, Finished)
        assert check(conviction.proof, finding.genesis, RULES) == conviction.number


def test_a_fault_that_one_file_proves_is_not_lost_among_others() -> None:
    arena = cheated("malformed accept")
    finding = audit_table(given(arena, 0, 2))
    assert [conviction.proof.seat for conviction in finding.convictions] == [1]


def test_tables_are_judged_apart() -> None:
    other = SessionTable(2, rounds=1).begin().run()
    findings = audit([*given(fair(), 0), *given(other, 0, 1), *given(fair(), 2)])
    assert all(isinstance(finding, Audited) for finding in findings)
    assert [len(finding.sheets) for finding in findings if isinstance(finding, Audited)] == [2, 2]
    assert overall(findings) is Verdict.SOUND


def test_the_gravest_verdict_counts() -> None:
    findings = audit([*given(fair(), 0), *given(cheated("false lock"), 0), Given("broken", b"")])
    assert overall(findings) is Verdict.PROVEN
    assert overall(()) is Verdict.SOUND


def test_whoever_watches_is_told_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    files = given(fair(), 0, 1)
    audit(files, watch=lambda done, total: seen.append((done, total)))
    total = sum(len(records_of(fair(), seat)) for seat in (0, 1))
    assert seen == [(done, total) for done in range(1, total + 1)]


def test_a_file_that_is_refused_counts_as_done() -> None:
    seen: list[int] = []
    records = records_of(fair(), 0)
    total = 2 * len(records)
    halved = [Given("no", file_of([*records[:3], *records[4:]])), *given(fair(), 0)]
    audit(halved, watch=lambda done, total: seen.append(done))
    assert seen == sorted(set(seen))
    assert seen[-1] == total - 1


def test_a_long_file_that_is_refused_is_done_before_the_findings_are_there() -> None:
    seen: list[tuple[int, int]] = []
    records = records_of(SessionTable(3, rounds=12).begin().run(), 0)
    assert len(records) > AT_ONCE
    bitten = records[2]
    assert isinstance(bitten, Spoken)
    records[2] = Spoken(bitten.wire[:-1] + bytes([bitten.wire[-1] ^ 1]))
    [finding] = audit([Given("no", file_of(records))], watch=lambda done, total: seen.append((done, total)))
    assert isinstance(finding, RefusedFile)
    assert seen[-1] == (len(records), len(records))


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2], ids=["copied", "afresh"])
def test_several_processes_find_the_same_in_the_same_order(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "LARGE", 0)
    monkeypatch.setattr("threading.active_count", lambda: threads)
    games = [SessionTable(2, rounds=rounds).begin().run() for rounds in (1, 2, 3)]
    files = [
        Given(f"{rounds} {seat}", file_of(records_of(game, seat)))
        for seat in (0, 1)
        for rounds, game in enumerate(games)
    ]
    files[3:3] = [Given("broken", b""), Given("halved", files[2].data[:600])]
    seen: list[tuple[int, int]] = []
    findings = audit_all(files, 2, lambda done, total: seen.append((done, total)))
    assert findings == audit(files)
    assert seen == [(done, 4) for done in (1, 2, 3, 4)]


def test_for_little_no_process_is_started() -> None:
    seen: list[tuple[int, int]] = []
    files = [*given(fair(), 0), *given(SessionTable(2, rounds=1).begin().run(), 0)]
    assert audit_all(files, 2, lambda done, total: seen.append((done, total))) == audit(files)
    assert len(seen) == seen[-1][1] > 2


# Silence.


def test_absence_is_attested_with_its_witnesses_and_proves_nothing() -> None:
    finding = audit_table(given(cheated("never locks"), 0))
    [absence] = finding.absences
    assert (absence.seat, absence.observers) == (1, (0, 2))
    assert not finding.convictions
    assert finding.verdict is Verdict.SOUND


def test_a_claimed_table_has_no_result() -> None:
    arena = Arena(2, ATTACKS["never locks"], 1)
    wait_out(arena.begin())
    finding = audit_table(given(arena, 0))
    assert finding.outcome == Claimed(finding.step, (0,))
    assert finding.verdict is Verdict.NO_RESULT


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_is_left_as_it_was(on: bool) -> None:
    before = gc.isenabled()
    seen: list[bool] = []
    try:
        (gc.enable if on else gc.disable)()
        audit(given(fair(), 0), lambda done, total: seen.append(gc.isenabled()))
        assert gc.isenabled() == on
        assert set(seen) == {False}
    finally:
        (gc.enable if before else gc.disable)()
