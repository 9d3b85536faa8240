"""One author's messages, judged by themselves (protocol.md §7.1).

Every rule here can be checked with nothing but a slice of the author's own
chain, so each breach is a proof that anybody can repeat. A slice may begin
anywhere: what was said before it is unknown, and an unknown is never held
against the author (`whole` tells whether the step was seen from its beginning).
"""

from functools import lru_cache
from typing import NamedTuple, assert_never

from .commitment import commit
from .envelope import Envelope
from .errors import (
    BrokenChain,
    Contradiction,
    Disorder,
    FalseLock,
    FalseOpening,
    Fault,
    Repeated,
    WrongPast,
    WrongState,
    WrongStep,
)
from .genesis import Genesis
from .hashing import digest
from .messages import Absence, Accept, Commit, Decide, Forfeit, Keep, Lock, Resign, Reveal

MAX_VOTES = 28
MAX_KEEPS = 32
"""How often a seat may vote, and keep, in one step: a bound on what a seat can make others store.

More than an honest seat ever needs: a keep for each message that each other seat owes in a step.
"""


class Progress(NamedTuple):
    """What an author has said in the step that its last message belongs to."""

    last: Envelope
    whole: bool
    choice: Decide | Commit | None = None
    entry: bytes | None = None
    lock: Lock | None = None
    revealed: bool = False
    votes: int = 0
    vote: tuple[Absence, ...] = ()
    signed: bool = False
    kept: frozenset[Absence] = frozenset()
    bound: tuple[Absence, ...] = ()
    """The last list that it has signed."""


# All seats lock the same entries, and each of them is asked for what follows.
@lru_cache(maxsize=64)
def next_past(past: bytes, entries: tuple[bytes | None, ...], out: tuple[int, ...] = ()) -> bytes:
    """The past of the step after one that was locked with these entries and in which these were cut."""
    return digest("past", past, *(entry or b"" for entry in entries), *([bytes(out)] if out else []))


def choice_entry(envelope: Envelope) -> bytes:
    """What a lock says of a choice: the commitment itself, or the id of an open decision."""
    match envelope.message:
        case Commit(commitment):
            return commitment
        case _:
            return envelope.id


def follow(before: Progress | None, envelope: Envelope, genesis: Genesis) -> Progress:
    """Progress after one more message of the same author; raises the Fault that it shows."""
    if before is None:
        progress = _begin(envelope, genesis)
    else:
        assert envelope.number == before.last.number + 1
        if envelope.previous != before.last.id:
            raise _fault(BrokenChain, envelope, "names another predecessor")
        if isinstance(before.last.message, Resign):
            raise _fault(Disorder, envelope, "speaks after it has resigned")
        progress = _continue(before, envelope, genesis)
    return _say(progress, envelope, genesis)


def _begin(envelope: Envelope, genesis: Genesis) -> Progress:
    first = envelope.number == 0
    if first:
        _require(envelope.step == 0, WrongStep, envelope, "begins after step 0")
        _require(envelope.previous == genesis.table, BrokenChain, envelope, "does not begin at the table")
        _require(envelope.past == genesis.table, WrongPast, envelope, "does not begin at the table")
    return Progress(last=envelope, whole=first)


def _continue(before: Progress, envelope: Envelope, genesis: Genesis) -> Progress:
    last = before.last
    if envelope.step == last.step:
        if envelope.past != last.past:
            raise _fault(WrongPast, envelope, "two pasts in one step")
        if envelope.state != last.state:
            raise _fault(WrongState, envelope, "two states in one step")
        return before
    if envelope.step != last.step + 1:
        raise _fault(WrongStep, envelope, f"step {envelope.step} after {last.step}")
    _check_step_done(before, envelope, genesis)
    return Progress(last=envelope, whole=True)


def _check_step_done(before: Progress, envelope: Envelope, genesis: Genesis) -> None:
    if before.last.step == 0:
        _require(envelope.past == genesis.table, WrongPast, envelope, "step 1 has the table as past")
        return
    if before.lock is None and before.whole:
        raise _fault(Disorder, envelope, "left a step unlocked")
    if isinstance(before.choice, Commit) and not before.revealed:
        raise _fault(Disorder, envelope, "left a step without revealing its choice")
    # A vote may have changed what counts; then the author's lock alone does not settle the past.
    if before.lock is not None and before.whole and not before.vote:
        due = next_past(before.last.past, before.lock.entries)
        _require(envelope.past == due, WrongPast, envelope, "another past than its own lock")


def _say(progress: Progress, envelope: Envelope, genesis: Genesis) -> Progress:
    message = envelope.message
    if (envelope.step > 0) == isinstance(message, Accept):
        raise _fault(Disorder, envelope, "only Accept belongs to step 0")
    match message:
        case Lock():
            return _lock(progress, envelope, message, genesis)
        case Decide() | Commit():
            return _choose(progress, envelope, message)
        case Reveal():
            return _reveal(progress, envelope, message, genesis)
        case Accept():
            _require(envelope.number == 0, Repeated, envelope, "accepts twice")
            return progress
        case Forfeit():
            return _vote(progress, envelope, message, genesis)
        case Keep():
            return _keep(progress, envelope, message, genesis)
        case Resign():
            return progress._replace(last=envelope)
        case _:
            assert_never(message)


def _choose(progress: Progress, envelope: Envelope, message: Decide | Commit) -> Progress:
    _require(progress.choice is None, Repeated, envelope, "chooses twice")
    _require(progress.lock is None, Disorder, envelope, "chooses after locking")
    return Progress(envelope, progress.whole, message, choice_entry(envelope), *progress[4:])


def _lock(progress: Progress, envelope: Envelope, message: Lock, genesis: Genesis) -> Progress:
    if progress.lock is not None:
        raise _fault(Repeated, envelope, "locks twice")
    if len(message.entries) != len(genesis.seats):
        raise _fault(FalseLock, envelope, "an entry for each seat")
    if progress.whole or progress.choice is not None:
        own = message.entries[envelope.seat]
        _require(own == progress.entry, FalseLock, envelope, "locks another choice than its own")
    return Progress(
        envelope, progress.whole, progress.choice, progress.entry, message, progress.revealed, *progress[6:]
    )


def _reveal(progress: Progress, envelope: Envelope, message: Reveal, genesis: Genesis) -> Progress:
    _require(not progress.revealed, Repeated, envelope, "reveals twice")
    _require(not progress.whole or progress.lock is not None, Disorder, envelope, "reveals before locking")
    match progress.choice:
        case Commit(commitment):
            opened = opening(envelope, message, genesis)
            _require(opened == commitment, FalseOpening, envelope, "reveals what was not committed")
        case Decide():
            raise _fault(Disorder, envelope, "reveals an open decision")
        case _:
            _require(not progress.whole, Disorder, envelope, "reveals without a commitment")
    return progress._replace(last=envelope, revealed=True)


def opening(envelope: Envelope, message: Reveal, genesis: Genesis) -> bytes:
    """The commitment that a reveal opens."""
    return commit(
        table=genesis.table,
        step=envelope.step,
        seat=envelope.seat,
        key=genesis.key(envelope.seat),
        salt=message.salt,
        value=message.value,
    )


def _vote(progress: Progress, envelope: Envelope, message: Forfeit, genesis: Genesis) -> Progress:
    for seat, _ in message.absences:
        _check_named(seat, envelope, genesis)
    again = message.absences == progress.vote
    _require(not again or message.signed > progress.signed, Repeated, envelope, "says the same vote again")
    unknown = not progress.vote and not progress.whole
    _require(again or unknown or not message.signed, Disorder, envelope, "signs what it had not proposed")
    _require(progress.votes < MAX_VOTES, Repeated, envelope, "votes without end")
    taken_back = progress.kept.intersection(message.absences)
    _require(not taken_back, Contradiction, envelope, "votes for an absence that it denied")
    voted = dict(message.absences)
    for seat, number in set(progress.bound) - progress.kept:
        # What is signed only grows: whoever acted on an earlier list must find it again in the later one.
        _require(voted.get(seat, number + 1) <= number, Contradiction, envelope, "drops what it has signed")
    bound = message.absences if message.signed else progress.bound
    return progress._replace(
        last=envelope, votes=progress.votes + 1, vote=message.absences, signed=message.signed, bound=bound
    )


def _keep(progress: Progress, envelope: Envelope, message: Keep, genesis: Genesis) -> Progress:
    _check_named(message.seat, envelope, genesis)
    kept = (message.seat, message.number)
    _require(kept not in progress.kept, Repeated, envelope, "keeps the same message twice")
    _require(len(progress.kept) < MAX_KEEPS, Repeated, envelope, "keeps without end")
    return progress._replace(last=envelope, kept=progress.kept | {kept})


def _check_named(seat: int, envelope: Envelope, genesis: Genesis) -> None:
    _require(seat < len(genesis.seats), Contradiction, envelope, "names a seat that does not exist")
    _require(seat != envelope.seat, Contradiction, envelope, "names its own seat")


def _require(fine: bool, kind: type[Fault], envelope: Envelope, detail: str) -> None:
    if not fine:
        raise _fault(kind, envelope, detail)


def _fault(kind: type[Fault], envelope: Envelope, detail: str) -> Fault:
    return kind(detail, seat=envelope.seat, number=envelope.number)
