"""Hook points: gathering, rounds and actions, and the end of the game."""

from __future__ import annotations

from p2p_heroes.games.conquer.decisions import Action
from p2p_heroes.games.conquer.resources import Bundle, Resource
from p2p_heroes.games.conquer.state import Table, Turn
from p2p_heroes.games.conquer.terms import Score, Source
from p2p_heroes.games.kit.effects import Hooks


class RoundHooks(Hooks):
    """Changes nothing. `seat` is always whose effect it is."""

    def gathered(self, table: Table, seat: int, amount: int, resource: Resource) -> int:
        """How much a gathering action gives."""
        return amount

    def receives(self, turn: Turn, seat: int, received: Bundle, source: Source) -> Bundle:
        """Resources come from somewhere; returned is what goes into the inventory at once."""
        return received

    def game_started(self, turn: Turn, seat: int) -> None:
        """All stand where they begin, and the first round starts."""

    def round_planned(self, turn: Turn, seat: int) -> None:
        """The actions of the round are announced, and none has begun."""

    def actions_awaited(self, turn: Turn, seat: int) -> None:
        """All that the announcement has brought is settled, and the first action is about to begin."""

    def round_ended(self, turn: Turn, seat: int) -> None:
        """All actions of the round are performed; what lasted for the round is over."""

    def gains_by_level(self, table: Table, seat: int, gains: bool, action: Action, level: int) -> bool:
        """Whether an action of this level would do more for the seat at a higher one."""
        return gains

    def action_announced(self, turn: Turn, seat: int, action: Action) -> None:
        """An action is about to be performed by all, or by the one who acts alone; all are told."""

    def leftover(self, table: Table, seat: int, left: int) -> int:
        """How many resources are in the inventory at the end, which break a tie."""
        return left

    def final_score(self, table: Table, seat: int, score: Score) -> Score:
        """The boxes at the end of the game."""
        return score
