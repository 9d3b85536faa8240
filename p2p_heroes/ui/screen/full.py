"""A person at a full screen: the player of their seat, and what an evening is shown on."""

from collections.abc import Callable
from typing import Any

import trio

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Request
from p2p_heroes.node.news import Left, Linked, Lost, News, WaitingFor
from p2p_heroes.node.node import Node
from p2p_heroes.ui.faces import FACES
from p2p_heroes.ui.plain import Quit
from p2p_heroes.ui.screen.form import ListForm
from p2p_heroes.ui.screen.scene import Scene
from p2p_heroes.ui.story import Story
from p2p_heroes.ui.words import joined
from protocol.errors import NotDue
from protocol.events import Settled
from protocol.genesis import Genesis
from protocol.parcels import Seats
from protocol.words import table_words


class FullScreen:
    """Holds the scene, and turns news and keys into changes of it."""

    is_patient = True

    def __init__(self, scene: Scene, refresh: Callable[[], None], ring: Callable[[], None]) -> None:
        self.scene = scene
        self._refresh = refresh
        self._ring = ring
        self._node: Node | None = None
        self._answer: trio.MemorySendChannel[object] | None = None
        self._leaving = trio.Event()

    # The evening, as `ui.evening` tells it.

    def say(self, line: str) -> None:
        self.scene.say(line)
        self._refresh()

    async def read_lines(self) -> None:
        """Keys come by themselves; here only the wish to leave is awaited."""
        await self._leaving.wait()
        raise Quit

    def show_lobby(self, notice: Seats) -> None:
        sitting = [f"{place.name}{f' ({place.choice})' if place.choice else ''}" for place in notice.places]
        self.say(f"{len(notice.places)} of {notice.wanted} seats: {joined(sitting)}")

    def show_table(self, genesis: Genesis) -> None:
        self.say(f"The table is founded. Its words: {table_words(genesis.table)}")
        self.say("Everybody at it must see the same four words.")

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        self._sit(node)
        story = Story(node.session.genesis.game, self.scene.names)
        async for item in news:
            self._note(item)
            for line in story.tell(item):
                self.scene.say(line)
            self._refresh()
        self.scene.is_over = True
        self._refresh()

    def _sit(self, node: Node) -> None:
        genesis, scene = node.session.genesis, self.scene
        self._node = node
        scene.game, scene.face = GAMES[genesis.game], FACES[genesis.game]
        scene.names = tuple(seat.name for seat in genesis.seats)
        scene.choices = tuple(seat.choice for seat in genesis.seats)
        scene.own = scene.watched = next(iter(node.session.keys))
        scene.words = table_words(genesis.table)
        scene.title = genesis.game
        self._look()

    def _look(self) -> None:
        """The last open state, as our seat sees it."""
        assert self._node is not None
        assert self.scene.game is not None
        state = self._node.session.play.state.state
        self.scene.view = self.scene.game.view(state, self.scene.own)
        if self.scene.face is not None:
            self.scene.headline = self.scene.face.headline(self.scene.view, self.scene.names)

    def _note(self, news: News) -> None:
        assert self._node is not None
        scene = self.scene
        scene.fairness.note(news)
        scene.waiting = {waiting.seat: waiting.stage.value for waiting in self._node.session.waiting()}
        match news:
            case Settled():
                self._look()
            case WaitingFor(seconds):
                scene.seconds = dict(seconds)
            case Linked(seat):
                scene.away.discard(seat)
            case Lost(seat) | Left(seat):
                scene.away.add(seat)

    # Deciding.

    async def decide(self, view: object, request: Request[Any]) -> object:
        scene = self.scene
        assert scene.game is not None
        assert scene.face is not None
        self._answer, answers = trio.open_memory_channel[object](1)
        scene.view, scene.kind, scene.notice = view, request.kind, ""
        make = scene.face.forms.get(request.kind, ListForm)
        scene.form = make(scene.game, scene.face, view, request)
        self._ring()
        self._refresh()
        try:
            return await answers.receive()
        finally:
            scene.form = self._answer = None
            scene.kind, scene.pointed = "", None
            self._refresh()

    def enter(self, typed: str) -> None:
        """Enter was pressed: a word for the table, a choice, or its confirmation."""
        first, *rest = typed.split() or [""]
        match first.casefold():
            case "quit" | "exit":
                self.scene.asks_to_quit = True
            case "forfeit":
                self._forfeit(" ".join(rest))
            case _:
                self._choose(typed)
        self._refresh()

    def _choose(self, typed: str) -> None:
        form = self.scene.form
        if form is None or self._answer is None:
            self.scene.notice = "Nothing is asked of you now." if typed else ""
        elif form.picked is not None and not typed:
            self._answer.send_nowait(form.picked)
        else:
            reason = form.pick(typed)
            self.scene.notice = f"That cannot be chosen: {reason}." if reason else ""

    def _forfeit(self, name: str) -> None:
        names = list(self.scene.names)
        if self._node is None or name not in names:
            self.scene.notice = "Whose? Type forfeit and the name of somebody at the table."
            return
        try:
            self._node.forfeit([names.index(name)])
        except NotDue:
            self.scene.notice = f"The table does not wait for {name}."
        else:
            self.scene.notice = "Your word is signed. The others must give theirs."

    def leave(self) -> None:
        self._leaving.set()
