"""Tables on the local network, by DNS-SD: announce one, list the others.

In: the advert of our own table; the records of strangers. Out: adverts, sorted, at most MAX_TABLES of them.
An advert proves nothing: it only says where to dial, and who answers there must prove its key. The zeroconf
package runs threads of its own, always started from a worker thread, where it cannot mistake an asyncio loop
of the terminal for its own. Where multicast does not work there is DiscoveryUnavailable, and HOST:PORT as
before.
"""

import threading
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from ipaddress import IPv4Interface, ip_address

import ifaddr
import trio
import zeroconf

from p2p_heroes.node.advert import Advert, BadAdvert, DiscoveryUnavailable, decode, encode, is_address

SERVICE = "_p2p-heroes._tcp.local."
MAX_TABLES = 64

_LIFETIME = 120
"""Seconds for which others may remember a table that went away without a word."""


def nearest(addresses: Iterable[str], ours: Sequence[IPv4Interface]) -> str:
    """The address to dial: on a network of ours, but not one of our own, as containers' bridges often are.

    Raises:
        BadAdvert: there is none that anybody could dial.
    """

    def distance(text: str) -> tuple[bool, bool, bool, int, str]:
        address = ip_address(text)
        strange = not any(address in interface.network for interface in ours)
        shared = any(address == interface.ip for interface in ours)
        return shared, strange, address.is_loopback, address.version, text

    found = sorted((text for text in addresses if _is_dialable(text)), key=distance)
    if not found:
        raise BadAdvert("host")
    return found[0]


def published(host: str, interfaces: Sequence[str] | None) -> list[str]:
    """The addresses to announce for a table that listens on this host."""
    if not ip_address(host).is_unspecified:
        return [host]
    if interfaces is not None:
        return list(interfaces)
    everywhere = [str(interface.ip) for interface in _our_interfaces()]
    return [text for text in everywhere if not ip_address(text).is_loopback] or everywhere


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
        """In a worker thread: it takes a second or two to make sure that the name is ours."""
        self._interfaces = interfaces
        self._turn = trio.Lock()
        self._revision = 0
        self._label = _label(advert, interfaces)
        self._zeroconf = _open(interfaces)
        try:
            self._register(self._record(advert))
        except DiscoveryUnavailable:
            self.close()
            raise

    async def update(self, advert: Advert) -> None:
        """Announce it like this from now on: another seat is taken, say.

        Raises:
            DiscoveryUnavailable: it cannot be announced any more.
        """
        async with self._turn:
            self._revision += 1
            await trio.to_thread.run_sync(self._replace, self._record(advert))

    def close(self) -> None:
        """In a worker thread: tell the others, then end."""
        _close(self._zeroconf)

    def _register(self, record: zeroconf.ServiceInfo) -> None:
        with _translated():
            self._zeroconf.register_service(record, allow_name_change=True)
        self._label = record.name

    def _replace(self, record: zeroconf.ServiceInfo) -> None:
        with _translated():
            self._zeroconf.update_service(record)

    def _record(self, advert: Advert) -> zeroconf.ServiceInfo:
        return zeroconf.ServiceInfo(
            SERVICE,
            self._label,
            port=advert.port,
            properties=encode(advert, self._revision),
            server=f"p2p-heroes-{self._label.partition('.')[0]}.local.",
            other_ttl=_LIFETIME,
            parsed_addresses=published(advert.host, self._interfaces),
        )


async def browse(seconds: float, interfaces: Sequence[str] | None = None) -> tuple[Advert, ...]:
    """The tables that answer within so many seconds; two are enough, for answers may be held back for one.

    Raises:
        DiscoveryUnavailable: nothing can be heard here.
    """
    async with watch(interfaces) as watching:
        await trio.sleep(seconds)
        return watching.tables


@asynccontextmanager
async def watch(interfaces: Sequence[str] | None = None) -> AsyncIterator["Watch"]:
    """Keep a list of the tables for as long as the block runs.

    Raises:
        DiscoveryUnavailable: nothing can be heard here.
    """
    watching = Watch(trio.lowlevel.current_trio_token())
    browser = await trio.to_thread.run_sync(_listen, watching, interfaces)
    try:
        yield watching
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(_listen_no_more, browser)


class Watch:
    """The tables of this moment. It keeps the last word on each, never a queue, so no flood can fill it."""

    def __init__(self, token: trio.lowlevel.TrioToken) -> None:
        self._token = token
        self._lock = threading.Lock()
        self._found: dict[str, Advert] = {}
        self._refused = 0
        self._news = trio.Event()

    @property
    def tables(self) -> tuple[Advert, ...]:
        """In order, each once."""
        with self._lock:
            return tuple(sorted(set(self._found.values())))

    @property
    def refused(self) -> int:
        """How many records were no adverts, or one too many."""
        with self._lock:
            return self._refused

    async def changed(self) -> tuple[Advert, ...]:
        """Wait until something was found, lost, changed or refused since the last call; then the tables."""
        await self._news.wait()
        self._news = trio.Event()
        return self.tables

    def find(self, label: str, advert: Advert) -> None:
        """Take a stranger's advert under the label of its record; from any thread."""
        with self._lock:
            full = label not in self._found and len(self._found) >= MAX_TABLES
            if not full:
                self._found[label] = advert
            self._refused += full
        self._tell()

    def refuse(self, label: str) -> None:
        """Take note of a record that is no advert, and forget what it said before; from any thread."""
        with self._lock:
            self._found.pop(label, None)
            self._refused += 1
        self._tell()

    def lose(self, label: str) -> None:
        """Take a stranger's farewell; from any thread."""
        with self._lock:
            self._found.pop(label, None)
        self._tell()

    def _tell(self) -> None:
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._wake, idempotent=True)

    def _wake(self) -> None:
        self._news.set()


def _is_dialable(text: str) -> bool:
    return is_address(text) and not (ip_address(text).is_unspecified or ip_address(text).is_multicast)


def _our_interfaces() -> list[IPv4Interface]:
    addresses = (address for adapter in ifaddr.get_adapters() for address in adapter.ips if address.is_IPv4)
    return [IPv4Interface(f"{address.ip}/{address.network_prefix}") for address in addresses]


def _label(advert: Advert, interfaces: Sequence[str] | None) -> str:
    """One for each place of a table: a table that comes back to its place replaces itself in every list.

    Never left to the probing for conflicts alone: its answers come by unicast, and where several programs
    share the port of multicast DNS, any of them may get them.
    """
    place = " ".join((advert.key, str(advert.port), *published(advert.host, interfaces)))
    return f"{sha256(place.encode()).hexdigest()[:16]}.{SERVICE}"


def _open(interfaces: Sequence[str] | None) -> zeroconf.Zeroconf:
    chosen = zeroconf.InterfaceChoice.All if interfaces is None else list(interfaces)
    with _translated():
        return zeroconf.Zeroconf(interfaces=chosen)


def _listen(watching: Watch, interfaces: Sequence[str] | None) -> zeroconf.ServiceBrowser:
    # Asked for by multicast (QM): a unicast answer may reach another program that shares the port.
    question = zeroconf.DNSQuestionType.QM
    return zeroconf.ServiceBrowser(
        _open(interfaces), SERVICE, listener=_Ear(watching), question_type=question
    )


def _listen_no_more(browser: zeroconf.ServiceBrowser) -> None:
    browser.cancel()
    _close(browser.zc)


class _Ear(zeroconf.ServiceListener):
    """What the package calls in a thread of its own, which ends for good if anything is raised in it."""

    def __init__(self, watching: Watch) -> None:
        self._watching = watching

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        try:
            record = zeroconf.ServiceInfo(type_, name)
            # What is not there yet comes with a later change; to ask would let strangers make us wait.
            if record.load_from_cache(zc):
                self._watching.find(name, _advert(record))
        except (BadAdvert, zeroconf.Error):
            self._watching.refuse(name)

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self._watching.lose(name)


def _advert(record: zeroconf.ServiceInfo) -> Advert:
    host = nearest(record.parsed_addresses(), _our_interfaces())
    return decode(record.properties, host, record.port or 0)


def _close(opened: zeroconf.Zeroconf) -> None:
    # Whatever keeps us from saying farewell, the others forget a silent table by themselves.
    with suppress(OSError, zeroconf.Error):
        opened.close()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, zeroconf.Error) as error:
        raise DiscoveryUnavailable(str(error) or type(error).__name__) from error
