"""Questions that one board puts to one seat: to its own, or to somebody it has caught."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.decisions import DECLINE, Decision
from p2p_heroes.games.conquer.state import Own, Player, Table, Turn
from p2p_heroes.games.kit import agenda
from p2p_heroes.games.kit.refusals import Reason, because

Question: TypeAlias = agenda.Question[Table, Player, Decision]


class Asking(Question):
    """Of what is offered one thing is chosen, or perhaps none."""

    whose: ClassVar[type[Own]]
    """The block of the board that asks this."""
    declined: ClassVar[str] = ""
    """The word that tells what was declined; without one nobody may."""
    refused: ClassVar[str] = ""
    """The code that tells why something else is refused, where it is not enough to tell all choices."""

    def may_decline(self, table: Table) -> bool:
        return bool(self.declined)

    def is_due(self, table: Table) -> bool:
        """Whether the board can come to ask just this."""
        return True

    def quiet(self, table: Table) -> Decision | None:
        return DECLINE if self.may_decline(table) else None

    def keep_quiet(self, turn: Turn) -> None:
        turn.tell(events.Declined(self.asked, self.declined))

    def refusal(self, table: Table, seat: int, decision: Decision) -> Reason:
        return (
            because(self.refused) if self.refused else because("one-of", choices=tuple(self.choices(table)))
        )

    def is_coherent(self, table: Table) -> bool:
        return self.whose.is_of(table, self.seat) and self.is_due(table)
