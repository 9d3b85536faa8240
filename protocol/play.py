"""The game as the log tells it: a fold over all messages, step by step (protocol.md §5.5).

Same log, same rules, same state, in whatever order the messages came. `run` goes
as far as the log allows and returns what happened; what a seat said against the
rules stops that seat, never the run.
"""

from collections.abc import Collection
from typing import Generic, Self

from .ballot import Ballot
from .canonical import Encoder, Value
from .chain import next_past, opening
from .envelope import Envelope
from .errors import Fault, WrongState
from .events import Absent, Claimed, Event, Finished, Settled, StepOpened
from .exchange import DONE, LOCKING, Exchange
from .frozen import Frozen
from .genesis import Genesis
from .log import Log
from .messages import Commit, Decide, Forfeit, Keep, Lock, Resign, Reveal
from .rule_checks import answers, check_message, state_digest
from .rules import Answers, GameOver, Rules, S


class Ground(Frozen):
    """What every message of a step stands on."""

    step: int
    past: bytes
    encoded: bytes
    state: bytes


class Settlement(Frozen):
    """Who took part in a step that is over, and who was voted out in it."""

    active: frozenset[int]
    cuts: dict[int, int]


class Pieces(Frozen):
    """The state before the last step and the messages that made its answers: evidence of what follows."""

    encoded: bytes
    wires: tuple[bytes, ...]


class Spare(Frozen):
    """A lock or a reveal from another branch of a guilty seat's chain.

    All spares are tried after every message, so what a reveal opens is calculated when it comes.
    """

    envelope: Envelope
    opened: bytes = b""

    @classmethod
    def of(cls, envelope: Envelope, genesis: Genesis) -> Self:
        """The message, and the commitment that it opens if it is a reveal."""
        match message := envelope.message:
            case Reveal():
                return cls(envelope, opening(envelope, message, genesis))
        return cls(envelope)


class Play(Generic[S]):
    """Where the game stands, as a node with these seats sees it that knows of these proofs."""

    def __init__(
        self,
        genesis: Genesis,
        rules: Rules[S],
        ours: frozenset[int] = frozenset(),
        guilty: Collection[int] = (),
    ) -> None:
        self.genesis = genesis
        self.rules = rules
        self.ours = ours
        self.guilty = guilty
        self.state: S = rules.initial(genesis)
        self.active = frozenset(range(len(genesis.seats)))
        # From one state to the next most players stay as they are.
        self._encoder = Encoder()
        encoded = self._encoder.encode(rules.encode(self.state))
        self.ground = Ground(0, genesis.table, encoded, state_digest(encoded))
        self.exchange: Exchange | None = None
        self.before: Exchange | None = None
        self.settled: list[Settlement] = []
        self.pieces = Pieces(b"", ())
        self.outcome: Finished | Claimed | None = None
        self.faults: list[Fault] = []
        self.unusable: dict[int, int] = {}
        self._cursors = [0 for _ in genesis.seats]
        self._reached = [-1 for _ in genesis.seats]
        self._refused: set[bytes] = set()

    @property
    def step(self) -> int:
        return self.ground.step

    def run(self, log: Log) -> list[Event]:
        """Go on as far as the log allows."""
        happened: list[Event] = []
        while not isinstance(self.outcome, Finished):
            self._listen(log)
            if not self._advance(log, happened):
                break
        return happened

    def take_faults(self) -> list[Fault]:
        """The faults found since the last time."""
        found, self.faults = self.faults, []
        return found

    def ballot(self, log: Log) -> Ballot:
        """The votes of the current step."""
        return log.ballot(self.step, self.active, self.guilty)

    def owed_number(self, seat: int) -> int:
        """The number of the message that the step lacks from this seat, if it lacks one.

        Votes do not count, or a seat could put off its absence by voting. Nor does what a lock says of the
        guilty, of whom each may hold another branch: all have to come to the same number.
        """
        assert self.exchange is not None
        lock = self.exchange.lock(seat) if self.exchange.due(seat) is LOCKING else None
        if lock is not None and set(self.exchange.disputed(lock)).difference(self.guilty):
            return lock.number
        return self._reached[seat] + 1

    def has_resigned(self, log: Log, seat: int) -> bool:
        """Whether the seat has given up, in whatever step it said so."""
        chain = log.chains[seat]
        return bool(chain) and isinstance(chain[-1].message, Resign) and seat not in self.unusable

    def mend(self, spare: Spare) -> bool:
        """Take a lock or a reveal from another branch of a guilty seat's chain, if ours lacks it.

        Others may have settled the step with it before the fault was known. The rules, which may have to
        calculate, are asked last, and of what opens a commitment once: only one value does.
        """
        envelope, exchange, ground = spare.envelope, self.exchange, self.ground
        stands_here = (envelope.step, envelope.past, envelope.state) == (
            ground.step,
            ground.past,
            ground.state,
        )
        if exchange is None or envelope.seat not in exchange.present or not stands_here:
            return False
        match envelope.message:
            case Lock(entries) if len(entries) == len(self.genesis.seats):
                lacking = not exchange.has_matching_lock(envelope.seat) and not exchange.disputed(envelope)
                take = exchange.hear_beside
            case Reveal():
                lacking = exchange.reveal(envelope.seat) is None and self._opens(exchange, spare)
                take = exchange.hear
            case _:
                return False
        if not lacking or not self._is_allowed(exchange, spare):
            return False
        take(envelope)
        return True

    def is_overtaken(self, log: Log, step: int) -> bool:
        """Whether late votes on a step that we took for settled change it; they can change no other."""
        settled = self.settled[step]
        ballot = log.ballot(step, settled.active, self.guilty)
        claimed = len(settled.active) == 2 and any(c.difference(self.guilty) for c in ballot.claims())
        sound = ballot.cuts()
        # What has been doubted since may have cut more; what is beyond doubt may not.
        if claimed or any(settled.cuts.get(seat, number + 1) > number for seat, number in sound.items()):
            return True
        # With what was settled further back somebody honest has gone on.
        if step < self.step - 1:
            return False
        if settled.cuts != sound:
            return not self._has_company(log)
        return bool(self._strangers()) and any(True for _ in ballot.doubtful_cuts())

    def _strangers(self) -> frozenset[int]:
        """Seats that stand on other ground than we in this step, and nothing proves that they are wrong."""
        return self.active.intersection(self.unusable).difference(self.guilty)

    def _has_company(self, log: Log) -> bool:
        """Whether somebody who is not guilty stands on the ground of this step."""
        honest = self.active.difference(self.guilty, self.unusable)
        return any(self._cursors[seat] > log.first_number(seat, self.step) for seat in honest)

    def _listen(self, log: Log) -> None:
        step = self.step
        for seat, chain in enumerate(log.chains):
            cursor = self._cursors[seat]
            while cursor < len(chain) and chain[cursor].step <= step:
                if seat not in self.active or seat in self.unusable:
                    break
                if not self._hear(chain[cursor], log):
                    break
                cursor += 1
            self._cursors[seat] = cursor

    def _hear(self, envelope: Envelope, log: Log) -> bool:
        """Take one message of the current step; False if it cannot be used."""
        if envelope.step < self.ground.step:
            return True
        try:
            usable = self._check(envelope, log)
        except Fault as fault:
            self.faults.append(fault)
            usable = False
        if not usable:
            self.unusable[envelope.seat] = envelope.number
            return False
        if not isinstance(envelope.message, Forfeit | Keep | Resign):
            self._reached[envelope.seat] = envelope.number
        if self.exchange is not None:
            self.exchange.hear(envelope)
        return True

    def _check(self, envelope: Envelope, log: Log) -> bool:
        if envelope.past != self.ground.past:
            return False
        if envelope.state != self.ground.state:
            self._blame_state(envelope, log)
            return False
        if self.exchange is not None:
            try:
                check_message(self.rules, self.state, self.exchange.need, envelope)
            except Fault as fault:
                fault.state = self.ground.encoded
                raise
        return True

    def _is_allowed(self, exchange: Exchange, spare: Spare) -> bool:
        """Whether the rules allow a message from elsewhere. What they refuse is remembered for the step."""
        try:
            check_message(self.rules, self.state, exchange.need, spare.envelope)
        except Fault:
            self._refused.add(spare.opened)
            return False
        return True

    def _opens(self, exchange: Exchange, spare: Spare) -> bool:
        choice = exchange.choice(spare.envelope.seat)
        match choice.message if choice else None:
            case Commit(commitment):
                return spare.opened == commitment and commitment not in self._refused
        return False

    def _blame_state(self, envelope: Envelope, log: Log) -> None:
        """Raise WrongState where the author's own lock shows on what ground it stood.

        After a vote of its own it may have counted other messages than we do; then nothing is proven.
        """
        if log.has_voted(envelope.seat, self.step - 1):
            return
        start = max(log.first_number(envelope.seat, self.step - 1) - 1, 0)
        own = tuple(e.wire for e in log.chains[envelope.seat][start : envelope.number])
        others = tuple(wire for wire in self.pieces.wires if wire not in own)
        raise WrongState(
            "claims a state that the rules do not reach",
            seat=envelope.seat,
            number=envelope.number,
            evidence=(*others, *own, envelope.wire),
            state=self.pieces.encoded,
        )

    def _advance(self, log: Log, happened: list[Event]) -> bool:
        """Settle the current step if everything is there; True if there may be more to do."""
        if self.exchange is None:
            return self._seat_all(happened)
        undecided = False
        if self.step in log.voted:
            ballot = self.ballot(log)
            self._apply_cuts(self._cuts(self.exchange, ballot, log), happened)
            self._note_claim(ballot, log, happened)
            # Of two seats, one that claims the table stops it; among more, the others may go on.
            stopped = len(self.active) == 2 and bool(self.claims(ballot))
            undecided = stopped or ballot.undecided(self.ours)
        if not self._is_done(self.exchange, undecided=undecided):
            return False
        self._settle(self.exchange, happened)
        return True

    def _is_done(self, exchange: Exchange, *, undecided: bool) -> bool:
        # Once all have signed the final state, no vote or claim matters any more.
        if isinstance(exchange.need, GameOver) and all(exchange.parts[seat].locks for seat in self.active):
            return True
        return not undecided and exchange.stage is DONE and len(exchange.present) > 1

    def _seat_all(self, happened: list[Event]) -> bool:
        # A seat that broke the protocol before it sat down is voted out in the first step.
        missing = [s for s, heard in enumerate(self._cursors) if not heard and s not in self.guilty]
        if missing:
            return False
        self.settled.append(Settlement(self.active, {}))
        self._open_step(self.genesis.table, happened)
        return True

    def _cuts(self, exchange: Exchange, ballot: Ballot, log: Log) -> dict[int, int]:
        """Who is voted out: by lists beyond doubt, or by doubtful ones with which somebody honest went on."""
        before, doubted = exchange.cuts, [] if isinstance(exchange.need, GameOver) else ballot.doubtful_cuts()
        for cuts in doubted:
            exchange.cuts = cuts
            followed = self._is_followed(exchange, log)
            exchange.cuts = before
            if followed:
                return cuts
        return ballot.cuts()

    def _is_followed(self, exchange: Exchange, log: Log) -> bool:
        """Whether somebody honest has locked, or stands in the next step, as only these cuts allow."""
        honest = exchange.present.difference(self.guilty)
        # Nobody locks before every chooser that is present has chosen.
        out = exchange.choosers.intersection(exchange.cuts)
        locks = [part.lock.message for part in map(exchange.parts.__getitem__, sorted(honest)) if part.lock]
        if any(isinstance(lock, Lock) and lock.entries[seat] is None for lock in locks for seat in out):
            return True
        if exchange.stage is not DONE:
            return False
        goal = self._next_ground(exchange)
        return any(log.stands_on(seat, self.step + 1) == goal for seat in honest)

    def _next_ground(self, exchange: Exchange) -> tuple[bytes, bytes]:
        """Past and state of the next step if this one ended as it is."""
        encoded = self._encoder.encode(self.rules.encode(self._outcome_of(exchange)[1]))
        return self._next_past(exchange), state_digest(encoded)

    def _next_past(self, exchange: Exchange) -> bytes:
        # Who is out is part of it: a seat that only lacked a lock changes neither entries nor state.
        return next_past(self.ground.past, exchange.entries(), tuple(sorted(exchange.cuts)))

    def _outcome_of(self, exchange: Exchange) -> tuple[Answers, S]:
        values = _values(exchange)
        given = answers(self.rules, self.state, exchange.need, values, genesis=self.genesis, step=self.step)
        return given, self.rules.settle(self.state, given)

    def _apply_cuts(self, cuts: dict[int, int], happened: list[Event]) -> None:
        assert self.exchange is not None
        news = [seat for seat in cuts if seat not in self.exchange.cuts]
        if cuts != self.exchange.cuts:
            self.exchange.cuts = cuts
        happened.extend(Absent(self.step, seat, cuts[seat]) for seat in news)

    def _note_claim(self, ballot: Ballot, log: Log, happened: list[Event]) -> None:
        """The table has ended for seats that are too few to go on, unless what they lack comes after all."""
        claimants = self._claimants(ballot, log)
        claim = Claimed(self.step, tuple(sorted(claimants))) if claimants else None
        if claim is not None and claim != self.outcome:
            happened.append(claim)
        self.outcome = claim

    def _claimants(self, ballot: Ballot, log: Log) -> frozenset[int]:
        assert self.exchange is not None
        present = self.exchange.present
        if len(present) <= 1:
            # Nobody wins a table by cheating: who is left alone is not guilty, or the lists had named it too.
            return present or self.active.difference(self.guilty)
        named = {s for s in self.ours & present if s not in self.guilty and not self.has_resigned(log, s)}
        # Who is named goes on, and may still say what it owes, unless it claims the table itself.
        ending = (c for c in self.claims(ballot) if named <= c or not c.isdisjoint(self.ours))
        return next(ending, frozenset())

    def claims(self, ballot: Ballot) -> list[frozenset[int]]:
        """Who claims the table in this step, group by group, without the guilty."""
        assert self.exchange is not None
        # Who was voted out has nothing to claim; who is left with somebody guilty or silent has.
        present = self.exchange.present
        groups = (group.difference(self.guilty) for group in ballot.claims() if group <= present)
        return [group for group in groups if group]

    def _settle(self, exchange: Exchange, happened: list[Event]) -> None:
        need = exchange.need
        self.outcome = None
        self.settled.append(Settlement(self.active, dict(exchange.cuts)))
        self.pieces = Pieces(self.ground.encoded, _pieces(exchange))
        if isinstance(need, GameOver):
            self.outcome = Finished(self.step, self.ground.state)
            happened.append(self.outcome)
            return
        past = self._next_past(exchange)
        given, self.state = self._outcome_of(exchange)
        self.active = exchange.present
        happened.append(Settled(self.step, need, given, self.state))
        self._open_step(past, happened)

    def _open_step(self, past: bytes, happened: list[Event]) -> None:
        encoded = self._encoder.encode(self.rules.encode(self.state))
        self.ground = Ground(self.step + 1, past, encoded, state_digest(encoded))
        need = self.rules.need(self.state)
        self.before = self.exchange
        self.exchange = Exchange(need, self.active, len(self.genesis.seats))
        self._refused = set()
        happened.append(StepOpened(self.step, need, self.ground.state))


def _values(exchange: Exchange) -> dict[int, Value]:
    """The values that count: open decisions, or what was revealed."""
    values: dict[int, Value] = {}
    for seat in sorted(exchange.choosers):
        said = exchange.reveal(seat) or exchange.choice(seat)
        match said.message if said else None:
            case Decide(value) | Reveal(value=value):
                values[seat] = value
    return values


def _pieces(exchange: Exchange) -> tuple[bytes, ...]:
    said = [exchange.reveal(seat) or exchange.choice(seat) for seat in sorted(exchange.choosers)]
    return tuple(envelope.wire for envelope in said if envelope is not None)
