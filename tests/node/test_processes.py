"""Four programs, four processes, one game: they end with the same state, and so do their four records."""

import secrets
from pathlib import Path

import pytest
import trio

from p2p_heroes.node.discovery import watch
from p2p_heroes.node.replay import read_result
from protocol.events import Finished
from scripts.tools.bot_process import BotProcess

LIMIT = 180
"""Seconds after which a game that takes two or three is given up."""

SEATS = 4
ROSHAMBO = ("--game", "roshambo", "--option", "rounds=5")


def seat_programs(folder: Path, nursery: trio.Nursery) -> list[BotProcess]:
    return [BotProcess(folder / str(seat), nursery) for seat in range(SEATS)]


async def all_ended(programs: list[BotProcess]) -> None:
    for program in programs:
        assert await program.running.wait() == 0, program.complaints


def assert_same_end(programs: list[BotProcess]) -> None:
    results = [program.result for program in programs]
    assert {result["outcome"] for result in results} == {"finished"}
    assert len({(result["table"], result["step"], result["state"]) for result in results}) == 1
    assert [result["places"] for result in results] == SEATS * [results[0]["places"]]
    plays = [read_result(program.record.read_bytes()) for program in programs]
    assert {play.outcome for play in plays} == {Finished(16, bytes.fromhex(str(results[0]["state"])))}
    assert [play.state.state for play in plays] == SEATS * [plays[0].state.state]


@pytest.mark.slow
async def test_four_processes_play_a_game_by_address(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery:
            programs = seat_programs(tmp_path, nursery)
            address = await programs[0].host(SEATS, *ROSHAMBO, "--quiet")
            for program in programs[1:]:
                await program.join(address)
            await all_ended(programs)
    assert_same_end(programs)


@pytest.mark.slow
async def test_four_processes_play_a_game_by_name(tmp_path: Path) -> None:
    """The table is announced by DNS-SD on the loopback interface, and found by its name."""
    name = f"table-{secrets.token_hex(4)}"
    with trio.fail_after(LIMIT):
        async with trio.open_nursery() as nursery, watch(["127.0.0.1"]) as watching:
            programs = seat_programs(tmp_path, nursery)
            await programs[0].host(SEATS, *ROSHAMBO, "--interface", "127.0.0.1", "--name", name)
            while all(advert.name != name for advert in watching.tables):
                await watching.changed()
            for program in programs[1:]:
                await program.join(name, "--interface", "127.0.0.1")
            await all_ended(programs)
    assert_same_end(programs)
