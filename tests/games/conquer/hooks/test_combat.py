"""The hook points of combat: what they answer by themselves."""

import pytest

from p2p_heroes.games.conquer.hooks.combat import CombatHooks
from p2p_heroes.games.kit.effects import Hook, hook_points
from tests.support.conquer import changes_nothing

POINTS = hook_points(CombatHooks)


@pytest.mark.parametrize("hook", POINTS.values(), ids=POINTS)
def test_a_hook_changes_nothing_by_itself(hook: Hook) -> None:
    assert changes_nothing(CombatHooks(), hook)
