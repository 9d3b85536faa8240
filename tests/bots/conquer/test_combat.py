"""Fights: what a sensible player attacks, and what nobody is thrown away in."""

from random import Random

import pytest

from p2p_heroes.bots.conquer.combat import deployments, draw_deployment, is_lost, meetings
from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.decisions import Deploy, Hunt, Siege
from p2p_heroes.games.conquer.factions.cultists import Cult
from p2p_heroes.games.conquer.factions.halflings import Empire
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.meeting import Claiming, Joining, Meeting
from p2p_heroes.games.conquer.planning import RoundEnds
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup, request_for
from tests.support.arena import turns
from tests.support.conquer import Seated, asking, at_table, seat


def best(table: Table, who: int = 0) -> str:
    return CONQUER.notate(JUDGE.ranked(table, request_for(CONQUER.pending(table), who))[0][1])


def early(ours: Seated, *stages: Stage, theirs: Seated | None = None, ahead: tuple[Stage, ...] = ()) -> Table:
    table = at_table(ours, theirs or seat("humans", Region.SULEEN), number=4, agenda=(*ahead, RoundEnds()))
    return asking(table, *stages)


def test_a_monster_is_hunted_with_no_more_than_is_needed() -> None:
    table = early(seat("undead", Region.HARRAX, units={"skeleton": 3}), Fighting(0))
    assert best(table) == "hunt 2 with skeleton 3"


def test_a_foe_that_cannot_be_beaten_is_left_alone() -> None:
    table = early(seat("undead", Region.HARRAX, units={"skeleton": 1}), Fighting(0))
    assert best(table) == "done"


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
    scored = JUDGE.ranked(table, request_for(CONQUER.pending(table), 0))
    assert [CONQUER.notate(choice) for _, choice in scored] == offered


@pytest.mark.parametrize(("pilgrims", "offered"), [(0, ["decline"]), (9, ["decline", "join"])])
def test_nobody_joins_a_battle_only_to_stay_out_of_it(pilgrims: int, offered: list[str]) -> None:
    """Cultists may join next door, for gold."""
    table = at_table(
        seat(
            "cultists",
            Region.ESMORE,
            units={"pilgrim": pilgrims},
            stock=(0, 0, 9),
            built=["breath-of-the-lord"],
        ),
        seat("undead", Region.FOLEN, units={"skeleton": 4}),
        seat("elves", Region.FOLEN, units={"pixie": 2}),
        number=4,
        agenda=(Joining(Region.FOLEN, (1, 2), (0,)), RoundEnds()),
    )
    scored = meetings(table, request_for(CONQUER.pending(table), 0))
    assert sorted(CONQUER.notate(choice) for _, choice in scored) == offered


@pytest.mark.parametrize("claimed", [(), (1,)])
@pytest.mark.parametrize(
    ("ours", "theirs", "offered"),
    [(0, 4, ["cede"]), (2, 4, ["cede"]), (3, 4, ["cede", "claim"]), (0, 0, ["cede", "claim"])],
)
def test_nobody_claims_what_others_would_win_a_battle_for(
    ours: int, theirs: int, offered: list[str], claimed: tuple[int, ...]
) -> None:
    """Where nobody has an army a claim costs nothing, and keeps the others from what lies there."""
    table = early(
        seat("undead", Region.PASKAAR, units={"skeleton": ours}, stock=(12, 12, 12)),
        Claiming(Region.PASKAAR, (0,) if claimed else (0, 1), claimed),
        theirs=seat("undead", Region.PASKAAR, units={"skeleton": theirs}),
    )
    scored = JUDGE.ranked(table, request_for(CONQUER.pending(table), 0))
    assert sorted(CONQUER.notate(choice) for _, choice in scored) == offered


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


@pytest.mark.parametrize(("claimed", "said"), [((), "claim"), ((0,), "cede")])
def test_the_weaker_claims_only_what_nobody_else_has_claimed(claimed: tuple[int, ...], said: str) -> None:
    ours = seat("undead", Region.QLISS, units={"skeleton": 9})
    theirs = seat("humans", Region.QLISS, units={"warrior": 3})
    assert best(early(ours, Claiming(Region.QLISS, (1,), claimed), theirs=theirs), 1) == said


@pytest.mark.parametrize(
    ("region", "ours", "said"),
    [
        (Region.QLISS, seat("undead", Region.QLISS, units={"skeleton": 7}), "cede"),
        (Region.QLISS, seat("undead", Region.QLISS, units={"skeleton": 8}), "claim"),
        (Region.FOLEN, seat("undead", Region.FOLEN, foundations=dict.fromkeys(list(Region)[:3], 1)), "cede"),
        (Region.FOLEN, seat("undead", Region.FOLEN, foundations=dict.fromkeys(list(Region)[:4], 1)), "claim"),
        (Region.PASKAAR, seat("undead", Region.PASKAAR, stock=(11, 0, 0)), "cede"),
        (Region.PASKAAR, seat("cultists", Region.PASKAAR, own=Cult(marks=(14, 14, 14))), "claim"),
        (Region.QLISS, seat("cultists", Region.QLISS, units={}, own=Cult(marks=(14, 14, 14))), "claim"),
    ],
)
def test_what_nobody_could_use_is_left_where_it_is(region: Region, ours: Seated, said: str) -> None:
    """A claim that nobody who speaks could make good brings nothing but a battle."""
    table = early(ours, Claiming(region, (0, 1), ()), theirs=seat("humans", region, units={}))
    assert best(table) == said


def considered(table: Table, who: int = 0) -> list[str]:
    scored = JUDGE.ranked(table, request_for(CONQUER.pending(table), who))
    return [CONQUER.notate(choice) for _, choice in scored]


@pytest.mark.parametrize(
    "ours",
    [
        seat("gnomes", units={"mechanic": 2}),
        seat("mechanisms", units={"core": 1}),
        seat("halflings", units={}, own=Empire(levy=1)),
        seat("halflings", units={"gladiator": 1}, monsters=(2, 3, 5), own=Empire(levy=1)),
        seat("elves", units={"pixie": 1}, built=("armor-shop",), stock=(1, 0, 0), monsters=(2,)),
        seat("gremlins", units={}, built=("blasting-kegs",), stock=(1, 0, 0)),
        seat("undead", Region.KOSLEEN, units={"skeleton": 2}, hunted=True),
    ],
)
def test_nobody_is_sent_into_a_fight_that_is_sure_to_be_lost(ours: Seated) -> None:
    """Neither units, nor wood for armour or Kegs, nor a Levy that costs nothing and wins nothing."""
    assert considered(early(ours, Fighting(0))) == ["done"]


def test_a_lost_fight_is_considered_by_those_who_have_something_of_it() -> None:
    """Rage of the Totem, or points of the Demons' artefact of Paskaar for each Butcher that perishes."""
    orcs = early(seat("orcs", units={"scout": 1}, built=("totem",), monsters=(2, 3)), Fighting(0))
    assert considered(orcs) == ["done", "hunt 5 with scout 1"]
    demons = seat("demons", units={"butcher": 1}, artefacts=(Region.PASKAAR,), monsters=(2, 3, 5))
    table = at_table(demons, seat("humans", Region.SULEEN), number=16, agenda=(RoundEnds(),))
    assert best(asking(table, Fighting(0))) == "hunt 8 with butcher 1"


@pytest.mark.slow
@pytest.mark.parametrize(
    "factions", [("gnomes", "mechanisms"), ("gremlins", "halflings"), ("nagas", "elves")]
)
def test_in_whole_games_no_fight_is_lost_in_vain(factions: tuple[str, ...]) -> None:
    for state, request, chosen in turns(CONQUER, Setup(factions), 3, ("steady", "steady")):
        if isinstance(chosen, Hunt | Siege):
            assert not is_lost(CONQUER.apply(state, {request.seat: chosen}).events)


def test_an_artefact_that_costs_nothing_is_never_declined() -> None:
    victor = seat("halflings", Region.ODMOOR, monsters=(2, 3, 5, 8), fortresses=(Region.KOSLEEN,))
    assert considered(early(victor, Collecting(0))) == ["collect"]
    rich = seat("halflings", Region.DORTAL, stock=(0, 0, 12))
    assert set(considered(early(rich, Collecting(0)))) == {"decline", "collect for gold 12"}
