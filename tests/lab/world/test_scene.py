"""A table and its seats: who lies, who has left, and what the liar has shown to whom."""

from dataclasses import replace

from p2p_heroes.lab.attacks import Liar
from p2p_heroes.lab.world.plan import Plan
from p2p_heroes.lab.world.weather import CALM, Weather
from p2p_heroes.lab.world.world import World

PLAN = Plan("scene", "roshambo", ("", "", ""), {"rounds": 1})


def test_the_liar_has_a_session_of_its_own_kind() -> None:
    scene = World(replace(PLAN, attack="wrong hash", liar=1, after=3))
    assert isinstance(scene.seating(1), Liar)
    assert not isinstance(scene.seating(0), Liar)
    assert scene.liar is scene.machines[1].session
    assert [machine.seat for machine in scene.honest] == [0, 2]
    assert scene.liar.attack.occasion.step == 3
    assert World(PLAN).liar is None


def test_a_table_is_over_when_the_honest_have_left() -> None:
    scene = World(replace(PLAN, attack="wrong hash", liar=1))
    scene.machines[0].leave()
    assert not scene.is_over
    scene.machines[2].leave()
    assert scene.is_over


def test_who_was_shown_a_fault() -> None:
    scene = World(replace(PLAN, attack="wrong hash", liar=1))
    scene.run()
    assert {seat for seat, _ in scene.heard} == {0, 2}
    scene.forget(scene.machines[0])
    assert {seat for seat, _ in scene.heard} == {2}
    scene.hear(scene.machines[0], b"something else")
    assert {seat for seat, _ in scene.heard} == {2}


def test_the_weather_ends() -> None:
    scene = World(replace(PLAN, weather=Weather(drop=1000)))
    scene.network.cut.add(frozenset((0, 1)))
    scene.clear_up()
    assert scene.network.weather == CALM
    assert scene.network.is_open(0, 1)
