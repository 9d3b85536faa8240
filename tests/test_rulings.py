"""docs/rulings.md keeps its promises: its numbers, the tests it names, and what is marked as reconstructed.

Test files are parsed and never imported, so a name is found or not, whatever else a
file does. Each check is shown below to find its breach.
"""

import ast
import re
from pathlib import Path

import pytest

from p2p_heroes.games.conquer.factions import FACTIONS
from p2p_heroes.games.conquer.world import PLACES, Region
from protocol.frozen import replace
from scripts.tools.conquer.list_reconstructed import Marked, entries, main, misnamed, reconstructed

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")

RULING = re.compile(r"^\*\*(\d+)\. [^*]+\*\* ", re.MULTILINE)
"""A ruling begins with its number and its question."""
NAMED_TEST = re.compile(r"^- `([\w/]+\.py)::(\w+)`$", re.MULTILINE)
CITED = re.compile(r"rulings\.md[\s#]+(\d+(?:(?:, | and |-)\d+)*)", re.IGNORECASE)
CITED_HERE = re.compile(r"\(rulings? (\d+)\)")
"""How the page refers to itself."""


def rulings(page: str) -> dict[int, str]:
    """Each ruling's text by its number, in the order of the page; a number given twice is refused."""
    found: dict[int, str] = {}
    starts = list(RULING.finditer(page))
    ends = [*(start.start() for start in starts[1:]), len(page)]
    for start, end in zip(starts, ends, strict=True):
        number = int(start[1])
        assert number not in found, f"two rulings have the number {number}"
        found[number] = page[start.start() : end]
    return found


def names_of_tests(text: str) -> set[str]:
    """The names of the tests of a file."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    names = [node.name for node in ast.parse(text).body if isinstance(node, functions)]
    return {name for name in names if name.startswith("test_")}


def missing_tests(page: str, root: Path) -> list[str]:
    """Tests that the page names and that are not there."""
    known: dict[str, set[str]] = {}
    for path in {path for path, _ in NAMED_TEST.findall(page)}:
        file = root / "tests" / path
        known[path] = names_of_tests(file.read_text(encoding="utf-8")) if file.is_file() else set()
    return [f"{path}::{name}" for path, name in NAMED_TEST.findall(page) if name not in known[path]]


def cited(text: str) -> set[int]:
    """The numbers of rulings that a text refers to: one, several, or from one to another."""
    numbers: set[int] = set()
    for listed in CITED.findall(text):
        for part in re.split(r", | and ", listed):
            first, _, last = part.partition("-")
            numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def citing_files() -> list[Path]:
    folders = ("p2p_heroes", "protocol", "scripts", "tests", "docs")
    below = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    return sorted(path for path in (*below, *ROOT.glob("*.md")) if path.suffix in {".py", ".md"})


def test_rulings_are_numbered_one_after_the_other() -> None:
    numbers = list(rulings(PAGE))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 66


def test_every_ruling_is_shown_by_a_test() -> None:
    assert [number for number, text in rulings(PAGE).items() if not NAMED_TEST.search(text)] == []


def test_every_test_that_the_page_names_exists() -> None:
    assert missing_tests(PAGE, ROOT) == []


def test_no_list_of_tests_is_written_in_another_way() -> None:
    """What the pattern does not read would not be checked."""
    assert PAGE.count("::test_") == len(NAMED_TEST.findall(PAGE))


def test_every_ruling_that_is_cited_exists() -> None:
    known = set(rulings(PAGE))
    files = {path: cited(path.read_text(encoding="utf-8")) for path in citing_files()}
    assert {str(path): numbers - known for path, numbers in files.items() if numbers - known} == {}
    assert set().union(*files.values()) >= {1, 24, 61}
    assert {int(number) for number in CITED_HERE.findall(PAGE)} <= known


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("docs/rulings.md 61", {61}),
        ("Docs/rulings.md 51, 52: nobody is asked", {51, 52}),
        ("docs/rulings.md 24 and 25; p. 10", {24, 25}),
        ("see rulings.md 3-5.", {3, 4, 5}),
        ("docs/rulings.md\n    7", {7}),
        ("docs/rulings.md: reconstructed", set()),
        ("rulebook p. 12", set()),
    ],
)
def test_how_a_ruling_is_cited(text: str, numbers: set[int]) -> None:
    assert cited(text) == numbers


def test_a_test_that_does_not_exist_is_found(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("def test_one() -> None: ...\ndef other() -> None: ...")
    page = "- `test_a.py::test_one`\n- `test_a.py::test_two`\n- `test_b.py::test_one`\n- `test_a.py::other`\n"
    assert missing_tests(page, tmp_path) == ["test_a.py::test_two", "test_b.py::test_one", "test_a.py::other"]


def test_a_number_given_twice_is_found() -> None:
    with pytest.raises(AssertionError, match="two rulings have the number 1"):
        rulings("**1. Is it?** Yes.\n\n**1. Is it not?** No.\n")


def test_what_is_called_reconstructed_is_a_value_of_its_entry() -> None:
    """Structures, units, artefacts, costs, places, monsters and details."""
    wrong = {(marked.sheet, marked.name): misnamed(marked) for marked in entries()}
    assert {where: fields for where, fields in wrong.items() if fields} == {}


def test_nothing_is_called_reconstructed_twice_or_beside_coined() -> None:
    for marked in entries():
        guessed = marked.entry.guessed
        assert len(set(guessed)) == len(guessed), marked.name
        assert "coined" not in guessed or guessed == ("coined",), marked.name


def test_a_reconstruction_of_no_field_is_found() -> None:
    place = replace(PLACES[Region.CERNESS], guessed=("terrain", "weather", "guessed"))
    assert misnamed(Marked("map", "Cerness", place)) == ["weather", "guessed"]


def test_the_list_has_every_sheet() -> None:
    sheets = list(dict.fromkeys(one.sheet for one in reconstructed()))
    assert sheets == ["map", "monsters", *(board.name for board in FACTIONS)]


def test_the_list_has_every_mark_and_all_borders() -> None:
    marks = sum(len(marked.entry.guessed) for marked in entries())
    assert len(list(reconstructed())) == marks + len(PLACES)


@pytest.mark.parametrize(
    ("sheet", "name", "field"),
    [
        ("gnomes", "academy", "level"),
        ("undead", "hearse", "effects"),
        ("elves", "artefact of Odmoor", "effects"),
    ],
)
def test_what_neither_rulebook_shows_is_marked(sheet: str, name: str, field: str) -> None:
    """The Academy's level, how much wood the Hearse asks for a point, which terrain the artefact eases."""
    assert (sheet, name, field) in {(one.sheet, one.name, one.field) for one in reconstructed()}


def test_the_list_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("  Zasker     terrain     meadow")
    assert lines[at + 1 : at + 4] == [
        "             resources   1 wood, 1 gold",
        "             portal      yes",
        "             borders     Suleen Yreel Zoro",
    ]
    assert "             fortress    power 11, 3 points, 3 iron, 3 gold" in lines
    assert "  lich                 price    4" in lines
    assert "  plague-column        level    3" in lines


def test_the_list_has_what_stands_within_effects() -> None:
    """Such as the Cultists' block of gifts, and no object without words."""
    found = {(one.sheet, one.name): one.value for one in reconstructed() if one.field == "value"}
    assert found["cultists", "gift cell 3"] == "resources"
    assert found["cultists", "marks after eye-of-the-lord"] == "wood and gold"
    assert found["cultists", "symbols of fortress-zoro"] == "wood 2 and gold 2"
    assert found["cultists", "symbols of monster-two"] == "wood 1 or iron 1"
    assert found["mechanisms", "second-server"] == "1 wood or gold for an adjacent region"
    assert not [one for one in reconstructed() if " object at " in one.value]


def test_no_detail_is_named_twice() -> None:
    for board in FACTIONS:
        names = [detail.name for detail in board.details]
        assert len(set(names)) == len(names), board.name
