"""No screen: a bot's game in a few lines on stderr, for its owner: who comes and goes, but no moves."""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import trio

from p2p_heroes.bots import BOTS, Bot
from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.node.news import News, Resumed
from p2p_heroes.node.node import Node
from p2p_heroes.ui.story import Story
from protocol.events import Settled
from protocol.genesis import Genesis
from protocol.peer_messages import Seats
from protocol.words import table_words


def to_stderr(line: str) -> None:
    """Where the owner looks, and no result goes."""
    print(line, file=sys.stderr, flush=True)


class Headless:
    """A bot that sits for itself, once it knows which game is played."""

    is_patient = False

    def __init__(self, level: str, seed: int | None, say: Callable[[str], None] = to_stderr) -> None:
        self.say = say
        self._level = level
        self._random = Random(seed)  # noqa: S311 -- a bot's taste, not a secret
        self._bot: Bot | None = None
        self._seated = trio.Event()

    async def decide(self, view: object, request: Request[Any]) -> object:
        await self._seated.wait()
        assert self._bot is not None
        return self._bot.choose(view, request)

    def _sit(self, genesis: Genesis) -> None:
        if self._bot is None:
            self._bot = BOTS[self._level](GAMES[genesis.game], self._random)
            self._seated.set()

    async def read_lines(self) -> None:
        """Nobody types."""

    def show_lobby(self, notice: Seats) -> None:
        self.say(f"{len(notice.places)} of {notice.wanted} seats taken")

    def show_table(self, genesis: Genesis, *, asks: bool = False) -> None:
        self._sit(genesis)
        self.say(f"The table is founded. Its words: {table_words(genesis.table)}")

    def ask_words(self, words: str) -> None:
        """Nobody sits here who could ask aloud."""

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        genesis = node.genesis
        self._sit(genesis)
        node.tells_checks = False
        story = Story(genesis.game, [seat.name for seat in genesis.seats])
        async for item in news:
            for line in [] if isinstance(item, Settled | Resumed) else story.tell(item):
                self.say(line)
