"""What a bot has to be told about a game before it can think ahead in it.

A game's judge says what a state is worth and how far the game is, and has a policy for each kind of request:
which choices deserve a thought, and what they promise. All that thinking bots need follows from that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from p2p_heroes.games.game import Request
from protocol.frozen import Frozen

S = TypeVar("S")
D = TypeVar("D")

Scored = list[tuple[int, D]]
"""Choices with what they promise, in hundredths of a point."""

ROUND = 8
"""By how much a judge's clock has advanced after a whole round."""


class Policy(Frozen, Generic[S, D]):
    """What is known of one kind of request."""

    rank: Callable[[S, Request[D]], Scored[D]]
    """Choices with what they promise: of long lists what is sensible, none if only the first choice is."""
    doubt: int = 0
    """By how much somebody may differ from us in what a choice is worth to them."""
    candidates: Callable[[S, Request[D]], Sequence[D]] | None = None
    """What deserves a closer look, where that is not what ranks best."""
    draw: Callable[[S, Request[D], Random], D] | None = None
    """What somebody might choose who is not easily seen through, where to doubt the ranks is not enough."""
    is_duel: bool = False
    """Whether all that counts is what the others choose at the same moment."""


MOST_ALIKE = 16
"""So many choices are looked at where nothing is known of a kind of request."""


def all_alike(state: Any, request: Request[D]) -> Scored[D]:
    """The first of them, each as promising as any other: where it leads says what it is worth."""
    return [(0, choice) for choice in islice(request.choices, MOST_ALIKE)]


class Judge(ABC, Generic[S, D]):
    """Knows one game. It draws lots only where it is told to."""

    policies: ClassVar[Mapping[str, Policy[Any, Any]]] = MappingProxyType({})
    """By kind of request."""
    otherwise: ClassVar[Policy[Any, Any]] = Policy(all_alike)
    """For every other kind."""

    @abstractmethod
    def worth(self, state: S, seat: int) -> int:
        """How good a state is for a seat, in hundredths of a point, with what the others have against it."""

    @abstractmethod
    def clock(self, state: S) -> int:
        """How far the game is: grows with every part of a round, `ROUND` in each round."""

    def imagine(self, view: Any, luck: Random | None = None) -> S:
        """A state that fits what a seat sees, the likeliest or with luck another; the view if all is open."""
        state: S = view
        return state

    def policy(self, request: Request[D]) -> Policy[S, D]:
        known = self.policies.get(request.kind)
        return self.otherwise if known is None else known

    def ranked(self, state: S, request: Request[D]) -> Scored[D]:
        """Choices with what they promise, the best first; at least one."""
        scored = self.policy(request).rank(state, request) or [(0, request.choices[0])]
        return sorted(scored, key=lambda entry: -entry[0])

    def candidates(self, state: S, request: Request[D], most: int) -> Sequence[D]:
        """Choices that deserve a closer look: the most promising first, each once, at least one."""
        if find := self.policy(request).candidates:
            return find(state, request)[:most]
        return [choice for _, choice in self.ranked(state, request)[:most]]

    def guess(self, state: S, request: Request[D]) -> D:
        """What a sensible player would choose, found quickly."""
        return self.ranked(state, request)[0][1]

    def draw(self, state: S, request: Request[D], luck: Random) -> D:
        """What a player might choose who is not so easily seen through."""
        policy = self.policy(request)
        if policy.draw is not None:
            return policy.draw(state, request, luck)
        doubt, ranked = policy.doubt, self.ranked(state, request)
        scored = [(score + luck.randint(-doubt, doubt), choice) for score, choice in ranked]
        return max(scored, key=lambda entry: entry[0])[1]

    def is_duel(self, request: Request[D]) -> bool:
        return self.policy(request).is_duel


# Like AnyGame: a list of judges cannot name each one's own types.
AnyJudge: TypeAlias = Judge[Any, Any]
