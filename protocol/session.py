"""One table as one node holds it: log, play, and the seats whose keys are ours (protocol.md §4.3, §8.3).

Bytes and choices come in; events go out, in the order in which the owner must
act on them (see `events`). Nothing here waits, reads a clock or rolls a die: salts
and shares are arguments. A session without keys is a spectator that checks all
the same; a session fed from a file is an audit.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Generic, NamedTuple

from .ballot import Vote
from .canonical import Value
from .chain import MAX_KEEPS, MAX_VOTES, Progress
from .commitment import commit
from .envelope import Envelope, Header, Opened, open_envelope, seal
from .errors import Ahead, BadDecision, Fault, Gap, Malformed, NotDue
from .events import Event, Heard, Hid, Proved, Rebuilt, Said, Shown
from .exchange import CHOOSING, DONE, LOCKING, REVEALING, VOTING, Exchange, ExchangeStage
from .faults import Proof, check
from .genesis import Genesis
from .identity import Key
from .log import Log
from .messages import (
    Absence,
    Accept,
    Commit,
    Decide,
    Forfeit,
    Keep,
    Lock,
    Message,
    Resign,
    Reveal,
    is_short_enough,
)
from .play import Play, Spare
from .rule_checks import refusal
from .rules import AskOpen, Rules, S
from .voting import Voting

MAX_SPARES = 64
"""How many messages from other branches of guilty seats' chains we remember."""


End = tuple[int, bytes]
"""Where a chain ends: the number of the next message, and the id that it will have to name."""


class Waiting(NamedTuple):
    """A seat without which the step cannot go on, and what it owes."""

    seat: int
    stage: ExchangeStage


class Session(Generic[S]):
    """A table, seen by one node."""

    def __init__(
        self, genesis: Genesis, rules: Rules[S], keys: Mapping[int, Key], *, seen_from: Iterable[int] = ()
    ) -> None:
        """Sit down with these keys; or read what the owner of these seats has recorded."""
        self.genesis = genesis
        self.rules = rules
        self.keys = dict(sorted(keys.items()))
        self._ours = frozenset(self.keys).union(seen_from)
        self.log = Log(genesis)
        self.proofs: dict[int, Proof] = {}
        self.play = self._new_play()
        # A node that comes back is quiet until the others have told it what it said before.
        self.quiet = False
        # What the owner's clock says: seats that the table's patience still protects from our signature.
        self.protected: Collection[int] = ()
        # Where the chains of the others end, as they have told us; None if nobody tells.
        self._ends: dict[int, tuple[End, ...]] | None = None
        self._bold = -1
        self._secrets: dict[tuple[int, int], tuple[bytes, Value]] = {}
        self._spares: deque[Spare] = deque(maxlen=MAX_SPARES)
        self._taken: dict[bytes, Envelope] = {}
        self._shown: set[tuple[bytes, object]] = set()
        self._wires: set[bytes] = set()

    # What the owner asks.

    def heads(self) -> tuple[int, ...]:
        """For each seat the number of the next message that we lack."""
        return self.log.heads()

    def missing(self, heads: Sequence[int]) -> Iterator[Envelope]:
        """What a node with these heads lacks."""
        return self.log.missing(heads)

    def holds(self, wire: bytes) -> bool:
        """Whether we have these very bytes. Everybody passes on what it holds; to check it once is enough."""
        return wire in self._wires

    def waiting(self) -> tuple[Waiting, ...]:
        """The seats that the table waits for."""
        if self.play.outcome is not None:
            return ()
        exchange = self.play.exchange
        if exchange is None:
            unseated = (s for s, head in enumerate(self.heads()) if head == 0 and s not in self.proofs)
            return tuple(Waiting(seat, LOCKING) for seat in unseated)
        stage, owing = exchange.waiting
        silent = ((self._silent() | self.unsure() | self.claimants()) & exchange.present) - owing
        return tuple([Waiting(seat, stage if seat in owing else VOTING) for seat in sorted(owing | silent)])

    def claimants(self) -> frozenset[int]:
        """At a table of two: the other one, if it has ended the table for itself and not for us."""
        if len(self.play.active) != 2 or self.play.step not in self.log.voted:
            return frozenset()
        return frozenset().union(*self.play.claims(self._voting.ballot)).difference(self.keys)

    def joined(self) -> frozenset[int]:
        """The others who have gone as far as our seats with their last lists."""
        return self._voting.joined(self._speakers())

    def unsure(self) -> frozenset[int]:
        """Who has not shown yet, after a vote that our seats signed, that it saw the same become of it."""
        steps = (self.play.step - 1, self.play.step)
        return frozenset(o for seat in self.keys for step in steps for o in self._unsure_in(step, seat))

    def is_playing(self, seat: int) -> bool:
        """Whether a seat is in the game still: not voted out, not caught, and not resigned."""
        exchange = self.play.exchange
        is_out = exchange is not None and (seat not in exchange.present or self._voting.has_resigned(seat))
        return not is_out and seat not in self.proofs

    def duties(self) -> tuple[int, ...]:
        """Our seats that have to choose now."""
        exchange = self.play.exchange
        if exchange is None or self.play.outcome is not None:
            return ()
        stage, owing = exchange.waiting
        return tuple(seat for seat in self._speakers() if seat in owing) if stage is CHOOSING else ()

    def forgetful(self) -> tuple[int, ...]:
        """Our seats that owe a reveal and do not know any more what they hid: an old copy was restored."""
        exchange = self.play.exchange
        if exchange is None or self.play.outcome is not None:
            return ()
        owing = [seat for seat in self._speakers() if exchange.due(seat) is REVEALING]
        return tuple(seat for seat in owing if (self.play.step, seat) not in self._secrets)

    # What comes in.

    def begin(self) -> list[Event]:
        """Sit down: sign the table with each of our seats that has not done so."""
        happened: list[Event] = []
        for seat in self.keys:
            if not self.log.chains[seat]:
                self._say(seat, Accept(), happened)
        return happened + self._go_on()

    def receive(self, wire: bytes) -> list[Event]:
        """Take signed bytes from anywhere. Raises a Refusal if they cannot be used (now)."""
        if self.holds(wire):
            return []
        try:
            opened: Opened = open_envelope(wire, self.genesis)
        except Malformed as fault:
            opened = fault
        return self.take(opened)

    def take(self, opened: Opened) -> list[Event]:
        """The same for what has been opened; what was raised for it is raised, or proven, in its turn."""
        happened: list[Event] = []
        try:
            if not isinstance(opened, Envelope):
                raise opened
            if opened.wire in self._wires:
                return []
            if opened.step > self.play.step + 1:
                raise Ahead(f"step {opened.step} while we are at {self.play.step}")
            if not self._add(opened, happened):
                return []
        except Fault as fault:
            if self._condemn(fault, happened):
                self._rebuild_if_overtaken(self.play.step - 1, happened)
        return happened + self._go_on()

    def accuse(self, data: bytes) -> list[Event]:
        """Take a proof from anywhere. Raises BadProof if it shows nothing."""
        proof = Proof.read(data)
        if proof.seat in self.proofs:
            return []
        check(proof, self.genesis, self.rules)
        happened: list[Event] = []
        self._record(proof, "shown by another seat", happened)
        self._rebuild_if_overtaken(self.play.step - 1, happened)
        return happened + self._go_on()

    def choose(self, seat: int, value: Value, salt: bytes) -> list[Event]:
        """Decide for one of our seats, or give its share of chance; the salt seals it where it is secret.

        Raises NotDue or BadDecision, and then nothing was signed.
        """
        if seat not in self.duties():
            raise NotDue(f"seat {seat} owes no choice now")
        exchange = self.play.exchange
        assert exchange is not None
        happened: list[Event] = []
        reason = refusal(self.rules, self.play.state, exchange.need, seat, value)
        if reason is not None:
            raise BadDecision(reason)
        if not is_short_enough(value, is_open=isinstance(exchange.need, AskOpen)):
            raise BadDecision("a decision of too many bytes")
        if isinstance(exchange.need, AskOpen):
            self._say(seat, Decide(value), happened)
        else:
            self._hide(seat, value, salt, happened)
        return happened + self._go_on()

    def forfeit(self, absent: Iterable[int]) -> list[Event]:
        """Propose with our seats that these seats stayed away. Raises NotDue if they owe nothing."""
        owing = {waiting.seat for waiting in self.waiting()}
        named = sorted(set(absent) - self.keys.keys())
        # Whoever has still to choose keeps the others waiting itself.
        speakers = [seat for seat in self._speakers() if seat not in self.duties()]
        if not speakers or not named or not owing.issuperset(named):
            raise NotDue("the table does not wait for these seats, or waits for ours")
        happened: list[Event] = []
        step = self.play.step
        for seat in speakers:
            if self.play.step == step and seat in self._speakers():
                self._propose(seat, {name: self._voting.first_missing(name) for name in named}, happened)
                self._play(happened)
        return happened + self._go_on()

    def welcome(self, back: Collection[int]) -> list[Event]:
        """Give these, who are there again, another chance to vote with us: leave them out of our lists."""
        happened: list[Event] = []
        for seat in self._speakers():
            self._propose(seat, {}, happened, back)
        return happened + self._go_on()

    def resign(self, seat: int) -> list[Event]:
        """Give up a seat of ours, for good. Raises NotDue where there is nothing to give up."""
        if seat not in self._speakers():
            raise NotDue(f"seat {seat} is not in the game")
        happened: list[Event] = []
        self._say(seat, Resign(), happened)
        return happened + self._go_on()

    def compare(self, seat: int, ends: tuple[End, ...]) -> list[Event]:
        """Another seat has told where the chains end for it."""
        if self._ends is None:
            self._ends = {}
        self._ends[seat] = ends
        voted = not self.log.voted.isdisjoint((self.play.step - 1, self.play.step))
        return self._go_on() if voted else []

    def differing(self, ends: Iterable[End]) -> list[Envelope]:
        """What to show to somebody for whom chains end so, because it holds another branch of a seat's chain.

        Side by side the two are a proof. Of a guilty seat it may need what we hold to come to where we are.
        """
        shown: list[Envelope] = []
        for seat, (number, previous) in enumerate(ends):
            if self.log.has_other(seat, number, previous):
                chain = self.log.chains[seat]
                recent = chain[self.log.first_number(seat, self.play.step - 1) :]
                twin = [] if seat in self.proofs or chain[number - 1] in recent else [chain[number - 1]]
                shown += twin + recent
        return shown

    def taken(self, reader: int) -> list[Envelope]:
        """The spares that brought us where we are, which a seat may need to come as far.

        Where all hold the same branch of a guilty seat's chain, their ends tell nobody what one lacks.
        """
        said = self.log.chains[reader]
        return [spare for spare in self._taken.values() if not said or said[-1].step <= spare.step]

    def protect(self, seats: Collection[int]) -> list[Event]:
        """From now on these seats, and no others, are safe from our signature."""
        self.protected = seats
        return self._go_on()

    def go_ahead(self) -> list[Event]:
        """Half of the patience is over: go on, though others have not shown that they hold what we hold."""
        self._bold = self.play.step
        return self._go_on()

    def wake(self) -> list[Event]:
        """The others have told us what we said before: go on signing."""
        self.quiet = False
        return self._go_on()

    # What comes back from disk.

    def remember(self, secret: Hid) -> None:
        """The secret behind a commitment of ours, from the record."""
        self._secrets[secret.step, secret.seat] = secret.salt, secret.value

    # How it goes on.

    def _go_on(self) -> list[Event]:
        """Play as far as the log allows, and say what our seats owe without a choice of ours."""
        happened: list[Event] = []
        while True:
            self._play(happened)
            self._show_unusable(happened)
            before = len(self.log.order)
            self._act(happened)
            if len(self.log.order) == before:
                return happened

    def _play(self, happened: list[Event]) -> None:
        happened += self.play.run(self.log)
        # Most of the time nobody is guilty of anything.
        while self.play.faults or self._spares:
            faults, known = self.play.take_faults(), len(self.proofs)
            for fault in faults:
                self._condemn(fault, happened)
            mended = [spare.envelope for spare in self._spares if self.play.mend(spare)]
            self._taken |= {spare.id: spare for spare in mended}
            happened += map(Heard, mended)
            self._show(mended, "spare", happened)
            if not faults and not mended:
                return
            # What is found once more when the story begins again says nothing new, and there must be an end.
            if len(self.proofs) > known:
                self._rebuild_if_overtaken(self.play.step - 1, happened)
            happened += self.play.run(self.log)

    def _new_play(self) -> Play[S]:
        return Play(self.genesis, self.rules, self._ours, self.proofs.keys())

    def _add(self, envelope: Envelope, happened: list[Event]) -> bool:
        """Enter a message into the log; False if it is there already."""
        try:
            if not self.log.add(envelope):
                return False
        except Gap:
            if envelope.seat not in self.proofs:
                raise
            self._spare(envelope)
        except Fault:
            self._spare(envelope)
            raise
        else:
            self._wires.add(envelope.wire)
            happened.append(Heard(envelope))
            self._look_back(envelope, happened)
        return True

    def _spare(self, envelope: Envelope) -> None:
        if isinstance(envelope.message, Lock | Reveal):
            self._spares.append(Spare.of(envelope, self.genesis))

    def _look_back(self, envelope: Envelope, happened: list[Event]) -> None:
        """Pass a vote on; if it is on a step that is over for us, perhaps it is we who were voted out."""
        if not isinstance(envelope.message, Forfeit | Keep):
            return
        # Its author might tell others something else; side by side the two are a proof.
        happened.append(Shown(envelope))
        self._rebuild_if_overtaken(envelope.step, happened)

    def _rebuild_if_overtaken(self, step: int, happened: list[Event]) -> None:
        """Begin the story again if a step that was settled is settled otherwise now."""
        if 0 < step < self.play.step and step in self.log.voted and self.play.is_overtaken(self.log, step):
            self.play = self._new_play()
            happened.append(Rebuilt())

    def _act(self, happened: list[Event]) -> None:
        exchange = self.play.exchange
        if self.quiet or exchange is None:
            return
        before = len(self.log.order)
        for seat, act in product(self._speakers(), self._acts(exchange)):
            act(seat, exchange, happened)
            if len(self.log.order) > before:
                # Whoever reads our record looks at the table after each message, and so do we.
                return
        self._show_disputed(exchange, happened)
        self._show_missed(happened)

    def _acts(self, exchange: Exchange) -> list[Callable[[int, Exchange, list[Event]], None]]:
        """What a seat of ours may have to say, in this order."""
        voting = [self._sign, self._leave_out, self._take_back] if self.play.step in self.log.voted else []
        return [*voting, *([self._propose_lost, self._answer] if self.play.outcome is None else [])]

    def _speakers(self) -> list[int]:
        """Our seats that are still in the game, have not been caught, and can go on where they left off."""
        exchange = self.play.exchange
        if self.quiet or exchange is None:
            return []
        free = [seat for seat in self.keys if seat in exchange.present and seat not in self.proofs]
        able = [seat for seat in free if seat not in self.play.unusable and self._stands_here(seat)]
        return [seat for seat in able if not self._voting.has_resigned(seat) and not self._unsure_of(seat)]

    def _stands_here(self, seat: int) -> bool:
        # Whoever spoke before it learned that it had been voted out has spoken of another story.
        last, ground = self.log.chains[seat][-1], self.play.ground
        here = (last.step, last.past, last.state) == (ground.step, ground.past, ground.state)
        return here or last.step == ground.step - 1

    def _answer(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        """Lock or reveal, when it is time."""
        due = exchange.due(seat)
        if self._unsure_in(self.play.step, seat):
            return
        if due is LOCKING and exchange.lock(seat) is None:
            self._say(seat, Lock(exchange.entries()), happened)
        elif due is REVEALING and (self.play.step, seat) in self._secrets:
            self._say(seat, Reveal(*self._secrets[self.play.step, seat]), happened)

    # Choices.

    def _hide(self, seat: int, value: Value, salt: bytes, happened: list[Event]) -> None:
        step = self.play.step
        sealed = commit(
            table=self.genesis.table,
            step=step,
            seat=seat,
            key=self.genesis.key(seat),
            salt=salt,
            value=value,
        )
        secret = Hid(step, seat, salt, value)
        self.remember(secret)
        happened.append(secret)
        self._say(seat, Commit(sealed), happened)

    # What we show, so that whoever tells two stories is found out, and nobody lacks what somebody has.

    def _show_unusable(self, happened: list[Event]) -> None:
        """What stops us must not stay with us: others may hold something else in its place."""
        while self._show_strays(happened):
            # Perhaps it is they who went on with a vote that we had come to doubt.
            self._rebuild_if_overtaken(self.play.step - 1, happened)
            self._play(happened)

    def _show_strays(self, happened: list[Event]) -> bool:
        """Show each message that has made its author unusable, once; whether there was a new one."""
        told = len(happened)
        for seat, number in self.play.unusable.items():
            self._show([self.log.chains[seat][number]], "unusable", happened)
        return len(happened) > told

    def _show_disputed(self, exchange: Exchange, happened: list[Event]) -> None:
        """Where a lock names another choice than we hold: the lock, and what we hold of that seat."""
        for lock in exchange.differing_locks():
            for seat in exchange.disputed(lock):
                chain = self.log.chains[seat]
                ours = chain[self.log.first_number(seat, self.play.step) :]
                if ours:
                    self._show([lock, *ours], lock.id, happened)

    def _show_missed(self, happened: list[Event]) -> None:
        """What others say they lack, and we hold."""
        if not self.log.voted:
            return
        exchanges = {self.play.step - 1: self.play.before, self.play.step: self.play.exchange}
        for step, exchange in exchanges.items():
            if exchange is None or step not in self.log.voted:
                continue
            for author, votes in sorted(self.log.ballot(step, exchange.active, ()).votes.items()):
                # What we lacked ourselves others have shown us.
                if author in self.keys:
                    continue
                for seat, number in sorted({absence for vote in votes for absence in vote}):
                    part = exchange.parts[seat]
                    said = [e for e in (part.choice, part.lock, part.reveal) if e and e.number >= number]
                    self._show(said, author, happened)

    def _show(self, envelopes: Iterable[Envelope], cause: object, happened: list[Event]) -> None:
        for envelope in envelopes:
            if (envelope.id, cause) not in self._shown:
                self._shown.add((envelope.id, cause))
                happened.append(Shown(envelope))

    # Votes.

    def _propose(
        self, seat: int, named: Mapping[int, int], happened: list[Event], back: Collection[int] = ()
    ) -> None:
        """Propose a list: these seats, and whom we named before and still miss, unless they are back."""
        said = self._voting.said(seat)
        pairs, step = set(named.items()), self.play.step
        for absence in said.vote if said else ():
            is_let_off = absence[0] in back and self._voting.may_join(absence[0])
            if said and not self._drops(seat, said, absence, happened, is_let_off=is_let_off):
                pairs.add(absence)
        if self.play.step != step:
            return
        said = self._voting.said(seat)
        kept, bound = (said.kept, said.bound) if said else (frozenset(), ())
        # What it owes may have fallen meanwhile. Of what is left the lower number, and all that is signed.
        lowest = dict(sorted(pairs.union(bound) - kept, reverse=True))
        vote = tuple(sorted(lowest.items()))
        standing, votes = (said.vote, said.votes) if said else ((), 0)
        # One vote stays in reserve, to sign what was proposed.
        if vote and vote != standing and votes < MAX_VOTES - 1:
            self._say(seat, Forfeit(vote), happened)

    def _drops(
        self, seat: int, said: Progress, absence: Absence, happened: list[Event], *, is_let_off: bool
    ) -> bool:
        """Whether the seat can leave out what it named before; what has come since is taken back first.

        So is what it has signed. Whoever has only joined, or come back, may be named again.
        """
        if absence in said.kept:
            return True
        voting = self._voting
        is_missing = not is_let_off and voting.is_missing(absence, said.vote)
        if is_missing or absence in voting.ballot.bound(seat):
            return False
        if absence not in said.bound and not voting.has_come(absence):
            return True
        taken_back = self._keep(seat, absence, happened)
        self._play(happened)
        return taken_back

    def _propose_lost(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        """Vote at once on those whom nobody has to wait for: the guilty, and who resigned and owes."""
        # Where others are voted on, who has resigned would have to sign too.
        waited = exchange.present if self.play.step in self.log.voted else exchange.waiting[1]
        resigned = filter(self._voting.has_resigned, sorted(waited))
        lost = [*resigned, *(culprit for culprit in self.proofs if culprit in exchange.present)]
        if lost:
            named = {name: self._voting.first_missing(name) for name in lost}
            self._propose(seat, named, happened, self._let_off(seat, named))

    def _let_off(self, seat: int, named: Mapping[int, int]) -> Collection[int]:
        """Whom the seat leaves out when somebody has become guilty: others may not have missed them.

        So all begin anew with what all know; but what it has signed stays.
        """
        said = self._voting.said(seat)
        if said is None or all(pair in said.vote for pair in named.items() if pair[0] in self.proofs):
            return ()
        return self.play.active.difference(dict(said.bound))

    def _sign(self, seat: int, _: Exchange, happened: list[Event]) -> None:
        """Sign what we proposed once all others have proposed it too."""
        voting = self._voting
        said = voting.said(seat)
        if said is None or not said.vote or said.signed:
            return
        ballot = voting.ballot
        bound = ballot.bound(seat)
        # What an earlier signature holds us to stands in this list too, though it may have come since.
        fine = all(absence in bound or self._is_lost(absence, said) for absence in said.vote)
        if fine and ballot.is_agreed(said.vote):
            self._say(seat, Forfeit(said.vote, signed=True), happened)

    def _leave_out(self, seat: int, _: Exchange, happened: list[Event]) -> None:
        """Propose without those who have joined; should they go back on it they are named again."""
        voting = self._voting
        said = voting.said(seat)
        if said is None or said.signed:
            return
        left = [absence for absence in said.vote if not voting.has_come(absence)]
        if any(not voting.is_missing(absence, said.vote) for absence in left):
            self._propose(seat, {}, happened)

    def _is_lost(self, absence: Absence, said: Progress) -> bool:
        """Whether a seat still lacks what it was named for, and has been waited for long enough."""
        seat, _ = absence
        exchange = self.play.exchange
        is_out = exchange is not None and seat not in exchange.present
        voting = self._voting
        exempt = is_out or seat in self.proofs or seat not in self.protected or voting.has_resigned(seat)
        return exempt and voting.is_missing(absence, said.vote)

    def _take_back(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        """Take back what binds us to nobody yet, and claims, when what was missing has come."""
        voting = self._voting
        for vote in voting.ballot.votes[seat]:
            if voting.may_take_back(seat, vote):
                bound = voting.ballot.bound(seat)
                # Where the step could end, only what we have signed may keep us: then we wait for that.
                done = exchange.stage is DONE and not bound
                free = [absence for absence in vote if absence not in bound]
                come = [absence for absence in free if done or self._is_denied(seat, vote, absence)]
                for absence in come[:1]:
                    self._keep(seat, absence, happened)

    def _is_denied(self, seat: int, vote: Vote, absence: Absence) -> bool:
        """Whether the seat has to say that it will not sign this list because of this absence."""
        voting = self._voting
        if voting.has_come(absence):
            return True
        said, ballot = voting.said(seat), voting.ballot
        is_left_out = said is not None and absence not in said.vote
        # It has signed a claim, or others wait for it because they have signed what it has left behind.
        if is_left_out and ballot.signers(vote) - {seat}:
            return True
        return vote in ballot.signed[seat] and not voting.is_missing(absence, vote)

    def _keep(self, seat: int, absence: Absence, happened: list[Event]) -> bool:
        said = self._voting.said(seat)
        assert said is not None
        if len(said.kept) < MAX_KEEPS:
            self._say(seat, Keep(*absence), happened)
        return len(said.kept) < MAX_KEEPS

    def _silent(self) -> frozenset[int]:
        """The others who have not joined a list of ours without which the step cannot go on."""
        if self.play.step not in self.log.voted:
            return frozenset()
        return frozenset(self._voting.silent(self._speakers()) - self.keys.keys())

    def _unsure_of(self, seat: int) -> frozenset[int]:
        """Whom the seat waits for before it says anything in this step."""
        return self._unsure_in(self.play.step - 1, seat)

    def _unsure_in(self, step: int, seat: int) -> frozenset[int]:
        """After lists that the seat has signed: who has not shown yet that it saw the same become of them.

        A cheat may have signed a list for some and denied it to others. Whoever acts on it before it knows is
        in another story than they; so those who are bound by the list compare what they hold first.
        """
        exchange, bold = self.play.exchange, self._bold == self.play.step
        if self._ends is None or exchange is None or bold or not self.log.has_signed(seat, step):
            return frozenset()
        is_over = step < self.play.step
        active = self.play.settled[step].active if is_over else self.play.active
        ballot = self.log.ballot(step, active, self.proofs)
        signed = ballot.signed[seat]
        carried = [vote for vote in ballot.complete() if vote in signed and ballot.is_quorum(vote)]
        bound = carried or (signed if is_over else [])
        # Of the guilty each may hold another branch, for good.
        with_us = {name for vote in bound for name in ballot.outside(vote)}.difference(self.proofs)
        asked = with_us.intersection(exchange.present).difference(self.keys)
        return frozenset(name for name in asked if not self._agrees(name, with_us, step))

    def _agrees(self, name: int, members: Iterable[int], step: int) -> bool:
        """Whether a seat has shown that it holds what we hold of the members' votes in this step."""
        said = self.log.progress[name]
        here = (step + 1, self.play.ground.past)
        if said is not None and step < self.play.step and (said.last.step, said.last.past) == here:
            return True
        ends = (self._ends or {}).get(name)
        return ends is not None and all(self._covers(ends[member], member, step) for member in members)

    def _covers(self, end: End, member: int, step: int) -> bool:
        number, previous = end
        chain = self.log.chains[member]
        known = 0 < number <= len(chain) and chain[number - 1].id == previous
        return known and number > self.log.last_vote(member, step)

    @property
    def _voting(self) -> Voting[S]:
        return Voting(self.log, self.play, self.proofs)

    # Faults.

    def _condemn(self, fault: Fault, happened: list[Event]) -> bool:
        """Note a fault; False if one of this seat is noted already."""
        if fault.seat in self.proofs:
            return False
        self._record(Proof.of(fault, self.genesis.table), str(fault), happened)
        return True

    def _record(self, proof: Proof, detail: str, happened: list[Event]) -> None:
        self.proofs[proof.seat] = proof
        happened.append(Proved(proof, detail))

    # Signing.

    def _say(self, seat: int, message: Message, happened: list[Event]) -> None:
        envelope = self._draft(seat, message)
        added = self.log.add(envelope)
        assert added, "our own message is new"
        self._wires.add(envelope.wire)
        happened.append(Said(envelope))

    def _draft(self, seat: int, message: Message) -> Envelope:
        chain = self.log.chains[seat]
        ground = self.play.ground
        header = Header(
            table=self.genesis.table,
            seat=seat,
            number=len(chain),
            previous=chain[-1].id if chain else self.genesis.table,
            step=ground.step,
            past=ground.past,
            state=ground.state,
        )
        return seal(self.keys[seat], header, message)
