"""What can be typed after `p2p-heroes`: each command, what it is, and what it takes.

A command tells a parser of argparse what it takes once it was typed, so that nobody waits for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

SHELLS = ("bash", "zsh", "fish")


def take_what_all_take(command: ArgumentParser) -> None:
    command.add_argument(
        "--json", action="store_true", help="one JSON value on stdout, and nothing else there"
    )
    command.add_argument("--plain", action="store_true", help="line by line, without a full screen")
    command.add_argument(
        "--ascii", action="store_true", help="no signs but those of ASCII on the full screen"
    )


def _take_play(play: ArgumentParser) -> None:
    play.set_defaults(announce=False)
    play.add_argument("--bots", type=_players, help="how many bots, as many as the game allows (1)")
    _add_level(play, "how well the bots play")
    play.add_argument("--seed", type=int, help="the bots' luck")
    play.add_argument("--name", help="your name at the table")
    _add_table(play)


def _take_host(host: ArgumentParser) -> None:
    host.add_argument(
        "--seats", type=_players, help="how many play, you included, as many as the game allows (2)"
    )
    _add_table(host)
    _add_network(host)


def _take_join(join: ArgumentParser) -> None:
    join.add_argument("table", nargs="?", help="its name, or HOST:PORT; none: the only one there is")
    _add_faction(join)
    _add_network(join)


def _take_bot(bot: ArgumentParser) -> None:
    bot.set_defaults(headless=True)
    where = bot.add_mutually_exclusive_group(required=True)
    where.add_argument("--join", dest="table", metavar="TABLE", help="a table's name, or HOST:PORT")
    where.add_argument("--host", action="store_true", help="open a table instead")
    bot.add_argument("--seats", type=_players, help="with --host: how many play (2)")
    _add_level(bot, "how well it plays")
    bot.add_argument("--seed", type=int, help="its luck")
    _add_table(bot)
    _add_network(bot)


def _take_tables(tables: ArgumentParser) -> None:
    _add_interface(tables)


def _take_resume(resume: ArgumentParser) -> None:
    resume.add_argument(
        "files",
        nargs="*",
        metavar="FILE HOST:PORT",
        help="a transcript, none: the newest that can go on; where somebody of that table is now",
    )
    resume.add_argument("--bot", dest="headless", action="store_true", help="let a bot play on")
    _add_level(resume, "with --bot: how well it plays")
    resume.add_argument("--seed", type=int, help="with --bot: its luck")
    _add_network(resume)


def _take_replay(replay: ArgumentParser) -> None:
    replay.add_argument("file", nargs="?", help="a transcript; none: the newest one")
    replay.add_argument("--text", action="store_true", help="in notation, with the story below each step")
    replay.add_argument("--at", type=_count(0, 999), metavar="ROUND", help="begin with this round")


def _take_audit(audit: ArgumentParser) -> None:
    audit.add_argument(
        "files", nargs="+", metavar="FILE", help="transcripts of any seats and tables, and exported proofs"
    )
    audit.add_argument("--export", metavar="FILE", help="write what is proven into a file of its own")
    audit.add_argument("--jobs", type=_count(1, 256), help="how many processes; none: all cores")


def _take_rules(rules: ArgumentParser) -> None:
    rules.add_argument(
        "words", nargs="*", metavar="[GAME] TOPIC", help="a game, a topic, or words to look for"
    )


def _take_tournament(contest: ArgumentParser) -> None:
    contest.add_argument("--game", help="what is played; none: the main game")
    contest.add_argument("--games", type=_count(1, 1_000_000), help="how many (40)")
    contest.add_argument(
        "--players",
        type=_names,
        metavar="LIST",
        help="a bot for each seat: wanderer, steady or warlord (warlord,steady)",
    )
    contest.add_argument("--factions", type=_names, metavar="LIST", help="which are drawn from; none: all")
    contest.add_argument("--jobs", type=_count(1, 256), help="how many processes; none: all cores")
    contest.add_argument("--seed", type=int, help="which games are played, and all luck in them (0)")
    contest.add_argument(
        "--keep", metavar="FILE", help="keep every game here, and go on from there the next time"
    )
    contest.add_argument("--picture", metavar="FILE.svg", help="draw the result into this file")


def _take_simulate(tables: ArgumentParser) -> None:
    tables.set_defaults(game="", games=100, seed=0)
    tables.add_argument("--games", type=_count(1, 10_000_000), help="how many tables (100)")
    tables.add_argument("--seed", type=_count(0, 99_999_999), help="the first table's seed (0)")
    tables.add_argument("--faults", type=_names, metavar="LIST", help="what may go wrong; none: everything")
    tables.add_argument("--jobs", type=_count(1, 256), help="how many processes; none: all cores")
    tables.add_argument("--game", help="what is played; none: mostly the smallest")


def _take_script(script: ArgumentParser) -> None:
    script.add_argument("files", nargs="+", metavar="FILE", help="what docs/scripts.md describes")
    script.add_argument("--sockets", action="store_true", help="real nodes on 127.0.0.1, not a simulation")


def _take_bench(bench: ArgumentParser) -> None:
    bench.add_argument(
        "measures", nargs="*", metavar="NAME", help="a section or a measure of docs/performance.md; none: all"
    )
    bench.add_argument("--slices", type=_count(1, 999), help="pairs of slices, whose median counts (13)")


def _take_completion(completion: ArgumentParser) -> None:
    completion.add_argument(
        "words", nargs=1, choices=SHELLS, metavar="SHELL", help=f"which one: {', '.join(SHELLS)}"
    )


def _add_table(command: ArgumentParser) -> None:
    command.add_argument("--game", help="what is played; none: the main game")
    command.add_argument("--rounds", type=int, help="how many rounds, where a game asks for it")
    command.add_argument(
        "--first", type=int, help="which seat is first, where a game asks for it; 0: by chance"
    )
    command.add_argument("--patience", type=_count(1, 86400), help="seconds before absence counts (120)")
    command.add_argument("--half", action="store_true", help="half of you may go on without the others")
    _add_faction(command)


def _add_faction(command: ArgumentParser) -> None:
    command.add_argument("--faction", type=str.lower, help="whom you lead; none: one that is free")


def _add_level(command: ArgumentParser, text: str) -> None:
    command.add_argument("--level", help=f"{text}: wanderer, steady or warlord (steady)")


def _add_network(command: ArgumentParser) -> None:
    command.add_argument("--name", help="your name at the table")
    command.add_argument("--code", help="the invite code")
    command.add_argument("--listen", type=_place, metavar="HOST:PORT", help="where others reach you")
    command.add_argument(
        "--quiet", dest="announce", action="store_false", help="announce nothing on the network"
    )
    _add_interface(command)


def _add_interface(command: ArgumentParser) -> None:
    command.add_argument(
        "--interface",
        dest="interfaces",
        action="append",
        type=_address,
        metavar="ADDRESS",
        help="announce and look here only",
    )


def _wrong(complaint: str) -> Exception:
    """What makes argparse say this of a value."""
    from argparse import ArgumentTypeError

    return ArgumentTypeError(complaint)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def _place(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or len(port) > 5 or int(port) >= 2**16:
        raise _wrong(f"HOST:PORT, not {text}")
    return host.strip("[]"), int(port)


def _address(text: str) -> str:
    from ipaddress import ip_address

    try:
        return str(ip_address(text))
    except ValueError as error:
        raise _wrong(f"the IP address of a network here, not {text}") from error


def _players(text: str) -> int:
    """So many as the game says; it is not known here which that is."""
    if not text.isdecimal() or len(text) > 3:
        raise _wrong(f"a number, not {text}")
    return int(text)


def _count(least: int, most: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        value = int(text) if text.isdecimal() and len(text) < 9 else least - 1
        if not least <= value <= most:
            raise _wrong(f"a number from {least} to {most}, not {text}")
        return value

    return convert


COMMANDS: Mapping[str, tuple[str, str, Callable[[ArgumentParser], None]]] = {
    "play": ("a table on this machine: you and bots", "play --bots 3", _take_play),
    "host": ("open a table on the LAN", "host --seats 3 --code 'red fox'", _take_host),
    "join": ("sit down at a table on the LAN", "join 192.168.1.7:4711", _take_join),
    "bot": ("a headless player", "bot --join 192.168.1.7:4711", _take_bot),
    "tables": ("tables found on the LAN", "tables --json", _take_tables),
    "resume": ("go on after a crash or a break", "resume 192.168.1.7:4711", _take_resume),
    "replay": ("tell a recorded game again", "replay game.heroes --text", _take_replay),
    "audit": (
        "check transcripts and proofs from nothing; name the cheat if there is one",
        "audit mine.heroes yours.heroes",
        _take_audit,
    ),
    "rules": ("the rules, to read and to search", "rules battle", _take_rules),
    "tournament": (
        "bots against bots, without a network",
        "tournament --players warlord,steady --games 40 --picture bars.svg",
        _take_tournament,
    ),
    "simulate": (
        "whole tables under every fault, from a seed",
        "simulate --games 1000 --seed 7",
        _take_simulate,
    ),
    "script": ("run scripted tables and attacks", "script attack.table", _take_script),
    "bench": (
        "how fast it is, as ratios to what is measured beside it",
        "bench engine --slices 5",
        _take_bench,
    ),
    "completion": ("a script with which a shell completes all this", "completion bash", _take_completion),
}
"""What each is, an example of it, and what it takes; in the order of help."""
