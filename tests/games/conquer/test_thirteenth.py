"""A faction built the way docs/adding-a-faction.md tells: its rules, its games with others, its words."""

import re
from collections.abc import Mapping, Sequence
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

import pytest

from p2p_heroes.games.conquer.army import stacks_for
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.effect import HOOKS
from p2p_heroes.games.conquer.events import (
    BattleFought,
    Declined,
    Met,
    MonsterCircled,
    MonsterFought,
    Moved,
    Paid,
    PieceMoved,
    Received,
    StructureBuilt,
    UnitLost,
    UnitsJoined,
    UnitsPerished,
)
from p2p_heroes.games.conquer.factions import FACTIONS
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.game import Conquer
from p2p_heroes.games.conquer.moving import Moving, ways_from
from p2p_heroes.games.conquer.planning import ActionsAwaited, Planning, RoundEnds, RoundStarts
from p2p_heroes.games.conquer.scoring import score_of
from p2p_heroes.games.conquer.state import Own, Stage, Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Source, Thing
from p2p_heroes.games.conquer.visiting import Arriving, is_withheld
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Event, Open, Secret, Setup, Step, request_for
from p2p_heroes.ui.conquer import ask, board, consequences, effects, narrate
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.lore import Lore, Sentences
from p2p_heroes.ui.conquer.narrate import tell
from p2p_heroes.ui.conquer.words import place, places
from scripts.tools.random_games import play_from, replay
from scripts.tools.record_playthrough import checked
from tests.games.conquer import thirteenth
from tests.games.conquer.thirteenth import (
    BEES,
    Brew,
    Combs,
    Dancing,
    Founding,
    HiveFounded,
    HoneySpent,
    HoneyStored,
    Stinging,
    Stung,
    SwarmGathered,
    SwarmScattered,
    WayDanced,
)
from tests.support.conquer import (
    Seated,
    asking,
    at_table,
    names_of,
    offered,
    seat,
    started,
    units_of,
)

R = Region
GAME = Conquer([*FACTIONS, BEES])
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "adding-a-faction.md").read_text(encoding="utf-8")


def settle(table: Table, answers: Mapping[int, str]) -> Step[Table]:
    """One step in notation, in the game that knows the thirteenth faction."""
    return GAME.apply(table, checked(GAME, table, {who: GAME.parse(text) for who, text in answers.items()}))


def why_not(table: Table, who: int, text: str) -> str:
    return str(GAME.refusal(table, who, GAME.parse(text)))


def nobody(region: Region = R.ROLGOY) -> Seated:
    """An opponent without units and resources, who is asked for nothing but the way."""
    return seat("gnomes", region, units={})


def alone(bees: Seated, *stages: Stage) -> Table:
    return asking(at_table(bees, nobody()), *stages)


def combs(table: Table) -> Combs:
    own = table.players[0].own
    assert isinstance(own, Combs)
    return own


def own_events(events: Sequence[Event]) -> list[Event]:
    """Without what other factions tell too."""
    return [event for event in events if type(event).__module__ == thirteenth.__name__]


# The board as a whole.


def test_the_board_is_a_full_one() -> None:
    """Units, ten structures on four levels with arrows, six artefacts, and most kinds of hook points."""
    assert len(BEES.units) == 3
    assert {structure.level for structure in BEES.structures} == {1, 2, 3, 4}
    assert len(BEES.structures) == 10
    assert all(structure.needs for structure in BEES.structures if structure.level > 1)
    assert all(artefact.effects for artefact in BEES.artefacts)
    assert len(BEES.effects.overriding) >= 20


def test_one_of_two_arrows_is_enough() -> None:
    """The Hive Stand needs the Flower Bed or the Wax Works."""
    for built in ("flower-bed", "wax-works"):
        table = alone(seat(BEES, stock=(3, 1, 0), built=(built,)), BuildingStarts(2))
        assert "build hive-stand" in offered(table, 0)
    table = alone(seat(BEES, stock=(3, 1, 0), built=("dance-floor",)), BuildingStarts(2))
    assert (
        why_not(table, 0, "build hive-stand")
        == "needs-first structure=hive-stand needs=(flower-bed,wax-works)"
    )


def test_a_place_of_the_own_map() -> None:
    """On this board Xelree gives 1 wood and 2 gold, on all others 2 wood."""
    table = at_table(seat(BEES, R.XELREE, visited=()), seat("elves", R.XELREE))
    for player in table.players:
        player.visited = 0
    step = started(table, Arriving(0), Arriving(1))
    found = [event for event in step.events if isinstance(event, Received)]
    assert found == [Received(0, 1, 0, 2, Source.REGION), Received(1, 2, 0, 0, Source.REGION)]


# Nature.


def test_the_larder_is_filled_before_the_first_round() -> None:
    """Two honey at the start of the game, none at that of later rounds."""
    step = started(at_table(seat(BEES), nobody()), RoundStarts(1))
    assert own_events(step.events) == [HoneyStored(0, 2)]
    assert own_events(started(step.state, RoundStarts(2)).events) == []


def test_honey_is_thrown_in_fights_and_gone() -> None:
    """A stack that is no unit: power 2 each, written before the Workers as the alphabet has it."""
    table = alone(seat(BEES, units={"worker": 1}, own=Combs(honey=2)), Fighting(0))
    assert "hunt 2 with honey-pot 2 worker 1" in offered(table, 0)
    step = settle(table, {0: "hunt 2 with honey-pot 1 worker 1"})
    assert step.events[:3] == (
        MonsterFought(0, R.HARRAX, 2, (("honey-pot", 1), ("worker", 1)), 3, True),
        UnitsPerished(0, (("worker", 1),)),
        HoneySpent(0, 1),
    )
    assert combs(step.state).honey == 1


def test_no_more_honey_is_thrown_than_there_is() -> None:
    table = alone(seat(BEES, own=Combs(honey=2)), Fighting(0))
    assert why_not(table, 0, "hunt 2 with honey-pot 3") == "deploy-something"


def test_a_visitor_of_a_hive_pays_or_is_stung() -> None:
    """Who has gold is asked; to endure it is the quiet choice."""
    bees = seat(BEES, own=Combs(hives=(R.ASANDER,)))
    table = asking(at_table(bees, seat("undead", R.ASANDER, stock=(0, 0, 1))), Arriving(1))
    assert offered(table, 1) == ["endure", "pay-toll"]
    assert GAME.notate(GAME.default(table, 1)) == "endure"
    assert why_not(table, 1, "done") == "not-now stage=stinging"
    paid = settle(table, {1: "pay-toll"})
    assert paid.events[:2] == (Paid(1, 0, 0, 1, ()), Received(0, 0, 0, 1, Source.EFFECT))
    stung = settle(table, {1: "endure"})
    assert stung.events[:2] == (Stung(0, 1), UnitLost(1, "skeleton"))


def test_who_has_no_gold_is_stung_without_a_question() -> None:
    bees = seat(BEES, own=Combs(hives=(R.ASANDER,)))
    step = started(at_table(bees, seat("undead", R.ASANDER)), Arriving(1))
    assert step.events[:2] == (Stung(0, 1), UnitLost(1, "skeleton"))


@pytest.mark.parametrize(("hive", "visitor"), [(R.ASANDER, 0), (R.ESMORE, 1)])
def test_bees_are_not_stung_and_nobody_is_elsewhere(hive: Region, visitor: int) -> None:
    bees = seat(BEES, R.ASANDER, own=Combs(hives=(hive,)))
    step = started(at_table(bees, seat("undead", R.ASANDER)), Arriving(visitor))
    assert own_events(step.events) == []


def test_hives_and_honey_score() -> None:
    """A point per hive; with the Honey Hall one more for every three honey."""
    own = Combs(honey=8, hives=(R.ASANDER, R.ESMORE))
    assert score_of(at_table(seat(BEES, own=own), nobody()), 0).total == 2
    with_hall = at_table(seat(BEES, built=("honey-hall",), own=own), nobody())
    assert score_of(with_hall, 0).total == 3 + 2 + 2


# Structures.


def test_nectar_is_found_at_a_first_visit() -> None:
    """With the Flower Bed: 1 honey in a region that was not visited before."""
    table = alone(seat(BEES, R.ASANDER, built=("flower-bed",), visited=(R.DORTAL,)), Moving(3))
    step = settle(table, {0: "move Brynnlore", 1: "stay"})
    assert own_events(step.events) == [HoneyStored(0, 1)]
    assert own_events(settle(table, {0: "move Dortal", 1: "stay"}).events) == []


def test_wood_is_brewed_into_honey_while_others_build() -> None:
    """With the Wax Works, as often as the wood lasts."""
    table = alone(seat(BEES, stock=(2, 0, 0), built=("wax-works",)), BuildingStarts(1))
    assert offered(table, 0) == ["done", "brew 1", "brew 2"]
    step = settle(table, {0: "brew 2"})
    assert step.events == (Paid(0, 2, 0, 0, ()), HoneyStored(0, 2))
    assert why_not(table, 0, "brew 3") == "not-while-building"


def test_no_more_is_brewed_than_there_is_room_for() -> None:
    """The combs hold 12 honey."""
    table = alone(seat(BEES, stock=(5, 0, 0), built=("wax-works",), own=Combs(honey=11)), BuildingStarts(1))
    assert [text for text in offered(table, 0) if text.startswith("brew")] == ["brew 1"]


def test_a_dance_shows_the_way_for_one_round() -> None:
    """Before the first action, for an adjacent region; entering it costs 1 until the round ends."""
    bees = seat(BEES, R.ASANDER, built=("dance-floor",))
    table = alone(bees, ActionsAwaited())
    assert offered(table, 0) == ["decline", "dance Brynnlore", "dance Dortal", "dance Harrax"]
    assert why_not(table, 0, "dance Zoro") == "not-now stage=dancing"
    step = settle(table, {0: "dance Dortal"})
    assert step.events == (WayDanced(0, R.DORTAL),)
    costs = [way and way.cost for way in ways_from(step.state, 0)]
    assert (costs[R.DORTAL], costs[R.BRYNNLORE]) == (1, 3)
    assert combs(started(step.state, RoundEnds()).state).goal is None


def test_nobody_has_to_dance() -> None:
    step = settle(alone(seat(BEES, built=("dance-floor",)), Dancing(0)), {0: "decline"})
    assert step.events == (WayDanced(0, None),)


def test_without_the_dance_floor_nobody_is_asked() -> None:
    assert offered(alone(seat(BEES), ActionsAwaited()), 0) == []


def test_a_hive_is_founded_for_two_honey_where_the_bees_are() -> None:
    """With the Hive Stand, after building; hives are kept in the order of the regions."""
    own = Combs(honey=3, hives=(R.ASANDER, R.JORVELD))
    table = alone(seat(BEES, built=("hive-stand",), own=own), BuildingStarts(1))
    assert offered(table, 0) == ["decline", "found-hive"]
    step = settle(table, {0: "found-hive"})
    assert step.events == (HoneySpent(0, 2), HiveFounded(0, R.HARRAX))
    assert combs(step.state) == Combs(honey=1, hives=(R.ASANDER, R.HARRAX, R.JORVELD))
    assert settle(table, {0: "decline"}).events == (HiveFounded(0, None),)
    assert why_not(table, 0, "done") == "not-now stage=founding"


@pytest.mark.parametrize("own", [Combs(honey=1), Combs(honey=9, hives=(R.HARRAX,))])
def test_no_hive_without_honey_and_no_second_one_in_a_region(own: Combs) -> None:
    assert offered(alone(seat(BEES, built=("hive-stand",), own=own), BuildingStarts(1)), 0) == []


def test_a_monster_is_lulled_instead_of_hunted() -> None:
    """With the Smoke Pit: 3 honey circle the leftmost monster, its resources stay, and the hunt is over."""
    bees = seat(BEES, units={}, built=("smoke-pit",), monsters=(2,), own=Combs(honey=7))
    table = alone(bees, Fighting(0))
    step = settle(table, {0: "lull"})
    assert step.events == (HoneySpent(0, 3), MonsterCircled(0, 3, 1))
    assert combs(step.state).honey == 4
    assert offered(step.state, 0) == []


def test_two_honey_lull_nothing() -> None:
    table = alone(seat(BEES, built=("smoke-pit",), own=Combs(honey=2)), Fighting(0))
    assert "lull" not in offered(table, 0)


def test_the_hedge_keeps_others_out() -> None:
    """With the Thorn Hedge: 1 more point for others, and neither foundation nor artefact of the region."""
    other = seat("undead", R.ASANDER)
    open_table = at_table(seat(BEES, own=Combs(hives=(R.DORTAL,))), other)
    closed = at_table(seat(BEES, built=("thorn-hedge",), own=Combs(hives=(R.DORTAL,))), other)
    before, after = (ways_from(table, 1)[R.DORTAL] for table in (open_table, closed))
    assert before is not None
    assert after is not None
    assert after.cost == before.cost + 1
    kept = [thing for thing in Thing if is_withheld(closed, thing, R.DORTAL, 1)]
    assert kept == [Thing.ARTEFACT, Thing.FOUNDATION]
    assert not any(is_withheld(open_table, thing, R.DORTAL, 1) for thing in Thing)
    assert not any(is_withheld(closed, thing, R.DORTAL, 0) for thing in Thing)


def swarming(region: Region | None, **rest: Any) -> Seated:
    return seat(BEES, R.ASANDER, built=("swarm-cell",), own=Combs(swarm=region), **rest)


def test_the_swarm_gathers_when_its_cell_is_built_with_two_workers() -> None:
    bees = seat(BEES, stock=(2, 4, 0), built=("sentry-post",))
    table = alone(bees, BuildingStarts(3))
    step = settle(table, {0: "build swarm-cell"})
    assert step.events == (
        Paid(0, 2, 4, 0, (("worker", 2),)),
        StructureBuilt(0, "swarm-cell", 3, 2, None),
        SwarmGathered(0, R.HARRAX),
    )
    assert units_of(step.state, 0) == {"worker": 3}


def test_the_swarm_flies_two_regions_with_the_sealed_move() -> None:
    table = alone(swarming(R.ASANDER), Moving(1))
    step = settle(table, {0: "stay sending swarm Kosleen", 1: "stay"})
    assert PieceMoved(0, "swarm", R.ASANDER, R.KOSLEEN) in step.events
    assert combs(step.state).swarm is R.KOSLEEN
    assert why_not(table, 0, "stay sending swarm Lox") == "not-sent-there"


def test_the_swarm_hunts_alone_and_is_scattered() -> None:
    """Power 4 beats the monster of power 3, whose gold is lost; the army is not involved."""
    table = alone(swarming(R.KOSLEEN, monsters=(2,)), Fighting(0))
    step = settle(table, {0: "hunt 3 with swarm 1"})
    assert step.events == (
        MonsterFought(0, R.KOSLEEN, 3, (("swarm", 1),), 4, True),
        SwarmScattered(0, R.KOSLEEN),
        MonsterCircled(0, 3, 1),
    )
    assert combs(step.state).swarm is None


def test_the_swarm_fights_beside_the_army_where_they_are_together() -> None:
    table = at_table(swarming(R.ASANDER, units={"worker": 1}), nobody())
    assert [stack.name for stack in stacks_for(table, 0, Combat(Foe.MONSTER, R.ASANDER))] == [
        "worker",
        "swarm",
    ]
    apart = at_table(swarming(R.KOSLEEN, units={"worker": 1}), nobody())
    assert [stack.name for stack in stacks_for(apart, 0, Combat(Foe.MONSTER, R.ASANDER))] == ["worker"]


def test_the_swarm_forces_a_battle_and_throws_no_honey() -> None:
    """Whoever is where the swarm comes has to fight it."""
    bees = seat(BEES, R.ASANDER, built=("swarm-cell",), own=Combs(honey=5, swarm=R.ASANDER))
    table = asking(at_table(bees, seat("undead", R.HARRAX)), Moving(1))
    step = settle(table, {0: "stay sending swarm Harrax", 1: "stay"})
    assert step.events[-1] == Met(R.HARRAX, (0, 1))
    assert offered(step.state, 0) == ["deploy none", "deploy swarm 1"]
    fought = settle(step.state, {0: "deploy swarm 1", 1: "deploy skeleton 3"})
    assert fought.events[0] == BattleFought(
        R.HARRAX, (0, 1), ((("swarm", 1),), (("skeleton", 3),)), (4, 3), 0
    )
    assert SwarmScattered(0, R.HARRAX) in fought.events


def test_a_scattered_swarm_gathers_with_the_next_round() -> None:
    """When the round is planned, where the bees are; one that flies stays where it is."""
    plan = {0: "plan wood iron gold move"}
    step = settle(alone(swarming(None), Planning()), plan)
    assert own_events(step.events) == [SwarmGathered(0, R.ASANDER)]
    assert own_events(settle(alone(swarming(R.KOSLEEN), Planning()), plan).events) == []


# Artefacts.


def test_wood_of_regions_sweetens_while_there_is_room() -> None:
    """The artefact of Paskaar: of the 2 wood of Esmore one finds room as honey."""
    bees = seat(BEES, R.BRYNNLORE, artefacts=(R.PASKAAR,), own=Combs(honey=11))
    step = settle(alone(bees, Moving(2)), {0: "move Esmore", 1: "stay"})
    assert step.events[2:] == (HoneyStored(0, 1), Received(0, 1, 0, 0, Source.REGION))


def test_every_second_sentry_returns() -> None:
    """The artefact of Vurt: of three that are deployed two perish."""
    bees = seat(BEES, units={"sentry": 3}, artefacts=(R.VURT,))
    step = settle(alone(bees, Fighting(0)), {0: "hunt 2 with sentry 3"})
    assert UnitsPerished(0, (("sentry", 2),)) in step.events


def test_dortal_asks_for_gold_and_workers_and_brings_a_queen() -> None:
    """Terms of its own: 8 gold and 2 Workers."""
    table = alone(seat(BEES, R.DORTAL, stock=(0, 0, 8)), Collecting(0))
    assert offered(table, 0) == ["decline", "collect for gold 8 worker 2"]
    step = settle(table, {0: "collect for gold 8 worker 2"})
    assert units_of(step.state, 0) == {"worker": 3, "bee-queen": 1}


def test_folen_grants_a_structure() -> None:
    """An effect that several factions have, taken as it is."""
    foundations = {R.ASANDER: 1, R.ESMORE: 1, R.JORVELD: 1, R.LOX: 1}
    table = alone(seat(BEES, R.FOLEN, foundations=foundations), Collecting(0))
    table = settle(table, {0: "collect"}).state
    assert offered(table, 0) == ["decline", "build flower-bed", "build wax-works", "build dance-floor"]
    assert settle(table, {0: "decline"}).events == (Declined(0, "structure"),)


def test_brood_hatches_for_every_two_hives() -> None:
    """The artefact of Odmoor: a Worker at the start of a building action."""
    hives = (R.ASANDER, R.ESMORE, R.LOX)
    bees = seat(BEES, artefacts=(R.ODMOOR,), own=Combs(hives=hives))
    step = started(at_table(bees, nobody()), BuildingStarts(1))
    assert step.events == (UnitsJoined(0, "worker", 1),)
    few = seat(BEES, artefacts=(R.ODMOOR,), own=Combs(hives=hives[:1]))
    assert started(at_table(few, nobody()), BuildingStarts(1)).events == ()


def test_hives_call_home() -> None:
    """The artefact of Tog' Eed: a march may begin at any hive for 2 points."""
    bees = seat(BEES, R.ASANDER, artefacts=(R.TOGEED,), own=Combs(hives=(R.UGMAT,)))
    step = settle(alone(bees, Moving(2)), {0: "move Ugmat", 1: "stay"})
    assert step.events[0] == Moved(0, R.ASANDER, R.UGMAT, (), bought=0, spent=2, left=0)


# Whole games, and states that no game has.


@pytest.mark.parametrize("seed", range(20))
def test_games_with_all_others_can_be_replayed(seed: int) -> None:
    """Each state survives its plain form, and the notation of the game leads to the same end."""
    random = Random(seed)
    others = [FACTIONS[(seed + 4 * at) % len(FACTIONS)].name for at in range(1 + seed % 3)]
    setup = Setup(tuple(random.sample([BEES.name, *others], 1 + len(others))))
    played = play_from(GAME, setup, random)
    assert replay(GAME, setup, played.answers) == played.digest


def read_back(table: Table) -> Table:
    return GAME.decode_state(GAME.encode_state(table))


def asked(own: Own, *agenda: Stage) -> Table:
    """Bees with such a block, and something to be asked."""
    bees = seat(BEES, built=("swarm-cell",), own=own)
    return at_table(bees, nobody(), agenda=agenda or (Planning(),))


def test_a_full_block_survives() -> None:
    table = asked(Combs(12, (R.ASANDER, R.ESMORE), goal=R.DORTAL, swarm=R.LOX))
    assert read_back(table) == table


@pytest.mark.parametrize(
    "damaged",
    [
        Combs(honey=13),
        Combs(hives=(R.ESMORE, R.ASANDER)),
        Combs(hives=(R.ASANDER, R.ASANDER)),
        Combs(hives=(R.ZORO,)),
        Combs(goal=R.ZORO),
        Combs(swarm=R.ZORO),
    ],
)
def test_a_damaged_block_is_refused(damaged: Combs) -> None:
    """More honey than there is room for, hives out of order or twice, regions out of a game of two."""
    with pytest.raises(MalformedState):
        read_back(asked(damaged))


@pytest.mark.parametrize(
    "change", [{"honey": -1}, {"honey": True}, {"swarm": "Nowhere"}, {"hives": None}, {"wax": 1}]
)
def test_a_block_of_other_parts_is_refused(change: dict[str, Any]) -> None:
    """Numbers that are none, regions that are not on the map, a part too many."""
    plain: Any = GAME.encode_state(asked(Combs()))
    first, second = plain["players"]
    with pytest.raises(MalformedState):
        GAME.decode_state({**plain, "players": ({**first, "own": {**first["own"], **change}}, second)})


STAGES = (Dancing(0), Founding(0), Stinging(0, 1))


@pytest.mark.parametrize("stage", STAGES)
def test_a_question_can_be_read_back(stage: Stage) -> None:
    bees = seat(BEES, own=Combs(honey=2))
    table = at_table(bees, seat("elves", R.ROLGOY, stock=(0, 0, 1)), agenda=(stage,))
    assert read_back(table) == table


@pytest.mark.parametrize(
    "stage", [Dancing(1), Dancing(2), Founding(1), Stinging(1, 0), Stinging(0, 0), Stinging(0, 2)]
)
def test_a_question_to_somebody_else_is_refused(stage: Stage) -> None:
    bees, elves = (seat(BEES, own=Combs(honey=2)), seat("elves", R.ROLGOY, stock=(0, 0, 1)))
    with pytest.raises(MalformedState):
        read_back(at_table(bees, elves, agenda=(stage, RoundEnds())))


def test_the_game_of_the_box_does_not_know_the_faction() -> None:
    """A table with it is refused by a game that was put together without it."""
    with pytest.raises(MalformedState):
        Conquer(FACTIONS).decode_state(GAME.encode_state(asked(Combs())))


# Words.


TELLS: Sentences = {
    HoneyStored: "{seat:name} stores {count} honey.",
    HoneySpent: "{seat:name} uses up {count} honey.",
    WayDanced: lambda event, names: [f"{names[event.seat]} dances for {region_or(event.goal, 'nothing')}."],
    HiveFounded: lambda event, names: [
        f"{names[event.seat]} founds a hive: {region_or(event.region, 'none')}."
    ],
    Stung: "The bees of {seat:name} sting {visitor:name}.",
    SwarmGathered: "The swarm of {seat:name} gathers in {region:place}.",
    SwarmScattered: "The swarm of {seat:name} is scattered in {region:place}.",
}


def region_or(region: Region | None, otherwise: str) -> str:
    return otherwise if region is None else place(region)


def own_words(block: Own | None) -> list[str]:
    assert isinstance(block, Combs)
    return [f"Honey: {block.honey}", f"Hives: {places(block.hives) or 'none'}"]


def meaning(decision: object) -> str:
    return f"{decision.count} wood" if isinstance(decision, Brew) else ""


BEES_LORE = Lore(
    faction="bees",
    idea="Honey sticks, hives sting, and a swarm flies ahead.",
    effects={
        thirteenth.LarderIsFilled: "2 honey at the start of the game",
        thirteenth.HoneySticks: "honey can be deployed with power 2 and is lost",
        thirteenth.HivesSting: "who comes to a hive pays 1 gold or loses a unit; 1 point per hive",
        thirteenth.NectarIsFound: "1 honey for every region visited for the first time",
        thirteenth.BeesBrew: "while building, wood can become honey",
        thirteenth.BeesDance: "before the first action, dance for an adjacent region",
        thirteenth.DanceShowsTheWay: "it costs 1 in this round",
        thirteenth.HivesAreFounded: "after building, 2 honey found a hive where you are",
        thirteenth.HoneyLulls: "instead of hunting, 3 honey circle the leftmost monster",
        thirteenth.HedgeKeepsOut: "others pay 1 more to enter a hive's region and cannot use what lies there",
        thirteenth.SwarmGathers: "a swarm gathers",
        thirteenth.SwarmFlies: "it flies 2 regions",
        thirteenth.SwarmFights: "it has power 4",
        thirteenth.HoneyCounts: "at the end, 1 point per 3 honey",
        thirteenth.WoodSweetens: "the wood of regions becomes honey",
        thirteenth.SentriesReturn: "every second Sentry returns",
        thirteenth.BroodHatches: "1 Worker for every 2 hives when building starts",
        thirteenth.HivesCallHome: "begin a march at any hive for 2 points",
    },
    questions={
        "dance": "Dance for a region, or decline?",
        "hive": "Found a hive here, or decline?",
        "sting": "Bees! Pay 1 gold, or endure it?",
    },
    tells=TELLS,
    own=own_words,
    meaning=meaning,
)


@pytest.fixture
def _lore(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words stand in the list of all words, and in what the screen has made of it."""
    monkeypatch.setitem(LORE, BEES.name, BEES_LORE)
    tables: tuple[tuple[Any, Mapping[Any, Any]], ...] = (
        (effects.OWN_EFFECTS, BEES_LORE.effects),
        (ask.OWN_QUESTIONS, BEES_LORE.questions),
        (narrate.TOLD, BEES_LORE.tells),
    )
    for table, added in tables:
        for key, text in added.items():
            monkeypatch.setitem(table, key, text)


@pytest.mark.usefixtures("_lore")
def test_the_screen_tells_what_happens() -> None:
    """Own events in own words, shared ones as for everybody."""
    table = alone(seat(BEES, units={"worker": 1}, own=Combs(honey=2)), Fighting(0))
    step = settle(table, {0: "hunt 2 with honey-pot 2 worker 1"})
    assert tell(step.events, ("Ada", "Bo")) == [
        "Ada fights the monster of power 2 with 2 Honey Pots and 1 Worker (power 5), and beats it.",
        "Ada loses 1 Worker.",
        "Ada uses up 2 honey.",
        "Ada circles the monster of power 2: 1 point.",
    ]


EVENTS = (
    HoneyStored(0, 1),
    HoneySpent(0, 1),
    WayDanced(0, None),
    WayDanced(0, R.LOX),
    HiveFounded(0, None),
    HiveFounded(0, R.LOX),
    Stung(0, 1),
    SwarmGathered(0, R.LOX),
    SwarmScattered(0, R.LOX),
)


@pytest.mark.usefixtures("_lore")
@pytest.mark.parametrize("event", EVENTS, ids=names_of(EVENTS))
def test_every_event_of_the_faction_has_its_sentence(event: Event) -> None:
    [line] = tell([event], ("Ada", "Bo"))
    assert "Ada" in line


def test_no_event_of_the_faction_is_forgotten() -> None:
    own = {kind for kind in vars(thirteenth).values() if isinstance(kind, type) and issubclass(kind, Event)}
    assert own - {Event} == {type(event) for event in EVENTS}


@pytest.mark.usefixtures("_lore")
def test_the_screen_shows_the_board() -> None:
    """Everything on it says what it does, and what the own block holds."""
    table = at_table(seat(BEES, own=Combs(3, (R.ASANDER, R.TOGEED))), nobody())
    shown = board.board(table, 0, ("Ada", "Bo"))
    assert shown[0] == "Ada: Bees, in Harrax"
    assert {"Honey: 3", "Hives: Asander and Tog' Eed"} <= set(shown)


@pytest.mark.usefixtures("_lore")
@pytest.mark.parametrize("stage", STAGES)
def test_every_question_of_the_faction_has_words(stage: Stage) -> None:
    bees, elves = seat(BEES, own=Combs(honey=2)), seat("elves", R.ROLGOY, stock=(0, 0, 1))
    need = GAME.pending(at_table(bees, elves, agenda=(stage,)))
    assert isinstance(need, Open | Secret)
    [request] = need.requests
    assert ask.question(request).partition("\n")[0] == BEES_LORE.questions[request.kind]


@pytest.mark.usefixtures("_lore")
def test_a_choice_says_what_it_costs() -> None:
    table = alone(seat(BEES, stock=(2, 0, 0), built=("wax-works",)), BuildingStarts(1))
    choices = request_for(GAME.pending(table), 0).choices
    assert [consequences.meaning(table, 0, choice) for choice in choices] == [
        "build and recruit no more",
        "1 wood",
        "2 wood",
    ]


# The page.


def hooks_named(page: str, column: int) -> list[str]:
    """The names in a column of the table of hook points, in the order of the alphabet."""
    _, _, table = page.partition("| moment | value hooks | moment hooks |\n")
    rows = table.partition("\n\n")[0].splitlines()[1:]
    return sorted(name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[column]))


def hooks_given(first: str) -> list[str]:
    """The hook points whose first argument this is, in the order of the alphabet."""
    return sorted(hook.__name__ for hook in HOOKS if list(signature(hook).parameters)[1] == first)


def is_complete(page: str) -> bool:
    """Value hooks read the table, moment hooks are given the turn; each stands in its column, once."""
    return (hooks_named(page, 2), hooks_named(page, 3)) == (hooks_given("table"), hooks_given("turn"))


def test_the_page_names_every_hook_point_and_nothing_else() -> None:
    assert is_complete(PAGE)
    assert len(HOOKS) == len(hooks_given("table")) + len(hooks_given("turn"))


@pytest.mark.parametrize(
    "change", [("`gathered`", ""), ("`gathered`", "`gathered`, `sown`"), ("`visited`, ", "")]
)
def test_a_hook_point_that_the_page_forgets_or_invents_is_found(change: tuple[str, str]) -> None:
    """A value hook forgotten, one invented, a moment hook forgotten."""
    assert PAGE.count(change[0]) == 1
    assert not is_complete(PAGE.replace(*change))
