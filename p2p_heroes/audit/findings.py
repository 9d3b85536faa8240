"""What an audit finds: data only, apart from the verdict that each finding comes to.

Proven and attested are different types, and neither is ever made into the other: a `Conviction` holds a
proof that stands alone, an `Absence` the names of those who say that they waited.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from p2p_heroes.audit.difference import ClaimedState, Difference
from p2p_heroes.games.kit.refusals import Reason
from protocol.envelope import Envelope
from protocol.errors import BadGenesis, BrokenTranscript
from protocol.events import Claimed, Finished
from protocol.faults import Proof
from protocol.genesis import Genesis


class Verdict(IntEnum):
    """What it comes to; the numbers are the exit codes of `audit`."""

    SOUND = 0
    DOUBTFUL = 1
    """Something does not hold, and nobody is proven guilty of it."""
    UNREADABLE = 2
    PROVEN = 3
    NO_RESULT = 4
    DISPUTED = 5
    """Seats were voted out for what the files hold, and nobody is proven guilty of anything."""


GRAVITY = (
    *(Verdict.SOUND, Verdict.NO_RESULT, Verdict.UNREADABLE),
    *(Verdict.DISPUTED, Verdict.DOUBTFUL, Verdict.PROVEN),
)
"""Of several verdicts the last one of these counts."""


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that shows nothing: no transcript, damaged, or written by no honest program."""

    name: str
    refusal: str
    """The verdict of the protocol."""
    cause: str
    """The verdict on what is inside: of a record that nobody would have accepted, or the same again."""
    detail: str

    @property
    def verdict(self) -> Verdict:
        unreadable = self.refusal == BadGenesis.__name__ or self.cause == BrokenTranscript.__name__
        return Verdict.UNREADABLE if unreadable else Verdict.DOUBTFUL


@dataclass(frozen=True, slots=True)
class Sheet:
    """A transcript that is sound: how many messages of each seat it holds, and where it ends by itself."""

    name: str
    heads: tuple[int, ...]
    torn: int
    step: int
    outcome: Finished | Claimed | None


@dataclass(frozen=True, slots=True)
class Conviction:
    """A proven fault: in which message of which step, and the messages that show it."""

    proof: Proof
    number: int
    step: int
    evidence: tuple[Envelope | bytes, ...]
    """Opened, or as bytes where the fault is that they are no message."""
    reason: Reason | None = None
    """Why the rules refuse it, if they do."""
    claim: ClaimedState | None = None
    """Which wrong state was claimed, if it could be found again."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """What speaks against a vote. It proves nothing: what is here may have been late.

    held: messages of the seat that the vote says did not come, by number. known_to: those who voted and had
    signed in their locks that they held the seat's choice. Both empty: it was voted out as guilty, and
    nothing shows a fault; or it had said before all that the step asked of it.
    """

    held: tuple[int, ...] = ()
    known_to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat that was voted out: from this number on its messages do not count. Attested, not proven."""

    seat: int
    step: int
    number: int
    observers: tuple[int, ...]
    dispute: Dispute | None = None


@dataclass(frozen=True, slots=True)
class Resignation:
    """A seat that gave up, in a message of its own: its signature proves it."""

    seat: int
    step: int
    number: int


@dataclass(frozen=True, slots=True)
class Stray:
    """A seat that signed another past or state than the table's, and nothing proves whose fault that is."""

    seat: int
    step: int
    number: int
    field: str
    claim: ClaimedState | None = None
    """Which other state it signed, if it could be found again."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """Messages of a seat that a file lacks and another file of the table has."""

    name: str
    seat: int
    first: int
    last: int
    known_to: tuple[int, ...]
    """Seats whose signed locks name a choice among them."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """A lock that names a choice of another seat which no file holds."""

    step: int
    author: int
    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Parting:
    """Two files whose stories part: at which step, after whose answers, and in which field first."""

    one: str
    other: str
    step: int
    seats: tuple[int, ...]
    difference: Difference


@dataclass(frozen=True, slots=True)
class Audited:
    """One table, as all its files together show it."""

    genesis: Genesis
    sheets: tuple[Sheet, ...]
    outcome: Finished | Claimed | None
    step: int
    state: bytes
    places: tuple[int, ...]
    heads: tuple[int, ...]
    convictions: tuple[Conviction, ...]
    """The one that was found first comes first."""
    resignations: tuple[Resignation, ...]
    absences: tuple[Absence, ...]
    strays: tuple[Stray, ...]
    lacking: tuple[Lacking, ...]
    unseen: tuple[Unseen, ...]
    partings: tuple[Parting, ...]

    @property
    def verdict(self) -> Verdict:
        if self.convictions:
            return Verdict.PROVEN
        ends = {sheet.outcome for sheet in self.sheets if isinstance(sheet.outcome, Finished)}
        if self.strays or len(ends) > 1:
            return Verdict.DOUBTFUL
        if any(absence.dispute for absence in self.absences):
            return Verdict.DISPUTED
        return Verdict.SOUND if isinstance(self.outcome, Finished) else Verdict.NO_RESULT


@dataclass(frozen=True, slots=True)
class SoundProofs:
    """A proof file whose proofs all hold."""

    name: str
    genesis: Genesis
    convictions: tuple[Conviction, ...]
    verdict: Verdict = Verdict.PROVEN


Finding = RefusedFile | Audited | SoundProofs


def overall(findings: Iterable[Finding]) -> Verdict:
    """The gravest of the verdicts."""
    return max((finding.verdict for finding in findings), key=GRAVITY.index, default=Verdict.SOUND)
