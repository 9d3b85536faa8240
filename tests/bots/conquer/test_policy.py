"""Rules of thumb: what a sensible player would do on small tables."""

from random import Random

import pytest

from p2p_heroes.bots.conquer.policy import RULES, deployments, draw_deployment, ranked, spread
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Build, Deploy
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Claiming, Meeting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ActionStarts, RoundEnds
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup, request_for
from tests.arena import moments
from tests.conquer import Seated, asking, at_table, seat


def best(table: Table, who: int = 0) -> str:
    return CONQUER.notate(ranked(table, request_for(CONQUER.pending(table), who))[0][1])


def early(ours: Seated, *stages: Stage, theirs: Seated | None = None, ahead: tuple[Stage, ...] = ()) -> Table:
    table = at_table(ours, theirs or seat("humans", Region.SULEEN), number=4, agenda=(*ahead, RoundEnds()))
    return asking(table, *stages)


def test_a_structure_is_placed_on_the_foundation_underfoot() -> None:
    table = early(seat("undead", Region.ESMORE, stock=(2, 2, 0)), BuildingStarts(2))
    assert best(table) == "build graveyard on Esmore"


def test_a_monster_is_hunted_with_no_more_than_is_needed() -> None:
    table = early(seat("undead", Region.HARRAX, units={"skeleton": 3}), Fighting(0))
    assert best(table) == "hunt 2 with skeleton 3"


def test_a_foe_that_cannot_be_beaten_is_left_alone() -> None:
    table = early(seat("undead", Region.HARRAX, units={"skeleton": 1}), Fighting(0))
    assert best(table) == "done"


def test_a_march_leads_to_what_has_not_been_seen() -> None:
    """Before a building action, to a foundation that can be built on, and not back."""
    ours = seat("undead", Region.NIKLEEN, stock=(2, 2, 0), units={}, foundations={Region.NIKLEEN: 3})
    table = early(ours, Moving(2), ahead=(ActionStarts("build", 3),))
    assert best(table) == "move Jorveld"


@pytest.mark.parametrize(("skeletons", "said"), [(9, "fight"), (1, "peace")])
def test_only_the_stronger_wants_to_fight(skeletons: int, said: str) -> None:
    table = early(
        seat("undead", Region.ESMORE, units={"skeleton": skeletons}),
        Meeting(Region.ESMORE, (0, 1)),
        theirs=seat("undead", Region.ESMORE, units={"skeleton": 4}),
    )
    assert best(table) == said


@pytest.mark.parametrize(("skeletons", "offered"), [(0, ["peace"]), (2, ["peace"]), (3, ["peace", "fight"])])
def test_nobody_begins_a_battle_only_to_stay_out_of_it(skeletons: int, offered: list[str]) -> None:
    """Those who are no match for the others do not even consider it: they would deploy nothing."""
    table = early(
        seat("undead", Region.ESMORE, units={"skeleton": skeletons}),
        Meeting(Region.ESMORE, (0, 1)),
        theirs=seat("undead", Region.ESMORE, units={"skeleton": 4}),
    )
    scored = ranked(table, request_for(CONQUER.pending(table), 0))
    assert [CONQUER.notate(choice) for _, choice in scored] == offered


@pytest.mark.parametrize(("skeletons", "least"), [(2, 0), (3, 1), (9, 1)])
def test_who_is_a_match_for_the_others_never_stays_out_of_the_battle(skeletons: int, least: int) -> None:
    table = early(
        seat("undead", Region.ESMORE, units={"skeleton": skeletons}),
        Battle(Region.ESMORE, (0, 1)),
        theirs=seat("undead", Region.ESMORE, units={"skeleton": 4}),
    )
    request = request_for(CONQUER.pending(table), 0)
    drawn = [draw_deployment(table, request, Random(seed)) for seed in range(60)]
    deployed = [sum(count for _, count in way.deployed) for way in drawn if isinstance(way, Deploy)]
    assert min(deployed) == least
    assert max(deployed) == min(skeletons, 9)


def test_deployments_are_few_and_lawful() -> None:
    table = early(
        seat("undead", Region.ESMORE, units={"skeleton": 60, "lich": 30, "bone-dragon": 20}),
        Battle(Region.ESMORE, (0, 1)),
        theirs=seat("humans", Region.ESMORE),
    )
    request = request_for(CONQUER.pending(table), 0)
    ways = deployments(table, request)
    assert len(ways) < 8
    assert ways[0] == Deploy(())
    assert all(way in request.choices for way in ways)


def test_long_lists_are_taken_from_end_to_end() -> None:
    assert spread(range(1000), 5) == [0, 249, 499, 749, 999]
    assert spread((), 5) == []


def test_every_kind_of_question_gets_lawful_candidates() -> None:
    """Of games that wanderers play: all that is ranked is on offer, each once, the best first."""
    kinds = set()
    for seed, at in enumerate(range(0, len(CONQUER.choices), 3)):
        factions = CONQUER.choices[at : at + 3]
        count = 0
        if len(factions) < 2:
            continue
        for state, request in moments(CONQUER, Setup(factions), seed, ("wanderer",) * len(factions)):
            count += 1
            if count % 3 and request.kind in kinds:
                continue
            kinds.add(request.kind)
            scored = ranked(state, request)
            assert all(choice in request.choices for _, choice in scored)
            assert len({choice for _, choice in scored}) == len(scored)
            assert [score for score, _ in scored] == sorted((score for score, _ in scored), reverse=True)
    assert set(RULES) - {"claim", "join"} <= kinds


@pytest.mark.parametrize(("claimed", "said"), [((), "claim"), ((0,), "cede")])
def test_the_weaker_claims_only_what_nobody_else_has_claimed(claimed: tuple[int, ...], said: str) -> None:
    ours = seat("undead", Region.QLISS, units={"skeleton": 9})
    theirs = seat("humans", Region.QLISS, units={})
    assert best(early(ours, Claiming(Region.QLISS, (1,), claimed), theirs=theirs), 1) == said


def test_a_building_is_weighed_in_every_way_it_can_be_built() -> None:
    table = early(seat("undead", Region.ESMORE, stock=(3, 3, 3)), BuildingStarts(1))
    built = [
        way for _, way in ranked(table, request_for(CONQUER.pending(table), 0)) if isinstance(way, Build)
    ]
    assert {(way.structure, way.on) for way in built} >= {("graveyard", None), ("graveyard", Region.ESMORE)}
