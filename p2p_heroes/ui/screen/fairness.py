"""What makes a table fair, as it happens: who has committed, who has locked, what was opened and found right.

Every message that a node tells of has passed all checks of `protocol`; here they are
only put in order, step by step, so that a player can watch them.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from p2p_heroes.node.news import News
from protocol.envelope import Envelope
from protocol.events import Heard, Proved, Said, Settled, StepOpened
from protocol.messages import Commit, Decide, Lock, Reveal
from protocol.rules import Chance, Secret

KEPT = 40
"""Steps that can be looked back at."""


@dataclass(slots=True)
class Watched:
    """One step: by seat what it has shown so far."""

    step: int
    kind: str
    state: str
    sealed: dict[int, str] = field(default_factory=dict)
    locked: set[int] = field(default_factory=set)
    opened: set[int] = field(default_factory=set)
    decided: set[int] = field(default_factory=set)
    settled: bool = False


class Fairness:
    """Listens to the news of a node."""

    def __init__(self) -> None:
        self.steps: deque[Watched] = deque(maxlen=KEPT)
        self.proven: list[str] = []

    def note(self, news: News) -> None:
        match news:
            case StepOpened(step, need, state):
                kind = (
                    "sealed" if isinstance(need, Secret) else "chance" if isinstance(need, Chance) else "open"
                )
                self.steps.append(Watched(step, kind, state.hex()[:8]))
            case Said(envelope) | Heard(envelope):
                self._message(envelope)
            case Settled(step):
                for watched in self.steps:
                    watched.settled = watched.settled or watched.step == step
            case Proved(proof):
                self.proven.append(f"seat {proof.seat + 1}: {proof.fault}")

    def _message(self, envelope: Envelope) -> None:
        watched = next((one for one in reversed(self.steps) if one.step == envelope.step), None)
        if watched is None:
            return
        match envelope.message:
            case Commit(commitment):
                watched.sealed[envelope.seat] = commitment.hex()[:8]
            case Decide():
                watched.decided.add(envelope.seat)
            case Lock():
                watched.locked.add(envelope.seat)
            case Reveal():
                watched.opened.add(envelope.seat)

    def lines(self, names: Sequence[str]) -> list[str]:
        """The newest step last, each with one line per seat that took part in it."""
        told = [line for watched in self.steps for line in _told(watched, names)]
        return [*told, *(f"PROVEN: {fault}" for fault in self.proven)]


def _told(watched: Watched, names: Sequence[str]) -> list[str]:
    end = "settled by all" if watched.settled else "going on"
    lines = [f"Step {watched.step}, {watched.kind}, from state {watched.state}: {end}"]
    for seat, name in enumerate(names):
        marks = []
        if seat in watched.sealed:
            marks.append(f"sealed {watched.sealed[seat]}")
        if seat in watched.decided:
            marks.append("decided, signed")
        if seat in watched.locked:
            marks.append("locked what all sent")
        if seat in watched.opened:
            marks.append("opened: matches its seal")
        if marks:
            lines.append(f"  {name}: {', '.join(marks)}")
    return lines
