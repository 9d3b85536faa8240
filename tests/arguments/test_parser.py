"""What is said where a command line cannot be, and help as wide as the terminal."""

import os
import shutil

import pytest

from p2p_heroes.arguments import parse
from p2p_heroes.arguments.commands import COMMANDS
from p2p_heroes.arguments.parser import parser


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["play", "--bots", "many"], "p2p-heroes play: argument --bots: a number, not many"),
        (["host", "--listen", "4711"], "p2p-heroes host: argument --listen: HOST:PORT, not 4711"),
        (["frobnicate"], "p2p-heroes: argument COMMAND: invalid choice: 'frobnicate'"),
        (["play", "--frob"], "p2p-heroes: unrecognized arguments: --frob"),
    ],
)
def test_what_cannot_be_typed_is_one_line_with_where_to_look(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(arguments)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(line)
    assert captured.err.endswith(f"; see {line.split(':')[0]} --help\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--help"],
        ["--version"],
        ["--ascii"],
        ["--ascii", "--help"],
        ["--ascii", "play", "--bots", "2"],
        ["--ascii", "rules", "play", "audit"],
        ["audit", "play"],
        ["audit"],
        ["nothing", "play"],
        ["--nothing"],
        *([name, "--help"] for name in COMMANDS),
        *([name, "--nothing", "x"] for name in COMMANDS),
    ],
    ids=" ".join,
)
def test_whoever_waits_for_no_other_command_hears_the_same(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    results = []
    for parse_with in (parser(), parser(arguments)):
        try:
            result: object = parse_with.parse_args(arguments)
        except SystemExit as end:
            result = end.code
        results.append((result, capsys.readouterr()))
    assert results[0] == results[1]


@pytest.mark.parametrize("columns", ["", "0", "60", "200", "many", "-3"])
@pytest.mark.parametrize("size", [(132, 40), (0, 0), None])
def test_help_is_as_wide_as_the_terminal(
    columns: str, size: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def terminal_size(descriptor: int) -> os.terminal_size:
        if size is None:
            raise OSError
        return os.terminal_size(size)

    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(os, "get_terminal_size", terminal_size)
    assert parser()._get_formatter()._width == (shutil.get_terminal_size().columns or 80) - 2
