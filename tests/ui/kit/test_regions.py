"""Regions as patches on a grid, and drawn in the cells of a terminal."""

from functools import partial

from p2p_heroes.ui.kit.lettering import Label, MapSign
from p2p_heroes.ui.kit.regions import Atlas, Patch, RegionMap, meeting_point, shared
from p2p_heroes.ui.kit.signs import in_ascii
from p2p_heroes.ui.kit.text import plain

ATLAS = Atlas(8, 2, {"west": Patch(0, 0, 4, 2), "north": Patch(4, 0, 8, 1), "south": Patch(4, 1, 8, 2)})
CORNER = ("west", "north", "south")


def drawn(focus: str | None, width: int, height: int, *names: str) -> list[str]:
    pressed: list[str] = []
    labels = {
        name: (
            Label(name.title(), "map.name", MapSign("^", "mountain", "map.mountain")),
            partial(pressed.append, name),
        )
        for name in names or ATLAS.patches
    }
    lines = RegionMap(ATLAS, labels, [(CORNER, "T", "")]).draw(focus, width, height)
    return [plain(in_ascii(line)).rstrip() for line in lines]


def test_regions_that_touch_in_a_point_share_no_side() -> None:
    patches = ATLAS.patches
    assert shared(patches["west"], patches["north"]) == 1
    assert shared(patches["north"], patches["south"]) == 4
    assert shared(Patch(0, 0, 2, 1), Patch(2, 1, 4, 2)) == 0
    assert shared(Patch(0, 0, 2, 1), Patch(3, 0, 4, 1)) == 0


def test_three_regions_meet_in_one_point_and_two_do_not() -> None:
    assert meeting_point([ATLAS.patches[name] for name in CORNER]) == (4, 1)
    assert meeting_point([ATLAS.patches["west"], ATLAS.patches["north"]]) is None
    assert meeting_point([ATLAS.patches["west"]]) is None


def test_in_little_room_a_border_is_the_last_row_of_a_region() -> None:
    assert drawn(None, 57, 2) == [
        "|West               mountain|North_^____________________|",
        "|___________________________|South_^____________________|",
    ]


def test_with_more_room_borders_have_rows_of_their_own_and_what_stands_at_a_corner_is_seen() -> None:
    lines = drawn(None, 57, 7)
    assert lines[0] == "+---------------------------+---------------------------+"
    assert lines[3][28] == "T"
    assert lines[2].startswith("|    ^     ^")


def test_what_is_not_in_this_game_is_shaded() -> None:
    assert drawn(None, 57, 7, "west", "north")[4].endswith("|. . . . . . . . . . . . . .|")


def test_of_a_map_that_does_not_fit_the_part_is_shown_that_matters() -> None:
    assert drawn("north", 30, 2)[0].endswith("|North_^____________________|")
    assert drawn("west", 30, 2)[0].startswith("|West")
