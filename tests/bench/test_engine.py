"""Random games of the engine, and the parts of a decision."""

from functools import partial

import pytest

from p2p_heroes.bench import engine, measuring
from p2p_heroes.bench.engine import LARGE, SMALL, Positions, play, positions
from p2p_heroes.bench.workbench import Workbench
from p2p_heroes.games.game import Open, Over, Secret


def test_a_seed_plays_the_same_game_to_its_end() -> None:
    assert play(SMALL, 3, 1) == play(SMALL, 3, 1) == 5 * (1 + 1 + 3)
    *_, last = positions(SMALL, 3, 1)
    assert isinstance(SMALL.pending(last.step.state), Over)


def test_whoever_decides_has_an_alternative() -> None:
    """So a decision here is what `choose_in_catanatron` counts there."""
    needs = [turn.need for seed in range(3) for turn in positions(LARGE, 4, seed)]
    asked = [request for need in needs if isinstance(need, Open | Secret) for request in need.requests]
    assert min(len(request.choices) for request in asked) == 2


@pytest.mark.slow
def test_rates_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SLICE_SECONDS", 0.0)
    small = partial(play, SMALL, 2)
    with Workbench() as bench:
        assert engine.beside(small, small)(bench)(0) > 0
        assert engine.games_beside(small, small)(bench)(1) > 0


@pytest.mark.slow
def test_the_parts_work_on_states_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "POSITIONS_OF", 1)
    on = Positions()
    asked = len(list(positions(LARGE, 4, 0)))
    before = on._reached[0]
    assert on.apply() == on.legal() == on.digest() == on.view() == asked
    assert on._reached[0] is not before


@pytest.mark.slow
def test_a_state_takes_as_many_bytes_each_time() -> None:
    """Whatever is worked out once for all games is left out of the second count."""
    with Workbench() as bench:
        take = engine.state_bytes(bench)
        take(0)
        assert 100 < take(0) < 100_000
