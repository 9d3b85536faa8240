"""What connections of a test are made of: a certificate for each seat, and peers that cheats talk through."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TypeAlias

import trio

from p2p_heroes.node.connector import Connector
from p2p_heroes.node.peer import Peer
from p2p_heroes.node.tls import Certificate, ephemeral
from p2p_heroes.tabletest.entropy import key_of
from protocol.peer_messages import PeerMessage

Bend: TypeAlias = Callable[[bytes, PeerMessage], Iterable[PeerMessage]]
"""What the holder of a key is sent in place of a message."""


class BentPeer(Peer):
    """A peer to whom something else is posted than its owner believes."""

    def __init__(self, bend: Bend, stream: trio.abc.Stream, host: str, *, dialled: bool) -> None:
        super().__init__(stream, host, dialled=dialled)
        self._bend = bend

    def post(self, peer_messages: Iterable[PeerMessage], packed: bytes = b"") -> None:
        super().post([bent for meant in peer_messages for bent in self._bend(self.key, meant)])


def connector_of(seat: int, peer: Callable[..., Peer] = Peer) -> Connector:
    """Where the connections of a seat come from."""
    return Connector(key_of(seat), certificate(seat), peer)


def lying_connector(seat: int, bend: Bend) -> Connector:
    """The same of a seat that says something else than it means."""
    return connector_of(seat, partial(BentPeer, bend))


@cache
def certificate(seat: int) -> Certificate:
    """One for each seat: to make one takes longer than to use it."""
    return ephemeral()
