"""Votes and claims (protocol.md §8.1, §8.2)."""

from collections.abc import Iterable, Iterator, Mapping, Set

from .envelopes import FORFEIT, KEEP, RESIGN, Fault, Message, Pair
from .proofs import Proofs

List = tuple[Pair, ...]
Cuts = Mapping[int, int]


class Votes(Proofs):
    """Counts what the chains hold of votes: a function of the messages, never of their order."""

    chains: list[list[Message]]
    faults: dict[int, Fault]
    unusable: set[int]
    owner: frozenset[int] = frozenset()

    def guilty(self) -> set[int]:
        return set(self.faults)

    def said(self, seat: int, step: int, tag: int) -> list[Message]:
        return [message for message in self.chains[seat] if message.step == step and message.tag == tag]

    def proposed(self, seat: int, step: int) -> set[List]:
        """The lists that a seat has proposed in a step."""
        return {vote.pairs for vote in self.said(seat, step, FORFEIT) if not vote.signs}

    def signed(self, seat: int, step: int) -> set[List]:
        """The lists that a seat has signed in a step."""
        return {vote.pairs for vote in self.said(seat, step, FORFEIT) if vote.signs}

    def kept(self, seat: int, step: int) -> set[Pair]:
        return {keep.body for keep in self.said(seat, step, KEEP)}

    def outside(self, active: Set[int], of: List) -> frozenset[int]:
        return frozenset(active) - {seat for seat, _ in of}

    def is_complete(self, step: int, active: Set[int], of: List) -> bool:
        outside = self.outside(active, of)
        return bool(outside) and all(of in self.signed(seat, step) for seat in outside)

    def has_quorum(self, active: Set[int], of: List) -> bool:
        outside = self.outside(active, of)
        if 2 * len(outside) == len(active):
            return self.genesis.half and min(active) in outside
        return 2 * len(outside) > len(active)

    def is_doubtful(self, active: Set[int], of: List) -> bool:
        return bool(self.outside(active, of) & self.guilty())

    def is_taken_back(self, step: int, active: Set[int], of: List) -> bool:
        proposers = [seat for seat in self.outside(active, of) if of in self.proposed(seat, step)]
        return any(self.kept(seat, step) & set(of) for seat in proposers)

    def complete_lists(self, step: int, active: Set[int]) -> list[List]:
        lists = {of for seat in active for of in self.signed(seat, step)}
        return sorted(of for of in lists if self.is_complete(step, active, of))

    def is_dead(self, step: int, active: Set[int], of: List) -> bool:
        rest = [seat for seat in self.outside(active, of) if of not in self.signed(seat, step)]
        refused = [seat for seat in rest if self.kept(seat, step) & set(of) or self.has_left(seat, step)]
        return self.is_doubtful(active, of) or bool(refused)

    def has_left(self, seat: int, step: int) -> bool:
        return any(message.step > step for message in self.chains[seat])

    def is_open(self, step: int, active: Set[int], of: List) -> bool:
        cuts = self.cuts_of(step, active)
        matters = any(seat in active and number < cuts.get(seat, number + 1) for seat, number in of)
        return matters and self.has_quorum(active, of) and not self.is_dead(step, active, of)

    def carried(self, step: int, active: Set[int], *, doubtful: bool) -> list[List]:
        """The complete lists with a quorum that are doubtful, or those that are not, in ascending order."""
        complete = [of for of in self.complete_lists(step, active) if self.has_quorum(active, of)]
        return [of for of in complete if self.is_doubtful(active, of) == doubtful]

    def cuts_of(self, step: int, active: Set[int], some: Iterable[List] = ()) -> dict[int, int]:
        """The seats that are cut, each with its number: by lists beyond doubt, and by some more."""
        cuts: dict[int, int] = {}
        for of in [*self.carried(step, active, doubtful=False), *some]:
            for seat, number in of:
                if seat in active:
                    cuts[seat] = self.cut_number(cuts.get(seat, number), number)
        return cuts

    def cut_number(self, one: int, other: int) -> int:
        return min(one, other)

    def claimants(self, step: int, active: Set[int], cuts: Cuts) -> tuple[int, ...]:
        """Who claims the table at a step (§8.2); nobody: the table is not claimed."""
        present = set(active) - set(cuts)
        if len(present) <= 1:
            return self.claimed_alone(active, present)
        claims = self.claimed_by_lists(step, active, present)
        return next((claim for claim in claims if self.ends_for_the_owner(claim, present)), ())

    def claimed_alone(self, active: Set[int], present: set[int]) -> tuple[int, ...]:
        """1."""
        return tuple(sorted(present or set(active) - self.guilty()))

    def claimed_by_lists(self, step: int, active: Set[int], present: set[int]) -> Iterator[tuple[int, ...]]:
        """2: the claims of outsides, the first that counts first."""
        outsides = {
            self.outside(active, of)
            for of in self.complete_lists(step, active)
            if not self.has_quorum(active, of) and not self.is_taken_back(step, active, of)
        }
        for outside in self.ordered(outsides):
            innocent = self.innocent(outside)
            if innocent and self.may_claim(outside, present):
                yield innocent

    def innocent(self, outside: frozenset[int]) -> tuple[int, ...]:
        return tuple(sorted(outside - self.guilty()))

    def may_claim(self, outside: frozenset[int], present: set[int]) -> bool:
        return outside <= present

    def ends_for_the_owner(self, claimants: tuple[int, ...], present: set[int]) -> bool:
        """Whether the owner of the record does not go on all the same, as who is named may."""
        named = {seat for seat in present.difference(claimants) & self.owner if self.can_go_on(seat)}
        return not named or bool(self.owner.intersection(claimants))

    def can_go_on(self, seat: int) -> bool:
        return seat not in self.guilty() and not self.has_resigned(seat)

    def has_resigned(self, seat: int) -> bool:
        return self.chains[seat][-1].tag == RESIGN and seat not in self.unusable

    def ordered(self, outsides: set[frozenset[int]]) -> list[frozenset[int]]:
        return sorted(outsides, key=lambda outside: (-len(outside), sorted(outside)))
