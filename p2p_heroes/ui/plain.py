"""The plain screen: lines in, lines out, for every terminal, pipe and screen reader.

A line that is typed answers the question that stands, by number or in notation, or is
one of a few words that are understood at any time.
"""

import os
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from shutil import get_terminal_size
from typing import Any

import trio
import trio.lowlevel

from p2p_heroes.games import GAMES, SMALL_GAME
from p2p_heroes.games.errors import GameError
from p2p_heroes.games.game import AnyGame, Request
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.ui.consent import Consent, seat_called
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.asked import Asked, not_offered
from p2p_heroes.ui.kit.choices import MOST_LOOKED_AT, Unclear
from p2p_heroes.ui.lobby import Lobby
from p2p_heroes.ui.presence import THROUGH, Presence
from p2p_heroes.ui.rules import looked_up
from p2p_heroes.ui.samewords import ANSWERS, SameWords
from p2p_heroes.ui.started import command
from p2p_heroes.ui.story import Story
from p2p_heroes.ui.words import DUES
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.peer_messages import LobbySeat, Seats
from protocol.words import table_words

HELP = """Answer with the number or the words of a choice, or with their beginning.
Also understood at any time:
  help            this, and the rule behind the question that stands
  rules WORDS     look something up in the rules; rules alone lists the topics
  who             who is here, and whom the table waits for
  say TEXT        talk to the others
  leave           go now; your seat waits, and `{command} resume` brings you back
  resign          give up your seat for good; asks back
  forfeit NAME    ask to go on without NAME once the table's patience is over; asks back
  keep NAME       take that back"""

READABLE = 100
"""Columns of what is looked up in the rules, at most."""

EARLY = 1024
"""How many lines a pipe may be ahead."""


class Quit(Exception):
    """The person wants to leave."""


class Stopped(Exception):
    """The system wants the whole program to end: by a signal, or because the terminal is gone."""


class ScreenBroke(Exception):
    """A mistake in the full screen; the text names it, and its cause is what was raised."""


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
        self._lobby = Lobby(_listed)
        self._following = trio.Event()
        self._news: trio.MemoryReceiveChannel[News] | None = None
        self._asked: Asked[Any, Any] | None = None
        self._explained: set[str] = set()
        self._answer: trio.MemorySendChannel[object] | None = None
        self._node: Node | None = None
        self._presence = Presence()
        self._consent: Consent | None = None
        self._story = Story(SMALL_GAME, ())
        self._same: SameWords | None = None
        self._game = GAMES[SMALL_GAME]

    async def read_lines(self) -> None:
        """Obey what is typed, once there is a table, until there is no more."""
        await self._following.wait()
        async for line in self._lines:
            self._take(line.strip())
        self._ended = True
        if self._asked is not None or self._is_comparing:
            raise Quit

    def show_lobby(self, notice: Seats) -> None:
        if line := self._lobby.told(notice):
            self.say(line)

    def show_table(self, genesis: Genesis, *, asks: bool = False) -> None:
        words = table_words(genesis.table)
        self.say("")
        self.say(f"The table is founded. Its words: {words}")
        self.say("Everybody at it must see the same four words. Type help at any time.")
        if asks:
            self.ask_words(words)

    def ask_words(self, words: str) -> None:
        # A pipe has nobody to ask aloud.
        if self._early is None:
            self._same = SameWords(words)

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        """Tell the story of a table until there is no more news."""
        self._node, self._news = node, news
        self._consent = Consent(node)
        if self._same is not None:
            self._same.node = node
        node.tells_checks = False
        genesis = node.genesis
        self._game = GAMES[genesis.game]
        names = [seat.name for seat in genesis.seats]
        self._story = story = Story(genesis.game, names, own=node.own, seen=node.seen)
        story.departures.asked = node.named
        self._presence = Presence(node.unlinked)
        self._following.set()
        async for item in news:
            self._presence.note(item)
            for line in story.tell(item):
                self.say(line)

    async def decide(self, view: object, request: Request[Any]) -> object:
        """Ask until a lawful choice was typed."""
        await self._story_told()
        await self._compare()
        asked = Asked(self._game, GAME_UIS[self._game.name], view, request, self._why_not)
        self._ask(asked)
        self._answer, answers = trio.open_memory_channel[object](1)
        self._asked = asked
        try:
            self._use_early()
            return await answers.receive()
        finally:
            self._asked = self._answer = None

    @property
    def _is_comparing(self) -> bool:
        return self._same is not None and self._same.is_asked

    async def _compare(self) -> None:
        """Before the first decision: does everybody read the same words?"""
        if self._same is None:
            return
        self.say("")
        self.say(self._same.question)
        if self._ended:
            raise Quit
        await self._same.agreed()
        self._same = None

    def _ask(self, asked: Asked[Any, Any]) -> None:
        ui, view, request = GAME_UIS[self._game.name], asked.view, asked.request
        self.say("")
        if status := ui.status(view, request.seat):
            self.say(status)
        shown = asked.offer.shown(asked.is_sensible)
        offered = replace(request, choices=tuple(choice for _, choice in shown))
        self._say_question(ui.question(offered), request.kind)
        width = len(str(shown[-1][0]))
        for number, choice in shown:
            meaning = asked.meaning(choice)
            self.say(f"  {number:{width}}  {asked.worded(choice)}{f'  ({meaning})' if meaning else ''}")
        few = len(request.choices) <= MOST_LOOKED_AT
        choices = asked.offer.distinct(request.choices) if few else request.choices
        self._say_what_is_hidden(len(shown), choices, asked.is_sensible)

    def _say_what_is_hidden(
        self, shown: int, choices: Sequence[Any], is_sensible: Callable[[Any], bool]
    ) -> None:
        """That there is more than was printed, and whether it is worth a thought."""
        if shown == len(choices):
            return
        if len(choices) <= MOST_LOOKED_AT and shown == sum(map(is_sensible, choices)):
            hidden = len(choices) - shown
            self.say(f"Not shown: {hidden} without hope of success. They can be typed in such words.")
        else:
            self.say(f"{shown} of {len(choices):,} choices; any other can be typed in such words.")

    def _say_question(self, text: str, kind: str) -> None:
        """With all that belongs to it for the first time, afterwards without."""
        asked, *about = text.split("\n")
        for line in [asked] if kind in self._explained else [asked, *about]:
            self.say(line)
        self._explained.add(kind)

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
        answered, is_done = self._consent.answer(line) if self._consent else ([], False)
        self._say_all(answered)
        if is_done or (self._same is not None and self._same.answer(line)):
            return
        first, *rest = line.split() or [""]
        match first.casefold(), *rest:
            case [""]:
                return
            case _ if self._is_choice(line):
                self._choose(line)
            case ["help" | "?"]:
                self._help()
            case ["rules", *words]:
                for told in looked_up(self._game.name, words, _readable()):
                    self.say(told)
            case ["who"]:
                self._show_who()
            case ["leave" | "quit" | "exit"]:
                raise Quit
            case ["say", *said]:
                assert self._consent is not None
                self._say_all(self._consent.say(" ".join(said)))
            case ["forfeit" | "keep" | "resign" as word, *name]:
                assert self._consent is not None
                self._say_all(self._consent.asked(word, " ".join(name)))
            case [word, *name] if word in GAME_UIS[self._game.name].sights:
                self._show_sight(word, " ".join(name))
            case _:
                self._choose(line)

    def _is_choice(self, line: str) -> bool:
        """Whether the line is a choice word for word: then it is no word for the table."""
        if self._asked is not None:
            return self._asked.offer.reads(line)
        return self._early is not None and _is_notation(self._game, line)

    def _help(self) -> None:
        ui = GAME_UIS[self._game.name]
        self.say(HELP.format(command=command()))
        for word, sight in ui.sights.items():
            self.say(f"  {word:15} {sight.help}")
        if self._asked is not None:
            asked = self._asked
            for line in ["", *asked.question.split("\n"), *ui.rule(asked.request.kind)]:
                self.say(line)

    def _choose(self, line: str) -> None:
        if self._asked is None or self._answer is None:
            self._keep_or_complain(line)
            return
        asked = self._asked
        try:
            decision = self._meant(line, asked)
        except Unclear as reason:
            self.say(f"That cannot be chosen now: {reason}.")
            return
        self._asked = None
        self._answer.send_nowait(decision)
        self.say(f"Chosen for good: {asked.worded(decision)}")

    def _meant(self, line: str, asked: Asked[Any, Any]) -> object:
        """The lawful choice that was typed. Raises Unclear with the reason why there is none."""
        decision = asked.offer.meant(line)
        if decision not in asked.request.choices:
            raise Unclear(asked.why_not(decision))
        return decision

    def _why_not(self, decision: object) -> str:
        """The rules' own reason, where we sit at a table."""
        return self._consent.why_not(decision) if self._consent is not None else not_offered(decision)

    def _keep_or_complain(self, line: str) -> None:
        if self._is_comparing:
            self.say(ANSWERS)
        elif self._early is None:
            self.say(f"{self._not_asked()} (help)")
        elif len(self._early) < EARLY:
            self._early.append(line)

    def _not_asked(self) -> str:
        if self._node is not None and self._node.is_finding_back:
            return "Finding your table again..."
        if self._node is not None and self._node.is_watching:
            return f"You watch: {self._story.departures.fate() or 'your seat is out of the game.'}"
        return "Nothing is asked of you now."

    def _show_who(self) -> None:
        assert self._node is not None
        seats = self._node.genesis.seats
        waited = {waiting.seat: waiting.stage.value for waiting in self._node.awaited()}
        for number, seat in enumerate(seats):
            due = waited.get(number, "")
            if away := self._presence.away.get(number):
                self.say(f"  {seat.name} {away}{'; the table waits for it' if due else ''}")
            else:
                here = f"is here{THROUGH if self._presence.is_through_others(number) else ''}"
                self.say(f"  {seat.name} {here}{f' and {DUES.get(due, due)}' if due else ''}")
        if apart := self._presence.apart([seat.name for seat in seats]):
            self.say(f"  {apart}")

    def _show_sight(self, word: str, name: str) -> None:
        """A view of the game, as our seat has it or the one that was named."""
        assert self._node is not None
        names = [seat.name for seat in self._node.genesis.seats]
        seat = seat_called(name, names)
        if name and seat is None:
            self.say(f"Nobody here is called {name}. (who)")
            return
        own, view = self._node.own, self._node.view()
        for line in GAME_UIS[self._game.name].sights[word].show(view, own if seat is None else seat, names):
            self.say(line)

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)


def _is_notation(game: AnyGame, line: str) -> bool:
    try:
        game.parse(line)
    except GameError:
        return False
    return True


def _readable() -> int:
    """How wide a text may be; where there is no terminal, nothing is wrapped once more."""
    return min(READABLE, get_terminal_size((READABLE + 1, 0)).columns - 1)


def _listed(places: Sequence[LobbySeat]) -> str:
    return ", ".join(f"{place.name}{_choice_and_readiness(place)}" for place in places)


def _choice_and_readiness(place: LobbySeat) -> str:
    notes = [*([place.choice] if place.choice else []), *([] if place.ready else ["not ready"])]
    return f" ({', '.join(notes)})" if notes else ""


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
