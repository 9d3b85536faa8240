"""Whole nodes of one process on real sockets: TLS over TCP on 127.0.0.1, a listener for each.

A seat may be given a connector of another kind: with a `lying_connector` a real node says something else than
it means, and so becomes a cheat. Here the program's own listener opens each seat, as for a person; that is
why this is no `SocketTable`, whose seats are the nodes alone.
"""

import math
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import trio

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.node.connector import Connector
from p2p_heroes.node.listener import Listener
from p2p_heroes.node.lobby_host import Founding
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import BotPlayer, SeatPlayer
from p2p_heroes.tabletest.sockets.connections import connector_of
from protocol.events import Claimed, Finished
from protocol.genesis import Genesis
from protocol.transcript import Proven, Spoken, read_transcript

Address = tuple[str, int]


@dataclass
class Corner:
    """One seat of a table: its listener, its node, and how the node's run ended."""

    seat: int
    listener: Listener
    node: Node
    outcome: Finished | Claimed | None = None

    async def run(self) -> None:
        self.outcome = await self.node.run()

    @property
    def address(self) -> Address:
        return "127.0.0.1", self.listener.port

    @property
    def refused(self) -> dict[str, int]:
        """What was refused at its connector and on its connections, by name."""
        return self.listener.connector.refused

    @property
    def record(self) -> bytes:
        return self.node.store.path.read_bytes()

    @property
    def proofs(self) -> list[bytes]:
        """The proofs in its record."""
        return [entry.proof for entry in read_transcript(self.record).records if isinstance(entry, Proven)]

    @property
    def spoken(self) -> list[bytes]:
        """The signed messages in its record."""
        return [entry.wire for entry in read_transcript(self.record).records if isinstance(entry, Spoken)]


@asynccontextmanager
async def seated(
    genesis: Genesis,
    folder: Path,
    *,
    connectors: Mapping[int, Connector] | None = None,
    players: Mapping[int, SeatPlayer] | None = None,
    detours: Mapping[tuple[int, int], Address] | None = None,
) -> AsyncIterator[list[Corner]]:
    """Nodes that listen and are ready to run; by a detour one seat looks for another somewhere else."""
    async with AsyncExitStack() as stack:
        listeners = [
            await stack.enter_async_context(_listener(seat, folder, connectors or {}))
            for seat in _all(genesis)
        ]
        corners: list[Corner] = []
        for seat, listener in enumerate(listeners):
            places = {s: ("127.0.0.1", other.port) for s, other in enumerate(listeners)}
            places |= {to: address for (own, to), address in (detours or {}).items() if own == seat}
            news, _ = trio.open_memory_channel[News](math.inf)
            player = (players or {}).get(seat, bot(seat))
            corners.append(Corner(seat, listener, listener.sit(Founding(genesis, places), player, news)))
        yield corners


@asynccontextmanager
async def _listener(seat: int, folder: Path, connectors: Mapping[int, Connector]) -> AsyncIterator[Listener]:
    own = folder / str(seat)
    own.mkdir()
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    connector = connectors.get(seat) or connector_of(seat)
    listener = Listener(connector, int(listeners[0].socket.getsockname()[1]), own)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(connector.listen, listeners, listener.expects, listener.visit)
        yield listener
        nursery.cancel_scope.cancel()


def _all(genesis: Genesis) -> range:
    return range(len(genesis.seats))


async def play(corners: Iterable[Corner], *, liar: int | None = None) -> None:
    """Run all nodes until those who do not lie have come to an end."""
    async with trio.open_nursery() as crooked:
        async with trio.open_nursery() as honest:
            for corner in corners:
                (crooked if corner.seat == liar else honest).start_soon(corner.run)
        crooked.cancel_scope.cancel()


def bot(seed: int) -> BotPlayer:
    return BotPlayer(Wanderer(Random(seed)))
