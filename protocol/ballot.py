"""Votes on seats that stay away (protocol.md §8).

Silence proves nothing, so it is attested: all seats that are not named must sign
the same list. They do so in two rounds. Whoever proposes a list may take it back;
whoever signs it has seen all of them propose it, and signs for good. So nobody is
bound before all agree, and a list that one of them took back, or left behind with
the step, can never be completed. Everything here is a function of what was signed,
never of the order in which it arrived, so every node that holds the same messages
reaches the same verdict.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from .frozen import Frozen
from .messages import Absence

Vote = tuple[Absence, ...]

MOST_DOUBTFUL = 5
"""So many doubtful lists of a step are asked whether somebody has gone on with them, the first in order."""


class Ballot(Frozen):
    """The votes of one step, by author: proposed, signed, taken back; and who has left the step."""

    votes: Mapping[int, Sequence[Vote]]
    signed: Mapping[int, Sequence[Vote]]
    keeps: Mapping[int, set[Absence]]
    active: frozenset[int]
    guilty: Collection[int] = ()
    left: frozenset[int] = frozenset()
    half: bool = False

    def outside(self, vote: Vote) -> frozenset[int]:
        """The seats that have to sign this list: all active ones that it does not name."""
        return self.active - {seat for seat, _ in vote}

    def proposers(self, vote: Vote) -> frozenset[int]:
        """The seats among them that have proposed it."""
        return frozenset(seat for seat in self.outside(vote) if vote in self.votes[seat])

    def signers(self, vote: Vote) -> frozenset[int]:
        """The seats among them that have signed it."""
        return frozenset(seat for seat in self.outside(vote) if vote in self.signed[seat])

    def complete(self) -> list[Vote]:
        """Lists that everybody whom they do not name has signed."""
        cast = {vote for author in self.active for vote in self.signed[author]}
        return sorted(vote for vote in cast if self.signers(vote) == self.outside(vote))

    def cuts(self) -> dict[int, int]:
        """For each seat that is voted out beyond doubt: the number from which its messages do not count."""
        return self._cut_by(self._carried(doubtful=False))

    def doubtful_cuts(self) -> Iterator[dict[int, int]]:
        """What the cuts would be with doubtful lists too: with all of them first, then with fewer.

        A list that a guilty seat had to sign is doubtful: the seat may have denied it to others. It counts
        where somebody honest has gone on with it.
        """
        sound, doubtful = self._carried(doubtful=False), self._carried(doubtful=True)[:MOST_DOUBTFUL]
        for size in range(len(doubtful), 0, -1):
            for some in combinations(doubtful, size):
                yield self._cut_by([*sound, *some])

    def _carried(self, *, doubtful: bool) -> list[Vote]:
        return [v for v in self.complete() if self.is_quorum(v) and self.is_doubtful(v) is doubtful]

    def _cut_by(self, lists: Iterable[Vote]) -> dict[int, int]:
        cuts: dict[int, int] = {}
        for vote in lists:
            for seat, number in vote:
                cuts[seat] = min(number, cuts.get(seat, number))
        return {seat: cuts[seat] for seat in sorted(cuts) if seat in self.active}

    def claims(self) -> list[frozenset[int]]:
        """Groups that ended the table for themselves, being too few to go on; the largest first."""
        ended = [vote for vote in self.complete() if not self.is_quorum(vote)]
        groups = [self.outside(vote) for vote in ended if not self.is_taken_back(vote)]
        return sorted(groups, key=lambda seats: (-len(seats), sorted(seats)))

    def is_agreed(self, vote: Vote) -> bool:
        """Whether all who have to sign the list have proposed it, and nothing keeps them from signing."""
        return self.proposers(vote) == self.outside(vote) and not self.is_dead(vote)

    def is_taken_back(self, vote: Vote) -> bool:
        """Whether one who proposed or signed the list has denied part of it since."""
        return any(self.keeps[seat].intersection(vote) for seat in self.proposers(vote))

    def is_doubtful(self, vote: Vote) -> bool:
        """Whether somebody guilty has to sign the list."""
        return not self.outside(vote).isdisjoint(self.guilty)

    def is_dead(self, vote: Vote) -> bool:
        """Whether one who has to sign the list never will, or its word is worth nothing."""
        rest = self.outside(vote) - self.signers(vote)
        return self.is_doubtful(vote) or any(self.has_refused(seat, vote) for seat in rest)

    def has_refused(self, seat: int, vote: Vote) -> bool:
        """Whether the seat can no longer sign the list: it took part of it back, or left the step."""
        return seat in self.left or not self.keeps[seat].isdisjoint(vote)

    def is_open(self, vote: Vote) -> bool:
        """Whether the list may still change the step."""
        cuts = self.cuts()
        # Seats that were voted out before may be named, but there is nothing left to cut.
        matters = any(seat in self.active and number < cuts.get(seat, number + 1) for seat, number in vote)
        return matters and self.is_quorum(vote) and not self.is_dead(vote)

    def bound(self, seat: int) -> set[Absence]:
        """What the seat has signed and cannot take back while it may still be carried."""
        return {absence for vote in self.signed[seat] if self.is_open(vote) for absence in vote}

    def undecided(self, seats: frozenset[int]) -> bool:
        """Whether one of these seats has to wait for what becomes of a list of its own.

        Lists that it did not propose are not its concern: without it they stay incomplete.
        """
        return any(self.is_open(vote) for seat in self.active & seats for vote in self.votes[seat])

    def is_quorum(self, vote: Vote) -> bool:
        """Whether those who have to sign the list are enough to go on without the others.

        Two parts of a broken network must not both go on, so it takes more than half. Friends may have agreed
        that half is enough; then, of two equal halves, the one with the lowest seat goes on.
        """
        outside = self.outside(vote)
        if 2 * len(outside) == len(self.active):
            return self.half and min(self.active) in outside
        return 2 * len(outside) > len(self.active)
