"""Misreadings of §4.3 and §5.5, 3: what becomes of other branches of a guilty seat's chain."""

from ..auditor import Auditor
from ..envelopes import LOCK, REVEAL, Fault, Message
from ..roshambo import State


class NoSpares(Auditor):
    """§4.3: what is no part of a chain is lost."""

    def can_be_spare(self, message: Message) -> bool:
        return False


class SparesOfLocksOnly(Auditor):
    """§4.3: only a `Lock` becomes a spare."""

    def can_be_spare(self, message: Message) -> bool:
        return message.tag == LOCK


class SparesOfRevealsOnly(Auditor):
    """§4.3: only a `Reveal` becomes a spare."""

    def can_be_spare(self, message: Message) -> bool:
        return message.tag == REVEAL


class SparesForgottenAtARestart(Auditor):
    """§5.5, late votes: the spares belong to the fold, which is made anew."""

    def restart(self) -> None:
        super().restart()
        self.spares = []


class FirstSparesAreKept(Auditor):
    """§4.3: the first 64 spares are kept, not the last."""

    def keep_spare(self, message: Message) -> None:
        if len(self.spares) < 64:
            super().keep_spare(message)


class OneSpareFewer(Auditor):
    """§4.3: the last 63 spares are kept."""

    def keep_spare(self, message: Message) -> None:
        super().keep_spare(message)
        self.spares = self.spares[-63:]


class SparesWithoutEnd(Auditor):
    """§4.3: all spares are kept."""

    def keep_spare(self, message: Message) -> None:
        if self.can_be_spare(message):
            self.spares = [*self.spares, message]


class SparesAreASet(Auditor):
    """§4.3: a spare that comes twice is kept once, where it came first."""

    def keep_spare(self, message: Message) -> None:
        if all(spare.wire != message.wire for spare in self.spares):
            super().keep_spare(message)


class SparesOfEquivocationsOnly(Auditor):
    """§4.3: only what fails check 3 becomes a spare."""

    def faulty(self, name: str, message: Message) -> Fault:
        if name == "Equivocation":
            return super().faulty(name, message)
        return Fault(name, message.seat, message.number)

    def check_gap(self, message: Message) -> None:
        super().check_gap(message)
        self.gap = message

    gap: Message | None = None

    def keep_spare(self, message: Message) -> None:
        if message is not self.gap:
            super().keep_spare(message)


class NoSparesBehindAGap(Auditor):
    """§4.3: what comes behind a gap in a guilty seat's chain is no spare."""

    gap: Message | None = None

    def check_gap(self, message: Message) -> None:
        super().check_gap(message)
        self.gap = message

    def keep_spare(self, message: Message) -> None:
        if message is not self.gap:
            super().keep_spare(message)


class NoSparesOfBrokenChains(Auditor):
    """§4.3: what fails check 5 is no spare."""

    def faulty(self, name: str, message: Message) -> Fault:
        if name == "Equivocation":
            return super().faulty(name, message)
        return Fault(name, message.seat, message.number)


class SparesOfTheCut(Auditor):
    """§5.5, 3: a spare is taken whether or not its author is present."""

    def may_use(self, spare: Message) -> bool:
        return spare.seat in self.active


class SparesOnAnyGround(Auditor):
    """§5.5, 3: of a spare the step is asked, not past and state."""

    def stands_here(self, spare: Message) -> bool:
        return spare.step == self.step


class SparesOnAnyPast(Auditor):
    """§5.5, 3: of a spare step and state are asked, not the past."""

    def stands_here(self, spare: Message) -> bool:
        return (spare.step, spare.state) == (self.step, self.state_digest)


class SparesOnAnyState(Auditor):
    """§5.5, 3: of a spare step and past are asked, not the state."""

    def stands_here(self, spare: Message) -> bool:
        return (spare.step, spare.past) == (self.step, self.past)


class SparesAreNotAskedOfTheRules(Auditor):
    """§5.5, 3: what opens its commitment is taken, lawful or not."""

    def is_lawful_spare(self, spare: Message) -> bool:
        return True


class SparesNeedNotOpen(Auditor):
    """§5.5, 3: a spare reveal is taken whether or not it opens the commitment."""

    def is_wanted(self, spare: Message) -> bool:
        return super().is_wanted(spare) if spare.tag == LOCK else spare.seat not in self.reveals


class SparesNeedNotMatch(Auditor):
    """§5.5, 3: a spare lock is taken where its author has none, whether or not it matches."""

    def is_wanted(self, spare: Message) -> bool:
        return super().is_wanted(spare) if spare.tag == REVEAL else spare.seat not in self.locks


class SparesFillHolesOnly(Auditor):
    """§5.5, 3: a spare lock is taken only where its author has no lock at all."""

    def is_wanted(self, spare: Message) -> bool:
        return super().is_wanted(spare) and (spare.tag == REVEAL or spare.seat not in self.locks)


class ASpareLockReplaces(Auditor):
    """§5.5, 3: a spare lock replaces the one that was heard."""

    def note_spare(self, spare: Message) -> None:
        self.note_heard(spare)


class SpareTakenOnceOnly(Auditor):
    """§5.5, 3: after spares were taken the fold does not go on by itself."""

    def take_spares(self) -> bool:
        super().take_spares()
        return False


class NewestSpareFirst(Auditor):
    """§5.5, 3: of several spares that fit the newest is taken."""

    def in_order(self) -> list[Message]:
        return super().in_order()[::-1]


class SparesAreNotHeard(Auditor):
    """§5.5, 3: the lock of a spare counts for the stage, but not as heard at the end."""

    def is_signed_by_all(self) -> bool:
        return super().is_signed_by_all() and not self.spare_locks


class ASpareRevealStays(Auditor):
    """§5.5, 3: where a reveal was noted from another branch that of the chain is not noted any more."""

    def note_heard(self, message: Message) -> None:
        if message.tag != REVEAL or message.seat not in self.reveals:
            super().note_heard(message)


class ASpareRevealIsNotedBeside(Auditor):
    """§5.5, 3: a spare reveal is noted beside its author's reveal, and one that counts is enough."""

    def enter(self, step: int, past: bytes, state: State) -> None:
        super().enter(step, past, state)
        self.beside: dict[int, Message] = {}

    def note_spare(self, spare: Message) -> None:
        super().note_spare(spare)
        if spare.tag == REVEAL:
            self.beside[spare.seat] = spare

    def counted(self, heard: dict[int, Message], seat: int) -> Message | None:
        found, spare = super().counted(heard, seat), self.beside.get(seat)
        return spare if not found and heard is self.reveals and spare and self.counts(spare) else found
