"""Multicast DNS on the interfaces of this machine, over IPv4, IPv6 or both.

In: records to announce, a service to listen for. Out: they are announced, and heard by a listener. Each
family has sockets of its own, for not every system lets one socket hear both; where one of them is missing,
the other is enough. Everything here blocks, and is called from worker threads, where the zeroconf package
cannot mistake an asyncio loop of the terminal for its own.
"""

import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from itertools import chain, repeat

import zeroconf
from zeroconf._dns import DNSQuestion
from zeroconf._protocol.outgoing import DNSOutgoing

from p2p_heroes.node.advert import BadAdvert, DiscoveryUnavailable
from p2p_heroes.node.interfaces import Interface, bare, is_unscoped, own_interfaces

LIFETIME = 120
"""Seconds for which others may remember a service that went away without a word."""

FIRST_SECONDS = 0.05
OFTEN_SECONDS = 0.25
OFTEN = 20
"""Questions in the five seconds for which a person looks who finds nothing at once."""

PAUSES = FIRST_SECONDS, *repeat(OFTEN_SECONDS, OFTEN - 1), 0.5, 1.0, 2.0, 4.0
SELDOM_SECONDS = 8.0
"""Between two questions of who looks on."""

POINTER, INTERNET = 12, 1


class MulticastSockets:
    """The sockets of this moment's interfaces."""

    def __init__(self, interfaces: Sequence[str] | None) -> None:
        """On the interfaces of these addresses, or on all. Raises DiscoveryUnavailable."""
        self._interfaces = interfaces
        self._seen = own_interfaces()
        self._families: list[zeroconf.Zeroconf] = []
        self._browsers: list[zeroconf.ServiceBrowser] = []
        self._closed = threading.Event()
        self._open()

    @property
    def is_current(self) -> bool:
        """Whether the machine still has the addresses that it had."""
        return own_interfaces() == self._seen

    def register(self, info: zeroconf.ServiceInfo) -> None:
        """Announce a service, whose label nobody else can have by chance. Raises DiscoveryUnavailable."""
        # So nobody is asked whether it is free: a stranger who said no would keep us from being found.
        self._for_each(lambda family: family.register_service(info, cooperating_responders=True))

    def update(self, info: zeroconf.ServiceInfo) -> None:
        """Announce it like this from now on. Raises DiscoveryUnavailable."""
        self._for_each(lambda family: family.update_service(info))

    def browse(self, service: str, listener: zeroconf.ServiceListener) -> None:
        """Tell the listener what there is of a service, until the end. Raises DiscoveryUnavailable."""
        # Asked for by multicast (QM): a unicast answer may reach another program that shares the port.
        question = zeroconf.DNSQuestionType.QM
        self._for_each(
            lambda family: self._browsers.append(
                zeroconf.ServiceBrowser(family, service, listener=listener, question_type=question)
            )
        )
        threading.Thread(target=self._keep_asking, args=(service,), daemon=True).start()

    def close(self) -> None:
        """Tell the others, then end."""
        self._closed.set()
        for ended in (*(browser.cancel for browser in self._browsers), *(zc.close for zc in self._families)):
            # Whatever keeps us from saying farewell, the others forget who is silent by themselves.
            with suppress(OSError, RuntimeError, zeroconf.Error):
                ended()

    def _keep_asking(self, service: str) -> None:
        """Until the end: the browsers ask twice in the time that a person looks, which loss may swallow."""
        for pause in chain(PAUSES, repeat(SELDOM_SECONDS)):
            if self._closed.wait(pause):
                return
            with suppress(DiscoveryUnavailable):
                self._for_each(lambda family: family.send(question(service)))

    def _open(self) -> None:
        reason: Exception = DiscoveryUnavailable("no interface")
        for addresses in _by_family(self._interfaces, self._seen):
            try:
                with _translated():
                    self._families.append(zeroconf.Zeroconf(interfaces=addresses))
            except DiscoveryUnavailable as error:
                reason = error
        if not self._families:
            raise reason

    def _for_each(self, act: Callable[[zeroconf.Zeroconf], object]) -> None:
        """What one family can do is enough."""
        failed: list[Exception] = []
        for family in self._families:
            try:
                with _translated():
                    act(family)
            except DiscoveryUnavailable as error:
                failed.append(error)
        if len(failed) == len(self._families):
            raise failed[0]


class Follower(ABC):
    """What announces or listens on this moment's interfaces, and on others when the machine has moved."""

    def __init__(self, interfaces: Sequence[str] | None) -> None:
        """In a worker thread, for it takes a moment. Raises DiscoveryUnavailable."""
        self._interfaces = interfaces
        self._network: MulticastSockets | None = None
        self._open()

    @abstractmethod
    def _begin(self, network: MulticastSockets) -> None:
        """Announce, or listen. Raises DiscoveryUnavailable."""

    def close(self) -> None:
        """In a worker thread: tell the others, then end."""
        network, self._network = self._network, None
        if network is not None:
            network.close()

    def _has_moved(self) -> bool:
        """Whether this machine has other addresses than it had; then what stood on the old ones has ended."""
        if self._network is not None and self._network.is_current:
            return False
        self.close()
        return True

    def _begin_again(self) -> None:
        # Between two networks there may be none; then it is tried again.
        with suppress(DiscoveryUnavailable):
            self._open()

    def _open(self) -> None:
        self._network = MulticastSockets(self._interfaces)
        try:
            self._begin(self._network)
        except DiscoveryUnavailable:
            self.close()
            raise


class RecordListener(zeroconf.ServiceListener):
    """What the package calls in a thread of its own, which ends for good if anything is raised in it.

    Strangers say what they like: `take` may raise BadAdvert. `refuse` and `lose` are told the name, and all
    of them the family of addresses by which it came.
    """

    def __init__(
        self,
        take: Callable[[zeroconf.ServiceInfo, int], None],
        refuse: Callable[[str, int], None],
        lose: Callable[[str, int], None],
    ) -> None:
        self._take, self._refuse, self._lose = take, refuse, lose

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        try:
            found = zeroconf.ServiceInfo(type_, name)
            # What is not there yet comes with a later change; to ask would let strangers make us wait.
            if found.load_from_cache(zc):
                self._take(found, id(zc))
        except (BadAdvert, zeroconf.Error):
            self._refuse(name, id(zc))

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self._lose(name, id(zc))


def question(service: str) -> DNSOutgoing:
    """What there is of a service, to be answered to us alone (QU), and to all (QM).

    To us alone it is answered each time, but the other side has to ask for our hardware address first, which
    is done once a second; and it may reach another program that shares the port. To all it is answered about
    once a second. Where a fifth of all frames is lost, two seconds and a half without either are 1 in 500,
    five seconds 1 in 100,000.
    """
    out = DNSOutgoing(0)
    for unicast in (True, False):
        asked = DNSQuestion(service, POINTER, INTERNET)
        asked.unicast = unicast
        out.add_question(asked)
    return out


def record(
    service: str, label: str, port: int, properties: dict[bytes, bytes], hosts: Sequence[str]
) -> zeroconf.ServiceInfo:
    """What is announced under a label at these addresses."""
    return zeroconf.ServiceInfo(
        service,
        label,
        port=port,
        properties=properties,
        server=f"p2p-heroes-{label.partition('.')[0]}.local.",
        other_ttl=LIFETIME,
        parsed_addresses=[bare(host) for host in hosts],
    )


def scoped_addresses(found: zeroconf.ServiceInfo) -> list[str]:
    """The addresses of a record; link-local ones with the name of the interface that they came by."""
    return [_named_scope(text) for text in found.parsed_scoped_addresses()]


def _named_scope(text: str) -> str:
    address, percent, number = text.partition("%")
    with suppress(OSError, ValueError):
        return f"{address}%{socket.if_indextoname(int(number))}" if percent else address
    return text


def _by_family(interfaces: Sequence[str] | None, own: Sequence[Interface]) -> Iterator[list[str]]:
    """The addresses to open sockets at, of each family that has any.

    Of IPv6 the link-local ones: each interface that carries multicast has one, and from there the others see
    on which interface they are.
    """
    if interfaces is not None:
        chosen = list(interfaces)
    else:
        found = [interface.address for interface in own]
        chosen = [text for text in found if ip_address(text).version == 4 or is_unscoped(bare(text))]
    for version in (4, 6):
        addresses = [text for text in chosen if ip_address(text).version == version]
        if addresses:
            yield addresses


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, zeroconf.Error) as error:
        raise DiscoveryUnavailable(str(error) or type(error).__name__) from error
