"""A game on the full screen, from the first line to the last key."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import trio

from p2p_heroes.settings import HostSettings, JoinSettings, ResumeSettings, Settings
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.screen.app import TerminalApp
from p2p_heroes.ui.screen.full import FullScreen
from p2p_heroes.ui.screen.guest import run_beside
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.session_flow import Ending, Screen

BEFORE: Mapping[type[Settings], str] = {
    JoinSettings: "Looking for a table...",
    ResumeSettings: "Finding your table again...",
    HostSettings: "Opening the table...",
}
"""What it waits for at first, by the command."""


def show(
    spend: Callable[[Screen], Awaitable[Ending]],
    what: type[Settings] = Settings,
    *,
    ascii: bool = False,  # noqa: A002
    depth: ColourDepth = ColourDepth.SIXTEEN,
) -> Ending:
    """Play a game with a full screen, and give the terminal back as it was."""
    scene = ScreenState(ascii=ascii, depth=depth, before=BEFORE.get(what, "One moment."))
    return asyncio.run(_show(spend, scene))


async def _show(spend: Callable[[Screen], Awaitable[Ending]], scene: ScreenState) -> Ending:
    screen = FullScreen(scene, refresh=lambda: stage.refresh(), ring=lambda: stage.app.output.bell())
    stage = TerminalApp(scene, screen.enter, screen.leave)

    async def work() -> Ending:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(screen.until_left)
            ending = await spend(screen)
            await screen.until_read()
            nursery.cancel_scope.cancel()
        return ending

    return await run_beside(stage.app, work, screen.leave)
