"""The switch between the machines: reads frames, asks `links` what becomes of them, and writes them.

In user space, because not every kernel can delay and lose by itself, and no two of them alike.
"""

import heapq
import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

import trio

from scripts.tools.networks.ethernet import EthernetFrame, read_frame
from scripts.tools.networks.links import Links

FRAME_SIZE = 2048
AT_ONCE = 64
"""Frames that one interface may send before the others have their turn."""

MOST_WAITING = 10_000
"""Frames under way; what is beyond is lost, as in any switch."""


@dataclass(frozen=True, slots=True)
class Port:
    """Where the cable of a machine ends. Ports of different segments never hear each other."""

    machine: str
    mac: bytes
    descriptor: int
    segment: str


class Switch:
    """Carries frames between its ports for as long as it is run."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self._ports: list[Port] = []
        self._late: list[tuple[float, int, Port, bytes]] = []
        self._order = count()
        self._news = trio.Event()
        self._nursery: trio.Nursery | None = None

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._deliver_late)
            task_status.started()

    def plug(self, port: Port) -> None:
        """A machine more, or one more interface of a machine; the switch closes the descriptor in the end."""
        assert self._nursery is not None
        self._ports.append(port)
        self._nursery.start_soon(self._carry, port)

    def close(self) -> None:
        """Pull all cables; when it does not run any more."""
        for port in self._ports:
            os.close(port.descriptor)
        self._ports.clear()

    async def _carry(self, port: Port) -> None:
        while True:
            await trio.lowlevel.wait_readable(port.descriptor)
            with suppress(BlockingIOError):
                for _ in range(AT_ONCE):
                    self._take(port, os.read(port.descriptor, FRAME_SIZE))
            await trio.lowlevel.checkpoint()

    def _take(self, port: Port, data: bytes) -> None:
        frame = read_frame(data)
        if frame is None:
            return
        now = trio.current_time()
        for listener in self._ports:
            if listener is not port and listener.segment == port.segment and _hears(listener, frame):
                for delay in self.links.arrivals(port.machine, listener.machine, frame, now):
                    self._send(listener, data, delay)

    def _send(self, listener: Port, data: bytes, delay: float) -> None:
        if not delay:
            _write(listener, data)
        elif len(self._late) < MOST_WAITING:
            heapq.heappush(self._late, (trio.current_time() + delay, next(self._order), listener, data))
            self._news.set()

    async def _deliver_late(self) -> None:
        while True:
            until = self._late[0][0] if self._late else float("inf")
            with trio.move_on_at(until):
                await self._news.wait()
            self._news = trio.Event()
            while self._late and self._late[0][0] <= trio.current_time():
                _, _, listener, data = heapq.heappop(self._late)
                _write(listener, data)


def _hears(listener: Port, frame: EthernetFrame) -> bool:
    return frame.is_for_all or frame.target == listener.mac


def _write(listener: Port, data: bytes) -> None:
    # An interface that is down takes nothing, and a full one loses it.
    with suppress(OSError):
        os.write(listener.descriptor, data)
