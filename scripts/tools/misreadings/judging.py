"""Judge the vectors below tests/vectors, as their README says, by the auditor of this package.

In: an auditor's class and a vector. Out: the verdict as header fields, those that the README asks for.
Folders that an auditor does not need (§9: frames, peer messages, connections, the lobby) are left out.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from scripts.tools.vectors.vector import Vector, read

from . import roshambo
from .auditor import Auditor, Dispute
from .envelopes import Fault, Malformed, check_body
from .fold import Endless
from .genesis import read_genesis
from .slices import NOTHING
from .values import Refused, Value, decode, digest, encode, is_key, is_signed

FOLDER = Path(__file__).resolve().parents[3] / "tests" / "vectors"

Verdict = dict[str, str]
Judge = Callable[[type[Auditor], Vector], Verdict]


@cache
def vectors() -> dict[str, Vector]:
    """The vectors that an auditor can judge, by path, the shortest first."""
    paths = [path for folder in JUDGES for path in (FOLDER / folder).glob("*.txt")]
    paths.sort(key=lambda path: (path.stat().st_size, path))
    return {path.relative_to(FOLDER).as_posix(): read(path.read_text(encoding="utf-8")) for path in paths}


def killer(kind: type[Auditor]) -> str:
    """The first vector that notices how this auditor reads, or ""."""
    own = {name for base in kind.__mro__ if base not in Auditor.__mro__ for name in vars(base)}
    # Where nothing of what is read otherwise is ever asked for, both auditors do the same.
    asked = (path for path, names in asked_for().items() if names & own)
    return next((path for path in asked if is_noticed(kind, path, vectors()[path])), "")


@cache
def asked_for() -> dict[str, frozenset[str]]:
    """By path: what of itself the auditor asks for while it judges the vector."""
    names: set[str] = set()

    class Watched(Auditor):
        def __getattribute__(self, name: str) -> Any:
            names.add(name)
            return super().__getattribute__(name)

    found = {}
    for path, vector in vectors().items():
        names.clear()
        assert not is_noticed(Watched, path, vector), path
        found[path] = frozenset(names | {"__init__"})
    return found


def is_noticed(kind: type[Auditor], path: str, vector: Vector) -> bool:
    """Whether this auditor says something else than the vector."""
    try:
        found = verdict(kind, path, vector)
    except Endless:
        return True
    return any(found.get(key) != value for key, value in expected(found, vector).items())


def expected(found: Verdict, vector: Vector) -> Verdict:
    """The header of a vector without its inputs."""
    return {"expect": vector.expect} | {key: vector.fields[key] for key in found if key in vector.fields}


def verdict(kind: type[Auditor], path: str, vector: Vector) -> Verdict:
    try:
        return JUDGES[path.partition("/")[0]](kind, vector)
    except Refused as refused:
        return {"expect": refused.name}
    except Malformed as found:
        return {"expect": "Malformed", "seat": str(found.fault.seat), "number": str(found.fault.number)}


def _seated(kind: type[Auditor], vector: Vector) -> Auditor:
    auditor = kind()
    auditor.found(vector.one("genesis"))
    return auditor


def _proven(fault: Fault) -> Verdict:
    return {"expect": fault.name, "seat": str(fault.seat), "number": str(fault.number)}


def _transcript(kind: type[Auditor], vector: Vector) -> Verdict:
    story = kind().audit(vector.one("file"))
    told = {
        "outcome": story.outcome,
        "step": str(story.step),
        "state": story.state.hex(),
        "places": _numbers(story.places),
        "absent": _numbers(story.absent),
        "claimants": _numbers(story.claimants),
        "faults": _faults(story.faults),
        "disputed": ", ".join(map(_disputed, story.disputed)),
        "torn": str(story.torn),
    }
    return told | (_proven(story.faults[0]) if story.faults else {"expect": "accept"})


def _proof_file(kind: type[Auditor], vector: Vector) -> Verdict:
    faults = kind().audit_proof_file(vector.one("file"))
    return _proven(faults[0]) | {"faults": _faults(faults)}


def _faults_of(kind: type[Auditor], vector: Vector) -> Verdict:
    auditor = _seated(kind, vector)
    return _proven(auditor.check_proof(auditor.read_proof(vector.one("proof"))))


def _session(kind: type[Auditor], vector: Vector) -> Verdict:
    auditor = _seated(kind, vector)
    for wire in vector.all("message"):
        auditor.take(wire)
    faults = auditor.story().faults
    return _proven(faults[0]) if faults else {"expect": "accept", "step": str(auditor.step)}


def _chain(kind: type[Auditor], vector: Vector) -> Verdict:
    auditor, seen = _seated(kind, vector), NOTHING
    for wire in vector.all("message"):
        message = auditor.open(wire)
        fault, seen = auditor.follow(seen, message)
        if fault:
            return _proven(Fault(fault, message.seat, message.number))
    return {"expect": "accept"}


def _envelope(kind: type[Auditor], vector: Vector) -> Verdict:
    message = _seated(kind, vector).open(vector.one("wire"))
    numbers = {key: str(getattr(message, key)) for key in ("seat", "number", "step", "tag")}
    return {"expect": "accept", "id": message.id.hex()} | numbers


def _messages(kind: type[Auditor], vector: Vector) -> Verdict:
    body = decode(vector.one("body"))
    check_body(vector.number("tag"), body)
    return {"expect": "accept"}


def _commitment(kind: type[Auditor], vector: Vector) -> Verdict:
    parts = [vector.number(key).to_bytes(8, "big") for key in ("step", "seat")]
    parts += [vector.one(name) for name in ("key", "salt", "value")]
    return {"expect": "accept", "commitment": digest("commitment", vector.one("table"), *parts).hex()}


def _chance(kind: type[Auditor], vector: Vector) -> Verdict:
    auditor = kind()
    auditor.table = vector.one("table")
    shares = {int(name.removeprefix("share-")): data for name, data in vector.blocks if name != "table"}
    drawn = auditor.drawn(vector.number("step"), vector.fields["use"], vector.numbers("bounds"), shares)
    return {"expect": "accept", "drawn": _numbers(drawn)}


def _rules(kind: type[Auditor], vector: Vector) -> Verdict:
    state = encode(roshambo.initial(read_genesis(vector.one("genesis"))))
    return {
        "expect": "accept" if state == vector.one("state") else "",
        "digest": digest("state", state).hex(),
    }


def _genesis(kind: type[Auditor], vector: Vector) -> Verdict:
    return {"expect": "accept", "table": read_genesis(vector.one("genesis")).table.hex()}


def _identity(kind: type[Auditor], vector: Vector) -> Verdict:
    key, signature, message = map(vector.one, ("key", "signature", "message"))
    if not is_key(key):
        raise Refused("BadKey")
    if not is_signed(key, signature, message):
        raise Refused("BadSignature")
    return {"expect": "accept"}


def _hashing(kind: type[Auditor], vector: Vector) -> Verdict:
    return {"expect": "accept", "digest": digest(vector.fields["tag"], *vector.all("part")).hex()}


def _canonical(kind: type[Auditor], vector: Vector) -> Verdict:
    limit = vector.number("limit") if "limit" in vector.fields else 65536
    return {"expect": "accept", "value": shown(decode(vector.one("data"), limit))}


JUDGES: dict[str, Judge] = {
    "transcript": _transcript,
    "faults": _faults_of,
    "chain": _chain,
    "session": _session,
    "proof_file": _proof_file,
    "envelope": _envelope,
    "chance": _chance,
    "rules": _rules,
    "genesis": _genesis,
    "messages": _messages,
    "commitment": _commitment,
    "hashing": _hashing,
    "identity": _identity,
    "canonical": _canonical,
}


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _faults(faults: Iterable[Fault]) -> str:
    return ", ".join(f"{fault.seat} {fault.name}" for fault in sorted(faults, key=lambda fault: fault.seat))


def _disputed(dispute: Dispute) -> str:
    groups = (dispute.cut, dispute.signers, dispute.held, dispute.known_to)
    return " /".join(f" {_numbers(group)}".rstrip() for group in groups).strip()


def shown(value: Value) -> str:
    """A plain value as the README writes it."""
    match value:
        case None:
            return "nil"
        case bytes():
            return f"h'{value.hex()}'"
        case tuple():
            return f"[{', '.join(map(shown, value))}]"
        case dict():
            return f"{{{', '.join(f'{shown(key)}: {shown(entry)}' for key, entry in value.items())}}}"
    return json.dumps(value)
