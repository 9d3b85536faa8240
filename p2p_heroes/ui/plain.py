"""The plain screen: lines in, lines out, for every terminal, pipe and screen reader.

A line that is typed answers the question that stands, by number or in notation, or is
one of a few words that are understood at any time.
"""

import os
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
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

    def __init__(
        self, lines: AsyncIterator[str], say: Callable[[str], None] = print, *, typed: bool = True
    ) -> None:
        self.say = say
        self._lines = lines
        # A pipe writes its answers ahead of the questions; a person does not mean to.
        self._early: deque[str] | None = None if typed else deque()
        self._ended = False
        self._following = trio.Event()
        self._news: trio.MemoryReceiveChannel[News] | None = None
        self._asked: Request[Any] | None = None
        self._answer: trio.MemorySendChannel[object] | None = None
        self._node: Node | None = None
        self._game = GAMES["roshambo"]

    async def read_lines(self) -> None:
        """Obey what is typed, once there is a table, until there is no more."""
        await self._following.wait()
        async for line in self._lines:
            self._take(line.strip())
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
        """Tell the story of a table until there is no more news."""
        self._node, self._news = node, news
        genesis = node.session.genesis
        self._game = GAMES[genesis.game]
        story = Story(genesis.game, [seat.name for seat in genesis.seats])
        self._following.set()
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
        """A question comes after what led to it: wait until the teller waits for more."""
        while self._news is not None and not self._news.statistics().tasks_waiting_receive:
            await trio.lowlevel.checkpoint()

    def _use_early(self) -> None:
        while self._early and self._asked is not None:
            self._choose(self._early.popleft())
        if self._ended and self._asked is not None:
            raise Quit

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
        decision = self._meant(line, self._asked)
        if decision is None:
            self.say(f"That cannot be chosen now: {line}")
            return
        self._asked = None
        self._answer.send_nowait(decision)
        self.say("Chosen; nobody can change it now, not even you.")

    def _meant(self, line: str, request: Request[Any]) -> object | None:
        """The choice of this number, of this notation, or of these last words."""
        choices: Sequence[object] = request.choices
        if line.isdecimal() and len(line) < 9:
            return choices[int(line) - 1] if 1 <= int(line) <= len(choices) else None
        try:
            decision = self._game.parse(line)
        except GameError:
            return next((c for c in choices if self._game.notate(c).endswith(f" {line.lower()}")), None)
        return decision if decision in choices else None

    def _keep_or_complain(self, line: str) -> None:
        if self._early is None:
            self.say("Nothing is asked of you now. (help)")
        elif len(self._early) < EARLY:
            self._early.append(line)

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
        if not seats:
            self.say("Whose? Type forfeit and the name of somebody at the table. (who)")
            return
        try:
            self._node.forfeit(seats)
        except NotDue:
            self.say(f"The table does not wait for {name}.")
        else:
            self.say("Your word is signed. The others must give theirs.")


async def typed_lines(descriptor: int = 0) -> AsyncIterator[str]:
    """What is typed, or piped in, line by line until there is no more."""
    rest = b""
    while piece := await _read(descriptor):
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")


async def _read(descriptor: int) -> bytes:
    # In a thread, for a terminal or a file is nothing that can be waited for everywhere; and past the
    # buffers of `sys.stdin`, whose lock the thread would keep when the program ends.
    try:
        return await trio.to_thread.run_sync(os.read, descriptor, 4096, abandon_on_cancel=True)
    except OSError:
        return b""
