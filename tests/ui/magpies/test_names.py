"""Cards by name, and hands of which some are hidden."""

from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKET_NAMES
from p2p_heroes.ui.magpies.names import held, listed, name_of, valued

RING, OTHER_RING, SPOON = map(TRINKET_NAMES.index, ("ring-a", "ring-c", "spoon-b"))
DOWN, *_, PLUME = FEATHERS


def test_a_card_is_told_with_its_worth() -> None:
    assert [name_of(face) for face in (RING, OTHER_RING, PLUME)] == ["ring", "ring", "plume"]
    assert [valued(face) for face in (RING, PLUME, DOWN)] == ["ring 4", "plume +3", "down -2"]


def test_cards_are_listed_from_the_best_on() -> None:
    assert listed([SPOON, OTHER_RING, RING]) == "2 x ring 4 and spoon 2"
    assert listed([DOWN, PLUME]) == "plume +3 and down -2"
    assert listed([]) == ""


def test_of_a_hand_only_what_is_known_is_named() -> None:
    assert held((7, 8), {7: RING, 8: SPOON}, "trinket") == "ring 4 and spoon 2"
    assert held((7, 8, 9), {8: RING}, "trinket") == "ring 4 and 2 hidden"
    assert held((7, 8), {1: RING}, "trinket") == "2 trinkets"
    assert held((), {1: RING}, "trinket") == "no trinket"
