"""A command from its settings to its end on the terminal."""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TypeVar

import trio

from p2p_heroes.bots import BOTS
from p2p_heroes.games import GAMES
from p2p_heroes.games.errors import BadSetup
from p2p_heroes.games.game import Setup
from p2p_heroes.node.advert import DiscoveryUnavailable
from p2p_heroes.node.folders import Folders, open_folders
from p2p_heroes.node.keyfile import player_key
from p2p_heroes.node.news import TableSummary
from p2p_heroes.node.replay import Replay, read_replay
from p2p_heroes.node.store import read_file
from p2p_heroes.settings import (
    HostSettings,
    JoinSettings,
    PlaySettings,
    ReplaySettings,
    ResumeSettings,
    SeatSettings,
    Settings,
    TablesSettings,
)
from p2p_heroes.ui import finding, result, session_flow
from p2p_heroes.ui import replay as again
from p2p_heroes.ui.error_text import EXPECTED, Halt, user_error_from
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.headless import Headless, to_stderr
from p2p_heroes.ui.plain import Plain, Quit, ScreenBroke, Stopped, typed_lines
from p2p_heroes.ui.records import records_in
from p2p_heroes.ui.started import command
from p2p_heroes.ui.terminal import colours, has_screen
from p2p_heroes.ui.words import sentence
from p2p_heroes.user_error import NO_RESULT, UserError
from protocol.errors import BadField, BrokenTranscript, ProtocolError, Refusal
from protocol.events import Finished
from protocol.frozen import replace
from protocol.genesis import MAX_NAME, is_seat_name
from protocol.identity import Key
from protocol.invite import normalise
from protocol.words import table_words

Sits = TypeVar("Sits", bound=SeatSettings)


def open_start(settings: SeatSettings) -> None:
    """The start screen, and whatever the person does from there, until they leave. Raises UserError."""
    from p2p_heroes.ui.screen.start import StartScreen, choose

    try:
        folders = open_folders()
        named = _named(settings, player_key(folders.config))
    except EXPECTED as error:
        raise user_error_from(error) from error
    start = StartScreen(named, folders.data)
    try:
        while (wish := choose(start, depth=colours())) is not None:
            start.again(_carry_out(wish))
    except Stopped:
        return  # here nothing is lost by it that would be worth a word
    except ScreenBroke as broke:
        raise Halt(str(broke), NO_RESULT) from broke


def _carry_out(wish: SeatSettings | ReplaySettings) -> str:
    """Do what was chosen on the start screen, and say there how it ended."""
    told: list[str] = []
    try:
        if isinstance(wish, ReplaySettings):
            look_again(wish)
        else:
            run_session(wish, told.append)
    except Halt:
        raise
    except UserError as user_error:
        return user_error.menu
    return " ".join(reversed(told))


def run_session(settings: SeatSettings, tell: Callable[[str], None] = print) -> bool:
    """Host, join, play or resume; whether it ended with a result. Raises UserError."""
    _check_names(settings)
    if not _is_on_screen(settings):
        _check_game(settings)
    try:
        folders = open_folders()
        key = player_key(folders.config)
        ending = _shown(_named(settings, key), key, folders)
    except (*EXPECTED, BaseExceptionGroup) as error:
        raise user_error_from(error, of_file=isinstance(settings, ResumeSettings)) from error
    for line in _report(ending, settings):
        tell(line)
    return isinstance(ending.outcome, Finished)


def list_tables(settings: TablesSettings) -> list[dict[str, object]]:
    """The tables on the network, as rows. Raises UserError."""
    try:
        found = trio.run(finding.tables, settings.interfaces)
    except DiscoveryUnavailable as error:
        raise user_error_from(error) from error
    return [
        {
            "name": advert.name,
            "game": advert.game,
            "seats": advert.seats,
            "taken": advert.taken,
            "host": advert.host,
            "hosts": list(advert.hosts),
            "port": advert.port,
            "address": finding.place(advert.host, advert.port),
            "code": advert.code,
            "parted": advert.parted,
        }
        for advert in found
    ]


def look_again(settings: ReplaySettings) -> bool:
    """A recorded game on the full screen; whether there is one to show it on. Raises UserError."""
    if settings.text or not _is_on_screen(settings):
        return False
    from p2p_heroes.ui.screen.replay import walk_through

    try:
        walk_through(_recorded(settings), at=settings.at, ascii=_is_ascii(settings), depth=colours())
    except Stopped as stopped:
        raise Halt("Stopped.", NO_RESULT) from stopped
    except ScreenBroke as broke:
        raise Halt(str(broke), NO_RESULT) from broke
    return True


def tell_again(settings: ReplaySettings) -> Iterator[str]:
    """A recorded game as lines. Raises UserError."""
    replay = _recorded(settings)
    if settings.json:
        yield json.dumps(again.as_data(replay, settings.at))
        return
    yield from again.heading(replay)
    tell = again.annotated if settings.text else again.story
    yield from tell(replay, settings.at)


def _recorded(settings: ReplaySettings) -> Replay:
    try:
        path = Path(settings.file) if settings.file else _newest(open_folders().data)
        replay = read_replay(read_file(path))
    except (ProtocolError, OSError) as error:
        raise user_error_from(error, of_file=True) from error
    if settings.at > (last := again.last_round(replay)):
        raise UserError(f"there is no round {settings.at} in it: the last is {last}")
    return replay


def _newest(folder: Path) -> Path:
    files = records_in(folder)
    if not files:
        raise UserError(f"no recorded game here; `{command()} play` begins one")
    return files[0]


def _shown(settings: SeatSettings, key: Key, folders: Folders) -> session_flow.Ending:
    """On a full screen where there is one, else line by line."""
    if not _is_on_screen(settings):
        screen = Headless(settings.level, settings.seed) if settings.headless else _plain(settings)
        return trio.run(_spend, settings, screen, key, folders)
    from p2p_heroes.ui.screen.session_flow import show

    async def begin(screen: session_flow.Screen) -> session_flow.Ending:
        # The screen stands already: nobody looks at an empty terminal while a game is imported.
        _check_game(settings)
        return await _start(settings, screen, key, folders)

    return show(begin, type(settings), ascii=_is_ascii(settings), depth=colours())


def _is_on_screen(settings: Settings) -> bool:
    """Whether a full screen can be drawn, and nothing else is wanted than a person's."""
    is_for_bot = isinstance(settings, SeatSettings) and settings.headless
    return not (settings.plain or is_for_bot or settings.json) and has_screen()


def _is_ascii(settings: Settings) -> bool:
    """Whether the person asked for it, or the terminal would show nothing else."""
    return settings.ascii or (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"


async def _spend(
    settings: SeatSettings, screen: session_flow.Screen, key: Key, folders: Folders
) -> session_flow.Ending:
    async with trio.open_nursery() as nursery:
        if threading.current_thread() is threading.main_thread():
            await nursery.start(_obey_interrupts)
        ending = await _start(settings, screen, key, folders)
        nursery.cancel_scope.cancel()
    return ending


async def _obey_interrupts(task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    """Ctrl-C, at a moment of our own choice: as an exception it would strike in the middle of anything."""
    with trio.open_signal_receiver(signal.SIGINT) as signals:
        task_status.started()
        async for _ in signals:
            raise Quit


async def _start(
    settings: SeatSettings, screen: session_flow.Screen, key: Key, folders: Folders
) -> session_flow.Ending:
    match settings:
        case PlaySettings():
            return await session_flow.play(settings, screen, key, folders)
        case HostSettings():
            return await session_flow.host(settings, screen, key, folders)
        case JoinSettings():
            return await session_flow.join(settings, screen, key, folders)
    assert isinstance(settings, ResumeSettings)
    meant = _resumed(settings)
    path = Path(meant.files[0]) if meant.files else _newest_unfinished(folders.data)
    return await session_flow.resume(path, meant, screen, key)


def _resumed(settings: ResumeSettings) -> ResumeSettings:
    """With the file and the address that were typed, each in its place. Raises UserError."""
    words, table = settings.files, ""
    if words and finding.parse_addresses(words[-1]) and not Path(words[-1]).exists():
        words, table = words[:-1], words[-1]
    if len(words) > 1:
        raise UserError("resume takes a FILE, a HOST:PORT, or first one and then the other")
    return replace(settings, files=words, table=table)


def _plain(settings: Settings) -> Plain:
    # With --json, stdout is for the result alone; without, whoever reads it reads along.
    say = to_stderr if settings.json else partial(print, flush=True)
    if os.isatty(2 if settings.json else 1):
        say = partial(_say_wrapped, say)
    return Plain(typed_lines(), say, typed=os.isatty(0))


def _say_wrapped(say: Callable[[str], None], line: str) -> None:
    """No word is cut in two at the edge of a terminal, and what goes on stands under its line."""
    width = get_terminal_size().columns - 1
    for piece in line.split("\n"):
        indent = " " * (len(piece) - len(piece.lstrip()) + 2)
        say("\n".join(wrap(piece, width, subsequent_indent=indent, break_on_hyphens=False)))


def _newest_unfinished(folder: Path) -> Path:
    """If there is none, the newest that may go on all the same, for somebody was waited for in vain.

    Where one that is newer cannot be read, going on with another is nothing to be done unasked.
    """
    claimed: list[Path] = []
    for path in records_in(folder):
        try:
            replay = read_replay(read_file(path))
            if not replay.has_ended:
                return path
            if replay.may_go_on:
                claimed.append(path)
        except BrokenTranscript as broken:
            raise UserError(
                f"{path}: {sentence(broken.name)} ({broken}) "
                f"`{command()} resume FILE` goes on with another game."
            ) from broken
        except Refusal:
            continue
    if claimed:
        return claimed[0]
    raise UserError(f"no unfinished game here; `{command()} play` begins one")


def _named(settings: Sits, key: Key) -> Sits:
    """With a name to be called by. Raises UserError if the wanted one cannot be."""
    if is_seat_name(settings.name):
        return settings
    if settings.name:
        raise UserError(f"{settings.name!r} cannot be a name: 1 to {MAX_NAME} characters that all can read")
    if settings.headless:
        return replace(settings, name=f"bot-{key.public.hex()[:6]}")
    login = os.environ.get("LOGNAME") or os.environ.get("USER") or ""
    return replace(settings, name=login if is_seat_name(login) else f"player-{key.public.hex()[:6]}")


def _check_names(settings: SeatSettings) -> None:
    if isinstance(settings, HostSettings) and settings.game not in GAMES:
        raise UserError(f"no game {settings.game}; there is: {', '.join(GAMES)}")
    if settings.level not in BOTS:
        raise UserError(f"no bot {settings.level}; there is: {', '.join(BOTS)}")
    if isinstance(settings, HostSettings | JoinSettings):
        _check_code(settings.code)


def _check_game(settings: SeatSettings) -> None:
    """Whether the game allows what was asked for; now it is imported, if it was not."""
    if isinstance(settings, JoinSettings):
        # A guest does not know the game yet: any will do.
        _check_faction(settings.faction, GAMES)
    if not isinstance(settings, HostSettings):
        return
    game, seats = GAMES[settings.game], settings.seats
    if seats not in game.seats:
        raise UserError(_not_so_many(settings, game.seats))
    for option in settings.options:
        if option not in game.options:
            raise UserError(f"{game.name} has no option {option}; there is: {', '.join(game.options)}")
    try:
        game.initial(Setup(game.choices[:seats] or ("",) * seats, settings.options))
    except BadSetup as error:
        raise UserError(str(error)) from error
    _check_faction(settings.faction, [game.name])


def _not_so_many(settings: HostSettings, seats: Sequence[int]) -> str:
    """In the words of what was typed: seats, or bots beside the one who plays."""
    title, least, most = GAME_UIS[settings.game].title, seats[0], seats[-1]
    if isinstance(settings, PlaySettings):
        return f"{title} seats {least} to {most}: {least - 1} to {most - 1} bots, not {settings.seats - 1}"
    return f"{title} seats {least} to {most} players, not {settings.seats}"


def _check_faction(faction: str, games: Iterable[str]) -> None:
    known = [choice for game in games for choice in GAMES[game].choices]
    if faction and faction not in known:
        there = f"there is: {', '.join(known)}" if known else f"{' '.join(games)} has none"
        raise UserError(f"no faction {faction}; {there}")


def _check_code(code: str | None) -> None:
    try:
        if code is not None:
            normalise(code)
    except BadField as error:
        raise UserError(f"{code!r} cannot be an invite code: {error}") from error


def _report(ending: session_flow.Ending, settings: Settings) -> list[str]:
    end = ending.node.summary()
    if not settings.json:
        return [f"The record of this game: {ending.path}", _result(ending, end)]
    values = {
        "table": end.table.hex(),
        "words": table_words(end.table),
        "outcome": "finished" if isinstance(ending.outcome, Finished) else "claimed",
        "step": end.step,
        "state": end.state.hex(),
        "places": dict(zip(end.names, end.places, strict=False)),
        "faults": {end.names[seat]: fault for seat, fault in end.faults},
        "transcript": str(ending.path),
    }
    return [json.dumps(values)]


def _result(ending: session_flow.Ending, end: TableSummary) -> str:
    """The last line of a game."""
    points = [GAME_UIS[end.game].points(end.view, seat) for seat in range(len(end.names))]
    return result.told(end.names, end.places if isinstance(ending.outcome, Finished) else (), points)
