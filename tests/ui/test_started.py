"""What a person is told to type is what their shell finds."""

import sys
from pathlib import Path

import pytest

from p2p_heroes.ui.started import command


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Installed in a folder that is not on the PATH, and started from there."""
    path = tmp_path / ".venv" / "bin" / "p2p-heroes"
    path.parent.mkdir(parents=True)
    path.touch(mode=0o700)
    monkeypatch.setattr(sys, "argv", [str(path), "play"])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return path


def test_what_is_on_the_path_is_called_by_its_name(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(program.parent))
    assert command() == "p2p-heroes"


@pytest.mark.usefixtures("program")
def test_what_lies_below_is_called_from_here() -> None:
    assert command() == ".venv/bin/p2p-heroes"


def test_what_lies_right_here_is_called_so_that_a_shell_finds_it(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program.parent)
    assert command() == "./p2p-heroes"


def test_what_lies_elsewhere_is_called_in_full(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = program.parent.parent.parent / "else where"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert command() == str(program)
    away = elsewhere / "p2p-heroes"
    monkeypatch.setattr(sys, "argv", [str(away)])
    monkeypatch.chdir(program.parent)
    assert command() == f"'{away}'"


def test_another_one_on_the_path_is_not_meant(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = program.parent.parent / "p2p-heroes"
    other.touch(mode=0o700)
    monkeypatch.setenv("PATH", str(other.parent))
    assert command() == ".venv/bin/p2p-heroes"


def test_a_module_is_started_by_its_python(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/p2p_heroes/__main__.py", "play"])
    monkeypatch.setattr(sys, "executable", str(program.parent / "python3"))
    assert command() == ".venv/bin/python3 -m p2p_heroes"


def test_inside_another_program_there_is_only_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [""])
    assert command() == "p2p-heroes"
