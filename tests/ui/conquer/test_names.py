"""Units and structures by their names, which the factions' lore may change."""

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.ui.conquer.names import NAMES, PLURALS, goods, idea_of, name_of, names_of, some, units


def test_what_follows_the_rules_needs_no_lore() -> None:
    assert (name_of("plague-column"), names_of("lich")) == ("Plague Column", "Liches")


def test_what_does_not_is_in_the_lore() -> None:
    assert name_of("shamans-tent") == "Shaman's Tent"
    assert some("militia", 3) == "3 Militia"
    assert some("mechasaur+", 2) == "2 doubled MechaSaurs"


def test_an_army_is_a_list() -> None:
    assert units((("skeleton", 4), ("lich", 1))) == "4 Skeletons and 1 Lich"
    assert units(()) == "nothing"


def test_the_lore_names_only_what_there_is() -> None:
    boards = CONQUER.boards.values()
    there = {unit.name for board in boards for unit in board.units}
    there |= {structure.name for board in boards for structure in board.structures}
    assert {name.removesuffix("+").removesuffix("-kept") for name in (*NAMES, *PLURALS)} <= there


def test_every_faction_is_about_something() -> None:
    assert all(idea_of(faction).endswith(".") for faction in CONQUER.choices)


def test_what_lies_on_the_map_is_what_it_is_to_a_faction() -> None:
    assert goods("undead", (1, 2, 0)) == ["1 wood", "2 iron"]
    assert goods("mechanisms", (1, 2, 0)) == ["1 wood", "2 Cores"]
    assert goods("mechanisms", (0, 0, 0)) == []
