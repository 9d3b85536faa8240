"""A file that loses what was not synced, and nothing else."""

from pathlib import Path
from random import Random

import pytest

from p2p_heroes.tabletest.sockets.disk import MortalStore
from p2p_heroes.tabletest.world.plan import TablePlan
from protocol.transcript import Founded, Spoken, read_transcript

GENESIS = TablePlan("disk", "roshambo", ("", "")).genesis()
SYNCED, HEARD = Spoken(b"what was synced"), Spoken(b"what was only heard")


@pytest.fixture
def store(tmp_path: Path) -> MortalStore:
    return MortalStore.create(tmp_path, GENESIS.table, Founded(GENESIS.encoded))


def test_what_was_synced_stays(store: MortalStore) -> None:
    store.append([SYNCED], sync=True)
    whole = store.path.stat().st_size
    store.append([HEARD], sync=False)
    store.flush()
    sizes = set()
    for seed in range(40):
        kept = store.path.read_bytes()
        store.lose(Random(seed))
        sizes.add(store.path.stat().st_size)
        assert read_transcript(store.path.read_bytes()).records[1] == SYNCED
        store.path.write_bytes(kept)
    assert min(sizes) >= whole
    assert len(sizes) > 5
    store.close()


def test_a_doomed_machine_dies_in_its_next_write_and_writes_no_more(store: MortalStore) -> None:
    deaths = []

    def die() -> None:
        deaths.append(store.path.stat().st_size)
        store.lose(Random(1))

    store.die = die
    before = store.path.stat().st_size
    store.append([SYNCED], sync=True)
    assert deaths[0] > before
    size = store.path.stat().st_size
    store.append([HEARD], sync=True)
    assert (len(deaths), store.path.stat().st_size) == (1, size)
    store.close()


def test_what_is_left_can_be_reopened(store: MortalStore, tmp_path: Path) -> None:
    store.append([SYNCED], sync=True)
    store.append([HEARD], sync=False)
    store.lose(Random(3))
    store.close()
    again = MortalStore.reopen(store.path)
    assert SYNCED in again.transcript.records
    again.append([HEARD], sync=True)
    again.close()
    assert read_transcript(store.path.read_bytes()).records[-1] == HEARD
