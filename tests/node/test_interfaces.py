"""Addresses: which are told to others, and which of others' are dialled first."""

from ipaddress import ip_address

import pytest

from p2p_heroes.node import interfaces
from p2p_heroes.node.advert import MAX_HOSTS, BadAdvert, is_address
from p2p_heroes.node.interfaces import (
    EVERYWHERE,
    Interface,
    is_only_here,
    nearest,
    own_interfaces,
    published,
)

LOOPBACK = ["127.0.0.1"]
HERE = (
    Interface("192.0.2.7", 24),
    Interface("172.17.0.1", 16),
    Interface("127.0.0.1", 8),
    Interface("::1", 128),
    Interface("2001:db8:7::7", 64),
    Interface("fe80::7%eth0", 64),
)


@pytest.mark.parametrize(
    ("addresses", "chosen"),
    [
        (["192.0.2.9"], ["192.0.2.9"]),
        (["203.0.113.5", "192.0.2.9"], ["192.0.2.9", "203.0.113.5"]),
        (["172.17.0.1", "192.0.2.9"], ["192.0.2.9", "172.17.0.1"]),
        (["127.0.0.1", "172.17.0.1", "192.0.2.7"], ["172.17.0.1", "192.0.2.7", "127.0.0.1"]),
        (["127.0.0.1"], ["127.0.0.1"]),
        (["2001:db8::1", "203.0.113.5"], ["203.0.113.5", "2001:db8::1"]),
        (["203.0.113.5", "2001:db8:7::1"], ["2001:db8:7::1", "203.0.113.5"]),
        (["fe80::9%eth0", "203.0.113.5", "fe80::9"], ["fe80::9%eth0", "203.0.113.5"]),
        (["fe80::7%2", "203.0.113.5"], ["203.0.113.5", "fe80::7%2"]),
        (["0.0.0.0", "::", "224.0.0.251", "ff02::fb", "203.0.113.5"], ["203.0.113.5"]),
        (["203.0.113.5", "203.0.113.5"], ["203.0.113.5"]),
    ],
    ids=[
        "only",
        "our network",
        "not our bridge",
        "this machine",
        "loopback",
        "4 before 6",
        "our network of 6",
        "link-local with its interface",
        "link-local of our own",
        "dialable",
        "once",
    ],
)
def test_the_nearest_address_is_dialled_first(addresses: list[str], chosen: list[str]) -> None:
    assert list(nearest(addresses, HERE)) == chosen


def test_of_many_addresses_the_nearest_are_kept() -> None:
    far = [f"203.0.113.{number}" for number in range(20)]
    assert nearest([*far, "192.0.2.9"], HERE)[0] == "192.0.2.9"
    assert len(nearest(far, HERE)) == MAX_HOSTS


@pytest.mark.parametrize("addresses", [[], ["0.0.0.0"], ["224.0.0.251"], ["nowhere"], ["fe80::1"]])
def test_without_an_address_there_is_no_advert(addresses: list[str]) -> None:
    with pytest.raises(BadAdvert):
        nearest(addresses, HERE)


def test_a_table_is_announced_where_it_listens() -> None:
    assert published(["192.0.2.7"], None) == ("192.0.2.7",)
    assert published(["192.0.2.7"], LOOPBACK) == ("192.0.2.7",)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interfaces, "own_interfaces", lambda: HERE)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("hosts", "asked", "told"),
    [
        (EVERYWHERE, None, ("192.0.2.7", "172.17.0.1", "2001:db8:7::7", "fe80::7%eth0")),
        (("0.0.0.0",), None, ("192.0.2.7", "172.17.0.1")),
        (("::",), None, ("2001:db8:7::7", "fe80::7%eth0")),
        (("0.0.0.0",), ["127.0.0.1", "127.0.0.2"], ("127.0.0.1", "127.0.0.2")),
        (("::",), ["127.0.0.1"], ("2001:db8:7::7", "fe80::7%eth0")),
        (("0.0.0.0",), ["192.0.2.7"], ("192.0.2.7",)),
        (("127.0.0.1", "::1"), None, ("127.0.0.1", "::1")),
    ],
)
def test_a_table_that_listens_everywhere_is_announced_by_the_addresses_that_others_can_dial(
    hosts: tuple[str, ...], asked: list[str] | None, told: tuple[str, ...]
) -> None:
    assert published(hosts, asked) == told


@pytest.mark.parametrize("found", [HERE[2:4], HERE[2:3], HERE[3:4]])
def test_a_machine_without_a_network_is_announced_to_itself(
    found: tuple[Interface, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interfaces, "own_interfaces", lambda: found)
    assert published(EVERYWHERE, None) == tuple(interface.address for interface in found)


def test_what_was_asked_for_counts_only_in_its_family(here: None) -> None:
    """A table that listens to both, asked to be announced at an address of IPv4, is not told elsewhere."""
    assert published(EVERYWHERE, ["192.0.2.7"]) == ("192.0.2.7",)


def test_the_addresses_of_this_machine_can_be_told() -> None:
    found = own_interfaces()
    assert any(ip_address(interface.address).is_loopback for interface in found)
    assert all(is_address(interface.address) for interface in found)


def test_a_table_may_be_for_this_machine_only() -> None:
    assert is_only_here(["127.0.0.1", "::1"])
    assert not is_only_here(EVERYWHERE)
    assert not is_only_here(["127.0.0.1", "192.0.2.7"])
