"""The full screen: a prompt_toolkit application around a scene, with trio as a guest in the same thread.

prompt_toolkit brings an asyncio loop; trio's guest mode runs the node inside it. So
there is one thread, and whatever changes the scene may simply do so and `refresh`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import trio
from outcome import Outcome
from prompt_toolkit import Application
from prompt_toolkit.application.current import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl, UIContent, UIControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.scene import TABS, Scene
from p2p_heroes.ui.screen.text import Line, clipped, width_of

T = TypeVar("T")
Pane = Callable[[Scene, int, int], list[Line]]

WIDE = 110
"""From so many columns on there are two panes side by side, and the left one is the map."""

STYLE = Style.from_dict(
    {
        "title": "reverse",
        "hint": "reverse",
        "tab": "",
        "tab.open": "bold underline",
        "heading": "bold",
        "subheading": "bold",
        "question": "bold",
        "marked": "reverse",
        "meaning": "ansibrightblack",
        "notice": "ansiyellow bold",
        "fair": "ansigreen",
        "me": "bold",
        "away": "ansired",
        "had": "ansigreen",
        "reachable": "ansicyan",
        "gone": "ansibrightblack",
    }
)


class PaneControl(UIControl):
    """Shows what a pane draws for just the size that there is."""

    def __init__(self, scene: Scene, pane: Pane) -> None:
        self._scene, self._pane = scene, pane
        self._lines: list[Line] = []

    def create_content(self, width: int, height: int) -> UIContent:
        self._lines = [clipped(line, width) for line in self._pane(self._scene, width, height)]
        drawn: list[StyleAndTextTuples] = [[(piece[0], piece[1]) for piece in line] for line in self._lines]
        return UIContent(
            get_line=lambda at: drawn[at] if at < len(drawn) else [],
            line_count=max(1, len(drawn)),
            show_cursor=False,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        if mouse_event.event_type is MouseEventType.SCROLL_UP:
            scroll(self._scene, 3)
        elif mouse_event.event_type is MouseEventType.SCROLL_DOWN:
            scroll(self._scene, -3)
        elif mouse_event.event_type is MouseEventType.MOUSE_UP:
            self._click(mouse_event.position.x, mouse_event.position.y)
        return None

    def _click(self, x: int, y: int) -> None:
        for piece in self._lines[y] if y < len(self._lines) else []:
            x -= width_of(piece[1])
            if x < 0:
                if len(piece) == 3:
                    piece[2]()
                return


TOP_DOWN = ("board", "help")
"""Tabs that are read from their top; the others end with what is newest, and are scrolled back."""


def scroll(scene: Scene, lines: int) -> None:
    scene.scrolled = max(0, scene.scrolled + (-lines if scene.tab in TOP_DOWN else lines))


def point(scene: Scene, by: int) -> None:
    """To the next entry of the open pane, or the one before."""
    scene.pointed = (0 if by > 0 else -1) if scene.pointed is None else scene.pointed + by
    scene.scrolled = 0


class Stage:
    """The application and its input line. `enter` is given what was typed when Enter is pressed."""

    def __init__(
        self,
        scene: Scene,
        enter: Callable[[str], None],
        leave: Callable[[], None],
        *,
        input: Input | None = None,  # noqa: A002 -- prompt_toolkit's own word
        output: Output | None = None,
    ) -> None:
        self.scene, self._enter, self._leave = scene, enter, leave
        self.buffer = Buffer(multiline=False, on_text_changed=lambda buffer: self._narrow(buffer.text))
        self.app: Application[None] = Application(
            layout=Layout(self._container(), focused_element=self.buffer),
            key_bindings=self._keys(),
            style=STYLE,
            full_screen=True,
            mouse_support=True,
            input=input,
            output=output,
        )

    def refresh(self) -> None:
        self.app.invalidate()

    # What is where.

    def _container(self) -> HSplit:
        wide = Condition(lambda: get_app().output.get_size().columns >= WIDE)
        return HSplit(
            [
                Window(FormattedTextControl(self._title), height=1, style="class:title"),
                VSplit(
                    [
                        ConditionalContainer(self._pane(self._map), wide),
                        ConditionalContainer(Window(width=1, char="|"), wide),
                        self._pane(self._open_pane),
                    ],
                    height=Dimension(weight=1),
                ),
                Window(PaneControl(self.scene, panes.divider), height=1),
                Window(PaneControl(self.scene, panes.question), height=_question_height),
                Window(
                    FormattedTextControl(lambda: [("class:notice", self.scene.notice)]),
                    height=1,
                    dont_extend_height=True,
                ),
                VSplit(
                    [
                        Window(FormattedTextControl("> "), width=2, height=1),
                        Window(BufferControl(self.buffer), height=1),
                    ]
                ),
                Window(FormattedTextControl(self._hints), height=1, style="class:hint"),
            ]
        )

    def _pane(self, pane: Pane) -> Window:
        return Window(PaneControl(self.scene, pane), wrap_lines=False)

    def _map(self, scene: Scene, width: int, height: int) -> list[Line]:
        return self._game_pane("map", scene, width, height)

    def _open_pane(self, scene: Scene, width: int, height: int) -> list[Line]:
        is_wide = get_app().output.get_size().columns >= WIDE
        tab = "table" if is_wide and scene.tab == "map" else scene.tab
        general: dict[str, Pane] = {"table": panes.table, "fairness": panes.fairness, "help": panes.guide}
        if tab in general:
            return general[tab](scene, width, height)
        return self._game_pane(tab, scene, width, height)

    def _game_pane(self, tab: str, scene: Scene, width: int, height: int) -> list[Line]:
        """A game's own pane, or the story where it has none or has not begun."""
        if scene.view is None or scene.face is None or tab not in scene.face.panes:
            return panes.story(scene, width, height)
        return scene.face.panes[tab](scene, width, height)

    def _title(self) -> StyleAndTextTuples:
        pieces: StyleAndTextTuples = [("class:title", f" {self.scene.title}   ")]
        for number, tab in enumerate(TABS):
            key = f"F{(number + 1) % len(TABS) + 1}"
            style = "class:tab.open" if tab == self.scene.tab else "class:tab"

            def turn(event: MouseEvent, tab: str = tab) -> None:
                if event.event_type is MouseEventType.MOUSE_UP:
                    self.scene.turn_to(tab)

            pieces.append((style, f"{key} {tab}", turn))
            pieces.append(("", "  "))
        return pieces

    def _hints(self) -> StyleAndTextTuples:
        if self.scene.asks_to_quit:
            return [("class:hint", " Leave the game? It can be resumed. y: leave   n: stay ")]
        return [
            (
                "class:hint",
                " Enter choose   Esc back   Tab complete   Up/Down mark   PgUp/PgDn scroll   Ctrl-C leave ",
            )
        ]

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        asked = Condition(lambda: self.scene.asks_to_quit)

        for number, tab in enumerate(TABS):

            @keys.add(f"f{(number + 1) % len(TABS) + 1}")
            def _(event: KeyPressEvent, tab: str = tab) -> None:
                self._turn_to(tab)

        @keys.add("c-c")
        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            self.scene.asks_to_quit = True

        @keys.add("y", filter=asked)
        def _(event: KeyPressEvent) -> None:
            self._leave()

        @keys.add("<any>", filter=asked)
        def _(event: KeyPressEvent) -> None:
            self.scene.asks_to_quit = False

        @keys.add("enter", filter=~asked)
        def _(event: KeyPressEvent) -> None:
            typed, self.buffer.text = self.buffer.text.strip(), ""
            self._enter(typed)

        @keys.add("escape", eager=True, filter=~asked)
        def _(event: KeyPressEvent) -> None:
            self.buffer.text, self.scene.notice = "", ""
            if self.scene.form is not None:
                self.scene.form.undo()

        @keys.add("tab")
        def _(event: KeyPressEvent) -> None:
            self._complete()

        for key, rows in (("up", -1), ("down", 1)):

            @keys.add(key)
            def _(event: KeyPressEvent, rows: int = rows) -> None:
                self.scene.pointed = None
                if self.scene.form is not None:
                    self.scene.form.go(rows)

        for key, by in (("c-n", 1), ("c-p", -1)):

            @keys.add(key)
            def _(event: KeyPressEvent, by: int = by) -> None:
                point(self.scene, by)

        for key, by in (("left", -1), ("right", 1)):

            @keys.add(key, filter=Condition(lambda: not self.buffer.text))
            def _(event: KeyPressEvent, by: int = by) -> None:
                if self.scene.form is not None:
                    self.scene.form.change(by)

        for key, lines in (("pageup", 10), ("pagedown", -10)):

            @keys.add(key)
            def _(event: KeyPressEvent, lines: int = lines) -> None:
                scroll(self.scene, lines)

        return keys

    def _turn_to(self, tab: str) -> None:
        """The board's key pressed again shows the next player's."""
        if tab == self.scene.tab == "board" and self.scene.names:
            self.scene.watched = (self.scene.watched + 1) % len(self.scene.names)
        elif tab == "board" and self.scene.own is not None:
            self.scene.watched = self.scene.own
        self.scene.turn_to(tab)

    def _narrow(self, typed: str) -> None:
        self.scene.notice = ""
        if self.scene.form is not None:
            self.scene.form.narrow(typed.strip())

    def _complete(self) -> None:
        """As far as all rows that fit agree with each other."""
        form = self.scene.form
        if form is None or not form.rows:
            return
        texts = [row.text for row in form.rows]
        common = texts[0] if len(texts) == 1 else _common_start(texts)
        if len(common) > len(self.buffer.text):
            self.buffer.text = common
            self.buffer.cursor_position = len(common)


def _question_height() -> Dimension:
    """A third of the screen, but enough for some choices and no more than many."""
    return Dimension.exact(max(5, min(14, get_app().output.get_size().rows // 3)))


def _common_start(texts: list[str]) -> str:
    least, most = min(texts), max(texts)
    same = next(
        (at for at, pair in enumerate(zip(least, most, strict=False)) if pair[0] != pair[1]), len(least)
    )
    return least[:same]


async def run_beside(app: Application[None], work: Callable[[], Awaitable[T]]) -> T:
    """Run a trio program to its end while the application shows it. Called by asyncio."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[Outcome[T]] = loop.create_future()
    trio.lowlevel.start_guest_run(
        work,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        done_callback=ended.set_result,
        host_uses_signal_set_wakeup_fd=True,
        restrict_keyboard_interrupt_to_checkpoints=True,
    )
    shown = asyncio.ensure_future(app.run_async(set_exception_handler=False, handle_sigint=False))
    either: set[asyncio.Future[Any]] = {ended, shown}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    outcome = await ended
    if not shown.done():
        app.exit()
    await shown
    return outcome.unwrap()
