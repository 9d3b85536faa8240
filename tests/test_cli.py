"""What a person types, and what comes back: exit codes, one clear line, JSON alone on stdout."""

import gc
import json
import math
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

import pytest
import trio

from p2p_heroes import __version__, cli
from p2p_heroes.bench.room import transcript_of
from p2p_heroes.bench.seating import Seating
from p2p_heroes.cli import RARELY, main
from p2p_heroes.node.advert import Advert
from p2p_heroes.node.listener import Listener, open_listener
from p2p_heroes.node.lobby_guest import Notice
from p2p_heroes.node.store import SUFFIX
from p2p_heroes.node.table_browser import TableBrowser
from p2p_heroes.settings import SeatSettings
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.ui import finding
from p2p_heroes.ui.words import sentence
from p2p_heroes.user_error import FAILED, FAULT, FINE, NO_RESULT, USAGE
from protocol.lobby import Terms

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 60
"""Seconds after which something that takes less than one is given up."""

COMMANDS = [command for command in cli.COMMANDS if command is not None]
LOCAL = ("--listen", "127.0.0.1:0", "--quiet")
ROSHAMBO = ("--game", "roshambo", "--option", "rounds=1")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2P_HEROES_HOME", str(tmp_path))
    return tmp_path


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = USAGE) -> str:
    """The one line that a failing command says."""
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    assert line.startswith("p2p-heroes: ")
    return line.removeprefix("p2p-heroes: ")


def stopped(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """A command line that argparse ends."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    captured = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, captured.out, captured.err


# Words.


def test_the_exit_codes_are_those_that_are_written_down() -> None:
    assert (FINE, FAILED, USAGE, FAULT, NO_RESULT) == (0, 1, 2, 3, 4)


def test_without_a_command_it_says_what_to_type_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == FINE
    out = capsys.readouterr().out
    assert all(f"p2p-heroes {word}" in out for word in ("play", "host", "join", "--help"))


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert stopped(capsys, "--version") == (FINE, f"p2p-heroes {__version__}\n", "")


def test_help_has_every_command_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = stopped(capsys, "--help")
    assert code == FINE
    assert all(command in out for command in COMMANDS)
    assert "example: p2p-heroes " in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = stopped(capsys, command, "--help")
    assert code == FINE
    assert f"example: p2p-heroes {command}" in " ".join(out.split())
    assert "--json" in out


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], [], ["rules"], ["rules", "portals"], ["completion", "bash"]]
)
def test_help_costs_no_time(arguments: list[str], home: Path) -> None:
    """What takes time to import is imported by the command that needs it."""
    code = f"""
import sys
from p2p_heroes.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
heavy = {{"trio", "prompt_toolkit", "cryptography", "nacl", "zeroconf", "msgpack", "spake2"}}
heavy |= {{"ipaddress", "protocol.session"}}
heavy |= {{"dataclasses", "inspect", "json", "msgspec", "typing"}} if "--help" in {arguments!r} else set()
print(sorted(heavy & sys.modules.keys()), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=LIMIT, check=True
    )
    assert done.stderr == "[]\n"


def test_an_audit_imports_what_the_file_needs_and_no_more(tmp_path: Path, home: Path) -> None:
    """Neither a network nor a screen, nor what another game needs."""
    file = tmp_path / "tiny.heroes"
    file.write_bytes(transcript_of(Seating(2, 0, rounds=1)))
    code = f"""
import sys
from p2p_heroes.cli import main
main(["audit", {str(file)!r}])
heavy = {{"trio", "prompt_toolkit", "zeroconf", "spake2", "cryptography", "p2p_heroes.games.conquer"}}
heavy |= {{"json", "pathlib", "shutil", "ipaddress", "multiprocessing"}}
print(sorted(heavy & sys.modules.keys()), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=LIMIT, check=True
    )
    assert done.stderr == "[]\n"


def test_a_screen_stands_before_a_game_is_imported(home: Path) -> None:
    code = """
import sys
from p2p_heroes.cli import main
import p2p_heroes.ui.commands, p2p_heroes.ui.screen.session_flow
heavy = {"zeroconf", "ifaddr", "spake2", "cryptography", "email"}
heavy |= {f"p2p_heroes.{part}.conquer" for part in ("games", "bots", "ui")}
print(sorted(heavy & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=LIMIT, check=True
    )
    assert done.stdout == "[]\n"


def test_a_process_does_not_search_what_it_has_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    thresholds = gc.get_threshold()
    during: list[int] = []

    def command() -> int:
        during.append(gc.get_threshold()[0])
        return FAILED

    monkeypatch.setattr("p2p_heroes.cli.main", command)
    try:
        assert cli.program() == FAILED
        assert during == [RARELY]
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_without_a_command_a_terminal_has_a_start_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[SeatSettings] = []
    monkeypatch.setattr(os, "isatty", lambda descriptor: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("p2p_heroes.ui.commands.open_start", opened.append)
    assert main(["--ascii"]) == FINE
    assert [settings.ascii for settings in opened] == [True]


def test_a_start_screen_that_cannot_be_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "isatty", lambda descriptor: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("P2P_HEROES_HOME", "/dev/null")
    assert "/dev/null" in complaint(capsys)


# Wrong usage.


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["play", "--bots", "many"],
        ["play", "--bots", "9" * 5000],
        ["play", "--option", "rounds=many"],
        ["play", "--option", "rounds"],
        ["play", "--patience", "0"],
        ["host", "--seats", "-1"],
        ["host", "--seats", "many"],
        ["bot"],
        ["bot", "--host", "--join", "somewhere"],
        ["tables", "--interface", "nonsense"],
        ["join", "one", "two"],
        ["host", "--listen", "4711"],
        ["host", "--listen", "[::]"],
        ["host", "--listen", "here:99999"],
        ["host", "--listen", "here:" + "9" * 5000],
        ["audit"],
    ],
)
def test_wrong_usage_is_code_2_and_says_what_is_wrong(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = stopped(capsys, *arguments)
    assert code == USAGE
    assert out == ""
    [line] = err.splitlines()
    assert line.startswith("p2p-heroes")
    assert line.endswith(" --help")
    assert "convert" not in err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["play", "--game", "halma"], "no game halma; there is: conquer, "),
        (["play", "--level", "genius"], "no bot genius; there is: wanderer"),
        (
            ["play", "--game", "roshambo", "--option", "rounds=0"],
            "rounds must be a whole number from 1 to 99",
        ),
        (
            ["host", "--game", "roshambo", "--option", "rounds=100"],
            "rounds must be a whole number from 1 to 99",
        ),
        (["host", "--option", "rounds=5"], "conquer has no option rounds; there is: first"),
        (["host", *ROSHAMBO, "--option", "first=1"], "roshambo has no option first; there is: rounds"),
        (["play", "--option", "first=5"], "first must be a whole number from 0 to 4"),
        (["play", "--option", "first=3"], "there is no seat 3"),
        (["play", "--bots", "4"], "Heroes: Write & Conquer seats 2 to 4: 1 to 3 bots, not 4"),
        (["play", "--bots", "0"], "Heroes: Write & Conquer seats 2 to 4: 1 to 3 bots, not 0"),
        (
            ["play", "--bots", "7", "--game", "roshambo"],
            "Rock, paper, scissors seats 2 to 7: 1 to 6 bots, not 7",
        ),
        (["host", "--seats", "1"], "Heroes: Write & Conquer seats 2 to 4 players, not 1"),
        (["host", "--seats", "5"], "Heroes: Write & Conquer seats 2 to 4 players, not 5"),
        (["host", *ROSHAMBO, "--seats", "8"], "Rock, paper, scissors seats 2 to 7 players, not 8"),
        (["bot", "--host", "--seats", "0"], "Heroes: Write & Conquer seats 2 to 4 players, not 0"),
        (["play", "--faction", "martians"], "no faction martians; there is: humans, undead"),
        (["join", "--faction", "martians"], "no faction martians; there is: humans, undead"),
        (["host", *ROSHAMBO, "--faction", "undead"], "no faction undead; roshambo has none"),
        (["host", "--code", ""], "'' cannot be an invite code: "),
        (["join", "--name", "x" * 33], f"'{'x' * 33}' cannot be a name: "),
        (["host", "--listen", "a..b:0", "--quiet"], "Cannot listen at a..b:0: "),
        (["resume"], "no unfinished game here"),
        (["resume", "/none/such"], "There is no file /none/such"),
        (["resume", "/"], "Is a directory: /"),
        (["resume", "/none/such", "192.0.2.1:4711"], "There is no file /none/such"),
        (["resume", "192.0.2.1:4711"], "no unfinished game here"),
        (["resume", "one", "two"], "resume takes a FILE, a HOST:PORT, or first one and then the other"),
        (["resume", "192.0.2.1:4711", "one"], "resume takes a FILE, a HOST:PORT, or first one"),
        (["audit", "/none/such"], "No such file or directory: /none/such"),
        (["audit", "/"], "Is a directory: /"),
        (["join", "127.0.0.1:1", *LOCAL], "Nobody answers at 127.0.0.1:1"),
        (["bot", "--join", "127.0.0.1:1", *LOCAL], "Nobody answers at 127.0.0.1:1"),
        (["tables", "--interface", "192.0.2.1"], "This network carries no announcements"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, *arguments).startswith(text)


def test_a_file_that_is_no_transcript_is_one_clear_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / "letter.txt"
    for data in (b"", b"Dear Ada,\n", os.urandom(5000)):
        path.write_bytes(data)
        assert complaint(capsys, "resume", str(path)).startswith(sentence("BrokenTranscript"))


def test_a_key_that_others_can_read_is_one_clear_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "config").mkdir(mode=0o700)
    (home / "config" / "key").write_bytes(bytes(32))
    (home / "config" / "key").chmod(0o644)
    assert "chmod 600" in complaint(capsys, "play")
    (home / "config" / "key").chmod(0o600)
    (home / "config" / "key").write_bytes(bytes(5))
    assert "32 bytes" in complaint(capsys, "play")


# A whole session.


LEFT = r"p2p-heroes: You left\. `\S*python\S* -m p2p_heroes resume` goes on with a game that had begun\.\n"
"""As the program was started below."""


def program(home: Path, *arguments: str, **environ: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "p2p_heroes", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | environ | {"P2P_HEROES_HOME": str(home)},
    )


@pytest.mark.slow
def test_a_game_through_a_pipe_with_json_alone_on_stdout(home: Path) -> None:
    with program(home, "play", "--game", "roshambo", "--option", "rounds=2", "--json") as running:
        out, err = running.communicate("rock\n" * 10, timeout=LIMIT)
    assert running.returncode == FINE
    assert json.loads(out)["outcome"] == "finished"
    assert out.count("\n") == 1
    assert "Throw in secret:" in err


@pytest.mark.slow
def test_a_game_through_a_pipe_for_people(home: Path) -> None:
    with program(home, "play", *ROSHAMBO) as running:
        out, err = running.communicate("1\n1\n1\n", timeout=LIMIT)
    assert running.returncode == FINE
    assert err == ""
    assert "Throw in secret:" in out
    assert f"The record of this game: {home}" in out


@pytest.mark.slow
def test_a_name_that_the_terminal_cannot_show_stops_nobody(home: Path) -> None:
    with program(home, "play", *ROSHAMBO, LOGNAME="Zoë", PYTHONIOENCODING="ascii") as running:
        out, err = running.communicate("1\n1\n1\n", timeout=LIMIT)
    assert running.returncode == FINE, err
    assert "Zo? calls rock" in out


@pytest.mark.slow
def test_a_pipe_that_ends_too_early_is_code_4_and_can_be_resumed(home: Path) -> None:
    with program(home, "play", *ROSHAMBO) as running:
        _, err = running.communicate("rock\n", timeout=LIMIT)
    assert running.returncode == NO_RESULT
    assert re.fullmatch(LEFT, err)
    with program(home, "resume", "--listen", "127.0.0.1:0", "--json") as running:
        out, err = running.communicate("1\n1\n1\n", timeout=LIMIT)
    assert running.returncode == FINE, err
    assert json.loads(out)["outcome"] == "finished"


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["lobby", "game"])
def test_ctrl_c_is_code_4_and_one_line(moment: str, home: Path) -> None:
    arguments = ["host", *LOCAL] if moment == "lobby" else ["play", *ROSHAMBO]
    with program(home, *arguments) as running:
        assert running.stdout is not None
        awaited = "The table is open" if moment == "lobby" else "Call a sign"
        while awaited not in running.stdout.readline():
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=LIMIT)
    assert running.returncode == NO_RESULT
    assert re.fullmatch(LEFT, err)


def test_ctrl_c_at_work_is_code_4_and_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(_: SeatSettings) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "audit", work)
    assert main(["audit", "file"]) == NO_RESULT
    assert capsys.readouterr() == ("", "\np2p-heroes: Stopped.\n")


@pytest.mark.slow
def test_a_program_without_input_or_reader_says_no_more_than_a_line(home: Path) -> None:
    with program(home, "play", *ROSHAMBO) as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.stderr is not None
        err = running.stderr.read()
        running.wait(LIMIT)
    assert running.returncode in (FAILED, USAGE, NO_RESULT)
    assert len(err.splitlines()) <= 1
    assert "Traceback" not in err


@pytest.mark.slow
def test_tables_are_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--interface", "127.0.0.1", "--json"]) == FINE
    captured = capsys.readouterr()
    assert isinstance(json.loads(captured.out), list)
    assert captured.err == ""


@pytest.mark.slow
def test_a_table_that_is_open_is_in_the_list(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"Ada {secrets.token_hex(4)}"
    arguments = [
        "host",
        "--listen",
        "127.0.0.1:0",
        "--interface",
        "127.0.0.1",
        "--name",
        name,
        "--code",
        "fox",
        *("--game", "roshambo"),
    ]
    with program(home, *arguments) as running:
        found = ""
        while f"{name}: roshambo" not in found:
            assert running.poll() is None
            assert main(["tables", "--interface", "127.0.0.1"]) == FINE
            found = capsys.readouterr().out
        [line] = [line for line in found.splitlines() if line.startswith(f"{name}: ")]
        assert line.startswith(f"{name}: roshambo, 1 of 2 seats, with a code, 127.0.0.1:")
        running.terminate()
        running.communicate(timeout=LIMIT)


def test_no_table_is_said_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "BROWSE_SECONDS", 0.01)
    code = main(["tables", "--interface", "127.0.0.2"])
    captured = capsys.readouterr()
    assert code in (FINE, USAGE)
    assert "No table found" in captured.out or "no announcements" in captured.err


# At somebody's lobby.


def at_a_lobby(
    home: Path, use: Callable[[Listener, str], Awaitable[None]], *, code: str | None = None
) -> None:
    """A host with a lobby for two, whose host is not ready, and its address."""

    async def run() -> None:
        folder = home / "host"
        folder.mkdir()
        with trio.fail_after(LIMIT):
            async with open_listener(key_of(0), folder, ("127.0.0.1", 0)) as listener:
                terms = Terms("roshambo", 1, MappingProxyType({"rounds": 1}), 60, 2)
                listener.open_lobby(terms, name="Ada", code=code)
                await use(listener, f"127.0.0.1:{listener.port}")

    trio.run(run)


def test_a_wrong_code_is_one_clear_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def use(listener: Listener, address: str) -> None:
        for given, told in (
            (["--code", "blue fox"], sentence("WrongCode")),
            ([], "This table asks for a code. Ask your host for it, and join with --code WORDS."),
        ):
            arguments = ("join", address, "--name", "Bo", *LOCAL, *given)
            assert await trio.to_thread.run_sync(complaint, capsys, *arguments) == told

    at_a_lobby(home, use, code="red fox")


def test_a_code_where_none_is_asked_for_is_one_clear_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def use(listener: Listener, address: str) -> None:
        arguments = ("join", address, "--name", "Bo", "--code", "red fox", *LOCAL)
        line = await trio.to_thread.run_sync(complaint, capsys, *arguments)
        assert line.startswith("This table asks for no code, ")

    at_a_lobby(home, use)


def test_a_name_that_is_taken_is_one_clear_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def use(listener: Listener, address: str) -> None:
        line = await trio.to_thread.run_sync(complaint, capsys, "join", address, "--name", "Ada", *LOCAL)
        assert line == sentence("NameTaken")

    at_a_lobby(home, use)


def test_a_full_table_is_one_clear_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def sit(listener: Listener, other: Listener) -> None:
        _, wishes = trio.open_memory_channel[str | None](1)
        notices, _ = trio.open_memory_channel[Notice](math.inf)
        await other.enter("127.0.0.1", listener.port, name="Bo", code="", wishes=wishes, notices=notices)

    async def use(listener: Listener, address: str) -> None:
        assert listener.lobby_host is not None
        async with open_listener(key_of(1), home, ("127.0.0.1", 0)) as other, trio.open_nursery() as nursery:
            nursery.start_soon(sit, listener, other)
            await listener.lobby_host.changed.wait()
            line = await trio.to_thread.run_sync(complaint, capsys, "join", address, "--name", "Cy", *LOCAL)
            assert line == sentence("TableFull")
            nursery.cancel_scope.cancel()

    at_a_lobby(home, use)


def test_another_version_is_one_clear_line(home: Path) -> None:
    """A program of another version comes to the lobby, and is told what is wrong."""

    async def use(listener: Listener, address: str) -> None:
        arguments = ["join", address, "--name", "Bo", *LOCAL]
        code = (
            "import sys, protocol.hashing; protocol.hashing.VERSION += 1; "
            f"from p2p_heroes.cli import main; sys.exit(main({arguments!r}))"
        )
        environ = os.environ | {"P2P_HEROES_HOME": str(home), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", code]
        done = await trio.run_process(
            command, capture_stdout=True, capture_stderr=True, env=environ, check=False
        )
        assert done.returncode == USAGE
        assert done.stderr.decode() == f"p2p-heroes: {sentence('UnknownVersion')}\n"
        assert listener.connector.refused == {"UnknownVersion": 1}

    at_a_lobby(home, use)


def test_a_port_that_is_taken_is_one_clear_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def use(listener: Listener, address: str) -> None:
        line = await trio.to_thread.run_sync(complaint, capsys, "host", "--listen", address, "--quiet")
        assert line.startswith(f"Cannot listen at {address}: ")
        assert line.endswith("Choose another place with --listen HOST:PORT.")

    at_a_lobby(home, use)


def announced(monkeypatch: pytest.MonkeyPatch, *adverts: Advert) -> None:
    """These and no others are announced, at once and once and for all."""

    @asynccontextmanager
    async def watch(*_: object, wanted: str, known: object) -> AsyncIterator[TableBrowser]:
        watching = TableBrowser(trio.lowlevel.current_trio_token(), wanted=wanted)
        for advert in adverts:
            watching.find(f"{advert.name} {advert.host}", advert)
        yield watching

    monkeypatch.setattr("p2p_heroes.node.discovery.watch", watch)
    monkeypatch.setattr(finding, "BROWSE_SECONDS", 0)
    monkeypatch.setattr(finding, "LOOKING_SECONDS", 0.01)


@pytest.mark.parametrize("given", [[], ["Ada"]])
def test_no_table_to_join_is_one_clear_line(
    given: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    announced(monkeypatch)
    assert main(["join", *given, *LOCAL]) == USAGE
    captured = capsys.readouterr()
    assert captured.out == "No table yet; looking on. (Ctrl-C ends; or give HOST:PORT)\n"
    line = captured.err.removeprefix("p2p-heroes: ").rstrip()
    assert line == "No table was found here. Is one open? Then give HOST:PORT as its host's screen shows it."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "asked"),
    [([], "Which table?"), (["Ada"], "Which table?"), (["Zoe"], "No table is called Zoe.")],
)
def test_several_tables_are_listed_in_one_clear_line(
    given: list[str], asked: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of one name differ by their addresses."""
    three = [
        Advert(
            name, "conquer", 3, 1, (f"192.0.2.{number}",), 4711, code=False, version=1, key=f"{number:016}"
        )
        for number, name in enumerate(("Ada", "Ada", "Bo"), 1)
    ]
    announced(monkeypatch, *three)
    there = "Ada (192.0.2.1:4711), Ada (192.0.2.2:4711), Bo (192.0.2.3:4711)"
    assert main(["join", *given, *LOCAL]) == USAGE
    line = capsys.readouterr().err.removeprefix("p2p-heroes: ").rstrip()
    assert line == f"{asked} Join one by its name or its HOST:PORT: {there}."


def test_a_bot_that_hosts_says_where_on_stderr(home: Path) -> None:
    with program(home, "bot", "--host", *LOCAL) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith("The table is open at 127.0.0.1:")
        running.terminate()
        out, _ = running.communicate(timeout=LIMIT)
    assert out == ""


@pytest.mark.slow
def test_a_bot_may_play_on_for_a_person(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *ROSHAMBO]) == NO_RESULT, "nobody types in a test"
    assert len(list((home / "data").glob(f"*{SUFFIX}"))) == 1
    capsys.readouterr()
    assert main(["resume", "--bot", "--listen", "127.0.0.1:0"]) == FINE
    assert capsys.readouterr().out.startswith("The record of this game: ")


# Rules.


def test_the_topics_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == main(["rules", "conquer"]) == FINE
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "The rules of conquer:"
    assert last.startswith("p2p-heroes rules conquer TOPIC")


def test_one_topic_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "portals"]) == FINE
    assert capsys.readouterr().out.startswith("Portals (rulebook p. 11)\n")


def test_the_rules_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Roshambo", "dice"]) == FINE
    assert capsys.readouterr().out.startswith("Roshambo\n")


def test_rules_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json", "portals"]) == FINE
    [page] = json.loads(capsys.readouterr().out)
    assert (page["topic"], page["title"]) == ("portals", "Portals")
    assert all(isinstance(line, str) for line in page["text"])


def test_what_the_rules_say_nothing_about(capsys: pytest.CaptureFixture[str]) -> None:
    line = "the rules of conquer say nothing about helicopter; `p2p-heroes rules conquer` lists the topics"
    assert complaint(capsys, "rules", "helicopter") == line
