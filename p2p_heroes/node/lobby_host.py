"""The lobby over connections, the host's side: it keeps the list, and founds the table.

Comes in: visitors of the connector, what the player chooses. Goes out: a genesis that
every seat agreed to, and where the seats listen. All rules are in `protocol.lobby`;
the guest's side is in `lobby_guest`.
"""

import contextlib
import secrets
from collections import Counter
from collections.abc import Collection
from functools import partial

import trio

from p2p_heroes.node.connector import Connector, Crowd, TurnedAway, Visitor
from p2p_heroes.node.invitation import ask_code
from p2p_heroes.node.peer import PARTING_SECONDS, Peer, PeerGone
from protocol.errors import BadField, NotDue, Refusal, Unexpected, WrongCode
from protocol.frozen import Frozen
from protocol.genesis import Genesis
from protocol.lobby import GuestLobby, HostLobby, Terms
from protocol.peer_messages import (
    Address,
    Addresses,
    CodeNeeded,
    Farewell,
    Nonce,
    PeerMessage,
    Propose,
    Ready,
    Seats,
    Sit,
)

WRONG_CODES = 20
"""After so many wrong codes the host lets nobody else in: somebody is guessing."""

NONCE_SECONDS = 10
"""How long a guest has to answer a proposal."""

KEPT_SECONDS = 60
"""How long the place of a guest is kept whose connection broke."""

REPEAT_SECONDS = 5
"""So often everybody hears the list again: a guest that hears nothing for long takes the host for gone."""

CHANGES = 64
CHANGE_SECONDS = 0.1
"""So often a guest may change its mind at once; from then on, each change takes that long. All others hear of
each, and would take the host for one who sends without end."""


class Founding(Frozen):
    """What a lobby ends with: the genesis, and where each seat was last seen."""

    genesis: Genesis
    addresses: dict[int, tuple[str, int]]


class LobbyHost:
    """The host's side: one conversation per guest, one list for all."""

    def __init__(
        self,
        connector: Connector,
        terms: Terms,
        *,
        code: str | None,
        port: int,
        choices: Collection[str] = ("",),
    ) -> None:
        self.connector = connector
        self.lobby = HostLobby(terms)
        self.changed = trio.Event()
        self.wrong_codes = 0
        self.turned_away: Counter[str] = Counter()
        """Who did not get a seat, by the reason."""
        self.kept: dict[bytes, trio.CancelScope] = {}
        self._code = code
        self._port = port
        self._choices = choices
        self._newcomers = Crowd()
        self._guests: dict[bytes, Peer] = {}
        self._listens: dict[bytes, tuple[str, int]] = {}
        self._own: GuestLobby | None = None
        self._wish: str | None = None
        self._proposal: Propose | None = None
        self._founded = trio.Event()
        self._founding: Founding | None = None

    def sit(self, name: str) -> None:
        """The host takes its own seat."""
        self._own = GuestLobby(self.connector.key.public, name)
        self.lobby.sit(self.connector.key.public, Sit(name, self._port))

    def wish(self, choice: str | None) -> None:
        """The host's own choice with which it is ready, or None; the game starts when all are."""
        assert self._own is not None
        self._wish = choice
        self.lobby.ready(self.connector.key.public, self._own.unready())
        self._go_on()

    async def founding(self) -> Founding:
        """Wait until everybody is seated and ready, and the table is founded."""
        await self._founded.wait()
        assert self._founding is not None
        return self._founding

    async def visit(self, visitor: Visitor) -> None:
        """One guest, up to the founding, to its leaving, or until its place is kept no longer."""
        peer = visitor.peer
        is_ours = True
        try:
            is_broken = await self._talk(visitor)
            is_ours = False
        finally:
            # Otherwise it is we who close the lobby, and whoever sits in it need not dial again.
            with trio.CancelScope(shield=True):
                await (self._dismiss(peer) if is_ours and self._is_seated(peer) else peer.close())
        if is_broken:
            await self._keep(peer)

    async def _talk(self, visitor: Visitor) -> bool:
        """Whether the connection broke; otherwise the guest has left, or was sent away."""
        peer, is_broken = visitor.peer, False
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(peer.write_outbox)
                nursery.start_soon(self._await_nonces, peer)
                nursery.start_soon(self._show_life, peer)
                await self._converse(visitor)
                nursery.cancel_scope.cancel()
        except* (PeerGone, TurnedAway):
            is_broken = True
        return is_broken

    async def _converse(self, visitor: Visitor) -> None:
        try:
            await self._seat(visitor.peer, await self._introduction(visitor))
            changes = 0
            while not isinstance(peer_message := await visitor.peer.receive(), Farewell):
                self._hear(visitor.peer, peer_message)
                changes += isinstance(peer_message, Ready)
                await trio.sleep(CHANGE_SECONDS if changes > CHANGES else 0)
            self._leave(visitor.peer)
        except Refusal as refusal:
            self.connector.count(refusal.name)
            self.turned_away[refusal.name] += 1
            self._ring()
            self._leave(visitor.peer)
            await visitor.peer.refuse(refusal)

    async def _introduction(self, visitor: Visitor) -> Sit:
        with self._newcomers.hurry():
            return await self._ask(visitor)
        raise PeerGone("no wish for a seat in time")

    async def _ask(self, visitor: Visitor) -> Sit:
        await self._ask_code(visitor)
        wish = await visitor.peer.receive()
        if not isinstance(wish, Sit):
            raise Unexpected("no wish for a seat")
        return wish

    async def _seat(self, peer: Peer, wish: Sit) -> None:
        self.lobby.sit(peer.key, wish)
        before = self._guests.get(peer.key)
        self._guests[peer.key] = peer
        self._listens[peer.key] = (peer.host, wish.port)
        if peer.key in self.kept:
            self.kept.pop(peer.key).cancel()
        self._go_on()
        if before is not None:
            await self._dismiss(before)

    async def _ask_code(self, visitor: Visitor) -> None:
        key = visitor.peer.key
        await visitor.peer.send(CodeNeeded(self._code is not None))
        if self._code is None:
            return
        self._refuse_guesses(key)
        try:
            # Once more in it: many may have begun before the first of them was wrong.
            await ask_code(visitor, self.connector.key.public, self._code, partial(self._refuse_guesses, key))
        except WrongCode:
            self.wrong_codes += 1
            self._ring()
            raise

    def _refuse_guesses(self, key: bytes) -> None:
        # Who sits here already, and comes back, has known the code before.
        if self.wrong_codes >= WRONG_CODES and key not in self.lobby.sitters:
            raise WrongCode("too many wrong codes")

    async def _await_nonces(self, peer: Peer) -> None:
        """Hang up on a guest that leaves a proposal without an answer: everybody else waits for it."""
        while True:
            while (proposal := self._proposal) is None:
                await self.changed.wait()
            await trio.sleep(NONCE_SECONDS)
            sitter = self.lobby.sitters.get(peer.key)
            owes = sitter is not None and sitter.nonce is None and self._is_seated(peer)
            if owes and self._proposal is proposal:
                await peer.close()
            while self._proposal is proposal:
                await self.changed.wait()

    async def _show_life(self, peer: Peer) -> None:
        """Repeat the list, but never during a founding: to the guests it would be off."""
        while True:
            await trio.sleep(REPEAT_SECONDS)
            if self._is_seated(peer) and self._proposal is None:
                peer.post([self.lobby.notice()])

    def _hear(self, peer: Peer, peer_message: PeerMessage) -> None:
        match peer_message:
            case Ready(choice, ready):
                if ready and choice not in self._choices:
                    raise BadField("a choice that the game does not have")
                self.lobby.ready(peer.key, peer_message)
                self._go_on()
            case Nonce():
                self._redeem(peer.key, peer_message)
            case _:
                raise Unexpected(f"{type(peer_message).__name__} in the lobby")

    def _go_on(self) -> None:
        """The list has changed. Where that called a founding off, our own pledge went with it."""
        key = self.connector.key.public
        if self._wish is not None and self.lobby.sitters[key].pledge is None:
            assert self._own is not None
            self.lobby.ready(key, self._own.ready(self._wish, fresh_nonce()))
        self._proposal = None
        self._notify()
        self._try_to_propose()

    def _try_to_propose(self) -> None:
        # Whoever sits later in the list gives way, and tells so: that calls us again.
        if has_clash(self.lobby.notice()):
            return
        try:
            proposal = self.lobby.propose()
        except NotDue:
            return
        assert self._own is not None
        self._proposal = proposal
        self._ring()
        self._own.hear(self.lobby.notice())
        self._tell(proposal)
        self._redeem(self.connector.key.public, self._own.agree(proposal))

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

    def _is_seated(self, peer: Peer) -> bool:
        """Whether somebody in the lobby talks to us on this connection."""
        return self._guests.get(peer.key) is peer and self._founding is None

    def _leave(self, peer: Peer) -> None:
        if self._is_seated(peer):
            del self._guests[peer.key]
            self._free(peer.key)

    def _free(self, key: bytes) -> None:
        del self._listens[key]
        self.lobby.leave(key)
        self._go_on()

    async def _keep(self, peer: Peer) -> None:
        """Keep the place of a guest whose connection broke, for a while."""
        if not self._is_seated(peer):
            return
        del self._guests[peer.key]
        self.lobby.lose(peer.key)
        with trio.move_on_after(KEPT_SECONDS) as scope:
            self.kept[peer.key] = scope
            self._go_on()
            await trio.sleep_forever()
        if self.kept.get(peer.key) is scope:
            del self.kept[peer.key]
            self._free(peer.key)

    async def _dismiss(self, peer: Peer) -> None:
        """Hang up on purpose, and say so: the guest need not dial again."""
        with trio.move_on_after(PARTING_SECONDS), contextlib.suppress(PeerGone):
            await peer.send(Farewell())
        await peer.close()

    def _tell(self, *peer_messages: PeerMessage) -> None:
        for peer in self._guests.values():
            peer.post(peer_messages)

    def _notify(self) -> None:
        self._tell(self.lobby.notice())
        self._ring()

    def _ring(self) -> None:
        """Wake whoever shows the lobby."""
        self.changed.set()
        self.changed = trio.Event()


def has_clash(notice: Seats) -> bool:
    """Whether two in the list have taken the same; what a game offers to choose from is there once."""
    taken = [place.choice for place in notice.places if place.choice]
    return len(set(taken)) < len(taken)


def fresh_nonce() -> bytes:
    """What a seat pledges first, and shows when the draft is fixed."""
    return secrets.token_bytes(32)
