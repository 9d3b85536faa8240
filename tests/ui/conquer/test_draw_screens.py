"""Pictures of the screen: every cell in its place, and the ones in docs are such pictures."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from pyte.screens import Char

from scripts.tools.conquer.draw_screens import CELL, COLUMNS, FOLDER, LINE, MARGIN, PICTURES, ROWS, picture

SPACE = "{http://www.w3.org/2000/svg}"


def row(text: str, style: Char) -> list[Char]:
    return [style._replace(data=sign) for sign in text] + [Char(" ")] * (COLUMNS - len(text))


def test_a_run_of_one_style_is_one_piece_of_text_as_long_as_its_cells() -> None:
    cells = [row("ab", Char(" ", fg="ff0000", bold=True)) for _ in range(2)]
    cells[1][2] = Char("<", fg="00ff00", reverse=True)
    root = ElementTree.fromstring(picture(cells, "two lines"))
    first, second, sign = root.findall(f"{SPACE}text")
    assert (first.text, second.text, sign.text) == ("ab", "ab", "<")
    assert (first.get("textLength"), first.get("font-weight")) == (f"{2 * CELL:g}", "bold")
    assert sign.get("x") == f"{MARGIN + 2 * CELL:g}"
    assert float(sign.get("y", "0")) - float(first.get("y", "0")) == LINE
    _, behind = root.findall(f"{SPACE}rect")
    assert behind.get("x") == sign.get("x")


def test_half_cells_are_halves() -> None:
    root = ElementTree.fromstring(
        picture([row("\u2580\u2580", Char(" ", fg="ff0000", bg="00ff00"))], "halves")
    )
    _, lower, upper = root.findall(f"{SPACE}rect")
    assert (lower.get("fill"), lower.get("height")) == ("#00ff00", f"{LINE}")
    assert (upper.get("fill"), upper.get("height")) == ("#ff0000", f"{LINE / 2:g}")
    assert not root.findall(f"{SPACE}text")


def test_there_are_five_pictures_and_no_other() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == PICTURES
    assert len(PICTURES) == 5


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_shows_a_whole_screen(name: str) -> None:
    root = ElementTree.fromstring((Path(FOLDER) / f"{name}.svg").read_text(encoding="utf-8"))
    width, height = COLUMNS * CELL + 2 * MARGIN, ROWS * LINE + 2 * MARGIN
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    texts = root.findall(f"{SPACE}text")
    assert any("F5 fairness" in "".join(piece.itertext()) for piece in texts)
    for piece in texts:
        assert float(piece.attrib["x"]) + float(piece.attrib["textLength"]) <= width - MARGIN + CELL / 2
