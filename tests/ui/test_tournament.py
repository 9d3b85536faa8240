"""A tournament on the terminal: a table, bars, one JSON value, a picture; one line if it cannot be held."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_heroes.cli import FINE, USAGE, main
from p2p_heroes.lab.tournament import Match, Result
from p2p_heroes.settings import Settings
from p2p_heroes.ui.tournament import BadTournament, as_json, bar, draw, hold, picture, progress, told

SETTINGS = Settings(games=2, players=("steady", "wanderer"), jobs=1, seed=3)
RESULTS = [
    Result(Match("conquer", ("steady", "wanderer"), ("undead", "elves"), "3 0"), (1, 2), (41, 12)),
    Result(Match("conquer", ("steady", "wanderer"), ("elves", "undead"), "3 1"), (1, 1), (20, 20)),
]


def test_the_table_tells_wins_margins_and_points() -> None:
    lines = list(told(SETTINGS, RESULTS))
    assert lines[0] == "conquer: steady against wanderer, 2 games, seed 3"
    [steady] = [line for line in lines if line.startswith("steady")]
    assert steady.split()[:7] == ["steady", "2", "75.0", "%", "39.4", "%", "50.0"]
    assert steady.endswith(bar(750))
    assert any(line.startswith("undead") for line in lines)


def test_columns_stand_under_their_names() -> None:
    lines = list(told(SETTINGS, RESULTS))
    head = next(line for line in lines if line.startswith("bot"))
    steady = next(line for line in lines if line.startswith("steady"))
    assert steady[: len(head)].rstrip().endswith("30.5")


def test_bars_are_as_long_as_they_say() -> None:
    assert (bar(0), bar(500), bar(1000)) == ("." * 40, "#" * 20 + "." * 20, "#" * 40)
    assert progress(1, 4) == "##########.............................. 1 of 4 games, 25 %"


def test_three_kinds_of_bots_are_compared_in_pairs() -> None:
    match = Match("conquer", ("warlord", "steady", "wanderer"), ("undead", "elves", "orcs"), "0")
    lines = list(told(replace(SETTINGS, players=match.players), [Result(match, (1, 2, 2), (9, 5, 5))]))
    assert "warlord came before steady 1 times, and behind 0 times" in lines
    assert "steady came before wanderer 0 times, and behind 0 times" in lines


def test_no_factions_no_table_of_factions() -> None:
    match = Match("roshambo", ("steady", "wanderer"), ("", ""), "0")
    assert not any("faction" in line for line in told(SETTINGS, [Result(match, (1, 2), ())]))


def test_the_picture_is_well_formed_and_has_a_bar_for_each(tmp_path: Path) -> None:
    draw(SETTINGS, RESULTS, tmp_path / "bars.svg")
    root = ElementTree.fromstring((tmp_path / "bars.svg").read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}rect[@class='bot']")) == 2
    assert len(root.findall(f"{space}rect[@class='faction']")) == 2
    assert picture(SETTINGS, RESULTS) == picture(SETTINGS, RESULTS)


def test_json_is_one_value() -> None:
    value = json.loads(json.dumps(as_json(SETTINGS, RESULTS)))
    assert value["bots"][0] == {
        "name": "steady",
        "games": 2,
        "won": 0.75,
        "margin": 0.394,
        "fair": 0.5,
        "points": 30.5,
    }
    assert value["results"][1]["places"] == [1, 1]


def test_progress_is_shown_where_asked() -> None:
    said: list[str] = []
    settings = Settings(game="roshambo", games=3, players=("wanderer", "steady"), jobs=1)
    assert len(hold(settings, said.append)) == 3
    assert said[-1].endswith("3 of 3 games, 100 %")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "no game chess"),
        ({"players": ("steady", "genius")}, "no bot genius; there is: wanderer, steady, warlord"),
        ({"players": ("steady",)}, "conquer is for 2 to 4 players, not for 1"),
        ({"factions": ("dwarves",)}, "no faction dwarves"),
        ({"factions": ("undead",)}, "2 players need as many different factions"),
    ],
)
def test_what_cannot_be_played_is_said(change: dict[str, object], why: str) -> None:
    with pytest.raises(BadTournament, match=why):
        hold(replace(SETTINGS, **change))


ROSHAMBO = ("tournament", "--game", "roshambo", "--players", "wanderer,steady", "--games", "4", "--jobs", "1")


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(ROSHAMBO) == FINE
    captured = capsys.readouterr()
    assert captured.out.startswith("roshambo: wanderer against steady, 4 games, seed 0\n")
    assert captured.err == ""


def test_the_command_prints_json_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main((*ROSHAMBO, "--json", "--seed", "7", "--picture", str(tmp_path / "a.svg"))) == FINE
    value = json.loads(capsys.readouterr().out)
    assert (value["games"], value["seed"]) == (4, 7)
    assert (tmp_path / "a.svg").is_file()


@pytest.mark.parametrize("wrong", [("--players", "steady,genius"), ("--picture", "/nowhere/at/all.svg")])
def test_the_command_complains_in_one_line(
    wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main((*ROSHAMBO, *wrong)) == USAGE
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("p2p-heroes: ")
