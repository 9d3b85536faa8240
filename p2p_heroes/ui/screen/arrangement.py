"""What is where on a screen of some size: panes side by side or one at a time, the question below them."""

from collections.abc import Callable, Sequence

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from p2p_heroes.ui.kit.frame import Frame, ScreenPlace, composed, frame
from p2p_heroes.ui.kit.signs import in_ascii
from p2p_heroes.ui.kit.text import Line, fitted, folded, width_of
from p2p_heroes.ui.screen import panes, question
from p2p_heroes.ui.screen.control import FrameControl, PaneControl
from p2p_heroes.ui.screen.large import Draw, drawn, is_long, stage_tabs, tab_drawn
from p2p_heroes.ui.screen.screen_state import ScreenState

WIDE = 110
"""From so many columns on there are two panes side by side, if the game has one for the left."""
TALL = 44
"""From so many rows on the story has a place of its own under the other panes."""
SMALLEST = Size(rows=14, columns=50)
PROMPT = "> "

MOST_WANTED = ("Enter choose", "Esc back", "Left/Right step", "F1 help", "Ctrl-C leave", "q leave")
"""Hints that stay where not all of them fit."""


LONGEST_BRIEF = 20
"""Cells that how things stand may take in the first line; nothing there comes and goes with it."""

CONFIRMING = {"Enter choose": "Enter makes it final", "Esc back": "Esc takes it back"}
ELSEWHERE = ("Up/Down mark", "Left/Right change", "Tab complete")
"""What the keys mean while a choice waits for being confirmed, and those that mean nothing then."""

LEAVE = "Leave the game? Your seat waits for you.  y: leave   n: stay  (resign: for good)"
STOP_WATCHING = "Leave the game? It goes on without you.  y: leave   n: stay"


class Arrangement:
    """The windows of one scene. `size` is asked whenever it matters: a terminal may change at any time."""

    def __init__(
        self, scene: ScreenState, buffer: Buffer, size: Callable[[], Size], hints: Sequence[str]
    ) -> None:
        self.scene, self.size, self._all_hints = scene, size, hints
        self._typed = Float(Window(BufferControl(buffer), height=1), left=0, top=0, height=1)

    @property
    def beside(self) -> str:
        """The tab that stands on the left of whatever else is shown; empty: none does."""
        if (boxes := self.boxes) is not None:
            return stage_tabs(self.scene, boxes)[0] if ScreenPlace.SIDE in boxes else ""
        if self.size().columns < WIDE:
            return ""
        return next((tab for tab, pane in self.scene.panes.items() if pane.beside), "")

    @property
    def tab(self) -> str:
        """What is shown: what was turned to, or the table where that is missing or there anyway."""
        if (boxes := self.boxes) is not None:
            stage, side = stage_tabs(self.scene, boxes)
            return side or stage
        tab = self.scene.tab
        return tab if tab in self.scene.tabs and tab != self.beside else "table"

    def turn_on(self, by: int) -> None:
        """To the next tab that there is."""
        tabs = list(self.scene.tabs)
        at = tabs.index(self.scene.tab if self.scene.tab in tabs else self.tab)
        self.scene.open(tabs[(at + by) % len(tabs)])

    def container(self) -> FloatContainer:
        fits, is_large = Condition(self._is_large_enough), Condition(lambda: self.boxes is not None)
        shown = HSplit(
            [
                ConditionalContainer(Window(self._large(), wrap_lines=False), is_large),
                ConditionalContainer(self._shown(), fits & ~is_large),
                ConditionalContainer(Window(FormattedTextControl(self._too_small), wrap_lines=True), ~fits),
            ]
        )
        return FloatContainer(shown, [self._typed])

    @property
    def boxes(self) -> Frame | None:
        """Where everything stands, if there is room for all of it at once."""
        return frame(self.size().columns, self.size().rows, len(self.scene.names))

    def place_typed(self) -> None:
        """What is typed stands in the question, or above the keys."""
        columns, rows = self.size()[1], self.size()[0]
        if (boxes := self.boxes) is not None:
            typed = boxes[ScreenPlace.TYPED]
            left, top, width = typed.left, typed.top, typed.width
        else:
            left, top, width = 0, rows - 1 - self._foot_height(), columns
        self._typed.left, self._typed.top, self._typed.width = left + len(PROMPT), top, width - len(PROMPT)

    def _large(self) -> FrameControl:
        def draw(width: int, height: int) -> list[Line]:
            boxes = self.boxes
            assert boxes is not None
            keys = self._last_row(width, boxes[ScreenPlace.TRAY].width)
            lines = composed(boxes, drawn(self.scene, boxes, keys), height)
            return [in_ascii(line) for line in lines] if self.scene.ascii else lines

        def scroll(lines: int, x: int, y: int) -> None:
            boxes = self.boxes
            assert boxes is not None
            stage, side = stage_tabs(self.scene, boxes)
            box = boxes[ScreenPlace.STAGE]
            is_story = x > boxes[ScreenPlace.RULE].left
            self.scene.scroll("table" if is_story else stage if x < box.left + box.width else side, lines)

        return FrameControl(draw, scroll)

    def _is_large_enough(self) -> bool:
        return self.size().columns >= SMALLEST.columns and self.size().rows >= SMALLEST.rows

    def _too_small(self) -> str:
        if self.scene.asks_to_quit:
            return "Leave the game? y or n"
        return (
            f"This terminal has {self.size().columns} columns and {self.size().rows} rows. Please make it "
            f"larger: {SMALLEST.columns} and {SMALLEST.rows} at least. The game waits for you."
        )

    def _shown(self) -> HSplit:
        wide = Condition(lambda: bool(self.beside))
        return HSplit(
            [
                Window(FormattedTextControl(self._title), height=1, style="class:title"),
                VSplit(
                    [
                        ConditionalContainer(
                            self._pane(self._left_pane, lambda: self.beside, self._left_columns), wide
                        ),
                        ConditionalContainer(self._rule(width=1), wide),
                        self._right(),
                    ],
                    height=Dimension(weight=1),
                ),
                Window(self._control(question.divider, lambda: self.tab), height=1),
                Window(self._control(question.status, lambda: self.tab), height=self._status_height),
                Window(self._control(question.warning, lambda: self.tab), height=self._warning_height),
                Window(self._control(question.question, lambda: self.tab), height=self._question_height),
                Window(FormattedTextControl(PROMPT), height=1),
                Window(self._control(self._foot, lambda: self.tab), height=self._foot_height),
            ]
        )

    def _left(self) -> Window:
        return self._pane(self._left_pane, lambda: self.beside, self._left_columns)

    def _right(self) -> HSplit:
        """What was turned to; in a tall terminal with the story below."""
        apart = Condition(lambda: self.size().rows >= TALL and self.tab != "table")
        return HSplit(
            [
                self._pane(self._open_pane, lambda: self.tab),
                ConditionalContainer(self._rule(height=1), apart),
                ConditionalContainer(
                    Window(self._control(panes.story, lambda: "table"), height=lambda: self.size().rows // 4),
                    apart,
                ),
            ]
        )

    def _rule(self, *, width: int | None = None, height: int | None = None) -> Window:
        def drawn(scene: ScreenState, columns: int, rows: int) -> list[Line]:
            return [[("class:line", "│" if width else "─" * columns)]] * rows

        return Window(self._control(drawn, lambda: self.tab), width=width, height=height)

    def _left_columns(self) -> Dimension:
        """Half of the screen, or what the pane needs."""
        least = self.scene.panes[self.beside].beside if self.beside else 0
        return Dimension.exact(max(least, self.size().columns // 2))

    def _pane(
        self, pane: Draw, tab: Callable[[], str], width: Callable[[], Dimension] | None = None
    ) -> Window:
        return Window(self._control(pane, tab), width=width or Dimension(weight=1), wrap_lines=False)

    def _control(self, pane: Draw, tab: Callable[[], str]) -> PaneControl:
        def drawn(width: int, height: int) -> list[Line]:
            lines = pane(self.scene, width, height)
            return [in_ascii(line) for line in lines] if self.scene.ascii else lines

        return PaneControl(drawn, lambda lines: self.scene.scroll(tab(), lines))

    def _left_pane(self, scene: ScreenState, width: int, height: int) -> list[Line]:
        return self._drawn(self.beside, width, height)

    def _open_pane(self, scene: ScreenState, width: int, height: int) -> list[Line]:
        return self._drawn(self.tab, width, height)

    def _drawn(self, tab: str, width: int, height: int) -> list[Line]:
        return tab_drawn(self.scene, tab, width, height)

    def _status_height(self) -> int:
        return len(question.status(self.scene, self.size().columns, 2))

    def _warning_height(self) -> int:
        return len(question.warning(self.scene, self.size().columns, 2))

    def _question_height(self) -> int:
        """As many lines as it needs, but no more than a third of the screen and never only a few."""
        most = max(6, min(16, self.size().rows // 3))
        return min(most, max(2 if self.scene.replayed else 6, question.question_rows(self.scene)))

    def _title(self) -> StyleAndTextTuples:
        pieces: StyleAndTextTuples = [("class:title", f" {self._titled()}   ")]
        for tab, key in self.scene.tabs.items():
            style = "class:tab.open" if tab in (self.tab, self.scene.tab) else "class:tab"

            def turn(event: MouseEvent, tab: str = tab) -> None:
                if event.event_type is MouseEventType.MOUSE_UP:
                    self.scene.open(tab)

            pieces.append((style, f"F{key} {tab}", turn))
            pieces.append(("", "  "))
        used = sum(width_of(piece[1]) for piece in pieces)
        room = self.size().columns - used - 1
        brief = panes.brief(self.scene)
        return (
            [*pieces, ("", fitted("", room - width_of(brief)) + brief)] if width_of(brief) < room else pieces
        )

    def _titled(self) -> str:
        """The game in full where all else in its line still fits, or as it is called when typed."""
        scene = self.scene
        title = scene.ui.title if scene.ui is not None else scene.title
        tabs = sum(width_of(f"F{key} {tab}  ") for tab, key in scene.tabs.items())
        brief = max(width_of(panes.brief(scene)), LONGEST_BRIEF)
        return title if width_of(f" {title}   ") + tabs + brief < self.size().columns else scene.title

    def _foot_height(self) -> int:
        return len(self._foot(self.scene, self.size().columns, 1))

    def _foot(self, scene: ScreenState, width: int, height: int) -> list[Line]:
        leave = STOP_WATCHING if scene.is_watching else LEAVE
        notice = leave if scene.asks_to_quit else scene.notice or scene.asked_back
        return foot(notice, _hints(scene, self._all_hints), width, wanted=_wanted(scene))

    def _last_row(self, width: int, tray: int) -> list[Line]:
        """On a large screen, where what needs several lines stands elsewhere."""
        scene = self.scene
        if not scene.asks_to_quit and (not scene.notice or is_long(scene, tray)):
            return foot("", _hints(scene, self._all_hints), width, wanted=_wanted(scene))
        return self._foot(scene, width, 1)[:1]


def _hints(scene: ScreenState, hints: Sequence[str]) -> Sequence[str]:
    """While a choice waits for being confirmed, it can be made final or taken back, and that is all."""
    if scene.form is None or scene.form.picked is None:
        return hints
    return [CONFIRMING.get(hint, hint) for hint in hints if hint not in ELSEWHERE]


def _wanted(scene: ScreenState) -> Sequence[str]:
    """Where numbers are asked for, one must know how to change them."""
    form = scene.form
    is_number = form is not None and len(form.rows) > 0 and form.rows[form.at].can_change
    return (*MOST_WANTED, *CONFIRMING.values(), *(["Left/Right change"] if is_number else []))


def foot(notice: str, hints: Sequence[str], width: int, *, wanted: Sequence[str] = MOST_WANTED) -> list[Line]:
    """The keys, or what there is to be told, in as many lines as it needs."""
    style = "class:notice" if notice else "class:hint"
    told = folded(notice, width - 2, "") if notice else [hinted(hints, wanted, width - 2)]
    return [[(style, fitted(f" {line}", width))] for line in told]


def hinted(hints: Sequence[str], wanted: Sequence[str], width: int) -> str:
    """As many hints as fit, and those in any case without which one would be lost."""
    kept = [hint for hint in hints if hint in wanted]
    for hint in hints:
        more = [one for one in hints if one in kept or one == hint]
        if len("   ".join(more)) <= width:
            kept = more
    return "   ".join(kept)
