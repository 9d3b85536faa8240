"""The Elves in words."""

from p2p_heroes.games.conquer.factions.elves import ARMED
from p2p_heroes.ui.conquer.factions.elves import ELVES
from p2p_heroes.ui.conquer.names import some


def test_whoever_wears_armour_has_a_name() -> None:
    assert ELVES.names.keys() == ARMED.keys()
    assert some("pixie+", 2) == "2 armed Pixies"


def test_they_are_asked_what_all_are_asked() -> None:
    assert ELVES.questions == {}
