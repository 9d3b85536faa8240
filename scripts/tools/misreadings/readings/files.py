"""Misreadings of §10: files, their audit and their story."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..auditor import TRANSCRIPT, Auditor, Dispute, Record, Story
from ..envelopes import LOCK, RESIGN, REVEAL, Fault, Message, Pair
from ..proofs import Proof
from ..roshambo import State
from ..values import Refused
from ..votes import List


class FaultBeforeABrokenRecord(Auditor):
    """§10.3, 4: a fault that was noted stands, whatever is refused behind it."""

    def audit(self, data: bytes) -> Story:
        records, torn = self.read(data)
        self.found(*records[0][1:])
        try:
            for record in records[1:]:
                self.replay(record)
        except Refused:
            if not self.faults:
                raise
        return self.story(torn)


class GenesisBeforeBrokenRecords(Auditor):
    """§10.3: the genesis is judged before the rest of the file is read."""

    def read(self, data: bytes) -> tuple[list[Record], int]:
        try:
            return super().read(data)
        except Refused:
            payloads = self.first_payload(data)
            if payloads and self.read_record(payloads)[0] == 1:
                self.found(*self.read_record(payloads)[1:])
            raise

    def first_payload(self, data: bytes) -> bytes:
        try:
            return next(self.payloads(data))[0] if data.startswith(TRANSCRIPT) else b""
        except (Refused, StopIteration):
            return b""


class BrokenGenesisIsABrokenTranscript(Auditor):
    """§10.3, 2: a genesis that cannot be breaks the transcript."""

    def found(self, genesis: bytes, owner: Iterable[int] = ()) -> None:
        try:
            super().found(genesis, owner)
        except Refused:
            raise Refused("BrokenTranscript") from None


class GapsAreWaitedFor(Auditor):
    """§10.3, 3: a recorded message that comes too early is passed over, for it may come again."""

    def replay(self, record: Record) -> None:
        if record[0] == 2:
            try:
                self.take(record[1])
            except Refused as refused:
                if refused.name not in ("Gap", "Ahead"):
                    raise Refused("BrokenTranscript") from None
        else:
            super().replay(record)


class RefusedMessagesAreNamed(Auditor):
    """§10.3, 3: the verdict on a recorded message that is refused is the name of its refusal."""

    def replay(self, record: Record) -> None:
        if record[0] == 2:
            self.take(record[1])
        else:
            super().replay(record)


class LowestSeatIsTheVerdict(Auditor):
    """§10.3, 4: the verdict is the fault of the lowest guilty seat."""

    def story(self, torn: int = 0) -> Story:
        story = super().story(torn)
        return replace(story, faults=tuple(sorted(story.faults, key=lambda fault: fault.seat)))


class LastFaultOfASeat(Auditor):
    """§10.3, 3: of each seat the last fault counts."""

    def note(self, fault: Fault) -> None:
        self.faults[fault.seat] = fault


class FoldBeforeTheMessage(Auditor):
    """§10.3: what the fold finds is noted before the fault of the message that led to it."""

    def after_taking(self, fault: Fault | None) -> None:
        before = dict(self.faults)
        super().after_taking(fault)
        if fault and fault.seat not in before:
            self.faults[fault.seat] = self.faults.pop(fault.seat)


class AbsentAreTheInactive(Auditor):
    """§10.3: absent is who is not active; who is cut in the last step still is."""

    def story(self, torn: int = 0) -> Story:
        absent = tuple(seat for seat in self.genesis.seats if seat not in self.active)
        return replace(super().story(torn), absent=absent)


class AbsentAreNotTheGuilty(Auditor):
    """§10.3: absent is who was voted out and is not guilty."""

    def story(self, torn: int = 0) -> Story:
        story = super().story(torn)
        return replace(story, absent=tuple(seat for seat in story.absent if seat not in self.guilty()))


class TheGuiltyAreAbsent(Auditor):
    """§10.3: a guilty seat is absent, voted out or not."""

    def story(self, torn: int = 0) -> Story:
        story = super().story(torn)
        return replace(story, absent=tuple(sorted({*story.absent, *self.guilty()})))


class NoResultBeforeTheEnd(Auditor):
    """§10.3: there is a result only where the table is finished."""

    def story(self, torn: int = 0) -> Story:
        story = super().story(torn)
        return story if story.outcome == "finished" else replace(story, places=())


class AGuiltySeatHasNoStory(Auditor):
    """§10.3: where somebody is guilty the outcome is unfinished."""

    def story(self, torn: int = 0) -> Story:
        story = super().story(torn)
        return replace(story, outcome="unfinished", claimants=()) if story.faults else story


class TheEndIsTorn(Auditor):
    """§10.2: whatever does not fit is the torn end."""

    def is_torn(self, right: bytes, said: bytes, rest: bytes) -> bool:
        return True


class NothingBehindTheTornEnd(Auditor):
    """§10.2: zero bytes behind a record that does not fit are no torn end."""

    def is_torn(self, right: bytes, said: bytes, rest: bytes) -> bool:
        return not rest and super().is_torn(right, said, rest)


class ChangedEndIsTorn(Auditor):
    """§10.2: a last record whose check does not fit is the torn end, whatever stands there."""

    def is_unwritten(self, right: bytes, said: bytes) -> bool:
        return True


class TornInsideACheck(Auditor):
    """§10.2: a check is unwritten if it is zero, not if a part of it is there."""

    def is_unwritten(self, right: bytes, said: bytes) -> bool:
        return not any(said)


class TornWhereTheCheckEndsInZeros(Auditor):
    """§10.2: a check is unwritten if it ends with a zero byte, whatever stands before."""

    def is_unwritten(self, right: bytes, said: bytes) -> bool:
        return said[-1] == 0


class NothingIsTorn(Auditor):
    """§10.2: a file that does not end with a whole record is refused."""

    def read(self, data: bytes) -> tuple[list[Record], int]:
        records, torn = super().read(data)
        if torn:
            raise Refused("BrokenTranscript")
        return records, torn


class PayloadsAreJudgedWhenTheyAreReplayed(Auditor):
    """§10.2, 7: a payload that is no record ends the transcript as a torn one does."""

    def read(self, data: bytes) -> tuple[list[Record], int]:
        records: list[Record] = []
        end = len(TRANSCRIPT)
        for payload, after in self.payloads(data):
            try:
                records.append(self.read_record(payload))
            except Refused:
                break
            end = after
        if not records or [record[0] for record in records].count(1) != 1 or records[0][0] != 1:
            raise Refused("BrokenTranscript")
        return records, len(data) - end


class HiddenMayBeAnything(Auditor):
    """§10.1: what a hidden record holds is its writer's business."""

    def fits_hidden(self, record: Record) -> bool:
        return True


class HiddenOfAStranger(Auditor):
    """§10.3: a hidden record of a seat that the table has not is refused."""

    def replay(self, record: Record) -> None:
        if record[0] == 3 and record[2] not in self.genesis.seats:
            raise Refused("BrokenTranscript")
        super().replay(record)


class HiddenHasToFit(Auditor):
    """§10.3: a secret has to open what its seat then commits to."""

    def replay(self, record: Record) -> None:
        if record[0] == 3 and record[1] > self.step:
            raise Refused("BrokenTranscript")
        super().replay(record)


class StateOfTheStepBefore(Auditor):
    """§10.3: once the game is over the state of the story is that before the last decision."""

    before: bytes = b""

    def enter(self, step: int, past: bytes, state: State) -> None:
        self.before = getattr(self, "state_digest", b"")
        super().enter(step, past, state)

    def story(self, torn: int = 0) -> Story:
        story = super().story(torn)
        return replace(story, state=self.before) if story.places else story


class ProofFileGenesisFirst(Auditor):
    """§10.4: the genesis is judged before the proofs are read."""

    def read_proof(self, data: bytes) -> Proof:
        try:
            return super().read_proof(data)
        except Refused:
            return Proof(b"", "", 9, (), b"")


class ProofFileInAnyOrder(Auditor):
    """§10.4: the proofs may come in any order."""

    def are_in_order(self, seats: list[int]) -> bool:
        return len(set(seats)) == len(seats)


class ProofFileOfOneSeatTwice(Auditor):
    """§10.4: two proofs may be against one seat."""

    def are_in_order(self, seats: list[int]) -> bool:
        return seats == sorted(seats)


class TheGuiltyDispute(Auditor):
    """§10.3: a cut of a guilty seat is disputed like any other."""

    def is_beyond_dispute(self, seat: int) -> bool:
        return False


class NumberZeroIsUndisputed(Auditor):
    """§10.3: a cut at number 0 is disputed by nothing."""

    def dispute(self, step: int, active: frozenset[int], seat: int, number: int) -> Dispute | None:
        return super().dispute(step, active, seat, number) if number else None


class MessagesAreNamedAtNumberZero(Auditor):
    """§10.3: beside a cut at number 0 stands all that the seat has said in the step."""

    def dispute(self, step: int, active: frozenset[int], seat: int, number: int) -> Dispute | None:
        found = super().dispute(step, active, seat, number)
        if found is None or number:
            return found
        return replace(found, held=tuple(message.number for message in self.contesting(seat, step)))


class OnlyWhatWasSaidLaterDisputes(Auditor):
    """§10.3: a vote on a seat that had said all that the step asks for is fine."""

    def is_baseless(self, step: int, active: frozenset[int], seat: int, number: int) -> bool:
        return False


class ALockIsAll(Auditor):
    """§10.3: a seat that has locked has said all, be there a secret to reveal or not."""

    def had_said_all(self, step: int, seat: int, number: int) -> bool:
        return any(message.number < number for message in self.said(seat, step, LOCK))


class ARevealIsNeededAlways(Auditor):
    """§10.3: a seat has said all when it has revealed, in open steps, too."""

    def had_said_all(self, step: int, seat: int, number: int) -> bool:
        return any(message.number < number for message in self.said(seat, step, REVEAL))


class CompanyDoesNotMatter(Auditor):
    """§10.3: whoever had said all contests a list, whoever else is on it."""

    def needs_no_vote(self, step: int, active: frozenset[int], seat: int, rest: List) -> bool:
        return True


class CompanyIsNeverAgreedOn(Auditor):
    """§10.3: a list that names others, too, is contested by nobody who had said all."""

    def supports(self, step: int, active: frozenset[int], seat: int, of: List) -> bool:
        return False


class CompanyThatWasOutCounts(Auditor):
    """§10.3: seats on the list that were voted out in an earlier step had to be agreed on, too."""

    def needs_no_vote(self, step: int, active: frozenset[int], seat: int, rest: List) -> bool:
        return not rest or self.supports(step, active, seat, rest)


class ToProposeTheRestIsEnough(Auditor):
    """§10.3: who has proposed the list without itself has agreed, though it could have signed."""

    def supports(self, step: int, active: frozenset[int], seat: int, of: List) -> bool:
        return of in self.proposed(seat, step)


class OnlyWhoSignedTheRestAgreed(Auditor):
    """§10.3: who has proposed the list without itself has to have signed it, though it could not."""

    def supports(self, step: int, active: frozenset[int], seat: int, of: List) -> bool:
        return of in self.signed(seat, step)


class ResignedDispute(Auditor):
    """§10.3: a seat that resigned and had said all contests a vote on it."""

    def is_baseless(self, step: int, active: frozenset[int], seat: int, number: int) -> bool:
        chain = self.chains[seat]
        self.chains[seat] = [one for one in chain if one.tag != RESIGN]
        found = super().is_baseless(step, active, seat, number)
        self.chains[seat] = chain
        return found


class VotesDispute(Auditor):
    """§10.3: a cut is disputed by whatever the seat has said in the step from its number on, votes too."""

    def contesting(self, seat: int, step: int) -> list[Message]:
        return [message for message in self.chains[seat] if message.step == step]


class LaterStepsDispute(Auditor):
    """§10.3: a cut is disputed by whatever the seat has said from its number on, in later steps too."""

    def contesting(self, seat: int, step: int) -> list[Message]:
        later = [one for j in range(step + 1, self.step + 2) for one in super(Auditor, self).said(seat, j, 4)]
        return [*super().contesting(seat, step), *later]


class SignersOfEveryList(Auditor):
    """§10.3: all who have signed a list that names the seat are said, whatever its number."""

    def signers_of_a_cut(self, step: int, active: frozenset[int], pair: Pair) -> set[int]:
        lists = {of for seat in active for of in self.signed(seat, step) if pair[0] in dict(of)}
        return {seat for seat in active if lists & self.signed(seat, step)}


class SignersOfClaims(Auditor):
    """§10.3: those are said, too, who have signed a complete list without a quorum."""

    def signers_of_a_cut(self, step: int, active: frozenset[int], pair: Pair) -> set[int]:
        lists = [of for of in self.complete_lists(step, active) if pair in of]
        return {seat for of in lists for seat in self.outside(active, of)}


class OnlyCutsOfSettledSteps(Auditor):
    """§10.3: only cuts of steps that are settled are disputed."""

    def disputes(self) -> Iterator[Dispute]:
        return (dispute for dispute in super().disputes() if dispute.cut[0] in self.settled)


class LocksDoNotTell(Auditor):
    """§10.3: whose lock names the choice is not said."""

    def disputes(self) -> Iterator[Dispute]:
        return (replace(dispute, known_to=()) for dispute in super().disputes())


class WhoeverLockedTheChoiceIsSaid(Auditor):
    """§10.3: all active seats whose lock names the choice are said, whether or not they signed."""

    def dispute(self, step: int, active: frozenset[int], seat: int, number: int) -> Dispute | None:
        found = super().dispute(step, active, seat, number)
        if found is None or not number:
            return found
        held = [one for one in self.contesting(seat, step) if one.number >= number and one.is_choice]
        locks = {one: self.said(one, step, LOCK) for one in sorted(active)}
        entries = {one.entry for one in held}
        known = [one for one in locks if any(lock.entries[seat] in entries for lock in locks[one])]
        return replace(found, known_to=tuple(known))


class WhoeverLockedAnyChoiceIsSaid(Auditor):
    """§10.3: the signers whose lock names any choice of the seat are said."""

    def dispute(self, step: int, active: frozenset[int], seat: int, number: int) -> Dispute | None:
        found = super().dispute(step, active, seat, number)
        if found is None or not number:
            return found
        locks = {one: self.said(one, step, LOCK) for one in found.signers}
        known = [one for one in locks if any(lock.entries[seat] for lock in locks[one])]
        return replace(found, known_to=tuple(known))
