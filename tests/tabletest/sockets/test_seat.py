"""A seat as a real node: it listens, writes, dies over a write, and knows its own time."""

from pathlib import Path

import trio
from trio.testing import MockClock

from p2p_heroes.tabletest.sockets.connections import certificate
from p2p_heroes.tabletest.sockets.seat import SocketSeat
from p2p_heroes.tabletest.sockets.table import SocketTable
from p2p_heroes.tabletest.world.plan import TablePlan
from p2p_heroes.tabletest.world.world import World
from protocol.transcript import read_transcript

PLAN = TablePlan("desk", "roshambo", ("", ""), {"rounds": 1}, patience=5)


async def alone(folder: Path, nursery: trio.Nursery) -> SocketSeat:
    """The first of two seats; the other never comes."""
    one = SocketTable(PLAN, folder, nursery).machines[0]
    await one.listen()
    return one


async def test_a_node_whose_table_never_begins_leaves(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        one = await alone(tmp_path, nursery)
        await one.live()
    assert (one.is_up, one.is_gone, one.has_died) == (False, True, False)
    assert trio.current_time() >= PLAN.patience
    assert list(one.signed) == [0]
    assert len(read_transcript(one.data).records) == 2


async def test_it_dies_and_comes_back_at_once(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        one = await alone(tmp_path, nursery)
        nursery.start_soon(one.live)
        await trio.sleep(1)
        said = one.session.log.chains[0]
        one.die()
        assert (one.is_up, one.has_died) == (False, True)
        await one.live()
        assert one.session.log.chains[0] == said
        assert one.lost == []


async def test_its_clock_is_its_own(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        one = await alone(tmp_path, nursery)
        one.offset = -2_500
        assert one.clock() == trio.current_time() - 2.5


async def test_it_draws_the_same_at_the_same_table(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        one = SocketTable(PLAN, tmp_path, nursery).machines[0]
        machine = World(PLAN).machines[0]
        assert [one.draw(), one.draw()] == [machine.draw(), machine.draw()]


def test_a_seat_keeps_its_certificate() -> None:
    assert certificate(0) is certificate(0)
    assert certificate(0) is not certificate(1)
