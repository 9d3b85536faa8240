"""How long a whole small game takes over loopback, and where that time goes.

In: nothing but this machine. Out: games per second with two and four nodes, each a whole node
with its own key, record and listener, joined by TLS over TCP on 127.0.0.1; how much of the time
is signing, verifying, and so on; and the ratio of all but the disk against bare Ed25519 over the same
number of signatures, measured between the games: the figures alone speak of the machine.

    python -m scripts.measure --games 20 --processes
"""

import math
import os
import secrets
import ssl
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games import GAMES
from p2p_heroes.node import store
from p2p_heroes.node.house import House, open_house
from p2p_heroes.node.news import News
from p2p_heroes.node.player import BotPlayer
from p2p_heroes.node.reception import Founding
from p2p_heroes.node.store import SUFFIX
from p2p_heroes.node.wire import Wire
from protocol import canonical, framing, hashing, identity, messages, parcels
from protocol.events import Finished
from protocol.genesis import Genesis, Seat
from protocol.identity import Key
from protocol.session import Session

P = ParamSpec("P")
T = TypeVar("T")

SIGNING, VERIFYING, HASHING, ENCODING = "signing", "verifying", "hashing", "encoding"
DISK, TLS, SOCKETS, WAITING = "disk", "TLS", "sockets", "waiting"
SESSION, REST = "session and rules", "trio and the node"
PARTS = (SIGNING, VERIFYING, HASHING, ENCODING, TLS, SOCKETS, WAITING, SESSION, REST)


class Clock:
    """Each moment belongs to the part that began last and has not ended; nothing is counted twice."""

    def __init__(self) -> None:
        self.runs = False
        self.reset()

    def reset(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self._open = [REST]
        self._since = perf_counter()

    def timed(self, part: str, function: Callable[P, T]) -> Callable[P, T]:
        """The same function, whose time goes to a part."""

        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            if not self.runs:
                return function(*args, **kwargs)
            self.begin(part)
            try:
                return function(*args, **kwargs)
            finally:
                self.end()

        call.__name__ = function.__name__
        return call

    def begin(self, part: str) -> None:
        self._charge()
        self._open.append(part)
        self.calls[part] += 1

    def end(self) -> None:
        self._charge()
        self._open.pop()

    def _charge(self) -> None:
        now = perf_counter()
        self.spent[self._open[-1]] += now - self._since
        self._since = now

    def stop(self) -> None:
        self._charge()
        self.runs = False


CLOCK = Clock()

LOOPBACK = ("127.0.0.1", 0)
ROUNDS = 5
LONG = 60
"""Rounds of the game among processes, which take longer to start than to play five."""


def instrument() -> None:
    """Charge every call of these to its part, whoever makes it."""
    for part, function in (
        (VERIFYING, identity.verify),
        (HASHING, hashing.digest),
        (ENCODING, canonical.encode),
        (ENCODING, canonical.decode),
        (ENCODING, messages.read_message),
        (ENCODING, parcels.read_parcel),
        (ENCODING, parcels.write_parcel),
        (ENCODING, framing.frame),
        (DISK, getattr(os, "fdatasync", os.fsync)),
        (DISK, store._write),
    ):
        _replace_everywhere(function, CLOCK.timed(part, function))
    for part, owner, names in (
        (SIGNING, Key, ("sign",)),
        (SESSION, Session, ("begin", "receive", "choose", "duties", "waiting", "missing")),
        (ENCODING, framing.FrameReader, ("feed",)),
        (DISK, os, ("fsync",)),
        (SOCKETS, os, ("read",)),
        (SOCKETS, Wire, ("send_now",)),
        (TLS, ssl.SSLObject, ("read", "write", "do_handshake")),
    ):
        for name in names:
            setattr(owner, name, CLOCK.timed(part, getattr(owner, name)))


def _replace_everywhere(old: object, new: object) -> None:
    """In every module of ours that has imported it by its name."""
    for title, module in list(sys.modules.items()):
        if title.partition(".")[0] in ("protocol", "p2p_heroes"):
            for name, value in list(vars(module).items()):
                if value is old:
                    setattr(module, name, new)


class Idle(trio.abc.Instrument):
    """While trio waits for sockets, nobody works."""

    def before_io_wait(self, timeout: float) -> None:
        if CLOCK.runs:
            CLOCK.begin(WAITING)

    def after_io_wait(self, timeout: float) -> None:
        if CLOCK.runs:
            CLOCK.end()


async def play(seats: int, rounds: int) -> float:
    """One game, from its founding until every node knows the end; in seconds."""
    keys = [Key.from_seed(secrets.token_bytes(32)) for _ in range(seats)]
    founded = genesis(keys, rounds)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        houses = [await stack.enter_async_context(open_house(key, folder, LOOPBACK)) for key in keys]
        for house in houses:
            house.folder = folder / str(house.port)
            house.folder.mkdir()
        places = {seat: (LOOPBACK[0], house.port) for seat, house in enumerate(houses)}
        CLOCK.reset()
        begun = perf_counter()
        async with trio.open_nursery() as nursery:
            told = [sit(house, Founding(founded, dict(places)), nursery) for house in houses]
            for news in told:
                await _until_finished(news)
            elapsed = perf_counter() - begun
            CLOCK.stop()
            nursery.cancel_scope.cancel()
    return elapsed


def genesis(keys: list[Key], rounds: int) -> Genesis:
    seats = tuple(Seat(key.public, f"node {n}", "", secrets.token_bytes(32)) for n, key in enumerate(keys))
    game = GAMES["roshambo"]
    return Genesis(game.name, game.version, MappingProxyType({"rounds": rounds}), 60, seats)


def sit(house: House, founding: Founding, nursery: trio.Nursery) -> trio.MemoryReceiveChannel[News]:
    news, heard = trio.open_memory_channel[News](math.inf)
    node = house.sit(founding, BotPlayer(Wanderer(Random(house.port))), news)
    nursery.start_soon(node.run)
    return heard


async def _until_finished(news: trio.MemoryReceiveChannel[News]) -> None:
    async for item in news:
        if isinstance(item, Finished):
            return


def bare(signatures: int, verifications: int) -> float:
    """So many signatures and verifications, and nothing else; in seconds."""
    private = Ed25519PrivateKey.generate()
    public, message = private.public_key(), secrets.token_bytes(32)
    signature = private.sign(message)
    begun = perf_counter()
    for _ in range(signatures):
        private.sign(message)
    for _ in range(verifications):
        public.verify(signature, message)
    return perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Figures:
    """What a number of games came to; disks differ too much, so ratio and shares leave them out."""

    seats: int
    seconds: float
    ratio: float
    disk: float
    shares: dict[str, float]
    calls: dict[str, int]


def measure(seats: int, games: int) -> Figures:
    """Games with the clock for the shares, games without it for the time, bare signatures in between."""
    _run(seats, ROUNDS, clocked=True)
    calls = dict(CLOCK.calls)
    spent: Counter[str] = Counter()
    times: list[float] = []
    ratios: list[float] = []
    for _ in range(games):
        times.append(_run(seats, ROUNDS))
        baseline = bare(calls[SIGNING], calls[VERIFYING])
        clocked = _run(seats, ROUNDS, clocked=True)
        ratios.append((clocked - CLOCK.spent[DISK]) / baseline)
        spent.update(CLOCK.spent)
    work = sum(spent[part] for part in PARTS)
    shares = {part: spent[part] / work for part in PARTS}
    return Figures(seats, median(times), median(ratios), spent[DISK] / work, shares, calls)


def _run(seats: int, rounds: int, *, clocked: bool = False) -> float:
    CLOCK.runs = clocked
    return trio.run(play, seats, rounds, instruments=[Idle()] if clocked else [])


def measure_processes(seats: int) -> float:
    """Seconds a round in a long game among processes of their own."""
    with TemporaryDirectory() as folder:
        homes = [Path(folder) / str(seat) for seat in range(seats)]
        rules = ("--game", "roshambo", "--rounds", str(LONG))
        host = _spawn(homes[0], "--host", "--seats", str(seats), *rules, "--quiet")
        assert host.stderr is not None
        address = host.stderr.readline().split()[-1]
        programs = [host, *(_spawn(home, "--join", address) for home in homes[1:])]
        while not all(list(home.glob(f"data/*{SUFFIX}")) for home in homes):
            sleep(0.001)
        begun = perf_counter()
        for program in programs:
            if program.wait() != 0:
                raise SystemExit(f"a node among processes ended with code {program.returncode}")
        return (perf_counter() - begun) / LONG


def _spawn(home: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "p2p_heroes", "bot", *arguments, "--listen", "127.0.0.1:0"]
    environ = os.environ | {"P2P_HEROES_HOME": str(home)}
    return subprocess.Popen(
        command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def main() -> None:
    given = _arguments()
    instrument()
    figures = [measure(seats, given.games) for seats in (2, 4)]
    for line in report(figures):
        print(line)
    if given.processes:
        for seats in (2, 4):
            alone = _run(seats, LONG) / LONG
            apart = measure_processes(seats)
            print(f"{seats} nodes, {LONG} rounds: {1 / alone:.0f} rounds a second in one process, ", end="")
            print(f"{1 / apart:.0f} in {seats} processes ({alone / apart:.2f} times as many)")


def _arguments() -> Namespace:
    parser = ArgumentParser(description="whole small games over loopback, and where their time goes")
    parser.add_argument("--games", type=int, default=20, help="how many of each kind")
    parser.add_argument("--processes", action="store_true", help="also with a process for each node")
    return parser.parse_args()


def report(figures: list[Figures]) -> Iterator[str]:
    """The figures as rows of a table."""
    yield _row("", [f"{f.seats} nodes" for f in figures])
    yield _row("all but the disk / bare Ed25519", [f"{f.ratio:.1f}" for f in figures])
    yield _row("signatures made", [f"{f.calls[SIGNING]}" for f in figures])
    yield _row("signatures verified", [f"{f.calls[VERIFYING]}" for f in figures])
    for part in PARTS:
        yield _row(part, [f"{100 * f.shares[part]:.1f} %" for f in figures])
    yield _row("disk / all but the disk", [f"{f.disk:.1f}" for f in figures])
    yield _row("games a second, here and now", [f"{1 / f.seconds:.2f}" for f in figures])
    yield _row("the same, were disks free", [f"{(1 + f.disk) / f.seconds:.2f}" for f in figures])


def _row(name: str, cells: list[str]) -> str:
    return f"| {name:<35} | " + " | ".join(f"{cell:>10}" for cell in cells) + " |"


if __name__ == "__main__":
    main()
