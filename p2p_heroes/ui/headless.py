"""No screen: a bot's evening in a few lines on stderr, and the result on stdout at its end."""

import sys
from random import Random

import trio

from p2p_heroes.bots import BOTS
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import BotPlayer
from p2p_heroes.ui.story import Story
from protocol.genesis import Genesis
from protocol.parcels import Seats
from protocol.words import table_words


class Headless(BotPlayer):
    """A bot that sits for itself."""

    def __init__(self, level: str, seed: int | None, *, verbose: bool = False) -> None:
        super().__init__(BOTS[level](Random(seed)))  # noqa: S311 -- a bot's taste, not a secret
        self._verbose = verbose

    async def read_lines(self) -> None:
        """Nobody types."""

    def say(self, line: str) -> None:
        if self._verbose:
            print(line, file=sys.stderr)

    def show_lobby(self, notice: Seats) -> None:
        self.say(f"{len(notice.places)} of {notice.wanted} seats taken")

    def show_table(self, genesis: Genesis) -> None:
        self.say(f"table {table_words(genesis.table)}")

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        genesis = node.session.genesis
        story = Story(genesis.game, [seat.name for seat in genesis.seats])
        async for item in news:
            for line in story.tell(item):
                self.say(line)
