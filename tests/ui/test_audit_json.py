"""Findings as one JSON value."""

import json
from typing import Any

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.difference import ClaimedState, Difference
from p2p_heroes.audit.findings import Absence, Dispute, Finding, Lacking, Parting, Unseen
from p2p_heroes.tabletest.session_table import RULES
from p2p_heroes.ui.audit_json import as_json
from protocol.faults import Proof, check
from protocol.frozen import replace
from protocol.proof_file import ProofFile
from scripts.tools.vectors.transcript.record import file_of, records_of
from tests.audit.test_auditor import audit_table, cheated, fair, given


def value(*findings: Finding) -> dict[str, Any]:
    """As a program reads it."""
    read: dict[str, Any] = json.loads(json.dumps(as_json(findings)))
    return read


def table(finding: Finding) -> dict[str, Any]:
    [found] = value(finding)["tables"]
    assert isinstance(found, dict)
    return found


def test_a_sound_table() -> None:
    found = value(audit_table(given(fair(), 0)))
    assert (found["verdict"], found["code"], found["refused"], found["proofs"]) == ("sound", 0, [], [])
    sound = table(audit_table(given(fair(), 0)))
    assert sound["places"] == {"Ada": 3, "Bo": 1, "Cy": 1}
    assert (sound["outcome"], sound["verdict"], sound["step"]) == ("finished", "sound", 4)
    assert sound["files"] == [
        {"file": "0.heroes", "messages": [10, 9, 9], "torn": 0, "step": 4, "outcome": "finished"}
    ]
    assert sound["table"] == fair().genesis.table.hex()
    for empty in ("faults", "resigned", "attested", "strays", "partings", "lacking", "unseen", "claimants"):
        assert sound[empty] == []


def test_a_fault_carries_its_proof_and_its_evidence() -> None:
    [fault] = table(audit_table(given(cheated("false open lock"), 0)))["faults"]
    assert {key: fault[key] for key in ("fault", "seat", "name", "step", "number")} == {
        "fault": "FalseLock",
        "seat": 1,
        "name": "Bo",
        "step": 1,
        "number": 1,
    }
    proof = Proof.read(bytes.fromhex(fault["proof"]))
    assert check(proof, fair().genesis, RULES) == fault["number"]
    assert [(piece["kind"], piece["number"]) for piece in fault["evidence"]] == [("Accept", 0), ("Lock", 1)]
    assert (fault["reason"], fault["claim"]) == ("", None)


def test_what_is_no_message_has_neither_id_nor_number() -> None:
    [fault] = table(audit_table(given(cheated("unknown tag"), 0)))["faults"]
    [piece] = fault["evidence"]
    assert piece.keys() == {"kind", "text"}


def test_a_claim_has_its_field() -> None:
    finding = audit_table(given(cheated("wrong last state"), 0))
    [conviction] = finding.convictions
    for counted in ((0, 2), None):
        claim = ClaimedState(counted, Difference(("scores", 1), (6,), ()))
        [fault] = table(replace(finding, convictions=(replace(conviction, claim=claim),)))["faults"]
        plain = None if counted is None else [0, 2]
        assert fault["claim"] == {"counted": plain, "field": ["scores", 1], "one": "6", "other": None}


def test_a_disputed_cut_has_what_speaks_against_it() -> None:
    sound = audit_table(given(fair(), 0))
    for dispute in (Dispute((3, 4), (0,)), Dispute()):
        found = table(replace(sound, absences=(Absence(1, 2, 3, (0, 2), dispute),)))
        held = {"held": list(dispute.held), "known_to": list(dispute.known_to)}
        cut = {"seat": 1, "step": 2, "number": 3, "witnesses": [0, 2], "disputed": held}
        assert (found["attested"], found["faults"], found["verdict"]) == ([cut], [], "disputed")


def test_what_is_attested_or_missing_is_no_fault() -> None:
    silent = table(audit_table(given(cheated("never locks"), 0)))
    assert silent["attested"] == [{"seat": 1, "step": 1, "number": 1, "witnesses": [0, 2], "disputed": None}]
    assert (silent["faults"], silent["verdict"]) == ([], "sound")
    [stray] = table(audit_table(given(cheated("another state after a vote"), 0)))["strays"]
    assert (stray["seat"], stray["signed"], stray["claim"]) == (1, "state", None)


def test_a_comparison_is_told() -> None:
    difference = Difference(("stake",), (1,), (2,))
    finding = replace(
        audit_table(given(fair(), 0)),
        partings=(Parting("a", "b", 3, (2,), difference),),
        lacking=(Lacking("b", 1, 5, 7, (0,)),),
        unseen=(Unseen(3, 0, 6, 1),),
    )
    found = table(finding)
    assert found["partings"] == [
        {"files": ["a", "b"], "step": 3, "after": [2], "field": ["stake"], "one": "1", "other": "2"}
    ]
    assert found["lacking"] == [{"file": "b", "seat": 1, "first": 5, "last": 7, "known_to": [0]}]
    assert found["unseen"] == [{"step": 3, "author": 0, "number": 6, "seat": 1}]


def test_proof_files_and_refused_files_have_their_place() -> None:
    [conviction] = audit_table(given(cheated("false lock"), 0)).convictions
    proof_file = ProofFile(fair().genesis, (conviction.proof,)).encode()
    unfinished = Given("cut", file_of(records_of(fair(), 0)[:9]))
    found = value(*audit([Given("a.proof", proof_file), Given("broken", b""), unfinished]))
    assert (found["verdict"], found["code"]) == ("proven", 3)
    [shown], [refused], [cut] = found["proofs"], found["refused"], found["tables"]
    assert (shown["file"], shown["faults"][0]["fault"]) == ("a.proof", "FalseLock")
    assert (refused["file"], refused["verdict"], refused["refusal"]) == (
        "broken",
        "unreadable",
        "BrokenTranscript",
    )
    assert (cut["verdict"], cut["outcome"]) == ("no result", "unfinished")
