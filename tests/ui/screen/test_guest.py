"""Trio beside the application."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from p2p_heroes.ui.kit.scene import Pane
from p2p_heroes.ui.kit.text import Line
from p2p_heroes.ui.plain import ScreenBroke, Stopped
from p2p_heroes.ui.screen.guest import run_beside
from scripts.tools.terminal import MemoryTerminal
from tests.support.stage import DrawnUI, StagePlay


def beside(work: Callable[[StagePlay], Callable[[], Awaitable[str]]], then: str = "") -> str:
    async def run() -> str:
        with create_pipe_input() as keys:
            play = StagePlay(MemoryTerminal(), keys)
            if then:
                play.press(then)
            return await run_beside(play.stage.app, work(play), play._leave)

    return asyncio.run(run())


def test_what_trio_returns_is_returned_and_the_screen_is_closed() -> None:
    def work(play: StagePlay) -> Callable[[], Awaitable[str]]:
        async def sleep() -> str:
            await trio.sleep(0.05)
            return "slept"

        return sleep

    assert beside(work) == "slept"


def test_something_is_drawn_before_trio_begins() -> None:
    def work(play: StagePlay) -> Callable[[], Awaitable[str]]:
        async def look() -> str:
            return f"drawn {play.stage.app.render_counter}"

        return look

    assert beside(work) == "drawn 1"


@pytest.mark.parametrize("seconds", [0, 0.05])
def test_what_trio_raises_is_raised_after_the_screen_is_closed(seconds: float) -> None:
    def work(play: StagePlay) -> Callable[[], Awaitable[str]]:
        async def fail() -> str:
            await trio.sleep(seconds)
            raise OSError("no disk")

        return fail

    with pytest.raises(OSError, match="no disk"):
        beside(work)


def test_a_screen_that_fails_ends_the_program_and_is_told_by_name_and_place() -> None:
    def work(play: StagePlay) -> Callable[[], Awaitable[str]]:
        async def wait() -> str:
            def broken(scene: Any, view: Any, width: int, height: int) -> list[Line]:
                raise ZeroDivisionError("a pane")

            play.scene.ui = DrawnUI()
            play.scene.ui.panes = {"map": Pane(broken)}
            play.stage.refresh()
            while not play.left:  # noqa: ASYNC110 -- set from outside of trio
                await trio.sleep(0.001)
            return "left"

        return wait

    with pytest.raises(
        ScreenBroke, match=r"^The screen broke \(ZeroDivisionError, test_guest.py line \d+\)\.$"
    ) as told:
        beside(work)
    assert isinstance(told.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("seconds", [0, 0.05])
def test_a_key_that_fails_is_told_and_the_terminal_is_as_it_was(seconds: float) -> None:
    desks: list[MemoryTerminal] = []

    def work(play: StagePlay) -> Callable[[], Awaitable[str]]:
        desks.append(play.desk)

        async def wait() -> str:
            def broken(typed: str) -> None:
                raise KeyError(typed)

            play.scene.press = broken
            play.stage.app.key_bindings.add("c-t")(lambda event: play.scene.press("x"))  # type: ignore[union-attr]
            await trio.sleep(seconds)
            play.press("\x14")
            while not play.left:  # noqa: ASYNC110 -- set from outside of trio
                await trio.sleep(0.001)
            return "left"

        return wait

    with pytest.raises(ScreenBroke, match="KeyError"):
        beside(work)
    assert desks[0].written.endswith("\x1b[?1049l\x1b[?1000l\x1b[?1015l\x1b[?1006l\x1b[?1003l\x1b[?2004l")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_program_whatever_it_came_to(number: signal.Signals) -> None:
    def work(play: StagePlay) -> Callable[[], Awaitable[str]]:
        async def struck() -> str:
            signal.raise_signal(number)
            while not play.left:  # noqa: ASYNC110 -- set from outside of trio
                await trio.sleep(0.001)
            return "left"

        return struck

    with pytest.raises(Stopped):
        beside(work)
