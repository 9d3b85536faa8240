"""Numbers and names as people say them."""

import pytest

from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.words import counted, place, places, plural, points, resources, titled


def test_places_are_written_as_on_the_map() -> None:
    assert place(Region.TOGEED) == "Tog' Eed"
    assert places((Region.LOX, Region.VURT, Region.TOGEED)) == "Lox, Vurt and Tog' Eed"


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("barrow", "Barrow"),
        ("bone-dragon", "Bone Dragon"),
        ("throne-of-the-dead", "Throne of the Dead"),
    ],
)
def test_an_id_becomes_a_name(name: str, spoken: str) -> None:
    assert titled(name) == spoken


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Skeleton", "Skeletons"),
        ("Lich", "Liches"),
        ("Army", "Armies"),
        ("Donkey", "Donkeys"),
        ("Ox", "Oxes"),
    ],
)
def test_several_of_something(one: str, many: str) -> None:
    assert plural(one) == many
    assert counted(1, one) == f"1 {one}"
    assert counted(0, one) == f"0 {many}"


def test_one_point_and_more() -> None:
    assert [points(count) for count in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ((0, 0, 0), "nothing"),
        ((3, 1, 0), "3 wood and 1 iron"),
        ((0, 0, 2), "2 gold"),
        ((1, 2, 3), "1 wood, 2 iron and 3 gold"),
    ],
)
def test_resources_are_listed(amount: Bundle, text: str) -> None:
    assert resources(amount) == text
