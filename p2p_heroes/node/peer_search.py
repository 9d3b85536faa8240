"""Seats whose addresses have changed find each other: when to announce ours, and what to do with theirs.

In: which seats are lacking; the beacons that are seen. Out: addresses to try, for the connections of the
table. Nothing is announced, or listened to, while everybody is connected.
"""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

import trio

from p2p_heroes.node.advert import DiscoveryUnavailable
from p2p_heroes.node.beacon import Beacon, OwnSeat

LOOK_SECONDS = 2.0
CALM_SECONDS = 10.0
"""How long nobody may be lacking before we fall silent."""


class Seeks(Protocol):
    """The connections of a table, as far as finding seats goes."""

    def lacks(self) -> Collection[int]:
        """The seats that have had no connection for a while."""

    def suggest(self, seat: int, address: tuple[str, int]) -> None:
        """Where a seat may be now."""

    def suggest_anybody(self, address: tuple[str, int]) -> None:
        """Where some seat may be."""


class BeaconLog:
    """What was heard of each seat: only its newest beacon counts, and each address of that is told once."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self._told: dict[int, set[tuple[str, int]]] = {}

    def begin(self) -> None:
        """Somebody is lacking once more: what was told before is worth another try."""
        self._told = {}

    def hear(self, beacon: Beacon, hosts: Sequence[str]) -> list[tuple[str, int]]:
        """The addresses of it that are news, in the order of the hosts, which can be dialled from here."""
        last = self._counts.get(beacon.seat, 0)
        if beacon.count < last:
            return []
        if beacon.count > last:
            self._counts[beacon.seat] = beacon.count
            self._told.pop(beacon.seat, None)
        told = self._told.setdefault(beacon.seat, set())
        news = [(host, beacon.port) for host in hosts if (host, beacon.port) not in told]
        told.update(news)
        return news


async def stay_findable(mesh: Seeks, own: OwnSeat, clock: Callable[[], float] = time.time) -> None:
    """For ever: whenever a seat is lacking, announce where we are and look where it is."""
    count, log = 0, BeaconLog()
    while True:
        await trio.sleep(LOOK_SECONDS)
        if mesh.lacks():
            log.begin()
            try:
                count = await _seek(mesh, own, log, count, clock)
            except DiscoveryUnavailable:
                # A network without multicast is no help, and need not be one for long.
                await trio.sleep(CALM_SECONDS)


async def _seek(mesh: Seeks, own: OwnSeat, log: BeaconLog, count: int, clock: Callable[[], float]) -> int:
    """Until nobody was lacking for a while; the count of what we announced last."""
    # The package that knows multicast takes long to import, and most games never need it.
    from p2p_heroes.node.beacon_sockets import lit

    count = max(count + 1, int(clock()))
    calm = 0.0
    async with lit(own, count) as light:
        while calm < CALM_SECONDS:
            for beacon, hosts in light.seen():
                for address in log.hear(beacon, hosts):
                    mesh.suggest(beacon.seat, address)
            await trio.sleep(LOOK_SECONDS)
            calm = 0.0 if mesh.lacks() else calm + LOOK_SECONDS
            count = await light.follow(max(count + 1, int(clock())))
        return count
