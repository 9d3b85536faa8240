"""What a node does with what it hears, chooses and waits for: everything but doing it.

In: parcels, choices and the time, as arguments. Out: `Acts`, in the order in which they must
be done: write, then send, then tell. No socket, clock or file here, so a node on the network and
one in a simulation follow the same rules.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Generic, NamedTuple

from p2p_heroes.node.news import Left, News, Spoke, WaitingFor
from p2p_heroes.node.patience import Patience
from protocol.canonical import Value
from protocol.errors import Ahead, BadField, Gap, NotDue, Unexpected
from protocol.events import Claimed, Event, Finished, Heard, Hid, Proved, Said, Shown
from protocol.exchange import Exchange, Stage
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.parcels import Accuse, Addresses, Chat, Deliver, Farewell, Have, Parcel
from protocol.rules import S
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken

BEAT_SECONDS = 1
"""How often a node says what it holds, and looks whom it waits for."""

SILENCE_SECONDS = 15
"""A connection over which nothing came for so long is given up."""

CATCH_UP = 2**18
"""Bytes of messages that one answer to a Have may hold; the next Have brings the next ones."""

ANSWERS = 8
"""Haves of a seat that are answered in a second: one of ten bytes may bring a hundred thousand in return."""

LONGEST_ACCUSATION = MAX_FRAME - 16
"""Bytes of a proof that still fit into a frame as a parcel."""

CHATS = 8
"""Lines that a seat may say at once; each second gives it one more. What is beyond is not told."""


class Acts(NamedTuple):
    """What is to be done, in this order.

    records: to write, before anything leaves. sync: whether they must be on the platter first. parcels: to
    all who are connected. replies: to the one who spoke. news: to whoever watches. changed: whether the table
    is not as it was.
    """

    records: tuple[Record, ...] = ()
    sync: bool = False
    parcels: tuple[Parcel, ...] = ()
    replies: tuple[Parcel, ...] = ()
    news: tuple[News, ...] = ()
    changed: bool = False


class Conduct(Generic[S]):
    """How one node behaves at one table."""

    def __init__(self, session: Session[S], now: float) -> None:
        self.session = session
        self.others = [seat for seat in range(len(session.genesis.seats)) if seat not in session.keys]
        self._heads: dict[int, tuple[int, ...]] = {}
        self._left: set[int] = set()
        self._asked: dict[int, tuple[object, tuple[int, ...]]] = {}
        self._answered: dict[int, int] = {}
        self._chats: dict[int, int] = {}
        self._patience = Patience()
        self._noted: tuple[Exchange | None, Stage | None] = (None, None)
        self._started = now

    # Our own seats.

    def begin(self, now: float) -> Acts:
        """Sit down, unless we come back and do not know yet what we have said."""
        return Acts() if self.session.quiet else self.absorb(self.session.begin(), now)

    def choose(self, seat: int, value: Value, salt: bytes, now: float) -> Acts:
        """Decide for a seat of ours. Raises NotDue or BadDecision."""
        return self.absorb(self.session.choose(seat, value, salt), now)

    def forfeit(self, seats: Iterable[int], now: float) -> Acts:
        """Attest that these seats stay away. Raises NotDue if the table does not wait for them."""
        return self.absorb(self.session.forfeit(seats), now)

    def absorb(self, events: list[Event], now: float) -> Acts:
        """What the session's events ask for: record first, then send, then tell."""
        records: list[Record] = []
        parcels: list[Parcel] = []
        news: list[News] = []
        sync = False
        for event in events:
            match event:
                case Heard(envelope):
                    records.append(Spoken(envelope.wire))
                case Said(envelope):
                    records.append(Spoken(envelope.wire))
                    parcels.append(Deliver(envelope.wire))
                    sync = True
                case Hid():
                    records.append(event)
                    continue
                case Shown(envelope):
                    parcels.append(Deliver(envelope.wire))
                    continue
                case Proved(proof):
                    records.append(Proven(proof.encode()))
                    parcels += _accusations([proof])
                case Finished() | Claimed():
                    # The end is synced too: the others leave when they know that we have it.
                    sync = True
            news.append(event)
        if events:
            self._note(now)
        return Acts(tuple(records), sync, tuple(parcels), news=tuple(news), changed=bool(events))

    def _note(self, now: float) -> None:
        """Whom the table waits for. Until the next stage, if nobody votes, it can only be fewer."""
        play = self.session.play
        exchange = play.exchange
        stage = exchange.stage if exchange and play.step not in self.session.log.voted else None
        if stage is None or (exchange, stage) != self._noted:
            self._noted = exchange, stage
            self._patience.note(play.step, self.session.waiting(), now)

    def _waits(self, now: float) -> dict[int, int]:
        """The others who are waited for, each for how many seconds."""
        waited = {waiting.seat for waiting in self.session.waiting()}.intersection(self.others)
        return {seat: seconds for seat, seconds in self._patience.seconds(now).items() if seat in waited}

    # The others.

    def greeting(self) -> list[Parcel]:
        """To whoever connects: what we hold, and what was proven, which the other side may have missed."""
        return [self.have(), *_accusations(self.session.proofs.values())]

    def have(self) -> Have:
        return Have(self.session.heads())

    def hear(self, seat: int, line: object, parcel: Parcel, now: float) -> Acts:
        """A parcel of a seat; `line` tells one connection from the next. Raises a Refusal."""
        match parcel:
            case Deliver(wire):
                return self._receive(seat, line, wire, now)
            case Accuse(proof):
                return self.absorb(self.session.accuse(proof), now)
            case Have(heads):
                return self._serve(seat, heads, now)
            case Addresses():
                self._left.discard(seat)
                return Acts()
            case Farewell():
                self._left.add(seat)
                return Acts(news=(Left(seat),))
            case Chat(text):
                return self._listen_to(seat, text)
        raise Unexpected(f"{type(parcel).__name__} at the table")

    def _receive(self, seat: int, line: object, wire: bytes, now: float) -> Acts:
        try:
            return self.absorb(self.session.receive(wire), now)
        except (Gap, Ahead):
            # Something on the way overtook something else: say what we hold, and it comes again. Say it
            # once: to ask for every message that is too early would bring all of them as many times.
            asking = (line, self.session.heads())
            if self._asked.get(seat) == asking:
                return Acts()
            self._asked[seat] = asking
            return Acts(replies=(self.have(),))

    def _serve(self, seat: int, heads: tuple[int, ...], now: float) -> Acts:
        if len(heads) != len(self.session.genesis.seats):
            raise BadField("a head for each seat")
        self._heads[seat] = heads
        return self._wake_if_told(now)._replace(replies=self._answer(seat, heads))

    def _answer(self, seat: int, heads: tuple[int, ...]) -> tuple[Parcel, ...]:
        """What the seat lacks, unless it has asked often enough; it says again what it holds."""
        lacking = tuple(self._lacking(heads)) if self._answered.get(seat, 0) < ANSWERS else ()
        if lacking:
            self._answered[seat] = self._answered.get(seat, 0) + 1
        return lacking

    def _lacking(self, heads: tuple[int, ...]) -> Iterator[Parcel]:
        room = CATCH_UP
        for envelope in self.session.missing(heads):
            room -= len(envelope.wire)
            if room < 0:
                return
            yield Deliver(envelope.wire)

    def _listen_to(self, seat: int, text: str) -> Acts:
        """Nobody talks so much that the story cannot be read."""
        said = self._chats.get(seat, 0)
        if said >= CHATS:
            return Acts()
        self._chats[seat] = said + 1
        return Acts(news=(Spoke(seat, text),))

    # Time.

    def beat(self, now: float, linked: Collection[int], *, patient: bool) -> Acts:
        """What every second brings. Whoever is not patient votes when the table's patience is over."""
        self._answered = {}
        self._chats = {seat: said - 1 for seat, said in self._chats.items() if said > 1}
        have = Acts(parcels=(self.have(),))
        woken = self._wake_if_told(now)
        return _together([have, woken, *self._mind_absence(now, linked, patient=patient)])

    def _wake_if_told(self, now: float) -> Acts:
        """After a restart: sign nothing before the others have given back what we said before."""
        if not self.session.quiet:
            return Acts()
        ours = self.session.heads()
        told = {s for s, heads in self._heads.items() if all(heads[k] <= ours[k] for k in self.session.keys)}
        waited = now - self._started >= self.session.genesis.patience
        if not waited and not told.issuperset(self.session.play.active.intersection(self.others)):
            return Acts()
        woken = self.absorb([*self.session.wake(), *self.session.begin()], now)
        self._note(now)
        return woken._replace(changed=True)

    def overdue(self, now: float) -> list[int]:
        """The seats that have been waited for longer than the table's patience."""
        patience = self.session.genesis.patience
        return [seat for seat, waited in self._waits(now).items() if waited >= patience]

    def _mind_absence(self, now: float, linked: Collection[int], *, patient: bool) -> Iterator[Acts]:
        """Tell how long we have been waiting; vote against those who are gone, or whom others miss too."""
        seconds = tuple(self._waits(now).items())
        overdue = self.overdue(now)
        if seconds:
            yield Acts(news=(WaitingFor(seconds, tuple(overdue)),))
        gone = [seat for seat in overdue if seat not in linked or self._is_named(seat)]
        if gone and not patient:
            with suppress(NotDue):
                yield self.forfeit(gone, now)

    def _is_named(self, seat: int) -> bool:
        """Whether somebody has voted that the seat is absent."""
        votes = self.session.play.ballot(self.session.log).votes
        return any(seat == name for cast in votes.values() for vote in cast for name, _ in vote)

    # The end.

    def is_known_to_all(self) -> bool:
        """Whether all who stayed hold what we hold. One who held it and left has made sure of the others.

        Its word is all that we get of a seat to which there is no way from here.
        """
        partners = [seat for seat in self.others if seat in self._staying()]
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


def _together(acts: list[Acts]) -> Acts:
    """Several as one: everything is written before anything is sent."""
    return Acts(
        records=tuple(record for one in acts for record in one.records),
        sync=any(one.sync for one in acts),
        parcels=tuple(parcel for one in acts for parcel in one.parcels),
        news=tuple(item for one in acts for item in one.news),
        changed=any(one.changed for one in acts),
    )


def _accusations(proofs: Iterable[Proof]) -> list[Parcel]:
    """The proofs that a frame can carry. Of a longer one the others get the messages, and see it too."""
    encoded = [proof.encode() for proof in proofs]
    return [Accuse(proof) for proof in encoded if len(proof) <= LONGEST_ACCUSATION]
