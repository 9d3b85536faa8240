"""What the table asks of a game, and nothing else (protocol.md §6).

The table knows no game. It is given pure functions over a state that it never
looks into, and carries decisions as plain values that it never reads. The same
state and the same answers must give the same bytes on every machine.
"""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from .canonical import Value
from .frozen import Frozen
from .genesis import Genesis


class AskOpen(Frozen):
    """These seats each owe a decision that everybody may see at once."""

    seats: tuple[int, ...]


class AskSecret(Frozen):
    """These seats each owe a decision that nobody may see before all have chosen."""

    seats: tuple[int, ...]


class AskChance(Frozen):
    """A random value below each bound, for a use that is fixed before anybody contributes."""

    use: str
    bounds: tuple[int, ...]


class GameOver(Frozen):
    """The game has ended; the seats only sign the final state."""


Need = AskOpen | AskSecret | AskChance | GameOver

Answers = Mapping[int, Value] | tuple[int, ...]
"""Decisions by seat for `Open` and `Secret`, drawn numbers for `Chance`."""

S = TypeVar("S")


class Rules(Protocol[S]):
    """One game, as the table sees it: pure functions on an opaque state."""

    def initial(self, genesis: Genesis) -> S:
        """The state before step 1. Raises `BadGenesis` for a table that this game cannot have."""

    def need(self, state: S) -> Need:
        """What the next step has to settle."""

    def refusal(self, state: S, seat: int, value: Value) -> str | None:
        """Why the seat may not decide this now, or None if it may."""

    def default(self, state: S, seat: int) -> Value:
        """The lawful decision of a seat that is absent."""

    def settle(self, state: S, answers: Answers) -> S:
        """The state after a step. The answers have been checked."""

    def encode(self, state: S) -> Value:
        """The state as a plain value; its digest is what the seats sign.

        Parts of it may be the same objects for several states, as long as none of them is ever changed.
        """

    def decode(self, value: Value) -> S:
        """The inverse of `encode`; raises ValueError for anything else."""
