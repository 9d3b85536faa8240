"""What the screens ask of a game: its words, its questions, and what can be looked at.

A game says what happened, by a teller, and what is asked, by questions; all else has a plain default.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from p2p_heroes.games.game import Event, Request
from p2p_heroes.games.kit.cards.card_game import Faces
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.ui.kit.asked import Asked, ChoiceWords
from p2p_heroes.ui.kit.forms import ListForm, QuestionForm
from p2p_heroes.ui.kit.pages import Page
from p2p_heroes.ui.kit.refusals import in_words
from p2p_heroes.ui.kit.scene import Pane
from p2p_heroes.ui.kit.tellers import Teller

S = TypeVar("S")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Sight(Generic[S]):
    """Something that a person may look at: a view of the game, as a seat has it, in lines."""

    help: str
    show: Callable[[S, int, Sequence[str]], list[str]]


class GameUI(ChoiceWords[S, D]):
    """One game. `S` is what a seat sees of it, `D` what can be decided."""

    title: str
    """Its name in full."""
    teller: Teller
    """What happened, event by event."""
    questions: Mapping[str, str]
    """What is asked, by the kind of request."""
    refusals: Mapping[str, str] = MappingProxyType({})
    """Why a choice is refused, by the code of the reason."""
    book: tuple[Page, ...] = ()
    """Its rules, in reading order."""
    sights: Mapping[str, Sight[S]] = MappingProxyType({})
    """By the word that is typed for it."""
    panes: Mapping[str, Pane[S, D]] = MappingProxyType({})
    """Its tabs on the full screen."""
    signs: tuple[str, ...] = ()
    """What the signs in its panes mean, in paragraphs."""
    styles: Mapping[str, str] = MappingProxyType({})
    """What its own kinds of text look like, beside those of the screen."""

    def question(self, request: Request[D], /) -> str:
        return self.questions[request.kind]

    def tell(self, events: Sequence[Event], names: Sequence[str], /) -> list[str]:
        """What happened in one step."""
        return [line for event in events for line in self.teller.tell(event, names)]

    def tell_knowing(self, events: Sequence[Event], names: Sequence[str], faces: Faces, /) -> list[str]:
        """The same to who knows the faces of some cards, those that have changed hands since among them."""
        return self.tell(events, names)

    def faces(self, view: S, /) -> Faces:
        """The hidden cards that a view shows; cards that are told of later are among them."""
        return {}

    def form(self, asked: Asked[S, D], /) -> QuestionForm[S, D]:
        """How a question is answered on the full screen, where a list is not best."""
        return ListForm(asked)

    def refused(self, reason: Reason, /) -> str:
        """Why a choice is refused."""
        return in_words(reason, self.refusals)

    def status(self, view: S, seat: int, /) -> str:
        """What a seat should know before it chooses; perhaps nothing."""
        return ""

    def headline(self, view: S, names: Sequence[str], /) -> str:
        """Where the game is, in a line; perhaps nothing."""
        return ""

    def round(self, view: S, /) -> int:
        """Which round is being played, from 1 on; 0 before the first."""
        return 0

    def points(self, view: S, seat: int, /) -> int | None:
        """What a seat would have if the game ended now, where a game counts points."""
        return None

    def idea(self, choice: str, /) -> str:
        """What a choice that a seat may take before the game is about, in a line."""
        return ""

    def rule(self, kind: str, /) -> list[str]:
        """What the rules say behind a kind of request, in paragraphs; perhaps nothing."""
        return []


# A list of games cannot name each one's own types; see `AnyGame`.
AnyGameUI: TypeAlias = GameUI[Any, Any]
