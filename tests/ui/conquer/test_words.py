"""Numbers and names as people say them."""

import pytest

from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.words import place, places, resources


def test_places_are_written_as_on_the_map() -> None:
    assert place(Region.TOGEED) == "Tog' Eed"
    assert places((Region.LOX, Region.VURT, Region.TOGEED)) == "Lox, Vurt and Tog' Eed"


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
