"""One stream and one `protocol.Link`: peer messages in, peer messages out, with bounds on both.

The reading side refuses what an honest peer never sends; the writing side gives
up on a peer that does not read. Either way the connection ends, and the game does
not: whoever comes back says what it holds and gets what it lacks.
"""

import contextlib
from collections import deque
from collections.abc import Iterable

import trio

from p2p_heroes.node.seat_addresses import Place
from p2p_heroes.node.tls import Secured
from p2p_heroes.node.wire import CHUNK
from protocol.errors import Refusal
from protocol.link import Link, pack
from protocol.peer_messages import PeerMessage, Refuse

OUTBOX = 4 * 2**20
"""Bytes that may wait for a peer: many times an answer to a Have, and half of what a link takes at once."""

REFUSING_SECONDS = 1
PARTING_SECONDS = 1
_GONE = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


class PeerGone(Exception):
    """The connection ended."""


class Peer:
    """The other end of one connection."""

    def __init__(self, stream: trio.abc.Stream, host: str, *, dialled: bool) -> None:
        self.stream = stream
        self.host = host
        self.dialled = dialled
        self.place: Place | None = None
        """Where it was reached, if we dialled a seat."""
        self.key = b""
        self.heard = trio.current_time()
        self._link = Link(self.heard)
        self._arrived: deque[PeerMessage] = deque()
        self._outbox = bytearray()
        self._posted = trio.Event()
        self._flushed = trio.Event()
        self._flushed.set()
        self._turn = trio.Lock()
        self._reads = trio.CancelScope()

    def trust(self, key: bytes) -> None:
        """The other end has shown that it holds this key."""
        self.key = key
        self._link.trust()

    async def receive(self) -> PeerMessage:
        """The next peer message. Raises PeerGone, or the Refusal that the bytes deserve."""
        if self._arrived:
            # Thousands may have come in one piece; whoever else has something to do does it in between.
            await trio.lowlevel.checkpoint()
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

    async def send(self, *peer_messages: PeerMessage) -> None:
        """Send at once, after what is being sent already. Raises PeerGone."""
        await self._write(b"".join(map(pack, peer_messages)))

    def post(self, peer_messages: Iterable[PeerMessage], packed: bytes = b"") -> None:
        """Send soon; `packed` are the peer messages as bytes, for whoever has them already.

        A peer that lets the outbox run over is dropped.
        """
        posted = packed or b"".join(map(pack, peer_messages))
        if len(self._outbox) + len(posted) > OUTBOX:
            self._reads.cancel()
        elif posted and not self._write_now(posted):
            self._posted.set()
            if self._flushed.is_set():
                self._flushed = trio.Event()

    def _write_now(self, data: bytes) -> bool:
        """Whether all was sent; otherwise it is left to who writes the outbox."""
        if self._flushed.is_set() and isinstance(self.stream, Secured) and not self._turn.locked():
            # Whoever reads finds out what is wrong with a connection that takes nothing any more.
            with contextlib.suppress(*_GONE):
                return self.stream.send_now(data)
        self._outbox += data
        return False

    async def write_outbox(self) -> None:
        """Send what was posted, together what came together, until the peer is gone. Raises PeerGone.

        A moment later, where nothing can be sent any more: what it said last may still have to be read, and
        be a farewell.
        """
        try:
            with self._reads:
                while True:
                    await self._posted.wait()
                    await self._write_posted()
        except PeerGone:
            self._flushed.set()
            await trio.sleep(PARTING_SECONDS)
            raise
        finally:
            self._flushed.set()
        raise PeerGone("the other side does not read")

    async def _write_posted(self) -> None:
        batch = bytes(self._outbox)
        self._outbox.clear()
        self._posted = trio.Event()
        await self._write(batch)
        if not self._outbox:
            self._flushed.set()

    async def flushed(self) -> None:
        """Wait until everything that was posted has been sent, or cannot be any more."""
        await self._flushed.wait()

    async def refuse(self, refusal: Refusal) -> None:
        """Say why, if the other side still listens, and hang up."""
        try:
            with trio.move_on_after(REFUSING_SECONDS), contextlib.suppress(PeerGone):
                await self.send(Refuse(refusal.name))
        finally:
            await self.close()

    async def close(self) -> None:
        await trio.aclose_forcefully(self.stream)

    async def _write(self, data: bytes) -> None:
        try:
            # Two tasks may have something to say at the same moment; mostly only one has, and need not wait.
            try:
                self._turn.acquire_nowait()
            except trio.WouldBlock:
                await self._turn.acquire()
            try:
                await self.stream.send_all(data)
            finally:
                self._turn.release()
        except _GONE as error:
            raise PeerGone(str(error)) from error
