"""The Gremlins in words."""

import pytest

from p2p_heroes.games.conquer.factions.gremlins import (
    DotsFilled,
    GoldStaked,
    TavernRaised,
    Taverns,
    TollTaken,
    TradeChosen,
)
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.world import CORNERS, Region
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.factions.gremlins import GREMLINS, own
from p2p_heroes.ui.conquer.narrate import narrate

NAMES = ("Ada", "Bo")
HOME = (Region.JORVELD, Region.ODMOOR, Region.PASKAAR)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (TavernRaised(1, HOME), "Bo raises a tavern between Jorveld, Odmoor and Paskaar."),
        (TollTaken(1, 0, 1, 0, 1), "Ada leaves 1 wood and 1 gold in a tavern of Bo."),
        (DotsFilled(1, 1, 1, 0), "Bo counts 1 visit to taverns and has 1 dot now."),
        (DotsFilled(1, 7, 3, 1), "Bo counts 7 visits to taverns, makes 1 point and has 3 dots now."),
        (TradeChosen(0, Resource.IRON), "Ada will get 1 more iron from every action that gathers it."),
        (GoldStaked(0, 7, 2), "Ada stakes 7 gold in the Gaming Club: 2 points more."),
        (GoldStaked(0, 0, 0), "Ada stakes nothing in the Gaming Club: 0 points more."),
    ],
)
def test_what_happens_is_told(event: Event, line: str) -> None:
    assert narrate(event, NAMES) == [line]


def test_the_block_is_listed() -> None:
    assert own(Taverns()) == ["Taverns: none", "Business Plan: 0 points, 0 dots"]
    sites = (0, CORNERS.index(HOME))
    assert own(Taverns(sites, dots=1, points=2, bonus=3, goods=("wood",))) == [
        "Taverns: Asander, Brynnlore and Harrax; Jorveld, Odmoor and Paskaar",
        "Business Plan: 2 points, 1 dot",
        "Bazaar: 1 more wood when it is gathered",
        "Gaming Club: 3 points more",
    ]


def test_what_only_they_and_their_visitors_are_asked() -> None:
    assert list(GREMLINS.questions) == ["tavern", "discard", "trade", "stake", "extort"]
