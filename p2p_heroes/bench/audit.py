"""The audit, beside the bare Ed25519 verifications of the very messages that are audited: its limit.

The share of the limit is what the bare verifications cost by what the audit costs: 1 would be an audit that
does nothing but verify. One core in processor time; two cores by the clock, beside the limit of one.
"""

from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter

from p2p_heroes.audit.auditor import Given, audit, audit_all, no_rings
from p2p_heroes.audit.findings import Verdict, overall
from p2p_heroes.bench.figures import Measure, at_least, at_most
from p2p_heroes.bench.measuring import Take, paired, seconds
from p2p_heroes.bench.references.libraries import LIBRARIES, OPENSSL, SODIUM, Verify
from p2p_heroes.bench.room import nothing_remembered, transcript_of
from p2p_heroes.bench.seating import Seating
from p2p_heroes.bench.workbench import Workbench
from protocol.envelope import Envelope, open_all, open_envelope
from protocol.genesis import Genesis
from protocol.hashing import digest
from protocol.identity import SIGNATURE_SIZE
from protocol.log import Log
from protocol.transcript import Spoken, read_transcript

MANY = 40
"""Games of four that are worth a second process."""

SHORT, LONG, SEATS = 8, 99, 7
"""Rounds of the small game with which the growth is measured, and how many play it."""


def audit_whole(files: Iterable[bytes]) -> None:
    with nothing_remembered():
        for data in files:
            assert overall(audit([Given("", data)])) is Verdict.SOUND


def audit_chains(files: Iterable[bytes]) -> None:
    """Everything but the rules: the file, the signatures, and what each author's chain shows."""
    with nothing_remembered(), no_rings():
        for data in files:
            transcript = read_transcript(data)
            genesis = Genesis.read(transcript.genesis)
            log = Log(genesis)
            wires = [record.wire for record in transcript.records if isinstance(record, Spoken)]
            for opened in open_all(wires, genesis):
                if not isinstance(opened, Envelope):
                    raise opened
                log.add(opened)


Check = tuple[Verify, bytes, bytes]
"""By whose key, a signature, and the digest that is signed."""


def checks_of(data: bytes, library: str = OPENSSL) -> list[Check]:
    """The bare verifications of a transcript."""
    transcript = read_transcript(data)
    genesis = Genesis.read(transcript.genesis)
    keys = [LIBRARIES[library].verifier(seat.key) for seat in genesis.seats]
    return [
        (
            keys[open_envelope(record.wire, genesis).seat],
            record.wire[-SIGNATURE_SIZE:],
            digest("message", record.wire[:-SIGNATURE_SIZE]),
        )
        for record in transcript.records
        if isinstance(record, Spoken)
    ]


def messages_of(data: bytes) -> int:
    """How many messages a transcript holds."""
    return sum(isinstance(record, Spoken) for record in read_transcript(data).records)


def verify_all(checks: Iterable[Check]) -> None:
    for verify, signature, signed in checks:
        verify(signature, signed)


def share(
    seats: int, work: Callable[[Iterable[bytes]], None], library: str = OPENSSL
) -> Callable[[Workbench], Take]:
    """The share of the limit on one core, in games of so many."""

    def prepare(_: Workbench) -> Take:
        files = [transcript_of(Seating(seats, seed)) for seed in range(6 - seats)]
        checks = [check for data in files for check in checks_of(data, library)]
        return paired(
            lambda: 1 / seconds(partial(work, files)), lambda: 1 / seconds(partial(verify_all, checks))
        )

    return prepare


def two_cores(_: Workbench) -> Take:
    """The share of one core's limit that the command reaches with two, its processes' start included."""
    given = [Given(str(seed), transcript_of(Seating(4, seed))) for seed in range(MANY)]
    messages = sum(messages_of(file.data) for file in given)
    checks = checks_of(given[0].data)
    return paired(
        lambda: messages / seconds(lambda: audit_all(given, 2), perf_counter),
        lambda: len(checks) / seconds(partial(verify_all, checks), perf_counter),
    )


def length(_: Workbench) -> Take:
    """What a message costs in a long game, beside what it costs in a short one."""
    files = {rounds: transcript_of(Seating(SEATS, 0, rounds)) for rounds in (SHORT, LONG)}

    def cost(rounds: int) -> float:
        return seconds(partial(audit_whole, [files[rounds]])) / messages_of(files[rounds])

    return paired(partial(cost, LONG), partial(cost, SHORT))


MEASURES = (
    Measure("audit-chains", share(4, audit_chains), at_least(0.88, 0.93)),
    Measure("audit-chains-sodium", share(4, audit_chains, SODIUM)),
    Measure("audit-4", share(4, audit_whole), at_least(0.75, 0.85)),
    Measure("audit-4-sodium", share(4, audit_whole, SODIUM)),
    Measure("audit-2", share(2, audit_whole)),
    Measure("audit-two-cores", two_cores, at_least(1.2)),
    Measure("audit-length", length, at_most(1.10)),
)
