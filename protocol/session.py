"""One table as one node holds it: the log, the play, and the seats whose keys are ours (protocol.md §5, §8).

Bytes and choices come in; events go out, in the order in which the owner must
act on them (see `events`). Nothing here waits, reads a clock or rolls a die: salts
and shares are arguments. A session without keys is a spectator that checks all
the same; a session fed from a file is an audit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from .canonical import Value
from .chain import MAX_KEEPS, MAX_VOTES
from .commitment import commit
from .envelope import Envelope, Header, open_envelope, seal
from .errors import Ahead, BadDecision, Fault, NotDue
from .events import Event, Heard, Hid, Proved, Rebuilt, Said, Shown
from .exchange import Exchange, Stage
from .faults import Proof, check
from .genesis import Genesis
from .identity import Key
from .judgement import refusal
from .log import Log
from .messages import Absence, Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from .play import Play
from .rules import Open, Rules, S


@dataclass(frozen=True, slots=True)
class Waiting:
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
        self.play = Play(genesis, rules)
        self.proofs: dict[int, Proof] = {}
        # A node that comes back is quiet until the others have told it what it said before.
        self.quiet = False
        self._culprits: dict[int, int] = {}
        self._secrets: dict[tuple[int, int], tuple[bytes, Value]] = {}
        self._shown: set[tuple[bytes, int]] = set()

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
            return tuple(Waiting(s, Stage.LOCKING) for s, head in enumerate(self.heads()) if head == 0)
        dues = ((seat, exchange.due(seat)) for seat in sorted(exchange.present))
        return tuple(Waiting(seat, stage) for seat, stage in dues if stage is not Stage.DONE)

    def duties(self) -> tuple[int, ...]:
        """Our seats that have to choose now."""
        if self.quiet:
            return ()
        return tuple(w.seat for w in self.waiting() if w.seat in self.keys and w.stage is Stage.CHOOSING)

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
        happened: list[Event] = []
        try:
            envelope = open_envelope(wire, self.genesis)
            if envelope.step > self.play.step + 1:
                raise Ahead(f"step {envelope.step} while we are at {self.play.step}")
            if not self.log.add(envelope):
                return []
            happened.append(Heard(envelope))
            self._look_back(envelope, happened)
        except Fault as fault:
            self._condemn(fault, happened)
        return happened + self._go_on()

    def accuse(self, data: bytes) -> list[Event]:
        """Take a proof from anywhere. Raises BadProof if it shows nothing."""
        proof = Proof.read(data)
        if proof.seat in self.proofs:
            return []
        number = check(proof, self.genesis, self.rules)
        happened: list[Event] = []
        self._record(proof, number, "shown by another seat", happened)
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
        if isinstance(exchange.need, Open):
            self._say(seat, Decide(value), happened)
        else:
            self._hide(seat, value, salt, happened)
        return happened + self._go_on()

    def forfeit(self, absent: Iterable[int]) -> list[Event]:
        """Attest with our seats that these seats stayed away. Raises NotDue if they owe nothing."""
        owing = {waiting.seat for waiting in self.waiting()}
        named = sorted(set(absent) - self.keys.keys())
        if self.quiet or self.play.exchange is None or not named or not owing.issuperset(named):
            raise NotDue("the table does not wait for these seats")
        happened: list[Event] = []
        for seat in self._voters():
            self._vote(seat, {name: self._first_missing(name) for name in named}, happened)
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
            happened += self._play()
            before = len(self.log.order)
            self._act(happened)
            if len(self.log.order) == before:
                return happened

    def _play(self) -> list[Event]:
        happened = self.play.run(self.log)
        while self.play.faults:
            self._condemn(self.play.faults.pop(0), happened)
        return happened

    def _look_back(self, envelope: Envelope, happened: list[Event]) -> None:
        """A vote on a step that is over for us: perhaps it is we who were voted out in it."""
        late = isinstance(envelope.message, Forfeit) and envelope.step < self.play.step
        if late and self.play.is_overtaken(self.log):
            self.play = Play(self.genesis, self.rules)
            happened.append(Rebuilt())

    def _act(self, happened: list[Event]) -> None:
        if self.quiet or self.play.exchange is None:
            return
        for seat in self.keys:
            if seat in self.play.active:
                self._keep(seat, happened)
        if self.play.outcome is not None:
            return
        for seat in self._voters():
            culprits = {s: self._cut_number(s) for s in self._culprits if s in self.play.exchange.present}
            if culprits:
                self._vote(seat, culprits, happened)
            self._answer(self.play.exchange, seat, happened)
        self._show_disputed(self.play.exchange, happened)

    def _voters(self) -> list[int]:
        """Our seats that are still in the game and have not been caught."""
        exchange = self.play.exchange
        assert exchange is not None
        return [s for s in self.keys if s in exchange.present and s not in self._culprits]

    def _answer(self, exchange: Exchange, seat: int, happened: list[Event]) -> None:
        """Lock or reveal, when it is time and no vote is in the air."""
        if self.play.ballot(self.log).undecided():
            return
        match exchange.due(seat):
            case Stage.LOCKING if exchange.lock(seat) is None:
                self._say(seat, Lock(exchange.entries()), happened)
            case Stage.REVEALING if (self.play.step, seat) in self._secrets:
                self._say(seat, Reveal(*self._secrets[self.play.step, seat]), happened)

    def _show_disputed(self, exchange: Exchange, happened: list[Event]) -> None:
        locks = filter(None, map(exchange.lock, sorted(exchange.present)))
        for lock in locks:
            for seat in exchange.disputed(lock):
                ours = exchange.choice(seat)
                if ours is not None and (lock.id, seat) not in self._shown:
                    self._shown.add((lock.id, seat))
                    happened.append(Shown(ours))

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

    # Votes.

    def _vote(self, seat: int, named: Mapping[int, int], happened: list[Event]) -> None:
        """Cast a list that contains what we voted for before, except what has turned out to be there."""
        standing, votes, kept = self._said_of_absence(seat)
        numbers = dict(named)
        dead = self.play.ballot(self.log).is_dead(standing, seat)
        for name, number in standing:
            arrived = dead and self.log.holds((name, number))
            if (name, number) in kept:
                continue
            if arrived or (name in self._culprits and numbers.get(name, number) > number):
                self._say(seat, Keep(name, number), happened)
            else:
                numbers[name] = min(numbers.get(name, number), number)
        vote = tuple(sorted(numbers.items()))
        if vote != standing and votes < MAX_VOTES:
            self._say(seat, Forfeit(vote), happened)

    def _keep(self, seat: int, happened: list[Event]) -> None:
        """Deny absences that we can see are none, so that no vote hangs in the air."""
        now = self.play.step
        for step in range(max(now - 1, 1), now + 1):
            active = self.play.active if step == now else self.play.settled[step].active
            ballot = self.log.ballot(step, active)
            ours = {absence for v in ballot.votes[seat] if not ballot.is_dead(v, seat) for absence in v}
            for author in sorted(active - {seat}):
                for vote in ballot.votes[author]:
                    if not ballot.is_dead(vote, author) and seat in ballot.outside(vote):
                        self._deny(seat, [a for a in vote if a not in ours], step, happened)

    def _deny(self, seat: int, vote: Sequence[Absence], step: int, happened: list[Event]) -> None:
        _, _, kept = self._said_of_absence(seat)
        for absence in vote:
            accused = absence[0] in self._culprits and step == self.play.step
            if self.log.holds(absence) and not accused and len(kept) < MAX_KEEPS:
                self._say(seat, Keep(*absence), happened)
                return

    def _said_of_absence(self, seat: int) -> tuple[tuple[Absence, ...], int, frozenset[Absence]]:
        """The seat's standing vote in this step, how many it cast, and what it kept."""
        progress = self.log.progress[seat]
        if progress is None or progress.last.step < self.play.step:
            return (), 0, frozenset()
        return progress.vote, progress.votes, progress.kept

    def _first_missing(self, seat: int) -> int:
        """The number of the message that the step lacks, or that cannot be used."""
        exchange = self.play.exchange
        assert exchange is not None
        if seat in self._culprits:
            return self._cut_number(seat)
        if seat in self.play.unusable:
            return self.play.unusable[seat]
        lock = exchange.lock(seat)
        if exchange.due(seat) is Stage.LOCKING and lock is not None:
            return lock.number
        return len(self.log.chains[seat])

    def _cut_number(self, seat: int) -> int:
        """From where a proven fault voids what the seat said: the fault itself, or all of this step."""
        return max(self._culprits[seat], self.log.first_number(seat, self.play.step))

    # Faults.

    def _condemn(self, fault: Fault, happened: list[Event]) -> None:
        if fault.seat not in self.proofs:
            self._record(Proof.of(fault, self.genesis.table), fault.number, str(fault), happened)

    def _record(self, proof: Proof, number: int, detail: str, happened: list[Event]) -> None:
        self.proofs[proof.seat] = proof
        self._culprits[proof.seat] = number
        happened.append(Proved(proof, detail))

    # Signing.

    def _say(self, seat: int, message: Message, happened: list[Event]) -> None:
        envelope = self._draft(seat, message)
        added = self.log.add(envelope)
        assert added, "our own message is new"
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
