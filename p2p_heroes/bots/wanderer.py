"""The bot that wanders: every choice that it is offered is as likely as any other.

It knows no game, so it can play each of them, and it is what a better bot has
to beat. It asks a lazy sequence for its length and for one item, no more.
"""

from random import Random
from typing import TypeVar

from p2p_heroes.games.game import Request

D = TypeVar("D")


class Wanderer:
    """Draws from a random source that its owner gives and seeds."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: object, request: Request[D]) -> D:
        """One of the choices, whatever the view."""
        return self._random.choice(request.choices)
