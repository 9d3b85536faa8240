"""A record leads to where its session was, or is refused with the place of what is wrong."""

import pytest

from p2p_heroes.node.replay import AT_ONCE, read_replay, read_result, restore
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import SessionTable, genesis_of, session_of
from protocol.errors import BadGenesis, BrokenTranscript
from protocol.events import Claimed, Finished, Hid
from protocol.frozen import replace
from protocol.genesis import Seat
from protocol.transcript import MAGIC, Founded, Proven, Record, Spoken, Writer
from tests.protocol.test_session import reach

GENESIS = genesis_of(2, rounds=1)


def record_of(mesh: SessionTable, seat: int) -> list[Record]:
    records: list[Record] = [Founded(mesh.genesis.encoded)]
    records += [event for event in mesh.events[seat] if isinstance(event, Hid)]
    records += [Spoken(envelope.wire) for envelope in mesh.sessions[seat].log.order]
    return records + [Proven(proof.encode()) for proof in mesh.sessions[seat].proofs.values()]


def file_of(records: list[Record]) -> bytes:
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, records))


def test_a_record_leads_to_the_same_position() -> None:
    mesh = SessionTable(3).begin().run()
    for seat, session in mesh.sessions.items():
        again = session_of(mesh.genesis, seat)
        restore(again, record_of(mesh, seat))
        assert again.quiet, "it must not speak before it was told what it said"
        assert again.play.ground == session.play.ground
        assert again.play.outcome == session.play.outcome
        assert again.heads() == session.heads()


def test_a_record_gives_back_the_secrets_behind_commitments() -> None:
    mesh = SessionTable(2).begin()
    mesh.mute = {1}
    mesh.run()
    again = session_of(mesh.genesis, 0)
    restore(again, record_of(mesh, 0))
    assert again._secrets == mesh.sessions[0]._secrets


def test_the_result_of_a_file_is_replayed_from_nothing() -> None:
    mesh = SessionTable(2).begin().run()
    play = read_result(file_of(record_of(mesh, 1)))
    assert isinstance(play.outcome, Finished)
    assert play.ground == mesh.sessions[0].play.ground


def test_a_table_goes_on_that_was_claimed_but_not_one_of_which_the_other_has_resigned() -> None:
    mesh = reach(SessionTable(2).begin(), 2)
    mesh.mute = {1}
    mesh.run()
    assert read_replay(file_of(record_of(mesh, 0))).may_go_on
    mesh.absorb(0, mesh.sessions[0].forfeit([1]))
    waiting = read_replay(file_of(record_of(mesh, 0)))
    assert isinstance(waiting.play.outcome, Claimed)
    assert waiting.awaited == (1,)
    assert waiting.may_go_on
    mesh = reach(SessionTable(2).begin(), 2)
    mesh.absorb(1, mesh.sessions[1].resign(1))
    mesh.run()
    over = read_replay(file_of(record_of(mesh, 0)))
    assert isinstance(over.play.outcome, Claimed)
    assert not over.may_go_on


def test_a_table_that_is_finished_does_not_go_on() -> None:
    assert not read_replay(file_of(record_of(SessionTable(2).begin().run(), 0))).may_go_on


@pytest.mark.parametrize("record", [Spoken(b"nothing"), Proven(b"nothing"), Spoken(noise("noise"))])
def test_a_record_that_nobody_would_have_accepted_breaks_the_file(record: Record) -> None:
    with pytest.raises(BrokenTranscript, match="record 1: "):
        restore(session_of(GENESIS, 0), [Founded(GENESIS.encoded), record])


@pytest.mark.parametrize("place", [1, 2, AT_ONCE, AT_ONCE + 1])
def test_the_first_record_that_cannot_be_used_is_named(place: int) -> None:
    """However many are opened together, and whatever is wrong further on."""
    records: list[Record] = [Founded(GENESIS.encoded)]
    records += [Hid(0, 0, bytes(32), None)] * (place - 1)
    with pytest.raises(BrokenTranscript, match=f"record {place}: BadField"):
        restore(session_of(GENESIS, 0), [*records, Spoken(b"nothing"), Spoken(noise("noise")), Proven(b"")])


def test_a_record_with_a_gap_breaks_the_file() -> None:
    records = record_of(SessionTable(2).begin().run(), 0)
    spoken = next(i for i, record in enumerate(records) if isinstance(record, Spoken))
    with pytest.raises(BrokenTranscript):
        restore(session_of(GENESIS, 0), records[:spoken] + records[spoken + 1 :])


def test_a_file_of_a_game_that_we_do_not_have_is_refused() -> None:
    strange = replace(
        GENESIS, game="halma", seats=tuple(Seat(s.key, s.name, "", s.nonce) for s in GENESIS.seats)
    )
    with pytest.raises(BadGenesis):
        read_result(file_of([Founded(strange.encoded)]))
