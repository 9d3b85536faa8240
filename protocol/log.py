"""Every signed message that we hold, chain by chain (protocol.md §7.1).

Takes opened envelopes in any interleaving of the authors, each author's in
order. Knows neither the rules nor the step that is being played: votes and
keeps are entered at once, because they may speak of a step that is over.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from operator import gt
from typing import TypeVar

from .ballot import Ballot, Vote
from .chain import Progress, follow
from .envelope import Envelope
from .errors import Equivocation, Fault, Gap
from .genesis import Genesis
from .messages import Absence, Forfeit, Keep

T = TypeVar("T")
Cast = defaultdict[int, dict[int, T]]
"""What was said of absence: by step, then by author."""


class Log:
    """The chains of all seats."""

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        seats = range(len(genesis.seats))
        self.chains: list[list[Envelope]] = [[] for _ in seats]
        self.progress: list[Progress | None] = [None for _ in seats]
        self.order: list[Envelope] = []
        # Most steps see no vote, and without one there is no ballot to look at.
        self.voted: set[int] = set()
        self._votes: Cast[list[Vote]] = defaultdict(lambda: {seat: [] for seat in seats})
        self._signed: Cast[list[Vote]] = defaultdict(lambda: {seat: [] for seat in seats})
        self._keeps: Cast[set[Absence]] = defaultdict(lambda: {seat: set() for seat in seats})

    def add(self, envelope: Envelope) -> bool:
        """Append a message to its author's chain; False if we hold it already.

        Raises Gap if its predecessor is missing, or the Fault that it shows, with evidence.
        """
        chain = self.chains[envelope.seat]
        if envelope.number < len(chain):
            return self._check_known(chain[envelope.number], envelope)
        if envelope.number > len(chain):
            raise Gap(f"message {envelope.number} of seat {envelope.seat} before {len(chain)}")
        try:
            progress = follow(self.progress[envelope.seat], envelope, self.genesis)
        except Fault as fault:
            fault.evidence = (*self.recent(envelope.seat), envelope.wire)
            raise
        self.progress[envelope.seat] = progress
        chain.append(envelope)
        self.order.append(envelope)
        self._enter(envelope)
        return True

    def heads(self) -> tuple[int, ...]:
        """For each seat the number of its next message."""
        return tuple(map(len, self.chains))

    def ends(self) -> tuple[tuple[int, bytes], ...]:
        """For each seat the number of its next message, and the id which that message will have to name."""
        table = self.genesis.table
        return tuple([(len(chain), chain[-1].id if chain else table) for chain in self.chains])

    def has_other(self, seat: int, number: int, previous: bytes) -> bool:
        """Whether we hold another message in the place of the one before this number: two stories."""
        chain = self.chains[seat]
        return 0 < number <= len(chain) and chain[number - 1].id != previous

    def missing(self, heads: Sequence[int]) -> Iterator[Envelope]:
        """What somebody with these heads lacks, in the order in which we took it."""
        # Nearly always nothing, and it is asked for every second.
        if not any(map(gt, self.heads(), heads)):
            return iter(())
        return (envelope for envelope in self.order if envelope.number >= heads[envelope.seat])

    def first_number(self, seat: int, step: int) -> int:
        """The number of the seat's first message in this step or after it."""
        return bisect_left(self.chains[seat], step, key=lambda envelope: envelope.step)

    def ballot(self, step: int, active: frozenset[int], guilty: Collection[int]) -> Ballot:
        """The votes of a step, for somebody who knows of these faults."""
        left = frozenset(seat for seat, chain in enumerate(self.chains) if chain and chain[-1].step > step)
        votes, signed, keeps = self._votes[step], self._signed[step], self._keeps[step]
        return Ballot(votes, signed, keeps, active, guilty, left, self.genesis.half)

    def has_voted(self, seat: int, step: int) -> bool:
        """Whether the seat has voted in this step."""
        return step in self.voted and bool(self._votes[step][seat] or self._signed[step][seat])

    def has_signed(self, seat: int, step: int) -> bool:
        """Whether the seat has signed a list in this step."""
        return step in self.voted and bool(self._signed[step][seat])

    def last_vote(self, seat: int, step: int) -> int:
        """The number of the seat's last vote or keep in this step; -1 if there is none."""
        said = self.chains[seat][self.first_number(seat, step) : self.first_number(seat, step + 1)]
        votes = (one.number for one in reversed(said) if isinstance(one.message, Forfeit | Keep))
        return next(votes, -1)

    def stands_on(self, seat: int, step: int) -> tuple[bytes, bytes] | None:
        """Past and state that the seat's first message of this step claims, if there is one."""
        chain, first = self.chains[seat], self.first_number(seat, step)
        if first == len(chain) or chain[first].step != step:
            return None
        return chain[first].past, chain[first].state

    def recent(self, seat: int) -> tuple[bytes, ...]:
        """The seat's messages of its last two steps and the one before: what a breach is judged by."""
        chain = self.chains[seat]
        if not chain:
            return ()
        start = self.first_number(seat, chain[-1].step - 1)
        return tuple(envelope.wire for envelope in chain[max(start - 1, 0) :])

    def _check_known(self, ours: Envelope, theirs: Envelope) -> bool:
        if ours.id == theirs.id:
            return False
        raise Equivocation(
            f"two messages with number {ours.number}",
            seat=ours.seat,
            number=ours.number,
            evidence=(ours.wire, theirs.wire),
        )

    def _enter(self, envelope: Envelope) -> None:
        match envelope.message:
            case Forfeit(absences, signed):
                cast = self._signed if signed else self._votes
                cast[envelope.step][envelope.seat].append(absences)
                self.voted.add(envelope.step)
            case Keep(seat, number):
                self._keeps[envelope.step][envelope.seat].add((seat, number))
