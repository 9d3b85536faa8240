"""The Cultists in words."""

import pytest

from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.events import Declined
from p2p_heroes.games.conquer.factions.cultists import (
    ArtefactEnslaved,
    Bonus,
    BonusReached,
    Cult,
    Enslaved,
    LordBreathed,
    MarksPlaced,
    ThrallRefreshed,
    ThrallsExhausted,
)
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.resources import Resource
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.board import board
from p2p_heroes.ui.conquer.consequences import meaning, objects
from p2p_heroes.ui.conquer.explain import artefact
from p2p_heroes.ui.conquer.factions.cultists import CULTISTS, own
from p2p_heroes.ui.conquer.map import regions
from p2p_heroes.ui.conquer.narrate import narrate
from tests.support.conquer import asking, at_table, decision, seat

NAMES = ("Ada", "Bo", "Cy")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            MarksPlaced(0, Resource.IRON, 3, 5),
            "Ada places 3 marks in the row of iron, which has 5 of 14 now.",
        ),
        (
            MarksPlaced(0, Resource.WOOD, 1, 1),
            "Ada places 1 mark in the row of wood, which has 1 of 14 now.",
        ),
        (
            BonusReached(1, Resource.GOLD, Bonus.SYMBOL),
            "The Lord grants Bo a symbol of gold to enslave with.",
        ),
        (BonusReached(1, Resource.GOLD, Bonus.POINT), "The Lord grants Bo 1 point."),
        (BonusReached(1, Resource.GOLD, Bonus.TWO_POINTS), "The Lord grants Bo 2 points."),
        (BonusReached(1, Resource.GOLD, Bonus.RESOURCES), "The Lord grants Bo 5 resources of any kind."),
        (BonusReached(1, Resource.GOLD, Bonus.PILGRIM), "The Lord grants Bo a Pilgrim."),
        (
            LordBreathed(0, Region.TOGEED, (2, 0, 1)),
            "The Lord breathes on Tog' Eed: Ada draws Cy and Bo into a battle.",
        ),
        (Enslaved(0, "monster-thirteen"), "Ada enslaves the Monster Thirteen."),
        (Enslaved(0, "fortress-rolgoy"), "Ada enslaves the Fortress Rolgoy."),
        (ArtefactEnslaved(0, Region.TOGEED), "Ada enslaves the artefact of Tog' Eed."),
        (ThrallsExhausted(0, ("monster-two",)), "Monster Two of Ada is exhausted."),
        (
            ThrallsExhausted(0, ("monster-two", "fortress-rolgoy")),
            "Monster Two and Fortress Rolgoy of Ada are exhausted.",
        ),
        (ThrallRefreshed(0, "monster-two"), "Monster Two of Ada has its power back."),
    ],
    ids=str,
)
def test_what_they_do_is_told(event: Event, told: str) -> None:
    assert narrate(event, NAMES) == [told]


def test_what_they_leave_is_told() -> None:
    assert narrate(Declined(0, "gifts"), NAMES) == ["Ada buys no marks."]
    assert narrate(Declined(0, "breath"), NAMES) == ["Ada does not call for the Breath of the Lord."]


def test_the_block_of_gifts_and_the_enslaved_are_shown() -> None:
    assert own(Cult()) == ["Gifts, marks of 14: wood 0, iron 0, gold 0", "Enslaved: nothing"]
    block = Cult(
        (2, 11, 1), (), ("monster-two", "fortress-ugmat"), ("monster-two",), (Region.VURT, Region.TOGEED)
    )
    assert own(block) == [
        "Gifts, marks of 14: wood 2 with 1 symbol, iron 11 with 3 symbols, gold 1",
        "Enslaved: Monster Two (exhausted) and Fortress Ugmat",
        "Enslaved artefacts, while they are yours: Vurt and Tog' Eed",
    ]


def test_what_only_they_are_asked() -> None:
    assert list(CULTISTS.questions) == ["worship", "dedicate", "breathe", "wish", "refresh"]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("worship iron 3", "3 marks for 6 iron"),
        ("worship gold 8", "8 marks for 35 gold"),
        ("enslave monster-thirteen", "power 13 for you to send, and no points"),
        ("enslave artefact", "it counts as enslaved, and costs nothing"),
        ("refresh fortress-zoro", "power 11 again"),
        ("dedicate wood", ""),
    ],
)
def test_what_a_choice_would_come_to(text: str, means: str) -> None:
    table = asking(at_table(seat("cultists"), seat("undead")), BuildingStarts(1))
    assert meaning(table, 0, decision(text)) == means


def test_a_fight_with_the_enslaved_is_foretold() -> None:
    block = Cult((2, 0, 0), enslaved=("monster-two",))
    table = asking(at_table(seat("cultists", own=block), seat("undead")), Fighting(0))
    told = meaning(table, 0, decision("hunt 3 with monster-two 1 preacher 1"))
    assert told == "power 5 against 3: you win 1 point and 2 gold"


def test_the_board_says_what_each_symbol_enslaves() -> None:
    told = "\n".join(board(at_table(seat("cultists"), seat("undead")), 0, NAMES))
    assert "Monster Two wood 1 or iron 1, Monster Three wood 1 or gold 1, Monster Five iron 1" in told
    assert "Fortress Zoro wood 2 and gold 2" in told
    assert "artefacts: Paskaar wood 2, Vurt iron 2" in told
    assert "gold after Eye of the Lord or Temple of the Lord or Symbol of Faith or Advent" in told
    assert (
        "Folen, for structures on 3 foundations: build a structure of any level for nothing at once" in told
    )


def test_an_enslaved_fortress_is_shown_as_theirs() -> None:
    """For everybody; a citadel only on their own map."""
    block = Cult((0, 2, 2), enslaved=("fortress-rolgoy", "fortress-ugmat"))
    table = at_table(seat("cultists", own=block), seat("undead"))
    for who in (0, 1):
        [line] = [line for line in regions(table, who, NAMES[:2]) if "Rolgoy  " in line]
        assert "fortress 6 (of Ada)" in line
        assert "fortress" not in objects(table, who, Region.ROLGOY)
    [ours] = [line for line in regions(table, 0, NAMES[:2]) if "Ugmat  " in line]
    [theirs] = [line for line in regions(table, 1, NAMES[:2]) if "Ugmat  " in line]
    assert "fortress 8 (of Ada)" in ours
    assert "fortress" not in theirs


def test_odmoor_asks_for_enslavements() -> None:
    block = Cult((2, 0, 0), enslaved=("monster-two",))
    table = at_table(seat("cultists", own=block), seat("undead"))
    assert "To be collected there for 5 enslavements; so far 1/5 enslavements." in artefact(
        table, 0, Region.ODMOOR
    )
