"""Connections to the other seats: dial, accept, redial, one per pair.

Carries peer messages and knows nothing of what they say, except where seats listen. A
connection that breaks is dialled again, with growing pauses, wherever the seat may be by now;
what was lost with it the table asks for anew.
"""

import contextlib
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping

import trio

from p2p_heroes.node.connector import (
    STAGGER_SECONDS,
    AnotherKey,
    Astray,
    Connector,
    TurnedAway,
    Visitor,
    hang_up,
)
from p2p_heroes.node.news import Linked, Lost, News
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from p2p_heroes.node.peer import PARTING_SECONDS, Peer, PeerGone
from p2p_heroes.node.seat_addresses import Place, Places, places_told
from protocol.errors import NotOnRoster, Refusal
from protocol.genesis import Genesis
from protocol.link import pack
from protocol.peer_messages import Address, Addresses, Farewell, PeerMessage

FIRST_RETRY_SECONDS = 0.1
LAST_RETRY_SECONDS = 3.0
LASTING_SECONDS = 1
"""A connection that breaks sooner was as good as none: the next attempt waits longer."""
LACKING_SECONDS = 5
"""A seat without a connection for so long may have moved: it is worth to look for it elsewhere."""

BROKEN_OFF = "broken off"

Greet = Callable[[], list[PeerMessage]]
Hear = Callable[[int, Peer, PeerMessage], None]


class Mesh:
    """The connections of one node at one table."""

    def __init__(
        self,
        connector: Connector,
        genesis: Genesis,
        own: Iterable[int],
        *,
        port: int,
        addresses: Mapping[int, tuple[str, int]],
        tell: Callable[[News], None],
    ) -> None:
        self.connector = connector
        self.peers: dict[int, Peer] = {}
        self.places = Places(addresses)
        self._genesis = genesis
        self._own = sorted(own)
        self._port = port
        self._tell = tell
        self.has_parted = False
        """Whether we have said farewell, and greet nobody any more."""
        self._loss = trio.Event()
        self._lost = dict.fromkeys(self.others, trio.current_time())
        self._anybody: list[tuple[str, int]] = []

    @property
    def others(self) -> list[int]:
        """The seats that are not ours."""
        return [seat for seat in range(len(self._genesis.seats)) if seat not in self._own]

    async def until_lost(self) -> None:
        """Wait until a connection to a seat has ended since the last call."""
        await self._loss.wait()
        self._loss = trio.Event()

    def post(self, peer_messages: Collection[PeerMessage]) -> None:
        """Send to every seat that is connected."""
        packed = b"".join(map(pack, peer_messages))
        for peer in self.peers.values():
            peer.post(peer_messages, packed)

    async def stay_linked(self, seat: int, greeting: Greet, hear: Hear) -> None:
        """Dial a seat whenever there is no connection. The higher seat dials first."""
        head_start = 0.0 if seat < self._own[0] else LAST_RETRY_SECONDS
        await trio.sleep(head_start)
        pause = FIRST_RETRY_SECONDS
        # Who answers in its place is talked to beside, and holds nothing up.
        async with trio.open_nursery() as beside:
            while True:
                if seat in self.peers or not self._places_of(seat):
                    pause = FIRST_RETRY_SECONDS
                    await trio.sleep(max(pause, head_start))
                    continue
                lasted = await self._dial(seat, beside, greeting, hear)
                pause = FIRST_RETRY_SECONDS if lasted else min(2 * pause, LAST_RETRY_SECONDS)
                await trio.sleep(_about(pause))

    async def hold(self, peer: Peer, greeting: Greet, hear: Hear) -> None:
        """Talk to a peer for as long as the connection lasts."""
        seat = self._genesis.seat_of(peer.key)
        if seat is None or seat in self._own:
            self.connector.count(NotOnRoster.__name__)
            await peer.refuse(NotOnRoster("no seat for this key"))
        elif self.has_parted or not self._is_wanted(seat, peer):
            # After a farewell a greeting would say that we are back.
            await peer.close()
        else:
            await self._replace(seat, peer)
            await self._talk(seat, peer, greeting, hear)

    def learn(self, seat: int, peer: Peer, known: Iterable[Address]) -> None:
        """Note where seats listen; a seat itself knows best."""
        for other, (host, port) in places_told(known, peer.host).items():
            if other == seat:
                self.places.note(seat, seat, (peer.host, port))
            elif other in self.others:
                self.places.note(other, seat, (host, port))

    def suggest(self, seat: int, address: tuple[str, int]) -> None:
        """Somewhere else a seat was seen: it has announced itself there."""
        if seat in self.others:
            self.places.announce(seat, address)

    def suggest_anybody(self, address: tuple[str, int]) -> None:
        """Where one of the seats listens, whichever; to be said before the node runs."""
        self._anybody.append(address)

    def lacks(self) -> list[int]:
        """The seats to which there has been no connection for a while."""
        late = trio.current_time() - LACKING_SECONDS
        return [seat for seat in self.others if seat not in self.peers and self._lost[seat] <= late]

    async def call_anybody(self, greeting: Greet, hear: Hear) -> None:
        """Dial where somebody may be of whom we do not know who it is, as long as anybody is lacking."""
        async with trio.open_nursery() as calls:
            for place in self._anybody:
                # Each on its own: whoever answers at one place keeps nobody from the next.
                calls.start_soon(self._call, place, greeting, hear)
                await trio.sleep(STAGGER_SECONDS)

    async def _call(self, place: Place, greeting: Greet, hear: Hear) -> None:
        pause = FIRST_RETRY_SECONDS
        there: int | None = None
        while True:
            is_lacking = there not in self.peers and len(self.peers) < len(self.others)
            if is_lacking and (visitor := await self._reach([place])) is not None:
                there = self._genesis.seat_of(visitor.peer.key)
                await self.hold(visitor.peer, greeting, hear)
            await trio.sleep(_about(pause))
            pause = min(2 * pause, LAST_RETRY_SECONDS)

    def tell_places(self) -> bool:
        """Once a second: tell the others if a seat has moved. Whether one has."""
        moved = self.places.take_change()
        if moved:
            self.post([self._where()])
        return moved

    async def drop_silent(self) -> None:
        """Hang up on peers that have not even shown that they are alive."""
        for peer in list(self.peers.values()):
            if trio.current_time() - peer.heard > SILENCE_SECONDS:
                await peer.close()

    async def farewell(self) -> None:
        """Tell the others that we leave, after everything else that we had to say."""
        self.has_parted = True
        with trio.move_on_after(PARTING_SECONDS):
            self.post([Farewell()])
            for peer in list(self.peers.values()):
                await peer.flushed()

    def _places_of(self, seat: int) -> list[Place]:
        """Where to dial a seat: not where we have just reached another, whoever says so."""
        taken = {peer.place for peer in self.peers.values()}
        return [place for place in self.places.of(seat) if place not in taken]

    async def _dial(self, seat: int, beside: trio.Nursery, greeting: Greet, hear: Hear) -> bool:
        """Whether a connection to the seat came of it that lasted."""

        async def astray(visitor: Visitor, place: Place) -> None:
            # Where it was before, or is said to be, there is somebody else.
            self.places.forget(seat, place)
            visitor.peer.place = place
            # The other side holds this connection now, in the place of one that it may have had.
            beside.start_soon(self.hold, visitor.peer, greeting, hear)

        key = self._genesis.seats[seat].key.hex()
        visitor = await self._reach(self._places_of(seat), key, astray)
        if visitor is None:
            return False
        begun = trio.current_time()
        await self.hold(visitor.peer, greeting, hear)
        return trio.current_time() - begun >= LASTING_SECONDS

    async def _reach(self, places: list[Place], key: str = "", astray: Astray = hang_up) -> Visitor | None:
        try:
            visitor, place = await self.connector.dial_any(places, self._genesis.table, key, astray)
        except (OSError, PeerGone, TurnedAway, AnotherKey, trio.TooSlowError):
            return None
        except Refusal as refusal:
            self.connector.count(refusal.name)
            return None
        visitor.peer.place = place
        return visitor

    def _is_wanted(self, seat: int, peer: Peer) -> bool:
        """Of two connections that cross, the one that the higher seat dialled stays."""
        held = self.peers.get(seat)
        if held is None or held.dialled == peer.dialled:
            return True
        return peer.dialled == (self._own[0] > seat)

    async def _replace(self, seat: int, peer: Peer) -> None:
        before, self.peers[seat] = self.peers.get(seat), peer
        if before is None:
            self._tell(Linked(seat))
        else:
            await before.close()

    async def _talk(self, seat: int, peer: Peer, greeting: Greet, hear: Hear) -> None:
        reason = ""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_write, peer, nursery.cancel_scope)
                peer.post([self._where(), *greeting()])
                reason = await self._listen(seat, peer, hear)
                nursery.cancel_scope.cancel()
        finally:
            if self.peers.get(seat) is peer:
                del self.peers[seat]
                self._lost[seat] = trio.current_time()
                self._loss.set()
                self._tell(Lost(seat, reason or BROKEN_OFF))
            with trio.CancelScope(shield=True):
                await self._part(peer, reason)

    async def _listen(self, seat: int, peer: Peer, hear: Hear) -> str:
        try:
            while True:
                hear(seat, peer, await peer.receive())
        except PeerGone as gone:
            return str(gone) or BROKEN_OFF
        except Refusal as refusal:
            self.connector.count(refusal.name)
            await peer.refuse(refusal)
            return refusal.name

    async def _part(self, peer: Peer, reason: str) -> None:
        """Hang up; where it was us who ended it, the other side hears that we leave."""
        with trio.move_on_after(PARTING_SECONDS), contextlib.suppress(PeerGone):
            if not reason and not self.has_parted:
                await peer.send(Farewell())
        await peer.close()

    def _where(self) -> Addresses:
        """Where we listen, as the other side will see our address, and what we know of others."""
        known = {seat: Address(seat, *address) for seat, address in self.places.best().items()}
        known |= {seat: Address(seat, "", self._port) for seat in self._own}
        return Addresses(tuple(known[seat] for seat in sorted(known)))


def _about(pause: float) -> float:
    """So long, give or take a half: two that wait for each other do not always meet."""
    return pause * (0.5 + secrets.randbelow(1000) / 1000)


async def _write(peer: Peer, scope: trio.CancelScope) -> None:
    with contextlib.suppress(PeerGone):
        await peer.write_outbox()
    scope.cancel()
