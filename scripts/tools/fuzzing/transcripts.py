"""Files that are handed in: read as they were written, or refused, and nobody is wronged.

The first byte of an input says what the rest is:

    0   a file, as it is
    1   the records of a transcript, [record, ...]; the checks are computed, so that they are right
    2   a proof file, [genesis, [proof, ...]], with proofs and their states as plain values

In 1 and 2 a value [seat, payload] behind the key "sign" stands for a signed message of that seat, and in such
a payload the text "state" for the digest of the proof's state. So changes get past checks and signatures, and
the audit has something to judge: a seat may well sign that it stands on a state that no game can come to.
"""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from zlib import crc32

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited, Conviction, SoundProofs
from p2p_heroes.node.table import rules_for
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.ui.audit_json import as_json
from p2p_heroes.ui.audit_text import complaints, told
from protocol.canonical import Value, decode, encode
from protocol.envelope import open_envelope
from protocol.errors import (
    FAULTS,
    BrokenTranscript,
    IllegalDecision,
    NotCanonical,
    OutOfTurn,
    Refusal,
    WrongState,
)
from protocol.faults import MAX_STATE, Proof
from protocol.genesis import MAX_SEATS, Genesis, is_speakable
from protocol.hashing import VERSION, digest
from protocol.identity import SIGNATURE_SIZE
from protocol.proof_file import MAGIC as PROOF_FILE_MAGIC
from protocol.proof_file import ProofFile, is_proof_file
from protocol.rule_checks import state_digest
from protocol.transcript import (
    CHECK_SIZE,
    MAGIC,
    Founded,
    Proven,
    Record,
    Spoken,
    Transcript,
    Writer,
    read_transcript,
)
from scripts.tools.fuzzing.decoding import MEMORY_FOR_HEADERS, MEMORY_PER_BYTE
from scripts.tools.fuzzing.memory import is_sample, peak_of
from scripts.tools.fuzzing.mutation import changed_bytes, changed_value, encoded
from scripts.tools.fuzzing.tables import PLANS, PlayedBytes, played, signed

FILE, RECORDS, PROOF_FILE = range(3)
HEADER_SIZE = 8
SIGN, STATE = "sign", "state"
MOST_RECORDS = 128
LARGE = {"large", "large, illegal secret"}
SMALL = tuple(name for name in PLANS if name not in LARGE)


def check(data: bytes) -> None:
    """Whether everything that is promised of files holds for this input."""
    if not data:
        return
    kind, rest = data[0] % 3, data[1:]
    signers: set[bytes] = set()
    file = rest if kind == FILE else _built(kind, rest, signers)
    if file is None:
        return
    if is_proof_file(file):
        check_proof_file(file)
    else:
        check_transcript(file)
    check_audit(file, signers)
    if is_sample(file):
        assert peak_of(lambda: _read(file)) <= MEMORY_PER_BYTE * len(file) + MEMORY_FOR_HEADERS


def _read(file: bytes) -> Transcript | ProofFile | None:
    try:
        return ProofFile.read(file) if is_proof_file(file) else read_transcript(file)
    except Refusal:
        return None


# Transcripts.


def check_transcript(data: bytes) -> None:
    """What is read is written again byte for byte; what is cut off or changed afterwards shows."""
    transcript = _read(data)
    if not isinstance(transcript, Transcript):
        return
    assert written(transcript.records) == data[: transcript.sound]
    assert file_of(tuple(map(_plain, transcript.records))) == data[: transcript.sound]
    assert transcript.sound + transcript.torn == len(data)
    assert read_transcript(data[: transcript.sound]).records == transcript.records
    for place in _places(data, transcript):
        check_cut(data, transcript, place)
        check_change(data, transcript, place)


def _places(data: bytes, transcript: Transcript) -> Iterator[int]:
    """Somewhere in the file, in the header of some record, and at its end."""
    drawn = crc32(data)
    yield drawn % len(data)
    yield len(written(transcript.records[: drawn % len(transcript.records)])) + drawn // 1024 % HEADER_SIZE
    yield transcript.sound - 1


def check_cut(data: bytes, transcript: Transcript, size: int) -> None:
    """A file that ends too soon is read up to its last whole record, and the rest is called torn."""
    founded = len(written(transcript.records[:1]))
    try:
        cut = read_transcript(data[:size])
    except BrokenTranscript:
        assert size < founded, "a torn end was taken for damage"
        return
    assert cut.records == transcript.records[: len(cut.records)]
    assert cut.sound + cut.torn == size
    assert len(cut.records) < len(transcript.records) or size >= transcript.sound


def check_change(data: bytes, transcript: Transcript, place: int) -> None:
    """A file of which one byte is another is refused, unless it ends in zeros now, as after a crash: then it
    has lost its last record or less.
    """
    changed = bytearray(data)
    changed[place] ^= 1 + place % 255
    try:
        found = read_transcript(bytes(changed))
    except BrokenTranscript:
        return
    is_inside = place < transcript.sound
    assert not (is_inside and any(changed[place:])), "a change was taken for a torn end"
    kept = len(transcript.records) - is_inside
    assert found.records == transcript.records[:kept], "a change was not seen"


def written(records: tuple[Record, ...]) -> bytes:
    """The file of these records."""
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, records))


# Proof files.


def check_proof_file(data: bytes) -> None:
    """What is read is written again byte for byte."""
    proof_file = _read(data)
    assert not isinstance(proof_file, ProofFile) or proof_file.encode() == data


# The audit.


def check_audit(data: bytes, signers: set[bytes]) -> None:
    """An audit comes to an end, can be told, and convicts only who has signed what it shows."""
    findings = audit([Given("file", data)])
    check_told([*told(findings), *complaints(findings), json.dumps(as_json(findings))])
    for finding in findings:
        match finding:
            case (
                Audited(genesis=genesis, convictions=convictions)
                | SoundProofs(genesis=genesis, convictions=convictions)
            ):
                for conviction in convictions:
                    _check_conviction(conviction, genesis, signers)
            case _:
                pass


def check_told(lines: list[str]) -> None:
    """Nothing in what people read moves their cursor or hides."""
    assert all(map(is_speakable, lines)), "a file writes to the terminal of who audits it"


def _check_conviction(conviction: Conviction, genesis: Genesis, signers: set[bytes]) -> None:
    seat = conviction.proof.seat
    known = any(table.genesis.table == genesis.table and seat in table.guilty for table in _tables())
    assert known or genesis.key(seat) in signers, "somebody is blamed for what was never signed"


def _tables() -> Iterator[PlayedBytes]:
    return (played(name) for name in (*SMALL, "large, illegal secret"))


# Inputs that are built.


def _built(kind: int, data: bytes, signers: set[bytes]) -> bytes | None:
    try:
        value = decode(data, limit=2**20)
    except NotCanonical:
        return None
    try:
        match value:
            case tuple() if kind == RECORDS:
                return file_of(tuple(_signed_in(one, b"", signers) for one in value[:MOST_RECORDS]))
            case (genesis, tuple(proofs)) if kind == PROOF_FILE:
                shown = tuple(encode(_proof_of(proof, signers)) for proof in proofs)
                return PROOF_FILE_MAGIC + encode((genesis, shown))
    except ValueError:
        # It has become too deep to be encoded.
        pass
    return None


def _proof_of(value: Value, signers: set[bytes]) -> Value:
    match value:
        case (*fields, state):
            encoded = encode(state) if isinstance(state, dict) else state
            known = state_digest(encoded) if isinstance(encoded, bytes) else b""
            return (*(_signed_in(field, known, signers) for field in fields), encoded)
    return value


def _signed_in(value: Value, state: bytes, signers: set[bytes]) -> Value:
    """The value with each signed message in its place."""
    match value:
        case {"sign": (int(seat), payload)} if 0 <= seat < MAX_SEATS:
            wire = signed(seat, _on_state(payload, state))
            if wire not in _known_wires():
                signers.add(key_of(seat).public)
            return wire
        case tuple():
            return tuple(_signed_in(one, state, signers) for one in value)
    return value


def _on_state(payload: Value, state: bytes) -> Value:
    return tuple(state if one == STATE else one for one in payload) if isinstance(payload, tuple) else payload


@cache
def _known_wires() -> frozenset[bytes]:
    return frozenset(wire for table in _tables() for wire in table.wires)


def file_of(values: tuple[Value, ...]) -> bytes:
    """A transcript with sound checks around any values; bytes are taken as they are, as a payload."""
    data, check = MAGIC, bytes(CHECK_SIZE)
    for value in values:
        payload = value if isinstance(value, bytes) else encode(value)
        length = len(payload).to_bytes(4, "big")
        data += length + digest("length", check, length)[:4] + payload
        check = digest("record", check, payload)[:CHECK_SIZE]
        data += check
    return data


def mutate(data: bytes, random: Random) -> bytes:
    """A change inside what the first byte announces."""
    if not data:
        return bytes((random.randrange(3),))
    kind, rest = data[:1], data[1:]
    if kind[0] % 3 == FILE:
        return kind + changed_bytes(rest, random)
    try:
        value = decode(rest, limit=2**20)
    except NotCanonical:
        return kind + changed_bytes(rest, random)
    return kind + encoded(changed_value(value, random), rest)


def seeds() -> Iterator[bytes]:
    """Small tables, honest and not, as they are and as values, whole and in part; proofs of a larger one."""
    for name in SMALL:
        yield from _seeds_of(played(name))
    conquest = played("large, illegal secret")
    yield from _proof_files_of(conquest, read_transcript(conquest.files[-1]).records)
    for accusation in _false_accusations(played("two")):
        yield bytes((PROOF_FILE,)) + encode((played("two").genesis.encoded, (accusation,)))
    for tag in (0, True, 5, "1"):
        yield bytes((RECORDS,)) + encode(((1, played("two").genesis.encoded, ()), (tag, b"message")))
    yield bytes((RECORDS,)) + encode(((True, played("two").genesis.encoded, ()),))
    for owner in ((0, 1), (1, 0), (1, 1), (7,), (True,), None):
        yield bytes((RECORDS,)) + encode(((1, played("two").genesis.encoded, owner),))
    yield bytes((FILE,)) + MAGIC
    yield bytes((FILE,)) + PROOF_FILE_MAGIC


def _seeds_of(table: PlayedBytes) -> Iterator[bytes]:
    file = table.files[-1]
    records = read_transcript(file).records
    yield bytes((FILE,)) + file
    open_form = tuple(_opened(record) for record in records)
    for size in (2, 5, 9, 14, len(records)):
        yield bytes((RECORDS,)) + encode(open_form[:size])
    yield from _proof_files_of(table, records)


def _proof_files_of(table: PlayedBytes, records: tuple[Record, ...]) -> Iterator[bytes]:
    for record in records:
        if isinstance(record, Proven):
            genesis = table.genesis.encoded
            yield bytes((FILE,)) + PROOF_FILE_MAGIC + encode((genesis, (record.proof,)))
            yield bytes((PROOF_FILE,)) + encode((genesis, (_opened_proof(record.proof),)))


def _false_accusations(table: PlayedBytes) -> Iterator[Value]:
    """Every fault, held against a seat that has none, with what it truly signed, on a state of its game."""
    own = [wire for wire in table.wires if open_envelope(wire, table.genesis).seat == 0]
    rules = rules_for(table.genesis)
    start = rules.encode(rules.initial(table.genesis))
    for fault in FAULTS:
        for evidence in (own[:1], own[:2], [own[1], own[1]], own[:5], own[1:5]):
            wires = tuple(map(_to_sign, evidence))
            yield (VERSION, table.genesis.table, fault, 0, wires, b"")
    for fault in (IllegalDecision.__name__, OutOfTurn.__name__, WrongState.__name__):
        for wire in own:
            yield (VERSION, table.genesis.table, fault, 0, (_to_sign(wire),), start)


def _opened(record: Record) -> Value:
    return (2, _to_sign(record.wire)) if isinstance(record, Spoken) else _plain(record)


def _plain(record: Record) -> Value:
    """The record as a value, by protocol.md §10.1."""
    match record:
        case Founded(genesis, seats):
            return (1, genesis, seats)
        case Spoken(wire):
            return (2, wire)
        case Proven(proof):
            return (4, proof)
        case hid:
            return (3, hid.step, hid.seat, hid.salt, hid.value)


def _opened_proof(data: bytes) -> Value:
    proof = Proof.read(data)
    known = state_digest(proof.state)
    wires = tuple(_to_sign(wire, known) for wire in proof.evidence)
    state = decode(proof.state, limit=MAX_STATE) if proof.state else b""
    return (VERSION, proof.table, proof.fault, proof.seat, wires, state)


def _to_sign(wire: bytes, state: bytes = b"") -> Value:
    """A message in the form in which it can be changed and signed again."""
    payload = decode(wire[:-SIGNATURE_SIZE])
    assert isinstance(payload, tuple)
    seat = payload[2]
    assert isinstance(seat, int)
    return {SIGN: (seat, tuple(STATE if state and one == state else one for one in payload))}
