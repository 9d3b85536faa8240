"""The picture of a tournament: well-formed, a bar for each, and asked for in a way that can be drawn."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_heroes.settings import TournamentSettings
from p2p_heroes.tournament.matches import Match, Result
from p2p_heroes.ui.tournament import STOPPED, TournamentResult
from p2p_heroes.ui.tournament_picture import Scale, draw, picture, prepare
from p2p_heroes.user_error import UserError

SETTINGS = TournamentSettings(games=9, players=("steady", "wanderer"), seed=3)
PLAYED = Result(Match("conquer", ("steady", "wanderer"), ("undead", "elves"), "3 0"), (1, 2), (41, 12))
HELD = TournamentResult((PLAYED,) * 9, 9)
SPACE = "{http://www.w3.org/2000/svg}"


def shapes(held: TournamentResult, shape: str, kind: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(picture(SETTINGS, held)).findall(f"{SPACE}{shape}[@class='{kind}']")


def test_who_wins_more_than_a_fair_share_is_told_by_colour() -> None:
    """Two bots and two factions; one more square of each colour is the key to it."""
    assert len(shapes(HELD, "rect", "strong")) == 2 + 1
    assert len(shapes(HELD, "rect", "weak")) == 2 + 1
    assert len(shapes(HELD, "rect", "even")) == 1


def test_every_row_has_its_share_its_bounds_and_its_points() -> None:
    assert len(shapes(HELD, "line", "fair")) == 4
    assert len(shapes(HELD, "path", "range")) == 8
    assert len(shapes(HELD, "circle", "mean")) == 4


def test_a_game_without_points_has_win_rates_alone() -> None:
    match = Match("roshambo", ("steady", "wanderer"), ("", ""), "0")
    held = TournamentResult((Result(match, (1, 2), ()),), 1)
    assert len(shapes(held, "line", "fair")) == 2
    assert shapes(held, "circle", "mean") == []


def test_nothing_played_is_a_picture_without_rows() -> None:
    assert shapes(TournamentResult((), 9, STOPPED), "line", "fair") == []


def test_everything_lies_inside_the_picture() -> None:
    root = ElementTree.fromstring(picture(SETTINGS, HELD))
    for element in root.iter(f"{SPACE}text"):
        assert 0 < float(element.attrib["x"]) < float(root.attrib["width"])
        assert 0 < float(element.attrib["y"]) < float(root.attrib["height"])


def test_a_scale_goes_from_its_left_to_its_right() -> None:
    scale = Scale(100, 300, 50, 10)
    assert (scale.at(0), scale.at(25), scale.at(50)) == (100, 200, 300)


def test_it_is_drawn_where_it_was_prepared(tmp_path: Path) -> None:
    path = prepare(str(tmp_path / "bars.svg"))
    assert path is not None
    draw(SETTINGS, HELD, path)
    assert path.read_text(encoding="utf-8") == picture(SETTINGS, HELD)


def test_no_picture_is_prepared_for_nobody() -> None:
    assert prepare("") is None


@pytest.mark.parametrize(
    ("name", "why"), [("bars.png", "drawn as SVG"), ("/nowhere/at/all.svg", "No such file or directory")]
)
def test_what_cannot_be_drawn_is_said_before_anything_is_played(name: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        prepare(name)
