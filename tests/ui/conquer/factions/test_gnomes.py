"""The Gnomes in words."""

from p2p_heroes.games.conquer.factions.gnomes import Science, ScienceGained
from p2p_heroes.ui.conquer.factions.gnomes import GNOMES, own
from p2p_heroes.ui.conquer.narrate import narrate

NAMES = ("Ada", "Bo")


def test_science_is_told() -> None:
    assert narrate(ScienceGained(0, 2, 5), NAMES) == ["Ada marks 2 science: 5 by now."]


def test_the_scale_is_shown() -> None:
    assert own(Science(4)) == ["Science: 4 of 18"]


def test_they_are_asked_what_all_are_asked() -> None:
    assert GNOMES.questions == {}
