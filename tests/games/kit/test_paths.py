"""Cheapest ways over a small map.

a - b - c - d in a row, e beside b and d; a and d are linked by boat.
"""

import pytest

from p2p_heroes.games.kit.paths import Entries, Steps, Way, cheapest_ways, within

PLACES = "abcde"
BORDERS = ((1,), (0, 2, 4), (1, 3), (2, 4), (1, 3))
COSTS = (1, 2, 1, 1, 3)
BOATS: Steps = ((0, 5), (3, 9))
ENTRIES: Entries = (COSTS, BOATS)


def test_the_cheapest_way_leads_to_every_place() -> None:
    assert cheapest_ways(PLACES, BORDERS, 0, ENTRIES, 99) == {
        "b": Way(2, ()),
        "c": Way(3, ("b",)),
        "d": Way(4, ("b", "c")),
        "e": Way(5, ("b",)),
    }


@pytest.mark.parametrize(("points", "reached"), [(0, ""), (2, "b"), (3, "bc"), (4, "bcd"), (5, "bcde")])
def test_points_lead_only_so_far(points: int, reached: str) -> None:
    assert "".join(cheapest_ways(PLACES, BORDERS, 0, ENTRIES, points)) == reached


def test_linked_places_are_entered_from_each_other() -> None:
    ways = cheapest_ways(PLACES, BORDERS, 0, (COSTS, ((0, 5), (3, 1))), 99)
    assert (ways["d"], ways["c"], ways["e"]) == (Way(1, ()), Way(2, ("d",)), Way(4, ("d",)))


def test_of_equal_ways_the_shorter_one_counts_then_the_smaller_numbers() -> None:
    assert cheapest_ways(PLACES, BORDERS, 0, ((1, 1, 0, 1, 0), ((0, 1), (3, 2))), 99)["d"] == Way(2, ())
    assert cheapest_ways(PLACES, BORDERS, 1, ((1, 1, 1, 1, 1), ()), 99)["d"] == Way(2, ("c",))


def test_a_way_may_begin_otherwise() -> None:
    ways = cheapest_ways(PLACES, BORDERS, 0, ENTRIES, 4, first=((4, 1), (2, 9)))
    assert (ways["e"], ways["d"], ways["c"]) == (Way(1, ()), Way(2, ("e",)), Way(3, ("b",)))


def test_some_places_are_left_at_other_costs() -> None:
    free: Entries = ((0, 0, 0, 0, 0), ())
    ways = cheapest_ways(PLACES, BORDERS, 0, ENTRIES, 99, eased=(1,), out_of_eased=free)
    assert (ways["b"].cost, ways["c"].cost, ways["d"].cost, ways["e"].cost) == (2, 2, 3, 2)


def test_what_is_near_whatever_it_costs() -> None:
    assert within(BORDERS, 0, 0) == []
    assert within(BORDERS, 0, 1) == [1]
    assert within(BORDERS, 0, 1, linked=(0, 3)) == [1, 3]
    assert within(BORDERS, 0, 2) == [1, 2, 4]
