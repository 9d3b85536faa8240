"""The way to a host that may move: what is dialled, what is believed, and what is announced; no network."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p2p_heroes.node.advert import MAX_HOSTS, Advert, DiscoveryUnavailable
from p2p_heroes.node.connector import TurnedAway
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.redial import HostRoute, Tell, search
from p2p_heroes.node.seat_addresses import Place
from p2p_heroes.node.table_browser import FOLLOW_SECONDS, TableBrowser
from p2p_heroes.tabletest.entropy import key_of
from protocol.errors import BadSignature
from protocol.frozen import replace
from tests.node.test_advert import ADVERT
from tests.node.test_connector import called

KEY = key_of(0).public


def advert_of(number: int, port: int, *hosts: str) -> Advert:
    return replace(ADVERT, key=key_of(number).public.hex()[:16], port=port, hosts=hosts)


# What is announced.


async def test_where_the_key_is_announced_is_told_whenever_that_changes(
    nursery: trio.Nursery, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of nobody else; and a machine that has no network at the moment may have one soon."""
    air = TableBrowser(trio.lowlevel.current_trio_token())
    asked: list[float] = []
    told: list[Sequence[Place]] = []

    @asynccontextmanager
    async def watch(interfaces: object, *, known: Collection[str]) -> AsyncIterator[TableBrowser]:
        assert (interfaces, known) == (("192.0.2.9",), (KEY.hex()[:16],))
        asked.append(trio.current_time())
        if len(asked) == 1:
            raise DiscoveryUnavailable("no interface")
        yield air

    monkeypatch.setattr("p2p_heroes.node.discovery.watch", watch)
    nursery.start_soon(search, ("192.0.2.9",), KEY, told.append)
    await trio.sleep(2 * FOLLOW_SECONDS)
    assert asked == [0, FOLLOW_SECONDS]
    air.find("a", advert_of(0, 4711, "192.0.2.2", "192.0.2.3"))
    air.find("b", advert_of(5, 4711, "192.0.2.66"))
    await trio.sleep(1)
    assert told[-1] == [("192.0.2.2", 4711), ("192.0.2.3", 4711)]
    air.find("a", advert_of(0, 4711, "192.0.2.4"))
    await trio.sleep(1)
    assert told[-1] == [(host, 4711) for host in ("192.0.2.4", "192.0.2.2", "192.0.2.3")], "the newest first"
    nursery.cancel_scope.cancel()


# What is dialled.


class Announced:
    """A search that tells some places at once, and for which keys it was asked."""

    def __init__(self, *places: Place) -> None:
        self.keys: list[bytes] = []
        self.is_over = False
        self._places = places

    async def __call__(self, key: bytes, tell: Tell) -> None:
        self.keys.append(key)
        tell(self._places)
        try:
            await trio.sleep_forever()
        finally:
            self.is_over = True


async def dialled(way: HostRoute) -> Place | None:
    """Where the host was found once its connection had broken, if it was."""
    async with way.searching(KEY):
        await trio.testing.wait_all_tasks_blocked()
        with suppress(OSError, PeerGone):
            return (await way.dial_again(KEY)).peer.host, way.place[1]
    return None


async def test_a_host_is_looked_for_where_it_was_and_then_where_it_is_announced(
    autojump_clock: MockClock,
) -> None:
    street, (old, new) = called(old=(0, OSError()), new=(0, 0))
    air = Announced(old, new)
    way = HostRoute(street, old, air)
    assert await dialled(way) == new
    assert way.place == new, "and there it is dialled the next time"
    assert (air.keys, air.is_over) == ([KEY], True)


async def test_a_host_that_still_answers_is_not_dialled_elsewhere(autojump_clock: MockClock) -> None:
    street, (old, new) = called(old=(0, 0), new=(0, 0))
    way = HostRoute(street, old, Announced(new))
    assert await dialled(way) == old
    assert way.place == old
    assert list(street.called) == ["old"]


@pytest.mark.parametrize("answer", [5, TurnedAway("TableStarted"), BadSignature("x"), PeerGone()])
async def test_what_is_said_at_an_announced_place_counts_only_by_the_hosts_key(
    answer: int | Exception, autojump_clock: MockClock
) -> None:
    """A stranger who announces in its name can neither take its place nor send its guests away."""
    street, (old, false, new) = called(old=(0, OSError()), false=(0, answer), new=(0, 0))
    assert await dialled(HostRoute(street, old, Announced(false))) is None
    assert await dialled(HostRoute(street, old, Announced(false, new))) == new


async def test_what_the_host_says_at_its_old_place_counts(autojump_clock: MockClock) -> None:
    street, (old, new) = called(old=(0, TurnedAway("TableStarted")), new=(0, 0))
    with pytest.RaisesGroup(TurnedAway):
        await dialled(HostRoute(street, old, Announced(new)))


async def test_of_many_announced_places_a_few_are_dialled_at_a_time(autojump_clock: MockClock) -> None:
    street, (old, new, *false) = called(
        old=(0, OSError()), new=(0, 0), **{f"false{n}": (0.0, OSError()) for n in range(50)}
    )
    way = HostRoute(street, old, Announced(*false, new))
    tries = 0
    while way.place != new:
        street.called.clear()
        tries += 1
        await dialled(way)
        assert len(street.called) <= 1 + MAX_HOSTS
    assert tries < 200, "by lot, so none is left out for ever"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_a_host_on_our_own_machine_is_not_looked_for(host: str, autojump_clock: MockClock) -> None:
    street, places = called(**{host: (0, OSError())})
    air = Announced(("new", 1))
    assert await dialled(HostRoute(street, places[0], air)) is None
    assert air.keys == []
