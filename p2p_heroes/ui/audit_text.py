"""What an audit found, in words for people.

Proven, attested and merely missing are told in different words, and every sentence that could
be taken for a blame says whether it is one.
"""

from collections.abc import Iterator, Sequence

from p2p_heroes.audit.difference import ClaimedState, Difference
from p2p_heroes.audit.findings import (
    Absence,
    Audited,
    Conviction,
    Dispute,
    Finding,
    Lacking,
    Parting,
    RefusedFile,
    Resignation,
    Sheet,
    SoundProofs,
    Stray,
    Unseen,
    Verdict,
)
from p2p_heroes.ui.evidence import said, written
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.words import joined
from p2p_heroes.ui.words import FAULTS, file_sentence
from protocol.canonical import Value
from protocol.events import Claimed, Finished
from protocol.genesis import Genesis
from protocol.words import table_words

CHECKED = "roster, signatures, chains, commitments, chance, rules, states"
BY_SEAT = {"players", "scores", "throws"}
"""Fields of a state that have an entry for each seat."""

REFUSED = {
    "Ahead": "it goes on without what must have come before; something was taken out, or never there",
    "BadProof": "it accuses somebody, and the evidence does not bear it out; nobody is proven guilty",
    "BadSignature": "a message in it was not signed by the seat that it names. Anybody can write such "
    "a file, so nobody is proven guilty",
    "Gap": "a message is missing before another of the same seat; it was taken out, or never there",
    "WrongTable": "a message in it belongs to another table",
}
"""What is wrong inside of a file whose records are in order."""


def complaints(findings: Sequence[Finding]) -> list[str]:
    """A line for each file that could not be read."""
    unread = [f for f in findings if isinstance(f, RefusedFile) and f.verdict is Verdict.UNREADABLE]
    return [f"{one.name}: {file_sentence(one.refusal)} ({one.detail})" for one in unread]


def told(findings: Sequence[Finding]) -> Iterator[str]:
    """All that was found, but for files that could not be read."""
    for place, finding in enumerate(f for f in findings if f.verdict is not Verdict.UNREADABLE):
        if place:
            yield ""
        match finding:
            case RefusedFile():
                yield _refused(finding)
            case SoundProofs():
                yield from _shown(finding)
            case Audited():
                yield from _TableText(finding).told()


def _refused(finding: RefusedFile) -> str:
    what = REFUSED.get(finding.cause, "it holds what no honest program writes; nobody is proven guilty")
    return f"{finding.name}: does not hold: {what} ({finding.detail})."


def _shown(finding: SoundProofs) -> Iterator[str]:
    names = _names(finding.genesis)
    yield from _heading(finding.genesis)
    yield f"  {finding.name}: the proof holds by itself"
    for conviction in finding.convictions:
        yield ""
        yield from _convicted(conviction, finding.genesis, names)


def _names(genesis: Genesis) -> list[str]:
    return [seat.name for seat in genesis.seats]


def _heading(genesis: Genesis) -> Iterator[str]:
    seats = [f"{seat.name} ({seat.choice})" if seat.choice else seat.name for seat in genesis.seats]
    yield f"{genesis.game}: {joined(seats)}"
    yield f"Table words: {table_words(genesis.table)}"


class _TableText:
    """One table in words."""

    def __init__(self, finding: Audited) -> None:
        self._finding = finding
        self._names = _names(finding.genesis)

    def told(self) -> Iterator[str]:
        found = self._finding
        yield from _heading(found.genesis)
        yield from map(self._sheet, found.sheets)
        yield ""
        yield from self._end()
        for conviction in found.convictions:
            yield ""
            yield from _convicted(conviction, found.genesis, self._names)
        notes = [
            *map(self._resigned, found.resignations),
            *map(self._absent, found.absences),
            *map(self._strayed, found.strays),
            *map(self._parted, found.partings),
            *map(self._lacked, found.lacking),
            *map(self._unseen, found.unseen),
        ]
        yield from ["", *notes] if notes else []
        if found.verdict is Verdict.SOUND or found.verdict is Verdict.NO_RESULT:
            yield ""
            result = ", result" if isinstance(found.outcome, Finished) else ""
            yield f"No fault. Checked from nothing: {CHECKED}{result}."

    def _sheet(self, sheet: Sheet) -> str:
        torn = f"; a crash tore off the last {sheet.torn} bytes" if sheet.torn else ""
        count = sum(sheet.heads)
        messages = "1 message" if count == 1 else f"{count} messages"
        return f"  {sheet.name}: {messages}, up to step {sheet.step}{torn}"

    def _end(self) -> Iterator[str]:
        found = self._finding
        match found.outcome:
            case Finished(_, state):
                order = sorted(zip(found.places, self._names, strict=True))
                yield f"Result: {', '.join(f'{place}. {name}' for place, name in order)}."
                yield f"All who were there signed the final state {state.hex()[:16]}, step {found.step}."
            case Claimed(step, seats) if self._others(seats) <= self._gave_up:
                yield f"No result: nobody was left to go on with at step {step}, after what was signed below."
            case Claimed(step, seats):
                names = self._all(seats)
                yield f"No result. Attested, not proven: {names} waited in vain for the others, step {step}."
            case _:
                yield f"No result: the game breaks off at step {found.step}."
        for seat, head in enumerate(found.heads):
            if head == 0:
                name = self._names[seat]
                yield f"{name} never signed this table, so nothing here says anything about {name}."

    @property
    def _gave_up(self) -> set[int]:
        return {one.seat for one in self._finding.resignations}

    def _others(self, seats: Sequence[int]) -> set[int]:
        """Who was in the game at its end, apart from these seats."""
        out = {absence.seat for absence in self._finding.absences} - self._gave_up
        return set(range(len(self._names))).difference(seats, out)

    def _resigned(self, resignation: Resignation) -> str:
        name, step, number = self._names[resignation.seat], resignation.step, resignation.number
        return f"{name} resigned at step {step}: message {number}, signed by {name}."

    def _absent(self, absence: Absence) -> str:
        name, observers = self._names[absence.seat], self._all(absence.observers)
        if absence.seat in {one.proof.seat for one in self._finding.convictions}:
            return f"{observers} voted {name} out at step {absence.step}, after the fault."
        if absence.seat in self._gave_up:
            return f"{observers} went on without {name} at step {absence.step}."
        if absence.dispute is not None:
            return self._disputed(absence, absence.dispute)
        return (
            f"Attested, not proven: {observers} waited in vain for {name} at step {absence.step}; "
            f"from message {absence.number} on nothing of {name} counts."
        )

    def _disputed(self, absence: Absence, dispute: Dispute) -> str:
        name, observers = self._names[absence.seat], self._all(absence.observers)
        if not dispute.held and absence.number:
            return (
                f"Disputed, not proven: {observers} voted {name} out at step {absence.step}, "
                f"and {name} had said all that the step asked for."
            )
        if not dispute.held:
            return (
                f"Disputed, not proven: {observers} voted {name} out at step {absence.step} for a fault, "
                "and no file shows one."
            )
        held = joined([str(number) for number in dispute.held])
        if not dispute.known_to:
            # What a crash, a vote and a comeback leave behind.
            return (
                f"{observers} went on without {name} at step {absence.step}; {name}'s message "
                f"{absence.number} came later or was not heard. Nobody is accused. Disputed, not proven: "
                f"they signed that it did not come, and here it is ({held})."
            )
        return (
            f"Disputed, not proven: {observers} signed that message {absence.number} of {name} did not come "
            f"at step {absence.step}, and here it is ({held}). It may have been late. "
            f"{self._all(dispute.known_to)} had locked that choice."
        )

    def _strayed(self, stray: Stray) -> str:
        name = self._names[stray.seat]
        told = _claimed(stray.claim, stray.step, name, self._names)
        state = f" {told}" if stray.field == "state" else ""
        return (
            f"Doubtful: {name} signed another {stray.field} than the table's at step {stray.step}, message "
            f"{stray.number}. It had voted before and may have counted otherwise, so nothing is proven."
            f"{state}"
        )

    def _lacked(self, lack: Lacking) -> str:
        count = (
            f"message {lack.first}" if lack.first == lack.last else f"messages {lack.first} to {lack.last}"
        )
        known = (
            f" {self._all(lack.known_to)} signed to have had a choice among them." if lack.known_to else ""
        )
        name = self._names[lack.seat]
        return (
            f"{lack.name} lacks {count} of {name}.{known} Whether they never came there or were left out, "
            "no signature tells."
        )

    def _unseen(self, unseen: Unseen) -> str:
        author, name = self._names[unseen.author], self._names[unseen.seat]
        return (
            f"{author}'s lock of step {unseen.step}, message {unseen.number}, names a choice of {name} that "
            f"no file here holds: it did not come, was left out, was shown to {author} alone, or was never "
            "made. That proves nothing against anybody."
        )

    def _parted(self, parting: Parting) -> str:
        cause = f", after what was counted of {self._all(parting.seats)}" if parting.seats else ""
        one, other = (_stands(side) for side in (parting.difference.one, parting.difference.other))
        field = _place(parting.difference, self._names)
        return (
            f"{parting.one} and {parting.other} part at step {parting.step}{cause} in step "
            f"{parting.step - 1}: {field} is {one} in the one and {other} in the other."
        )

    def _all(self, seats: Sequence[int]) -> str:
        return joined([self._names[seat] for seat in seats])


def _convicted(conviction: Conviction, genesis: Genesis, names: Sequence[str]) -> Iterator[str]:
    proof = conviction.proof
    name = names[proof.seat]
    where = f"step {conviction.step}, message {conviction.number}"
    yield f"Proven: {name} {FAULTS[proof.fault]} ({proof.fault}), {where}."
    yield f"  Signed with the key {genesis.seats[proof.seat].key.hex()}."
    if conviction.reason:
        yield f"  The rules say: {GAME_UIS[genesis.game].refused(conviction.reason)}."
    if proof.fault == "WrongState":
        yield f"  {_claimed(conviction.claim, conviction.step, name, names)}"
    yield "  The evidence:"
    yield from (f"    {said(piece, genesis)}" for piece in conviction.evidence)


def _claimed(claim: ClaimedState | None, step: int, name: str, names: Sequence[str]) -> str:
    if claim is None:
        return f"{name} signed only the digest of that state, and no likely mistake leads to it."
    right, wrong = _stands(claim.difference.one), _stands(claim.difference.other)
    how = (
        f"before step {step - 1}"
        if claim.counted is None
        else f"after step {step - 1} {_counted(claim, names)}"
    )
    return f"It is the state {how}: {_place(claim.difference, names)} should be {right} and is {wrong}."


def _counted(claim: ClaimedState, names: Sequence[str]) -> str:
    counted = joined([names[seat] for seat in claim.counted or ()])
    return f"if only what {counted} chose counts" if counted else "if no choice counts"


def _place(difference: Difference, names: Sequence[str]) -> str:
    """Where something stands in a state, from the outside inwards."""
    words: list[str] = []
    for key in difference.place:
        by_seat = isinstance(key, int) and words and words[-1] in BY_SEAT and key < len(names)
        words.append(names[int(key)] if by_seat else f"entry {key + 1}" if isinstance(key, int) else key)
    return " › ".join(words) or "the whole state"


def _stands(values: tuple[Value, ...]) -> str:
    return written(values[0]) if values else "not there"
