"""From settings to an end on the terminal: results, and one sentence for everything that can go wrong."""

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from p2p_heroes.node.folders import open_folders
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.replay import Replay
from p2p_heroes.node.store import SUFFIX, Store
from p2p_heroes.settings import (
    HostSettings,
    JoinSettings,
    PlaySettings,
    ReplaySettings,
    ResumeSettings,
    SeatSettings,
    TablesSettings,
)
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import RULES, genesis_of
from p2p_heroes.ui import commands
from p2p_heroes.ui.commands import list_tables, run_session
from p2p_heroes.ui.error_text import Halt
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.plain import Quit, ScreenBroke
from p2p_heroes.ui.screen.start import StartScreen, Wish
from p2p_heroes.ui.words import file_sentence, sentence
from p2p_heroes.user_error import NO_RESULT, USAGE, UserError
from protocol.frozen import replace
from protocol.messages import Accept
from protocol.session import Session
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer, read_transcript

BOT = PlaySettings(game="roshambo", options={"rounds": 1}, listen=("127.0.0.1", 0), headless=True, patience=1)
HOST = HostSettings(**{name: getattr(BOT, name) for name in HostSettings.__struct_fields__})
GUEST = JoinSettings(listen=("127.0.0.1", 0), announce=False, headless=True)
RESUME = ResumeSettings(listen=("127.0.0.1", 0), announce=False, headless=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2P_HEROES_HOME", str(tmp_path))
    return tmp_path


def records(home: Path) -> list[Path]:
    return sorted((home / "data").glob(f"*{SUFFIX}"))


def user_error(settings: SeatSettings) -> UserError:
    with pytest.raises(UserError) as caught:
        run_session(settings)
    assert "\n" not in str(caught.value)
    return caught.value


# Results.


@pytest.mark.slow
def test_a_game_ends_with_two_lines(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_session(BOT)
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"The record of this game: {records(home)[0]}"
    assert re.fullmatch(r".* (won|share the victory)\.", out[1])


@pytest.mark.slow
def test_a_result_is_one_json_value(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_session(replace(BOT, json=True, name="Ada", seats=3))
    result = json.loads(capsys.readouterr().out)
    assert result["outcome"] == "finished"
    assert next(iter(result["places"])) == "Ada"
    assert len(result["places"]) == 3
    assert len(result["words"].split()) == 4
    assert result["faults"] == {}
    assert result["transcript"] == str(records(home)[0])


@pytest.mark.slow
def test_a_table_without_a_result_is_told_apart(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record of somebody whose friend never came back."""
    begun(home)
    assert not run_session(replace(RESUME, json=True))
    result = json.loads(capsys.readouterr().out)
    assert result["outcome"] == "claimed"
    assert result["places"] == {}


def begun(home: Path, *, rounds: int = 1) -> Path:
    """A record with both signatures under the table, and nothing else; the other player is nowhere."""
    folders = open_folders()
    key = player_key(folders.config)
    genesis = genesis_of(2, rounds=rounds, patience=1)
    seats = (genesis.seats[0], replace(genesis.seats[1], key=key.public))
    genesis = replace(genesis, seats=seats)
    both = Session(genesis, RULES, {0: key_of(0), 1: key})
    both.begin()
    accepts = [chain[0] for chain in both.log.chains]
    assert all(isinstance(envelope.message, Accept) for envelope in accepts)
    store = Store.create(folders.data, genesis.table, Founded(genesis.encoded))
    store.append([Spoken(envelope.wire) for envelope in accepts], sync=True)
    store.close()
    return store.path


@pytest.mark.slow
def test_the_newest_unfinished_game_is_resumed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_session(BOT)
    broken = home / "data" / f"broken{SUFFIX}"
    broken.write_bytes(b"nonsense")
    path = begun(home)
    for age, file in enumerate(records(home)):
        os.utime(file, (1000 + age, 1000 + age))
    os.utime(broken, (1, 1))
    run_session(RESUME)
    assert str(path) in capsys.readouterr().out


@pytest.mark.slow
def test_where_every_game_is_over_there_is_nothing_to_resume(home: Path) -> None:
    run_session(BOT)
    assert str(user_error(RESUME)) == "no unfinished game here; `p2p-heroes play` begins one"


@pytest.mark.slow
def test_a_table_at_which_somebody_was_waited_for_in_vain_is_resumed_after_all_others(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may go on, if the other is heard after all."""
    path = begun(home)
    for _ in range(2):
        assert not run_session(RESUME)
        captured = capsys.readouterr()
        assert str(path) in captured.out
    assert "This table ended, decided for nobody. Staying for a while, in case it may go on." in captured.err
    unfinished = begun(home, rounds=2)
    os.utime(unfinished, (1, 1))
    run_session(RESUME)
    assert str(unfinished) in capsys.readouterr().out


@pytest.mark.slow
def test_a_person_without_a_keyboard_has_left(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The input of a test is empty, and so is that of a job in the background."""
    left = user_error(replace(BOT, headless=False, json=True))
    assert left.code == NO_RESULT
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Call a sign" in captured.err, "with --json the story goes to stderr"


async def test_ctrl_c_is_a_wish_to_leave() -> None:
    with pytest.RaisesGroup(Quit):
        async with trio.open_nursery() as nursery:
            await nursery.start(commands._obey_interrupts)
            signal.raise_signal(signal.SIGINT)
            await trio.sleep_forever()


def test_no_word_is_cut_at_the_edge_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    said: list[str] = []
    for line in ("", "  1  a way that is too long", "short\n  two  and some more of it"):
        commands._say_wrapped(said.append, line)
    assert said == [
        "",
        "  1  a way that is\n    too long",
        "short",
        "  two  and some\n    more of it",
    ]


# What a person typed wrong.


SEATED: list[dict[str, Any]] = [
    {"level": "genius"},
    {"name": "x" * 33},
    {"name": "\x1b[2J"},
    {"name": " Ada"},
]
INVITED: list[dict[str, Any]] = [{"faction": "martians"}, {"code": ""}, {"code": "a\x00b"}]
OPENED: list[dict[str, Any]] = [
    {"game": "halma"},
    {"options": {"rounds": 0}},
    {"options": {"rounds": 100}},
    {"options": {"first": 1}},
    {"seats": 9},
    {"game": "conquer", "options": {}, "seats": 5},
    {"game": "conquer"},
]


@pytest.mark.parametrize(
    "settings",
    [
        *(replace(one, **change) for one in (BOT, HOST) for change in [*SEATED, *INVITED, *OPENED]),
        *(replace(GUEST, **change) for change in [*SEATED, *INVITED]),
        *(replace(RESUME, **change) for change in SEATED),
    ],
)
def test_what_cannot_be_is_said_before_anything_happens(settings: SeatSettings, home: Path) -> None:
    assert user_error(settings).code == USAGE
    assert records(home) == []


@pytest.mark.parametrize(("headless", "prefix"), [(True, "bot-"), (False, "")])
def test_who_gives_no_name_gets_one(headless: bool, prefix: str) -> None:
    named = commands._named(replace(BOT, headless=headless), key_of(0)).name
    assert named.startswith(prefix)
    assert 1 <= len(named) <= 32


@pytest.mark.parametrize("login", ["x" * 50, "\x1b[2J", " ", ""])
def test_a_login_that_is_no_name_is_replaced(login: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER"):
        monkeypatch.setenv(variable, login)
    named = commands._named(replace(BOT, headless=False), key_of(0)).name
    assert 1 <= len(named) <= 32
    assert named.isprintable()


# What a person met.


@pytest.mark.parametrize("table", ["127.0.0.1:1", "a..b:1"])
def test_nobody_at_an_address_is_one_line(table: str) -> None:
    met = user_error(replace(GUEST, table=table))
    assert str(met).startswith(f"Nobody answers at {table}")
    assert met.code == USAGE


def test_a_place_that_is_taken_is_one_line() -> None:
    async def meet() -> None:
        [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listener.socket.getsockname()[1]
        try:
            met = await trio.to_thread.run_sync(user_error, replace(HOST, listen=("127.0.0.1", port)))
        finally:
            await listener.aclose()
        assert str(met).startswith(f"Cannot listen at 127.0.0.1:{port}: ")

    trio.run(meet)


def test_no_such_file_is_one_line(home: Path) -> None:
    missing = home / "none.heroes"
    assert str(user_error(replace(RESUME, files=(str(missing),)))) == f"There is no file {missing}"
    assert str(user_error(replace(RESUME, files=(str(home),)))) == f"Is a directory: {home}"


@pytest.mark.slow
def test_a_key_that_others_can_read_is_one_line(home: Path) -> None:
    run_session(BOT)
    (home / "config" / "key").chmod(0o644)
    assert "chmod 600" in str(user_error(BOT))


def test_a_home_that_cannot_be_is_one_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("P2P_HEROES_HOME", str(home / "file"))
    assert str(user_error(BOT)) == f"File exists: {home / 'file'}"


def test_somebody_elses_record_is_one_line(home: Path) -> None:
    genesis = genesis_of(2)
    store = Store.create(open_folders().data, genesis.table, Founded(genesis.encoded))
    store.close()
    met = user_error(replace(RESUME, files=(str(store.path),)))
    assert str(met).startswith(sentence("NotOnRoster"))


def test_a_record_in_use_is_one_line(home: Path) -> None:
    path = begun(home)
    store = Store.reopen(path)
    assert str(user_error(replace(RESUME, files=(str(path),)))) == f"{path} is in use"
    store.close()


@pytest.mark.slow
def test_a_record_that_was_changed_anywhere_is_one_line(home: Path) -> None:
    """Wherever a byte before the last record was changed."""
    run_session(BOT)
    [path] = records(home)
    data = path.read_bytes()
    transcript = read_transcript(data)
    last = len(data) - len(rewritten(transcript.records[-1:])) + len(MAGIC)
    for place in range(0, last - 1, max(1, last // 60)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
        met = user_error(replace(RESUME, files=(str(path),)))
        assert met.code == USAGE
        assert str(met).startswith(sentence("BrokenTranscript"))
        assert "byte" in str(met)


def rewritten(records: tuple[Record, ...]) -> bytes:
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, records))


@pytest.mark.parametrize(
    "change",
    [
        lambda spoken: spoken[1:],
        lambda spoken: (*spoken[2:], *spoken[:2]),
        lambda spoken: (*spoken, Spoken(b"noise")),
        lambda spoken: (*spoken[:-1], Spoken(spoken[-1].wire[:-1] + bytes([spoken[-1].wire[-1] ^ 1]))),
    ],
    ids=["left out", "swapped", "added", "signed by nobody"],
)
def test_a_record_that_was_rewritten_is_one_line(
    change: Callable[[tuple[Record, ...]], tuple[Record, ...]], home: Path
) -> None:
    """The checks of the file fit, but nobody can have signed this."""
    run_session(BOT)
    [path] = records(home)
    founded, *rest = read_transcript(path.read_bytes()).records
    spoken = tuple(record for record in rest if isinstance(record, Spoken))
    path.write_bytes(rewritten((founded, *change(spoken))))
    met = user_error(replace(RESUME, files=(str(path),)))
    assert str(met).startswith(sentence("BrokenTranscript"))
    assert "record " in str(met)


def test_a_record_of_an_unknown_game_is_one_line(home: Path) -> None:
    genesis = replace(genesis_of(2), game="halma")
    path = home / "halma.heroes"
    path.write_bytes(rewritten((Founded(genesis.encoded),)))
    assert str(user_error(replace(RESUME, files=(str(path),)))).startswith(file_sentence("BadGenesis"))
    path.write_bytes(rewritten((Founded(b"nonsense"),)))
    assert str(user_error(replace(RESUME, files=(str(path),)))).startswith(file_sentence("BadGenesis"))


# The list of tables.


@pytest.mark.slow
def test_tables_are_rows() -> None:
    assert isinstance(list_tables(TablesSettings(interfaces=("127.0.0.1",))), list)


def test_a_network_that_carries_nothing_is_one_line() -> None:
    with pytest.raises(UserError, match="carries no announcements"):
        list_tables(TablesSettings(interfaces=("192.0.2.1",)))


# The start screen, and a recorded game on the full screen.


def test_without_a_terminal_a_recorded_game_is_not_looked_at() -> None:
    assert not commands.look_again(ReplaySettings())


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda descriptor: True)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.usefixtures("terminal")
def test_a_recorded_game_is_looked_at_where_nothing_else_is_wanted(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, int]] = []

    def walk_through(replay: Replay, *, at: int, ascii: bool, depth: ColourDepth) -> None:  # noqa: A002
        shown.append((replay.genesis.game, at))

    monkeypatch.setattr("p2p_heroes.ui.screen.replay.walk_through", walk_through)
    settings = ReplaySettings(file=str(begun(home)), at=1)
    assert commands.look_again(settings)
    for other in (replace(settings, plain=True), replace(settings, text=True), replace(settings, json=True)):
        assert not commands.look_again(other)
    assert shown == [("roshambo", 1)]
    with pytest.raises(UserError, match="There is no file"):
        commands.look_again(ReplaySettings(file=str(home / "none.heroes")))

    def break_down(replay: Replay, *, at: int, ascii: bool, depth: ColourDepth) -> None:  # noqa: A002
        raise ScreenBroke("The screen broke.")

    monkeypatch.setattr("p2p_heroes.ui.screen.replay.walk_through", break_down)
    with pytest.raises(Halt, match=r"^The screen broke\.$"):
        commands.look_again(settings)


def test_what_is_wished_for_is_done_and_its_end_told_on_the_start_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wishes = [replace(GUEST, table="127.0.0.1:1"), ReplaySettings(file="/none"), None]
    notices: list[str] = []

    def choose(start: StartScreen, *, depth: ColourDepth) -> Wish | None:
        notices.append(start.menu.notice)
        return wishes.pop(0)

    monkeypatch.setattr("p2p_heroes.ui.screen.start.choose", choose)
    monkeypatch.setattr(os, "isatty", lambda descriptor: True)
    monkeypatch.setenv("TERM", "xterm")
    commands.open_start(SeatSettings())
    assert notices == [
        "",
        "Nobody answers at 127.0.0.1:1: is the table open, the address right?",
        "There is no file /none",
    ]

    def break_down(start: StartScreen, *, depth: ColourDepth) -> None:
        raise ScreenBroke("The screen broke.")

    monkeypatch.setattr("p2p_heroes.ui.screen.start.choose", break_down)
    with pytest.raises(Halt, match=r"^The screen broke\.$"):
        commands.open_start(SeatSettings())


@pytest.mark.slow
def test_the_start_screen_tells_where_the_record_of_a_game_is(home: Path) -> None:
    told = commands._carry_out(BOT)
    result, _, record = told.partition(". ")
    assert " won" in result or " share the victory" in result
    assert record == f"The record of this game: {records(home)[0]}"


def test_a_home_that_cannot_be_is_one_line_without_a_command_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("P2P_HEROES_HOME", str(home / "file"))
    with pytest.raises(UserError, match="File exists"):
        commands.open_start(SeatSettings())


# What was typed behind `resume`.


@pytest.mark.parametrize(
    ("typed", "file", "table"),
    [
        ((), "", ""),
        (("game.heroes",), "game.heroes", ""),
        (("192.0.2.1:4711",), "", "192.0.2.1:4711"),
        (("[fe80::1%eth0]:4711",), "", "[fe80::1%eth0]:4711"),
        (("game.heroes", "192.0.2.1:4711"), "game.heroes", "192.0.2.1:4711"),
        (("day:1",), "day:1", ""),
        (("day:1", "192.0.2.1:4711"), "day:1", "192.0.2.1:4711"),
    ],
)
def test_a_file_and_an_address_are_told_apart(
    typed: tuple[str, ...], file: str, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may look like an address; then it is one if it is there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "day:1").touch()
    meant = commands._resumed(ResumeSettings(files=typed))
    assert (meant.files, meant.table) == ((file,) if file else (), table)
