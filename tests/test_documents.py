"""What the documents promise: every link leads somewhere, and every command that they show can be typed."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_heroes.arguments import settings_from
from p2p_heroes.arguments.parser import parser

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
