"""Strangers at a connector: who gets in, who is sent away under which name, and how soon."""

import errno
import gc
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
import trio
import trio.testing

from p2p_heroes.node.connector import (
    DIAL_SECONDS,
    GREETING_SECONDS,
    KEEP_ALIVE,
    STAGGER_SECONDS,
    STRANGERS,
    AnotherKey,
    Connector,
    TurnedAway,
    Visitor,
    scoped_host,
)
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.tls import Secured
from p2p_heroes.node.wire import Wire
from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.sockets.connections import certificate
from protocol.errors import BadHello, Refusal, WrongTable
from protocol.framing import frame
from protocol.link import pack
from protocol.peer_messages import Farewell, Hello, PeerMessage, Refuse, SignHello
from tests.support.wires import all_said, only

TABLE = noise("table")


def listening(number: int) -> Connector:
    return Connector(key_of(number), certificate(number))


class Knocking:
    """A connector with one open table, and what came of everybody who came."""

    def __init__(self, nursery: trio.Nursery, tables: set[bytes | None] | None = None) -> None:
        self.connector = listening(0)
        self.visitors: list[Visitor] = []
        self._tables: set[bytes | None] = {TABLE} if tables is None else tables
        self._nursery = nursery

    def connect(self) -> trio.abc.Stream:
        """The outer end of a new connection."""
        ours, theirs = trio.testing.memory_stream_pair()
        self._nursery.start_soon(self._admit, theirs)
        return ours

    async def _admit(self, stream: trio.abc.Stream) -> None:
        visitor = await self.connector.admit(stream, "wire", self._expects)
        if visitor is not None:
            self.visitors.append(visitor)

    async def _expects(self, table: bytes | None) -> bool:
        return table in self._tables

    async def secured(self) -> Peer:
        """A connection under TLS, on which nothing was said yet."""
        stream = trio.SSLStream(self.connect(), certificate(9).dialling, https_compatible=True)
        await stream.do_handshake()
        return Peer(stream, "wire", dialled=True)


async def closed_at(stream: trio.abc.ReceiveStream) -> float:
    """When the other side hung up."""
    with suppress(trio.BrokenResourceError):
        async for _ in stream:
            pass
    now = trio.current_time()
    await trio.testing.wait_all_tasks_blocked()
    return now


async def test_both_sides_learn_whom_they_met(nursery: trio.Nursery) -> None:
    knocking = Knocking(nursery)
    met = await listening(1).introduce(knocking.connect(), "there", TABLE)
    await trio.testing.wait_all_tasks_blocked()
    [visitor] = knocking.visitors
    assert (met.peer.key, visitor.peer.key) == (key_of(0).public, key_of(1).public)
    assert met.binding == visitor.binding
    assert met.table == visitor.table == TABLE
    assert (met.peer.dialled, met.peer.host) == (True, "there")
    assert (visitor.peer.dialled, visitor.peer.host) == (False, "wire")
    await met.peer.send(Farewell())
    assert await visitor.peer.receive() == Farewell()
    assert knocking.connector.refused == {}


async def test_the_lobby_is_a_table_without_a_name(nursery: trio.Nursery) -> None:
    knocking = Knocking(nursery, {None})
    assert (await listening(1).introduce(knocking.connect(), "there", None)).table is None


@pytest.mark.parametrize(("table", "name"), [(None, "TableStarted"), (noise("other"), "WrongTable")])
async def test_a_table_that_is_not_open_is_refused_by_name(
    table: bytes | None, name: str, nursery: trio.Nursery
) -> None:
    knocking = Knocking(nursery)
    with pytest.raises(TurnedAway, match=name):
        await listening(1).introduce(knocking.connect(), "there", table)
    assert knocking.connector.refused == {name: 1}
    assert knocking.visitors == []


async def test_a_stranger_who_says_nothing_is_sent_away(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    knocking = Knocking(nursery)
    assert await closed_at(knocking.connect()) == GREETING_SECONDS
    assert knocking.connector.refused == {"PeerGone": 1}


async def test_a_stranger_who_says_nothing_under_tls_is_sent_away(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    knocking = Knocking(nursery)
    peer = await knocking.secured()
    assert await closed_at(peer.stream) == GREETING_SECONDS
    assert knocking.connector.refused == {"PeerGone": 1}


async def test_half_a_hello_is_no_hello(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    knocking = Knocking(nursery)
    peer = await knocking.secured()
    await peer.stream.send_all(pack(hello())[:20])
    assert await closed_at(peer.stream) == GREETING_SECONDS
    assert knocking.connector.refused == {"PeerGone": 1}


async def test_a_stranger_who_dribbles_gets_no_more_time(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    knocking = Knocking(nursery)
    peer = await knocking.secured()
    ended = trio.Event()

    async def dribble() -> None:
        with suppress(trio.BrokenResourceError):
            for byte in pack(hello()):
                await trio.sleep(1)
                await peer.stream.send_all(bytes([byte]))
        ended.set()

    nursery.start_soon(dribble)
    assert await closed_at(peer.stream) == GREETING_SECONDS
    await ended.wait()


async def test_a_stranger_who_leaves_is_counted(nursery: trio.Nursery) -> None:
    knocking = Knocking(nursery)
    peer = await knocking.secured()
    await peer.close()
    await trio.testing.wait_all_tasks_blocked()
    assert knocking.connector.refused == {"PeerGone": 1}


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", bytes(500), b"\x16\x03\x01\xff\xff"]
)
async def test_bytes_that_are_not_tls_are_sent_away_in_time(
    data: bytes, nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    knocking = Knocking(nursery)
    stream = knocking.connect()
    await stream.send_all(data)
    assert await closed_at(stream) <= GREETING_SECONDS
    assert knocking.connector.refused == {"PeerGone": 1}


def hello(number: int = 1, *, table: bytes | None = TABLE) -> Hello:
    return Hello(key_of(number).public, noise("nonce", number), table)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\xff" * 64, "FrameTooLong"),
        (bytes(4), "FrameEmpty"),
        (frame(b"\xc1"), "NotCanonical"),
        (frame(b"\x91\x63"), "UnknownMessage"),
        (frame(b"\x92\x01\x63"), "UnknownVersion"),
        (frame(b"\x91\x01"), "BadField"),
        (frame(bytes(5000)), "Flood"),
        (pack(Farewell()), "Unexpected"),
        (pack(hello(0)), "BadHello"),
        (pack(Hello(bytes(32), noise("nonce"), TABLE)), "BadHello"),
        (pack(hello()) + pack(hello()), "Unexpected"),
        (pack(hello()) + pack(SignHello(bytes(64))), "BadHello"),
        (pack(hello(table=None)), "TableStarted"),
        (pack(hello(table=bytes(32))), "WrongTable"),
    ],
)
async def test_what_is_no_greeting_is_refused_by_name(data: bytes, name: str, nursery: trio.Nursery) -> None:
    knocking = Knocking(nursery)
    peer = await knocking.secured()
    await peer.stream.send_all(data)
    assert (await all_said(peer))[-1] == Refuse(name)
    await trio.testing.wait_all_tasks_blocked()
    assert knocking.connector.refused == {name: 1}
    assert knocking.visitors == []


async def test_a_stranger_who_refuses_us_does_no_harm(nursery: trio.Nursery) -> None:
    knocking = Knocking(nursery)
    peer = await knocking.secured()
    await peer.send(hello(), Refuse("WrongTable"))
    await all_said(peer)
    assert knocking.connector.refused == {"PeerGone": 1}


async def test_of_too_many_strangers_those_who_stand_around_must_go(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    """An honest visitor gets in however many wait there, and those inside notice nothing."""
    knocking = Knocking(nursery)
    inside = await listening(1).introduce(knocking.connect(), "there", TABLE)
    idle = []
    for _ in range(STRANGERS + 5):
        idle.append(knocking.connect())
        await trio.testing.wait_all_tasks_blocked()
    assert knocking.connector.refused == {"Flood": 5}
    assert [await closed_at(stream) for stream in idle[:5]] == [0] * 5
    await listening(2).introduce(knocking.connect(), "there", TABLE)
    await trio.testing.wait_all_tasks_blocked()
    assert [visitor.peer.key for visitor in knocking.visitors] == [key_of(1).public, key_of(2).public]
    await inside.peer.send(Farewell())
    assert await knocking.visitors[0].peer.receive() == Farewell()
    assert await closed_at(idle[-1]) == GREETING_SECONDS
    assert knocking.connector.refused == {"Flood": 6, "PeerGone": STRANGERS - 1}


async def test_a_stranger_who_does_not_read_its_refusal_gets_no_more_time(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    knocking = Knocking(nursery)
    inner, outer = trio.testing.lockstep_stream_pair()
    nursery.start_soon(knocking._admit, inner)
    stream = trio.SSLStream(outer, certificate(9).dialling, https_compatible=True)
    await stream.do_handshake()
    await trio.sleep(GREETING_SECONDS - 0.5)
    await stream.send_all(pack(Farewell()))
    await trio.sleep(5)
    assert await closed_at(outer) == GREETING_SECONDS + 4.5
    assert knocking.connector.refused["Unexpected"] == 1


@pytest.mark.slow
async def test_of_those_who_were_sent_away_nothing_is_kept(nursery: trio.Nursery) -> None:
    """Whether they said something that is no TLS, said nothing and were crowded out, or no hello."""
    knocking = Knocking(nursery)
    with no_garbage_collection():
        before, tasks = tls_connections(), tasks_living()
        for _ in range(10):
            garbled = knocking.connect()
            await garbled.send_all(b"GET / HTTP/1.1\r\n\r\n")
            await closed_at(garbled)
        idle = [knocking.connect() for _ in range(STRANGERS + 10)]
        await trio.testing.wait_all_tasks_blocked()
        assert tls_connections() - before == STRANGERS
        assert tasks_living() - tasks == STRANGERS
        for stream in idle:
            await stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert (tls_connections(), tasks_living()) == (before, tasks)
    assert knocking.connector.refused == {"PeerGone": 10 + STRANGERS, "Flood": 10}


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def tls_connections() -> int:
    """How many are in memory, whether anybody still uses them or not."""
    return sum(isinstance(thing, ssl.SSLObject) for thing in gc.get_objects())


def tasks_living() -> int:
    return trio.lowlevel.current_statistics().tasks_living


# The other direction: a connector that answers strangely.


async def answered(
    nursery: trio.Nursery, answer: Callable[[Peer], Awaitable[None]]
) -> tuple[Connector, trio.abc.Stream]:
    """A connector, and a wire to somebody who gets past TLS and then answers like this."""
    ours, theirs = trio.testing.memory_stream_pair()

    async def serve() -> None:
        stream = trio.SSLStream(theirs, certificate(9).accepting, server_side=True, https_compatible=True)
        await stream.do_handshake()
        await answer(Peer(stream, "wire", dialled=False))

    nursery.start_soon(serve)
    return listening(1), ours


@pytest.mark.parametrize(
    ("peer_message", "error"),
    [
        (hello(0, table=noise("other")), WrongTable),
        (hello(1), BadHello),
        (Refuse("TableFull"), TurnedAway),
        (Farewell(), Refusal),
    ],
)
async def test_a_strange_answer_ends_the_attempt(
    peer_message: PeerMessage, error: type[Exception], nursery: trio.Nursery
) -> None:
    async def answer(peer: Peer) -> None:
        await peer.receive()
        await peer.send(peer_message)

    connector, stream = await answered(nursery, answer)
    with pytest.raises(error):
        await connector.introduce(stream, "there", TABLE)
    with pytest.raises(trio.ClosedResourceError):
        await stream.send_all(b"closed")


async def test_a_connector_that_does_not_answer_is_given_up(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    async def answer(peer: Peer) -> None:
        await peer.receive()

    connector, stream = await answered(nursery, answer)
    with pytest.raises(trio.TooSlowError):
        await connector.introduce(stream, "there", TABLE)
    assert trio.current_time() == GREETING_SECONDS


async def test_a_connector_that_hangs_up_is_gone() -> None:
    ours, theirs = trio.testing.memory_stream_pair()
    await theirs.aclose()
    with pytest.raises(PeerGone):
        await listening(1).introduce(ours, "there", TABLE)


async def test_nobody_sits_in_the_middle(nursery: trio.Nursery) -> None:
    """Who ends TLS under a certificate of its own and passes all on is refused by the dialler."""
    knocking = Knocking(nursery)

    async def pass_on(outer: Peer) -> None:
        inner = await knocking.secured()
        await inner.send(await outer.receive())
        await outer.send(await inner.receive(), await inner.receive())
        with pytest.raises(PeerGone):
            await outer.receive()
        await inner.close()

    connector, stream = await answered(nursery, pass_on)
    with pytest.raises(BadHello):
        await connector.introduce(stream, "there", TABLE)
    await trio.testing.wait_all_tasks_blocked()
    assert knocking.visitors == []
    assert knocking.connector.refused == {"PeerGone": 1}


async def test_nobody_in_the_middle_passes_for_the_dialler(nursery: trio.Nursery) -> None:
    """Even a true signature of the dialler, made for its connection to the one in the middle, is refused."""
    knocking = Knocking(nursery)
    middle = listening(9)
    verdicts: list[PeerMessage] = []

    async def pass_on(outer: Peer) -> None:
        inner = await knocking.secured()
        greeting = await outer.receive()
        assert isinstance(greeting, Hello)
        await inner.send(greeting)
        await inner.receive()
        # To the dialler it shows its own key, honestly, and so gets a signature.
        shaker = middle._shaker(middle.certificate.fingerprint, TABLE, dialled=False)
        await outer.send(*shaker.receive(greeting))
        await inner.send(await outer.receive())
        verdicts.extend(await all_said(inner))

    connector, stream = await answered(nursery, pass_on)
    met = await connector.introduce(stream, "there", TABLE)
    await trio.testing.wait_all_tasks_blocked()
    assert met.peer.key == key_of(9).public
    assert verdicts[-1:] == [Refuse("BadHello")]
    assert knocking.connector.refused == {"BadHello": 1}


# Real sockets, on loopback only.


async def test_visitors_come_over_sockets(nursery: trio.Nursery) -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    host, met = listening(0), trio.Event()

    async def visit(visitor: Visitor) -> None:
        check_alive(visitor.peer.stream)
        assert visitor.peer.key == key_of(1).public
        assert visitor.peer.host == "127.0.0.1"
        met.set()

    nursery.start_soon(host.listen, listeners, only(TABLE), visit)
    with trio.fail_after(30):
        with pytest.raises(TurnedAway, match="TableStarted"):
            await listening(1).dial("127.0.0.1", port, None)
        stranger = await trio.open_tcp_stream("127.0.0.1", port)
        await stranger.send_all(b"\r\n\r\n" * 100)
        await closed_at(stranger)
        visitor = await listening(1).dial("127.0.0.1", port, TABLE)
        await met.wait()
    assert visitor.peer.key == key_of(0).public
    assert host.refused == {"TableStarted": 1, "PeerGone": 1}
    check_alive(visitor.peer.stream)
    await visitor.peer.close()
    nursery.cancel_scope.cancel()


def check_alive(stream: trio.abc.Stream) -> None:
    """The system asks whether the other machine is still there when it has been silent for long."""
    assert isinstance(stream, Secured)
    assert isinstance(stream.plain, Wire)
    assert stream.plain.plain.getsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_KEEPALIVE) == 1
    if timeout := getattr(trio.socket, "TCP_USER_TIMEOUT", None):
        given = stream.plain.plain.getsockopt(trio.socket.IPPROTO_TCP, timeout)
        assert given == KEEP_ALIVE["TCP_USER_TIMEOUT"]


async def test_a_connection_that_cannot_be_asked_for_signs_of_life_is_one_all_the_same(
    nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some systems refuse it where the other side has hung up."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    met = trio.Event()

    def refuse(*_: object) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    async def visit(visitor: Visitor) -> None:
        met.set()

    monkeypatch.setattr(trio.SocketStream, "setsockopt", refuse)
    nursery.start_soon(listening(0).listen, listeners, only(TABLE), visit)
    with trio.fail_after(30):
        visitor = await listening(1).dial("127.0.0.1", listeners[0].socket.getsockname()[1], TABLE)
        await met.wait()
    await visitor.peer.close()
    nursery.cancel_scope.cancel()


async def test_a_connection_that_ends_before_we_look_has_no_address(nursery: trio.Nursery) -> None:
    """The system has forgotten the other end by then; it is a stranger who left like any other."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    host = listening(0)
    address = listeners[0].socket.getsockname()
    client = trio.socket.socket()
    await client.connect(address)
    # A reset instead of a farewell.
    client.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    client.close()

    async def visit(visitor: Visitor) -> None:
        raise AssertionError("nobody came")

    nursery.start_soon(host.listen, listeners, only(TABLE), visit)
    with trio.fail_after(30):
        while not host.refused:
            await trio.testing.wait_all_tasks_blocked(0.01)
    assert host.refused == {"PeerGone": 1}
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("host", ["", "a..b", "x" * 70, "two words", "\udc80", "127.0.0.1"])
async def test_an_address_where_nobody_can_be_is_an_oserror(host: str) -> None:
    """Other players say where to dial: whatever they write must not be worse than nobody there."""
    with trio.fail_after(30), pytest.raises(OSError):  # noqa: PT011 -- what a caller expects is the whole class
        await listening(1).dial(host, 1, TABLE)


async def test_a_machine_that_does_not_answer_is_given_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    listener = trio.socket.socket()
    await listener.bind(("127.0.0.1", 0))
    listener.listen(0)
    address, port = listener.getsockname()
    waiting = [trio.socket.socket() for _ in range(2)]
    # The queue is full: the system answers no further calls.
    async with trio.open_nursery() as nursery:
        for client in waiting:
            nursery.start_soon(client.connect, (address, port))
        await trio.testing.wait_all_tasks_blocked(0.01)
        with pytest.raises(trio.TooSlowError):
            await listening(1).dial(address, port, TABLE)
        assert trio.current_time() >= DIAL_SECONDS
        nursery.cancel_scope.cancel()
    for client in (*waiting, listener):
        client.close()


def test_a_link_local_address_keeps_its_interface() -> None:
    index = socket.if_nametoindex(socket.if_nameindex()[0][1])
    name = socket.if_indextoname(index)
    assert scoped_host(("fe80::1", 4711, 0, index)) == f"fe80::1%{name}"
    assert scoped_host(("2001:db8::1", 4711, 0, 0)) == "2001:db8::1"
    assert scoped_host(("192.0.2.1", 4711)) == "192.0.2.1"


# Several addresses.


class Street(Connector):
    """A connector whose calls end as was agreed, each after its time: with a key, or with an error."""

    def __init__(self, listeners: dict[str, tuple[float, int | Exception]]) -> None:
        super().__init__(key_of(9), certificate(9))
        self.called: dict[str, float] = {}
        self.hung_up: list[str] = []
        self._houses = listeners

    async def dial(self, host: str, port: int, table: bytes | None) -> Visitor:
        self.called[host] = trio.current_time()
        seconds, answer = self._houses[host]
        try:
            await trio.sleep(seconds)
        except trio.Cancelled:
            self.hung_up.append(host)
            raise
        if isinstance(answer, Exception):
            raise answer
        peer = Peer(trio.testing.memory_stream_pair()[0], host, dialled=True)
        peer.trust(key_of(answer).public)
        return Visitor(peer, table, b"")


def called(**listeners: tuple[float, int | Exception]) -> tuple[Street, list[tuple[str, int]]]:
    return Street(listeners), [(host, 4711) for host in listeners]


async def test_of_several_addresses_the_first_that_answers_is_taken(
    autojump_clock: trio.testing.MockClock,
) -> None:
    street, places = called(a=(9, 0), b=(9, OSError()), c=(0.5, 0), d=(0.5, 0), e=(0, 0))
    visitor, place = await street.dial_any(places[:4], TABLE)
    assert (visitor.peer.host, place) == ("c", places[2])
    assert street.called == {name: number * STAGGER_SECONDS for number, name in enumerate("abcd")}
    assert sorted(street.hung_up) == ["a", "b", "d"]


async def test_who_fails_at_once_keeps_the_next_one_from_waiting(
    autojump_clock: trio.testing.MockClock,
) -> None:
    street, places = called(a=(0, OSError()), b=(0.1, PeerGone()), c=(0, 0))
    assert (await street.dial_any(places, TABLE))[1][0] == "c"
    assert trio.current_time() == 0.1


async def test_two_that_answer_at_the_same_moment_are_one_visitor(
    autojump_clock: trio.testing.MockClock,
) -> None:
    street, places = called(a=(2 * STAGGER_SECONDS, 0), b=(STAGGER_SECONDS, 0))
    assert (await street.dial_any(places, TABLE))[1][0] in ("a", "b")


async def test_of_several_reasons_the_one_that_tells_most_is_told(
    autojump_clock: trio.testing.MockClock,
) -> None:
    reasons = (OSError(), PeerGone(), AnotherKey(), TurnedAway("TableFull"))
    for first in range(len(reasons)):
        street, places = called(**{str(n): (0.0, reason) for n, reason in enumerate(reasons[: first + 1])})
        with pytest.raises(type(reasons[first])):
            await street.dial_any(places, TABLE)


async def test_who_has_another_key_is_hung_up_on(autojump_clock: trio.testing.MockClock) -> None:
    street, places = called(a=(0, 1), b=(1, 0))
    wanted = key_of(0).public.hex()[:16]
    assert (await street.dial_any(places, TABLE, wanted))[1][0] == "b"
    with pytest.raises(AnotherKey):
        await street.dial_any(places[:1], TABLE, wanted)
