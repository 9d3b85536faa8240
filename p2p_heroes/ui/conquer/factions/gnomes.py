"""The Gnomes in words."""

from p2p_heroes.games.conquer.factions.gnomes import (
    SCALE,
    EngineCounts,
    GeneratorStudies,
    HighStructuresCount,
    LibraryRecords,
    MechanicsDouble,
    MechanicsSurvive,
    ObservatoryLearns,
    PaskaarTeaches,
    Science,
    ScienceBuilds,
    ScienceCommands,
    ScienceGained,
    ScienceStrengthens,
    ShaftDeepens,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.ui.conquer.lore import Lore, Sentences

SENTENCES: Sentences = {
    ScienceGained: "{seat:name} marks {gained} science: {science} by now.",
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Science)
    return [f"Science: {block.marked} of {SCALE}"]


GNOMES = Lore(
    faction="gnomes",
    idea="Science makes structures free and machines strong; Mechanics double what they serve.",
    names={
        "mechasaur": "MechaSaur",
        "anisopter+": "doubled Anisopter",
        "automaton+": "doubled Automaton",
        "mechasaur+": "doubled MechaSaur",
    },
    effects={
        ScienceBuilds: "structures of level 2, 3 and 4 are free from 4, 9 and 14 science on; "
        "more than 18 nobody marks",
        MechanicsDouble: "each deployed Mechanic doubles the power of one other unit",
        ScienceStrengthens: "a MechaSaur has 1 more power for every 3 science",
        GeneratorStudies: "when built, 1 science for each Mechanic you have",
        ShaftDeepens: "when built, 2 science; from 9 science on, +1 iron when gathering it",
        LibraryRecords: "1 science for each structure you build later",
        ObservatoryLearns: "1 science for each fight that you win",
        EngineCounts: "at the end, 1 point per 4 science",
        PaskaarTeaches: "3 science at once",
        ScienceCommands: "1 more total power for every 4 science",
        HighStructuresCount: "at the end, 1 point per structure of level 3 or 4",
        MechanicsSurvive: "deployed Mechanics come back",
    },
    otherwise={
        "build": "with enough science, structures of a level cost nothing, one level after the other",
        "battle": "with the artefact of Odmoor, Mechanics come back",
        "fights": "with the artefact of Odmoor, Mechanics come back",
    },
    source="rulebook p. 14",
    tells=SENTENCES,
    own=own,
)
