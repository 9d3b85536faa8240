"""What transcripts and proof files prove, replayed from nothing (protocol.md §10.3, §10.4).

In: files as they were given, by anybody, with whatever intention. Out: findings, one for each
refused file, proof file and table. Each transcript is first judged by itself, on the same session
that plays; then those of one table are laid together, as if one node had received it all.

Only what a seat signed is held against it, and only with a proof that stands alone. A file
that was changed, a message that is missing and a seat that was silent convict nobody: whose
record a file is, and who left something out of it, shows in no signature.
"""

import gc
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2p_heroes.audit.comparison import ReplayedFile, lacking, merge, opened, partings, told, unseen
from p2p_heroes.audit.difference import ClaimedState, find_claim
from p2p_heroes.audit.findings import (
    Absence,
    Audited,
    Conviction,
    Dispute,
    Finding,
    RefusedFile,
    Resignation,
    Sheet,
    SoundProofs,
    Stray,
)
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.node.replay import restore
from p2p_heroes.node.table import GameRules, Position, rules_for
from protocol.ballot import Ballot, Vote
from protocol.canonical import decode
from protocol.chain import choice_entry
from protocol.envelope import Envelope
from protocol.errors import (
    BrokenTranscript,
    IllegalDecision,
    NotCanonical,
    ProtocolError,
    Refusal,
    WrongState,
)
from protocol.events import Event, Finished, Settled
from protocol.faults import MAX_STATE, Locked, Proof, check, locked_by, locked_values, settled
from protocol.genesis import Genesis
from protocol.identity import SIGNATURE_SIZE
from protocol.messages import Commit, Decide, Lock, Resign, Reveal
from protocol.play import Settlement
from protocol.proof_file import ProofFile, is_proof_file
from protocol.rule_checks import encode_state, refusal
from protocol.rules import AskChance
from protocol.session import Session
from protocol.transcript import MAGIC, MAX_RECORD, Record, Transcript, read_transcript

if TYPE_CHECKING:
    from concurrent.futures import Future

TableBrowser = Callable[[int, int], None]
"""Told how many records, or with several processes how many tables, are done, of how many."""

RulesOf = Callable[[Genesis], GameRules]
"""By which rules a table is played. Raises BadGenesis."""


@dataclass(frozen=True, slots=True)
class Given:
    """A file, as it was handed in."""

    name: str
    data: bytes


def audit(
    given: Sequence[Given], watch: TableBrowser = lambda done, total: None, rules_of: RulesOf = rules_for
) -> tuple[Finding, ...]:
    """Judge every file, and the transcripts of one table together."""
    with no_rings():
        return _audit(given, watch, rules_of)


@contextmanager
def no_rings() -> Iterator[None]:
    """An audit leaves rings of references only where it refuses something: a few, and they can wait.

    To look for some takes a fourteenth of its time.
    """
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()


def _audit(given: Sequence[Given], watch: TableBrowser, rules_of: RulesOf) -> tuple[Finding, ...]:
    read = [_read(file, rules_of) for file in given]
    counter = _Counter(
        watch, sum(len(found.transcript.records) for found in read if isinstance(found, _Read))
    )
    judged = [_replay(found, counter) if isinstance(found, _Read) else found for found in read]
    tables: dict[bytes, list[ReplayedFile]] = {}
    for story in judged:
        if isinstance(story, ReplayedFile):
            tables.setdefault(story.genesis.table, []).append(story)
    single = (finding for finding in judged if not isinstance(finding, ReplayedFile))
    return (*single, *map(_lay_together, tables.values()))


LARGE = 2**20
"""Bytes of several tables from which on it pays to start further processes."""


def audit_all(
    given: Sequence[Given], jobs: int, watch: TableBrowser = lambda done, total: None
) -> tuple[Finding, ...]:
    """The same findings in the same order, by so many processes where there is much to do."""
    tables: dict[bytes, list[Given]] = {}
    for file in given:
        tables.setdefault(_beginning(file.data), []).append(file)
    if jobs == 1 or len(tables) == 1 or sum(len(file.data) for file in given) < LARGE:
        return audit(given, watch)
    found: dict[int, tuple[Finding, ...]] = {}
    for place, findings in _spread(list(tables.values()), min(jobs, len(tables)) - 1):
        found[place] = findings
        watch(len(found), len(tables))
    names = [file.name for file in given]
    every = [finding for place in sorted(found) for finding in found[place]]
    return tuple(sorted(every, key=lambda one: (isinstance(one, Audited), names.index(_name(one)))))


def _spread(tables: list[list[Given]], others: int) -> Iterator[tuple[int, tuple[Finding, ...]]]:
    """What each table comes to, in any order, with its place: this process works too, from the beginning."""
    # Imported here because it takes longer than to audit a small game.
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context
    from threading import active_count

    # The longest first, so that nobody is left with one when the others have ended.
    sizes = [sum(len(file.data) for file in files) for files in tables]
    rest = deque(sorted(range(len(tables)), key=lambda place: -sizes[place]))
    # A copy of this process need not import anything. One of a process that has threads may hang, and on
    # other systems than Linux their libraries may have some: there it is started afresh.
    copied = sys.platform == "linux" and active_count() == 1
    with ProcessPoolExecutor(others, get_context("fork" if copied else "spawn")) as pool:
        under_way: dict[Future[tuple[Finding, ...]], int] = {}
        while rest:
            # One lies ready besides those that are worked on, so that nobody waits for this process.
            while len(under_way) <= others and len(rest) > 1:
                place = rest.popleft()
                under_way[pool.submit(audit, tables[place])] = place
            place = rest.popleft()
            yield place, audit(tables[place])
            for ended in [future for future in under_way if future.done()]:
                yield under_way.pop(ended), ended.result()
        for ended in as_completed(under_way):
            yield under_way[ended], ended.result()


def _beginning(data: bytes) -> bytes:
    """What all transcripts of one table have in common: the genesis in their first record."""
    start = len(MAGIC) + 8
    length = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 4], "big")
    try:
        match decode(data[start : start + min(length, MAX_RECORD)], limit=MAX_RECORD):
            case (1, bytes(genesis), *_) if data.startswith(MAGIC):
                return genesis
    except NotCanonical:
        pass
    return data


def _name(finding: Finding) -> str:
    return finding.sheets[0].name if isinstance(finding, Audited) else finding.name


# One file.


@dataclass(frozen=True, slots=True)
class _Read:
    """A transcript whose records are sound and whose game we know."""

    name: str
    transcript: Transcript
    genesis: Genesis
    rules: GameRules


class _Counter:
    """Counts records over all files."""

    def __init__(self, watch: TableBrowser, total: int) -> None:
        self._watch, self._total, self._done = watch, total, 0

    def watched(self, records: Sequence[Record]) -> Generator[Record]:
        """Each record; once it is closed, the rest counts as done."""
        end = self._done + len(records)
        try:
            for record in records:
                yield record
                self._count(self._done + 1)
        finally:
            if self._done < end:
                self._count(end)

    def _count(self, done: int) -> None:
        self._done = done
        self._watch(done, self._total)


def _read(given: Given, rules_of: RulesOf) -> _Read | SoundProofs | RefusedFile:
    try:
        if is_proof_file(given.data):
            return _show(given, rules_of)
        transcript = read_transcript(given.data)
        genesis = Genesis.read(transcript.genesis)
        return _Read(given.name, transcript, genesis, rules_of(genesis))
    except BrokenTranscript as broken:
        # Nothing in it has been judged yet: whatever is wrong, it is the file.
        return RefusedFile(given.name, broken.name, broken.name, str(broken))
    except Refusal as error:
        return _refused(given.name, error)


def _refused(name: str, error: Refusal) -> RefusedFile:
    inner = error.__cause__
    cause = inner.name if isinstance(inner, ProtocolError) else error.name
    return RefusedFile(name, error.name, cause, str(error))


def _show(given: Given, rules_of: RulesOf) -> SoundProofs:
    proof_file = ProofFile.read(given.data)
    rules = rules_of(proof_file.genesis)
    convictions = (_convict(proof, proof_file.genesis, rules) for proof in proof_file.proofs)
    return SoundProofs(given.name, proof_file.genesis, tuple(convictions))


def _replay(read: _Read, counter: _Counter) -> ReplayedFile | RefusedFile:
    session = Session(read.genesis, read.rules, {}, seen_from=read.transcript.founded.seats)
    try:
        with closing(counter.watched(read.transcript.records)) as records:
            happened = restore(session, records)
    except BrokenTranscript as broken:
        return _refused(read.name, broken)
    play = session.play
    sheet = Sheet(read.name, session.heads(), read.transcript.torn, play.step, play.outcome)
    transcript, settled = read.transcript, tuple(play.settled)
    owners = transcript.founded.seats
    return ReplayedFile(sheet, read.rules, session, transcript.records, tuple(happened), settled, owners)


# A fault.


def _convict(proof: Proof, genesis: Genesis, rules: GameRules) -> Conviction:
    """Only what convinces a stranger counts, however it was found. Raises BadProof."""
    number = check(proof, genesis, rules)
    evidence = tuple(opened(wire, genesis) or wire for wire in proof.evidence)
    reason = _reason(proof, evidence[-1], rules)
    claim = _claim(proof, evidence[-1], genesis, rules)
    return Conviction(proof, number, _step_of(proof.evidence[-1]), evidence, reason, claim)


def _step_of(wire: bytes) -> int:
    """Also of what is no message: it has been checked that everything before its tag is in order."""
    match decode(wire[:-SIGNATURE_SIZE]):
        case (_, _, _, _, _, int(step), *_):
            return step
    raise AssertionError("a piece of evidence that was checked")


def _reason(proof: Proof, accused: Envelope | bytes, rules: GameRules) -> Reason | None:
    """What the rules say against a decision."""
    if proof.fault == IllegalDecision.__name__ and isinstance(accused, Envelope):
        state = rules.decode(decode(proof.state, limit=MAX_STATE))
        match accused.message:
            case Decide(value) | Reveal(value=value):
                if isinstance(need := rules.need(state), AskChance):
                    return because("unreadable", why=refusal(rules, state, need, accused.seat, value))
                return rules.why_not_value(state, accused.seat, value)
    return None


def _claim(
    proof: Proof, accused: Envelope | bytes, genesis: Genesis, rules: GameRules
) -> ClaimedState | None:
    if proof.fault != WrongState.__name__ or not proof.state or isinstance(accused, bytes):
        return None
    locked = locked_by(proof, genesis, rules)
    right = settled(locked, locked.values, genesis, rules)
    return find_claim(accused.header.state, locked, right, genesis, rules)


# All files of one table.


def _lay_together(stories: Sequence[ReplayedFile]) -> Audited:
    # Where a seat told two stories, the one that led furthest is followed; the other is a proof all the same.
    first, *others = sorted(stories, key=_reach, reverse=True)
    session, rules = first.session, first.rules
    happened = [*first.happened, *merge(session, others)]
    play = session.play
    return Audited(
        genesis=session.genesis,
        sheets=tuple(story.sheet for story in stories),
        outcome=play.outcome,
        step=play.step,
        state=play.ground.state,
        places=rules.places(play.state),
        heads=session.heads(),
        convictions=tuple(_convict(proof, session.genesis, rules) for proof in session.proofs.values()),
        resignations=tuple(_resignations(session)),
        absences=tuple(_absences(session)),
        strays=tuple(_strays(session, rules, happened)),
        lacking=tuple(lack for story in stories for lack in lacking(story.sheet, session)),
        unseen=tuple(unseen(session)),
        partings=tuple(p for story in stories if story is not first for p in partings(first, story)),
    )


def _reach(story: ReplayedFile) -> tuple[bool, int, int, list[bytes], tuple[int, ...]]:
    """How far a file leads. Of two that lead as far their content decides, not their order."""
    sheet = story.sheet
    is_over = isinstance(sheet.outcome, Finished)
    return is_over, sheet.step, sum(sheet.heads), story.content, story.owners


def _resignations(session: Session[Position]) -> Iterator[Resignation]:
    """Who gave up: whoever resigned says no more."""
    for chain in session.log.chains:
        if chain and isinstance(chain[-1].message, Resign):
            yield Resignation(chain[-1].seat, chain[-1].step, chain[-1].number)


def _absences(session: Session[Position]) -> Iterator[Absence]:
    """Who was voted out, step by step, and by whom."""
    play = session.play
    settled = [*play.settled]
    if play.exchange is not None and len(settled) == play.step:
        settled.append(Settlement(play.active, play.exchange.cuts))
    for step, settlement in enumerate(settled):
        if not settlement.cuts:
            continue
        ballot = session.log.ballot(step, settlement.active, session.proofs)
        carried = [vote for vote in ballot.complete() if ballot.is_quorum(vote)]
        for seat, number in settlement.cuts.items():
            lists = [vote for vote in carried if (seat, number) in vote]
            dispute = _dispute(session, ballot, step, (seat, number), lists)
            yield Absence(seat, step, number, tuple(sorted(_signers(ballot, lists))), dispute)


def _signers(ballot: Ballot, lists: Iterable[Vote]) -> frozenset[int]:
    return frozenset[int]().union(*map(ballot.signers, lists))


def _dispute(
    session: Session[Position], ballot: Ballot, step: int, named: tuple[int, int], lists: Sequence[Vote]
) -> Dispute | None:
    """What the files hold against a vote: a message that did not come, or no ground for any vote."""
    seat, number = named
    if seat in session.proofs:
        return None
    if number == 0:
        return Dispute()
    late = [one for one in _said_in(session, seat, step) if one.number >= number]
    if not late:
        return Dispute() if _is_baseless(session, ballot, step, named, lists) else None
    signers = _signers(ballot, lists)
    entries = {choice_entry(one) for one in late if isinstance(one.message, Commit | Decide)}
    known = [signer for signer in sorted(signers) if entries & _locked(session, signer, step, seat)]
    return Dispute(tuple(one.number for one in late), tuple(known))


def _is_baseless(
    session: Session[Position], ballot: Ballot, step: int, named: tuple[int, int], lists: Sequence[Vote]
) -> bool:
    """Whether a seat had said all that the step asks of it, and there was nothing else that it held up."""
    seat, number = named
    said = {type(one.message) for one in _said_in(session, seat, step) if one.number < number}
    has_said_all = Lock in said and (Commit not in said or Reveal in said)
    if not has_said_all or isinstance(session.log.chains[seat][-1].message, Resign):
        return False
    rests = [tuple(absence for absence in vote if absence[0] != seat) for vote in lists]
    return all(ballot.active.isdisjoint(dict(rest)) or _supported(ballot, seat, rest) for rest in rests)


def _supported(ballot: Ballot, seat: int, vote: Vote) -> bool:
    """Whether a seat has gone as far with a list as anybody could."""
    could_sign = ballot.proposers(vote) == ballot.outside(vote)
    return vote in ballot.votes[seat] and (vote in ballot.signed[seat] or not could_sign)


def _said_in(session: Session[Position], seat: int, step: int) -> list[Envelope]:
    """What a seat has said in a step, but for votes."""
    said = [one for one in session.log.chains[seat] if one.step == step]
    return [one for one in said if isinstance(one.message, Commit | Decide | Lock | Reveal)]


def _locked(session: Session[Position], author: int, step: int, seat: int) -> set[bytes | None]:
    """What the author's lock of a step says of a seat."""
    locks = [one.message for one in _said_in(session, author, step)]
    return {lock.entries[seat] for lock in locks if isinstance(lock, Lock)}


def _strays(session: Session[Position], rules: GameRules, happened: Iterable[Event]) -> Iterator[Stray]:
    """Seats that the fold could not use, and no proof says why."""
    states, steps = told(happened)
    for seat, number in sorted(session.play.unusable.items()):
        if seat not in session.proofs:
            header = session.log.chains[seat][number].header
            if states[header.step] == header.state:
                yield Stray(seat, header.step, number, "past")
            else:
                claim = _strayed(session.log.chains[seat][number], session, rules, steps)
                yield Stray(seat, header.step, number, "state", claim)


def _strayed(
    claim: Envelope, session: Session[Position], rules: GameRules, steps: dict[int, Settled]
) -> ClaimedState | None:
    """What the author of a state that nothing proves wrong may have counted in the step before.

    It has locked that step: its own chain would be a fault otherwise.
    """
    genesis, step = session.genesis, claim.step - 1
    right = steps[step].after
    before = steps[step - 1].after if step > 1 else rules.initial(genesis)
    assert isinstance(right, Position)
    assert isinstance(before, Position)
    own = session.log.chains[claim.seat]
    lock = next(e for e in own if e.step == step and isinstance(e.message, Lock))
    need, values = rules.need(before), locked_values(lock, session.log.order, genesis)
    lawful = {s: v for s, v in values.items() if refusal(rules, before, need, s, v) is None}
    locked, reached = Locked(step, before, lawful), encode_state(rules, right)
    return find_claim(claim.header.state, locked, reached, genesis, rules)
