"""The full screen: a prompt_toolkit application around a scene. It only wires: what is shown is in the panes,
where in `arrangement`, what keys do in `keys`.
"""

from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import AnyContainer, Layout
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle

from p2p_heroes.ui.game_ui import AnyGameUI
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.screen.arrangement import Arrangement
from p2p_heroes.ui.screen.keys import ESCAPE_SECONDS, Hands, KeyBinding, bound
from p2p_heroes.ui.screen.mouse import take_only_reports
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.screen.style import style_of
from p2p_heroes.ui.screen.suspend import redraw, suspend

COLOR_DEPTHS = {
    ColourDepth.NONE: ColorDepth.DEPTH_1_BIT,
    ColourDepth.SIXTEEN: ColorDepth.DEPTH_4_BIT,
    ColourDepth.MANY: ColorDepth.DEPTH_8_BIT,
    ColourDepth.FULL: ColorDepth.DEPTH_24_BIT,
}

HINTS = (
    "Enter choose",
    "Esc back",
    "Up/Down mark",
    "Left/Right change",
    "Tab complete",
    "PgUp/PgDn scroll",
    "F1 help",
    "Ctrl-C leave",
)


def application(
    container: AnyContainer,
    keys: KeyBindings,
    keyboard: Input | None,
    output: Output | None,
    *,
    focus: Buffer | None = None,
    ui: Callable[[], AnyGameUI | None] = lambda: None,
    depth: ColourDepth = ColourDepth.SIXTEEN,
) -> Application[None]:
    """Any full screen of ours: with a mouse, Ctrl-Z and Ctrl-L."""
    app: Application[None] = Application(
        layout=Layout(container, focused_element=focus),
        key_bindings=keys,
        style=DynamicStyle(lambda: style_of(ui(), depth)),
        full_screen=True,
        mouse_support=True,
        color_depth=COLOR_DEPTHS[depth],
        input=keyboard,
        output=output,
    )
    app.ttimeoutlen = ESCAPE_SECONDS
    keys.add("c-z")(lambda event: suspend(event.app))
    keys.add("c-l")(lambda event: redraw(event.app))
    take_only_reports(keys)
    return app


class TerminalApp:
    """The application and its input line.

    `enter` is given what was typed when Enter is pressed, and says whether it is done with it. `keys` and
    `hints` are for a screen on which nothing is chosen: its own keys go before, its hints stand instead.
    """

    def __init__(
        self,
        scene: ScreenState,
        enter: Callable[[str], bool],
        leave: Callable[[], None],
        *,
        keys: Iterable[KeyBinding] = (),
        hints: Sequence[str] = HINTS,
        input: Input | None = None,  # noqa: A002 -- prompt_toolkit's own word
        output: Output | None = None,
    ) -> None:
        hands = Hands(scene, enter, leave)
        scene.press, self.buffer = hands.press, hands.buffer
        shown = Arrangement(scene, hands.buffer, lambda: self.app.output.get_size(), hints)
        all_keys = bound([*hands.keys(shown), *keys])
        self.app = application(
            shown.container(),
            all_keys,
            input,
            output,
            focus=hands.buffer,
            ui=lambda: scene.ui,
            depth=scene.depth,
        )
        self.app.before_render += lambda app: shown.place_typed()

    def refresh(self) -> None:
        self.app.invalidate()
