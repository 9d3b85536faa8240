"""One end of a connection: what is posted leaves when and as the network says, or never."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from random import Random

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.tls import ephemeral
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.sockets.peer import CutConnector, SocketEnd, changed, is_whole
from p2p_heroes.tabletest.world.network import ANY_MESSAGE, Network, Order
from p2p_heroes.tabletest.world.network_faults import Mishap, NetworkFaults
from protocol.link import pack
from protocol.peer_messages import Chat, Deliver, Farewell, PeerMessage

FIRST, SECOND = Deliver(b"first" * 20), Deliver(b"second" * 20)


class Sender:
    """Who sits at the near end: seat 0."""

    def __init__(self) -> None:
        self.seat = 0
        self.is_up = True
        self.liar = None
        self.ways: set[SocketEnd] = set()
        self.network = Network(Random(1), NetworkFaults(slowness=1))
        self.heard: list[bytes] = []

    @property
    def now(self) -> int:
        return round(1000 * trio.current_time())

    def seat_of(self, key: bytes) -> int:
        return 1

    def said_in(self, peer_messages: Iterable[PeerMessage]) -> set[str]:
        return {ANY_MESSAGE for peer_message in peer_messages if isinstance(peer_message, Deliver)}

    def hear(self, wire: bytes) -> None:
        self.heard.append(wire)


class Line:
    """Both ends of a connection."""

    def __init__(self) -> None:
        ours, theirs = memory_stream_pair()
        self.sender = Sender()
        self.way = SocketEnd(self.sender, ours, "here", dialled=True)
        self.way.trust(b"key")
        self.far = Peer(theirs, "there", dialled=False)
        self.far.trust(b"key")

    def order(self, kind: Mishap) -> None:
        self.sender.network.orders.append(Order(0, 1, kind))


@asynccontextmanager
async def writing(line: Line) -> AsyncIterator[None]:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(write, line.way)
        yield
        nursery.cancel_scope.cancel()


async def write(way: SocketEnd) -> None:
    try:
        await way.write_outbox()
    except PeerGone:
        await way.close()


async def received(line: Line, count: int) -> list[PeerMessage]:
    return [await line.far.receive() for _ in range(count)]


async def test_what_is_posted_arrives(autojump_clock: MockClock) -> None:
    line = Line()
    async with writing(line):
        line.way.post([FIRST, Chat("hello")])
        assert await received(line, 2) == [FIRST, Chat("hello")]
        await line.way.flushed()
        await line.far.send(SECOND)
        assert await line.way.receive() == SECOND
    assert line.sender.heard == [SECOND.wire]


async def test_a_message_can_come_twice_or_later(autojump_clock: MockClock) -> None:
    line = Line()
    async with writing(line):
        line.order(Mishap.DUPLICATE)
        line.way.post([FIRST])
        assert await received(line, 2) == [FIRST, FIRST]
        line.order(Mishap.REORDER)
        line.way.post([FIRST])
        line.way.post([SECOND])
        assert await received(line, 2) == [SECOND, FIRST]
        began = trio.current_time()
        line.order(Mishap.DELAY)
        line.way.post([FIRST])
        assert await received(line, 1) == [FIRST]
        assert trio.current_time() - began >= 0.5


async def test_where_a_message_is_lost_the_connection_ends(autojump_clock: MockClock) -> None:
    line = Line()
    async with writing(line):
        line.order(Mishap.DROP)
        line.way.post([FIRST])
        with pytest.raises(PeerGone):
            await line.far.receive()
        with pytest.raises(PeerGone):
            await line.way.send(Farewell())


async def test_a_changed_bit_is_what_the_reader_sees(autojump_clock: MockClock) -> None:
    line = Line()
    async with writing(line):
        line.order(Mishap.CHANGE)
        line.way.post([FIRST])
        (peer_message,) = await received(line, 1)
        assert isinstance(peer_message, Deliver)
        bits = zip(peer_message.wire, FIRST.wire, strict=True)
        assert sum((one ^ other).bit_count() for one, other in bits) == 1


async def test_the_dead_say_nothing(autojump_clock: MockClock) -> None:
    line = Line()
    line.sender.is_up = False
    line.way.post([FIRST])
    with pytest.raises(PeerGone):
        await line.way.send(Farewell())
    await line.way.close()
    assert line.sender.ways == set()
    with pytest.raises(PeerGone):
        await line.far.receive()


def test_a_packet_whose_length_has_changed_is_not_whole() -> None:
    packet = pack(FIRST)
    assert is_whole(packet)
    assert is_whole(packet + pack(SECOND))
    assert is_whole(changed(packet, 0)), "far too long: refused when its header is read"
    assert not is_whole(changed(packet, 17)), "the reader would wait for more"
    assert changed(changed(packet, 17), 17) == packet


async def test_nobody_is_found_where_the_network_is_broken() -> None:
    gate = CutConnector(key_of(0), ephemeral(), Peer, lambda port: False)
    with pytest.raises(OSError, match="broken"):
        await gate.dial("127.0.0.1", 1, None)
