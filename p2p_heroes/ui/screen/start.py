"""The start screen: from the first key to what the person wants to do.

It plays nothing itself: `choose` gives back a command and its settings, just as a typed
command line would, and all that follows is the same.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import trio
from prompt_toolkit import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import HSplit, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output

from p2p_heroes import __version__
from p2p_heroes.bots import BOTS
from p2p_heroes.games import GAMES
from p2p_heroes.node.advert import Advert, DiscoveryUnavailable
from p2p_heroes.node.known_players import known_players_in, read_known_players, told_keys
from p2p_heroes.settings import (
    HostSettings,
    JoinSettings,
    PlaySettings,
    ReplaySettings,
    ResumeSettings,
    SeatSettings,
)
from p2p_heroes.ui.finding import place, places
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.forms import FAR
from p2p_heroes.ui.kit.pages import Page, as_text
from p2p_heroes.ui.kit.palette import ColourDepth
from p2p_heroes.ui.kit.text import Line, fitted
from p2p_heroes.ui.records import Recorded, read_record, records_in
from p2p_heroes.ui.rules import pages_for
from p2p_heroes.ui.screen.app import application
from p2p_heroes.ui.screen.arrangement import foot
from p2p_heroes.ui.screen.control import PaneControl
from p2p_heroes.ui.screen.guest import run_beside
from p2p_heroes.ui.screen.keys import KeyBinding, bound
from p2p_heroes.ui.screen.menu import Field, Menu, MenuAction, MenuPage, MenuText, Pick, Row
from protocol.frozen import replace
from protocol.genesis import MAX_NAME

ANY = "any"
MOST_RECORDS = 50
"""Older games are not listed; the command line takes any file."""

HINTS = ("Enter choose", "Esc back", "Up/Down mark", "Left/Right change", "Ctrl-C leave")
SLOGAN = "Board games in the terminal, peer to peer: no server, and nobody can cheat."

LEVELS = {
    "wanderer": "they choose by chance",
    "steady": "they think an action ahead",
    "warlord": "they think rounds ahead, and take their time",
}
"""How well bots play."""

Wish = SeatSettings | ReplaySettings
"""What is to be done, as a command line would say it."""


class StartScreen:
    """The pages of the start screen, and what was found for them."""

    def __init__(self, settings: SeatSettings, folder: Path) -> None:
        self._settings, self._folder = settings, folder
        self.wish: Wish | None = None
        self.records: list[Recorded] = []
        self._known: dict[tuple[Path, int], Recorded | None] = {}
        self.tables: Sequence[Advert] = ()
        self.network = ""
        """Why no tables can be found, if that is so."""
        self._ended, self._looks = trio.Event(), trio.Event()
        self._name = Field("Your name", settings.name, "as the others will see it", MAX_NAME)
        self._game = Pick("Game", [(name, GAME_UIS[name].title) for name in GAMES])
        self._level = Pick("Level", [(name, LEVELS.get(name, "")) for name in BOTS], _level(settings))
        self._bots = {name: Pick("Bots", _numbers(game.seats, -1)) for name, game in GAMES.items()}
        self._seats = {name: Pick("Seats", _numbers(game.seats, 0)) for name, game in GAMES.items()}
        self._factions = {name: _factions(name) for name, game in GAMES.items() if game.choices}
        self._code = Field("Invite code", "", "who joins must know it; empty: nobody needs one")
        self._their_code = Field("Invite code", "", "if the table asks for one")
        self._search = Field("Search", "", "any words, or mark a topic below")
        self._address = Field("HOST:PORT", "", "as the host's screen shows it, then Enter below")
        self.menu = Menu(MenuPage(SLOGAN, self._first_rows))

    # The pages.

    def _first_rows(self) -> Sequence[Row]:
        unfinished = [record for record in self.records if not record.is_over]
        return [
            MenuAction(
                "Play", partial(self._open, "Play against bots", self._play_rows), "a game against bots"
            ),
            MenuAction("Host", partial(self._open, "Host a table", self._host_rows), "a table for friends"),
            MenuAction("Join", self._join, "sit down at a friend's table on your network"),
            MenuAction(
                "Resume",
                partial(self._open, "Resume a game", self._resume_rows),
                f"go on with {_games(len(unfinished), 'unfinished')}" if unfinished else "nothing to resume",
            ),
            MenuAction(
                "Watch",
                partial(self._open, "Watch a recorded game", self._replay_rows),
                f"walk through {_games(len(self.records), 'recorded')}" if self.records else "no game yet",
            ),
            MenuAction("Rules", partial(self._open, "Rules", self._rules_rows), "to read and to search"),
            self._name,
            MenuAction("Quit", self.leave),
        ]

    def _open(self, title: str, rows: Callable[[], Sequence[Row]]) -> None:
        self.menu.open(MenuPage(title, rows))

    def _play_rows(self) -> Sequence[Row]:
        return [
            MenuAction("Begin", self._play),
            self._game,
            self._bots[self._game.value],
            *([self._level] if len(BOTS) > 1 else []),
            *self._faction_rows(),
        ]

    def _host_rows(self) -> Sequence[Row]:
        return [
            MenuAction("Open the table", self._host),
            self._game,
            self._seats[self._game.value],
            *self._faction_rows(),
            self._code,
        ]

    def _faction_rows(self) -> list[Row]:
        return [self._factions[self._game.value]] if self._game.value in self._factions else []

    def _join_rows(self) -> Sequence[Row]:
        """What was found first, then what can be typed."""
        found: list[Row] = [
            MenuAction(_told(advert), partial(self._sit_down, advert), key=place(advert.host, advert.port))
            for advert in self.tables
        ]
        looking = self.network or "Looking for tables on your network ..."
        return [
            *(found or [MenuText(looking)]),
            MenuText(""),
            MenuText("Where no table is found:"),
            self._address,
            MenuAction("Join there", self._sit_down_there),
            MenuText(""),
            *self._factions.values(),
            self._their_code,
        ]

    def _resume_rows(self) -> Sequence[Row]:
        unfinished = [record for record in self.records if not record.is_over]
        return self._listed(self._resume, unfinished) or [MenuText("There is no unfinished game here.")]

    def _replay_rows(self) -> Sequence[Row]:
        return self._listed(self._replay, self.records) or [MenuText("There is no recorded game here.")]

    def _listed(self, wish: Callable[[str], None], records: Sequence[Recorded]) -> list[Row]:
        return [
            MenuAction(record.title, partial(wish, str(record.path)), key=str(record.path))
            for record in records
        ]

    def _rules_rows(self) -> Sequence[Row]:
        """What was searched for, or all there is."""
        words, rows = self._search.value.split(), list[Row]([self._search])
        for game, ui in GAME_UIS.items():
            pages = pages_for(game, words) if words else ui.book
            rows += [MenuText(""), MenuText(game)] if pages else []
            rows += [
                MenuAction(page.title, partial(self._read, page), key=f"{game} {page.topic}")
                for page in pages
            ]
        return rows if len(rows) > 1 else [*rows, MenuText(""), MenuText("No rule has all of these words.")]

    def _read(self, page: Page) -> None:
        self.menu.open(MenuPage(page.title, text=lambda width: as_text(page, width)[3:]))

    # What can be wished for.

    def _play(self) -> None:
        game = self._game.value
        self._ask(
            PlaySettings(
                game=game,
                faction=self._faction(game),
                seats=int(self._bots[game].value) + 1,
                level=self._level.value,
            )
        )

    def _host(self) -> None:
        game, code = self._game.value, self._code.value.strip()
        self._ask(
            HostSettings(
                game=game,
                faction=self._faction(game),
                seats=int(self._seats[game].value),
                code=code or None,
            )
        )

    def _resume(self, path: str) -> None:
        self._ask(ResumeSettings(files=(path,)))

    def _replay(self, path: str) -> None:
        self._end(ReplaySettings(file=path, ascii=self._settings.ascii))

    def _faction(self, game: str) -> str:
        picked = self._factions[game].value if game in self._factions else ANY
        return "" if picked == ANY else picked

    def _join(self) -> None:
        self._looks.set()
        self._open("Join a table", self._join_rows)

    def _sit_down(self, advert: Advert) -> None:
        self._sit_down_at(places(advert), self._faction(advert.game))

    def _sit_down_there(self) -> None:
        if not self._address.value.strip():
            self.menu.notice = "Type the HOST:PORT that the host's screen shows."
            return
        wanted = [faction for game in self._factions if (faction := self._faction(game))]
        self._sit_down_at(self._address.value.strip(), "".join(wanted[:1]))

    def _sit_down_at(self, table: str, faction: str) -> None:
        self._ask(JoinSettings(table=table, faction=faction, code=self._their_code.value.strip() or None))

    def _ask(self, wish: SeatSettings) -> None:
        """With what is the same for all who sit down."""
        ours = self._settings
        self._end(replace(wish, name=self._name.value.strip(), ascii=ours.ascii, interfaces=ours.interfaces))

    def _end(self, wish: Wish) -> None:
        self.wish = wish
        self._ended.set()

    def leave(self) -> None:
        self.wish = None
        self._ended.set()

    # What happens beside.

    def again(self, notice: str) -> None:
        """Before it is shown once more: what came of the last wish."""
        self.menu.notice = notice
        self.wish, self._ended = None, trio.Event()

    async def until_ended(self, refresh: Callable[[], None]) -> None:
        """Look for games and tables until the person has chosen."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._find_records, refresh)
            nursery.start_soon(self._find_tables, refresh)
            await self._ended.wait()
            nursery.cancel_scope.cancel()

    async def _find_records(self, refresh: Callable[[], None]) -> None:
        """One after the other: a long game takes its time to be checked."""
        found: list[Recorded] = []
        for path in records_in(self._folder)[:MOST_RECORDS]:
            record = await trio.to_thread.run_sync(self._read_once, path, abandon_on_cancel=True)
            found += [record] if record is not None else []
            if len(found) >= len(self.records):
                self.records = list(found)
                refresh()
        self.records = found
        refresh()

    def _read_once(self, path: Path) -> Recorded | None:
        """What is in a file; as long as it does not change it need not be read again."""
        try:
            key = path, path.stat().st_mtime_ns
        except OSError:
            return None
        if key not in self._known:
            self._known[key] = read_record(path)
        return self._known[key]

    async def _find_tables(self, refresh: Callable[[], None]) -> None:
        """Only when somebody wants to join: nobody else need listen to the network."""
        await self._looks.wait()
        from p2p_heroes.node.discovery import watch

        try:
            known = told_keys(read_known_players(known_players_in(self._folder)))
            async with watch(self._settings.interfaces, known=known) as watching:
                while True:
                    self.tables = watching.tables
                    refresh()
                    await watching.changed()
        except DiscoveryUnavailable:
            self.network = "This network carries no announcements."
            refresh()


def _level(settings: SeatSettings) -> int:
    return list(BOTS).index(settings.level)


def _numbers(seats: range, more: int) -> list[tuple[str, str]]:
    return [(str(count + more), f"{count} players in all" if more else "you included") for count in seats]


def _factions(game: str) -> Pick:
    offered = [(name, GAME_UIS[game].idea(name)) for name in GAMES[game].choices]
    return Pick("Faction", [(ANY, "one that is free, by chance"), *offered])


def _games(count: int, kind: str) -> str:
    return f"{count} {kind} game{'' if count == 1 else 's'}"


def _told(advert: Advert) -> str:
    code = ", with a code" if advert.code else ""
    gone = ", may be gone" if advert.parted else ""
    return f"{advert.name}: {advert.game}, {advert.taken} of {advert.seats} seats{code}{gone}"


def choose(
    start: StartScreen,
    *,
    depth: ColourDepth = ColourDepth.SIXTEEN,
    input: Input | None = None,  # noqa: A002 -- prompt_toolkit's own word
    output: Output | None = None,
) -> Wish | None:
    """Show the start screen until something is wished for; None: to leave."""
    return asyncio.run(_choose(start, depth, input, output))


async def _choose(
    start: StartScreen, depth: ColourDepth, keyboard: Input | None, output: Output | None
) -> Wish | None:
    app = _application(start, depth, keyboard, output)
    await run_beside(app, lambda: start.until_ended(app.invalidate), start.leave)
    return start.wish


def _application(
    start: StartScreen, depth: ColourDepth, keyboard: Input | None, output: Output | None
) -> Application[None]:
    menu = start.menu

    def size() -> Size:
        return app.output.get_size()

    def title() -> StyleAndTextTuples:
        name, version = " p2p-heroes", f"{__version__} "
        return [("class:title", fitted(name, size().columns - len(version)) + version)]

    def told(width: int, height: int) -> list[Line]:
        return foot(menu.notice, HINTS, width)

    shown = HSplit(
        [
            Window(FormattedTextControl(title), height=1),
            Window(PaneControl(menu.lines, menu.go), wrap_lines=False),
            Window(PaneControl(told, menu.go), height=lambda: len(told(size().columns, 1))),
        ]
    )
    app = application(shown, _keys(start), keyboard, output, depth=depth)
    return app


def _keys(start: StartScreen) -> KeyBindings:
    menu = start.menu
    keys = bound(
        [
            KeyBinding("up", partial(menu.go, -1)),
            KeyBinding("down", partial(menu.go, 1)),
            KeyBinding("s-tab", partial(menu.go, -1)),
            KeyBinding("tab", partial(menu.go, 1)),
            KeyBinding("pageup", partial(menu.go, -10)),
            KeyBinding("pagedown", partial(menu.go, 10)),
            KeyBinding("home", partial(menu.go, -FAR)),
            KeyBinding("end", partial(menu.go, FAR)),
            KeyBinding("left", partial(menu.change, -1)),
            KeyBinding("right", partial(menu.change, 1)),
            KeyBinding("backspace", menu.erase),
            KeyBinding("enter", menu.enter),
            KeyBinding("c-c", start.leave),
            KeyBinding("c-d", start.leave),
            KeyBinding("escape", menu.back, eager=True),
        ]
    )

    @keys.add("<any>")
    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        menu.write(event.data)

    return keys
