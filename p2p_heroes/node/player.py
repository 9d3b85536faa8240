"""Who decides for a seat: a person at a screen, or a bot."""

from typing import Any, Protocol

from p2p_heroes.bots import Bot
from p2p_heroes.games.game import Request

Question = tuple[object, Request[Any]]
"""What a seat sees, and what it is asked."""


class SeatPlayer(Protocol):
    """Decides for one seat."""

    @property
    def is_patient(self) -> bool:
        """Whether a person decides when to go on without an absent seat."""

    async def decide(self, view: object, request: Request[Any]) -> object:
        """One of the request's choices; cancelled if it is no longer asked for."""


class BotPlayer:
    """A bot at a table: decides at once, and votes when the table's patience is over."""

    is_patient = False

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def decide(self, view: object, request: Request[Any]) -> object:
        return self._bot.choose(view, request)
