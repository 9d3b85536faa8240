"""An evening on the full screen, from the first line to the last key."""

import asyncio
from collections.abc import Awaitable, Callable

from p2p_heroes.ui.evening import Ending, Screen
from p2p_heroes.ui.screen.app import Stage, run_beside
from p2p_heroes.ui.screen.full import FullScreen
from p2p_heroes.ui.screen.scene import Scene


def show(spend: Callable[[Screen], Awaitable[Ending]]) -> Ending:
    """Spend an evening with a full screen, and give the terminal back as it was."""
    return asyncio.run(_show(spend))


async def _show(spend: Callable[[Screen], Awaitable[Ending]]) -> Ending:
    scene = Scene()

    def refresh() -> None:
        stage.refresh()

    screen = FullScreen(scene, refresh, ring=lambda: stage.app.output.bell())
    stage = Stage(scene, screen.enter, screen.leave)

    async def work() -> Ending:
        return await spend(screen)

    return await run_beside(stage.app, work)
