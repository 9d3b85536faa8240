"""The recorded games of a folder."""

import os
from pathlib import Path

from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui.records import read_record, records_in
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer


def record(path: Path, messages: int | None = None) -> Path:
    """A game of three, or only as much of it as its first messages show."""
    mesh = SessionTable(3).begin().run()
    writer = Writer()
    wires = [envelope.wire for envelope in mesh.sessions[0].log.order][:messages]
    records: list[Record] = [Founded(mesh.genesis.encoded), *map(Spoken, wires)]
    path.write_bytes(MAGIC + b"".join(map(writer.append, records)))
    return path


def test_the_newest_comes_first(tmp_path: Path) -> None:
    for age, name in enumerate(("b", "a", "c")):
        (tmp_path / f"{name}.heroes").touch()
        os.utime(tmp_path / f"{name}.heroes", (age, age))
    (tmp_path / "a.peers").touch()
    assert [path.stem for path in records_in(tmp_path)] == ["c", "a", "b"]


def test_a_record_says_who_played_when_and_whether_it_is_over(tmp_path: Path) -> None:
    path = record(tmp_path / "game.heroes")
    os.utime(path, (86400 * 3, 86400 * 3))
    found = read_record(path)
    assert found is not None
    assert found.is_over
    assert found.title.startswith("1970-01-0")
    assert found.title.endswith("  roshambo: Ada, Bo and Cy")


def test_a_record_that_is_cut_short_is_not_over(tmp_path: Path) -> None:
    found = read_record(record(tmp_path / "game.heroes", messages=12))
    assert found is not None
    assert not found.is_over


def test_what_is_no_record_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "letter.heroes").write_bytes(b"Dear Ada")
    assert read_record(tmp_path / "letter.heroes") is None
    assert read_record(tmp_path / "none.heroes") is None
