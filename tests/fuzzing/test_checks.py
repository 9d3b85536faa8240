"""No check of the fuzzing is one that cannot fail: each is shown what it must not let pass."""

from hashlib import sha512

import pytest

from p2p_heroes.tabletest.entropy import key_of
from protocol.canonical import decode, encode
from protocol.envelope import open_envelope
from protocol.events import Heard, Said
from protocol.hashing import VERSION, digest
from protocol.identity import SIGNATURE_SIZE
from protocol.peer_messages import Deliver, write_peer_message
from protocol.transcript import Transcript, read_transcript
from scripts.tools import edwards
from scripts.tools.fuzzing import decoding, envelopes, script_texts, table_actions, transcripts
from scripts.tools.fuzzing.frames import ReadFrames
from scripts.tools.fuzzing.memory import is_sample, peak_of
from scripts.tools.fuzzing.table_actions import GENESIS, STRANGER, ActionTable
from scripts.tools.fuzzing.tables import played, signed

FORGED = signed(
    STRANGER, (VERSION, GENESIS.table, STRANGER, 0, GENESIS.table, 0, GENESIS.table, bytes(32), 1, ())
)
"""A message with a good signature that was never sent: as if a check of signatures had failed."""


def test_a_signature_that_its_author_never_made_is_found() -> None:
    """With another nonce it holds all the same, and only the owner of the key could have made it."""
    payload = FORGED[:-SIGNATURE_SIZE]
    key, message = key_of(STRANGER), digest("message", payload)
    clamped = int.from_bytes(sha512(key.seed).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254
    r = edwards.encode(edwards.times(7, edwards.BASE))
    wire = payload + edwards.sign(clamped, 7, message, a=key.public, r=r)
    assert open_envelope(wire, GENESIS).seat == STRANGER
    with pytest.raises(AssertionError, match="nobody signed"):
        envelopes.check_wire(wire)


def test_a_changed_frame_that_is_taken_is_found() -> None:
    payload = write_peer_message(Deliver(FORGED))
    with pytest.raises(AssertionError, match="a changed message"):
        ReadFrames(played("small")).take(len(payload).to_bytes(4, "big") + payload)


def test_somebody_who_is_blamed_for_a_forgery_is_found() -> None:
    """A seat claims another state in its first message; only if it signed that may it be convicted."""
    table = played("small")
    records = (1, table.genesis.encoded, ()), (2, FORGED)
    file = transcripts.file_of(records)
    transcripts.check_audit(file, {key_of(STRANGER).public})
    with pytest.raises(AssertionError, match="never signed"):
        transcripts.check_audit(file, set())


def test_a_file_that_writes_to_a_terminal_is_found() -> None:
    transcripts.check_told(["Ada says “hello”."])
    with pytest.raises(AssertionError, match="terminal"):
        transcripts.check_told(["fine", "\x1b[2J"])


def test_a_cut_that_is_not_told_is_found() -> None:
    file = played("two").files[0]
    whole = read_transcript(file)
    transcripts.check_cut(file, whole, len(file) - 1)
    less = Transcript(whole.records[:3], whole.check, whole.sound, whole.torn)
    with pytest.raises(AssertionError):
        transcripts.check_cut(file, less, len(file) - 1)


def test_a_change_that_is_not_seen_is_found() -> None:
    file = played("two").files[0] + bytes(2)
    whole = read_transcript(file)
    transcripts.check_change(file, whole, len(file) - 1)
    shorter = Transcript(whole.records[:-1], whole.check, whole.sound, whole.torn)
    with pytest.raises(AssertionError, match="not seen"):
        transcripts.check_change(file, shorter, len(file) - 1)


def test_a_change_that_is_called_torn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    file = played("two").files[0]
    whole = read_transcript(file)
    transcripts.check_change(file, whole, len(file) - 9)
    shorter = Transcript(whole.records[:-1], whole.check, whole.sound, whole.torn)
    monkeypatch.setattr(transcripts, "read_transcript", lambda data: shorter)
    with pytest.raises(AssertionError, match="torn end"):
        transcripts.check_change(file, whole, len(file) - 9)


def test_two_states_are_found() -> None:
    table = ActionTable()
    table.check()
    table.states[0][0] = bytes(32)
    with pytest.raises(AssertionError, match="two states"):
        table.check()


def test_a_message_that_was_not_kept_is_found() -> None:
    table = ActionTable()
    (elsewhere,) = ActionTable().sessions[1].log.chains[1]
    table.events[0].append(Said(elsewhere))
    with pytest.raises(AssertionError, match="kept"):
        table.check()


def test_blame_of_an_honest_seat_is_found() -> None:
    table = ActionTable()
    table.do((2, 1, None, {}))
    table.do((2, 99, (), {}))
    assert table.sessions[0].proofs.keys() == {STRANGER}
    table.check()
    table.sessions[1].proofs[0] = table.sessions[0].proofs[STRANGER]
    with pytest.raises(AssertionError, match="blamed"):
        table.check()


def test_a_record_that_tells_another_story_is_found() -> None:
    table = ActionTable()
    table.do((2, 1, None, {}))
    table.events[0] = [event for event in table.events[0] if not isinstance(event, Heard)]
    with pytest.raises(AssertionError):
        table.check_end()


def test_a_place_outside_the_text_is_found() -> None:
    script_texts.check_place("one\ntwo", 2, 4)
    for line, column in ((0, 1), (3, 1), (2, 0), (2, 5)):
        with pytest.raises(AssertionError):
            script_texts.check_place("one\ntwo", line, column)


def test_memory_is_measured() -> None:
    assert peak_of(lambda: len(bytearray(2**20))) >= 2**20
    assert peak_of(lambda: None) < 2**16
    assert 0 < sum(is_sample(encode(number)) for number in range(2_000)) < 200


def test_the_most_that_headers_reserve_is_within_the_bound() -> None:
    """Headers of arrays of 1024 inside each other are the worst that is known."""
    data = b"\xdc\x04\x00" * 20_000
    peak = peak_of(lambda: decoding.check_value(data))
    assert 2**20 < peak < decoding.MEMORY_FOR_HEADERS


def test_a_whole_game_is_played_by_letters() -> None:
    """The fuzzer's table reaches the end of a game, so it can go wrong at any step."""
    table = ActionTable()
    for action in envelopes.GAME:
        table.do(action)
    assert {type(session.play.outcome).__name__ for session in table.sessions.values()} == {"Finished"}


def test_signed_forms_are_the_real_messages() -> None:
    """What a seed signs again is what was signed: otherwise it would show nothing of a real table."""
    table = played("two")
    for wire in table.wires:
        opened = open_envelope(wire, table.genesis)
        again = signed(opened.seat, decode(wire[:-SIGNATURE_SIZE]))
        assert again == wire
    assert table_actions.HONEST == (0, 1)
