"""A table that is played for the sake of what becomes of it: its plan, its seats, and who of them lies.

This is the same in a simulation and on sockets, and so is what befalls it. How time passes, and what a
machine is, each knows itself.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.attacks import ATTACKS, Liar, offered_by
from p2p_heroes.tabletest.entropy import key_of, seed_of
from p2p_heroes.tabletest.world.network import ANY_MESSAGE, Network
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap
from p2p_heroes.tabletest.world.observer import Observer
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.reachability import Hearing
from protocol.canonical import Value
from protocol.envelope import open_envelope
from protocol.errors import Malformed, NotDue, ProtocolError
from protocol.frozen import replace
from protocol.peer_messages import Deliver, PeerMessage
from protocol.session import Session

M = TypeVar("M", bound=Observer)

DYING = 300
"""A machine dies in its next write, or after this time, in ms."""


class PlayedTable(ABC, Generic[M]):
    """One table."""

    machines: list[M]

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.genesis = plan.genesis()
        self.rules = plan.rules()
        self.network = Network(Random(f"network {plan.seed}"), plan.network_faults)  # noqa: S311 -- no stakes
        self.network.blocked = set(map(frozenset, plan.blocked))
        self.happened: Counter[Mishap] = Counter()
        self.hearing = Hearing(plan.seats, plan.patience)
        self.heard: set[tuple[int, bytes]] = set()
        """Which seat was given which message of the liar that shows its fault, in its place."""

    @property
    @abstractmethod
    def now(self) -> int:
        """The time since the start, in ms."""

    @abstractmethod
    def decide(self, machine: M, value: Value) -> None:
        """The player of a machine decides this. Raises NotDue or BadDecision."""

    @abstractmethod
    def later(self, delay: int, act: Callable[[], None]) -> None:
        """Do something so many ms from now."""

    @abstractmethod
    def start(self, machine: M) -> None:
        """A machine starts, or comes back from its disk, unless it runs or is gone for good."""

    @abstractmethod
    def crash(self, machine: M) -> None:
        """A machine stops, now."""

    @abstractmethod
    def forfeit(self, machine: M, seats: list[int]) -> None:
        """The player of a machine wants to go on without these. Raises NotDue."""

    def let_play(self) -> None:
        """From here on everybody decides by luck."""
        for machine in self.machines:
            machine.is_playing = True

    def clear_up(self) -> None:
        """From here on nothing goes wrong any more; who was gone for good stays gone."""
        self.network.faults = CALM
        self.network.cut.clear()
        self.network.deaf.clear()

    # What befalls a table.

    def await_plan(self) -> None:
        """Put on the agenda what the plan says."""
        for happening in self.plan.happenings:
            self.later(happening.time, partial(self.befall, happening))
        self.later(self.plan.calm, self.clear_up)

    def befall(self, happening: Happening) -> None:
        """Something befalls the table, now."""
        seats, lasting = happening.seats, happening.lasting
        machine = self.machines[seats[0]]
        match happening.kind:
            case Mishap.RESTART:
                self.start(machine)
            case Mishap.CRASH:
                self._doom(machine, lasting)
            case Mishap.PARTITION:
                everybody = range(self.plan.seats)
                apart = {frozenset((a, b)) for a in seats for b in everybody if b not in seats}
                self._part(apart, happening)
            case Mishap.UNLINKED:
                self._part({frozenset(seats)}, happening)
            case Mishap.PAUSE:
                self.network.hold(seats[0], seats[1], self.now + lasting)
            case Mishap.DEAF:
                self.network.deaf.add((seats[0], seats[1]))
                self.happened[Mishap.DEAF] += 1
                self.later(lasting, partial(self.network.deaf.discard, (seats[0], seats[1])))
            case Mishap.JUMP:
                machine.offset += lasting
                self.happened[Mishap.JUMP] += 1
            case Mishap.VOTE:
                self._vote(machine, attempts=40)

    def _doom(self, machine: M, lasting: int) -> None:
        """The machine dies in its next write, or soon after."""
        if machine.is_up:
            machine.doom()
            self.later(DYING, partial(self._die, machine))
            back = partial(self.start, machine) if lasting else partial(self.bury, machine)
            self.later(DYING + lasting, back)

    def _die(self, machine: M) -> None:
        if machine.is_up and machine.is_doomed:
            self.crash(machine)

    def bury(self, machine: M) -> None:
        """A machine does not come back."""
        machine.leave()

    def _part(self, apart: set[frozenset[int]], happening: Happening) -> None:
        self.network.cut |= apart
        self.happened[happening.kind] += 1
        self.later(happening.lasting, partial(self.network.cut.difference_update, apart))

    def _vote(self, machine: M, attempts: int) -> None:
        """As soon as the machine waits for somebody."""
        if machine.is_up and not machine.session.quiet:
            with suppress(NotDue):
                self.forfeit(machine, machine.waited_for()[-1:])
                self.happened[Mishap.VOTE] += 1
                return
        if attempts:
            self.later(20, partial(self._vote, machine, attempts - 1))

    # Seats.

    @property
    def honest(self) -> list[M]:
        return [machine for machine in self.machines if machine.seat not in self.plan.dishonest]

    @property
    def liar(self) -> Liar[Position] | None:
        return None if self.plan.liar is None else self.machines[self.plan.liar].liar

    @property
    def is_over(self) -> bool:
        """Whether every honest player has left."""
        return all(machine.is_gone for machine in self.honest)

    def seating(self, seat: int) -> Session[Position]:
        """A new session for a seat."""
        keys = {seat: key_of(seat)}
        if seat in self.plan.dishonest and self.plan.attack:
            attack = ATTACKS[self.plan.attack]
            waiting = replace(attack, occasion=attack.occasion.later(self.plan.after))
            friends = set(self.plan.dishonest) - {seat}
            offers = offered_by(self.rules, partial(seed_of, self.genesis.table))
            return Liar(self.genesis, self.rules, keys, waiting, offers, friends)
        return Session(self.genesis, self.rules, keys)

    def bot(self, seat: int) -> Wanderer:
        """Who plays at a seat for which nobody decides."""
        return Wanderer(Random(f"bot {self.plan.seed} {seat}"))  # noqa: S311 -- a bot's taste

    # What is said and heard.

    def said_in(self, seat: int, peer_messages: Iterable[PeerMessage]) -> set[str]:
        """Which signed messages a packet of a seat has in it, by name."""
        wires = [peer_message.wire for peer_message in peer_messages if isinstance(peer_message, Deliver)]
        said = {ANY_MESSAGE} if wires else set()
        # To look into each is worth it only where somebody waits for one.
        for wire in wires if self.network.orders else ():
            with suppress(ProtocolError):
                envelope = open_envelope(wire, self.genesis)
                said |= {type(envelope.message).__name__.lower()} if envelope.seat == seat else set()
        return said

    def hear(self, machine: M, wire: bytes) -> None:
        """A machine is given a signed message."""
        if self._is_shown_to(machine, wire):
            self.heard.add((machine.seat, wire))

    def forget(self, machine: M) -> None:
        """What a machine has heard and not synced may be gone."""
        self.heard = {(seat, wire) for seat, wire in self.heard if seat != machine.seat}

    def _is_shown_to(self, machine: M, wire: bytes) -> bool:
        """Whether these bytes show the liar's fault to somebody who has heard what it has."""
        if self.liar is None or wire not in self.liar.decisive:
            return False
        try:
            shown = open_envelope(wire, self.genesis)
        except Malformed:
            return True
        session = machine.session
        return shown.number <= session.heads()[shown.seat] and shown.step <= session.play.step + 1


AnyTable: TypeAlias = PlayedTable[Any]
