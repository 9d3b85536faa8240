"""A game of cards that asks once, for whatever its state says: the vectors of §15 are played with it.

Its state is `[need, held]`: what it asks for, and the handle and the holder of every card. When it has been
answered it is `["answered", numbers]` or `["gone", seat]`. In a decision a seat says which cards
it shows, and as what.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from p2p_heroes.games.errors import MalformedDecision, MalformedState
from p2p_heroes.games.game import Need, Over, Plain, Request, Secret, Step
from p2p_heroes.games.kit.cards.card_game import CardGame, Faces
from p2p_heroes.games.kit.cards.needs import CardNeed, Deal, Gather, Gone, Mix, Pile, Seal, Show
from p2p_heroes.games.kit.refusals import Reason, because

NEEDS: Mapping[str, Any] = {"deal": Deal, "show": Show, "seal": Seal, "gather": Gather}


class AskingOnce(CardGame[Any, Any]):
    """The rules of it: nothing but what a dealer asks rules for."""

    name: ClassVar[str] = "asking"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 8)
    family: ClassVar[str] = "test"
    faces: ClassVar[int] = 6

    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> Any:
        return (("over", ()), ())

    def pending(self, state: Any) -> Need[Any] | CardNeed:
        match state[0]:
            case ("mix", piles):
                return Mix(tuple(Pile(*pile) for pile in piles))
            case ("secret", seats):
                return Secret(tuple(Request(seat, "show", ()) for seat in seats))
            case (word, what) if word in NEEDS:
                need: CardNeed = NEEDS[word](what)
                return need
        return Over(())

    def settle(self, state: Any, answers: Any) -> Step[Any]:
        if isinstance(answers, Gone):
            return Step(("gone", answers.seat), ())
        return Step(("answered", answers if isinstance(answers, tuple) else ()), ())

    def apply(self, state: Any, answers: Any) -> Step[Any]:
        return self.settle(state, answers)

    def holdings(self, state: Any) -> Mapping[int, int]:
        return dict(state[1])

    def opens(self, state: Any, seat: int, decision: Any) -> tuple[tuple[int, int], ...]:
        shown: tuple[tuple[int, int], ...] = decision
        return shown

    def offers(self, state: Any, seat: int, faces: Faces) -> Sequence[Any]:
        return ()

    def default(self, state: Any, seat: int) -> Any:
        return ()

    def view(self, state: Any, seat: int | None, faces: Faces) -> object:
        return state

    def why_not(self, state: Any, seat: int, decision: Any) -> Reason:
        return because("no-such-face")

    def refusal(self, state: Any, seat: int, decision: Any) -> Reason | None:
        fine = all(face in range(self.faces) for _, face in decision)
        return None if fine else self.why_not(state, seat, decision)

    def encode_state(self, state: Any) -> Plain:
        plain: Plain = state
        return plain

    def decode_state(self, plain: Plain) -> Any:
        match plain:
            case ((str(), tuple()), tuple()):
                return plain
        raise MalformedState("not a need and who holds what")

    def encode_decision(self, decision: Any) -> Plain:
        plain: Plain = decision
        return plain

    def decode_decision(self, plain: Plain) -> Any:
        if isinstance(plain, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in plain):
            return plain
        raise MalformedDecision("not pairs of handle and face")
