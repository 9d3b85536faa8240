"""Taking a message (protocol.md §4.3)."""

from collections.abc import Iterable

from .envelopes import Fault, Malformed, Message
from .fold import Fold
from .genesis import read_genesis
from .slices import NOTHING, Seen
from .values import Refused


class Taking(Fold):
    """Follows a table from outside: a chain for each seat, the faults, the spares and the fold."""

    seen: list[Seen]

    def found(self, genesis: bytes, owner: Iterable[int] = ()) -> None:
        """Look at the table of a genesis from these seats. Refused: BadGenesis."""
        self.genesis = read_genesis(genesis)
        self.table = self.genesis.table
        self.chains = [[] for _ in self.genesis.seats]
        self.seen = [NOTHING for _ in self.genesis.seats]
        self.faults, self.spares, self.looked_at = {}, [], set()
        self.owner = frozenset(owner)
        self.begin()

    def take(self, wire: bytes) -> None:
        """Take a wire form and let the fold go on. Raises Refused; a fault is noted."""
        if self.is_held(wire):
            return
        try:
            fault = self.judge(self.open(wire))
        except Malformed as found:
            fault = found.fault
        self.after_taking(fault)

    def after_taking(self, fault: Fault | None) -> None:
        if fault:
            self.note_shown(fault)
        self.go_on()

    def is_held(self, wire: bytes) -> bool:
        return any(message.wire == wire for chain in self.chains for message in chain)

    def judge(self, message: Message) -> Fault | None:
        """Checks 2 to 5: append the message, or say its fault. Raises Refused."""
        self.check_ahead(message)
        chain = self.chains[message.seat]
        if message.number < len(chain):
            return (
                None if self.is_same(chain[message.number], message) else self.faulty("Equivocation", message)
            )
        if message.number > len(chain):
            self.check_gap(message)
            self.keep_spare(message)
            return None
        name, seen = self.follow(self.seen[message.seat], message)
        if name:
            return self.faulty(name, message)
        self.seen[message.seat] = seen
        chain.append(message)
        self.hear_late(message)
        return None

    def is_same(self, held: Message, message: Message) -> bool:
        return held.id == message.id

    def check_ahead(self, message: Message) -> None:
        if message.step > self.step + 1:
            raise Refused("Ahead")

    def check_gap(self, message: Message) -> None:
        if message.seat not in self.guilty():
            raise Refused("Gap")

    def faulty(self, name: str, message: Message) -> Fault:
        self.keep_spare(message)
        return Fault(name, message.seat, message.number)
