"""Completion of the command line, as a shell asks for it."""

import argparse
import shutil
import subprocess
from pathlib import Path

import pytest

from p2p_heroes.cli import main
from p2p_heroes.games import GAMES
from p2p_heroes.ui.completion import SHELLS, Command, commands_of, script

BASH = shutil.which("bash") or "bash"
"""Our own scripts need one, so it is there."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="It's a toy.")
    below = made.add_subparsers()
    sing = below.add_parser("sing", description="sing [a song]: aloud")
    sing.add_argument("--key", help="in which key: C, or D")
    sing.add_argument("--loud", action="store_true", help="don't hold back")
    read = below.add_parser("read", description="read a file")
    read.add_argument("file")
    read.add_argument("--by", choices=["word", "line"])
    return made


@pytest.fixture
def commands() -> list[Command]:
    return commands_of(parser(), {"key": ["C", "D"]})


def test_commands_are_read_from_the_arguments(commands: list[Command]) -> None:
    whole, sing, read = commands
    assert (whole.name, whole.help) == ("", "It's a toy.")
    assert [option.long for option in sing.options] == ["help", "key", "loud"]
    assert [option.takes for option in sing.options] == [False, True, False]
    assert sing.options[1].values == ("C", "D")
    assert read.takes_file
    assert not sing.takes_file
    assert read.options[1].values == ("word", "line")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command_and_option(shell: str, commands: list[Command]) -> None:
    text = script(shell, "toy-box", commands)
    assert "toy-box" in text
    assert all(word in text for word in ("sing", "read", "key", "loud", "C D", "word line"))
    assert "don't" not in text, "quotes are quoted"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("p2p-heroes", "play", "replay", "faction", *GAMES["conquer"].choices))


def test_another_shell_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["completion", "tcsh"])


def completed(*words: str, text: str, folder: Path) -> list[str]:
    """What bash offers for the last of the words."""
    quoted = " ".join(f"'{word}'" for word in words)
    show = "printf '%s\\n' \"${COMPREPLY[@]}\""
    ask = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _p2p_heroes; {show}"
    done = subprocess.run(
        [BASH, "--norc", "-c", f"{text}\ncomplete -p p2p-heroes >&2\n{ask}"],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        check=True,
    )
    assert done.stderr == "complete -F _p2p_heroes p2p-heroes\n"
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["pl"], ["play"]),
        (["re"], ["resume", "replay"]),
        (["--v"], ["--version"]),
        (["play", "--fa"], ["--faction"]),
        (["play", "--faction", "g"], ["gnomes", "gremlins"]),
        (["host", "--game", "ro"], ["roshambo"]),
        (["host", "--code", "x"], [""]),
        (["rules", "port"], ["portals"]),
        (["completion", ""], ["bash", "zsh", "fish", "-h", "--help", "--json", "--plain", "--ascii"]),
        (["--ascii", "play", "--bo"], ["--bots"]),
        (["replay", "ga"], ["game one.heroes"]),
        (["replay", "--te"], ["--text"]),
        (["play", "ga"], [""]),
        (["tournament", "--keep", "ga"], ["game one.heroes"]),
        (["tournament", "ga"], [""]),
        (["tournament", "--players", "w"], ["wanderer", "warlord"]),
    ],
)
def test_bash_completes(
    words: list[str], offered: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game one.heroes").touch()
    main(["completion", "bash"])
    assert completed("p2p-heroes", *words, text=capsys.readouterr().out, folder=tmp_path) == offered
