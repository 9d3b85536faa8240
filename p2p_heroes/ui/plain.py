"""The plain screen: lines in, lines out, for every terminal, pipe and screen reader.

A line that is typed answers the question that stands, by number or in notation, or is
one of a few words that are understood at any time.
"""

import sys
from collections import deque
from collections.abc import Callable
from typing import Any

import trio
import trio.lowlevel

from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import GameError
from p2p_heroes.games.game import Request
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.ui.story import QUESTIONS, Story
from protocol.errors import NotDue
from protocol.genesis import Genesis
from protocol.parcels import Seats
from protocol.words import table_words

HELP = """Answer with the number or the words of a choice. Also understood at any time:
  who             who is here, and whom the table waits for
  forfeit NAME    attest that NAME stays away; when all others do, the game goes on without
  quit            leave; the game is kept, and `p2p-heroes resume` goes on with it"""


EARLY = 1024
"""How many lines a pipe may be ahead."""


class Quit(Exception):
    """The person wants to leave."""


class Plain:
    """A person at a line-by-line terminal. Also the player of their seat."""

    is_patient = True

    def __init__(self, say: Callable[[str], None] = print) -> None:
        self.say = say
        self._lines, self._typed = trio.open_memory_channel[str](64)
        # A pipe writes its answers ahead of the questions; a person does not mean to.
        self._early: deque[str] | None = None if sys.stdin.isatty() else deque()
        self._ended = False
        self._news: trio.MemoryReceiveChannel[News] | None = None
        self._asked: Request[Any] | None = None
        self._answer: trio.MemorySendChannel[object] | None = None
        self._node: Node | None = None
        self._game = GAMES["roshambo"]

    async def read_lines(self) -> None:
        """Pass on what is typed, until there is no more."""
        async with self._lines:
            while line := await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
                await self._lines.send(line)
        self._ended = True
        if self._asked is not None:
            raise Quit

    def show_lobby(self, notice: Seats) -> None:
        sitting = [f"{place.name}{'' if place.ready else ' (not ready)'}" for place in notice.places]
        self.say(f"{len(notice.places)} of {notice.wanted} seats: {', '.join(sitting)}")

    def show_table(self, genesis: Genesis) -> None:
        self.say("")
        self.say(f"The table is founded. Its words: {table_words(genesis.table)}")
        self.say("Everybody at it must see the same four words. Type help at any time.")

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        """Tell the story of a table and obey what is typed, until cancelled."""
        self._node, self._news = node, news
        genesis = node.session.genesis
        self._game = GAMES[genesis.game]
        story = Story(genesis.game, [seat.name for seat in genesis.seats])
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._obey)
            async for item in news:
                for line in story.tell(item):
                    self.say(line)

    async def decide(self, view: object, request: Request[Any]) -> object:
        """Ask until a lawful choice was typed."""
        await self._story_told()
        self.say(QUESTIONS[self._game.name](request))
        for number, choice in enumerate(request.choices, 1):
            self.say(f"  {number}  {self._game.notate(choice)}")
        self._answer, answers = trio.open_memory_channel[object](1)
        self._asked = request
        try:
            self._use_early()
            return await answers.receive()
        finally:
            self._asked = self._answer = None

    async def _story_told(self) -> None:
        """A question comes after what led to it."""
        while self._news is not None and self._news.statistics().current_buffer_used:
            await trio.lowlevel.checkpoint()

    def _use_early(self) -> None:
        while self._early and self._asked is not None:
            self._choose(self._early.popleft())
        if self._ended and self._asked is not None:
            raise Quit

    async def _obey(self) -> None:
        async for line in self._typed:
            self._take(line.strip())

    def _take(self, line: str) -> None:
        match line.split():
            case []:
                return
            case ["help" | "?"]:
                self.say(HELP)
            case ["who"]:
                self._show_who()
            case ["quit" | "exit"]:
                raise Quit
            case ["forfeit", *name]:
                self._forfeit(" ".join(name))
            case _:
                self._choose(line)

    def _choose(self, line: str) -> None:
        if self._asked is None or self._answer is None:
            self._keep_or_complain(line)
            return
        choices = self._asked.choices
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            self._give(choices[int(line) - 1])
            return
        try:
            decision = self._game.parse(line)
        except GameError:
            decision = next((c for c in choices if self._game.notate(c).endswith(f" {line}")), None)
        if decision in choices:
            self._give(decision)
        else:
            self.say(f"That cannot be chosen now: {line}")

    def _keep_or_complain(self, line: str) -> None:
        if self._early is None:
            self.say("Nothing is asked of you now. (help)")
        elif len(self._early) < EARLY:
            self._early.append(line)

    def _give(self, decision: object) -> None:
        assert self._answer is not None
        self._asked = None
        self._answer.send_nowait(decision)
        self.say("Chosen; nobody can change it now, not even you.")

    def _show_who(self) -> None:
        assert self._node is not None
        session = self._node.session
        waited = {waiting.seat: waiting.stage.value for waiting in session.waiting()}
        for number, seat in enumerate(session.genesis.seats):
            here = number in session.keys or number in self._node.mesh.peers
            self.say(f"  {seat.name}: {'here' if here else 'away'}, {waited.get(number, 'nothing owed')}")

    def _forfeit(self, name: str) -> None:
        assert self._node is not None
        seats = [i for i, seat in enumerate(self._node.session.genesis.seats) if seat.name == name]
        try:
            self._node.forfeit(seats)
        except NotDue:
            self.say(f"The table does not wait for {name or 'nobody'}.")
        else:
            self.say("Your word is signed. The others must give theirs.")
