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
from protocol.frozen import Frozen
from protocol.messages import Forfeit, Resign


class Linked(Frozen):
    """A seat is connected."""

    seat: int


class Lost(Frozen):
    """A connection to a seat ended; the node goes on trying."""

    seat: int
    reason: str


class Unlinked(Frozen):
    """Of the seats that are not connected: who is heard through others; who not at all, for how long."""

    through: tuple[int, ...]
    silent: tuple[tuple[int, int], ...]


class Apart(Frozen):
    """These pairs of seats have no direct connection now, so others pass on what they say.

    joined: those that have one again. A pair of which one is away is in neither list.
    """

    pairs: tuple[tuple[int, int], ...]
    joined: tuple[tuple[int, int], ...] = ()


class Left(Frozen):
    """A player left on purpose."""

    seat: int


class WaitingFor(Frozen):
    """The table waits for these seats, each for so many seconds; with those away its patience is over."""

    seconds: tuple[tuple[int, int], ...]
    away: tuple[int, ...]


class Alone(Frozen):
    """All the others, these seats, have been away for the table's patience, while a seat of ours is asked."""

    seats: tuple[int, ...]
    patience: int


class Forgotten(Frozen):
    """What a seat of ours has hidden in this step is in no record here, so it can never reveal it."""

    seat: int


class Unanswered(Frozen):
    """We asked to go on without some seats, and others, who owe nothing, have not answered."""

    without: tuple[int, ...]
    silent: tuple[tuple[int, int], ...]
    """Each with the seconds since it was asked."""
    away: tuple[int, ...]


class ForfeitProposed(Frozen):
    """These seats have proposed to go on without a seat of ours; in so many seconds they may."""

    seat: int
    by: tuple[int, ...]
    left: int


class Relented(Frozen):
    """A person who wanted to go on without a seat does not want it any more, as their own program tells."""

    seat: int
    without: int


class Reprieve(Frozen):
    """A claim of ours is void if these seats come, for so many seconds more; 0: as long as they are heard."""

    seats: tuple[int, ...]
    left: int


class ReprieveOver(Frozen):
    """The claim stands, or is void: who was missing came, and the table goes on."""

    stands: bool


class Torn(Frozen):
    """The end of our record was torn off by a crash; so many bytes were cut."""

    count: int


class Refusals(Frozen):
    """Bytes or visitors were refused, so many times in all, under this name. The game is not disturbed."""

    name: str
    count: int


class Spoke(Frozen):
    """A seat, perhaps our own, said something to the others."""

    seat: int
    text: str


class TableSummary(Frozen):
    """Where a table stands, or how it ended. `places`: of the seats, once the game is over."""

    table: bytes
    game: str
    names: tuple[str, ...]
    step: int
    state: bytes
    places: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]
    """By seat what is proven against it."""
    view: object
    """The game as our seat sees it."""


class Resumed(Frozen):
    """We are back at a table: what happened and was said at it before, by our record, in order."""

    before: tuple[Event | Spoke, ...]


News = (
    Linked
    | Lost
    | Unlinked
    | Apart
    | Left
    | Spoke
    | WaitingFor
    | Alone
    | Forgotten
    | Unanswered
    | ForfeitProposed
    | Relented
    | Reprieve
    | ReprieveOver
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
