"""One seat's machine: its disk, its clock, who plays there, and the program while it runs.

The program is a real session and a real `NodeLogic`. What it does is carried out by the world.
"""

from random import Random

from p2p_heroes.bots import Bot
from p2p_heroes.node.acts import Acts
from p2p_heroes.node.node_logic import NodeLogic
from p2p_heroes.node.table import GameRules
from p2p_heroes.tabletest.world.disk import Disk
from p2p_heroes.tabletest.world.observer import Observer, Seating
from protocol.canonical import Value
from protocol.transcript import Founded


class Machine(Observer):
    """A seat, whether its program runs or not."""

    def __init__(self, seat: int, rules: GameRules, bot: Bot, seating: Seating) -> None:
        super().__init__(seat, rules, seating)
        self.place = seat
        """Where it stands in the world: its seat, unless several programs hold the key of one."""
        self.was_torn = 0
        self.logic = NodeLogic(self.session, 0.0)
        self.ended: float | None = None
        self.started_at = 0
        """When its program began the last time, by the world's clock."""
        self._bot = bot
        self._has_run = False
        self._disk = Disk(Founded(self.session.genesis.encoded, (seat,)))

    @property
    def data(self) -> bytes:
        return self._disk.data

    def clock(self, now: int) -> float:
        """What its own clock says, in seconds, when it is so many ms by the world's."""
        return (now + self.offset) / 1000

    # Life and death of the program.

    def start(self, now: float) -> Acts:
        """Begin, or go on from what is on disk."""
        if self._has_run:
            self.recall(self._disk.reopen().records)
        self.is_up, self._has_run = True, True
        self.is_doomed = self.has_died = False
        self.logic = NodeLogic(self.session, now, max(0, int(1000 * now)))
        return self.logic.begin(now)

    def crash(self, random: Random) -> None:
        """Stop at once; what was not synced may be gone."""
        self.is_up, self.has_died = False, True
        self.was_torn += self._disk.crash(random)

    def leave(self) -> None:
        """End the program for good, as a node does whose table is over."""
        super().leave()
        self.is_up = False

    # Its acts.

    def write(self, acts: Acts) -> bool:
        """Write down what must be written first; False if the machine dies over it."""
        if acts.records:
            self._disk.append(acts.records, sync=acts.sync and not self.is_doomed)
        if acts.records and self.is_doomed:
            return False
        self.note(acts.news)
        return True

    def is_ready(self) -> bool:
        """Whether it chooses by itself: its bot plays, or it is only about a share of chance."""
        return self.is_due() and (self.is_playing or self.is_automatic())

    def choose(self, now: float) -> Acts:
        """Say what is owed: the bot decides what is not owed by the program itself."""
        return self.decide(self.value(self._bot), now)

    def decide(self, value: Value, now: float) -> Acts:
        """Decide this. Raises NotDue or BadDecision."""
        return self.logic.choose(self.seat, value, self.draw(), now)

    def is_done(self, now: float) -> bool:
        """Whether a node in its place would leave: nobody came, or the end is known to all who stayed."""
        patience = self.session.genesis.patience
        self.outcome = self.session.play.outcome
        if self.session.play.step == 0:
            return self.logic.is_in_vain(now)
        # The other one has ended the table for itself, and is not there to be asked.
        if self.outcome is None and self.session.claimants() and self.logic.is_deserted(now):
            return True
        if self.outcome is None and not self.is_voted_out:
            self.ended = None
            return False
        self.ended = now if self.ended is None else self.ended
        known = self.outcome is not None and self.logic.is_known_to_all()
        return known or now - self.ended >= patience
