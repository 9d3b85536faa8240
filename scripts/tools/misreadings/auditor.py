"""Transcripts, proof files and their audit (protocol.md §10)."""

from collections.abc import Iterator
from dataclasses import dataclass

from . import roshambo
from .envelopes import COMMIT, DECIDE, LOCK, RESIGN, REVEAL, Fault, Message, Pair
from .proofs import Proof
from .taking import Taking
from .values import Refused, Value, decode, digest, is_bytes, is_count
from .votes import List

TRANSCRIPT = b"p2p-heroes transcript 4\n"
PROOF_FILE = b"p2p-heroes proof 4\n"
RECORD = 2**21

Record = tuple[Value, ...]


@dataclass(frozen=True)
class Story:
    """How a table stands at the end of a file."""

    outcome: str
    claimants: tuple[int, ...]
    step: int
    state: bytes
    places: tuple[int, ...]
    absent: tuple[int, ...]
    disputed: tuple["Dispute", ...]
    faults: tuple[Fault, ...]
    """In the order in which they were noted."""
    torn: int


@dataclass(frozen=True)
class Dispute:
    """A cut, who signed it, and what speaks against it: messages, and signers who had locked them."""

    cut: tuple[int, int, int]
    """Step, seat and number."""
    signers: tuple[int, ...]
    held: tuple[int, ...]
    known_to: tuple[int, ...]


class Auditor(Taking):
    """Judges files, each by an auditor of its own."""

    def audit(self, data: bytes) -> Story:
        """The story of a transcript. Refused: BrokenTranscript, BadGenesis."""
        records, torn = self.read(data)
        self.found(*records[0][1:])
        for record in records[1:]:
            self.replay(record)
        return self.story(torn)

    # §10.2 Reading.

    def read(self, data: bytes) -> tuple[list[Record], int]:
        """The records of a file, and the length of its torn end. Refused: BrokenTranscript."""
        _require(data.startswith(TRANSCRIPT))
        records = []
        place = len(TRANSCRIPT)
        for payload, end in self.payloads(data):
            records.append(self.read_record(payload))
            place = end
            _require((records[-1][0] == 1) == (len(records) == 1))
        _require(bool(records))
        return records, len(data) - place

    def payloads(self, data: bytes) -> Iterator[tuple[bytes, int]]:
        """Each payload whose checks fit, and where its record ends. Refused: BrokenTranscript."""
        place, check = len(TRANSCRIPT), bytes(8)
        while not self.is_end(data[place:]):
            prefix, start = data[place : place + 4], place + 8
            right, said = digest("length", check, prefix)[:4], data[place + 4 : start]
            if right != said:
                _require(self.is_torn(right, said, data[start:]))
                return
            length = int.from_bytes(prefix, "big")
            _require(1 <= length <= RECORD)
            end = start + length + 8
            if end > len(data):
                return
            payload, said = data[start : end - 8], data[end - 8 : end]
            check = digest("record", check, payload)[:8]
            if check != said:
                _require(self.is_torn(check, said, data[end:]))
                return
            yield payload, end
            place = end

    def is_end(self, rest: bytes) -> bool:
        """Whether no record begins here."""
        return len(rest) < 8 or not any(rest)

    def is_torn(self, right: bytes, said: bytes, rest: bytes) -> bool:
        """Whether a check that does not fit, with this behind it, is part of the torn end."""
        return not any(rest) and self.is_unwritten(right, said)

    def is_unwritten(self, right: bytes, said: bytes) -> bool:
        return any(said == right[:place] + bytes(len(right) - place) for place in range(len(right)))

    def read_record(self, payload: bytes) -> Record:
        try:
            record = decode(payload, RECORD)
        except Refused:
            record = None
        _require(type(record) is tuple and self.fits_record(record))
        return tuple(record)

    def fits_record(self, record: Record) -> bool:
        if not record or type(record[0]) is not int:
            return False
        match record:
            case (1, bytes(), seats):
                return _are_seats(seats)
            case (2 | 4, bytes()):
                return True
            case (3, _, _, _, _):
                return self.fits_hidden(record)
        return False

    def fits_hidden(self, record: Record) -> bool:
        _, step, seat, salt, _ = record
        return is_count(step) and is_count(seat) and is_bytes(salt)

    # §10.3 The audit.

    def replay(self, record: Record) -> None:
        """Take one record after the first. Refused: BrokenTranscript."""
        try:
            if record[0] == 2:
                self.take(record[1])
            elif record[0] == 4:
                self.replay_proof(self.read_proof(record[1]))
        except Refused:
            raise Refused("BrokenTranscript") from None

    def replay_proof(self, proof: Proof) -> None:
        if proof.seat not in self.guilty():
            self.note_shown(self.check_proof(proof))
            self.go_on()

    def story(self, torn: int = 0) -> Story:
        outcome = self.outcome
        return Story(
            outcome=outcome.name if outcome else "unfinished",
            claimants=outcome.seats if outcome else (),
            step=self.step,
            state=self.state_digest,
            places=tuple(roshambo.places(self.state)),
            absent=tuple(seat for seat in self.genesis.seats if seat not in self.present()),
            disputed=tuple(self.disputes()),
            faults=tuple(self.faults.values()),
            torn=torn,
        )

    def disputes(self) -> Iterator[Dispute]:
        """What speaks against the cuts of all steps so far."""
        settled = {self.step: (self.active, self.cuts), **self.settled}
        for step in sorted(settled):
            active, cuts = settled[step]
            for seat in sorted(cuts):
                dispute = self.dispute(step, active, seat, cuts[seat])
                if dispute:
                    yield dispute

    def dispute(self, step: int, active: frozenset[int], seat: int, number: int) -> Dispute | None:
        if self.is_beyond_dispute(seat):
            return None
        held = [message for message in self.contesting(seat, step) if number and message.number >= number]
        if number and not held and not self.is_baseless(step, active, seat, number):
            return None
        signers = sorted(self.signers_of_a_cut(step, active, (seat, number)))
        entries = {message.entry for message in held if message.is_choice}
        locks = {signer: self.said(signer, step, LOCK) for signer in signers}
        known = [signer for signer in signers if any(lock.entries[seat] in entries for lock in locks[signer])]
        numbers = tuple(message.number for message in held)
        return Dispute((step, seat, number), tuple(signers), numbers, tuple(known))

    def is_beyond_dispute(self, seat: int) -> bool:
        return seat in self.guilty()

    def is_baseless(self, step: int, active: frozenset[int], seat: int, number: int) -> bool:
        """Whether the seat had said all that the step asks of it, and no list needs it to vote."""
        if not self.had_said_all(step, seat, number) or self.chains[seat][-1].tag == RESIGN:
            return False
        lists = [of for of in self.complete_lists(step, active) if self.has_quorum(active, of)]
        rests = [tuple(pair for pair in of if pair[0] != seat) for of in lists if (seat, number) in of]
        return all(self.needs_no_vote(step, active, seat, rest) for rest in rests)

    def had_said_all(self, step: int, seat: int, number: int) -> bool:
        tags = {message.tag for message in self.contesting(seat, step) if message.number < number}
        return LOCK in tags and (COMMIT not in tags or REVEAL in tags)

    def needs_no_vote(self, step: int, active: frozenset[int], seat: int, rest: List) -> bool:
        return not active & {named for named, _ in rest} or self.supports(step, active, seat, rest)

    def supports(self, step: int, active: frozenset[int], seat: int, of: List) -> bool:
        could_sign = all(of in self.proposed(one, step) for one in self.outside(active, of))
        return of in self.proposed(seat, step) and (of in self.signed(seat, step) or not could_sign)

    def contesting(self, seat: int, step: int) -> list[Message]:
        """What a seat has said in a step, but for votes."""
        moves = (DECIDE, COMMIT, LOCK, REVEAL)
        return [message for message in self.chains[seat] if message.step == step and message.tag in moves]

    def signers_of_a_cut(self, step: int, active: frozenset[int], pair: Pair) -> set[int]:
        lists = [of for of in self.complete_lists(step, active) if self.has_quorum(active, of)]
        return {seat for of in lists if pair in of for seat in self.outside(active, of)}

    # §10.4 Proof files.

    def audit_proof_file(self, data: bytes) -> list[Fault]:
        """The faults that a proof file proves. Refused: BadProof, BadGenesis."""
        genesis, proofs = self.read_proof_file(data)
        self.found(genesis)
        return [self.check_proof(proof) for proof in proofs]

    def read_proof_file(self, data: bytes) -> tuple[bytes, list[Proof]]:
        try:
            value = decode(data.removeprefix(PROOF_FILE), 7 * 2**21 + 2**17)
        except Refused:
            value = None
        match value:
            case (bytes() as genesis, tuple() as pieces) if (
                data.startswith(PROOF_FILE) and 1 <= len(pieces) <= 7
            ):
                if all(type(piece) is bytes for piece in pieces):
                    proofs = [self.read_proof(piece) for piece in pieces]
                    if self.are_in_order([proof.seat for proof in proofs]):
                        return genesis, proofs
        raise Refused("BadProof")

    def are_in_order(self, seats: list[int]) -> bool:
        return seats == sorted(set(seats))


def _are_seats(value: Value) -> bool:
    return (
        type(value) is tuple
        and all(type(seat) is int and 0 <= seat <= 6 for seat in value)
        and list(value) == sorted(set(value))
    )


def _require(holds: bool) -> None:
    if not holds:
        raise Refused("BrokenTranscript")
