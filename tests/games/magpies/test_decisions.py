"""What a magpie says."""

import pytest

from p2p_heroes.games.errors import MalformedDecision
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.game import Magpies


@pytest.mark.parametrize(
    ("text", "decision", "opened"),
    [
        ("play ring-b#17", PlayTrinket((17, 13)), 1),
        ("play ring-b#17 with plume#40", PlayTrinket((17, 13), (40, 25)), 2),
        ("pass", PASS, 0),
        ("bury 17", Bury(17), 0),
        ("keep", KEEP, 0),
    ],
)
def test_a_decision_is_typed_and_shows_its_cards(text: str, decision: Decision, opened: int) -> None:
    assert Magpies.codec.parse(text) == decision
    assert Magpies.codec.notate(decision) == text
    assert Magpies.codec.decode_decision(Magpies.codec.encode_decision(decision)) == decision
    assert len(decision.opened if isinstance(decision, PlayTrinket) else ()) == opened


@pytest.mark.parametrize(
    "text", ["play", "play plume#40", "play ring-b#17 with ring-c#18", "bury ring-b#17", "fly"]
)
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(MalformedDecision):
        Magpies.codec.parse(text)
