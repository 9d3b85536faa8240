"""One step among the seats: choose, lock, and reveal what was sealed (protocol.md §5).

    Open     choices (visible)   -> locks                -> done
    Secret   choices (committed) -> locks -> reveals     -> done
    Chance   shares  (committed) -> locks -> reveals     -> done
    Over                            locks                -> done

Every active seat locks every step, so nobody acts on a choice before all have
signed that they hold the same one. A seat that was voted out is cut at one of
its numbers: what it said before counts, what it said from there on does not.
"""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from .chain import choice_entry
from .envelope import Envelope
from .messages import Commit, Decide, Lock, Reveal
from .rules import AskChance, AskOpen, AskSecret, GameOver, Need


class ExchangeStage(Enum):
    """What the step waits for."""

    CHOOSING = "choosing"
    LOCKING = "locking"
    REVEALING = "revealing"
    DONE = "done"
    VOTING = "voting"
    """Nothing for its own sake: a seat has not joined a vote on another seat that is missing."""


# To look a member up by its class is a call of its own in Python 3.11, and these are asked for all the time.
CHOOSING, LOCKING, REVEALING, DONE, VOTING = ExchangeStage


@dataclass(slots=True)
class SeatMessages:
    """What one seat has said in this step."""

    choice: Envelope | None = None
    lock: Envelope | None = None
    reveal: Envelope | None = None
    spare_locks: tuple[Envelope, ...] = ()
    """From other branches of its chain, if it is guilty."""

    @property
    def locks(self) -> tuple[Envelope, ...]:
        """The one in its chain first."""
        return (*([self.lock] if self.lock else ()), *self.spare_locks)


class Exchange:
    """What has been said in one step, and what is still owed."""

    def __init__(self, need: Need, active: frozenset[int], seats: int) -> None:
        self.need = need
        self.active = active
        self.parts = [SeatMessages() for _ in range(seats)]
        self.choosers = choosers(need, active)
        self.present = active
        self._cuts: dict[int, int] = {}
        # Asked thousands of times a step, and changed by a dozen messages.
        self._owing: tuple[ExchangeStage, frozenset[int]] | None = None
        self._entries: tuple[bytes | None, ...] | None = None

    def hear(self, envelope: Envelope) -> None:
        """Take a message of this step that its author's chain and the rules allow."""
        part = self.parts[envelope.seat]
        match envelope.message:
            case Lock():
                part.lock = envelope
                self._note(envelope.seat, LOCKING)
            case Decide() | Commit():
                part.choice = envelope
                self._entries = None
                self._note(envelope.seat, CHOOSING)
            case Reveal():
                part.reveal = envelope
                self._note(envelope.seat, REVEALING)

    def hear_beside(self, envelope: Envelope) -> None:
        """Take a lock from another branch of a guilty seat's chain; of several that one counts that matches.

        It replaces none: which one matches changes when a choice comes.
        """
        self.parts[envelope.seat].spare_locks += (envelope,)
        self._owing = None

    def _note(self, seat: int, said: ExchangeStage) -> None:
        """The others still owe what they owed; once nobody does, what comes next is found when asked for."""
        stage, owing = self._owing or (DONE, frozenset())
        others = owing - {seat}
        fits = said is stage and (stage is not LOCKING or self.has_matching_lock(seat))
        self._owing = (stage, others) if fits and others else None

    @property
    def cuts(self) -> dict[int, int]:
        """For each seat that was voted out in this step: the number from which it does not count."""
        return self._cuts

    @cuts.setter
    def cuts(self, cuts: dict[int, int]) -> None:
        self._cuts = dict(cuts)
        self.present = self.active - cuts.keys()
        self._owing = None
        self._entries = None

    @property
    def stage(self) -> ExchangeStage:
        """What the step waits for."""
        return self.waiting[0]

    def due(self, seat: int) -> ExchangeStage:
        """What the seat has to say now, as the stage that asks for it; DONE if nothing."""
        stage, owing = self.waiting
        return stage if seat in owing else DONE

    @property
    def waiting(self) -> tuple[ExchangeStage, frozenset[int]]:
        """What the step waits for, and the seats that owe it."""
        if self._owing is None:
            self._owing = self._find_owing()
        return self._owing

    def _find_owing(self) -> tuple[ExchangeStage, frozenset[int]]:
        choosing = self.choosers & self.present
        owing = frozenset(seat for seat in choosing if self.choice(seat) is None)
        if owing:
            return CHOOSING, owing
        owing = frozenset(seat for seat in self.present if not self.has_matching_lock(seat))
        if owing:
            return LOCKING, owing
        if isinstance(self.need, AskSecret | AskChance):
            owing = frozenset(seat for seat in choosing if self.reveal(seat) is None)
        return REVEALING if owing else DONE, owing

    def choice(self, seat: int) -> Envelope | None:
        """The seat's choice, if it counts."""
        return self._counted(self.parts[seat].choice)

    def lock(self, seat: int) -> Envelope | None:
        """The seat's lock, if it counts."""
        part = self.parts[seat]
        if not part.spare_locks:
            return self._counted(part.lock)
        counted = [lock for lock in part.locks if self._counted(lock) is not None]
        return next((lock for lock in counted if not self.disputed(lock)), next(iter(counted), None))

    def reveal(self, seat: int) -> Envelope | None:
        """The seat's reveal, if it counts."""
        return self._counted(self.parts[seat].reveal)

    def entries(self) -> tuple[bytes | None, ...]:
        """What a lock of this step has to say."""
        if self._entries is None:
            choices = map(self.choice, range(len(self.parts)))
            self._entries = tuple(None if choice is None else choice_entry(choice) for choice in choices)
        return self._entries

    def has_matching_lock(self, seat: int) -> bool:
        lock = self.lock(seat)
        return lock is not None and not self.disputed(lock)

    def differing_locks(self) -> list[Envelope]:
        """The locks of present seats that do not say what ours would, in seat order."""
        ours = self.entries()
        said = [part.lock for part in self.parts if part.lock is not None]
        return [
            lock
            for lock in said
            if isinstance(lock.message, Lock) and lock.message.entries != ours and lock.seat in self.present
        ]

    def disputed(self, lock: Envelope) -> list[int]:
        """The seats of which this lock's author holds another choice than we do."""
        assert isinstance(lock.message, Lock)
        theirs = lock.message.entries
        ours = self.entries()
        if theirs == ours:
            return []
        return [seat for seat in range(len(ours)) if theirs[seat] != ours[seat] and not self._is_void(seat)]

    def _counted(self, envelope: Envelope | None) -> Envelope | None:
        if envelope is None or not self._cuts:
            return envelope
        return envelope if envelope.number < self._cuts.get(envelope.seat, envelope.number + 1) else None

    def _is_void(self, seat: int) -> bool:
        # Locks signed before the vote may still name a choice that no longer counts.
        return seat in self._cuts and self.choice(seat) is None


def choosers(need: Need, active: frozenset[int]) -> frozenset[int]:
    """The active seats that choose in such a step."""
    match need:
        case AskOpen(seats) | AskSecret(seats):
            return active.intersection(seats)
        case AskChance():
            return active
        case GameOver():
            return frozenset()
        case _:
            assert_never(need)
