"""A tournament on the terminal: progress, tables, plots, one JSON value; stopped, it tells what there is."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from p2p_heroes.cli import main
from p2p_heroes.settings import TournamentSettings
from p2p_heroes.tournament.matches import Match, Result, TournamentRow
from p2p_heroes.tournament.matches import play_all as play_in_processes
from p2p_heroes.ui import tournament
from p2p_heroes.ui.tournament import (
    LOST,
    PLOT,
    STOPPED,
    TournamentResult,
    as_json,
    hold,
    points_plot,
    progress,
    told,
    won_plot,
)
from p2p_heroes.user_error import FINE, NO_RESULT, USAGE, UserError
from protocol.frozen import replace
from scripts.tools.terminal import TerminalProgram

LIMIT = 60
SETTINGS = TournamentSettings(games=2, players=("steady", "wanderer"), jobs=1, seed=3)
RESULTS = (
    Result(Match("conquer", ("steady", "wanderer"), ("undead", "elves"), "3 0"), (1, 2), (41, 12)),
    Result(Match("conquer", ("steady", "wanderer"), ("elves", "undead"), "3 1"), (1, 1), (20, 20)),
)
HELD = TournamentResult(RESULTS, 2)
ROSHAMBO = TournamentSettings(game="roshambo", games=6, players=("wanderer", "steady"), jobs=1)


def test_the_tables_tell_wins_bounds_and_points() -> None:
    lines = list(told(SETTINGS, HELD))
    assert lines[0] == "conquer: steady against wanderer, 2 games, seed 3"
    won, points = (line for line in lines if line.startswith("steady"))
    assert won.split()[:9] == ["steady", "2", "75.0", "%", "19.8", "to", "97.3", "%", "50.0"]
    assert points.split()[:6] == ["steady", "30.5", "20", "20", "to", "41"]
    assert len([line for line in lines if line.startswith("undead")]) == 2


def test_columns_stand_under_their_names_and_plots_under_their_scale() -> None:
    lines = list(told(SETTINGS, HELD))
    for head, row in pairwise(lines):
        if head.startswith(("bot", "faction")):
            assert len(head) == len(row)
            assert head[-PLOT:].startswith("0 .")
    assert max(map(len, lines)) <= 79


def test_a_plot_of_wins_has_its_bounds_and_what_is_fair() -> None:
    record = TournamentRow("orcs", 9, wins=500, low=250, high=750, fair=250, points=())
    assert won_plot(record, 1000) == "######|=====------......"
    assert won_plot(replace(record, fair=1000), 1000) == "######======------.....|"


def test_a_plot_of_points_goes_from_the_lowest_to_the_highest() -> None:
    record = TournamentRow("orcs", 5, wins=0, low=0, high=0, fair=0, points=(4, 8, 12, 16, 20))
    assert points_plot(record, 24) == "....----====o===----...."


def test_what_so_many_games_can_tell_is_said_in_a_line() -> None:
    match = Match("conquer", ("steady",) * 2, ("undead", "elves"), "0")
    held = TournamentResult((Result(match, (1, 2), (9, 5)),) * 8, 8)
    lines = list(told(replace(SETTINGS, players=match.players), held))
    assert lines[0] == "conquer: 2 steady, 8 games, seed 3"
    assert "More than a fair share, luck aside: undead. Less: elves." in lines
    assert "More than a fair share, luck aside: none. Less: none." in told(SETTINGS, HELD)


def test_one_kind_of_bot_alone_has_no_table() -> None:
    """It wins every game; what differs are the factions."""
    match = Match("conquer", ("steady",) * 2, ("undead", "elves"), "0")
    lines = list(told(SETTINGS, TournamentResult((Result(match, (1, 2), (9, 5)),), 1)))
    assert not any(line.startswith(("bot", "steady")) for line in lines)


def test_three_kinds_of_bots_are_compared_in_pairs() -> None:
    match = Match("conquer", ("warlord", "steady", "wanderer"), ("undead", "elves", "orcs"), "0")
    held = TournamentResult((Result(match, (1, 2, 2), (9, 5, 5)),), 1)
    lines = list(told(replace(SETTINGS, players=match.players), held))
    assert "warlord came before steady 1 times, and behind 0 times" in lines
    assert "steady came before wanderer 0 times, and behind 0 times" in lines


def test_no_factions_no_table_of_factions_and_no_points_no_points() -> None:
    match = Match("roshambo", ("steady", "wanderer"), ("", ""), "0")
    lines = list(told(SETTINGS, TournamentResult((Result(match, (1, 2), ()),), 1)))
    assert [line.split()[0] for line in lines if line.startswith(("bot", "faction"))] == ["bot"]


def test_json_is_one_value() -> None:
    value = json.loads(json.dumps(as_json(SETTINGS, HELD)))
    assert (value["games"], value["asked"], value["partial"]) == (2, 2, False)
    assert value["bots"][0] == {
        "name": "steady",
        "games": 2,
        "won": 0.75,
        "low": 0.198,
        "high": 0.973,
        "fair": 0.5,
        "points": 30.5,
        "lowest": 20,
        "highest": 41,
    }
    assert value["results"][1]["places"] == [1, 1]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((0, 4), "[........................] 0 of 4 games, some time left"),
        ((1, 4, 1, 0.5), "[######..................] 1 of 4 games, 2.0 a second, 0:02 left"),
        ((2, 4, 1, 90.0), "[############............] 2 of 4 games, 0.7 a minute, 3:00 left"),
        ((1, 400, 1, 60.0), "[........................] 1 of 400 games, 1.0 a minute, 6:39:00 left"),
        ((4, 4, 4, 2.0), "[########################] 4 of 4 games, 2.0 a second"),
        ((4, 4), "[########################] 4 of 4 games"),
    ],
)
def test_progress_tells_games_pace_and_time(arguments: tuple[int, int, int, float], line: str) -> None:
    assert progress(*arguments) == line


def test_progress_is_shown_where_asked() -> None:
    said: list[str] = []
    assert len(hold(ROSHAMBO, said.append).results) == 6
    assert [" ".join(line.split()[1:5]) for line in said] == [f"{done} of 6 games," for done in range(7)]


def test_progress_is_shown_on_a_terminal_alone(tmp_path: Path) -> None:
    """One line, written over and over, at most as wide as the terminal; then the table."""
    program = TerminalProgram(
        ("tournament", "--game", "roshambo", "--players", "wanderer,steady", "--games", "4", "--jobs", "1"),
        {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TERM": "xterm"},
        columns=50,
        rows=30,
    )
    try:
        program.shows("roshambo: wanderer against steady")
        [line] = [line for line in program.lines if "of 4 games" in line]
        assert line.startswith("[########################] 4 of 4 games")
    finally:
        program.stop()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "no game chess"),
        ({"players": ("steady", "genius")}, "no bot genius; there is: wanderer, steady, warlord"),
        ({"players": ("steady",)}, "conquer is for 2 to 4 players, not for 1"),
        ({"factions": ("dwarves",)}, "no faction dwarves"),
        ({"game": "roshambo", "factions": ("orcs",)}, "no faction orcs; roshambo has none"),
        ({"factions": ("undead",)}, "2 players need as many different factions"),
        ({"keep": "/nowhere/at/all"}, "No such file or directory: /nowhere/at/all"),
        ({"keep": __file__}, "test_tournament.py: line 1 is no played game"),
    ],
)
def test_what_cannot_be_played_is_said(change: dict[str, Any], why: str) -> None:
    with pytest.raises(UserError, match=why):
        hold(replace(SETTINGS, **change))


def test_kept_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six of them, then nine: only three are played; then six again: none."""
    kept, played = replace(ROSHAMBO, keep=str(tmp_path / "games")), []

    def play_all(matches: list[Match], jobs: int) -> object:
        played.append(len(matches))
        return original(matches, jobs)

    original = play_in_processes
    monkeypatch.setattr(tournament, "play_all", play_all)
    first, more, again = hold(kept), hold(replace(kept, games=9)), hold(kept)
    assert played == [6, 3, 0]
    assert more.results[:6] == first.results == again.results
    assert hold(replace(ROSHAMBO, games=9)) == more


def test_games_of_another_tournament_stay_in_the_file_and_do_not_count(tmp_path: Path) -> None:
    kept = replace(ROSHAMBO, keep=str(tmp_path / "games"))
    other = hold(replace(kept, seed=8))
    assert hold(kept) == hold(ROSHAMBO) != other
    assert len((tmp_path / "games").read_text().splitlines()) == 12


@pytest.mark.parametrize(("error", "why"), [(KeyboardInterrupt, STOPPED), (BrokenProcessPool, LOST)])
def test_what_was_played_before_it_was_stopped_is_told(
    error: type[BaseException], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play_all(matches: list[Match], jobs: int) -> object:
        yield from original(matches[:2], jobs)
        raise error

    original = play_in_processes
    monkeypatch.setattr(tournament, "play_all", play_all)
    held = hold(ROSHAMBO)
    assert (len(held.results), held.asked, held.why) == (2, 6, why)
    lines = list(told(ROSHAMBO, held))
    assert lines[0] == "roshambo: wanderer against steady, 2 of 6 games, seed 0"
    assert lines[1] == f"{why} What follows is about the 2 games that were played."
    value = as_json(ROSHAMBO, held)
    assert (value["games"], value["asked"], value["partial"]) == (2, 6, True)


def test_nothing_played_is_told_too() -> None:
    lines = list(told(ROSHAMBO, TournamentResult((), 6, STOPPED)))
    assert lines == [
        "roshambo: wanderer against steady, 0 of 6 games, seed 0",
        f"{STOPPED} What follows is about the 0 games that were played.",
    ]


def test_a_tournament_can_be_held_beside_the_main_thread() -> None:
    """Signals are a matter of the main thread alone."""
    held: list[TournamentResult] = []
    thread = Thread(target=lambda: held.append(hold(ROSHAMBO)))
    thread.start()
    thread.join(LIMIT)
    assert held == [hold(ROSHAMBO)]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_what_was_played(number: signal.Signals, jobs: str, tmp_path: Path) -> None:
    """Every process of the group gets it, as from a terminal; nothing is said but one JSON value."""
    kept = tmp_path / "games"
    much = ("--players", "wanderer,wanderer", "--games", "100000", "--jobs", jobs, "--keep", str(kept))
    program = subprocess.Popen(
        [sys.executable, "-m", "p2p_heroes", "tournament", *much, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        # The last of them may be kept and not counted yet when the signal strikes.
        while not (kept.exists() and kept.read_bytes().count(b"\n") > 1):
            with pytest.raises(subprocess.TimeoutExpired):
                program.wait(0.05)
        os.killpg(program.pid, number)
        out, err = program.communicate(timeout=LIMIT)
    finally:
        program.kill()
    value = json.loads(out)
    assert (program.returncode, err, value["partial"]) == (NO_RESULT, b"", True)
    assert 0 < value["games"] <= len(kept.read_bytes().splitlines())


COMMAND = ("tournament", "--game", "roshambo", "--players", "wanderer,steady", "--games", "4", "--jobs", "1")


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(COMMAND) == FINE
    captured = capsys.readouterr()
    assert captured.out.startswith("roshambo: wanderer against steady, 4 games, seed 0\n")
    assert captured.err == ""


def test_the_command_prints_json_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main((*COMMAND, "--json", "--seed", "7", "--picture", str(tmp_path / "a.svg"))) == FINE
    value = json.loads(capsys.readouterr().out)
    assert (value["games"], value["seed"]) == (4, 7)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    "wrong",
    [("--players", "steady,genius"), ("--picture", "/nowhere/at/all.svg"), ("--keep", "/nowhere/at/all")],
)
def test_the_command_complains_in_one_line(
    wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main((*COMMAND, *wrong)) == USAGE
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("p2p-heroes: ")
