"""What the documents promise: links lead somewhere, commands can be typed, and what is named is there."""

import re
import shlex
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from types import ModuleType

import pytest

from p2p_heroes.arguments import settings_from
from p2p_heroes.arguments.parser import parser
from p2p_heroes.node import peer, store
from protocol import errors

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
PROGRAMS = {"p2p-heroes": [], ".venv/bin/p2p-heroes": [], "scripts/play": ["play"]}


def commands(text: str) -> Iterator[list[str]]:
    """The indented lines that call the program, without what stands before it and without comments."""
    for line in re.findall(r"^    (.*(?:p2p-heroes|scripts/play) .*)$", text, re.MULTILINE):
        words = shlex.split(line.split(" > ")[0].replace("$(", "").replace(")", ""), comments=True)
        while words and (words[0] == "eval" or re.match(r"[A-Z_0-9]+=", words[0])):
            words = words[1:]
        words = shlex.split(words[0]) if len(words) == 1 else words
        if words and words[0] in PROGRAMS:
            yield [*PROGRAMS[words[0]], *words[1:]]


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_every_link_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_every_command_can_be_typed(path: Path) -> None:
    for arguments in commands(path.read_text(encoding="utf-8")):
        settings_from(vars(parser().parse_args(arguments)))


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("README.md", ["completion", "bash"]),
        ("README.md", ["play", "--bots", "3", "--faction", "humans"]),
        ("docs/lan.md", ["host", "--code", "red fox"]),
        ("docs/lan.md", ["host", "--seats", "2"]),
        (
            "docs/tutorial.md",
            ["play", "--bots", "2", "--faction", "humans", "--name", "Ada", "--option", "first=1"],
        ),
        ("docs/tutorial.md", ["replay"]),
    ],
)
def test_commands_are_found_where_they_stand(name: str, command: list[str]) -> None:
    assert command in list(commands((ROOT / name).read_text(encoding="utf-8")))


# What the reference pages name is there.

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def rows_below(text: str, heading: str) -> list[list[str]]:
    """The rows of all tables from a heading to the next one, without their heads."""
    part = re.split(r"^#+ .*$", f"\n{text}".partition(f"\n{heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    lines = re.findall(r"^\|(.*)\|$", part, re.MULTILINE)
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [row for row, line in zip(rows, lines, strict=True) if not re.fullmatch(r"[-:| ]+", line)]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def file_of(name: str) -> Path:
    """Modules of the program are named without its package, those beside it with theirs."""
    places = (ROOT / "p2p_heroes" / name, ROOT / name)
    found = [path for place in places for path in (place.with_suffix(".py"), place / "__init__.py")]
    return next((path for path in found if path.is_file()), found[0])


def module_of(name: str) -> ModuleType:
    parts = file_of(name).relative_to(ROOT).with_suffix("").parts
    return import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


def named(module: ModuleType, name: str) -> object:
    """What a dotted name means in a module."""
    return reduce(lambda found, part: getattr(found, part), name.split("."), module)


def test_every_module_of_the_glossary_is_there() -> None:
    rows = [row for row in rows_below(GLOSSARY, "# Glossary") if row[0] != "word"]
    assert len(rows) > 40
    lost = [name for row in rows for name in quoted(row[2]) if not file_of(name).is_file()]
    assert (lost, [row[0] for row in rows if not quoted(row[2])]) == ([], [])


def test_the_glossary_has_each_word_once_and_in_order() -> None:
    words = [row[0] for row in rows_below(GLOSSARY, "# Glossary") if row[0] != "word"]
    assert words == sorted(set(words), key=str.casefold)


def test_every_room_of_the_program_is_described_and_no_other() -> None:
    rows = [row for row in rows_below(ARCHITECTURE, "## Rooms") if row[0] != "folder" and len(row) == 3]
    described = [quoted(row[0])[0] for row in rows]
    folders = {
        path.parent
        for package in ("protocol", "p2p_heroes", "scripts")
        for path in (ROOT / package).rglob("*.py")
    }
    expected = {path.relative_to(ROOT).as_posix() for path in folders} | {"tests/support"}
    assert (sorted(expected - set(described)), sorted(set(described) - expected)) == ([], [])
    doors = [f"{room}/{name}" for room, row in zip(described, rows, strict=True) for name in quoted(row[2])]
    assert [door for door in doors if not (ROOT / door).with_suffix(".py").is_file()] == []


def test_every_file_of_the_protocol_is_in_the_reading_order() -> None:
    named = [name for row in rows_below(ARCHITECTURE, "## Rooms") if len(row) == 2 for name in quoted(row[0])]
    assert sorted(named) == sorted(path.stem for path in (ROOT / "protocol").glob("[!_]*.py"))


WALK = "## A sealed move, from one person to another"


@pytest.mark.parametrize(
    "row", [row for row in rows_below(ARCHITECTURE, WALK) if row[0].isdigit()], ids=itemgetter(2)
)
def test_every_hop_of_a_move_is_there(row: list[str]) -> None:
    """Function by function, with the refusals that it is said to have."""
    module = module_of(quoted(row[1])[0])
    assert callable(named(module, quoted(row[2])[0]))
    known = {**vars(errors), **vars(peer), **vars(store)}
    assert [name for name in quoted(row[5]) if name not in known] == []


ROOTS = ("", "p2p_heroes/", "scripts/tools/", "scripts/examples/", "tests/", "tests/vectors/")


def is_there(name: str) -> bool:
    """A file or folder, a module, something in a module, an example or the vectors of that name."""
    path = name.partition("::")[0].rstrip("/")
    forms = [path, f"{path}.py", f"{path.partition('.')[0]}.py", f"{path}.table", f"{path}.txt"]
    return any((ROOT / (root + form)).exists() for root in ROOTS for form in forms)


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_every_file_that_is_named_is_there(path: Path) -> None:
    """Decisions and what changed tell of what was."""
    if path.parent.name == "decisions" or path.name == "CHANGELOG.md":
        return
    names = [name for line in path.read_text(encoding="utf-8").splitlines() for name in quoted(line)]
    paths = [name for name in names if re.fullmatch(r"(?!p2p-heroes)[a-z_]+/[A-Za-z_/.:-]*", name)]
    assert [name for name in paths if not is_there(name)] == []
