"""One end of a real connection on which something may go wrong, and the connector that makes such ends.

What a node posts at once is a packet. What becomes of it the network of the simulation says, and
a liar's attack before that; then it is written into the TLS stream at its time. A stream loses nothing in its
middle: where a packet is lost, the connection ends.
"""

from collections.abc import Callable, Collection, Iterable
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

import trio

from p2p_heroes.node.connector import Connector, Visitor
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.table import Position
from p2p_heroes.node.tls import Certificate
from p2p_heroes.tabletest.attacks import Liar
from p2p_heroes.tabletest.world.network import FASTEST, Network
from protocol.errors import Refusal
from protocol.framing import FrameReader
from protocol.identity import Key
from protocol.link import pack
from protocol.peer_messages import Deliver, PeerMessage


class Sender(Protocol):
    """Who sits at this end."""

    seat: int
    is_up: bool
    ways: "set[SocketEnd]"

    @property
    def liar(self) -> Liar[Position] | None: ...

    @property
    def network(self) -> Network: ...

    @property
    def now(self) -> int: ...

    def seat_of(self, key: bytes) -> int: ...

    def said_in(self, peer_messages: Iterable[PeerMessage]) -> Collection[str]: ...

    def hear(self, wire: bytes) -> None: ...


class SocketEnd(Peer):
    """One end of one connection."""

    def __init__(self, sender: Sender, stream: trio.abc.Stream, host: str, *, dialled: bool) -> None:
        super().__init__(stream, host, dialled=dialled)
        self._sender = sender
        self._packets: list[tuple[int, int, bytes]] = []
        self._numbers = count()
        self._is_cut = False
        sender.ways.add(self)

    @property
    def reader(self) -> int | None:
        """The seat at the other end, once it has shown its key."""
        return self._sender.seat_of(self.key) if self.key else None

    def cut(self) -> None:
        """The connection breaks, without a word."""
        self._is_cut = True
        self._posted.set()

    # Outwards.

    def post(self, peer_messages: Iterable[PeerMessage], packed: bytes = b"") -> None:
        """Send what the seat says, when and as the network lets it through."""
        sender, reader = self._sender, self.reader
        assert reader is not None
        if not sender.is_up:
            return
        sent = list(peer_messages) if sender.liar is None else sender.liar.bend_all(reader, peer_messages)
        data = b"".join(map(pack, sent))
        if not data:
            return
        arrivals = sender.network.send(sender.seat, reader, len(data), sender.now, sender.said_in(sent))
        if not arrivals:
            self.cut()
        for arrival in arrivals:
            packet = data if arrival.bit is None else changed(data, arrival.bit)
            heappush(self._packets, (arrival.time - FASTEST, next(self._numbers), packet))
        self._posted.set()
        if self._flushed.is_set():
            self._flushed = trio.Event()

    async def write_outbox(self) -> None:
        """Write every packet at its time, until the connection ends. Raises PeerGone."""
        try:
            while not self._is_cut:
                self._posted = trio.Event()
                await self._write_due()
                await self._wait()
        finally:
            self._flushed.set()
        raise PeerGone("cut")

    async def _write_due(self) -> None:
        while self._packets and self._packets[0][0] <= self._sender.now and not self._is_cut:
            packet = heappop(self._packets)[2]
            await self._write(packet)
            if not is_whole(packet):
                # The reader would wait for the rest for ever; under TLS such a connection is over.
                self.cut()
        if not self._packets:
            self._flushed.set()

    async def _wait(self) -> None:
        """Until something is posted, or the next packet is due."""
        pause = (self._packets[0][0] - self._sender.now) / 1000 if self._packets else float("inf")
        with trio.move_on_after(max(0.0, pause)):
            await self._posted.wait()

    async def send(self, *peer_messages: PeerMessage) -> None:
        # Who is dead or cut off cannot even say goodbye.
        if self._is_cut or not self._sender.is_up:
            raise PeerGone("cut")
        await super().send(*peer_messages)

    async def close(self) -> None:
        self._sender.ways.discard(self)
        await super().close()

    # Inwards.

    async def receive(self) -> PeerMessage:
        peer_message = await super().receive()
        if isinstance(peer_message, Deliver):
            self._sender.hear(peer_message.wire)
        return peer_message


def changed(data: bytes, bit: int) -> bytes:
    """The same bytes but for one bit."""
    other = bytearray(data)
    other[bit // 8] ^= 1 << bit % 8
    return bytes(other)


def is_whole(packet: bytes) -> bool:
    """Whether a reader comes to the end of a frame with it, or refuses it."""
    reader = FrameReader()
    try:
        reader.feed(packet)
    except Refusal:
        return True
    try:
        reader.finish()
    except Refusal:
        return False
    return True


class CutConnector(Connector):
    """A connector that makes such ends, and finds nobody where the network is broken."""

    def __init__(
        self,
        key: Key,
        certificate: Certificate,
        peer: Callable[..., Peer],
        is_open: Callable[[int], bool],
    ) -> None:
        super().__init__(key, certificate, peer)
        self._is_open = is_open

    async def dial(self, host: str, port: int, table: bytes | None) -> Visitor:
        if not self._is_open(port):
            raise OSError("the network is broken here")
        return await super().dial(host, port, table)
