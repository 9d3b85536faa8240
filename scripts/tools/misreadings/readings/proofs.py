"""Misreadings of §7.3: proofs, recorded or shown."""

from collections.abc import Mapping
from dataclasses import replace

from ..auditor import Auditor, Record
from ..envelopes import DECIDE, REVEAL, Fault, Message
from ..proofs import Proof
from ..roshambo import State, need
from ..slices import Seen
from ..values import Refused, Value


class TableIdIsReadAsADigest(Auditor):
    """§7.3: a proof whose table id has not 32 bytes cannot be read."""

    def read_proof(self, data: bytes) -> Proof:
        proof = super().read_proof(data)
        if len(proof.table) != 32:
            raise Refused("BadProof")
        return proof


class TableIdIsNotAsked(Auditor):
    """§7.3, 1: the messages name their table; the proof need not."""

    def is_here(self, proof: Proof) -> bool:
        return proof.seat in self.genesis.seats


class SeatIsReadAtTheTable(Auditor):
    """§10.3: a proof against a seat that the table has not cannot be read."""

    def replay_proof(self, proof: Proof) -> None:
        if proof.table != self.table:
            raise Refused("BadProof")
        super().replay_proof(proof)


class ProofOfTheGuiltyIsChecked(Auditor):
    """§10.3: every recorded proof is checked, also against a seat that is guilty already."""

    def replay_proof(self, proof: Proof) -> None:
        self.check_proof(proof)
        super().replay_proof(proof)


class ProofsNeedNotHold(Auditor):
    """§10.3: a recorded proof is believed."""

    def replay_proof(self, proof: Proof) -> None:
        self.note_shown(Fault(proof.fault, proof.seat, self.open(proof.evidence[-1]).number))
        self.go_on()


class ProofsAreNoEvidence(Auditor):
    """§10.3: recorded proofs are passed over; only messages count."""

    def replay_proof(self, proof: Proof) -> None:
        pass


class FoldRestsAfterAProof(Auditor):
    """§10.3: after a recorded proof the fold does not go on."""

    def replay_proof(self, proof: Proof) -> None:
        if proof.seat not in self.guilty():
            self.note_shown(self.check_proof(proof))


class UnreadableProofOfNobody(Auditor):
    """§10.3: a proof that cannot be read is passed over."""

    def replay(self, record: Record) -> None:
        try:
            if record[0] == 4:
                self.read_proof(record[1])
        except Refused:
            return
        super().replay(record)


class NumberOfTheFirstPiece(Auditor):
    """§7.3: the number of a fault is that of the first piece of evidence."""

    def check_proof(self, proof: Proof) -> Fault:
        fault = super().check_proof(proof)
        return (
            fault
            if fault.name == "Malformed"
            else Fault(fault.name, fault.seat, self.open(proof.evidence[0]).number)
        )


class EquivocationOfThree(Auditor):
    """§7.3, 4: more than two pieces do no harm."""

    def check_equivocation(self, proof: Proof, pieces: list[Message]) -> None:
        super().check_equivocation(proof, pieces[-2:])


class EquivocationAmongOthers(Auditor):
    """§7.3, 4: messages of other seats do no harm."""

    def check_equivocation(self, proof: Proof, pieces: list[Message]) -> None:
        super().check_equivocation(proof, [piece for piece in pieces if piece.seat == proof.seat])


class RulesAreAskedInStepZero(Auditor):
    """§7.3, 5: the step of the message is not asked."""

    def is_judged_by_rules(self, message: Message) -> bool:
        return True


class AnotherFaultWillDo(Auditor):
    """§7.3: a proof holds if the last message shows a fault, whatever name it gives it."""

    def is_shown(self, proof: Proof, fault: str) -> bool:
        return bool(fault)


class OthersPiecesAreIgnored(Auditor):
    """§7.3, 6: pieces of others do no harm where the state is empty."""

    def are_own(self, pieces: list[Message], own: list[Message]) -> bool:
        return True


class FirstStateOfStepOneOnly(Auditor):
    """§7.3, 6: a wrong initial state is proven in step 1 only."""

    def begins_wrong(self, fault: str, claim: Message) -> bool:
        return claim.step == 1 and super().begins_wrong(fault, claim)


class FirstStateOfAnyStep(Auditor):
    """§7.3, 6: with an empty state any state but the initial one is wrong, in whichever step."""

    def begins_wrong(self, fault: str, claim: Message) -> bool:
        return not fault and claim.state != self.initial_digest()


class FirstStateUnderAnyName(Auditor):
    """§7.3, 6: a wrong initial state proves whatever fault is named."""

    def check_slice(self, proof: Proof, pieces: list[Message]) -> None:
        if not proof.state and len(pieces) == 1 and self.begins_wrong("", pieces[0]):
            return
        super().check_slice(proof, pieces)


class LaterStateUnderAnyName(Auditor):
    """§7.3, 6: a wrong state behind a step proves whatever fault is named."""

    def check_slice(self, proof: Proof, pieces: list[Message]) -> None:
        super().check_slice(replace(proof, fault="WrongState") if proof.state else proof, pieces)


class NoWrongStateAfterChance(Auditor):
    """§7.3, 6: what chance leads to is not asked of a proof."""

    def state_of(self, proof: Proof, expected: bytes) -> State:
        state = super().state_of(proof, expected)
        if proof.fault == "WrongState" and need(state).kind == "Chance":
            raise Refused("BadProof")
        return state


class WrongStateDespiteAVote(Auditor):
    """§7.3, 6: whether a vote was seen in the step before is not asked."""

    def is_ground_known(self, seen: Seen) -> bool:
        return seen.whole


class NoWrongStateAfterAKeep(Auditor):
    """§7.3, 6: no keep may be seen in the step before, either."""

    def is_ground_known(self, seen: Seen) -> bool:
        return super().is_ground_known(seen) and not seen.keeps


class WrongStateInASlice(Auditor):
    """§7.3, 6: the step before need not be whole."""

    def is_ground_known(self, seen: Seen) -> bool:
        return not seen.votes


class ValuesAreNotAskedOfTheRules(Auditor):
    """§7.3, 6: what the lock's choices say need not be lawful."""

    def is_lawful_piece(self, state: State, piece: Message) -> bool:
        return True


class KindOfAPieceIsAsked(Auditor):
    """§7.3, 6: where the need is secret a `Decide` backs no entry, lawful as its value may be."""

    def is_lawful_piece(self, state: State, piece: Message) -> bool:
        return not self.unlawful(state, piece)


class ValuesOfOthersAreNotAsked(Auditor):
    """§7.3, 6: what others had chosen need not be lawful."""

    def is_lawful_piece(self, state: State, piece: Message) -> bool:
        return need(state).kind == "Secret" or super().is_lawful_piece(state, piece)


class OnlyRevealsBackEntries(Auditor):
    """§7.3, 6: an entry is backed by a reveal alone."""

    def backs(self, piece: Message, entry: bytes) -> bool:
        return piece.tag == REVEAL and super().backs(piece, entry)


class AnyDecisionBacksAnEntry(Auditor):
    """§7.3, 6: a `Decide` of the seat backs its entry, whatever its id."""

    def backs(self, piece: Message, entry: bytes) -> bool:
        return piece.tag == DECIDE or super().backs(piece, entry)


class MissingChoicesAreDefaults(Auditor):
    """§7.3, 6: for an entry that no piece backs the default stands."""

    may_lack_pieces = True


class RightStateIsWrong(Auditor):
    """§7.3, 6: it is not asked whether the state is right after all."""

    def is_another(self, state: State, claim: Message) -> bool:
        return True


class WrongStateBehindTheEnd(Auditor):
    """§7.3, 6: behind a state that is over any other state is wrong."""

    may_be_over = True

    def after(self, state: State, step: int, values: Mapping[int, Value]) -> State:
        return state if need(state).kind == "Over" else super().after(state, step, values)


class GapsInASlice(Auditor):
    """§7.3, 6: own messages may be left out between others."""

    def is_next(self, last: Message | None, message: Message) -> bool:
        return True


class FewerPiecesOfEvidence(Auditor):
    """§7.3: a proof has at most 159 messages."""

    most_evidence = 159


class MorePiecesOfEvidence(Auditor):
    """§7.3: a proof has at most 161 messages."""

    most_evidence = 161


class PiecesWithoutEnd(Auditor):
    """§7.3: a proof has as many messages as an array may have entries."""

    most_evidence = 2**32


class ProofsAreAsLongAsOtherValues(Auditor):
    """§7.3: a proof has at most the 65536 bytes of §2.1."""

    longest_proof = 2**16
