"""From what a person types to settings."""

import pytest

from p2p_heroes.arguments import parse, settings_from
from p2p_heroes.bots import BOTS
from p2p_heroes.settings import DEFAULT_LEVEL, Settings
from protocol.frozen import replace


def settings_of(*arguments: str) -> Settings:
    return settings_from(parse(arguments))


def test_arguments_become_settings() -> None:
    play = settings_of("play", "--bots", "3", "--rounds", "9", "--seed", "7", "--json")
    assert (play.bots, play.seats, play.options, play.seed, play.json) == (3, 4, {"rounds": 9}, 7, True)
    assert not play.announce
    assert settings_of("play", "--name", "Ada").name == "Ada"
    host = settings_of("host", "--seats", "4", "--code", "red fox", "--listen", "[::1]:4711", "--name", "Ada")
    assert (host.seats, host.code, host.listen, host.name) == (4, "red fox", ("::1", 4711), "Ada")
    assert host.announce
    assert not settings_of("host", "--quiet").announce
    assert (play.game, play.faction) == ("conquer", "")
    assert settings_of("play", "--first", "2", "--faction", "Undead").options == {"first": 2}
    assert settings_of("join", "--faction", "Undead").faction == "undead"
    assert settings_of("host", "--game", "roshambo").game == "roshambo"
    join = settings_of("join", "Ada", "--interface", "127.0.0.1", "--interface", "::1")
    assert (join.table, join.interfaces) == ("Ada", ("127.0.0.1", "::1"))
    assert settings_of("join").table == ""
    assert settings_of("join").interfaces is None
    bot = settings_of("bot", "--join", "127.0.0.1:5", "--level", "wanderer", "--patience", "5")
    assert (bot.table, bot.headless, bot.patience) == ("127.0.0.1:5", True, 5)
    resume = settings_of("resume", "file", "--bot")
    assert (resume.files, resume.headless) == (("file",), True)
    assert not settings_of("resume").headless
    replay = settings_of("replay", "file", "--at", "7", "--text")
    assert (replay.file, replay.at, replay.text) == ("file", 7, True)
    audit = settings_of("audit", "one", "two", "--export", "three")
    assert (audit.files, audit.file, audit.export) == (("one", "two"), "", "three")
    assert settings_of("completion", "fish").words == ("fish",)
    assert all(settings_of(*line).ascii for line in (["--ascii"], ["--ascii", "play"], ["play", "--ascii"]))
    assert not settings_of("play").ascii


def test_what_nobody_typed_is_what_settings_say(capsys: pytest.CaptureFixture[str]) -> None:
    """And where help names it, it is the same."""
    assert settings_of() == settings_of("host") == settings_of("tournament") == Settings()
    assert settings_of("play") == replace(Settings(), announce=False)
    told = {
        "play": (
            f"({Settings().bots})",
            f"{', '.join(list(BOTS)[:-1])} or {list(BOTS)[-1]} ({DEFAULT_LEVEL})",
        ),
        "host": (f"({Settings().patience})", f"({Settings().seats})"),
        "tournament": (f"({Settings().games})", f"({','.join(Settings().players)})"),
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
    assert settings_of("play").level == settings_of("resume").level == Settings().level == DEFAULT_LEVEL
