"""Lines that are read without argparse mean what they mean there; what is unusual is left to it."""

import argparse
import shlex
import subprocess
import sys
from random import Random

import pytest

from p2p_heroes.arguments.commands import COMMANDS
from p2p_heroes.arguments.outline import outlined
from p2p_heroes.arguments.parser import parser

WORDS = (
    "",
    "x",
    "file name",
    "7",
    "99999",
    "-1",
    "-",
    "--",
    "-h",
    "steady,wanderer",
    "127.0.0.1:5",
    "bash",
    "::1",
    "--help",
)


def some_line(luck: Random) -> list[str]:
    """A command, and after it mostly what it takes, with mostly one word behind."""
    command = luck.choice(list(COMMANDS))
    flags = [flag for flag in FLAGS[command] if flag != "-h"]
    line = [command]
    for _ in range(luck.randrange(5)):
        flag = luck.choice(flags)
        line += luck.choice(
            [
                [flag],
                [flag, luck.choice(WORDS)],
                [f"{flag}={luck.choice(WORDS)}"],
                [luck.choice(WORDS)],
                [flag[:-1]],
            ]
        )
    return line


FLAGS = {
    command: [flag for action in made._actions for flag in action.option_strings]
    for action in parser()._actions
    if isinstance(action, argparse._SubParsersAction)
    for command, made in action.choices.items()
}


@pytest.mark.parametrize("seed", range(20))
def test_a_line_that_is_read_without_argparse_means_what_it_says_there(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    luck = Random(seed)
    quick, slow = 0, 0
    for _ in range(150):
        line = some_line(luck)
        found = outlined(line)
        quick += found is not None
        try:
            theirs = vars(parser(line).parse_args(line))
        except SystemExit:
            slow += 1
            assert found is None, line
        else:
            assert found in (None, theirs), line
    assert quick >= 20
    assert slow > 20


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"bot"}))
def test_the_example_of_a_command_is_read_without_argparse(command: str) -> None:
    """But for a bot, which must be told one of two things."""
    line = shlex.split(COMMANDS[command][1])
    assert outlined(line) == vars(parser(line).parse_args(line))


def test_a_plain_command_does_not_import_argparse() -> None:
    code = """
import sys
from p2p_heroes.arguments import parse
parse(["audit", "a", "--json"])
print("argparse" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
