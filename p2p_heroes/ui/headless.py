"""No screen: a bot's evening in a few lines on stderr, for its owner: who comes and goes, but no moves."""

import sys
from collections.abc import Callable
from random import Random

import trio

from p2p_heroes.bots import BOTS
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import BotPlayer
from p2p_heroes.ui.story import Story
from protocol.events import Settled
from protocol.genesis import Genesis
from protocol.parcels import Seats
from protocol.words import table_words


def to_stderr(line: str) -> None:
    """Where the owner looks, and no result goes."""
    print(line, file=sys.stderr, flush=True)


class Headless(BotPlayer):
    """A bot that sits for itself."""

    def __init__(self, level: str, seed: int | None, say: Callable[[str], None] = to_stderr) -> None:
        super().__init__(BOTS[level](Random(seed)))  # noqa: S311 -- a bot's taste, not a secret
        self.say = say

    async def read_lines(self) -> None:
        """Nobody types."""

    def show_lobby(self, notice: Seats) -> None:
        self.say(f"{len(notice.places)} of {notice.wanted} seats taken")

    def show_table(self, genesis: Genesis) -> None:
        self.say(f"The table is founded. Its words: {table_words(genesis.table)}")

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        genesis = node.session.genesis
        story = Story(genesis.game, [seat.name for seat in genesis.seats])
        async for item in news:
            for line in [] if isinstance(item, Settled) else story.tell(item):
                self.say(line)
