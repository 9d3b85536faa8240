"""Misreadings of §5.2 and §5.5: the exchange and the fold."""

from ..auditor import Auditor
from ..envelopes import FORFEIT, KEEP, Fault, Message
from ..fold import Outcome
from ..values import Value


class CutWithoutAChoiceIsNotVoid(Auditor):
    """§5.2: void is only a seat that has a choice which does not count; who never chose has the entry nil."""

    def is_void(self, seat: int) -> bool:
        return seat in self.choices and super().is_void(seat)


class NobodyIsVoid(Auditor):
    """§5.2: a lock names nil for a seat whose choice does not count."""

    def is_void(self, seat: int) -> bool:
        return False


class EveryCutSeatIsVoid(Auditor):
    """§5.2: for a seat that is cut a lock may name anything."""

    def is_void(self, seat: int) -> bool:
        return seat in self.cuts


class CutNumberStillCounts(Auditor):
    """§5.2: what does not count is what comes after the number of the cut."""

    def counts(self, message: Message) -> bool:
        return message.seat not in self.cuts or message.number <= self.cuts[message.seat]


class NothingOfTheCutCounts(Auditor):
    """§5.2: of a seat that is cut nothing counts in the whole step."""

    def counts(self, message: Message) -> bool:
        return message.seat not in self.cuts


class GuiltyOweNothing(Auditor):
    """§5.2: nobody waits for a seat that is guilty."""

    def awaited(self) -> frozenset[int]:
        return super().awaited() - self.guilty()


class UnusableOweNothing(Auditor):
    """§5.2: nobody waits for a seat that has become unusable."""

    def awaited(self) -> frozenset[int]:
        return super().awaited() - self.unusable


class CutSeatsOwe(Auditor):
    """§5.2: in the step of its cut a seat still has to lock and to reveal."""

    def awaited(self) -> frozenset[int]:
        return self.active


class AnyLockWillDo(Auditor):
    """§5.2: a lock need not match."""

    def matches(self, lock: Message) -> bool:
        return True


class LocksMatchForTheActive(Auditor):
    """§5.2: what a lock names for a seat that is no longer active is not asked."""

    def is_void(self, seat: int) -> bool:
        return seat not in self.active or super().is_void(seat)


class LocksMatchForThemselves(Auditor):
    """§5.2: a lock matches if it names what counts and leaves nothing out; more is no harm."""

    def is_void(self, seat: int) -> bool:
        return seat not in self.choices or super().is_void(seat)


class RevealsAreNotAwaited(Auditor):
    """§5.2: a step is done when all have locked."""

    def is_done(self) -> bool:
        return all(map(self.is_locked, self.awaited()))


class UnusablePastIsWrongPast(Auditor):
    """§5.5, 1: another past is the fault `WrongPast`."""

    def fault_of_past(self, message: Message) -> str:
        return "WrongPast"


class WrongStateAlthoughItVoted(Auditor):
    """§5.5, 1: another state is `WrongState`, whether or not its author voted in the step before."""

    def fault_of_state(self, message: Message) -> str:
        return "WrongState"


class WrongStateNeverFound(Auditor):
    """§5.5, 1: another state is no fault, as another past is none."""

    def fault_of_state(self, message: Message) -> str:
        return ""


class VoteOfThisStepExcuses(Auditor):
    """§5.5, 1: another state is excused by a vote of the present step."""

    def fault_of_state(self, message: Message) -> str:
        voted = self.said(message.seat, self.step, FORFEIT)
        return "" if voted else super().fault_of_state(message)


class AKeepExcuses(Auditor):
    """§5.5, 1: another state is excused by a keep in the step before, too."""

    def fault_of_state(self, message: Message) -> str:
        kept = self.step > 1 and self.said(message.seat, self.step - 1, KEEP)
        return "" if kept else super().fault_of_state(message)


class VoteOfAnyStepExcuses(Auditor):
    """§5.5, 1: another state is excused by any vote of its author before."""

    def fault_of_state(self, message: Message) -> str:
        voted = any(one.tag == FORFEIT and one.step < self.step for one in self.chains[message.seat])
        return "" if voted else super().fault_of_state(message)


class SomebodysVoteExcuses(Auditor):
    """§5.5, 1: another state is excused if anybody voted in the step before."""

    def fault_of_state(self, message: Message) -> str:
        voted = any(self.said(seat, self.step - 1, FORFEIT) for seat in self.genesis.seats)
        return "" if voted else super().fault_of_state(message)


class UnusableIsSkipped(Auditor):
    """§5.5, 1: a message that turns out unusable is passed over, and its author heard on."""

    def listen_to(self, seat: int) -> list[Fault]:
        found = super().listen_to(seat)
        while seat in self.unusable:
            self.unusable.discard(seat)
            self.cursors[seat] += 1
            found += super().listen_to(seat)
        return found


class UnusableForTheStepOnly(Auditor):
    """§5.5, 1: who was unusable in one step is heard again in the next, behind what was not usable."""

    def enter(self, step: int, past: bytes, state: dict[str, Value]) -> None:
        for seat in self.unusable:
            chain = self.chains[seat]
            while self.cursors[seat] < len(chain) and chain[self.cursors[seat]].step < step:
                self.cursors[seat] += 1
        self.unusable = set()
        super().enter(step, past, state)


class UnusableSurvivesARestart(Auditor):
    """§5.5, late votes: who was unusable stays so when the fold begins again."""

    def restart(self) -> None:
        unusable = self.unusable
        super().restart()
        self.unusable = unusable


class FaultsSurviveNoRestart(Auditor):
    """§5.5, late votes: when the fold begins again all faults are found anew."""

    def restart(self) -> None:
        super().restart()
        self.faults.clear()


class HighestSeatFirst(Auditor):
    """§5.5, 1: seats are listened to in descending order."""

    def listeners(self) -> list[int]:
        return super().listeners()[::-1]


class GuiltyAreNotHeard(Auditor):
    """§5.5, 1: a seat that is guilty is not listened to."""

    def listeners(self) -> list[int]:
        return [seat for seat in super().listeners() if seat not in self.guilty()]


class StartNeedsEveryAccept(Auditor):
    """§5.5, 2: step 0 is settled when every seat has accepted, guilty or not."""

    def settle_start(self) -> bool:
        return self.accepted == self.active and super().settle_start()


class GuiltyAtTheStartAreNotActive(Auditor):
    """§5.5, 2: who is guilty in step 0 never becomes active."""

    def settle_start(self) -> bool:
        settled = super().settle_start()
        if settled:
            self.active = self.active - self.guilty()
        return settled


class VotesAtTheEndNeedNoLocksOfAll(Auditor):
    """§5.5, 2.2: at the end only the stage counts; the locks of those who are cut help nobody."""

    def is_signed_by_all(self) -> bool:
        return False


class LocksOfTheCutAreNeverNeeded(Auditor):
    """§5.5, 2.2: at the end the locks of all who are present suffice, be it one seat."""

    def is_signed_by_all(self) -> bool:
        return self.need().kind == "Over" and self.present() <= self.locks.keys() and bool(self.present())


class OneAloneGoesOn(Auditor):
    """§5.5, 2.3: a single seat that is present plays on."""

    def has_to_stop(self) -> bool:
        return not self.present() or not self.is_done()


class TwoGoOnThoughClaimed(Auditor):
    """§5.5, 2.3: a claim of one of two stops nothing."""

    def has_to_stop(self) -> bool:
        return len(self.present()) <= 1 or not self.is_done()


class EveryClaimStops(Auditor):
    """§5.5, 2.3: a table that is claimed does not go on, however many are active."""

    def has_to_stop(self) -> bool:
        return self.outcome is not None or super().has_to_stop()


class LaterCutsAreAbsent(Auditor):
    """§5.5, 2.4: votes of the last step that come later still make their seats absent."""

    def go_on(self) -> None:
        super().go_on()
        if self.is_finished():
            self.cuts = self.cuts_of(self.step, self.active)


class CutSeatsAtTheEndArePresent(Auditor):
    """§5.5, 2.4: whose lock of the final state is there is not absent."""

    def settle_step(self) -> bool:
        settled = super().settle_step()
        if self.is_finished():
            self.cuts = {seat: number for seat, number in self.cuts.items() if seat not in self.locks}
        return settled


class ClaimOutlivesTheEnd(Auditor):
    """§5.5, 2.4: a claim of the last step stands, whoever has signed."""

    def settle_step(self) -> bool:
        claimants = self.claimants(self.step, self.active, self.cuts_of(self.step, self.active))
        settled = super().settle_step()
        if self.is_finished() and claimants:
            self.outcome = Outcome("claimed", claimants)
        return settled


class EndIsNotForGood(Auditor):
    """§5.5, 2.4: a finished table is judged anew with every message."""

    def go_on(self) -> None:
        if self.is_finished():
            self.outcome = None
        super().go_on()


class NoLateVotes(Auditor):
    """§5.5, late votes: a settled step stays as it is."""

    def is_overtaken(self, step: int) -> bool:
        return False


class LateClaimsOfTwoAreIgnored(Auditor):
    """§5.5, late votes, 1: only cuts can reopen a step."""

    def is_claimed_late(self, step: int, active: frozenset[int], cuts: dict[int, int]) -> bool:
        return False


class LateClaimsOfMany(Auditor):
    """§5.5, late votes, 1: a late claim reopens a step and ends it, however many were active."""

    claimed_step = 0

    def is_claimed_late(self, step: int, active: frozenset[int], cuts: dict[int, int]) -> bool:
        claimed = any(self.claimed_by_lists(step, active, set(active) - cuts.keys()))
        if claimed:
            self.claimed_step = step
        return claimed

    def has_to_stop(self) -> bool:
        return super().has_to_stop() or (self.step == self.claimed_step and self.outcome is not None)


class LateVotesAmongTheActiveOfNow(Auditor):
    """§5.5, late votes: the cuts of an earlier step are computed with the seats that are active now."""

    def is_overtaken(self, step: int) -> bool:
        noted = self.settled[step]
        self.settled[step] = (self.active, noted[1])
        overtaken = super().is_overtaken(step)
        self.settled[step] = noted
        return overtaken


class LateVotesOfTheLastStepOnly(Auditor):
    """§5.5, late votes: only the step before the present one can be reopened."""

    def is_overtaken(self, step: int) -> bool:
        return step == self.step - 1 and super().is_overtaken(step)


class FinishedIsNeverReopened(Auditor):
    """§5.5, late votes: a finished table stays finished."""

    def is_overtaken(self, step: int) -> bool:
        return not self.is_finished() and super().is_overtaken(step)


class FoundFaultsReopenNothing(Auditor):
    """§5.5, late votes: a fault that the fold has found does not make one look at the step before."""

    def is_news(self, found: list[Fault], known: set[int]) -> bool:
        return False

    def look_back_for_the_unusable(self) -> bool:
        guilty = self.unusable & self.guilty()
        self.looked_at |= {self.chains[seat][self.cursors[seat]].id for seat in guilty}
        return super().look_back_for_the_unusable()


class FaultsFoundAgainReopen(Auditor):
    """§5.5, late votes: a fault makes one look at the step before as often as the fold finds it."""

    def is_news(self, found: list[Fault], known: set[int]) -> bool:
        return bool(found)


class UnusableReopenNothing(Auditor):
    """§5.5, late votes: a seat that becomes unusable makes nobody look at the step before."""

    def look_back_for_the_unusable(self) -> bool:
        return False


class ShownFaultsReopenNothing(Auditor):
    """§5.5, late votes: only a fault that the fold has found makes one look at the step before."""

    def note_shown(self, fault: Fault) -> None:
        self.note(fault)


class StrangersProveNothing(Auditor):
    """§5.5, late votes, 3: nobody who stands on other ground reopens a step."""

    def has_strangers(self) -> bool:
        return False


class CompanyIsNotAsked(Auditor):
    """§5.5, late votes, 4: a step that was settled with doubtful lists stays so, whoever went on."""

    def has_company(self) -> bool:
        return True


class TheGuiltyAreCompany(Auditor):
    """§5.5, late votes, 4: anybody who has gone on keeps the step as it was, guilty or not."""

    def has_company(self) -> bool:
        faults, self.faults = self.faults, {}
        company = super().has_company()
        self.faults = faults
        return company


class DoubtfulListsOvertake(Auditor):
    """§5.5, late votes, 2: a step is overtaken by whatever list cuts more than was noted, doubtful or not."""

    def is_overtaken(self, step: int) -> bool:
        active, noted = self.settled[step]
        cuts = self.cuts_of(step, active, self.carried(step, active, doubtful=True))
        return self.is_cut_short(noted, cuts) or super().is_overtaken(step)


class OtherCutsOvertake(Auditor):
    """§5.5, late votes, 2: a step is overtaken if the lists beyond doubt cut less than was noted, too."""

    def is_cut_short(self, noted: dict[int, int], sound: dict[int, int]) -> bool:
        return noted != sound


class LowerNumbersDoNotOvertake(Auditor):
    """§5.5, late votes, 2: a step is overtaken only if somebody is cut who was not."""

    def is_cut_short(self, noted: dict[int, int], sound: dict[int, int]) -> bool:
        return not sound.keys() <= noted.keys()


class FaultsAreNotedAtOnce(Auditor):
    """§5.5: a fault is noted where it is found, and not only when the fold stops."""

    def run(self) -> list[Fault]:
        found: list[Fault] = []
        while not self.is_finished():
            news = self.listen()
            found += news
            for fault in news:
                self.note(fault)
            if not self.settle():
                break
        return found


class OneUnusableStopsAll(Auditor):
    """§5.5, 1: where a seat turns out unusable those behind it are not heard."""

    def listen(self) -> list[Fault]:
        found: list[Fault] = []
        for seat in self.listeners():
            found += self.listen_to(seat)
            if seat in self.unusable:
                break
        return found


class WhoResignedIsNotAwaited(Auditor):
    """§5.2: nobody waits for a seat that has resigned."""

    def awaited(self) -> frozenset[int]:
        gone = {seat for seat in self.genesis.seats if self.chains[seat] and self.has_resigned(seat)}
        return super().awaited() - gone
