"""Misreadings of §8.1: votes."""

from collections.abc import Iterator, Set
from itertools import combinations

from ..auditor import Auditor
from ..envelopes import FORFEIT, Message, Pair
from ..votes import List


class VotesOfTheVotedOutDoNotCount(Auditor):
    """§8.1: who is cut by another list has no vote."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        lists = {other for seat in active for other in self.signed(seat, step)}
        others = [other for other in lists - {of} if super(Auditor, self).is_complete(step, active, other)]
        out = {seat for other in others if self.has_quorum(active, other) for seat, _ in other}
        return super().is_complete(step, active, of) and not self.outside(active, of) & out


class VotesFromTheCutOnDoNotCount(Auditor):
    """§8.1: a vote with a number not below its author's cut does not count."""

    def said(self, seat: int, step: int, tag: int) -> list[Message]:
        found = super().said(seat, step, tag)
        cut = self.cuts.get(seat) if step == self.step and tag == FORFEIT else None
        return found if cut is None else [message for message in found if message.number < cut]


class VotesOfTheGuiltyAreNotNeeded(Auditor):
    """§8.1: a list is complete when all of its outside who are not guilty have signed it."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        outside = self.outside(active, of) - self.guilty()
        return bool(outside) and all(of in self.signed(seat, step) for seat in outside)


class OnlyVotesThatWereHeardCount(Auditor):
    """§8.1: a vote of a seat that has become unusable does not count."""

    def said(self, seat: int, step: int, tag: int) -> list[Message]:
        found = super().said(seat, step, tag)
        unheard = tag == FORFEIT and step == self.step and seat in self.unusable
        return [message for message in found if message.number < self.cursors[seat]] if unheard else found


class AQuorumOfSignersSuffices(Auditor):
    """§8.1: a list is complete when more than half of the active seats have signed it."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        signers = [seat for seat in self.outside(active, of) if of in self.signed(seat, step)]
        return 2 * len(signers) > len(active) or super().is_complete(step, active, of)


class NamedSeatsSignToo(Auditor):
    """§8.1: a list is complete only when every active seat that is not guilty has signed it."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        present = set(active) - self.guilty() - self.unusable
        return super().is_complete(step, active, of) and all(
            of in self.signed(seat, step) for seat in present
        )


class OutsideOfTheWholeTable(Auditor):
    """§8.1: the outside are all seats of the table that the list does not name."""

    def outside(self, active: Set[int], of: List) -> frozenset[int]:
        return frozenset(self.genesis.seats) - {seat for seat, _ in of}


class HalfOfTheWholeTable(Auditor):
    """§8.1: a quorum is more than half of all seats of the table."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        return 2 * len(self.outside(active, of)) > len(self.genesis.seats)


class GuiltyDoNotCountForTheQuorum(Auditor):
    """§8.1: a quorum is more than half of the active seats that are not guilty."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        return super().has_quorum(set(active) - self.guilty() or active, of)


class KeepUndoesASignature(Auditor):
    """§8.1: a list that one of its signers has kept a pair of cuts nobody."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        return super().is_complete(step, active, of) and not self.is_taken_back(step, active, of)


class HighestCutNumber(Auditor):
    """§8.1: a seat is cut at the highest number that a list gives it."""

    def cut_number(self, one: int, other: int) -> int:
        return max(one, other)


class LongestListCutsAlone(Auditor):
    """§8.1: of several complete lists only that which names most seats cuts."""

    def complete_lists(self, step: int, active: Set[int]) -> list[List]:
        return sorted(super().complete_lists(step, active), key=len)[-1:]


class StrangersSpoilAList(Auditor):
    """§8.1: a list that names a seat which is not active is nothing."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        return super().is_complete(step, active, of) and all(seat in active for seat, _ in of)


class VotesOfTheStepBeforeCount(Auditor):
    """§8.1: a vote holds from its step on."""

    def said(self, seat: int, step: int, tag: int) -> list[Message]:
        found = [one for one in self.chains[seat] if one.step < step and one.tag == tag == FORFEIT]
        return found + super().said(seat, step, tag)


class CutAtTheNextStepOnly(Auditor):
    """§8.1: who is cut is absent from the next step on; all that it says in this one counts."""

    def counts(self, message: Message) -> bool:
        return True


class NumberZeroIsOnlyForTheGuilty(Auditor):
    """§8.1: a list that says of a seat that it is guilty counts only if a fault of it is noted."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        slandered = {seat for seat, number in of if number == 0} - self.guilty()
        return super().is_complete(step, active, of) and not slandered


class KeptPairsOf(Auditor):
    """§8.1: a list is taken back by a keep of any message of a seat that it names."""

    def kept(self, seat: int, step: int) -> set[Pair]:
        numbers = {
            number for one in self.chains for vote in one if vote.tag == FORFEIT for _, number in vote.pairs
        }
        return {(named, number) for named, _ in super().kept(seat, step) for number in numbers}


class ProposingSigns(Auditor):
    """§8.1: whoever proposes a list has signed it."""

    def signed(self, seat: int, step: int) -> set[List]:
        return super().signed(seat, step) | self.proposed(seat, step)


class OnlyTheLastListIsSigned(Auditor):
    """§8.1: with a new list its author takes an earlier signature back."""

    def signed(self, seat: int, step: int) -> set[List]:
        votes = self.said(seat, step, FORFEIT)
        return {vote.pairs for vote in votes[-1:] if vote.signs}


class ListsAreSetsOfSeats(Auditor):
    """§8.1: two lists are the same if they name the same seats; the lowest numbers count."""

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        seats = dict(of).keys()
        outside = self.outside(active, of)
        signed = [any(dict(one).keys() == seats for one in self.signed(seat, step)) for seat in outside]
        return bool(signed) and all(signed)


class AnyHalfIsAQuorum(Auditor):
    """§8.1: at a table with `half` half of the active seats are a quorum, whichever half."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        half = self.genesis.half and 2 * len(self.outside(active, of)) == len(active)
        return half or super().has_quorum(active, of)


class HalfIsNeverAQuorum(Auditor):
    """§8.1: only more than half of the active seats are a quorum, at every table."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        return 2 * len(self.outside(active, of)) > len(active)


class HalfIsAQuorumAtEveryTable(Auditor):
    """§8.1: half with the lowest seat is a quorum, also at a table without `half`."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        outside = self.outside(active, of)
        return super().has_quorum(active, of) or (2 * len(outside) == len(active) and min(active) in outside)


class OfTwoTheLowerIsAQuorum(Auditor):
    """§8.1: of two seats the lower one is a quorum."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        lower = len(active) == 2 and self.outside(active, of) == {min(active)}
        return lower or super().has_quorum(active, of)


class SeatZeroDecidesAmongHalves(Auditor):
    """§8.1: of two halves that counts which contains seat 0, active or not."""

    def has_quorum(self, active: Set[int], of: List) -> bool:
        outside = self.outside(active, of)
        if 2 * len(outside) == len(active):
            return self.genesis.half and 0 in outside
        return super().has_quorum(active, of)


class DoubtfulListsCount(Auditor):
    """§8.1: a list counts whoever has to sign it, guilty or not."""

    def is_doubtful(self, active: Set[int], of: List) -> bool:
        return False


class NamingTheGuiltyIsDoubtful(Auditor):
    """§8.1: a list is doubtful if it names a guilty seat or has to be signed by one."""

    def is_doubtful(self, active: Set[int], of: List) -> bool:
        return bool(self.guilty() & set(active) & {seat for seat, _ in of}) or super().is_doubtful(active, of)


class DoubtfulListsNeverCount(Auditor):
    """§5.5, 2.1: doubtful lists count for nothing, whoever went on with them."""

    def cuts_that_count(self) -> dict[int, int]:
        return self.cuts_of(self.step, self.active)


class DoubtfulListsCountAtTheEnd(Auditor):
    """§5.5, 2.1: where the need is `Over` doubtful lists count."""

    def cuts_that_count(self) -> dict[int, int]:
        if self.need().kind != "Over":
            return super().cuts_that_count()
        return self.cuts_of(self.step, self.active, self.carried(self.step, self.active, doubtful=True))


class DoubtfulListsCountTogether(Auditor):
    """§5.5, 2.1: all doubtful lists count, or none."""

    def doubtful_choices(self, lists: list[List]) -> Iterator[tuple[List, ...]]:
        return iter([tuple(lists)] if lists else [])


class FewestDoubtfulListsFirst(Auditor):
    """§5.5, 2.1: of the choices of doubtful lists the smaller ones come first."""

    def doubtful_choices(self, lists: list[List]) -> Iterator[tuple[List, ...]]:
        return (some for size in range(1, len(lists) + 1) for some in combinations(lists[:5], size))


class LocksDoNotFollow(Auditor):
    """§5.5, 2.1: cuts are followed only by whoever has gone on to the next step."""

    def is_locked_without(self, cuts: dict[int, int]) -> bool:
        return False


class AnyNilInALockFollows(Auditor):
    """§5.5, 2.1: cuts are followed by a lock whose entry is nil for whom they cut, chooser or not."""

    def is_locked_without(self, cuts: dict[int, int]) -> bool:
        locks = [self.locks[seat] for seat in self.followers(cuts) if seat in self.locks]
        return any(lock.entries[seat] is None for lock in locks for seat in cuts)


class FollowedByTheGuilty(Auditor):
    """§5.5, 2.1: a doubtful list counts if anybody whom it leaves active has gone on with it."""

    def followers(self, cuts: dict[int, int]) -> frozenset[int]:
        return self.active - cuts.keys()


class FollowedByTheCut(Auditor):
    """§5.5, 2.1: a doubtful list counts if anybody who is not guilty has gone on with it, cut or not."""

    def followers(self, cuts: dict[int, int]) -> frozenset[int]:
        return self.active - self.guilty()


class FollowedOnAnyGround(Auditor):
    """§5.5, 2.1: a doubtful list counts if somebody honest has gone on, on whatever ground."""

    def is_ground(self, first: Message, past: bytes, state: bytes) -> bool:
        return True


class FollowedOnThePast(Auditor):
    """§5.5, 2.1: a doubtful list counts if somebody honest has gone on with its past."""

    def is_ground(self, first: Message, past: bytes, state: bytes) -> bool:
        return first.past == past


class OwnerDoesNotWait(Auditor):
    """§5.5, 2.3: a step is settled whatever lists the owner of the record has proposed."""

    def owner_waits(self) -> bool:
        return False


class EverybodyWaits(Auditor):
    """§5.5, 2.3: no step is settled while anybody has proposed a list that is open."""

    def owner_waits(self) -> bool:
        lists = {of for seat in self.active for of in self.proposed(seat, self.step)}
        return any(self.is_open(self.step, self.active, of) for of in lists)


class OwnerWaitsForDeadLists(Auditor):
    """§8.1: a list is open as long as it has a quorum and somebody to cut."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        return False


class DoubtfulListsAreNotDead(Auditor):
    """§8.1: a list that a guilty seat has to sign is not dead for that."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        return super().is_dead(step, active, of) and not self.is_doubtful(active, of)


class WhoHasLeftMayStillSign(Auditor):
    """§8.1: a list is dead only by a keep."""

    def has_left(self, seat: int, step: int) -> bool:
        return False


class KeptListsAreNotDead(Auditor):
    """§8.1: a list is dead only when somebody who has not signed it has left the step."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        rest = [seat for seat in self.outside(active, of) if of not in self.signed(seat, step)]
        return self.is_doubtful(active, of) or any(self.has_left(seat, step) for seat in rest)


class SignersCanKillAList(Auditor):
    """§8.1: a list is dead if any seat of its outside has kept a pair of it, signed or not."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        kept = any(self.kept(seat, step) & set(of) for seat in self.outside(active, of))
        return kept or super().is_dead(step, active, of)


class ListsWithoutAQuorumAreOpen(Auditor):
    """§8.1: a list is open whether or not it has a quorum."""

    def is_open(self, step: int, active: Set[int], of: List) -> bool:
        weak = not self.has_quorum(active, of) and not self.is_dead(step, active, of)
        return weak or super().is_open(step, active, of)


class CompleteListsAreOpen(Auditor):
    """§8.1: a list is open until it is dead, also when it has cut all whom it names."""

    def is_open(self, step: int, active: Set[int], of: List) -> bool:
        return self.has_quorum(active, of) and not self.is_dead(step, active, of)


class LowerNumbersAreNotOpen(Auditor):
    """§8.1: a list is open only while it names somebody who is not cut at all."""

    def is_open(self, step: int, active: Set[int], of: List) -> bool:
        cuts = self.cuts_of(step, active)
        new = any(seat in active and seat not in cuts for seat, _ in of)
        return new and super().is_open(step, active, of)


class KeepsOfOtherNumbersKill(Auditor):
    """§8.1: a list is dead by a keep of a seat that it names, at whichever number."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        rest = [seat for seat in self.outside(active, of) if of not in self.signed(seat, step)]
        kept = {seat for one in rest for seat, _ in self.kept(one, step)}
        return bool(kept & dict(of).keys()) or super().is_dead(step, active, of)


class AnybodyKillsAList(Auditor):
    """§8.1: a list is dead by a keep of any active seat, also one that it names."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        rest = [seat for seat in active if of not in self.signed(seat, step)]
        return any(self.kept(seat, step) & set(of) for seat in rest) or super().is_dead(step, active, of)


class WhoIsNamedLeavesAList(Auditor):
    """§8.1: a list is dead if any active seat that has not signed it has left the step, named or not."""

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        rest = [seat for seat in active if of not in self.signed(seat, step)]
        return any(self.has_left(seat, step) for seat in rest) or super().is_dead(step, active, of)


class FourDoubtfulLists(Auditor):
    """§5.5, 2.1: of more than four doubtful lists the first four are asked."""

    def doubtful_choices(self, lists: list[List]) -> Iterator[tuple[List, ...]]:
        return super().doubtful_choices(lists[:4])


class AllDoubtfulLists(Auditor):
    """§5.5, 2.1: all doubtful lists are asked, however many."""

    def doubtful_choices(self, lists: list[List]) -> Iterator[tuple[List, ...]]:
        return (some for size in range(len(lists), 0, -1) for some in combinations(lists, size))


class OwnerWaitsThoughItIsOut(Auditor):
    """§5.5, 2.3: no step is settled while a seat of the owner, active or not, has proposed an open list."""

    def owner_waits(self) -> bool:
        seats = self.owner.intersection(self.genesis.seats)
        lists = {of for seat in seats for of in self.proposed(seat, self.step)}
        return any(self.is_open(self.step, self.active, of) for of in lists)


class OwnerThatIsCutDoesNotWait(Auditor):
    """§5.5, 2.3: a list of the owner is waited for as long as the owner is present."""

    def owner_waits(self) -> bool:
        lists = {of for seat in self.owner & self.present() for of in self.proposed(seat, self.step)}
        return any(self.is_open(self.step, self.active, of) for of in lists)


class OwnerWaitsUntilItHasSigned(Auditor):
    """§5.5, 2.3: a list of the owner is waited for until the owner has signed it."""

    def owner_waits(self) -> bool:
        seats = self.owner & self.active
        lists = {of for seat in seats for of in self.proposed(seat, self.step) - self.signed(seat, self.step)}
        return any(self.is_open(self.step, self.active, of) for of in lists)


class OwnerWaitsForItsLastListOnly(Auditor):
    """§5.5, 2.3: of the lists of the owner the last one is waited for."""

    def owner_waits(self) -> bool:
        cast = [self.said(seat, self.step, FORFEIT) for seat in self.owner & self.active]
        return any(self.is_open(self.step, self.active, votes[-1].pairs) for votes in cast if votes)


class OwnerWaitsAtTheEnd(Auditor):
    """§5.5, 2.2: the end that all have signed waits for an open list of the owner."""

    def is_signed_by_all(self) -> bool:
        return super().is_signed_by_all() and not self.owner_waits()


class FollowedByOneWhoLockedNothing(Auditor):
    """§5.5, 2.1: cuts are followed by a lock whose entries are nil for all choosers whom they cut."""

    def is_locked_without(self, cuts: dict[int, int]) -> bool:
        locks = [self.locks[seat] for seat in self.followers(cuts) if seat in self.locks]
        cut = self.choosers() & cuts.keys()
        return bool(cut) and any(all(lock.entries[seat] is None for seat in cut) for lock in locks)


class FollowedBeforeTheStepIsDone(Auditor):
    """§5.5, 2.1: cuts are followed by whoever stands where they lead, whether or not the stage is done."""

    def is_followed(self, cuts: dict[int, int]) -> bool:
        return self.is_locked_without(cuts) or self.is_stood_on(cuts)


class VotesCountOnceHeard(Auditor):
    """§8.1: votes and keeps count once they are heard."""

    def said(self, seat: int, step: int, tag: int) -> list[Message]:
        found = super().said(seat, step, tag)
        heard = self.chains[seat][: self.cursors[seat]]
        return [one for one in found if one in heard] if step == self.step else found
