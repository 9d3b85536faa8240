"""A lossy way to one listener: every connection of a rough game goes through such a proxy.

The proxy listens on 127.0.0.1, the seat behind it on the same port of another loopback address. So
the port that a seat announces leads the others to its proxy, and the program needs to know nothing of it.

What becomes of a connection is drawn when it is opened, for each direction: after so many bytes it is cut,
damaged or held up. No fate waits for the end of a frame.
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
"""A fate strikes after so many bytes, the earliest of them in the middle of the TLS handshake."""

MOMENT = (0.01, 0.3)
STALL = (0.5, 6.0)
REFUSAL = (0.2, 2.0)
"""Seconds: how long a piece is held up, how long a stall lasts, and for how long nobody gets through."""

FINE = "fine"
FATES = ("cut", "damaged", "stalled", FINE)


@dataclass
class Sky:
    """The weather over one game, and what it has done so far."""

    weather: ConnectionFaults = CALM
    done: Counter[str] = field(default_factory=Counter)
    cleared: trio.Event = field(default_factory=trio.Event)

    def darken(self, weather: ConnectionFaults) -> None:
        self.weather = weather

    def clear(self) -> None:
        """From now on nothing is lost, and what is held up goes on."""
        self.weather = CALM
        self.cleared.set()

    async def hold_up(self, seconds: float) -> None:
        with trio.move_on_after(seconds):
            await self.cleared.wait()


class Proxy:
    """The way to one seat."""

    def __init__(self, name: str, sky: Sky) -> None:
        self.port = 0
        self._name = name
        self._sky = sky
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
            self._sky.done["refused"] += 1
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
        if now >= self._closed_until and random.random() < self._sky.weather.refused:
            self._closed_until = now + random.uniform(*REFUSAL)
        return now < self._closed_until and not self._sky.cleared.is_set()

    async def _join(self, outer: trio.SocketStream, inner: trio.SocketStream, random: Random) -> None:
        """Both directions, each with a fate of its own, until both have ended or one has broken."""
        there = Stream(outer, inner, self._sky, Random(random.random()))
        back = Stream(inner, outer, self._sky, Random(random.random()))
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

    def __init__(self, source: trio.SocketStream, sink: trio.SocketStream, sky: Sky, random: Random) -> None:
        self._source, self._sink = source, sink
        self._sky = sky
        self._random = random
        self._passed = 0
        self._draw()

    def _draw(self) -> None:
        weather, random = self._sky.weather, self._random
        weights = (weather.cut, weather.damaged, weather.stalled, weather.fine)
        self._fate = random.choices(FATES, weights)[0]
        self._at = self._passed + int(FIRST_BYTES * (LAST_BYTES / FIRST_BYTES) ** random.random())

    async def run(self) -> None:
        """Pass on what comes, until it ends. Raises BrokenResourceError where the connection breaks."""
        async for piece in self._source:
            await self._pass(bytes(piece))
        await self._sink.send_eof()

    async def _pass(self, piece: bytes) -> None:
        if self._random.random() < self._sky.weather.delayed:
            self._sky.done["delayed"] += 1
            await self._sky.hold_up(self._random.uniform(*MOMENT))
        while self._at < self._passed + len(piece) and not self._sky.cleared.is_set():
            piece = await self._strike(piece, self._at - self._passed)
        await self._send(piece)

    async def _strike(self, piece: bytes, at: int) -> bytes:
        """What is left of a piece in the middle of which the fate strikes; what comes before is sent."""
        await self._send(piece[:at])
        rest, fate = piece[at:], self._fate
        if fate != FINE:
            self._sky.done[fate] += 1
        match fate:
            case "cut":
                raise trio.BrokenResourceError("cut")
            case "damaged":
                rest = bytes([rest[0] ^ 1 << self._random.randrange(8)]) + rest[1:]
            case "stalled":
                await self._sky.hold_up(self._random.uniform(*STALL))
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
