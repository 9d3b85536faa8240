"""The votes of the step that is played, as our own seats look at them (protocol.md §8.3).

A `Ballot` says what the votes of a step come to for everybody. This says what an honest seat goes by when it
votes itself: who is missing, who has joined it, what it may take back. It signs nothing; `session` does.
"""

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Generic

from .ballot import Ballot, Vote
from .chain import Progress
from .exchange import DONE, Exchange
from .frozen import Frozen
from .log import Log
from .messages import Absence
from .play import Play
from .rules import S


class Voting(Frozen, Generic[S]):
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

    def has_resigned(self, seat: int) -> bool:
        """Whether the seat has given up, in whatever step it said so."""
        return self.play.has_resigned(self.log, seat)

    def first_missing(self, seat: int) -> int:
        """From where the seat's messages shall not count: what we lack, or all of this step if it is guilty.

        Different nodes may know different faults of it, so no fault's own number will do.
        """
        return 0 if seat in self.guilty else self.play.owed_number(seat)

    def is_missing(self, absence: Absence, vote: Vote) -> bool:
        """Whether a seat on a list of ours still lacks what it was named for."""
        seat, _ = absence
        if self._is_out(seat):
            return True
        return not self.has_come(absence) and seat not in self._joiners(vote)

    def has_come(self, absence: Absence) -> bool:
        """Whether we hold the message that a seat was named for."""
        seat, number = absence
        return not self._is_out(seat) and number < self.play.owed_number(seat)

    def may_join(self, seat: int) -> bool:
        """Whether only its vote can be missing: it owes nothing, or may owe because of somebody guilty."""
        # Who has resigned signs no list any more, whatever it has signed before.
        if self._is_out(seat) or self.has_resigned(seat):
            return False
        is_excused = not self._exchange.present.isdisjoint(self.guilty)
        return is_excused or self._exchange.due(seat) is DONE

    def _is_out(self, seat: int) -> bool:
        """Whether nothing that the seat may say counts here any more."""
        return seat in self.guilty or seat not in self._exchange.present

    def _joiners(self, vote: Vote) -> frozenset[int]:
        """Seats that were named for their silence, have voted on the others since, and signed where they can.

        They have joined if all of them support a list without them, which others back: else two that act
        together could join by turns, each another list, and none would ever be carried. As many as possible,
        the lowest first: so all who hold the same do the same.
        """
        named = [name for name, _ in vote if self.may_join(name)]
        for joining in (some for size in range(len(named), 0, -1) for some in combinations(named, size)):
            rest = tuple(absence for absence in vote if absence[0] not in joining)
            if self._is_backed(rest, vote) and all(self._supports(seat, rest) for seat in joining):
                return frozenset(joining)
        return frozenset()

    def _is_backed(self, rest: Vote, vote: Vote) -> bool:
        """Whether a shorter list has been proposed by somebody whom this one does not name, or by so many
        that one more makes them more than half: it is we who are alone with ours, whatever led us there.
        """
        ballot = self.ballot
        proposers = ballot.proposers(rest).difference(self.guilty)
        return not proposers.isdisjoint(ballot.outside(vote)) or 2 * (len(proposers) + 1) > len(ballot.active)

    def _supports(self, seat: int, vote: Vote) -> bool:
        """Whether a seat has proposed this list, and signed it if it can.

        Whoever took the vote back, or went on without the others, has to show what they miss instead.
        """
        ballot = self.ballot
        if vote not in ballot.votes[seat] or _has_withdrawn(ballot, seat, vote):
            return False
        # What nobody can sign any more takes nobody's part.
        owes_more = ballot.is_agreed(vote) or ballot.is_dead(vote)
        return vote in ballot.signed[seat] or not owes_more

    def may_take_back(self, seat: int, vote: Vote) -> bool:
        """Whether the seat is free to deny a part of what it has voted."""
        ballot = self.ballot
        if vote not in ballot.signed[seat]:
            return ballot.is_open(vote)
        # Who claims a table waits for the others still.
        return not ballot.is_quorum(vote) and not ballot.keeps[seat].intersection(vote)

    def _stops(self, seat: int) -> bool:
        """Whether the step cannot go on with the seat as it is, here or elsewhere.

        Who is guilty may stop others by what it has told only them, though it owes us nothing.
        """
        guilty = seat in self.guilty and seat in self._exchange.present
        return guilty or self._exchange.due(seat) is not DONE

    def joined(self, ours: Iterable[int]) -> frozenset[int]:
        """Seats that have gone as far with the last lists of these seats as they have themselves."""
        votes = [said for said in map(self.said, ours) if said is not None and said.vote]
        return frozenset(seat for said in votes for seat in _joined(self.ballot, said))

    def silent(self, ours: Iterable[int]) -> set[int]:
        """Seats that have not joined a list of ours without which the step cannot go on, on it or not."""
        ballot = self.ballot
        silent: set[int] = set()
        for said in filter(None, map(self.said, ours)):
            owing = any(self._stops(name) for name, _ in said.vote)
            # What we took back nobody can join.
            if said.kept.isdisjoint(said.vote) and (owing or ballot.undecided(frozenset({said.last.seat}))):
                silent |= ballot.outside(said.vote) - _joined(ballot, said)
                # Whoever is named for not having joined is waited for as before.
                silent |= {absence[0] for absence in said.vote if self.is_missing(absence, said.vote)}
            for vote in filter(ballot.is_open, ballot.signed[said.last.seat]):
                silent |= ballot.outside(vote) - ballot.signers(vote)
        return silent


def _joined(ballot: Ballot, said: Progress) -> frozenset[int]:
    """The seats that have gone as far with our list as we have, or as anybody can, and have not denied it."""
    signers = frozenset(
        seat for seat in ballot.signers(said.vote) if not _has_withdrawn(ballot, seat, said.vote)
    )
    # What one has denied the others have no reason to sign any more.
    if said.signed and not ballot.is_dead(said.vote):
        return signers
    willing = {seat for seat in ballot.proposers(said.vote) if not ballot.has_refused(seat, said.vote)}
    return signers | willing


def _has_withdrawn(ballot: Ballot, seat: int, vote: Vote) -> bool:
    """Whether the seat has taken a claim back, which even those can do who have signed it."""
    return not ballot.is_quorum(vote) and not ballot.keeps[seat].isdisjoint(vote)
