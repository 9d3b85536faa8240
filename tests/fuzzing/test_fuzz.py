"""The command: what it checks, counts and keeps. Only `run` needs a fuzzer, and is left to people."""

from pathlib import Path

import pytest

from scripts.tools import fuzz
from scripts.tools.fuzzing import corpus
from scripts.tools.fuzzing.targets import TARGETS


def test_the_targets_are_those_that_there_are() -> None:
    """The command names them itself: it may import nothing of ours before a fuzzer watches."""
    assert tuple(TARGETS) == fuzz.TARGETS
    assert corpus.CORPUS == fuzz.CORPUS


def test_inputs_are_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus.write(tmp_path, [b"\x05", b"\xc1"])
    fuzz.main(["replay", "decoder", *map(str, tmp_path.iterdir())])
    assert capsys.readouterr().out == "2 inputs hold\n"


def test_frames_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    fuzz.main(["frames", "--count", "200"])
    *verdicts, total = capsys.readouterr().out.splitlines()
    assert sum(int(line.split()[0]) for line in verdicts) == 200
    assert total.split()[0] == "200"


def test_a_gathered_corpus_is_kept_in_place_of_the_one_before(tmp_path: Path) -> None:
    gathered, kept = tmp_path / "gathered", tmp_path / "kept"
    corpus.write(kept / "decoder", [b"from before"])
    corpus.write(gathered, [b"\x05", b"\x07", b"\xc1", b"\xc1" * 99])
    fuzz.main(
        ["keep", "decoder", "--corpus", str(gathered), "--into", str(kept), "--longest", "9", "--most", "1"]
    )
    assert {path.read_bytes() for path in (kept / "decoder").iterdir()} == {b"\x05", b"\xc1"}
