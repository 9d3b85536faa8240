"""The Orcs in words."""

from p2p_heroes.games.conquer.factions.orcs import (
    Rage,
    RageArrives,
    RageGained,
    RageMilestoneReached,
    RageSpent,
    UnitsModified,
)
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.effects import effect
from p2p_heroes.ui.conquer.factions.orcs import ORCS, own
from p2p_heroes.ui.conquer.narrate import narrate

NAMES = ("Ada", "Bo")


def test_rage_is_told() -> None:
    assert narrate(RageGained(0, 3), NAMES) == ["Ada gains 3 rage."]
    assert narrate(RageSpent(1, 1), NAMES) == ["Bo spends 1 rage."]
    assert narrate(RageMilestoneReached(0, 12, 2), NAMES) == ["Ada has had 12 rage at once: 2 points."]


def test_who_grows_is_told() -> None:
    grown = UnitsModified(0, "scout", "bomber", 2)
    assert narrate(grown, NAMES) == ["Ada turns 2 Scouts into 2 Bombers."]


def test_the_rage_is_shown() -> None:
    assert own(Rage(7)) == ["Rage: 7"]


def test_an_effect_is_told_with_its_own_number() -> None:
    assert effect(RageArrives(Region.DORTAL, 8)) == "8 rage at once"


def test_what_only_they_are_asked() -> None:
    assert list(ORCS.questions) == ["drum"]
