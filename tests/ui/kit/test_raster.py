"""Polygons in half cells."""

import pytest

from p2p_heroes.ui.conquer.polygons import POLYGONS
from p2p_heroes.ui.kit.polygons import Outline, Polygons
from p2p_heroes.ui.kit.raster import rastered

SQUARES = Polygons(
    8,
    4,
    200,
    {
        "west": Outline((2, 2), ((0, 0), (4, 0), (4, 4), (0, 4))),
        "east": Outline((6, 2), ((4, 0), (8, 0), (8, 4), (4, 4))),
    },
)
SLOPED = Polygons(
    4,
    4,
    100,
    {
        "above": Outline((3, 1), ((0, 0), (4, 0), (4, 4))),
        "below": Outline((1, 3), ((0, 0), (4, 4), (0, 4))),
    },
)


def test_each_half_cell_is_of_the_region_that_its_middle_is_in() -> None:
    assert [list(row) for row in rastered(SQUARES, 4, 1).pixels] == [["west"] * 2 + ["east"] * 2] * 2
    rows = ["".join(pixel[0] if pixel else "." for pixel in row) for row in rastered(SLOPED, 4, 2).pixels]
    assert rows == ["aaaa", "baaa", "bbaa", "bbba"]


@pytest.mark.parametrize(("width", "height"), [(52, 16), (80, 25), (104, 43), (61, 17)])
def test_regions_cover_the_map_without_a_gap(width: int, height: int) -> None:
    raster = rastered(POLYGONS, width, height)
    assert {pixel for row in raster.pixels for pixel in row} == set(POLYGONS.outlines)
    for region, outline in POLYGONS.outlines.items():
        found = sum(pixel is region for row in raster.pixels for pixel in row)
        share = outline.area / (2 * POLYGONS.breadth * POLYGONS.height)
        assert abs(found / (2 * width * height) - share) < 0.01


def test_edges_are_to_the_right_and_below_and_rims_all_around() -> None:
    raster = rastered(SQUARES, 4, 2)
    assert [raster.is_edge(x, 1) for x in range(4)] == [False, True, False, False]
    assert [raster.is_rim(x, 1) for x in range(4)] == [True, True, True, True]
    assert not rastered(SQUARES, 8, 4).is_rim(1, 1)
    assert raster.at(4, 0) is raster.at(0, -1) is None


def test_words_fit_where_whole_cells_are_of_the_region() -> None:
    raster = rastered(SQUARES, 8, 3)
    assert raster.rooms["east"] == [(4, 8)] * 3
    assert rastered(SLOPED, 4, 2).rooms == {"above": [(1, 4), (3, 4)], "below": [(0, 0), (0, 2)]}
    assert raster.placed("west", [4]) == (2, 1)
    assert raster.placed("west", [2, 2, 2]) == (2, 0)
    assert raster.placed("west", [5]) is None
    assert raster.placed("west", [1, 1, 1, 1]) is None
    assert raster.cell((8, 4)) == (7, 2)
