"""Vectors of proof files (protocol.md §10.4): the block `file`, judged with the rules alone.

A proof file that holds has the fault of its first proof as its verdict, with the seat
that is guilty and the number of the message that shows it.
"""

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.canonical import Value, encode
from protocol.envelope import Envelope
from protocol.faults import Proof
from protocol.messages import Commit, Lock
from protocol.proof_file import MAGIC, ProofFile

from .game import THROW, hand_before, played, said
from .vector import Vector, vector

SEATS = 3
GENESIS = played(SEATS).genesis


def _equivocation(seat: int) -> Proof:
    honest = said(SEATS, seat, THROW, Commit)
    other = hand_before(SEATS, honest).enter(Commit(noise("another")), state=honest.header.state)
    return Proof(GENESIS.table, "Equivocation", seat, (honest.wire, other.wire))


def _false_lock(seat: int) -> Proof:
    hand = hand_before(SEATS, said(SEATS, seat, THROW, Lock))
    hand.say(Lock(tuple(noise("entry", place) for place in range(SEATS))))
    return Proof(GENESIS.table, "FalseLock", seat, tuple(e.wire for e in hand.chain))


def _number(seat: int, kind: type[Commit] | type[Lock]) -> int:
    envelope: Envelope = said(SEATS, seat, THROW, kind)
    return envelope.number


def _shown(number: int, *proofs: Proof) -> Vector:
    faults = ", ".join(f"{proof.seat} {proof.fault}" for proof in proofs)
    file = ProofFile(GENESIS, proofs).encode()
    return vector(proofs[0].fault, ("file", file), seat=proofs[0].seat, number=number, faults=faults)


def _refused(data: bytes, expect: str = "BadProof") -> Vector:
    return vector(expect, ("file", data))


def _plain(*fields: Value) -> Vector:
    return _refused(MAGIC + encode(fields))


def one_proof() -> Vector:
    """Seat 1 told two stories."""
    return _shown(_number(1, Commit), _equivocation(1))


def two_proofs() -> Vector:
    """Seat 0 locked something other than its own choice, seat 2 told two stories."""
    return _shown(_number(0, Lock), _false_lock(0), _equivocation(2))


def another_first_line() -> Vector:
    """A proof of version 1."""
    return _refused(ProofFile(GENESIS, (_equivocation(1),)).encode().replace(b"proof 4", b"proof 3", 1))


def cut_short() -> Vector:
    """The last byte is missing."""
    return _refused(ProofFile(GENESIS, (_equivocation(1),)).encode()[:-1])


def bytes_after_the_end() -> Vector:
    """A line feed behind the value."""
    return _refused(ProofFile(GENESIS, (_equivocation(1),)).encode() + b"\n")


def no_proofs() -> Vector:
    """A table, and nothing against anybody."""
    return _plain(GENESIS.encoded, ())


def third_field() -> Vector:
    """Something behind the proofs."""
    return _plain(GENESIS.encoded, (_equivocation(1).encode(),), None)


def proof_is_no_bytes() -> Vector:
    """The second proof is a number."""
    return _plain(GENESIS.encoded, (_equivocation(1).encode(), 7))


def two_proofs_against_one_seat() -> Vector:
    """Each would hold by itself; one is enough."""
    return _plain(GENESIS.encoded, (_equivocation(1).encode(), _false_lock(1).encode()))


def seats_that_do_not_ascend() -> Vector:
    """Both hold, in the wrong order."""
    return _plain(GENESIS.encoded, (_equivocation(2).encode(), _false_lock(0).encode()))


def one_proof_does_not_hold() -> Vector:
    """The first holds, the second accuses an honest seat of what another did."""
    twisted = Proof(GENESIS.table, "Equivocation", 2, _equivocation(1).evidence)
    return _plain(GENESIS.encoded, (_equivocation(1).encode(), twisted.encode()))


def genesis_of_another_table() -> Vector:
    """The proof holds, but not at this table."""
    return _plain(genesis_of(SEATS, rounds=9).encoded, (_equivocation(1).encode(),))


def genesis_that_cannot_be() -> Vector:
    """The genesis is cut short."""
    return _refused(MAGIC + encode((GENESIS.encoded[:-1], (_equivocation(1).encode(),))), "BadGenesis")


def genesis_that_cannot_be_and_no_proof() -> Vector:
    """Neither the genesis nor the proof can be read: the file is read before the genesis is judged."""
    return _plain(GENESIS.encoded[:-1], (b"",))
