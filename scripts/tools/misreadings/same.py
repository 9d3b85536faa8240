"""Readings that are not the text's and come to the same: no vector can tell them apart.

Each says why. Who writes a vector that one of them fails has found a hole in the reason.
"""

from collections.abc import Set

from .auditor import Auditor
from .envelopes import FORFEIT, Fault, Message


class OnlyVotesBeforeTheCursorExcuse(Auditor):
    """§5.5, 1: a vote excuses another state only if it stands before the cursor.

    The steps of a chain never go down (§7.1, B3), so every vote of step k-1 stands before the first message
    of step k.
    """

    def fault_of_state(self, message: Message) -> str:
        before = self.chains[message.seat][: self.cursors[message.seat]]
        voted = any(one.tag == FORFEIT and one.step == self.step - 1 for one in before)
        return "" if self.step > 1 and voted else "WrongState"


class TheUnusableAreCompany(Auditor):
    """§5.5, late votes, 4: anybody who is not guilty and was heard in step k is company, unusable or not.

    Within a step past and state stay as they are (§7.1, B2). So who was heard in it before it became
    unusable is so by a fault of §7.2, which is noted before anybody looks.
    """

    def has_company(self) -> bool:
        unusable, self.unusable = self.unusable, set()
        company = super().has_company()
        self.unusable = unusable
        return company


class CompanyHasChosen(Auditor):
    """§5.5, late votes, 4: of the messages of step k only a choice, lock or reveal is company.

    Whoever was heard in step k without a fault stands where the cuts that were noted lead to, with
    whatever it said first: so it has followed them, and the fold that begins again takes the same cuts.
    """

    def has_company(self) -> bool:
        honest = self.active - self.unusable - self.guilty()
        return bool(honest & (self.choices.keys() | self.locks.keys() | self.reveals.keys()))


class StateBeforeThePast(Auditor):
    """§5.5, 1: the state is asked before the past.

    Whoever has not voted in the step before stands on the past of its own lock (§7.1, B3). So where past and
    state are both others, a vote excuses the state, and neither is a fault.
    """

    def hear(self, message: Message) -> tuple[bool, str]:
        if message.state != self.state_digest:
            return False, self.fault_of_state(message)
        return super().hear(message)


class OldGuiltChangesNothing(Auditor):
    """§5.5: a fault of who is guilty already does not make the fold go on again with 1.

    Nothing has changed since 2 said stop: neither chains nor cursors, nor who is guilty.
    """

    def run(self) -> list[Fault]:
        return [fault for fault in super().run() if fault.seat not in self.guilty()]


class NoSparesBehindTheEnd(Auditor):
    """§5.5, 3: no spares are taken once the table is `Finished`.

    Of every seat that is present a lock was heard that matches, as its entries can only be nil; and a
    reveal is out of turn.
    """

    def take_spares(self) -> bool:
        return not self.is_finished() and super().take_spares()


class TheGuiltyDoNotClaimAlone(Auditor):
    """§8.2, 1: the seat that is present alone claims only if it is not guilty.

    It never is: a list beyond doubt names every guilty seat, and doubtful ones count only where somebody
    present who is not guilty has followed them.
    """

    def claimed_alone(self, active: Set[int], present: set[int]) -> tuple[int, ...]:
        return super().claimed_alone(active, present - self.guilty())


class LongerProofs(Auditor):
    """§7.3: a proof has at most 2³⁰ bytes.

    160 messages of §4.1 and a state of roshambo have less than 2²¹ together: whatever is longer does not
    hold.
    """

    longest_proof = 2**30


class LongerStates(Auditor):
    """§7.3: a state in a proof has at most 2³⁰ bytes. No state of roshambo has 2¹⁰."""

    longest_state = 2**30


SAME: tuple[type[Auditor], ...] = (
    OnlyVotesBeforeTheCursorExcuse,
    TheUnusableAreCompany,
    CompanyHasChosen,
    StateBeforeThePast,
    OldGuiltChangesNothing,
    NoSparesBehindTheEnd,
    TheGuiltyDoNotClaimAlone,
    LongerProofs,
    LongerStates,
)
