"""The Gremlins in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.factions.gremlins import (
    BazaarTrades,
    BouncersAtHome,
    ClubPlays,
    DotsFilled,
    FleaMarketFinds,
    FlyersCarry,
    FolenExtorts,
    GoldStaked,
    KegsBlast,
    PawnshopDoubles,
    PlanRaises,
    StockCounts,
    TavernRaised,
    Taverns,
    TavernsFleece,
    TavernsStrengthen,
    TollTaken,
    TradeChosen,
    VurtRaises,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.games.conquer.world import CORNERS, Region
from p2p_heroes.ui.conquer.lore import Lore, Marks, Sentences
from p2p_heroes.ui.conquer.words import places
from p2p_heroes.ui.kit.words import counted, joined, points


def _dots(event: DotsFilled, names: Sequence[str]) -> list[str]:
    made = [f"makes {points(event.points)}"] if event.points else []
    visits, dots = counted(event.visits, "visit"), counted(event.dots, "dot")
    return [f"{names[event.seat]} {joined([f'counts {visits} to taverns', *made, f'has {dots} now'])}."]


def _stake(event: GoldStaked, names: Sequence[str]) -> list[str]:
    stake = f"{event.gold} gold" if event.gold else "nothing"
    return [f"{names[event.seat]} stakes {stake} in the Gaming Club: {points(event.points)} more."]


SENTENCES: Sentences = {
    TavernRaised: "{seat:name} raises a tavern between {regions:places}.",
    TollTaken: "{visitor:name} leaves {event:goods} in a tavern of {seat:name}.",
    DotsFilled: _dots,
    TradeChosen: "{seat:name} will get 1 more {resource} from every action that gathers it.",
    GoldStaked: _stake,
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Taverns)
    corners = "; ".join(places(CORNERS[site]) for site in block.sites)
    lines = [
        f"Taverns: {corners or 'none'}",
        f"Business Plan: {points(block.points)}, {counted(block.dots, 'dot')}",
    ]
    if block.goods:
        lines.append(f"Bazaar: 1 more {block.goods[0]} when it is gathered")
    if block.bonus:
        lines.append(f"Gaming Club: {points(block.bonus)} more")
    return lines


def marks(block: Own | None) -> Marks:
    assert isinstance(block, Taverns)
    return [(CORNERS[site], "tavern") for site in block.sites]


GREMLINS = Lore(
    faction="gremlins",
    idea="Taverns where three regions meet take a toll of every visitor, and visits make points.",
    effects={
        TavernsFleece: "an opponent who moves into a region with a tavern loses 2 resources, and 1 more "
        "for each Pourer you have; every tavern there counts as a visit, and as many visits as there are "
        "players make a point",
        BouncersAtHome: "a Bouncer has power 3 in a region with a tavern",
        BazaarTrades: "when built, choose a resource: 1 more of it whenever you gather it",
        KegsBlast: "in a fight you may send Kegs, even alone: each costs a wood and has power 1",
        PlanRaises: "after building, 3 gold raise a tavern where any three regions meet",
        FleaMarketFinds: "2 resources of your choice for each structure on a foundation",
        PawnshopDoubles: "a fortress that you seize gives its resources twice",
        ClubPlays: "when built, stake any gold: a point for every 3",
        StockCounts: "a point for every 7 resources left",
        FlyersCarry: "1 more movement point for each Flyer",
        VurtRaises: "raise 3 taverns at once, for nothing",
        TavernsStrengthen: "+1 total power for every 2 taverns",
        FolenExtorts: "take 10 resources of your opponents at once",
    },
    features={Region.ODMOOR: "a resource of your choice for each opponent who loses some in a tavern"},
    declined={"tavern": "raises no tavern"},
    refusals={
        "not-a-corner": "name a free corner of three regions in the order of the alphabet",
        "not-a-corner-or-decline": "name a free corner of three regions in the order of the alphabet, or "
        "decline",
        "discard-exactly": "discard exactly {count} of the resources that you have",
        "not-traded": "trade one of wood, iron, gold",
        "stake-at-most": "stake from 0 to {gold} gold",
        "plunder-opponents": "plunder at most {count} resources that your opponents have",
    },
    questions={
        "tavern": "Between which three regions do you raise a tavern?\n"
        "It stands in all three of them. After building it costs 3 gold, or decline; the artefact of Vurt "
        "raises taverns for nothing.",
        "discard": "A tavern! Which of your resources do you leave there?",
        "trade": "Of which resource will you gather more?",
        "stake": "How much gold do you stake in the Gaming Club?\nEvery 3 are a point.",
        "extort": "What do you take from your opponents?",
    },
    rules={
        "tavern": "A tavern stands on a point where three regions meet and belongs to all three. An "
        "opponent who moves into any of them leaves resources there, and each visit fills a dot of the "
        "Business Plan; as many dots as there are players are a point.",
        "discard": "You have moved into a region with a tavern of the Gremlins: 2 resources are lost, and "
        "1 more for each Pourer they have. Which ones is your choice; if you have fewer, all are lost.",
        "trade": "From now on you have 1 more of this resource from every action that gathers it. The "
        "choice is for the rest of the game.",
        "stake": "The gold is gone, and every 3 of it are a point at the end. It is asked once.",
        "extort": "You take this many resources of your opponents, of any kinds and from whomever. Nobody "
        "can lose more than they have.",
    },
    otherwise={"move": "others who come into a region with a tavern leave resources there first"},
    source="rulebook of the second box, Gremlins",
    tells=SENTENCES,
    own=own,
    marks=marks,
)
