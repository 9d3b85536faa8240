"""What is audited is sound, and its bare verifications are those of its messages."""

import pytest
from cryptography.exceptions import InvalidSignature

from p2p_heroes.bench.audit import MEASURES, audit_chains, audit_whole, checks_of, messages_of, verify_all
from p2p_heroes.bench.room import BenchTable, transcript_of
from p2p_heroes.bench.seating import Seating
from p2p_heroes.bench.workbench import Workbench
from protocol.errors import BadSignature
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer

SEATING = Seating(2, 0, rounds=2)


def test_every_message_is_verified_once() -> None:
    checks = checks_of(transcript_of(SEATING))
    assert len(checks) == messages_of(transcript_of(SEATING)) == len(BenchTable(SEATING).play().said)
    verify_all(checks)
    with pytest.raises(InvalidSignature):
        verify_all([(checks[0][0], checks[1][1], checks[0][2])])


def test_sound_files_pass_and_a_forged_one_does_not() -> None:
    sound = transcript_of(SEATING)
    audit_whole([sound])
    audit_chains([sound])
    wire = BenchTable(SEATING).play().said[0]
    forged: list[Record] = [Founded(SEATING.genesis.encoded), Spoken(wire[:-1] + bytes([wire[-1] ^ 1]))]
    data = MAGIC + b"".join(map(Writer().append, forged))
    with pytest.raises(AssertionError):
        audit_whole([data])
    with pytest.raises(BadSignature):
        audit_chains([data])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["audit-length", "audit-chains"])
def test_a_share_is_measured(name: str) -> None:
    measure = next(measure for measure in MEASURES if measure.name == name)
    with Workbench() as bench:
        assert measure.prepare(bench)(0) > 0
