"""Scripts from files: as expected or not, with line and column; every example in the repository."""

import json
from pathlib import Path

import pytest

from p2p_heroes.cli import FAILED, FINE, USAGE, main
from p2p_heroes.lab.attacks import ATTACKS
from p2p_heroes.lab.scripts.language import parse
from p2p_heroes.ui.script import perform_all, told

EXAMPLES = sorted((Path(__file__).resolve().parent.parent.parent / "scripts" / "examples").glob("*.table"))
GOOD = "table roshambo 2 seats, rounds 1\nwait 2s\nexpect step 1\n"
BAD = "table roshambo 2 seats, rounds 1\nwait 2s\n  expect step 2\n"


def test_failures_have_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.table", tmp_path / "bad.table"
    good.write_text(GOOD)
    bad.write_text(BAD)
    assert main(["script", str(good)]) == FINE
    assert main(["script", str(good), str(bad)]) == FAILED
    out = capsys.readouterr().out
    assert f"{bad}:3:3: the table is at step [1]" in out
    assert "1 of 2 scripts went as expected" in out


def test_one_json_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.table"
    bad.write_text(BAD)
    assert main(["script", str(bad), "--json"]) == FAILED
    assert json.loads(capsys.readouterr().out) == [
        {"file": str(bad), "failures": [[3, 3, "the table is at step [1]"]]}
    ]


def test_what_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unread = tmp_path / "unread.table"
    unread.write_text("table chess 2 seats")
    assert main(["script", str(unread)]) == USAGE
    assert f"{unread}: line 1, column 7: no game chess" in capsys.readouterr().err
    assert main(["script", str(tmp_path / "none.table")]) == USAGE
    unread.write_bytes(b"\xff\xfe")
    assert main(["script", str(unread)]) == USAGE


@pytest.mark.parametrize(
    "line", ["play\x1b[2J", "Ada: \x1b[2J", "expect event \x1b[2J", "expect state \x1b[2J = 1"]
)
def test_a_script_and_its_name_cannot_move_the_cursor(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "\x1b[2J.table"
    bad.write_text(f"{GOOD}{line}\n")
    assert main(["script", str(bad)]) in (FAILED, USAGE)
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err
    assert "\\u001b[2J.table" in captured.out + captured.err


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_goes_as_expected(path: Path) -> None:
    shows = perform_all([str(path)])
    assert not shows[0].failures, "\n".join(told(shows))


def test_the_examples_show_many_attacks() -> None:
    shown = {parse(path.read_text()).plan.attack for path in EXAMPLES} - {""}
    assert len(EXAMPLES) >= 25
    assert shown <= ATTACKS.keys()
    assert len(shown) >= 15
