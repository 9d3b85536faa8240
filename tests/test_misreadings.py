"""The second auditor agrees with every vector, and whoever misreads the specification does not."""

import pytest

from scripts.tools.misreadings.auditor import Auditor
from scripts.tools.misreadings.judging import asked_for, is_noticed, killer, vectors
from scripts.tools.misreadings.readings import misreadings
from scripts.tools.misreadings.same import SAME
from tests.support.samples import sample

MISREADINGS = list(misreadings())


@pytest.mark.slow
def test_the_specification_alone_leads_to_every_verdict() -> None:
    assert [path for path, vector in vectors().items() if is_noticed(Auditor, path, vector)] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", sample(MISREADINGS, 80), ids=lambda kind: kind.__name__)
def test_a_misreading_is_noticed(kind: type[Auditor]) -> None:
    assert killer(kind), kind.__doc__


@pytest.mark.slow
@pytest.mark.parametrize("kind", SAME, ids=lambda kind: kind.__name__)
def test_what_comes_to_the_same_is_told_apart_by_nothing(kind: type[Auditor]) -> None:
    assert not killer(kind), kind.__doc__


@pytest.mark.slow
def test_a_misreading_is_looked_for_where_it_could_show() -> None:
    """Only in vectors in which the auditor asks for what is read otherwise."""
    chain, transcript = asked_for()["chain/locks_twice.txt"], asked_for()["transcript/game_of_two.txt"]
    assert {"follow"} <= chain
    assert {"follow", "audit", "settle"} <= transcript
    assert "audit" not in chain


def test_every_misreading_says_where_and_what() -> None:
    assert all((kind.__doc__ or "").startswith("§") for kind in (*MISREADINGS, *SAME))


def test_the_second_auditor_shares_no_line_with_the_first() -> None:
    """It would agree too easily."""
    for kind in Auditor.__mro__[:-1]:
        assert kind.__module__.startswith("scripts.tools.misreadings.")
