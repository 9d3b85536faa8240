"""Heroes: Write & Conquer, for two to four players and sixteen rounds of simultaneous secret moves."""

from p2p_heroes.games.conquer.factions import FACTIONS
from p2p_heroes.games.conquer.game import Conquer

CONQUER = Conquer(FACTIONS)
