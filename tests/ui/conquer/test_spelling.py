"""Names as people say them, and as the notation has them."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.world import REGIONS
from p2p_heroes.ui.conquer.names import name_of, names_of
from p2p_heroes.ui.conquer.spelling import spelled
from p2p_heroes.ui.conquer.words import place

BOARDS = CONQUER.boards.values()
UNITS = [unit.name for board in BOARDS for unit in board.units]
STRUCTURES = [structure.name for board in BOARDS for structure in board.structures]


@pytest.mark.parametrize("unit", UNITS)
def test_an_army_is_typed_as_the_screen_writes_it(unit: str) -> None:
    meant = CONQUER.parse(f"hunt 19 with {unit} 2")
    several = names_of(unit)
    for army in (f"{several} 2", f"2 {several}", f"{several.upper()} 2", f"2 {several.lower()}"):
        assert CONQUER.parse(spelled(f"hunt 19 with {army}")) == meant
    one = CONQUER.parse(f"hunt 19 with {unit} 1")
    assert CONQUER.parse(spelled(f"hunt 19 with 1 {name_of(unit)}")) == one


def test_an_army_of_several_kinds_is_typed_in_either_order() -> None:
    meant = CONQUER.parse("hunt 19 with knight 2 militia 2")
    for army in ("knights 2 militia 2", "2 knights 2 militia", "Militia 2 Knights 2"):
        assert CONQUER.parse(spelled(f"hunt 19 with {army}")) == meant


@pytest.mark.parametrize("unit", ["zephyr+", "maya+", "tur-kept", "maya-kept", "pixie+", "mechasaur+"])
def test_what_stands_for_a_unit_in_some_state_is_typed_by_its_name(unit: str) -> None:
    for name in (name_of(unit), names_of(unit)):
        assert spelled(f"hunt 19 with {name} 2") == f"hunt 19 with {unit} 2"


def test_a_mark_behind_a_unit_stays_there() -> None:
    assert spelled("hunt 19 with Zephyrs+ 2") == "hunt 19 with zephyr+ 2"


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_structure_is_typed_with_capitals_blanks_or_hyphens(structure: str) -> None:
    meant = CONQUER.parse(f"build {structure}")
    for name in (name_of(structure), name_of(structure).replace(" ", "-"), structure.replace("-", " ")):
        assert CONQUER.parse(spelled(f"build {name}")) == meant
        assert CONQUER.parse(spelled(f"build {name.upper()}")) == meant


@pytest.mark.parametrize("region", REGIONS)
def test_a_region_is_typed_as_the_map_writes_it(region: str) -> None:
    meant = CONQUER.parse(f"move {region}")
    for name in (place(region), place(region).upper(), place(region).lower()):  # type: ignore[arg-type]
        assert CONQUER.parse(spelled(f"move {name}")) == meant


@pytest.mark.parametrize(
    "name", ["tog eed", "Tog-Eed", "togeed", "Tog'Eed", "Tog\N{RIGHT SINGLE QUOTATION MARK} Eed"]
)
def test_the_one_region_of_two_words_is_typed_in_any_way(name: str) -> None:
    assert spelled(f"move {name}") == "move Tog'Eed"


@pytest.mark.parametrize("word", [*UNITS, *STRUCTURES, *CONQUER.choices, "via", "with", "hunt", "plan wood"])
def test_what_is_notation_already_stays_what_it_is(word: str) -> None:
    assert spelled(word) == word


def test_a_part_of_a_word_is_no_name() -> None:
    assert spelled("presents for entsorgung") == "presents for entsorgung"
