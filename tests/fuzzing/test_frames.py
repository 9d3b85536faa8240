"""Changed frames: none is taken for what it was not, and the counts follow from the seed alone."""

from collections import Counter
from random import Random

import pytest

from protocol.errors import Refusal
from scripts.tools.fuzzing import frames
from scripts.tools.fuzzing.frames import GUILTY, TABLES, THE_SAME, ReadFrames, changed_frame, send
from scripts.tools.fuzzing.tables import played


def counted(seed: str, count: int, jobs: int = 1) -> Counter[str]:
    return sum(send(seed, count, jobs, batch=400), Counter[str]())


@pytest.mark.slow
def test_no_changed_frame_is_taken_for_what_it_was_not() -> None:
    counts = counted("ci", 6_000)
    assert counts.total() == 6_000
    refusals = {kind.__name__ for kind in Refusal.__subclasses__()}
    unsigned = {verdict for verdict in counts if "nobody signs" in verdict}
    assert counts.keys() <= refusals | unsigned | {THE_SAME, GUILTY, frames.NOTHING}
    # They get as far as each part of the way: frame, encoding, peer message, table, signature, proof.
    reached = {"FrameCut", "NotCanonical", "BadField", "WrongTable", "BadSignature", "BadProof"}
    assert reached <= counts.keys()


@pytest.mark.slow
def test_however_many_processes_count_they_come_to_the_same() -> None:
    assert counted("jobs", 1_500, jobs=2) == counted("jobs", 1_500)


@pytest.mark.parametrize("name", TABLES)
def test_frames_as_they_were_are_taken(name: str) -> None:
    """Otherwise it would show nothing that changed ones are refused."""
    table = played(name)
    verdicts = Counter(map(ReadFrames(table).take, table.frames))
    assert verdicts[THE_SAME] >= frames.HEARD
    # A message that comes too early has a good signature too.
    assert verdicts[THE_SAME] + verdicts["Gap"] + verdicts["Ahead"] == len(table.wires)


@pytest.mark.parametrize("way", dict.fromkeys(frames.WAYS), ids=lambda way: way.__name__.strip("_"))
def test_every_way_changes_most_frames(way: frames.Way) -> None:
    table, random = played("two"), Random(1)
    same = sum(way(frame, table.frames, random) == frame for frame in table.frames)
    assert same < len(table.frames) // 2
    assert changed_frame(table.frames, Random(2)) == changed_frame(table.frames, Random(2))
