"""The votes of the step that is played, as our own seats look at them (protocol.md §8.3).

A `Ballot` says what the votes of a step come to for everybody. This says what an honest seat goes by when it
votes itself: who is missing, who has joined it, what it may take back. It signs nothing; `session` does.
"""

from collections.abc import Collection, Iterable
from typing import Generic

from .absence import Ballot, Vote
from .chain import Progress
from .exchange import DONE, Exchange
from .leanclasses import dataclass
from .log import Log
from .messages import Absence
from .play import Play
from .rules import S


@dataclass(frozen=True, slots=True)
class Poll(Generic[S]):
    """A look at what the log and the play say now, by somebody who knows of these faults."""

    log: Log
    play: Play[S]
    guilty: Collection[int]

    @property
    def ballot(self) -> Ballot:
        return self.play.ballot(self.log)

    @property
    def _exchange(self) -> Exchange:
        assert self.play.exchange is not None
        return self.play.exchange

    def said(self, seat: int) -> Progress | None:
        """What the seat has said in this step, if anything."""
        progress = self.log.progress[seat]
        return progress if progress is not None and progress.last.step == self.play.step else None

    def first_missing(self, seat: int) -> int:
        """From where the seat's messages shall not count: what we lack, or all of this step if it is guilty.

        Different nodes may know different faults of it, so no fault's own number will do.
        """
        return 0 if seat in self.guilty else self.play.owed_number(seat)

    def is_missing(self, absence: Absence, vote: Vote) -> bool:
        """Whether a seat on a list of ours still lacks what it was named for."""
        seat, number = absence
        if seat in self.guilty or seat not in self._exchange.present:
            return True
        if number < self.play.owed_number(seat):
            return False
        return self._exchange.due(seat) is not DONE or not self._has_joined(seat, vote)

    def _has_joined(self, seat: int, vote: Vote) -> bool:
        """Whether a seat that was named for its silence has voted on the others and signed where it can.

        Whoever took the vote back, or went on without the others, has to show what they miss instead.
        """
        present = self._exchange.present.difference(self.guilty)
        idle = {name for name, _ in vote if name in present and self._exchange.due(name) is DONE}
        rest = tuple(absence for absence in vote if absence[0] not in idle)
        ballot = self.ballot
        owes_more = ballot.is_agreed(rest) or ballot.has_refused(seat, rest)
        return rest in ballot.votes[seat] and (rest in ballot.signed[seat] or not owes_more)

    def may_take_back(self, seat: int, vote: Vote) -> bool:
        """Whether the seat is free to deny a part of what it has voted."""
        ballot = self.ballot
        if vote not in ballot.signed[seat]:
            return ballot.is_open(vote)
        # Who claims a table of two has ended it; at a larger one the others may come back.
        claim = len(ballot.active) > 2 and not ballot.is_quorum(vote)
        return claim and not ballot.keeps[seat].intersection(vote)

    def silent(self, ours: Iterable[int]) -> set[int]:
        """Seats that have not joined a list of ours without which the step cannot go on."""
        ballot = self.ballot
        silent: set[int] = set()
        for said in filter(None, map(self.said, ours)):
            owing = any(self._exchange.due(name) is not DONE for name, _ in said.vote)
            # What we took back nobody can join.
            if said.kept.isdisjoint(said.vote) and (owing or ballot.undecided(frozenset({said.last.seat}))):
                silent |= ballot.outside(said.vote) - _joined(ballot, said)
            for vote in filter(ballot.is_open, ballot.signed[said.last.seat]):
                silent |= ballot.outside(vote) - ballot.signers(vote)
        return silent


def _joined(ballot: Ballot, said: Progress) -> frozenset[int]:
    """The seats that have gone as far with our list as we have, and have not denied it since."""
    signers = ballot.signers(said.vote)
    if said.signed:
        return signers
    willing = {seat for seat in ballot.proposers(said.vote) if not ballot.has_refused(seat, said.vote)}
    return signers | willing
