"""One seat's machine: its disk, its clock, who plays there, and the program while it runs.

The program is a real session and a real `Conduct`. What it does is carried out by the world.
"""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from p2p_heroes.bots import Bot
from p2p_heroes.lab.attacks import Liar
from p2p_heroes.lab.noise import noise
from p2p_heroes.lab.world.disk import Disk
from p2p_heroes.node.conduct import Acts, Conduct
from p2p_heroes.node.table import GameRules, Position, restore
from protocol.canonical import Value
from protocol.events import Claimed, Event, Finished, Rebuilt, Said, Settled, StepOpened
from protocol.rules import Chance
from protocol.session import Session
from protocol.transcript import Founded

Seating: TypeAlias = Callable[[], Session[Position]]
"""A new session for the seat."""


class Machine:
    """A seat, whether its program runs or not."""

    def __init__(self, seat: int, rules: GameRules, bot: Bot, seating: Seating) -> None:
        self.seat = seat
        self.offset = 0
        self.is_up = False
        self.is_gone = False
        self.is_doomed = False
        self.is_playing = True
        self.has_died = False
        self.was_torn = 0
        self.session = seating()
        self.conduct = Conduct(self.session, 0.0)
        self.outcome: Finished | Claimed | None = None
        self.ended: float | None = None
        self.states: dict[int, bytes] = {}
        self.told: list[object] = []
        self.signed: dict[int, bytes] = {}
        self.lost: list[str] = []
        self._rules = rules
        self._bot = bot
        self._seating = seating
        self._started = 0.0
        self._has_run = False
        self._disk = Disk(Founded(self.session.genesis.encoded))
        self._choices = 0

    @property
    def data(self) -> bytes:
        """Its record, as it is on disk."""
        return self._disk.data

    @property
    def liar(self) -> Liar[Position] | None:
        return self.session if isinstance(self.session, Liar) else None

    def clock(self, now: int) -> float:
        """What its own clock says, in seconds, when it is so many ms by the world's."""
        return (now + self.offset) / 1000

    # Life and death of the program.

    def start(self, now: float) -> Acts:
        """Begin, or go on from what is on disk."""
        if self._has_run:
            self._come_back()
        self.is_up, self._has_run = True, True
        self.is_doomed = self.has_died = False
        self.conduct, self._started = Conduct(self.session, now), now
        return self.conduct.begin(now)

    def _come_back(self) -> None:
        before = dict(self.states)
        self.session = self._seating()
        self.states = {}
        self._note(restore(self.session, self._disk.reopen().records))
        changed = [step for step in self.states if step in before and self.states[step] != before[step]]
        chain = self.session.log.chains[self.seat]
        kept = {envelope.number: envelope.wire for envelope in chain}
        self.lost += [f"state {step} is another after a restart" for step in changed]
        self.lost += [f"message {n} was sent and is not on disk" for n in self.signed if n not in kept]
        # What was written and not sent before the crash is said when somebody asks.
        self.signed = kept | self.signed

    def crash(self, random: Random) -> None:
        """Stop at once; what was not synced may be gone."""
        self.is_up, self.has_died = False, True
        self.was_torn += self._disk.crash(random)

    def leave(self) -> None:
        """End the program for good, as a node does whose table is over."""
        self.is_up, self.is_gone = False, True

    # Its acts.

    def write(self, acts: Acts) -> bool:
        """Write down what must be written first; False if the machine dies over it."""
        if acts.records:
            self._disk.append(acts.records, sync=acts.sync and not self.is_doomed)
        if acts.records and self.is_doomed:
            return False
        self._note(acts.news)
        return True

    def _note(self, news: "list[Event] | tuple[object, ...]") -> None:
        for event in news:
            match event:
                case StepOpened(step, _, state):
                    self.states[step] = state
                case Settled(after=Position(events=told)):
                    self.told += told
                case Rebuilt():
                    self.states.clear()
                case Said(envelope):
                    known = self.signed.setdefault(envelope.number, envelope.wire)
                    if known != envelope.wire:
                        self.lost.append(f"message {envelope.number} was signed twice")

    def is_due(self) -> bool:
        """Whether it owes a decision or a share of chance."""
        return self.is_up and self.seat in self.session.duties()

    def is_asked(self) -> bool:
        """Whether it is for its player to decide something."""
        return self.is_due() and not self._is_chance()

    def is_ready(self) -> bool:
        """Whether it chooses by itself: its bot plays, or it is only about a share of chance."""
        return self.is_due() and (self.is_playing or self._is_chance())

    def _is_chance(self) -> bool:
        exchange = self.session.play.exchange
        return exchange is not None and isinstance(exchange.need, Chance)

    def choose(self, now: float) -> Acts:
        """Let the bot decide, or give a share of chance."""
        if self._is_chance():
            return self.decide(noise("share", self.session.genesis.table, self.seat, self._choices), now)
        question = self._rules.question(self.session.play.state, self.seat)
        return self.decide(self._rules.value(self._bot.choose(*question)), now)

    def decide(self, value: Value, now: float) -> Acts:
        """Decide this. Raises NotDue or BadDecision."""
        self._choices += 1
        salt = noise("salt", self.session.genesis.table, self.seat, self._choices)
        return self.conduct.choose(self.seat, value, salt, now)

    def is_done(self, now: float) -> bool:
        """Whether a node in its place would leave: nobody came, or the end is known to all who stayed."""
        patience = self.session.genesis.patience
        self.outcome = self.session.play.outcome
        if self.session.play.step == 0:
            return now - self._started >= patience
        if self.outcome is None and not self.is_voted_out:
            self.ended = None
            return False
        self.ended = now if self.ended is None else self.ended
        known = self.outcome is not None and self.conduct.is_known_to_all()
        return known or now - self.ended >= patience

    @property
    def is_voted_out(self) -> bool:
        """Whether it knows that it has no seat any more."""
        exchange = self.session.play.exchange
        return exchange is not None and self.seat not in exchange.present

    def waited_for(self) -> list[int]:
        """The seats without which it cannot go on."""
        return [one.seat for one in self.session.waiting() if one.seat != self.seat]
