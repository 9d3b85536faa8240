"""A table and its seats: who lies, who has left, and what the liar has shown to whom."""

from p2p_heroes.tabletest.attacks import Liar
from p2p_heroes.tabletest.world.network import ANY_MESSAGE, Order
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap, NetworkFaults
from p2p_heroes.tabletest.world.plan import TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.events import Said
from protocol.frozen import replace
from protocol.peer_messages import Chat, Deliver

PLAN = TablePlan("scene", "roshambo", ("", "", ""), {"rounds": 1})


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
    assert {seat for seat, _ in scene.heard} == {0, 1, 2}, "whose own chain ends otherwise is shown it too"
    scene.forget(scene.machines[0])
    assert {seat for seat, _ in scene.heard} == {1, 2}
    scene.hear(scene.machines[0], b"something else")
    assert {seat for seat, _ in scene.heard} == {1, 2}


def test_the_weather_ends() -> None:
    scene = World(replace(PLAN, weather=NetworkFaults(drop=1000)))
    scene.network.cut.add(frozenset((0, 1)))
    scene.clear_up()
    assert scene.network.weather == CALM
    assert scene.network.is_open(0, 1)


def test_what_a_packet_has_in_it() -> None:
    scene = World(PLAN)
    said = [event for event in scene.machines[0].session.begin() if isinstance(event, Said)]
    accept = Deliver(said[0].envelope.wire)
    assert scene.said_in(0, [Chat("hello")]) == set()
    assert scene.said_in(0, [accept]) == {ANY_MESSAGE}
    scene.network.orders.append(Order(0, 1, Mishap.DROP, "accept"))
    assert scene.said_in(0, [accept, Deliver(b"nonsense")]) == {ANY_MESSAGE, "accept"}
    assert scene.said_in(1, [accept]) == {ANY_MESSAGE}, "passed on for another"
