"""Misreadings of §8.2: claims."""

from collections.abc import Iterator, Set

from ..auditor import Auditor
from ..envelopes import RESIGN
from ..votes import Cuts, List


class TakenBackStillClaims(Auditor):
    """§8.2, 2: a list that was taken back still claims the table."""

    def is_taken_back(self, step: int, active: Set[int], of: List) -> bool:
        return False


class AnybodyTakesBack(Auditor):
    """§8.1: a list is taken back by a keep of any active seat, also one that it names."""

    def is_taken_back(self, step: int, active: Set[int], of: List) -> bool:
        return any(self.kept(seat, step) & set(of) for seat in active)


class AllSignersTakeBack(Auditor):
    """§8.1: a list is taken back when all of its outside have kept a pair of it."""

    def is_taken_back(self, step: int, active: Set[int], of: List) -> bool:
        return all(self.kept(seat, step) & set(of) for seat in self.outside(active, of))


class OnlyThePresentClaims(Auditor):
    """§8.2, 1: if no seat is present nobody claims."""

    def claimed_alone(self, active: Set[int], present: set[int]) -> tuple[int, ...]:
        return tuple(present)


class AllClaimEvenTheGuilty(Auditor):
    """§8.2, 1: if nobody is present all seats claim, the guilty too."""

    def claimed_alone(self, active: Set[int], present: set[int]) -> tuple[int, ...]:
        return super().claimed_alone(active, present) if present else tuple(sorted(active))


class AllInnocentClaimWithThePresent(Auditor):
    """§8.2, 1: with one seat left all seats that are not guilty claim."""

    def claimed_alone(self, active: Set[int], present: set[int]) -> tuple[int, ...]:
        return tuple(sorted(set(active) - self.guilty()))


class TheGuiltyAmongClaimants(Auditor):
    """§8.2, 2: the whole outside claims, the guilty too."""

    def innocent(self, outside: frozenset[int]) -> tuple[int, ...]:
        return tuple(sorted(outside))


class TheGuiltyAmongOthersClaim(Auditor):
    """§8.2, 2: an outside with a seat that is not guilty claims as a whole."""

    def innocent(self, outside: frozenset[int]) -> tuple[int, ...]:
        return tuple(sorted(outside)) if super().innocent(outside) else ()


class OneGuiltySpoilsTheClaim(Auditor):
    """§8.2, 2: an outside with a guilty seat claims nothing."""

    def innocent(self, outside: frozenset[int]) -> tuple[int, ...]:
        return () if outside & self.guilty() else super().innocent(outside)


class TheOutsideNeedNotBePresent(Auditor):
    """§8.2, 2: it is not asked whether the outside is present."""

    def may_claim(self, outside: frozenset[int], present: set[int]) -> bool:
        return True


class SomeOfTheOutsideArePresent(Auditor):
    """§8.2, 2: it suffices that one seat of the outside is present."""

    def may_claim(self, outside: frozenset[int], present: set[int]) -> bool:
        return bool(outside & present)


class SmallestFirst(Auditor):
    """§8.2, 2: the smallest outside claims."""

    def ordered(self, outsides: set[frozenset[int]]) -> list[frozenset[int]]:
        return sorted(outsides, key=lambda outside: (len(outside), sorted(outside)))


class HighestSeatsFirst(Auditor):
    """§8.2, 2: of several outsides of one size that with the highest seats claims."""

    def ordered(self, outsides: set[frozenset[int]]) -> list[frozenset[int]]:
        return sorted(outsides, key=lambda outside: (len(outside), sorted(outside)), reverse=True)


class SizeOfTheInnocent(Auditor):
    """§8.2, 2: outsides are ordered by the number of their seats that are not guilty."""

    def ordered(self, outsides: set[frozenset[int]]) -> list[frozenset[int]]:
        return sorted(super().ordered(outsides), key=lambda outside: -len(outside - self.guilty()))


class LowestSeatsFirst(Auditor):
    """§8.2, 2: outsides are ordered by their seats alone."""

    def ordered(self, outsides: set[frozenset[int]]) -> list[frozenset[int]]:
        return sorted(outsides, key=sorted)


class TheFirstOutsideAlone(Auditor):
    """§8.2, 2: if all seats of the first outside are guilty, nobody claims."""

    def claimed_by_lists(self, step: int, active: Set[int], present: set[int]) -> Iterator[tuple[int, ...]]:
        outsides = {
            self.outside(active, of)
            for of in self.complete_lists(step, active)
            if not self.has_quorum(active, of) and not self.is_taken_back(step, active, of)
        }
        first = [outside for outside in self.ordered(outsides) if self.may_claim(outside, present)][:1]
        return (innocent for innocent in map(self.innocent, first) if innocent)


class ProposalsClaim(Auditor):
    """§8.2, 2: a list that its whole outside has proposed claims the table."""

    def claimed_by_lists(self, step: int, active: Set[int], present: set[int]) -> Iterator[tuple[int, ...]]:
        lists = {of for seat in active for of in self.proposed(seat, step)}
        for of in sorted(lists):
            outside = self.outside(active, of)
            agreed = outside and all(of in self.proposed(seat, step) for seat in outside)
            stands = not self.has_quorum(active, of) and not self.is_taken_back(step, active, of)
            if agreed and stands and self.innocent(outside):
                yield self.innocent(outside)


class EveryCompleteListClaims(Auditor):
    """§8.2, 2: whoever signed a complete list claims the table, with a quorum or without."""

    def claimed_by_lists(self, step: int, active: Set[int], present: set[int]) -> Iterator[tuple[int, ...]]:
        outsides = {self.outside(active, of) for of in self.complete_lists(step, active)}
        return (self.innocent(outside) for outside in self.ordered(outsides) if outside <= present)


class AllClaimantsTogether(Auditor):
    """§8.2, 2: of several outsides all claim."""

    def claimants(self, step: int, active: Set[int], cuts: Cuts) -> tuple[int, ...]:
        present = set(active) - set(cuts)
        if len(present) <= 1:
            return super().claimants(step, active, cuts)
        claims = self.claimed_by_lists(step, active, present)
        return tuple(sorted({seat for claim in claims for seat in claim}))


class AKeepOfAnEarlierStepTakesBack(Auditor):
    """§8.1: a list is taken back by a keep of whichever step."""

    def is_taken_back(self, step: int, active: Set[int], of: List) -> bool:
        kept = {seat: {pair for one in range(step + 1) for pair in self.kept(seat, one)} for seat in active}
        return any(kept[seat] & set(of) for seat in self.outside(active, of))


class AClaimIsOneForEverybody(Auditor):
    """§8.2: a claim is one whoever's the record is."""

    def ends_for_the_owner(self, claimants: tuple[int, ...], present: set[int]) -> bool:
        return True


class AClaimIsTheClaimants(Auditor):
    """§8.2: a claim is one only in a claimant's own record, or in nobody's."""

    def ends_for_the_owner(self, claimants: tuple[int, ...], present: set[int]) -> bool:
        return not self.owner or bool(self.owner.intersection(claimants))


class AClaimOfOneOfTheOwnersSeats(Auditor):
    """§8.2: a claim is none if some seat of the owner goes on, though another one claims."""

    def ends_for_the_owner(self, claimants: tuple[int, ...], present: set[int]) -> bool:
        return not any(map(self.can_go_on, present.difference(claimants) & self.owner))


class WhoIsCutGoesOn(Auditor):
    """§8.2: a claim is none for the owner of a seat that is not present."""

    def ends_for_the_owner(self, claimants: tuple[int, ...], present: set[int]) -> bool:
        return super().ends_for_the_owner(claimants, present | self.owner)


class WhoResignedGoesOn(Auditor):
    """§8.2: a claim is none for the owner of a seat that has resigned."""

    def can_go_on(self, seat: int) -> bool:
        return seat not in self.guilty()


class ResigningElsewhereIsResigning(Auditor):
    """§8.2: who has signed a `Resign` has resigned, although it is unusable."""

    def can_go_on(self, seat: int) -> bool:
        return super().can_go_on(seat) and self.chains[seat][-1].tag != RESIGN


class TheGuiltyGoOn(Auditor):
    """§8.2: a claim is none for the owner of a seat that is guilty."""

    def can_go_on(self, seat: int) -> bool:
        return not self.has_resigned(seat)


class OneOfSeveralGoesOn(Auditor):
    """§8.2: a claim is none only if more than one seat is present besides the claimants."""

    def ends_for_the_owner(self, claimants: tuple[int, ...], present: set[int]) -> bool:
        return len(present.difference(claimants)) <= 1 or super().ends_for_the_owner(claimants, present)


class AClaimThatIsNoneStopsNobody(Auditor):
    """§5.5, 2.3: at a table of two a claim stops the step only where it ends the table for the owner."""

    def is_stopped_by_a_claim(self) -> bool:
        return super().is_stopped_by_a_claim() and self.outcome is not None


class TheFirstClaimDecides(Auditor):
    """§8.2: if the first claim is none for the owner, there is none."""

    def claimants(self, step: int, active: Set[int], cuts: Cuts) -> tuple[int, ...]:
        owner, self.owner = self.owner, frozenset()
        claimants = super().claimants(step, active, cuts)
        self.owner = owner
        present = set(active) - set(cuts)
        alone = len(present) <= 1
        return claimants if alone or self.ends_for_the_owner(claimants, present) else ()


class WhoHasGoneOnClaimsNothing(Auditor):
    """§8.1: a list is taken back when a seat of its outside has left the step, too."""

    def is_taken_back(self, step: int, active: Set[int], of: List) -> bool:
        left = any(self.has_left(seat, step) for seat in self.outside(active, of))
        return left or super().is_taken_back(step, active, of)
