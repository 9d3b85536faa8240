"""What there is to see: one place that the table's news changes and every pane reads.

Nothing here knows a terminal. While a sealed step runs, `view` stays the last open one.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from p2p_heroes.games.game import AnyGame
from p2p_heroes.ui.game_ui import GameUI
from p2p_heroes.ui.kit.forms import QuestionForm
from p2p_heroes.ui.kit.styled_lines import like
from p2p_heroes.ui.presence import Presence
from p2p_heroes.ui.screen.fairness import Fairness

STORY = 2000
"""Lines of the story that can be looked back at."""

TABS = ("map", "board", "table", "fairness", "help")
TOLD = frozenset({"table", "fairness"})
"""Tabs whose newest line is the last: one looks back from there, and down from the top in all others."""


def key_of(tab: str) -> int:
    """The number of its function key. Help is the last tab and has the first key, as everywhere."""
    return (TABS.index(tab) + 1) % len(TABS) + 1


def _nothing(typed: str) -> None:
    """Before anybody listens."""


@dataclass(slots=True)
class ScreenState:
    """Everything on the screen of one evening."""

    title: str = "p2p-heroes"
    game: AnyGame | None = None
    face: GameUI | None = None
    names: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    own: int | None = None
    before: str = "One moment."
    """What it waits for before there is a table."""
    words: str = ""
    view: object | None = None
    story: deque[str] = field(default_factory=lambda: deque(maxlen=STORY))
    fairness: Fairness = field(default_factory=Fairness)
    waiting: dict[int, str] = field(default_factory=dict)
    seconds: dict[int, int] = field(default_factory=dict)
    presence: Presence = field(default_factory=Presence)
    form: QuestionForm | None = None
    notice: str = ""
    """What the person should know about the last key or line."""
    tab: str = TABS[0]
    watched: int = 0
    """Whose board is shown."""
    kind: str = ""
    """What kind of decision is asked for."""
    pointed: int | None = None
    """Which entry of a board or region of a map was pointed at; none: what the form is about."""
    looked_up: Callable[[int], Sequence[str]] | None = None
    """What was found in the rules, for so many columns, the title first; it stands in place of the help."""
    helped: str = TABS[0]
    """What was open before the help."""
    scrolled: int = 0
    """How many lines the map, a board or the help is scrolled down."""
    back: int = 0
    """How many lines the story or what is fair is scrolled back."""
    ascii: bool = False
    """Whether the terminal can show nothing but ASCII."""
    replayed: str = ""
    """Where a replay stands; nothing: this is no replay."""
    asks_to_quit: bool = False
    compared: str = ""
    """The question whether everybody reads the same words, until it is answered."""
    asked_back: str = ""
    """What was asked back before something is done for good, until it is answered."""
    warning: str = ""
    """That others want to go on without us, and until when we can choose."""
    fate: str = ""
    """Why the own seat is out of the game."""
    is_finding_back: bool = False
    """Whether we have come back and do not know yet what happened meanwhile."""
    unanswered: str = ""
    """Whom we asked to go on without, and who has not answered."""
    reprieve: str = ""
    """That we have claimed the table, and until when it may go on all the same."""
    out: dict[int, int] = field(default_factory=dict)
    """Who is out of the game, and since which step."""
    is_watching: bool = False
    """Whether the own seat is out of the game."""
    has_ended: bool = False
    """Whether the table has its outcome; the program stays until the others have it."""
    is_over: bool = False
    press: Callable[[str], None] = _nothing
    """As if this line had been typed and Enter pressed: what a click does."""

    def say(self, line: str) -> None:
        """One more line of the story; who looks back goes on looking at the same lines."""
        lines = like(line, line.split("\n"))
        self.story.extend(lines)
        if self.back:
            self.back += len(lines)

    def open(self, tab: str) -> None:
        """As its key does: the board's, pressed again, shows the next player's."""
        if tab == self.tab == "board" and self.names:
            self.watched = (self.watched + 1) % len(self.names)
        elif tab == "board" and self.own is not None:
            self.watched = self.own
        self.turn_to(tab)

    def turn_to(self, tab: str) -> None:
        self.helped = self.tab if tab == "help" != self.tab else self.helped
        self.tab, self.scrolled, self.back, self.pointed, self.looked_up = tab, 0, 0, None, None

    def point(self, by: int) -> None:
        """To the next entry of the board or the map, or back."""
        self.pointed = min(by, 0) if self.pointed is None else self.pointed + by
        self.scrolled = 0

    def scroll(self, tab: str, lines: int) -> None:
        """So many lines towards the end of what a tab shows."""
        if tab in TOLD:
            self.back = max(0, self.back - lines)
        else:
            self.scrolled = max(0, self.scrolled + lines)
