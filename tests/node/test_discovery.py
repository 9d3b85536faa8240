"""Tables on the local network: real multicast on the loopback interface.

This needs a machine whose loopback carries multicast, as Linux and macOS do; where it does not, these tests
fail and say so with DiscoveryUnavailable.
"""

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

import pytest
import trio
import zeroconf
from trio.testing import MockClock
from zeroconf._dns import DNSPointer
from zeroconf._protocol.outgoing import DNSOutgoing

from p2p_heroes.node import discovery, multicast
from p2p_heroes.node.advert import KEY_DIGITS, Advert, DiscoveryUnavailable, encode
from p2p_heroes.node.discovery import SERVICE, announce, browse, watch
from p2p_heroes.node.interfaces import Interface, own_interfaces
from p2p_heroes.node.table_browser import TableBrowser
from protocol.frozen import replace
from tests.node.test_advert import ADVERT, mutated

LOOPBACK = ["127.0.0.1"]
PATIENCE = 30
"""Seconds after which a record that should have come is given up; an honest run takes two."""


def own_table() -> Advert:
    """A table that no other run on this machine announces at the same time."""
    return replace(ADVERT, key=secrets.token_hex(KEY_DIGITS // 2))


async def until(tables: TableBrowser, holds: Callable[[tuple[Advert, ...]], bool]) -> None:
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
        assert replace(table, parted=True) in tables.tables


@pytest.mark.slow
async def test_two_tables_of_one_key_are_browsed() -> None:
    first = own_table()
    second = replace(first, port=first.port + 1)
    async with announce(replace(first, hosts=("0.0.0.0",)), LOOPBACK), announce(second, LOOPBACK):
        with trio.fail_after(PATIENCE):
            while not {first, second} <= set(await browse(1.5, LOOPBACK)):
                pass


async def test_that_there_is_no_table_is_believed_after_twice_the_time(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    heard = TableBrowser(trio.lowlevel.current_trio_token())

    @asynccontextmanager
    async def air(*_: object) -> AsyncIterator[TableBrowser]:
        yield heard

    monkeypatch.setattr(discovery, "watch", air)
    assert await browse(2.5) == ()
    assert trio.current_time() == 5
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            await trio.sleep(4)
            heard.find("late", ADVERT)

        assert await browse(2.5) == (ADVERT,)
        assert trio.current_time() == 9
    assert await browse(2.5) == (ADVERT,)
    assert trio.current_time() == 11.5, "whoever finds one does not wait"


def pointer(label: str) -> DNSOutgoing:
    """An answer that names a table and says nothing more."""
    answer = DNSOutgoing(0x8400)
    answer.add_answer_at_time(DNSPointer(SERVICE, 12, 1, 120, label), 0)
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


@pytest.mark.slow
async def test_both_sides_follow_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if an interface had come: everything is opened again, and the table is found again."""
    table = own_table()
    moved = (*own_interfaces(), Interface("127.0.0.9", 8))
    async with watch(LOOPBACK) as tables, announce(table, LOOPBACK) as announcement:
        await until(tables, lambda found: table in found)
        assert not await announcement.follow()
        monkeypatch.setattr(multicast, "own_interfaces", lambda: moved)
        assert tables.follow is not None
        await trio.to_thread.run_sync(tables.follow)
        await until(tables, lambda found: table in found)
        assert await announcement.follow()
        assert not await announcement.follow()
        fuller = replace(table, taken=3)
        await announcement.update(fuller)
        await until(tables, lambda found: fuller in found)


async def test_between_two_networks_it_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = own_table()
    here = own_interfaces()
    async with watch(LOOPBACK) as tables, announce(table, LOOPBACK) as announcement:
        with monkeypatch.context() as patch:
            patch.setattr(multicast, "own_interfaces", tuple)
            patch.setattr(multicast, "_by_family", lambda *_: ())
            assert not await announcement.follow()
            await announcement.update(table)
            assert tables.follow is not None
            await trio.to_thread.run_sync(tables.follow)
        assert own_interfaces() == here
        assert await announcement.follow()
        await trio.to_thread.run_sync(tables.follow)
        await until(tables, lambda found: table in found)
