"""Packets arrive in order and once, unless a fault or an order says otherwise."""

from random import Random

from p2p_heroes.tabletest.world.network import ANY_MESSAGE, Network, Order
from p2p_heroes.tabletest.world.network_faults import CALM, Mishap, NetworkFaults

SAID = (ANY_MESSAGE, "lock")


def sent(faults: NetworkFaults, count: int = 400) -> tuple[Network, list[list[int]]]:
    network = Network(Random(1), faults)
    return network, [[one.time for one in network.send(0, 1, 100, now)] for now in range(count)]


def test_in_calm_everything_arrives_once_in_order() -> None:
    network, times = sent(CALM)
    assert all(len(one) == 1 for one in times)
    assert times == sorted(times)
    assert not +network.happened


def test_rates_are_kept() -> None:
    network, times = sent(NetworkFaults(drop=250))
    assert 60 < sum(not one for one in times) < 140
    assert network.happened[Mishap.DROP] == sum(not one for one in times)
    network, times = sent(NetworkFaults(duplicate=500))
    assert 150 < sum(len(one) == 2 for one in times) == network.happened[Mishap.DUPLICATE]
    network, times = sent(NetworkFaults(replay=500))
    late = [one for now, times_ in enumerate(times) for one in times_ if one >= now + 500]
    assert len(late) == network.happened[Mishap.REPLAY] > 150
    network, times = sent(NetworkFaults(delay=100))
    assert network.happened[Mishap.DELAY] > 20
    assert times == sorted(times)


def test_packets_overtake_each_other_where_they_may() -> None:
    network, times = sent(NetworkFaults(reorder=1000))
    assert network.happened[Mishap.REORDER] > 50
    assert times != sorted(times)


def test_bits_change() -> None:
    network = Network(Random(1), NetworkFaults(change=1000))
    bits = {one.bit for now in range(200) for one in network.send(0, 1, 2, now)}
    assert bits == set(range(16))


def test_a_cut_way_carries_nothing_and_a_held_one_later() -> None:
    network = Network(Random(1), CALM)
    network.cut.add(frozenset((0, 1)))
    assert network.send(0, 1, 10, 0) == network.send(1, 0, 10, 0) == []
    assert network.send(0, 2, 10, 0)
    network.hold(0, 2, 5_000)
    assert network.send(2, 0, 10, 100)[0].time > 5_000
    assert network.send(2, 1, 10, 100)[0].time < 1_000


def test_an_order_befalls_the_next_signed_message_on_its_way() -> None:
    network = Network(Random(1), CALM)
    network.orders = [Order(0, 1, Mishap.DROP), Order(0, 1, Mishap.CHANGE)]
    assert len(network.send(0, 1, 10, 0)) == 1, "not signed"
    assert len(network.send(0, 2, 10, 0, SAID)) == 1, "to somebody else"
    assert network.send(0, 1, 10, 0, SAID) == []
    assert network.send(0, 1, 10, 0, SAID)[0].bit is not None
    assert network.send(0, 1, 10, 0, SAID)[0].bit is None


def test_what_is_ordered_to_stand_aside_is_overtaken() -> None:
    network = Network(Random(1), CALM)
    network.orders = [Order(0, 1, Mishap.REORDER)]
    (late,), (early,) = (network.send(0, 1, 10, now, SAID) for now in (0, 1))
    assert late.time > early.time


def test_an_order_may_wait_for_one_kind_of_message() -> None:
    network = Network(Random(1), CALM)
    network.orders = [Order(0, 1, Mishap.DROP, "reveal")]
    assert network.send(0, 1, 10, 0, SAID)
    assert network.send(0, 1, 10, 0, (ANY_MESSAGE, "commit", "reveal")) == []
    assert network.orders == []


def test_a_connection_needs_both_directions() -> None:
    network = Network(Random(1), CALM)
    assert network.may_meet(0, 1)
    network.deaf.add((1, 0))
    assert not network.may_meet(0, 1)
    assert not network.may_meet(1, 0)
    assert network.may_meet(0, 2)
    network.blocked.add(frozenset((0, 2)))
    assert not network.may_meet(2, 0)
