"""One table as one node holds it: log, play, and the seats whose keys are ours (protocol.md §4.3, §8.3).

Bytes and choices come in; events go out, in the order in which the owner must
act on them (see `events`). Nothing here waits, reads a clock or rolls a die: salts
and shares are arguments. A session without keys is a spectator that checks all
the same; a session fed from a file is an audit.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple

from .canonical import Value, encode
from .chain import MAX_KEEPS, MAX_VOTES, Progress
from .commitment import commit
from .envelope import Envelope, Header, Opened, open_envelope, seal
from .errors import Ahead, BadDecision, Fault, Gap, Malformed, NotDue
from .events import Event, Heard, Hid, Proved, Rebuilt, Said, Shown
from .exchange import CHOOSING, DONE, LOCKING, REVEALING, VOTING, Exchange, Stage
from .faults import Proof, check
from .genesis import Genesis
from .identity import Key
from .judgement import refusal
from .log import Log
from .messages import (
    MAX_DECISION,
    Absence,
    Accept,
    Commit,
    Decide,
    Forfeit,
    Keep,
    Lock,
    Message,
    Reveal,
)
from .play import Play
from .poll import Poll
from .rules import Open, Rules, S

MAX_SPARES = 64
"""How many messages from other branches of guilty seats' chains we remember."""


class Waiting(NamedTuple):
    """A seat without which the step cannot go on, and what it owes."""

    seat: int
    stage: Stage


class Session(Generic[S]):
    """A table, seen by one node."""

    def __init__(self, genesis: Genesis, rules: Rules[S], keys: Mapping[int, Key]) -> None:
        self.genesis = genesis
        self.rules = rules
        self.keys = dict(sorted(keys.items()))
        self.log = Log(genesis)
        self.proofs: dict[int, Proof] = {}
        self.play = self._new_play()
        # A node that comes back is quiet until the others have told it what it said before.
        self.quiet = False
        self._secrets: dict[tuple[int, int], tuple[bytes, Value]] = {}
        self._spares: deque[Envelope] = deque(maxlen=MAX_SPARES)
        self._shown: set[tuple[bytes, object]] = set()
        self._wires: set[bytes] = set()

    # What the owner asks.

    def heads(self) -> tuple[int, ...]:
        """For each seat the number of the next message that we lack."""
        return self.log.heads()

    def missing(self, heads: Sequence[int]) -> Iterator[Envelope]:
        """What a node with these heads lacks."""
        return self.log.missing(heads)

    def waiting(self) -> tuple[Waiting, ...]:
        """The seats that the table waits for."""
        if self.play.outcome is not None:
            return ()
        exchange = self.play.exchange
        if exchange is None:
            unseated = (s for s, head in enumerate(self.heads()) if head == 0 and s not in self.proofs)
            return tuple(Waiting(seat, LOCKING) for seat in unseated)
        stage, owing = exchange.waiting
        silent = (self._silent() & exchange.present) - owing
        return tuple([Waiting(seat, stage if seat in owing else VOTING) for seat in sorted(owing | silent)])

    def duties(self) -> tuple[int, ...]:
        """Our seats that have to choose now."""
        exchange = self.play.exchange
        if exchange is None or self.play.outcome is not None:
            return ()
        stage, owing = exchange.waiting
        return tuple(seat for seat in self._speakers() if seat in owing) if stage is CHOOSING else ()

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
        if wire in self._wires:
            # Everybody passes on what it holds; to check a signature once is enough.
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
            self._condemn(fault, happened)
        return happened + self._go_on()

    def accuse(self, data: bytes) -> list[Event]:
        """Take a proof from anywhere. Raises BadProof if it shows nothing."""
        proof = Proof.read(data)
        if proof.seat in self.proofs:
            return []
        check(proof, self.genesis, self.rules)
        happened: list[Event] = []
        self._record(proof, "shown by another seat", happened)
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
        if len(encode(value)) > MAX_DECISION:
            raise BadDecision(f"a decision of more than {MAX_DECISION} bytes")
        if isinstance(exchange.need, Open):
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
        for seat in speakers:
            self._propose(seat, {name: self._poll.first_missing(name) for name in named}, happened)
        return happened + self._go_on()

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
            before = len(self.log.order)
            self._act(happened)
            if len(self.log.order) == before:
                return happened

    def _play(self, happened: list[Event]) -> None:
        happened += self.play.run(self.log)
        # Most of the time nobody is guilty of anything.
        while self.play.faults or self._spares:
            faults = self.play.take_faults()
            for fault in faults:
                self._condemn(fault, happened)
            mended = [spare for spare in self._spares if self.play.mend(spare)]
            happened += map(Heard, mended)
            if not faults and not mended:
                return
            happened += self.play.run(self.log)

    def _new_play(self) -> Play[S]:
        return Play(self.genesis, self.rules, frozenset(self.keys), self.proofs.keys())

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
            self._spares.append(envelope)

    def _look_back(self, envelope: Envelope, happened: list[Event]) -> None:
        """Pass a vote on; if it is on a step that is over for us, perhaps it is we who were voted out."""
        if not isinstance(envelope.message, Forfeit | Keep):
            return
        # Its author might tell others something else; side by side the two are a proof.
        happened.append(Shown(envelope))
        if envelope.step < self.play.step and self.play.is_overtaken(self.log, envelope.step):
            self.play = self._new_play()
            happened.append(Rebuilt())

    def _act(self, happened: list[Event]) -> None:
        exchange = self.play.exchange
        if self.quiet or exchange is None:
            return
        for seat in self._speakers():
            if self.play.step in self.log.voted:
                self._sign(seat, happened)
                self._take_back(seat, exchange, happened)
            if self.play.outcome is None:
                self._propose_guilty(seat, exchange, happened)
                self._answer(exchange, seat, happened)
        self._show_disputed(exchange, happened)
        self._show_missed(happened)

    def _speakers(self) -> list[int]:
        """Our seats that are still in the game, have not been caught, and can go on where they left off."""
        exchange = self.play.exchange
        if self.quiet or exchange is None:
            return []
        free = [seat for seat in self.keys if seat in exchange.present and seat not in self.proofs]
        return [seat for seat in free if seat not in self.play.unusable and self._stands_here(seat)]

    def _stands_here(self, seat: int) -> bool:
        # Whoever spoke before it learned that it had been voted out has spoken of another story.
        last, ground = self.log.chains[seat][-1], self.play.ground
        here = (last.step, last.past, last.state) == (ground.step, ground.past, ground.state)
        return here or last.step == ground.step - 1

    def _answer(self, exchange: Exchange, seat: int, happened: list[Event]) -> None:
        """Lock or reveal, when it is time."""
        due = exchange.due(seat)
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
            for author, votes in sorted(self.log.ballot(step, exchange.active).votes.items()):
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

    def _propose(self, seat: int, named: Mapping[int, int], happened: list[Event]) -> None:
        """Propose a list: these seats, and whom we named before and still miss."""
        said = self._poll.said(seat)
        numbers = dict(named)
        if said is not None:
            for name, number in said.vote:
                if not self._drops(seat, said, (name, number), happened):
                    numbers[name] = min(numbers.get(name, number), number)
        said = self._poll.said(seat)
        kept = said.kept if said else frozenset()
        vote = tuple(absence for absence in sorted(numbers.items()) if absence not in kept)
        standing, votes = (said.vote, said.votes) if said else ((), 0)
        # One vote stays in reserve, to sign what was proposed.
        if vote and vote != standing and votes < MAX_VOTES - 1:
            self._say(seat, Forfeit(vote), happened)

    def _drops(self, seat: int, said: Progress, absence: Absence, happened: list[Event]) -> bool:
        """Whether the seat can leave out what it named before; what has come since is taken back first."""
        if absence in said.kept:
            return True
        poll = self._poll
        if poll.is_missing(absence, said.vote) or absence in poll.ballot.bound(seat):
            return False
        return self._keep(seat, absence, happened)

    def _propose_guilty(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        guilty = {culprit: 0 for culprit in self.proofs if culprit in exchange.present}
        if guilty:
            self._propose(seat, guilty, happened)

    def _sign(self, seat: int, happened: list[Event]) -> None:
        """Sign what we proposed once all others have proposed it too."""
        poll = self._poll
        said = poll.said(seat)
        if said is None or not said.vote or said.signed:
            return
        ballot = poll.ballot
        bound = ballot.bound(seat)
        # What an earlier signature holds us to stands in this list too, though it may have come since.
        fine = all(absence in bound or poll.is_missing(absence, said.vote) for absence in said.vote)
        if fine and ballot.is_agreed(said.vote):
            self._say(seat, Forfeit(said.vote), happened)

    def _take_back(self, seat: int, exchange: Exchange, happened: list[Event]) -> None:
        """Take back what binds us to nobody yet, and claims, when what was missing has come."""
        poll = self._poll
        for vote in poll.ballot.votes[seat]:
            if poll.may_take_back(seat, vote):
                bound = poll.ballot.bound(seat)
                # Where the step could end, only what we have signed may keep us: then we wait for that.
                done = exchange.stage is DONE and not bound
                free = [absence for absence in vote if absence not in bound]
                come = [absence for absence in free if done or not poll.is_missing(absence, vote)]
                for absence in come[:1]:
                    self._keep(seat, absence, happened)

    def _keep(self, seat: int, absence: Absence, happened: list[Event]) -> bool:
        said = self._poll.said(seat)
        assert said is not None
        if len(said.kept) < MAX_KEEPS:
            self._say(seat, Keep(*absence), happened)
        return len(said.kept) < MAX_KEEPS

    def _silent(self) -> frozenset[int]:
        """The others who have not joined a list of ours without which the step cannot go on."""
        if self.play.step not in self.log.voted:
            return frozenset()
        return frozenset(self._poll.silent(self._speakers()) - self.keys.keys())

    @property
    def _poll(self) -> Poll[S]:
        return Poll(self.log, self.play, self.proofs)

    # Faults.

    def _condemn(self, fault: Fault, happened: list[Event]) -> None:
        if fault.seat not in self.proofs:
            self._record(Proof.of(fault, self.genesis.table), str(fault), happened)

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
