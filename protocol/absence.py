"""Votes on seats that stay away (protocol.md §8).

Silence proves nothing, so it is attested: all seats that are not named must sign
the same list. Once they have, it stays complete; once one of them denied it or went
on to the next step without signing, it stays dead. Everything here is a function of
what was signed, never of the order in which it arrived, so every node that holds
the same messages reaches the same verdict.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from .messages import Absence

Vote = tuple[Absence, ...]


@dataclass(frozen=True, slots=True)
class Ballot:
    """The votes of one step, by author; what each author denied; who has left the step."""

    votes: Mapping[int, Sequence[Vote]]
    keeps: Mapping[int, Set[Absence]]
    active: frozenset[int]
    left: Set[int] = frozenset()

    def outside(self, vote: Vote) -> frozenset[int]:
        """The seats that have to sign this list: all active ones that it does not name."""
        return self.active - {seat for seat, _ in vote}

    def complete(self) -> list[Vote]:
        """Lists that everybody whom they do not name has signed."""
        cast = {vote for author in self.active for vote in self.votes[author]}
        return sorted(vote for vote in cast if self._is_complete(vote))

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
        return max(ended, key=len, default=frozenset())

    def undecided(self, seats: frozenset[int] | None = None) -> bool:
        """Whether one of these seats (any seat, if None) signed a list that may still change the step.

        A seat need not ask about lists that it did not sign: without it they stay incomplete.
        """
        authors = self.active if seats is None else self.active & seats
        cuts = self.cuts()
        return any(self._is_open(vote, author, cuts) for author in authors for vote in self.votes[author])

    def is_dead(self, vote: Vote, author: int) -> bool:
        """Whether one who has to sign the author's list never will, or all who signed it took it back.

        A seat that signed cannot deny as well: it could show one to some and both to others.
        """
        outside = self.outside(vote)
        signed = self._signers(vote) | {author}
        denied = {seat for seat in outside if not self.keeps[seat].isdisjoint(vote)}
        return bool((denied | (outside & self.left)) - signed) or signed <= denied

    def _is_open(self, vote: Vote, author: int, cuts: Mapping[int, int]) -> bool:
        # Seats that were voted out in an earlier step may be named, but there is nothing left to cut.
        matters = any(s in self.active and number < cuts.get(s, number + 1) for s, number in vote)
        return matters and not self._is_complete(vote) and not self.is_dead(vote, author)

    def _is_complete(self, vote: Vote) -> bool:
        return self._signers(vote) == self.outside(vote)

    def _signers(self, vote: Vote) -> frozenset[int]:
        return frozenset(seat for seat in self.outside(vote) if vote in self.votes[seat])

    def _is_quorum(self, vote: Vote) -> bool:
        # Two halves of a broken network must not both go on; of two equal halves the one with the
        # lowest seat does.
        outside = self.outside(vote)
        return 2 * len(outside) > len(self.active) or (
            2 * len(outside) == len(self.active) and min(self.active) in outside
        )
