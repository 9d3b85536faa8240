"""The real program in a real terminal, played by keyboard: whole games, other sizes, leaving, coming back."""

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.node.replay import read_result
from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui.kit.pages import as_text
from p2p_heroes.ui.rules import pages_for
from p2p_heroes.ui.samewords import NOT_THE_SAME
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer
from scripts.tools.terminal import TerminalProgram, all_show
from tests.support.programs import (
    COMPARE,
    HERE,
    Programs,
    agree,
    answer,
    choose,
    is_asked,
    is_over,
    programs_at_one_table,
    told,
)

pytestmark = pytest.mark.slow

KEYS = 3000
"""More than any game needs."""

ROSHAMBO = ("play", "--game", "roshambo", "--bots", "1", "--seed", "1", "--name", "Ada")
F1, F2, F3, F4, F5, ESCAPE = "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b"
DOWN, UP, RIGHT, LEFT = "\x1b[B", "\x1b[A", "\x1b[C", "\x1b[D"
STOPPED = "p2p-heroes: Stopped. `"
CONQUER = ("play", "--bots", "1", "--seed", "1", "--faction", "undead", "--name", "Ada")


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Programs]:
    player = Programs(tmp_path)
    yield player
    for program in player.programs:
        program.stop()


def play_on(program: TerminalProgram, *, until: str = "The game is over.") -> None:
    """Take the first of whatever is offered, until something is shown."""
    for _ in range(KEYS):
        program.until(lambda: until in program.text or is_asked(program))
        if until in program.text:
            return
        program.type("\r")
        program.settle()
    raise AssertionError(program.text)


def test_roshambo_is_played_to_its_end_by_keyboard(player: Programs) -> None:
    program = player.run(*ROSHAMBO, "--option", "rounds=2")
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
    assert re.search(r"(won|share the victory)\.", program.text)
    assert b"\x1b[?1049l" in program.written, "the terminal is as it was"


def test_conquer_is_played_to_its_end_in_any_size(player: Programs) -> None:
    program = player.run(*CONQUER, columns=120, rows=36)
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
    assert re.search(r"(won|share the victory), \d+ to \d+ \(", program.text)


def test_whoever_leaves_comes_back_to_the_same_question(player: Programs) -> None:
    program = player.run(*CONQUER)
    play_on(program, until="Round 2 of 16")
    program.until(lambda: "your turn" in program.lines[0])
    program.type("\x03")
    program.shows("Leave the game?")
    program.type("y")
    assert program.ended() == 4
    program.shows("p2p-heroes: You left. `")
    back = player.run("resume", "--seed", "1")
    back.until(lambda: "your turn" in back.lines[0])
    play_on(back, until="Round 3 of 16")
    back.type("quit\r")
    back.shows("Leave the game?")
    back.type("y")
    assert back.ended() == 4


def test_without_colour_nothing_is_coloured(player: Programs) -> None:
    program = player.run(*ROSHAMBO, environment={"NO_COLOR": "1"})
    program.shows("Call a sign")
    program.type("zebra\r")
    program.shows("That cannot be chosen")
    assert program.styled() == {"default"}


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_map_and_board_need_neither_colour_nor_more_than_ascii(
    size: tuple[int, int], player: Programs
) -> None:
    program = player.run(*CONQUER, "--ascii", environment={"NO_COLOR": "1"}, columns=size[0], rows=size[1])
    program.shows("Where do you begin?", "|Asander")
    tabs = ((F3, "Ada (you): Undead"), (F4, "Table words"), (F5, "Signed by each"), (F1, "(rulebook p"))
    for key, shown in tabs:
        program.type(key)
        program.shows(shown)
        assert program.text.isascii()
        assert program.styled() == {"default"}


def test_with_colour_there_are_sixteen_and_terrain_has_its_own(player: Programs) -> None:
    program = player.run(*CONQUER)
    program.shows("Where do you begin?", "Asander")
    assert {"green", "blue", "brown", "white"} <= program.styled()
    assert b"38;5;" not in program.written
    assert b"38;2;" not in program.written


@pytest.mark.parametrize(
    ("environment", "written", "not_written"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, b"38;2;", b"38;5;"),
        ({"TERM": "xterm-256color"}, b"38;5;", b"38;2;"),
    ],
)
def test_with_more_colours_lands_are_tinted(
    environment: dict[str, str], written: bytes, not_written: bytes, player: Programs
) -> None:
    program = player.run(*CONQUER, environment=environment, columns=120, rows=40)
    program.shows("Where do you begin?", "Asander", "\u2580", "\u265c")
    assert written in program.written
    assert not_written not in program.written


def test_a_choice_is_clicked(player: Programs) -> None:
    program = player.run(*CONQUER, "--option", "first=2")
    program.shows("Where do you begin?", "> start Harrax")
    program.click("Suleen")
    program.shows("> start Suleen")
    program.click("start Suleen")
    program.shows("Enter makes it final.")
    program.click("Enter makes it final.")
    program.until(lambda: "Where do you" not in program.text)
    program.click("F4 table")
    program.shows("Ada starts in Suleen.")


def test_wide_names_leave_everything_in_its_column(player: Programs) -> None:
    program = player.run(*CONQUER[:-1], "\u9f8d\u738b")
    program.shows("Where do you begin?", "1 you (Undead)")
    program.type(F4)
    program.shows("you  \u9f8d\u738b (undead)", "here Brann (")
    buffer = program.screen.buffer
    rows = ["".join(buffer[row][column].data or "-" for column in range(80)) for row in range(24)]
    assert len({row.index("points") for row in rows if "0 points" in row and "(" in row}) == 1


def test_in_ascii_all_is_ascii(player: Programs) -> None:
    program = player.run(*ROSHAMBO, "--ascii")
    program.shows("Call a sign")
    assert program.text.isascii()


def test_a_terminal_that_is_closed_ends_the_program_and_loses_no_game(player: Programs) -> None:
    program = player.run(*ROSHAMBO)
    program.shows("Call a sign")
    program.hang_up()
    assert program.waited() != 0
    player.run("resume").shows("Call a sign")


@pytest.mark.parametrize(("plain", "columns"), [(False, 80), (False, 160), (True, 100)])
def test_rules_are_wrapped_once(plain: bool, columns: int, player: Programs) -> None:
    program = player.run(*CONQUER, *(["--plain"] if plain else []), columns=columns, rows=40)
    program.shows("Where do you begin?")
    program.type("rules battle" + ("\n" if plain else "\r"))
    [page] = pages_for("conquer", ["battle"])
    program.shows(page.title, "Whatever was sent perishes", "monster.")
    program.settle()
    wrapped = [as_text(page, width) for width in range(30, 101)]
    assert any(all(line in program.text for line in lines) for lines in wrapped), program.text


@pytest.mark.parametrize("columns", [80, 120])
def test_the_command_wraps_rules_once(columns: int, player: Programs) -> None:
    program = player.run("rules", "battle", columns=columns, rows=40)
    assert program.ended() == 0
    [page] = pages_for("conquer", ["battle"])
    shown = as_text(page, min(100, columns - 1))
    assert program.lines[: len(shown)] == shown


def test_plain_stays_line_by_line(player: Programs) -> None:
    program = player.run(*ROSHAMBO, "--plain")
    program.shows("Call a sign", "1  call rock")
    assert b"\x1b[?1049h" not in program.written
    program.type("quit\n")
    assert program.ended() == 4


def test_a_dumb_terminal_gets_lines_and_nothing_that_moves_a_cursor(player: Programs, tmp_path: Path) -> None:
    dumb = {"TERM": "dumb"}
    program = player.run(*ROSHAMBO, environment=dumb)
    program.shows("Call a sign", "1  call rock")
    program.type("1\n")
    program.shows("Throw in secret:")
    program.type("quit\n")
    assert program.ended() == 4
    welcome = player.run(environment=dumb)
    assert welcome.ended() == 0
    again = player.run("replay", recorded(tmp_path), environment=dumb)
    assert again.ended() == 0
    for shown in (program, welcome, again):
        assert shown.written
        assert b"\x1b" not in shown.written


# A record that is not as it was.


@pytest.mark.parametrize("cut", [False, True], ids=["changed", "torn"])
def test_a_changed_byte_at_the_end_is_told_as_damage_and_a_torn_end_as_a_crash(
    cut: bool, player: Programs, tmp_path: Path
) -> None:
    program = player.run(*ROSHAMBO)
    program.shows("Call a sign")
    program.kill()
    [path] = (tmp_path / "data").glob("*/*.heroes")
    data = path.read_bytes()
    path.write_bytes(data[:-9] if cut else data[:-20] + bytes([data[-20] ^ 1]) + data[-19:])
    told = "a crash tore off the last" if cut else "the record was changed; what is before it is sound"
    audit = player.run("audit", str(path), columns=300)
    assert audit.ended() == (4 if cut else 2)
    assert told in audit.text
    for arguments in ((), (str(path),)):
        back = player.run("resume", *arguments, columns=300)
        if cut:
            back.shows("A crash tore off the last")
            back.kill()
            path.write_bytes(data[:-9])
        else:
            assert back.ended() == 2
            assert "The file is damaged" in back.text
            assert told in back.text


# Ctrl-Z.


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [(ROSHAMBO, "Call a sign"), ((), "Board games in the terminal"), (("replay",), "Step 0 of")],
    ids=["play", "start", "replay"],
)
def test_ctrl_z_stops_the_program_and_fg_goes_on(
    arguments: tuple[str, ...], shown: str, player: Programs, tmp_path: Path
) -> None:
    shell = player.shell()
    shell.shows("ready$")
    shell.start(*arguments, *([recorded(tmp_path)] if arguments == ("replay",) else []))
    shell.shows(shown)
    for _ in range(2):
        shell.type("\x1a")
        shell.until(lambda: "Stopped" in shell.text and shown not in shell.text)
        assert "^Z" not in shell.text
        stopped = len(shell.written)
        shell.type("stty -a\n")
        shell.shows(" icanon ", " echo ")
        shell.type("clear\n")
        shell.until(lambda: "icanon" not in shell.text)
        shell.type("fg\n")
        shell.shows(shown)
        assert b"\x1b[?1049h" in shell.written[stopped:]


def test_a_game_goes_on_after_a_pause(player: Programs) -> None:
    shell = player.shell()
    shell.start(*ROSHAMBO, "--option", "rounds=1")
    shell.shows("Call a sign")
    shell.type("\x1a")
    shell.until(lambda: "Stopped" in shell.text)
    shell.type("fg\n")
    play_on(shell)
    shell.shows("Everybody signed the final state")


def test_a_signal_to_stop_gives_the_terminal_back_first(player: Programs) -> None:
    shell = player.shell()
    shell.start(*ROSHAMBO)
    shell.shows("Call a sign")
    [child] = Path(f"/proc/{shell.process}/task/{shell.process}/children").read_text().split()
    os.kill(int(child), signal.SIGTSTP)
    shell.until(lambda: "Stopped" in shell.text and "Call a sign" not in shell.text)
    shell.type("fg\n")
    shell.shows("Call a sign")


@pytest.mark.parametrize("again", [1, 2])
def test_who_is_stopped_without_being_asked_takes_the_terminal_anew(again: int, player: Programs) -> None:
    shell = player.shell()
    shell.start(*ROSHAMBO)
    shell.shows("Call a sign")
    [child] = Path(f"/proc/{shell.process}/task/{shell.process}/children").read_text().split()
    for _ in range(again):
        os.kill(int(child), signal.SIGSTOP)
        shell.until(lambda: "Stopped" in shell.text)
        shell.type("stty icanon echo isig icrnl; echo over''written\n")
        shell.shows("overwritten")
        shell.type("fg\n")
        shell.until(lambda: "Call a sign" in shell.text and "written" not in shell.text)
    shell.type("sci\t")
    shell.shows("> call scissors")
    shell.type("\x03")
    shell.shows("y: leave")
    shell.type("n")
    shell.type("\x1a")
    shell.until(lambda: "Stopped" in shell.text and "Call a sign" not in shell.text)
    shell.type("fg\n")
    shell.shows("> call scissors")


def test_ctrl_l_draws_everything_anew(player: Programs) -> None:
    program = player.run(*ROSHAMBO)
    program.shows("Call a sign")
    program.settle()
    program.screen.reset()  # as if others had written over it
    program.type("\x0c")
    program.shows("Rock, paper, scissors", "Call a sign", "Ctrl-C leave")


def test_where_no_shell_can_go_on_with_it_ctrl_z_stops_nothing(player: Programs) -> None:
    program = player.run(*ROSHAMBO, "--option", "rounds=1")
    program.shows("Call a sign")
    program.type("\x1a")
    play_on(program)
    assert "^Z" not in program.text


def test_who_is_stopped_for_long_is_away_and_comes_back(tmp_path: Path) -> None:
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    try:
        ada = ours.run("host", "--game", "roshambo", "--option", "rounds=1", "--name", "Ada", *HERE)
        ada.shows("The table is open at 127.0.0.1:")
        address = re.findall(r"open at (\S+)", ada.text)[0]
        bo = theirs.shell()
        bo.start("join", address, "--name", "Bo", *HERE)
        all_show(lambda: is_asked(ada) and "Table words:" in bo.text, ada, bo)
        answer(ada, bo)
        all_show(lambda: is_asked(ada) and is_asked(bo), ada, bo)
        bo.type("\x1a")
        all_show(lambda: "Stopped" in bo.text, ada, bo)
        all_show(lambda: bool(re.search(r"away Bo +(awaited \d+:\d\d; )?away since", ada.text)), ada)
        bo.type("fg\n")
        all_show(lambda: "here Bo" in ada.text, ada, bo)
        play_both(ada, bo)
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


# Without a command, and afterwards.


def begin_roshambo(program: TerminalProgram) -> None:
    """Wherever it stands among the games."""
    program.type(DOWN)
    for name in [*GAMES][1:]:
        program.type(RIGHT)
        program.shows(f"< {name} >")
        if name == "roshambo":
            break
    program.type(UP + "\r")


def test_the_start_screen_leads_into_a_game_and_back(player: Programs) -> None:
    program = player.run(environment={"LOGNAME": "Ada"})
    program.shows("> Play", "Your name  Ada")
    program.type("\r")
    program.shows("> Begin")
    begin_roshambo(program)
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


def test_what_goes_wrong_comes_back_to_the_start_screen(player: Programs) -> None:
    program = player.run("--ascii", environment={"NO_COLOR": "1", "LOGNAME": "Ada"}, columns=60, rows=20)
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
def test_a_terminal_that_is_closed_ends_the_start_screen(moment: str, player: Programs) -> None:
    program = player.run(environment={"LOGNAME": "Ada"})
    program.shows("> Play")
    if moment == "game":
        program.type("\r")
        program.shows("> Begin")
        program.type("\r")
        program.shows("Where do you begin?")
    program.hang_up()
    assert program.waited() >= 0, "it ends by itself"


@pytest.mark.parametrize("moment", ["menu", "game"])
def test_a_signal_ends_the_start_screen_and_loses_no_game(moment: str, player: Programs) -> None:
    program = player.run(environment={"LOGNAME": "Ada"})
    program.shows("> Play")
    if moment == "game":
        program.type("\r")
        program.shows("> Begin")
        begin_roshambo(program)
        program.shows("Call a sign")
    program.signal(signal.SIGTERM)
    assert program.ended() == (4 if moment == "game" else 0)
    assert program.written.count(b"\x1b[?1049h") == program.written.count(b"\x1b[?1049l"), "as it was"
    assert (STOPPED in program.text) == (moment == "game")
    if moment == "game":
        player.run("resume").shows("Call a sign")


def recorded(folder: Path) -> str:
    """A game of three, as a file."""
    mesh, writer = SessionTable(3).begin().run(), Writer()
    spoken = [Spoken(envelope.wire) for envelope in mesh.sessions[0].log.order]
    whole: list[Record] = [Founded(mesh.genesis.encoded), *spoken]
    records = map(writer.append, whole)
    path = folder / "game.heroes"
    path.write_bytes(MAGIC + b"".join(records))
    return str(path)


def test_a_signal_ends_a_replay(player: Programs, tmp_path: Path) -> None:
    program = player.run("replay", recorded(tmp_path))
    program.shows("Step 0 of 6")
    program.signal(signal.SIGTERM)
    assert program.ended() == 4
    assert b"\x1b[?1049l" in program.written


def test_a_recorded_game_is_walked_through(player: Programs, tmp_path: Path) -> None:
    program = player.run("replay", recorded(tmp_path), "--at", "2")
    program.shows("Step 3 of 6", "All reveal:")
    program.type(LEFT)
    program.until(lambda: "Step 2 of 6" in program.text and "All reveal:" not in program.text)
    program.type(RIGHT + F5)
    program.shows("Step 3 of 6", "sealed", "opened")
    program.type("\x03")
    assert program.ended() == 0
    assert b"\x1b[?1049l" in program.written


# Two at one table.


def test_two_screens_at_one_table_with_a_crash_between(tmp_path: Path) -> None:
    """Seals and talk are seen on the other screen, and who is killed is away until it is back."""
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    try:
        ada = ours.run("host", "--game", "roshambo", "--option", "rounds=2", "--name", "Ada", *HERE)
        ada.shows("The table is open at 127.0.0.1:")
        address = re.findall(r"open at (\S+)", ada.text)[0]
        bo = theirs.run("join", address, "--name", "Bo", *HERE)
        all_show(lambda: is_asked(ada) and "Table words:" in bo.text, ada, bo)
        words = re.findall(r"Table words: .*", ada.text)
        assert words == re.findall(r"Table words: .*", bo.text)

        answer(ada, bo)
        all_show(lambda: "Throw in secret:" in ada.text and COMPARE in bo.text, ada, bo)
        agree(bo, ada)
        all_show(lambda: "Throw in secret:" in bo.text, ada, bo)
        bo.type(F5)
        answer(ada, bo)
        sealed = re.compile(r"sealed .*going on\s+Ada +[0-9a-f]{8} +- - +Bo +- +- -")
        all_show(lambda: bool(sealed.search(bo.text)), ada, bo)
        ada.type("say I have thrown\r")
        bo.type(F4)
        all_show(lambda: "<Ada> I have thrown" in bo.text and "<Ada> I have thrown" in ada.text, ada, bo)

        bo.kill()
        ada.type(F4)
        all_show(lambda: "away Bo" in ada.text, ada)
        all_show(lambda: bool(re.search(r"away Bo +awaited \d+:\d\d; away since \d\d:\d\d", ada.text)), ada)
        assert "thinks" not in ada.text
        assert "Waiting for Bo (away)." in ada.text
        bo = theirs.run("resume", *HERE)
        all_show(lambda: "here Bo" in ada.text and "here Ada" in bo.text and is_asked(bo), ada, bo)
        # The record tells what happened, and what was said is kept beside it.
        all_show(lambda: "Ada has sealed" in re.sub(r" +", " ", bo.text), ada, bo)
        for told in ("The story so far:", "Ada calls", "<Ada> I have thrown", "You are back."):
            assert told in bo.text
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
        [result] = re.findall(r"^.+ (?:won|share the victory)\.", ada.text, re.MULTILINE)
        assert result in bo.text
        one, other = (read_result(path.read_bytes()).outcome for path in tmp_path.rglob("*.heroes"))
        assert one == other
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full", "plain"])
def test_two_who_read_different_words_play_nothing(plain: tuple[str, ...], tmp_path: Path) -> None:
    """Each is asked before the first decision; Enter alone is no answer, and no leaves."""
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    try:
        ada = ours.run("host", "--game", "roshambo", "--option", "rounds=2", "--name", "Ada", *HERE, *plain)
        ada.shows("The table is open at 127.0.0.1:")
        address = re.findall(r"open at (\S+)", ada.text)[0]
        bo = theirs.run("join", address, "--name", "Bo", *HERE, *plain)
        all_show(lambda: COMPARE in ada.text, ada, bo)
        ada.type("\r\rrock\r")
        all_show(lambda: "Type yes or no." in ada.lines[-1] or plain != (), ada, bo)
        ada.settle()
        assert COMPARE in ada.text
        assert "Call a sign" not in ada.text
        ada.type("\x15" + "y\r")
        all_show(lambda: "Call a sign" in ada.text, ada, bo)
        ada.type("rock\r" if plain else "rock\r\r")
        all_show(lambda: COMPARE in bo.text, ada, bo)
        bo.type("no\r")
        assert bo.ended() == 4
        assert "You left, and played nothing" in " ".join(bo.text.split())
        if plain:
            ada.shows(NOT_THE_SAME[:40])
        # Neither that answer nor a crash makes the question go away.
        killed = theirs.run("resume", *HERE, *plain)
        all_show(lambda: COMPARE in killed.text, ada, killed)
        killed.kill()
        back = theirs.run("resume", *HERE, *plain)
        all_show(lambda: COMPARE in back.text, ada, back)
        assert "Throw in secret" not in back.text
        back.type("yes\r")
        all_show(lambda: "Throw in secret" in back.text, ada, back)
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


def play_both(*programs: TerminalProgram) -> None:
    """Whoever is asked answers, until the game is over for all."""
    for _ in range(KEYS):
        all_show(lambda: any(map(is_asked, programs)) or all(map(is_over, programs)), *programs)
        if all(map(is_over, programs)):
            return
        for program in programs:
            if is_asked(program):
                answer(program, *programs)
    raise AssertionError("\n\n".join(program.text for program in programs))


def test_two_screens_find_each_other_on_the_network_and_tell_the_same(tmp_path: Path) -> None:
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    network = ("--interface", "127.0.0.1", "--listen", "127.0.0.1:0")
    try:
        ada = ours.run("host", "--name", "Ada", "--faction", "undead", *network)
        ada.shows("The table is open at 127.0.0.1:")
        bo = theirs.run("join", "Ada", "--name", "Bo", "--faction", "gremlins", *network)
        press_on(ada, bo, until="Round 1 of 16: ")
        bo.resize(120, 36)
        for program in (ada, bo):
            program.type(F4)
        all_show(lambda: "Table words: " in ada.text and "Table words: " in bo.text, ada, bo)

        def starts(program: TerminalProgram) -> list[str]:
            return sorted(set(re.findall(r"\w+ starts in \w+", program.text)))

        all_show(lambda: len(starts(ada)) == len(starts(bo)) == 2, ada, bo)
        assert starts(ada) == starts(bo)
        assert [line.split()[0] for line in starts(ada)] == ["Ada", "Bo"]
        press_on(ada, bo, until="Round 2 of 16: ")
        bo.resize(80, 24)
        bo.type(F2)
        all_show(lambda: "Table words: " not in bo.text, ada, bo)
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full", "plain"])
def test_a_guest_who_found_the_table_is_not_refused(plain: tuple[str, ...], tmp_path: Path) -> None:
    """The host stops announcing before it sits down: the guest is there first, and right."""
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    network = ("--interface", "127.0.0.1", "--listen", "127.0.0.1:0", *plain)
    try:
        ada = ours.run("host", "--game", "roshambo", "--name", "Ada", *network)
        ada.shows("The table is open at 127.0.0.1:")
        bo = theirs.run("join", "Ada", "--name", "Bo", *network)
        all_show(lambda: any(COMPARE in program.text for program in (ada, bo)), ada, bo)
        if not plain:
            ada.type(F5)
        # What was refused is told with the next beat of the node, a second later at most.
        then = time.monotonic() + 2
        all_show(lambda: time.monotonic() > then, ada, bo)
        for program in (ada, bo):
            assert b"Refused" not in program.written
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


def colours(program: TerminalProgram, text: str) -> set[str]:
    """Of the first row that shows this."""
    row = next(at for at, line in enumerate(program.lines) if text in line)
    return {cell.fg for cell in program.screen.buffer[row].values() if cell.data.strip()}


@pytest.mark.parametrize("name", ["* step 9", "=== Round 9"])
def test_who_takes_the_words_of_the_program_does_not_get_their_style(name: str, tmp_path: Path) -> None:
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    words = "every commitment was locked by all, and every one opened"
    try:
        ada = ours.run("host", "--game", "roshambo", "--name", "Ada", *HERE, columns=110, rows=36)
        ada.shows("The table is open at 127.0.0.1:")
        [place] = re.findall(r"127\.0\.0\.1:\d+", ada.text)
        bo = theirs.run("join", place, "--name", name, *HERE, columns=110, rows=36)
        all_show(lambda: is_asked(ada) or is_asked(bo), ada, bo)
        bo.type(f"say {words}\r")
        all_show(lambda: f"<{name}> {words}" in ada.text, ada, bo)
        assert colours(ada, f"<{name}> {words}") == {"default"}
        while ": every commitment" not in ada.text:
            for program in (ada, bo):
                agree(program, ada, bo)
                if is_asked(program):
                    program.type("\r")
            ada.read(0.1)
            bo.read(0.1)
        assert colours(ada, ": every commitment") == {"green"}
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


def press_on(*programs: TerminalProgram, until: str) -> None:
    """Whoever is asked takes the first of whatever is offered, until something is shown to all."""
    for _ in range(KEYS):
        all_show(
            lambda: any(map(is_asked, programs)) or all(until in one.text for one in programs), *programs
        )
        if all(until in program.text for program in programs):
            return
        for program in filter(is_asked, programs):
            agree(program, *programs)
            program.type("\r")
        for program in programs:
            program.settle()
    raise AssertionError("\n\n".join(program.text for program in programs))


def test_two_screens_where_one_is_asked_twice_and_the_other_is_warned(tmp_path: Path) -> None:
    """To go on without somebody is asked back, seen by the other, and taken back; to resign is final."""
    ours, theirs = Programs(tmp_path / "ada"), Programs(tmp_path / "bo")
    try:
        ada = ours.run("host", "--game", "roshambo", "--option", "rounds=2", "--name", "Ada", *HERE)
        ada.shows("The table is open at 127.0.0.1:")
        address = re.findall(r"open at (\S+)", ada.text)[0]
        bo = theirs.run("join", address, "--name", "Bo", *HERE)
        all_show(lambda: is_asked(ada) and "Table words:" in bo.text, ada, bo)
        answer(ada, bo)
        all_show(lambda: "Throw in secret:" in ada.text and COMPARE in bo.text, ada, bo)
        agree(bo, ada)
        answer(ada, bo)
        all_show(lambda: "Waiting for Bo." in ada.text, ada, bo)

        ada.type("forfeit Bo\r")
        all_show(lambda: "Go on without Bo?" in ada.text, ada, bo)
        assert "the table ends, decided for nobody" in " ".join(ada.text.split())
        ada.type("\r\r")
        ada.settle()
        assert "Go on without Bo?" in ada.text
        assert "without you" not in bo.text
        ada.type(ESCAPE)
        all_show(lambda: "Nothing was signed." in ada.text, ada, bo)
        ada.type("forfeit Bo\r")
        all_show(lambda: "Go on without Bo?" in ada.text, ada, bo)
        ada.type("yes\r")
        all_show(lambda: "Until then keep Bo takes it back." in " ".join(ada.text.split()), ada, bo)
        warned = re.compile(r"Ada wants to go on without you: choose within (\d+) s\.")
        all_show(lambda: bool(warned.search(bo.text)), ada, bo)
        first = min(map(int, warned.findall(bo.text)))
        all_show(lambda: min(map(int, warned.findall(bo.text))) < first, ada, bo)
        ada.type("keep Bo\r")
        all_show(lambda: "Taken back" in ada.text, ada, bo)

        bo.type("resign\r")
        all_show(lambda: "Resign?" in bo.text, ada, bo)
        bo.type("\r")
        bo.settle()
        assert "Resign?" in bo.text
        bo.type("yes\r")
        all_show(lambda: is_over(ada) and is_over(bo), ada, bo)
        for program, text in ((ada, "decided for nobody: Bo resigned."), (bo, "nobody: you resigned.")):
            program.type(F4)
            all_show(lambda: text in " ".join(program.text.split()), ada, bo)  # noqa: B023
            program.type("\r")
            assert program.ended() == 4
    finally:
        for program in (*ours.programs, *theirs.programs):
            program.stop()


def test_who_leaves_keeps_the_seat_until_patience_is_over(tmp_path: Path) -> None:
    """To leave is not to resign: the other may ask at once, and waits all the same."""
    with programs_at_one_table(tmp_path) as people:
        ada, bo = people.begin(("--game", "roshambo", "--option", "rounds=1", "--patience", "30"), Bo=())
        choose(ada, "Call a sign", "rock", bo)
        choose(ada, "Throw in secret:", "rock", bo)
        agree(bo, ada)
        all_show(lambda: "Throw in secret:" in bo.text, ada, bo)
        bo.type("leave\r")
        all_show(lambda: "Leave the game? Your seat waits for you." in told(bo), ada, bo)
        bo.type("y")
        assert bo.ended() == 4
        all_show(lambda: "Bo left and may come back; the seat waits." in told(ada), ada)
        ada.type("forfeit Bo\r")
        all_show(lambda: "Go on without Bo?" in ada.text, ada)
        ada.type("yes\r")
        all_show(lambda: "Asked for: the table ends when" in told(ada), ada)
        assert "Signed: you waited in vain" not in told(ada)
        bo = people.resume("Bo")
        all_show(lambda: "Ada wants to go on without you" in told(bo), ada, bo)
        choose(bo, "Throw in secret:", "rock", ada)
        all_show(lambda: is_over(ada) and is_over(bo), ada, bo)
        assert "ended, decided for nobody" not in told(ada)


def test_what_is_said_otherwise_has_its_words_and_a_carving_what_it_costs(tmp_path: Path) -> None:
    """Demons carve their runes where others build, and what the foundation was worth is gone."""
    with programs_at_one_table(tmp_path) as people:
        ada, bo = people.begin(("--option", "first=1", "--faction", "demons"), Bo=("--faction", "undead"))
        ada.resize(160, 36)
        choose(bo, "Where do you begin?", "start suleen", ada)
        choose(ada, "Where do you begin?", "start harrax", bo)
        choose(ada, "What will this round bring?", "plan iron gold move build", bo)
        choose(ada, "Where to?", "move asander", bo)
        choose(bo, "Where to?", "stay", ada)
        for hunter, other in ((ada, bo), (bo, ada)):
            choose(hunter, "Do you hunt", "done", other)
        choose(ada, "What do you build", "build brand on asander", bo)
        choose(bo, "What do you build", "done", ada)
        choose(bo, "What will this round bring?", "plan wood iron gold build", ada)
        all_show(lambda: "carve purgatory on Asander" in ada.text, ada, bo)
        for typed in ("build purg", "build purgatory"):
            ada.type(f"{typed}\r")
            all_show(lambda: "say carve purgatory on Asander." in told(ada), ada, bo)
            ada.type(ESCAPE)
            all_show(lambda: "say carve" not in told(ada), ada, bo)
        ada.type("carve purg\r")
        all_show(lambda: "Enter makes it final." in ada.text, ada, bo)
        assert "; loses the foundation's 1 point" in told(ada)
        ada.type("\r")
        choose(bo, "What do you build", "done", ada)
        all_show(lambda: "Ada carves a rune into the foundation in Asander." in told(ada), ada, bo)


def test_who_comes_back_to_a_table_that_went_on_is_told_so_and_may_watch(tmp_path: Path) -> None:
    options = ("--game", "roshambo", "--option", "rounds=2", "--seats", "3", "--patience", "3")
    with programs_at_one_table(tmp_path) as people:
        people.rows = 40
        ada, bo, cy = people.begin(options, Bo=(), Cy=())
        choose(ada, "Call a sign", "rock", bo, cy)
        for one, others in ((ada, (bo, cy)), (cy, (ada, bo))):
            choose(one, "Throw in secret:", "rock", *others)
        bo.kill()
        for one, other in ((ada, cy), (cy, ada)):
            all_show(lambda: "Waiting for Bo (away)." in told(one), ada, cy)  # noqa: B023
            one.type("forfeit Bo\r")
            all_show(lambda: "Go on without Bo?" in one.text, one, other)  # noqa: B023
            one.type("yes\r")
            all_show(lambda: "Go on without Bo?" not in one.text, one, other)  # noqa: B023
        for one, word in ((ada, "you and Cy"), (cy, "Ada and you")):
            one.type(F4)
            all_show(lambda: f"by the word of {word}, having waited" in told(one), ada, cy)  # noqa: B023
        bo = people.resume("Bo")
        signed = "You are out of the game: Ada and Cy signed at step 3 to have waited for you in vain."
        all_show(lambda: signed in told(bo) and "you may watch to the end, or leave" in told(bo), *people.all)
        play_both(ada, cy)
        all_show(lambda: is_over(bo), *people.all)
