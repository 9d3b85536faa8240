"""A node in a process of its own."""

import pytest

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited, Verdict, overall
from p2p_heroes.bench.seating import Seating
from p2p_heroes.bench.sockets import NodeTask
from p2p_heroes.bench.workbench import Workbench
from protocol.events import Finished


@pytest.mark.slow
def test_nodes_play_to_the_end_and_report_every_step() -> None:
    seating = Seating(2, 0, rounds=2)
    with Workbench() as bench:
        reports = bench.workers.run([NodeTask(seating, seat, bench.new_folder()) for seat in range(2)])
    for report in reports:
        assert [mark.step for mark in report.marks] == [1, 2, 3, 4, 5, 6]
        assert [mark.wall for mark in report.marks] == sorted(mark.wall for mark in report.marks)
        assert report.processor > 0
    (found,) = audit([Given(str(seat), report.data) for seat, report in enumerate(reports)])
    assert isinstance(found, Audited)
    assert isinstance(found.outcome, Finished)
    assert overall([found]) is Verdict.SOUND
