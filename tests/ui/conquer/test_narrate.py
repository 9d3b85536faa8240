"""Every event has words, and a whole game is a story."""

from random import Random
from typing import get_type_hints

import pytest

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.conquer import CONQUER, events
from p2p_heroes.games.conquer.factions.cultists import Bonus
from p2p_heroes.games.conquer.resources import Amounts, Resource
from p2p_heroes.games.conquer.terms import Score, Source, Thing
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.games.game import Event, Setup
from p2p_heroes.ui.conquer.narrate import narrate, tell

PACKAGE = "p2p_heroes.games.conquer."
NAMES = ("Ada", "Bo", "Cy", "Di")

EXAMPLES: dict[object, object] = {
    int: 1,
    int | None: 1,
    bool: True,
    Region: Region.ESMORE,
    Region | None: Region.ESMORE,
    Resource: Resource.IRON,
    Source: Source.REGION,
    Terrain: Terrain.LAKE,
    Thing: Thing.PORTAL,
    Bonus: Bonus.SYMBOL,
    Amounts: (("skeleton", 2),),
    tuple[int, ...]: (0, 1),
    tuple[str, ...]: ("wood", "move", "gold", "build"),
    tuple[Region, ...]: (Region.LOX,),
    tuple[Amounts, ...]: ((("skeleton", 2),), ()),
    tuple[Score, ...]: (Score(1), Score(2), Score(), Score()),
}
WORDS = {"action": "move", "left_out": "iron", "unit": "skeleton", "into": "lich", "structure": "barrow"}
WORDS |= {"piece": "hydra", "offer": "curse"}
SAID = {events.Announced: "peace", events.RewardTaken: "loot"}


def all_events() -> list[type[Event]]:
    """Those of the game, wherever they are declared."""
    return [kind for kind in Event.__subclasses__() if kind.__module__.startswith(PACKAGE)]


def example(kind: type[Event]) -> Event:
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for name in kind.__struct_fields__:
        if name == "word":
            values[name] = SAID[kind]
        elif hints[name] is str:
            values[name] = WORDS[name]
        else:
            values[name] = EXAMPLES[hints[name]]
    return kind(**values)


def test_the_events_of_the_game_are_found() -> None:
    kinds = all_events()
    assert events.GameEnded in kinds
    assert {kind.__module__.rpartition(".")[2] for kind in kinds} >= {"events", "undead", "nagas", "orcs"}


@pytest.mark.parametrize("kind", all_events(), ids=lambda kind: kind.__name__)
def test_every_event_has_words(kind: type[Event]) -> None:
    lines = narrate(example(kind), NAMES)
    assert any(lines)
    assert not any("None" in line or "Region." in line or "  ." in line for line in lines)


def test_an_event_without_words_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        narrate(Event(), NAMES)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (events.FirstPlayerNamed(1), ["Chance makes Bo the first player."]),
        (events.RoundStarted(3, 1), ["", "=== Round 3 of 16: Bo is first ==="]),
        (
            events.RoundPlanned(0, ("wood", "move", "gold", "build"), "iron"),
            ["Ada plans wood 1, move 2, gold 3, build 4, and no iron."],
        ),
        (events.ActionStarted("iron", 2), ["", "--- Gather iron, level 2 ---"]),
        (events.Declined(0, "summon"), ["Ada does not summon the Hydra."]),
        (events.Declined(0, "tavern"), ["Ada raises no tavern."]),
        (events.Declined(0, "tea"), ["Ada declines: tea."]),
        (events.ActionStarted("move", 1), ["", "--- Move, level 1 ---"]),
        (events.Received(0, 1, 1, 0, Source.REGION), ["Ada finds 1 wood and 1 iron there."]),
        (events.Received(0, 0, 0, 2, Source.LOOT), ["Ada takes 2 gold from the circled monster."]),
        (events.ResourcesChosen(1, 1, 0, 1), ["Bo chooses 1 wood and 1 gold."]),
        (events.Received(0, 0, 0, 4, Source.FORTRESS), ["Ada takes 4 gold from the fortress."]),
        (events.MilestoneReached(0, Resource.GOLD, 14, 2), ["Ada has had 14 gold at once: 2 points."]),
        (events.Paid(0, 2, 0, 0, ()), ["Ada pays 2 wood."]),
        (events.Paid(0, 0, 0, 0, (("serpent", 1),)), ["Ada pays 1 Serpent."]),
        (events.StructureBuilt(0, "barrow", 1, 0, None), ["Ada builds: Barrow."]),
        (
            events.StructureBuilt(0, "plague-column", 3, 2, Region.ESMORE),
            ["Ada builds: Plague Column on the foundation in Esmore (2 points, 3 for the foundation)."],
        ),
        (
            events.StructureBuilt(0, "chapel", 3, 3, Region.LOX, instead=2),
            ["Ada builds: Chapel on the foundation in Lox (3 points, 3 for the foundation instead of 2)."],
        ),
        (events.UnitsRecruited(0, "skeleton", 3, 3), ["Ada recruits 3 Skeletons for 3 gold."]),
        (events.UnitsRecruited(0, "skeleton", 3, 0), ["Ada recruits 3 Skeletons."]),
        (events.LevelErased(0, Region.LOX), ["Ada erases the level in Lox."]),
        (events.UnitsJoined(0, "skeleton", 1), ["1 Skeleton joins Ada."]),
        (events.UnitsJoined(0, "lich", 2), ["2 Liches join Ada."]),
        (
            events.Moved(0, Region.ASANDER, Region.ESMORE, (Region.BRYNNLORE,), 2, 4, 0),
            ["Ada goes from Asander via Brynnlore to Esmore (4 movement points, 2 bought)."],
        ),
        (
            events.Moved(0, Region.WERS, Region.TOGEED, (), 0, 1, 2),
            ["Ada goes from Wers to Tog' Eed (1 movement point, 2 left)."],
        ),
        (events.Stayed(0, Region.LOX, 0, 0), ["Ada stays in Lox."]),
        (
            events.Stayed(0, Region.LOX, 1, 3),
            ["Ada stays in Lox with 3 movement points to spare, 1 bought."],
        ),
        (events.Met(Region.LOX, (1, 0, 2)), ["Bo, Ada and Cy meet in Lox."]),
        (events.Announced(1, Region.LOX, "cede"), ["Bo leaves what lies in Lox to others."]),
        (events.FoeWeakened(1, 13, 11), ["Against Bo a foe of power 13 has only 11."]),
        (events.BattleJoined(1, Region.LOX), ["Bo joins the battle in Lox from next door."]),
        (events.RightGiven(Region.LOX, 1), ["What lies in Lox is left to Bo."]),
        (events.RightGiven(Region.LOX, None), ["Nobody claims what lies in Lox."]),
        (
            events.BattleFought(Region.LOX, (1, 0), ((("pixie", 1),), ()), (2, 0), 1),
            ["Battle in Lox!", "  Bo: 1 Pixie, power 2", "  Ada: nothing, power 0", "Bo wins the battle."],
        ),
        (
            events.BattleFought(Region.LOX, (0, 1), ((), ()), (0, 0), None),
            [
                "Battle in Lox!",
                "  Ada: nothing, power 0",
                "  Bo: nothing, power 0",
                "Nobody is strongest: all are defeated.",
            ],
        ),
        (
            events.MonsterFought(0, Region.LOX, 3, (("skeleton", 4),), 4, won=True),
            ["Ada fights the monster of power 3 with 4 Skeletons (power 4), and beats it."],
        ),
        (
            events.FortressAttacked(0, Region.QLISS, 7, (("lich", 1),), 5, 2, won=False),
            ["Ada attacks the fortress of power 7 in Qliss with 1 Lich (power 5), in vain."],
        ),
        (
            events.FortressAttacked(0, Region.LOX, 7, (("lich", 2),), 10, 2, won=True),
            ["Ada attacks the fortress of power 7 in Lox with 2 Liches (power 10), and seizes it: 2 points."],
        ),
        (events.Plundered(0, 1, 1, 0, 2), ["Bo loses 1 wood and 2 gold to Ada."]),
        (
            events.ArtefactSeized(0, 1, Region.FOLEN),
            ["Ada takes the artefact of Folen from Bo."],
        ),
    ],
)
def test_an_event_in_words(event: Event, lines: list[str]) -> None:
    assert narrate(event, NAMES) == lines


def test_what_all_gather_is_one_line() -> None:
    gains = [events.Received(seat, 2 + seat, 0, 0, Source.GATHERING) for seat in (1, 0)]
    happened = [events.ActionStarted("wood", 2), *gains, events.RoundEnded(1)]
    assert tell(happened, NAMES) == [
        "",
        "--- Gather wood, level 2 ---",
        "Bo gathers 3 wood, Ada gathers 2 wood.",
        "Round 1 is over.",
    ]
    assert tell(gains[:1], NAMES) == ["Bo gathers 3 wood."]
    alike = [events.Received(seat, 0, 2, 0, Source.GATHERING) for seat in (1, 0)]
    assert tell(alike, NAMES[:2]) == ["Everybody gathers 2 iron."]


def test_an_action_in_which_nobody_can_build_is_not_just_a_heading() -> None:
    build, after = events.ActionStarted("build", 1), events.ActionStarted("move", 2)
    idle = "Nobody can build or recruit anything."
    assert tell((build, after), NAMES)[:3] == ["", "--- Build, level 1 ---", idle]
    assert tell((build, events.RoundEnded(1)), NAMES)[2] == idle
    assert idle not in tell((build,), NAMES)
    assert idle not in tell((build, events.BuildingFinished(0), after), NAMES)
    assert idle not in tell((after, events.RoundEnded(1)), NAMES)


def test_the_end_names_the_winner() -> None:
    ended = events.GameEnded((Score(2, 1), Score(1)), (5, 9), (1, 2))
    assert tell([ended], NAMES[:2])[-2:] == ["", "Ada wins!"]


def test_a_tie_is_broken_by_what_is_left_or_not_at_all() -> None:
    broken = tell([events.GameEnded((Score(3), Score(3)), (5, 9), (2, 1))], NAMES[:2])
    assert broken[-3:] == ["Equal points; resources left: Ada 5, Bo 9.", "", "Bo wins!"]
    shared = tell([events.GameEnded((Score(3), Score(3)), (5, 5), (1, 1))], NAMES[:2])
    assert shared[-1] == "Ada and Bo share the victory!"


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_a_story(seed: int) -> None:
    """By wanderers, with all factions in turn."""
    random = Random(seed)
    seats = 2 + seed % 3
    choices = tuple(random.sample(CONQUER.choices, seats))
    lines: list[str] = []
    for turn in playout(CONQUER, CONQUER.initial(Setup(choices)), wandering(random), random):
        lines += tell(turn.step.events, NAMES[:seats])
    assert sum(line.startswith("=== Round ") for line in lines) == 16
    assert lines[-1].endswith("!")
    assert not [line for line in lines if line and line != line.rstrip()]
