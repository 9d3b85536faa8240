"""Votes on seats that stay away (protocol.md §8).

Silence proves nothing, so it is attested: all seats that are not named must sign
the same list. Everything here is a function of the votes and keeps that were
signed, never of the order in which they arrived, so every node that holds them
reaches the same verdict.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .messages import Absence

Vote = tuple[Absence, ...]


@dataclass(slots=True)
class Ballot:
    """The votes of one step and the keeps of all steps, each by its author's seat."""

    votes: Mapping[int, Sequence[Vote]]
    keeps: Mapping[int, set[Absence]]
    active: frozenset[int]
    _outside: dict[Vote, frozenset[int]] = field(default_factory=dict)

    def outside(self, vote: Vote) -> frozenset[int]:
        """The seats that have to sign this list: all active ones that it does not name."""
        if vote not in self._outside:
            self._outside[vote] = self.active - {seat for seat, _ in vote}
        return self._outside[vote]

    def complete(self) -> list[Vote]:
        """Lists that everybody whom they do not name has signed."""
        return [vote for vote in self._lists() if all(vote in self.votes[s] for s in self.outside(vote))]

    def cuts(self) -> dict[int, int]:
        """For each seat that is voted out: the number from which its messages do not count."""
        cuts: dict[int, int] = {}
        for vote in filter(self._is_quorum, self.complete()):
            for seat, number in vote:
                cuts[seat] = min(number, cuts.get(seat, number))
        return {seat: cuts[seat] for seat in sorted(cuts) if seat in self.active}

    def claimants(self) -> frozenset[int]:
        """Seats that ended the table for themselves: they agree, but are too few to go on."""
        ended = [self.outside(vote) for vote in self.complete() if not self._is_quorum(vote)]
        return max(ended, key=lambda seats: (len(seats), sorted(seats)), default=frozenset())

    def undecided(self) -> bool:
        """Whether a vote stands that is neither carried nor denied by somebody who would have to sign it."""
        cuts = self.cuts()
        return any(
            not self.is_dead(vote, author)
            and any(number < cuts.get(seat, number + 1) for seat, number in vote)
            for author in self.active
            for vote in self.votes[author]
        )

    def is_dead(self, vote: Vote, author: int) -> bool:
        """Whether some seat that would have to sign the list has denied part of it, or its author has."""
        signers = self.outside(vote) | {author}
        return any(self.keeps[seat].intersection(vote) for seat in signers)

    def _lists(self) -> list[Vote]:
        cast = {vote for author in self.active for vote in self.votes[author]}
        return sorted(vote for vote in cast if self.outside(vote))

    def _is_quorum(self, vote: Vote) -> bool:
        # Two halves of a broken network must not both go on; of two equal halves the one with the
        # lowest seat does.
        outside = self.outside(vote)
        return 2 * len(outside) > len(self.active) or (
            2 * len(outside) == len(self.active) and min(self.active) in outside
        )
