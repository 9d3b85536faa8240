"""Beacons over real multicast on the loopback interface, as `test_discovery` has tables there."""

import secrets
from collections.abc import Mapping

import pytest
import trio
import trio.testing
import zeroconf

from p2p_heroes.node import beacon_sockets
from p2p_heroes.node.advert import BadAdvert
from p2p_heroes.node.beacon import Beacon, OwnSeat, encode
from p2p_heroes.node.beacon_sockets import SERVICE, Light, lit
from p2p_heroes.node.interfaces import Interface
from p2p_heroes.node.multicast import record
from p2p_heroes.node.peer_search import stay_findable
from p2p_heroes.tabletest.entropy import key_of
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.frozen import replace
from protocol.genesis import Genesis
from tests.node.test_peer_search import Table

LOOPBACK = ["127.0.0.1"]
PATIENCE = 30
"""Seconds after which a record that should have come is given up; an honest run takes two."""


def own_genesis() -> Genesis:
    """A table that no other run on this machine plays at the same time."""
    genesis = genesis_of(2)
    first, second = genesis.seats
    return replace(genesis, seats=(replace(first, nonce=secrets.token_bytes(32)), second))


def seat(genesis: Genesis, number: int, port: int) -> OwnSeat:
    return OwnSeat(genesis, number, key_of(number), ("127.0.0.1",), port, LOOPBACK)


@pytest.mark.slow
async def test_two_seats_that_lack_each_other_find_each_other() -> None:
    genesis = own_genesis()
    ada, bo = Table(1), Table(0)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stay_findable, ada, seat(genesis, 0, 4711))
            nursery.start_soon(stay_findable, bo, seat(genesis, 1, 4712))
            while not (ada.suggested and bo.suggested):
                await trio.testing.wait_all_tasks_blocked(0.1)
            nursery.cancel_scope.cancel()
    assert ada.suggested == [(1, ("127.0.0.1", 4712))]
    assert bo.suggested == [(0, ("127.0.0.1", 4711))]


@pytest.mark.slow
async def test_who_moves_is_seen_at_its_new_place(monkeypatch: pytest.MonkeyPatch) -> None:
    genesis = own_genesis()
    async with lit(seat(genesis, 0, 4711), 5) as ada, lit(seat(genesis, 1, 4712), 7) as bo:
        assert await bo.follow(8) == 7
        moved = (Interface("127.0.0.1", 8), Interface("127.0.0.9", 8))
        monkeypatch.setattr("p2p_heroes.node.multicast.own_interfaces", lambda: moved)
        assert await bo.follow(9) == 9
        with trio.fail_after(PATIENCE):
            while not any(beacon.count == 9 for beacon, _ in ada.seen()):
                await trio.testing.wait_all_tasks_blocked(0.1)


# What is seen, without a network.


def light_of(genesis: Genesis, monkeypatch: pytest.MonkeyPatch) -> Light:
    monkeypatch.setattr(beacon_sockets.Light, "_open", lambda self: None)
    return Light(seat(genesis, 0, 4711), 1)


def info_of(fields: Mapping[bytes, bytes], port: int, hosts: list[str]) -> zeroconf.ServiceInfo:
    return record(SERVICE, f"x.{SERVICE}", port, dict(fields), hosts)


def test_what_is_signed_is_dialled_and_what_is_not_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else strangers say of the addresses; and a link-local one only on a known interface."""
    genesis = genesis_of(2)
    light = light_of(genesis, monkeypatch)
    beacon = Beacon(1, 4712, 5, ("192.0.2.7", "fe80::7"))
    fields = encode(beacon, genesis.table, key_of(1))
    light.see(info_of(fields, 4712, ["203.0.113.66"]), 4)
    assert light.seen() == [(beacon, ("192.0.2.7",))]
    scoped = ["192.0.2.7", "fe80::7%lo", "fe80::66%lo"]
    monkeypatch.setattr(beacon_sockets, "scoped_addresses", lambda info: scoped)
    light.see(info_of(fields, 4712, []), 6)
    assert [set(hosts) for _, hosts in light.seen()] == [{"192.0.2.7"}, {"192.0.2.7", "fe80::7%lo"}]


def test_an_older_beacon_does_not_take_the_place_of_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    genesis = genesis_of(2)
    light = light_of(genesis, monkeypatch)
    for count in (5, 4, 6, 5):
        beacon = Beacon(1, 4712, count, ("192.0.2.7",))
        light.see(info_of(encode(beacon, genesis.table, key_of(1)), 4712, ["192.0.2.7"]), 4)
    assert [beacon.count for beacon, _ in light.seen()] == [6]


def test_a_false_beacon_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    genesis = genesis_of(2)
    light = light_of(genesis, monkeypatch)
    beacon = Beacon(1, 4712, 5, ("192.0.2.7",))
    with pytest.raises(BadAdvert):
        light.see(info_of(encode(beacon, genesis.table, key_of(9)), 4712, ["192.0.2.7"]), 4)
    assert light.seen() == []
