"""What all bots have in common that play by a judge; where a game has none they play by luck."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, TypeVar

from p2p_heroes.bots.judges import JUDGES
from p2p_heroes.bots.kit.judge import AnyJudge
from p2p_heroes.games.game import AnyGame, Open, Request, Secret

D = TypeVar("D")


class Thinker(ABC):
    """Knows a game only through its judge."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self._game = game
        self._random = random

    def choose(self, view: object, request: Request[D]) -> D:
        judge = JUDGES.get(self._game.name)
        return self._random.choice(request.choices) if judge is None else self.think(judge, view, request)

    def rivals(self, state: Any, request: Request[D]) -> list[Request[Any]]:
        """What others are asked at the same moment."""
        need = self._game.pending(state)
        assert isinstance(need, Open | Secret)
        return [ask for ask in need.requests if ask.seat != request.seat]

    @abstractmethod
    def think(self, judge: AnyJudge, view: Any, request: Request[D]) -> D:
        """One of the choices, weighed by the judge on what it imagines behind a seat's view."""
