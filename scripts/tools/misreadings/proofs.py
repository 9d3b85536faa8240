"""Proofs (protocol.md §7.3)."""

from dataclasses import dataclass

from . import roshambo
from .envelopes import DECIDE, REVEAL, Fault, Malformed, Message
from .laws import Laws
from .roshambo import State
from .slices import NOTHING, Seen
from .values import VERSION, Refused, Value, decode, digest

OF_THE_RULES = ("OutOfTurn", "IllegalDecision")
FAULTS = (
    *("Malformed", "Equivocation", "BrokenChain", "WrongStep", "Repeated", "Disorder", "Contradiction"),
    *("FalseLock", "FalseOpening", "WrongPast", "WrongState", *OF_THE_RULES),
)


@dataclass(frozen=True)
class Proof:
    """Somebody says that these messages show a fault of this seat."""

    table: bytes
    fault: str
    seat: int
    evidence: tuple[bytes, ...]
    state: bytes


class Proofs(Laws):
    """Reads proofs, and judges them anew."""

    most_evidence, longest_proof, longest_state = 160, 2**21, 2**20

    def read_proof(self, data: bytes) -> Proof:
        """The fields and their types. Refused: BadProof."""
        try:
            version, table, fault, seat, evidence, state = decode(data, self.longest_proof)
            _require(type(version) is int and version == VERSION and type(table) is bytes)
            _require(type(fault) is str and fault in FAULTS and type(seat) is int)
            _require(type(evidence) is tuple and type(state) is bytes)
            _require(1 <= len(evidence) <= self.most_evidence)
            _require(all(type(piece) is bytes for piece in evidence))
        except (Refused, ValueError, TypeError):
            raise Refused("BadProof") from None
        return Proof(table, fault, seat, evidence, state)

    def check_proof(self, proof: Proof) -> Fault:
        """The fault, if the proof holds. Refused: BadProof."""
        _require(self.is_here(proof))
        if proof.fault == "Malformed":
            return self.malformed(proof)
        try:
            pieces = [self.open(piece) for piece in proof.evidence]
        except (Refused, Malformed):
            raise Refused("BadProof") from None
        _require(pieces[-1].seat == proof.seat)
        if proof.fault == "Equivocation":
            self.check_equivocation(proof, pieces)
        elif proof.fault in OF_THE_RULES:
            self.check_rules(proof, pieces)
        else:
            self.check_slice(proof, pieces)
        return Fault(proof.fault, proof.seat, pieces[-1].number)

    def is_here(self, proof: Proof) -> bool:
        """1."""
        return proof.table == self.table and proof.seat in self.genesis.seats

    def malformed(self, proof: Proof) -> Fault:
        """2."""
        _require(len(proof.evidence) == 1 and not proof.state)
        try:
            self.open(proof.evidence[0])
        except Malformed as found:
            _require(found.fault.seat == proof.seat)
            return found.fault
        except Refused:
            pass
        raise Refused("BadProof")

    def check_equivocation(self, proof: Proof, pieces: list[Message]) -> None:
        """4."""
        _require(len(pieces) == 2 and not proof.state)
        one, other = pieces
        _require(one.seat == other.seat and one.number == other.number and one.id != other.id)

    def check_rules(self, proof: Proof, pieces: list[Message]) -> None:
        """5."""
        _require(len(pieces) == 1 and self.is_judged_by_rules(pieces[0]))
        state = self.state_of(proof, pieces[0].state)
        _require(self.unlawful(state, pieces[0]) == proof.fault)

    def is_judged_by_rules(self, message: Message) -> bool:
        return message.step > 0

    def check_slice(self, proof: Proof, pieces: list[Message]) -> None:
        """6."""
        own = [piece for piece in pieces if piece.seat == proof.seat]
        seen, fault = NOTHING, ""
        for message in own[:-1]:
            _require(self.is_next(seen.last, message))
            fault, seen = self.follow(seen, message)
            _require(not fault)
        claim = own[-1]
        _require(self.is_next(seen.last, claim))
        fault, _ = self.follow(seen, claim)
        if proof.state:
            self.check_claim(proof, pieces, seen, claim, fault)
        else:
            _require(self.are_own(pieces, own))
            _require(
                self.is_shown(proof, fault)
                or (proof.fault == "WrongState" and self.begins_wrong(fault, claim))
            )

    def is_next(self, last: Message | None, message: Message) -> bool:
        return last is None or message.number == last.number + 1

    def are_own(self, pieces: list[Message], own: list[Message]) -> bool:
        return pieces == own

    def is_shown(self, proof: Proof, fault: str) -> bool:
        return fault == proof.fault

    def begins_wrong(self, fault: str, claim: Message) -> bool:
        return not fault and claim.step <= 1 and claim.state != self.initial_digest()

    def initial_digest(self) -> bytes:
        return self.digest_of(roshambo.initial(self.genesis))

    def check_claim(
        self, proof: Proof, pieces: list[Message], seen: Seen, claim: Message, fault: str
    ) -> None:
        """6, with a state."""
        _require(proof.fault == "WrongState" and not fault)
        last, lock = seen.last, seen.lock
        if last is None or lock is None:
            raise Refused("BadProof")
        _require(last.step + 1 == claim.step and self.is_ground_known(seen))
        state = self.state_of(proof, lock.state)
        _require(self.may_be_over or roshambo.need(state) != roshambo.OVER)
        backing = [
            self.backing(pieces, seat, entry) for seat, entry in enumerate(lock.entries) if entry is not None
        ]
        _require(self.may_lack_pieces or all(backing))
        shown = [piece for piece in backing if piece]
        _require(all(self.is_lawful_piece(state, piece) for piece in shown))
        after = self.after(state, last.step, {piece.seat: piece.value for piece in shown})
        _require(self.is_another(after, claim))

    may_be_over = may_lack_pieces = False

    def is_ground_known(self, seen: Seen) -> bool:
        return seen.whole and not seen.votes

    def backing(self, pieces: list[Message], seat: int, entry: bytes) -> Message | None:
        return next((piece for piece in pieces if piece.seat == seat and self.backs(piece, entry)), None)

    def is_another(self, after: State, claim: Message) -> bool:
        return self.digest_of(after) != claim.state

    def backs(self, piece: Message, entry: bytes) -> bool:
        """Whether a piece shows the value behind an entry."""
        return (piece.tag == DECIDE and piece.id == entry) or (
            piece.tag == REVEAL and self.opens(piece, entry)
        )

    def is_lawful_piece(self, state: State, piece: Message) -> bool:
        return self.is_legal(state, roshambo.need(state), piece.seat, piece.value)

    def state_of(self, proof: Proof, expected: bytes) -> State:
        _require(digest("state", proof.state) == expected)
        try:
            value: Value = decode(proof.state, self.longest_state)
        except Refused:
            raise Refused("BadProof") from None
        _require(roshambo.is_state(value))
        return dict(value)

    def digest_of(self, state: State) -> bytes:
        """§5.3."""
        return digest("state", roshambo.encoded(state))


def _require(holds: bool) -> None:
    if not holds:
        raise Refused("BadProof")
