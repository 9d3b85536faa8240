"""What a node tells whoever watches: events of the table, and how the connections are.

The watcher reads a channel; it never calls back into the node's insides.
"""

from protocol.events import Absent, Claimed, Finished, Heard, Proved, Rebuilt, Said, Settled, StepOpened
from protocol.leanclasses import dataclass


@dataclass(frozen=True, slots=True)
class Linked:
    """A seat is connected."""

    seat: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A connection to a seat ended; the node goes on trying."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player left on purpose."""

    seat: int


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """The table waits for these seats, each for so many seconds, and of those it may go on without some."""

    seconds: tuple[tuple[int, int], ...]
    overdue: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Torn:
    """The end of our record was torn off by a crash; so many bytes were cut."""

    count: int


@dataclass(frozen=True, slots=True)
class Refusals:
    """Bytes or visitors were refused, so many times in all, under this name. The game is not disturbed."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Spoke:
    """A seat, perhaps our own, said something to the others."""

    seat: int
    text: str


News = (
    Linked
    | Lost
    | Left
    | Spoke
    | WaitingFor
    | Torn
    | Refusals
    | StepOpened
    | Settled
    | Absent
    | Proved
    | Rebuilt
    | Finished
    | Claimed
    | Said
    | Heard
)

CHECKS = (StepOpened, Said, Heard)
"""News of which there is one for every message or step: for somebody who watches how a table stays fair."""
