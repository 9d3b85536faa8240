"""Processes that meet, report, fail and go."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from p2p_heroes.bench.workers import Failed, Meet, StepMark, WorkerReport, Workers

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Neighbour:
    """Says a port and reports which ports it was told, and by whom."""

    port: int
    fails: bool = False

    async def attend(self, meet: Meet) -> WorkerReport:
        ports = meet(self.port)
        if self.fails:
            raise ValueError("no more")
        return WorkerReport(0.5, (StepMark(1, 2.0, 3.0),), f"{ports} {os.getpid()}".encode())


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers(2)
    yield workers
    workers.dismiss()


def test_everybody_is_told_the_ports_of_all(workers: Workers) -> None:
    reports = workers.run([Neighbour(7), Neighbour(8)])
    said = [report.data.decode().rpartition(" ") for report in reports]
    assert [ports for ports, _, _ in said] == ["[7, 8]", "[7, 8]"]
    assert len({pid for _, _, pid in said} | {str(os.getpid())}) == 3
    assert reports[0].marks == (StepMark(1, 2.0, 3.0),)


def test_a_crew_works_again_and_with_fewer(workers: Workers) -> None:
    assert workers.run([Neighbour(9)])[0].data.startswith(b"[9] ")


def test_one_that_fails_says_why() -> None:
    workers = Workers(1)
    try:
        with pytest.raises(Failed, match="ValueError: no more"):
            workers.run([Neighbour(1, fails=True)])
    finally:
        workers.dismiss()
