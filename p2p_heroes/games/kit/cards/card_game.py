"""What a game of cards is to a dealer: a game whose needs may be card needs, over handles alone.

The same rules are played in two ways. The plain dealer (`plain`) knows every face, and makes a game of them
like any other: for tests, tournaments and bots that look ahead. At a table the cards are masked, and each
seat's program knows the faces of its own cards only. The rules cannot tell one from the other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias, TypeVar, cast

from p2p_heroes.games.errors import IllegalChoice
from p2p_heroes.games.game import Answers, Need, Step, asked, fits, not_asked
from p2p_heroes.games.kit.cards.needs import CardAnswer, CardNeed, Gone, is_card_need
from p2p_heroes.games.kit.forms import Record
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.games.kit.rulebook import DeclaredGame, is_offered

S = TypeVar("S")
D = TypeVar("D", bound=Record)

Faces: TypeAlias = Mapping[int, int]
"""By handle, the faces that somebody knows."""


class CardGame(DeclaredGame[S, D]):
    """The rules of one game of cards. What is not described here is as in `games.game.Game`."""

    family: ClassVar[str]
    """What the faces of its cards are called by, so that no card serves two games."""
    faces: ClassVar[int]
    """How many faces there are, numbered from 0. Copies of a card are different faces."""

    @abstractmethod
    def pending(self, state: S) -> Need[D] | CardNeed:
        """What is needed next. Of a seat is asked what would be lawful with some cards behind its handles."""

    @abstractmethod
    def settle(self, state: S, answers: Answers[D] | CardAnswer) -> Step[S]:
        """What follows from answers that fit."""

    @abstractmethod
    def holdings(self, state: S) -> Mapping[int, int]:
        """Every handle that the state names, and who holds that card. There are no other cards."""

    @abstractmethod
    def opens(self, state: S, seat: int, decision: D) -> tuple[tuple[int, int], ...]:
        """The cards of the seat that a lawful decision shows to all, each with the face that it claims."""

    @abstractmethod
    def offers(self, state: S, seat: int, faces: Faces) -> Sequence[D]:
        """What is lawful for a seat that is asked, and knows these faces: exactly that."""

    @abstractmethod
    def default(self, state: S, seat: int) -> D:
        """What an absent seat does: it shows no card."""

    @abstractmethod
    def view(self, state: S, seat: int | None, faces: Faces) -> object:
        """What a seat sees that knows these faces, or a spectator."""

    @abstractmethod
    def why_not(self, state: S, seat: int, decision: D) -> Reason:
        """Why a decision is refused to a seat that is asked, whatever lies behind its handles."""

    def refusal(self, state: S, seat: int, decision: D) -> Reason | None:
        """Why a seat may not take a decision whatever lies behind its handles, or None if it may.

        Raises IllegalChoice if it is asked for none.
        """
        need = self.pending(state)
        request = None if is_card_need(need) else asked(cast(Need[D], need), seat)
        if request is None:
            raise IllegalChoice(not_asked(seat))
        return None if is_offered(request.choices, decision) else self.why_not(state, seat, decision)

    def apply(self, state: S, answers: Answers[D] | CardAnswer) -> Step[S]:
        need = self.pending(state)
        if not isinstance(answers, Gone):
            assert is_card_need(need) or fits(cast(Need[D], need), answers)
        return self.settle(state, answers)
