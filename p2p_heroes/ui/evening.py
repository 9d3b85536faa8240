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
from p2p_heroes.node.acquaintances import acquaintances_in, read_acquaintances, remember
from p2p_heroes.node.addresses import addresses_beside, read_addresses
from p2p_heroes.node.advert import KEY_DIGITS, Advert, DiscoveryUnavailable, clean_name
from p2p_heroes.node.beacon import Own
from p2p_heroes.node.folders import Folders
from p2p_heroes.node.guest import Link, Notice, free_choice, is_listed
from p2p_heroes.node.house import CannotListen, House, open_house
from p2p_heroes.node.interfaces import is_only_here, published
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.news import News
from p2p_heroes.node.node import Node
from p2p_heroes.node.player import Player
from p2p_heroes.node.reception import WRONG_CODES, Founding, HostReception
from p2p_heroes.node.redial import search
from p2p_heroes.node.seeking import stay_findable
from p2p_heroes.node.store import Store, read_file
from p2p_heroes.node.watch import FOLLOW_SECONDS
from p2p_heroes.settings import Settings
from p2p_heroes.ui.comings import LINKS, Comings
from p2p_heroes.ui.finding import NoTable, find, parse_addresses, place, warn_of
from p2p_heroes.ui.headless import Headless
from protocol.events import Claimed, Finished
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.hashing import VERSION
from protocol.identity import Key
from protocol.lobby import Terms
from protocol.parcels import Seats
from protocol.transcript import read_transcript
from protocol.words import table_words


class Screen(Player, Protocol):
    """Where an evening is shown, and who decides in it."""

    def say(self, line: str) -> None:
        """One line for the person."""

    async def read_lines(self) -> None:
        """Take what is typed, until there is no more."""

    def show_lobby(self, notice: Seats) -> None:
        """The list in the lobby has changed."""

    def show_table(self, genesis: Genesis, *, asks: bool) -> None:
        """The table is founded. Whether to ask a person, before the first decision, if all read the same."""

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


async def host(settings: Settings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """Open a table, wait for guests, play."""
    async with open_house(key, folders.data, settings.listen) as house:
        async with trio.open_nursery() as nursery:
            await nursery.start(_tell_where, settings, screen, house)
            founding = await _found(settings, screen, house)
            nursery.cancel_scope.cancel()
        return await _play_with_others(settings, screen, house, founding)


async def join(settings: Settings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """Find a table, sit down, play. Raises NoTable, TurnedAway, OSError or a Refusal."""
    async with open_house(key, folders.data, settings.listen) as house:
        known = read_acquaintances(acquaintances_in(folders.data))
        address = await find(settings, screen.say, house.door, known)
        founding = await _enter(settings, screen, house, address)
        return await _play_with_others(settings, screen, house, founding)


async def _tell_where(
    settings: Settings,
    screen: Screen,
    house: House,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Every address at which the table can be reached, now and whenever this machine gets others."""
    told: tuple[str, ...] = ()
    while True:
        here = published(house.hosts, settings.interfaces)
        for address in here if here != told else ():
            screen.say(f"The table is open at {place(address, house.port)}")
        told = here
        task_status.started()
        task_status = trio.TASK_STATUS_IGNORED
        await trio.sleep(FOLLOW_SECONDS)


async def play(settings: Settings, screen: Screen, key: Key, folders: Folders) -> Ending:
    """A table on this machine: a person and bots, each a node of its own over loopback."""
    folder = folders.data / "bots" / secrets.token_hex(4)
    async with trio.open_nursery() as nursery, open_house(key, folders.data, ("127.0.0.1", 0)) as house:
        for number in range(settings.bots):
            nursery.start_soon(_seat_bot, settings, number, house.port, folder / str(number))
        ending = await _play(settings, screen, house, await _found(settings, screen, house))
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
        await _play(guest, screen, house, await _enter(guest, screen, house, ("127.0.0.1", port)))


async def resume(path: Path, settings: Settings, screen: Screen, key: Key) -> Ending:
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


async def _resume_bot(path: Path, settings: Settings) -> None:
    local = replace(settings, listen=("127.0.0.1", 0), table="")
    screen = Headless(settings.level, settings.seed, say=_to_nobody)
    await _resume(path, local, screen, player_key(path.parent))


def _to_nobody(line: str) -> None:
    """The person hears of it all from their own node."""


async def _resume(path: Path, settings: Settings, screen: Screen, key: Key) -> Ending:
    host, port = settings.listen
    async with _reopened(key, path.parent, host, port or _known_port(path, key)) as house:
        news, heard = _news()
        node = house.reopen(Store.reopen(path), screen, news)
        for address in parse_addresses(settings.table):
            node.mesh.suggest_anybody(address)
        screen.say(f"Going back to the table whose words are: {table_words(node.table)}")
        if isinstance(node.session.play.outcome, Finished):
            screen.say("This game is over. Staying for a while, in case somebody lacks its end.")
        elif node.session.play.outcome is not None:
            screen.say("This table ended, decided for nobody. Staying for a while, in case it may go on.")
        elif node.is_watching:
            screen.say("Your seat is out of this game: it resigned or was voted out. You may watch the rest.")
        return await _watch(screen, node, heard, _own(settings, house))


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
    wrong_codes, shown, comings = 0, reception.lobby.notice(), Comings()
    screen.show_lobby(shown)
    while True:
        await reception.changed.wait()
        if reception.wrong_codes > wrong_codes:
            wrong_codes = reception.wrong_codes
            screen.say(f"Somebody came with a wrong code ({wrong_codes} of {WRONG_CODES}).")
        sitters = reception.lobby.sitters
        for line in comings.told(reception.kept, {key: sitter.name for key, sitter in sitters.items()}):
            screen.say(line)
        if (notice := reception.lobby.notice()) != shown:
            shown = notice
            screen.show_lobby(notice)


async def _announce(settings: Settings, screen: Screen, house: House, reception: HostReception) -> None:
    from p2p_heroes.node.discovery import announce

    try:
        async with announce(_advert(settings, house, reception), settings.interfaces) as announcement:
            while True:
                changed = reception.changed
                with trio.move_on_after(FOLLOW_SECONDS):
                    await changed.wait()
                if changed.is_set():
                    await announcement.update(_advert(settings, house, reception))
                await announcement.follow()
    except DiscoveryUnavailable:
        screen.say("This network carries no announcements: friends join with HOST:PORT.")


def _advert(settings: Settings, house: House, reception: HostReception) -> Advert:
    return Advert(
        name=clean_name(settings.name) or "a table",
        game=settings.game,
        seats=settings.seats,
        taken=len(reception.lobby.sitters),
        hosts=house.hosts,
        port=house.port,
        code=settings.code is not None,
        version=VERSION,
        key=house.door.key.public.hex()[:KEY_DIGITS],
    )


def _terms(settings: Settings) -> Terms:
    game = GAMES[settings.game]
    options = MappingProxyType(dict(settings.options))
    return Terms(game.name, game.version, options, settings.patience, settings.seats, settings.half)


async def _enter(settings: Settings, screen: Screen, house: House, address: tuple[str, int]) -> Founding:
    wish, wishes = trio.open_memory_channel[str | None](8)
    notices, noticed = trio.open_memory_channel[Notice](math.inf)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_follow_lobby, settings, screen, house.door.key.public, noticed, wish)
        try:
            founding = await house.enter(
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
    settings: Settings,
    screen: Screen,
    key: bytes,
    noticed: trio.MemoryReceiveChannel[Notice],
    wishes: trio.MemorySendChannel[str | None],
) -> None:
    """Show the list whenever it changes, and wish for what is free in it. Raises NoSuchFaction."""
    taste, wish = Taste(settings), ""
    async for notice in noticed:
        if isinstance(notice, Link):
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


async def _play_with_others(settings: Settings, screen: Screen, house: House, founding: Founding) -> Ending:
    """Say who bears the name of somebody else whom we know, and remember all with whom a game began."""
    path = acquaintances_in(house.folder)
    others = [seat for seat in founding.genesis.seats if seat.key != house.door.key.public]
    known = read_acquaintances(path)
    for seat in others:
        warn_of(seat.name, seat.key.hex(), screen.say, known)
    try:
        return await _play(settings, screen, house, founding, asks=True)
    finally:
        if house.node is not None and house.node.session.play.step > 0:
            remember(path, others, date.today().isoformat())


async def _play(
    settings: Settings, screen: Screen, house: House, founding: Founding, *, asks: bool = False
) -> Ending:
    screen.show_table(founding.genesis, asks=asks)
    news, heard = _news()
    node = house.sit(founding, screen, news)
    return await _watch(screen, node, heard, _own(settings, house))


def _own(settings: Settings, house: House) -> Own | None:
    """Where our seat can be found again, if others should know and could come there."""
    if house.node is None or not settings.announce or is_only_here(house.hosts):
        return None
    [(seat, key)] = house.node.session.keys.items()
    return Own(house.node.session.genesis, seat, key, house.hosts, house.port, settings.interfaces)


def _news() -> tuple[trio.MemorySendChannel[News], trio.MemoryReceiveChannel[News]]:
    return trio.open_memory_channel[News](math.inf)


async def _watch(
    screen: Screen, node: Node, heard: trio.MemoryReceiveChannel[News], own: Own | None = None
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
