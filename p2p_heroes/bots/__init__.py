"""Players without a person, by level, listed by hand.

A bot is given what its seat may see and one request, and answers with one of
the request's choices. Its luck is an argument: the same seed plays the same game.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol, TypeVar

from p2p_heroes.bots.steady import Steady
from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.bots.warlord import Warlord
from p2p_heroes.games.game import AnyGame, Request

D = TypeVar("D")


class Bot(Protocol):
    """Whoever answers requests. A bot may remember what it saw; it never sees more than its seat."""

    def choose(self, view: object, request: Request[D]) -> D:
        """One of the request's choices."""


def _wanderer(game: AnyGame, random: Random) -> Bot:
    """It knows no game."""
    return Wanderer(random)


BOTS: Mapping[str, Callable[[AnyGame, Random], Bot]] = {
    "wanderer": _wanderer,
    "steady": Steady,
    "warlord": Warlord,
}
"""From the weakest to the strongest."""
