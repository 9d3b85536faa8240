"""Questions that one board puts to one seat: to its own, or to somebody it has caught."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from p2p_heroes.games.conquer import events
from p2p_heroes.games.conquer.decisions import DECLINE, Decision, Decline
from p2p_heroes.games.conquer.state import Own, Stage, Table
from p2p_heroes.games.conquer.turn import Turn
from p2p_heroes.games.game import Need, Open, Request
from p2p_heroes.games.kit.forms import to_text


class Asking(Stage):
    """Of what is offered one thing is chosen; if there is only one it is taken, if none nothing happens."""

    whose: ClassVar[type[Own]]
    """The block of the board that asks this."""
    question: ClassVar[str] = ""
    """The kind of the request, where it is not the word of what is offered."""
    declined: ClassVar[str] = ""
    """The word that tells what was declined; without one nobody may."""
    refusal: ClassVar[str] = ""
    """Why something else is refused, where it is not enough to tell all choices."""
    seat: int

    @abstractmethod
    def offers(self, table: Table) -> Sequence[Decision]:
        """What can be chosen, without declining it all."""

    @abstractmethod
    def carry_out(self, turn: Turn, chosen: Decision) -> None:
        """Do what follows from one of the offers."""

    @property
    def asked(self) -> int:
        """The seat that chooses."""
        return self.seat

    def may_decline(self, table: Table) -> bool:
        return bool(self.declined)

    def is_due(self, table: Table) -> bool:
        """Whether the board can come to ask just this."""
        return True

    def choices(self, table: Table) -> Sequence[Decision]:
        offers = self.offers(table)
        return (DECLINE, *offers) if offers and self.may_decline(table) else offers

    def need(self, table: Table) -> Need[Decision] | None:
        choices = self.choices(table)
        if len(choices) < 2:
            return None
        return Open((Request(self.asked, self.question or choices[-1].form.tag, choices),))

    def settle(self, turn: Turn, answers: Mapping[int, Decision]) -> None:
        chosen = [*answers.values()] or self.choices(turn.table)[:1]
        for one in chosen:
            if isinstance(one, Decline):
                turn.tell(events.Declined(self.asked, self.declined))
            else:
                self.carry_out(turn, one)

    def reason(self, table: Table, seat: int, decision: Decision) -> str:
        return self.refusal or " or ".join(map(to_text, self.choices(table)))

    def is_coherent(self, table: Table) -> bool:
        return self.whose.is_of(table, self.seat) and self.is_due(table)
