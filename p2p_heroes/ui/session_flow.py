"""From a command to its end: host, join, play or resume, with any screen.

Comes in: settings and a screen. Goes out: how the table ended. The work is done by
`node`; here is only the order in which a person meets it.
"""

import math
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from shutil import rmtree
from types import MappingProxyType
from typing import Protocol

import trio

from p2p_heroes.games import GAMES
from p2p_heroes.node import compared_words
from p2p_heroes.node.address_file import addresses_beside, read_addresses
from p2p_heroes.node.advert import KEY_DIGITS, Advert, DiscoveryUnavailable, clean_name
from p2p_heroes.node.beacon import OwnSeat
from p2p_heroes.node.folders import Folders
from p2p_heroes.node.interfaces import is_only_here, published
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.known_players import known_players_in, read_known_players, remember
from p2p_heroes.node.listener import CannotListen, Listener, open_listener
from p2p_heroes.node.lobby_guest import HostLink, Notice, free_choice, is_listed
from p2p_heroes.node.lobby_host import WRONG_CODES, Founding, LobbyHost
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.peer_search import stay_findable
from p2p_heroes.node.player import SeatPlayer
from p2p_heroes.node.redial import search
from p2p_heroes.node.store import Store, read_file, transcript_path
from p2p_heroes.node.table_browser import FOLLOW_SECONDS
from p2p_heroes.settings import HostSettings, JoinSettings, PlaySettings, ResumeSettings, SeatSettings
from p2p_heroes.ui.comings import LINKS, Comings
from p2p_heroes.ui.finding import NoTable, find, parse_addresses, place, warn_of
from p2p_heroes.ui.headless import Headless
from p2p_heroes.ui.words import refusal_sentence
from protocol.errors import WrongCode
from protocol.events import Claimed, Finished
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.hashing import VERSION
from protocol.identity import Key
from protocol.lobby import Terms
from protocol.peer_messages import Seats
from protocol.transcript import read_transcript
from protocol.words import table_words


class Screen(SeatPlayer, Protocol):
    """Where a game is shown, and who decides in it."""

    def say(self, line: str) -> None:
        """One line for the person."""

    async def read_lines(self) -> None:
        """Take what is typed, until there is no more."""

    def show_lobby(self, notice: Seats) -> None:
        """The list in the lobby has changed."""

    def show_table(self, genesis: Genesis, *, asks: bool) -> None:
        """The table is founded. Whether to ask a person, before the first decision, if all read the same."""

    def ask_words(self, words: str) -> None:
        """Ask a person, before the first decision, if all read these words."""

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        """Tell the story until cancelled."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, and where its record is."""

    outcome: Finished | Claimed
    node: Node

    @property
    def path(self) -> Path:
        return self.node.path


class NoSuchFaction(Exception):
    """The game of the table does not have the faction that was asked for; the text says which it has."""


async def host(settings: HostSettings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """Open a table, wait for guests, play."""
    async with open_listener(key, folders.data, settings.listen) as listener:
        async with trio.open_nursery() as nursery:
            await nursery.start(_tell_where, settings, screen, listener)
            founding = await _found(settings, screen, listener)
            nursery.cancel_scope.cancel()
        return await _play_with_others(settings, screen, listener, founding)


async def join(settings: JoinSettings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """Find a table, sit down, play. Raises NoTable, TurnedAway, OSError or a Refusal."""
    async with open_listener(key, folders.data, settings.listen) as listener:
        known = read_known_players(known_players_in(folders.data))
        address = await find(settings, screen.say, listener.connector, known)
        founding = await _enter(settings, screen, listener, address)
        return await _play_with_others(settings, screen, listener, founding)


async def _tell_where(
    settings: HostSettings,
    screen: Screen,
    listener: Listener,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Every address at which the table can be reached, now and whenever this machine gets others."""
    told: tuple[str, ...] = ()
    while True:
        here = published(listener.hosts, settings.interfaces)
        for address in here if here != told else ():
            screen.say(f"The table is open at {place(address, listener.port)}")
        told = here
        task_status.started()
        task_status = trio.TASK_STATUS_IGNORED
        await trio.sleep(FOLLOW_SECONDS)


async def play(settings: PlaySettings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """A table on this machine: a person and bots, each a node of its own over loopback."""
    folder = folders.data / "bots" / secrets.token_hex(4)
    async with trio.open_nursery() as nursery, open_listener(key, folders.data, ("127.0.0.1", 0)) as listener:
        for number in range(settings.seats - 1):
            nursery.start_soon(_seat_bot, settings, number, listener.port, folder / str(number))
        ending = await _play(settings, screen, listener, await _found(settings, screen, listener))
        nursery.cancel_scope.cancel()
    rmtree(folder)
    return ending


async def _seat_bot(settings: PlaySettings, number: int, port: int, folder: Path) -> None:
    await trio.Path(folder).mkdir(parents=True, mode=0o700)
    seed = None if settings.seed is None else settings.seed + number
    screen = Headless(settings.level, seed, say=_to_nobody)
    names = [name for name in BOT_NAMES if name != settings.name]
    guest = JoinSettings(name=names[number], code=settings.code, seed=seed)
    async with open_listener(player_key(folder), folder, ("127.0.0.1", 0)) as listener:
        await _play(guest, screen, listener, await _enter(guest, screen, listener, ("127.0.0.1", port)))


async def resume(path: Path, settings: ResumeSettings, screen: Screen, key: Key) -> Ending:
    """Go on with a table from its record, and with the bots of this machine that sat at it.

    The table of the settings is where somebody of it is now, if that is known. Raises BrokenTranscript,
    TableBusy, BadGenesis or NotOnRoster.
    """
    records = sorted(path.parent.glob(f"bots/*/*/{path.name}"))
    async with trio.open_nursery() as nursery:
        for record in records:
            nursery.start_soon(_resume_bot, record, settings)
        ending = await _resume(path, settings, screen, key)
        nursery.cancel_scope.cancel()
    for record in records:
        rmtree(record.parent)
    return ending


async def _resume_bot(path: Path, settings: ResumeSettings) -> None:
    local = replace(settings, listen=("127.0.0.1", 0), table="")
    screen = Headless(settings.level, settings.seed, say=_to_nobody)
    await _resume(path, local, screen, player_key(path.parent))


def _to_nobody(line: str) -> None:
    """The person hears of it all from their own node."""


async def _resume(path: Path, settings: ResumeSettings, screen: Screen, key: Key) -> Ending:
    host, port = settings.listen
    async with _reopened(key, path.parent, host, port or _known_port(path, key)) as listener:
        news, heard = _news()
        node = listener.reopen(Store.reopen(path), screen, news)
        if node.outcome is None and compared_words.is_to_be_asked(path):
            screen.ask_words(table_words(node.table))
        for address in parse_addresses(settings.table):
            node.suggest(address)
        screen.say(f"Going back to the table whose words are: {table_words(node.table)}")
        if isinstance(node.outcome, Finished):
            screen.say("This game is over. Staying for a while, in case somebody lacks its end.")
        elif node.outcome is not None:
            screen.say("This table ended, decided for nobody. Staying for a while, in case it may go on.")
        elif node.is_watching:
            screen.say("Your seat is out of this game: it resigned or was voted out. You may watch the rest.")
        return await _watch(screen, node, heard, _own(settings, listener))


def _known_port(path: Path, key: Key) -> int:
    """Where the others look for us; 0 if nobody knows."""
    seat = Genesis.read(read_transcript(read_file(path)).genesis).seat_of(key.public)
    return read_addresses(addresses_beside(path)).get(-1 if seat is None else seat, ("", 0))[1]


@asynccontextmanager
async def _reopened(key: Key, folder: Path, host: str, port: int) -> AsyncIterator[Listener]:
    """Listen where the others look for us, or anywhere else if that is taken."""
    async with AsyncExitStack() as stack:
        try:
            listener = await stack.enter_async_context(open_listener(key, folder, (host, port)))
        except CannotListen:
            listener = await stack.enter_async_context(open_listener(key, folder, (host, 0)))
        yield listener


async def _found(settings: HostSettings, screen: Screen, listener: Listener) -> Founding:
    lobby_host = listener.open_lobby(_terms(settings), name=settings.name, code=settings.code)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_show_lobby, lobby_host, screen)
        if settings.announce:
            nursery.start_soon(_announce, settings, screen, listener, lobby_host)
        lobby_host.wish(Taste(settings).of(settings.game)[0])
        founding = await lobby_host.founding()
        nursery.cancel_scope.cancel()
    return founding


async def _show_lobby(lobby_host: LobbyHost, screen: Screen) -> None:
    wrong_codes, shown, comings = 0, lobby_host.lobby.notice(), Comings()
    told = {WrongCode.__name__}
    screen.show_lobby(shown)
    while True:
        await lobby_host.changed.wait()
        if lobby_host.wrong_codes > wrong_codes:
            wrong_codes = lobby_host.wrong_codes
            screen.say(f"Somebody came with a wrong code ({wrong_codes} of {WRONG_CODES}).")
        for name in sorted(lobby_host.turned_away.keys() - told):
            # Once for each kind, as in a game: whoever knocks a thousand times does not fill the screen.
            told.add(name)
            screen.say(refusal_sentence(name))
        sitters = lobby_host.lobby.sitters
        for line in comings.told(lobby_host.kept, {key: sitter.name for key, sitter in sitters.items()}):
            screen.say(line)
        if (notice := lobby_host.lobby.notice()) != shown:
            shown = notice
            screen.show_lobby(notice)


async def _announce(
    settings: HostSettings, screen: Screen, listener: Listener, lobby_host: LobbyHost
) -> None:
    from p2p_heroes.node.discovery import announce

    try:
        async with announce(_advert(settings, listener, lobby_host), settings.interfaces) as announcement:
            while True:
                changed = lobby_host.changed
                with trio.move_on_after(FOLLOW_SECONDS):
                    await changed.wait()
                if changed.is_set():
                    await announcement.update(_advert(settings, listener, lobby_host))
                await announcement.follow()
    except DiscoveryUnavailable:
        screen.say("This network carries no announcements: friends join with HOST:PORT.")


def _advert(settings: HostSettings, listener: Listener, lobby_host: LobbyHost) -> Advert:
    return Advert(
        name=clean_name(settings.name) or "a table",
        game=settings.game,
        seats=settings.seats,
        taken=len(lobby_host.lobby.sitters),
        hosts=listener.hosts,
        port=listener.port,
        code=settings.code is not None,
        version=VERSION,
        key=listener.connector.key.public.hex()[:KEY_DIGITS],
    )


def _terms(settings: HostSettings) -> Terms:
    game = GAMES[settings.game]
    options = MappingProxyType(dict(settings.options))
    return Terms(game.name, game.version, options, settings.patience, settings.seats, settings.half)


async def _enter(
    settings: JoinSettings, screen: Screen, listener: Listener, address: tuple[str, int]
) -> Founding:
    wish, wishes = trio.open_memory_channel[str | None](8)
    notices, noticed = trio.open_memory_channel[Notice](math.inf)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_follow_lobby, settings, screen, listener.connector.key.public, noticed, wish)
        try:
            founding = await listener.enter(
                *address,
                name=settings.name,
                code=settings.code or "",
                wishes=wishes,
                notices=notices,
                search=partial(search, settings.interfaces),
            )
        except OSError as error:
            raise NoTable(
                f"Nobody answers at {place(*address)}: is the table open, the address right?"
            ) from error
        nursery.cancel_scope.cancel()
    return founding


async def _follow_lobby(
    settings: JoinSettings,
    screen: Screen,
    key: bytes,
    noticed: trio.MemoryReceiveChannel[Notice],
    wishes: trio.MemorySendChannel[str | None],
) -> None:
    """Show the list whenever it changes, and wish for what is free in it. Raises NoSuchFaction."""
    taste, wish = Taste(settings), ""
    async for notice in noticed:
        if isinstance(notice, HostLink):
            screen.say(LINKS[notice])
            continue
        screen.show_lobby(notice)
        if not is_listed(notice, key):
            continue
        liked = taste.of(notice.game)
        before, wish = wish, free_choice(notice, key, wish or liked[0], liked)
        if settings.faction not in ("", wish) and before != wish:
            screen.say(f"Somebody before you leads the {settings.faction}: you get the {wish}.")
        await wishes.send(wish)


class Taste:
    """In which order a player likes the factions of a game: the one that was asked for, then any other."""

    def __init__(self, settings: HostSettings | JoinSettings) -> None:
        self._faction = settings.faction
        self._random = Random(settings.seed)  # noqa: S311 -- a matter of taste, not a secret

    def of(self, game: str) -> Sequence[str]:
        """The choices of a game, best first; nothing to choose is one choice. Raises NoSuchFaction."""
        choices = GAMES[game].choices if game in GAMES else ()
        if self._faction and self._faction not in choices:
            there = f"there is: {', '.join(choices)}" if choices else f"{game} has none"
            raise NoSuchFaction(f"no faction {self._faction}; {there}")
        mixed = self._random.sample(choices, len(choices))
        return sorted(mixed, key=lambda choice: choice != self._faction) or [""]


async def _play_with_others(
    settings: SeatSettings, screen: Screen, listener: Listener, founding: Founding
) -> Ending:
    """Say who bears the name of somebody else whom we know, and remember all with whom a game began."""
    path = known_players_in(listener.folder)
    others = [seat for seat in founding.genesis.seats if seat.key != listener.connector.key.public]
    known = read_known_players(path)
    for seat in others:
        warn_of(seat.name, seat.key.hex(), screen.say, known)
    try:
        return await _play(settings, screen, listener, founding, asks=True)
    finally:
        if listener.node is not None and listener.node.step > 0:
            remember(path, others, date.today().isoformat())


async def _play(
    settings: SeatSettings, screen: Screen, listener: Listener, founding: Founding, *, asks: bool = False
) -> Ending:
    screen.show_table(founding.genesis, asks=asks)
    if asks:
        compared_words.remember_to_ask(transcript_path(listener.folder, founding.genesis.table))
    news, heard = _news()
    node = listener.sit(founding, screen, news)
    return await _watch(screen, node, heard, _own(settings, listener))


def _own(settings: SeatSettings, listener: Listener) -> OwnSeat | None:
    """Where our seat can be found again, if others should know and could come there."""
    if listener.node is None or not settings.announce or is_only_here(listener.hosts):
        return None
    node, key = listener.node, listener.connector.key
    return OwnSeat(node.genesis, node.own, key, listener.hosts, listener.port, settings.interfaces)


def _news() -> tuple[trio.MemorySendChannel[News], trio.MemoryReceiveChannel[News]]:
    return trio.open_memory_channel[News](math.inf)


async def _watch(
    screen: Screen, node: Node, heard: trio.MemoryReceiveChannel[News], own: OwnSeat | None = None
) -> Ending:
    """Run a node to its end with somebody watching; own: where it can be found again."""
    told = trio.Event()

    async def follow() -> None:
        await screen.follow(node, heard)
        told.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(screen.read_lines)
        nursery.start_soon(follow)
        if own is not None:
            nursery.start_soon(stay_findable, node.mesh, own)
        outcome = await node.run()
        node.hush()
        with trio.move_on_after(1):
            await told.wait()
        nursery.cancel_scope.cancel()
    return Ending(outcome, node)


BOT_NAMES = ("Brann", "Iris", "Torvald", "Maeve", "Osric", "Yara", "Edda")
"""One more than bots can play: the person may have the name of one."""
