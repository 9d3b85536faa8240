"""The rule behind every question."""

import re

import pytest

from p2p_heroes.games.conquer.faction import USUAL_TERMS
from p2p_heroes.ui.conquer.ask import OWN_QUESTIONS, QUESTIONS
from p2p_heroes.ui.conquer.effects import terms
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.rules import BEHIND, CHAPTERS, behind, told


def test_every_shared_question_has_a_chapter() -> None:
    assert QUESTIONS.keys() <= BEHIND.keys()
    assert set(BEHIND.values()) <= {page.topic for page in CHAPTERS}


@pytest.mark.parametrize("kind", [*QUESTIONS, *OWN_QUESTIONS])
def test_every_question_is_explained(kind: str) -> None:
    page = behind(kind)
    assert page is not None
    assert all(page.lines)


def test_no_rule_is_about_a_question_that_nobody_asks() -> None:
    for lore in LORE.values():
        assert lore.rules.keys() <= lore.questions.keys()


def test_a_rule_is_told_with_its_page() -> None:
    title, first, *_ = told("collect")
    assert title == "Artefacts (rulebook p. 12)"
    assert first.startswith("There are six, each in one region")


def test_a_rule_of_a_faction_is_told_with_its_idea() -> None:
    title, rule, idea = told("curse")
    assert title == "Undead: curse (rulebook p. 16)"
    assert rule == LORE["undead"].rules["curse"]
    assert idea == f"Undead: {LORE['undead'].idea}"


def test_an_unknown_question_has_no_rule() -> None:
    assert behind("sing") is None
    assert told("sing") == []


def test_the_usual_terms_are_those_of_the_rules() -> None:
    [chapter] = [page for page in CHAPTERS if page.topic == "artefacts"]
    for region, asked in USUAL_TERMS.items():
        name = "Tog' Eed" if region.name == "TOGEED" else str(region)
        [line] = [line for line in chapter.lines if line.startswith(f"- {name}:")]
        assert re.findall(r"\d+", line) == re.findall(r"\d+", terms(asked))
