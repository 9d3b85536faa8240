"""The Cultists in words."""

from collections.abc import Iterable, Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.cultists import (
    ARTEFACT_SYMBOLS,
    CELLS,
    EYE,
    PRICES,
    STARS,
    SYMBOL_CELLS,
    THRALLS,
    AdventCounts,
    ArtefactEnslaved,
    Bonus,
    BonusReached,
    Cult,
    DortalBinds,
    Enslave,
    Enslaved,
    FaithRefreshes,
    LordBreathed,
    LordBreathes,
    LordGives,
    LoxIsRich,
    MarksAreBought,
    MarksPlaced,
    MorePower,
    OdmoorMarks,
    PaskaarGrants,
    PilgrimsAdapt,
    Refresh,
    Symbol,
    SymbolsEnslave,
    ThrallRefreshed,
    ThrallsExhausted,
    ThrallsServe,
    TogeedRenews,
    Worship,
)
from p2p_heroes.games.conquer.resources import RESOURCES
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.ui.conquer.lore import Lore, Sentences
from p2p_heroes.ui.conquer.words import place, places
from p2p_heroes.ui.kit.words import counted, joined, titled

BONUSES = {
    Bonus.SYMBOL: "a symbol of {row} to enslave with",
    Bonus.POINT: "1 point",
    Bonus.TWO_POINTS: "2 points",
    Bonus.RESOURCES: "5 resources of any kind",
    Bonus.PILGRIM: "a Pilgrim",
}


def _bonus(event: BonusReached, names: Sequence[str]) -> list[str]:
    return [f"The Lord grants {names[event.seat]} {BONUSES[event.bonus].format(row=event.row)}."]


def _breath(event: LordBreathed, names: Sequence[str]) -> list[str]:
    drawn = joined([names[one] for one in event.seats if one != event.seat])
    return [f"The Lord breathes on {place(event.region)}: {names[event.seat]} draws {drawn} into a battle."]


def _exhaustion(event: ThrallsExhausted, names: Sequence[str]) -> list[str]:
    are = "is" if len(event.units) == 1 else "are"
    return [f"{joined([titled(name) for name in event.units])} of {names[event.seat]} {are} exhausted."]


SENTENCES: Sentences = {
    MarksPlaced: "{seat:name} places {count:count mark} in the row of {row}, "
    f"which has {{marks}} of {len(CELLS)} now.",
    BonusReached: _bonus,
    LordBreathed: _breath,
    Enslaved: "{seat:name} enslaves the {unit:titled}.",
    ArtefactEnslaved: "{seat:name} enslaves the artefact of {artefact:place}.",
    ThrallsExhausted: _exhaustion,
    ThrallRefreshed: "{unit:titled} of {seat:name} has its power back.",
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Cult)
    lines = [f"Gifts, marks of {len(CELLS)}: {_rows(block)}", f"Enslaved: {_thralls(block) or 'nothing'}"]
    if block.artefacts:
        lines.append(f"Enslaved artefacts, while they are yours: {places(block.artefacts)}")
    return lines


def _rows(block: Cult) -> str:
    told = []
    for row in RESOURCES:
        reached = sum(block.marks[row] >= cell for cell in SYMBOL_CELLS)
        symbols = f" with {counted(reached, 'symbol')}" if reached else ""
        told.append(f"{row} {block.marks[row]}{symbols}")
    return ", ".join(told)


def _thralls(block: Cult) -> str:
    return joined(
        [f"{titled(name)}{' (exhausted)' if name in block.spent else ''}" for name in block.enslaved]
    )


def meaning(decision: Decision) -> str:
    match decision:
        case Worship(row, count):
            return f"{counted(count, 'mark')} for {PRICES[count - 1]} {row}"
        case Enslave(name) if name in THRALLS:
            return f"power {THRALLS[name].power} for you to send, and no points"
        case Enslave(_):
            return "it counts as enslaved, and costs nothing"
        case Refresh(name):
            return f"power {THRALLS[name].power} again"
    return ""


def _symbols(ways: Iterable[tuple[Symbol, ...]]) -> str:
    """As the board shows them: "wood 1 or iron 1"."""
    return " or ".join(" and ".join(f"{row} {number}" for row, number in way) for way in ways)


THRALL_SYMBOLS = [f"{titled(name)} {_symbols(thrall.ways)}" for name, thrall in THRALLS.items()]
ARTEFACTS = [f"{place(region)} {_symbols([(symbol,)])}" for region, symbol in ARTEFACT_SYMBOLS.items()]
STARRED = [
    f"{row} after {' or '.join(titled(name) for name, rows in STARS.items() if row in rows)}"
    for row in RESOURCES
]

ABOVE = f"above the {len(CELLS)} cells of a row stand " + "; ".join(
    f"{said.format(row='the row')}: {joined([str(at) for at, one in enumerate(CELLS, 1) if one is bonus])}"
    for bonus, said in BONUSES.items()
)

CULTISTS = Lore(
    faction="cultists",
    idea="Gifts to the Lord buy marks, and marks the power to enslave monsters, fortresses and artefacts.",
    effects={
        MarksAreBought: f"after building, buy up to 8 marks for the row of {', '.join(STARRED)}, for "
        f"{', '.join(map(str, PRICES))}; {ABOVE}",
        SymbolsEnslave: f"instead of a fight, enslave with the symbol of a row: {', '.join(THRALL_SYMBOLS)}; "
        f"artefacts: {', '.join(ARTEFACTS)}",
        ThrallsServe: "what is enslaved can be sent into fights, a fortress only in its own or a bordering "
        "region; then it is exhausted until it is refreshed",
        PilgrimsAdapt: "a Pilgrim has power 10 on a lake, 8 on a meadow, 6 on a mountain, 4 in a forest",
        LoxIsRich: "the citadel of Lox holds 6 resources of any kind",
        MorePower: "+{effect.power} power for each Preacher",
        LordBreathes: "after moving, 3 gold draw those of an adjacent region into a battle, or let you join "
        "theirs",
        LordGives: "2 gold at the end of a movement action if a point is left of it",
        FaithRefreshes: "while building, refresh monsters for half their power in gold, rounded "
        "up, fortresses for 4",
        AdventCounts: "at the end, 1 point per enslaved monster, fortress and artefact",
        PaskaarGrants: "another artefact that nobody owns, at once",
        DortalBinds: "the monster of power 13 is enslaved or refreshed at once",
        OdmoorMarks: "4 free marks in any rows at once",
        TogeedRenews: "2 enslaved monsters are refreshed at once",
    },
    features={EYE: "a free mark in any row for each enslavement"},
    declined={"breath": "does not call for the Breath of the Lord", "gifts": "buys no marks"},
    deeds={Deed.VICTORIES: "{} enslavements"},
    refusals={
        "not-worshipped": "worship {rows: or } with up to {most} marks, once a round and row, for {prices}, "
        "in a row of {cells}; or decline",
        "symbol-not-reached": "{thrall} has a symbol that you have not reached",
        "not-enslaved": "only what you might fight or collect here can be enslaved, if you have reached its "
        "symbol",
        "not-breathed-on": "breathe on {regions: or }, where somebody can be drawn into a battle, or decline",
        "not-exhausted": "{thrall} is not exhausted",
        "refreshed-for": "{thrall} is refreshed for {gold} gold",
    },
    questions={
        "worship": "Do you buy marks for the Lord's gifts?\nThe more at once, the dearer. Or decline.",
        "dedicate": "In which row do you put the mark?",
        "breathe": "On which adjacent region does the Lord breathe for 3 gold?\n"
        "Everybody there and in your own region has to fight at once, each where they stand. Or decline.",
        "wish": "Which artefact do you receive?",
        "refresh": "Which monster has its power back?",
    },
    rules={
        "worship": "Right after a structure is built, marks can be bought with the resources that are "
        "starred in its price, once a round for each row. What you buy at once is dearer the more it is: "
        f"{', '.join(map(str, PRICES))} for one to eight. Marks fill a row from the left, and what "
        "stands above a cell is yours when it is filled: points, symbols to enslave with, resources, "
        "a Pilgrim.",
        "dedicate": "This mark costs nothing. It goes to the next cell of the row that you name, and what "
        "stands above that cell is yours.",
        "breathe": "When a battle is declared in your region, by you or another, the Breath of the Lord "
        "draws those of an adjacent region into it for 3 gold. Where nobody fights, it begins a battle with "
        "them when your turn comes, and whoever else is in your region has to fight, too. Nobody moves, and "
        "nobody has to fight in person a second time in this action.",
        "wish": "The artefact of Paskaar brings another one that nobody owns, wherever it lies, without "
        "its terms.",
        "refresh": "The artefact of Tog' Eed gives two of your enslaved monsters their power back at "
        "once. Fortresses stay exhausted until the Symbol of Faith refreshes them.",
    },
    otherwise={
        "gather": "having had so many of a resource counts nothing",
        "build": "who has built something may buy marks, which bring symbols",
        "fights": "a monster or fortress can be enslaved with symbols in place of a fight, and fights for "
        "them: it does not perish, but is exhausted until it is refreshed",
        "battle": "the enslaved that are sent do not perish: they are exhausted until they are refreshed",
        "move": "with Gifts of the Lord, a point that is left at the end of the action brings 2 gold",
        "artefacts": "all but that of Odmoor can be enslaved with symbols in place of their terms; that of "
        "Folen asks for 3 foundations, that of Odmoor for 5 enslavements",
        "join": "with the Breath of the Lord they join battles of adjacent regions, or draw others into "
        "theirs",
    },
    source="rulebook of the second box, Cultists",
    tells=SENTENCES,
    own=own,
    meaning=meaning,
)
