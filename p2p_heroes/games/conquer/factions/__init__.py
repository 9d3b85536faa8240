"""The factions, listed by hand: a board is known to the game by standing here."""

from p2p_heroes.games.conquer.factions.cultists import CULTISTS
from p2p_heroes.games.conquer.factions.demons import DEMONS
from p2p_heroes.games.conquer.factions.elementals import ELEMENTALS
from p2p_heroes.games.conquer.factions.elves import ELVES
from p2p_heroes.games.conquer.factions.gnomes import GNOMES
from p2p_heroes.games.conquer.factions.gremlins import GREMLINS
from p2p_heroes.games.conquer.factions.halflings import HALFLINGS
from p2p_heroes.games.conquer.factions.humans import HUMANS
from p2p_heroes.games.conquer.factions.mechanisms import MECHANISMS
from p2p_heroes.games.conquer.factions.nagas import NAGAS
from p2p_heroes.games.conquer.factions.orcs import ORCS
from p2p_heroes.games.conquer.factions.undead import UNDEAD

FACTIONS = (
    *(HUMANS, UNDEAD, GNOMES, ORCS, ELVES, NAGAS),
    *(GREMLINS, MECHANISMS, ELEMENTALS, DEMONS, HALFLINGS, CULTISTS),
)
