"""Programs that are run to their end, or until they show something."""

from pathlib import Path

import pytest

from p2p_heroes.bench.start import (
    AUDIT_IMPORTS,
    PLAY,
    NeverShown,
    audit,
    environment,
    first_question,
    run,
    run_until,
)
from p2p_heroes.bench.workbench import Workbench

pytestmark = pytest.mark.slow


def test_a_program_is_run_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert run(tmp_path, "-c", f"open({str(file)!r}, 'w').close()") > 0
    assert file.exists()
    with pytest.raises(AssertionError):
        run(tmp_path, "-c", "raise SystemExit(3)")


def test_a_program_is_ended_when_it_has_shown_what_was_looked_for(tmp_path: Path) -> None:
    waiting = "import os, time\nos.write(1, b'here')\ntime.sleep(1000)"
    assert run_until(b"here", tmp_path, "-c", waiting) > 0


def test_one_that_never_shows_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(NeverShown, match="there"):
        run_until(b"anywhere", tmp_path, "-c", "print('there')")


def test_the_program_that_is_measured_is_this_one(tmp_path: Path) -> None:
    assert (Path(environment(tmp_path)["PYTHONPATH"]) / "p2p_heroes" / "bench").is_dir()


def test_the_first_question_is_shown(tmp_path: Path) -> None:
    assert first_question() == b"> start "
    assert run_until(first_question(), tmp_path, *PLAY) > 0


def test_the_audit_of_a_tiny_file_is_measured() -> None:
    with Workbench() as bench:
        assert audit(AUDIT_IMPORTS)(bench)(0) > 0
