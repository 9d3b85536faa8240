"""The polygons of the map against its borders and corners."""

from itertools import combinations

import pytest

from p2p_heroes.games.conquer.world import CORNERS, REGIONS, Region, realm
from p2p_heroes.ui.conquer.polygons import POLYGONS
from p2p_heroes.ui.kit.polygons import Outline, Point

NEIGHBOURS = realm(4).neighbours
OUTLINES = POLYGONS.outlines


def test_two_regions_touch_if_they_are_neighbours_and_only_then() -> None:
    for one, other in combinations(REGIONS, 2):
        assert POLYGONS.touch(one, other) == (other in NEIGHBOURS[one]), (one, other)


def test_where_three_regions_meet_they_have_a_corner_in_common() -> None:
    points = [set.intersection(*(set(OUTLINES[region].corners) for region in corner)) for corner in CORNERS]
    assert [len(common) for common in points] == [1] * len(CORNERS)
    assert len(set.union(*points)) == len(CORNERS)


def test_they_cover_the_map_once() -> None:
    assert set(OUTLINES) == set(REGIONS)
    assert all(outline.area > 0 for outline in OUTLINES.values())
    assert sum(outline.area for outline in OUTLINES.values()) == 2 * POLYGONS.breadth * POLYGONS.height


@pytest.mark.parametrize("region", REGIONS, ids=str)
def test_a_name_stands_in_its_own_region_and_in_no_other(region: Region) -> None:
    middle = OUTLINES[region].middle
    assert [other for other in REGIONS if _inside(middle, OUTLINES[other])] == [region]


def _inside(point: Point, outline: Outline) -> bool:
    """Crossing sides to the right of the point, an odd number of them."""
    x, y = point
    crossed = [(ax, ay, bx, by) for (ax, ay), (bx, by) in outline.sides if (ay > y) != (by > y)]
    return (
        sum(
            (x - ax) * abs(by - ay) < (bx - ax) * (y - ay) * (1 if by > ay else -1)
            for ax, ay, bx, by in crossed
        )
        % 2
        == 1
    )
