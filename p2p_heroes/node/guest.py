"""The lobby over connections, the guest's side: it sits down, and checks what is founded.

Comes in: a visit at the host's door, what the player chooses. Goes out: the list whenever
it changes, and the founding in the end. All rules are in `protocol.lobby`; the host's side
is in `reception`.
"""

import contextlib
import secrets
from collections.abc import Callable, Sequence

import trio

from p2p_heroes.node.door import GREETING_SECONDS, TurnedAway, Visitor
from p2p_heroes.node.peer import PARTING_SECONDS, Peer, PeerGone
from p2p_heroes.node.reception import Founding, expect, fresh_nonce
from protocol.errors import Unexpected, WrongCode
from protocol.genesis import Genesis
from protocol.invite import ENTROPY_SIZE, Invite
from protocol.lobby import GuestLobby
from protocol.parcels import (
    Addresses,
    Confirm,
    Farewell,
    Found,
    Parcel,
    Place,
    Propose,
    Refused,
    Seats,
    Share,
    Sit,
)
from protocol.parcels import Door as DoorSign


async def attend(
    visitor: Visitor,
    key: bytes,
    *,
    name: str,
    port: int,
    code: str,
    wishes: trio.MemoryReceiveChannel[str | None],
    notices: trio.MemorySendChannel[Seats],
    check: Callable[[Genesis], object],
) -> Founding:
    """The guest's side, from the door to the founding; who leaves a seat before says farewell.

    A wish is the choice with which we are ready, or None to be not ready (yet). Every change of the list
    goes out as a notice. The check refuses what we could not play. At the door raises TurnedAway, PeerGone,
    trio.TooSlowError or a Refusal; in the lobby a group of them.
    """
    peer = visitor.peer
    try:
        with trio.fail_after(GREETING_SECONDS):
            await _show_code(visitor, key, code)
        await peer.send(Sit(name, port))
        return await _Guest(peer, GuestLobby(key, name), wishes, notices, check).run()
    finally:
        with trio.CancelScope(shield=True):
            await peer.close()


async def _show_code(visitor: Visitor, key: bytes, code: str) -> None:
    peer = visitor.peer
    asked = (await expect(peer, DoorSign)).coded
    if asked != bool(code):
        # Whoever has a code wants the host who knows it; somebody in its place would just not ask.
        raise WrongCode("the table asks for a code" if asked else "the table asks for no code")
    if not asked:
        return
    invite = Invite.guest(
        code,
        visitor.binding,
        guest_key=key,
        host_key=peer.key,
        entropy=secrets.token_bytes(ENTROPY_SIZE),
    )
    await peer.send(Share(invite.share))
    invite.receive((await expect(peer, Share)).share)
    await peer.send(Confirm(invite.confirmation))
    invite.check((await expect(peer, Confirm)).confirmation)


class _Guest:
    """What a guest does in the lobby."""

    def __init__(
        self,
        peer: Peer,
        lobby: GuestLobby,
        wishes: trio.MemoryReceiveChannel[str | None],
        notices: trio.MemorySendChannel[Seats],
        check: Callable[[Genesis], object],
    ) -> None:
        self.peer = peer
        self.lobby = lobby
        self.check = check
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
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._follow_wishes)
                while founding is None:
                    founding = await self._hear(await self.peer.receive())
                nursery.cancel_scope.cancel()
        finally:
            if founding is None:
                await self._part()
        assert founding is not None
        return founding

    async def _part(self) -> None:
        with trio.move_on_after(PARTING_SECONDS, shield=True), contextlib.suppress(PeerGone):
            await self.peer.send(Farewell())

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
                await self._agree(parcel)
            case Addresses(known):
                self.addresses = {address.seat: (address.host, address.port) for address in known}
            case Found():
                return self._found(parcel)
            case Refused(reason):
                raise TurnedAway(reason)
            case _:
                raise Unexpected(f"{type(parcel).__name__} in the lobby")
        return None

    async def _agree(self, proposal: Propose) -> None:
        self.check(Genesis.read(proposal.draft))
        # One that crossed with our own news is off already; the list that tells so is on its way.
        with contextlib.suppress(Unexpected):
            await self.peer.send(self.lobby.agree(proposal))

    async def _speak(self) -> None:
        """Tell the host if it has us down as something else than we wish."""
        if self._asked or not self._is_seated() or self._known_as() == self.wish:
            return
        self._asked, self._said = True, self.wish
        if self.wish is None:
            await self.peer.send(self.lobby.unready())
        else:
            await self.peer.send(self.lobby.ready(self.wish, fresh_nonce()))

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
