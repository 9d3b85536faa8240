"""A node in the middle of a game under attack: that costs a bounded amount of memory and connections.

The attacked node is a process of its own, so its memory is what the system says of it. It is compared with
another process of the same game that nobody attacks. The third seat belongs to the test: it thinks until the
attack is over, and some attacks come with its key. All on 127.0.0.1, with bounded loops; no verdict depends
on a time.
"""

import json
import math
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import zeroconf
from zeroconf._protocol.outgoing import DNSOutgoing

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games.game import Request
from p2p_heroes.node.advert import Advert, encode
from p2p_heroes.node.connector import STRANGERS, Connector, Visitor
from p2p_heroes.node.discovery import SERVICE
from p2p_heroes.node.listener import open_listener
from p2p_heroes.node.lobby_guest import Notice
from p2p_heroes.node.news import News
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.table_browser import MAX_TABLES
from p2p_heroes.node.tls import Certificate, ephemeral
from p2p_heroes.tabletest.entropy import key_of
from protocol.errors import Flood
from protocol.events import Claimed, Finished
from protocol.peer_messages import MAX_HOST, Address, Addresses, PeerMessage, Refuse
from scripts.tools.bot_process import BotProcess
from tests.support.said import have
from tests.support.samples import ALL

LIMIT = 900
"""Seconds after which a test that takes a few is given up."""

PATIENCE = 600
ROUNDS = 8
PAUSE = 6
"""Decisions after which the third seat thinks until the attack is over."""

ROOM = 24 * 2**20
"""Bytes that an attack may cost: an outbox, what a link takes at once, 32 strangers, and some air. Not enough
to keep 8 KiB of each of 3000 connections."""

CONNECTIONS = STRANGERS + 16
"""Connections that an attack may cost: strangers, those that are being closed, and a seat that comes anew."""

ATTEMPTS = 500
ASKED = 1_000_000
"""How often somebody asks who is dropped long before."""

OWN = 2
"""The number of the test's own key."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not Path("/proc/self/status").exists(), reason="nothing tells how much memory is used"
    ),
]


class Thinker:
    """A seat that decides at once for a while, then waits, and then goes on."""

    is_patient = True

    def __init__(self) -> None:
        self.thinks = trio.Event()
        self.may_go_on = trio.Event()
        self._wanderer = Wanderer(Random(OWN))
        self._decided = 0

    async def decide(self, view: object, request: Request[Any]) -> object:
        if self._decided == PAUSE:
            self.thinks.set()
            await self.may_go_on.wait()
        self._decided += 1
        return self._wanderer.choose(view, request)


@dataclass
class Victim:
    """The attacked node: where it listens, at which table, and what it costs."""

    program: BotProcess
    address: tuple[str, int]
    table: bytes = b""
    connections: int = 0
    """The most descriptors that were open at a time."""

    def count(self) -> None:
        self.connections = max(self.connections, descriptors(self.program))

    async def connect(self) -> trio.SocketStream:
        return await trio.open_tcp_stream(*self.address)

    async def secured(self) -> trio.SSLStream[trio.SocketStream]:
        """A connection under TLS, on which nothing was said yet."""
        stream = trio.SSLStream(await self.connect(), certificate().dialling, https_compatible=True)
        await stream.do_handshake()
        return stream

    async def take_seat(self) -> Visitor:
        """A connection with the key of a seat. In a crowd it may take several attempts to get through."""
        connector = Connector(key_of(OWN), certificate())
        for _ in range(ATTEMPTS):
            with suppress(PeerGone):
                return await connector.dial(*self.address, self.table)
        raise AssertionError("nobody gets in any more")


@cache
def certificate() -> Certificate:
    return ephemeral()


def descriptors(program: BotProcess) -> int:
    return len(list(Path(f"/proc/{program.running.pid}/fd").iterdir()))


def peak_memory(program: BotProcess) -> int:
    """The most memory, in bytes, that the process has ever held."""
    status = Path(f"/proc/{program.running.pid}/status").read_text()
    found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    assert found is not None
    return 1024 * int(found[1])


# Attacks.

GONE = (OSError, trio.BrokenResourceError, trio.ClosedResourceError, PeerGone)


async def crowd(count: int, one: Callable[[int], Awaitable[None]]) -> None:
    """So many at the same time, until the last of them has been sent away."""

    async def patiently(number: int) -> None:
        with suppress(*GONE):
            await one(number)

    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(patiently, number)


async def garbage(victim: Victim) -> None:
    """A stranger sends noise all the time, half of it inside TLS: on every connection until it is closed."""

    async def pour(number: int) -> None:
        stream = await (victim.secured() if number % 2 else victim.connect())
        noise = Random(number).randbytes(65536)
        async with stream:
            for _ in range(16):
                await stream.send_all(noise)

    for _ in range(30):
        await crowd(10, pour)


async def half_a_handshake(victim: Victim) -> None:
    """Hundreds begin a TLS handshake and leave it there."""
    begun = bytes.fromhex("1603010200010001fc0303")

    async def begin(number: int) -> None:
        stream = await victim.connect()
        async with stream:
            await stream.send_all(begun + Random(number).randbytes(100))
            await stream.receive_some()

    await crowd(500, begin)


async def no_hello(victim: Victim) -> None:
    """Hundreds finish the TLS handshake and then say nothing."""

    async def wait(number: int) -> None:
        async with await victim.secured() as stream:
            await stream.receive_some()

    await crowd(200, wait)


async def many_connections(victim: Victim) -> None:
    """Three thousand come and go without a word."""

    async def knock(number: int) -> None:
        await trio.aclose_forcefully(await victim.connect())

    for _ in range(60):
        await crowd(50, knock)


async def no_reading(victim: Victim) -> None:
    """A seat asks for everything again and again and reads nothing, until it is dropped; three times."""

    async def ask(visitor: Visitor) -> None:
        # Megabytes fit in between two programs, and one that is held up reads nothing for a while.
        for _ in range(ASKED):
            await visitor.peer.send(*10 * [have(0, 0, 0)])

    for _ in range(3):
        visitor = await victim.take_seat()
        with pytest.raises(PeerGone):
            await ask(visitor)
        await visitor.peer.close()


async def flood(victim: Victim) -> None:
    """A seat sends twenty megabytes of harmless peer messages at once, and comes again; ten times."""
    hosts = tuple(Address(seat, MAX_HOST * "\N{PLAYING CARD ACE OF SPADES}", 1) for seat in range(7))
    for _ in range(10):
        visitor = await victim.take_seat()
        with suppress(PeerGone):
            await visitor.peer.send(*3000 * [Addresses(hosts)])
        assert await last_word(visitor) in (None, Refuse(Flood.__name__))
        await visitor.peer.close()


async def last_word(visitor: Visitor) -> PeerMessage | None:
    """What a seat hears last on a connection on which it is refused; none if it is cut off before."""
    last: PeerMessage | None = None
    with suppress(PeerGone):
        while not isinstance(last, Refuse):
            last = await visitor.peer.receive()
        return last
    return None


async def all_at_once(victim: Victim) -> None:
    """Together they may cost no more than each alone."""
    async with trio.open_nursery() as nursery:
        for attack in (garbage, half_a_handshake, no_hello, many_connections):
            nursery.start_soon(attack, victim)
        await flood(victim)
        await no_reading(victim)


Attack = Callable[[Victim], Awaitable[None]]
ATTACKS: tuple[Attack, ...] = (
    garbage,
    half_a_handshake,
    no_hello,
    many_connections,
    no_reading,
    flood,
    all_at_once,
)


@dataclass
class Table:
    """Two processes and a seat of the test's own, in the middle of a game."""

    victim: Victim
    observer: BotProcess
    thinker: Thinker
    end: Finished | Claimed | None = None


@asynccontextmanager
async def seated(folder: Path) -> AsyncIterator[Table]:
    """A game that has begun, and goes on behind the block."""
    thinker = Thinker()
    async with (
        trio.open_nursery() as nursery,
        open_listener(key_of(OWN), folder, ("127.0.0.1", 0)) as listener,
    ):
        programs = [BotProcess(folder / name, nursery) for name in ("victim", "witness")]
        rules = ("--game", "roshambo", "--option", f"rounds={ROUNDS}", "--patience", str(PATIENCE), "--quiet")
        host, port = (await programs[0].host(3, *rules)).split(":")
        table = Table(Victim(programs[0], (host, int(port))), programs[1], thinker)
        await programs[1].join(f"{host}:{port}")
        wish, wishes = trio.open_memory_channel[str | None](1)
        wish.send_nowait("")
        notices, _ = trio.open_memory_channel[Notice](math.inf)
        founding = await listener.enter(host, int(port), name="Own", code="", wishes=wishes, notices=notices)
        table.victim.table = founding.genesis.table
        news, _heard = trio.open_memory_channel[News](math.inf)
        async with trio.open_nursery() as own:

            async def play() -> None:
                table.end = await listener.sit(founding, thinker, news).run()

            own.start_soon(play)
            await thinker.thinks.wait()
            yield table
            thinker.may_go_on.set()
        for program in programs:
            assert await program.running.wait() == 0, program.complaints


async def watched(attack: Attack, victim: Victim) -> None:
    """Look all the time how many connections there are."""

    async def count() -> None:
        while True:
            victim.count()
            await trio.sleep(0.02)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(count)
        await attack(victim)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "attack", ATTACKS if ALL else (no_reading, all_at_once), ids=lambda attack: attack.__name__
)
async def test_an_attack_costs_little_and_changes_nothing(attack: Attack, tmp_path: Path) -> None:
    with trio.fail_after(LIMIT):
        async with seated(tmp_path) as table:
            before = descriptors(table.victim.program)
            await watched(attack, table.victim)
            used, usual = peak_memory(table.victim.program), peak_memory(table.observer)
    print(
        f"{used / 2**20:.1f} MiB instead of {usual / 2**20:.1f};", table.victim.connections - before, "more"
    )
    assert used <= usual + ROOM
    assert table.victim.connections <= before + CONNECTIONS
    results = [table.victim.program.result, table.observer.result]
    assert [result["faults"] for result in results] == [{}, {}]
    assert isinstance(table.end, Finished)
    assert [result["state"] for result in results] == 2 * [table.end.state.hex()]


# Adverts: what a stranger shouts into the network.

FALSE_TABLES = 20_000
MULTICAST = ("224.0.0.251", 5353)


def shouted(number: int) -> bytes:
    """An advert of a table that does not exist, as it goes over the wire."""
    advert = Advert(f"table {number}", "conquer", 4, 1, ("127.0.0.1",), 4711, False, 1, f"{number:016x}")
    info = zeroconf.ServiceInfo(
        SERVICE,
        f"{number:016x}.{SERVICE}",
        port=4711,
        properties=encode(advert, 0),
        server=f"stranger-{number}.local.",
        parsed_addresses=["127.0.0.1"],
    )
    answer = DNSOutgoing(0x8400)
    for record in (info.dns_pointer(), info.dns_service(), info.dns_text(), *info.dns_addresses()):
        answer.add_answer_at_time(record, 0)
    [packet] = answer.packets()
    return packet


@dataclass(frozen=True)
class Listing:
    """What `p2p-heroes tables` found, and the most memory, in bytes, that it took."""

    names: list[str]
    memory: int


async def list_tables(home: Path) -> Listing:
    """Look for tables on the loopback interface, in a process of its own."""
    memory = 0
    async with trio.open_nursery() as nursery:
        program = BotProcess(home, nursery)
        await program.start("tables", "--interface", "127.0.0.1")
        while program.running.returncode is None:
            with suppress(AssertionError, FileNotFoundError):  # the last moment of a process
                memory = max(memory, peak_memory(program))
            await trio.sleep(0.01)
    assert program.is_well
    return Listing([row["name"] for row in json.loads((home / "stdout").read_text())], memory)


async def test_false_adverts_by_the_thousand_cost_little(tmp_path: Path) -> None:
    packets = [shouted(number) for number in range(FALSE_TABLES)]
    usual = await list_tables(tmp_path / "usual")

    async def shout() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as loud:
            loud.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
            for _ in range(20):
                for number, packet in enumerate(packets):
                    loud.sendto(packet, MULTICAST)
                    if number % 20 == 0:
                        await trio.sleep(0.001)

    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(shout)
            flooded = await list_tables(tmp_path / "flooded")
            nursery.cancel_scope.cancel()
    print(
        f"{flooded.memory / 2**20:.1f} MiB instead of {usual.memory / 2**20:.1f}; {len(flooded.names)} tables"
    )
    assert 0 < len(flooded.names) <= MAX_TABLES
    assert flooded.memory <= usual.memory + ROOM
