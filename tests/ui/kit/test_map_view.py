"""A map with tints: light, mark, ways, words."""

from collections.abc import Sequence

import pytest

from p2p_heroes.ui.kit.lettering import Label, MapSign
from p2p_heroes.ui.kit.map_view import LEAST, MapPlace, MapView, light_of
from p2p_heroes.ui.kit.palette import COLOURS, DIMMED, LANDS, LIT, ColourDepth, tint
from p2p_heroes.ui.kit.polygons import Outline, Polygons
from p2p_heroes.ui.kit.text import Line, plain

SQUARES = Polygons(
    8,
    4,
    200,
    {
        "west": Outline((2, 2), ((0, 0), (4, 0), (4, 2), (4, 4), (0, 4))),
        "north": Outline((6, 1), ((4, 0), (8, 0), (8, 2), (4, 2))),
        "south": Outline((6, 3), ((4, 2), (8, 2), (8, 4), (4, 4))),
    },
)


def place(name: str, ground: str = "forest", light: int = LIT, cost: str = "", *, has: str = "") -> MapPlace:
    things = (MapSign(has, has, "map.fortress"),) if has else ()
    people = (MapSign("A", "Ada", "map.seat0"),) if has else ()
    label = Label(name, "", MapSign("^", ground), things, people, cost=cost)
    return MapPlace(ground, label, lambda: None, light)


PLACES = {
    "west": place("Lox", cost="(3)", has="#6"),
    "north": place("Vurt", "lake", DIMMED),
    "south": place("Wers", "lake"),
}


def drawn(
    width: int = 52,
    height: int = 16,
    marked: str | None = None,
    way: Sequence[str] = (),
    depth: ColourDepth = ColourDepth.FULL,
) -> list[Line]:
    view = MapView(SQUARES, PLACES, marked, way, [(("west", "north", "south"), "T", "map.thing")])
    return view.draw(marked, width, height, depth)


def pieces(lines: list[Line], text: str) -> list[str]:
    """Styles of what reads so."""
    return [piece[0] for line in lines for piece in line if piece[1].strip() == text]


def test_a_name_its_cost_and_what_is_there_stand_in_the_region() -> None:
    rows = [plain(line) for line in drawn()]
    at = next(at for at, row in enumerate(rows) if "3 Lox" in row)
    assert rows[at + 1].split()[0] == "#6"
    assert rows[at + 2].split()[0] == "A"
    assert [len(row) for row in rows] == [52] * 16


@pytest.mark.parametrize("depth", [ColourDepth.FULL, ColourDepth.MANY])
def test_what_can_be_chosen_is_lit_and_all_else_dimmed(depth: ColourDepth) -> None:
    lines = drawn(depth=depth)
    [lit], [dim] = pieces(lines, "Wers"), pieces(lines, "Vurt")
    lake = [
        {tint("lake", shade, light, is_edge=False, depth=depth) for shade in (0, 1)}
        for light in (LIT, DIMMED)
    ]
    assert lit.rpartition("bg:")[2] in lake[0]
    assert dim.rpartition("bg:")[2] in lake[1]
    assert "bold" in lit
    assert dim.startswith("class:map.name.lake")


def test_a_letter_keeps_the_colour_of_its_player() -> None:
    assert pieces(drawn(), "A") == ["class:map.seat0"]


def test_neighbours_of_one_land_have_two_tints() -> None:
    colours = {style.rpartition("bg:")[2] for name in ("Vurt", "Wers") for style in pieces(drawn(), name)}
    shades = [
        tint("lake", at, light, is_edge=False, depth=ColourDepth.FULL)
        for at, light in ((0, DIMMED), (1, LIT))
    ]
    assert colours == set(shades)


def test_the_mark_is_a_golden_rim() -> None:
    gold = COLOURS["mark"].full
    rows = drawn(marked="west")
    assert sum(gold in piece[0] for line in drawn() for piece in line) == 1  # the cost
    assert all(gold in "".join(piece[0] for piece in line) for line in rows)
    assert [style for style in pieces(rows, "Lox") if gold in style]


def test_the_way_is_dotted_and_not_over_words() -> None:
    lines = drawn(marked="south", way=("west", "south"))
    dots = [piece for line in lines for piece in line if "\u2022" in piece[1]]
    assert dots
    assert "Wers" in "".join(map(plain, lines))
    assert not any("\u2022" in plain(line) for line in drawn())


def test_what_stands_where_regions_meet() -> None:
    assert [line.count("T") for line in map(plain, drawn())].count(1) == 1


def test_where_nobody_plays_there_is_only_ground() -> None:
    lines = MapView(SQUARES, {"west": PLACES["west"]}).draw(None, 52, 16, ColourDepth.FULL)
    assert any(piece[0] == f"bg:{COLOURS['ground'].full}" for line in lines for piece in line)
    assert "Wers" not in "".join(map(plain, lines))


def test_too_little_room_shows_the_part_that_matters() -> None:
    lines = drawn(30, 8, marked="south")
    assert [len(plain(line)) for line in lines] == [30] * 8
    assert "Wers" in "".join(map(plain, lines))
    assert LEAST > (30, 8)


def test_signs_of_the_land_are_sparse_and_always_the_same() -> None:
    once, again = ["".join(map(plain, drawn(104, 43))) for _ in range(2)]
    assert once == again
    assert 5 < once.count("^") < 104 * 43 / 20
    assert LANDS["lake"].sign.full in "".join(piece[0] for line in drawn(104, 43) for piece in line)


def test_the_longest_name_gives_way_to_little_room() -> None:
    tight = Polygons(8, 4, 200, {"only": Outline((4, 2), ((3, 1), (5, 1), (5, 3), (3, 3)))})
    lines = MapView(tight, {"only": place("Brynnlore the Long", cost="(3)")}).draw(
        None, 52, 16, ColourDepth.FULL
    )
    assert "3 Bryn" in "".join(map(plain, lines))
    tiny = Polygons(80, 40, 200, {"only": Outline((4, 2), ((3, 1), (5, 1), (5, 3), (3, 3)))})
    assert "B" not in "".join(
        map(plain, MapView(tiny, {"only": place("Bo")}).draw(None, 52, 16, ColourDepth.FULL))
    )


def test_light_says_what_is_possible() -> None:
    assert light_of(is_asked=True, leads=True) > light_of(is_asked=False, leads=False)
    assert light_of(is_asked=True, leads=False) == DIMMED
