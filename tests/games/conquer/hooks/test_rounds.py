"""The hook points of rounds: what they answer by themselves."""

import pytest

from p2p_heroes.games.conquer.hooks.rounds import RoundHooks
from p2p_heroes.games.kit.effects import Hook, hook_points
from tests.support.conquer import changes_nothing

POINTS = hook_points(RoundHooks)


@pytest.mark.parametrize("hook", POINTS.values(), ids=POINTS)
def test_a_hook_changes_nothing_by_itself(hook: Hook) -> None:
    assert changes_nothing(RoundHooks(), hook)
