"""A lossy way to one listener: every connection of a rough game goes through such a proxy.

The proxy listens on 127.0.0.1, the seat behind it on the same port of another loopback address. So
the port that a seat announces leads the others to its proxy, and the program needs to know nothing of it.

What becomes of a connection is drawn when it is opened, for each direction: after so many bytes it is cut,
damaged or held up. Nothing waits for the end of a frame.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from struct import pack

import trio

from scripts.tools.rough.plan import CALM, ConnectionFaults

OUTSIDE, INSIDE = "127.0.0.1", "127.0.0.2"
FIRST_BYTES, LAST_BYTES = 200, 60_000
"""A fault strikes after so many bytes, the earliest of them in the middle of the TLS handshake."""

MOMENT = (0.01, 0.3)
STALL = (0.5, 6.0)
REFUSAL = (0.2, 2.0)
"""Seconds: how long a piece is held up, how long a stall lasts, and for how long nobody gets through."""

FINE = "fine"
FAULTS = ("cut", "damaged", "stalled", FINE)


@dataclass
class GameFaults:
    """What goes wrong with the connections of one game, and what it has done so far."""

    now: ConnectionFaults = CALM
    done: Counter[str] = field(default_factory=Counter)
    cleared: trio.Event = field(default_factory=trio.Event)

    def begin(self, faults: ConnectionFaults) -> None:
        self.now = faults

    def end(self) -> None:
        """From now on nothing is lost, and what is held up goes on."""
        self.now = CALM
        self.cleared.set()

    async def hold_up(self, seconds: float) -> None:
        with trio.move_on_after(seconds):
            await self.cleared.wait()


class Proxy:
    """The way to one seat."""

    def __init__(self, name: str, faults: GameFaults) -> None:
        self.port = 0
        self._name = name
        self._faults = faults
        self._count = 0
        self._closed_until = 0.0

    @property
    def outside(self) -> str:
        """Where the others look for the seat."""
        return f"{OUTSIDE}:{self.port}"

    @property
    def inside(self) -> str:
        """Where the seat listens."""
        return f"{INSIDE}:{self.port}"

    async def open(self, nursery: trio.Nursery) -> None:
        listeners = await trio.open_tcp_listeners(0, host=OUTSIDE)
        self.port = listeners[0].socket.getsockname()[1]
        nursery.start_soon(trio.serve_listeners, self._connect, listeners)

    async def _connect(self, outer: trio.SocketStream) -> None:
        self._count += 1
        random = Random(f"{self._name} {self._count}")
        if self._is_refused(random):
            self._faults.done["refused"] += 1
            await _reset(outer)
            return
        try:
            inner = await trio.open_tcp_stream(INSIDE, self.port, local_address=OUTSIDE)
        except OSError:  # nobody is there at the moment
            await _reset(outer)
            return
        await self._join(outer, inner, random)

    def _is_refused(self, random: Random) -> bool:
        now = trio.current_time()
        if now >= self._closed_until and random.random() < self._faults.now.refused:
            self._closed_until = now + random.uniform(*REFUSAL)
        return now < self._closed_until and not self._faults.cleared.is_set()

    async def _join(self, outer: trio.SocketStream, inner: trio.SocketStream, random: Random) -> None:
        """Both directions, each with a fault of its own, until both have ended or one has broken."""
        there = Stream(outer, inner, self._faults, Random(random.random()))
        back = Stream(inner, outer, self._faults, Random(random.random()))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(there.run)
                nursery.start_soon(back.run)
        except* (trio.BrokenResourceError, trio.ClosedResourceError):
            await _reset(outer)
            await _reset(inner)
        finally:
            await trio.aclose_forcefully(outer)
            await trio.aclose_forcefully(inner)


class Stream:
    """One direction of one connection."""

    def __init__(
        self, source: trio.SocketStream, sink: trio.SocketStream, faults: GameFaults, random: Random
    ) -> None:
        self._source, self._sink = source, sink
        self._faults = faults
        self._random = random
        self._passed = 0
        self._draw()

    def _draw(self) -> None:
        now, random = self._faults.now, self._random
        weights = (now.cut, now.damaged, now.stalled, now.fine)
        self._fault = random.choices(FAULTS, weights)[0]
        self._at = self._passed + int(FIRST_BYTES * (LAST_BYTES / FIRST_BYTES) ** random.random())

    async def run(self) -> None:
        """Pass on what comes, until it ends. Raises BrokenResourceError where the connection breaks."""
        async for piece in self._source:
            await self._pass(bytes(piece))
        await self._sink.send_eof()

    async def _pass(self, piece: bytes) -> None:
        if self._random.random() < self._faults.now.delayed:
            self._faults.done["delayed"] += 1
            await self._faults.hold_up(self._random.uniform(*MOMENT))
        while self._at < self._passed + len(piece) and not self._faults.cleared.is_set():
            piece = await self._strike(piece, self._at - self._passed)
        await self._send(piece)

    async def _strike(self, piece: bytes, at: int) -> bytes:
        """What is left of a piece in the middle of which the fault strikes; what comes before is sent."""
        await self._send(piece[:at])
        rest, fault = piece[at:], self._fault
        if fault != FINE:
            self._faults.done[fault] += 1
        match fault:
            case "cut":
                raise trio.BrokenResourceError("cut")
            case "damaged":
                rest = bytes([rest[0] ^ 1 << self._random.randrange(8)]) + rest[1:]
            case "stalled":
                await self._faults.hold_up(self._random.uniform(*STALL))
        self._draw()
        return rest

    async def _send(self, piece: bytes) -> None:
        await self._sink.send_all(piece)
        self._passed += len(piece)


async def _reset(stream: trio.SocketStream) -> None:
    """Hang up without a farewell: what is still on its way is lost."""
    with suppress(OSError, trio.ClosedResourceError):
        stream.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_LINGER, pack("ii", 1, 0))
    await trio.aclose_forcefully(stream)
