"""What every game is to the rest of the program.

A game is a handful of pure functions over a state that is plain data. From a
state, `pending` says what the table needs next: open decisions, secret ones,
chance, or nothing more because the game is over. Given the answers, `apply`
returns the next state and the events that led to it. The same state and the
same answers give the same bytes on every machine: no float, clock, random
source, `hash()` or set order may reach a state or an event.

A secret decision never enters a state before every seat has made its own. A
game therefore cannot leak one, and the table seals it without knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from p2p_heroes.games.errors import BadSetup, IllegalChoice
from p2p_heroes.games.kit.frozen import Frozen
from p2p_heroes.games.kit.refusals import Reason, because

S = TypeVar("S")
D = TypeVar("D")

Plain: TypeAlias = "bool | int | str | bytes | tuple[Plain, ...] | dict[str, Plain] | None"
"""What has one canonical encoding: the form in which states and decisions travel and are hashed."""


class Setup(Frozen):
    """What the players agreed on: one choice per seat ("" where a game has none), and options."""

    choices: tuple[str, ...]
    options: Mapping[str, int] = MappingProxyType({})

    @property
    def seats(self) -> int:
        """How many play; the seats are numbered from 0."""
        return len(self.choices)


class OptionRange(Frozen):
    """A number that the players may agree on, and what it is if they do not mention it."""

    default: int
    allowed: range


class Request(Frozen, Generic[D]):
    """One seat owes one decision of this kind.

    `choices` holds exactly the lawful ones, each once, in an order that is the
    same on every machine. It may be a lazy sequence where they are many: a
    screen offers it, a bot runs through it or draws from it.
    """

    seat: int
    kind: str
    choices: Sequence[D]


class Open(Frozen, Generic[D]):
    """Each of these seats owes a decision that all may see at once. One request per seat, in seat order."""

    requests: tuple[Request[D], ...]


class Secret(Frozen, Generic[D]):
    """Each of these seats owes a decision that nobody may see before all have chosen; in seat order."""

    requests: tuple[Request[D], ...]


class Chance(Frozen):
    """Values that nobody may know or bias: the answer is one `0 <= value < bound` per bound.

    `use` says what the values are for; it is fixed before anyone can know them.
    """

    use: str
    bounds: tuple[int, ...]


class Over(Frozen):
    """The game has ended. One place per seat: 1 has won, equals share the better place."""

    places: tuple[int, ...]


Need: TypeAlias = Open[D] | Secret[D] | Chance | Over
Answers: TypeAlias = Mapping[int, D] | tuple[int, ...]
"""Decisions by seat for Open and Secret; values for Chance."""


class Event(Frozen):
    """A fact of the game, in the past tense, that can be told without a look at the state."""


class Step(Frozen, Generic[S]):
    """The next state, and what happened on the way to it."""

    state: S
    events: tuple[Event, ...]


class Game(Protocol[S, D]):
    """The rules of one game, over its own types of state and decision."""

    @property
    def name(self) -> str:
        """What commands, files and the table's genesis call it."""

    @property
    def version(self) -> int:
        """Grows with every change after which an old transcript would replay differently."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What a seat may take before the game, such as a faction; empty where every seat starts alike."""

    @property
    def options(self) -> Mapping[str, OptionRange]:
        """What the players may agree on."""

    @property
    def length(self) -> str:
        """The option that counts the rounds, where a game of one is over in a moment; "" where none is."""

    def initial(self, setup: Setup) -> S:
        """The state before the first decision. Raises BadSetup."""

    def pending(self, state: S) -> Need[D]:
        """What the table needs next."""

    def check(self, state: S, seat: int, value: Plain) -> D:
        """The decision in a value, if it is one that `pending` offers to the seat.

        Raises MalformedDecision or IllegalChoice.
        """

    def refusal(self, state: S, seat: int, decision: D) -> Reason | None:
        """Why a seat may not take a decision now, or None if it may."""

    def apply(self, state: S, answers: Answers[D]) -> Step[S]:
        """Settle what was pending. The answers fit it, and each has been checked."""

    def default(self, state: S, seat: int) -> D:
        """What an absent seat does when it is asked: lawful, and the same for everybody."""

    def view(self, state: S, seat: int | None) -> object:
        """What one seat may see, or a spectator (None)."""

    def points(self, state: S) -> tuple[int, ...]:
        """What each seat would have if the game ended now; nothing where no points are counted."""

    def encode_state(self, state: S) -> Plain:
        """The state as a plain value; `decode_state` gives it back equal."""

    def decode_state(self, plain: Plain) -> S:
        """The state behind a plain value. Raises MalformedState."""

    def encode_decision(self, decision: D) -> Plain:
        """The decision as a plain value; `decode_decision` gives it back equal."""

    def decode_decision(self, plain: Plain) -> D:
        """The decision behind a plain value. Raises MalformedDecision."""

    def notate(self, decision: D) -> str:
        """The decision as a person types it; `parse` gives it back equal."""

    def parse(self, text: str) -> D:
        """The decision that a person typed. Raises MalformedDecision."""


# A list of games cannot name each one's own types of state and decision; this is the only
# Any among the rules, and a function over `Game[S, D]` accepts it without repeating it.
AnyGame: TypeAlias = Game[Any, Any]


def agreed_options(offered: Mapping[str, OptionRange], setup: Setup) -> Mapping[str, int]:
    """Every option that a game offers, as the players agreed on it. Raises BadSetup."""
    for name in sorted(setup.options):
        if name not in offered:
            raise BadSetup(f"there is no option {name}")
        # A truth value counts as a number in Python, but it is encoded differently.
        value, allowed = setup.options[name], offered[name].allowed
        if type(value) is not int or value not in allowed:
            raise BadSetup(f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}")
    return {name: setup.options.get(name, option.default) for name, option in offered.items()}


def asked(need: Need[D], seat: int) -> Request[D] | None:
    """What is asked of a seat, if anything is."""
    if not isinstance(need, (Chance, Over)):
        for request in need.requests:
            if request.seat == seat:
                return request
    return None


def request_for(need: Need[D], seat: int) -> Request[D]:
    """What is asked of a seat. Raises IllegalChoice if nothing is."""
    request = asked(need, seat)
    if request is None:
        raise IllegalChoice(not_asked(seat))
    return request


def not_asked(seat: int) -> Reason:
    return because("not-asked", seat=seat)


def fits(need: Need[D], answers: Answers[D]) -> bool:
    """Whether the answers have the shape that was asked for: one per seat asked, or one value per bound.

    Whether a decision is lawful is another question: `Game.check`.
    """
    # Not "is a mapping": that question is slow, and this one is asked at every step.
    if isinstance(answers, tuple):
        return isinstance(need, Chance) and _are_within(need.bounds, answers)
    return isinstance(need, (Open, Secret)) and answers.keys() == {one.seat for one in need.requests}


def _are_within(bounds: tuple[int, ...], values: tuple[int, ...]) -> bool:
    return len(values) == len(bounds) and all(
        0 <= value < bound for value, bound in zip(values, bounds, strict=True)
    )
