"""The start screen: what is wished for becomes a command with its settings."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from p2p_heroes.bots import BOTS
from p2p_heroes.games import GAMES
from p2p_heroes.node.advert import Advert
from p2p_heroes.settings import (
    HostSettings,
    JoinSettings,
    PlaySettings,
    ReplaySettings,
    ResumeSettings,
    SeatSettings,
)
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.kit.text import plain
from p2p_heroes.ui.records import Recorded
from p2p_heroes.ui.screen.menu import Pick
from p2p_heroes.ui.screen.start import LEVELS, StartScreen, Wish, choose
from protocol.hashing import VERSION
from scripts.tools.terminal import MemoryTerminal

UP, DOWN, RIGHT, ESCAPE, CONTROL_C = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b", "\x03"
TABLE = Advert("Bo", "conquer", 3, 1, ("192.168.1.7", "fd00::7"), 4711, True, VERSION, "0" * 16)


@pytest.fixture
def start(tmp_path: Path) -> StartScreen:
    return StartScreen(SeatSettings(name="Ada", interfaces=("192.0.2.1",)), tmp_path)


def shown(start: StartScreen) -> str:
    return "\n".join(plain(line).rstrip() for line in start.menu.lines(80, 40))


def enter(start: StartScreen, *rows: str) -> None:
    """Mark the row that begins so, and enter it."""
    for row in rows:
        mark(start, row)
        start.menu.enter()


def mark(start: StartScreen, text: str) -> None:
    start.menu.page.marked = next(row.key for row in start.menu.rows if row.text.startswith(text))


def wished(start: StartScreen) -> Any:
    assert start.wish is not None
    return start.wish


def test_all_that_can_be_done_is_there(start: StartScreen) -> None:
    words = ("Play", "Host", "Join", "Resume", "Watch", "Rules", "Your name", "Quit")
    assert all(word in shown(start) for word in words)
    assert "Ada" in shown(start)


def test_play_against_bots(start: StartScreen) -> None:
    enter(start, "Play")
    mark(start, "Bots")
    start.menu.change(1)
    mark(start, "Faction")
    start.menu.change(2)
    enter(start, "Begin")
    settings = wished(start)
    assert isinstance(settings, PlaySettings)
    assert (settings.name, settings.seats, settings.interfaces) == ("Ada", 3, ("192.0.2.1",))
    assert (settings.game, settings.faction, settings.announce) == ("conquer", "undead", False)
    assert settings.level in BOTS


def test_every_faction_has_its_idea(start: StartScreen) -> None:
    enter(start, "Play")
    mark(start, "Faction")
    row = start.menu.marked
    assert isinstance(row, Pick)
    assert row.options[1:] == [(name, LORE[name].idea) for name in GAMES["conquer"].choices]


def test_another_game_has_its_own_rows(start: StartScreen) -> None:
    enter(start, "Play")
    mark(start, "Game")
    while "roshambo" not in shown(start):
        start.menu.change(1)
    assert "Faction" not in shown(start)
    mark(start, "Bots")
    start.menu.change(-1)
    enter(start, "Begin")
    settings = wished(start)
    assert isinstance(settings, PlaySettings)
    assert (settings.game, settings.faction) == ("roshambo", "")
    assert settings.seats == GAMES["roshambo"].seats[-1]


def test_host_a_table_with_a_code(start: StartScreen) -> None:
    enter(start, "Host")
    mark(start, "Seats")
    start.menu.change(2)
    mark(start, "Invite code")
    start.menu.write("red fox ")
    enter(start, "Open the table")
    settings = wished(start)
    assert type(settings) is HostSettings
    assert (settings.seats, settings.code, settings.faction) == (4, "red fox", "")
    assert settings.announce


def test_without_a_code_nobody_needs_one(start: StartScreen) -> None:
    enter(start, "Host", "Open the table")
    assert wished(start).code is None


def test_join_a_table_that_was_found(start: StartScreen) -> None:
    enter(start, "Join")
    assert "Looking for tables" in shown(start)
    start.tables = (TABLE,)
    assert "> Bo: conquer, 1 of 3 seats, with a code" in shown(start)
    mark(start, "Invite code")
    start.menu.write("red fox")
    enter(start, "Bo")
    settings = wished(start)
    assert isinstance(settings, JoinSettings)
    assert (settings.table, settings.code) == ("192.168.1.7:4711,[fd00::7]:4711", "red fox")


def test_join_by_address(start: StartScreen) -> None:
    enter(start, "Join", "Join there")
    assert start.wish is None
    assert "HOST:PORT" in start.menu.notice
    mark(start, "Faction")
    start.menu.change(2)
    mark(start, "HOST:PORT")
    start.menu.write("10.0.0.1:5")
    enter(start, "Join there")
    settings = wished(start)
    assert isinstance(settings, JoinSettings)
    assert (settings.table, settings.code, settings.faction) == ("10.0.0.1:5", None, "undead")


def test_games_to_resume_and_to_watch(start: StartScreen) -> None:
    over = Recorded(Path("/a.heroes"), "2026-01-01 20:00", "conquer", ("Ada", "Bo"), is_over=True)
    open_ = Recorded(Path("/b.heroes"), "2026-01-02 20:00", "roshambo", ("Ada", "Cy"), is_over=False)
    start.records = [open_, over]
    assert "1 unfinished game" in shown(start)
    assert "2 recorded games" in shown(start)
    enter(start, "Resume", "2026-01-02")
    assert wished(start) == ResumeSettings(name="Ada", interfaces=("192.0.2.1",), files=("/b.heroes",))
    assert "2026-01-01" not in shown(start)
    start.menu.back()
    enter(start, "Watch", "2026-01-01 20:00  conquer: Ada and Bo")
    assert wished(start) == ReplaySettings(file="/a.heroes")


def test_where_there_is_no_game_that_is_said(start: StartScreen) -> None:
    assert "nothing to resume" in shown(start)
    for row, said in (("Resume", "no unfinished game"), ("Watch", "no recorded game")):
        enter(start, row)
        assert said in shown(start)
        start.menu.enter()
        assert start.menu.page.rows() != []
        start.menu.pages[1:] = []


def test_the_rules_are_read(start: StartScreen) -> None:
    enter(start, "Rules", "Portals")
    assert start.menu.page.title == "Portals"
    assert len(shown(start).splitlines()) > 5


def test_the_rules_are_searched(start: StartScreen) -> None:
    enter(start, "Rules")
    everything = len(start.menu.rows)
    start.menu.write("tavern")
    found = [row.text for row in start.menu.rows]
    assert found[0] == "Search"
    assert "Gremlins" in found
    assert 1 < len(found) < everything
    start.menu.write(" zebra")
    assert "No rule has all of these words." in shown(start)


def test_every_level_of_bots_says_what_it_is(start: StartScreen) -> None:
    assert LEVELS.keys() == BOTS.keys()
    enter(start, "Play")
    assert "they think an action ahead" in shown(start)


def test_a_name_is_written(start: StartScreen) -> None:
    mark(start, "Your name")
    start.menu.write("!")
    enter(start, "Play", "Begin")
    assert wished(start).name == "Ada!"


def test_what_came_of_a_wish_is_said_and_the_next_is_free(start: StartScreen) -> None:
    enter(start, "Play", "Begin")
    start.again("Nobody answers.")
    assert start.wish is None
    assert start.menu.notice == "Nobody answers."


async def test_a_network_without_announcements_is_said(start: StartScreen) -> None:
    enter(start, "Join")
    told = trio.Event()

    def refresh() -> None:
        if start.network:
            told.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(start.until_ended, refresh)
        await told.wait()
        assert "carries no announcements" in shown(start)
        start.leave()
    assert start.wish is None


def chosen(start: StartScreen, desk: MemoryTerminal, *script: tuple[str, str]) -> Wish | None:
    """Press keys whenever what comes before them is shown."""

    async def run() -> Wish | None:
        with create_pipe_input() as keys:
            loop = asyncio.get_running_loop()
            found = loop.run_in_executor(None, lambda: choose(start, input=keys, output=desk.output))
            for expected, pressed in script:
                await desk.shows(expected)
                keys.send_text(pressed)
            return await found

    return asyncio.run(run())


@pytest.mark.parametrize("size", [(50, 14), (80, 24), (200, 60)])
def test_by_keyboard(size: tuple[int, int], start: StartScreen) -> None:
    script = (
        ("> Play", "\r"),
        ("> Begin", DOWN + DOWN + RIGHT),
        ("< 2 >", ESCAPE),
        ("> Play", "y" + "!"),
        ("Ada!_", "\x7f?"),
        ("Ada?_", UP * 9 + "\r"),
        ("> Begin", "\r"),
    )
    wish = chosen(start, MemoryTerminal(*size), *script)
    assert wish is not None
    assert isinstance(wish, PlaySettings)
    assert (wish.seats, wish.name) == (3, "Ada?")


def test_by_mouse(start: StartScreen) -> None:
    click = "\x1b[<0;6;{row}M\x1b[<0;6;{row}m"
    quit_row = click.format(row=12)
    assert chosen(start, MemoryTerminal(), ("Quit", quit_row), ("> Quit", quit_row)) is None


def test_to_leave_is_no_wish(start: StartScreen) -> None:
    assert chosen(start, MemoryTerminal(), ("> Play", CONTROL_C)) is None


def test_a_long_notice_is_told_in_full(start: StartScreen) -> None:
    start.again("The table asks for another invite code, or for none. Ask your host, then use --code.")
    chosen(start, MemoryTerminal(60, 20), ("then use --code.", CONTROL_C))


async def test_games_are_found_beside_and_read_once(
    start: StartScreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def read_record(path: Path) -> Recorded | None:
        read.append(path.stem)
        sound = Recorded(path, "2026-01-01 20:00", "conquer", ("Ada", "Bo"), is_over=True)
        return sound if path.stem == "game" else None

    monkeypatch.setattr("p2p_heroes.ui.screen.start.read_record", read_record)
    for name in ("game", "letter"):
        (tmp_path / f"{name}.heroes").touch()
    for _ in range(2):
        await start._find_records(lambda: None)
        assert [record.path.stem for record in start.records] == ["game"]
    assert sorted(read) == ["game", "letter"]
    (tmp_path / "game.heroes").unlink()
    await start._find_records(lambda: None)
    assert start.records == []
