"""What every dealer tells of its game as it is, whether the cards lie open or masked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from p2p_heroes.games.game import OptionRange
from p2p_heroes.games.kit.cards.card_game import CardGame
from p2p_heroes.games.kit.refusals import because

S = TypeVar("S")
D = TypeVar("D")

ANOTHER_CARD = because("another-card")
"""A seat claims a face that its card does not have, or a card that it does not hold."""


class Dealer(Generic[S, D]):
    """Whoever makes a game like any other of a game of cards."""

    def __init__(self, rules: CardGame[S, D]) -> None:
        self.rules = rules

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def version(self) -> int:
        return self.rules.version

    @property
    def seats(self) -> range:
        return self.rules.seats

    @property
    def choices(self) -> tuple[str, ...]:
        return self.rules.choices

    @property
    def options(self) -> Mapping[str, OptionRange]:
        return self.rules.options

    @property
    def length(self) -> str:
        return self.rules.length
