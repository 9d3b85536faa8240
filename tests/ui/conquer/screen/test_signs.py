"""What stands in a region, as signs."""

from p2p_heroes.games.conquer.factions.demons import Runes
from p2p_heroes.games.conquer.factions.gremlins import Taverns
from p2p_heroes.games.conquer.factions.humans import Illusions
from p2p_heroes.games.conquer.factions.nagas import HydraZone
from p2p_heroes.games.conquer.factions.undead import Curses
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import CORNERS, Region, Terrain
from p2p_heroes.ui.conquer.screen.signs import (
    TERRAIN,
    all_marks,
    artefact_owner,
    fortress_owner,
    marks,
    people,
    terrain_style,
    things,
)
from tests.support.conquer import Seated, at_table, seat, with_terrain

NAMES = ("Ada", "Bo")


def table(ada: Seated | None = None, bo: Seated | None = None) -> Table:
    return at_table(ada or seat("undead", Region.HARRAX), bo or seat("elves", Region.YREEL))


def lies(view: Table, region: Region) -> list[tuple[str, str]]:
    return [(sign.short, sign.long) for sign in things(view, 0, NAMES, region)]


def test_what_lies_in_a_region_with_resources_first() -> None:
    assert lies(table(), Region.ESMORE) == [("2w", "2 wood"), ("□", "foundation")]
    assert lies(table(), Region.TOGEED) == [("1w1i", "1 wood 1 iron"), ("◆", "artefact")]
    assert lies(table(), Region.ROLGOY) == [("♜6/2", "fortress 6/2")]


def test_resources_that_were_found_are_gone() -> None:
    assert lies(table(), Region.HARRAX) == [("◎", "portal")]


def test_who_has_what() -> None:
    bo = seat(
        "elves",
        Region.YREEL,
        artefacts=(Region.TOGEED,),
        fortresses=(Region.ROLGOY,),
        foundations={Region.ESMORE: 4},
    )
    view = table(seat("undead", Region.HARRAX, foundations={Region.ESMORE: 2}), bo)
    assert lies(view, Region.ESMORE)[1] == ("□A2B4", "foundation A2 B4")
    assert lies(view, Region.TOGEED)[1] == ("◆B", "artefact of B")
    assert lies(view, Region.ROLGOY) == [("♜B", "fortress of B")]
    assert (fortress_owner(view, Region.ROLGOY), fortress_owner(view, Region.QLISS)) == (1, None)
    assert (artefact_owner(view, Region.TOGEED), artefact_owner(view, Region.VURT)) == (1, None)


def test_players_and_their_pieces() -> None:
    view = table(bo=seat("nagas", Region.HARRAX, own=HydraZone(hydra=Region.HARRAX)))
    here = [(sign.short, sign.long, sign.style) for sign in people(view, NAMES, Region.HARRAX)]
    assert here == [
        ("A", "Ada", "map.seat0"),
        ("B", "Bo", "map.seat1"),
        ("B:H", "B:Hydra", "map.seat1"),
    ]
    assert not list(people(view, NAMES, Region.LOX))


def test_every_terrain_has_its_own_sign_and_style() -> None:
    assert len(set(TERRAIN.values())) == len(Terrain)
    assert terrain_style(with_terrain(table(), Region.LOX, Terrain.LAKE), Region.LOX) == "map.lake"


def test_what_factions_leave_on_the_map() -> None:
    undead = seat("undead", own=Curses((Region.LOX,)))
    humans = seat("humans", own=Illusions((("portal", Region.LOX),)))
    view = table(undead, humans)
    assert list(marks(view, Region.LOX)) == [(0, "curse"), (1, "hidden portal")]
    assert lies(view, Region.LOX)[2:] == [("!c", "!curse of A"), ("!h", "!hidden portal of B")]
    demons = table(seat("demons", own=Runes(runes=(Region.ESMORE,))))
    assert list(all_marks(demons)) == [(0, (Region.ESMORE,), "rune")]


def test_a_tavern_stands_where_three_regions_meet() -> None:
    view = table(seat("gremlins", own=Taverns(sites=(3,))))
    assert list(all_marks(view)) == [(0, CORNERS[3], "tavern")]
    assert all(list(marks(view, region)) == [(0, "tavern")] for region in CORNERS[3])


def test_many_levels_on_one_foundation_are_two_signs() -> None:
    levels = {Region.LOX: 4}
    seats = [seat(faction, foundations=levels) for faction in ("undead", "elves", "orcs")]
    table = at_table(*seats)
    found = [
        sign for sign in things(table, 0, ("Ada", "Bo", "Cy"), Region.LOX) if sign.style == "map.foundation"
    ]
    assert [sign.short for sign in found] == ["□A4B4", "C4"]
    assert [sign.long for sign in found] == ["foundation A4 B4", "C4"]
