"""A table on real sockets from its plan to its end: who sits there, what befalls it, and how time passes.

Bytes travel at their own speed, and while any are under way the clock stands still. When everybody waits, it
jumps to the next moment at which somebody wants something: so a minute of patience takes no minute, and a
slow computer makes nobody late.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from trio.testing import MockClock

from p2p_heroes.tabletest.scripts.language import Script
from p2p_heroes.tabletest.scripts.stage import Failure, Passing, do, passing_before, sit_still, unmet
from p2p_heroes.tabletest.sockets.seat import LOOPBACK, SocketSeat
from p2p_heroes.tabletest.world.network import FASTEST
from p2p_heroes.tabletest.world.network_faults import CALM
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.played_table import PlayedTable
from protocol.canonical import Value
from protocol.errors import NotDue
from protocol.frozen import replace

SETTLED = 0.002
"""Real seconds without a byte for anybody after which the clock jumps."""

TICK = 0.05
"""How often it is looked whether a seat is asked, in seconds of the table's clock."""


def perform(script: Script) -> tuple["SocketTable", list[Failure]]:
    """Do what a script says, to its last line, on real sockets."""
    with TemporaryDirectory(prefix="p2p-heroes-") as folder:
        return trio.run(_perform, script, Path(folder), clock=MockClock(autojump_threshold=SETTLED))


async def _perform(script: Script, folder: Path) -> tuple["SocketTable", list[Failure]]:
    failures: list[Failure] = []
    async with trio.open_nursery() as nursery:
        table = SocketTable(script.plan, folder, nursery)
        sit_still(table)
        await table.set_up()
        for statement in script.statements:
            passing = passing_before(table, statement.act)
            if passing is not None:
                await table.let_pass(passing)
            table.catch_up()
            failures += do(table, statement)
        failures += unmet(table, script)
        nursery.cancel_scope.cancel()
    for machine in table.machines:
        machine.close()
    return table, failures


class SocketTable(PlayedTable[SocketSeat]):
    """One table."""

    def __init__(self, plan: TablePlan, folder: Path, nursery: trio.Nursery) -> None:
        super().__init__(plan)
        # The sockets are slow enough by themselves.
        self.network.faults = replace(plan.network_faults, slowness=FASTEST)
        self.playing = trio.Event()
        self._left = trio.Event()
        self._nursery = nursery
        self._began = trio.current_time()
        self.machines = [self._seated(seat, folder / str(seat)) for seat in range(plan.seats)]

    def _seated(self, seat: int, folder: Path) -> SocketSeat:
        folder.mkdir()
        return SocketSeat(seat, self, self.bot(seat), partial(self.seating, seat), folder)

    @property
    def now(self) -> int:
        return round(1000 * (trio.current_time() - self._began))

    def addresses(self) -> dict[int, tuple[str, int]]:
        """Where everybody listens."""
        return {machine.seat: (LOOPBACK, machine.port) for machine in self.machines}

    def is_open(self, seat: int, port: int) -> bool:
        """Whether a seat can reach whoever listens there."""
        return all(
            self.network.is_open(seat, machine.seat) for machine in self.machines if machine.port == port
        )

    # Time.

    async def set_up(self) -> None:
        """Start every node, and all that the plan says."""
        for machine in self.machines:
            await machine.listen()
        for machine in self.machines:
            self.start(machine)
        self.await_plan()

    async def let_pass(self, passing: Passing) -> None:
        """Let time pass, unless the table ends before, or it is enough."""
        with trio.move_on_after(passing.most / 1000):
            while not self.is_over and not (passing.is_enough and passing.is_enough()):
                with trio.move_on_after(TICK if passing.is_enough else float("inf")):
                    await self._left.wait()

    def catch_up(self) -> None:
        """Note what all nodes have told."""
        for machine in self.machines:
            machine.catch_up()

    def later(self, delay: int, act: Callable[[], None]) -> None:
        self._nursery.start_soon(self._act_later, delay, act)

    async def _act_later(self, delay: int, act: Callable[[], None]) -> None:
        await trio.sleep(delay / 1000)
        act()

    # What befalls a table.

    def decide(self, machine: SocketSeat, value: Value) -> None:
        assert machine.node is not None
        machine.node.decide(machine.seat, value)

    def let_play(self) -> None:
        super().let_play()
        self.playing.set()

    def clear_up(self) -> None:
        super().clear_up()
        self.network.faults = replace(CALM, slowness=FASTEST)

    def start(self, machine: SocketSeat) -> None:
        if not machine.is_up and not machine.is_gone:
            self._nursery.start_soon(self._live, machine)

    async def _live(self, machine: SocketSeat) -> None:
        await machine.live()
        self._tell_left()

    def _tell_left(self) -> None:
        """Somebody has left; whoever waits for the end looks again."""
        self._left.set()
        self._left = trio.Event()

    def crash(self, machine: SocketSeat) -> None:
        machine.die()

    def bury(self, machine: SocketSeat) -> None:
        super().bury(machine)
        self._tell_left()

    def _part(self, apart: set[frozenset[int]], happening: Happening) -> None:
        super()._part(apart, happening)
        for machine in self.machines:
            for way in machine.ways:
                if way.reader is not None and not self.network.is_open(machine.seat, way.reader):
                    way.cut()

    def forfeit(self, machine: SocketSeat, seats: list[int]) -> None:
        if machine.node is None:
            raise NotDue("its node has not begun")
        machine.node.forfeit(seats)
