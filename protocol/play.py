"""The game as the log tells it: a fold over all messages, step by step (protocol.md §5, §6).

Same log, same rules, same state, in whatever order the messages came. `run` goes
as far as the log allows and returns what happened; what a seat said against the
rules stops that seat, never the run.
"""

from dataclasses import dataclass
from typing import Generic

from .absence import Ballot
from .canonical import Value
from .chain import next_past
from .envelope import Envelope
from .errors import Fault, WrongState
from .events import Absent, Claimed, Event, Finished, Settled, StepOpened
from .exchange import Exchange, Stage
from .genesis import Genesis
from .judgement import answers, check_message, encode_state, state_digest
from .log import Log
from .messages import Decide, Reveal
from .rules import Over, Rules, S


@dataclass(frozen=True, slots=True)
class Ground:
    """What every message of a step stands on."""

    step: int
    past: bytes
    encoded: bytes
    state: bytes


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who took part in a step that is over, and who was voted out in it."""

    active: frozenset[int]
    cuts: dict[int, int]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The state before the last step and the messages that made its answers: evidence of what follows."""

    encoded: bytes
    wires: tuple[bytes, ...]


class Play(Generic[S]):
    """Where the game stands."""

    def __init__(self, genesis: Genesis, rules: Rules[S]) -> None:
        self.genesis = genesis
        self.rules = rules
        self.state: S = rules.initial(genesis)
        self.active = frozenset(range(len(genesis.seats)))
        encoded = encode_state(rules, self.state)
        self.ground = Ground(0, genesis.table, encoded, state_digest(encoded))
        self.exchange: Exchange | None = None
        self.settled: list[Settlement] = []
        self.pieces = Pieces(b"", ())
        self.outcome: Finished | Claimed | None = None
        self.faults: list[Fault] = []
        self.unusable: dict[int, int] = {}
        self._cursors = [0 for _ in genesis.seats]

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

    def ballot(self, log: Log) -> Ballot:
        """The votes of the current step."""
        return log.ballot(self.step, self.active)

    def is_overtaken(self, log: Log) -> bool:
        """Whether votes that came late change a step that we took for settled."""
        return any(
            log.ballot(step, settlement.active).cuts() != settlement.cuts
            for step, settlement in enumerate(self.settled)
        )

    def _listen(self, log: Log) -> None:
        for seat in sorted(self.active - self.unusable.keys()):
            chain = log.chains[seat]
            while self._cursors[seat] < len(chain) and chain[self._cursors[seat]].step <= self.step:
                if not self._hear(chain[self._cursors[seat]], log):
                    break
                self._cursors[seat] += 1

    def _hear(self, envelope: Envelope, log: Log) -> bool:
        """Take one message of the current step; False if it cannot be used."""
        if envelope.step < self.step:
            return True
        try:
            usable = self._check(envelope, log)
        except Fault as fault:
            self.faults.append(fault)
            usable = False
        if not usable:
            self.unusable[envelope.seat] = envelope.number
        elif self.exchange is not None:
            self.exchange.hear(envelope)
        return usable

    def _check(self, envelope: Envelope, log: Log) -> bool:
        if envelope.header.past != self.ground.past:
            return False
        if envelope.header.state != self.ground.state:
            self._blame_state(envelope, log)
            return False
        if self.exchange is not None:
            try:
                check_message(self.rules, self.state, self.exchange.need, envelope)
            except Fault as fault:
                fault.state = self.ground.encoded
                raise
        return True

    def _blame_state(self, envelope: Envelope, log: Log) -> None:
        """Raise WrongState where the author's own lock shows on what ground it stood.

        After a vote of its own it may have counted other messages than we do; then nothing is proven.
        """
        if self.step == 0:
            raise self._wrong_state(envelope, ())
        if log.ballot(self.step - 1, self.active).votes[envelope.seat]:
            return
        start = max(log.first_number(envelope.seat, self.step - 1) - 1, 0)
        own = tuple(e.wire for e in log.chains[envelope.seat][start : envelope.number])
        others = tuple(wire for wire in self.pieces.wires if wire not in own)
        raise self._wrong_state(envelope, (*others, *own), self.pieces.encoded)

    @staticmethod
    def _wrong_state(envelope: Envelope, evidence: tuple[bytes, ...], state: bytes = b"") -> WrongState:
        return WrongState(
            "claims a state that the rules do not reach",
            seat=envelope.seat,
            number=envelope.number,
            evidence=(*evidence, envelope.wire),
            state=state,
        )

    def _advance(self, log: Log, happened: list[Event]) -> bool:
        """Settle the current step if everything is there; True if there may be more to do."""
        if self.exchange is None:
            return self._seat_all(log, happened)
        ballot = self.ballot(log)
        self._apply_cuts(ballot, happened)
        if self._is_claimed(ballot, happened) or ballot.undecided() or self.exchange.stage is not Stage.DONE:
            return False
        self._settle(self.exchange, happened)
        return True

    def _seat_all(self, log: Log, happened: list[Event]) -> bool:
        if self.unusable or not all(self._cursors):
            return False
        self.settled.append(Settlement(self.active, {}))
        self._open_step(self.genesis.table, happened)
        return True

    def _apply_cuts(self, ballot: Ballot, happened: list[Event]) -> None:
        assert self.exchange is not None
        cuts = ballot.cuts()
        news = [seat for seat in cuts if seat not in self.exchange.cuts]
        self.exchange.cuts = cuts
        happened.extend(Absent(self.step, seat, cuts[seat]) for seat in news)

    def _is_claimed(self, ballot: Ballot, happened: list[Event]) -> bool:
        assert self.exchange is not None
        present = self.exchange.present
        claimants = present if len(present) == 1 else ballot.claimants()
        if not claimants or (self.exchange.cuts and len(present) > 1):
            self.outcome = None
            return False
        claim = Claimed(self.step, tuple(sorted(claimants)))
        if self.outcome != claim:
            self.outcome = claim
            happened.append(claim)
        return True

    def _settle(self, exchange: Exchange, happened: list[Event]) -> None:
        need = exchange.need
        self.settled.append(Settlement(self.active, dict(exchange.cuts)))
        self.pieces = Pieces(self.ground.encoded, _pieces(exchange))
        if isinstance(need, Over):
            self.outcome = Finished(self.step, self.ground.state)
            happened.append(self.outcome)
            return
        given = answers(self.rules, self.state, need, _values(exchange), genesis=self.genesis, step=self.step)
        self.state = self.rules.settle(self.state, given)
        self.active = exchange.present
        happened.append(Settled(self.step, need, given, self.state))
        self._open_step(next_past(self.ground.past, exchange.entries()), happened)

    def _open_step(self, past: bytes, happened: list[Event]) -> None:
        encoded = encode_state(self.rules, self.state)
        self.ground = Ground(self.step + 1, past, encoded, state_digest(encoded))
        need = self.rules.need(self.state)
        self.exchange = Exchange(need, self.active, len(self.genesis.seats))
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
