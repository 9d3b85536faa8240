"""Ctrl-Z in an application; what a real shell sees of it is in `tests/ui/test_full_screen.py`."""

import asyncio
import os
import signal
from contextlib import AbstractContextManager, nullcontext

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.layout import HSplit, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from p2p_heroes.ui.screen.app import application
from p2p_heroes.ui.screen.keys import bound
from p2p_heroes.ui.screen.suspend import obey_stops
from scripts.tools.terminal import MemoryTerminal


def test_who_goes_on_takes_the_terminal_anew_and_draws_everything_once_more() -> None:
    async def work() -> None:
        desk, raw = MemoryTerminal(), []
        with create_pipe_input() as keyboard:
            shown = HSplit([Window(FormattedTextControl("Call a sign"))])
            app = application(shown, bound([]), keyboard, desk.output)
            loop = asyncio.get_running_loop()
            obey_stops(app, loop)
            signal.raise_signal(signal.SIGCONT)  # nothing is shown yet
            await asyncio.sleep(0)
            ended = asyncio.ensure_future(app.run_async())
            await desk.shows("Call a sign")

            def raw_mode() -> AbstractContextManager[None]:
                raw.append(app.render_counter)
                return nullcontext()

            app.input.raw_mode = raw_mode  # type: ignore[method-assign]
            desk.feed("\x1b[10;10Hoverwritten")
            signal.raise_signal(signal.SIGCONT)
            await desk.until(lambda: "Call a sign" in desk.text and "overwritten" not in desk.text)
            assert len(raw) == 1
            app.exit()
            await ended
            loop.remove_signal_handler(signal.SIGCONT)
            loop.remove_signal_handler(signal.SIGTSTP)

    asyncio.run(work())


@pytest.mark.parametrize("watched", [True, False])
def test_the_job_is_stopped_and_afterwards_drawn_again(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[tuple[int, int]] = []
    drawn: list[int] = []

    async def work() -> None:
        desk = MemoryTerminal()
        with create_pipe_input() as keyboard:
            app = application(HSplit([Window()]), bound([]), keyboard, desk.output)

            def stop(*whom: int) -> None:
                drawn.append(app.render_counter)
                stopped.append((whom[0], whom[1]))

            monkeypatch.setattr(os, "kill", stop)
            loop = asyncio.get_running_loop()
            if watched:
                obey_stops(app, loop)
            shown = asyncio.ensure_future(app.run_async())
            keyboard.send_text("\x1a")
            await desk.until(lambda: bool(stopped))
            await desk.until(lambda: app.render_counter > drawn[0])
            assert loop.remove_signal_handler(signal.SIGTSTP) is watched
            app.exit()
            await shown

    asyncio.run(work())
    assert stopped == [(0, signal.SIGTSTP)]
