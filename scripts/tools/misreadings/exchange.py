"""The exchange of a step (protocol.md §5.2): what counts, what matches, what is lacking."""

from . import roshambo
from .envelopes import Message
from .roshambo import Need, State
from .votes import Votes


class Exchange(Votes):
    """What has been heard in the present step."""

    step: int
    state: State
    active: frozenset[int]
    cuts: dict[int, int]
    choices: dict[int, Message]
    locks: dict[int, Message]
    spare_locks: dict[int, list[Message]]
    reveals: dict[int, Message]

    def need(self) -> Need:
        return roshambo.need(self.state)

    def present(self) -> frozenset[int]:
        return self.active - self.cuts.keys()

    def choosers(self) -> frozenset[int]:
        need = self.need()
        return self.active if need.kind == "Chance" else self.active & set(need.seats)

    def counts(self, message: Message) -> bool:
        return message.seat not in self.cuts or message.number < self.cuts[message.seat]

    def counted(self, heard: dict[int, Message], seat: int) -> Message | None:
        message = heard.get(seat)
        return message if message and self.counts(message) else None

    def entries(self) -> tuple[bytes | None, ...]:
        choices = [self.counted(self.choices, seat) for seat in self.genesis.seats]
        return tuple(choice.entry if choice else None for choice in choices)

    def is_void(self, seat: int) -> bool:
        """Cut, and no choice of it counts."""
        return seat in self.cuts and self.counted(self.choices, seat) is None

    def matches(self, lock: Message) -> bool:
        pairs = zip(self.genesis.seats, lock.entries, self.entries(), strict=True)
        return all(said == held or self.is_void(seat) for seat, said, held in pairs)

    def is_locked(self, seat: int) -> bool:
        heard = [self.locks[seat]] if seat in self.locks else []
        said = [self.counted({seat: lock}, seat) for lock in (*heard, *self.spare_locks.get(seat, []))]
        return any(lock is not None and self.matches(lock) for lock in said)

    def is_done(self) -> bool:
        """Whether the stage of the step is done."""
        awaited = self.awaited()
        chosen = all(self.counted(self.choices, seat) for seat in self.choosers() & awaited)
        if not chosen or not all(map(self.is_locked, awaited)):
            return False
        if self.need().kind not in ("Secret", "Chance"):
            return True
        return all(self.counted(self.reveals, seat) for seat in self.choosers() & awaited)

    def awaited(self) -> frozenset[int]:
        """Who can owe something."""
        return self.present()
