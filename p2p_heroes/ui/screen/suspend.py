"""Ctrl-Z, as in other programs: the terminal is given back, the program stops, and `fg` goes on with it.

Whoever is stopped without being asked finds the terminal as others have left it, and takes it anew.

A table notices a short pause by nothing but the time that it takes. After a long one the others have hung up,
and the node dials them again as after any lost connection.
"""

import asyncio
import contextlib
import os
import signal
import termios
import threading
from typing import Any

from prompt_toolkit import Application
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.application.current import set_app


def suspend(app: Application[Any]) -> None:
    """Stop the whole job, as the terminal does where no program takes the key."""
    _suspend(app, 0)


def obey_stops(app: Application[Any], loop: asyncio.AbstractEventLoop) -> None:
    """Also when the system asks for it, the terminal is given back first; afterwards it is taken anew."""
    if threading.current_thread() is threading.main_thread():
        loop.add_signal_handler(signal.SIGTSTP, _suspend, app, os.getpid())
        loop.add_signal_handler(signal.SIGCONT, _take_anew, app)


def redraw(app: Application[Any]) -> None:
    """Everything once more, whatever others have written over it."""
    app.renderer.erase(leave_alternate_screen=False)
    app.output.erase_screen()
    app.output.cursor_goto(0, 0)
    app.invalidate()


def _take_anew(app: Application[Any]) -> None:
    if not app.is_running:
        return
    # It is left only when the application ends, and that gives back what was there at its beginning. Where
    # the terminal is not ours any more, there is nothing to set.
    with contextlib.suppress(termios.error):
        app.input.raw_mode().__enter__()
    redraw(app)


def _suspend(app: Application[Any], whom: int) -> None:
    loop = asyncio.get_running_loop()

    def stop() -> None:
        # Only what a system does by itself stops a program so that its shell knows it; and where there is no
        # shell to come back from, it stops nothing.
        watched = loop.remove_signal_handler(signal.SIGTSTP)
        os.kill(whom, signal.SIGTSTP)
        if watched:
            obey_stops(app, loop)

    with set_app(app):
        run_in_terminal(stop)
