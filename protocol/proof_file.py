"""A proof file: a genesis and proofs in one small file, for whoever has nothing else (protocol.md §10.4).

    magic line, then the canonical encoding of [genesis, [proof, ...]]

There is no checksum: whatever is changed no longer fits a signature, the table id or
the one encoding. Reading believes nothing yet; `faults.check` judges each proof.
"""

from typing import Self

from .canonical import MAX_BYTES, decode, encode
from .errors import BadProof, NotCanonical
from .faults import MAX_PROOF, Proof
from .frozen import Frozen
from .genesis import MAX_SEATS, Genesis
from .hashing import VERSION

_KIND = b"p2p-heroes proof "
MAGIC = _KIND + b"%d\n" % VERSION
MAX_PROOF_FILE = MAX_SEATS * MAX_PROOF + 2 * MAX_BYTES
"""Room for the longest genesis and a proof of full length against every seat."""


def is_proof_file(data: bytes) -> bool:
    """Whether a file says of itself that it is one, of whatever version."""
    return data.startswith(_KIND)


class ProofFile(Frozen):
    """One table, and proofs against seats of it, one against each, in seat order."""

    genesis: Genesis
    proofs: tuple[Proof, ...]

    def encode(self) -> bytes:
        """The bytes of the file."""
        return MAGIC + encode((self.genesis.encoded, tuple(proof.encode() for proof in self.proofs)))

    @classmethod
    def read(cls, data: bytes) -> Self:
        """A proof file from its bytes: well formed, not yet checked. Raises BadProof or BadGenesis."""
        if not data.startswith(MAGIC):
            raise BadProof("not a proof of this version")
        try:
            value = decode(data[len(MAGIC) :], limit=MAX_PROOF_FILE)
        except NotCanonical as error:
            raise BadProof(str(error)) from error
        match value:
            case (bytes(genesis), (_, *_) as encoded):
                proofs = tuple(Proof.read(proof) for proof in encoded if isinstance(proof, bytes))
                seats = [proof.seat for proof in proofs]
                if seats == sorted(set(seats)) and len(seats) == len(encoded):
                    return cls(Genesis.read(genesis), proofs)
        raise BadProof("fields")
