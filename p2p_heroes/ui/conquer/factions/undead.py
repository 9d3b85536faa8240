"""The Undead in words."""

from p2p_heroes.games.conquer.factions.undead import (
    BarrowRises,
    Curses,
    CursesStrengthen,
    CursesWear,
    FoundationsCurse,
    LichesRaise,
    PaskaarCurses,
    PlagueSpreads,
    RegionCursed,
    ShrineChooses,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.ui.conquer.lore import Lore, Marks, Sentences
from p2p_heroes.ui.conquer.words import places

SENTENCES: Sentences = {
    RegionCursed: "{seat:name} curses {region:place}: opponents lose a unit there.",
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Curses)
    return [f"Cursed regions: {places(block.cursed) or 'none'}"]


def marks(block: Own | None) -> Marks:
    assert isinstance(block, Curses)
    return [((region,), "curse") for region in block.cursed]


UNDEAD = Lore(
    faction="undead",
    idea="Fallen Skeletons rise again beside a Lich, and cursed regions wear opponents down.",
    effects={
        CursesWear: "an opponent who enters a cursed region loses a weakest unit; a point per curse, "
        "and none for artefacts",
        LichesRaise: "Skeletons deployed beside a Lich come back",
        BarrowRises: "1 Skeleton at the start of every building action",
        ShrineChooses: "who does not move may fight any monster of the line",
        PlagueSpreads: "after building, 3 gold curse your region or an adjacent one",
        PaskaarCurses: "curse any 2 regions at once",
        FoundationsCurse: "a structure on a foundation may curse its region",
        CursesStrengthen: "+1 total power for every 2 cursed regions",
    },
    declined={"curse": "curses nothing"},
    refusals={
        "not-cursed": "curse one of {regions}, or decline",
    },
    questions={"curse": "Curse a region, or decline?"},
    rules={
        "curse": "A curse lies on a region for the rest of the game. An opponent who enters it, or stands "
        "there when it is cursed, loses one of the weakest units. Every cursed region is a point at the "
        "end; artefacts give none.",
    },
    otherwise={
        "move": "others who come into a cursed region lose a weakest unit first",
        "battle": "Skeletons beside a Lich come back",
        "fights": "with the Shrine, who did not move may hunt any open monster; Skeletons beside a Lich "
        "come back",
    },
    source="rulebook p. 16",
    tells=SENTENCES,
    own=own,
    marks=marks,
)
