"""docs/threats.md keeps its word: whatever it names exists, and nothing that can go wrong is left out."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from p2p_heroes.tabletest.attacks import ATTACKS
from protocol.ballot import Ballot
from protocol.errors import FAULTS, Fault, LocalFault, ProtocolError, Refusal

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
SPECIFICATION = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
COLUMNS = 5


def rows(text: str) -> list[list[str]]:
    """The cells of every row of every table, without heads."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells if row[-1] not in ("shown by", "---") and not row[0].startswith("---")]


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# How many it takes is a table of another kind.
ROWS = [row for row in rows(PAGE) if not row[0][:1].isdigit() and row[0] != "n"]
REFUSALS = {kind.__name__ for kind in Refusal.__subclasses__()}


@cache
def names_in(path: Path) -> set[str]:
    """Functions, classes, constants, and what classes have, as `Class.name`."""
    return set(_names(ast.parse(path.read_text(encoding="utf-8")), ""))


def _names(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
    for inner in node.body:
        match inner:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield prefix + name
            case ast.ClassDef(name=name):
                yield prefix + name
                yield from _names(inner, f"{prefix}{name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield prefix + name


def is_check(name: str) -> bool:
    """`protocol/chain._vote` or `node/peer.OUTBOX`: a module, and what stands in it."""
    module, _, inside = name.partition(".")
    path = ROOT / (module if module.startswith("protocol/") else f"p2p_heroes/{module}")
    return path.with_suffix(".py").is_file() and inside in names_in(path.with_suffix(".py"))


def is_shown(name: str) -> bool:
    """An attack, a script, a test file or one of its tests, a vector or all vectors of a folder."""
    if name in ATTACKS:
        return True
    if name.startswith("scripts/examples/"):
        return (ROOT / name).is_file()
    if name.startswith("tests/"):
        file, _, test = name.partition("::")
        return (ROOT / file).is_file() and (not test or test in names_in(ROOT / file))
    return any((ROOT / "tests" / "vectors").glob(f"{name}.txt"))


def test_every_row_is_whole() -> None:
    assert [row for row in ROWS if len(row) != COLUMNS] == []
    assert len(ROWS) > 80


def test_every_check_is_where_it_is_said_to_be() -> None:
    assert [row[0] for row in ROWS if not named(row[2])] == []
    assert [name for row in ROWS for name in named(row[2]) if not is_check(name)] == []


def test_every_row_is_shown_by_something_that_exists() -> None:
    assert [row[0] for row in ROWS if not named(row[4])] == []
    assert [name for row in ROWS for name in named(row[4]) if not is_shown(name)] == []


def test_every_verdict_exists() -> None:
    verdicts = {name for row in ROWS for name in named(row[3])}
    assert verdicts - REFUSALS - FAULTS.keys() == set()


def test_every_refusal_and_every_fault_has_a_row() -> None:
    verdicts = {name for row in ROWS for name in named(row[3])}
    assert (REFUSALS | FAULTS.keys()) - verdicts == set()


def test_refusals_and_faults_are_all_that_a_peer_can_cause() -> None:
    assert set(ProtocolError.__subclasses__()) == {LocalFault, Refusal, Fault}


def test_every_attack_has_a_row() -> None:
    assert ATTACKS.keys() - {name for row in ROWS for name in named(row[4])} == set()


def test_what_an_attack_shows_is_the_verdict_of_its_row() -> None:
    """Where an attack can be proven, the row that names it names one of its faults."""
    for row in ROWS:
        for attack in (ATTACKS[name] for name in named(row[4]) if name in ATTACKS):
            assert not attack.faults or attack.faults.intersection(named(row[3])), row[0]


@pytest.mark.parametrize(
    "name", ["chain/no_such_vector", "tests/test_none.py", "tests/test_cli.py::test_none"]
)
def test_what_does_not_exist_shows_nothing(name: str) -> None:
    assert not is_shown(name)


@pytest.mark.parametrize("name", ["protocol/chain._none", "protocol/none.follow", "node/peer", "peer.OUTBOX"])
def test_what_does_not_exist_checks_nothing(name: str) -> None:
    assert not is_check(name)


# Digests.


def tags_by_module() -> dict[str, set[str]]:
    """Under which tags the protocol hashes, and where; and the node, where it announces seats."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in (*(ROOT / "protocol").rglob("*.py"), *(ROOT / "p2p_heroes" / "node").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="digest"), args=[tag, *_]):
                    assert isinstance(tag, ast.Constant), "a tag is written down where it is used"
                    assert isinstance(tag.value, str)
                    found[tag.value].add(path.stem)
    return found


def test_no_two_modules_share_a_digest() -> None:
    """So what was hashed or signed for one purpose is nothing for another."""
    assert [tag for tag, modules in tags_by_module().items() if len(modules) != 1] == []


def test_the_digests_are_those_of_the_specification() -> None:
    table = SPECIFICATION.partition("All digests of the protocol:")[2].partition("\n### ")[0]
    assert {named(row[0])[0] for row in rows(table) if named(row[0])} == set(tags_by_module())


# Against how many: what a list needs to be carried, counted over all coalitions.


def carried_by(n: int, *, half: bool) -> dict[int, bool]:
    """By the size of a coalition that can vote out everybody else: whether it needs the lowest seat.

    Whoever is left alone has ended the table and voted nobody out.
    """
    ballot = Ballot({}, {}, {}, frozenset(range(n)), half=half)
    found = {}
    for size in range(n - 1, 1, -1):
        groups = [set(group) for group in combinations(range(n), size)]
        carried = [g for g in groups if ballot.is_quorum(tuple((s, 0) for s in range(n) if s not in g))]
        if carried:
            found[size] = len(carried) < len(groups) and all(0 in group for group in carried)
    return found


def numbers_of(cell: str) -> list[int]:
    return [int(digit) for digit in re.findall(r"\d", cell)]


@pytest.mark.parametrize("page", [PAGE, SPECIFICATION], ids=["threats", "protocol"])
@pytest.mark.parametrize("n", range(2, 8))
def test_how_many_it_takes_is_what_votes_are_counted_by(n: int, page: str) -> None:
    [row] = [
        row for row in rows(page.partition("a coalition needs")[2].partition("\n\n")[0]) if row[0] == str(n)
    ]
    by_most, by_half = carried_by(n, half=False), carried_by(n, half=True)
    for cell, carried in ((row[1], by_most), (row[2], by_half)):
        assert numbers_of(cell) == list(carried)
        assert ("lowest" in cell) == any(carried.values())
    # An even number can part in halves; then the one with the lowest seat goes on, if `half` may.
    least = [n // 2 + 1] + ([n // 2] if n % 2 == 0 and n > 2 else [])
    assert numbers_of(row[3].replace("`half`", "")) == least
