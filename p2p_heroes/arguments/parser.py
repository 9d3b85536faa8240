"""The command line as argparse reads it: help, every mistake, and what is written in short."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial

from p2p_heroes import __version__
from p2p_heroes.arguments.commands import COMMANDS, take_what_all_take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where there is more. Those of the commands are like it."""

    def __init__(self, *, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            argument_default=argparse.SUPPRESS,
            formatter_class=partial(argparse.HelpFormatter, max_help_position=24, width=_columns() - 2),
        )

    def error(self, message: str) -> NoReturn:
        # 2, as the parsers of all the world say it.
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser(typed: Sequence[str] | None = None) -> Parser:
    """Of the whole command line, or as much of it as these words can need: nobody waits for the rest."""
    made = Parser(
        prog="p2p-heroes",
        description="Board games in the terminal, peer to peer: no server, and nobody can cheat.",
        epilog="example: p2p-heroes play --bots 2",
    )
    made.add_argument("--version", action="version", version=f"p2p-heroes {__version__}")
    made.add_argument("--ascii", action="store_true", help="no signs but those of ASCII on the full screen")
    commands = made.add_subparsers(title="commands", dest="command", metavar="COMMAND", prog=made.prog)
    for name in typed[:1] if typed and typed[0] in COMMANDS else COMMANDS:
        text, example, take = COMMANDS[name]
        command = commands.add_parser(
            name, help=text, description=text, epilog=f"example: p2p-heroes {example}"
        )
        if typed is None or name in typed:
            take_what_all_take(command)
            take(command)
    return made


def _columns() -> int:
    """Of the terminal, as `shutil` finds it: importing that would take a tenth of the time that help does."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80
