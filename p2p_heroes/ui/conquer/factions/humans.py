"""The Humans in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.factions.humans import (
    SWAP_RATE,
    FoundationsSave,
    Illusions,
    MarketSwaps,
    ObjectConcealed,
    Swap,
    TowerConceals,
    WoodExchanged,
    WoodTurns,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.ui.conquer.lore import Lore, Marks, Sentences
from p2p_heroes.ui.conquer.words import place, resources
from p2p_heroes.ui.kit.words import joined


def _exchange(event: WoodExchanged, names: Sequence[str]) -> list[str]:
    taken = resources((0, event.iron, event.gold))
    return [f"{names[event.seat]} takes {taken} in place of as much wood."]


SENTENCES: Sentences = {
    ObjectConcealed: "{seat:name} hides the {thing.value} in {region:place} from everybody else.",
    WoodExchanged: _exchange,
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Illusions)
    hidden = joined([f"{thing} in {place(region)}" for thing, region in block.concealed])
    return [f"Hidden from the others: {hidden or 'nothing'}"]


def meaning(decision: Decision) -> str:
    match decision:
        case Swap(given, gained, times):
            return f"{SWAP_RATE * times} {given} for {times} {gained}"
    return ""


def marks(block: Own | None) -> Marks:
    assert isinstance(block, Illusions)
    return [((region,), f"hidden {thing}") for thing, region in block.concealed]


HUMANS = Lore(
    faction="humans",
    idea="Strong troops for little gold, and a tower that hides parts of the map. The easiest to begin with.",
    plurals={"militia": "Militia"},
    effects={
        TowerConceals: "after building, 4 gold hide a fortress, artefact, portal or foundation from others",
        MarketSwaps: "while building, swap 2 of a resource for 1 of another, as often as you like",
        WoodTurns: "whenever you receive wood you may take as much iron or gold instead",
        FoundationsSave: "a structure on a foundation costs 2 resources less",
    },
    declined={"conceal": "hides nothing"},
    refusals={
        "not-concealed": "conceal one object of the map, or decline",
        "concealed-already": "the {thing} in {region} is concealed already",
        "gone": "the {thing} in {region} is not to be had any more",
        "no-such-object": "there is no {thing} in {region} in this game",
        "exchange-all": "take {wood} in all, as wood, iron and gold: exchange wood {wood}",
    },
    questions={
        "conceal": "Hide something of the map from the others for 4 gold, or decline?",
        "exchange": "You receive wood: take it as it is, or as iron and gold?",
    },
    rules={
        "conceal": "What the tower hides does not exist for the others until the end of the game: a "
        "fortress cannot be besieged, an artefact not collected, a portal not used, a foundation not built "
        "on by anybody but you. Who has already built on a foundation keeps it.",
        "exchange": "Whenever wood comes to you, from whatever source, you may take any part of it as iron "
        "or gold instead.",
    },
    otherwise={
        "gather": "with the artefact of Paskaar they choose what they take in the place of wood",
        "build": "with the artefact of Folen, a structure on a foundation costs them 2 resources less",
        "foundations": "those that their Tower hides are closed to all others who have not built there",
        "portals": "what their Tower hides others can neither enter nor leave by",
        "fights": "what their Tower hides nobody else besieges",
        "artefacts": "what their Tower hides nobody else collects",
    },
    source="rulebook p. 15",
    tells=SENTENCES,
    own=own,
    marks=marks,
    meaning=meaning,
)
