"""The map as a list."""

from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region, Terrain
from p2p_heroes.ui.conquer.map import regions
from tests.support.conquer import at_table, seat, small_board, with_terrain

NAMES = ("Ada", "Bo")


def line(lines: list[str], region: str) -> str:
    [found] = [text for text in lines if text[2:].startswith(region)]
    return found


def test_a_region_with_its_terrain_what_lies_there_and_its_neighbours() -> None:
    lines = regions(at_table(seat("undead"), seat("elves", Region.YREEL)), 0, NAMES)
    assert line(lines, "Esmore") == "  Esmore    meadow, 2 wood, foundation [Brynnlore Folen Harrax Kosleen]"
    assert line(lines, "Rolgoy").startswith("  Rolgoy    mountain, fortress 6 [")
    assert line(lines, "Tog' Eed").startswith("  Tog' Eed  mountain, 1 wood and 1 iron, artefact [")


def test_only_the_regions_of_this_game_are_listed() -> None:
    few = regions(at_table(seat("undead"), seat("elves", Region.YREEL)), 0, NAMES)
    assert not [text for text in few if "Zoro" in text]
    many = at_table(seat("undead"), seat("elves", Region.YREEL), seat("orcs"), seat("humans"))
    assert line(regions(many, 0, (*NAMES, "Cy", "Di")), "Zoro").startswith(
        "  Zoro      forest, fortress 11 ["
    )


def test_who_is_where_and_who_has_what() -> None:
    ada = seat("nagas", Region.HARRAX, own=HydraZone(hydra=Region.KOSLEEN), fortresses=(Region.QLISS,))
    bo = seat("elves", Region.HARRAX, artefacts=(Region.FOLEN,), foundations={Region.LOX: 3})
    lines = regions(with_terrain(at_table(ada, bo), Region.UGMAT, Terrain.LAKE), 0, NAMES)
    assert line(lines, "Harrax").startswith(". Harrax ")
    assert line(lines, "Harrax").endswith("  <- Ada and Bo")
    assert line(lines, "Kosleen").endswith("  <- Hydra of Ada")
    assert "fortress 7 (of Ada)" in line(lines, "Qliss")
    assert "artefact (of Bo)" in line(lines, "Folen")
    assert "foundation (Bo 3)" in line(lines, "Lox")
    assert "lake, 2 iron" in line(lines, "Ugmat")


class KeepsQliss(Effect):
    def holds_fortress(self, table: Table, seat: int, held: bool, region: Region) -> bool:
        return held or region is Region.QLISS


def test_a_fortress_that_is_held_without_a_siege_is_its_holders() -> None:
    table = at_table(seat("undead"), seat(small_board("keepers", nature=(KeepsQliss(),))))
    assert "fortress 7 (of Bo)" in line(regions(table, 0, NAMES), "Qliss")
