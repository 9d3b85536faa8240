"""A table that is played for the sake of what becomes of it: its plan, its seats, and who of them lies.

This is the same in a simulation and on sockets. How time passes, and what a machine is, each knows itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.attacks import ATTACKS, Liar, offered_by
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.world.network import ANY_MESSAGE, Network
from p2p_heroes.tabletest.world.network_faults import CALM
from p2p_heroes.tabletest.world.observer import Observer
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.reachability import Hearing
from protocol.canonical import Value
from protocol.envelope import open_envelope
from protocol.errors import Malformed, ProtocolError
from protocol.frozen import replace
from protocol.peer_messages import Deliver, PeerMessage
from protocol.session import Session

M = TypeVar("M", bound=Observer)


class Scene(ABC, Generic[M]):
    """One table."""

    machines: list[M]

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.genesis = plan.genesis()
        self.rules = plan.rules()
        self.network = Network(Random(f"network {plan.seed}"), plan.weather)  # noqa: S311 -- no stakes
        self.network.blocked = set(map(frozenset, plan.blocked))
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
    def befall(self, happening: Happening) -> None:
        """Something befalls the table, now."""

    def let_play(self) -> None:
        """From here on everybody decides by luck."""
        for machine in self.machines:
            machine.is_playing = True

    def clear_up(self) -> None:
        """From here on nothing goes wrong any more; who was gone for good stays gone."""
        self.network.weather = CALM
        self.network.cut.clear()
        self.network.deaf.clear()

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
            return Liar(self.genesis, self.rules, keys, waiting, offered_by(self.rules), friends)
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


AnyScene: TypeAlias = Scene[Any]
