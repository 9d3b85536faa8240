"""The real program in a real terminal, played by keyboard: whole games, other sizes, leaving, coming back."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.transcript import MAGIC, Founded, Spoken, Writer
from tests.pair import Mesh
from tests.terminal import Program, all_show

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
KEYS = 3000
"""More than any game needs."""

ROSHAMBO = ("play", "--game", "roshambo", "--bots", "1", "--seed", "1", "--name", "Ada")
F1, F3, F4, F5, ESCAPE = "\x1bOP", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b"
DOWN, UP, RIGHT, LEFT = "\x1b[B", "\x1b[A", "\x1b[C", "\x1b[D"
STOPPED = "p2p-heroes: Stopped. `p2p-heroes resume` goes on with a game that had begun."
HERE = ("--listen", "127.0.0.1:0", "--quiet")
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


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_map_and_board_need_neither_colour_nor_more_than_ascii(size: tuple[int, int], room: Room) -> None:
    program = room.run(*CONQUER, "--ascii", environment={"NO_COLOR": "1"}, columns=size[0], rows=size[1])
    program.shows("Where do you begin?", "|Asander")
    tabs = ((F3, "Ada (you): Undead"), (F4, "Table words"), (F5, "Signed by each"), (F1, "(rulebook p"))
    for key, shown in tabs:
        program.type(key)
        program.shows(shown)
        assert program.text.isascii()
        assert program.styled() == {"default"}


def test_with_colour_there_are_sixteen_and_terrain_has_its_own(room: Room) -> None:
    program = room.run(*CONQUER)
    program.shows("Where do you begin?", "Asander")
    assert {"green", "blue", "brown", "red"} <= program.styled()
    assert b"38;5;" not in program.written
    assert b"38;2;" not in program.written


def test_a_choice_is_clicked(room: Room) -> None:
    program = room.run(*CONQUER, "--first", "2")
    program.shows("Where do you begin?", "> start Harrax")
    program.click("Suleen")
    program.shows("> start Suleen")
    program.click("start Suleen")
    program.shows("Enter makes it final.")
    program.click("Enter makes it final.")
    program.until(lambda: "Where do you" not in program.text)
    program.click("F4 table")
    program.shows("Ada starts in Suleen.")


def test_wide_names_leave_everything_in_its_column(room: Room) -> None:
    program = room.run(*CONQUER[:-1], "\u9f8d\u738b")
    program.shows("Where do you begin?", "1 you (Undead)")
    program.type(F4)
    program.shows("you  \u9f8d\u738b (undead)", "here Brann (")
    buffer = program.screen.buffer
    rows = ["".join(buffer[row][column].data or "-" for column in range(80)) for row in range(24)]
    assert len({row.index("points") for row in rows if "0 points" in row and "(" in row}) == 1


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


# Without a command, and afterwards.


def test_the_start_screen_leads_into_a_game_and_back(room: Room) -> None:
    program = room.run(environment={"LOGNAME": "Ada"})
    program.shows("> Play", "Your name  Ada")
    program.type("\r")
    program.shows("> Begin")
    program.type(DOWN + RIGHT)
    program.shows("< roshambo >")
    program.type(UP + "\r")
    program.shows("Call a sign")
    program.type("\x03y")
    program.shows("You left.", "> Begin")
    program.type(ESCAPE)
    program.shows("1 unfinished game")
    program.type("res\r")
    program.shows("roshambo: Ada and ")
    program.type("\r")
    program.shows("Call a sign")
    program.type("\x03y")
    program.shows("You left.")
    program.type(ESCAPE)
    program.shows("> Resume")
    program.type("q\r")
    assert program.ended() == 0


def test_what_goes_wrong_comes_back_to_the_start_screen(room: Room) -> None:
    program = room.run("--ascii", environment={"NO_COLOR": "1", "LOGNAME": "Ada"}, columns=60, rows=20)
    program.shows("> Play")
    program.type("j\r")
    program.shows("Join a table")
    program.type("127.0.0.1:1\r\r")
    program.shows("Nobody answers at 127.0.0.1:1")
    assert program.text.isascii()
    assert program.styled() == {"default"}
    program.type("\x03")
    assert program.ended() == 0


@pytest.mark.parametrize("moment", ["menu", "game"])
def test_a_terminal_that_is_closed_ends_the_start_screen(moment: str, room: Room) -> None:
    program = room.run(environment={"LOGNAME": "Ada"})
    program.shows("> Play")
    if moment == "game":
        program.type("\r")
        program.shows("> Begin")
        program.type("\r")
        program.shows("Where do you begin?")
    program.hang_up()
    assert program.waited() >= 0, "it ends by itself"


@pytest.mark.parametrize("moment", ["menu", "game"])
def test_a_signal_ends_the_start_screen_and_loses_no_game(moment: str, room: Room) -> None:
    program = room.run(environment={"LOGNAME": "Ada"})
    program.shows("> Play")
    if moment == "game":
        program.type("\r")
        program.shows("> Begin")
        program.type(DOWN + RIGHT + UP + "\r")
        program.shows("Call a sign")
    program.signal(signal.SIGTERM)
    assert program.ended() == (4 if moment == "game" else 0)
    assert program.written.count(b"\x1b[?1049h") == program.written.count(b"\x1b[?1049l"), "as it was"
    assert (STOPPED in program.text) == (moment == "game")
    if moment == "game":
        room.run("resume").shows("Call a sign")


def recorded(folder: Path) -> str:
    """A game of three, as a file."""
    mesh, writer = Mesh(3).begin().run(), Writer()
    spoken = [Spoken(envelope.wire) for envelope in mesh.sessions[0].log.order]
    records = map(writer.append, [Founded(mesh.genesis.encoded), *spoken])
    path = folder / "game.heroes"
    path.write_bytes(MAGIC + b"".join(records))
    return str(path)


def test_a_signal_ends_a_replay(room: Room, tmp_path: Path) -> None:
    program = room.run("replay", recorded(tmp_path))
    program.shows("Step 0 of 6")
    program.signal(signal.SIGTERM)
    assert program.ended() == 4
    assert b"\x1b[?1049l" in program.written


def test_a_recorded_game_is_walked_through(room: Room, tmp_path: Path) -> None:
    program = room.run("replay", recorded(tmp_path), "--at", "2")
    program.shows("Step 3 of 6", "All reveal:")
    program.type(LEFT)
    program.until(lambda: "Step 2 of 6" in program.text and "All reveal:" not in program.text)
    program.type(RIGHT + F5)
    program.shows("Step 3 of 6", "sealed", "opened")
    program.type("\x03")
    assert program.ended() == 0
    assert b"\x1b[?1049l" in program.written


# Two at one table.


def is_asked(program: Program) -> bool:
    return "your turn" in program.lines[0]


def answer(program: Program, *others: Program) -> None:
    """Take the first of what is offered, and make it final."""
    program.type("\r")
    all_show(lambda: "Enter makes it final." in program.text, program, *others)
    program.type("\r")
    all_show(lambda: "Enter makes it final." not in program.text, program, *others)


def test_two_screens_at_one_table_with_a_crash_between(tmp_path: Path) -> None:
    """Seals and talk are seen on the other screen, and who is killed is away until it is back."""
    ours, theirs = Room(tmp_path / "ada"), Room(tmp_path / "bo")
    try:
        ada = ours.run("host", "--game", "roshambo", "--rounds", "2", "--name", "Ada", *HERE)
        ada.shows("The table is open at 127.0.0.1:")
        address = re.findall(r"open at (\S+)", ada.text)[0]
        bo = theirs.run("join", address, "--name", "Bo", *HERE)
        all_show(lambda: is_asked(ada) and "Table words:" in bo.text, ada, bo)
        words = re.findall(r"Table words: .*", ada.text)
        assert words == re.findall(r"Table words: .*", bo.text)

        answer(ada, bo)
        all_show(lambda: "Throw in secret:" in ada.text and "Throw in secret:" in bo.text, ada, bo)
        bo.type(F5)
        answer(ada, bo)
        sealed = re.compile(r"sealed .*going on\s+Ada +[0-9a-f]{8} +- - +Bo +- +- -")
        all_show(lambda: bool(sealed.search(bo.text)), ada, bo)
        ada.type("say I have thrown\r")
        bo.type(F4)
        all_show(lambda: "Ada: I have thrown" in bo.text and "Ada: I have thrown" in ada.text, ada, bo)

        bo.kill()
        ada.type(F4)
        all_show(lambda: "away Bo" in ada.text, ada)
        bo = theirs.run("resume", *HERE)
        all_show(lambda: "here Bo" in ada.text and is_asked(bo), ada, bo)
        answer(bo, ada)
        ada.type(F5)
        opened = re.compile(
            r"sealed .*agreed by all\s+Ada +[0-9a-f]{8} locked opened +Bo +[0-9a-f]{8} locked opened"
        )
        all_show(lambda: bool(opened.search(ada.text)), ada, bo)

        play_both(ada, bo)
        for program in (ada, bo):
            program.type("\r")
            assert program.ended() == 0
        [state] = set(re.findall(r"state ([0-9a-f]{64})", ada.text.replace("\n", "")))
        assert state in bo.text.replace("\n", "")
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


def play_both(*programs: Program) -> None:
    """Whoever is asked answers, until the game is over for all."""
    for _ in range(KEYS):
        all_show(lambda: any(map(is_asked, programs)) or all(map(is_over, programs)), *programs)
        if all(map(is_over, programs)):
            return
        for program in programs:
            if is_asked(program):
                answer(program, *programs)
    raise AssertionError("\n\n".join(program.text for program in programs))


def is_over(program: Program) -> bool:
    return "The game is over." in program.text


def test_two_screens_find_each_other_on_the_network_and_tell_the_same(tmp_path: Path) -> None:
    ours, theirs = Room(tmp_path / "ada"), Room(tmp_path / "bo")
    network = ("--interface", "127.0.0.1", "--listen", "127.0.0.1:0")
    try:
        ada = ours.run("host", "--name", "Ada", "--faction", "undead", *network)
        ada.shows("The table is open at 127.0.0.1:")
        bo = theirs.run("join", "Ada", "--name", "Bo", "--faction", "gremlins", *network)
        press_on(ada, bo, until="Round 1 of 16: ")
        bo.resize(120, 36)
        ada.type(F4)
        all_show(lambda: "Table words: " in ada.text and "Table words: " in bo.text, ada, bo)
        told = [sorted(set(re.findall(r"\w+ starts in \w+", program.text))) for program in (ada, bo)]
        assert told[0] == told[1]
        assert [line.split()[0] for line in told[0]] == ["Ada", "Bo"]
        press_on(ada, bo, until="Round 2 of 16: ")
        bo.resize(80, 24)
        all_show(lambda: "Table words: " not in bo.text, ada, bo)
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


def press_on(*programs: Program, until: str) -> None:
    """Whoever is asked takes the first of whatever is offered, until something is shown to all."""
    for _ in range(KEYS):
        all_show(
            lambda: any(map(is_asked, programs)) or all(until in one.text for one in programs), *programs
        )
        if all(until in program.text for program in programs):
            return
        for program in filter(is_asked, programs):
            program.type("\r")
        for program in programs:
            program.settle()
    raise AssertionError("\n\n".join(program.text for program in programs))
