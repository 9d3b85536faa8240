"""The way to the host of a lobby, who may move: where it was last, and wherever its key is announced since.

In: an address; a search that hears announcements while the host is lost. Out: open connections to it. An
announcement proves nothing: it is only dialled, and counts where the host's own key answers.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from secrets import SystemRandom

import trio

from p2p_heroes.node.advert import KEY_DIGITS, MAX_HOSTS, DiscoveryUnavailable
from p2p_heroes.node.connector import NO_VISITOR, Connector, Visitor
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.seat_addresses import Place
from p2p_heroes.node.table_browser import FOLLOW_SECONDS

Tell = Callable[[Sequence[Place]], None]
Search = Callable[[bytes, Tell], Awaitable[None]]
"""For ever: tell where the holder of a key announces a table, all there is whenever that changes."""


class HostRoute:
    """How a host is reached, first and again. place: where it answered last."""

    def __init__(self, connector: Connector, place: Place, search: Search | None = None) -> None:
        self.place = place
        self._connector = connector
        # A host on our own machine stays there.
        self._search = None if _is_here(place[0]) else search
        self._announced: tuple[Place, ...] = ()

    async def dial(self) -> Visitor:
        """Whoever answers there. Raises what `Connector.dial` does."""
        return await self._connector.dial(*self.place, None)

    @asynccontextmanager
    async def searching(self, key: bytes) -> AsyncIterator[None]:
        """Hear in the meantime where else the host says that it is."""
        self._announced = ()
        if self._search is None:
            yield
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._search, key, self._note)
            yield
            nursery.cancel_scope.cancel()

    async def dial_again(self, key: bytes) -> Visitor:
        """The host, where it was last or where it is announced. Raises what `Connector.dial_any` does."""
        try:
            visitor, _ = await self._connector.dial_any([self.place], None, key.hex())
        except (OSError, PeerGone, trio.TooSlowError):
            if not self._announced:
                raise
            visitor = await self._dial_announced(key)
        return visitor

    async def _dial_announced(self, key: bytes) -> Visitor:
        # By lot: strangers may announce many places under the host's key, but hide it from no one for long.
        places = SystemRandom().sample(self._announced, min(len(self._announced), MAX_HOSTS))
        try:
            visitor, self.place = await self._connector.dial_any(places, None, key.hex())
        except NO_VISITOR as error:
            # Whatever was said there, it was not by the host.
            raise PeerGone("the host is not where it is announced") from error
        return visitor

    def _note(self, places: Sequence[Place]) -> None:
        self._announced = tuple(place for place in dict.fromkeys(places) if place != self.place)


async def search(interfaces: Sequence[str] | None, key: bytes, tell: Tell) -> None:
    """For ever: on the interfaces of these addresses or on all, as soon as any carries announcements."""
    # The package that knows multicast takes long to import, and most lobbies never need it.
    from p2p_heroes.node.discovery import watch

    start = key.hex()[:KEY_DIGITS]
    while True:
        with suppress(DiscoveryUnavailable):
            async with watch(interfaces, known=(start,)) as watching:
                while True:
                    found = [advert for advert in await watching.changed() if advert.key == start]
                    tell([(host, advert.port) for advert in found for host in advert.hosts])
        await trio.sleep(FOLLOW_SECONDS)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
