"""What a node does with what it hears, chooses and waits for: everything but doing it.

In: peer messages, choices and the time, as arguments. Out: `Acts`. No socket, clock or file here, so a node
on the network and one in a simulation follow the same rules.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Generic

from p2p_heroes.node.acts import Acts, accusations, together
from p2p_heroes.node.liveness import PASSED_ON, Liveness
from p2p_heroes.node.news import (
    Alone,
    Apart,
    ForfeitProposed,
    Forgotten,
    Left,
    News,
    Relented,
    Spoke,
    Unanswered,
    Unlinked,
    WaitingFor,
)
from p2p_heroes.node.patience import Patience
from protocol.ballot import Ballot
from protocol.canonical import Value
from protocol.envelope import Envelope
from protocol.errors import Ahead, BadProof, Gap, NotDue, Unexpected
from protocol.events import Claimed, Event, Finished, Heard, Hid, Proved, Said, Shown
from protocol.exchange import VOTING, Exchange, ExchangeStage
from protocol.lifesign import check_have, sign_have
from protocol.messages import Forfeit, Keep
from protocol.peer_messages import Accuse, Addresses, Chat, Deliver, Farewell, Have, Head, PeerMessage
from protocol.rules import S
from protocol.session import End, Session, Waiting
from protocol.transcript import Proven, Record, Spoken

BEAT_SECONDS = 1
"""How often a node says what it holds, and looks whom it waits for."""

SILENCE_SECONDS = 15
"""A connection over which nothing came for so long is given up."""

CATCH_UP = 2**18
"""Bytes of messages that one answer to a Have may hold; the next Have brings the next ones."""

ANSWERS = 8
"""Haves of a seat that are answered in a second: one of two hundred bytes may bring a thousandfold."""

DEAF_SECONDS = 10
"""For so long nobody is believed who has accused somebody falsely; to judge one accusation may take long."""

THINKING = 5
"""A bot waits for a seat that is there so many times the patience, if a person wants to go on without it, or
if so few are there that the game cannot go on and this one does not agree on who is gone."""

CHATS = 8
"""Lines that a seat may say at once; each second gives it one more. What is beyond is not told."""


class NodeLogic(Generic[S]):
    """How one node behaves at one table."""

    def __init__(self, session: Session[S], now: float, count: int = 0) -> None:
        """Begin at a table; what we tell of ourselves is counted from there on, higher at every start."""
        self.session = session
        self.others = [seat for seat in range(len(session.genesis.seats)) if seat not in session.keys]
        self.contact = Liveness(min(session.keys), self.others, now, count)
        self._wanted: set[int] = set()
        # By author and seat: whom the others want to go on without in this step, and what they took back.
        self._wishes: set[tuple[int, int]] = set()
        self._relented: set[tuple[int, int]] = set()
        self._apart: tuple[tuple[int, int], ...] = ()
        self._apart_now: tuple[tuple[int, int], ...] = ()
        self._unlinked: tuple[Collection[int], Collection[int]] = ((), ())
        self._left: set[int] = set()
        self._is_alone = False
        self._asked: dict[int, tuple[object, tuple[int, ...]]] = {}
        self._answered: dict[int, int] = {}
        self._words: dict[int, int] = {}
        self._chats: dict[int, int] = {}
        self._deaf_until: dict[int, float] = {}
        self._patience = Patience()
        self._spared: set[int] = set()
        # In this step: whom we named while it was away, and who has been left out again since it is back.
        self._missed: set[int] = set()
        self._welcomed: set[int] = set()
        self._ripe: dict[int, tuple[int, int]] = {}
        self._noted: tuple[Exchange | None, ExchangeStage | None] = (None, None)
        self._started = now
        self._came = now
        self._met: set[int] = set()
        self._unsure_since: float | None = None
        self._forgotten: dict[int, int] = {}
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

        It is signed, and takes effect, when the table's patience with them is over, whether they are there or
        not: it is a person who says so.
        """
        named, before = set(seats), (self._wanted, self._spared)
        self._wanted, self._spared = self._wanted | named, self._spared - named
        try:
            return self._propose(named, now)
        except NotDue:
            # What was refused is forgotten: nobody is told of it, and nobody is gone because of it.
            self._wanted, self._spared = before
            self._protect(now)
            raise

    def _propose(self, seats: Collection[int], now: float) -> Acts:
        self._protect(now)
        acts = self.absorb(self.session.forfeit(seats), now)
        self._missed |= {seat for seat in seats if self.is_away(seat, now)}
        return acts

    def spare(self, seats: Iterable[int]) -> None:
        """Sign nothing against these seats in this step after all, unless somebody says so again."""
        self._spared |= set(seats)
        self._wanted -= self._spared

    def may_spare(self, seat: int) -> bool:
        """Whether we have proposed to go on without a seat, and signed nothing yet."""
        ballot, keys = self._ballot(), self.session.keys
        signed = any(seat in dict(vote) for own in keys for vote in ballot.signed[own])
        return self.named() >= {seat} and not signed and seat not in self._spared

    def ends_without(self, seat: int) -> bool:
        """Whether too few would be left to go on without this seat and those that we named before."""
        ballot = self._ballot()
        vote = tuple((name, 0) for name in sorted(self.named() | {seat}))
        return len(ballot.outside(vote)) < 2 or not ballot.is_quorum(vote)

    def named(self) -> set[int]:
        """Whom our seats have proposed to go on without in this step."""
        votes = self._ballot().votes
        return {name for own in self.session.keys for vote in votes[own] for name, _ in vote}

    def resign(self, seat: int, now: float) -> Acts:
        """Give up a seat of ours, for good. Raises NotDue."""
        return self.absorb(self.session.resign(seat), now)

    def absorb(self, events: list[Event], now: float, source: int | None = None) -> Acts:
        """What the session's events ask for: record first, then send, then tell. `source`: who spoke."""
        records: list[Record] = []
        peer_messages: list[PeerMessage] = []
        forwarded: list[tuple[int, PeerMessage]] = []
        news: list[News] = []
        sync = False
        for event in events:
            match event:
                case Heard(envelope):
                    records.append(Spoken(envelope.wire))
                    forwarded += self._passed_on(envelope, source, now)
                case Said(envelope):
                    records.append(Spoken(envelope.wire))
                    peer_messages.append(Deliver(envelope.wire))
                    sync = True
                case Hid():
                    records.append(event)
                    continue
                case Shown(envelope):
                    peer_messages.append(Deliver(envelope.wire))
                    continue
                case Proved(proof):
                    records.append(Proven(proof.encode()))
                    peer_messages += accusations([proof])
                    # Now another thing is asked of all: who had not agreed before is not late for that.
                    self._patience.restart(now)
                    self._ripe.clear()
                case Finished() | Claimed():
                    # The end is synced too: the others leave when they know that we have it.
                    sync = True
            news.append(event)
        if events:
            self._note(now)
        return Acts(
            tuple(forwarded),
            tuple(records),
            sync,
            tuple(peer_messages),
            news=tuple(news),
            changed=bool(events),
        )

    def _passed_on(self, envelope: Envelope, source: int | None, now: float) -> list[tuple[int, PeerMessage]]:
        """A new message, for those who have no connection to its author. Votes go to all anyway."""
        if envelope.seat not in self.session.keys:
            self.contact.get(envelope.seat, now)
        if isinstance(envelope.message, Forfeit | Keep):
            return []
        return [(reader, Deliver(envelope.wire)) for reader in self.contact.lacking(envelope.seat, source)]

    def _note(self, now: float) -> None:
        """Whom the table waits for. Until the next stage, if nobody votes, it can only be fewer."""
        play = self.session.play
        exchange = play.exchange
        stage = exchange.stage if exchange and play.step not in self.session.log.voted else None
        if exchange is not self._noted[0]:
            self._spared.clear()
            self._missed.clear()
            self._welcomed.clear()
            self._wanted.clear()
            self._wishes.clear()
            self._relented.clear()
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

    def awaited(self) -> tuple[Waiting, ...]:
        """Who owes the table something; not who is only asked to go on without somebody."""
        asked = self._asked_to_agree()
        return tuple(waiting for waiting in self.session.waiting() if waiting.seat not in asked)

    def unanswered(self, now: float) -> Unanswered | None:
        """Whom we asked to go on without, and who has not answered; what was taken back asks nobody."""
        asked = self._asked_to_agree()
        if not asked:
            return None
        keeps = self._ballot().keeps
        kept = {seat for own in self.session.keys for seat, _ in keeps[own]}
        without = self.named() - self._spared - kept
        silent = tuple([wait for wait in self.waits(now).items() if wait[0] in asked - without])
        away = tuple([seat for seat, _ in silent if self.is_away(seat, now)])
        return Unanswered(tuple(sorted(without)), silent, away) if silent and without else None

    def _asked_to_agree(self) -> set[int]:
        if self.session.play.step not in self.session.log.voted:
            return set()
        voting = {waiting.seat for waiting in self.session.waiting() if waiting.stage is VOTING}
        return voting - self.session.claimants() - self.session.unsure()

    # The others.

    def greeting(self) -> list[PeerMessage]:
        """To whoever connects: what we hold, and what was proven, which the other side may have missed."""
        return [self.have(), *accusations(self.session.proofs.values())]

    def have(self) -> Have:
        """What we hold, whom we are connected to and want to go on without, as our first seat signs it."""
        self.contact.count += 1
        seat, *rest = self.session.keys
        return sign_have(
            self.session.keys[seat],
            self.session.genesis.table,
            seat,
            count=self.contact.count,
            heard=self.contact.heard(len(self.session.genesis.seats)),
            linked=tuple(sorted(self.contact.linked.union(rest))),
            wanted=tuple(sorted(self._wanted)),
            heads=tuple([Head(*end) for end in self.session.log.ends()]),
        )

    def hear(self, seat: int, line: object, peer_message: PeerMessage, now: float) -> Acts:
        """A peer message of a seat; `line` tells one connection from the next. Raises a Refusal."""
        self.contact.linked.add(seat)
        self.contact.hear(seat, now)
        match peer_message:
            case Deliver(wire):
                return self._receive(seat, line, wire, now)
            case Accuse(proof):
                return self._judge(seat, proof, now)
            case Have():
                return self._hear_of(peer_message, seat, now)
            case Addresses():
                self._left.discard(seat)
                if seat not in self._met:
                    self._met.add(seat)
                    self._came = now
                return Acts()
            case Farewell():
                self._left.add(seat)
                self.contact.linked.discard(seat)
                return Acts(news=(Left(seat),))
            case Chat(text):
                return self._listen_to(seat, text)
        raise Unexpected(f"{type(peer_message).__name__} at the table")

    def _judge(self, seat: int, proof: bytes, now: float) -> Acts:
        """An accusation. A false one ends the connection; the next would come with the next connection."""
        if now < self._deaf_until.get(seat, now):
            return Acts()
        try:
            return self.absorb(self.session.accuse(proof), now, seat)
        except BadProof:
            self._deaf_until[seat] = now + DEAF_SECONDS
            raise

    def _receive(self, seat: int, line: object, wire: bytes, now: float) -> Acts:
        if self.session.holds(wire):
            return Acts()
        self._protect(now)
        try:
            return self.absorb(self.session.receive(wire), now, seat)
        except (Gap, Ahead):
            # Something on the way overtook something else: say what we hold, and it comes again. Say it
            # once: to ask for every message that is too early would bring all of them as many times.
            asking = (line, self.session.heads())
            if self._asked.get(seat) == asking:
                return Acts()
            self._asked[seat] = asking
            return Acts(replies=(self.have(),))

    def _hear_of(self, have: Have, source: int, now: float) -> Acts:
        """What a seat tells of itself, on its own connection or through another seat."""
        if have.seat in self.session.keys or self._has_said_enough(source):
            return Acts()
        check_have(have, self.session.genesis)
        directly = have.seat == source
        if not self.contact.take(have, now, directly=directly):
            return Acts()
        ends = tuple([(head.number, head.previous) for head in have.heads])
        unsure = self.session.unsure()
        # Who has just been heard is not away, and what we compare may make us sign.
        self._protect(now)
        compared = self.absorb(self.session.compare(have.seat, ends), now)
        if unsure and not self.session.unsure():
            # Now our players may be asked.
            compared = compared._replace(changed=True)
        if directly:
            numbers = zip(ends, self.session.heads(), strict=True)
            lacked = [author for author, (end, ours) in enumerate(numbers) if end[0] < ours]
            self.contact.expect_late(have, lacked, now)
        forwarded = tuple((reader, have) for reader in self.contact.pass_on(have, source))
        answer = Acts(forwarded=forwarded, replies=self._answer(source, ends) if directly else ())
        return together([compared, self._wake_if_told(now), answer])

    def _has_said_enough(self, source: int) -> bool:
        """Whether more words of seats have come from there in a second than an honest seat passes on."""
        said = self._words[source] = self._words.get(source, 0) + 1
        return said > PASSED_ON * len(self.session.genesis.seats)

    def _answer(self, seat: int, ends: tuple[End, ...]) -> tuple[PeerMessage, ...]:
        """What the seat lacks or holds otherwise, unless it has asked often enough; it will ask again."""
        lacking = tuple(self._lacking(seat, ends)) if self._answered.get(seat, 0) < ANSWERS else ()
        if lacking:
            self._answered[seat] = self._answered.get(seat, 0) + 1
        return lacking

    def _lacking(self, seat: int, ends: tuple[End, ...]) -> Iterator[PeerMessage]:
        room = CATCH_UP
        missing = self.session.missing([number for number, _ in ends])
        for envelope in chain(self.session.differing(ends), self.session.taken(seat), missing):
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

    def unlink(self, linked: Collection[int]) -> Acts:
        """These connections are left: all are told at once, and pass on to us what we lack from now on."""
        self.contact.linked = set(linked)
        return Acts(peer_messages=(self.have(),))

    # Time.

    def beat(self, now: float, linked: Collection[int], *, patient: bool) -> Acts:
        """What every second brings. Whoever is not patient votes when the table's patience is over."""
        if self.contact.look(now, linked):
            self._patience.restart(now)
        self._answered = {}
        self._words = {}
        self._chats = {seat: said - 1 for seat, said in self._chats.items() if said > 1}
        have = Acts(peer_messages=(self.have(),))
        woken = self._wake_if_told(now)
        told = Acts(news=(*self._told_unlinked(), *self._told_apart(), *self._told_alone(now)))
        forgotten = self._mind_what_is_forgotten(now, patient=patient)
        return together([have, woken, told, *forgotten, *self._mind_absence(now, patient=patient)])

    def _mind_what_is_forgotten(self, now: float, *, patient: bool) -> list[Acts]:
        """Whoever cannot reveal keeps all waiting for ever: a program gives up its seat, a person is told."""
        seats = self.session.forgetful()
        if not patient:
            return [self.resign(seat, now) for seat in seats]
        news = dict.fromkeys(seats, self.session.play.step)
        before, self._forgotten = self._forgotten, news
        return [Acts(news=(Forgotten(seat),)) for seat in seats if before.get(seat) != news[seat]]

    def _told_unlinked(self) -> tuple[News, ...]:
        """Who is heard through others, and who by nobody, whenever that is not as it was."""
        told = Unlinked(self.contact.through(), self.contact.unheard())
        before, self._unlinked = self._unlinked, (told.through, tuple(seat for seat, _ in told.silent))
        return (told,) if self._unlinked != before else ()

    def _told_apart(self) -> tuple[News, ...]:
        """Which seats have no direct connection, when that is another second's truth, too."""
        before, self._apart_now = self._apart_now, tuple(sorted(self.contact.strangers(self.session.keys)))
        if before != self._apart_now or self._apart == self._apart_now:
            return ()
        here = self.contact.reach().union(self.session.keys)
        joined = [pair for pair in self._apart if pair not in self._apart_now and here.issuperset(pair)]
        self._apart = self._apart_now
        return (Apart(self._apart, tuple(joined)),)

    def _told_alone(self, now: float) -> tuple[News, ...]:
        """Once, to who has to choose, that nobody else is there; without a question the clock tells it."""
        others = self.missed() if self.session.duties() else []
        before, self._is_alone = self._is_alone, bool(others) and all(self.is_away(s, now) for s in others)
        return (Alone(tuple(others), self.session.genesis.patience),) if self._is_alone > before else ()

    def _protect(self, now: float) -> None:
        """Nobody is voted out before the table's patience is over."""
        # Where nobody has voted there is nothing to sign.
        if self.session.play.step in self.session.log.voted:
            self.session.protected = self._protected(now)
        else:
            self.session.protected = self.others

    def _wake_if_told(self, now: float) -> Acts:
        """After a restart: sign nothing before the others have given back what we said before."""
        if not self.session.quiet:
            return Acts()
        waited = now - self._started >= self.session.genesis.patience
        if not waited and not self._is_known_enough():
            return Acts()
        woken = self.absorb([*self.session.wake(), *self.session.begin()], now)
        self._note(now)
        return woken._replace(changed=True)

    def _is_known_enough(self) -> bool:
        """Whether all who are there, more than half of the others, say now that they know no more of us.

        Fewer than half of a table lie, so one of so many is honest and has told of all whom it is linked to.
        Nor of each other, or a person would be asked to choose who was voted out long ago.
        """
        ours, keys = self.session.heads(), self.session.keys
        active = self.session.play.active
        # Of the guilty each may hold another branch.
        speaking = active.union(keys).difference(self.session.proofs)
        told = {
            seat
            for seat, have in self.contact.told.items()
            if seat in self.contact.fresh and all(have.heads[one].number <= ours[one] for one in speaking)
        }
        others = active.difference(keys)
        there = self.contact.reach().intersection(others)
        return told >= there and 2 * len(told & others) > len(others)

    def overdue(self, now: float) -> list[int]:
        """The seats that have been waited for longer than the table's patience.

        Where somebody is guilty only those count who do not join in voting it out: what the others owe they
        may owe because of it.
        """
        patience = self.session.genesis.patience
        # Mostly nobody is, and whom the table waits for takes longer to find out than for how long it does.
        if all(waited < patience for waited in self._patience.seconds(now).values()):
            return []
        late = [seat for seat, waited in self.waits(now).items() if waited >= patience]
        joined = self.session.joined() if self._has_guilty() else ()
        return [seat for seat in late if seat not in joined]

    def _has_guilty(self) -> bool:
        exchange = self.session.play.exchange
        return exchange is not None and not exchange.present.isdisjoint(self.session.proofs)

    def _mind_absence(self, now: float, *, patient: bool) -> Iterator[Acts]:
        """Tell how long we have been waiting; vote against those who are gone."""
        overdue = self.overdue(now)
        owing = {waiting.seat for waiting in self.awaited()}
        if seconds := tuple(wait for wait in self.waits(now).items() if wait[0] in owing):
            away = tuple(seat for seat in overdue if seat in owing and self.is_away(seat, now))
            yield Acts(news=(WaitingFor(seconds, away),))
        if (unanswered := self.unanswered(now)) is not None:
            yield Acts(news=(unanswered,))
        yield Acts(news=tuple(self._take_note_of_wishes()))
        yield Acts(news=tuple(self._named(now)))
        yield self._go_ahead(now)
        yield self._welcome(now)
        if overdue:
            yield self.absorb(self.session.protect(self._protected(now)), now)
        gone = [seat for seat in overdue if self._is_gone(seat, now)]
        if gone and not patient:
            with suppress(NotDue):
                yield self._propose(gone, now)

    def _welcome(self, now: float) -> Acts:
        """Once in a step we leave out whom we named while it was away, and who is there again.

        We would not sign against it as long as it is there; and the others may never have missed it.
        """
        owing = {waiting.seat for waiting in self.awaited()}
        back = {seat for seat in self._missed - owing - self._wanted if not self.is_away(seat, now)}
        self._missed -= back
        fresh, self._welcomed = back - self._welcomed, self._welcomed | back
        return self.absorb(self.session.welcome(fresh), now) if fresh else Acts()

    def _is_gone(self, seat: int, now: float) -> bool:
        """Whether to wait for an overdue seat has no sense any more, by what we have seen ourselves.

        Who is heard, by us or by anybody who tells us, may be thinking. A vote says nothing about that: its
        author may have heard less than we do.
        """
        # To vote on somebody guilty takes no person, so whoever does not is as bad as gone.
        if self._has_guilty() or self.is_away(seat, now):
            return True
        long = THINKING * self.session.genesis.patience
        if self.waits(now).get(seat, 0) < long:
            return False
        return self._is_wanted(seat, now) or (seat in self._asked_to_agree() and self._are_too_few(now))

    def _are_too_few(self, now: float) -> bool:
        """Whether those who are there cannot go on without the others, whatever they agree on.

        Then who does not agree is left out, too: the table is claimed by those who do, at last by each alone.
        """
        active = self.session.play.active.difference(self.session.keys)
        gone = [one for one in sorted(active) if self.is_away(one, now) or not self.session.is_playing(one)]
        return not self._ballot().is_quorum(tuple([(one, 0) for one in gone]))

    def _is_wanted(self, seat: int, now: float) -> bool:
        """Whether some person wants to go on without a seat; only who goes on telling it wants it still.

        One word is enough against who owes something: that is over for all when what it owes comes. Who only
        does not agree may not have been told the same as we, so that takes more than half of the table: fewer
        of them lie.
        """
        if seat in self._wanted:
            return True
        tell = {author for author, have in self.contact.told.items() if seat in have.wanted}
        there = [one for one in tell - {seat} if self.session.is_playing(one) and not self.is_away(one, now)]
        owes = any(waiting.seat == seat for waiting in self.awaited())
        return bool(there) if owes else 2 * len(there) > len(self.session.play.active)

    def is_away(self, seat: int, now: float) -> bool:
        """Whether nobody has heard of a seat for the table's patience, as far as we know."""
        return self.contact.silence(seat, now) >= self.session.genesis.patience

    def _protected(self, now: float) -> set[int]:
        """Whom we sign nothing against. Who was waited for in vain once in a step need not be again."""
        play = self.session.play
        if play.exchange is None:
            return set(self.others)
        owed = {seat: (play.step, play.owed_number(seat)) for seat in self.others}
        self._ripe |= {seat: owed[seat] for seat in self.overdue(now)}
        ripe = {seat for seat in self.others if self._ripe.get(seat) == owed[seat]} - self._spared
        lost = {seat for seat in ripe if seat in self._wanted or self._is_gone(seat, now)}
        return set(self.others) - lost

    def _go_ahead(self, now: float) -> Acts:
        """After a vote: go on, though some have not said in time that they saw the same.

        In half of the patience, for meanwhile we owe something ourselves, and the others count.
        """
        self._note_doubt(now)
        since = self._unsure_since
        if since is None or 2 * (now - since) < self.session.genesis.patience:
            return Acts()
        return self.absorb(self.session.go_ahead(), now)._replace(changed=True)

    def _take_note_of_wishes(self) -> Iterator[Relented]:
        """Who has taken back what it wanted. Who holds more than we may just have gone on."""
        heads, before = self.session.heads(), self._wishes
        owing = {waiting.seat for waiting in self.awaited()}
        for author, have in self.contact.told.items():
            if all(head.number <= ours for head, ours in zip(have.heads, heads, strict=True)):
                theirs = {wish for wish in before if wish[0] == author}
                now = {(author, seat) for seat in have.wanted if seat in owing}
                self._wishes = self._wishes - theirs | now
                self._relented = self._relented - now | (theirs - now)
                yield from (Relented(*wish) for wish in sorted(theirs - now) if wish[1] in owing)

    def _named(self, now: float) -> Iterator[ForfeitProposed]:
        """Which of our seats others want to go on without, and how long they have to wait for it."""
        waited = self._patience.seconds(now)
        owing = {waiting.seat for waiting in self.session.waiting()}
        for seat in owing.intersection(self.session.keys):
            if by := self.asked_by(seat):
                # Who comes back in the middle of a step does not know since when the others have waited.
                known = self.session.play.step != self._came_back
                left = self.session.genesis.patience - waited.get(seat, 0) if known else 0
                yield ForfeitProposed(seat, by, max(0, left))

    def _named_by(self, seat: int) -> tuple[int, ...]:
        votes = self._ballot().votes
        return tuple(author for author, cast in sorted(votes.items()) if any(seat in dict(v) for v in cast))

    def asked_by(self, seat: int) -> tuple[int, ...]:
        """Who has voted so and not taken it back."""
        ballot = self._ballot()
        votes = [(author, dict(vote)) for author in self._named_by(seat) for vote in ballot.votes[author]]
        standing = {a for a, vote in votes if seat in vote and (seat, vote[seat]) not in ballot.keeps[a]}
        return tuple(author for author in sorted(standing) if (author, seat) not in self._relented)

    def _ballot(self) -> Ballot:
        return self.session.play.ballot(self.session.log)

    # The end.

    def is_in_vain(self, now: float) -> bool:
        """Whether not everybody has sat down, and for the table's patience nobody has come who was new to us.

        Who comes and never signs that it accepts would keep us for ever, if it counted each time.
        """
        return self.session.play.step == 0 and now - self._came >= self.session.genesis.patience

    def is_known_to_all(self) -> bool:
        """Whether all who stayed hold what we hold. One who held it and left has made sure of the others.

        Its word is all that we get of a seat to which there is no way from here, and worth nothing where we
        hear ourselves what a seat lacks.
        """
        partners = {seat for seat in self.others if seat in self._staying()}
        informed = {seat for seat in partners if self._has_all(seat)}
        lacking = partners - informed - self._left
        is_vouched_for = bool(informed & self._left) and lacking.isdisjoint(self.contact.linked)
        return not lacking or is_vouched_for

    def missed(self) -> list[int]:
        """The others who are in the game and have not ended it with us."""
        outcome, exchange = self.session.play.outcome, self.session.play.exchange
        assert exchange is not None
        with_us = outcome.seats if isinstance(outcome, Claimed) else ()
        rest = exchange.present.intersection(self.others).difference(with_us)
        return [seat for seat in sorted(rest) if self.session.is_playing(seat)]

    def is_deserted(self, now: float) -> bool:
        """Whether nobody of them is there any more; who ended a table of two may have wanted that."""
        ended = isinstance(self.session.play.outcome, Claimed)
        gone = self._wanted if ended else ()
        return all(seat in gone or self._is_not_here(seat, now) for seat in self.missed())

    def is_closed(self, now: float) -> bool:
        """Whether all with whom the table ended are gone, so that nobody here can take the end back."""
        staying = self._staying()
        return all(self._is_not_here(seat, now) for seat in self.others if seat in staying)

    def _is_not_here(self, seat: int, now: float) -> bool:
        return seat in self._left or self.is_away(seat, now)

    def _staying(self) -> Collection[int]:
        """The seats with whom the table ended."""
        play = self.session.play
        assert play.exchange is not None
        return play.outcome.seats if isinstance(play.outcome, Claimed) else play.exchange.present

    def _has_all(self, seat: int) -> bool:
        """Whether the seat holds what we hold of those who stayed; of a cheat each may hold another chain."""
        told, ours = self.contact.told.get(seat), self.session.heads()
        return told is not None and all(told.heads[k].number == ours[k] for k in self._staying())
