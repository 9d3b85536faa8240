"""The rulesets, listed by hand: a game is known to the program by standing here.

Each is imported when somebody asks for it, so that nobody waits for the rules of another game.
"""

from collections.abc import Mapping

from p2p_heroes.games.game import AnyGame
from p2p_heroes.games.lazy_registry import LazyRegistry

GAMES: Mapping[str, AnyGame] = LazyRegistry(
    {
        "conquer": "p2p_heroes.games.conquer:CONQUER",
        "delve": "p2p_heroes.games.delve:DELVE",
        "magpies": "p2p_heroes.games.magpies:MAGPIES",
        "roshambo": "p2p_heroes.games.roshambo:ROSHAMBO",
    }
)

DEFAULT_GAME = "conquer"
"""What is played where nobody says what."""

SMALL_GAME = "roshambo"
"""What the table itself is tried and measured with: over in a moment, with needs of every kind."""
