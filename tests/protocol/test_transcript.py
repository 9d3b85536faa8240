"""Transcripts: what is written is read again, a torn end is cut, and nothing inside can change unseen."""

from collections.abc import Iterable

import pytest

from p2p_heroes.tabletest import session_table
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.canonical import Value, encode
from protocol.errors import BrokenTranscript
from protocol.events import Event, Hid
from protocol.hashing import digest
from protocol.messages import MAX_NUMBER
from protocol.transcript import (
    CHECK_SIZE,
    MAGIC,
    MAX_RECORD,
    Founded,
    Proven,
    Record,
    Spoken,
    Transcript,
    Writer,
    read_transcript,
)
from tests.support.cheats import PROVABLE, Arena, wait_out

SALT = noise("salt")
FOUNDED = encode((1, b"genesis", ()))
RECORDS: tuple[Record, ...] = (
    Founded(b"genesis", (0, 2)),
    Spoken(b"a message"),
    Hid(3, 1, SALT, ("throw", "rock")),
    Proven(b"a proof"),
    Spoken(b"the last message"),
)


def written(records: Iterable[Record]) -> bytes:
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, records))


def recorded(events: Iterable[Event], genesis: bytes, seat: int) -> list[Record]:
    """What an owner writes down."""
    return [Founded(genesis, (seat,)), *session_table.recorded(events)]


def by_hand(*payloads: bytes, lengths: tuple[int, ...] = ()) -> bytes:
    """A file with sound checks around any payloads."""
    data, check = MAGIC, bytes(CHECK_SIZE)
    for place, payload in enumerate(payloads):
        length = (lengths[place] if lengths else len(payload)).to_bytes(4, "big")
        data += length + digest("length", check, length)[:4] + payload
        check = digest("record", check, payload)[:CHECK_SIZE]
        data += check
    return data


def plain(*values: Value) -> bytes:
    return by_hand(*map(encode, ((1, b"genesis", ()), *values)))


def breaks(data: bytes) -> None:
    with pytest.raises(BrokenTranscript):
        read_transcript(data)


def test_what_is_written_is_read_again() -> None:
    data = written(RECORDS)
    transcript = read_transcript(data)
    assert transcript.records == RECORDS
    assert transcript.founded == Founded(b"genesis", (0, 2))
    assert transcript.genesis == b"genesis"
    assert (transcript.sound, transcript.torn) == (len(data), 0)


def test_a_file_is_continued_where_it_ends() -> None:
    data = written(RECORDS[:2])
    writer = Writer(read_transcript(data).check)
    data += b"".join(map(writer.append, RECORDS[2:]))
    assert data == written(RECORDS)


def test_a_game_is_read_again() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    for seat in mesh.sessions:
        records = recorded(mesh.events[seat], mesh.genesis.encoded, seat)
        assert read_transcript(written(records)).records == tuple(records)


def test_a_game_with_a_proof_is_read_again() -> None:
    arena = Arena(3, PROVABLE[0], liar=0)
    wait_out(arena.begin())
    records = recorded(arena.events[1], arena.genesis.encoded, 1)
    assert any(isinstance(record, Proven) for record in records)
    assert read_transcript(written(records)).records == tuple(records)


# The end.


def test_a_torn_end_is_cut_wherever_it_was_torn() -> None:
    data = written(RECORDS)
    whole = len(written(RECORDS[:-1]))
    kept = read_transcript(data[:whole])
    for size in range(whole, len(data)):
        assert read_transcript(data[:size]) == Transcript(kept.records, kept.check, whole, size - whole)


def test_a_torn_end_may_be_filled_with_zeros() -> None:
    """A file system may have made room for bytes that never came."""
    data = written(RECORDS)
    whole = len(written(RECORDS[:-1]))
    for size in range(whole, len(data)):
        for zeros in (1, 4, 7, 8, 9, 64):
            padded = data[:size] + bytes(zeros)
            transcript = read_transcript(padded)
            if transcript.records == RECORDS:
                # The last bytes of the record were zeros themselves.
                assert padded.startswith(data)
            else:
                assert transcript.records == RECORDS[:-1]
                assert (transcript.sound, transcript.torn) == (whole, len(padded) - whole)


def test_zeros_behind_a_whole_record_are_cut() -> None:
    data = written(RECORDS)
    for zeros in range(1, 40):
        transcript = read_transcript(data + bytes(zeros))
        assert (transcript.records, transcript.torn) == (RECORDS, zeros)


# Damage.


def test_a_changed_byte_is_found_wherever_it_is() -> None:
    """In the last record as well: a crash leaves bytes out, or zeros in their place, but changes none."""
    data = written(RECORDS)
    for place in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            breaks(bytes(changed))


def test_a_changed_byte_is_found_in_front_of_zeros() -> None:
    data, last = written(RECORDS), len(written(RECORDS[:-1]))
    for place in range(last, len(data)):
        changed = bytearray(data)
        changed[place] ^= 1
        breaks(bytes(changed) + bytes(100))


def test_a_last_check_that_is_right_and_then_zero_was_torn() -> None:
    data, sound = written(RECORDS), len(written(RECORDS[:-1]))
    for kept in range(CHECK_SIZE):
        torn = data[: len(data) - CHECK_SIZE + kept] + bytes(CHECK_SIZE - kept)
        assert (read_transcript(torn).sound, read_transcript(torn).torn) == (sound, len(data) - sound)


def test_a_last_check_that_is_wrong_and_then_zero_was_changed() -> None:
    data = written(RECORDS)
    for kept in range(1, CHECK_SIZE):
        torn = bytearray(data[: len(data) - CHECK_SIZE + kept] + bytes(CHECK_SIZE - kept))
        torn[-CHECK_SIZE] ^= 0x80
        breaks(bytes(torn))


def test_zeros_inside_the_last_record_with_bytes_behind_them_are_damage() -> None:
    data, body = written(RECORDS), len(written(RECORDS[:-1])) + 8
    breaks(data[: body + 4] + bytes(4) + data[body + 8 :])


def test_a_length_whose_check_is_wrong_is_damage_even_with_nothing_behind() -> None:
    data, sound = written(RECORDS), len(written(RECORDS[:-1]))
    for place in range(sound, sound + 8):
        changed = bytearray(data[: sound + 8])
        changed[place] ^= 1
        breaks(bytes(changed))
        breaks(bytes(changed) + bytes(50))


def test_records_cannot_be_left_out_or_swapped() -> None:
    sizes = [len(written(RECORDS[:count])) for count in range(len(RECORDS) + 1)]
    data = written(RECORDS)
    for one in range(len(RECORDS) - 1):
        breaks(data[: sizes[one]] + data[sizes[one + 1] :])
    for one in range(len(RECORDS) - 2):
        first, second = data[sizes[one] : sizes[one + 1]], data[sizes[one + 1] : sizes[one + 2]]
        breaks(data[: sizes[one]] + second + first + data[sizes[one + 2] :])


@pytest.mark.parametrize("data", [b"", b"p2p-heroes transcript 1\n", MAGIC[:-1], b"\x00" + MAGIC])
def test_another_file_is_no_transcript(data: bytes) -> None:
    breaks(data)


def test_a_transcript_begins_with_its_genesis() -> None:
    breaks(MAGIC)
    breaks(MAGIC + bytes(64))
    breaks(written(RECORDS[1:]))
    breaks(written(RECORDS)[: len(MAGIC) + 6])


def test_a_transcript_has_one_genesis() -> None:
    breaks(written((*RECORDS, Founded(b"another"))))


@pytest.mark.parametrize("length", [0, MAX_RECORD + 1])
def test_a_record_has_its_bounds(length: int) -> None:
    breaks(by_hand(FOUNDED, encode((2, b"message")), lengths=(len(FOUNDED), length)))


@pytest.mark.parametrize("length", [1, MAX_RECORD])
def test_within_its_bounds_a_record_may_be_torn_off(length: int) -> None:
    data = by_hand(FOUNDED, b"", lengths=(len(FOUNDED), length))[:-CHECK_SIZE]
    transcript = read_transcript(data)
    assert (transcript.records, transcript.torn) == ((Founded(b"genesis"),), 8)


@pytest.mark.parametrize(
    "value",
    [
        None,
        (),
        (0, b"message"),
        (5, b"message"),
        (True, b"genesis"),
        (2,),
        (2, "message"),
        (2, b"message", 0),
        (1, "genesis", ()),
        (1, b"genesis"),
        (4, None),
        (3, 1, 1, SALT),
        (3, 1, 1, SALT[:-1], None),
        (3, 1, 1, "salt", None),
        (3, True, 1, SALT, None),
        (3, 1, False, SALT, None),
        (3, -1, 1, SALT, None),
        (3, 1, MAX_NUMBER, SALT, None),
        (3, "1", 1, SALT, None),
    ],
)
def test_there_are_no_other_records(value: Value) -> None:
    breaks(plain(value))


def test_a_record_is_canonical() -> None:
    breaks(by_hand(FOUNDED, b"\xc1"))
    breaks(by_hand(FOUNDED, b"\x92\xcc\x02\xc4\x01m"))


def test_files_made_by_hand_are_sound_otherwise() -> None:
    assert read_transcript(plain((2, b"message"))).records == (Founded(b"genesis"), Spoken(b"message"))
    assert read_transcript(plain((3, 1, 0, SALT, None))).records[1] == Hid(1, 0, SALT, None)


# More ways in which a file can suffer.


def pieces_of(records: Iterable[Record]) -> list[bytes]:
    writer = Writer()
    return [MAGIC, *map(writer.append, records)]


@pytest.mark.parametrize(
    "last",
    [
        Spoken(b""),
        Spoken(bytes(40)),
        Hid(MAX_NUMBER - 1, 0, SALT, None),
        Hid(2, 1, SALT, bytes(32)),
        Proven(b"p"),
    ],
    ids=lambda last: repr(last)[:20],
)
def test_every_kind_of_last_record_is_cut_wherever_it_was_torn(last: Record) -> None:
    data, sound = written((*RECORDS, last)), len(written(RECORDS))
    assert read_transcript(data).records == (*RECORDS, last)
    for size in range(sound, len(data)):
        for zeros in (0, len(data) - size, len(data) - size + 4096):
            padded = data[:size] + bytes(zeros)
            transcript = read_transcript(padded)
            assert transcript.records == RECORDS
            assert (transcript.sound, transcript.torn) == (sound, len(padded) - sound)


def test_a_torn_file_is_continued_behind_what_is_sound() -> None:
    torn = written(RECORDS)[:-3]
    transcript = read_transcript(torn)
    assert torn[: transcript.sound] + Writer(transcript.check).append(RECORDS[-1]) == written(RECORDS)


def test_a_writer_that_starts_anew_in_a_begun_file_breaks_it() -> None:
    breaks(written(RECORDS) + Writer().append(RECORDS[1]))


def test_a_genesis_that_was_torn_leaves_nothing_to_read() -> None:
    data = written(RECORDS[:1])
    # A check that ends in zeros is whole without them, too.
    for size in range(len(data.rstrip(b"\0"))):
        breaks(data[:size])
        breaks(data[:size] + bytes(len(data)))


def test_a_byte_that_was_left_out_or_put_in_is_found() -> None:
    data = written(RECORDS)
    for place in range(len(written(RECORDS[:-1]))):
        breaks(data[:place] + data[place + 1 :])
        breaks(data[:place] + b"\x55" + data[place:])


def test_an_earlier_record_that_was_blanked_is_found() -> None:
    pieces = pieces_of(RECORDS)
    for place in range(1, len(pieces) - 1):
        breaks(b"".join([*pieces[:place], bytes(len(pieces[place])), *pieces[place + 1 :]]))


def test_a_record_that_was_written_twice_is_found() -> None:
    pieces = pieces_of(RECORDS)
    for place in range(1, len(pieces)):
        breaks(b"".join([*pieces[: place + 1], *pieces[place:]]))


def test_the_longest_record_is_read_again_and_a_longer_one_is_not() -> None:
    overhead = len(encode((2, bytes(2**17)))) - 2**17
    longest = Spoken(bytes(MAX_RECORD - overhead))
    assert read_transcript(written((RECORDS[0], longest))).records == (RECORDS[0], longest)
    breaks(written((RECORDS[0], Spoken(longest.wire + b"\0"))))


def test_the_announcement_of_a_record_that_is_too_long_is_no_torn_end() -> None:
    data = written((RECORDS[0], Spoken(bytes(MAX_RECORD))))
    breaks(data[: len(written(RECORDS[:1])) + 8])


def test_a_first_record_whose_kind_is_true_is_no_genesis() -> None:
    breaks(by_hand(encode((True, b"genesis", ()))))


@pytest.mark.parametrize("seats", [(), (0,), (6,), (0, 2, 5), tuple(range(7))])
def test_the_first_record_says_whose_it_is(seats: tuple[int, ...]) -> None:
    assert encode((1, b"genesis", seats)) in written([Founded(b"genesis", seats)])
    assert read_transcript(by_hand(encode((1, b"genesis", seats)))).founded == Founded(b"genesis", seats)


@pytest.mark.parametrize(
    "seats",
    [None, 0, b"", {}, (1, 0), (0, 0), (0, 2, 2), (7,), (-1,), (True,), (0, True), ("0",), (None,), ((0,),)],
    ids=repr,
)
def test_its_owner_has_seats_of_a_table_in_order_and_once_each(seats: Value) -> None:
    breaks(by_hand(encode((1, b"genesis", seats))))


def test_a_refusal_tells_the_place() -> None:
    data, start = written(RECORDS), len(written(RECORDS[:2]))
    for place in (start, start + 8):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(BrokenTranscript, match=f"at byte {start}:"):
            read_transcript(changed)
