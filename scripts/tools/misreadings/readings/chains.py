"""Misreadings of §7.1: what one chain shows."""

from dataclasses import replace

from ..auditor import Auditor
from ..envelopes import COMMIT, FORFEIT, KEEP, RESIGN, Message
from ..slices import KEEPS, VOTES, Seen


class SliceIsWhole(Auditor):
    """§7.1: what was not seen of the first step of a slice was not said."""

    def begun(self, message: Message) -> Seen:
        return Seen(whole=True)


class NextStepIsNotWhole(Auditor):
    """§7.1 B 3: a step that is entered within a slice is whole only if the one before was."""

    def entered(self, seen: Seen) -> Seen:
        return Seen(whole=seen.whole)


class SeenIsNotForgotten(Auditor):
    """§7.1 B 3: keeps and votes of a step hold in the next one, too."""

    def entered(self, seen: Seen) -> Seen:
        return Seen(whole=True, votes=seen.votes, keeps=seen.keeps)


class FirstPastIsFree(Auditor):
    """§7.1 A: the past of the first message is not asked."""

    def fault_at_the_beginning(self, message: Message) -> str:
        return super().fault_at_the_beginning(replace(message, past=self.table))


class FirstPreviousIsFree(Auditor):
    """§7.1 A: the first message has no predecessor that could be wrong."""

    def fault_at_the_beginning(self, message: Message) -> str:
        return super().fault_at_the_beginning(replace(message, previous=self.table))


class StepsMayBeLeftOut(Auditor):
    """§7.1 B 3: a later step, not the next one."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        late = message.step > last.step + 1 and message.previous == last.id
        return "" if late else super().fault_of_the_chain(seen, last, message)


class SecondPastIsFree(Auditor):
    """§7.1 B 3: whoever leaves step 0 may stand on any past."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        return "" if last.step == 0 else super().fault_of_leaving(seen, last, message)


class NoLockNeededToLeave(Auditor):
    """§7.1 B 3: a step is left properly without a lock."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        return "" if not seen.lock and last.step else super().fault_of_leaving(seen, last, message)


class LockIsNotAskedOfWhoLeaves(Auditor):
    """§7.1 B 3: a step is left properly without a lock, if nothing is left to reveal."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        return super().fault_of_leaving(seen if seen.lock else replace(seen, whole=False), last, message)


class NoRevealNeededToLeave(Auditor):
    """§7.1 B 3: a step is left properly without a reveal."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        return super().fault_of_leaving(replace(seen, revealed=True), last, message)


class PastBindsVoters(Auditor):
    """§7.1 B 3: the past follows from the lock, also for who has voted in the step."""

    def is_past_known(self, seen: Seen) -> bool:
        return seen.whole


class KeepFreesThePast(Auditor):
    """§7.1 B 3: the past does not follow from the lock of a seat that has kept something in the step."""

    def is_past_known(self, seen: Seen) -> bool:
        return super().is_past_known(seen) and not seen.keeps


class VotesStandAnywhere(Auditor):
    """§7.1 B: votes may stand on another past than the rest of their step."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        moved = replace(message, past=last.past) if message.tag == FORFEIT else message
        return super().fault_of_the_chain(seen, last, moved if message.step == last.step else message)


class VotesOfAnyState(Auditor):
    """§7.1 B: votes may claim another state than the rest of their step."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        moved = replace(message, state=last.state) if message.tag == FORFEIT else message
        return super().fault_of_the_chain(seen, last, moved if message.step == last.step else message)


class KeepsStandAnywhere(Auditor):
    """§7.1 B: keeps may stand on another past than the rest of their step."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        moved = replace(message, past=last.past) if message.tag == KEEP else message
        return super().fault_of_the_chain(seen, last, moved if message.step == last.step else message)


class SignaturesAreNoVotes(Auditor):
    """§7.1 C: of the 28 votes of a step only those that propose are counted."""

    @property
    def most_votes(self) -> int:  # type: ignore[override]
        return VOTES + self.signatures

    signatures = 0

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        self.signatures = sum(vote.signs for vote in seen.votes)
        return super().fault_of_vote(seen, message)


class PastBindsSlices(Auditor):
    """§7.1 B 3: the past follows from the lock, also in a step that is not whole."""

    def is_past_known(self, seen: Seen) -> bool:
        return not seen.votes


class StateBeforePast(Auditor):
    """§7.1 B 2: within a step the state is asked before the past."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        fault = super().fault_of_the_chain(seen, last, message)
        both = fault == "WrongPast" and message.step == last.step and message.state != last.state
        return "WrongState" if both else fault


class LockMayBeShort(Auditor):
    """§7.1 C: a lock names whom it holds something of, not every seat."""

    def fault_of_lock(self, seen: Seen, message: Message) -> str:
        if len(message.entries) < len(self.genesis.seats):
            return "Repeated" if seen.lock else ""
        return super().fault_of_lock(seen, message)


class OwnEntryIsFree(Auditor):
    """§7.1 C: the entry of the author's own seat is not asked."""

    def own_entry(self, seen: Seen, lock: Message) -> bytes | None:
        return lock.entries[lock.seat]


class OwnEntryWithoutAChoiceIsFree(Auditor):
    """§7.1 C: the entry of the author's own seat is asked only where a choice was seen."""

    def own_entry(self, seen: Seen, lock: Message) -> bytes | None:
        return super().own_entry(seen, lock) if seen.choice else lock.entries[lock.seat]


class OwnEntryOfASliceIsFree(Auditor):
    """§7.1 C: the entry of the author's own seat is asked only where the step is whole."""

    def own_entry(self, seen: Seen, lock: Message) -> bytes | None:
        return super().own_entry(seen, lock) if seen.whole else lock.entries[lock.seat]


class RevealNeedsNoLock(Auditor):
    """§7.1 C: a reveal may come before its author's lock."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        return super().fault_of_reveal(replace(seen, lock=message), message)


class OpeningIsNotAsked(Auditor):
    """§7.1 C: a reveal may open anything."""

    def opens_own(self, choice: Message, reveal: Message) -> bool:
        return True


class RevealNeedsNoChoice(Auditor):
    """§7.1 C: a reveal without a choice is no fault."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        lacks = not seen.choice and seen.lock and not seen.revealed
        return "" if lacks else super().fault_of_reveal(seen, message)


class OpenDecisionMayBeRevealed(Auditor):
    """§7.1 C: a reveal after a `Decide` is no fault."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        decided = seen.choice and seen.choice.tag != COMMIT and seen.lock and not seen.revealed
        return "" if decided else super().fault_of_reveal(seen, message)


class ChoiceMayFollowTheLock(Auditor):
    """§7.1 C: a choice may come after its author's lock."""

    def fault_of_choice(self, seen: Seen, message: Message) -> str:
        return "Repeated" if seen.choice else ""


class LockBeforeTheSecondChoice(Auditor):
    """§7.1 C: a second choice behind the lock is `Disorder`."""

    def fault_of_choice(self, seen: Seen, message: Message) -> str:
        return "Disorder" if seen.lock else super().fault_of_choice(seen, message)


class SecondChoiceCounts(Auditor):
    """§7.1 C: a choice can be made anew until the lock."""

    def fault_of_choice(self, seen: Seen, message: Message) -> str:
        return "Disorder" if seen.lock else ""


class SecondLockIsNoFault(Auditor):
    """§7.1 C: a lock that does not match may be mended by a second one."""

    def fault_of_lock(self, seen: Seen, message: Message) -> str:
        return super().fault_of_lock(replace(seen, lock=None), message)


class OneVoteFewer(Auditor):
    """§7.1 C: the 28th vote of a step is `Repeated`."""

    most_votes = VOTES - 1


class OneVoteMore(Auditor):
    """§7.1 C: the 29th vote of a step is no fault."""

    most_votes = VOTES + 1


class OneKeepFewer(Auditor):
    """§7.1 C: the 32nd keep of a step is `Repeated`."""

    most_keeps = KEEPS - 1


class OneKeepMore(Auditor):
    """§7.1 C: the 33rd keep of a step is no fault."""

    most_keeps = KEEPS + 1


class KeptMayBeVoted(Auditor):
    """§7.1 C: what was kept may be voted for again."""

    def contradicts_keeps(self, seen: Seen, message: Message) -> bool:
        return False


class KeepBindsForEveryNumber(Auditor):
    """§7.1 C: whoever has kept a message of a seat may not vote for another number of it."""

    def contradicts_keeps(self, seen: Seen, message: Message) -> bool:
        return bool({seat for seat, _ in seen.keeps} & {seat for seat, _ in message.pairs})


class VotesNeedNotGrow(Auditor):
    """§7.1 C: a later vote may leave out what its author has signed."""

    def grows(self, seen: Seen, message: Message) -> bool:
        return True


class ProposalsGrow(Auditor):
    """§7.1 C: a later vote contains what was only proposed, too."""

    def binding(self, seen: Seen) -> tuple[tuple[int, int], ...]:
        return seen.votes[-1].pairs if seen.votes else ()


class SignatureBindsTheNextVoteAlone(Auditor):
    """§7.1 C: what was signed may be left out once something else was proposed."""

    def binding(self, seen: Seen) -> tuple[tuple[int, int], ...]:
        return seen.votes[-1].pairs if seen.votes and seen.votes[-1].signs else ()


class VotesGrowInSeatsAlone(Auditor):
    """§7.1 C: a later vote may name a later number."""

    def grows(self, seen: Seen, message: Message) -> bool:
        before = self.binding(seen)
        named = {seat for seat, _ in message.pairs}
        return all(pair[0] in named for pair in before if pair not in seen.keeps)


class VotesKeepTheirNumbers(Auditor):
    """§7.1 C: a later vote names the same number, not a lower one."""

    def grows(self, seen: Seen, message: Message) -> bool:
        before = self.binding(seen)
        return all(pair in message.pairs for pair in before if pair not in seen.keeps)


class KeptMustStayInTheVote(Auditor):
    """§7.1 C: a later vote contains every pair of the last one signed, kept or not."""

    def grows(self, seen: Seen, message: Message) -> bool:
        return super().grows(replace(seen, keeps=frozenset()), message)


class NobodyIsAnAbsence(Auditor):
    """§7.1 C: a vote or keep may name any seat but its author's own."""

    def may_name(self, message: Message, seat: int) -> bool:
        return seat != message.seat


class NobodyIsKept(Auditor):
    """§7.1 C: a keep may name a seat that the table has not; a vote may not."""

    def fault_of_keep(self, seen: Seen, message: Message) -> str:
        return super().fault_of_keep(seen, message) if message.body[0] in self.genesis.seats else ""


class OneselfIsAnAbsence(Auditor):
    """§7.1 C: a vote or keep may name its own author."""

    def may_name(self, message: Message, seat: int) -> bool:
        return seat in self.genesis.seats


class KeepNeedsAVote(Auditor):
    """§7.1 C: a keep takes a pair of the author's own last vote back; without one it is a `Contradiction`."""

    def fault_of_keep(self, seen: Seen, message: Message) -> str:
        named = seen.votes and message.body in seen.votes[-1].pairs
        return super().fault_of_keep(seen, message) if named else "Contradiction"


class SecondKeepIsNoFault(Auditor):
    """§7.1 C: the same pair may be kept twice."""

    def fault_of_keep(self, seen: Seen, message: Message) -> str:
        return "" if message.body in seen.keeps else super().fault_of_keep(seen, message)


class VotesEndTheChoosing(Auditor):
    """§7.1 C: after a vote of the step no choice, lock or reveal may come."""

    def fault_of_the_kind(self, seen: Seen, message: Message) -> str:
        moves = message.is_choice or message.tag in (4, 5)
        return "Disorder" if moves and seen.votes else super().fault_of_the_kind(seen, message)


class SameVoteAgainIsNoFault(Auditor):
    """§7.1 C: the same list may be proposed, or signed, any number of times."""

    def is_repeated(self, seen: Seen, message: Message) -> bool:
        return False


class ProposedOnceInAStep(Auditor):
    """§7.1 C: the same list may be proposed once in a step, whatever lies between."""

    def is_repeated(self, seen: Seen, message: Message) -> bool:
        return any((vote.pairs, vote.signs) == (message.pairs, message.signs) for vote in seen.votes)


class SignedMayBeProposedAgain(Auditor):
    """§7.1 C: what was signed may be proposed again."""

    def is_repeated(self, seen: Seen, message: Message) -> bool:
        return self.is_of_the_last(seen, message) and seen.votes[-1].signs == message.signs


class SigningNeedsNoProposal(Auditor):
    """§7.1 C: a list may be signed at once."""

    def may_sign(self, seen: Seen, message: Message) -> bool:
        return True


class SigningNeedsSomeProposal(Auditor):
    """§7.1 C: any list that was proposed in the step may be signed, not only the last."""

    def may_sign(self, seen: Seen, message: Message) -> bool:
        earlier = any(vote.pairs == message.pairs for vote in seen.votes)
        return earlier or super().may_sign(seen, message)


class SigningNeedsAProposalThatIsSeen(Auditor):
    """§7.1 C: a list that is signed was proposed in the slice."""

    def may_sign(self, seen: Seen, message: Message) -> bool:
        return self.is_of_the_last(seen, message)


class SigningAnythingInASlice(Auditor):
    """§7.1 C: in a step that is not whole any list may be signed, whatever vote was seen last."""

    def may_sign(self, seen: Seen, message: Message) -> bool:
        return not seen.whole or super().may_sign(seen, message)


class MayStillSpeakAfterResigning(Auditor):
    """§7.1 B 1: after a `Resign` its author may go on."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        return super().fault_of_the_chain(
            seen, replace(last, tag=KEEP) if last.tag == RESIGN else last, message
        )


class MayResignBeforeTheStart(Auditor):
    """§7.1 C: a seat may resign in step 0."""

    def fault_of_the_kind(self, seen: Seen, message: Message) -> str:
        return "" if message.tag == RESIGN else super().fault_of_the_kind(seen, message)


class FirstOfASliceIsFree(Auditor):
    """§7.1 C: the first message of a slice is not judged by its kind."""

    def follow(self, seen: Seen, message: Message) -> tuple[str, Seen]:
        fault, then = super().follow(seen, message)
        return "" if seen.last is None and message.number else fault, then


class ShortLockInASliceIsFree(Auditor):
    """§7.1 C: how many entries a lock has is asked only where the step is whole."""

    def fault_of_lock(self, seen: Seen, message: Message) -> str:
        short = len(message.entries) != len(self.genesis.seats)
        return "" if short and not seen.whole else super().fault_of_lock(seen, message)


class ForgivingOfSlices(Auditor):
    """§7.1 C: of a step that is not whole nothing is repeated."""

    forgiven = "Repeated"

    def fault_of_the_kind(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_the_kind(seen, message)
        return "" if fault == self.forgiven and not seen.whole else fault


class ContradictionInASliceIsFree(ForgivingOfSlices):
    """§7.1 C: of a step that is not whole no vote or keep is a `Contradiction`."""

    forgiven = "Contradiction"


class FalseOpeningInASliceIsFree(ForgivingOfSlices):
    """§7.1 C: a reveal has to open its commitment only where the step is whole."""

    forgiven = "FalseOpening"


class ChoiceBehindALockInASliceIsFree(Auditor):
    """§7.1 C: a choice may come behind a lock where the step is not whole."""

    def fault_of_choice(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_choice(seen, message)
        return "" if fault == "Disorder" and not seen.whole else fault


class DecisionInASliceMayBeRevealed(Auditor):
    """§7.1 C: whether a `Decide` was seen is asked of a reveal only where the step is whole."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_reveal(seen, message)
        return "" if fault == "Disorder" and not seen.whole else fault


class RevealInASliceNeedsALock(Auditor):
    """§7.1 C: a reveal needs a lock that was seen, whole or not."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        return super().fault_of_reveal(seen, message) or ("" if seen.lock else "Disorder")


class RevealInASliceNeedsAChoice(Auditor):
    """§7.1 C: a reveal needs a choice that was seen, whole or not."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        return super().fault_of_reveal(seen, message) or ("" if seen.choice else "Disorder")


class SliceIsLeftWithoutAReveal(Auditor):
    """§7.1 B 3: whoever committed has to reveal only where the step is whole."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        return super().fault_of_leaving(seen if seen.whole else replace(seen, revealed=True), last, message)


class SliceIsLeftWithALock(Auditor):
    """§7.1 B 3: a step is left with a lock that was seen, whole or not."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        fault = super().fault_of_leaving(seen, last, message)
        return fault or ("Disorder" if last.step and not seen.lock else "")
