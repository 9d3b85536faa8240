"""Goals, standings, and what becomes of a measure whose reference is not here."""

import pytest

from p2p_heroes.bench.figures import Figure, Goal, GoalStatus, Measure, at_least, at_most, measured
from p2p_heroes.bench.measuring import Take
from p2p_heroes.bench.workbench import Workbench

NOWHERE = "a_project_that_nobody_has_written"


@pytest.mark.parametrize(
    ("goal", "value", "standing"),
    [
        (at_least(2.0, 4.0), 1.99, GoalStatus.MISSED),
        (at_least(2.0, 4.0), 2.0, GoalStatus.REACHED),
        (at_least(2.0, 4.0), 4.0, GoalStatus.BETTERED),
        (at_least(2.0), 400.0, GoalStatus.REACHED),
        (at_most(1.5, 1.25), 1.51, GoalStatus.MISSED),
        (at_most(1.5, 1.25), 1.5, GoalStatus.REACHED),
        (at_most(1.5, 1.25), 1.25, GoalStatus.BETTERED),
        (at_most(1.5), 0.1, GoalStatus.REACHED),
    ],
)
def test_how_a_value_stands_to_a_goal(goal: Goal, value: float, standing: GoalStatus) -> None:
    assert goal.standing(value) is standing


def counting(_: Workbench) -> Take:
    return float


def test_the_first_pair_does_not_count() -> None:
    watched: list[None] = []
    with Workbench() as bench:
        figure = measured(Measure("one", counting, at_most(2.0)), bench, 3, lambda: watched.append(None))
    assert figure.ratios == (1.0, 2.0, 3.0)
    assert len(watched) == 4
    assert figure.spread is not None
    assert figure.spread.middle == 2.0
    assert figure.standing is GoalStatus.REACHED
    assert not figure.is_missed


def test_nothing_is_prepared_where_the_reference_is_missing() -> None:
    def prepare(_: Workbench) -> Take:
        raise AssertionError("prepared")

    measure = Measure("one", prepare, at_least(1.0), needs=NOWHERE)
    assert not measure.is_possible
    with Workbench() as bench:
        figure = measured(measure, bench, 3, lambda: None)
    assert figure == Figure(measure, ())
    assert (figure.spread, figure.standing, figure.is_missed) == (None, None, False)


def test_a_reference_that_is_here_is_found() -> None:
    assert Measure("one", counting, needs="json").is_possible
    assert Measure("one", counting).is_possible


def test_without_a_goal_none_is_missed() -> None:
    assert Figure(Measure("one", counting), (9.0,)).standing is None
    assert Figure(Measure("one", counting, at_most(1.0)), (9.0,)).is_missed
