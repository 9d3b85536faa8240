"""The least that nodes in trio can do who exchange signed messages: the floor of a game over sockets.

Every node is a process of its own. They are joined by plain TCP on 127.0.0.1, no TLS, no hello. In each
exchange of a script a node packs, chains and signs its message, appends it to a file and syncs that as the
product does before it sends, sends it to each of the others, and goes on when it has unpacked, verified and
appended what they said.
"""

import os
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import trio

from p2p_heroes.bench.references.calls import Author, Reader
from p2p_heroes.bench.references.exchanges import Script
from p2p_heroes.bench.references.libraries import OPENSSL
from p2p_heroes.bench.workers import Meet, StepMark, WorkerReport

HOST = "127.0.0.1"
LENGTH = 4
CHUNK = 65536
_datasync = getattr(os, "fdatasync", os.fsync)


@dataclass(frozen=True, slots=True)
class MeshTask:
    """One node's part; a `Task`."""

    seat: int
    script: Script
    file: Path
    library: str = OPENSSL

    async def attend(self, meet: Meet) -> WorkerReport:
        listeners = await trio.open_tcp_listeners(0, host=HOST)
        ports = meet(listeners[0].socket.getsockname()[1])
        begun = process_time()
        async with AsyncExitStack() as stack:
            for listener in listeners:
                await stack.enter_async_context(listener)
            streams = await _joined(self.seat, ports, listeners[0])
            for stream in streams.values():
                await stack.enter_async_context(stream)
            node = _Node(self, streams)
            async with trio.open_nursery() as nursery:
                for seat in streams:
                    nursery.start_soon(node.listen, seat)
                await node.play()
                nursery.cancel_scope.cancel()
        node.close()
        return WorkerReport(process_time() - begun, tuple(node.marks))


async def _joined(seat: int, ports: list[int], listener: trio.SocketListener) -> dict[int, trio.SocketStream]:
    """A stream to every other node: the lower seats are dialled, the higher ones dial."""
    streams = {}
    for other in range(seat):
        streams[other] = await trio.open_tcp_stream(HOST, ports[other])
        await streams[other].send_all(bytes([seat]))
    for _ in range(seat + 1, len(ports)):
        stream = await listener.accept()
        streams[(await stream.receive_some(1))[0]] = stream
    return streams


class _Node:
    def __init__(self, task: MeshTask, streams: dict[int, trio.SocketStream]) -> None:
        self.marks: list[StepMark] = []
        self._task = task
        self._streams = streams
        self._own = Author(task.seat, task.library)
        self._readers = {seat: Reader(Author(seat).public, task.library) for seat in streams}
        self._heard = dict.fromkeys(streams, 0)
        self._bell = trio.Event()
        self._file = os.open(task.file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    async def play(self) -> None:
        due = dict.fromkeys(self._streams, 0)
        for number, step in enumerate(self._task.script):
            for exchange in step:
                if exchange[self._task.seat]:
                    await self._say(exchange[self._task.seat])
                for seat in due:
                    due[seat] += exchange[seat] > 0
                while any(self._heard[seat] < due[seat] for seat in due):
                    await self._bell.wait()
            self.marks.append(StepMark(number, perf_counter(), process_time()))

    async def _say(self, size: int) -> None:
        wire = self._own.say(size)
        frame = len(wire).to_bytes(LENGTH, "big") + wire
        os.write(self._file, frame)
        _datasync(self._file)
        for stream in self._streams.values():
            await stream.send_all(frame)

    async def listen(self, seat: int) -> None:
        pending = b""
        while data := await self._streams[seat].receive_some(CHUNK):
            pending += data
            while len(pending) >= LENGTH:
                end = LENGTH + int.from_bytes(pending[:LENGTH], "big")
                if len(pending) < end:
                    break
                frame, pending = pending[:end], pending[end:]
                self._readers[seat].hear(frame[LENGTH:])
                os.write(self._file, frame)
                self._heard[seat] += 1
            self._bell.set()
            self._bell = trio.Event()

    def close(self) -> None:
        os.close(self._file)
