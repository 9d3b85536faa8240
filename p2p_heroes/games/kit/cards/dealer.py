"""What every dealer tells of its game as it is, whether the cards lie open or masked."""

from __future__ import annotations

from typing import Generic, TypeVar

from p2p_heroes.games.kit.cards.card_game import CardGame
from p2p_heroes.games.kit.forms import Record
from p2p_heroes.games.kit.refusals import because

S = TypeVar("S")
D = TypeVar("D", bound=Record)

ANOTHER_CARD = because("another-card")
"""A seat claims a face that its card does not have, or a card that it does not hold."""


class Dealer(Generic[S, D]):
    """Whoever makes a game like any other of a game of cards."""

    def __init__(self, rules: CardGame[S, D]) -> None:
        self.rules = rules
        self.name, self.version = rules.name, rules.version
        self.seats, self.choices = rules.seats, rules.choices
        self.options, self.length = rules.options, rules.length
