"""A record on disk: whole or cut, never changed, and for one program at a time."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from p2p_heroes.node import store as module
from p2p_heroes.node.store import (
    MAX_FILE,
    SUFFIX,
    CannotWrite,
    Store,
    TableBusy,
    read_file,
    transcript_path,
)
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.errors import BrokenTranscript
from protocol.events import Hid
from protocol.transcript import MAGIC, Founded, Record, Spoken, read_transcript

GENESIS = genesis_of(2)
FOUNDED = Founded(GENESIS.encoded)
RECORDS: list[Record] = [Hid(1, 0, noise("salt"), ("throw", "rock")), Spoken(b"one"), Spoken(b"another")]


def new(folder: Path) -> Store:
    return Store.create(folder, GENESIS.table, FOUNDED)


def test_a_new_record_holds_the_genesis_for_the_players_eyes_only(tmp_path: Path) -> None:
    store = new(tmp_path)
    assert store.path == transcript_path(tmp_path, GENESIS.table)
    assert store.path.name == GENESIS.table.hex()[:16] + SUFFIX
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert read_transcript(store.path.read_bytes()).records == (FOUNDED,)
    assert store.transcript.records == (FOUNDED,)


def test_a_record_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    new(tmp_path).append(RECORDS, sync=True)
    before = transcript_path(tmp_path, GENESIS.table).read_bytes()
    with pytest.raises(FileExistsError):
        new(tmp_path)
    assert transcript_path(tmp_path, GENESIS.table).read_bytes() == before


@pytest.mark.parametrize("sync", [True, False])
def test_what_is_to_be_written_is_in_the_file_at_once(sync: bool, tmp_path: Path) -> None:
    store = new(tmp_path)
    for record in RECORDS:
        store.append([record], sync=sync)
        store.flush()
        assert read_transcript(store.path.read_bytes()).records[-1] == record
    assert read_transcript(store.path.read_bytes()).records == (FOUNDED, *RECORDS)


def test_what_was_only_heard_is_written_with_what_is_said_or_at_the_end(tmp_path: Path) -> None:
    store = new(tmp_path)
    store.append(RECORDS[:1], sync=False)
    assert read_transcript(store.path.read_bytes()).records == (FOUNDED,)
    store.append(RECORDS[1:2], sync=True)
    assert read_transcript(store.path.read_bytes()).records == (FOUNDED, *RECORDS[:2])
    store.append(RECORDS[2:], sync=False)
    store.close()
    assert read_transcript(store.path.read_bytes()).records == (FOUNDED, *RECORDS)


def test_a_disk_that_is_full_at_the_end_is_told(tmp_path: Path) -> None:
    store = new(tmp_path)
    store.append(RECORDS, sync=False)
    with room_for(store.path.stat().st_size), pytest.raises(CannotWrite):
        store.close()
    Store.reopen(store.path).close()


def test_a_reopened_record_goes_on_where_it_ended(tmp_path: Path) -> None:
    store = new(tmp_path)
    store.append(RECORDS[:1], sync=True)
    store.close()
    again = Store.reopen(store.path)
    assert again.transcript.records == (FOUNDED, RECORDS[0])
    assert again.transcript.torn == 0
    again.append(RECORDS[1:], sync=True)
    assert read_transcript(store.path.read_bytes()).records == (FOUNDED, *RECORDS)


def test_a_torn_end_is_cut_reported_and_written_over(tmp_path: Path) -> None:
    """Wherever in the last record a crash struck."""
    store = new(tmp_path)
    store.append(RECORDS[:1], sync=True)
    sound = store.path.stat().st_size
    store.append(RECORDS[1:2], sync=False)
    store.close()
    whole = store.path.read_bytes()
    for size in range(sound + 1, len(whole)):
        store.path.write_bytes(whole[:size])
        again = Store.reopen(store.path)
        assert again.transcript.torn == size - sound
        assert again.transcript.records == (FOUNDED, RECORDS[0])
        assert store.path.stat().st_size == sound
        again.append(RECORDS[1:], sync=True)
        again.close()
        assert read_transcript(store.path.read_bytes()).records == (FOUNDED, *RECORDS)


def test_a_file_without_a_whole_genesis_is_no_record(tmp_path: Path) -> None:
    store = new(tmp_path)
    store.close()
    whole = store.path.read_bytes()
    for size in (0, 5, len(MAGIC), len(MAGIC) + 10, len(whole) - 1):
        store.path.write_bytes(whole[:size])
        with pytest.raises(BrokenTranscript):
            Store.reopen(store.path)
        assert store.path.read_bytes() == whole[:size], "nothing was cut from what we do not understand"


def test_damage_in_the_middle_is_no_torn_end(tmp_path: Path) -> None:
    store = new(tmp_path)
    store.append(RECORDS, sync=True)
    store.close()
    data = bytearray(store.path.read_bytes())
    data[len(MAGIC) + 40] ^= 1
    store.path.write_bytes(data)
    with pytest.raises(BrokenTranscript):
        Store.reopen(store.path)
    assert store.path.read_bytes() == data


def test_two_programs_never_write_one_record(tmp_path: Path) -> None:
    store = new(tmp_path)
    with pytest.raises(TableBusy):
        Store.reopen(store.path)
    store.close()
    again = Store.reopen(store.path)
    with pytest.raises(TableBusy):
        Store.reopen(store.path)
    again.close()


def test_a_refused_record_is_not_kept_open(tmp_path: Path) -> None:
    """Otherwise its own lock would be in the way of the next attempt."""
    store = new(tmp_path)
    store.close()
    good = store.path.read_bytes()
    store.path.write_bytes(b"nonsense")
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(BrokenTranscript):
        Store.reopen(store.path)
    assert len(os.listdir("/dev/fd")) == before
    store.path.write_bytes(good)
    Store.reopen(store.path).close()


@pytest.mark.slow
def test_a_file_that_no_game_leaves_behind_is_not_read_whole(tmp_path: Path) -> None:
    """It has no end at all, or is merely large: what is read of it fits into memory."""
    with pytest.raises(BrokenTranscript):
        read_file(Path("/dev/zero"))
    large = tmp_path / f"large{SUFFIX}"
    with large.open("wb") as file:
        file.truncate(MAX_FILE)
    assert len(read_file(large)) == MAX_FILE
    os.truncate(large, MAX_FILE + 1)
    with pytest.raises(BrokenTranscript):
        Store.reopen(large)


def test_no_file_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Store.reopen(tmp_path / "none.heroes")
    with pytest.raises(IsADirectoryError):
        Store.reopen(tmp_path)


def test_a_disk_that_fills_up_within_a_record_costs_that_record_only(tmp_path: Path) -> None:
    store = new(tmp_path)
    store.append(RECORDS[:2], sync=True)
    with room_for(store.path.stat().st_size + 9), pytest.raises(CannotWrite, match="File too large"):
        store.append(RECORDS[2:], sync=True)
    store.close()
    again = Store.reopen(store.path)
    assert again.transcript.torn == 9
    assert again.transcript.records == (FOUNDED, *RECORDS[:2])


def test_nothing_is_written_behind_half_a_record(tmp_path: Path) -> None:
    """Even if there is room again before the program has stopped: the file could not be read any more."""
    store = new(tmp_path)
    with room_for(store.path.stat().st_size + 9), pytest.raises(CannotWrite):
        store.append(RECORDS[:1], sync=True)
    with pytest.raises(CannotWrite, match=store.path.name):
        store.append(RECORDS[1:], sync=True)
    store.close()
    assert Store.reopen(store.path).transcript.records == (FOUNDED,)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file may grow beyond this many bytes; what still fits is written."""
    soft, hard = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        setrlimit(RLIMIT_FSIZE, (soft, hard))


def test_what_must_be_on_the_platter_is_there_before_anybody_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill cannot show that: the system still has what a program wrote. Only the order of calls can."""
    synced: list[tuple[bool, int]] = []

    def note(descriptor: int) -> None:
        status = os.fstat(descriptor)
        synced.append((stat.S_ISDIR(status.st_mode), status.st_size if stat.S_ISREG(status.st_mode) else 0))

    monkeypatch.setattr(module, "_datasync", note)
    monkeypatch.setattr(os, "fsync", note)
    store = new(tmp_path)
    begun = store.path.stat().st_size
    assert synced == [(False, begun), (True, 0)], "the file with its genesis, then its name in the folder"
    store.append(RECORDS[:1], sync=False)
    assert len(synced) == 2
    store.append(RECORDS[1:], sync=True)
    assert synced[2:] == [(False, store.path.stat().st_size)], "all that was written before goes with it"
