"""Real programs for tests: one for each person, with folders and a terminal of its own."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from p2p_heroes.ui.kit.frame import frame
from scripts.tools.terminal import Shell, TerminalProgram, all_show

ROOT = Path(__file__).resolve().parents[2]
HERE = ("--listen", "127.0.0.1:0", "--quiet")
COMPARE = "Ask aloud: does everybody"

P = TypeVar("P", bound=TerminalProgram)


class Programs:
    """Programs with the same folders, all stopped at the end."""

    def __init__(self, folder: Path) -> None:
        self._folders = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
        self.programs: list[TerminalProgram] = []

    def run(self, *arguments: str, environment: dict[str, str] | None = None, **size: int) -> TerminalProgram:
        return self._opened(TerminalProgram, arguments, environment, size)

    def shell(self) -> Shell:
        return self._opened(Shell, (), {"PS1": "ready$ "}, {})

    def _opened(self, kind: type[P], arguments: tuple[str, ...], environment: Any, size: dict[str, int]) -> P:
        usual = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TERM": "xterm", "LANG": "C.UTF-8"}
        given: dict[str, Any] = {**usual, "HOME": "/nonexistent", **self._folders, **(environment or {})}
        program = kind(arguments, given, **size)
        self.programs.append(program)
        return program


def is_asked(program: TerminalProgram) -> bool:
    return any("your turn" in line for line in program.lines[:2])


def agree(program: TerminalProgram, *others: TerminalProgram) -> None:
    """Say that everybody reads the same, if that is asked."""
    if COMPARE in program.text:
        program.type("yes\r")
        all_show(lambda: COMPARE not in program.text, program, *others)


def answer(program: TerminalProgram, *others: TerminalProgram) -> None:
    """Take the first of what is offered, and make it final."""
    agree(program, *others)
    all_show(lambda: is_asked(program), program, *others)
    program.type("\r")
    all_show(lambda: "Enter makes it final." in program.text, program, *others)
    program.type("\r")
    all_show(lambda: "Enter makes it final." not in program.text, program, *others)


def is_over(program: TerminalProgram) -> bool:
    return "The game is over." in program.text


def choose(program: TerminalProgram, question: str, line: str, *others: TerminalProgram) -> None:
    """Answer this question, and make it final; where it is asked, all read the same words."""
    all_show(
        lambda: is_asked(program) and (question in program.text or COMPARE in program.text), program, *others
    )
    agree(program, *others)
    all_show(lambda: question in program.text, program, *others)
    program.type(f"{line}\r")
    all_show(lambda: "Enter makes it final." in program.text, program, *others)
    program.type("\r")
    all_show(lambda: "Enter makes it final." not in program.text, program, *others)


def told(program: TerminalProgram) -> str:
    """What a screen says, however it is folded: on a large one, place by place."""
    screen = program.screen
    boxes = frame(screen.columns, screen.lines, 1)
    if boxes is None:
        return " ".join(program.text.split())
    rows = program.screen.display
    parts = [row[box.left :][: box.width] for box in boxes.values() for row in rows[box.top :][: box.height]]
    return " ".join(" ".join(parts).split())


class TablePrograms:
    """People at one table: their folders and programs, in the order in which they sat down; Ada hosts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.rows = 24
        self._players: dict[str, Programs] = {}
        self.programs: dict[str, TerminalProgram] = {}

    def begin(self, options: Sequence[str], **guests: Sequence[str]) -> list[TerminalProgram]:
        """Found a table with these options; everybody else comes with some of their own."""
        ada = self._run("Ada", "host", *options, "--name", "Ada")
        ada.shows("The table is open at 127.0.0.1:")
        [address] = re.findall(r"open at (\S+)", ada.text)
        for name, own in guests.items():
            self._run(name, "join", address, "--name", name, *own)
            all_show(lambda: is_asked(ada) or f"and {name}" in ada.text, *self.all)  # noqa: B023
        waits = re.compile(r"Waiting for (?!until)\w+\.")
        all_show(lambda: all(is_asked(one) or waits.search(one.text) for one in self.all), *self.all)
        return self.all

    @property
    def all(self) -> list[TerminalProgram]:
        return list(self.programs.values())

    def resume(self, name: str) -> TerminalProgram:
        return self._run(name, "resume")

    def _run(self, name: str, *arguments: str) -> TerminalProgram:
        player = self._players.setdefault(name, Programs(self._folder / name))
        self.programs[name] = player.run(*arguments, *HERE, rows=self.rows)
        return self.programs[name]

    def stop(self) -> None:
        for player in self._players.values():
            for program in player.programs:
                program.stop()


@contextmanager
def programs_at_one_table(folder: Path) -> Iterator[TablePrograms]:
    """All programs of it are stopped at the end."""
    people = TablePrograms(folder)
    try:
        yield people
    finally:
        people.stop()
