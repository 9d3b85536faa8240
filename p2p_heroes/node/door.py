"""Where connections come from: a listener, a dialler, TLS and the signed hello on both.

Out come peers whose key is proven. Whoever does not say who it is in time, or
crowds the door, is sent away at no cost to those inside.
"""

import secrets
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.tls import Certificate, NoCertificate, peer_fingerprint
from protocol.errors import Refusal, TableStarted, Unexpected, WrongTable
from protocol.handshake import Handshake, Stage
from protocol.identity import Key
from protocol.parcels import Hello, Refused

GREETING_SECONDS = 10
STRANGERS = 32
DIAL_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Visitor:
    """A peer that has shown its key, and the table it means (none: the lobby)."""

    peer: Peer
    table: bytes | None
    binding: bytes


class TurnedAway(Exception):
    """The other side said why it does not want to talk to us: the name of an error."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Door:
    """One node's listener and dialler."""

    def __init__(self, key: Key, certificate: Certificate) -> None:
        self.key = key
        self.certificate = certificate
        self.refused: dict[str, int] = {}
        self._strangers = 0

    async def dial(self, host: str, port: int, table: bytes | None) -> Visitor:
        """Connect and greet. Raises OSError, PeerGone, TurnedAway, trio.TooSlowError or a Refusal."""
        with trio.fail_after(GREETING_SECONDS):
            with trio.fail_after(DIAL_SECONDS):
                plain = await trio.open_tcp_stream(host, port)
            stream = trio.SSLStream(
                plain, self.certificate.dialling, server_hostname="p2p-heroes", https_compatible=True
            )
            peer = Peer(stream, host, dialled=True)
            try:
                await _shake_hands(stream)
                shaker = self._shaker(peer_fingerprint(stream), table, dialled=True)
                await peer.send(shaker.ours)
                return await self._greet(peer, shaker)
            except BaseException:
                await trio.aclose_forcefully(stream)
                raise

    async def listen(
        self,
        listeners: list[trio.SocketListener],
        tables: Callable[[], set[bytes | None]],
        visit: Callable[[Visitor], Awaitable[None]],
    ) -> None:
        """Let visitors in for the tables that are open at the time, for ever."""

        async def welcome(plain: trio.SocketStream) -> None:
            if self._strangers >= STRANGERS:
                await trio.aclose_forcefully(plain)
                return
            visitor = await self._admit(plain, tables)
            if visitor is not None:
                await visit(visitor)

        await trio.serve_listeners(welcome, listeners)

    async def _admit(
        self, plain: trio.SocketStream, tables: Callable[[], set[bytes | None]]
    ) -> Visitor | None:
        stream = trio.SSLStream(plain, self.certificate.accepting, server_side=True, https_compatible=True)
        peer = Peer(stream, _host_of(plain), dialled=False)
        self._strangers += 1
        try:
            with trio.fail_after(GREETING_SECONDS):
                await _shake_hands(stream)
                return await self._answer(peer, tables)
        except Refusal as refusal:
            self.count(refusal.name)
            await peer.refuse(refusal)
        except (PeerGone, trio.TooSlowError):
            self.count("PeerGone")
            await peer.close()
        finally:
            self._strangers -= 1
        return None

    async def _answer(self, peer: Peer, tables: Callable[[], set[bytes | None]]) -> Visitor:
        hello = await peer.receive()
        if not isinstance(hello, Hello):
            raise Unexpected("no hello")
        if hello.table not in tables():
            raise _closed(hello.table)
        shaker = self._shaker(self.certificate.fingerprint, hello.table, dialled=False)
        await peer.send(*shaker.receive(hello))
        return await self._greet(peer, shaker)

    async def _greet(self, peer: Peer, shaker: Handshake) -> Visitor:
        while shaker.stage is not Stage.DONE:
            parcel = await peer.receive()
            if isinstance(parcel, Refused):
                raise TurnedAway(parcel.reason)
            replies = shaker.receive(parcel)
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


async def _shake_hands(stream: trio.SSLStream[trio.SocketStream]) -> None:
    try:
        await stream.do_handshake()
    except (trio.BrokenResourceError, ssl.SSLError, NoCertificate) as error:
        raise PeerGone(str(error)) from error


def _closed(table: bytes | None) -> Refusal:
    return TableStarted("no lobby here") if table is None else WrongTable("not our table")


def _host_of(stream: trio.SocketStream) -> str:
    try:
        name = stream.socket.getpeername()
    except OSError:
        return ""
    return str(name[0])
