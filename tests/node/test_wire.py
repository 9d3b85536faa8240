"""Two ends of a connection over loopback, with nothing above it."""

import socket
from collections.abc import AsyncIterator

import pytest
import trio
import trio.testing

from p2p_heroes.node.wire import CHUNK, Wire

LONG = bytes(range(256)) * 2**15
"""More than the system takes while nobody reads."""


@pytest.fixture
async def ends() -> AsyncIterator[tuple[Wire, Wire]]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        dialled = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        accepted = await listener.accept()
    async with dialled, accepted:
        yield Wire(dialled), Wire(accepted)


async def test_what_is_said_arrives(ends: tuple[Wire, Wire]) -> None:
    for here, there in (ends, ends[::-1]):
        await here.send_all(b"well met")
        assert await there.receive_some(4) == b"well"
        assert await there.receive_some() == b" met"


async def test_what_is_too_long_waits_until_it_is_read(ends: tuple[Wire, Wire]) -> None:
    here, there = ends
    heard = bytearray()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(here.send_all, LONG)
        await trio.testing.wait_all_tasks_blocked(0.01)
        assert here.send_now(b"no room") == 0
        while len(heard) < len(LONG):
            piece = await there.receive_some()
            assert 1 <= len(piece) <= CHUNK
            heard += piece
    assert heard == LONG
    with trio.fail_after(5):
        await here.wait_send_all_might_not_block()


async def test_who_waits_to_read_waits_for_nothing_else(ends: tuple[Wire, Wire]) -> None:
    here, there = ends
    with trio.move_on_after(0.01) as scope:
        await here.receive_some()
    assert scope.cancelled_caught
    await there.send_all(b"still here")
    assert await here.receive_some() == b"still here"


async def test_the_other_side_hangs_up(ends: tuple[Wire, Wire]) -> None:
    here, there = ends
    await there.aclose()
    assert await here.receive_some() == b""


async def test_a_connection_that_was_reset_is_broken(ends: tuple[Wire, Wire]) -> None:
    here, there = ends
    there.plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    await there.aclose()
    with pytest.raises(trio.BrokenResourceError):
        await here.receive_some()
    with pytest.raises(trio.BrokenResourceError):
        await here.send_all(b"anybody?")


async def test_who_closes_its_own_end_reads_and_writes_no_more(ends: tuple[Wire, Wire]) -> None:
    here, _ = ends
    async with trio.open_nursery() as nursery:

        async def read() -> None:
            with pytest.raises(trio.ClosedResourceError):
                await here.receive_some()

        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        await here.aclose()
    for use in (here.receive_some, here.wait_send_all_might_not_block):
        with pytest.raises(trio.ClosedResourceError):
            await use()
    with pytest.raises(trio.ClosedResourceError):
        here.send_now(b"too late")
