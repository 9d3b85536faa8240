"""A seat that lies about places: it says that everybody listens where it does itself, and answers there.

    python -m scripts.tools.networks.liar apart ADDRESS FLAG NAME bot --join HOST:PORT
    python -m scripts.tools.networks.liar faces ADDRESS FLAG NAME bot --join HOST:PORT

In: the address of this machine; a file: while it is there, the lies bear fruit; the name of a player; then
what `p2p-heroes` is told. `apart`: hands nothing on, and wants to go on without NAME at once. `faces`: plays
with NAME and nobody else, where another program with the same key plays with the rest. Only for machines of
the laboratory.
"""

import sys
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

import trio

from p2p_heroes import cli
from p2p_heroes.node import listener, node
from p2p_heroes.node.acts import Acts
from p2p_heroes.node.connector import Connector
from p2p_heroes.node.mesh import Mesh
from p2p_heroes.node.node import Node
from p2p_heroes.node.node_logic import NodeLogic
from p2p_heroes.node.peer import Peer
from p2p_heroes.node.player import SeatPlayer
from p2p_heroes.tabletest.sockets.connections import BentPeer
from protocol.envelope import open_envelope
from protocol.peer_messages import Address, Addresses, Deliver, Have, PeerMessage
from scripts.tools.stand_in import stand_in

APART, FACES = "apart", "faces"
PAUSE = 0.03
"""Seconds between two lies: of all that is said of places, this is always heard last."""


class LiarPlan:
    """What the liar is up to, and the table at which it sits, once it does."""

    def __init__(self, kind: str, address: str, flag: str, name: str) -> None:
        self.kind = kind
        self.address = address
        self.logic: NodeLogic[Any] | None = None
        self._flag = Path(flag)
        self._name = name

    @property
    def is_on(self) -> bool:
        return self.logic is not None and self._flag.exists()

    @property
    def named(self) -> int:
        assert self.logic is not None
        names = [seat.name for seat in self.logic.session.genesis.seats]
        return names.index(self._name)

    def is_shunned(self, seat: int | None) -> bool:
        """Whether this program has nothing to do with a seat: the other one with our key has."""
        return self.kind == FACES and self.is_on and seat is not None and seat != self.named

    def bend(self, reader: bytes, peer_message: PeerMessage) -> list[PeerMessage]:
        """What a seat gets in place of a message."""
        return [] if self.is_kept(reader, peer_message) else [peer_message]

    def is_kept(self, reader: bytes, peer_message: PeerMessage) -> bool:
        """Whether a seat does not get to see what an honest one would send it."""
        if self.logic is None or not self.is_on or isinstance(peer_message, Addresses):
            return False
        session = self.logic.session
        if self.kind == FACES:
            return self.is_shunned(session.genesis.seat_of(reader))
        match peer_message:
            case Have(seat):
                return seat not in session.keys
            case Deliver(wire):
                return open_envelope(wire, session.genesis).seat not in session.keys
        return False


def lying_node(plan: LiarPlan) -> type[Node]:
    """A kind of node."""

    class LyingMesh(Mesh):
        def _where(self) -> Addresses:
            own = {seat: Address(seat, "", self._port) for seat in self._own}
            false = {seat: Address(seat, plan.address, self._port) for seat in self.others}
            return Addresses(tuple(address for _, address in sorted((own | false).items())))

        async def _dial(self, seat: int, *rest: Any) -> bool:
            if plan.is_shunned(seat):
                await trio.sleep(1)
                return False
            return await super()._dial(seat, *rest)

    class LyingLogic(NodeLogic[Any]):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            plan.logic = self

        def is_away(self, seat: int, now: float) -> bool:
            return (plan.kind == APART and plan.is_on and seat == plan.named) or super().is_away(seat, now)

        def beat(self, now: float, linked: Collection[int], *, patient: bool) -> Acts:
            if self.session.quiet and plan.is_on:
                self._started = -self.session.genesis.patience
            heard = [seat for seat in linked if not plan.is_shunned(seat)]
            return super().beat(now, heard, patient=patient)

        def _receive(self, seat: int, line: object, wire: bytes, now: float) -> Acts:
            author = open_envelope(wire, self.session.genesis).seat
            if plan.kind == APART and plan.is_on and author == plan.named:
                return Acts()
            return super()._receive(seat, line, wire, now)

    class LyingNode(Node):
        def _start(self, nursery: trio.Nursery) -> None:
            super()._start(nursery)
            nursery.start_soon(self._lie)

        async def _lie(self) -> None:
            while True:
                await trio.sleep(PAUSE)
                self.mesh.post([self.mesh._where()])

        def _hear(self, seat: int, peer: Peer, peer_message: PeerMessage) -> None:
            if not plan.is_shunned(seat):
                super()._hear(seat, peer, peer_message)

        async def _play(self, seat: int, player: SeatPlayer) -> None:
            while plan.kind == FACES and (self.session.quiet or not plan.is_on):  # noqa: ASYNC110
                await trio.sleep(PAUSE)
            await super()._play(seat, player)

    stand_in(node, Mesh=LyingMesh, NodeLogic=LyingLogic)
    return LyingNode


def main() -> int:
    kind, address, flag, name, *arguments = sys.argv[1:]
    plan = LiarPlan(kind, address, flag, name)
    connector = partial(Connector, peer=partial(BentPeer, plan.bend))
    stand_in(listener, Node=lying_node(plan), Connector=connector)
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
