"""What makes a table fair, as it happens: who has committed, who has locked, what was opened and found right.

Every message that a node tells of has passed all checks of `protocol`; here they are
only put in order, step by step, so that a player can watch them.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from p2p_heroes.node.news import News, Refusals, Resumed
from p2p_heroes.ui.kit.styled_lines import LineKind, Told, like
from p2p_heroes.ui.kit.text import fitted, folded
from p2p_heroes.ui.story import PEER_GONE
from p2p_heroes.ui.words import FAULTS, REFUSED
from protocol.envelope import Envelope
from protocol.events import Finished, Heard, Proved, Rebuilt, Said, Settled, StepOpened
from protocol.messages import Commit, Decide, Lock, Reveal
from protocol.rules import AskChance, AskSecret

KEPT = 100
"""Steps that can be looked back at."""

SEALED, CHANCE, OPEN = "sealed", "dice", "open"
LEGEND = "Signed by each author, checked by this program: seal, lock on what all sent, opening."
PREFIX = 8
"""Hexadecimal digits that are shown of a hash: enough to compare aloud."""


@dataclass(slots=True)
class Watched:
    """One step: by seat what it has shown so far."""

    step: int
    kind: str
    state: str
    asked: tuple[int, ...] = ()
    chosen: dict[int, str] = field(default_factory=dict)
    locked: set[int] = field(default_factory=set)
    opened: set[int] = field(default_factory=set)
    settled: bool = False
    signed: int = 0
    """Messages of the step, each with a signature that was found good."""

    @property
    def seats(self) -> list[int]:
        """Who has to do with the step, as far as it shows."""
        return sorted({*self.asked, *self.chosen, *self.locked, *self.opened})


class Fairness:
    """Listens to the news of a node."""

    def __init__(self) -> None:
        self.steps: deque[Watched] = deque(maxlen=KEPT)
        self.proven: list[tuple[int, str]] = []
        self.refused: dict[str, int] = {}
        self.final = ""

    def note(self, news: News) -> None:
        match news:
            case Resumed(before):
                for event in before:
                    self.note(event)  # type: ignore[arg-type]  # what no node tells is noted as nothing
            case StepOpened(step, need, state):
                self._open(step, need, state.hex()[:PREFIX])
            case Said(envelope) | Heard(envelope):
                self._message(envelope)
            case Settled(step):
                for watched in self.steps:
                    watched.settled = watched.settled or watched.step == step
            case Rebuilt():
                self.steps.clear()
            case Proved(proof):
                self.proven.append((proof.seat, proof.fault))
            case Refusals(name, count) if name != PEER_GONE:
                self.refused[name] = count
            case Finished(_, state):
                self.final = state.hex()[:PREFIX]

    def _open(self, step: int, need: object, state: str) -> None:
        kind = SEALED if isinstance(need, AskSecret) else CHANCE if isinstance(need, AskChance) else OPEN
        asked = () if isinstance(need, AskChance) else tuple(getattr(need, "seats", ()))
        self.steps.append(Watched(step, kind, state, asked))

    def _message(self, envelope: Envelope) -> None:
        watched = next((one for one in reversed(self.steps) if one.step == envelope.step), None)
        if watched is None:
            return
        watched.signed += 1
        match envelope.message:
            case Commit(commitment):
                watched.chosen[envelope.seat] = commitment.hex()[:PREFIX]
            case Decide():
                watched.chosen[envelope.seat] = "openly"
            case Lock():
                watched.locked.add(envelope.seat)
            case Reveal():
                watched.opened.add(envelope.seat)

    def done_by(self, seat: int) -> str:
        """How far a seat is that is not waited for in the step that goes on."""
        now = self.steps[-1] if self.steps and not self.steps[-1].settled else None
        if now is None:
            return "is ready"
        if seat in now.opened:
            return "has opened the seal"
        if seat in now.locked:
            return "has locked what all sent"
        if seat in now.chosen:
            return "has chosen" if now.kind is OPEN else "has sealed"
        return "is ready"

    def lines(self, names: Sequence[str], width: int) -> list[str]:
        """A compact block for each step, the newest last, and below them all what was proven."""
        told = [line for watched in self.steps for line in _told(watched, names, width)]
        final = (
            [Told(f"* Everybody signed the final state {self.final}.", LineKind.FAIR)] if self.final else []
        )
        faults = [
            Told(f"PROVEN: {names[seat]} {FAULTS.get(fault, '')} ({fault})", LineKind.PROVEN)
            for seat, fault in self.proven
        ]
        refused = [
            f"Refused {_counted(count, 'time')}: {REFUSED.get(name, name)}."
            for name, count in self.refused.items()
        ]
        below = [line for text in [*refused, *faults] for line in like(text, folded(text, width))]
        return [*told, *final, *below]


def _told(watched: Watched, names: Sequence[str], width: int) -> list[str]:
    verdict = "agreed by all" if watched.settled else "going on"
    mark, kind = ("*", LineKind.FAIR) if watched.settled else (" ", LineKind.PLAIN)
    head = Told(f"{mark} step {watched.step}  {watched.kind}  state {watched.state}  {verdict}", kind)
    cells = [_seat(watched, seat, names[seat]) for seat in watched.seats if seat < len(names)]
    per_line = max(1, (width - 2) // CELL)
    rows = [cells[at : at + per_line] for at in range(0, len(cells), per_line)]
    checks = [f"    checked: {', '.join(_checks(watched))}"] if watched.signed else []
    return [head, *(f"    {''.join(row)}".rstrip() for row in rows), *checks]


def _checks(watched: Watched) -> Iterator[str]:
    """What has been checked of the step so far, all of it with success: what fails is refused or proven."""
    yield f"{_counted(watched.signed, 'signature')} good"
    if watched.locked:
        yield f"{_counted(len(watched.locked), 'lock')} equal"
    if watched.opened:
        yield f"{_counted(len(watched.opened), 'opening')} as sealed"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


CELL = 36


def _seat(watched: Watched, seat: int, name: str) -> str:
    """Its seal or open choice, its lock, its opening: each is either there or a dash."""
    marks = [watched.chosen.get(seat, "-"), "locked" if seat in watched.locked else "-"]
    if watched.kind != OPEN:
        marks.append("opened" if seat in watched.opened else "-")
    return fitted(f"{fitted(name, 9)} {marks[0]:8} {' '.join(marks[1:])}", CELL)
