"""One seat as those see it who judge a run: its session, what it has signed, and every state that it came to.

Whoever runs the seat's program, in a simulation or on sockets, tells here what happened there.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from p2p_heroes.bots import Bot
from p2p_heroes.node.replay import restore
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.attacks import Liar
from p2p_heroes.tabletest.entropy import noise, seed_of
from protocol.canonical import Value
from protocol.events import Claimed, Finished, Rebuilt, Said, Settled, StepOpened
from protocol.rules import AskChance
from protocol.session import Session
from protocol.transcript import Record

Seating: TypeAlias = Callable[[], Session[Position]]
"""A new session for the seat."""


class Observer(ABC):
    """A seat, whether its program runs or not."""

    def __init__(self, seat: int, rules: GameRules, seating: Seating) -> None:
        self.seat = seat
        self.offset = 0
        self.is_up = False
        self.is_gone = False
        self.is_doomed = False
        self.is_playing = True
        self.has_died = False
        self.session = seating()
        self.keeper = rules.keeper(seat, self.card_seed)
        self.outcome: Finished | Claimed | None = None
        self.states: dict[int, bytes] = {}
        self.told: list[object] = []
        self.signed: dict[int, bytes] = {}
        self.lost: list[str] = []
        self._seating = seating
        self._draws = 0

    @property
    @abstractmethod
    def data(self) -> bytes:
        """Its record, as it is on disk."""

    @property
    def card_seed(self) -> bytes:
        """What the masks of its cards are made from; a disk keeps it."""
        return seed_of(self.session.genesis.table, self.seat)

    def doom(self) -> None:
        """The machine will die in its next write."""
        self.is_doomed = True

    def leave(self) -> None:
        """It does not come back."""
        self.is_gone = True

    @property
    def liar(self) -> Liar[Position] | None:
        return self.session if isinstance(self.session, Liar) else None

    def note(self, news: Iterable[object]) -> None:
        """Remember what it has signed and where it has come to."""
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

    def recall(self, records: Iterable[Record]) -> None:
        """Begin again with what is on disk, and see what is missing there."""
        before = dict(self.states)
        self.session = self._seating()
        self.states = {}
        self.note(restore(self.session, records))
        changed = [step for step in self.states if step in before and self.states[step] != before[step]]
        chain = self.session.log.chains[self.seat]
        kept = {envelope.number: envelope.wire for envelope in chain}
        self.lost += [f"state {step} is another after a restart" for step in changed]
        self.lost += [f"message {n} was sent and is not on disk" for n in self.signed if n not in kept]
        # What was written and not sent before the crash is said when somebody asks.
        self.signed = kept | self.signed

    def draw(self) -> bytes:
        """The next salt or share of chance; at one table the same ones each time."""
        self._draws += 1
        return noise("draw", self.session.genesis.table, self.seat, self._draws)

    # What it waits for.

    def is_due(self) -> bool:
        """Whether it owes a decision or a share of chance."""
        return self.is_up and self.seat in self.session.duties()

    def is_asked(self) -> bool:
        """Whether it is for its player to decide something."""
        return self.is_due() and not self.is_automatic()

    def is_automatic(self) -> bool:
        """Whether its program answers by itself: with a share of chance, or for the cards."""
        return self.is_chance() or self.keeper.duty(self.game_state) is not None

    @property
    def game_state(self) -> Any:
        """Where the game stands, for this seat."""
        return self.session.play.state.state

    def value(self, bot: Bot) -> Value:
        """What it owes: by its program, or as a bot decides."""
        if self.is_chance():
            return self.draw()
        if (duty := self.keeper.duty(self.game_state)) is not None:
            return duty()
        return self.keeper.value(self.game_state, bot.choose(*self.keeper.question(self.game_state)))

    def is_chance(self) -> bool:
        """Whether the step draws something."""
        exchange = self.session.play.exchange
        return exchange is not None and isinstance(exchange.need, AskChance)

    @property
    def is_voted_out(self) -> bool:
        """Whether it knows that it has no seat any more."""
        exchange = self.session.play.exchange
        return exchange is not None and self.seat not in exchange.present

    def waited_for(self) -> list[int]:
        """The seats without which it cannot go on."""
        return [one.seat for one in self.session.waiting() if one.seat != self.seat]
