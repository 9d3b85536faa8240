"""One node at one table: session, record, connections and players, until the table ends.

The session decides; this file only carries. Whatever the session says goes to disk
before it goes out. All changes to the session happen in this one thread, between
two awaits, so nobody ever sees a table half changed.
"""

import contextlib
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping

import trio

from p2p_heroes.node.door import Door, Visitor
from p2p_heroes.node.mesh import FIRST_RETRY_SECONDS, Mesh
from p2p_heroes.node.news import Left, News, Refusals, Spoke, WaitingFor
from p2p_heroes.node.patience import Patience
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.player import Player, Question
from p2p_heroes.node.store import Store
from p2p_heroes.node.table import GameRules, Position
from protocol.errors import Ahead, BadField, Gap, NotDue, Unexpected
from protocol.events import Claimed, Event, Finished, Heard, Hid, Proved, Said, Shown
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.parcels import Accuse, Addresses, Chat, Deliver, Farewell, Have, Parcel, Refused
from protocol.rules import Chance
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken

BEAT_SECONDS = 1
CATCH_UP = 2**18
"""Bytes of messages that one answer to a Have may hold; the next Have brings the next ones."""


MAX_PROOF = MAX_FRAME - 16
"""Bytes of a proof that still fit into a frame as a parcel."""


CHATS = 8
"""Lines that a seat may say at once; each second gives it one more. What is beyond is not told."""


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
        self.players = players
        self.mesh = Mesh(door, session.genesis, session.keys, port=port, addresses=addresses, tell=self._tell)
        self._news = news
        self._bell = trio.Event()
        self._heads: dict[int, tuple[int, ...]] = {}
        self._left: set[int] = set()
        self._refused: dict[str, int] = {}
        self._asked: dict[int, tuple[Peer, tuple[int, ...]]] = {}
        self._wires = {envelope.wire for envelope in session.log.order}
        self._patience = Patience()
        self._chats: dict[int, int] = {}
        self._started = trio.current_time()

    @property
    def table(self) -> bytes:
        return self.session.genesis.table

    async def run(self) -> Finished | Claimed:
        """Play until the table has ended and everybody who is here knows it. Raises NeverBegan."""
        async with trio.open_nursery() as nursery:
            self._start(nursery)
            if await self._until_begun():
                await self._until_over()
                await self._linger()
            await self.mesh.farewell()
            nursery.cancel_scope.cancel()
        outcome = self.session.play.outcome
        if outcome is None:
            raise NeverBegan("not everybody sat down")
        return outcome

    def _start(self, nursery: trio.Nursery) -> None:
        for seat in self.mesh.others:
            nursery.start_soon(self.mesh.stay_linked, seat, self._greet, self._hear)
        for seat, player in self.players.items():
            nursery.start_soon(self._play, seat, player)
        nursery.start_soon(self._beat)
        if not self.session.quiet:
            self.absorb(self.session.begin())

    async def visit(self, visitor: Visitor) -> None:
        """A seat has connected to us."""
        await self.mesh.hold(visitor.peer, self._greet, self._hear)

    def forfeit(self, seats: list[int]) -> None:
        """Attest that these seats stay away. Raises NotDue if the table does not wait for them."""
        self.absorb(self.session.forfeit(seats))

    def say(self, text: str) -> None:
        """Something for the people at the table who are connected; `is_chat` says what can be said."""
        self.mesh.post([Chat(text)])
        self._tell(Spoke(min(self.session.keys), text))

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
                    parcels += _accusations([proof])
        self._wires.update(record.wire for record in records if isinstance(record, Spoken))
        if records:
            # The end is synced too: the others leave when they know that we have it.
            self.store.append(records, sync=any(isinstance(event, Said | Finished) for event in events))
        self.mesh.post(parcels)
        self._publish(events)

    def _publish(self, events: list[Event]) -> None:
        for event in events:
            if not isinstance(event, Hid | Shown):
                self._tell(event)
        if events:
            self._ring()

    def _ring(self) -> None:
        """Wake whoever waits for a change of the table."""
        self._patience.note(self.session.play.step, self.session.waiting(), trio.current_time())
        self._bell.set()
        self._bell = trio.Event()

    def _tell(self, news: News) -> None:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # nobody watches
            self._news.send_nowait(news)

    # Our own seats.

    async def _play(self, seat: int, player: Player) -> None:
        while self.session.play.outcome is None:
            if seat in self.session.duties():
                await self._choose(seat, player)
            else:
                await self._bell.wait()

    async def _choose(self, seat: int, player: Player) -> None:
        play = self.session.play
        assert play.exchange is not None
        if isinstance(play.exchange.need, Chance):
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

        def is_due() -> bool:
            return self.session.play.ground == ground and seat in self.session.duties()

        async def watch(scope: trio.CancelScope) -> None:
            while is_due():
                await self._bell.wait()
            scope.cancel()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch, nursery.cancel_scope)
            decision = await player.decide(*question)
            nursery.cancel_scope.cancel()
        return decision if is_due() else None

    # From the connections inwards.

    def _greet(self) -> list[Parcel]:
        """What we hold; and what was proven, which the other side may have missed."""
        return [self._have(), *_accusations(self.session.proofs.values())]

    def _have(self) -> Have:
        return Have(self.session.heads())

    def _hear(self, seat: int, peer: Peer, parcel: Parcel) -> None:
        match parcel:
            case Deliver(wire):
                self._receive(seat, peer, wire)
            case Accuse(proof):
                self.absorb(self.session.accuse(proof))
            case Have(heads):
                self._serve(seat, peer, heads)
            case Addresses(known):
                self._left.discard(seat)
                self.mesh.learn(seat, peer, known)
            case Farewell():
                self._left.add(seat)
                self._tell(Left(seat))
            case Chat(text):
                self._listen_to(seat, text)
            case Refused(reason):
                raise PeerGone(reason)
            case _:
                raise Unexpected(f"{type(parcel).__name__} at the table")

    def _listen_to(self, seat: int, text: str) -> None:
        """Nobody talks so much that the story cannot be read."""
        said = self._chats.get(seat, 0)
        if said < CHATS:
            self._chats[seat] = said + 1
            self._tell(Spoke(seat, text))

    def _receive(self, seat: int, peer: Peer, wire: bytes) -> None:
        if wire in self._wires:
            # Whoever comes back gets the same from everybody; to check a signature once is enough.
            return
        try:
            self.absorb(self.session.receive(wire))
        except (Gap, Ahead):
            # Something on the way overtook something else: say what we hold, and it comes again. Say it
            # once: to ask for every message that is too early would bring all of them as many times.
            asking = (peer, self.session.heads())
            if self._asked.get(seat) != asking:
                self._asked[seat] = asking
                peer.post([self._have()])

    def _serve(self, seat: int, peer: Peer, heads: tuple[int, ...]) -> None:
        if len(heads) != len(self.session.genesis.seats):
            raise BadField("a head for each seat")
        self._heads[seat] = heads
        peer.post(self._lacking(heads))
        self._wake_if_told()

    def _lacking(self, heads: tuple[int, ...]) -> Iterator[Parcel]:
        room = CATCH_UP
        for envelope in self.session.missing(heads):
            room -= len(envelope.wire)
            if room < 0:
                return
            yield Deliver(envelope.wire)

    # Time.

    async def _beat(self) -> None:
        while True:
            await trio.sleep(BEAT_SECONDS)
            self.mesh.post([self._have()])
            await self.mesh.drop_silent()
            self._wake_if_told()
            self._mind_absence()
            self._tell_refusals()
            self._chats = {seat: said - 1 for seat, said in self._chats.items() if said > 1}

    def _wake_if_told(self) -> None:
        """After a restart: sign nothing before the others have given back what we said before."""
        if not self.session.quiet:
            return
        ours = self.session.heads()
        told = {s for s, heads in self._heads.items() if all(heads[k] <= ours[k] for k in self.session.keys)}
        waited = trio.current_time() - self._started >= self.session.genesis.patience
        if waited or told.issuperset(self.session.play.active.intersection(self.mesh.others)):
            self.absorb(self.session.wake())
            self.absorb(self.session.begin())
            self._ring()

    def _tell_refusals(self) -> None:
        for name, count in sorted(self.mesh.door.refused.items()):
            if self._refused.get(name) != count:
                self._tell(Refusals(name, count))
        self._refused = dict(self.mesh.door.refused)

    def _mind_absence(self) -> None:
        """Tell how long we have been waiting; a bot votes when the table's patience is over."""
        waits = self._patience.seconds(trio.current_time())
        seconds = {seat: waited for seat, waited in waits.items() if seat in self.mesh.others}
        overdue = [seat for seat, waited in seconds.items() if waited >= self.session.genesis.patience]
        if seconds:
            self._tell(WaitingFor(tuple(seconds.items()), tuple(overdue)))
        gone = [seat for seat in overdue if seat not in self.mesh.peers or self._is_named(seat)]
        if gone and not any(player.is_patient for player in self.players.values()):
            with contextlib.suppress(NotDue):
                self.forfeit(gone)

    def _is_named(self, seat: int) -> bool:
        """Whether somebody has voted that the seat is absent."""
        votes = self.session.play.ballot(self.session.log).votes
        return any(seat == name for cast in votes.values() for vote in cast for name, _ in vote)

    # The end.

    async def _until_begun(self) -> bool:
        """Whether everybody has sat down before the table's patience was over."""
        with trio.move_on_at(self._started + self.session.genesis.patience):
            while self.session.play.step == 0:
                await self._bell.wait()
        return self.session.play.step > 0

    async def _until_over(self) -> None:
        while self.session.play.outcome is None:
            await self._bell.wait()

    async def _linger(self) -> None:
        """Stay until all who are in the game hold what we hold, or have been away for too long."""
        pause = FIRST_RETRY_SECONDS
        with trio.move_on_after(self.session.genesis.patience):
            while not self._is_known_to_all():
                self.mesh.post([self._have()])
                await trio.sleep(pause)
                pause = min(2 * pause, BEAT_SECONDS)
        self.mesh.post([self._have()])

    def _is_known_to_all(self) -> bool:
        """Whether all who stayed hold what we hold. One who held it and left has made sure of the others.

        Its word is all that we get of a seat to which there is no way from here.
        """
        partners = [seat for seat in self.mesh.others if seat in self._staying()]
        informed = {seat for seat in partners if self._has_all(seat)}
        return bool(informed & self._left) or self._left.union(informed).issuperset(partners)

    def _staying(self) -> Collection[int]:
        """The seats with whom the table ended."""
        play = self.session.play
        assert play.exchange is not None
        return play.outcome.seats if isinstance(play.outcome, Claimed) else play.exchange.present

    def _has_all(self, seat: int) -> bool:
        """Whether the seat holds what we hold of those who stayed; of a cheat each may hold another chain."""
        theirs, ours = self._heads.get(seat), self.session.heads()
        return theirs is not None and all(theirs[k] == ours[k] for k in self._staying())


def _accusations(proofs: Iterable[Proof]) -> list[Parcel]:
    """The proofs that a frame can carry. Of a longer one the others get the messages, and see it too."""
    encoded = [proof.encode() for proof in proofs]
    return [Accuse(proof) for proof in encoded if len(proof) <= MAX_PROOF]
