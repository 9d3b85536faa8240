"""Simulated tables on the terminal: progress, a table of faults, one JSON value, how to repeat a failure."""

import json

import pytest

from p2p_heroes.cli import main
from p2p_heroes.settings import SimulationSettings
from p2p_heroes.tabletest.simulation import Run, Tally
from p2p_heroes.tabletest.world.checks import Breach
from p2p_heroes.tabletest.world.network_faults import Mishap
from p2p_heroes.tabletest.world.plan import ALL_MISHAPS
from p2p_heroes.ui import simulation
from p2p_heroes.ui.simulation import (
    allowed,
    as_json,
    hold,
    progress,
    repeating,
    shrunken,
    told,
)
from p2p_heroes.user_error import FAILED, FINE, USAGE, UserError
from protocol.frozen import replace

SETTINGS = SimulationSettings(game="", games=2, seed=3, jobs=1)
BROKEN = Run(3, "roshambo", 3, "", ((Mishap.DROP, 7),), "claimed", (Breach("ends", "seat 1 waits"),), "")


def tallied(*runs: Run) -> Tally:
    tally = Tally()
    for run in runs:
        tally.add(run)
    return tally


def test_tables_are_played_with_progress() -> None:
    shown: list[str] = []
    tally = hold(replace(SETTINGS, faults=("none",)), shown.append)
    assert tally.endings == {"finished by all": 2}
    assert shown == [
        f"{'#' * 20}{'.' * 20} 1 of 2 tables, 50 %",
        f"{'#' * 40} 2 of 2 tables, 100 %",
    ]


def test_failures_show_in_the_progress() -> None:
    assert progress(tallied(BROKEN), 4).endswith("1 of 4 tables, 25 %, 1 failed")


def test_the_summary_counts_every_kind_of_fault_and_every_ending() -> None:
    lines = list(
        told(SETTINGS, tallied(replace(BROKEN, breaches=()), replace(BROKEN, breaches=(), happened=())))
    )
    (drop,) = [line for line in lines if line.startswith("drop")]
    assert drop.split()[:4] == ["drop", "1", "50.0", "%"]
    assert all(any(line.startswith(kind.value) for line in lines) for kind in Mishap)
    assert lines[-1] == "Every promise was kept at every table."


def test_a_failure_is_told_with_the_command_that_repeats_it_and_a_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation, "breaks", lambda plan, check: bool(plan.happenings))
    lines = list(told(SETTINGS, tallied(BROKEN)))
    assert "seed 3: ends: seat 1 waits" in lines
    assert "  repeat it: p2p-heroes simulate --games 1 --seed 3 --game roshambo" in lines
    assert any(line.startswith("  | table roshambo") for line in lines)
    assert sum(line.startswith("  | at ") for line in lines) == 1
    assert "faults slow" in "\n".join(shrunken(SETTINGS, BROKEN))


def test_the_faults_are_part_of_the_command() -> None:
    settings = replace(SETTINGS, faults=("drop", "torn-write"))
    assert repeating(settings, BROKEN).endswith("--game roshambo --faults drop,torn-write")


def test_faults_by_name() -> None:
    assert allowed(SETTINGS) == ALL_MISHAPS
    assert allowed(replace(SETTINGS, faults=("none",))) == frozenset()
    assert allowed(replace(SETTINGS, faults=("torn write", "change-a-bit"))) == {Mishap.TORN, Mishap.CHANGE}
    with pytest.raises(UserError, match="no fault hail"):
        allowed(replace(SETTINGS, faults=("hail",)))


def test_json() -> None:
    value = as_json(SETTINGS, tallied(BROKEN))
    assert value["tables"] == 1
    assert value["faults"]["drop"] == {"tables": 1, "times": 7}  # type: ignore[index]
    assert value["failed"][0]["breaches"] == [["ends", "seat 1 waits"]]  # type: ignore[index]
    json.dumps(value)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--jobs", "1", "--game", "roshambo", "--json"]) == FINE
    assert json.loads(capsys.readouterr().out)["failed"] == []
    assert main(["simulate", "--games", "1", "--game", "chess"]) == USAGE
    assert "no game chess" in capsys.readouterr().err


def test_a_broken_promise_is_an_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "simulate_all", lambda *_: iter([BROKEN]))
    assert main(["simulate", "--games", "1", "--json"]) == FAILED
