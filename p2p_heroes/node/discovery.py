"""Tables on the local network, by DNS-SD: announce one, list the others.

In: the advert of our own table; the records of strangers. Out: adverts, sorted, at most MAX_TABLES of them.
An advert proves nothing: it only says where to dial, and who answers there must prove its key. Where
multicast does not work there is DiscoveryUnavailable, and HOST:PORT as before. Both sides follow the
addresses of this machine as they change.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256

import trio
import zeroconf

from p2p_heroes.node.advert import Advert, decode, encode
from p2p_heroes.node.interfaces import nearest, own_interfaces, published
from p2p_heroes.node.multicast import Follower, MulticastSockets, RecordListener, record, scoped_addresses
from p2p_heroes.node.table_browser import TableBrowser

SERVICE = "_p2p-heroes._tcp.local."


@asynccontextmanager
async def announce(advert: Advert, interfaces: Sequence[str] | None = None) -> AsyncIterator["Announcement"]:
    """Announce a table for as long as the block runs, on the interfaces of these addresses or on all.

    Raises:
        DiscoveryUnavailable: nothing can be announced here.
    """
    announcement = await trio.to_thread.run_sync(Announcement, advert, interfaces)
    try:
        yield announcement
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(announcement.close)


class Announcement(Follower):
    """A table that is announced now."""

    def __init__(self, advert: Advert, interfaces: Sequence[str] | None) -> None:
        self._advert = advert
        self._turn = trio.Lock()
        self._revision = 0
        super().__init__(interfaces)

    async def update(self, advert: Advert) -> None:
        """Announce it like this from now on: another seat is taken, say.

        Raises:
            DiscoveryUnavailable: it cannot be announced any more.
        """
        async with self._turn:
            self._advert = advert
            self._revision += 1
            await trio.to_thread.run_sync(self._update)

    async def follow(self) -> bool:
        """Whether this machine has other addresses than it had; then they are announced from now on."""
        async with self._turn:
            return await trio.to_thread.run_sync(self._follow)

    def _begin(self, network: MulticastSockets) -> None:
        network.register(self._record())

    def _update(self) -> None:
        if self._network is not None:
            self._network.update(self._record())

    def _follow(self) -> bool:
        if not self._has_moved():
            return False
        self._revision += 1
        self._begin_again()
        return self._network is not None

    def _record(self) -> zeroconf.ServiceInfo:
        return record(
            SERVICE,
            f"{_label(self._advert)}.{SERVICE}",
            self._advert.port,
            encode(self._advert, self._revision),
            published(self._advert.hosts, self._interfaces),
        )


async def browse(seconds: float, interfaces: Sequence[str] | None = None) -> tuple[Advert, ...]:
    """The tables that answer within so many seconds; two are enough, for answers may be held back for one.

    That there is none is believed after as long again: answers may be lost.

    Raises:
        DiscoveryUnavailable: nothing can be heard here.
    """
    async with watch(interfaces) as watching:
        await trio.sleep(seconds)
        with trio.move_on_after(seconds):
            while not watching.tables:
                await watching.changed()
        return watching.tables


@asynccontextmanager
async def watch(
    interfaces: Sequence[str] | None = None, *, wanted: str = "", known: Collection[str] = ()
) -> AsyncIterator[TableBrowser]:
    """Keep a list of the tables for as long as the block runs.

    wanted: the name of the only table that matters, if there is one. known: the keys of players whom we know.

    Raises:
        DiscoveryUnavailable: nothing can be heard here.
    """
    watching = TableBrowser(trio.lowlevel.current_trio_token(), wanted=wanted, known=known)
    browser = await trio.to_thread.run_sync(_Browser, watching, interfaces)
    watching.follow = browser.follow
    try:
        yield watching
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(browser.close)


class _Browser(Follower):
    """What fills a list of tables."""

    def __init__(self, watching: TableBrowser, interfaces: Sequence[str] | None) -> None:
        self._watching = watching
        super().__init__(interfaces)

    def follow(self) -> None:
        """In a worker thread."""
        if self._has_moved():
            self._watching.lose_all()
            self._begin_again()

    def _begin(self, network: MulticastSockets) -> None:
        network.browse(SERVICE, RecordListener(self._find, self._watching.refuse, self._watching.lose))

    def _find(self, found: zeroconf.ServiceInfo, source: int) -> None:
        hosts = nearest(scoped_addresses(found), own_interfaces())
        self._watching.find(found.name, decode(found.properties, hosts, found.port or 0), source)


def _label(advert: Advert) -> str:
    """One for each table of a player: a table that comes back, or moves, replaces itself in every list."""
    place = f"{advert.key} {advert.port}"
    return sha256(place.encode()).hexdigest()[:16]
