"""What there is to see: one place that the table's news changes and every pane reads.

Nothing here knows a terminal. While a sealed step runs, `view` stays the last open one.
"""

from collections import deque
from dataclasses import dataclass, field

from p2p_heroes.games.game import AnyGame
from p2p_heroes.ui.faces import Face
from p2p_heroes.ui.screen.fairness import Fairness
from p2p_heroes.ui.screen.form import Form

STORY = 2000
"""Lines of the story that can be looked back at."""

TABS = ("map", "board", "table", "fairness", "help")


@dataclass(slots=True)
class Scene:
    """Everything on the screen of one evening."""

    title: str = "p2p-heroes"
    game: AnyGame | None = None
    face: Face | None = None
    names: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    own: int | None = None
    words: str = ""
    view: object | None = None
    story: deque[str] = field(default_factory=lambda: deque(maxlen=STORY))
    fairness: Fairness = field(default_factory=Fairness)
    waiting: dict[int, str] = field(default_factory=dict)
    seconds: dict[int, int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    form: Form | None = None
    notice: str = ""
    """What the person should know about the last key or line."""
    tab: str = TABS[0]
    watched: int = 0
    """Whose board is shown."""
    kind: str = ""
    """What kind of decision is asked for."""
    headline: str = ""
    """Where the game is, in a line."""
    pointed: int | None = None
    """Which entry of the open pane was pointed at; none: what the form marks."""
    scrolled: int = 0
    """How many lines the visible text pane is scrolled back."""
    asks_to_quit: bool = False
    is_over: bool = False

    def say(self, line: str) -> None:
        self.story.extend(line.split("\n"))

    def turn_to(self, tab: str) -> None:
        self.tab, self.scrolled, self.pointed = tab, 0, None
