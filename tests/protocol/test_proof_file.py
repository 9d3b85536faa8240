"""A genesis and proofs in one file: read back as written, bounded, and proof against every change."""

import pytest

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import RULES, genesis_of
from protocol.canonical import encode
from protocol.errors import BadGenesis, BadProof, Refusal
from protocol.faults import MAX_PROOF, Proof, check
from protocol.messages import Accept
from protocol.proof_file import MAGIC, MAX_PROOF_FILE, ProofFile, is_proof_file

GENESIS = genesis_of(3)


def proof_against(seat: int) -> Proof:
    wires = [Forger(GENESIS, seat).say(Accept(), state=noise(state)).wire for state in ("one", "other")]
    return Proof(GENESIS.table, "Equivocation", seat, tuple(wires))


PROOF_FILE = ProofFile(GENESIS, (proof_against(0), proof_against(2)))


def test_what_is_written_is_read_back() -> None:
    assert ProofFile.read(PROOF_FILE.encode()) == PROOF_FILE


def test_it_holds_by_itself() -> None:
    assert judge(PROOF_FILE.encode()) == [0, 0]


def test_it_says_what_it_is() -> None:
    assert MAGIC == b"p2p-heroes proof 4\n"
    assert is_proof_file(PROOF_FILE.encode())
    assert is_proof_file(b"p2p-heroes proof 1\n")
    assert not is_proof_file(b"p2p-heroes transcript 1\n")


def test_every_changed_bit_is_refused() -> None:
    whole = ProofFile(GENESIS, (proof_against(1),)).encode()
    for bit in range(8 * len(whole)):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(Refusal):
            judge(bytes(changed))


def judge(data: bytes) -> list[int]:
    """What a stranger does with it."""
    read = ProofFile.read(data)
    return [check(proof, read.genesis, RULES) for proof in read.proofs]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        MAGIC,
        MAGIC[:-1],
        PROOF_FILE.encode()[:-1],
        PROOF_FILE.encode() + b"\x00",
        MAGIC + encode(()),
        MAGIC + encode((GENESIS.encoded, ())),
        MAGIC + encode((GENESIS.encoded, proof_against(0).encode())),
        MAGIC + encode((GENESIS.encoded, (b"",))),
        MAGIC + encode((GENESIS.encoded, (proof_against(0).encode(), None))),
        MAGIC + encode((GENESIS.encoded, (proof_against(0).encode(),) * 2)),
        MAGIC + encode((GENESIS.encoded, (proof_against(2).encode(), proof_against(0).encode()))),
        MAGIC + encode(("genesis", (proof_against(0).encode(),))),
        MAGIC + bytes(MAX_PROOF_FILE + 1),
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(BadProof):
        ProofFile.read(data)


def test_a_genesis_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadGenesis):
        ProofFile.read(MAGIC + encode((b"", (proof_against(0).encode(),))))


def test_there_is_room_for_a_proof_of_full_length_against_every_seat() -> None:
    assert len(encode((bytes(2**16), (bytes(MAX_PROOF),) * 7))) <= MAX_PROOF_FILE
