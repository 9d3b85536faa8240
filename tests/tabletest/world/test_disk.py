"""What was synced survives every crash; what was not is kept or torn, and never damaged inside."""

from random import Random

import pytest

from p2p_heroes.tabletest.world.disk import Disk
from protocol.errors import BrokenTranscript
from protocol.transcript import Founded, Spoken, read_transcript

FOUNDED = Founded(b"genesis")


def words(*names: str) -> list[Spoken]:
    return [Spoken(name.encode() * 9) for name in names]


def test_what_is_synced_is_kept() -> None:
    for seed in range(40):
        disk = Disk(FOUNDED)
        disk.append(words("one", "two"), sync=True)
        disk.append(words("three", "four"), sync=False)
        torn = disk.crash(Random(seed))
        records = disk.reopen().records
        assert records[:3] == (FOUNDED, *words("one", "two"))
        assert torn or len(records) == 5


def test_what_is_not_synced_is_sometimes_lost_and_sometimes_kept() -> None:
    kept = set()
    for seed in range(60):
        disk = Disk(FOUNDED)
        disk.append(words("one", "two", "three"), sync=False)
        disk.crash(Random(seed))
        kept.add(len(disk.reopen().records))
    assert kept >= {1, 2, 3}


def test_it_can_be_written_to_again() -> None:
    for seed in range(40):
        disk = Disk(FOUNDED)
        disk.append(words("one"), sync=False)
        disk.crash(Random(seed))
        disk.reopen()
        disk.append(words("two"), sync=True)
        assert read_transcript(disk.data).records[-1] == words("two")[0]
        assert read_transcript(disk.data).torn == 0


def test_who_writes_behind_a_torn_end_breaks_the_file() -> None:
    disk = Disk(FOUNDED)
    disk.append(words("one"), sync=False)
    while not disk.crash(Random(3)):
        disk.append(words("one"), sync=False)
    disk.append(words("two"), sync=True)
    with pytest.raises(BrokenTranscript):
        disk.reopen()
