"""Connections of a test: the usual ones, and those of a cheat."""

import trio
import trio.testing

from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.sockets.connections import BentPeer, certificate, connector_of, lying_connector
from protocol.peer_messages import Deliver, Farewell, PeerMessage


def test_each_seat_has_one_certificate() -> None:
    assert certificate(0) is certificate(0)
    assert certificate(0) != certificate(1)


def test_a_connector_has_the_key_of_its_seat() -> None:
    for connector in (connector_of(3), lying_connector(3, lambda key, meant: [meant])):
        assert (connector.key.public, connector.certificate) == (key_of(3).public, certificate(3))


async def test_a_bent_peer_is_posted_something_else() -> None:
    """It is asked for each message and each reader, and may say more or nothing."""
    asked: list[tuple[bytes, PeerMessage]] = []

    def bend(key: bytes, meant: PeerMessage) -> list[PeerMessage]:
        asked.append((key, meant))
        return [] if isinstance(meant, Farewell) else [meant, Deliver(b"more")]

    ours, theirs = trio.testing.memory_stream_pair()
    peer, reader = BentPeer(bend, ours, "here", dialled=True), BentPeer(bend, theirs, "here", dialled=False)
    peer.trust(b"key")
    reader.trust(b"other")
    peer.post([Deliver(b"meant"), Farewell()])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.write_outbox)
        said = [await reader.receive(), await reader.receive()]
        nursery.cancel_scope.cancel()
    assert said == [Deliver(b"meant"), Deliver(b"more")]
    assert asked == [(b"key", Deliver(b"meant")), (b"key", Farewell())]
