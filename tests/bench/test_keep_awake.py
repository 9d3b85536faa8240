"""Programs that spin end with what they were started for."""

import os
from subprocess import Popen

import pytest

from p2p_heroes.bench import keep_awake as module
from p2p_heroes.bench.keep_awake import awake


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="this system has no such rights")
def test_one_spins_on_each_core_and_is_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Popen[bytes]] = []

    def start(command: list[str]) -> Popen[bytes]:
        started.append(Popen(command))
        return started[-1]

    monkeypatch.setattr(module, "Popen", start)
    with awake():
        assert len(started) == os.cpu_count()
        assert all(program.poll() is None for program in started)
    assert all(program.returncode < 0 for program in started)


def test_where_there_are_no_such_rights_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "SCHED_IDLE", raising=False)
    monkeypatch.setattr(module, "Popen", None)
    with awake():
        pass
