"""What only a comparison shows: messages that one file lacks, choices that nobody holds, stories that part.

In: transcripts of one table that are each sound by themselves, and a session that has taken them
all. Out: findings that blame nobody. A file that lacks a message never got it, or it was left out;
what can be said for certain is who had signed that it held the message.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from p2p_heroes.audit.difference import first_difference
from p2p_heroes.audit.findings import Lacking, Parting, Sheet, Unseen
from p2p_heroes.node.table import GameRules, Position
from protocol.canonical import Value
from protocol.chain import choice_entry
from protocol.envelope import Envelope, open_envelope
from protocol.errors import Ahead, Gap, Malformed
from protocol.events import Event, Rebuilt, Settled, StepOpened
from protocol.genesis import Genesis
from protocol.messages import Commit, Decide, Lock
from protocol.play import Settlement
from protocol.session import Session
from protocol.transcript import Proven, Record, Spoken

Named = tuple[int, int, bytes]
"""A choice as a lock names it: the step, the seat, the entry."""


@dataclass(frozen=True, slots=True)
class ReplayedFile:
    """A transcript by itself, replayed."""

    sheet: Sheet
    rules: GameRules
    session: Session[Position]
    records: tuple[Record, ...]
    happened: tuple[Event, ...]
    settled: tuple[Settlement, ...]
    owners: tuple[int, ...] = ()

    @property
    def genesis(self) -> Genesis:
        return self.session.genesis

    @property
    def content(self) -> list[bytes]:
        """What others have signed or can check, in the order of the file."""
        told = []
        for record in self.records:
            match record:
                case Spoken(data) | Proven(data):
                    told.append(data)
        return told


def merge(session: Session[Position], others: Sequence[ReplayedFile]) -> list[Event]:
    """Take what other files hold; first what they have proven already, so that nothing proven is lost."""
    happened = [
        event
        for story in others
        for proof in story.session.proofs.values()
        for event in session.accuse(proof.encode())
    ]
    # What fits nowhere yet may fit later, or is part of a story that is not followed.
    waiting, before = [record for story in others for record in story.records], -1
    while len(waiting) != before:
        before = len(waiting)
        waiting = [record for record in waiting if not _take(session, record, happened)]
    return happened


def _take(session: Session[Position], record: Record, happened: list[Event]) -> bool:
    try:
        match record:
            case Spoken(wire):
                happened += session.receive(wire)
            case Proven(proof):
                happened += session.accuse(proof)
    except (Gap, Ahead):
        return False
    return True


def told(happened: Iterable[Event]) -> tuple[dict[int, bytes], dict[int, Settled]]:
    """The digest of the state of every step, and how each was settled, as it was told last."""
    states: dict[int, bytes] = {}
    steps: dict[int, Settled] = {}
    for event in happened:
        match event:
            case Rebuilt():
                states.clear()
                steps.clear()
            case StepOpened(step, _, state):
                states[step] = state
            case Settled(step):
                steps[step] = event
    return states, steps


def lacking(sheet: Sheet, session: Session[Position]) -> Iterator[Lacking]:
    """What the file of this sheet does not hold, of all that the session has taken."""
    holders = _holders(session) if sheet.heads != session.heads() else {}
    for seat, (here, there) in enumerate(zip(sheet.heads, session.heads(), strict=True)):
        if here < there:
            choices = filter(_is_choice, session.log.chains[seat][here:])
            known = {holder for choice in choices for holder in holders.get(_named(choice), ())}
            yield Lacking(sheet.name, seat, here, there - 1, tuple(sorted(known - {seat})))


def _holders(session: Session[Position]) -> dict[Named, set[int]]:
    """The seats whose locks name a choice, for every choice that is named."""
    holders: dict[Named, set[int]] = {}
    for lock, entries in _locks(session):
        for seat, entry in enumerate(entries):
            if entry is not None:
                holders.setdefault((lock.step, seat, entry), set()).add(lock.seat)
    return holders


def _locks(session: Session[Position]) -> Iterator[tuple[Envelope, tuple[bytes | None, ...]]]:
    for envelope in session.log.order:
        if isinstance(envelope.message, Lock):
            yield envelope, envelope.message.entries


def unseen(session: Session[Position]) -> Iterator[Unseen]:
    """Locks on choices that no file holds; the locks of whoever is proven guilty are not asked."""
    seen = set(map(_named, _choices(session)))
    for lock, entries in _locks(session):
        for seat, entry in enumerate(entries):
            missing = entry is not None and (lock.step, seat, entry) not in seen
            if missing and lock.seat not in session.proofs:
                yield Unseen(lock.step, lock.seat, lock.number, seat)


def _choices(session: Session[Position]) -> Iterator[Envelope]:
    """Every choice that a file holds, those that are evidence among them."""
    wires = {wire for proof in session.proofs.values() for wire in proof.evidence}
    held = [*session.log.order, *(opened(wire, session.genesis) for wire in sorted(wires))]
    return (one for one in held if one is not None and _is_choice(one))


def _is_choice(envelope: Envelope) -> bool:
    return isinstance(envelope.message, Commit | Decide)


def _named(choice: Envelope) -> Named:
    return choice.step, choice.seat, choice_entry(choice)


def opened(wire: bytes, genesis: Genesis) -> Envelope | None:
    """The message in a piece of evidence; none, if its author signed what is no message."""
    try:
        return open_envelope(wire, genesis)
    except Malformed:
        return None


def partings(one: ReplayedFile, other: ReplayedFile) -> Iterator[Parting]:
    """The first step at which two files stand on different states, if there is one."""
    (states, steps), (beside, others) = told(one.happened), told(other.happened)
    for step in sorted(states.keys() & beside.keys()):
        if states[step] != beside[step]:
            left, right = steps[step - 1], others[step - 1]
            causes = {*_answered_differently(left, right), *_cut_differently(one, other, step - 1)}
            plain, theirs = _plain(left, one.rules), _plain(right, one.rules)
            found = first_difference(plain, theirs)
            assert found is not None, "states with different digests differ"
            yield Parting(one.sheet.name, other.sheet.name, step, tuple(sorted(causes)), found)
            return


def _plain(settled: Settled, rules: GameRules) -> Value:
    assert isinstance(settled.after, Position)
    return rules.encode(settled.after)


def _answered_differently(left: Settled, right: Settled) -> set[int]:
    if isinstance(left.answers, tuple) or isinstance(right.answers, tuple):
        return set()
    return {seat for seat in left.answers if left.answers[seat] != right.answers.get(seat)}


def _cut_differently(one: ReplayedFile, other: ReplayedFile, step: int) -> set[int]:
    """The seats that were voted out in one of the stories only, or at different messages."""
    cuts, others = (story.settled[step].cuts for story in (one, other))
    return {seat for seat, _ in cuts.items() ^ others.items()}
