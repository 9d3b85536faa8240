"""A game that begins elsewhere: for everybody alike, and only where its rules can go on from there."""

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.node.table import GameRules, rules_for
from p2p_heroes.tabletest.values import NoSuchPath
from p2p_heroes.tabletest.world.plan import TablePlan
from p2p_heroes.tabletest.world.start import BadStart, Given, GivenRules, given_name
from p2p_heroes.tabletest.world.world import World
from protocol.errors import BadGenesis
from protocol.events import Finished
from protocol.frozen import replace

PLAN = TablePlan("start", "roshambo", ("", ""), {"rounds": 3})
GIVEN: Given = (("played", 2), ("scores.Ada", 4))


def begun(given: Given) -> object:
    rules = GivenRules(GameRules(GAMES["roshambo"]), given)
    return rules.encode(rules.begin(GameRules(GAMES["roshambo"]).initial(PLAN.genesis()), ("Ada", "Bo")))


def test_the_start_is_changed_where_it_is_given() -> None:
    state = {
        "called": None,
        "played": 2,
        "rounds": 3,
        "scores": (4, 0),
        "stake": 0,
        "throws": ("rock", "paper"),
    }
    assert begun((*GIVEN, ("throws", ("rock", "paper")))) == state


@pytest.mark.parametrize(
    "given",
    [(("played", 7),), (("scores", ("many", 0)),), (("scores", (1, 2, 3)),)],
)
def test_what_no_game_can_come_to_is_refused(given: Given) -> None:
    with pytest.raises(BadStart):
        begun(given)


def test_a_path_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(NoSuchPath):
        begun((("points", 3),))


def test_what_is_given_is_part_of_the_table() -> None:
    plan = replace(PLAN, given=GIVEN)
    other = replace(PLAN, given=(("played", 1),))
    assert len({PLAN.genesis().table, plan.genesis().table, other.genesis().table}) == 3
    assert plan.genesis().game == given_name("roshambo", GIVEN)
    with pytest.raises(BadGenesis):
        rules_for(plan.genesis())
    with pytest.raises(BadGenesis):
        plan.rules().initial(other.genesis())
    with pytest.raises(BadGenesis):
        replace(PLAN, given=(("played", 7),)).rules().initial(replace(PLAN, given=(("played", 7),)).genesis())


def test_a_table_is_played_on_from_there() -> None:
    world = World(replace(PLAN, given=(*GIVEN, ("throws", ("rock", "rock")))))
    world.run()
    assert {type(machine.outcome) for machine in world.machines} == {Finished}
    assert world.machines[0].session.play.step == 4
