"""Reasons of Write & Conquer in words: every code has a sentence, and things their names."""

import re
from pathlib import Path

import pytest

import p2p_heroes.games
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.ui.conquer.refusals import ALL, refused
from p2p_heroes.ui.kit.refusals import SENTENCES as OF_ALL_GAMES
from tests.support.conquer import decision

RULES = Path(p2p_heroes.games.__file__).parent / "conquer"
REASONS = (
    re.compile(r'because\(\s*"([a-z-]+)"'),
    re.compile(r'because\(\s*"[a-z-]+" if [^"]* else "([a-z-]+)"'),
    re.compile(r'code = "([a-z-]+)"'),
    re.compile(r'code = "[a-z-]+" if [^"]* else "([a-z-]+)"'),
    re.compile(r'^    refused = "([a-z-]+)"', re.MULTILINE),
)
"""How the rules write a code down."""


def codes() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in sorted(RULES.rglob("*.py"))]
    return {code for source in sources for pattern in REASONS for code in pattern.findall(source)}


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert codes() == set(ALL)
    assert not set(ALL) & set(OF_ALL_GAMES)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            because("needs-first", structure="draft-office-ii", needs=("draft-office",)),
            "Draft Office II needs Draft Office first",
        ),
        (
            because("no-structure", faction="halflings", structure="town-hall"),
            "the Halflings have no structure town-hall",
        ),
        (
            because("too-far", to=Region.TOGEED, cost=4, points=2),
            "the way to Tog' Eed costs 4 movement points, and you have 2",
        ),
        (
            because(
                "unit-prices",
                unit="butcher",
                costs=((("gold", 2),), (("wood", 2),)),
                held=1,
                example=(("gold", 2),),
            ),
            "one Butcher costs 2 gold or 2 wood, and you have 1; recruit at least one; say for what: "
            "for gold 2",
        ),
        (
            because("crossed-out", structure="crystal-halls", rival="fire-palace"),
            "Crystal Halls is crossed out, for Fire Palace is built",
        ),
        (
            because("one-of", choices=(decision("decline"), decision("lose bone-dragon"))),
            "decline or lose Bone Dragon",
        ),
    ],
)
def test_a_reason_in_words(reason: Reason, words: str) -> None:
    assert refused(reason) == words
