"""The lobby over connections, the guest's side: it sits down, and checks what is founded.

Comes in: the way to the host, what the player chooses. Goes out: the list whenever it
changes, and the founding in the end. A connection that breaks is dialled again, wherever
the host is by then. All rules are in `protocol.lobby`; the host's side is in `lobby_host`.
"""

import contextlib
import secrets
from collections.abc import Callable, Sequence
from enum import Enum

import trio

from p2p_heroes.node.connector import GREETING_SECONDS, AnotherKey, TurnedAway, Visitor
from p2p_heroes.node.invitation import show_code
from p2p_heroes.node.lobby_host import Founding, fresh_nonce
from p2p_heroes.node.mesh import FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS, LASTING_SECONDS
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from p2p_heroes.node.peer import PARTING_SECONDS, Peer, PeerGone
from p2p_heroes.node.redial import HostRoute
from p2p_heroes.node.seat_addresses import places_told
from protocol.errors import Unexpected
from protocol.genesis import Genesis
from protocol.lobby import GuestLobby
from protocol.peer_messages import Addresses, Farewell, Found, PeerMessage, Propose, Refuse, Seats, Sit

REDIAL_SECONDS = 60
"""How long a guest whose connection broke goes on dialling."""


class HostLink(Enum):
    """What became of the connection to the host."""

    BROKEN = "broken"
    BACK = "back"


Notice = Seats | HostLink
"""What a guest's owner is told: the list whenever it changes, and when the connection breaks and is back."""


class Dismissed(PeerGone):
    """The host hung up on purpose."""


class HostLost(PeerGone):
    """The connection broke, and the host was not to be found again."""


class LobbyGuest:
    """Who sits down in somebody's lobby, and stays there through broken connections.

    A wish is the choice with which we are ready, or None to be not ready (yet). Every change goes out as a
    notice. The check refuses what we could not play.
    """

    def __init__(
        self,
        key: bytes,
        *,
        name: str,
        port: int,
        code: str,
        wishes: trio.MemoryReceiveChannel[str | None],
        notices: trio.MemorySendChannel[Notice],
        check: Callable[[Genesis], object],
    ) -> None:
        self.key = key
        self.name = name
        self.check = check
        self.wishes = wishes
        self.wish: str | None = None
        self.host = b""
        self._port = port
        self._code = code
        self._notices = notices
        self._seen: Seats | None = None
        self._is_away = False
        self._seated: float | None = None
        self._pause = FIRST_RETRY_SECONDS

    async def stay(self, way: HostRoute) -> Founding:
        """From the first visit to the founding. Who leaves a seat before says farewell.

        Before it sits raises what dialling does; in the lobby PeerGone, or a group of errors.
        """
        visitor = await way.dial()
        self.host = visitor.peer.key
        founding = await self.attend(visitor)
        while founding is None:
            self._is_away, self._seen = True, None
            self._notices.send_nowait(HostLink.BROKEN)
            founding = await self._come_back(way)
        return founding

    async def attend(self, visitor: Visitor) -> Founding | None:
        """One visit, from the open connection to the founding; None if we sat, and the connection broke."""
        self._seated = None
        peer = visitor.peer
        try:
            with trio.fail_after(GREETING_SECONDS):
                await show_code(visitor, self.key, self._code)
            await peer.send(Sit(self.name, self._port))
            founding = await _Visit(peer, self).run()
        finally:
            with trio.CancelScope(shield=True):
                await peer.close()
        if founding is None and self._seated is None:
            raise PeerGone("the connection broke before we sat")
        return founding

    def note(self, notice: Seats) -> None:
        """The host's list; most of what is repeated is nothing new."""
        if self._seated is None and is_listed(notice, self.key):
            self._seated = trio.current_time()
            if self._is_away:
                self._is_away = False
                self._notices.send_nowait(HostLink.BACK)
        if notice != self._seen:
            self._seen = notice
            self._notices.send_nowait(notice)

    async def _come_back(self, way: HostRoute) -> Founding | None:
        """Dial until we sit again; None if that connection broke, too. Raises HostLost, in the end."""
        deadline = trio.current_time() + REDIAL_SECONDS
        if self._seated is not None and trio.current_time() - self._seated >= LASTING_SECONDS:
            self._pause = FIRST_RETRY_SECONDS
        while (visitor := await self._found_again(way, deadline)) is not None:
            try:
                return await self.attend(visitor)
            except (OSError, PeerGone, trio.TooSlowError):
                continue
        raise HostLost("the table could not be reached again")

    async def _found_again(self, way: HostRoute, deadline: float) -> Visitor | None:
        """The host, wherever it is now; None when the time is over."""
        async with way.searching(self.host):
            while trio.current_time() < deadline:
                await trio.sleep(self._pause * (0.5 + secrets.randbelow(1000) / 1000))
                self._pause = min(2 * self._pause, LAST_RETRY_SECONDS)
                with contextlib.suppress(OSError, PeerGone, AnotherKey, trio.TooSlowError):
                    return await way.dial_again(self.host)
        return None


class _Visit:
    """What a guest does in the lobby, on one connection."""

    def __init__(self, peer: Peer, guest: LobbyGuest) -> None:
        self.peer = peer
        self.guest = guest
        self.lobby = GuestLobby(guest.key, guest.name)
        self.addresses: dict[int, tuple[str, int]] = {}
        # What we said last is on its way: the list that answers it comes before we say more, or the
        # host would found a table on a pledge that we no longer mean.
        self._asked = False
        self._said: str | None = None

    async def run(self) -> Founding | None:
        """The founding; None if the connection broke. Raises a group of TurnedAway, Dismissed or Refusals."""
        founding: Founding | None = None
        is_broken = False
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._follow_wishes)
                while founding is None:
                    founding = await self._hear(await self._next())
                nursery.cancel_scope.cancel()
        except* Dismissed:
            raise
        except* PeerGone:
            is_broken = True
        finally:
            # No farewell on a broken connection: where it arrives late, it would cost us our place.
            if founding is None and not is_broken:
                await self._part()
        return founding

    async def _next(self) -> PeerMessage:
        with trio.move_on_after(SILENCE_SECONDS):
            return await self.peer.receive()
        raise PeerGone("the host was silent for too long")

    async def _part(self) -> None:
        with trio.move_on_after(PARTING_SECONDS, shield=True), contextlib.suppress(PeerGone):
            await self.peer.send(Farewell())

    async def _follow_wishes(self) -> None:
        async for wish in self.guest.wishes:
            self.guest.wish = wish
            await self._speak()

    async def _hear(self, peer_message: PeerMessage) -> Founding | None:
        match peer_message:
            case Seats():
                self.lobby.hear(peer_message)
                self._asked = self._asked and self._known_as(peer_message) != self._said
                self.guest.note(peer_message)
                await self._speak()
            case Propose():
                await self._agree(peer_message)
            case Addresses(known):
                self.addresses = places_told(known, self.peer.host)
            case Found():
                return self._found(peer_message)
            case Refuse(reason):
                raise TurnedAway(reason)
            case Farewell():
                raise Dismissed("the host closed the lobby")
            case _:
                raise Unexpected(f"{type(peer_message).__name__} in the lobby")
        return None

    async def _agree(self, proposal: Propose) -> None:
        self.guest.check(Genesis.read(proposal.draft))
        # One that crossed with our own news is off already; the list that tells so is on its way.
        with contextlib.suppress(Unexpected):
            await self.peer.send(self.lobby.agree(proposal))

    async def _speak(self) -> None:
        """Tell the host if it has us down as something else than we wish."""
        notice, wish = self.lobby.notice, self.guest.wish
        if self._asked or notice is None or not is_listed(notice, self.guest.key):
            return
        if self._known_as(notice) == wish:
            return
        self._asked, self._said = True, wish
        if wish is None:
            await self.peer.send(self.lobby.unready())
        else:
            await self.peer.send(self.lobby.ready(wish, fresh_nonce()))

    def _known_as(self, notice: Seats) -> str | None:
        """The choice with which the host's list has us ready, or None."""
        ready = (place.choice for place in notice.places if place.key == self.guest.key and place.ready)
        return next(ready, None)

    def _found(self, peer_message: Found) -> Founding:
        genesis = self.lobby.found(peer_message)
        return Founding(genesis, self.addresses)


def is_listed(notice: Seats, key: bytes) -> bool:
    """Whether the holder of a key sits."""
    return any(place.key == key for place in notice.places)


def free_choice(notice: Seats, key: bytes, wish: str, choices: Sequence[str]) -> str:
    """What the holder of a key should wish for: the same as before, unless somebody further up has it.

    Everybody gives way to those further up in the list only, so the wishes come to rest. Of `choices`, the
    first is liked best.
    """
    before = [place.key for place in notice.places].index(key)
    taken = [place.choice for place in notice.places if place.key != key]
    if wish and wish not in taken[:before]:
        return wish
    return next((choice for choice in choices if choice not in taken), wish)
