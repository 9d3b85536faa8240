"""One node at one table: session, record, connections and players, until the table ends.

The session decides; this file only carries. Whatever the session says goes to disk
before it goes out. All changes to the session happen in this one thread, between
two awaits, so nobody ever sees a table half changed.
"""

import contextlib
import secrets
from collections.abc import Mapping
from itertools import islice

import trio

from p2p_heroes.node.door import Door, TurnedAway, Visitor
from p2p_heroes.node.news import Left, Linked, Lost, News, WaitingFor
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.player import Player, Question
from p2p_heroes.node.store import Store
from p2p_heroes.node.table import GameRules, Position
from protocol.errors import Ahead, BadField, Gap, NotDue, NotOnRoster, Refusal, Unexpected
from protocol.events import Claimed, Event, Finished, Heard, Hid, Proved, Said, Shown
from protocol.parcels import (
    Accuse,
    Address,
    Addresses,
    Deliver,
    Farewell,
    Have,
    Parcel,
    Refused,
)
from protocol.rules import Chance
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken

BEAT_SECONDS = 1
SILENCE_SECONDS = 15
FIRST_RETRY_SECONDS = 0.1
LAST_RETRY_SECONDS = 3.0
CATCH_UP = 512
"""How many messages one answer to a Have may hold; the next Have brings the next ones."""


class NeverBegan(Exception):
    """Not everybody sat down, so there is no game."""


class Node:
    """One player's program at one table."""

    def __init__(
        self,
        session: Session[Position],
        rules: GameRules,
        store: Store,
        door: Door,
        players: Mapping[int, Player],
        *,
        port: int,
        addresses: Mapping[int, tuple[str, int]],
        news: trio.MemorySendChannel[News],
    ) -> None:
        self.session = session
        self.rules = rules
        self.store = store
        self.door = door
        self.players = players
        self.peers: dict[int, Peer] = {}
        self.addresses = dict(addresses)
        self._port = port
        self._news = news
        self._bell = trio.Event()
        self._heads: dict[int, tuple[int, ...]] = {}
        self._left: set[int] = set()
        self._since: dict[int, tuple[tuple[int, object], float]] = {}
        self._started = trio.current_time()

    @property
    def table(self) -> bytes:
        return self.session.genesis.table

    @property
    def others(self) -> list[int]:
        """The seats that are not ours."""
        return [s for s in range(len(self.session.genesis.seats)) if s not in self.session.keys]

    async def run(self) -> Finished | Claimed:
        """Play until the table has ended and everybody who is here knows it. Raises NeverBegan."""
        async with trio.open_nursery() as nursery:
            try:
                self._start(nursery)
                await self._until_over()
                await self._linger()
            finally:
                await self._farewell()
            nursery.cancel_scope.cancel()
        outcome = self.session.play.outcome
        assert outcome is not None
        return outcome

    def _start(self, nursery: trio.Nursery) -> None:
        for seat in self.others:
            nursery.start_soon(self._stay_linked, seat)
        for seat, player in self.players.items():
            nursery.start_soon(self._play, seat, player)
        nursery.start_soon(self._beat)
        if not self.session.quiet:
            self.absorb(self.session.begin())

    async def visit(self, visitor: Visitor) -> None:
        """A seat has connected to us."""
        await self._hold(visitor.peer)

    def forfeit(self, seats: list[int]) -> None:
        """Attest that these seats stay away. Raises NotDue if the table does not wait for them."""
        self.absorb(self.session.forfeit(seats))

    def hush(self) -> None:
        """There will be no more news."""
        self._news.close()

    # From the session outwards.

    def absorb(self, events: list[Event]) -> None:
        """Record first, then send, then tell."""
        records: list[Record] = []
        parcels: list[Parcel] = []
        for event in events:
            match event:
                case Hid():
                    records.append(event)
                case Said(envelope):
                    records.append(Spoken(envelope.wire))
                    parcels.append(Deliver(envelope.wire))
                case Heard(envelope):
                    records.append(Spoken(envelope.wire))
                case Shown(envelope):
                    parcels.append(Deliver(envelope.wire))
                case Proved(proof):
                    records.append(Proven(proof.encode()))
                    parcels.append(Accuse(proof.encode()))
        if records:
            self.store.append(records, sync=any(isinstance(event, Said) for event in events))
        self._tell_all(parcels)
        self._publish(events)
        if events:
            self._ring()

    def _tell_all(self, parcels: list[Parcel]) -> None:
        for peer in self.peers.values():
            peer.post(parcels)

    def _publish(self, events: list[Event]) -> None:
        for event in events:
            if not isinstance(event, Hid | Heard | Shown):
                self._tell(event)

    def _tell(self, news: News) -> None:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # nobody watches
            self._news.send_nowait(news)

    def _ring(self) -> None:
        self._note_waiting()
        self._bell.set()
        self._bell = trio.Event()

    # Our own seats.

    async def _play(self, seat: int, player: Player) -> None:
        while self.session.play.outcome is None:
            if seat in self.session.duties():
                await self._choose(seat, player)
            else:
                await self._bell.wait()

    async def _choose(self, seat: int, player: Player) -> None:
        play = self.session.play
        exchange = play.exchange
        assert exchange is not None
        if isinstance(exchange.need, Chance):
            self.absorb(self.session.choose(seat, secrets.token_bytes(32), secrets.token_bytes(32)))
            return
        decision = await self._ask(player, self.rules.question(play.state, seat), seat)
        if decision is not None:
            value = self.rules.value(decision)
            self.absorb(self.session.choose(seat, value, secrets.token_bytes(32)))

    async def _ask(self, player: Player, question: Question, seat: int) -> object | None:
        """The player's decision, or None if the table went on without it."""
        decision: object | None = None
        ground = self.session.play.ground

        def still_due() -> bool:
            return self.session.play.ground == ground and seat in self.session.duties()

        async def watch(scope: trio.CancelScope) -> None:
            while still_due():
                await self._bell.wait()
            scope.cancel()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch, nursery.cancel_scope)
            decision = await player.decide(*question)
            nursery.cancel_scope.cancel()
        return decision if still_due() else None

    # Connections.

    async def _stay_linked(self, seat: int) -> None:
        """Dial a seat whenever there is no connection. The higher seat dials first."""
        pause = FIRST_RETRY_SECONDS
        patience = 0.0 if seat < min(self.session.keys) else LAST_RETRY_SECONDS
        await trio.sleep(patience)
        while True:
            if seat in self.peers or seat not in self.addresses:
                pause = FIRST_RETRY_SECONDS
                await trio.sleep(max(pause, patience))
                continue
            await self._dial(seat)
            await trio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
            pause = min(2 * pause, LAST_RETRY_SECONDS)

    async def _dial(self, seat: int) -> None:
        host, port = self.addresses[seat]
        try:
            visitor = await self.door.dial(host, port, self.table)
        except (OSError, PeerGone, TurnedAway, trio.TooSlowError):
            return
        except Refusal as refusal:
            self.door.count(refusal.name)
            return
        await self._hold(visitor.peer)

    async def _hold(self, peer: Peer) -> None:
        """Talk to a seat for as long as the connection lasts."""
        seat = self.session.genesis.seat_of(peer.key)
        if seat is None or seat in self.session.keys:
            self.door.count("NotOnRoster")
            await peer.refuse(NotOnRoster("no seat for this key"))
            return
        if not self._is_wanted(seat, peer):
            await peer.close()
            return
        await self._replace(seat, peer)
        reason = "the connection ended"
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_write, peer, nursery.cancel_scope)
                peer.post([self._own_address(), Have(self.session.heads())])
                reason = await self._listen(seat, peer)
                nursery.cancel_scope.cancel()
        finally:
            if self.peers.get(seat) is peer:
                del self.peers[seat]
                self._tell(Lost(seat, reason))
            with trio.CancelScope(shield=True):
                await peer.close()

    def _is_wanted(self, seat: int, peer: Peer) -> bool:
        """One connection per pair: of two that cross, the one that the higher seat dialled stays."""
        held = self.peers.get(seat)
        if held is None or held.dialled == peer.dialled:
            return True
        return peer.dialled == (min(self.session.keys) > seat)

    async def _replace(self, seat: int, peer: Peer) -> None:
        before, self.peers[seat] = self.peers.get(seat), peer
        self._left.discard(seat)
        if before is None:
            self._tell(Linked(seat))
        else:
            await before.close()

    def _own_address(self) -> Addresses:
        known = {seat: Address(seat, *address) for seat, address in self.addresses.items()}
        for seat in self.session.keys:
            known[seat] = Address(seat, "", self._port)
        return Addresses(tuple(known[seat] for seat in sorted(known)))

    async def _listen(self, seat: int, peer: Peer) -> str:
        try:
            while True:
                self._hear(seat, peer, await peer.receive())
        except PeerGone as gone:
            return str(gone)
        except Refusal as refusal:
            self.door.count(refusal.name)
            await peer.refuse(refusal)
            return refusal.name

    def _hear(self, seat: int, peer: Peer, parcel: Parcel) -> None:
        match parcel:
            case Deliver(wire):
                self._receive(peer, wire)
            case Accuse(proof):
                self.absorb(self.session.accuse(proof))
            case Have(heads):
                self._serve(seat, peer, heads)
            case Addresses(known):
                self._learn(seat, peer, known)
            case Farewell():
                self._left.add(seat)
                self._tell(Left(seat))
            case Refused(reason):
                raise PeerGone(reason)
            case _:
                raise Unexpected(f"{type(parcel).__name__} at the table")

    def _receive(self, peer: Peer, wire: bytes) -> None:
        try:
            self.absorb(self.session.receive(wire))
        except (Gap, Ahead):
            # Something on the way overtook something else: say what we hold, and it comes again.
            peer.post([Have(self.session.heads())])

    def _serve(self, seat: int, peer: Peer, heads: tuple[int, ...]) -> None:
        if len(heads) != len(self.session.genesis.seats):
            raise BadField("a head for each seat")
        self._heads[seat] = heads
        lacking = islice(self.session.missing(heads), CATCH_UP)
        peer.post([Deliver(envelope.wire) for envelope in lacking])
        self._wake_if_told()

    def _learn(self, seat: int, peer: Peer, known: tuple[Address, ...]) -> None:
        for address in known:
            if address.seat == seat:
                self.addresses[seat] = (peer.host, address.port)
            elif address.seat in self.others and address.seat not in self.addresses:
                self.addresses[address.seat] = (address.host, address.port)

    # Time.

    async def _beat(self) -> None:
        while True:
            await trio.sleep(BEAT_SECONDS)
            self._tell_all([Have(self.session.heads())])
            for peer in list(self.peers.values()):
                if trio.current_time() - peer.heard > SILENCE_SECONDS:
                    await peer.close()
            self._wake_if_told()
            self._mind_absence()

    def _wake_if_told(self) -> None:
        """After a restart: sign nothing before the others have given back what we said before."""
        if not self.session.quiet:
            return
        ours = self.session.heads()
        told = {s for s, heads in self._heads.items() if all(heads[k] <= ours[k] for k in self.session.keys)}
        waited = trio.current_time() - self._started >= self.session.genesis.patience
        if waited or told.issuperset(self.session.play.active.intersection(self.others)):
            self.absorb(self.session.wake())
            self.absorb(self.session.begin())

    def _note_waiting(self) -> None:
        now = trio.current_time()
        step = self.session.play.step
        due = {waiting.seat: (step, waiting.stage) for waiting in self.session.waiting()}
        self._since = {
            seat: self._since[seat] if seat in self._since and self._since[seat][0] == what else (what, now)
            for seat, what in due.items()
        }

    def _mind_absence(self) -> None:
        now = trio.current_time()
        seconds = {s: int(now - since) for s, (_, since) in self._since.items() if s in self.others}
        overdue = [s for s, waited in seconds.items() if self._is_overdue(waited)]
        if seconds:
            self._tell(WaitingFor(tuple(sorted(seconds.items())), tuple(overdue)))
        gone = [s for s in overdue if s not in self.peers or self._is_named(s)]
        if gone and not any(player.is_patient for player in self.players.values()):
            try:
                self.forfeit(gone)
            except NotDue:
                return

    def _is_overdue(self, waited: float) -> bool:
        return waited >= self.session.genesis.patience

    def _is_named(self, seat: int) -> bool:
        """Whether somebody has voted that the seat is absent."""
        votes = self.session.play.ballot(self.session.log).votes
        return any(seat == name for cast in votes.values() for vote in cast for name, _ in vote)

    # The end.

    async def _until_over(self) -> None:
        patience = self.session.genesis.patience
        while self.session.play.outcome is None:
            with trio.move_on_after(patience):
                await self._bell.wait()
            late = trio.current_time() - self._started > patience
            if late and self.session.play.step == 0 and not self.session.quiet:
                raise NeverBegan("not everybody sat down")

    async def _linger(self) -> None:
        """Stay until all who are in the game hold what we hold, or have been away for too long."""
        with trio.move_on_after(self.session.genesis.patience):
            while not all(self._heads.get(s) == self.session.heads() for s in self._partners()):
                self._tell_all([Have(self.session.heads())])
                await trio.sleep(FIRST_RETRY_SECONDS)
        self._tell_all([Have(self.session.heads())])

    def _partners(self) -> list[int]:
        play = self.session.play
        assert play.exchange is not None
        staying = play.outcome.seats if isinstance(play.outcome, Claimed) else play.exchange.present
        return [seat for seat in self.others if seat in staying and seat not in self._left]

    async def _farewell(self) -> None:
        """Tell the others that we leave, after everything else that we had to say."""
        with trio.move_on_after(1, shield=True):
            for peer in list(self.peers.values()):
                peer.post([Farewell()])
                await peer.flushed()


async def _write(peer: Peer, scope: trio.CancelScope) -> None:
    with contextlib.suppress(PeerGone):
        await peer.write_outbox()
    scope.cancel()
