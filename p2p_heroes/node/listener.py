"""A node's place on the network: one listener, and behind it a lobby, then a table.

What host, guest, bot and a returning player have in common: listen, then
found, enter or reopen a table, and get a `Node` to run.
"""

import errno
import secrets
import socket
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from p2p_heroes.node.address_file import addresses_beside, read_addresses, write_addresses
from p2p_heroes.node.card_secret import forget_secret, make_secret, read_secret, secret_beside
from p2p_heroes.node.chat_file import Talk, Word, talk_beside
from p2p_heroes.node.connector import Connector, Visitor, scoped_host
from p2p_heroes.node.lobby_guest import LobbyGuest, Notice
from p2p_heroes.node.lobby_host import Founding, LobbyHost
from p2p_heroes.node.news import News, Resumed, Spoke, Torn
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import SeatPlayer
from p2p_heroes.node.redial import HostRoute, Search
from p2p_heroes.node.replay import restore
from p2p_heroes.node.seat_addresses import Place
from p2p_heroes.node.store import Store, transcript_path
from p2p_heroes.node.table import Position, choices_of, hides_cards, rules_for
from p2p_heroes.node.tls import ephemeral
from protocol.errors import BrokenTranscript, NotOnRoster, Refusal
from protocol.events import Event, Finished, Settled
from protocol.genesis import Genesis
from protocol.identity import Key
from protocol.lobby import Terms
from protocol.session import Session
from protocol.transcript import Founded

SITTING_SECONDS = 5
"""How long a visitor waits for somebody who is still on the way from the lobby to the table."""


BACKLOG = 64
PORT_ATTEMPTS = 8
"""How many ports are tried for one that is free in both families."""


class CannotListen(Exception):
    """The address is taken, or not one of ours; the text says where and why."""


class Listener:
    """One player's listener and what is behind it."""

    def __init__(self, connector: Connector, port: int, folder: Path, hosts: tuple[str, ...] = ()) -> None:
        self.connector = connector
        self.hosts = hosts
        self.port = port
        self.folder = folder
        self.lobby_host: LobbyHost | None = None
        self.node: Node | None = None
        self._in_lobby = False
        self._sat = trio.Event()

    async def expects(self, table: bytes | None) -> bool:
        """Whether visitors may come for a table, or for the lobby.

        A lobby ends for each of its guests at another moment. Who is at the table before us has come to the
        right place, but we do not know its name yet, or have not sat down: it waits for us.
        """
        if table is None:
            return self.node is None and self.lobby_host is not None
        if self._in_lobby:
            with trio.move_on_after(SITTING_SECONDS):
                await self._sat.wait()
        return self.node is not None and self.node.table == table and not self.node.has_left

    async def visit(self, visitor: Visitor) -> None:
        """Lead a visitor to the lobby or to the table."""
        if visitor.table is not None and self.node is not None:
            await self.node.visit(visitor)
        elif self.lobby_host is not None:
            await self.lobby_host.visit(visitor)
        else:
            await visitor.peer.close()

    def open_lobby(self, terms: Terms, *, name: str, code: str | None) -> LobbyHost:
        """Be the host."""
        choices = choices_of(terms.game)
        self._in_lobby = True
        self.lobby_host = LobbyHost(self.connector, terms, code=code, port=self.port, choices=choices)
        self.lobby_host.sit(name)
        return self.lobby_host

    async def enter(
        self,
        host: str,
        port: int,
        *,
        name: str,
        code: str,
        wishes: trio.MemoryReceiveChannel[str | None],
        notices: trio.MemorySendChannel[Notice],
        search: Search | None = None,
    ) -> Founding:
        """Be a guest: sit down in somebody's lobby until the table is founded.

        search: how a host is found again that has moved.
        """
        guest = LobbyGuest(
            self.connector.key.public,
            name=name,
            port=self.port,
            code=code,
            wishes=wishes,
            notices=notices,
            check=rules_for,
        )
        way = HostRoute(self.connector, (host, port), search)
        self._in_lobby = True
        founding = await guest.stay(way)
        seat = founding.genesis.seat_of(guest.host)
        if seat is not None:
            founding.addresses[seat] = way.place
        return founding

    def sit(self, founding: Founding, player: SeatPlayer, news: trio.MemorySendChannel[News]) -> Node:
        """Take our seat at a table that was founded. Raises BadGenesis if we cannot play it."""
        genesis = founding.genesis
        session = Session(genesis, rules_for(genesis), {self._seat(genesis): self.connector.key})
        path = transcript_path(self.folder, genesis.table)
        # Whoever has a record can come back to the table, so it must be findable from the first byte on.
        self._note(path, session, founding.addresses)
        seed = make_secret(secret_beside(path), secrets.token_bytes) if hides_cards(genesis.game) else b""
        store = Store.create(self.folder, genesis.table, Founded(genesis.encoded, tuple(session.keys)))
        return self._settle(session, store, player, founding.addresses, news, _talk_of(store, session), seed)

    def reopen(self, store: Store, player: SeatPlayer, news: trio.MemorySendChannel[News]) -> Node:
        """Go back to a table from its record. Raises BadGenesis, BrokenTranscript or NotOnRoster."""
        try:
            session, happened = self._restored(store)
            seed = _secret_of(session, secret_beside(store.path))
        except Refusal:
            store.close()
            raise
        if store.transcript.torn:
            news.send_nowait(Torn(store.transcript.torn))
        talk = _talk_of(store, session)
        news.send_nowait(Resumed(tuple(_in_order(happened, talk.words))))
        places = read_addresses(addresses_beside(store.path))
        self._note(store.path, session, places)
        return self._settle(session, store, player, places, news, talk, seed)

    def _restored(self, store: Store) -> tuple[Session[Position], list[Event]]:
        genesis = Genesis.read(store.transcript.genesis)
        session = Session(genesis, rules_for(genesis), {self._seat(genesis): self.connector.key})
        return session, restore(session, store.transcript.records)

    def _note(self, path: Path, session: Session[Position], places: Mapping[int, Place]) -> None:
        """Write down where the seats listen, we among them."""
        own = dict.fromkeys(session.keys, ("", self.port))
        write_addresses(addresses_beside(path), {**places, **own})

    def _seat(self, genesis: Genesis) -> int:
        seat = genesis.seat_of(self.connector.key.public)
        if seat is None:
            raise NotOnRoster("our key has no seat at this table")
        return seat

    def _settle(
        self,
        session: Session[Position],
        store: Store,
        player: SeatPlayer,
        places: dict[int, tuple[str, int]],
        news: trio.MemorySendChannel[News],
        talk: Talk,
        seed: bytes,
    ) -> Node:
        seat = next(iter(session.keys))
        places.pop(seat, None)
        self.node = Node(
            session, rules_for(session.genesis), store, self.connector, {seat: player},
            port=self.port, addresses=places, news=news, talk=talk, seeds={seat: seed},
            remember=lambda seen: self._note(store.path, session, seen),
        )  # fmt: skip
        if self.lobby_host is not None:
            self.node.note_told(self.lobby_host.turned_away)
        self._in_lobby = False
        self._sat.set()
        return self.node


def _secret_of(session: Session[Position], path: Path) -> bytes:
    """The secret of a table that we go back to; none if it needs none, or has forgotten it at its end.

    Whoever went on with another one would lie about its cards. Raises BrokenTranscript.
    """
    rules, state = rules_for(session.genesis), session.play.state.state
    is_over = isinstance(session.play.outcome, Finished)
    if not hides_cards(session.genesis.game) or (is_over and not path.exists()):
        return b""
    seed = read_secret(path)
    if not all(rules.keeper(seat, seed).fits(state) for seat in session.keys):
        raise BrokenTranscript(f"the secret of its cards is that of another table: {path}")
    return seed


def _talk_of(store: Store, session: Session[Position]) -> Talk:
    return Talk(talk_beside(store.path), len(session.genesis.seats))


def _in_order(happened: Iterable[Event], words: Iterable[Word]) -> Iterator[Event | Spoke]:
    """What was said in a step comes before its end, and what was said since at the end."""
    said = deque(words)
    for event in happened:
        while isinstance(event, Settled) and said and said[0].step <= event.step:
            yield said.popleft().spoke
        yield event
    yield from (word.spoke for word in said)


@asynccontextmanager
async def open_listener(key: Key, folder: Path, listen: tuple[str, int]) -> AsyncIterator[Listener]:
    """Listen at an address for as long as the context lasts; no host: at all of them. Raises CannotListen."""
    listeners = await _open_listeners(*listen)
    names = [listener.socket.getsockname() for listener in listeners]
    listener = Listener(
        Connector(key, ephemeral()), names[0][1], folder, tuple(scoped_host(name) for name in names)
    )
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listener.connector.listen, listeners, listener.expects, listener.visit)
            yield listener
            nursery.cancel_scope.cancel()
    finally:
        # Not before the last visitor is gone: each may still have brought something to write down.
        if listener.node is not None:
            listener.node.store.close()
            # A claim may still be taken back, and then the cards are needed again.
            if isinstance(listener.node.outcome, Finished):
                forget_secret(secret_beside(listener.node.store.path))


async def _open_listeners(host: str, port: int) -> list[trio.SocketListener]:
    try:
        if host:
            return await trio.open_tcp_listeners(port, host=host, backlog=BACKLOG)
        return await _open_both(port)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no name of a machine"
        raise CannotListen(f"{host}:{port}: {reason}") from error


async def _open_both(port: int) -> list[trio.SocketListener]:
    """On every address of IPv4 and of IPv6, at one port; where a family is missing, on those of the other."""
    for attempt in range(PORT_ATTEMPTS):
        first = await _open_family("0.0.0.0", port)  # noqa: S104 -- a table on the LAN listens to the LAN
        chosen = first[0].socket.getsockname()[1] if first else port
        try:
            found = first + await _open_family("::", chosen)
        except OSError:
            for listener in first:
                await listener.aclose()
            # A free port may be taken in the other family; a named one stays taken.
            if port or attempt == PORT_ATTEMPTS - 1:
                raise
            continue
        if found:
            return found
    raise OSError(errno.EAFNOSUPPORT, "neither IPv4 nor IPv6 here")


async def _open_family(host: str, port: int) -> list[trio.SocketListener]:
    """The listeners of one family; none if the machine does not have it."""
    try:
        return await trio.open_tcp_listeners(port, host=host, backlog=BACKLOG)
    except OSError as error:
        if error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL) or isinstance(error, socket.gaierror):
            return []
        raise
