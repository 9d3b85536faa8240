"""The bare mesh exchanges what a script says, and writes it down."""

import pytest

from p2p_heroes.bench.references.mesh import MeshTask
from p2p_heroes.bench.workbench import Workbench

SCRIPT = (
    ((230, 230, 230),),
    ((0, 230, 0), (250, 250, 250)),
    ((230, 230, 230), (260, 260, 260), (240, 240, 240)),
)


@pytest.mark.slow
def test_all_nodes_hear_everything() -> None:
    with Workbench() as bench:
        folder = bench.new_folder()
        reports = bench.workers.run([MeshTask(seat, SCRIPT, folder / str(seat)) for seat in range(3)])
        sizes = [(folder / str(seat)).stat().st_size for seat in range(3)]
    said = [size for step in SCRIPT for exchange in step for size in exchange if size]
    assert all(abs(size - sum(said) - 4 * len(said)) <= 2 * len(said) for size in sizes)
    assert [[mark.step for mark in report.marks] for report in reports] == [[0, 1, 2]] * 3
    assert all(report.processor > 0 for report in reports)
