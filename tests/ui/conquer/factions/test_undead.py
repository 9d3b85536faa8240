"""The Undead in words."""

from p2p_heroes.games.conquer.factions.undead import Curses, RegionCursed
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.factions.undead import UNDEAD, own
from p2p_heroes.ui.conquer.narrate import narrate

NAMES = ("Ada", "Bo")


def test_a_curse_is_told() -> None:
    lines = ["Bo curses Tog' Eed: opponents lose a unit there."]
    assert narrate(RegionCursed(1, Region.TOGEED), NAMES) == lines


def test_the_cursed_regions_are_listed() -> None:
    assert own(Curses()) == ["Cursed regions: none"]
    assert own(Curses((Region.LOX, Region.WERS))) == ["Cursed regions: Lox and Wers"]


def test_what_only_they_are_asked() -> None:
    assert list(UNDEAD.questions) == ["curse"]
