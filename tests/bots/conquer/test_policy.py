"""Rules of thumb: what a sensible player would do on small tables."""

from p2p_heroes.bots.conquer.judge import JUDGE
from p2p_heroes.bots.conquer.policy import POLICIES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Build
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import ActionStarts, RoundEnds
from p2p_heroes.games.conquer.state import Stage, Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Setup, request_for
from tests.support.arena import moments
from tests.support.conquer import Seated, asking, at_table, seat


def best(table: Table, who: int = 0) -> str:
    return CONQUER.notate(JUDGE.ranked(table, request_for(CONQUER.pending(table), who))[0][1])


def early(ours: Seated, *stages: Stage, theirs: Seated | None = None, ahead: tuple[Stage, ...] = ()) -> Table:
    table = at_table(ours, theirs or seat("humans", Region.SULEEN), number=4, agenda=(*ahead, RoundEnds()))
    return asking(table, *stages)


def test_a_structure_is_placed_on_the_foundation_underfoot() -> None:
    table = early(seat("undead", Region.ESMORE, stock=(2, 2, 0)), BuildingStarts(2))
    assert best(table) == "build graveyard on Esmore"


def test_a_march_leads_to_what_has_not_been_seen() -> None:
    """Before a building action, to a foundation that can be built on, and not back."""
    ours = seat("undead", Region.NIKLEEN, stock=(2, 2, 0), units={}, foundations={Region.NIKLEEN: 3})
    table = early(ours, Moving(2), ahead=(ActionStarts("build", 3),))
    assert best(table) == "move Jorveld"


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
            scored = JUDGE.ranked(state, request)
            assert all(choice in request.choices for _, choice in scored)
            assert len({choice for _, choice in scored}) == len(scored)
            assert [score for score, _ in scored] == sorted((score for score, _ in scored), reverse=True)
    assert set(POLICIES) - {"claim", "join"} <= kinds


def test_a_building_is_weighed_in_every_way_it_can_be_built() -> None:
    table = early(seat("undead", Region.ESMORE, stock=(3, 3, 3)), BuildingStarts(1))
    built = [
        way
        for _, way in JUDGE.ranked(table, request_for(CONQUER.pending(table), 0))
        if isinstance(way, Build)
    ]
    assert {(way.structure, way.on) for way in built} >= {("graveyard", None), ("graveyard", Region.ESMORE)}
