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
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.lore import Lore
from p2p_heroes.ui.conquer.words import counted, places, points, resources


def narrate(event: Event, names: Sequence[str]) -> list[str] | None:
    match event:
        case TavernRaised(seat, regions):
            return [f"{names[seat]} raises a tavern between {places(regions)}."]
        case TollTaken(seat, visitor, wood, iron, gold):
            return [f"{names[visitor]} leaves {resources((wood, iron, gold))} in a tavern of {names[seat]}."]
        case DotsFilled(seat, visits, dots, worth):
            made = f"{points(worth)} more, " if worth else ""
            filled = f"{made}{counted(dots, 'dot')} in the plan now"
            return [f"{counted(visits, 'visit')} to taverns of {names[seat]}: {filled}."]
        case TradeChosen(seat, resource):
            return [f"{names[seat]} will gather 1 more {resource} each time."]
        case GoldStaked(seat, gold, worth):
            return [f"{names[seat]} stakes {gold} gold in the Gaming Club: {points(worth)}."]
    return None


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


GREMLINS = Lore(
    faction="gremlins",
    idea="Taverns where three regions meet take a toll of every visitor, and visits make points.",
    effects={
        TavernsFleece: "an opponent who moves into a region with a tavern loses 2 resources, and 1 more "
        "for each Pourer you have; as many visits as there are players make a point",
        BouncersAtHome: "a Bouncer has power 3 in a region with a tavern",
        BazaarTrades: "when built, choose a resource: 1 more of it whenever you gather it",
        KegsBlast: "in a fight each wood you pay is a power, even without units",
        PlanRaises: "after building, 3 gold raise a tavern where any three regions meet",
        FleaMarketFinds: "2 resources of your choice for each structure on a foundation",
        PawnshopDoubles: "a fortress that you seize gives its resources twice",
        ClubPlays: "when built, stake any gold: a point for every 3",
        StockCounts: "a point for every 7 resources left",
        FlyersCarry: "1 more movement point for each Flyer",
        VurtRaises: "3 taverns at once",
        TavernsStrengthen: "+1 total power for every 2 taverns",
        FolenExtorts: "10 resources of your opponents at once",
    },
    features={Region.ODMOOR: "a resource of your choice for each opponent who loses some in a tavern"},
    questions={
        "tavern": "Between which three regions does a tavern rise?",
        "discard": "A tavern! Which of your resources do you leave there?",
        "take": "Which resources do you take?",
        "trade": "Of which resource will you gather more?",
        "stake": "How much gold do you stake in the Gaming Club?\nEvery 3 are a point.",
        "extort": "What do you take from your opponents?",
    },
    narrate=narrate,
    own=own,
)
