"""Tables on the local network: where to dial, the list of them, and real multicast on the loopback interface.

The second half needs a machine whose loopback carries multicast, as Linux and macOS do; where it does not,
these tests fail and say so with DiscoveryUnavailable.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from ipaddress import IPv4Interface, ip_address

import pytest
import trio
import zeroconf

from p2p_heroes.node.advert import Advert, BadAdvert, DiscoveryUnavailable, encode
from p2p_heroes.node.discovery import (
    MAX_TABLES,
    SERVICE,
    Watch,
    announce,
    browse,
    nearest,
    published,
    watch,
)
from tests.node.test_advert import ADVERT, mutated

LOOPBACK = ["127.0.0.1"]
PATIENCE = 30
"""Seconds after which a record that should have come is given up; an honest run takes two."""


def own_table() -> Advert:
    """A table that no other run on this machine announces at the same time."""
    return replace(ADVERT, key=secrets.token_hex(16))


# Addresses

HERE = (IPv4Interface("192.0.2.7/24"), IPv4Interface("172.17.0.1/16"), IPv4Interface("127.0.0.1/8"))


@pytest.mark.parametrize(
    ("addresses", "chosen"),
    [
        (["192.0.2.9"], "192.0.2.9"),
        (["203.0.113.5", "192.0.2.9"], "192.0.2.9"),
        (["172.17.0.1", "192.0.2.9"], "192.0.2.9"),
        (["127.0.0.1", "172.17.0.1", "192.0.2.7"], "172.17.0.1"),
        (["127.0.0.1"], "127.0.0.1"),
        (["2001:db8::1", "203.0.113.5"], "203.0.113.5"),
        (["2001:db8::1"], "2001:db8::1"),
        (["0.0.0.0", "224.0.0.251", "203.0.113.5"], "203.0.113.5"),
    ],
    ids=["only", "our network", "not our bridge", "this machine", "loopback", "4 before 6", "6", "dialable"],
)
def test_the_nearest_address_is_dialled(addresses: list[str], chosen: str) -> None:
    assert nearest(addresses, HERE) == chosen


@pytest.mark.parametrize("addresses", [[], ["0.0.0.0"], ["224.0.0.251"], ["nowhere"]])
def test_without_an_address_there_is_no_advert(addresses: list[str]) -> None:
    with pytest.raises(BadAdvert):
        nearest(addresses, HERE)


def test_a_table_is_announced_where_it_listens() -> None:
    assert published("192.0.2.7", None) == ["192.0.2.7"]
    assert published("192.0.2.7", LOOPBACK) == ["192.0.2.7"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_table_that_listens_everywhere_is_announced_by_the_addresses_that_others_can_dial(
    host: str,
) -> None:
    assert published(host, LOOPBACK) == LOOPBACK
    everywhere = published(host, None)
    assert everywhere == ["127.0.0.1"] or not any(ip_address(text).is_loopback for text in everywhere)


# The list


def numbered(number: int) -> Advert:
    return replace(ADVERT, port=1000 + number)


async def test_the_list_is_sorted_and_has_each_table_once() -> None:
    tables = Watch(trio.lowlevel.current_trio_token())
    for label, number in (("b", 2), ("a", 3), ("c", 1), ("d", 3)):
        tables.find(label, numbered(number))
    assert tables.tables == (numbered(1), numbered(2), numbered(3))


async def test_the_list_is_bounded() -> None:
    tables = Watch(trio.lowlevel.current_trio_token())
    for number in range(MAX_TABLES + 3):
        tables.find(str(number), numbered(number))
    assert len(tables.tables) == MAX_TABLES
    assert tables.refused == 3
    tables.find("0", numbered(2000))
    assert numbered(2000) in tables.tables
    assert tables.refused == 3
    tables.lose("1")
    tables.find("late", numbered(3000))
    assert numbered(3000) in tables.tables


async def test_a_table_that_turns_bad_is_forgotten_and_counted() -> None:
    tables = Watch(trio.lowlevel.current_trio_token())
    tables.find("a", ADVERT)
    tables.refuse("a")
    tables.refuse("never heard of")
    assert tables.tables == ()
    assert tables.refused == 2


async def test_changes_wake_whoever_waits_and_are_told_once() -> None:
    tables = Watch(trio.lowlevel.current_trio_token())
    for number in range(5):
        await trio.to_thread.run_sync(tables.find, "a", numbered(number))
    assert await tables.changed() == (numbered(4),)
    await trio.to_thread.run_sync(tables.lose, "a")
    assert await tables.changed() == ()


def test_news_after_the_end_of_the_run_hurt_nobody() -> None:
    async def begin() -> Watch:
        return Watch(trio.lowlevel.current_trio_token())

    tables = trio.run(begin)
    tables.find("a", ADVERT)
    assert tables.tables == (ADVERT,)


# Multicast


async def until(tables: Watch, holds: Callable[[tuple[Advert, ...]], bool]) -> None:
    with trio.fail_after(PATIENCE):
        while not holds(tables.tables):
            await tables.changed()


@pytest.mark.slow
async def test_a_table_is_found_updated_and_lost() -> None:
    table = own_table()
    fuller = replace(table, taken=3)
    async with watch(LOOPBACK) as tables:
        async with announce(table, LOOPBACK) as announcement:
            await until(tables, lambda found: table in found)
            await announcement.update(fuller)
            await until(tables, lambda found: fuller in found and table not in found)
            await announcement.update(table)
            await until(tables, lambda found: table in found and fuller not in found)
        await until(tables, lambda found: table not in found)


@pytest.mark.slow
async def test_two_tables_of_one_key_are_browsed() -> None:
    first = own_table()
    second = replace(first, port=first.port + 1)
    async with announce(replace(first, host="0.0.0.0"), LOOPBACK), announce(second, LOOPBACK):
        with trio.fail_after(PATIENCE):
            while not {first, second} <= set(await browse(1.5, LOOPBACK)):
                pass


def pointer(label: str) -> zeroconf.DNSOutgoing:
    """An answer that names a table and says nothing more."""
    answer = zeroconf.DNSOutgoing(0x8400)
    answer.add_answer_at_time(zeroconf.DNSPointer(SERVICE, 12, 1, 120, label), 0)
    return answer


def record_of(record: Mapping[bytes, bytes | None]) -> zeroconf.ServiceInfo:
    label = f"{secrets.token_hex(8)}.{SERVICE}"
    server = "stranger.local."
    return zeroconf.ServiceInfo(
        SERVICE, label, port=4711, properties=dict(record), server=server, parsed_addresses=LOOPBACK
    )


def shout(loud: zeroconf.Zeroconf, table: Advert) -> None:
    """Not our program: a name without a table, one that is no table's, a bad record, and a good one."""
    loud.send(pointer(f"nothing more.{SERVICE}"))
    loud.send(pointer("evil.example.org."))
    for record in (mutated(b"seats", b"many"), encode(table, 0)):
        loud.register_service(record_of(record), cooperating_responders=True)


@pytest.mark.slow
async def test_strangers_records_are_counted_and_stop_nothing() -> None:
    table = own_table()
    with zeroconf.Zeroconf(interfaces=LOOPBACK) as loud:
        async with watch(LOOPBACK) as tables:
            await trio.to_thread.run_sync(shout, loud, table)
            await until(tables, lambda found: table in found)
            assert tables.refused >= 2


async def test_where_nothing_can_be_announced_this_is_said() -> None:
    """An address of the documentation range is on no interface."""
    with pytest.raises(DiscoveryUnavailable):
        async with announce(ADVERT, ["203.0.113.9"]):
            pass


async def test_where_nothing_can_be_heard_this_is_said() -> None:
    with pytest.raises(DiscoveryUnavailable):
        await browse(0, ["203.0.113.9"])
