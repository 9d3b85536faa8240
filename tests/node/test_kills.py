"""Nodes that are killed at any moment, and come back: nothing that anybody had received is lost or changed.

Real processes get SIGKILL when their record has grown to a length drawn beforehand, so
the moments depend on the game and not on the speed of the machine: before the first
step, in the middle of steps, during the last signatures. Whatever any record held at
any kill must be in every record at the end.
"""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import trio

from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.listener import open_listener
from p2p_heroes.node.lobby_guest import Notice
from p2p_heroes.node.replay import read_result
from p2p_heroes.user_error import NO_RESULT
from protocol.envelope import open_envelope
from protocol.events import Finished
from protocol.genesis import Genesis
from protocol.messages import Forfeit
from protocol.transcript import MAGIC, Proven, Spoken, Writer
from scripts.tools.bot_process import TICK, BotProcess, RecordWatch
from tests.support.samples import ALL

LIMIT = 900
"""Seconds after which a test that takes less than a minute is given up."""

PATIENCE = 600
"""Longer than any restart takes: nobody is voted out in these games."""


class Table:
    """One game among processes, and everything that its records ever held."""

    def __init__(self, folder: Path, nursery: trio.Nursery, seats: int, rounds: int) -> None:
        self.programs = [BotProcess(folder / str(seat), nursery) for seat in range(seats)]
        self.rounds = rounds
        self.kills = 0
        self.held: set[bytes] = set()

    async def found(self, *, patience: int = PATIENCE) -> str:
        game = ("--game", "roshambo", "--option", f"rounds={self.rounds}")
        rules = (*game, "--patience", str(patience), "--quiet")
        return await self.programs[0].host(len(self.programs), *rules)

    async def fill(self) -> None:
        address = await self.found()
        for program in self.programs[1:]:
            await program.join(address)

    async def haunt(self, program: BotProcess, moments: list[int]) -> None:
        """Kill and restart one seat, each time that its record has so many entries."""
        if program is self.programs[0]:
            await self._begun()
        counter = RecordWatch(program)
        for moment in moments:
            await counter.reach(moment)
            if await program.kill():
                self.kills += 1
                self.remember()
                await program.resume()

    async def _begun(self) -> None:
        """Wait until the host has told everybody that the table is founded; then it may die."""
        while not all(program.has_begun for program in self.programs):
            # Somebody who has just been killed comes back in a moment.
            assert all(program.is_well or program.is_killed for program in self.programs)
            await trio.sleep(TICK)

    def remember(self) -> None:
        for program in self.programs:
            if program.has_begun:
                self.held.update(program.spoken)

    async def played(self) -> None:
        """Wait until every record is complete; one who was killed late may still look for those who left."""
        goal = messages_in(len(self.programs), self.rounds)
        for program in self.programs:
            await RecordWatch(program).reach(1 + goal)
            ended = program.running.returncode is not None
            while len(program.spoken) < goal:
                assert not ended, program.complaints
                await trio.sleep(10 * TICK)
                ended = program.running.returncode is not None


def messages_in(seats: int, rounds: int) -> int:
    """How many messages a game without votes has: accepts, three steps a round, and the last locks."""
    call, stake, throws = 1 + seats, 3 * seats, 3 * seats
    return seats + rounds * (call + stake + throws) + seats


async def play(table: Table, moments: list[list[int]]) -> None:
    """Found the game, haunt each seat at its moments, and see it end."""
    await table.fill()
    async with trio.open_nursery() as ghosts:
        for program, own in zip(table.programs, moments, strict=True):
            ghosts.start_soon(table.haunt, program, own)
    await table.played()


def assert_kept(table: Table) -> None:
    """Every record has all that any ever held; no seat signed a number twice; all ends are equal."""
    table.remember()
    genesis = Genesis.read(table.programs[0].transcript.genesis)
    for program in table.programs:
        assert set(program.spoken) == table.held
        assert not any(isinstance(record, Proven) for record in program.transcript.records)
    opened = [open_envelope(wire, genesis) for wire in table.held]
    assert len({(envelope.seat, envelope.number) for envelope in opened}) == len(opened)
    assert not any(isinstance(envelope.message, Forfeit) for envelope in opened)
    plays = [read_result(program.record.read_bytes()) for program in table.programs]
    assert all(isinstance(play.outcome, Finished) for play in plays)
    assert len({play.ground for play in plays}) == 1


@asynccontextmanager
async def processes() -> AsyncIterator[trio.Nursery]:
    """Where processes run until the test is done with them, but not for ever."""
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            yield nursery
            nursery.cancel_scope.cancel()


@pytest.mark.slow
async def test_nothing_is_lost_in_dozens_of_kills(tmp_path: Path) -> None:
    """Three games at once, every seat killed again and again, often several of a table at the same time."""
    rounds, random = 20 if ALL else 12, Random("kills")
    kills = ((2, 7), (3, 6), (4, 5)) if ALL else ((2, 3), (3, 3), (4, 2))
    tables: list[Table] = []
    async with processes() as nursery, trio.open_nursery() as games:
        for seats, count in kills:
            tables.append(Table(tmp_path / str(seats), nursery, seats, rounds))
            moments = [drawn(random, messages_in(seats, rounds), count) for _ in range(seats)]
            games.start_soon(play, tables[-1], moments)
    for table in tables:
        assert_kept(table)
    assert sum(table.kills for table in tables) >= 0.9 * sum(seats * count for seats, count in kills)


def drawn(random: Random, most: int, count: int) -> list[int]:
    """Moments in order, one in each of so many equal parts of the game, none of them near its end."""
    width = (most - 40) // count
    return [2 + width * part + random.randrange(width) for part in range(count)]


@pytest.mark.slow
async def test_nothing_is_lost_before_the_first_step_and_during_the_last_signatures(tmp_path: Path) -> None:
    """Every seat is killed when it has hardly sat down, and again when it signs the end or just has."""
    random = Random("ends")
    tables: list[Table] = []
    async with processes() as nursery, trio.open_nursery() as games:
        for seats in (2, 3, 4):
            tables.append(Table(tmp_path / str(seats), nursery, seats, rounds=1))
            whole = 1 + messages_in(seats, 1) + SECRETS
            moments = [[1 + random.randint(0, seats), whole - random.randint(0, seats)] for _ in range(seats)]
            games.start_soon(play, tables[-1], moments)
    for table in tables:
        assert_kept(table)
        assert table.kills >= len(table.programs)


SECRETS = 2
"""Entries in a seat's record of one round that are no messages: what it hid behind its two commitments."""


@pytest.mark.slow
async def test_a_seat_whose_disk_forgot_its_last_word_says_nothing_else_instead(tmp_path: Path) -> None:
    """The record was restored from an hour ago, say. The others give back what they had received."""
    async with processes() as nursery:
        table = Table(tmp_path, nursery, 3, rounds=4)
        await table.fill()
        forgetful, *others = table.programs
        for moment in (12, 40, 70):
            await RecordWatch(forgetful).reach(moment)
            await forgetful.kill()
            for program in others:
                table.held.update(program.spoken)
            forget_last_word(forgetful)
            await forgetful.resume()
        await table.played()
    assert_kept(table)


def forget_last_word(program: BotProcess) -> None:
    """Cut the record off before the last message of its own seat."""
    records, genesis = program.transcript.records, Genesis.read(program.transcript.genesis)
    own = [
        index
        for index, record in enumerate(records)
        if isinstance(record, Spoken) and open_envelope(record.wire, genesis).seat == program.seat
    ]
    writer = Writer()
    program.record.write_bytes(MAGIC + b"".join(map(writer.append, records[: own[-1]])))


@pytest.mark.slow
async def test_one_who_dies_before_it_has_a_record_ends_the_game_for_all(tmp_path: Path) -> None:
    """The table was founded, and one seat can never sit down at it: the others wait, and then say so."""
    async with processes() as nursery:
        table = Table(tmp_path, nursery, 3, rounds=1)
        host, port = (await table.found(patience=3)).split(":")
        await table.programs[1].join(f"{host}:{port}")
        await sit_down_and_die(tmp_path, host, int(port))
        for program in table.programs[:2]:
            assert await program.running.wait() == NO_RESULT
            assert read_result(program.record.read_bytes()).step == 0
    assert not table.programs[2].has_begun


async def sit_down_and_die(folder: Path, host: str, port: int) -> None:
    wish, wishes = trio.open_memory_channel[str | None](1)
    notices, _ = trio.open_memory_channel[Notice](math.inf)
    wish.send_nowait("")
    async with open_listener(player_key(folder), folder, ("127.0.0.1", 0)) as listener:
        await listener.enter(host, port, name="Mayfly", code="", wishes=wishes, notices=notices)
