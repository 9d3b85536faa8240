"""A pane in a window of prompt_toolkit: drawn for just the size that there is, and clicked at."""

from collections.abc import Callable

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from p2p_heroes.ui.kit.text import Line, clipped, width_of


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
                self.click(mouse_event.position.x, mouse_event.position.y)

    def click(self, x: int, y: int) -> None:
        for piece in self._lines[y] if y < len(self._lines) else []:
            x -= width_of(piece[1])
            if x < 0:
                if len(piece) == 3:
                    piece[2]()
                return


class FrameControl(PaneControl):
    """A whole screen in one window: what the wheel scrolls depends on where it is turned."""

    def __init__(
        self, draw: Callable[[int, int], list[Line]], scroll_at: Callable[[int, int, int], None]
    ) -> None:
        super().__init__(draw, lambda lines: None)
        self._scroll_at = scroll_at

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        by = {MouseEventType.SCROLL_UP: -3, MouseEventType.SCROLL_DOWN: 3}.get(mouse_event.event_type)
        if by is None:
            super().mouse_handler(mouse_event)
        else:
            self._scroll_at(by, mouse_event.position.x, mouse_event.position.y)
