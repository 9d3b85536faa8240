"""Proofs: what shows a fault to somebody who saw nothing else (protocol.md §7).

A proof names the fault and the seat, and holds the signed messages that show it,
and the state they stand on where the rules must be asked. `check` believes
nothing: it opens every message with the roster's keys and judges anew.
"""

from dataclasses import dataclass
from typing import Self

from .canonical import Value, decode, encode
from .chain import Progress, follow, opening
from .envelope import Envelope, open_envelope
from .errors import FAULTS, BadProof, Fault, IllegalDecision, Malformed, OutOfTurn, Refusal
from .genesis import Genesis
from .hashing import VERSION
from .judgement import answers, check_message, encode_state, refusal, state_digest
from .messages import Decide, Lock, Reveal
from .rules import Over, Rules, S

MAX_EVIDENCE = 128
MAX_STATE = 2**20


@dataclass(frozen=True, slots=True)
class Proof:
    """That a seat broke the protocol: the fault's name and what shows it."""

    table: bytes
    fault: str
    seat: int
    evidence: tuple[bytes, ...]
    state: bytes = b""

    @classmethod
    def of(cls, fault: Fault, table: bytes) -> Self:
        """The proof that a fault carries."""
        return cls(table, fault.name, fault.seat, fault.evidence, fault.state)

    def encode(self) -> bytes:
        """The canonical bytes of a proof."""
        return encode((VERSION, self.table, self.fault, self.seat, self.evidence, self.state))

    @classmethod
    def read(cls, data: bytes) -> Self:
        """A proof from its bytes: well formed, not yet checked. Raises BadProof."""
        try:
            value = decode(data, limit=2 * MAX_STATE)
        except Refusal as error:
            raise BadProof(str(error)) from error
        match value:
            case (int(version), bytes(table), str(fault), int(seat), tuple(evidence), bytes(state)):
                plain = type(version) is int and type(seat) is int  # not a truth value
                known = version == VERSION and fault in FAULTS and 0 < len(evidence) <= MAX_EVIDENCE
                wires = tuple(wire for wire in evidence if isinstance(wire, bytes))
                if plain and known and len(wires) == len(evidence):
                    return cls(table, fault, seat, wires, state)
        raise BadProof("fields")


def check(proof: Proof, genesis: Genesis, rules: Rules[S]) -> int:
    """Return the number of the message that is the fault, or raise BadProof."""
    if proof.table != genesis.table or not 0 <= proof.seat < len(genesis.seats):
        raise BadProof("of another table")
    if proof.fault == Malformed.__name__:
        return _check_malformed(proof, genesis)
    opened = _open_all(proof, genesis)
    if proof.fault == "Equivocation":
        return _check_equivocation(proof, opened)
    if proof.fault in (IllegalDecision.__name__, OutOfTurn.__name__):
        return _check_single(proof, opened, rules)
    own = [envelope for envelope in opened if envelope.seat == proof.seat]
    number = _first_breach(proof, own, genesis)
    if number is None and proof.fault == "WrongState":
        return _check_state(proof, opened, own, genesis, rules)
    if number is None:
        raise BadProof("the messages show no such fault")
    return number


def _check_malformed(proof: Proof, genesis: Genesis) -> int:
    try:
        open_envelope(proof.evidence[0], genesis)
    except Malformed as fault:
        if fault.seat == proof.seat:
            return fault.number
    except Refusal as error:
        raise BadProof(str(error)) from error
    raise BadProof("the message is well formed, or of another seat")


def _open_all(proof: Proof, genesis: Genesis) -> list[Envelope]:
    try:
        return [open_envelope(wire, genesis) for wire in proof.evidence]
    except (Refusal, Malformed) as error:
        raise BadProof(f"evidence: {error}") from error


def _check_equivocation(proof: Proof, opened: list[Envelope]) -> int:
    match opened:
        case [one, other] if one.seat == other.seat == proof.seat:
            if one.number == other.number and one.id != other.id:
                return one.number
    raise BadProof("not two messages of this seat with one number")


def _check_single(proof: Proof, opened: list[Envelope], rules: Rules[S]) -> int:
    envelope = opened[0]
    if envelope.seat != proof.seat or envelope.step == 0:
        raise BadProof("a message of another seat or of no step")
    state = _state(proof, envelope.header.state, rules)
    try:
        check_message(rules, state, rules.need(state), envelope)
    except Fault as fault:
        if fault.name == proof.fault:
            return envelope.number
    raise BadProof("the rules allow it")


def _state(proof: Proof, signed: bytes, rules: Rules[S]) -> S:
    """The state that the author itself signed, from the bytes in the proof."""
    if state_digest(proof.state) != signed:
        raise BadProof("not the state that the seat signed")
    try:
        return rules.decode(decode(proof.state, limit=MAX_STATE))
    except (Refusal, ValueError) as error:
        raise BadProof("unreadable state") from error


def _first_breach(proof: Proof, own: list[Envelope], genesis: Genesis) -> int | None:
    """Follow the author's messages; the number where the named fault shows."""
    progress: Progress | None = None
    for envelope in own:
        if progress is not None and envelope.number != progress.last.number + 1:
            raise BadProof("the messages do not follow each other")
        try:
            progress = follow(progress, envelope, genesis)
        except Fault as fault:
            if fault.name == proof.fault:
                return fault.number
            raise BadProof(f"the messages show {fault.name}") from fault
    return None


def _check_state(
    proof: Proof, opened: list[Envelope], own: list[Envelope], genesis: Genesis, rules: Rules[S]
) -> int:
    """WrongState: the state that follows from what the author itself locked is not what it claims."""
    if not own:
        raise BadProof("no message of this seat")
    accused = own[-1]
    if accused.step == 0:
        reached = encode_state(rules, rules.initial(genesis))
    else:
        reached = _replay_step(proof, opened, own, genesis, rules)
    if state_digest(reached) == accused.header.state:
        raise BadProof("the state is right")
    return accused.number


def _replay_step(
    proof: Proof, opened: list[Envelope], own: list[Envelope], genesis: Genesis, rules: Rules[S]
) -> bytes:
    lock = _undoubted_lock(own, genesis)
    if lock.step != own[-1].step - 1:
        raise BadProof("no lock of the step before")
    state = _state(proof, lock.header.state, rules)
    need = rules.need(state)
    values = _locked_values(lock, opened, genesis)
    if isinstance(need, Over) or any(refusal(rules, state, need, s, value) for s, value in values.items()):
        raise BadProof("the rules settle no such step")
    given = answers(rules, state, need, values, genesis=genesis, step=lock.step)
    return encode_state(rules, rules.settle(state, given))


def _undoubted_lock(own: list[Envelope], genesis: Genesis) -> Envelope:
    """The author's lock of the step before its last message: seen whole, and without a vote of its own."""
    found: Envelope | None = None
    progress: Progress | None = None
    for envelope in own[:-1]:
        progress = follow(progress, envelope, genesis)
        found = envelope if isinstance(envelope.message, Lock) else found
    if found is None or progress is None or not progress.whole or progress.vote:
        raise BadProof("no lock that settles the step")
    return found


def _locked_values(lock: Envelope, opened: list[Envelope], genesis: Genesis) -> dict[int, Value]:
    """The value behind each entry of the lock, from the messages that the proof holds."""
    assert isinstance(lock.message, Lock)
    offered: dict[bytes, Value] = {}
    for envelope in opened:
        match envelope.message:
            case Decide(value):
                offered[envelope.id] = value
            case Reveal(value=value):
                offered[opening(envelope, envelope.message, genesis)] = value
    entries = {seat: entry for seat, entry in enumerate(lock.message.entries) if entry is not None}
    if not offered.keys() >= set(entries.values()):
        raise BadProof("a locked choice is missing")
    return {seat: offered[entry] for seat, entry in entries.items()}
