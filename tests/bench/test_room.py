"""Whole games in one process: they end, they are recorded, and they are the same each time."""

import pytest

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited, Verdict, overall
from p2p_heroes.bench.room import BenchTable, nothing_remembered, remembering_nothing_before, transcript_of
from p2p_heroes.bench.seating import Seating
from protocol import identity
from protocol.events import Finished
from protocol.transcript import Spoken, read_transcript

SMALL = Seating(3, 0, rounds=2)


def test_all_seats_come_to_the_same_end() -> None:
    room = BenchTable(SMALL).play()
    assert len({machine.session.play.outcome for machine in room.machines}) == 1
    assert isinstance(room.machines[0].session.play.outcome, Finished)


def test_every_record_stands_an_audit_and_holds_what_was_said() -> None:
    room = BenchTable(SMALL).play()
    for machine in room.machines:
        assert overall(audit([Given("", machine.data)])) is Verdict.SOUND
        records = read_transcript(machine.data).records
        assert {record.wire for record in records if isinstance(record, Spoken)} == set(room.said)


def test_the_same_seating_gives_the_same_bytes() -> None:
    one, other = BenchTable(SMALL).play(), BenchTable(SMALL).play()
    assert one.said == other.said
    assert one.posted == other.posted
    assert one.machines[2].data == other.machines[2].data


def test_a_game_is_played_in_pieces() -> None:
    whole, pieces = BenchTable(SMALL).play(), BenchTable(SMALL)
    pieces.play(2)
    assert 2 <= pieces.machines[0].session.play.step < whole.machines[0].session.play.step
    assert pieces.play().said == whole.said


@pytest.mark.slow
def test_the_large_game_is_played_too() -> None:
    room = BenchTable(Seating(2, 0)).play()
    assert isinstance(room.machines[1].session.play.outcome, Finished)


def test_a_transcript_of_one_session_with_all_seats() -> None:
    (found,) = audit([Given("", transcript_of(SMALL))])
    assert isinstance(found, Audited)
    assert overall([found]) is Verdict.SOUND
    assert isinstance(found.outcome, Finished)


def test_verdicts_are_remembered_again_afterwards() -> None:
    remembering = identity._verify
    before = remembering.cache_info()
    with nothing_remembered():
        BenchTable(SMALL).play()
    assert identity._verify is remembering
    assert remembering.cache_info() == before


def test_nothing_is_remembered_from_before() -> None:
    BenchTable(SMALL).play()
    with remembering_nothing_before():
        assert identity._verify.cache_info().currsize == 0
