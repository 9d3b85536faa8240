"""What a game's own pane is drawn from: what the person looks at, and what the question is about.

A pane changes nothing but what is pointed at, how far it is scrolled, and which choice is marked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from p2p_heroes.games.game import AnyGame
from p2p_heroes.ui.kit.forms import QuestionForm
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.kit.text import Line

S = TypeVar("S")
D = TypeVar("D")


def _nothing(typed: str) -> None:
    """Before anybody listens."""


@dataclass(slots=True)
class Scene(Generic[D]):
    """What all panes of a game share; the view, as the own seat has it, is given to each as well."""

    game: AnyGame | None = None
    names: tuple[str, ...] = ()
    own: int | None = None
    watched: int = 0
    """Whose things are shown where each player has some."""
    form: QuestionForm[Any, D] | None = None
    tab: str = ""
    """What was turned to."""
    pointed: int | None = None
    """Which entry of the pane was pointed at; none: what the form is about."""
    scrolled: int = 0
    """How many lines the pane is scrolled down."""
    ascii: bool = False
    """Whether the terminal can show nothing but ASCII."""
    depth: ColourDepth = ColourDepth.SIXTEEN
    """How many colours it has."""
    press: Callable[[str], None] = _nothing
    """As if this line had been typed and Enter pressed: what a click does."""

    def turn_to(self, tab: str) -> None:
        """To another tab, from its beginning."""
        self.tab, self.scrolled, self.pointed = tab, 0, None


@dataclass(frozen=True, slots=True)
class Pane(Generic[S, D]):
    """One tab of a game on the full screen."""

    draw: Callable[[Scene[D], S, int, int], list[Line]]
    """In so many columns and rows."""
    is_of_seat: bool = False
    """Whether each player has one: opened again, it shows the next player's."""
    beside: int = 0
    """On a wide screen it stands beside all others, at least so many columns wide; 0: it does not."""
