"""What is compared with what: the same messages on both sides, steps by their numbers."""

import tracemalloc

import pytest

from p2p_heroes.bench.references.exchanges import messages_in, script_of
from p2p_heroes.bench.room import BenchTable, nothing_remembered
from p2p_heroes.bench.seating import Seating
from p2p_heroes.bench.table import Beside, hear, script_in, waits
from p2p_heroes.bench.workbench import Workbench
from p2p_heroes.bench.workers import StepMark, WorkerReport

OPEN, SEALED = ((1, 0), (1, 1)), ((1, 1), (1, 1), (1, 1))


def marks(*walls: float) -> WorkerReport:
    return WorkerReport(1.0, tuple(StepMark(step, wall, 0.0) for step, wall in enumerate(walls, 1)))


def test_sealed_steps_are_waited_for_from_the_end_of_the_step_before() -> None:
    script = (((1, 1),), OPEN, SEALED, SEALED, OPEN, ((1, 1),))
    assert waits(marks(10.0, 11.0, 13.0, 20.0), script) == [1.0, 2.0]


def test_the_first_step_that_is_marked_has_no_beginning() -> None:
    assert waits(marks(10.0, 11.0), (((1, 1),), SEALED, SEALED)) == [1.0]


def test_a_recorded_game_gives_its_script() -> None:
    room = BenchTable(Seating(2, 0, rounds=1)).play()
    report = WorkerReport(0.0, (), room.machines[0].data)
    assert script_in(report, 2) == script_of(room.said, 2)


def test_what_a_session_keeps_of_a_message_is_counted() -> None:
    seating = Seating(2, 0, rounds=30)
    said = BenchTable(seating).play().said
    session = seating.session()
    with nothing_remembered():
        tracemalloc.start()
        try:
            assert len(said[0]) < hear(session, said) < 100 * len(said[0])
        finally:
            tracemalloc.stop()
    assert session.play.outcome is not None


@pytest.mark.slow
def test_the_mesh_exchanges_what_the_game_did() -> None:
    with Workbench() as bench:
        both = Beside(bench, 2, rounds=1)
        assert messages_in(both.script) == 2 + 3 + 6 + 6 + 2
        assert len(both.exchange()) == 2
        assert both.cost(both.exchange) > 0
