"""The Elves in words."""

from p2p_heroes.games.conquer.factions.elves import (
    ARTEFACT_PRICES,
    ArmourForWood,
    GriffinsFetch,
    PortalsAreFree,
)
from p2p_heroes.ui.conquer.lore import Lore
from p2p_heroes.ui.conquer.words import place

PRICES = ", ".join(f"{place(region)} {wood}" for region, wood in ARTEFACT_PRICES.items())

ELVES = Lore(
    faction="elves",
    idea="Wood is everything: it buys artefacts where Griffins fly, and armour for a single fight.",
    names={"pixie+": "armed Pixie", "griffin+": "armed Griffin", "ent+": "armed Ent"},
    effects={
        GriffinsFetch: "instead of the usual terms, collect an artefact for wood, if you have as many "
        f"Griffins as it costs, which you keep: {PRICES}",
        ArmourForWood: "in a fight, 1 wood, won or lost, arms a unit: Pixie 2, Griffin 5, Ent 10",
        PortalsAreFree: "moving through a portal costs nothing",
    },
    otherwise={
        "artefacts": f"with Nests and as many Griffins as it costs, each can be had for wood: {PRICES}",
        "portals": "with the artefact of Tog' Eed, moving through one costs nothing",
    },
    source="rulebook, Elves",
)
