"""One stream and one `protocol.Link`: parcels in, parcels out, with bounds on both.

The reading side refuses what an honest peer never sends; the writing side gives
up on a peer that does not read. Either way the connection ends, and the game does
not: whoever comes back says what it holds and gets what it lacks.
"""

import contextlib
import ssl
from collections import deque
from collections.abc import Iterable

import trio

from protocol.errors import Refusal
from protocol.link import Link, pack
from protocol.parcels import Parcel, Refused

OUTBOX = 4096
CHUNK = 65536
_GONE = (trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError, ssl.SSLError, OSError)


class PeerGone(Exception):
    """The connection ended."""


class Peer:
    """The other end of one connection."""

    def __init__(self, stream: trio.abc.Stream, host: str, *, dialled: bool) -> None:
        self.stream = stream
        self.host = host
        self.dialled = dialled
        self.key = b""
        self.heard = trio.current_time()
        self._link = Link(self.heard)
        self._emptied = trio.Event()
        self._arrived: deque[Parcel] = deque()
        self._outbox, self._pending = trio.open_memory_channel[Parcel](OUTBOX)

    def trust(self, key: bytes) -> None:
        """The other end has shown that it holds this key."""
        self.key = key
        self._link.trust()

    async def receive(self) -> Parcel:
        """The next parcel. Raises PeerGone, or the Refusal that the bytes deserve."""
        while not self._arrived:
            try:
                data = await self.stream.receive_some(CHUNK)
            except _GONE as error:
                raise PeerGone(str(error)) from error
            if not data:
                raise PeerGone("the other side hung up")
            self.heard = trio.current_time()
            self._arrived.extend(self._link.receive(bytes(data), self.heard))
        return self._arrived.popleft()

    @property
    def has_more(self) -> bool:
        """Whether the next parcel is here already."""
        return bool(self._arrived)

    async def send(self, *parcels: Parcel) -> None:
        """Send at once. Raises PeerGone."""
        try:
            await self.stream.send_all(b"".join(map(pack, parcels)))
        except _GONE as error:
            raise PeerGone(str(error)) from error

    def post(self, parcels: Iterable[Parcel]) -> None:
        """Send soon. A peer that lets the outbox fill up is dropped."""
        try:
            for parcel in parcels:
                self._outbox.send_nowait(parcel)
        except (trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            self._outbox.close()

    async def write_outbox(self) -> None:
        """Send what was posted, together what came together, until the outbox is closed or the peer gone."""
        async with self._pending:
            async for parcel in self._pending:
                batch = [parcel]
                while len(batch) < OUTBOX:
                    try:
                        batch.append(self._pending.receive_nowait())
                    except (trio.WouldBlock, trio.EndOfChannel):
                        break
                await self.send(*batch)
                if not self._pending.statistics().current_buffer_used:
                    self._emptied.set()
                    self._emptied = trio.Event()

    async def flushed(self) -> None:
        """Wait until everything that was posted has been sent."""
        if self._pending.statistics().current_buffer_used:
            await self._emptied.wait()

    async def refuse(self, refusal: Refusal) -> None:
        """Say why, if the other side still listens, and hang up."""
        with trio.move_on_after(1), contextlib.suppress(PeerGone):
            await self.send(Refused(refusal.name))
        await self.close()

    async def close(self) -> None:
        self._outbox.close()
        await trio.aclose_forcefully(self.stream)
