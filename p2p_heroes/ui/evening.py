"""From a command to its end: host, join, play or resume, with any screen.

Comes in: settings and a screen. Goes out: how the table ended. The work is done by
`node`; here is only the order in which a person meets it.
"""

import math
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from shutil import rmtree
from types import MappingProxyType
from typing import Protocol

import trio

from p2p_heroes.games import GAMES
from p2p_heroes.node.addresses import addresses_beside, read_addresses
from p2p_heroes.node.advert import Advert, DiscoveryUnavailable, clean_name
from p2p_heroes.node.folders import Folders
from p2p_heroes.node.guest import free_choice
from p2p_heroes.node.house import CannotListen, House, open_house
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import Player
from p2p_heroes.node.reception import WRONG_CODES, Founding, HostReception
from p2p_heroes.node.store import Store, read_file
from p2p_heroes.settings import Settings
from p2p_heroes.ui.headless import Headless
from protocol.events import Claimed, Finished
from protocol.genesis import Genesis
from protocol.hashing import VERSION
from protocol.identity import Key
from protocol.leanclasses import dataclass, replace
from protocol.lobby import Terms
from protocol.parcels import Seats
from protocol.transcript import read_transcript
from protocol.words import table_words

BROWSE_SECONDS = 2.5


class Screen(Player, Protocol):
    """Where an evening is shown, and who decides in it."""

    def say(self, line: str) -> None:
        """One line for the person."""

    async def read_lines(self) -> None:
        """Take what is typed, until there is no more."""

    def show_lobby(self, notice: Seats) -> None:
        """The list in the lobby has changed."""

    def show_table(self, genesis: Genesis) -> None:
        """The table is founded."""

    async def follow(self, node: Node, news: trio.MemoryReceiveChannel[News]) -> None:
        """Tell the story until cancelled."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an evening ended, and where its record is."""

    outcome: Finished | Claimed
    node: Node

    @property
    def path(self) -> Path:
        return self.node.store.path


class NoSuchFaction(Exception):
    """The game of the table does not have the faction that was asked for; the text says which it has."""


class NoTable(Exception):
    """No table was found; the text says what to do."""


async def host(settings: Settings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """Open a table, wait for guests, play."""
    from p2p_heroes.node.discovery import published

    async with open_house(key, folders.data, settings.listen) as house:
        for address in published(house.host, settings.interfaces):
            screen.say(f"The table is open at {place(address, house.port)}")
        return await _play(screen, house, await _found(settings, screen, house))


async def join(settings: Settings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """Find a table, sit down, play. Raises NoTable, TurnedAway, OSError or a Refusal."""
    address = await _find(settings)
    async with open_house(key, folders.data, settings.listen) as house:
        return await _play(screen, house, await _enter(settings, screen, house, address))


async def play(settings: Settings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """A table on this machine: a person and bots, each a node of its own over loopback."""
    folder = folders.data / "bots" / secrets.token_hex(4)
    async with trio.open_nursery() as nursery, open_house(key, folders.data, ("127.0.0.1", 0)) as house:
        for number in range(settings.bots):
            nursery.start_soon(_seat_bot, settings, number, house.port, folder / str(number))
        ending = await _play(screen, house, await _found(settings, screen, house))
        nursery.cancel_scope.cancel()
    rmtree(folder)
    return ending


async def _seat_bot(settings: Settings, number: int, port: int, folder: Path) -> None:
    await trio.Path(folder).mkdir(parents=True, mode=0o700)
    seed = None if settings.seed is None else settings.seed + number
    screen = Headless(settings.level, seed, say=_to_nobody)
    names = [name for name in BOT_NAMES if name != settings.name]
    guest = Settings(name=names[number], code=settings.code, seed=seed)
    async with open_house(player_key(folder), folder, ("127.0.0.1", 0)) as house:
        await _play(screen, house, await _enter(guest, screen, house, ("127.0.0.1", port)))


async def resume(path: Path, settings: Settings, screen: Screen, key: Key) -> Ending:
    """Go on with a table from its record, and with the bots of this machine that sat at it.

    Raises BrokenTranscript, TableBusy, BadGenesis or NotOnRoster.
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


async def _resume_bot(path: Path, settings: Settings) -> None:
    local = replace(settings, listen=("127.0.0.1", 0))
    screen = Headless(settings.level, settings.seed, say=_to_nobody)
    await _resume(path, local, screen, player_key(path.parent))


def _to_nobody(line: str) -> None:
    """The person hears of it all from their own node."""


async def _resume(path: Path, settings: Settings, screen: Screen, key: Key) -> Ending:
    host, port = settings.listen
    async with _reopened(key, path.parent, host, port or _known_port(path, key)) as house:
        news, heard = _news()
        node = house.reopen(Store.reopen(path), screen, news)
        screen.say(f"Back at the table, whose words are: {table_words(node.table)}")
        if node.session.play.outcome is not None:
            screen.say("This game is over. Staying for a while, in case somebody lacks its end.")
        elif node.is_watching:
            screen.say("Your seat is out of this game: it resigned or was voted out. You may watch the rest.")
        return await _watch(screen, node, heard)


def _known_port(path: Path, key: Key) -> int:
    """Where the others look for us; 0 if nobody knows."""
    seat = Genesis.read(read_transcript(read_file(path)).genesis).seat_of(key.public)
    return read_addresses(addresses_beside(path)).get(-1 if seat is None else seat, ("", 0))[1]


@asynccontextmanager
async def _reopened(key: Key, folder: Path, host: str, port: int) -> AsyncIterator[House]:
    """Listen where the others look for us, or anywhere else if that is taken."""
    async with AsyncExitStack() as stack:
        try:
            house = await stack.enter_async_context(open_house(key, folder, (host, port)))
        except CannotListen:
            house = await stack.enter_async_context(open_house(key, folder, (host, 0)))
        yield house


async def _found(settings: Settings, screen: Screen, house: House) -> Founding:
    reception = house.open_lobby(_terms(settings), name=settings.name, code=settings.code)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_show_lobby, reception, screen)
        if settings.announce:
            nursery.start_soon(_announce, settings, screen, house, reception)
        reception.wish(Taste(settings).of(settings.game)[0])
        founding = await reception.founding()
        nursery.cancel_scope.cancel()
    return founding


async def _show_lobby(reception: HostReception, screen: Screen) -> None:
    wrong_codes, shown = 0, reception.lobby.notice()
    while True:
        await reception.changed.wait()
        if reception.wrong_codes > wrong_codes:
            wrong_codes = reception.wrong_codes
            screen.say(f"Somebody came with a wrong code ({wrong_codes} of {WRONG_CODES}).")
        if (notice := reception.lobby.notice()) != shown:
            shown = notice
            screen.show_lobby(notice)


async def _announce(settings: Settings, screen: Screen, house: House, reception: HostReception) -> None:
    from p2p_heroes.node.discovery import announce

    try:
        async with announce(_advert(settings, house, reception), settings.interfaces) as announcement:
            while True:
                await reception.changed.wait()
                await announcement.update(_advert(settings, house, reception))
    except DiscoveryUnavailable:
        screen.say("This network carries no announcements: friends join with HOST:PORT.")


def _advert(settings: Settings, house: House, reception: HostReception) -> Advert:
    return Advert(
        name=clean_name(settings.name) or "a table",
        game=settings.game,
        seats=settings.seats,
        taken=len(reception.lobby.sitters),
        host=house.host,
        port=house.port,
        code=settings.code is not None,
        version=VERSION,
        key=house.door.key.public.hex()[:16],
    )


def _terms(settings: Settings) -> Terms:
    game = GAMES[settings.game]
    options = MappingProxyType(dict(settings.options))
    return Terms(game.name, game.version, options, settings.patience, settings.seats, settings.half)


async def _find(settings: Settings) -> tuple[str, int]:
    """The address of the table that the person means."""
    address = parse_address(settings.table)
    if address is not None:
        return address
    found = await tables(settings)
    meant = [advert for advert in found if settings.table in ("", advert.name)]
    if len(meant) == 1:
        return meant[0].host, meant[0].port
    if not found:
        raise NoTable(
            "No table was found here. Is one open? Then give HOST:PORT as its host's screen shows it."
        )
    asked = "Which table?" if meant else f"No table is called {settings.table}."
    there = ", ".join(f"{advert.name} ({place(advert.host, advert.port)})" for advert in found)
    raise NoTable(f"{asked} Join one by its name or its HOST:PORT: {there}.")


async def tables(settings: Settings) -> Sequence[Advert]:
    """The tables on the network. Raises DiscoveryUnavailable."""
    # Whoever plays at home, or dials an address, does not wait for it.
    from p2p_heroes.node.discovery import browse

    return await browse(BROWSE_SECONDS, settings.interfaces)


def parse_address(text: str) -> tuple[str, int] | None:
    """HOST:PORT, or None if it is something else."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or len(port) > 5 or int(port) >= 2**16:
        return None
    return host.strip("[]"), int(port)


def place(host: str, port: int) -> str:
    """HOST:PORT, as a person types it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def _enter(settings: Settings, screen: Screen, house: House, address: tuple[str, int]) -> Founding:
    wish, wishes = trio.open_memory_channel[str | None](8)
    notices, noticed = trio.open_memory_channel[Seats](math.inf)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_follow_lobby, settings, screen, house.door.key.public, noticed, wish)
        try:
            founding = await house.enter(
                *address, name=settings.name, code=settings.code or "", wishes=wishes, notices=notices
            )
        except OSError as error:
            raise NoTable(
                f"Nobody answers at {place(*address)}: is the table open, the address right?"
            ) from error
        nursery.cancel_scope.cancel()
    return founding


async def _follow_lobby(
    settings: Settings,
    screen: Screen,
    key: bytes,
    noticed: trio.MemoryReceiveChannel[Seats],
    wishes: trio.MemorySendChannel[str | None],
) -> None:
    """Show the list whenever it changes, and wish for what is free in it. Raises NoSuchFaction."""
    taste, wish = Taste(settings), ""
    async for notice in noticed:
        screen.show_lobby(notice)
        if key not in [place.key for place in notice.places]:
            continue
        liked = taste.of(notice.game)
        before, wish = wish, free_choice(notice, key, wish or liked[0], liked)
        if settings.faction not in ("", wish) and before != wish:
            screen.say(f"Somebody before you leads the {settings.faction}: you get the {wish}.")
        await wishes.send(wish)


class Taste:
    """In which order a player likes the factions of a game: the one that was asked for, then any other."""

    def __init__(self, settings: Settings) -> None:
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


async def _play(screen: Screen, house: House, founding: Founding) -> Ending:
    screen.show_table(founding.genesis)
    news, heard = _news()
    return await _watch(screen, house.sit(founding, screen, news), heard)


def _news() -> tuple[trio.MemorySendChannel[News], trio.MemoryReceiveChannel[News]]:
    return trio.open_memory_channel[News](math.inf)


async def _watch(screen: Screen, node: Node, heard: trio.MemoryReceiveChannel[News]) -> Ending:
    """Run a node to its end with somebody watching."""
    told = trio.Event()

    async def follow() -> None:
        await screen.follow(node, heard)
        told.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(screen.read_lines)
        nursery.start_soon(follow)
        outcome = await node.run()
        node.hush()
        with trio.move_on_after(1):
            await told.wait()
        nursery.cancel_scope.cancel()
    return Ending(outcome, node)


BOT_NAMES = ("Brann", "Iris", "Torvald", "Maeve", "Osric", "Yara", "Edda")
"""One more than bots can play: the person may have the name of one."""
