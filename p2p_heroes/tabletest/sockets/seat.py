"""One seat as a real node: its listener, its file, who plays there, and every life of its program."""

import math
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

import trio

from p2p_heroes.bots import Bot
from p2p_heroes.games.game import Request
from p2p_heroes.node.news import News
from p2p_heroes.node.node import LeftAlone, NeverBegan, Node
from p2p_heroes.node.node_logic import BEAT_SECONDS
from p2p_heroes.node.store import transcript_path
from p2p_heroes.node.table import GameRules
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.sockets.connections import certificate
from p2p_heroes.tabletest.sockets.disk import MortalStore
from p2p_heroes.tabletest.sockets.peer import CutConnector, SocketEnd
from p2p_heroes.tabletest.world.network import Network
from p2p_heroes.tabletest.world.observer import Observer, Seating
from p2p_heroes.tabletest.world.plan import TablePlan
from protocol.errors import NotDue
from protocol.genesis import Genesis
from protocol.peer_messages import PeerMessage
from protocol.transcript import Founded

LOOPBACK = "127.0.0.1"


class AroundSeat(Protocol):
    """What a seat must know of the place where it plays."""

    plan: TablePlan
    genesis: Genesis
    rules: GameRules
    network: Network
    playing: trio.Event

    @property
    def now(self) -> int: ...

    def addresses(self) -> dict[int, tuple[str, int]]:
        """Where everybody listens."""

    def is_open(self, seat: int, port: int) -> bool:
        """Whether a seat can reach whoever listens there."""

    def said_in(self, seat: int, peer_messages: Iterable[PeerMessage]) -> set[str]:
        """Which signed messages a packet has in it."""

    def hear(self, machine: Any, wire: bytes) -> None:
        """A seat is given a signed message."""

    def forget(self, machine: Any) -> None:
        """A seat may have lost what it heard."""


class SocketSeat(Observer):
    """A seat, whether its node runs or not."""

    def __init__(self, seat: int, table: AroundSeat, bot: Bot, seating: Seating, folder: Path) -> None:
        super().__init__(seat, table.rules, seating)
        self.ways: set[SocketEnd] = set()
        self.port = 0
        self.node: Node | None = None
        self._table = table
        self._player = _LuckyPlayer(self, table, bot)
        self._folder = folder
        self._random = Random(f"disk {self.session.genesis.table.hex()} {seat}")  # noqa: S311 -- what is torn
        self._store: MortalStore | None = None
        self._listeners: list[trio.SocketListener] = []
        self._news: trio.MemoryReceiveChannel[News] | None = None
        self._life = trio.CancelScope()
        self._turn = trio.Lock()

    @property
    def data(self) -> bytes:
        return self._path.read_bytes()

    @property
    def _path(self) -> Path:
        return transcript_path(self._folder, self.session.genesis.table)

    # What its connections ask.

    @property
    def network(self) -> Network:
        return self._table.network

    @property
    def now(self) -> int:
        return self._table.now

    def seat_of(self, key: bytes) -> int:
        seat = self.session.genesis.seat_of(key)
        assert seat is not None, "only seats of the table come to it"
        return seat

    def said_in(self, peer_messages: Iterable[PeerMessage]) -> set[str]:
        return self._table.said_in(self.seat, peer_messages)

    def hear(self, wire: bytes) -> None:
        self._table.hear(self, wire)

    # Life and death of the program.

    async def listen(self) -> None:
        """Open a port."""
        self._listeners = await trio.open_tcp_listeners(0, host=LOOPBACK)
        self.port = int(self._listeners[0].socket.getsockname()[1])

    async def live(self) -> None:
        """One life of its node, from its start or from what is on disk to its end or its death."""
        # The one before may still be closing its connections.
        async with self._turn:
            if not self.is_gone:
                await self._live()

    async def _live(self) -> None:
        if not self._listeners:
            await self.listen()
        listeners, self._listeners = self._listeners, []
        store = self._open_store()
        node = self._begin(store)
        self.is_up, self.has_died, self.is_doomed = True, False, False
        try:
            with trio.CancelScope() as self._life:
                await self._run(node, listeners)
        finally:
            store.close()
        self.catch_up()
        if not self.has_died:
            self.is_up, self.is_gone = False, True

    async def _run(self, node: Node, listeners: list[trio.SocketListener]) -> None:
        async def expects(table: bytes | None) -> bool:
            return table == node.table

        async with trio.open_nursery() as nursery:
            nursery.start_soon(node.mesh.connector.listen, listeners, expects, node.visit)
            nursery.start_soon(self._mind_patience, node)
            with suppress(NeverBegan, LeftAlone):
                await node.run()
            nursery.cancel_scope.cancel()

    def _open_store(self) -> MortalStore:
        genesis = self.session.genesis
        if self._store is None:
            founded = Founded(genesis.encoded, (self.seat,))
            self._store = MortalStore.create(self._folder, genesis.table, founded)
        else:
            self._store = MortalStore.reopen(self._path)
            self.recall(self._store.transcript.records)
        return self._store

    def _begin(self, store: MortalStore) -> Node:
        told, self._news = trio.open_memory_channel[News](math.inf)
        known = {seat: address for seat, address in self._table.addresses().items() if seat != self.seat}
        is_open = partial(self._table.is_open, self.seat)
        connector = CutConnector(key_of(self.seat), certificate(self.seat), partial(SocketEnd, self), is_open)
        self.node = Node(
            self.session, self._table.rules, store, connector, {self.seat: self._player},
            port=self.port, addresses=known, news=told, clock=self.clock, draw=self.draw,
            seeds={self.seat: self.card_seed},
        )  # fmt: skip
        return self.node

    def close(self) -> None:
        """Give back a port at which nothing was begun."""
        for listener in self._listeners:
            listener.socket.close()

    def doom(self) -> None:
        super().doom()
        if self._store is not None:
            self._store.die = self.die

    def die(self) -> None:
        """Stop at once, without a goodbye; what was not synced may be gone."""
        if not self.is_up or self._store is None or self._news is None:
            return
        self.catch_up()
        self._news.close()
        self.is_up, self.has_died = False, True
        self._store.lose(self._random)
        self._table.forget(self)
        for way in self.ways:
            way.cut()
        self._life.cancel()

    # Time.

    def clock(self) -> float:
        """What its own clock says."""
        return trio.current_time() + self.offset / 1000

    async def _mind_patience(self, node: Node) -> None:
        """People vote against somebody who is connected and still does not go on; voted out, they leave."""
        patience = self.session.genesis.patience
        outside, before = 0, set[int]()
        while outside <= patience:
            await trio.sleep(BEAT_SECONDS)
            outside = outside + BEAT_SECONDS if self.is_voted_out else 0
            late = set(node.logic.overdue(self.clock() - patience))
            # A clock that has just jumped is noticed by the node at its next beat.
            if late & before and not self._table.plan.programs:
                with suppress(NotDue):
                    node.forfeit(sorted(late & before))
            before = late
        self._life.cancel()

    def catch_up(self) -> None:
        """Note what its node has told since."""
        if self._news is not None and not self.has_died:
            with suppress(trio.WouldBlock, trio.EndOfChannel):
                while True:
                    self.note([self._news.receive_nowait()])
            self.outcome = self.session.play.outcome


class _LuckyPlayer:
    """Decides by luck, once everybody may."""

    is_patient = False

    def __init__(self, seat: SocketSeat, table: AroundSeat, bot: Bot) -> None:
        self._seat = seat
        self._table = table
        self._bot = bot

    async def decide(self, view: object, request: Request[Any]) -> object:
        if not self._seat.is_playing:
            await self._table.playing.wait()
        return self._bot.choose(view, request)
