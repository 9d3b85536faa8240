"""Tables on the local network, by DNS-SD: announce one, list the others.

In: the advert of our own table; the records of strangers. Out: adverts, sorted, at most MAX_TABLES of them.
An advert proves nothing: it only says where to dial, and who answers there must prove its key. Where
multicast does not work there is DiscoveryUnavailable, and HOST:PORT as before. Both sides follow the
addresses of this machine as they change.
"""

import socket
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256

import trio
import zeroconf

from p2p_heroes.node.advert import Advert, BadAdvert, DiscoveryUnavailable, decode, encode
from p2p_heroes.node.interfaces import nearest, own_interfaces, published
from p2p_heroes.node.multicast import MulticastSockets, record
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


class Announcement:
    """A table that is announced now."""

    def __init__(self, advert: Advert, interfaces: Sequence[str] | None) -> None:
        """In a worker thread, for it takes a moment."""
        self._advert = advert
        self._interfaces = interfaces
        self._turn = trio.Lock()
        self._revision = 0
        self._network: MulticastSockets | None = None
        self._announce()

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

    def close(self) -> None:
        """In a worker thread: tell the others, then end."""
        network, self._network = self._network, None
        if network is not None:
            network.close()

    def _announce(self) -> None:
        self._network = MulticastSockets(self._interfaces)
        try:
            self._network.register(self._record())
        except DiscoveryUnavailable:
            self.close()
            raise

    def _update(self) -> None:
        if self._network is not None:
            self._network.update(self._record())

    def _follow(self) -> bool:
        if self._network is not None and self._network.is_current:
            return False
        self.close()
        self._revision += 1
        # Between two networks there may be none; then it is tried again.
        with suppress(DiscoveryUnavailable):
            self._announce()
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


class _Browser:
    """What fills a list of tables, from the interfaces of this moment."""

    def __init__(self, watching: TableBrowser, interfaces: Sequence[str] | None) -> None:
        self._watching = watching
        self._interfaces = interfaces
        self._network: MulticastSockets | None = None
        self._listen()

    def follow(self) -> None:
        """In a worker thread: listen elsewhere if this machine has other addresses than it had."""
        if self._network is None or not self._network.is_current:
            self.close()
            self._watching.lose_all()
            with suppress(DiscoveryUnavailable):
                self._listen()

    def close(self) -> None:
        network, self._network = self._network, None
        if network is not None:
            network.close()

    def _listen(self) -> None:
        self._network = MulticastSockets(self._interfaces)
        self._network.browse(SERVICE, _AdvertListener(self._watching))


class _AdvertListener(zeroconf.ServiceListener):
    """What the package calls in a thread of its own, which ends for good if anything is raised in it."""

    def __init__(self, watching: TableBrowser) -> None:
        self._watching = watching

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        try:
            found = zeroconf.ServiceInfo(type_, name)
            # What is not there yet comes with a later change; to ask would let strangers make us wait.
            if found.load_from_cache(zc):
                self._watching.find(name, _advert(found), id(zc))
        except (BadAdvert, zeroconf.Error):
            self._watching.refuse(name, id(zc))

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self._watching.lose(name, id(zc))


def _advert(found: zeroconf.ServiceInfo) -> Advert:
    hosts = nearest(scoped_addresses(found), own_interfaces())
    return decode(found.properties, hosts, found.port or 0)


def scoped_addresses(found: zeroconf.ServiceInfo) -> list[str]:
    """The addresses of a record; link-local ones with the name of the interface that they came by."""
    return [_named_scope(text) for text in found.parsed_scoped_addresses()]


def _named_scope(text: str) -> str:
    address, percent, number = text.partition("%")
    with suppress(OSError, ValueError):
        return f"{address}%{socket.if_indextoname(int(number))}" if percent else address
    return text


def _label(advert: Advert) -> str:
    """One for each table of a player: a table that comes back, or moves, replaces itself in every list."""
    place = f"{advert.key} {advert.port}"
    return sha256(place.encode()).hexdigest()[:16]
