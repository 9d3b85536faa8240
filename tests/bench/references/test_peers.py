"""Games of other projects, where they are installed."""

import pytest

from p2p_heroes.bench.references.peers import (
    PLIES,
    choose_in_catanatron,
    play_catanatron,
    play_chess,
    play_liars_poker,
)

pytestmark = pytest.mark.slow


def test_catanatron() -> None:
    pytest.importorskip("catanatron")
    assert play_catanatron(2, 1) == play_catanatron(2, 1) > 50


def test_only_actions_with_an_alternative_are_choices() -> None:
    pytest.importorskip("catanatron")
    assert 0 < choose_in_catanatron(2, 1) < play_catanatron(2, 1)


def test_chess() -> None:
    pytest.importorskip("chess")
    assert 2 < play_chess(1) == play_chess(1) <= PLIES


def test_liars_poker() -> None:
    pytest.importorskip("pyspiel")
    assert play_liars_poker(1) == play_liars_poker(1) > 0
