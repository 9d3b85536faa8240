"""One table of a rough game: real programs, a proxy before each, and what the plan has in store for them.

Nothing is judged by how long it took: whoever plays a table puts one generous limit around everything. Of the
parts of `tabletest` only the liar is here: clock, disk, kernel and network are the real ones.
"""

import signal
from pathlib import Path

import trio

from p2p_heroes.games import GAMES
from p2p_heroes.user_error import FINE, NO_RESULT, USAGE
from protocol.genesis import Genesis
from scripts.tools.bot_process import OPENED, BotProcess
from scripts.tools.rough.disk import has_namespaces, limit
from scripts.tools.rough.plan import MishapKind, RoughMishap, RoughPlan
from scripts.tools.rough.proxy import GameFaults, Proxy
from scripts.tools.rough.seat import RoughSeat

TICK = 0.02
FAULTY_SECONDS = 60
"""The faults end after so long, even if the game has not got far."""

NO_ROOM = "No space left on device"
CANNOT_WRITE = "cannot be written"


class RoughTable:
    """The programs of one game, from the lobby to their end."""

    def __init__(self, plan: RoughPlan, folder: Path, nursery: trio.Nursery, faults: GameFaults) -> None:
        self.plan = plan
        self.faults = faults
        self.wrong: list[str] = []
        """Programs that ended in another way than they should."""
        self.seats = [
            RoughSeat(BotProcess(folder / str(number), nursery), self._way(number)) for number in self._all
        ]
        self._nursery = nursery
        if plan.attack:
            self.seats[-1].program.module = ("scripts.tools.rough.cheat", plan.attack)
        for number, seat in enumerate(self.seats):
            if plan.has_full_disk(number) and has_namespaces():
                seat.use_small_disk()

    @property
    def _all(self) -> range:
        return range(self.plan.seats)

    def _way(self, number: int) -> Proxy:
        return Proxy(f"{self.plan.seed} {number}", self.faults)

    @property
    def honest(self) -> list[RoughSeat]:
        return self.seats[:-1] if self.plan.attack else self.seats

    @property
    def cheat(self) -> RoughSeat | None:
        return self.seats[-1] if self.plan.attack else None

    def close(self) -> None:
        """When all processes have ended."""
        for seat in self.seats:
            seat.leave_small_disk()

    # The lobby.

    async def found(self) -> bool:
        """Whether all programs sit down at one table. With connections that break it may not come to that."""
        for seat in self.seats:
            await seat.proxy.open(self._nursery)
        await self._open_lobby()
        for number in self._all[1:]:
            await self._join(number)
        while not all(seat.program.has_begun for seat in self.seats):
            for number in self._all:
                if not await self._is_coming(number):
                    return False
            await trio.sleep(TICK)
        return True

    async def _open_lobby(self) -> None:
        plan, host = self.plan, self.seats[0]
        length = GAMES[plan.game].length
        game = ("--game", plan.game, *(("--option", f"{length}={plan.rounds}") if length else ()))
        terms = (*game, "--patience", str(plan.patience), "--seats", str(plan.seats), "--quiet")
        await host.start("bot", "--host", *terms, "--seed", str(plan.seed))
        while OPENED not in host.program.complaints and host.program.is_well:  # noqa: ASYNC110 -- a file
            await trio.sleep(TICK)

    async def _join(self, number: int) -> None:
        luck = ("--seed", str(self.plan.seed + number))
        await self.seats[number].start("bot", "--join", self.seats[0].proxy.outside, *luck)

    async def _is_coming(self, number: int) -> bool:
        """Whether a program is on its way to the table; a guest whose connection broke comes again."""
        program = self.seats[number].program
        if program.running.returncode is None or program.has_begun:
            return True
        if number == 0 or self.seats[0].program.has_begun:
            return False
        self.faults.done["broken in the lobby"] += 1
        await self._join(number)
        return True

    # The game.

    async def play(self) -> None:
        """Let everything happen that is planned, and see all honest programs to their end."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._clear_up)
            if self.cheat is not None:
                nursery.start_soon(self._send_away, self.cheat)
            async with trio.open_nursery() as tasks:
                for seat, mishaps in zip(self.seats, self.plan.mishaps, strict=True):
                    tasks.start_soon(self._strike_in_turn, seat, mishaps)
            for seat in self.honest:
                await self._end(seat, FINE)
            nursery.cancel_scope.cancel()

    async def _clear_up(self) -> None:
        with trio.move_on_after(FAULTY_SECONDS):
            await self._reach(self.seats[0], self.plan.calm)
        self.faults.end()

    async def _send_away(self, cheat: RoughSeat) -> None:
        """Of two stories one may never arrive; then the cheat only falls silent, which proves nothing.

        Bots vote out nobody who is connected. People would, so one of them pulls the plug.
        """
        waiting = f"{self._name(cheat)} has been awaited for "
        while not all(waiting in seat.program.complaints for seat in self.honest):  # noqa: ASYNC110 -- a file
            await trio.sleep(1)
        cheat.program.running.kill()
        self.faults.done["silent cheat sent away"] += 1

    @staticmethod
    def _name(seat: RoughSeat) -> str:
        return Genesis.read(seat.program.transcript.genesis).seats[seat.program.seat].name

    async def _reach(self, seat: RoughSeat, moment: float) -> None:
        """Wait until a record is so long, or its program has ended by itself."""
        goal = moment * self.plan.length
        while seat.program.size < goal and not self._is_over(seat):  # noqa: ASYNC110 -- a file
            await trio.sleep(TICK)

    def _is_over(self, seat: RoughSeat) -> bool:
        return seat.program.running.returncode == FINE

    async def _strike_in_turn(self, seat: RoughSeat, mishaps: tuple[RoughMishap, ...]) -> None:
        for mishap in mishaps:
            await self._reach(seat, mishap.moment)
            if self._is_over(seat):
                return
            await self._befall(seat, mishap)

    async def _befall(self, seat: RoughSeat, mishap: RoughMishap) -> None:
        match mishap.kind:
            case MishapKind.KILL:
                await self._kill(seat)
            case MishapKind.STOP | MishapKind.LONG_STOP:
                seat.program.running.send_signal(signal.SIGSTOP)
                self.faults.done[mishap.kind.value] += 1
                await trio.sleep(mishap.seconds)
                seat.program.running.send_signal(signal.SIGCONT)
            case MishapKind.FULL:
                await self._fill_disk(seat)

    async def _kill(self, seat: RoughSeat) -> None:
        seat.program.running.kill()
        if await seat.program.running.wait() < 0:
            self.faults.done[MishapKind.KILL.value] += 1
            self._remember()
            await seat.resume()

    async def _fill_disk(self, seat: RoughSeat) -> None:
        """Until the program has stopped by itself; then, where that can be tried, a start without room."""
        if seat.disk is None:
            limit(seat.program.running.pid, seat.program.record)
        else:
            seat.disk.fill()
        ended = await seat.program.running.wait()
        if ended == FINE:
            # The game was over before the last page was full.
            return
        self.faults.done[MishapKind.FULL.value] += 1
        # Whoever was still coming back from the mishap before writes more than its record.
        is_early = ended == USAGE
        await self._end(seat, *((USAGE, NO_ROOM) if is_early else (NO_RESULT, CANNOT_WRITE)))
        self._remember()
        if seat.disk is not None:
            await seat.resume()
            await self._end(seat, USAGE, NO_ROOM)
            self._remember()
            seat.disk.make_room()
        await seat.resume()

    async def _end(self, seat: RoughSeat, code: int, sentence: str = "") -> None:
        """Wait for the end of a process, which should be like this."""
        met = await seat.program.running.wait()
        if met != code or sentence not in seat.program.complaints:
            self.wrong.append(f"{seat.program.home.name} ended with {met} instead of {code} {sentence}")

    def _remember(self) -> None:
        for seat in self.seats:
            seat.remember()
