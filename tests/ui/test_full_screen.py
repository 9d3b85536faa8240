"""The real program in a real terminal, played by keyboard: whole games, other sizes, leaving, coming back."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import Program

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
KEYS = 3000
"""More than any game needs."""

ROSHAMBO = ("play", "--game", "roshambo", "--bots", "1", "--seed", "1", "--name", "Ada")
CONQUER = ("play", "--bots", "1", "--seed", "1", "--faction", "undead", "--name", "Ada")


class Room:
    """Programs with the same folders, all stopped at the end."""

    def __init__(self, folder: Path) -> None:
        self._folders = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
        self.programs: list[Program] = []

    def run(self, *arguments: str, environment: dict[str, str] | None = None, **size: int) -> Program:
        usual = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TERM": "xterm", "LANG": "C.UTF-8"}
        given: dict[str, Any] = {**usual, "HOME": "/nonexistent", **self._folders, **(environment or {})}
        program = Program(arguments, given, **size)
        self.programs.append(program)
        return program


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    for program in room.programs:
        program.stop()


def play_on(program: Program, *, until: str = "The game is over.") -> None:
    """Take the first of whatever is offered, until something is shown."""
    for _ in range(KEYS):
        program.until(lambda: until in program.text or "your turn" in program.lines[0])
        if until in program.text:
            return
        program.type("\r")
        program.settle()
    raise AssertionError(program.text)


def test_roshambo_is_played_to_its_end_by_keyboard(room: Room) -> None:
    program = room.run(*ROSHAMBO, "--rounds", "2")
    program.shows("Table words:")
    program.shows("Call a sign")
    program.type("scis\t")
    program.shows("> call scissors")
    program.type("\r")
    program.shows("Enter makes it final.")
    program.type("\r")
    program.shows("Throw in secret:")
    assert b"\a" in program.written
    play_on(program)
    program.shows("Everybody signed the final state")
    program.type("\r")
    assert program.ended() == 0
    assert "finished at step" in program.text
    assert b"\x1b[?1049l" in program.written, "the terminal is as it was"


def test_conquer_is_played_to_its_end_in_any_size(room: Room) -> None:
    program = room.run(*CONQUER, columns=120, rows=36)
    program.shows("Where do you begin?")
    play_on(program, until="Round 2 of 16")
    program.resize(80, 24)
    program.shows("Ctrl-C leave")
    play_on(program, until="Round 3 of 16")
    program.resize(30, 8)
    program.shows("make it")
    program.resize(200, 60)
    program.shows("PgUp/PgDn scroll")
    play_on(program)
    program.type("\r")
    assert program.ended() == 0


def test_whoever_leaves_comes_back_to_the_same_question(room: Room) -> None:
    program = room.run(*CONQUER)
    play_on(program, until="Round 2 of 16")
    program.until(lambda: "your turn" in program.lines[0])
    program.type("\x03")
    program.shows("Leave the game?")
    program.type("y")
    assert program.ended() == 4
    program.shows("`p2p-heroes resume` goes on")
    back = room.run("resume", "--seed", "1")
    back.until(lambda: "your turn" in back.lines[0])
    play_on(back, until="Round 3 of 16")
    back.type("quit\r")
    back.shows("Leave the game?")
    back.type("y")
    assert back.ended() == 4


def test_without_colour_nothing_is_coloured(room: Room) -> None:
    program = room.run(*ROSHAMBO, environment={"NO_COLOR": "1"})
    program.shows("Call a sign")
    program.type("zebra\r")
    program.shows("That cannot be chosen")
    assert program.styled() == {"default"}


def test_in_ascii_all_is_ascii(room: Room) -> None:
    program = room.run(*ROSHAMBO, "--ascii")
    program.shows("Call a sign")
    assert program.text.isascii()


def test_a_terminal_that_is_closed_ends_the_program_and_loses_no_game(room: Room) -> None:
    program = room.run(*ROSHAMBO)
    program.shows("Call a sign")
    program.hang_up()
    assert program.waited() != 0
    room.run("resume").shows("Call a sign")


def test_plain_stays_line_by_line(room: Room) -> None:
    program = room.run(*ROSHAMBO, "--plain")
    program.shows("Call a sign", "1  call rock")
    assert b"\x1b[?1049h" not in program.written
    program.type("quit\n")
    assert program.ended() == 4
