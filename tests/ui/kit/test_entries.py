"""Boards of entries: in rows, around what is marked, with an explanation below."""

from p2p_heroes.ui.kit.entries import GUTTER, Entry, EntryBoard, EntryRow, Key, flow, grid, told
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import plain, width_of

ENTRIES = [Entry(f"thing {number}", "", ("thing", str(number))) for number in range(5)]


def text(rows: list[EntryRow]) -> list[str]:
    return ["".join(entry.text for entry in row).rstrip() for row in rows]


def drawn(
    scene: Scene[str], height: int, meant: Key | None = None, *, entries: int = 5, width: int = 40
) -> list[str]:
    rows = [row for entry in ENTRIES[:entries] for row in flow("Row", [entry], width)]
    board = EntryBoard("Ada", "F3 next", rows, lambda key: f"About {key[1]}.", meant)
    return [plain(line).rstrip() for line in board.draw(scene, width, height)]


def test_entries_flow_to_as_many_rows_as_they_need() -> None:
    assert text(list(flow("Things", ENTRIES, 40))) == [
        "Things     thing 0  thing 1  thing 2",
        "           thing 3  thing 4",
    ]
    assert list(flow("Nothing", [], 40)) == []


def test_an_entry_that_is_too_long_is_cut_up() -> None:
    rows = text(list(flow("Long", [Entry("one two three four five six seven")], GUTTER + 12)))
    assert len(rows) > 2
    assert all(width_of(row) <= GUTTER + 12 for row in rows)


def test_sentences_stand_below_each_other() -> None:
    assert text(list(told("Nature", ["one", "two"], 40))) == ["Nature     one", "           two"]


def test_a_grid_has_columns_and_long_entries_have_rows_of_their_own() -> None:
    rows = text(list(grid("Level", [*ENTRIES[:3], Entry("x" * 50)], GUTTER + 80)))
    assert rows[0] == f"Level      {'thing 0':40}thing 1"
    assert rows[1].strip() == "thing 2"
    assert rows[2].strip() == "x" * 50
    assert list(grid("Level", [], 60)) == []


def test_what_is_meant_is_marked_and_explained() -> None:
    lines = drawn(Scene(), 20, ("thing", "3"))
    assert lines[0].split() == ["Ada", "F3", "next"]
    assert lines[-2:] == ["-" * 40, "About 3."]
    assert drawn(Scene(), 20, ("thing", "9"))[-1] == "Row        thing 4"


def test_what_is_pointed_at_goes_before_what_is_meant_and_goes_round() -> None:
    assert drawn(Scene(pointed=6), 20, ("thing", "3"))[-1] == "About 1."
    assert drawn(Scene(pointed=2), 9, entries=0) == ["Ada" + " " * 30 + "F3 next"]


def test_in_little_room_what_is_marked_can_be_seen_and_the_rest_be_scrolled_to() -> None:
    assert [line.split()[-1] for line in drawn(Scene(), 5, ("thing", "4"))[1:-1]] == ["2", "3", "4"]
    scene: Scene[str] = Scene(scrolled=99)
    assert drawn(scene, 3)[-1] == "Row        thing 4"
    assert scene.scrolled == 3
    assert "PgDn 5/5" in drawn(scene, 3)[0]


def test_a_name_that_is_too_long_is_cut() -> None:
    assert drawn(Scene(), 3, width=2)[0] == "A~"


def test_an_explanation_takes_a_third_at_most() -> None:
    rows = list(flow("Row", ENTRIES, 40))
    board = EntryBoard("Ada", "", rows, lambda key: "word " * 99, ("thing", "0"))
    lines = [plain(line) for line in board.draw(Scene(), 40, 9)]
    assert len(lines) <= 9
    assert lines[-1].endswith("~")


def test_a_click_points() -> None:
    scene: Scene[str] = Scene()
    rows = list(flow("Row", ENTRIES, 80))
    [_, row] = EntryBoard("Ada", "", rows, lambda key: "", None).draw(scene, 80, 2)
    [third] = [piece for piece in row if piece[1] == "thing 2"]
    assert len(third) == 3
    third[2]()
    assert scene.pointed == 2
