"""What a session tells its owner, in the order in which the owner must act on it.

`Hid`, `Said` and `Proved` go to disk first and then to the others; `Heard` goes
to disk; `Shown` goes to the others only. The rest is news.
"""

from .canonical import Value
from .envelope import Envelope
from .faults import Proof
from .frozen import Frozen
from .rules import Answers, Need


class Hid(Frozen):
    """The secret behind a commitment that is about to be sent."""

    step: int
    seat: int
    salt: bytes
    value: Value


class Said(Frozen):
    """A message of our own."""

    envelope: Envelope


class Heard(Frozen):
    """A new message of another seat, or one of our own that we had lost."""

    envelope: Envelope


class Shown(Frozen):
    """A message that others seem to hold differently; side by side the two are a proof."""

    envelope: Envelope


class Proved(Frozen):
    """A seat has broken the protocol, and here is the proof."""

    proof: Proof
    detail: str


class StepOpened(Frozen):
    """The table needs something."""

    step: int
    need: Need
    state: bytes


class Settled(Frozen):
    """A step is over; these answers made the next state (opaque here: it is the rules')."""

    step: int
    need: Need
    answers: Answers
    after: object


class Absent(Frozen):
    """A seat was voted out; its messages from this number on do not count."""

    step: int
    seat: int
    number: int


class Rebuilt(Frozen):
    """We had gone on without knowing that we were voted out; the story is told again from the start."""


class Finished(Frozen):
    """The game reached its end and all present seats signed the final state."""

    step: int
    state: bytes


class Claimed(Frozen):
    """The table ended because these seats attest that they waited for the others in vain."""

    step: int
    seats: tuple[int, ...]


Event = Hid | Said | Heard | Shown | Proved | StepOpened | Settled | Absent | Rebuilt | Finished | Claimed
