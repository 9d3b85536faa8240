"""The Halflings in words."""

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.factions.halflings import (
    BathsVisited,
    Empire,
    HorseshoeDrawn,
    LevyRaised,
    MonsterRewon,
    RegionAnnexed,
    StructurePlaced,
)
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.ui.conquer.board import board, entering
from p2p_heroes.ui.conquer.consequences import meaning
from p2p_heroes.ui.conquer.explain import artefact
from p2p_heroes.ui.conquer.factions.halflings import HALFLINGS, marks, own
from p2p_heroes.ui.conquer.names import name_of, names_of
from p2p_heroes.ui.conquer.narrate import narrate
from tests.support.conquer import asking, at_table, decision, seat

NAMES = ("Ada", "Bo")


def test_the_growth_of_the_empire_is_told() -> None:
    plain, strategic = RegionAnnexed(0, Region.QLISS, 1), RegionAnnexed(1, Region.TOGEED, 0)
    assert narrate(plain, NAMES) == ["Ada adds Qliss to the empire, worth 1 point at the end."]
    assert narrate(strategic, NAMES) == ["Bo adds Tog' Eed to the empire."]
    placed = narrate(StructurePlaced(0, Region.LOX, 2), NAMES)
    assert placed == ["Ada puts it on the foundation in Lox: level 2."]


def test_what_guests_bring_and_take_is_told() -> None:
    assert narrate(LevyRaised(1, 2, 5), NAMES) == ["The Levy of Bo grows by 2, to power 5."]
    assert narrate(BathsVisited(0, 1, 4), NAMES) == ["The Baths of Ada earn 1 point, 4 in all."]


def test_what_the_colosseum_does_is_told() -> None:
    drawn = narrate(HorseshoeDrawn(0, Region.YREEL), NAMES)
    assert drawn == ["Ada draws a horseshoe in Yreel: others pay a point more to enter."]
    again = narrate(MonsterRewon(0, 8, 2), NAMES)
    assert again == ["For Ada the monster of power 8 counts twice: 2 points more."]


def test_the_empire_is_shown() -> None:
    assert own(Empire()) == ["Empire: none yet"]
    block = Empire((Region.LOX, Region.TOGEED), (Region.QLISS,), levy=3, bathed=2, rewon=(0, 3))
    assert own(block) == [
        "Empire: Lox and Tog' Eed",
        "Horseshoes: Qliss",
        "Power of the Levy: 3",
        "Points of the Baths: 2",
        "Monsters beaten twice, by power: 2 and 8",
    ]


def test_where_travelling_is_cheaper_is_told_by_region() -> None:
    empire = Empire((Region.LOX, Region.QLISS))
    table = at_table(seat("halflings", own=empire), seat("elves", Region.YREEL), seat("orcs", Region.ZASKER))
    assert entering(table, 0) == "forest 2, lake 2, meadow 2, mountain 2, 1 in Lox and Qliss"


def test_levels_are_written_as_the_romans_do() -> None:
    assert [name_of(name) for name in ("baths", "baths-ii", "military-camp-iii")] == [
        *("Baths", "Baths II", "Military Camp III")
    ]
    assert [names_of(unit) for unit in ("gladiator", "legionary", "levy")] == [
        *("Gladiators", "Legionaries", "Levies")
    ]
    assert all(
        name in HALFLINGS.names for name in CONQUER.boards["halflings"].structure_index if "-ii" in name
    )


def test_what_artefacts_ask_of_them_is_told() -> None:
    lines = board(at_table(seat("halflings"), seat("undead")), 0, NAMES)
    folen = "  Folen, for 4 regions with a foundation in the empire: 2 Legionaries at once"
    togeed = "  Tog' Eed, for 4 mountains in the empire: build a structure of any level for nothing at once"
    assert {folen, togeed} <= set(lines)


def test_what_a_choice_of_theirs_means() -> None:
    table = asking(at_table(seat("halflings", stock=(9, 9, 9)), seat("undead")), BuildingStarts(1))
    placed = meaning(table, 0, decision("annex Brynnlore on Lox"))
    assert placed == "the structure goes to the foundation in Lox"
    assert meaning(table, 0, decision("annex Brynnlore")) == ""
    again = meaning(table, 0, decision("refight 3 with gladiator 1"))
    assert again == "only for its points, which count twice"


def test_what_they_and_their_guests_are_asked() -> None:
    assert list(HALFLINGS.questions) == ["annex", "hurry", "horseshoe"]


def test_empire_and_horseshoes_are_marked_on_the_map() -> None:
    assert list(marks(Empire((Region.LOX,), (Region.QLISS,)))) == [
        ((Region.LOX,), "empire"),
        ((Region.QLISS,), "horseshoe"),
    ]


def test_how_far_they_are_is_told_in_their_words() -> None:
    table = at_table(seat("halflings", own=Empire((Region.LOX,))), seat("undead"))
    told = artefact(table, 0, Region.TOGEED)
    assert "for 4 mountains in the empire; so far 1/4 mountains in the empire." in told
