"""Ctrl-Z in an application; what a real shell sees of it is in `tests/ui/test_full_screen.py`."""

import asyncio
import os
import signal

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.layout import HSplit, Window

from p2p_heroes.ui.screen.app import application
from p2p_heroes.ui.screen.keys import bound
from p2p_heroes.ui.screen.suspend import obey_stops
from tests.terminal import Desk


@pytest.mark.parametrize("watched", [True, False])
def test_the_job_is_stopped_and_afterwards_drawn_again(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[tuple[int, int]] = []
    drawn: list[int] = []

    async def work() -> None:
        desk = Desk()
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
