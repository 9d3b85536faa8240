"""The judges, listed by hand, and what all who play by one have in common: without one they play by luck."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, TypeVar

from p2p_heroes.bots.kit.judge import AnyJudge
from p2p_heroes.games.game import AnyGame, Open, Request, Secret
from p2p_heroes.games.lazy_registry import LazyRegistry

D = TypeVar("D")


def _conquer() -> AnyJudge:
    from p2p_heroes.bots.conquer.judge import ConquerJudge

    return ConquerJudge()


JUDGES: Mapping[str, AnyJudge] = LazyRegistry({"conquer": _conquer})


class Thinker(ABC):
    """Knows a game only through its judge."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self._game = game
        self._random = random

    def choose(self, view: object, request: Request[D]) -> D:
        judge = JUDGES.get(self._game.name)
        state = None if judge is None else judge.imagine(view)
        if judge is None or state is None:
            return self._random.choice(request.choices)
        return self.think(judge, state, request)

    def rivals(self, state: Any, request: Request[D]) -> list[Request[Any]]:
        """What others are asked at the same moment."""
        need = self._game.pending(state)
        assert isinstance(need, Open | Secret)
        return [ask for ask in need.requests if ask.seat != request.seat]

    @abstractmethod
    def think(self, judge: AnyJudge, state: Any, request: Request[D]) -> D:
        """One of the choices, weighed by the judge on the table that it imagines."""
