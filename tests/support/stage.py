"""A stage before a terminal in memory, and somebody at the keyboard and the mouse."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from prompt_toolkit.input import PipeInput, create_pipe_input

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.games.roshambo import THROWS, SignChoice, State
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import ListForm
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.kit.scene import Pane
from p2p_heroes.ui.kit.text import Line
from p2p_heroes.ui.roshambo import RoshamboUI
from p2p_heroes.ui.screen.app import TerminalApp
from p2p_heroes.ui.screen.screen_state import ScreenState
from scripts.tools.terminal import MemoryTerminal

F1, F2, F3, F4, F5 = "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~"
UP, DOWN, RIGHT, PAGE_UP, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[5~", "\x1b[6~"
ESCAPE, CONTROL_C, CONTROL_P, SHIFT_TAB = "\x1b", "\x03", "\x10", "\x1b[Z"
THROW: Request[Any] = Request(0, "throw", THROWS)


def drawing(word: str) -> Callable[[Any, Any, int, int], list[Line]]:
    return lambda scene, view, width, height: [[("", f"{word} of {scene.watched}, {width} wide")]]


class DrawnUI(RoshamboUI):
    """With panes."""

    panes: Mapping[str, Pane[State, SignChoice]] = MappingProxyType(
        {"map": Pane(drawing("MAP"), beside=57), "board": Pane(drawing("BOARD"), is_of_seat=True)}
    )


DRAWN = DrawnUI()


class StagePlay:
    """A stage before a terminal, and somebody at the keyboard."""

    def __init__(
        self,
        desk: MemoryTerminal,
        keys: PipeInput,
        *,
        ui: Any = None,
        depth: ColourDepth = ColourDepth.SIXTEEN,
    ) -> None:
        self.desk, self._keys = desk, keys
        self.entered: list[str] = []
        self.accepts = True
        self.left = 0
        self.scene = ScreenState(title="roshambo", names=("Ada", "Bo"), own=0, view="view", tab="map")
        self.scene.depth = depth
        self.scene.game, self.scene.ui = GAMES["roshambo"], ui or GAME_UIS["roshambo"]
        self.scene.form = ListForm(Asked(GAMES["roshambo"], self.scene.ui, None, THROW))
        self.stage = TerminalApp(self.scene, self._enter, self._leave, input=keys, output=desk.output)

    def _enter(self, typed: str) -> bool:
        self.entered.append(typed)
        return self.accepts

    def _leave(self) -> None:
        self.left += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self._keys.send_text(key)

    def click(self, column: int, row: int) -> None:
        """The left button, down and up, in cells from 0."""
        self.press(f"\x1b[<0;{column + 1};{row + 1}M", f"\x1b[<0;{column + 1};{row + 1}m")

    def place_of(self, text: str) -> tuple[int, int]:
        return next((line.index(text), row) for row, line in enumerate(self.desk.lines) if text in line)


def played(
    script: Callable[[StagePlay], Awaitable[None]],
    columns: int = 80,
    rows: int = 24,
    *,
    ui: Any = None,
    depth: ColourDepth = ColourDepth.SIXTEEN,
) -> None:
    async def run() -> None:
        with create_pipe_input() as keys:
            play = StagePlay(MemoryTerminal(columns, rows), keys, ui=ui, depth=depth)
            shown = asyncio.ensure_future(play.stage.app.run_async())
            try:
                await play.desk.until(lambda: bool(play.desk.text.strip()))
                await script(play)
            finally:
                play.stage.app.exit()
                await shown

    asyncio.run(run())
