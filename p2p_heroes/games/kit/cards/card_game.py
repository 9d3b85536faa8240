"""What a game of cards is to a dealer: a game whose needs may be card needs, over handles alone.

The same rules are played in two ways. The plain dealer (`plain`) knows every face, and makes a game of them
like any other: for tests, tournaments and bots that look ahead. At a table the cards are masked, and each
seat's program knows the faces of its own cards only. The rules cannot tell one from the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from p2p_heroes.games.game import Answers, Need, OptionRange, Plain, Setup, Step
from p2p_heroes.games.kit.cards.needs import CardAnswer, CardNeed
from p2p_heroes.games.kit.refusals import Reason

S = TypeVar("S")
D = TypeVar("D")

Faces: TypeAlias = Mapping[int, int]
"""By handle, the faces that somebody knows."""


class CardGame(Protocol[S, D]):
    """The rules of one game of cards. What is not described here is as in `games.game.Game`."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def seats(self) -> range: ...
    @property
    def choices(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> Mapping[str, OptionRange]: ...
    @property
    def length(self) -> str: ...

    @property
    def family(self) -> str:
        """What the faces of its cards are called by, so that no card serves two games."""

    @property
    def faces(self) -> int:
        """How many faces there are, numbered from 0. Copies of a card are different faces."""

    def initial(self, setup: Setup) -> S: ...

    def pending(self, state: S) -> Need[D] | CardNeed:
        """What is needed next. Of a seat is asked what would be lawful with some cards behind its handles."""

    def refusal(self, state: S, seat: int, decision: D) -> Reason | None:
        """Why a seat may not take a decision whatever lies behind its handles, or None if it may.

        Raises IllegalChoice if it is asked for none.
        """

    def holdings(self, state: S) -> Mapping[int, int]:
        """Every handle that the state names, and who holds that card. There are no other cards."""

    def opens(self, state: S, seat: int, decision: D) -> tuple[tuple[int, int], ...]:
        """The cards of the seat that a lawful decision shows to all, each with the face that it claims."""

    def offers(self, state: S, seat: int, faces: Faces) -> Sequence[D]:
        """What is lawful for a seat that is asked, and knows these faces: exactly that."""

    def apply(self, state: S, answers: Answers[D] | CardAnswer) -> Step[S]: ...

    def default(self, state: S, seat: int) -> D:
        """What an absent seat does: it shows no card."""

    def view(self, state: S, seat: int | None, faces: Faces) -> object:
        """What a seat sees that knows these faces, or a spectator."""

    def points(self, state: S) -> tuple[int, ...]: ...
    def encode_state(self, state: S) -> Plain: ...
    def decode_state(self, plain: Plain) -> S: ...
    def encode_decision(self, decision: D) -> Plain: ...
    def decode_decision(self, plain: Plain) -> D: ...
    def notate(self, decision: D) -> str: ...
    def parse(self, text: str) -> D: ...
