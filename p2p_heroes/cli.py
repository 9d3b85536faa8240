"""Arguments -> Settings -> run. Every import that costs time happens in the command that needs it."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from shutil import get_terminal_size

from p2p_heroes import __version__
from p2p_heroes.settings import DEFAULT_LEVEL, Settings

FINE, FAILED, USAGE, FAULT, NO_RESULT = range(5)
"""Exit codes: all well, a check failed, wrong usage or unreadable input, a proven fault, no result."""

GAME = Settings().game
SHELLS = ("bash", "zsh", "fish")

WELCOME = """p2p-heroes plays board games in the terminal, peer to peer: no server, and nobody can cheat.

  p2p-heroes play             a game on this machine, against bots
  p2p-heroes host --seats 3   open a table for friends on the LAN
  p2p-heroes join             sit down at it
  p2p-heroes --help           everything else"""


class Complaint(Exception):
    """What the person did or met cannot be; one line says what to do, and a code says it to scripts."""

    def __init__(self, text: str, code: int = USAGE) -> None:
        super().__init__(text)
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """The program. Returns the exit code."""
    # Other people's names come from every alphabet; a terminal that lacks one shows something else.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(_settings(given)))
    except Complaint as complaint:
        print(f"p2p-heroes: {complaint}", file=sys.stderr)
        return complaint.code
    except KeyboardInterrupt:
        return NO_RESULT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="p2p-heroes",
        description="Board games in the terminal, peer to peer: no server, and nobody can cheat.",
        epilog="example: p2p-heroes play --bots 2",
    )
    parser.add_argument("--version", action="version", version=f"p2p-heroes {__version__}")
    parser.add_argument(
        "--ascii",
        dest="ascii_start",
        action="store_true",
        help="no signs but those of ASCII on the full screen",
    )
    parser.set_defaults(run=_start)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    play = _command(commands, "play", _play, "a table on this machine: you and bots", "play --bots 3")
    play.add_argument("--bots", type=_count(1, 6), default=1, help="how many bots (1 to 6)")
    play.add_argument("--level", default=DEFAULT_LEVEL, help="how well the bots play")
    play.add_argument("--seed", type=int, help="the bots' luck")
    play.add_argument("--name", default="", help="your name at the table")
    _add_table(play)
    host = _command(commands, "host", _host, "open a table on the LAN", "host --seats 3 --code 'red fox'")
    host.add_argument("--seats", type=_count(2, 7), default=2, help="how many play, you included")
    _add_table(host)
    _add_network(host)
    join = _command(commands, "join", _join, "sit down at a table on the LAN", "join 192.168.1.7:4711")
    join.add_argument(
        "table", nargs="?", default="", help="its name, or HOST:PORT; none: the only one there is"
    )
    _add_faction(join)
    _add_network(join)
    bot = _command(commands, "bot", _bot, "a headless player", "bot --join 192.168.1.7:4711")
    where = bot.add_mutually_exclusive_group(required=True)
    where.add_argument("--join", dest="table", metavar="TABLE", help="a table's name, or HOST:PORT")
    where.add_argument("--host", action="store_true", help="open a table instead")
    bot.add_argument("--seats", type=_count(2, 7), default=2, help="with --host: how many play")
    bot.add_argument("--level", default=DEFAULT_LEVEL, help="how well it plays")
    bot.add_argument("--seed", type=int, help="its luck")
    _add_table(bot)
    _add_network(bot)
    found = _command(commands, "tables", _tables, "tables found on the LAN", "tables --json")
    _add_interface(found)
    resume = _command(commands, "resume", _resume, "go on after a crash or a break", "resume")
    resume.add_argument("file", nargs="?", default="", help="a transcript; none: the newest unfinished one")
    resume.add_argument("--bot", action="store_true", help="let a bot play on")
    resume.add_argument("--level", default=DEFAULT_LEVEL, help="with --bot: how well it plays")
    resume.add_argument("--seed", type=int, help="with --bot: its luck")
    _add_network(resume)
    replay = _command(commands, "replay", _replay, "tell a recorded game again", "replay game.heroes --text")
    replay.add_argument("file", nargs="?", default="", help="a transcript; none: the newest one")
    replay.add_argument("--text", action="store_true", help="as notation, one line per answer")
    replay.add_argument(
        "--at",
        type=_count(0, 999),
        default=0,
        metavar="ROUND",
        help="begin with this round",
    )
    rules = _command(commands, "rules", _rules, "the rules, to read and to search", "rules conquer battle")
    rules.add_argument(
        "words", nargs="*", metavar="[GAME] TOPIC", help="a game, a topic, or words to look for"
    )
    _add_tournament(commands)
    _add_simulate(commands)
    script = _command(commands, "script", _script, "run scripted tables and attacks", "script attack.table")
    script.add_argument("files", nargs="+", metavar="FILE", help="what docs/scripts.md describes")
    completion = _command(
        commands,
        "completion",
        _completion,
        "a script with which a shell completes all this",
        "completion bash",
    )
    completion.add_argument(
        "words", nargs=1, choices=SHELLS, metavar="SHELL", help=f"which one: {', '.join(SHELLS)}"
    )
    return parser


def _add_tournament(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    example = "tournament --players warlord,steady --games 40 --picture bars.svg"
    contest = _command(commands, "tournament", _tournament, "bots against bots, without a network", example)
    contest.add_argument("--game", default=GAME, help=f"what is played ({GAME})")
    contest.add_argument("--games", type=_count(1, 1_000_000), default=40, help="how many (40)")
    contest.add_argument(
        "--players",
        type=_names,
        default=Settings().players,
        metavar="LIST",
        help="a bot for each seat: wanderer, steady or warlord (warlord,steady)",
    )
    contest.add_argument(
        "--factions", type=_names, default=(), metavar="LIST", help="which are drawn from; none: all"
    )
    contest.add_argument("--jobs", type=_count(1, 256), default=0, help="how many processes; none: all cores")
    contest.add_argument(
        "--seed", type=int, default=0, help="which games are played, and all luck in them (0)"
    )
    contest.add_argument("--picture", default="", metavar="FILE.svg", help="draw the result into this file")


def _add_simulate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    example = "simulate --games 1000 --seed 7"
    tables = _command(commands, "simulate", _simulate, "whole tables under every fault, from a seed", example)
    tables.add_argument("--games", type=_count(1, 10_000_000), default=100, help="how many tables (100)")
    tables.add_argument("--seed", type=_count(0, 99_999_999), default=0, help="the first table's seed (0)")
    tables.add_argument(
        "--faults", type=_names, default=(), metavar="LIST", help="what may go wrong; none: everything"
    )
    tables.add_argument("--jobs", type=_count(1, 256), default=0, help="how many processes; none: all cores")
    tables.add_argument("--game", default="", help="what is played; none: mostly the smallest")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[Settings], int],
    text: str,
    example: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=text, epilog=f"example: p2p-heroes {example}")
    command.add_argument(
        "--json", action="store_true", help="one JSON value on stdout, and nothing else there"
    )
    command.add_argument("--plain", action="store_true", help="line by line, without a full screen")
    command.add_argument(
        "--ascii", action="store_true", help="no signs but those of ASCII on the full screen"
    )
    command.set_defaults(run=run)
    return command


def _add_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", default=GAME, help=f"what is played ({GAME})")
    command.add_argument("--rounds", type=int, help="roshambo: how many rounds")
    command.add_argument(
        "--first", type=int, help="conquer: the number of the seat that is first; 0: by chance"
    )
    command.add_argument(
        "--patience", type=_count(1, 86400), default=120, help="seconds before absence counts"
    )
    _add_faction(command)


def _add_faction(command: argparse.ArgumentParser) -> None:
    command.add_argument("--faction", default="", help="whom you lead; none: one that is free")


def _add_network(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", default="", help="your name at the table")
    command.add_argument("--code", help="the invite code")
    command.add_argument("--listen", default="", metavar="HOST:PORT", help="where others reach you")
    command.add_argument("--quiet", action="store_true", help="announce nothing on the network")
    _add_interface(command)


def _add_interface(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--interface", action="append", type=_address, metavar="ADDRESS", help="announce and look here only"
    )


def _address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"the IP address of a network here, not {text}") from error


def _count(least: int, most: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        value = int(text) if text.isdecimal() and len(text) < 9 else least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"a number from {least} to {most}, not {text}")
        return value

    return convert


def _settings(given: argparse.Namespace) -> Settings:
    options = vars(given)
    agreed = {name: options.get(name) for name in ("rounds", "first")}
    return Settings(
        name=options.get("name") or "",
        game=options.get("game", GAME),
        options={name: value for name, value in agreed.items() if value is not None},
        faction=options.get("faction", "").lower(),
        seats=options.get("seats", options.get("bots", 1) + 1),
        patience=options.get("patience", 120),
        code=options.get("code"),
        listen=_listen(options.get("listen", "")),
        announce=given.command != "play" and not options.get("quiet", False),
        interfaces=tuple(options["interface"]) if options.get("interface") else None,
        level=options.get("level", DEFAULT_LEVEL),
        bots=options.get("bots", 0),
        seed=options.get("seed"),
        table=options.get("table") or "",
        file=options.get("file", ""),
        text=options.get("text", False),
        at=options.get("at", 0),
        words=tuple(options.get("words") or ()),
        plain=options.get("plain", False),
        ascii=options.get("ascii", False) or given.ascii_start,
        json=options.get("json", False),
        headless=given.command == "bot" or options.get("bot", False),
        games=options.get("games", 40),
        players=options.get("players", ()),
        factions=options.get("factions", ()),
        jobs=options.get("jobs", 0),
        picture=options.get("picture", ""),
        faults=options.get("faults", ()),
        files=tuple(options.get("files", ())),
    )


def _listen(text: str) -> tuple[str, int]:
    if not text:
        return ("0.0.0.0", 0)  # noqa: S104 -- a table on the LAN listens to the LAN
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or len(port) > 5 or int(port) >= 2**16:
        raise Complaint(f"--listen wants HOST:PORT, not {text}")
    return host.strip("[]"), int(port)


def _start(settings: Settings) -> int:
    """Without a command: a menu for whoever sits at a terminal, a few words for anybody else."""
    if not (os.isatty(0) and os.isatty(1)):
        print(WELCOME)
        return FINE
    from p2p_heroes.ui.commands import Trouble, open_start

    try:
        open_start(settings)
    except Trouble as trouble:
        raise Complaint(str(trouble), trouble.code) from trouble
    return FINE


def _play(settings: Settings) -> int:
    return _evening("play", settings)


def _host(settings: Settings) -> int:
    return _evening("host", settings)


def _join(settings: Settings) -> int:
    return _evening("join", settings)


def _bot(settings: Settings) -> int:
    return _evening("join" if settings.table else "host", settings)


def _resume(settings: Settings) -> int:
    return _evening("resume", settings)


def _evening(what: str, settings: Settings) -> int:
    from p2p_heroes.ui.commands import Trouble, run_evening

    try:
        return FINE if run_evening(what, settings) else NO_RESULT
    except Trouble as trouble:
        raise Complaint(str(trouble), trouble.code) from trouble


def _replay(settings: Settings) -> int:
    from p2p_heroes.ui.commands import Trouble, look_again, tell_again

    try:
        if not look_again(settings):
            print(*tell_again(settings), sep="\n")
    except Trouble as trouble:
        raise Complaint(str(trouble), trouble.code) from trouble
    return FINE


def _tables(settings: Settings) -> int:
    from p2p_heroes.ui.commands import Trouble, list_tables

    try:
        rows = list_tables(settings)
    except Trouble as trouble:
        raise Complaint(str(trouble), trouble.code) from trouble
    if settings.json:
        print(json.dumps(rows))
        return FINE
    for row in rows:
        code = ", with a code" if row["code"] else ""
        seats = f"{row['taken']} of {row['seats']} seats{code}"
        print(f"{row['name']}: {row['game']}, {seats}, {row['host']}:{row['port']}")
    if not rows:
        print("No table found. A host opens one with: p2p-heroes host")
    return FINE


def _rules(settings: Settings) -> int:
    from p2p_heroes.ui.rules import BOOKS, contents, found, pages_for

    game, words = settings.game, settings.words
    if words and words[0].casefold() in BOOKS:
        game, words = words[0].casefold(), words[1:]
    pages = pages_for(game, words) if words else list(BOOKS[game])
    if not pages:
        raise Complaint(f"the rules of {game} say nothing about {' '.join(words)}")
    if settings.json:
        print(json.dumps([{"topic": page.topic, "title": page.title, "text": page.lines} for page in pages]))
        return FINE
    width = min(100, get_terminal_size().columns - 1)
    if not words:
        ask = f"p2p-heroes rules {game} TOPIC shows one; any other words are looked for."
        print(f"The rules of {game}:", *contents(game), ask, sep="\n")
        return FINE
    print(*found(pages, words, width), sep="\n")
    return FINE


def _tournament(settings: Settings) -> int:
    from pathlib import Path

    from p2p_heroes.ui.tournament import BadTournament, as_json, draw, hold, told

    try:
        results = hold(settings)
    except BadTournament as bad:
        raise Complaint(str(bad)) from bad
    if settings.json:
        print(json.dumps(as_json(settings, results)))
    else:
        print("\n".join(told(settings, results)))
    if settings.picture:
        try:
            draw(settings, results, Path(settings.picture))
        except OSError as error:
            raise Complaint(f"{error.strerror}: {settings.picture}") from error
    return FINE


def _simulate(settings: Settings) -> int:
    from p2p_heroes.ui.simulation import BadSimulation, as_json, hold, told

    try:
        tally = hold(settings)
    except BadSimulation as bad:
        raise Complaint(str(bad)) from bad
    print(json.dumps(as_json(settings, tally)) if settings.json else "\n".join(told(settings, tally)))
    return FAILED if tally.failed else FINE


def _script(settings: Settings) -> int:
    from p2p_heroes.ui.script import Unreadable, as_json, perform_all, told

    try:
        shows = perform_all(settings.files)
    except Unreadable as bad:
        raise Complaint(str(bad)) from bad
    print(json.dumps(as_json(shows)) if settings.json else "\n".join(told(shows)))
    return FAILED if any(show.failures for show in shows) else FINE


def _completion(settings: Settings) -> int:
    from p2p_heroes.bots import BOTS
    from p2p_heroes.games import GAMES
    from p2p_heroes.ui.completion import commands_of, script
    from p2p_heroes.ui.rules import BOOKS

    values = {
        "game": tuple(GAMES),
        "level": tuple(BOTS),
        "faction": tuple(choice for game in GAMES.values() for choice in game.choices),
        "words": tuple(dict.fromkeys([*GAMES, *(page.topic for book in BOOKS.values() for page in book)])),
    }
    text = script(settings.words[0], "p2p-heroes", commands_of(_parser(), values))
    print(json.dumps(text) if settings.json else text)
    return FINE
