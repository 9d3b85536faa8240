"""The rulesets, listed by hand: a game is known to the program by standing here.

Each is imported when somebody asks for it, so that nobody waits for the rules of another game.
"""

from collections.abc import Mapping

from p2p_heroes.games.game import AnyGame
from p2p_heroes.games.lazy_registry import LazyRegistry


def _conquer() -> AnyGame:
    from p2p_heroes.games.conquer import CONQUER

    return CONQUER


def _delve() -> AnyGame:
    from p2p_heroes.games.delve import DELVE

    return DELVE


def _magpies() -> AnyGame:
    from p2p_heroes.games.magpies import MAGPIES

    return MAGPIES


def _roshambo() -> AnyGame:
    from p2p_heroes.games.roshambo import ROSHAMBO

    return ROSHAMBO


GAMES: Mapping[str, AnyGame] = LazyRegistry(
    {"conquer": _conquer, "delve": _delve, "magpies": _magpies, "roshambo": _roshambo}
)

DEFAULT_GAME = "conquer"
"""What is played where nobody says what."""

SMALL_GAME = "roshambo"
"""What the table itself is tried and measured with: over in a moment, with needs of every kind."""
