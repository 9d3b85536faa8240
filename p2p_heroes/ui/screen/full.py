"""A person at a full screen: the player of their seat, and what a game is shown on."""

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import trio

from p2p_heroes.games.game import Request
from p2p_heroes.node.news import ForfeitProposed, News, Relented, Reprieve, ReprieveOver, WaitingFor
from p2p_heroes.node.node import Node
from p2p_heroes.ui.consent import Consent, seat_called
from p2p_heroes.ui.game_ui import AnyGameUI
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.forms import QuestionForm
from p2p_heroes.ui.kit.words import joined
from p2p_heroes.ui.lobby import Lobby, waits_for
from p2p_heroes.ui.plain import Quit
from p2p_heroes.ui.presence import Presence
from p2p_heroes.ui.rules import looked_up
from p2p_heroes.ui.samewords import ANSWERS, DifferentWords, SameWords
from p2p_heroes.ui.screen.question import WATCHING
from p2p_heroes.ui.screen.screen_state import ScreenState
from p2p_heroes.ui.story import Story
from protocol.events import Rebuilt, Settled
from protocol.genesis import Genesis
from protocol.peer_messages import LobbySeat, Seats
from protocol.words import table_words


class FullScreen:
    """Holds the scene, and turns news and keys into changes of it."""

    is_patient = True

    def __init__(self, scene: ScreenState, refresh: Callable[[], None], ring: Callable[[], None]) -> None:
        self.scene = scene
        self._refresh = refresh
        self._ring = ring
        self._node: Node | None = None
        self._consent: Consent | None = None
        self._standing = ""
        self._answer: trio.MemorySendChannel[object] | None = None
        self._same: SameWords | None = None
        self._leaving = trio.Event()
        self._parting: Exception = Quit()
        self._lobby = Lobby(_listed)
        self._story: Story | None = None

    # The game, as `ui.session_flow` tells it.

    def say(self, line: str) -> None:
        self.scene.say(line)
        self._refresh()

    async def read_lines(self) -> None:
        """Keys come by themselves."""

    async def until_left(self) -> None:
        """Wait for the wish to leave. Raises Quit or DifferentWords."""
        await self._leaving.wait()
        if not self.scene.is_over:
            raise self._parting

    async def until_read(self) -> None:
        """Wait until the person has seen how it ended."""
        self.scene.is_over = True
        self._refresh()
        await self._leaving.wait()

    def show_lobby(self, notice: Seats) -> None:
        self.scene.before = waits_for(notice)
        if line := self._lobby.told(notice):
            self.scene.say(line)
        self._refresh()

    def show_table(self, genesis: Genesis, *, asks: bool = False) -> None:
        words = table_words(genesis.table)
        self.say(f"The table is founded. Its words: {words}")
        self.say("Everybody at it must see the same four words.")
        if asks:
            self.ask_words(words)

    def ask_words(self, words: str) -> None:
        self._same = SameWords(words)

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        genesis = node.genesis
        names = [seat.name for seat in genesis.seats]
        story = self._story = Story(genesis.game, names, own=node.own, seen=node.seen)
        story.departures.asked = node.named
        self._sit(node)
        async for item in news:
            self._note(item)
            if isinstance(item, ForfeitProposed):
                self.scene.warning = story.departures.clock(item)
            elif isinstance(item, Relented) and item.without == self.scene.own:
                # Whoever still wants it says so a moment later.
                self.scene.warning = ""
            if isinstance(item, Reprieve):
                self.scene.reprieve = story.departures.reprieve(item)
            for line in story.tell(item):
                self.scene.say(line)
            self._refresh()

    def _sit(self, node: Node) -> None:
        genesis, scene = node.genesis, self.scene
        self._node, self._consent = node, Consent(node)
        if self._same is not None:
            self._same.node = node
        scene.sit(genesis)
        scene.own = scene.watched = node.own
        scene.presence = Presence(node.unlinked)
        scene.title = genesis.game
        self._look()
        self._wait()

    def _look(self) -> None:
        """The last open state, as our seat sees it."""
        assert self._node is not None
        self.scene.view = self._node.view()

    def _note(self, news: News) -> None:
        assert self._node is not None
        scene = self.scene
        scene.fairness.note(news)
        scene.presence.note(news)
        self._wait()
        if scene.own not in scene.waiting:
            scene.warning = ""
        assert self._consent is not None
        scene.asked_back = self._consent.question
        if self._standing and scene.notice == self._standing:
            scene.notice = self._standing = self._consent.standing
        scene.is_watching = self._node.is_watching
        match news:
            case Settled() | Rebuilt():
                self._look()
                scene.seconds.clear()
                scene.reprieve = ""
            case ReprieveOver():
                scene.reprieve = ""
            case WaitingFor(seconds):
                scene.seconds.update(seconds)

    def _wait(self) -> None:
        """For whom the table waits at this moment."""
        assert self._node is not None
        node, scene = self._node, self.scene
        scene.waiting = {one.seat: one.stage.value for one in node.awaited()}
        unanswered = node.unanswered()
        pending = self._consent.pending if self._consent is not None else ""
        asked = self._story.departures.question(unanswered) if self._story and unanswered else ""
        scene.unanswered = asked or pending
        scene.fate = self._story.departures.fate() if self._story else ""
        if self._story:
            steps = {seat: self._story.departures.out(seat) for seat in range(len(scene.names))}
            scene.out = {seat: step for seat, step in steps.items() if step is not None}
        scene.is_finding_back = node.is_finding_back
        scene.has_ended = node.outcome is not None

    # Deciding.

    async def decide(self, view: object, request: Request[Any]) -> object:
        scene = self.scene
        if self._same is not None:
            await self._compare(self._same)
        self._answer, answers = trio.open_memory_channel[object](1)
        scene.view, scene.kind, scene.notice = view, request.kind, ""
        scene.form = self._form(view, request)
        self._ring()
        self._refresh()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._count, request.seat)
                answer = await answers.receive()
                nursery.cancel_scope.cancel()
            return answer
        finally:
            scene.form = self._answer = None
            scene.kind, scene.pointed = "", None
            scene.seconds.pop(request.seat, None)
            self._refresh()

    async def _compare(self, same: SameWords) -> None:
        """Before the first decision: does everybody read the same words?"""
        self.scene.compared, self.scene.notice = same.question, ""
        self._ring()
        self._refresh()
        try:
            await same.agreed()
            self._same = None
        finally:
            self.scene.compared = ""

    async def _count(self, seat: int) -> None:
        """The own clock; those of the others come as news."""
        for seconds in itertools.count():
            self.scene.seconds[seat] = seconds
            self._refresh()
            await trio.sleep(1)

    def _form(self, view: object, request: Request[Any]) -> QuestionForm[Any, Any]:
        game, ui = self.scene.game, self.scene.ui
        assert game is not None
        assert ui is not None
        assert self._consent is not None
        return ui.form(Asked(game, ui, view, request, self._consent.why_not))

    def enter(self, typed: str) -> bool:
        """Enter: a word for the table, a choice, or its confirmation. Whether the line is done with."""
        scene = self.scene
        scene.notice = ""
        if self._consent is not None and not scene.is_over:
            told, is_done = self._consent.answer(typed.strip())
            self._tell_of(self._consent, told)
            self._wait()
            if is_done:
                return True
        return self._has_compared(typed) or self._obey(typed)

    def _has_compared(self, typed: str) -> bool:
        """Whether the line says that everybody reads the same words, or that not all do."""
        try:
            return self._same is not None and self._same.answer(typed)
        except DifferentWords as different:
            self._parting = different
            self.leave()
            return True

    def _obey(self, typed: str) -> bool:
        scene = self.scene
        first, _, rest = typed.strip().partition(" ")
        match first.casefold():
            case _ if scene.is_over:
                self.leave()
            case _ if scene.form is not None and typed.strip() and scene.form.offer.reads(typed):
                return self._choose(typed)
            case "leave" | "quit" | "exit":
                scene.asks_to_quit = True
            case "who":
                scene.turn_to("table")
            case "help":
                scene.turn_to("help")
            case "rules":
                self._look_up(rest.split())
            case "say":
                return self._say_to_all(rest.strip())
            case "forfeit" | "keep" | "resign" as word:
                self._part(word, rest.strip())
            case word if scene.ui is not None and word in scene.ui.sights:
                self._look_at(scene.ui, word, rest.strip())
            case _:
                return self._choose(typed)
        self._refresh()
        return True

    def _choose(self, typed: str) -> bool:
        form, scene = self.scene.form, self.scene
        if form is None or self._answer is None:
            told = WATCHING if scene.is_watching else "Nothing is asked of you now."
            scene.notice = (ANSWERS if scene.compared else told) if typed else ""
            return not typed
        if form.picked is not None and not typed:
            self._answer.send_nowait(form.picked)
            self._answer = None
            return True
        reason = form.pick(typed)
        scene.notice = f"That cannot be chosen: {reason}." if reason else ""
        self._refresh()
        return not reason

    def _look_up(self, words: list[str]) -> None:
        """The rules, where the help stands."""
        if self.scene.game is not None:
            self.scene.turn_to("help")
            self.scene.looked_up = partial(looked_up, self.scene.game.name, words)

    def _look_at(self, ui: AnyGameUI, word: str, name: str) -> None:
        """Somebody's board, or whatever else there is to see, on its own tab or in the story."""
        scene, seat = self.scene, seat_called(name, self.scene.names)
        if name and seat is None:
            scene.notice = f"Nobody here is called {name}."
        elif word in ui.panes:
            scene.watched = scene.watched if seat is None else seat
            scene.turn_to(word)
        elif scene.own is not None and scene.view is not None:
            for line in ui.sights[word].show(scene.view, scene.own if seat is None else seat, scene.names):
                scene.say(line)
            scene.turn_to("table")

    def _say_to_all(self, text: str) -> bool:
        if self._consent is None:
            told = ["Nobody can hear you before the table is founded."]
        else:
            told = self._consent.say(text)
        self.scene.notice = " ".join(told)
        return not told

    def _part(self, word: str, name: str) -> None:
        """Words that take a seat out of the game, or leave it there."""
        if self._consent is None:
            self.scene.notice = "There is no game yet."
        else:
            self._tell_of(self._consent, self._consent.asked(word, name))
            self._wait()

    def _tell_of(self, consent: Consent, told: list[str]) -> None:
        """What is asked back stays in sight until it is answered; all else is a notice."""
        self.scene.asked_back = consent.question
        if not consent.question:
            self.scene.notice, self._standing = " ".join(told), consent.standing
        self._refresh()

    def leave(self) -> None:
        self._leaving.set()


def _listed(places: Sequence[LobbySeat]) -> str:
    return joined([f"{place.name}{f' ({place.choice})' if place.choice else ''}" for place in places])
