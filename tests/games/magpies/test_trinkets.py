"""The cards of magpies, counted."""

from collections import Counter

from p2p_heroes.games.magpies.trinkets import (
    FACES,
    FEATHER_NAMES,
    FEATHERS,
    TRINKET_NAMES,
    TRINKETS,
    kind_of,
    worth,
)


def test_four_copies_of_five_trinkets_are_worth_one_to_five() -> None:
    assert Counter(map(kind_of, TRINKETS)) == dict.fromkeys(("button", "spoon", "coin", "ring", "crown"), 4)
    assert Counter(map(worth, TRINKETS)) == dict.fromkeys(range(1, 6), 4)
    assert kind_of(17) == "crown"
    assert worth(17) == 5


def test_two_feathers_make_a_bid_lighter_and_four_heavier() -> None:
    assert [worth(face) for face in FEATHERS] == [-2, -1, 1, 1, 2, 3]


def test_every_face_has_a_name_of_its_own() -> None:
    names = (*TRINKET_NAMES, *FEATHER_NAMES)
    assert len(set(names)) == len(names) == FACES == 26
