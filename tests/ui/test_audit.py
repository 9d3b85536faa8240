"""The command `audit`: exit codes, one line for what cannot be read, progress, a proof as a file."""

import json
from pathlib import Path

import pytest

from p2p_heroes.audit.findings import Verdict
from p2p_heroes.cli import main
from p2p_heroes.node import store
from p2p_heroes.tabletest.scripts.language import parse
from p2p_heroes.tabletest.scripts.stage import perform
from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui import audit as command
from p2p_heroes.ui.audit import Bar, progress
from p2p_heroes.user_error import FAILED, FAULT, FINE, NO_RESULT, USAGE
from protocol.canonical import encode
from protocol.frozen import replace
from protocol.proof_file import ProofFile
from protocol.transcript import Founded, Spoken
from scripts.tools.vectors.transcript.record import file_of, raw_file, records_of
from tests.audit.test_auditor import cheated, fair
from tests.support.cheats import Arena

FILE = file_of(records_of(fair(), 0))


def save(folder: Path, mesh: SessionTable, seat: int = 0) -> str:
    path = folder / f"{len(list(folder.iterdir()))}-{seat}.heroes"
    path.write_bytes(file_of(records_of(mesh, seat)))
    return str(path)


def altered(mesh: SessionTable) -> bytes:
    """Rewritten by somebody who made all checks anew, with one word of a seat changed."""
    records = records_of(mesh, 0)
    for place, record in enumerate(records):
        if isinstance(record, Spoken):
            wire = bytearray(record.wire)
            wire[-65] ^= 1
            return file_of([*records[:place], Spoken(bytes(wire)), *records[place + 1 :]])
    raise AssertionError("nobody spoke")


def test_all_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", save(tmp_path, fair()), save(tmp_path, fair(), 1)]) == FINE
    captured = capsys.readouterr()
    assert "No fault." in captured.out
    assert captured.err == ""


def test_a_check_failed_and_nobody_is_guilty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "altered.heroes"
    path.write_bytes(altered(fair()))
    assert main(["audit", str(path)]) == FAILED
    out = capsys.readouterr().out
    assert out.startswith(f"{path}: does not hold: ")
    assert "Proven" not in out


def test_a_proven_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", save(tmp_path, cheated("false lock"))]) == FAULT
    assert "Proven: Bo locked something other than its own choice (FalseLock)" in capsys.readouterr().out


def test_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cut.heroes"
    path.write_bytes(file_of(records_of(fair(), 0)[:12]))
    assert main(["audit", str(path)]) == NO_RESULT
    assert "No result: " in capsys.readouterr().out


COLLUSION = """
table roshambo 3 seats, rounds 1, patience 5
Ada cheats with Bo: undo reveals
play
wait 120s
expect Cy disputed
"""


def test_a_disputed_vote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world, failed = perform(parse(COLLUSION))
    assert failed == []
    path = tmp_path / "cy.heroes"
    path.write_bytes(world.machines[2].data)
    assert main(["audit", str(path)]) == Verdict.DISPUTED
    said = "Nobody is accused. Disputed, not proven: they signed that it did not come, and here it is (4)."
    assert said in capsys.readouterr().out
    assert main(["audit", str(path), "--json"]) == Verdict.DISPUTED
    value = json.loads(capsys.readouterr().out)
    assert (value["verdict"], value["code"]) == ("disputed", 5)


@pytest.mark.parametrize("data", [b"", b"Dear Ada,\n", b"?".join((FILE[:700], FILE[701:]))])
def test_what_cannot_be_read_is_one_clear_line(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter"
    path.write_bytes(data)
    assert main(["audit", str(path)]) == USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    assert line.startswith(f"p2p-heroes: {path}: The file is damaged, or is no transcript.")


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"\xc1", "a byte with which no value begins"),
        (b"\x92\x02", "incomplete input"),
        (b"\xc0\xc0", "more bytes behind the value"),
        (b"\xd1\x00\x05", "not the shortest or ordered form of its value"),
        (b"\xa1\xff", "a text that is not UTF-8"),
        (b"\x91" * 17 + b"\x90", "more than 16 containers inside each other"),
        (b"\x91" * 2000 + b"\x90", "more than 16 containers inside each other"),
        (b"\xca\x00\x00\x00\x00", "float is not a plain value"),
    ],
)
def test_a_record_that_is_no_canonical_value_is_one_clear_line(
    payload: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "strange"
    data = raw_file(encode((1, fair().genesis.encoded, (0,))), payload)
    path.write_bytes(data)
    assert main(["audit", str(path)]) == USAGE
    what = f"(before byte {len(data)}: a record that is no canonical value: {reason})"
    damaged = f"p2p-heroes: {path}: The file is damaged, or is no transcript. {what}\n"
    assert capsys.readouterr() == ("", damaged)


@pytest.mark.parametrize(
    ("genesis", "reason"),
    [
        (replace(fair().genesis, game="halma").encoded, "no game 'halma' here"),
        (b"nonsense", "more bytes behind the value"),
        (b"\x90", "fields"),
    ],
)
def test_a_file_of_a_table_that_cannot_be_is_one_clear_line(
    genesis: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "halma"
    path.write_bytes(file_of([Founded(genesis)]))
    told = "The file is of a game that this program does not have, or of a table that cannot exist."
    assert main(["audit", str(path)]) == USAGE
    assert capsys.readouterr() == ("", f"p2p-heroes: {path}: {told} ({reason})\n")
    assert main(["replay", str(path)]) == USAGE
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("data", [FILE, FILE[:-40] + FILE[-36:], b""], ids=["sound", "torn", "unreadable"])
def test_the_name_of_a_file_cannot_move_the_cursor(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game \x1b[2J\u202e.heroes"
    path.write_bytes(data)
    main(["audit", str(path)])
    main(["audit", str(path) + "-none"])
    main(["replay", str(path) + "-none"])
    captured = capsys.readouterr()
    for text in (captured.out, captured.err):
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert (captured.out + captured.err).count("game \\u001b[2J\\u202e.heroes") >= 3


def test_what_is_not_there_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = save(tmp_path, fair())
    for name, text in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        assert main(["audit", sound, str(name)]) == USAGE
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == f"p2p-heroes: {text}: {name}\n"


def test_what_is_too_large_hides_nothing_of_what_the_others_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    guilty, large = save(tmp_path, cheated("false lock")), tmp_path / "large"
    monkeypatch.setattr(store, "MAX_FILE", 2**18)
    large.write_bytes(bytes(2**18 + 1))
    assert main(["audit", str(large)]) == USAGE
    assert main(["audit", str(large), guilty]) == FAULT
    captured = capsys.readouterr()
    line = "The file is damaged, or is no transcript. (at byte 262144: larger than any transcript)"
    assert captured.err == f"p2p-heroes: {large}: {line}\n" * 2
    assert "Proven: Bo" in captured.out


def test_json_is_alone_on_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"")
    assert main(["audit", save(tmp_path, cheated("false lock")), str(broken), "--json"]) == FAULT
    captured = capsys.readouterr()
    value = json.loads(captured.out)
    assert (value["verdict"], value["code"]) == ("proven", FAULT)
    assert [refused["file"] for refused in value["refused"]] == [str(broken)]
    assert len(captured.err.splitlines()) == 1


# A proof as a file.


def export(arena: Arena, folder: Path) -> Path:
    path = folder / "bo.proof"
    assert main(["audit", save(folder, arena), "--export", str(path)]) == FAULT
    return path


def test_a_proof_is_exported_and_checked_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = export(cheated("false lock"), tmp_path)
    capsys.readouterr()
    assert main(["audit", str(path)]) == FAULT
    assert "the proof holds by itself" in capsys.readouterr().out
    assert [proof.seat for proof in ProofFile.read(path.read_bytes()).proofs] == [1]
    assert len(path.read_bytes()) < 4096


def test_a_changed_proof_is_a_check_that_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = export(cheated("false lock"), tmp_path)
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(bytes(data))
    capsys.readouterr()
    assert main(["audit", str(path)]) == FAILED
    assert "Proven" not in capsys.readouterr().out


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = export(cheated("false lock"), tmp_path)
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["audit", str(path), "--export", str(path)]) == USAGE
    assert capsys.readouterr().err == f"p2p-heroes: File exists: {path}\n"
    assert path.read_bytes() == before


def test_without_a_fault_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.proof"
    assert main(["audit", save(tmp_path, fair()), "--export", str(path)]) == FINE
    assert "no fault is proven" in capsys.readouterr().err
    assert not path.exists()


def test_faults_of_several_tables_are_exported_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = cheated("out of turn", 0)
    assert other.genesis.table != fair().genesis.table
    path = tmp_path / "both.proof"
    files = [save(tmp_path, cheated("false lock")), save(tmp_path, other, 1)]
    assert main(["audit", *files, "--export", str(path)]) == USAGE
    assert "several tables" in capsys.readouterr().err
    assert not path.exists()


# Progress.


def watched(begins: float, total: int = 200) -> list[str]:
    """What a bar shows of so many records, the first of which is done after so many seconds."""
    shown: list[str] = []
    moments = iter([0.0, *[begins] * total])
    bar = Bar(shown.append, lambda: next(moments))
    for done in range(1, total + 1):
        bar.watch(done, total)
    return shown


def test_what_takes_long_shows_how_far_it_is() -> None:
    shown = watched(begins=1.0)
    assert shown == [progress(done, 200) for done in (1, *range(2, 201, 2))]
    assert shown[-1].endswith(" 100 %")


def test_what_is_soon_done_shows_nothing() -> None:
    assert watched(begins=0.1) == []


def test_progress_is_one_line() -> None:
    assert progress(1, 4) == "##########.............................. 1 of 4, 25 %"


def test_progress_goes_to_a_terminal_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "LONG_SECONDS", -1.0)
    path = save(tmp_path, fair())
    assert main(["audit", path]) == FINE
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["audit", path]) == FINE
    assert capsys.readouterr().err.endswith("100 %\n")
