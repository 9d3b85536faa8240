"""Whole nodes over loopback, each in a process of its own: what one of them does, and reports.

Nothing here lies, fails or looks on, as at a `SocketTable`: that would be in the figures.
"""

import math
from collections.abc import AsyncIterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import trio

from p2p_heroes.bench.seating import Seating
from p2p_heroes.bench.workers import Meet, StepMark, WorkerReport
from p2p_heroes.node.listener import Listener, open_listener
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import BotPlayer
from p2p_heroes.node.store import Store
from protocol.events import Settled
from protocol.transcript import Founded

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class NodeTask:
    """One seat of a table, from the founding until everybody knows the end; a `Task`.

    Its listener and certificate are made before the clock runs. It counts from the first connection on, with
    TLS and hellos.
    """

    seating: Seating
    seat: int
    folder: Path

    async def attend(self, meet: Meet) -> WorkerReport:
        marks: list[StepMark] = []
        async with open_listener(self.seating.key(self.seat), self.folder, (HOST, 0)) as listener:
            ports = meet(listener.port)
            begun = process_time()
            news, heard = trio.open_memory_channel[News](math.inf)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_mark, heard, marks)
                await self._sit(listener, ports, news).run()
                nursery.cancel_scope.cancel()
            spent = process_time() - begun
            assert listener.node is not None
            return WorkerReport(spent, tuple(marks), listener.node.store.path.read_bytes())

    def _sit(self, listener: Listener, ports: list[int], news: trio.MemorySendChannel[News]) -> Node:
        """As `Listener.sit` does, with rules of our own; and as a bot sits that nobody watches."""
        session, rules = self.seating.session(self.seat), self.seating.rules
        places = {seat: (HOST, port) for seat, port in enumerate(ports) if seat != self.seat}
        founded = Founded(session.genesis.encoded, (self.seat,))
        store = Store.create(self.folder, session.genesis.table, founded)
        listener.node = Node(
            session, rules, store, listener.connector, {self.seat: BotPlayer(self.seating.bot(self.seat))},
            port=listener.port, addresses=places, news=news,
        )  # fmt: skip
        listener.node.tells_checks = False
        return listener.node


async def _mark(heard: AsyncIterable[News], marks: list[StepMark]) -> None:
    async for item in heard:
        if isinstance(item, Settled):
            marks.append(StepMark(item.step, perf_counter(), process_time()))
