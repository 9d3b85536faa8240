"""What a bot has to be told about a game before it can think ahead in it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from p2p_heroes.games.game import Request

S = TypeVar("S")
D = TypeVar("D")


class Judge(Protocol[S, D]):
    """Knows what a table of one game is worth. It draws lots only where it is told to."""

    def imagine(self, view: object) -> S | None:
        """A state that fits what a seat sees, or None if this is no view of the game."""

    def worth(self, state: S, seat: int) -> int:
        """How good a state is for a seat, in hundredths of a point, with what the others have against it."""

    def candidates(self, state: S, request: Request[D], most: int) -> Sequence[D]:
        """Choices that deserve a closer look: the most promising first, each once, at least one."""

    def guess(self, state: S, request: Request[D]) -> D:
        """What a sensible player would choose, found quickly."""

    def draw(self, state: S, request: Request[D], random: Random) -> D:
        """What a player might choose who is not so easily seen through."""

    def is_duel(self, request: Request[D]) -> bool:
        """Whether all that counts is what the others choose at the same moment."""

    def clock(self, state: S) -> int:
        """How far the game is: grows with every part of a round, `ROUND` in each round."""


ROUND = 8
"""By how much a judge's clock has advanced after a whole round."""

# Like AnyGame: a list of judges cannot name each one's own types.
AnyJudge: TypeAlias = Judge[Any, Any]
