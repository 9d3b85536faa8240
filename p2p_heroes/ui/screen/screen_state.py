"""What there is to see: one place that the table's news changes and every pane reads.

Nothing here knows a terminal. While a sealed step runs, `view` stays the last open one.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from p2p_heroes.games import GAMES
from p2p_heroes.ui.game_ui import AnyGameUI
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.scene import Pane, Scene
from p2p_heroes.ui.kit.styled_lines import like
from p2p_heroes.ui.presence import Presence
from p2p_heroes.ui.screen.fairness import Fairness
from protocol.genesis import Genesis
from protocol.words import table_words

STORY = 2000
"""Lines of the story that can be looked back at."""

GENERAL = {"table": 4, "fairness": 5, "help": 1}
"""The tabs that every game has, and their function keys; help has the first one, as everywhere."""
FREE_KEYS = (2, 3, *range(6, 13))
"""The keys of a game's own tabs."""
TOLD = frozenset({"table", "fairness"})
"""Tabs whose newest line is the last: one looks back from there, and down from the top in all others."""


@dataclass(slots=True)
class ScreenState(Scene[Any]):
    """Everything on the screen of one game."""

    title: str = "p2p-heroes"
    ui: AnyGameUI | None = None
    choices: tuple[str, ...] = ()
    before: str = "One moment."
    """What it waits for before there is a table."""
    words: str = ""
    view: object | None = None
    story: deque[str] = field(default_factory=lambda: deque(maxlen=STORY))
    fairness: Fairness = field(default_factory=Fairness)
    waiting: dict[int, str] = field(default_factory=dict)
    seconds: dict[int, int] = field(default_factory=dict)
    presence: Presence = field(default_factory=Presence)
    notice: str = ""
    """What the person should know about the last key or line."""
    kind: str = ""
    """What kind of decision is asked for."""
    looked_up: Callable[[int], Sequence[str]] | None = None
    """What was found in the rules, for so many columns, the title first; it stands in place of the help."""
    helped: str = ""
    """What was open before the help."""
    back: int = 0
    """How many lines the story or what is fair is scrolled back."""
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
    """Whom we asked to go on without, and who has not answered, or what it still takes."""
    reprieve: str = ""
    """That we have claimed the table, and until when it may go on all the same."""
    out: dict[int, int] = field(default_factory=dict)
    """Who is out of the game, and since which step."""
    is_watching: bool = False
    """Whether the own seat is out of the game."""
    has_ended: bool = False
    """Whether the table has its outcome; the program stays until the others have it."""
    is_over: bool = False

    def say(self, line: str) -> None:
        """One more line of the story; who looks back goes on looking at the same lines."""
        lines = like(line, line.split("\n"))
        self.story.extend(lines)
        if self.back:
            self.back += len(lines)

    def sit(self, genesis: Genesis) -> None:
        """At a table: what is played there, and by whom."""
        self.game, self.ui = GAMES[genesis.game], GAME_UIS[genesis.game]
        self.names = tuple(seat.name for seat in genesis.seats)
        self.choices = tuple(seat.choice for seat in genesis.seats)
        self.words = table_words(genesis.table)
        first = next(iter(self.ui.panes), "table")
        self.tab, self.helped = self.tab or first, self.helped or first

    @property
    def panes(self) -> Mapping[str, Pane[Any, Any]]:
        """The game's own, once there is something to be seen of it."""
        return self.ui.panes if self.ui is not None and self.view is not None else {}

    @property
    def tabs(self) -> dict[str, int]:
        """What can be turned to, each with its function key."""
        return dict(zip(self.panes, FREE_KEYS, strict=False)) | GENERAL

    def open(self, tab: str) -> None:
        """As its key does; a tab of which each player has one shows the next player's when pressed again."""
        if tab in self.panes and self.panes[tab].is_of_seat:
            if tab == self.tab and self.names:
                self.watched = (self.watched + 1) % len(self.names)
            elif self.own is not None:
                self.watched = self.own
        self.turn_to(tab)

    def turn_to(self, tab: str) -> None:
        self.helped = self.tab if tab == "help" != self.tab else self.helped
        self.tab, self.scrolled, self.pointed = tab, 0, None
        self.back, self.looked_up = 0, None

    def point(self, by: int) -> None:
        """To the next thing in the pane that can be pointed at, or back."""
        self.pointed = min(by, 0) if self.pointed is None else self.pointed + by
        self.scrolled = 0

    def scroll(self, tab: str, lines: int) -> None:
        """So many lines towards the end of what a tab shows."""
        if tab in TOLD:
            self.back = max(0, self.back - lines)
        else:
            self.scrolled = max(0, self.scrolled + lines)
