"""The Orcs in words."""

from collections.abc import Sequence

from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.factions.orcs import (
    MILESTONES,
    MODIFICATIONS,
    DrumsDrive,
    Modify,
    MountainsEnrage,
    Rage,
    RageArrives,
    RageCarries,
    RageCounts,
    RageGained,
    RageMilestoneReached,
    RageSpent,
    RecruitsEnrage,
    TotemEnrages,
    UnitsGrow,
    UnitsModified,
)
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.lore import Lore, Sentences
from p2p_heroes.ui.kit.words import counted, joined, points, titled


def _growth(event: UnitsModified, names: Sequence[str]) -> list[str]:
    grown, into = (counted(event.count, titled(unit)) for unit in (event.unit, event.into))
    return [f"{names[event.seat]} turns {grown} into {into}."]


SENTENCES: Sentences = {
    RageGained: "{seat:name} gains {rage} rage.",
    RageSpent: "{seat:name} spends {rage} rage.",
    RageMilestoneReached: "{seat:name} has had {at} rage at once: {points:points}.",
    UnitsModified: _growth,
}


def own(block: Own | None) -> list[str]:
    assert isinstance(block, Rage)
    return [f"Rage: {block.rage}"]


def meaning(decision: Decision) -> str:
    match decision:
        case Modify(unit, into, count):
            [price] = [price for old, new, price in MODIFICATIONS if (old, new) == (unit, into)]
            return f"{price * count} rage"
    return ""


STEPS = joined([f"{value} ({points(worth)})" for value, worth in MILESTONES])

ORCS = Lore(
    faction="orcs",
    idea="Rage, a fourth resource, turns small warriors into great ones and drives actions on.",
    names={"shamans-tent": "Shaman's Tent"},
    effects={
        RageCounts: f"at the end, points for having had so much rage at once: {STEPS}; nobody can plunder it",
        UnitsGrow: "while building, rage turns a Scout into a Charger (1), a Charger into a Bomber (3), "
        "a Scout into a Bomber (4)",
        MountainsEnrage: "2 rage at the start of a building action in a mountain",
        TotemEnrages: "when built, 3 rage; then 1 for each fight of yours",
        RecruitsEnrage: "1 rage for every 2 units recruited in an action",
        DrumsDrive: "once a round, 2 rage raise an action's level by 1 for you",
        RageCarries: "1 rage for a movement point, as often as you like",
        RageArrives: "{effect.rage} rage at once",
    },
    features={Region.PASKAAR: "1 more rage whenever you gain some"},
    declined={"war-drums": "does not beat the War Drums"},
    refusals={
        "not-drummed": "drum for {rage} rage to make this an action of level {level}, or decline",
    },
    questions={"drum": "Beat the War Drums for 2 rage, so that this action counts a level more for you?"},
    rules={
        "drum": "Before an action is performed you may spend 2 rage, once in a round: for you alone it "
        "counts as one level higher. You gather more, move farther, or build higher structures.",
    },
    otherwise={
        "gather": f"having had so much rage at once counts, too: {STEPS}",
        "rounds": "once a round, War Drums raise an action by a level for them alone",
        "scoring": "rage is among the resources that are left",
    },
    source="rulebook, Orcs",
    tells=SENTENCES,
    own=own,
    meaning=meaning,
)
