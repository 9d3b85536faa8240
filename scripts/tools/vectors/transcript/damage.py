"""Vectors of transcript files with a torn end, which is cut off, or with damage (protocol.md §10).

The block `file` is read; an accepted one tells how many bytes were torn off and how the game stands.
"""

from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.faults import Proof
from protocol.hashing import VERSION
from protocol.messages import Accept
from protocol.transcript import MAGIC, Founded, Proven, Spoken

from ..game import played
from ..vector import Vector, vector
from .record import broken, fair_records, file_of, founded, header, raw_file, torn_after

CULPRIT = 1
GENESIS = genesis_of(2, rounds=1).encoded

# A torn end.


def torn_inside_the_last_record() -> Vector:
    """The last seven bytes are missing."""
    return torn_after(file_of(fair_records())[:-7], whole=len(fair_records()) - 1)


def torn_inside_a_length() -> Vector:
    """Two bytes of a record that was never written."""
    return torn_after(file_of(fair_records()) + b"\x00\x00", whole=len(fair_records()))


def torn_into_zeros() -> Vector:
    """The file was made longer, but what should stand there was not written."""
    return torn_after(file_of(fair_records()) + bytes(300), whole=len(fair_records()))


def torn_last_record_of_zeros() -> Vector:
    """The last record has its length, and zeros instead of the rest."""
    data = file_of(fair_records()[:-1])
    lost = len(file_of(fair_records())) - len(data) - 4
    return torn_after(file_of(fair_records())[: len(data) + 4] + bytes(lost), whole=len(fair_records()) - 1)


def torn_inside_the_last_check() -> Vector:
    """The last record is whole but for its check: three bytes of it are right, the others zero."""
    return torn_after(file_of(fair_records())[:-5] + bytes(5), whole=len(fair_records()) - 1)


def torn_inside_a_length_check() -> Vector:
    """Of a record there are its length, a byte of the length check, and zeros."""
    data = file_of(fair_records()[:-1])
    return torn_after(file_of(fair_records())[: len(data) + 5] + bytes(300), whole=len(fair_records()) - 1)


# Broken files.


def no_transcript() -> Vector:
    """Another first line."""
    return broken(b"a letter to a friend\n")


def no_bytes() -> Vector:
    """An empty file."""
    return broken(b"")


def another_version() -> Vector:
    """A transcript of version 1."""
    return broken(file_of(fair_records()).replace(b"transcript 4", b"transcript 3", 1))


def no_genesis() -> Vector:
    """The first line and nothing else."""
    return broken(MAGIC)


def genesis_torn() -> Vector:
    """What a crash left is not even a genesis."""
    return broken(file_of(fair_records()[:1])[:-1])


def genesis_not_first() -> Vector:
    """The first record is a message."""
    return broken(file_of(fair_records()[1:]))


def genesis_twice() -> Vector:
    """A second genesis in the middle."""
    return broken(file_of([*fair_records()[:5], fair_records()[0], *fair_records()[5:]]))


def genesis_that_cannot_be() -> Vector:
    """The file is sound; the table in it has one seat."""
    genesis = encode((VERSION, "roshambo", 1, {"rounds": 1}, 60, False, (genesis_of(2).seats[0].plain(),)))
    return vector("BadGenesis", ("file", file_of([Founded(genesis)])))


def byte_changed() -> Vector:
    """One bit in the middle is another."""
    data = bytearray(file_of(fair_records()))
    data[len(data) // 2] ^= 1
    return broken(bytes(data))


def last_record_changed() -> Vector:
    """One bit of the last record is another, and all its bytes are there: no crash does that."""
    data = bytearray(file_of(fair_records()))
    data[-20] ^= 1
    return broken(bytes(data))


def last_record_changed_before_zeros() -> Vector:
    """One bit of the last record is another; that zeros follow it excuses nothing."""
    data = bytearray(file_of(fair_records()) + bytes(300))
    data[-320] ^= 1
    return broken(bytes(data))


def last_check_changed() -> Vector:
    """The last record's check begins with a wrong byte; that zeros follow it excuses nothing."""
    data = bytearray(file_of(fair_records())[:-5] + bytes(5))
    data[-8] ^= 0x80
    return broken(bytes(data))


def last_record_with_a_hole() -> Vector:
    """In the last record there are zeros, and other bytes behind them."""
    data = file_of(fair_records())
    return broken(data[:-40] + bytes(16) + data[-24:])


def last_length_changed() -> Vector:
    """A length, a length check that does not fit it, and nothing behind."""
    data, place = file_of(fair_records()), len(file_of(fair_records()[:-1]))
    return broken(data[: place + 3] + bytes([data[place + 3] ^ 1]) + data[place + 4 : place + 8])


def record_left_out() -> Vector:
    """A record is missing in the middle, and the check of the next one tells."""
    data, start, end = (
        file_of(fair_records()),
        len(file_of(fair_records()[:5])),
        len(file_of(fair_records()[:6])),
    )
    return broken(data[:start] + data[end:])


def record_of_no_bytes() -> Vector:
    """A length of zero with more behind it."""
    data, place = file_of(fair_records()), len(file_of(fair_records()[:5]))
    return broken(data[:place] + bytes(4) + data[place:])


def record_too_long() -> Vector:
    """A record that announces more than 2 MiB is no torn one."""
    data = file_of(fair_records()[:5])
    return broken(data + header(data[-8:], 2**21 + 1))


def length_changed() -> Vector:
    """A changed length in the middle is damage; it does not pass for a torn end."""
    data, place = file_of(fair_records()), len(file_of(fair_records()[:5]))
    return broken(data[:place] + b"\x00\x00\xff" + data[place + 3 :])


def record_not_canonical() -> Vector:
    """The check is true, the payload is no canonical value."""
    return broken(raw_file(founded(), b"\xc1"))


def record_of_no_kind() -> Vector:
    """There is no record 5."""
    return broken(raw_file(founded(), encode((5, b""))))


def record_kind_is_true() -> Vector:
    """True is not the number 1."""
    return broken(raw_file(encode((True, GENESIS, ()))))


def genesis_without_an_owner() -> Vector:
    """The first record says whose file it is, be it nobody's."""
    return _owned(None)


def owner_without_an_array() -> Vector:
    """One seat stands in an array too."""
    return _owned(0)


def owner_with_seats_out_of_order() -> Vector:
    """Seats ascend."""
    return _owned((1, 0))


def owner_with_a_seat_twice() -> Vector:
    """Each seat is named once."""
    return _owned((1, 1))


def owner_with_seat_seven() -> Vector:
    """No table has a seat 7."""
    return _owned((0, 7))


def owner_with_a_negative_seat() -> Vector:
    """Seats are counted from zero."""
    return _owned((-1,))


def owner_with_a_truth_value() -> Vector:
    """True is not the number 1."""
    return _owned((True,))


def _owned(seats: Value) -> Vector:
    record = (1, GENESIS) if seats is None else (1, GENESIS, seats)
    return broken(raw_file(encode(record)))


def secret_with_a_short_salt() -> Vector:
    """A salt has 32 bytes."""
    return broken(raw_file(founded(), encode((3, 3, 0, bytes(31), None))))


def secret_of_a_negative_step() -> Vector:
    """Steps are counted from zero."""
    return broken(raw_file(founded(), encode((3, -1, 0, bytes(32), None))))


def message_of_another_table() -> Vector:
    """A message of another table with the same players; no honest node would have recorded it."""
    stranger = Forger(genesis_of(2, rounds=9), CULPRIT).accept()
    return broken(file_of([*fair_records()[:2], Spoken(stranger.wire), *fair_records()[2:]]))


def message_badly_signed() -> Vector:
    """A recorded message with another signature."""
    records = list(fair_records())
    place = max(place for place, record in enumerate(records) if isinstance(record, Spoken))
    spoken = records[place]
    assert isinstance(spoken, Spoken)
    records[place] = Spoken(spoken.wire[:-64] + bytes(32) + spoken.wire[-32:])
    return broken(file_of(records))


def message_left_out() -> Vector:
    """A message is missing though the file is whole: its successor has nothing to follow."""
    records = list(fair_records())
    del records[next(place for place, record in enumerate(records) if isinstance(record, Spoken))]
    return broken(file_of(records))


def proof_that_does_not_hold() -> Vector:
    """A recorded proof that shows nothing; no honest node would have recorded it."""
    accept = played(2).said(CULPRIT, Accept)[0].wire
    proof = Proof(genesis_of(2, rounds=1).table, "Equivocation", CULPRIT, (accept, accept))
    return broken(file_of([*fair_records(), Proven(proof.encode())]))
