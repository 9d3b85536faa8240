"""A corpus is as small as it can be without reaching less."""

from pathlib import Path

from scripts.tools.fuzzing.corpus import chosen, steps_of, write
from scripts.tools.fuzzing.decoding import check_value


def test_of_inputs_that_reach_the_same_the_smallest_is_kept() -> None:
    assert chosen(check_value, [b"\x05", b"\x07", b"\x07"], most=1) == [b"\x05"]


def test_an_input_that_reaches_more_is_kept_whatever_the_number() -> None:
    assert chosen(check_value, [b"\x05", b"\x91\x05", b"\xc1"], most=1) == [b"\x05", b"\xc1", b"\x91\x05"]


def test_what_does_the_same_more_often_is_kept_while_there_is_room() -> None:
    inputs = [b"\x92\x05\x05", b"\x9c" + 12 * b"\x05"]
    assert chosen(check_value, inputs, most=1) == inputs[:1]
    assert chosen(check_value, inputs, most=2) == inputs


def test_steps_are_those_of_our_own_files() -> None:
    files = {Path(step[0]).name for step, _ in steps_of(check_value, b"\x91\x05")}
    assert {"canonical.py", "reference.py"} <= files
    assert "random.py" not in files


def test_inputs_are_stored_once(tmp_path: Path) -> None:
    write(tmp_path / "new", [b"one", b"two", b"one"])
    assert sorted(path.read_bytes() for path in (tmp_path / "new").iterdir()) == [b"one", b"two"]
