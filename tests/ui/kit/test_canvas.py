"""Writing on a sheet of cells, and reading it off."""

from p2p_heroes.ui.kit.canvas import Canvas
from p2p_heroes.ui.kit.text import plain


def text(canvas: Canvas) -> list[str]:
    return [plain(line) for line in canvas.lines()]


def test_what_does_not_fit_is_left_out() -> None:
    canvas = Canvas(4, 2)
    canvas.write(-1, 0, "abc")
    canvas.write(2, 1, "defg")
    canvas.write(0, 2, "nowhere")
    canvas.write(0, -1, "nowhere")
    canvas.write(9, 0, "nowhere")
    assert text(canvas) == ["bc  ", "  de"]


def test_a_wide_character_takes_two_cells() -> None:
    canvas = Canvas(6, 1)
    canvas.write(0, 0, "日本x")
    canvas.write(5, 0, "!")
    assert text(canvas) == ["日本x!"]


def test_frames_that_touch_have_crossings() -> None:
    canvas = Canvas(7, 5)
    canvas.frame(0, 0, 6, 2)
    canvas.frame(0, 2, 3, 4)
    canvas.frame(3, 2, 6, 4)
    canvas.draw("class:line")
    assert text(canvas) == ["┌─────┐", "│     │", "├──┬──┤", "│  │  │", "└──┴──┘"]


def test_cells_of_one_style_and_click_are_one_piece() -> None:
    canvas = Canvas(6, 1)
    clicked: list[str] = []

    def click() -> None:
        clicked.append("here")

    canvas.write(1, 0, "ab", "class:a", click)
    canvas.write(3, 0, "c", "class:a")
    [line] = canvas.lines()
    assert [piece[:2] for piece in line] == [("", " "), ("class:a", "ab"), ("class:a", "c"), ("", "  ")]
    assert [len(piece) for piece in line] == [2, 3, 2, 2]
    piece = line[1]
    assert len(piece) == 3
    piece[2]()
    assert clicked == ["here"]


def test_a_part_of_the_sheet() -> None:
    canvas = Canvas(4, 3)
    for y, row in enumerate(("abcd", "efgh", "ijkl")):
        canvas.write(0, y, row)
    assert [plain(line) for line in canvas.lines(1, 1, 2, 2)] == ["fg", "jk"]
