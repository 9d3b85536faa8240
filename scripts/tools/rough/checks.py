"""What must hold after a rough game, judged by the files that its programs left, and by what they said.

Each check yields a sentence for everything that is wrong. The files are audited all together, as by somebody
who was not there.
"""

from collections.abc import Iterator

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited
from p2p_heroes.tabletest.attacks import ATTACKS, AttackOutcome
from protocol.envelope import open_envelope
from protocol.errors import Malformed
from protocol.events import Finished
from protocol.genesis import Genesis
from protocol.transcript import Spoken
from scripts.tools.rough.cheat import STRUCK
from scripts.tools.rough.seat import RoughSeat
from scripts.tools.rough.table import RoughTable

RESULT = ("table", "outcome", "step", "state", "places")
"""What all programs must print alike; of a cheat each may have seen another fault first."""


def find_broken(table: RoughTable) -> Iterator[str]:
    """Every promise that the game has broken."""
    yield from table.wrong
    yield from find_tracebacks(table)
    findings = audit(
        [Given(seat.program.home.name, seat.program.record.read_bytes()) for seat in table.honest]
    )
    match findings:
        case (Audited() as audited,):
            yield from find_loss(table)
            yield from find_divergence(table, audited)
            yield from find_wrong_blame(table, audited)
        case _:
            yield f"the files are not of one table, or cannot be read: {findings}"


def find_tracebacks(table: RoughTable) -> Iterator[str]:
    """No program falls over, not even one that cheats."""
    for seat in table.seats:
        if "Traceback" in seat.program.complaints:
            yield f"{seat.program.home.name} fell over"


def find_loss(table: RoughTable) -> Iterator[str]:
    """What a record ever held it holds at the end, and all that honest seats said is in every record."""
    said: set[bytes] = set()
    for seat in table.honest:
        said.update(wire for wire in spoken(seat) if _is_honest(table, wire))
    for seat in table.honest:
        final = seat.program.transcript
        if lost := seat.held.difference(final.records):
            yield f"{seat.program.home.name} lost {len(lost)} of its records"
        if unheard := said.difference(seat.program.spoken):
            yield f"{seat.program.home.name} lacks {len(unheard)} messages"
        if final.torn:
            yield f"{seat.program.home.name} has {final.torn} bytes too many"


def spoken(seat: RoughSeat) -> list[bytes]:
    """The messages that its record holds or has ever held."""
    remembered = [record.wire for record in seat.held if isinstance(record, Spoken)]
    return [*remembered, *seat.program.spoken]


def _is_honest(table: RoughTable, wire: bytes) -> bool:
    if table.cheat is None:
        return True
    genesis = Genesis.read(table.honest[0].program.transcript.genesis)
    try:
        return open_envelope(wire, genesis).seat != table.cheat.program.seat
    except Malformed:
        return False


def find_divergence(table: RoughTable, audited: Audited) -> Iterator[str]:
    """One table, one result: in every file, and in what every program printed."""
    ends = {(sheet.step, sheet.outcome) for sheet in audited.sheets}
    if len(ends) != 1 or not isinstance(audited.outcome, Finished):
        yield f"not one end: {ends}"
    if audited.partings:
        yield f"stories part: {audited.partings}"
    if audited.unseen and table.cheat is None:
        yield f"choices that nobody holds: {audited.unseen}"
    told = [seat.program.result for seat in table.honest]
    results = {tuple(str(one[what]) for what in RESULT) for one in told}
    if len(results) != 1:
        yield f"not one result: {results}"
    if told[0]["state"] != audited.state.hex():
        yield f"the programs ended with {told[0]['state']}, the files with {audited.state.hex()}"


def find_wrong_blame(table: RoughTable, audited: Audited) -> Iterator[str]:
    """Nobody is proven guilty, voted out or lost but the cheat; and the cheat is, if it was seen to lie."""
    guilty = set() if table.cheat is None else {table.cheat.program.seat}
    blamed = [(found.proof.seat, found.proof.fault) for found in audited.convictions]
    blamed += [(absence.seat, "absent") for absence in audited.absences]
    blamed += [(stray.seat, f"astray in its {stray.field}") for stray in audited.strays]
    for seat, why in blamed:
        if seat not in guilty:
            yield f"seat {seat} is blamed: {why}"
    if table.cheat is not None and STRUCK in table.cheat.program.complaints:
        attack = ATTACKS[table.plan.attack]
        faults = {conviction.proof.fault for conviction in audited.convictions}
        # Who tells two stories to two seats is found out when both have arrived: the one may have got the
        # other's before.
        if attack.verdict is AttackOutcome.PROVEN and not attack.split and not faults & attack.faults:
            yield f"{attack.name} was not found out"
        if attack.verdict is AttackOutcome.HARMLESS and faults:
            yield f"{attack.name} should not have been provable: {faults}"
