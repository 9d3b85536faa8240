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
from p2p_heroes.tabletest.sockets.desk import LOOPBACK, Desk
from p2p_heroes.tabletest.world.network import FASTEST
from p2p_heroes.tabletest.world.network_faults import CALM
from p2p_heroes.tabletest.world.plan import Happening, TablePlan
from p2p_heroes.tabletest.world.scene import Scene
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
        room = SocketTable(script.plan, folder, nursery)
        sit_still(room)
        await room.set_up()
        for statement in script.statements:
            passing = passing_before(room, statement.act)
            if passing is not None:
                await room.let_pass(passing)
            room.catch_up()
            failures += do(room, statement)
        failures += unmet(room, script)
        nursery.cancel_scope.cancel()
    for desk in room.machines:
        desk.close()
    return room, failures


class SocketTable(Scene[Desk]):
    """One table."""

    def __init__(self, plan: TablePlan, folder: Path, nursery: trio.Nursery) -> None:
        super().__init__(plan)
        # The sockets are slow enough by themselves.
        self.network.weather = replace(plan.weather, slowness=FASTEST)
        self.playing = trio.Event()
        self._left = trio.Event()
        self._nursery = nursery
        self._began = trio.current_time()
        self.machines = [self._desk(seat, folder / str(seat)) for seat in range(plan.seats)]

    def _desk(self, seat: int, folder: Path) -> Desk:
        folder.mkdir()
        return Desk(seat, self, self.bot(seat), partial(self.seating, seat), folder)

    @property
    def now(self) -> int:
        return round(1000 * (trio.current_time() - self._began))

    def addresses(self) -> dict[int, tuple[str, int]]:
        """Where everybody listens."""
        return {desk.seat: (LOOPBACK, desk.port) for desk in self.machines}

    def is_open(self, seat: int, port: int) -> bool:
        """Whether a seat can reach whoever listens there."""
        return all(self.network.is_open(seat, desk.seat) for desk in self.machines if desk.port == port)

    # Time.

    async def set_up(self) -> None:
        """Start every node, and all that the plan says."""
        for desk in self.machines:
            await desk.listen()
        for desk in self.machines:
            self.start(desk)
        self.await_plan()

    async def let_pass(self, passing: Passing) -> None:
        """Let time pass, unless the table ends before, or it is enough."""
        with trio.move_on_after(passing.most / 1000):
            while not self.is_over and not (passing.is_enough and passing.is_enough()):
                with trio.move_on_after(TICK if passing.is_enough else float("inf")):
                    await self._left.wait()

    def catch_up(self) -> None:
        """Note what all nodes have told."""
        for desk in self.machines:
            desk.catch_up()

    def later(self, delay: int, act: Callable[[], None]) -> None:
        self._nursery.start_soon(self._act_later, delay, act)

    async def _act_later(self, delay: int, act: Callable[[], None]) -> None:
        await trio.sleep(delay / 1000)
        act()

    # What befalls a table.

    def decide(self, machine: Desk, value: Value) -> None:
        assert machine.node is not None
        machine.node.decide(machine.seat, value)

    def let_play(self) -> None:
        super().let_play()
        self.playing.set()

    def clear_up(self) -> None:
        super().clear_up()
        self.network.weather = replace(CALM, slowness=FASTEST)

    def start(self, desk: Desk) -> None:
        if not desk.is_up and not desk.is_gone:
            self._nursery.start_soon(self._live, desk)

    async def _live(self, desk: Desk) -> None:
        await desk.live()
        self._tell_left()

    def _tell_left(self) -> None:
        """Somebody has left; whoever waits for the end looks again."""
        self._left.set()
        self._left = trio.Event()

    def crash(self, desk: Desk) -> None:
        desk.die()

    def bury(self, desk: Desk) -> None:
        super().bury(desk)
        self._tell_left()

    def _part(self, apart: set[frozenset[int]], happening: Happening) -> None:
        super()._part(apart, happening)
        for desk in self.machines:
            for way in desk.ways:
                if way.reader is not None and not self.network.is_open(desk.seat, way.reader):
                    way.cut()

    def forfeit(self, desk: Desk, seats: list[int]) -> None:
        if desk.node is None:
            raise NotDue("its node has not begun")
        desk.node.forfeit(seats)
