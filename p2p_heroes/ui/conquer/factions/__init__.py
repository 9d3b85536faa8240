"""The lore of the factions, listed by hand like the factions themselves."""

from p2p_heroes.ui.conquer.factions.cultists import CULTISTS
from p2p_heroes.ui.conquer.factions.demons import DEMONS
from p2p_heroes.ui.conquer.factions.elementals import ELEMENTALS
from p2p_heroes.ui.conquer.factions.elves import ELVES
from p2p_heroes.ui.conquer.factions.gnomes import GNOMES
from p2p_heroes.ui.conquer.factions.gremlins import GREMLINS
from p2p_heroes.ui.conquer.factions.halflings import HALFLINGS
from p2p_heroes.ui.conquer.factions.humans import HUMANS
from p2p_heroes.ui.conquer.factions.mechanisms import MECHANISMS
from p2p_heroes.ui.conquer.factions.nagas import NAGAS
from p2p_heroes.ui.conquer.factions.orcs import ORCS
from p2p_heroes.ui.conquer.factions.undead import UNDEAD

LORE = {
    lore.faction: lore
    for lore in (
        *(HUMANS, UNDEAD, GNOMES, ORCS, ELVES, NAGAS),
        *(GREMLINS, MECHANISMS, ELEMENTALS, DEMONS, HALFLINGS, CULTISTS),
    )
}
