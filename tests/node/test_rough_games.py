"""Rough games of real processes: some of them, and that the checks after a game find what they are for."""

import json
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path

import pytest
import trio

from p2p_heroes.games import DEFAULT_GAME
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.replay import read_result
from p2p_heroes.node.store import SUFFIX
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.world.plan import TablePlan as Simulated
from p2p_heroes.tabletest.world.world import World
from protocol.frozen import replace
from protocol.transcript import MAGIC, Writer, read_transcript
from scripts.tools.rough.cheat import STRUCK
from scripts.tools.rough.checks import RESULT, find_broken
from scripts.tools.rough.disk import HALF_A_RECORD, SmallDisk, has_namespaces, limit
from scripts.tools.rough.game import play
from scripts.tools.rough.plan import CALM, ConnectionFaults, MishapKind, RoughMishap, RoughPlan, draw_plan
from scripts.tools.rough.proxy import INSIDE, OUTSIDE, GameFaults, Proxy
from scripts.tools.rough.seat import RoughSeat
from scripts.tools.rough.table import RoughTable
from scripts.tools.rough_games import play_all, told
from tests.support.samples import ALL

LIMIT = 60
"""Seconds after which something that takes none is given up."""

SEEDS = (2, 5, 7, 12, 15, 16, 18, 29, 45, 73, 84, 110)
"""Small games, none of them rough to the very end: who comes back then stays for the table's patience."""


def has_inside() -> bool:
    """Whether this machine has more than one loopback address."""
    with socket.socket() as probe, suppress(OSError):
        probe.bind((INSIDE, 0))
        return True
    return False


needs_inside = pytest.mark.skipif(not has_inside(), reason=f"{INSIDE} is no address of this machine")


@needs_inside
@pytest.mark.slow
async def test_rough_games_end_well(tmp_path: Path) -> None:
    seeds = SEEDS if ALL else (5, 12, 18, 110)
    reports = await play_all(seeds, 4, tmp_path)
    assert [told(report) for report in reports if report.broken] == []
    assert len(reports) == len(seeds)


@needs_inside
@pytest.mark.slow
async def test_a_cheat_who_only_falls_silent_is_sent_away(tmp_path: Path) -> None:
    """Seed 165 hung because of two stories only one had arrived, and nobody votes out who is connected."""
    plan = replace(draw_plan(165), attack="never locks", faults=CALM, mishaps=((), (), ()), patience=2)
    with trio.fail_after(10 * LIMIT):
        report = await play(plan, tmp_path)
    assert report.broken == []
    assert report.done == {"silent cheat sent away": 1}
    assert report.outcome == "finished; the lie did not arrive"


@needs_inside
@pytest.mark.slow
async def test_a_disk_that_is_full_before_its_seat_is_back_breaks_no_promise(tmp_path: Path) -> None:
    """Seed 12, now and then: the program finds no room before it has opened its record, and says so.

    The game is a long one: in four rounds of quiet connections all is over before anything befalls anybody.
    """
    mishaps = ((), (RoughMishap(0.1, MishapKind.KILL), RoughMishap(0.1, MishapKind.FULL)))
    plan = replace(draw_plan(15), rounds=60, faults=CALM, mishaps=mishaps)
    with trio.fail_after(10 * LIMIT):
        report = await play(plan, tmp_path)
    assert report.broken == []
    assert report.done == {"killed": 1, "disk full": 1}


def test_among_the_dozen_is_everything_that_can_happen() -> None:
    plans = [draw_plan(seed) for seed in SEEDS]
    assert {mishap.kind for plan in plans for seat in plan.mishaps for mishap in seat} == set(MishapKind)
    for fault in ("refused", "delayed", "cut", "damaged", "stalled"):
        assert any(getattr(plan.faults, fault) for plan in plans), fault
    assert any(plan.game == DEFAULT_GAME for plan in plans)
    assert any(plan.attack for plan in plans)
    assert any(plan.lobby for plan in plans)
    assert all(plan.calm < 1 for plan in plans)


def test_a_seed_is_a_plan() -> None:
    assert [draw_plan(seed) for seed in range(50)] == [draw_plan(seed) for seed in range(50)]
    assert [plan.seed for plan in map(draw_plan, range(30)) if plan.game == DEFAULT_GAME] == [9, 19, 29]
    for plan in map(draw_plan, range(300)):
        assert not (plan.attack and plan.mishaps[-1]), "a cheat's machine does not fail"


# The way through a proxy.

SAID = bytes(range(256)) * 400


@asynccontextmanager
async def proxied(drawn: ConnectionFaults, seed: str = "way") -> AsyncIterator[tuple[Proxy, GameFaults]]:
    """A proxy, and behind it somebody who says back what it hears."""

    async def echo(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError):
            async for piece in stream:
                await stream.send_all(piece)

    faults = GameFaults(drawn)
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            proxy = Proxy(seed, faults)
            await proxy.open(nursery)
            nursery.start_soon(
                trio.serve_listeners, echo, await trio.open_tcp_listeners(proxy.port, host=INSIDE)
            )
            yield proxy, faults
            nursery.cancel_scope.cancel()


async def echoed(proxy: Proxy) -> bytes:
    """What comes back of what was said, until the connection ends."""
    heard = bytearray()

    async def speak(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError):
            await stream.send_all(SAID)
            await stream.send_eof()

    async with await trio.open_tcp_stream(OUTSIDE, proxy.port) as stream, trio.open_nursery() as nursery:
        nursery.start_soon(speak, stream)
        with suppress(trio.BrokenResourceError):
            async for piece in stream:
                heard += piece
        nursery.cancel_scope.cancel()
    return bytes(heard)


@needs_inside
async def test_without_faults_everything_arrives() -> None:
    async with proxied(CALM) as (proxy, faults):
        assert await echoed(proxy) == SAID
    assert not faults.done


@needs_inside
async def test_a_connection_is_cut_in_the_middle() -> None:
    async with proxied(replace(CALM, cut=1, fine=0)) as (proxy, faults):
        heard = await echoed(proxy)
    assert len(heard) < len(SAID)
    assert SAID.startswith(heard)
    assert faults.done["cut"] >= 1


@needs_inside
async def test_bits_are_changed_and_nothing_is_lost() -> None:
    async with proxied(replace(CALM, damaged=1, fine=0)) as (proxy, faults):
        heard = await echoed(proxy)
    wrong = [said ^ got for said, got in zip(SAID, heard, strict=True) if said != got]
    assert 1 <= len(wrong) <= faults.done["damaged"]
    assert all(difference.bit_count() <= 2 for difference in wrong)


@needs_inside
async def test_what_is_held_up_goes_on_when_the_faults_end() -> None:
    drawn = replace(CALM, stalled=1, fine=0, delayed=1)
    async with proxied(drawn) as (proxy, faults), trio.open_nursery() as nursery:
        nursery.start_soon(clear_when, faults, "stalled")
        assert await echoed(proxy) == SAID
    assert faults.done["stalled"] >= 1
    assert faults.done["delayed"] >= 1


async def clear_when(faults: GameFaults, fault: str) -> None:
    while not faults.done[fault]:  # noqa: ASYNC110 -- a counter
        await trio.sleep(0.001)
    faults.end()


@needs_inside
async def test_connections_are_refused_until_the_faults_end() -> None:
    async with proxied(replace(CALM, refused=1)) as (proxy, faults):
        assert await echoed(proxy) == b""
        faults.end()
        assert await echoed(proxy) == SAID
    assert faults.done == {"refused": 1}


# A disk that is full.


@pytest.mark.skipif(not has_namespaces(), reason="no namespaces here")
def test_a_small_disk_is_full_until_there_is_room(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path)
    seen = disk.root / tmp_path.relative_to("/") / "file"
    disk.fill()
    with pytest.raises(OSError, match="No space left"):
        seen.write_bytes(b"something")
    disk.make_room()
    seen.write_bytes(b"something")
    assert list(tmp_path.iterdir()) == [], "nobody else sees it"
    disk.close()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits for other processes here")
def test_a_limited_process_writes_half_a_record_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(50))
    append = (
        "import sys; file = open(sys.argv[1], 'ab', 0); input(); file.write(bytes(400)); file.write(b'x')"
    )
    command = (sys.executable, "-c", append, str(file))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        limit(process.pid, file)
        _, complaint = process.communicate(b"\n")
    assert b"File too large" in complaint
    assert file.stat().st_size == 50 + HALF_A_RECORD


# What is checked after a game.

CHEAT = "false opening"


def left_behind(folder: Path, nursery: trio.Nursery, attack: str = "", *, told: str = "") -> RoughTable:
    """The files of a game of three in which the last seat may have cheated; `told`: what the plan says."""
    plan = RoughPlan(
        0, "roshambo", 3, 1, CALM, ((), (), ()), calm=0.5, lobby=False, patience=600, attack=told
    )
    table = RoughTable(plan, folder, nursery, GameFaults())
    for number, (seat, record) in enumerate(zip(table.seats, records_of(attack), strict=True)):
        write_files(seat, number, record)
    return table


@cache
def records_of(attack: str) -> list[bytes]:
    liar = 2 if attack else None
    world = World(Simulated("rough", "roshambo", ("",) * 3, {"rounds": 1}, attack=attack, liar=liar))
    world.run()
    return [machine.data for machine in world.machines]


def write_files(seat: RoughSeat, number: int, record: bytes) -> None:
    home = seat.program.belongings
    for name in ("data", "config"):
        (home / name).mkdir(parents=True)
    (home / "data" / f"game{SUFFIX}").write_bytes(record)
    player_key(home / "config", lambda size: noise("key", number))
    end = read_result(record)
    printed = {"step": end.step, "state": end.ground.state.hex()}
    (seat.program.home / "stdout").write_text(json.dumps(dict.fromkeys(RESULT, "") | printed))
    (seat.program.home / "stderr").write_text(STRUCK if number == 2 else "")
    seat.remember()


@pytest.mark.parametrize("attack", ["", CHEAT])
async def test_a_game_in_which_all_went_well_passes(
    attack: str, tmp_path: Path, nursery: trio.Nursery
) -> None:
    assert list(find_broken(left_behind(tmp_path, nursery, attack, told=attack))) == []


def shorten(table: RoughTable) -> None:
    path = table.seats[0].program.record
    writer = Writer()
    path.write_bytes(MAGIC + b"".join(map(writer.append, read_transcript(path.read_bytes()).records[:-1])))


def tear(table: RoughTable) -> None:
    path = table.seats[1].program.record
    path.write_bytes(path.read_bytes() + b"torn")


def fall_over(table: RoughTable) -> None:
    (table.seats[1].program.home / "stderr").write_text("Traceback (most recent call last):")


def end_badly(table: RoughTable) -> None:
    table.wrong.append("1 ended with 1 instead of 0")


def print_another(table: RoughTable) -> None:
    program = table.seats[1].program
    (program.home / "stdout").write_text(json.dumps({**program.result, "state": "00"}))


def print_what_no_file_says(table: RoughTable) -> None:
    for seat in table.seats:
        (seat.program.home / "stdout").write_text(json.dumps({**seat.program.result, "state": "00"}))


@pytest.mark.parametrize(
    ("spoil", "sentences"),
    [
        (shorten, ("0 lost 1 of its records", "0 lacks 1 messages", "not one end")),
        (tear, ("1 has 4 bytes too many",)),
        (fall_over, ("1 fell over",)),
        (end_badly, ("1 ended with 1 instead of 0",)),
        (print_another, ("not one result",)),
        (print_what_no_file_says, ("the programs ended with 00",)),
    ],
)
async def test_what_went_wrong_is_found(
    spoil: Callable[[RoughTable], None], sentences: tuple[str, ...], tmp_path: Path, nursery: trio.Nursery
) -> None:
    table = left_behind(tmp_path, nursery)
    spoil(table)
    found = list(find_broken(table))
    for sentence, met in zip(sentences, found, strict=True):
        assert sentence in met


async def test_a_record_that_cannot_be_read_is_found(tmp_path: Path, nursery: trio.Nursery) -> None:
    table = left_behind(tmp_path, nursery)
    path = table.seats[1].program.record
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    [sentence] = find_broken(table)
    assert "cannot be read" in sentence


async def test_a_wrong_blame_is_found(tmp_path: Path, nursery: trio.Nursery) -> None:
    """Nobody was told to cheat, and yet somebody is proven guilty."""
    found = list(find_broken(left_behind(tmp_path, nursery, CHEAT)))
    assert any("seat 2 is blamed: FalseOpening" in sentence for sentence in found)


async def test_a_cheat_who_gets_away_is_found(tmp_path: Path, nursery: trio.Nursery) -> None:
    found = list(find_broken(left_behind(tmp_path, nursery, told=CHEAT)))
    assert any(f"{CHEAT} was not found out" in sentence for sentence in found)
