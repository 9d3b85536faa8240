"""The patches of the map against its borders and corners, and the same stretched to a terminal."""

from itertools import combinations, pairwise

import pytest

from p2p_heroes.games.conquer.world import CORNERS, REGIONS, Region, realm
from p2p_heroes.ui.conquer.screen.atlas import ATLAS
from p2p_heroes.ui.kit.regions import Chart, LabelBox, meeting_point, shared

PATCHES = ATLAS.patches
NEIGHBOURS = realm(4).neighbours
SIZES = [(57, 8, False), (80, 8, False), (79, 16, False), (100, 25, True), (233, 90, True)]


def test_every_border_is_a_side_that_two_patches_share_and_no_other_side_is() -> None:
    for one, other in combinations(REGIONS, 2):
        assert bool(shared(PATCHES[one], PATCHES[other])) == (other in NEIGHBOURS[one]), (one, other)


def test_where_three_regions_meet_so_do_their_patches() -> None:
    points = [meeting_point([PATCHES[region] for region in corner]) for corner in CORNERS]
    assert None not in points
    assert len(set(points)) == len(CORNERS)


def test_the_patches_cover_the_map_once() -> None:
    area = sum((patch.right - patch.left) * (patch.bottom - patch.top) for patch in PATCHES.values())
    assert area == ATLAS.breadth * ATLAS.bands
    assert (min(p.left for p in PATCHES.values()), max(p.right for p in PATCHES.values())) == (
        0,
        ATLAS.breadth,
    )
    assert (min(p.top for p in PATCHES.values()), max(p.bottom for p in PATCHES.values())) == (0, ATLAS.bands)


def test_the_alphabet_runs_from_the_top_to_the_bottom() -> None:
    """Regions may lie deeper than the next few in the alphabet, but never by more than two bands."""
    tops = [PATCHES[region].top for region in REGIONS]
    assert all(later >= earlier - 2 for earlier, later in pairwise(tops))


@pytest.mark.parametrize(("width", "height", "lined"), SIZES)
def test_every_region_has_room_at_every_size(width: int, height: int, lined: bool) -> None:
    chart = Chart(ATLAS, width, height, lined)
    rooms = [chart.room(region) for region in REGIONS]
    assert min(room.width for room in rooms) >= 8
    assert min(room.height for room in rooms) >= 1
    assert max(room.x + room.width for room in rooms) == width - 1
    assert max(room.y + room.height for room in rooms) == (height - 1 if lined else height)


@pytest.mark.parametrize(("width", "height", "lined"), SIZES)
def test_neighbours_stay_in_touch_at_every_size(width: int, height: int, lined: bool) -> None:
    chart = Chart(ATLAS, width, height, lined)
    for one, other in combinations(REGIONS, 2):
        if other in NEIGHBOURS[one]:
            a, b = chart.room(one), chart.room(other)
            across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
            along = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
            assert max(across, along) >= 1, (one, other)


def test_a_room_lies_inside_its_lines() -> None:
    assert Chart(ATLAS, 61, 17, lined=True).room(Region.HARRAX) == LabelBox(11, 3, 9, 5)
    assert Chart(ATLAS, 61, 8, lined=False).room(Region.HARRAX) == LabelBox(11, 1, 9, 3)
