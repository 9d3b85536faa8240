"""What findings come to: one verdict each, and the gravest of all as the exit code."""

from itertools import permutations

import pytest

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import (
    GRAVITY,
    Absence,
    Audited,
    Dispute,
    Finding,
    RefusedFile,
    Stray,
    Verdict,
    overall,
)
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.events import Claimed, Finished
from protocol.frozen import replace
from scripts.tools.vectors.transcript.record import file_of, records_of


def sound() -> Audited:
    [finding] = audit([Given("file", file_of(records_of(SessionTable(2, rounds=1).begin().run(), 0)))])
    assert isinstance(finding, Audited)
    return finding


def test_the_verdicts_are_the_exit_codes() -> None:
    names = ("SOUND", "DOUBTFUL", "UNREADABLE", "PROVEN", "NO_RESULT", "DISPUTED")
    assert [Verdict[name] for name in names] == [0, 1, 2, 3, 4, 5]
    assert set(GRAVITY) == set(Verdict)


@pytest.mark.parametrize(
    ("refusal", "cause", "verdict"),
    [
        ("BrokenTranscript", "BrokenTranscript", Verdict.UNREADABLE),
        ("BrokenTranscript", "NotCanonical", Verdict.DOUBTFUL),
        ("BrokenTranscript", "BadSignature", Verdict.DOUBTFUL),
        ("BadGenesis", "BadGenesis", Verdict.UNREADABLE),
        ("BadProof", "BadProof", Verdict.DOUBTFUL),
    ],
)
def test_a_refused_file_is_unreadable_or_does_not_hold(refusal: str, cause: str, verdict: Verdict) -> None:
    assert RefusedFile("file", refusal, cause, "").verdict is verdict


def test_a_table_is_sound_if_it_has_a_result() -> None:
    assert sound().verdict is Verdict.SOUND
    assert replace(sound(), outcome=None).verdict is Verdict.NO_RESULT
    assert replace(sound(), outcome=Claimed(3, (0,))).verdict is Verdict.NO_RESULT


def test_a_vote_against_what_is_there_is_disputed_and_one_against_what_is_not_is_fine() -> None:
    for dispute in (Dispute((3,)), Dispute(known_to=(0,)), Dispute()):
        assert replace(sound(), absences=(Absence(1, 2, 3, (0, 2), dispute),)).verdict is Verdict.DISPUTED
    assert replace(sound(), absences=(Absence(1, 2, 3, (0, 2)),)).verdict is Verdict.SOUND


def test_whoever_strays_leaves_a_doubt() -> None:
    assert replace(sound(), strays=(Stray(1, 3, 7, "past"),)).verdict is Verdict.DOUBTFUL


def test_two_ends_that_differ_leave_a_doubt() -> None:
    [sheet] = sound().sheets
    twin = replace(sheet, outcome=Finished(4, noise("another end")))
    assert replace(sound(), sheets=(sheet, twin)).verdict is Verdict.DOUBTFUL
    assert replace(sound(), sheets=(sheet, replace(sheet, outcome=None))).verdict is Verdict.SOUND


def test_the_gravest_verdict_counts_in_any_order() -> None:
    refused, doubtful = (
        RefusedFile("file", "BrokenTranscript", cause, "") for cause in ("BrokenTranscript", "Gap")
    )
    disputed = replace(sound(), absences=(Absence(1, 2, 3, (0, 2), Dispute((3,))),))
    findings: list[Finding] = [sound(), replace(sound(), outcome=None), refused, disputed, doubtful]
    for count in range(1, 6):
        for some in permutations(findings[:count]):
            assert overall(some) is GRAVITY[count - 1]
    assert overall(()) is Verdict.SOUND
