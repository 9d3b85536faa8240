"""Where connections come from: a listener, a dialler, TLS and the signed hello on both.

Out come peers whose key is proven. Whoever does not say who it is in time, or
crowds the listener, is sent away at no cost to those inside.
"""

import secrets
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import trio

from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.seat_addresses import Place
from p2p_heroes.node.tls import Certificate, Secured, peer_fingerprint
from p2p_heroes.node.wire import Wire
from protocol.errors import Flood, Refusal, TableStarted, Unexpected, WrongTable
from protocol.frozen import Frozen
from protocol.handshake import Handshake, HandshakeStage
from protocol.identity import Key
from protocol.peer_messages import Hello, Refuse

GREETING_SECONDS = 10
DIAL_SECONDS = 5
STAGGER_SECONDS = 0.25
"""How long the first of several addresses may take before the next one is tried as well (RFC 8305)."""
STRANGERS = 32
"""How many may be connected who have not said who they are. One more, and the one who has been there longest
must go: an honest visitor is through in no time, so those who take long are not worth a place."""

KEEP_ALIVE = {
    "TCP_KEEPIDLE": 10,
    "TCP_KEEPALIVE": 10,
    "TCP_KEEPINTVL": 5,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 25_000,
}
"""Seconds of silence before the system asks, under its two names, and between asking; how often it asks. It
asks nothing while something we sent is under way: after so many milliseconds it gives up on that, too."""

Expects = Callable[[bytes | None], Awaitable[bool]]
"""Whether visitors may come for a table; None is the lobby. It may take a moment until that is known."""


class Visitor(Frozen):
    """A peer that has shown its key, and the table it means (none: the lobby)."""

    peer: Peer
    table: bytes | None
    binding: bytes


class TurnedAway(Exception):
    """The other side said why it does not want to talk to us: the name of an error."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class AnotherKey(Exception):
    """Whoever answered is not whom we wanted to reach."""


Astray = Callable[[Visitor, Place], Awaitable[None]]
"""What becomes of somebody who answered at a place and is not whom we wanted to reach."""


async def hang_up(visitor: Visitor, _: Place) -> None:
    """We have nothing to say to each other."""
    await visitor.peer.close()


NO_VISITOR = (OSError, PeerGone, TurnedAway, AnotherKey, trio.TooSlowError, Refusal)
"""What dialling raises."""


class Crowd:
    """Those connected who have not shown yet that they are worth a place."""

    def __init__(self) -> None:
        self._places: deque[trio.CancelScope] = deque()

    @contextmanager
    def hurry(self) -> Iterator[trio.CancelScope]:
        """A place among them for a short while; the scope ends when it is over."""
        with trio.move_on_after(GREETING_SECONDS) as scope:
            if len(self._places) >= STRANGERS:
                self._places.popleft().cancel()
            self._places.append(scope)
            try:
                yield scope
            finally:
                with suppress(ValueError):
                    self._places.remove(scope)


class Connector:
    """One node's listener and dialler."""

    def __init__(self, key: Key, certificate: Certificate, peer: Callable[..., Peer] = Peer) -> None:
        self.key = key
        self._peer = peer
        self.certificate = certificate
        self.refused: dict[str, int] = {}
        self._strangers = Crowd()

    # Outwards.

    async def dial(self, host: str, port: int, table: bytes | None) -> Visitor:
        """Connect and greet. Raises OSError, PeerGone, TurnedAway, trio.TooSlowError or a Refusal."""
        with trio.fail_after(DIAL_SECONDS):
            plain = await _connect(host, port)
        _keep_alive(plain)
        return await self.introduce(Wire(plain), host, table)

    async def dial_any(
        self, places: Sequence[Place], table: bytes | None, key: str = "", astray: Astray = hang_up
    ) -> tuple[Visitor, Place]:
        """Connect and greet wherever somebody answers first, and say where; the others are hung up on.

        key: how the key of whom we want to reach begins, as hex digits; whoever has another does not win.
        Raises AnotherKey, or what `dial` does; of several reasons the one that tells most.
        """
        won: list[tuple[Visitor, Place]] = []
        reasons: list[Exception] = []

        async def attempt(place: Place, ended: trio.Event) -> None:
            try:
                visitor = await self._dial_for(key, place, table, astray)
            except NO_VISITOR as reason:
                reasons.append(reason)
                ended.set()
                return
            if won:
                await visitor.peer.close()
            won.append((visitor, place))
            nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for place in places:
                ended = trio.Event()
                nursery.start_soon(attempt, place, ended)
                with trio.move_on_after(STAGGER_SECONDS):
                    await ended.wait()
        if won:
            return won[0]
        raise min(reasons, key=_silence)

    async def _dial_for(self, key: str, place: Place, table: bytes | None, astray: Astray) -> Visitor:
        visitor = await self.dial(*place, table)
        if not visitor.peer.key.hex().startswith(key):
            await astray(visitor, place)
            raise AnotherKey("somebody else answers there")
        return visitor

    async def introduce(self, plain: trio.abc.Stream, host: str, table: bytes | None) -> Visitor:
        """Greet on a connection that we opened. Raises PeerGone, TurnedAway, TooSlowError or a Refusal."""
        stream = Secured(plain, self.certificate.dialling)
        peer = self._peer(stream, host, dialled=True)
        try:
            with trio.fail_after(GREETING_SECONDS):
                await _shake_hands(stream)
                shaker = self._shaker(peer_fingerprint(stream), table, dialled=True)
                await peer.send(shaker.ours)
                return await self._greet(peer, shaker)
        except BaseException:
            await peer.close()
            raise

    # Inwards.

    async def listen(
        self,
        listeners: list[trio.SocketListener],
        expects: Expects,
        visit: Callable[[Visitor], Awaitable[None]],
    ) -> None:
        """Let visitors in for the tables that are open at the time, for ever."""

        async def welcome(plain: trio.SocketStream) -> None:
            _keep_alive(plain)
            visitor = await self.admit(Wire(plain), _host_of(plain), expects)
            if visitor is not None:
                await visit(visitor)

        await trio.serve_listeners(welcome, listeners)

    async def admit(self, plain: trio.abc.Stream, host: str, expects: Expects) -> Visitor | None:
        """Greet on a connection that was opened to us; None if it is not worth keeping."""
        with self._strangers.hurry() as scope:
            return await self._admit(plain, host, expects)
        self.count("PeerGone" if trio.current_time() >= scope.deadline else Flood.__name__)
        return None

    async def _admit(self, plain: trio.abc.Stream, host: str, expects: Expects) -> Visitor | None:
        stream = Secured(plain, self.certificate.accepting, server_side=True)
        peer = self._peer(stream, host, dialled=False)
        visitor: Visitor | None = None
        try:
            await _shake_hands(stream)
            visitor = await self._answer(peer, expects)
        except Refusal as refusal:
            self.count(refusal.name)
            await peer.refuse(refusal)
        except (PeerGone, TurnedAway):
            self.count("PeerGone")
        finally:
            if visitor is None:
                await peer.close()
        return visitor

    async def _answer(self, peer: Peer, expects: Expects) -> Visitor:
        hello = await peer.receive()
        if not isinstance(hello, Hello):
            raise Unexpected("no hello")
        if not await expects(hello.table):
            raise _closed(hello.table)
        shaker = self._shaker(self.certificate.fingerprint, hello.table, dialled=False)
        await peer.send(*shaker.receive(hello))
        return await self._greet(peer, shaker)

    # Both.

    async def _greet(self, peer: Peer, shaker: Handshake) -> Visitor:
        while shaker.stage is not HandshakeStage.DONE:
            peer_message = await peer.receive()
            if isinstance(peer_message, Refuse):
                raise TurnedAway(peer_message.reason)
            replies = shaker.receive(peer_message)
            if replies:
                await peer.send(*replies)
        peer.trust(shaker.peer)
        return Visitor(peer, shaker.ours.table, shaker.binding)

    def _shaker(self, certificate: bytes, table: bytes | None, *, dialled: bool) -> Handshake:
        nonce = secrets.token_bytes(32)
        return Handshake(dialled=dialled, key=self.key, nonce=nonce, certificate=certificate, table=table)

    def count(self, name: str) -> None:
        """Keep account of what was refused, by name."""
        self.refused[name] = self.refused.get(name, 0) + 1


async def _connect(host: str, port: int) -> trio.SocketStream:
    try:
        return await trio.open_tcp_stream(host, port)
    except ValueError as error:  # peers, too, say where to dial
        raise OSError(f"{host!r} is no name of a machine") from error


def _silence(reason: Exception) -> int:
    """How little it tells of whoever is there."""
    ranks = ((TurnedAway, Refusal), (AnotherKey,), (PeerGone, trio.TooSlowError))
    return next((rank for rank, kinds in enumerate(ranks) if isinstance(reason, kinds)), len(ranks))


def _keep_alive(stream: trio.SocketStream) -> None:
    """Notice within half a minute when the other machine is gone, also where nobody has anything to say."""
    # Some systems refuse it of a connection that the other side has reset already, which shows soon enough.
    with suppress(OSError):
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in KEEP_ALIVE.items():
            if hasattr(socket, name):
                stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def _shake_hands(stream: Secured) -> None:
    try:
        await stream.do_handshake()
    except trio.BrokenResourceError as error:
        raise PeerGone(str(error)) from error


def _closed(table: bytes | None) -> Refusal:
    return TableStarted("no lobby here") if table is None else WrongTable("not our table")


def _host_of(stream: trio.SocketStream) -> str:
    try:
        return scoped_host(stream.socket.getpeername())
    except OSError:
        return ""


def scoped_host(name: tuple[Any, ...]) -> str:
    """The address in a socket's name; of a link-local one the interface is a part. Raises OSError."""
    host, scope = name[0], name[3] if len(name) > 3 else 0
    return f"{host}%{socket.if_indextoname(scope)}" if scope else str(host)
