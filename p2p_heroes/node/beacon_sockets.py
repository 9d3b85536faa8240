"""Beacons on the local network, by DNS-SD: ours is announced, those of other seats are seen.

In: where our seat listens; the records of strangers. Out: the beacons of our table, checked, and the
addresses in them that can be dialled from here. It follows the addresses of this machine as they change.
"""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from hashlib import sha256

import trio
import zeroconf

from p2p_heroes.node.advert import BadAdvert, DiscoveryUnavailable
from p2p_heroes.node.beacon import BadBeacon, Beacon, OwnSeat, decode, encode
from p2p_heroes.node.discovery import scoped_addresses
from p2p_heroes.node.interfaces import bare, is_unscoped, nearest, own_interfaces
from p2p_heroes.node.multicast import MulticastSockets, record

SERVICE = "_p2p-heroes-seat._tcp.local."

Seen = tuple[Beacon, tuple[str, ...]]


@asynccontextmanager
async def lit(own: OwnSeat, count: int) -> AsyncIterator["Light"]:
    """Announce our seat, and see the others, for as long as the block runs. Raises DiscoveryUnavailable."""
    light = await trio.to_thread.run_sync(Light, own, count)
    try:
        yield light
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(light.close)


class Light:
    """A beacon that is lit now, and what is seen from it."""

    def __init__(self, own: OwnSeat, count: int) -> None:
        """In a worker thread, for it takes a moment."""
        self._own = own
        self._count = count
        self._lock = threading.Lock()
        self._seen: dict[tuple[int, int], Seen] = {}
        self._network: MulticastSockets | None = None
        self._light()

    def seen(self) -> list[Seen]:
        """The last beacon of each seat, with the addresses that can be dialled from here."""
        with self._lock:
            return list(self._seen.values())

    async def follow(self, count: int) -> int:
        """The count of what is announced: a new one if this machine has moved, from where it is now."""
        return await trio.to_thread.run_sync(self._follow, count)

    def see(self, info: zeroconf.ServiceInfo, source: int) -> None:
        """Take a stranger's record; from any thread. Raises BadBeacon or BadAdvert."""
        beacon = decode(info.properties, info.port or 0, self._own.genesis, self._own.seat)
        hosts = nearest(_dialable(beacon, scoped_addresses(info)), own_interfaces())
        with self._lock:
            before = self._seen.get((beacon.seat, source))
            if before is None or before[0].count <= beacon.count:
                self._seen[beacon.seat, source] = beacon, hosts

    def close(self) -> None:
        """In a worker thread."""
        network, self._network = self._network, None
        if network is not None:
            network.close()

    def _light(self) -> None:
        self._network = MulticastSockets(self._own.interfaces)
        try:
            self._network.browse(SERVICE, _BeaconListener(self))
            self._network.register(self._record())
        except DiscoveryUnavailable:
            self.close()
            raise

    def _follow(self, count: int) -> int:
        if self._network is not None and self._network.is_current:
            return self._count
        self.close()
        self._count = count
        # Between two networks there may be none; then it is tried again.
        with suppress(DiscoveryUnavailable):
            self._light()
        return count

    def _record(self) -> zeroconf.ServiceInfo:
        own, beacon = self._own, self._own.beacon(self._count)
        place = own.genesis.table + own.key.public
        label = f"{sha256(place).hexdigest()[:16]}.{SERVICE}"
        return record(SERVICE, label, own.port, encode(beacon, own.genesis.table, own.key), beacon.hosts)


def _dialable(beacon: Beacon, addresses: list[str]) -> list[str]:
    """What was signed; of link-local addresses only what came with the name of an interface."""
    scoped = [text for text in addresses if "%" in text and bare(text) in beacon.hosts]
    return [host for host in beacon.hosts if not is_unscoped(host)] + scoped


class _BeaconListener(zeroconf.ServiceListener):
    """What the package calls in a thread of its own, which ends for good if anything is raised in it."""

    def __init__(self, light: Light) -> None:
        self._light = light

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        info = zeroconf.ServiceInfo(type_, name)
        # Strangers say what they like, and so does everybody at another table.
        with suppress(BadBeacon, BadAdvert, zeroconf.Error):
            if info.load_from_cache(zc):
                self._light.see(info, id(zc))

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        """Whoever says so: where a seat was is still worth a try."""
