"""What an audit found, as one JSON value for programs: everything by name, bytes in hex."""

from collections.abc import Sequence

from p2p_heroes.audit.difference import ClaimedState, Difference
from p2p_heroes.audit.findings import Audited, Conviction, Finding, RefusedFile, SoundProofs, Verdict, overall
from p2p_heroes.ui.evidence import kind_of, said, written
from protocol.canonical import Value
from protocol.envelope import Envelope
from protocol.events import Claimed, Finished
from protocol.genesis import Genesis
from protocol.words import table_words

Plain = dict[str, object]


def as_json(findings: Sequence[Finding]) -> Plain:
    """All findings, and what they come to together."""
    verdict = overall(findings)
    return {
        "verdict": _word(verdict),
        "code": int(verdict),
        "refused": [_refused(finding) for finding in findings if isinstance(finding, RefusedFile)],
        "proofs": [_shown(finding) for finding in findings if isinstance(finding, SoundProofs)],
        "tables": [_table(finding) for finding in findings if isinstance(finding, Audited)],
    }


def _word(verdict: Verdict) -> str:
    return verdict.name.lower().replace("_", " ")


def _refused(finding: RefusedFile) -> Plain:
    return {
        "file": finding.name,
        "verdict": _word(finding.verdict),
        "refusal": finding.refusal,
        "cause": finding.cause,
        "detail": finding.detail,
    }


def _shown(finding: SoundProofs) -> Plain:
    return {
        "file": finding.name,
        "verdict": _word(finding.verdict),
        **_genesis(finding.genesis),
        "faults": [_fault(one, finding.genesis) for one in finding.convictions],
    }


def _genesis(genesis: Genesis) -> Plain:
    return {
        "game": genesis.game,
        "rules": genesis.rules_version,
        "table": genesis.table.hex(),
        "words": table_words(genesis.table),
        "seats": [{"name": s.name, "choice": s.choice, "key": s.key.hex()} for s in genesis.seats],
    }


def _fault(conviction: Conviction, genesis: Genesis) -> Plain:
    proof = conviction.proof
    return {
        "fault": proof.fault,
        "seat": proof.seat,
        "name": genesis.seats[proof.seat].name,
        "step": conviction.step,
        "number": conviction.number,
        "reason": str(conviction.reason or ""),
        "claim": _claim(conviction.claim),
        "evidence": [_piece(piece, genesis) for piece in conviction.evidence],
        "proof": proof.encode().hex(),
    }


def _claim(claim: ClaimedState | None) -> Plain | None:
    if claim is None:
        return None
    counted = None if claim.counted is None else list(claim.counted)
    return {"counted": counted, **_difference(claim.difference)}


def _difference(difference: Difference) -> Plain:
    place, one, other = difference.place, difference.one, difference.other
    return {"field": list(place), "one": _standing(one), "other": _standing(other)}


def _standing(values: tuple[Value, ...]) -> str | None:
    return written(values[0]) if values else None


def _piece(piece: Envelope | bytes, genesis: Genesis) -> Plain:
    told: Plain = {"kind": kind_of(piece), "text": said(piece, genesis)}
    if isinstance(piece, Envelope):
        told |= {"seat": piece.seat, "number": piece.number, "step": piece.step, "id": piece.id.hex()}
    return told


def _table(finding: Audited) -> Plain:
    names = [seat.name for seat in finding.genesis.seats]
    return {
        **_genesis(finding.genesis),
        "verdict": _word(finding.verdict),
        "outcome": _outcome(finding.outcome),
        "claimants": list(finding.outcome.seats) if isinstance(finding.outcome, Claimed) else [],
        "step": finding.step,
        "state": finding.state.hex(),
        "places": dict(zip(names, finding.places, strict=False)),
        "messages": list(finding.heads),
        "files": [
            {
                "file": sheet.name,
                "messages": list(sheet.heads),
                "torn": sheet.torn,
                "step": sheet.step,
                "outcome": _outcome(sheet.outcome),
            }
            for sheet in finding.sheets
        ],
        "faults": [_fault(one, finding.genesis) for one in finding.convictions],
        **_unproven(finding),
    }


def _outcome(outcome: Finished | Claimed | None) -> str:
    return type(outcome).__name__.lower() if outcome else "unfinished"


def _unproven(finding: Audited) -> Plain:
    """What convicts nobody."""
    return {
        "resigned": [
            {"seat": one.seat, "step": one.step, "number": one.number} for one in finding.resignations
        ],
        "attested": [
            {
                "seat": one.seat,
                "step": one.step,
                "number": one.number,
                "witnesses": list(one.observers),
                "disputed": one.dispute
                and {"held": list(one.dispute.held), "known_to": list(one.dispute.known_to)},
            }
            for one in finding.absences
        ],
        "strays": [
            {
                "seat": one.seat,
                "step": one.step,
                "number": one.number,
                "signed": one.field,
                "claim": _claim(one.claim),
            }
            for one in finding.strays
        ],
        "partings": [
            {
                "files": [one.one, one.other],
                "step": one.step,
                "after": list(one.seats),
                **_difference(one.difference),
            }
            for one in finding.partings
        ],
        "lacking": [
            {
                "file": one.name,
                "seat": one.seat,
                "first": one.first,
                "last": one.last,
                "known_to": list(one.known_to),
            }
            for one in finding.lacking
        ],
        "unseen": [
            {"step": one.step, "author": one.author, "number": one.number, "seat": one.seat}
            for one in finding.unseen
        ],
    }
