"""A menu as text: marking, changing, writing, entering, coming back."""

from collections.abc import Sequence

import pytest

from p2p_heroes.ui.kit.text import plain, width_of
from p2p_heroes.ui.screen.menu import Field, Menu, MenuAction, MenuPage, MenuText, Pick, Row

LONG = "an idea that is told in so many words that it hardly ever fits on the same line as what it is about"


class Desk:
    """A menu of one page, and what was done with it."""

    def __init__(self, *more: Row) -> None:
        self.done: list[str] = []
        self.pick = Pick("Colour", [("red", "like a rose"), ("blue", LONG), ("green", "")])
        self.field = Field("Name", "Ada", "yours", most=6)
        self.more: list[Row] = [*more]
        self.menu = Menu(MenuPage("Start", self.rows))

    def rows(self) -> Sequence[Row]:
        return [
            *self.more,
            MenuText("What to do:"),
            MenuAction("Sing", lambda: self.done.append("sing"), "aloud"),
            self.pick,
            self.field,
            MenuAction("Sleep", lambda: self.done.append("sleep")),
        ]

    def shown(self, width: int = 60, height: int = 20) -> list[str]:
        lines = self.menu.lines(width, height)
        assert len(lines) <= height
        assert all(width_of(plain(line)) <= width for line in lines)
        return [plain(line).rstrip() for line in lines]

    def click(self, text: str) -> None:
        line = next(line for line in self.menu.lines(60, 20) if text in plain(line))
        next(piece[2] for piece in line if len(piece) == 3)()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_page_is_its_title_and_its_rows(desk: Desk) -> None:
    assert desk.shown() == [
        "",
        "  Start",
        "",
        "    What to do:",
        "  > Sing    aloud",
        "    Colour  < red >  like a rose",
        "    Name    Ada  yours",
        "    Sleep",
    ]


def test_the_mark_moves_and_stays_inside(desk: Desk) -> None:
    for by, text in ((1, "Colour"), (1, "Name"), (9, "Sleep"), (1, "Sleep"), (-9, "Sing")):
        desk.menu.go(by)
        assert desk.menu.marked is not None
        assert desk.menu.marked.text == text


def test_enter_does_what_the_row_is_for(desk: Desk) -> None:
    desk.menu.notice = "old news"
    desk.menu.enter()
    assert desk.done == ["sing"]
    assert desk.menu.notice == ""


def test_values_are_changed_round_and_round(desk: Desk) -> None:
    desk.menu.change(1)
    assert desk.pick.value == "red", "the mark is elsewhere"
    desk.menu.go(1)
    desk.menu.change(-1)
    assert desk.pick.value == "green"
    desk.menu.change(2)
    assert desk.pick.value == "blue"


def test_what_does_not_fit_beside_the_mark_is_told_below(desk: Desk) -> None:
    desk.menu.go(1)
    desk.menu.change(1)
    lines = desk.shown()
    assert "  > Colour  < blue >" in lines
    assert " ".join(line.strip() for line in lines[-2:]) == LONG


def test_a_field_is_written_into_and_has_an_end(desk: Desk) -> None:
    desk.menu.go(2)
    desk.menu.write(" Lo\x1b\nvelace")
    assert desk.field.value == "Ada Lo"
    assert "  > Name    Ada Lo_  yours" in desk.shown()
    desk.menu.erase()
    assert desk.field.value == "Ada L"
    desk.menu.enter()
    assert desk.menu.marked is not None
    assert desk.menu.marked.text == "Sleep"


def test_a_letter_goes_to_the_next_row_that_begins_with_it(desk: Desk) -> None:
    for letter, text in (("s", "Sleep"), ("S", "Sing"), ("c", "Colour"), ("x", "Colour"), (" ", "Colour")):
        desk.menu.write(letter)
        assert desk.menu.marked is not None
        assert desk.menu.marked.text == text
    desk.menu.erase()
    assert desk.pick.value == "red"


def test_the_mark_stays_with_its_row_when_others_come(desk: Desk) -> None:
    desk.menu.go(2)
    desk.more.append(MenuAction("New", desk.done.clear))
    desk.menu.write("!")
    assert desk.field.value == "Ada!"


def test_who_writes_in_the_first_row_goes_on_writing_there() -> None:
    first = Field("First")
    desk = Desk(first)
    desk.menu.write("a")
    desk.more.insert(0, MenuAction("New", desk.done.clear))
    desk.menu.write("b")
    assert first.value == "ab"


def test_rows_that_read_the_same_are_told_apart() -> None:
    done: list[str] = []
    twins = [MenuAction("Twin", lambda name=name: done.append(name), key=name) for name in "ab"]  # type: ignore[misc]
    menu = Menu(MenuPage("Twins", lambda: twins))
    menu.go(1)
    menu.enter()
    assert done == ["b"]
    assert [plain(line)[2] for line in menu.lines(40, 10)[3:]] == [" ", ">"]


def test_a_click_marks_and_a_second_one_enters(desk: Desk) -> None:
    desk.click("Sleep")
    assert desk.done == []
    desk.click("Sleep")
    assert desk.done == ["sleep"]
    desk.click("Colour")
    desk.click("Colour")
    assert desk.pick.value == "blue"


def test_pages_lie_on_each_other(desk: Desk) -> None:
    desk.menu.go(1)
    desk.menu.open(MenuPage("Text", text=lambda width: [f"line {number}" for number in range(30)]))
    assert desk.menu.marked is None
    assert desk.shown(height=6)[3:] == ["  line 0", "  line 1", "  line 2"]
    desk.menu.go(99)
    assert desk.shown(height=6)[3:] == ["  line 27", "  line 28", "  line 29"]
    desk.menu.write("x")
    desk.menu.enter()
    assert desk.menu.page.title == "Start"
    assert desk.menu.marked == desk.pick


def test_back_on_the_first_page_goes_to_the_way_out(desk: Desk) -> None:
    desk.menu.back()
    assert desk.menu.marked is not None
    assert desk.menu.marked.text == "Sleep"


def test_a_long_page_shows_what_is_around_the_mark() -> None:
    rows = [MenuAction(f"Row {number}", lambda: None) for number in range(50)]
    menu = Menu(MenuPage("Many", lambda: rows))
    menu.go(30)
    shown = [plain(line) for line in menu.lines(40, 13)]
    assert len(shown) == 13
    assert "  > Row 30 " in shown


@pytest.mark.parametrize(("width", "height"), [(1, 1), (10, 3), (50, 14), (300, 100)])
def test_any_size_will_do(width: int, height: int, desk: Desk) -> None:
    desk.menu.go(1)
    desk.menu.change(1)
    lines = desk.menu.lines(width, height)
    assert all(width_of(plain(line)) <= width for line in lines[3:])
