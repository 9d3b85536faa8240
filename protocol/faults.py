"""Proofs: what shows a fault to somebody who saw nothing else (protocol.md §7).

A proof names the fault and the seat, and holds the signed messages that show it,
and the state they stand on where the rules must be asked. `check` believes
nothing: it opens every message with the roster's keys and judges anew.
"""

from collections.abc import Iterable, Mapping
from typing import Generic, Self

from .canonical import Value, decode, encode
from .chain import Progress, follow, opening
from .envelope import Envelope, open_envelope
from .errors import (
    FAULTS,
    BadProof,
    Equivocation,
    Fault,
    IllegalDecision,
    Malformed,
    OutOfTurn,
    Refusal,
    WrongState,
)
from .frozen import Frozen
from .genesis import Genesis
from .hashing import VERSION
from .messages import Decide, Lock, Reveal
from .rule_checks import answers, check_message, encode_state, refusal, state_digest
from .rules import GameOver, Rules, S

MAX_EVIDENCE = 160
MAX_STATE = 2**20
MAX_PROOF = 2 * MAX_STATE


class Proof(Frozen):
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
            value = decode(data, limit=MAX_PROOF)
        except Refusal as error:
            raise BadProof(str(error)) from error
        match value:
            case (version, bytes(table), str(fault), int(seat), tuple(evidence), bytes(state)):
                # A truth value counts as a number in Python, but is encoded differently.
                exact = type(version) is type(seat) is int and version == VERSION
                known = fault in FAULTS and 0 < len(evidence) <= MAX_EVIDENCE
                wires = tuple(wire for wire in evidence if isinstance(wire, bytes))
                if exact and known and len(wires) == len(evidence):
                    return cls(table, fault, seat, wires, state)
        raise BadProof("fields")


def check(proof: Proof, genesis: Genesis, rules: Rules[S]) -> int:
    """Return the number of the message that is the fault, or raise BadProof."""
    if proof.table != genesis.table:
        raise BadProof("of another table")
    if proof.fault == Malformed.__name__:
        return _check_malformed(proof, genesis)
    opened = _open_all(proof, genesis)
    accused = opened[-1]
    if accused.seat != proof.seat:
        raise BadProof("the last message is not of this seat")
    if proof.fault == Equivocation.__name__:
        _check_equivocation(proof, opened)
    elif proof.fault in (IllegalDecision.__name__, OutOfTurn.__name__):
        _check_single(proof, opened, rules)
    elif proof.fault != WrongState.__name__ or not proof.state:
        _check_own(proof, opened, genesis, rules)
    else:
        _check_replay(proof, opened, genesis, rules)
    return accused.number


def _check_malformed(proof: Proof, genesis: Genesis) -> int:
    _require(len(proof.evidence) == 1 and not proof.state, "more than one message")
    try:
        open_envelope(proof.evidence[0], genesis)
    except Malformed as fault:
        if fault.seat == proof.seat:
            return fault.number
    except Refusal as error:
        raise BadProof(f"not signed by a seat: {error}") from error
    raise BadProof("the message is well formed, or of another seat")


def _open_all(proof: Proof, genesis: Genesis) -> list[Envelope]:
    try:
        return [open_envelope(wire, genesis) for wire in proof.evidence]
    except (Refusal, Malformed) as error:
        raise BadProof(f"evidence: {error}") from error


def _check_equivocation(proof: Proof, opened: list[Envelope]) -> None:
    match opened:
        case [one, other] if one.seat == other.seat and not proof.state:
            if one.number == other.number and one.id != other.id:
                return
    raise BadProof("not two messages of this seat with one number")


def _check_single(proof: Proof, opened: list[Envelope], rules: Rules[S]) -> None:
    envelope = opened[0]
    _require(len(opened) == 1 and envelope.step > 0, "more than one message, or one of no step")
    state = _state(proof, envelope.state, rules)
    try:
        check_message(rules, state, rules.need(state), envelope)
    except Fault as fault:
        if fault.name == proof.fault:
            return
    raise BadProof("the rules allow it")


def _state(proof: Proof, signed: bytes, rules: Rules[S]) -> S:
    """The state that the author itself signed, from the bytes in the proof."""
    if state_digest(proof.state) != signed:
        raise BadProof("not the state that the seat signed")
    try:
        return rules.decode(decode(proof.state, limit=MAX_STATE))
    except (Refusal, ValueError) as error:
        raise BadProof("unreadable state") from error


def _check_own(proof: Proof, opened: list[Envelope], genesis: Genesis, rules: Rules[S]) -> None:
    """A fault that shows in the author's own chain, at the last message of the evidence."""
    _require(all(e.seat == proof.seat for e in opened) and not proof.state, "more than this seat's messages")
    accused = opened[-1]
    before = _follow(opened[:-1], genesis)
    try:
        _follow_one(before, accused, genesis)
    except Fault as fault:
        _require(fault.name == proof.fault, f"the messages show {fault.name}")
        return
    # The first two steps stand on the same state, and it follows from the genesis alone.
    fresh = proof.fault == WrongState.__name__ and accused.step <= 1
    reached = state_digest(encode_state(rules, rules.initial(genesis)))
    _require(fresh and accused.state != reached, "the messages show no such fault")


def _follow(own: list[Envelope], genesis: Genesis) -> Progress | None:
    """Follow messages of one author in which nothing is wrong yet."""
    progress: Progress | None = None
    for envelope in own:
        try:
            progress = _follow_one(progress, envelope, genesis)
        except Fault as fault:
            raise BadProof("a fault before the one that is named") from fault
    return progress


def _follow_one(before: Progress | None, envelope: Envelope, genesis: Genesis) -> Progress:
    if before is not None and envelope.number != before.last.number + 1:
        raise BadProof("the messages do not follow each other")
    return follow(before, envelope, genesis)


def _check_replay(proof: Proof, opened: list[Envelope], genesis: Genesis, rules: Rules[S]) -> None:
    """WrongState: the state that follows from what the author itself locked is not what it claims."""
    locked = _locked(proof, opened, genesis, rules)
    need = rules.need(locked.state)
    _require(not isinstance(need, GameOver), "nothing follows the end")
    for seat, value in locked.values.items():
        allowed = refusal(rules, locked.state, need, seat, value) is None
        _require(allowed, "the rules refuse a locked choice")
    reached = settled(locked, locked.values, genesis, rules)
    _require(state_digest(reached) != opened[-1].state, "the state is right")


class Locked(Frozen, Generic[S]):
    """What a seat locked in a step: the state that it stood on, and the value behind each entry."""

    step: int
    state: S
    values: dict[int, Value]


def locked_by(proof: Proof, genesis: Genesis, rules: Rules[S]) -> Locked[S]:
    """What the author of a wrong state had locked in the step before it, from a proof that was checked.

    Raises BadProof if the proof is of something else.
    """
    return _locked(proof, _open_all(proof, genesis), genesis, rules)


def _locked(proof: Proof, opened: list[Envelope], genesis: Genesis, rules: Rules[S]) -> Locked[S]:
    """From the author's first message of a step, and before it its whole step before, without a vote.

    After a vote it may have counted other messages than its lock names.
    """
    own = [envelope for envelope in opened if envelope.seat == proof.seat]
    accused = own[-1]
    before = _follow(own[:-1], genesis)
    locks = [e for e in own[:-1] if isinstance(e.message, Lock) and e.step == accused.step - 1]
    whole = before is not None and before.whole and before.last.step == accused.step - 1 and not before.vote
    _require(whole and len(locks) == 1, "no lock that settles the step before")
    _follow(own, genesis)
    lock = locks[0]
    assert isinstance(lock.message, Lock)
    state = _state(proof, lock.state, rules)
    values = locked_values(lock, opened, genesis)
    named = sum(entry is not None for entry in lock.message.entries)
    _require(len(values) == named, "a locked choice is missing")
    return Locked(lock.step, state, values)


def settled(locked: Locked[S], values: Mapping[int, Value], genesis: Genesis, rules: Rules[S]) -> bytes:
    """The canonical state after the step, if these values count."""
    need = rules.need(locked.state)
    given = answers(rules, locked.state, need, values, genesis=genesis, step=locked.step)
    return encode_state(rules, rules.settle(locked.state, given))


def locked_values(lock: Envelope, opened: Iterable[Envelope], genesis: Genesis) -> dict[int, Value]:
    """The value behind each entry of a lock, as far as these messages show it."""
    assert isinstance(lock.message, Lock)
    offered: dict[tuple[int, bytes], Value] = {}
    for envelope in opened:
        match envelope.message:
            case Decide(value):
                offered[envelope.seat, envelope.id] = value
            case Reveal(value=value):
                offered[envelope.seat, opening(envelope, envelope.message, genesis)] = value
    entries = [(seat, entry) for seat, entry in enumerate(lock.message.entries) if entry is not None]
    return {seat: offered[seat, entry] for seat, entry in entries if (seat, entry) in offered}


def _require(fine: bool, what: str) -> None:
    if not fine:
        raise BadProof(what)
