"""A trio program as the guest of prompt_toolkit's asyncio loop: one thread, one end for both.

So whatever trio does may simply change what is shown and ask for it to be drawn again.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

import trio
from outcome import Outcome
from prompt_toolkit import Application

from p2p_heroes.ui.plain import ScreenBroke, Stopped
from p2p_heroes.ui.screen.suspend import obey_stops

T = TypeVar("T")


async def run_beside(
    app: Application[None], work: Callable[[], Awaitable[T]], leave: Callable[[], None]
) -> T:
    """Run a trio program to its end while the application shows it. Called by asyncio.

    `leave` asks the program to end. It is called when the terminal is gone, on a signal, or when
    the screen itself fails: then ScreenBroke is raised, with the terminal as it was. Raises Stopped after a
    signal, whatever the program has come to.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[Outcome[T]] = loop.create_future()
    failures = _watch_for_failures(loop, leave)
    obey_stops(app, loop)
    # First, so that something is drawn before the program begins, which may take a while.
    shown = asyncio.ensure_future(app.run_async(set_exception_handler=False, handle_sigint=False))
    trio.lowlevel.start_guest_run(
        work,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        done_callback=ended.set_result,
        host_uses_signal_set_wakeup_fd=True,
        restrict_keyboard_interrupt_to_checkpoints=True,
    )
    either: set[asyncio.Future[Any]] = {ended, shown}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        leave()
    outcome = await ended
    try:
        await _close(app, shown)
    except Exception as error:  # what cannot be drawn cannot be drawn for a last time either
        failures.append(error)
    if failures:
        raise _told(failures[0])
    return outcome.unwrap()


def _told(failure: BaseException) -> BaseException:
    """A mistake in the screen by name and place, for nobody at a full screen can read a traceback."""
    if isinstance(failure, Stopped):
        return failure
    frames = extract_tb(failure.__traceback__)
    where = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    broke = ScreenBroke(f"The screen broke ({type(failure).__name__}{where}).")
    broke.__cause__ = failure
    return broke


def _watch_for_failures(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> list[BaseException]:
    failures: list[BaseException] = []

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failures.append(context.get("exception") or RuntimeError(context["message"]))
        leave()

    def stop() -> None:
        failures.append(Stopped())
        leave()

    loop.set_exception_handler(fail)
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stop)
    return failures


async def _close(app: Application[None], shown: "asyncio.Future[None]") -> None:
    """Give the terminal back."""
    if not shown.done():
        if app.future is None:
            shown.cancel()  # it had not even begun
        else:
            app.exit()
    # Without a terminal there is nobody to show anything to, and nothing to give back.
    with contextlib.suppress(EOFError, asyncio.CancelledError):
        await shown
