"""From what a person types to settings."""

from argparse import _SubParsersAction
from typing import Any

import pytest

from p2p_heroes.arguments import parse, settings_from
from p2p_heroes.arguments.commands import COMMANDS
from p2p_heroes.arguments.parser import parser
from p2p_heroes.bots import BOTS
from p2p_heroes.settings import (
    DEFAULT_LEVEL,
    SETTINGS,
    HostSettings,
    JoinSettings,
    PlaySettings,
    SimulationSettings,
    TournamentSettings,
)


def settings_of(*arguments: str) -> Any:
    return settings_from(parse(arguments))


def test_arguments_become_settings() -> None:
    play = settings_of("play", "--bots", "3", "--option", "rounds=9", "--seed", "7", "--json")
    assert isinstance(play, PlaySettings)
    assert (play.seats, play.options, play.seed, play.json) == (4, {"rounds": 9}, 7, True)
    assert not play.announce
    assert settings_of("play", "--name", "Ada").name == "Ada"
    host = settings_of("host", "--seats", "4", "--code", "red fox", "--listen", "[::1]:4711", "--name", "Ada")
    assert (host.seats, host.code, host.listen, host.name) == (4, "red fox", ("::1", 4711), "Ada")
    assert host.announce
    assert not settings_of("host", "--quiet").announce
    assert (play.game, play.faction) == ("conquer", "")
    several = settings_of("play", "--option", "first=2", "--option", "rounds=3", "--faction", "Undead")
    assert (several.options, several.faction) == ({"first": 2, "rounds": 3}, "undead")
    assert settings_of("join", "--faction", "Undead").faction == "undead"
    assert settings_of("host", "--game", "roshambo").game == "roshambo"
    join = settings_of("join", "Ada", "--interface", "127.0.0.1", "--interface", "::1")
    assert (join.table, join.interfaces) == ("Ada", ("127.0.0.1", "::1"))
    assert settings_of("join").table == ""
    assert settings_of("join").interfaces is None
    resume = settings_of("resume", "file", "--bot")
    assert (resume.files, resume.headless) == (("file",), True)
    assert not settings_of("resume").headless
    replay = settings_of("replay", "file", "--at", "7", "--text")
    assert (replay.file, replay.at, replay.text) == ("file", 7, True)
    audit = settings_of("audit", "one", "two", "--export", "three")
    assert (audit.files, audit.export) == (("one", "two"), "three")
    assert settings_of("completion", "fish").shell == "fish"
    assert all(settings_of(*line).ascii for line in (["--ascii"], ["--ascii", "play"], ["play", "--ascii"]))
    assert not settings_of("play").ascii


def test_a_bot_joins_or_hosts() -> None:
    guest = settings_of("bot", "--join", "127.0.0.1:5", "--level", "wanderer")
    assert guest == JoinSettings(table="127.0.0.1:5", level="wanderer", headless=True)
    assert settings_of("bot", "--host", "--patience", "5") == HostSettings(patience=5, headless=True)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_settings_in_which_all_that_it_takes_has_a_place(command: str) -> None:
    kinds = [HostSettings, JoinSettings] if command == "bot" else [SETTINGS[command]]
    places = {name for kind in kinds for name in kind.__struct_fields__}
    [below] = [one for one in parser([command])._actions if isinstance(one, _SubParsersAction)]
    taken = {action.dest for action in below.choices[command]._actions} - {"help", "host"}
    assert taken <= places


def test_what_nobody_typed_is_what_settings_say(capsys: pytest.CaptureFixture[str]) -> None:
    """And where help names it, it is the same."""
    for command, kind in SETTINGS.items():
        if command not in ("audit", "script", "completion"):  # which take something in any case
            assert settings_of(*([command] if command else [])) == kind()
    host, contest = HostSettings(), TournamentSettings()
    told = {
        "play": (
            f"({PlaySettings().seats - 1})",
            f"{', '.join(list(BOTS)[:-1])} or {list(BOTS)[-1]} ({DEFAULT_LEVEL})",
        ),
        "host": (f"({host.patience})", f"({host.seats})"),
        "tournament": (f"({contest.games})", f"({','.join(contest.players)})"),
        "simulate": (f"({SimulationSettings().games})", f"({SimulationSettings().seed})"),
    }
    for command, defaults in told.items():
        with pytest.raises(SystemExit):
            parse([command, "--help"])
        help_text = " ".join(capsys.readouterr().out.split())
        assert all(default in help_text for default in defaults)


def test_a_tournament_takes_lists() -> None:
    contest = settings_of(
        "tournament", "--players", "Steady, wanderer,", "--factions", "orcs", "--keep", "file"
    )
    assert (contest.players, contest.factions, contest.keep) == (("steady", "wanderer"), ("orcs",), "file")


def test_the_default_level_is_one_that_there_is() -> None:
    assert DEFAULT_LEVEL in BOTS
    assert settings_of("play").level == settings_of("resume").level == DEFAULT_LEVEL
