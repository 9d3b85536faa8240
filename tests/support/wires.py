"""Whole nodes in one process, on wires that can be cut: memory streams under real TLS and real hellos.

A `Wires` joins connectors by the ports that they say they listen on. A `Circle` seats nodes at
one table on such wires, each with its record on disk; a node can be stopped at any moment, as
by a crash, and started again from its file. On the autojump clock hours pass in no time.

This is no `SocketTable`: its seats may be screens of the ui, which tabletest does not know, and what travels
is TLS and hellos, as a test of connections needs them, and not the packets of a plan.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import trio
import trio.testing

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games.game import Request
from p2p_heroes.node.connector import Connector, Expects, Visitor
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.player import BotPlayer, SeatPlayer
from p2p_heroes.node.replay import restore
from p2p_heroes.node.store import Store
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import RULES, genesis_of
from p2p_heroes.tabletest.sockets.connections import certificate
from p2p_heroes.ui.plain import Plain
from p2p_heroes.ui.screen.full import FullScreen
from p2p_heroes.ui.session_flow import _watch
from protocol.events import Claimed, Finished
from protocol.genesis import Genesis
from protocol.identity import Key
from protocol.peer_messages import PeerMessage
from protocol.session import Session
from protocol.transcript import Founded

Visit = Callable[[Visitor], object]


class Wires:
    """A network without sockets."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery = nursery
        self.connectors: dict[int, WiredConnector] = {}
        self.cut: set[frozenset[int]] = set()
        self.dialled: list[tuple[float, int, int]] = []
        self._streams: list[tuple[frozenset[int], trio.abc.Stream]] = []

    def connect(self, caller: int, port: int) -> trio.abc.Stream:
        """The caller's end of a new wire. Raises OSError where nobody listens, or the way is cut."""
        self.dialled.append((trio.current_time(), caller, port))
        connector, pair = self.connectors.get(port), frozenset((caller, port))
        if connector is None or not connector.is_open or pair in self.cut:
            raise OSError("nobody there")
        ours, theirs = trio.testing.memory_stream_pair()
        self._streams += [(pair, ours), (pair, theirs)]
        self.nursery.start_soon(connector.welcome, theirs)
        return ours

    async def sever(self, *ports: int) -> None:
        """Cut the way between two, now and until it is mended."""
        pair = frozenset(ports)
        self.cut.add(pair)
        for ends, stream in self._streams:
            if ends == pair:
                await trio.aclose_forcefully(stream)

    def mend(self, *ports: int) -> None:
        self.cut.discard(frozenset(ports))


def only(*tables: bytes | None) -> Expects:
    """Visitors may come for these, and that is known at once."""

    async def expects(table: bytes | None) -> bool:
        await trio.lowlevel.checkpoint()
        return table in tables

    return expects


class WiredConnector(Connector):
    """A connector that listens and dials on wires."""

    def __init__(self, key: Key, wires: Wires, port: int) -> None:
        super().__init__(key, certificate(port))
        self.wires = wires
        self.port = port
        self._expects: Expects | None = None
        self._visit: Visit | None = None
        wires.connectors[port] = self

    @property
    def is_open(self) -> bool:
        return self._visit is not None

    def open(self, expects: Expects, visit: Visit) -> None:
        self._expects, self._visit = expects, visit

    def close(self) -> None:
        self._visit = None

    async def dial(self, host: str, port: int, table: bytes | None) -> Visitor:
        await trio.lowlevel.checkpoint()
        return await self.introduce(self.wires.connect(self.port, port), host, table)

    async def welcome(self, stream: trio.abc.Stream) -> None:
        assert self._expects is not None
        visitor = await self.admit(stream, "wire", self._expects)
        if visitor is not None and self._visit is not None:
            await self._visit(visitor)  # type: ignore[misc]


@dataclass
class Chair:
    """One seat of a circle: its node while it runs, what it told, and how it ended."""

    seat: int
    player: SeatPlayer
    node: Node | None = None
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    done: trio.Event = field(default_factory=trio.Event)
    told: list[News] = field(default_factory=list)
    outcome: Finished | Claimed | None = None
    error: Exception | None = None

    def heard(self, kind: type) -> list[News]:
        return [news for news in self.told if isinstance(news, kind)]


class Circle:
    """Nodes at one table."""

    def __init__(
        self,
        wires: Wires,
        folder: Path,
        seats: int,
        *,
        rounds: int = 2,
        patience: int = 60,
        players: Mapping[int, SeatPlayer] | None = None,
        store: type[Store] = Store,
    ) -> None:
        self.wires = wires
        self._store = store
        self.folder = folder
        self.genesis: Genesis = genesis_of(seats, rounds=rounds, patience=patience)
        given = players or {}
        self.chairs = [Chair(seat, given.get(seat, bot(seat))) for seat in range(seats)]

    def node(self, seat: int) -> Node:
        node = self.chairs[seat].node
        assert node is not None
        return node

    def path(self, seat: int) -> Path:
        return next((self.folder / str(seat)).iterdir())

    def start(self, *seats: int, known: Mapping[int, tuple[str, int]] | None = None) -> "Circle":
        """Let these seats (or all) sit down, from their records where they have one."""
        for seat in seats or range(len(self.chairs)):
            chair = self.chairs[seat]
            chair.scope, chair.done = trio.CancelScope(), trio.Event()
            places = {s: ("wire", s) for s in range(len(self.chairs))} if known is None else known
            self.wires.nursery.start_soon(self._sit, chair, dict(places))
        return self

    async def stop(self, *seats: int) -> None:
        """End these nodes as a crash does: nothing is said or written any more."""
        for seat in seats or range(len(self.chairs)):
            others = [other for other in range(len(self.chairs)) if other != seat]
            for other in others:
                await self.wires.sever(seat, other)
            self.chairs[seat].scope.cancel()
            await self.chairs[seat].done.wait()
            for other in others:
                self.wires.mend(seat, other)

    async def reach(self, seat: int, step: int) -> None:
        """Wait until a seat is at this step."""
        # On the autojump clock, looking again and again costs nothing.
        while self.chairs[seat].node is None or self.node(seat).session.play.step < step:  # noqa: ASYNC110
            await trio.sleep(0.01)

    async def ended(self, *seats: int) -> list[Finished | Claimed | None]:
        """Wait until these seats (or all) have an outcome."""
        chairs = [self.chairs[seat] for seat in seats or range(len(self.chairs))]
        for chair in chairs:
            await chair.done.wait()
            if chair.error is not None:
                raise chair.error
        return [chair.outcome for chair in chairs]

    async def _sit(self, chair: Chair, places: dict[int, tuple[str, int]]) -> None:
        connector = WiredConnector(key_of(chair.seat), self.wires, chair.seat)
        store, session = self._open(chair.seat)
        places.pop(chair.seat, None)
        news, heard = trio.open_memory_channel[News](1_000_000)
        chair.node = node = Node(
            session, RULES, store, connector, {chair.seat: chair.player},
            port=chair.seat, addresses=places, news=news,
        )  # fmt: skip
        connector.open(only(node.table), self._within(chair.scope, node))
        try:
            with chair.scope:
                chair.outcome = await self._run(chair, node, heard)
        except Exception as error:
            chair.error = error
        finally:
            connector.close()
            node.hush()
            store.close()
            while heard.statistics().current_buffer_used:
                chair.told.append(heard.receive_nowait())
            chair.done.set()

    async def _run(
        self, chair: Chair, node: Node, heard: trio.MemoryReceiveChannel[News]
    ) -> Finished | Claimed:
        """With somebody at a screen, the screen gets the news."""
        if isinstance(chair.player, Plain | FullScreen):
            return (await _watch(chair.player, node, heard)).outcome
        return await node.run()

    def _within(self, scope: trio.CancelScope, node: Node) -> Visit:
        """A visitor's connection ends with the node that it visits."""

        async def visit(visitor: Visitor) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._end_with, scope, nursery.cancel_scope)
                await node.visit(visitor)
                nursery.cancel_scope.cancel()

        return visit

    async def _end_with(self, scope: trio.CancelScope, ours: trio.CancelScope) -> None:
        chair = next(chair for chair in self.chairs if chair.scope is scope)
        done = chair.done
        await done.wait()
        ours.cancel()

    def _open(self, seat: int) -> tuple[Store, Session[Position]]:
        session = Session(self.genesis, RULES, {seat: key_of(seat)})
        folder = self.folder / str(seat)
        if folder.exists():
            store = self._store.reopen(self.path(seat))
            restore(session, store.transcript.records)
            return store, session
        folder.mkdir()
        return self._store.create(folder, self.genesis.table, Founded(self.genesis.encoded)), session


async def all_said(peer: Peer) -> list[PeerMessage]:
    """Everything that the other side says until it hangs up."""
    said: list[PeerMessage] = []
    with suppress(PeerGone):
        while True:
            said.append(await peer.receive())
    return said


class Ponderer(BotPlayer):
    """A bot that takes a moment, so that a test can find a game in its middle."""

    async def decide(self, view: object, request: Request[Any]) -> object:
        await trio.sleep(0.05)
        return await super().decide(view, request)


def bot(seed: int) -> BotPlayer:
    return Ponderer(Wanderer(Random(seed)))
