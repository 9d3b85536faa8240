"""Transcript files for vectors, and what a reader must find in them.

In: a mesh that has come to rest, or records. Out: the bytes of a file; a vector
with the verdict and with how the game stands for whoever wrote the file.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited
from p2p_heroes.node.table import Position, rules_for
from p2p_heroes.tabletest.session_table import SessionTable, genesis_of, recorded, session_of
from protocol.canonical import encode
from protocol.events import Claimed, Finished
from protocol.faults import check
from protocol.hashing import digest
from protocol.session import Session
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer

from ..game import played
from ..vector import ACCEPT, Vector, vector


def records_of(mesh: SessionTable, seat: int) -> list[Record]:
    """What a seat's node wrote down."""
    founded = Founded(mesh.genesis.encoded, tuple(mesh.sessions[seat].keys))
    return [founded, *recorded(mesh.events[seat])]


def file_of(records: Iterable[Record]) -> bytes:
    writer = Writer()
    return MAGIC + b"".join(map(writer.append, records))


def raw_file(*payloads: bytes) -> bytes:
    """A file of any payloads, with true checks."""
    data, check = MAGIC, bytes(8)
    for payload in payloads:
        data += header(check, len(payload))
        check = digest("record", check, payload)[:8]
        data += payload + check
    return data


def header(before: bytes, length: int) -> bytes:
    """A length and its check, behind the check of the record before."""
    prefix = length.to_bytes(4, "big")
    return prefix + digest("length", before, prefix)[:4]


def founded() -> bytes:
    return encode((1, genesis_of(2, rounds=1).encoded, ()))


@cache
def fair_records() -> tuple[Record, ...]:
    """The record of seat 0 in the fair game of two."""
    return tuple(records_of(played(2), 0))


def told(session: Session[Position], data: bytes, *, torn: int = 0) -> Vector:
    """How the game stands for the session that the file is of."""
    first = next(iter(session.proofs.values()), None)
    play, rules = session.play, rules_for(session.genesis)
    fields: dict[str, str | int] = {}
    if first is not None:
        fields = {"seat": first.seat, "number": check(first, session.genesis, rules)}
    fields |= {"outcome": _outcome(play.outcome), "step": play.step, "state": play.ground.state.hex()}
    fields |= {"places": _list(rules.places(play.state)), "absent": _list(_absent(session))}
    fields |= {"claimants": _list(play.outcome.seats if isinstance(play.outcome, Claimed) else ())}
    fields |= {"faults": ", ".join(f"{seat} {session.proofs[seat].fault}" for seat in sorted(session.proofs))}
    fields |= {"disputed": ", ".join(disputes(data)), "torn": torn}
    return vector(first.fault if first else ACCEPT, ("file", data), **fields)


def disputes(data: bytes) -> Iterator[str]:
    """Each cut that something in a file speaks against, and what."""
    [found] = audit([Given("file", data)])
    assert isinstance(found, Audited)
    for absence in found.absences:
        if absence.dispute is not None:
            cut = (absence.step, absence.seat, absence.number)
            groups = (cut, absence.observers, absence.dispute.held, absence.dispute.known_to)
            yield " /".join(f" {_list(group)}".rstrip() for group in groups).strip()


def _outcome(outcome: Finished | Claimed | None) -> str:
    return type(outcome).__name__.lower() if outcome else "unfinished"


def _absent(session: Session[Position]) -> list[int]:
    exchange = session.play.exchange
    present = exchange.present if exchange else session.play.active
    return [seat for seat in range(len(session.genesis.seats)) if seat not in present]


def _list(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def game(mesh: SessionTable, seat: int = 0) -> Vector:
    return told(mesh.sessions[seat], file_of(records_of(mesh, seat)))


def broken(data: bytes) -> Vector:
    return vector("BrokenTranscript", ("file", data))


def torn_after(data: bytes, *, whole: int) -> Vector:
    """A file of which only so many records count."""
    session = session_of(genesis_of(2, rounds=1))
    for record in fair_records()[:whole]:
        if isinstance(record, Spoken):
            session.receive(record.wire)
    return told(session, data, torn=len(data) - len(file_of(fair_records()[:whole])))
