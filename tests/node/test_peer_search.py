"""When our seat is announced, and what is done with the beacons of others; no network."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from p2p_heroes.node.advert import DiscoveryUnavailable
from p2p_heroes.node.beacon import Beacon, OwnSeat
from p2p_heroes.node.peer_search import CALM_SECONDS, LOOK_SECONDS, BeaconLog, stay_findable
from p2p_heroes.tabletest.entropy import key_of
from protocol.frozen import replace
from tests.node.test_beacon import BEACON, GENESIS

# What was heard.


def test_each_address_is_news_once() -> None:
    log = BeaconLog()
    assert log.hear(BEACON, ["a", "b"]) == [("a", 4711), ("b", 4711)]
    assert log.hear(BEACON, ["b", "c"]) == [("c", 4711)]
    newer = replace(BEACON, count=BEACON.count + 1, port=5)
    assert log.hear(newer, ["a"]) == [("a", 5)]
    log.begin()
    assert log.hear(newer, ["a"]) == [("a", 5)]


def test_an_older_beacon_is_worth_nothing() -> None:
    log = BeaconLog()
    log.hear(BEACON, ["a"])
    assert log.hear(replace(BEACON, count=BEACON.count - 1), ["z"]) == []
    log.begin()
    assert log.hear(replace(BEACON, count=BEACON.count - 1), ["z"]) == []
    assert log.hear(replace(BEACON, seat=2, count=1), ["z"]) == [("z", 4711)]


# When.


class Table:
    """The connections of a table."""

    def __init__(self, *lacking: int) -> None:
        self.lacking = list(lacking)
        self.suggested: list[tuple[int, tuple[str, int]]] = []

    def lacks(self) -> Collection[int]:
        return self.lacking

    def suggest(self, seat: int, address: tuple[str, int]) -> None:
        self.suggested.append((seat, address))

    def suggest_anybody(self, address: tuple[str, int]) -> None:
        raise AssertionError("whoever is found is found by its seat")


class Sea:
    """Where beacons are lit: when and with which count, and what is seen from there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.log: list[tuple[float, str, int]] = []
        self.others: list[tuple[Beacon, Sequence[str]]] = []
        self.moves = False
        self.is_dark = False
        monkeypatch.setattr("p2p_heroes.node.beacon_sockets.lit", self._lit)

    @asynccontextmanager
    async def _lit(self, own: OwnSeat, count: int) -> AsyncIterator["Sea"]:
        if self.is_dark:
            raise DiscoveryUnavailable("no multicast")
        self.count = count
        self.log.append((trio.current_time(), "lit", count))
        yield self
        self.log.append((trio.current_time(), "out", self.count))

    def seen(self) -> list[tuple[Beacon, Sequence[str]]]:
        return self.others

    async def follow(self, count: int) -> int:
        await trio.lowlevel.checkpoint()
        if self.moves:
            self.moves, self.count = False, count
            self.log.append((trio.current_time(), "moved", count))
        return self.count


@pytest.fixture
def sea(monkeypatch: pytest.MonkeyPatch) -> Sea:
    return Sea(monkeypatch)


OWN = OwnSeat(GENESIS, 0, key_of(0), ("127.0.0.1",), 4712, ["127.0.0.1"])


def wall() -> float:
    return 1000.5


async def spend(table: Table, seconds: float) -> None:
    with trio.move_on_after(seconds):
        await stay_findable(table, OWN, wall)


async def test_while_nobody_is_lacking_nothing_is_sent(sea: Sea, autojump_clock: MockClock) -> None:
    await spend(Table(), 3600)
    assert sea.log == []


async def test_who_is_lacking_is_looked_for_and_suggested_once(sea: Sea, autojump_clock: MockClock) -> None:
    table = Table(1)
    sea.others = [(BEACON, ["192.0.2.7"])]
    await spend(table, 60)
    assert sea.log == [(LOOK_SECONDS, "lit", 1000)]
    assert table.suggested == [(1, ("192.0.2.7", 4711))]


async def test_when_everybody_is_there_for_a_while_we_fall_silent(
    sea: Sea, autojump_clock: MockClock
) -> None:
    table = Table(1)
    sea.others = [(BEACON, ["192.0.2.7"])]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(spend, table, 100)
        await trio.sleep(20.5)
        table.lacking.clear()
        await trio.sleep(CALM_SECONDS / 2)
        table.lacking.append(2)
        await trio.sleep(10)
        table.lacking.clear()
        await trio.sleep(40)
        table.lacking.append(1)
        nursery.cancel_scope.deadline = trio.current_time() + 10
    (begun, *_), (ended, out, _), (again, lit, count) = sea.log
    assert begun == LOOK_SECONDS
    assert out == "out"
    assert ended == pytest.approx(20.5 + CALM_SECONDS / 2 + 10 + CALM_SECONDS, abs=LOOK_SECONDS)
    assert (lit, count) == ("lit", 1001), "a clock that stands still counts on"
    assert again == pytest.approx(75.5, abs=LOOK_SECONDS)
    assert len(table.suggested) == 2, "once more when somebody is lacking once more"


async def test_who_moves_is_announced_anew(sea: Sea, autojump_clock: MockClock) -> None:
    sea.moves = True
    await spend(Table(1), 30)
    assert sea.log == [(LOOK_SECONDS, "lit", 1000), (2 * LOOK_SECONDS, "moved", 1001)]


async def test_a_network_without_multicast_is_tried_again(sea: Sea, autojump_clock: MockClock) -> None:
    sea.is_dark = True
    async with trio.open_nursery() as nursery:
        nursery.start_soon(spend, Table(1), 60)
        await trio.sleep(30)
        sea.is_dark = False
    assert [what for _, what, _ in sea.log] == ["lit"]
