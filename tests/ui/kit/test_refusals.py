"""Reasons in words: lists, amounts, what is typed, and what things are called."""

import re
from pathlib import Path

import pytest

from p2p_heroes.games.conquer.decisions import Build, Recruit
from p2p_heroes.games.kit.cards.dealer import ANOTHER_CARD
from p2p_heroes.games.kit.refusals import Reason, because
from p2p_heroes.node.cards.dealer import UNASKED_OPENING
from p2p_heroes.ui.kit.refusals import in_words

SPECIFICATION = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"
CARDS = SPECIFICATION.read_text(encoding="utf-8").split("## 14 Masked cards")[1].split("## 15 ")[0]

SENTENCES = {
    "needs": "{thing} needs {needs: or } first",
    "reach": "you can reach {powers:, |none}, not {power}",
    "costs": "it costs {costs: or }, and you have {held}",
    "typed": "say {paid.typed} or {both.typed: or saving }",
    "say": "say {ways: or }",
    "raw": "there is no {thing!s}, only {thing}",
}


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (because("needs", thing="hut", needs=("inn", "mill")), "HUT needs INN or MILL first"),
        (because("reach", powers=(2, 3), power=5), "you can reach 2, 3, not 5"),
        (because("reach", powers=(), power=5), "you can reach none, not 5"),
        (
            because("costs", costs=((("wood", 1), ("iron", 2)), (("gold", 3),)), held=(("wood", 0),)),
            "it costs 1 WOOD, 2 IRON or 3 GOLD, and you have 0 WOOD",
        ),
        (because("costs", costs=((("gold", 3),),), held=2), "it costs 3 GOLD, and you have 2"),
        (
            because("typed", paid=(("wood", 1),), both=((("wood", 1), ("iron", 2)), (("gold", 3),))),
            "say WOOD 1 or WOOD 1 IRON 2 or saving GOLD 3",
        ),
        (because("say", ways=(Build("hut"), Recruit("foot", 2))), "say BUILD HUT or RECRUIT FOOT 2"),
        (because("raw", thing="hut"), "there is no hut, only HUT"),
        (because("not-asked", seat=2), "nothing is asked of seat 2 now"),
    ],
)
def test_a_reason_in_words(reason: Reason, words: str) -> None:
    assert in_words(reason, SENTENCES, lambda fact: str(fact).upper()) == words


def test_things_are_called_what_they_are_unless_a_game_says_otherwise() -> None:
    assert in_words(because("reach", powers=(2,), power=3), SENTENCES) == "you can reach 2, not 3"


def test_whatever_is_false_of_masked_cards_has_a_sentence() -> None:
    """By the names that the specification lists for cards."""
    names = set(
        re.findall(r"\b(?:Wrong|Bad|False)(?:Length|Element|Scalar|Key|Share|Mix|Seal|Power)\b", CARDS)
    )
    assert len(names) == 8
    for code in (*names, ANOTHER_CARD.code, UNASKED_OPENING.code):
        assert in_words(because(code), {})
