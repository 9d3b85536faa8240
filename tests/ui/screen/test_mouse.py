"""Reports of a mouse, and what only looks like one."""

import asyncio
from random import Random

import pytest
import trio
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES

from p2p_heroes.ui.screen.guest import run_beside
from p2p_heroes.ui.screen.mouse import is_report
from scripts.tools.terminal import MemoryTerminal
from tests.support.samples import sample
from tests.support.stage import DRAWN, StagePlay

NONE = [
    "\x1b[31m",
    "\x1b[1;31m",
    "\x1b[0;1;4;31m",
    "\x1b[<0;5M",
    "\x1b[<M",
    "\x1b[;;M",
    "\x1b[<;;m",
    f"\x1b[<0;{'9' * 5000};1M",
    "\x1b[M\x01\x01\x01",
    "\x1b[M~~~",
]
REPORTS = ["\x1b[<0;5;5M", "\x1b[<64;85;12m", "\x1b[96;14;13M", "\x1b[M !!", "\x1b[<999;1;1M", "\x1b[<0;0;0M"]
CURSOR = ["\x1b[5;5R", "\x1b[0;1R", f"\x1b[{'9' * 5000};1R"]


@pytest.mark.parametrize("data", NONE, ids=ascii)
def test_what_only_begins_like_a_report_is_none(data: str) -> None:
    assert not is_report(data)


@pytest.mark.parametrize("data", REPORTS, ids=ascii)
def test_a_whole_report_is_one(data: str) -> None:
    assert is_report(data)


def press_beside(*keys: str) -> str:
    """The screen's input line after so many keys, pressed one after the other."""

    async def run() -> str:
        with create_pipe_input() as pipe:
            play = StagePlay(MemoryTerminal(), pipe, ui=DRAWN)

            async def work() -> str:
                for key in keys:
                    play.press(key)
                    await trio.sleep(0.002)
                play.press("\x1b", "\x1b", "\x15", "here")
                for _ in range(500):
                    await trio.sleep(0.002)
                    if "here" in play.stage.buffer.text or play.left:
                        break
                return play.stage.buffer.text

            return await run_beside(play.stage.app, work, play._leave)

    return asyncio.run(run())


@pytest.mark.parametrize("data", [*NONE, *REPORTS, *CURSOR], ids=ascii)
def test_whatever_a_terminal_reports_the_screen_stands(data: str) -> None:
    assert press_beside(data).endswith("here")


def test_a_report_of_the_cursor_that_nobody_asked_for_moves_no_click() -> None:
    async def run() -> str:
        with create_pipe_input() as pipe:
            play = StagePlay(MemoryTerminal(), pipe, ui=DRAWN)

            async def work() -> str:
                await trio.sleep(0.05)
                play.press("\x1b[0;1R")
                column, row = play.place_of("F4 table")
                play.click(column + 1, row)
                for _ in range(500):
                    await trio.sleep(0.002)
                    if play.scene.tab != "map":
                        break
                return play.scene.tab

            return await run_beside(play.stage.app, work, play._leave)

    assert asyncio.run(run()) == "table"


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(20), 5))
def test_no_order_of_keys_and_of_what_looks_like_keys_breaks_the_screen(seed: int) -> None:
    random = Random(seed)
    known = [
        *ANSI_SEQUENCES,
        *NONE,
        *REPORTS,
        *CURSOR,
        *map(chr, range(32, 127)),
        "\x1b[200~x\x1b[31m\x1b[201~",
    ]
    press_beside(
        *(key for key in random.choices(known, k=200) if key != "\x1a")
    )  # the screen's error is raised
