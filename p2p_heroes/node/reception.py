"""The lobby over connections: a host that keeps the list, a guest that checks what is founded.

Comes in: visitors of the door, what the player chooses. Goes out: a genesis that
every seat agreed to, and where the seats listen. All rules are in `protocol.lobby`.
"""

import contextlib
import secrets
from dataclasses import dataclass
from typing import TypeVar

import trio

from p2p_heroes.node.door import Door, TurnedAway, Visitor
from p2p_heroes.node.peer import Peer, PeerGone
from protocol.errors import NotDue, Refusal, Unexpected, WrongCode
from protocol.genesis import Genesis
from protocol.invite import ENTROPY_SIZE, Invite
from protocol.lobby import GuestLobby, HostLobby, Terms
from protocol.parcels import (
    Address,
    Addresses,
    Confirm,
    Farewell,
    Found,
    Nonce,
    Parcel,
    Place,
    Propose,
    Ready,
    Refused,
    Seats,
    Share,
    Sit,
)
from protocol.parcels import Door as DoorSign

WRONG_CODES = 20
"""After so many wrong codes the host lets nobody else in: somebody is guessing."""


@dataclass(frozen=True, slots=True)
class Founding:
    """What a lobby ends with: the genesis, and where each seat was last seen."""

    genesis: Genesis
    addresses: dict[int, tuple[str, int]]


class HostReception:
    """The host's side: one conversation per guest, one list for all."""

    def __init__(self, door: Door, terms: Terms, *, code: str | None, port: int) -> None:
        self.door = door
        self.lobby = HostLobby(terms)
        self.changed = trio.Event()
        self.wrong_codes = 0
        self._code = code
        self._port = port
        self._guests: dict[bytes, Peer] = {}
        self._listens: dict[bytes, tuple[str, int]] = {}
        self._own: GuestLobby | None = None
        self._wish: str | None = None
        self._founded = trio.Event()
        self._founding: Founding | None = None

    def sit(self, name: str) -> None:
        """The host takes its own seat."""
        self._own = GuestLobby(self.door.key.public, name)
        self.lobby.sit(self.door.key.public, Sit(name, self._port))

    def wish(self, choice: str | None) -> None:
        """The host's own choice with which it is ready, or None; the game starts when all are."""
        self._wish = choice
        self._be_ready()

    async def founding(self) -> Founding:
        """Wait until everybody is seated and ready, and the table is founded."""
        await self._founded.wait()
        assert self._founding is not None
        return self._founding

    async def visit(self, visitor: Visitor) -> None:
        """One guest, from the door to the founding or to its leaving."""
        peer = visitor.peer
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(peer.write_outbox)
                await self._converse(visitor)
                nursery.cancel_scope.cancel()
        except* Refusal as group:
            refusal = next(e for e in _leaves(group) if isinstance(e, Refusal))
            self.door.count(refusal.name)
            await peer.refuse(refusal)
        except* PeerGone:
            pass
        finally:
            self._leave(peer)
            with trio.CancelScope(shield=True):
                await peer.close()

    async def _converse(self, visitor: Visitor) -> None:
        await self._ask_code(visitor)
        peer = visitor.peer
        wish = await peer.receive()
        if not isinstance(wish, Sit):
            raise Unexpected("no wish for a seat")
        self.lobby.sit(peer.key, wish)
        self._guests[peer.key] = peer
        self._listens[peer.key] = (peer.host, wish.port)
        self._notify()
        while not isinstance(parcel := await peer.receive(), Farewell):
            self._hear(peer, parcel)

    async def _ask_code(self, visitor: Visitor) -> None:
        peer = visitor.peer
        await peer.send(DoorSign(self._code is not None))
        if self._code is None:
            return
        if self.wrong_codes >= WRONG_CODES:
            raise WrongCode("too many wrong codes")
        invite = Invite.host(
            self._code,
            visitor.binding,
            guest_key=peer.key,
            host_key=self.door.key.public,
            entropy=secrets.token_bytes(ENTROPY_SIZE),
        )
        try:
            invite.receive((await _expect(peer, Share)).share)
            await peer.send(Share(invite.share))
            invite.check((await _expect(peer, Confirm)).confirmation)
        except WrongCode:
            self.wrong_codes += 1
            raise
        await peer.send(Confirm(invite.confirmation))

    def _hear(self, peer: Peer, parcel: Parcel) -> None:
        match parcel:
            case Ready():
                self.lobby.ready(peer.key, parcel)
                self._notify()
                self._try_to_propose()
            case Nonce():
                self._redeem(peer.key, parcel)
            case _:
                raise Unexpected(f"{type(parcel).__name__} in the lobby")

    def _be_ready(self) -> None:
        assert self._own is not None
        ready = self._own.unready() if self._wish is None else self._own.ready(self._wish, _nonce())
        self.lobby.ready(self.door.key.public, ready)
        self._notify()
        self._try_to_propose()

    def _try_to_propose(self) -> None:
        try:
            proposal = self.lobby.propose()
        except NotDue:
            return
        assert self._own is not None
        self._own.hear(self.lobby.notice())
        self._tell(proposal)
        self._redeem(self.door.key.public, self._own.agree(proposal))

    def _redeem(self, key: bytes, nonce: Nonce) -> None:
        founded = self.lobby.nonce(key, nonce)
        if founded is None:
            return
        genesis = Genesis.read(founded.genesis)
        seats = {genesis.seat_of(k): address for k, address in self._listens.items()}
        addresses = {seat: address for seat, address in seats.items() if seat is not None}
        known = tuple(Address(seat, *addresses[seat]) for seat in sorted(addresses))
        self._tell(Addresses(known), founded)
        self._founding = Founding(genesis, addresses)
        self._founded.set()

    def _leave(self, peer: Peer) -> None:
        if self._guests.get(peer.key) is not peer or self._founding is not None:
            return
        del self._guests[peer.key]
        del self._listens[peer.key]
        self.lobby.leave(peer.key)
        self._be_ready()

    def _tell(self, *parcels: Parcel) -> None:
        for peer in self._guests.values():
            peer.post(parcels)

    def _notify(self) -> None:
        self._tell(self.lobby.notice())
        self.changed.set()
        self.changed = trio.Event()


async def attend(
    visitor: Visitor,
    key: bytes,
    *,
    name: str,
    port: int,
    code: str,
    wishes: trio.MemoryReceiveChannel[str | None],
    notices: trio.MemorySendChannel[Seats],
) -> Founding:
    """The guest's side, from the door to the founding; cancelled, it says farewell.

    A wish is the choice with which we are ready, or None to be not ready (yet). Every
    change of the list goes out as a notice. Raises TurnedAway, PeerGone or a Refusal.
    """
    peer = visitor.peer
    try:
        await _show_code(visitor, key, code)
        await peer.send(Sit(name, port))
        return await _Guest(peer, GuestLobby(key, name), wishes, notices).run()
    except trio.Cancelled:
        with trio.move_on_after(1, shield=True), contextlib.suppress(PeerGone):
            await peer.send(Farewell())
        raise
    finally:
        with trio.CancelScope(shield=True):
            await peer.close()


async def _show_code(visitor: Visitor, key: bytes, code: str) -> None:
    peer = visitor.peer
    if not (await _expect(peer, DoorSign)).coded:
        return
    invite = Invite.guest(
        code,
        visitor.binding,
        guest_key=key,
        host_key=peer.key,
        entropy=secrets.token_bytes(ENTROPY_SIZE),
    )
    await peer.send(Share(invite.share))
    invite.receive((await _expect(peer, Share)).share)
    await peer.send(Confirm(invite.confirmation))
    invite.check((await _expect(peer, Confirm)).confirmation)


class _Guest:
    """What a guest does in the lobby."""

    def __init__(
        self,
        peer: Peer,
        lobby: GuestLobby,
        wishes: trio.MemoryReceiveChannel[str | None],
        notices: trio.MemorySendChannel[Seats],
    ) -> None:
        self.peer = peer
        self.lobby = lobby
        self.wish: str | None = None
        self.addresses: dict[int, tuple[str, int]] = {}
        self._wishes = wishes
        self._notices = notices
        # What we said last is on its way: the list that answers it comes before we say more, or the
        # host would found a table on a pledge that we no longer mean.
        self._asked = False
        self._said: str | None = None

    async def run(self) -> Founding:
        founding: Founding | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow_wishes)
            while founding is None:
                founding = await self._hear(await self.peer.receive())
            nursery.cancel_scope.cancel()
        assert founding is not None
        return founding

    async def _follow_wishes(self) -> None:
        async for wish in self._wishes:
            self.wish = wish
            await self._speak()

    async def _hear(self, parcel: Parcel) -> Founding | None:
        match parcel:
            case Seats():
                self.lobby.hear(parcel)
                self._asked = self._asked and self._known_as() != self._said
                self._notices.send_nowait(parcel)
                await self._speak()
            case Propose():
                self._asked = False
                await self.peer.send(self.lobby.agree(parcel))
            case Addresses(known):
                self.addresses = {address.seat: (address.host, address.port) for address in known}
            case Found():
                return self._found(parcel)
            case Refused(reason):
                raise TurnedAway(reason)
            case _:
                raise Unexpected(f"{type(parcel).__name__} in the lobby")
        return None

    async def _speak(self) -> None:
        """Tell the host if it has us down as something else than we wish."""
        if self._asked or not self._is_seated() or self._known_as() == self.wish:
            return
        self._asked, self._said = True, self.wish
        if self.wish is None:
            await self.peer.send(self.lobby.unready())
        else:
            await self.peer.send(self.lobby.ready(self.wish, _nonce()))

    def _is_seated(self) -> bool:
        return any(place.key == self.lobby.key for place in self._places())

    def _known_as(self) -> str | None:
        """The choice with which the host's list has us ready, or None."""
        ready = (place.choice for place in self._places() if place.key == self.lobby.key and place.ready)
        return next(ready, None)

    def _places(self) -> tuple[Place, ...]:
        return self.lobby.notice.places if self.lobby.notice else ()

    def _found(self, parcel: Found) -> Founding:
        genesis = self.lobby.found(parcel)
        return Founding(genesis, self.addresses)


T = TypeVar("T", Share, Confirm, DoorSign)


async def _expect(peer: Peer, kind: type[T]) -> T:
    parcel = await peer.receive()
    if isinstance(parcel, Refused):
        raise TurnedAway(parcel.reason)
    if not isinstance(parcel, kind):
        raise Unexpected(f"{type(parcel).__name__} instead of {kind.__name__}")
    return parcel


def _nonce() -> bytes:
    return secrets.token_bytes(32)


def _leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    found: list[BaseException] = []
    for error in group.exceptions:
        found += _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    return found
