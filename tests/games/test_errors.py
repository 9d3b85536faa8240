"""What a ruleset refuses can be caught in one place, and says why."""

import pytest

from p2p_heroes.games.errors import BadSetup, GameError, IllegalChoice, MalformedDecision, MalformedState


@pytest.mark.parametrize("error", [BadSetup, IllegalChoice, MalformedDecision, MalformedState])
def test_a_refusal_carries_its_reason(error: type[GameError]) -> None:
    refusal = error("seat 2 must throw now")
    assert refusal.reason == str(refusal) == "seat 2 must throw now"
    assert isinstance(refusal, GameError)
    assert isinstance(refusal, ValueError)


def test_refusals_are_told_apart_by_class() -> None:
    """The table blames an unreadable and an unlawful decision differently, so neither may be the other."""
    assert not issubclass(MalformedDecision, IllegalChoice)
    assert not issubclass(IllegalChoice, MalformedDecision)
