"""The full screen: a prompt_toolkit application around a scene, with trio as a guest in the same thread.

prompt_toolkit brings an asyncio loop; trio's guest mode runs the node inside it. So
there is one thread, and whatever changes the scene may simply do so and `refresh`.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import trio
from outcome import Outcome
from prompt_toolkit import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl, UIContent, UIControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from p2p_heroes.ui.screen import panes
from p2p_heroes.ui.screen.form import FAR
from p2p_heroes.ui.screen.scene import TABS, Scene
from p2p_heroes.ui.screen.text import Line, clipped, fitted, width_of

T = TypeVar("T")
Pane = Callable[[Scene, int, int], list[Line]]

WIDE = 110
"""From so many columns on there are two panes side by side, and the left one is the map."""
MAP_COLUMNS = 57
"""What a map beside another pane has at least, however narrow that makes the other."""
TALL = 44
"""From so many rows on the story has a place of its own under the other panes."""
SMALLEST = Size(rows=14, columns=50)

GENERAL: dict[str, Pane] = {"table": panes.table, "fairness": panes.fairness, "help": panes.guide}
"""The tabs that every game has."""

ESCAPE_SECONDS = 0.05
"""How long the beginning of a key's code may be all that there is, before it is the Escape key."""

WORDS = ("say", "who", "forfeit", "quit", "exit")
"""First words of lines that are no choice, so the list need not be narrowed by them."""

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
MOST_WANTED = ("Enter choose", "Esc back", "Left/Right step", "F1 help", "Ctrl-C leave")
"""Hints that stay where not all of them fit."""

STYLE = Style.from_dict(
    {
        "title": "reverse",
        "hint": "reverse",
        "status": "bold",
        "line": "ansibrightblack",
        "tab": "",
        "tab.open": "bold underline",
        "heading": "bold",
        "subheading": "bold",
        "question": "bold",
        "marked": "reverse",
        "meaning": "ansicyan",
        "notice": "ansiyellow bold",
        "fair": "ansigreen",
        "me": "bold",
        "away": "ansired",
        "had": "ansigreen",
        "reachable": "ansicyan",
        "gone": "ansibrightblack",
        "map.border": "ansibrightblack",
        "map.floor": "underline",
        "map.outside": "ansibrightblack",
        "map.name": "bold",
        "map.own": "bold underline",
        "map.reach": "bold ansigreen",
        "map.route": "bold ansicyan",
        "map.goal": "bold reverse",
        "map.forest": "ansigreen",
        "map.lake": "ansiblue",
        "map.meadow": "ansiyellow",
        "map.mountain": "ansired",
        "map.texture": "",
        "map.fortress": "bold ansired",
        "map.artefact": "bold ansimagenta",
        "map.foundation": "ansicyan",
        "map.portal": "bold ansibrightblue",
        "map.resources": "ansiyellow",
        "map.seat0": "bold reverse ansigreen",
        "map.seat1": "bold reverse ansired",
        "map.seat2": "bold reverse ansiblue",
        "map.seat3": "bold reverse ansimagenta",
        "map.details": "",
        "map.legend": "ansibrightblack",
    }
)


class PaneControl(UIControl):
    """Shows what a pane draws for just the size that there is."""

    def __init__(self, draw: Callable[[int, int], list[Line]], scroll: Callable[[int], None]) -> None:
        self._draw, self._scroll = draw, scroll
        self._lines: list[Line] = []

    def create_content(self, width: int, height: int | None) -> UIContent:
        self._lines = [clipped(line, width) for line in self._draw(width, height or 1)]
        drawn: list[StyleAndTextTuples] = [[(piece[0], piece[1]) for piece in line] for line in self._lines]
        return UIContent(
            get_line=lambda at: drawn[at] if at < len(drawn) else [],
            line_count=max(1, len(drawn)),
            show_cursor=False,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._scroll(-3)
            case MouseEventType.SCROLL_DOWN:
                self._scroll(3)
            case MouseEventType.MOUSE_UP:
                self._click(mouse_event.position.x, mouse_event.position.y)

    def _click(self, x: int, y: int) -> None:
        for piece in self._lines[y] if y < len(self._lines) else []:
            x -= width_of(piece[1])
            if x < 0:
                if len(piece) == 3:
                    piece[2]()
                return


class Stage:
    """The application and its input line.

    `enter` is given what was typed when Enter is pressed, and says whether it is done with it. `keys` and
    `hints` are for a screen on which nothing is chosen: its own keys go before, its hints stand instead.
    """

    def __init__(
        self,
        scene: Scene,
        enter: Callable[[str], bool],
        leave: Callable[[], None],
        *,
        keys: KeyBindings | None = None,
        hints: Sequence[str] = HINTS,
        input: Input | None = None,  # noqa: A002 -- prompt_toolkit's own word
        output: Output | None = None,
    ) -> None:
        self.scene, self._enter, self._leave, self._all_hints = scene, enter, leave, hints
        scene.press = self._press
        self.buffer = Buffer(multiline=False, on_text_changed=lambda buffer: self._narrow(buffer.text))
        self.app: Application[None] = Application(
            layout=Layout(self._container(), focused_element=self.buffer),
            key_bindings=merge_key_bindings([self._keys(), keys or KeyBindings()]),
            style=STYLE,
            full_screen=True,
            mouse_support=True,
            color_depth=ColorDepth.from_env() or ColorDepth.DEPTH_4_BIT,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_SECONDS

    def refresh(self) -> None:
        self.app.invalidate()

    # What is where.

    @property
    def size(self) -> Size:
        return self.app.output.get_size()

    @property
    def is_wide(self) -> bool:
        """Whether the map stands beside whatever else is shown."""
        return self.size.columns >= WIDE and self._has("map")

    @property
    def tab(self) -> str:
        """What is shown: what was turned to, or the table where that is missing or there anyway."""
        tab = self.scene.tab
        return "table" if not self._has(tab) or (tab == "map" and self.is_wide) else tab

    def _has(self, tab: str) -> bool:
        scene = self.scene
        drawn = scene.view is not None and scene.face is not None and tab in scene.face.panes
        return drawn or tab in GENERAL

    def _container(self) -> HSplit:
        fits = Condition(self._is_large_enough)
        return HSplit(
            [
                ConditionalContainer(self._shown(), fits),
                ConditionalContainer(Window(FormattedTextControl(self._too_small), wrap_lines=True), ~fits),
            ]
        )

    def _is_large_enough(self) -> bool:
        return self.size.columns >= SMALLEST.columns and self.size.rows >= SMALLEST.rows

    def _too_small(self) -> str:
        if self.scene.asks_to_quit:
            return "Leave the game? y or n"
        return (
            f"This terminal has {self.size.columns} columns and {self.size.rows} rows. Please make it "
            f"larger: {SMALLEST.columns} and {SMALLEST.rows} at least. The game waits for you."
        )

    def _shown(self) -> HSplit:
        wide = Condition(lambda: self.is_wide)
        return HSplit(
            [
                Window(FormattedTextControl(self._title), height=1, style="class:title"),
                VSplit(
                    [
                        ConditionalContainer(self._pane(self._map, lambda: "map", self._map_columns), wide),
                        ConditionalContainer(self._rule(width=1), wide),
                        self._right(),
                    ],
                    height=Dimension(weight=1),
                ),
                Window(self._control(panes.divider, lambda: self.tab), height=1),
                Window(self._control(panes.status, lambda: self.tab), height=self._status_height),
                Window(self._control(panes.question, lambda: self.tab), height=self._question_height),
                VSplit(
                    [
                        Window(FormattedTextControl("> "), width=2, height=1),
                        Window(BufferControl(self.buffer), height=1),
                    ]
                ),
                Window(FormattedTextControl(self._hints), height=1),
            ]
        )

    def _right(self) -> HSplit:
        """What was turned to; in a tall terminal with the story below."""
        apart = Condition(lambda: self.size.rows >= TALL and self.tab != "table")
        return HSplit(
            [
                self._pane(self._open_pane, lambda: self.tab),
                ConditionalContainer(self._rule(height=1), apart),
                ConditionalContainer(
                    Window(self._control(panes.story, lambda: "table"), height=lambda: self.size.rows // 4),
                    apart,
                ),
            ]
        )

    def _rule(self, *, width: int | None = None, height: int | None = None) -> Window:
        def character() -> str:
            if self.scene.ascii:
                return "|" if width else "-"
            return "│" if width else "─"

        return Window(width=width, height=height, char=character, style="class:line")

    def _map_columns(self) -> Dimension:
        """Half of the screen, or what a map needs."""
        return Dimension.exact(max(MAP_COLUMNS, self.size.columns // 2))

    def _pane(
        self, pane: Pane, tab: Callable[[], str], width: Callable[[], Dimension] | None = None
    ) -> Window:
        return Window(self._control(pane, tab), width=width or Dimension(weight=1), wrap_lines=False)

    def _control(self, pane: Pane, tab: Callable[[], str]) -> PaneControl:
        return PaneControl(partial(pane, self.scene), lambda lines: self.scene.scroll(tab(), lines))

    def _map(self, scene: Scene, width: int, height: int) -> list[Line]:
        return self._drawn("map", width, height)

    def _open_pane(self, scene: Scene, width: int, height: int) -> list[Line]:
        return self._drawn(self.tab, width, height)

    def _drawn(self, tab: str, width: int, height: int) -> list[Line]:
        if tab in GENERAL:
            return GENERAL[tab](self.scene, width, height)
        assert self.scene.face is not None
        lines: list[Line] = self.scene.face.panes[tab](self.scene, width, height)
        return lines

    def _status_height(self) -> int:
        return len(panes.status(self.scene, self.size.columns, 2))

    def _question_height(self) -> int:
        """As many lines as it needs, but no more than a third of the screen and never only a few."""
        most = max(6, min(16, self.size.rows // 3))
        return min(most, max(2 if self.scene.replayed else 6, panes.question_rows(self.scene)))

    def _title(self) -> StyleAndTextTuples:
        pieces: StyleAndTextTuples = [("class:title", f" {self.scene.title}   ")]
        for number, tab in enumerate(TABS):
            if not self._has(tab):
                continue
            style = "class:tab.open" if tab in (self.tab, self.scene.tab) else "class:tab"

            def turn(event: MouseEvent, tab: str = tab) -> None:
                if event.event_type is MouseEventType.MOUSE_UP:
                    self._turn_to(tab)

            pieces.append((style, f"F{_key_of(number)} {tab}", turn))
            pieces.append(("", "  "))
        used = sum(width_of(piece[1]) for piece in pieces)
        room = self.size.columns - used - 1
        brief = panes.brief(self.scene)
        return (
            [*pieces, ("", fitted("", room - width_of(brief)) + brief)] if width_of(brief) < room else pieces
        )

    def _hints(self) -> StyleAndTextTuples:
        width = self.size.columns
        if self.scene.asks_to_quit:
            return [
                ("class:notice", fitted(" Leave the game? It can be resumed.  y: leave   n: stay", width))
            ]
        if self.scene.notice:
            return [("class:notice", fitted(f" {self.scene.notice}", width))]
        return [("class:hint", fitted(f" {hinted(self._all_hints, width - 2)}", width))]

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        asked = Condition(lambda: self.scene.asks_to_quit)
        self._keys_of_tabs(keys)
        self._keys_of_forms(keys, ~asked)

        @keys.add("c-c")
        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            if self.scene.is_over:
                self._leave()
            self.scene.asks_to_quit = True

        @keys.add("y", filter=asked, eager=True)
        @keys.add("Y", filter=asked, eager=True)
        def _(event: KeyPressEvent) -> None:
            self._leave()

        @keys.add("<any>", filter=asked)
        def _(event: KeyPressEvent) -> None:
            self.scene.asks_to_quit = False

        @keys.add("enter", filter=~asked)
        def _(event: KeyPressEvent) -> None:
            self._press(self.buffer.text.strip())

        @keys.add("escape", eager=True)
        def _(event: KeyPressEvent) -> None:
            self._step_back()

        return keys

    def _keys_of_tabs(self, keys: KeyBindings) -> None:
        for number, tab in enumerate(TABS):

            @keys.add(f"f{_key_of(number)}")
            def _(event: KeyPressEvent, tab: str = tab) -> None:
                self._turn_to(tab)

        @keys.add("tab")
        def _(event: KeyPressEvent) -> None:
            if self.buffer.text:
                self._complete()
            else:
                self._turn_on(1)

        @keys.add("s-tab")
        def _(event: KeyPressEvent) -> None:
            self._turn_on(-1)

        for key, direction in (("pageup", -1), ("pagedown", 1)):

            @keys.add(key)
            def _(event: KeyPressEvent, direction: int = direction) -> None:
                self.scene.scroll(self.tab, direction * max(1, self.size.rows // 3))

        for key, by in (("c-up", -1), ("c-down", 1), ("s-up", -1), ("s-down", 1)):

            @keys.add(key, filter=Condition(lambda: self.tab == "board" or self.scene.tab == "map"))
            def _(event: KeyPressEvent, by: int = by) -> None:
                self.scene.point(by)

    def _keys_of_forms(self, keys: KeyBindings, free: Filter) -> None:
        asked = Condition(lambda: self.scene.form is not None) & free
        unwritten = Condition(lambda: not self.buffer.text) & asked

        for key, rows in (("up", -1), ("down", 1)):

            @keys.add(key, filter=asked)
            def _(event: KeyPressEvent, rows: int = rows) -> None:
                assert self.scene.form is not None
                self.scene.pointed = None
                if self.scene.form.picked is None:
                    self.scene.form.go(rows)

        for key, by in (("left", -1), ("right", 1), ("home", -FAR), ("end", FAR)):

            @keys.add(key, filter=unwritten)
            def _(event: KeyPressEvent, by: int = by) -> None:
                assert self.scene.form is not None
                if self.scene.form.picked is None:
                    self.scene.form.change(by)

    def _press(self, typed: str) -> None:
        """Enter, or a click that means it."""
        if self._enter(typed):
            # Not `text = ""`: that would count as typing, and take back what has just been picked.
            self.buffer.reset(append_to_history=True)

    def _step_back(self) -> None:
        scene = self.scene
        scene.notice = ""
        if scene.asks_to_quit:
            scene.asks_to_quit = False
        elif self.buffer.text:
            self.buffer.text = ""
        elif scene.form is not None:
            scene.form.undo()

    def _turn_to(self, tab: str) -> None:
        """The board's key pressed again shows the next player's."""
        if tab == self.scene.tab == "board" and self.scene.names:
            self.scene.watched = (self.scene.watched + 1) % len(self.scene.names)
        elif tab == "board" and self.scene.own is not None:
            self.scene.watched = self.scene.own
        self.scene.turn_to(tab)

    def _turn_on(self, by: int) -> None:
        tabs = [tab for tab in TABS if self._has(tab)]
        at = tabs.index(self.scene.tab) if self.scene.tab in tabs else tabs.index(self.tab)
        self._turn_to(tabs[(at + by) % len(tabs)])

    def _narrow(self, typed: str) -> None:
        self.scene.notice = ""
        if self.scene.form is not None:
            is_word = typed.split(" ")[0].casefold() in WORDS
            self.scene.form.narrow("" if is_word else typed.strip())

    def _complete(self) -> None:
        if self.scene.form is not None:
            self.buffer.text = self.scene.form.completed(self.buffer.text)
            self.buffer.cursor_position = len(self.buffer.text)


def _key_of(number: int) -> int:
    """Help is the last tab and has the first key, as everywhere."""
    return (number + 1) % len(TABS) + 1


def hinted(hints: Sequence[str], width: int) -> str:
    """As many hints as fit, and those in any case without which one would be lost."""
    kept = [hint for hint in hints if hint in MOST_WANTED]
    for hint in hints:
        more = [one for one in hints if one in kept or one == hint]
        if len("   ".join(more)) <= width:
            kept = more
    return "   ".join(kept)


async def run_beside(
    app: Application[None], work: Callable[[], Awaitable[T]], leave: Callable[[], None]
) -> T:
    """Run a trio program to its end while the application shows it. Called by asyncio.

    `leave` asks the program to end. It is called when the terminal is gone, on a signal, or when
    the screen itself fails: then that error is raised, with the terminal as it was.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[Outcome[T]] = loop.create_future()
    failures = _watch_for_failures(loop, leave)
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
    if not ended.done():
        leave()
    outcome = await ended
    await _close(app, shown)
    if failures:
        raise failures[0]
    return outcome.unwrap()


def _watch_for_failures(loop: asyncio.AbstractEventLoop, leave: Callable[[], None]) -> list[BaseException]:
    failures: list[BaseException] = []

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failures.append(context.get("exception") or RuntimeError(context["message"]))
        leave()

    loop.set_exception_handler(fail)
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, leave)
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
