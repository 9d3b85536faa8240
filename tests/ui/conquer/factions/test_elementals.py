"""The Elementals in words."""

import pytest

from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.collecting import Collecting
from p2p_heroes.games.conquer.factions.elementals import (
    ActedAlone,
    ArtefactCopied,
    BagFilled,
    CopyVanished,
    HiredForFight,
    MayaTempered,
    UnitsBrought,
    Vanishing,
    Wonders,
)
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Event
from p2p_heroes.ui.conquer.board import board
from p2p_heroes.ui.conquer.consequences import meaning
from p2p_heroes.ui.conquer.factions.elementals import ELEMENTALS, marks, own
from p2p_heroes.ui.conquer.names import some
from p2p_heroes.ui.conquer.narrate import narrate
from tests.support.conquer import asking, at_table, decision, seat

NAMES = ("Ada", "Bo")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (UnitsBrought(0, "zephyr", 8), "Ada's Zephyrs bring 8 resources."),
        (UnitsBrought(1, "tur", 1), "Bo's Turs bring 1 resource."),
        (MayaTempered(0, 10), "Ada's Maya have power 10 now."),
        (BagFilled(0, 2, 3), "Ada fills the Bottomless Bag for 2 points; it holds 3 points."),
        (
            HiredForFight(1, (("maya", 2), ("zephyr", 1))),
            "Bo had recruited 2 Maya and 1 Zephyr for it right before the fight; they are lost, too.",
        ),
        (
            HiredForFight(1, (), (("maya", 2),)),
            "Bo recruits 2 Maya right before the fight and keeps them out of it.",
        ),
        (ArtefactCopied(0, Region.TOGEED), "Ada copies the artefact of Tog' Eed."),
        (CopyVanished(0, Region.VURT), "Ada's copy of the artefact of Vurt vanishes."),
        (ActedAlone(0, "move", 2), "Unseen, Ada moves at level 2 before all others act."),
        (ActedAlone(0, "build", 1), "Unseen, Ada builds and recruits at level 1 before all others act."),
        (ActedAlone(1, "gold", 1), "Unseen, Bo gathers gold at level 1 before all others act."),
    ],
)
def test_what_happens_is_told(event: Event, told: str) -> None:
    assert narrate(event, NAMES) == [told]


def test_the_wonders_are_shown() -> None:
    assert own(Wonders()) == ["Points in the Bottomless Bag: 0"]
    assert own(Wonders((Region.FOLEN, Region.TOGEED), steps=2, bag=3)) == [
        "Points in the Bottomless Bag: 3",
        "Maya tempered to power 14",
        "Copied artefacts: Folen and Tog' Eed",
    ]


def test_what_only_they_are_asked() -> None:
    assert list(ELEMENTALS.questions) == ["vanish"]


def test_what_their_choices_mean() -> None:
    ours = seat("elementals", Region.PASKAAR, stock=(12, 6, 6), built=("crystal-halls", "crooked-mirror"))
    table = at_table(ours, seat("undead", artefacts=(Region.PASKAAR,)))
    works = "the artefact works for you, too, and nobody can take the copy"
    assert meaning(asking(table, Collecting(0)), 0, decision("copy for wood 12")) == f"12 wood: {works}"
    assert meaning(table, 0, decision("copy")) == works
    building = asking(table, BuildingStarts(1))
    assert meaning(building, 0, decision("temper")) == "4 gold: all your Maya become stronger"
    stowed = "4 wood and 2 gold: 1 point, or 2 with the trophy shard"
    assert meaning(building, 0, decision("stow wood 4 gold 2")) == stowed
    table.plan = ("wood", "iron", "gold", "build")
    alone = meaning(asking(table, Vanishing(0)), 0, decision("vanish"))
    assert alone == "you perform the action that was left out, alone and before all others"
    assert meaning(table, 0, decision("take wood 1")) == ""


def test_who_is_hired_for_a_fight_has_a_name() -> None:
    assert some("zephyr+", 2) == "2 newly hired Zephyrs"
    assert some("maya+", 2) == "2 newly hired Maya"
    assert some("tur-kept", 1) == "1 Tur hired and kept"
    assert some("tur-kept", 2) == "2 Turs hired and kept"


def test_the_board_tells_where_shards_come_from() -> None:
    lines = board(at_table(seat("elementals"), seat("undead")), 0, NAMES)
    [shards] = [line for line in lines if "3 power per shard" in line]
    assert "blue for the Magic Lamp" in shards
    assert any(line.endswith("the trophy shard, while you have it") for line in lines)
    assert "  - with the leaf shard, a zephyr has power 3" in lines


def test_the_shards_are_shown_though_nothing_holds_them() -> None:
    ours = seat("elementals", built=("magic-lamp",), fortresses=(Region.WERS,))
    assert "Shards: blue and violet (2 of 7)" in board(at_table(ours, seat("undead")), 0, NAMES)
    assert "Shards: none (0 of 7)" in board(at_table(seat("elementals"), seat("undead")), 0, NAMES)


def test_copies_are_marked_on_the_map() -> None:
    assert list(marks(Wonders((Region.FOLEN,)))) == [((Region.FOLEN,), "copied artefact")]
