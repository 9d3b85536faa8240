"""Scripts on real sockets come to the same as in the simulation."""

import os
from pathlib import Path

import pytest

from p2p_heroes.tabletest.scripts import stage
from p2p_heroes.tabletest.scripts.language import parse
from p2p_heroes.tabletest.scripts.writing import written
from p2p_heroes.tabletest.simulation import plan_of
from p2p_heroes.tabletest.sockets.table import perform

TABLE = "table roshambo 3 seats, rounds 1"
ROUND = ("Ada: call rock", "Ada: throw rock", "Bo: throw scissors", "Cy: throw rock", "wait 10s")


def failures(*lines: str, table: str = TABLE) -> list[tuple[int, str]]:
    _, failed = perform(parse("\n".join((table, *lines))))
    return [(failure.line, failure.text) for failure in failed]


def test_a_whole_game_in_notation() -> None:
    expected = ("expect finished", "expect places 1 3 1", "expect nobody blamed", "expect agreement")
    assert failures(*ROUND, *expected) == []


@pytest.mark.slow
def test_chance_draws_the_same_as_in_the_simulation() -> None:
    for seed in ("one", "two", "three"):
        script = parse("\n".join((f"{TABLE}, seed {seed}", *ROUND)))
        (world, _), (sockets, _) = stage.perform(script), perform(script)
        assert sockets.machines[0].told == world.machines[0].told != []


def test_what_does_not_come_as_expected_is_told_with_its_line() -> None:
    lines = ("wait 2s", "expect finished", "Ada: throw rock", "expect state called = rock")
    assert failures(*lines, table=TABLE) == [
        (3, "not finished: Ada, Bo, Cy"),
        (4, "Ada cannot decide this: other-sign seat=0 asked=call"),
        (5, "called is nothing"),
    ]


def test_who_is_not_asked_and_what_has_not_happened() -> None:
    lines = ("expect Bo is not asked", "expect no event SignCalled", "Ada: call rock", "Ada: throw rock")
    assert failures(*lines, "expect Ada is not asked", "expect no event RoundPlayed") == []
    wrong = ("Ada: call rock", "expect Bo is not asked", "expect no event SignCalled with sign = rock")
    assert failures(*wrong) == [
        (3, "Bo is asked: throw"),
        (4, "there was one: {round: 1, seat: 0, sign: rock}"),
    ]


@pytest.mark.slow
def test_a_liar_is_blamed_and_voted_out() -> None:
    cheated = ("Bo cheats: false opening", "play", "wait 60s", "expect Bo cheated")
    assert failures(*cheated, "expect Bo blamed for FalseOpening", "expect Bo out", "expect agreement") == []


@pytest.mark.slow
def test_a_machine_dies_and_comes_back_from_its_disk() -> None:
    crash = (
        "wait 2s",
        "crash Bo for 60s",
        "Ada: call paper",
        "wait 2s",
        "expect Bo gone",
        "restart Bo",
        "wait 9s",
    )
    assert (
        failures(*crash, "expect Bo waiting", "play", "wait 60s", "expect finished", "expect agreement") == []
    )


@pytest.mark.slow
def test_a_machine_that_never_comes_back_is_voted_out() -> None:
    lines = ("wait 2s", "crash Bo for good", "play", "wait 90s", "expect Bo gone", "expect Bo out")
    assert failures(*lines, "expect Ada finished", "expect agreement") == []


@pytest.mark.slow
def test_a_partition_keeps_both_sides_apart() -> None:
    parted = (
        "at 1.2s: part Cy for 60s",
        "wait 2s",
        "play",
        "wait 90s",
        "expect Ada finished",
        "expect Cy claimed",
    )
    assert failures(*parted, "expect agreement", table=f"{TABLE}, patience 3") == []


def test_a_pause_holds_up_what_two_say() -> None:
    lines = ("wait 2s", "pause Ada, Cy for 20s", "Ada: call rock", "wait 0.2s", "expect Bo waits for Cy")
    assert failures(*lines, "play", "wait 60s", "expect finished", "expect nobody out") == []


def test_a_clock_jumps() -> None:
    table, waiting = "table roshambo 2 seats, rounds 1", ("wait 2s", "expect Bo waits for Ada")
    assert failures(*waiting, "clock of Bo by 100s", "wait 3s", "expect Bo waiting", table=table) == []
    assert failures(*waiting, "clock of Bo by -100s", "wait 3s", "expect Bo waiting", table=table) == []


def test_votes_are_cast_and_count_when_patience_is_over() -> None:
    early = ("wait 2s", "vote by Bo", "vote by Cy", "wait 2s", "expect Ada waiting")
    assert failures(*early, "wait 8s", "expect Ada out", table=f"{TABLE}, patience 8") == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3, 5, 7, 13])
def test_a_simulated_table_holds_its_promises_on_sockets_too(seed: int) -> None:
    _, failed = perform(parse("\n".join(written(plan_of(seed)))))
    assert [failure.text for failure in failed] == []


def test_a_given_start_is_everybodys() -> None:
    given = ("given played = 1", "given scores = [0, 2, 0]", "given throws = [rock, paper, rock]")
    table = "table roshambo 3 seats, rounds 2"
    played = ("Bo: call rock", "Ada: throw rock", "Bo: throw rock", "Cy: throw rock", "wait 9s")
    assert failures(*given, *played, "expect scores 0 2 0", "expect agreement", table=table) == []


@pytest.mark.parametrize("lines", [("expect finished",), ("play", "wait 20s")])
def test_nothing_stays_behind(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    failures(*lines)
    assert list(tmp_path.iterdir()) == []
    after = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    assert after == before
