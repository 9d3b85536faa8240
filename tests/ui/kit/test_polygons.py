"""Outlines and whether they touch."""

from p2p_heroes.ui.kit.polygons import Outline, Polygons

LEFT = Outline((5, 5), ((0, 0), (10, 0), (10, 20), (0, 20)))
UPPER = Outline((15, 5), ((10, 0), (20, 0), (20, 10), (10, 10)))
LOWER = Outline((15, 15), ((10, 10), (20, 10), (20, 20), (10, 20)))
FAR = Outline((25, 25), ((20, 20), (30, 20), (30, 30), (20, 30)))
SHAPES = Polygons(30, 30, 100, {"left": LEFT, "upper": UPPER, "lower": LOWER, "far": FAR})


def test_a_part_of_a_side_is_enough_to_touch() -> None:
    assert SHAPES.touch("left", "upper")
    assert SHAPES.touch("lower", "left")
    assert SHAPES.touch("upper", "lower")


def test_a_common_corner_is_no_side_and_neither_is_a_line_gone_on() -> None:
    assert not SHAPES.touch("lower", "far")
    assert not SHAPES.touch("upper", "far")


def test_the_area_is_told_twice_to_stay_whole() -> None:
    assert (LEFT.area, UPPER.area) == (400, 200)
    assert Outline((5, 5), LEFT.corners[::-1]).area == -400
