"""What a node does with what it hears, chooses and waits for: everything but doing it.

In: parcels, choices and the time, as arguments. Out: `Acts`, in the order in which they must
be done: write, then send, then tell. No socket, clock or file here, so a node on the network and
one in a simulation follow the same rules.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Generic, NamedTuple

from p2p_heroes.node.news import Left, Named, News, Spoke, WaitingFor
from p2p_heroes.node.patience import Patience
from protocol.absence import Ballot
from protocol.canonical import Value
from protocol.errors import Ahead, BadField, Gap, NotDue, Unexpected
from protocol.events import Claimed, Event, Finished, Heard, Hid, Proved, Said, Shown
from protocol.exchange import Exchange, Stage
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.parcels import Accuse, Addresses, Chat, Deliver, Farewell, Have, Head, Parcel
from protocol.rules import S
from protocol.session import End, Session
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
        self._heads: dict[int, tuple[Head, ...]] = {}
        self._left: set[int] = set()
        self._asked: dict[int, tuple[object, tuple[int, ...]]] = {}
        self._answered: dict[int, int] = {}
        self._chats: dict[int, int] = {}
        self._patience = Patience()
        self._spared: set[int] = set()
        self._ripe: dict[int, tuple[int, int]] = {}
        self._noted: tuple[Exchange | None, Stage | None] = (None, None)
        self._started = now
        self._unsure_since: float | None = None
        self._came_back = session.play.step if session.quiet else -1

    # Our own seats.

    def begin(self, now: float) -> Acts:
        """Sit down, unless we come back and do not know yet what we have said."""
        return Acts() if self.session.quiet else self.absorb(self.session.begin(), now)

    def choose(self, seat: int, value: Value, salt: bytes, now: float) -> Acts:
        """Decide for a seat of ours. Raises NotDue or BadDecision."""
        return self.absorb(self.session.choose(seat, value, salt), now)

    def forfeit(self, seats: Iterable[int], now: float) -> Acts:
        """Propose to go on without these seats. Raises NotDue if the table does not wait for them.

        It is signed, and takes effect, when the table's patience with them is over.
        """
        named = set(seats)
        self._spared -= named
        self._protect(now)
        return self.absorb(self.session.forfeit(named), now)

    def spare(self, seats: Iterable[int]) -> None:
        """Sign nothing against these seats in this step after all, unless somebody says so again."""
        self._spared |= set(seats)

    def may_spare(self, seat: int) -> bool:
        """Whether we have proposed to go on without a seat, and signed nothing yet."""
        ballot, keys = self._ballot(), self.session.keys
        signed = any(seat in dict(vote) for own in keys for vote in ballot.signed[own])
        return self._named_before() >= {seat} and not signed and seat not in self._spared

    def ends_without(self, seat: int) -> bool:
        """Whether too few would be left to go on without this seat and those that we named before."""
        ballot = self._ballot()
        vote = tuple((name, 0) for name in sorted(self._named_before() | {seat}))
        return len(ballot.outside(vote)) < 2 or not ballot.is_quorum(vote)

    def _named_before(self) -> set[int]:
        votes = self._ballot().votes
        return {name for own in self.session.keys for vote in votes[own] for name, _ in vote}

    def resign(self, seat: int, now: float) -> Acts:
        """Give up a seat of ours, for good. Raises NotDue."""
        return self.absorb(self.session.resign(seat), now)

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
        if exchange is not self._noted[0]:
            self._spared.clear()
        if stage is None or (exchange, stage) != self._noted:
            self._noted = exchange, stage
            self._patience.note(play.step, self.session.waiting(), now)
        if self.session.log.voted:
            self._note_doubt(now)

    def _note_doubt(self, now: float) -> None:
        if not self.session.unsure():
            self._unsure_since = None
        elif self._unsure_since is None:
            self._unsure_since = now

    def waits(self, now: float) -> dict[int, int]:
        """The others who are waited for, each for how many seconds."""
        waited = {waiting.seat for waiting in self.session.waiting()}.intersection(self.others)
        return {seat: seconds for seat, seconds in self._patience.seconds(now).items() if seat in waited}

    # The others.

    def greeting(self) -> list[Parcel]:
        """To whoever connects: what we hold, and what was proven, which the other side may have missed."""
        return [self.have(), *_accusations(self.session.proofs.values())]

    def have(self) -> Have:
        return Have(tuple([Head(*end) for end in self.session.log.ends()]))

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
        self._protect(now)
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

    def _serve(self, seat: int, heads: tuple[Head, ...], now: float) -> Acts:
        if len(heads) != len(self.session.genesis.seats):
            raise BadField("a head for each seat")
        self._heads[seat] = heads
        ends = tuple([(head.number, head.previous) for head in heads])
        unsure = self.session.unsure()
        compared = self.absorb(self.session.compare(seat, ends), now)
        if unsure and not self.session.unsure():
            # Now our players may be asked.
            compared = compared._replace(changed=True)
        answer = Acts(replies=self._answer(seat, ends))
        return _together([compared, self._wake_if_told(now), answer])

    def _answer(self, seat: int, ends: tuple[End, ...]) -> tuple[Parcel, ...]:
        """What the seat lacks or holds otherwise, unless it has asked often enough; it will ask again."""
        lacking = tuple(self._lacking(ends)) if self._answered.get(seat, 0) < ANSWERS else ()
        if lacking:
            self._answered[seat] = self._answered.get(seat, 0) + 1
        return lacking

    def _lacking(self, ends: tuple[End, ...]) -> Iterator[Parcel]:
        room = CATCH_UP
        missing = self.session.missing([number for number, _ in ends])
        for envelope in chain(self.session.differing(ends), missing):
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

    def _protect(self, now: float) -> None:
        """Nobody is voted out before the table's patience is over."""
        # Where nobody has voted there is nothing to sign.
        if self.session.play.step in self.session.log.voted:
            self.session.protected = self._protected(self.overdue(now))
        else:
            self.session.protected = self.others

    def _wake_if_told(self, now: float) -> Acts:
        """After a restart: sign nothing before the others have given back what we said before."""
        if not self.session.quiet:
            return Acts()
        ours = self.session.heads()
        keys = self.session.keys
        told = {s for s, heads in self._heads.items() if all(heads[k].number <= ours[k] for k in keys)}
        waited = now - self._started >= self.session.genesis.patience
        if not waited and not told.issuperset(self.session.play.active.intersection(self.others)):
            return Acts()
        woken = self.absorb([*self.session.wake(), *self.session.begin()], now)
        self._note(now)
        return woken._replace(changed=True)

    def overdue(self, now: float) -> list[int]:
        """The seats that have been waited for longer than the table's patience.

        Where somebody is guilty only those count who do not join in voting it out: what the others owe they
        may owe because of it.
        """
        patience = self.session.genesis.patience
        late = [seat for seat, waited in self.waits(now).items() if waited >= patience]
        joined = self.session.joined() if self._has_guilty() else ()
        return [seat for seat in late if seat not in joined]

    def _has_guilty(self) -> bool:
        exchange = self.session.play.exchange
        return exchange is not None and not exchange.present.isdisjoint(self.session.proofs)

    def _mind_absence(self, now: float, linked: Collection[int], *, patient: bool) -> Iterator[Acts]:
        """Tell how long we have been waiting; vote against those who are gone, or whom others miss too."""
        seconds = tuple(self.waits(now).items())
        overdue = self.overdue(now)
        if seconds:
            yield Acts(news=(WaitingFor(seconds, tuple(overdue)),))
        yield Acts(news=tuple(self._named(now)))
        yield self._go_ahead(now)
        if overdue:
            yield self.absorb(self.session.protect(self._protected(overdue)), now)
        # To vote on somebody guilty takes no person, so whoever does not is gone, or as bad as gone.
        guilty = self._has_guilty()
        gone = [seat for seat in overdue if guilty or seat not in linked or self._is_named(seat)]
        if gone and not patient:
            with suppress(NotDue):
                yield self.forfeit(gone, now)

    def _protected(self, overdue: Iterable[int]) -> set[int]:
        """Whom we sign nothing against. Who was waited for in vain once in a step need not be again."""
        play = self.session.play
        if play.exchange is None:
            return set(self.others)
        owed = {seat: (play.step, play.owed_number(seat)) for seat in self.others}
        self._ripe |= {seat: owed[seat] for seat in overdue}
        return {seat for seat in self.others if self._ripe.get(seat) != owed[seat]} | self._spared

    def _go_ahead(self, now: float) -> Acts:
        """After a vote: go on, though some have not said in time that they saw the same.

        In half of the patience, for meanwhile we owe something ourselves, and the others count.
        """
        self._note_doubt(now)
        since = self._unsure_since
        if since is None or 2 * (now - since) < self.session.genesis.patience:
            return Acts()
        return self.absorb(self.session.go_ahead(), now)._replace(changed=True)

    def _named(self, now: float) -> Iterator[Named]:
        """Which of our seats others want to go on without, and how long they have to wait for it."""
        waited = self._patience.seconds(now)
        owing = {waiting.seat for waiting in self.session.waiting()}
        for seat in owing.intersection(self.session.keys):
            if by := self._still_named_by(seat):
                # Who comes back in the middle of a step does not know since when the others have waited.
                known = self.session.play.step != self._came_back
                left = self.session.genesis.patience - waited.get(seat, 0) if known else 0
                yield Named(seat, by, max(0, left))

    def _is_named(self, seat: int) -> bool:
        """Whether somebody who is not guilty has voted that the seat is absent."""
        return not self.session.proofs.keys() >= set(self._named_by(seat))

    def _named_by(self, seat: int) -> tuple[int, ...]:
        votes = self._ballot().votes
        return tuple(author for author, cast in sorted(votes.items()) if any(seat in dict(v) for v in cast))

    def _still_named_by(self, seat: int) -> tuple[int, ...]:
        """Who has voted so and not taken it back."""
        ballot = self._ballot()
        votes = [(author, dict(vote)) for author in self._named_by(seat) for vote in ballot.votes[author]]
        standing = {a for a, vote in votes if seat in vote and (seat, vote[seat]) not in ballot.keeps[a]}
        return tuple(sorted(standing))

    def _ballot(self) -> Ballot:
        return self.session.play.ballot(self.session.log)

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
        return theirs is not None and all(theirs[k].number == ours[k] for k in self._staying())


def _together(acts: list[Acts]) -> Acts:
    """Several as one: everything is written before anything is sent."""
    return Acts(
        records=tuple(record for one in acts for record in one.records),
        sync=any(one.sync for one in acts),
        parcels=tuple(parcel for one in acts for parcel in one.parcels),
        replies=tuple(parcel for one in acts for parcel in one.replies),
        news=tuple(item for one in acts for item in one.news),
        changed=any(one.changed for one in acts),
    )


def _accusations(proofs: Iterable[Proof]) -> list[Parcel]:
    """The proofs. Of one that no frame can carry the others get the messages, and find the fault."""
    parcels: list[Parcel] = []
    for proof in proofs:
        encoded = proof.encode()
        fits = len(encoded) <= LONGEST_ACCUSATION
        parcels += [Accuse(encoded)] if fits else map(Deliver, proof.evidence)
    return parcels
