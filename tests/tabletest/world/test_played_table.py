"""A table and its seats: who lies, who has left, and what the liar has shown to whom."""

from p2p_heroes.tabletest.attacks import Liar
from p2p_heroes.tabletest.world.network import ANY_MESSAGE, Order
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap, NetworkFaults
from p2p_heroes.tabletest.world.plan import TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.events import Said
from protocol.frozen import replace
from protocol.peer_messages import Chat, Deliver

PLAN = TablePlan("table", "roshambo", ("", "", ""), {"rounds": 1})


def test_the_liar_has_a_session_of_its_own_kind() -> None:
    table = World(replace(PLAN, attack="wrong hash", liar=1, after=3))
    assert isinstance(table.seating(1), Liar)
    assert not isinstance(table.seating(0), Liar)
    assert table.liar is table.machines[1].session
    assert [machine.seat for machine in table.honest] == [0, 2]
    assert table.liar.attack.occasion.step == 3
    assert World(PLAN).liar is None


def test_a_table_is_over_when_the_honest_have_left() -> None:
    table = World(replace(PLAN, attack="wrong hash", liar=1))
    table.machines[0].leave()
    assert not table.is_over
    table.machines[2].leave()
    assert table.is_over


def test_who_was_shown_a_fault() -> None:
    table = World(replace(PLAN, attack="wrong hash", liar=1))
    table.run()
    assert {seat for seat, _ in table.heard} == {0, 1, 2}, "whose own chain ends otherwise is shown it too"
    table.forget(table.machines[0])
    assert {seat for seat, _ in table.heard} == {1, 2}
    table.hear(table.machines[0], b"something else")
    assert {seat for seat, _ in table.heard} == {1, 2}


def test_the_network_faults_end() -> None:
    table = World(replace(PLAN, network_faults=NetworkFaults(drop=1000)))
    table.network.cut.add(frozenset((0, 1)))
    table.clear_up()
    assert table.network.faults == CALM
    assert table.network.is_open(0, 1)


def test_what_a_packet_has_in_it() -> None:
    table = World(PLAN)
    said = [event for event in table.machines[0].session.begin() if isinstance(event, Said)]
    accept = Deliver(said[0].envelope.wire)
    assert table.said_in(0, [Chat("hello")]) == set()
    assert table.said_in(0, [accept]) == {ANY_MESSAGE}
    table.network.orders.append(Order(0, 1, Mishap.DROP, "accept"))
    assert table.said_in(0, [accept, Deliver(b"nonsense")]) == {ANY_MESSAGE, "accept"}
    assert table.said_in(1, [accept]) == {ANY_MESSAGE}, "passed on for another"
