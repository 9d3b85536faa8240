"""A bot's owner sees who comes and goes, on stderr, and no moves."""

from pathlib import Path

import pytest
import trio
import trio.testing

from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import THROWS
from p2p_heroes.node.news import Linked, News, Torn
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from p2p_heroes.ui.headless import Headless, to_stderr
from protocol.events import Finished, Settled
from protocol.peer_messages import LobbySeat, Seats
from protocol.rules import AskOpen
from tests.support.wires import Circle, Wires


def test_what_is_said_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    to_stderr("a line")
    Headless("wanderer", 1).say("another")
    assert capsys.readouterr() == ("", "a line\nanother\n")


def test_lobby_and_table_are_a_line_each() -> None:
    said: list[str] = []
    headless = Headless("wanderer", 1, said.append)
    headless.show_lobby(
        Seats("roshambo", 1, (), 60, 3, (LobbySeat(key_of(0).public, "Ada", "", ready=True),))
    )
    headless.show_table(genesis_of(2))
    assert said[0] == "1 of 3 seats taken"
    assert said[1].startswith("The table is founded. Its words: ")


async def test_nobody_types() -> None:
    await Headless("wanderer", 1).read_lines()


async def test_the_same_seed_plays_the_same_game() -> None:
    request = Request(0, "throw", THROWS)
    one, other = (Headless("wanderer", 5, list[str]().append) for _ in range(2))
    for bot in (one, other):
        bot.show_table(genesis_of(2))
    assert [await one.decide(None, request) for _ in range(9)] == [
        await other.decide(None, request) for _ in range(9)
    ]
    assert not one.is_patient


async def test_it_follows_the_news_without_the_moves(
    nursery: trio.Nursery, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    circle = Circle(Wires(nursery), tmp_path, 2).start(0)
    await trio.sleep(1)
    said: list[str] = []
    news, heard = trio.open_memory_channel[News](10)
    for item in (Torn(3), Linked(1), Settled(1, AskOpen((0,)), {}, Position(None)), Finished(7, bytes(32))):
        news.send_nowait(item)
    news.close()
    await Headless("wanderer", 1, said.append).follow(circle.node(0), heard)
    assert len(said) == 3
    assert said[1] == "Bo is connected."
    assert not circle.node(0).tells_checks
    nursery.cancel_scope.cancel()
