"""Beacons on the local network, by DNS-SD: ours is announced, those of other seats are seen.

In: where our seat listens; the records of strangers. Out: the beacons of our table, checked, and the
addresses in them that can be dialled from here. It follows the addresses of this machine as they change.
"""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

import trio
import zeroconf

from p2p_heroes.node.beacon import Beacon, OwnSeat, decode, encode
from p2p_heroes.node.interfaces import bare, is_unscoped, nearest, own_interfaces
from p2p_heroes.node.multicast import Follower, MulticastSockets, RecordListener, record, scoped_addresses

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


class Light(Follower):
    """A beacon that is lit now, and what is seen from it."""

    def __init__(self, own: OwnSeat, count: int) -> None:
        self._own = own
        self._count = count
        self._lock = threading.Lock()
        self._seen: dict[tuple[int, int], Seen] = {}
        super().__init__(own.interfaces)

    def seen(self) -> list[Seen]:
        """The last beacon of each seat, with the addresses that can be dialled from here."""
        with self._lock:
            return list(self._seen.values())

    async def follow(self, count: int) -> int:
        """The count of what is announced: a new one if this machine has moved, from where it is now."""
        return await trio.to_thread.run_sync(self._follow, count)

    def see(self, info: zeroconf.ServiceInfo, source: int) -> None:
        """Take a stranger's record; from any thread. Raises BadAdvert."""
        beacon = decode(info.properties, info.port or 0, self._own.genesis, self._own.seat)
        hosts = nearest(_dialable(beacon, scoped_addresses(info)), own_interfaces())
        with self._lock:
            before = self._seen.get((beacon.seat, source))
            if before is None or before[0].count <= beacon.count:
                self._seen[beacon.seat, source] = beacon, hosts

    def _begin(self, network: MulticastSockets) -> None:
        # Whoever says farewell or speaks nonsense: where a seat was is still worth a try.
        network.browse(SERVICE, RecordListener(self.see, _leave, _leave))
        network.register(self._record())

    def _follow(self, count: int) -> int:
        if self._has_moved():
            self._count = count
            self._begin_again()
        return self._count

    def _record(self) -> zeroconf.ServiceInfo:
        own, beacon = self._own, self._own.beacon(self._count)
        place = own.genesis.table + own.key.public
        label = f"{sha256(place).hexdigest()[:16]}.{SERVICE}"
        return record(SERVICE, label, own.port, encode(beacon, own.genesis.table, own.key), beacon.hosts)


def _dialable(beacon: Beacon, addresses: list[str]) -> list[str]:
    """What was signed; of link-local addresses only what came with the name of an interface."""
    scoped = [text for text in addresses if "%" in text and bare(text) in beacon.hosts]
    return [host for host in beacon.hosts if not is_unscoped(host)] + scoped


def _leave(name: str, source: int) -> None:
    """As it is."""
