"""Bots that think, decision by decision."""

import pytest

from p2p_heroes.bench.bots import counted, decisions, drained
from p2p_heroes.bots.kit.foresight import Foresight

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("level", ["wanderer", "steady"])
def test_decisions_go_on_for_as_long_as_they_are_asked_for(level: str) -> None:
    thought = decisions(level, 2)
    assert sum(next(thought) for _ in range(5)) >= 5


def test_games_follow_each_other_without_end() -> None:
    thought = decisions("wanderer", 2)
    assert sum(next(thought) for _ in range(1000)) >= 1000


def test_playouts_are_counted_and_afterwards_not_any_more() -> None:
    before = Foresight.follow
    thought = decisions("warlord", 2)
    with counted() as told:
        next(thought)
        assert drained(told) > 1
        assert drained(told) == 0
    assert Foresight.follow is before
