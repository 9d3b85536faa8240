"""The map: what is printed, and what the reconstruction had to fit (rulebook pp. 3-4 and 11-12)."""

from collections import Counter
from itertools import combinations

import pytest

from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.world import (
    ARTEFACT_REGIONS,
    CORNERS,
    PLACES,
    PRINTED_TERRAIN,
    REGIONS,
    TERRAINS,
    WORDS,
    Region,
    Terrain,
    realm,
)

R = Region
every_number = pytest.mark.parametrize("players", [2, 3, 4])


def names(*regions: Region) -> set[str]:
    return {str(region) for region in regions}


def by_land(players: int, region: Region) -> set[Region]:
    return set(realm(players).neighbours[region])


def is_connected(players: int, regions: set[Region]) -> bool:
    reached = {min(regions)}
    while True:
        more = {near for region in reached for near in by_land(players, region) & regions}
        if more <= reached:
            return reached == regions
        reached |= more


# Regions and terrain.


def test_the_map_has_27_regions_in_alphabetical_order() -> None:
    """Rulebook p. 3."""
    assert len(REGIONS) == len(PLACES) == 27
    assert list(PLACES) == list(REGIONS)
    assert sorted(WORDS[:-2]) == list(WORDS[:-2])
    assert WORDS[-2:] == ("Zasker", "Zoro")


def test_a_region_is_called_by_one_word() -> None:
    assert all(len(word.split()) == 1 for word in WORDS)
    assert str(R.ASANDER) == "Asander"
    assert str(R.TOGEED) == "Tog'Eed"


def test_a_region_has_one_of_four_terrains() -> None:
    """Rulebook p. 9."""
    assert [str(terrain) for terrain in TERRAINS] == ["forest", "lake", "meadow", "mountain"]
    assert set(PRINTED_TERRAIN) == set(TERRAINS)


@pytest.mark.parametrize(("players", "counts"), [(2, (5, 4, 6, 6)), (3, (6, 5, 7, 6)), (4, (7, 6, 7, 7))])
def test_every_terrain_is_in_the_game_for_each_number_of_players(
    players: int, counts: tuple[int, ...]
) -> None:
    terrains = [PLACES[region].terrain for region in realm(players).regions]
    assert tuple(terrains.count(terrain) for terrain in TERRAINS) == counts


@pytest.mark.parametrize(
    ("terrain", "regions"),
    [
        (Terrain.MOUNTAIN, (R.BRYNNLORE, R.HARRAX, R.LOX, R.ROLGOY, R.TOGEED, R.VURT)),
        (Terrain.FOREST, (R.ASANDER, R.FOLEN, R.ODMOOR, R.WERS)),
        (Terrain.MEADOW, (R.ESMORE, R.NIKLEEN, R.PASKAAR, R.YREEL)),
        (Terrain.LAKE, (R.QLISS,)),
    ],
)
def test_the_terrains_that_the_rulebook_tells(terrain: Terrain, regions: tuple[Region, ...]) -> None:
    assert {PLACES[region].terrain for region in regions} == {terrain}
    assert all("terrain" not in PLACES[region].guessed for region in regions)


# The number of players.


def test_two_players_cross_out_the_regions_with_three_and_four_dots() -> None:
    """Rulebook p. 4."""
    gone = names(*REGIONS) - names(*realm(2).regions)
    assert gone == {"Cerness", "Glennfore", "Ikara", "Morreed", "Zoro", "Zasker"}


def test_three_players_cross_out_the_regions_with_four_dots() -> None:
    """Rulebook p. 4."""
    assert names(*REGIONS) - names(*realm(3).regions) == {"Cerness", "Glennfore", "Zoro"}


def test_four_players_have_the_whole_map() -> None:
    """Rulebook p. 4."""
    assert realm(4).regions == REGIONS


@every_number
def test_a_crossed_out_region_borders_on_nothing(players: int) -> None:
    world = realm(players)
    outside = [region for region in REGIONS if region not in world.regions]
    assert all(world.neighbours[region] == () for region in outside)
    assert not {near for region in REGIONS for near in world.neighbours[region]} & set(outside)


@every_number
def test_the_regions_in_the_game_are_connected_by_land(players: int) -> None:
    regions = set(realm(players).regions)
    assert is_connected(players, regions)
    assert min(len(by_land(players, region)) for region in regions) >= 2


# Borders.


def test_borders_have_two_sides() -> None:
    """Rulebook p. 3: regions with a common border are adjacent."""
    for region in REGIONS:
        assert region not in by_land(4, region)
        assert all(region in by_land(4, near) for near in by_land(4, region))
    assert sum(len(by_land(4, region)) for region in REGIONS) == 2 * 64


def test_the_borders_close_38_corners() -> None:
    """In a map whose inner corners are all of three regions, corners = borders - regions + 1."""
    triangles = [
        corner
        for corner in combinations(REGIONS, 3)
        if all(other in by_land(4, one) for one, other in combinations(corner, 2))
    ]
    assert len(triangles) >= 64 - 27 + 1 == 38
    assert (R.JORVELD, R.ODMOOR, R.PASKAAR) in triangles


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (R.ASANDER, R.BRYNNLORE),
        (R.BRYNNLORE, R.ESMORE),
        (R.KOSLEEN, R.HARRAX),
        (R.KOSLEEN, R.JORVELD),
        (R.KOSLEEN, R.PASKAAR),
        (R.ODMOOR, R.ROLGOY),
        (R.ROLGOY, R.VURT),
    ],
)
@every_number
def test_the_borders_that_examples_cross(one: Region, other: Region, players: int) -> None:
    """Rulebook pp. 9 and 11, and docs/rulings.md on the map."""
    assert other in by_land(players, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [(R.ASANDER, R.ESMORE), (R.ODMOOR, R.VURT), (R.PASKAAR, R.VURT), (R.KOSLEEN, R.YREEL)],
)
def test_the_borders_that_examples_rule_out(one: Region, other: Region) -> None:
    assert other not in by_land(4, one)


def test_between_odmoor_and_vurt_lies_rolgoy_alone() -> None:
    assert by_land(4, R.ODMOOR) & by_land(4, R.VURT) == {R.ROLGOY}


def test_the_corners_are_points_of_three_regions_that_border_on_each_other() -> None:
    """As many as the borders close, each once and in the order of the regions."""
    assert len(CORNERS) == len(set(CORNERS)) == 38
    assert tuple(sorted(tuple(sorted(corner)) for corner in CORNERS)) == CORNERS
    for corner in CORNERS:
        assert all(other in by_land(4, one) for one, other in combinations(corner, 2))


def test_every_border_ends_in_one_corner_or_two() -> None:
    """Two corners inside the map, one at its edge."""
    ends = Counter(border for corner in CORNERS for border in combinations(corner, 2))
    borders = {(one, other) for one in REGIONS for other in by_land(4, one) if one < other}
    assert ends.keys() == borders
    assert set(ends.values()) == {1, 2}


@pytest.mark.parametrize(("players", "corners"), [(2, 25), (3, 30), (4, 38)])
def test_a_corner_is_in_the_game_with_all_its_regions(players: int, corners: int) -> None:
    """Russian rulebook, taverns."""
    here = set(realm(players).regions)
    assert realm(players).corners == tuple(corner for corner in CORNERS if here.issuperset(corner))
    assert len(realm(players).corners) == corners


def test_jorveld_odmoor_and_paskaar_meet_with_any_number_of_players() -> None:
    """Russian rulebook, taverns: the drawn example."""
    assert all((R.JORVELD, R.ODMOOR, R.PASKAAR) in realm(players).corners for players in (2, 3, 4))


def test_three_corners_at_kosleen_can_touch_six_regions_and_paskaar_once() -> None:
    corners = [
        {R.KOSLEEN, one, other}
        for one, other in combinations(sorted(by_land(4, R.KOSLEEN)), 2)
        if other in by_land(4, one)
    ]
    fitting = [
        three
        for three in combinations(corners, 3)
        if len(set().union(*three)) == 6 and sum(R.PASKAAR in corner for corner in three) == 1
    ]
    assert fitting


@every_number
def test_seven_connected_regions_can_hold_paskaar_and_suleen_without_esmore(players: int) -> None:
    seven = {R.PASKAAR, R.SULEEN, R.ODMOOR, R.JORVELD, R.ROLGOY, R.YREEL, R.VURT}
    assert len(seven) == 7
    assert is_connected(players, seven)


# Objects.


def test_each_region_has_exactly_one_object() -> None:
    for place in PLACES.values():
        objects = [place.portal, place.foundation, place.artefact, place.fortress is not None]
        assert objects.count(True) == 1


@every_number
def test_there_is_a_portal_more_than_players(players: int) -> None:
    """Rulebook p. 4: each player starts in a portal region of their own."""
    assert len(realm(players).portals) == players + 1


def test_where_the_portals_are() -> None:
    """Rulebook p. 11: Harrax and Yreel."""
    assert realm(2).portals == (R.HARRAX, R.SULEEN, R.YREEL)
    assert realm(3).portals == (R.HARRAX, R.SULEEN, R.YREEL, R.ZASKER)
    assert realm(4).portals == (R.CERNESS, R.HARRAX, R.SULEEN, R.YREEL, R.ZASKER)


@pytest.mark.parametrize(("players", "count"), [(2, 7), (3, 8), (4, 8)])
def test_how_many_foundations_are_in_the_game(players: int, count: int) -> None:
    """Rulebook p. 12: four of them make an artefact."""
    found = {region for region in realm(players).regions if PLACES[region].foundation}
    assert len(found) == count
    assert {R.ASANDER, R.ESMORE, R.JORVELD, R.LOX, R.NIKLEEN, R.UGMAT} <= found


@pytest.mark.parametrize(("players", "count"), [(2, 5), (3, 6), (4, 8)])
def test_how_many_fortresses_are_in_the_game(players: int, count: int) -> None:
    found = [region for region in realm(players).regions if PLACES[region].fortress]
    assert len(found) == count


def test_the_eight_fortresses() -> None:
    """Rulebook p. 12: power, points and amounts as printed."""
    fortresses = [place.fortress for place in PLACES.values() if place.fortress]
    printed = {
        fortress.power: (fortress.points, sorted(amount for amount in fortress.resources if amount))
        for fortress in fortresses
    }
    assert printed == {
        6: (2, [3]),
        7: (2, [4]),
        10: (3, [3]),
        11: (3, [3, 3]),
        14: (4, [4]),
        17: (4, [7]),
        19: (5, [4]),
        21: (5, [4, 4]),
    }


def test_where_the_fortresses_are() -> None:
    """Rulebook p. 13: Brynnlore, Ikara and Zoro give 10 points together."""
    powers = {region: place.fortress.power for region, place in PLACES.items() if place.fortress}
    assert powers == {
        R.BRYNNLORE: 14,
        R.GLENNFORE: 17,
        R.IKARA: 10,
        R.KOSLEEN: 21,
        R.QLISS: 7,
        R.ROLGOY: 6,
        R.WERS: 19,
        R.ZORO: 11,
    }
    examples = [PLACES[region].fortress for region in (R.BRYNNLORE, R.IKARA, R.ZORO)]
    assert sum(fortress.points for fortress in examples if fortress) == 10


def test_the_artefacts_lie_in_six_regions() -> None:
    """Rulebook p. 12."""
    assert names(*ARTEFACT_REGIONS) == {"Paskaar", "Vurt", "Dortal", "Folen", "Odmoor", "Tog'Eed"}
    assert {region for region, place in PLACES.items() if place.artefact} == set(ARTEFACT_REGIONS)
    assert set(ARTEFACT_REGIONS) <= set(realm(2).regions)


# Resources.


def test_fortress_regions_and_no_others_print_no_resources() -> None:
    for place in PLACES.values():
        assert (place.fortress is not None) == (place.resources == (0, 0, 0))


@pytest.mark.parametrize(
    ("region", "resources"), [(R.ESMORE, (2, 0, 0)), (R.ASANDER, (1, 1, 0)), (R.LOX, (0, 2, 0))]
)
def test_the_resources_that_are_known(region: Region, resources: Bundle) -> None:
    """Rulebook p. 9: Esmore gives 2 wood."""
    assert PLACES[region].resources == resources
    assert "resources" not in PLACES[region].guessed


def test_the_amounts_are_as_printed() -> None:
    singles = {region for region, place in PLACES.items() if sorted(place.resources) == [0, 1, 1]}
    doubles = {region for region, place in PLACES.items() if sorted(place.resources) == [0, 0, 2]}
    assert names(*singles) == {
        *("Asander", "Cerness", "Folen", "Harrax", "Odmoor", "Suleen", "Tog'Eed", "Yreel", "Zasker")
    }
    assert names(*doubles) == {
        *("Dortal", "Esmore", "Jorveld", "Lox", "Morreed", "Nikleen", "Paskaar", "Ugmat", "Vurt", "Xelree")
    }


def test_the_resources_of_the_whole_map_are_balanced() -> None:
    amounts = [place.resources for place in PLACES.values()]
    assert tuple(map(sum, zip(*amounts, strict=True))) == (13, 13, 12)


def test_guesses_name_fields_of_a_place() -> None:
    fields = {"terrain", "resources", "portal", "foundation", "artefact", "fortress"}
    assert {guess for place in PLACES.values() for guess in place.guessed} <= fields
