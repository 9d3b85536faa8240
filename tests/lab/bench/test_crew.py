"""Processes that meet, report, fail and go."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from p2p_heroes.lab.bench.crew import Crew, Failed, Mark, Meet, Report

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Neighbour:
    """Says a port and reports which ports it was told, and by whom."""

    port: int
    fails: bool = False

    async def attend(self, meet: Meet) -> Report:
        ports = meet(self.port)
        if self.fails:
            raise ValueError("no more")
        return Report(0.5, (Mark(1, 2.0, 3.0),), f"{ports} {os.getpid()}".encode())


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    crew = Crew(2)
    yield crew
    crew.dismiss()


def test_everybody_is_told_the_ports_of_all(crew: Crew) -> None:
    reports = crew.run([Neighbour(7), Neighbour(8)])
    said = [report.data.decode().rpartition(" ") for report in reports]
    assert [ports for ports, _, _ in said] == ["[7, 8]", "[7, 8]"]
    assert len({pid for _, _, pid in said} | {str(os.getpid())}) == 3
    assert reports[0].marks == (Mark(1, 2.0, 3.0),)


def test_a_crew_works_again_and_with_fewer(crew: Crew) -> None:
    assert crew.run([Neighbour(9)])[0].data.startswith(b"[9] ")


def test_one_that_fails_says_why() -> None:
    crew = Crew(1)
    try:
        with pytest.raises(Failed, match="ValueError: no more"):
            crew.run([Neighbour(1, fails=True)])
    finally:
        crew.dismiss()
