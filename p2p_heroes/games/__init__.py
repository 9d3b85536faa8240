"""The rulesets, listed by hand: a game is known to the program by standing here."""

from collections.abc import Mapping

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.game import AnyGame
from p2p_heroes.games.roshambo import ROSHAMBO

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (CONQUER, ROSHAMBO)}
