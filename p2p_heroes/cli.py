"""A command line -> its command -> an exit code; what costs time is imported by the command that needs it."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from p2p_heroes.arguments import parse, settings_from
from p2p_heroes.user_error import FAILED, FINE, NO_RESULT, UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from p2p_heroes import settings

WELCOME = """p2p-heroes plays board games in the terminal, peer to peer: no server, and nobody can cheat.

  p2p-heroes play             a game on this machine, against bots
  p2p-heroes host --seats 3   open a table for friends on the LAN
  p2p-heroes join             sit down at it
  p2p-heroes --help           everything else"""


RARELY = 20_000
"""So many new things that refer to others come between two searches for rings of them; usually it is 700."""


def program() -> int:
    """The program as a process of its own. Returns the exit code."""
    # Most of what a short command makes is what it imports, and no ring in that is ever given up; to search
    # it again and again, and once more at the end, took a tenth of the time.
    gc.set_threshold(RARELY)
    try:
        return main()
    finally:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """One command. Returns the exit code."""
    # Other people's names come from every alphabet; a terminal that lacks one shows something else.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    typed = parse(sys.argv[1:] if arguments is None else arguments)
    try:
        return COMMANDS[typed["command"]](settings_from(typed))
    except UserError as error:
        from p2p_heroes.ui.safe_text import plainly

        # It may name a file that a stranger has named.
        print("\n".join(map(plainly, f"p2p-heroes: {error}".split("\n"))), file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        # On a line of its own: the terminal has shown the key, perhaps behind a bar of progress.
        print("\np2p-heroes: Stopped.", file=sys.stderr)
        return NO_RESULT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _start(asked: settings.SeatSettings) -> int:
    """Without a command: a menu for whoever sits at a terminal, a few words for anybody else."""
    from p2p_heroes.ui.terminal import has_screen

    if not has_screen():
        print(WELCOME)
        return FINE
    from p2p_heroes.ui.commands import open_start

    open_start(asked)
    return FINE


def _sit(asked: settings.SeatSettings) -> int:
    """Play, host, join, resume: whatever ends with a table."""
    from p2p_heroes.ui.commands import run_session

    return FINE if run_session(asked) else NO_RESULT


def _replay(asked: settings.ReplaySettings) -> int:
    from p2p_heroes.ui.commands import look_again, tell_again

    if not look_again(asked):
        print(*tell_again(asked), sep="\n")
    return FINE


def _audit(asked: settings.AuditSettings) -> int:
    from p2p_heroes.ui.audit import run

    return run(asked)


def _tables(asked: settings.TablesSettings) -> int:
    from p2p_heroes.ui.commands import list_tables

    rows = list_tables(asked)
    if asked.json:
        print(_json(rows))
        return FINE
    for row in rows:
        code = ", with a code" if row["code"] else ""
        gone = ", may be gone" if row["parted"] else ""
        seats = f"{row['taken']} of {row['seats']} seats{code}{gone}"
        print(f"{row['name']}: {row['game']}, {seats}, {row['address']}")
    if not rows:
        from p2p_heroes.ui.started import command

        print(f"No table found. A host opens one with: {command()} host")
    return FINE


def _json(value: object) -> str:
    from json import dumps

    return dumps(value)


def _rules(asked: settings.RulesSettings) -> int:
    from shutil import get_terminal_size

    from p2p_heroes.ui.games import GAME_UIS
    from p2p_heroes.ui.rules import contents, found, pages_for
    from p2p_heroes.ui.started import command

    game, words = asked.game, asked.words
    if words and words[0].casefold() in GAME_UIS:
        game, words = words[0].casefold(), words[1:]
    pages = pages_for(game, words) if words else GAME_UIS[game].book
    if not pages:
        nothing = f"the rules of {game} say nothing about {' '.join(words)}"
        raise UserError(f"{nothing}; `{command()} rules {game}` lists the topics")
    if asked.json:
        print(_json([{"topic": page.topic, "title": page.title, "text": page.lines} for page in pages]))
        return FINE
    width = min(100, get_terminal_size().columns - 1)
    if not words:
        ask = f"{command()} rules {game} TOPIC shows one; any other words are looked for."
        print(f"The rules of {game}:", *contents(game), ask, sep="\n")
        return FINE
    print(*found(pages, words, width), sep="\n")
    return FINE


def _tournament(asked: settings.TournamentSettings) -> int:
    from p2p_heroes.ui.tournament import as_json, hold, told
    from p2p_heroes.ui.tournament_picture import draw, prepare

    picture = prepare(asked.picture)
    held = hold(asked)
    print(_json(as_json(asked, held)) if asked.json else "\n".join(told(asked, held)))
    if picture is not None:
        draw(asked, held, picture)
    return NO_RESULT if held.why else FINE


def _simulate(asked: settings.SimulationSettings) -> int:
    from p2p_heroes.ui.simulation import as_json, hold, told

    tally = hold(asked)
    print(_json(as_json(asked, tally)) if asked.json else "\n".join(told(asked, tally)))
    return FAILED if tally.failed else FINE


def _script(asked: settings.ScriptSettings) -> int:
    from p2p_heroes.ui.script import as_json, perform_all, told

    shows = perform_all(asked.files, on_sockets=asked.sockets)
    print(_json(as_json(shows)) if asked.json else "\n".join(told(shows)))
    return FAILED if any(show.failures for show in shows) else FINE


def _bench(asked: settings.BenchSettings) -> int:
    from p2p_heroes.ui.bench import as_json, hold, told

    held = hold(asked)
    print(_json(as_json(asked, held)) if asked.json else "\n".join(told(asked, held)))
    if not held.is_whole:
        return NO_RESULT
    return FAILED if held.missed else FINE


def _completion(asked: settings.CompletionSettings) -> int:
    from p2p_heroes.arguments.parser import parser
    from p2p_heroes.bots import BOTS
    from p2p_heroes.games import GAMES
    from p2p_heroes.ui.completion import SECTIONS, commands_of, script
    from p2p_heroes.ui.games import GAME_UIS

    factions = tuple(choice for game in GAMES.values() for choice in game.choices)
    topics = [page.topic for ui in GAME_UIS.values() for page in ui.book]
    values = {
        "game": tuple(GAMES),
        "level": tuple(BOTS),
        "players": tuple(BOTS),
        "faction": factions,
        "factions": factions,
        "measures": SECTIONS,
        "options": tuple(f"{name}=" for game in GAMES.values() for name in game.options),
        "words": tuple(dict.fromkeys([*GAMES, *topics])),
    }
    text = script(asked.shell, "p2p-heroes", commands_of(parser(), values))
    print(_json(text) if asked.json else text)
    return FINE


COMMANDS: Mapping[str | None, Callable[[Any], int]] = {
    None: _start,
    "play": _sit,
    "host": _sit,
    "join": _sit,
    "bot": _sit,
    "tables": _tables,
    "resume": _sit,
    "replay": _replay,
    "audit": _audit,
    "rules": _rules,
    "tournament": _tournament,
    "simulate": _simulate,
    "script": _script,
    "bench": _bench,
    "completion": _completion,
}
"""What is done for each, and without any."""
