"""The Halflings in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.faction import Deed
from p2p_heroes.games.conquer.factions.halflings import (
    AQUEDUCT,
    BATHS,
    COLOSSEUM,
    DRAFT_OFFICE,
    MILITARY_CAMP,
    NUMERALS,
    SMALL_SCHOOL,
    Annex,
    AqueductFlows,
    BathsVisited,
    DortalAnnexes,
    Empire,
    EmpireFulfils,
    EmpireGrows,
    EmpireIsHome,
    EmpireScores,
    GuestsBathe,
    GuestsBuildHigh,
    GuestsEnlist,
    GuestsHurry,
    GuestsTriumph,
    HorseshoeDrawn,
    HorseshoesGuide,
    LevyFights,
    LevyRaised,
    MeadowsFeed,
    MonsterRewon,
    MonstersReturn,
    Refight,
    RegionAnnexed,
    StructurePlaced,
)
from p2p_heroes.games.conquer.monsters import MONSTERS
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.lore import Lore, Marks, Sentences
from p2p_heroes.ui.conquer.words import place, places
from p2p_heroes.ui.kit.words import joined, points, titled


def _annexed(event: RegionAnnexed, names: Sequence[str]) -> list[str]:
    value = f", worth {points(event.points)} at the end" if event.points else ""
    return [f"{names[event.seat]} adds {place(event.region)} to the empire{value}."]


SENTENCES: Sentences = {
    RegionAnnexed: _annexed,
    StructurePlaced: "{seat:name} puts it on the foundation in {region:place}: level {level}.",
    LevyRaised: "The Levy of {seat:name} grows by {more}, to power {power}.",
    BathsVisited: "The Baths of {seat:name} earn {more:points}, {points} in all.",
    HorseshoeDrawn: "{seat:name} draws a horseshoe in {region:place}: others pay a point more to enter.",
    MonsterRewon: "For {seat:name} the monster of power {power} counts twice: {points:points} more.",
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Empire)
    lines = [f"Empire: {places(block.regions) or 'none yet'}"]
    lines += [f"Horseshoes: {places(block.horseshoes)}"] if block.horseshoes else []
    lines += [f"Power of the Levy: {block.levy}"] if block.levy else []
    lines += [f"Points of the Baths: {block.bathed}"] if block.bathed else []
    again = [str(MONSTERS[at].power) for at in block.rewon]
    lines += [f"Monsters beaten twice, by power: {joined(again)}"] if again else []
    return lines


def marks(block: Own | None) -> Marks:
    assert isinstance(block, Empire)
    return [
        *(((region,), "empire") for region in block.regions),
        *(((region,), "horseshoe") for region in block.horseshoes),
    ]


def meaning(decision: Decision) -> str:
    match decision:
        case Annex(_, on) if on is not None:
            return f"the structure goes to the foundation in {place(on)}"
        case Refight():
            return "only for its points, which count twice"
    return ""


STRUCTURES = (BATHS, DRAFT_OFFICE, SMALL_SCHOOL, COLOSSEUM, AQUEDUCT, MILITARY_CAMP)
LEVELS = tuple(zip(NUMERALS[1:], ("II", "III"), strict=True))
"""The higher levels, as they are typed and as the Romans write them."""

HALFLINGS = Lore(
    faction="halflings",
    idea="Every structure adds a region to the empire, which is cheap to travel and kind to its guests.",
    names={kind + typed: f"{titled(kind)} {written}" for kind in STRUCTURES for typed, written in LEVELS},
    effects={
        EmpireGrows: "your starting region, and one next to the empire for each structure; if it has a "
        "foundation, the structure goes there; strategic regions bring 2 resources, 2 Gladiators, "
        "2 points or 1 power for the Levy",
        EmpireIsHome: "entering a region of the empire costs 1",
        EmpireFulfils: "for artefacts, foundations and mountains in the empire count",
        EmpireScores: "at the end, 1 point per region of the empire that is not strategic, 2 for Tog' Eed, "
        "Wers and Nikleen",
        LevyFights: "the power of the Levy is added in your fights, with units or without, and never lost",
        GuestsTriumph: "with 2 strategic mountains (Harrax, Lox, Tog' Eed, Vurt) in it, others who win a "
        "fight in the empire receive 2 resources",
        GuestsBuildHigh: "with 2 strategic forests (Asander, Folen, Odmoor, Wers) in it, others in the "
        "empire build structures of any level",
        GuestsHurry: "with 2 strategic meadows (Esmore, Nikleen, Paskaar, Yreel) in it, others in the "
        "empire raise an action by a level once a round",
        GuestsBathe: "at levels II and III, after moving, 1 or 2 points for each opponent in the empire",
        GuestsEnlist: "at levels II and III, after moving, 1 or 2 power for the Levy for each opponent in "
        "the empire",
        HorseshoesGuide: "draw a horseshoe in 1 region, at level II in 2 and at level III in 3 more: "
        "entering it costs you 1 less and others 1 more",
        MonstersReturn: "instead of hunting, fight a beaten monster again for its points: one of as many in "
        "the line as you have strategic forests, counted from the leftmost one beaten",
        AqueductFlows: "monsters and fortresses are weaker by 1 per strategic mountain; at levels II "
        "and III, 1 or 2 resources more from each",
        MeadowsFeed: "Legionaries cost 1 gold less per strategic meadow",
        DortalAnnexes: "2 regions from anywhere for the empire at once",
    },
    features={
        f"{BATHS}-ii": "1 point for each opponent in the empire",
        f"{BATHS}-iii": "2 points for each opponent in the empire",
        f"{DRAFT_OFFICE}-ii": "1 power for the Levy for each opponent in the empire",
        f"{DRAFT_OFFICE}-iii": "2 power for the Levy for each opponent in the empire",
        f"{COLOSSEUM}-ii": "2 more horseshoes",
        f"{COLOSSEUM}-iii": "3 more horseshoes",
        f"{AQUEDUCT}-ii": "1 resource more from each fortress, and each monster that is beaten",
        f"{AQUEDUCT}-iii": "2 resources more from each fortress, and each monster that is beaten",
        Region.PASKAAR: "your structures count 1 strategic mountain, forest and meadow more",
    },
    deeds={
        Deed.FOUNDATIONS: "{} regions with a foundation in the empire",
        Deed.MOUNTAINS: "{} mountains in the empire",
    },
    declined={"hurry": "does not hurry"},
    refusals={
        "not-annexed": "annex a region",
        "not-beside-the-empire": "{region} is not next to the empire, or it is in it, or out of the game",
        "not-on-annexed": "the structure goes to the annexed region, or else to a foundation that is open "
        "to you here",
        "not-hurried": "hurry to raise the level of this action, once in a round, or decline",
        "not-drawn": "draw the horseshoe in a region of this game that has none",
        "fight-again": "you can fight monsters of power {powers:, |none} again, and with what you have",
    },
    questions={
        "annex": "Which region joins the empire?\n"
        "If it has a foundation that is open to you, the structure that you have just built goes there; if "
        "not, it may go to the foundation of the region you are in.",
        "hurry": "You are in the empire of the Halflings. Raise this action by a level for yourself?\n"
        "You may do so once in a round.",
        "horseshoe": "Where do you draw a horseshoe?\n"
        "Entering the region costs you 1 less and everybody else 1 more, until the end of the game.",
    },
    rules={
        "annex": "Every structure adds a region to the empire: one that borders on it by land, whoever is "
        "there. It is worth a point at the end, or brings its bonus at once if it is strategic. A "
        "structure is placed by this, not by where you are: on the foundation of the new region if it can "
        "be, else, if you like, on one in the region where you are.",
        "hurry": "With two strategic meadows in it, the empire of the Halflings lets its guests hurry. "
        "Whoever of the others stands there may raise one action a round by a level, for themselves "
        "alone: gather more, move farther, or build higher structures.",
        "horseshoe": "The Colosseum draws horseshoes, one at its first level, two more at the second and "
        "three more at the third. Entering a region with one costs the Halflings a movement point less "
        "and everybody else one more.",
    },
    otherwise={
        "start": "the Small School stands from the start, and the region where they begin is the first of "
        "the empire, with its bonus if it is strategic",
        "foundations": "a structure goes to the foundation of the region that it adds to the empire",
        "move": "others pay a point more to enter a region with a horseshoe",
        "build": "each of six structures can be built three times, at levels I to III, and adds a region to "
        "the empire; others in it build structures of any level once it has two strategic forests",
        "rounds": "others in the empire raise one action a round by a level for themselves, once it has two "
        "strategic meadows",
        "battle": "the power of the Levy is in every battle of theirs, and never lost",
        "fights": "with the Colosseum they may fight a beaten monster again for its points; with the "
        "Aqueduct monsters and fortresses are weaker; the power of the Levy is never lost",
        "artefacts": "for those of Folen and Tog' Eed, foundations and mountains of the empire count",
    },
    source="rulebook of the second box, Halflings",
    tells=SENTENCES,
    own=own,
    marks=marks,
    meaning=meaning,
)
