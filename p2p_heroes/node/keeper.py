"""What a seat's own program knows and says, apart from its player.

A node has one keeper for each seat whose key it holds, and a spectator has none. Of a game without hidden
cards there is nothing to keep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from p2p_heroes.games.game import AnyGame, Plain, request_for
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.node.player import Question

Duty: TypeAlias = Callable[[], bytes]
"""What a seat owes, when somebody takes the time to make it: the same each time."""


class Keeper(Protocol):
    """Of one seat. Its states are those that the table has agreed on."""

    def fits(self, state: Any) -> bool:
        """Whether its secret is the one that the seat has played with so far."""

    def duty(self, state: Any) -> Duty | None:
        """What the seat owes without a choice of its player, if it is asked such a thing."""

    def question(self, state: Any) -> Question:
        """What the player sees, and is asked. Raises IllegalChoice if it is asked nothing."""

    def view(self, state: Any) -> object:
        """What the player sees."""

    def refusal(self, state: Any, decision: object) -> Reason | None:
        """Why the rules refuse what the player decides, or None if they do not."""

    def value(self, state: Any, decision: object) -> Plain:
        """What the player has decided, as it is signed."""


class OpenKeeper:
    """Of a game that hides nothing but what a step seals."""

    def __init__(self, game: AnyGame, seat: int, seed: bytes = b"") -> None:
        self._game = game
        self._seat = seat

    def fits(self, state: Any) -> bool:
        return True

    def duty(self, state: Any) -> Duty | None:
        return None

    def question(self, state: Any) -> Question:
        return self.view(state), request_for(self._game.pending(state), self._seat)

    def view(self, state: Any) -> object:
        return self._game.view(state, self._seat)

    def refusal(self, state: Any, decision: object) -> Reason | None:
        return self._game.refusal(state, self._seat, decision)

    def value(self, state: Any, decision: object) -> Plain:
        return self._game.encode_decision(decision)
