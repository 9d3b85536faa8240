"""What the screens ask of a game: its words, its questions, and what can be looked at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from p2p_heroes.games.game import Event, Request


@dataclass(frozen=True, slots=True)
class Sight:
    """Something that a person may look at: a view of the game, as a seat has it, in lines."""

    help: str
    show: Callable[[Any, int, Sequence[str]], list[str]]


def _means_itself(view: Any, seat: int, decision: Any) -> str:
    return ""


def _is_worth_showing(view: Any, seat: int, decision: Any) -> bool:
    return True


def _is_anywhere(view: Any, names: Sequence[str]) -> str:
    return ""


def _counts_nothing(view: Any, seat: int) -> int | None:
    return None


def _gains_the_same(view: Any, seat: int, decision: Any) -> int:
    return 0


def _has_no_rule(kind: str) -> list[str]:
    return []


def _says_it_well(view: Any, seat: int, reason: str) -> str:
    return reason


def _is_spelled_so(line: str) -> str:
    return line


def _needs_no_status(view: Any, seat: int) -> str:
    return ""


def _has_no_rounds(view: Any) -> int:
    return 0


def _has_no_idea(choice: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class GameUI:
    """One game. Views and decisions are the game's own types, which a list of games cannot name."""

    tell: Callable[[Sequence[Event], Sequence[str]], list[str]]
    """What happened in one step."""
    question: Callable[[Request[Any]], str]
    """What is asked, in a line; further lines are for those who have not been asked so before."""
    status: Callable[[Any, int], str] = _needs_no_status
    """What a seat should know before it chooses; perhaps nothing."""
    meaning: Callable[[Any, int, Any], str] = _means_itself
    """What a choice comes to, where its words do not tell."""
    gain: Callable[[Any, int, Any], int] = _gains_the_same
    """Points that a choice has over its variants for the same price: the most of them come first."""
    is_sensible: Callable[[Any, int, Any], bool] = _is_worth_showing
    """Whether a choice should be shown where not all can be."""
    reworded: Callable[[Any, int, str], str] = _says_it_well
    """Why a choice is refused, from the rules' words into ours."""
    spelled: Callable[[str], str] = _is_spelled_so
    """A typed line with the notation's words for what the screen calls otherwise."""
    sights: Mapping[str, Sight] = field(default_factory=dict)
    """By the word that is typed for it."""
    title: str = ""
    """Its name in full."""
    headline: Callable[[Any, Sequence[str]], str] = _is_anywhere
    """Where the game is, in a line; perhaps nothing."""
    round: Callable[[Any], int] = _has_no_rounds
    """Which round is being played, from 1 on; 0 before the first."""
    idea: Callable[[str], str] = _has_no_idea
    """What a choice that a seat may take before the game is about, in a line."""
    points: Callable[[Any, int], int | None] = _counts_nothing
    """What a seat would have if the game ended now, where a game counts points."""
    rule: Callable[[str], list[str]] = _has_no_rule
    """What the rules say behind a kind of request, in paragraphs; perhaps nothing."""
    signs: Sequence[str] = ()
    """What the signs in its panes mean, in paragraphs."""
    panes: Mapping[str, Callable[[Any, int, int], list[Any]]] = field(default_factory=dict)
    """By tab of the full screen: what it shows of a scene in so many columns and rows."""
    forms: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """By kind of request how it is answered on the full screen, where a list is not best; "": any other."""
