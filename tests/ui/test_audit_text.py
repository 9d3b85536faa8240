"""Findings in words: who, where, what, the evidence; and never a blame without the word for it."""

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.difference import ClaimedState, Difference
from p2p_heroes.audit.findings import Absence, Dispute, Finding, Parting, RefusedFile, SoundProofs
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui.audit_text import REFUSED, complaints, told
from protocol.errors import FAULTS, Refusal
from protocol.frozen import replace
from protocol.proof_file import ProofFile
from scripts.tools.vectors.transcript.record import file_of, records_of
from scripts.tools.vectors.transcript.votes import vote_that_is_disputed_at_once
from tests.audit.test_auditor import audit_table, cheated, fair, given
from tests.support.cheats import PROVABLE, Arena, wait_out

CHECKED = "No fault. Checked from nothing: "


def lines(*findings: Finding) -> list[str]:
    return list(told(findings))


def test_a_sound_game_is_told_with_its_result() -> None:
    assert lines(audit_table(given(fair(), 0))) == [
        "roshambo: Ada, Bo and Cy",
        "Table words: newt kindle elbow finch",
        "  0.heroes: 28 messages, up to step 4",
        "",
        "Result: 1. Bo, 1. Cy, 3. Ada.",
        "All who were there signed the final state dfad98034276da9c, step 4.",
        "",
        f"{CHECKED}roster, signatures, chains, commitments, chance, rules, states, result.",
    ]


def test_a_fault_is_told_with_its_author_step_kind_and_evidence() -> None:
    text = lines(audit_table(given(cheated("false open lock"), 0)))
    at = text.index("Proven: Bo locked something other than its own choice (FalseLock), step 1, message 1.")
    assert text[at + 1] == f"  Signed with the key {fair().genesis.seats[1].key.hex()}."
    assert text[at + 2] == "  The evidence:"
    assert text[at + 3].startswith("    Bo, step 0, message 0: sits down")
    assert text[at + 4].startswith("    Bo, step 1, message 1: locks ")
    assert "Ada and Cy voted Bo out at step 1, after the fault." in text
    assert not any(line.startswith((CHECKED, "Attested")) for line in text)


def test_every_fault_has_its_sentence() -> None:
    for fault in FAULTS:
        cheat = next(cheat for cheat in PROVABLE if fault in cheat.faults)
        [conviction] = audit_table(given(cheated(cheat.name), 0)).convictions
        conviction = replace(conviction, proof=replace(conviction.proof, fault=fault))
        shown = SoundProofs("proof", fair().genesis, (conviction,))
        [line] = [line for line in lines(shown) if line.startswith("Proven: Bo ")]
        assert f"({fault})" in line


def test_an_illegal_decision_is_told_with_the_rules_own_reason() -> None:
    text = lines(audit_table(given(cheated("illegal decision"), 0)))
    assert any(line.startswith("  The rules say: ") for line in text)


def wrong_state(claim: ClaimedState | None) -> str:
    [conviction] = audit_table(given(cheated("wrong last state"), 0)).convictions
    shown = SoundProofs("proof", fair().genesis, (replace(conviction, claim=claim),))
    at = next(place for place, line in enumerate(lines(shown)) if line.startswith("  Signed with"))
    return lines(shown)[at + 1].strip()


def test_a_wrong_state_is_told_with_the_first_field_that_differs() -> None:
    scores, stake = Difference(("scores", 1), (6,), (12,)), Difference(("stake",), (0,), (3,))
    assert wrong_state(ClaimedState((0, 1), scores)) == (
        "It is the state after step 3 if only what Ada and Bo chose counts: "
        "scores › Bo should be 6 and is 12."
    )
    assert wrong_state(ClaimedState((), stake)) == (
        "It is the state after step 3 if no choice counts: stake should be 0 and is 3."
    )
    assert (
        wrong_state(ClaimedState(None, stake)) == "It is the state before step 3: stake should be 0 and is 3."
    )
    assert wrong_state(None) == (
        "Bo signed only the digest of that state, and no likely mistake leads to it."
    )


def test_a_field_is_told_from_the_outside_inwards() -> None:
    places = {
        (): "the whole state",
        ("players", 0, "stock", "wood"): "players › Ada › stock › wood",
        ("players", 9): "players › entry 10",
        ("agenda", 0, "stage"): "agenda › entry 1 › stage",
    }
    for place, text in places.items():
        assert f": {text} should be not there and is nothing." in wrong_state(
            ClaimedState((), Difference(place, (), (None,)))
        )


def test_silence_is_attested_and_no_fault() -> None:
    text = lines(audit_table(given(cheated("never locks"), 0)))
    assert (
        "Attested, not proven: Ada and Cy waited in vain for Bo at step 1; "
        "from message 1 on nothing of Bo counts."
    ) in text
    assert text[-1].startswith(CHECKED)
    assert not any("Proven" in line for line in text)


def resigned(seats: int) -> SessionTable:
    """A table at which Bo gives up in the first step, and the others play on as far as they can."""
    mesh = SessionTable(seats, rounds=1).begin()
    while mesh.sessions[1].play.exchange is None:
        mesh.deliver(mesh.packets.pop(0))
    mesh.absorb(1, mesh.sessions[1].resign(1))
    return mesh.run()


def test_a_resignation_is_its_authors_own_word() -> None:
    text = lines(audit_table(given(resigned(3), 0, 1)))
    assert "Bo resigned at step 1: message 1, signed by Bo." in text
    assert "Ada and Cy went on without Bo at step 1." in text
    assert text[-1].startswith(CHECKED)
    assert not any("Attested" in line or "Proven" in line for line in text)
    text = lines(audit_table(given(resigned(2), 0)))
    assert "No result: nobody was left to go on with at step 1, after what was signed below." in text
    assert "Bo resigned at step 1: message 1, signed by Bo." in text


def test_a_claimed_and_a_broken_off_game_have_no_result() -> None:
    arena = Arena(2, ATTACKS["never locks"], 1)
    wait_out(arena.begin())
    text = lines(audit_table(given(arena, 0)))
    assert "No result. Attested, not proven: Ada waited in vain for the others, step 1." in text
    cut = Given("cut", file_of(records_of(fair(), 0)[:20])[:-3])
    text = lines(audit_table([cut]))
    assert any(line.startswith("No result: the game breaks off at step ") for line in text)
    assert any("a crash tore off the last " in line for line in text)


def test_a_seat_that_never_signed_the_table_is_not_spoken_of() -> None:
    text = lines(audit_table([Given("lonely", file_of(records_of(fair(), 0)[:2]))]))
    assert "  lonely: 1 message, up to step 0" in text
    for name in ("Bo", "Cy"):
        assert f"{name} never signed this table, so nothing here says anything about {name}." in text
    assert not any(line.startswith("Ada never") for line in text)


def test_a_stray_is_a_doubt() -> None:
    text = lines(audit_table(given(cheated("another state after a vote"), 0)))
    [line] = [line for line in text if line.startswith("Doubtful: Bo signed another state than the table's")]
    assert "so nothing is proven." in line
    assert line.endswith("and no likely mistake leads to it.")
    assert not any(line.startswith(CHECKED) for line in text)
    text = lines(audit_table(given(cheated("another past after a vote"), 0)))
    [line] = [line for line in text if line.startswith("Doubtful: Bo signed another past than the table's")]
    assert line.endswith("so nothing is proven.")


def test_what_a_file_lacks_blames_nobody() -> None:
    short = Given("short", file_of(records_of(fair(), 2)[:17]))
    text = lines(audit_table([*given(fair(), 0), short]))
    lacking = [line for line in text if line.startswith("short lacks message")]
    assert len(lacking) == 3
    assert all(line.endswith("no signature tells.") for line in lacking)
    assert any("signed to have had a choice among them." in line for line in lacking)


def test_a_single_message_is_not_several() -> None:
    records = records_of(fair(), 2)
    text = lines(audit_table([*given(fair(), 0), Given("short", file_of(records[:-1]))]))
    assert any(line.startswith("short lacks message 8 of ") or "lacks message 9 of" in line for line in text)


def test_a_choice_that_no_file_holds_proves_nothing() -> None:
    text = lines(audit_table(given(cheated("lie about another's choice"), 0)))
    [line] = [
        line for line in text if line.startswith("Bo's lock of step 3, message 6, names a choice of Ada")
    ]
    assert line.endswith("That proves nothing against anybody.")


def test_stories_that_part_are_told_with_field_step_and_whose_choice() -> None:
    sound = audit_table(given(fair(), 0))
    difference = Difference(("scores", 1), (12,), (6,))
    text = lines(replace(sound, partings=(Parting("ada", "cy", 4, (2,), difference),)))
    assert (
        "ada and cy part at step 4, after what was counted of Cy in step 3: "
        "scores › Bo is 12 in the one and 6 in the other."
    ) in text
    text = lines(replace(sound, partings=(Parting("ada", "cy", 4, (), difference),)))
    assert any(line.startswith("ada and cy part at step 4 in step 3: ") for line in text)


def test_a_proof_that_holds_is_told_alone() -> None:
    [conviction] = audit_table(given(cheated("false lock"), 0)).convictions
    findings = audit([Given("a.proof", ProofFile(fair().genesis, (conviction.proof,)).encode())])
    text = lines(*findings)
    assert text[2:4] == ["  a.proof: the proof holds by itself", ""]
    assert text[4].startswith("Proven: Bo locked ")


def test_tables_are_told_one_after_the_other() -> None:
    sound = audit_table(given(fair(), 0))
    assert lines(sound, sound) == [*lines(sound), "", *lines(sound)]


def test_a_file_that_does_not_hold_convicts_nobody() -> None:
    for cause in ("BadSignature", "BadProof", "UnknownSeat"):
        [line] = lines(RefusedFile("file", "BrokenTranscript", cause, "record 7"))
        assert line.startswith("file: does not hold: ")
        assert "nobody is proven guilty" in line
        assert line.endswith("(record 7).")


def test_every_cause_with_words_of_its_own_is_a_refusal() -> None:
    assert {kind.__name__ for kind in Refusal.__subclasses__()} >= REFUSED.keys()


def test_a_file_that_cannot_be_read_is_a_complaint_and_nothing_else() -> None:
    refused = RefusedFile("file", "BrokenTranscript", "BrokenTranscript", "at byte 7")
    assert lines(refused) == []
    [line] = complaints([refused])
    assert line == "file: The file is damaged, or is no transcript. (at byte 7)"
    assert complaints([audit_table(given(fair(), 0))]) == []


def test_what_is_no_message_is_evidence_too() -> None:
    text = lines(audit_table(given(cheated("unknown tag"), 0)))
    assert any("no message, but tag 99 with body []" in line for line in text)


def test_a_disputed_cut_is_told_with_what_speaks_against_it() -> None:
    """Neither as proven nor as merely attested."""
    sound = audit_table(given(fair(), 0))
    unheard = "Disputed, not proven: Ada and Cy signed that message 3 of Bo did not come at step 2, and here"
    accused = "Disputed, not proven: Ada and Cy voted Bo out at step 2 for a fault, and no file shows one."
    cases = {
        Dispute(
            (3, 4), (0,)
        ): f"{unheard} it is (3 and 4). It may have been late. Ada had locked that choice.",
        Dispute((3,)): "Ada and Cy went on without Bo at step 2; Bo's message 3 came later or was not heard. "
        "Nobody is accused. Disputed, not proven: they signed that it did not come, and here it is (3).",
        Dispute(): "Disputed, not proven: Ada and Cy voted Bo out at step 2, "
        "and Bo had said all that the step asked for.",
    }
    assert accused in lines(replace(sound, absences=(Absence(1, 2, 0, (0, 2), Dispute()),)))
    for dispute, sentence in cases.items():
        text = lines(replace(sound, absences=(Absence(1, 2, 3, (0, 2), dispute),)))
        assert sentence in text
        assert not any(line.startswith(("Attested", "Proven")) for line in text)


def test_who_undid_a_reveal_is_told_by_the_record_of_the_one_it_befell() -> None:
    """The whole way, with a record in which two vote that a reveal did not come which is there."""
    text = lines(*audit([Given("here", vote_that_is_disputed_at_once().one("file"))]))
    [line] = [line for line in text if "Disputed, not proven: " in line]
    assert line.startswith("Ada and Bo went on without Cy at step 3; Cy's message 7 came later or was not ")
