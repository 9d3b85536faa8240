"""The Elves in words."""

from p2p_heroes.games.conquer.factions.elves import ArmourForWood, GriffinsFetch, PortalsAreFree
from p2p_heroes.ui.conquer.lore import Lore

ELVES = Lore(
    faction="elves",
    idea="Wood is everything: it buys artefacts where Griffins fly, and armour for a single fight.",
    names={"pixie+": "armed Pixie", "griffin+": "armed Griffin", "ent+": "armed Ent"},
    effects={
        GriffinsFetch: "collect an artefact for its wood price if you have as many Griffins",
        ArmourForWood: "in a fight, 1 wood arms a unit: Pixie 2, Griffin 5, Ent 10",
        PortalsAreFree: "moving through a portal costs nothing",
    },
    source="rulebook, Elves",
)
