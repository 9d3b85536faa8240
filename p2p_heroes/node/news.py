"""What a node tells whoever watches: events of the table, and how the connections are.

The watcher reads a channel; it never calls back into the node's insides.
"""

from protocol.events import (
    Absent,
    Claimed,
    Event,
    Finished,
    Heard,
    Proved,
    Rebuilt,
    Said,
    Settled,
    StepOpened,
)
from protocol.leanclasses import dataclass
from protocol.messages import Forfeit, Resign


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
class Named:
    """These seats have proposed to go on without a seat of ours; in so many seconds they may."""

    seat: int
    by: tuple[int, ...]
    left: int


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


@dataclass(frozen=True, slots=True)
class Resumed:
    """We are back at a table: what happened and was said at it before, by our record, in order."""

    before: tuple[Event | Spoke, ...]


News = (
    Linked
    | Lost
    | Left
    | Spoke
    | WaitingFor
    | Named
    | Torn
    | Resumed
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


def is_check(news: News) -> bool:
    """Whether it is such news; who gives up a seat, or wants to go on without one, is news for everybody."""
    about_seats = isinstance(news, Said | Heard) and isinstance(news.envelope.message, Forfeit | Resign)
    return isinstance(news, CHECKS) and not about_seats
