"""Scripts on the simulated world: what they say is done, and what they expect is looked at."""

import pytest

from p2p_heroes.lab.scripts.language import parse
from p2p_heroes.lab.scripts.stage import perform, shown

ROUND = """
Ada: call rock
Ada: throw rock
Bo: throw scissors
wait 5s
"""


def failures(*lines: str, table: str = "table roshambo 2 seats, rounds 1") -> list[tuple[int, str]]:
    _, failed = perform(parse("\n".join((table, *lines))))
    return [(failure.line, failure.text) for failure in failed]


def test_a_whole_game_in_notation() -> None:
    expected = ["expect finished", "expect places 1 2", "expect event GameEnded", "expect state scores.1 = 0"]
    assert failures(*ROUND.splitlines(), *expected, "expect agreement", "expect nobody blamed") == []


def test_nobody_decides_by_himself_before_play() -> None:
    assert failures("wait 3s", "expect step 1", "expect Bo waits for Ada", "expect Ada waiting") == []
    assert failures("play", "wait 15s", "expect finished", "expect nobody out") == []


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("expect finished", "not finished: Ada, Bo"),
        ("expect step 4", "the table is at step [1]"),
        ("expect places 1 2", "the places are not known yet"),
        ("expect event GameEnded", "no GameEnded among no events"),
        ("expect state scores.7 = 1", "there is no scores.7 in the state"),
        ("expect state scores." + "1" * 5000 + " = 1", "there is no scores." + "1" * 5000 + " in the state"),
        ("expect state called = rock", "called is nothing"),
        ("expect Bo blamed for FalseOpening", "Ada blames Bo for nothing"),
        ("expect Ada waits for Bo", "waits for nobody"),
        ("expect Ada claimed", "Ada is waiting"),
        ("expect Bo out", "Bo is at the table for Ada"),
        ("Bo: call rock", "Bo is not asked"),
        ("Ada: call well", "Ada cannot decide this: a decision of roshambo is a kind and a sign"),
        ("Ada: throw rock", "Ada cannot decide this: seat 0 must call a sign now"),
    ],
)
def test_what_does_not_come_as_expected_is_told_with_its_line(line: str, text: str) -> None:
    assert failures("wait 2s", line) == [(3, text)]


def test_a_liar_is_blamed_and_voted_out() -> None:
    cheated = ["Bo cheats: false opening", "play", "wait 60s", "expect Bo blamed for FalseOpening"]
    table = "table roshambo 3 seats, rounds 1"
    assert failures(*cheated, "expect Bo out", "expect Ada finished", table=table) == []
    assert failures(*cheated, "expect nobody blamed", "expect nobody out", "expect Bo in", table=table) == [
        (6, "Bo is blamed for FalseOpening"),
        (7, "out: Bo"),
        (8, "Bo is not at the table for Ada, Cy"),
    ]


def test_messages_can_be_lost_and_machines_crash_and_come_back() -> None:
    lines = ["wait 2s", "next from Ada to Bo: drop", "next from Ada: duplicate", "Ada: call paper", "wait 3s"]
    more = ["crash Bo for 60s", "wait 2s", "expect Bo gone", "restart Bo", "play", "wait 30s"]
    assert failures(*lines, *more, "expect finished", "expect agreement") == []


def test_agreement_tells_which_promise_is_broken() -> None:
    script = parse("table roshambo 2 seats, rounds 1\nplay\nwait 15s\nexpect agreement")
    world, failed = perform(script)
    assert failed == []
    world.machines[0].lost.append("something")
    (text,) = [text for _, text in failures("wait 1s", "expect agreement")]
    assert text.startswith("ends: ")


def test_values_as_scripts_write_them() -> None:
    values = (None, True, False, 3, "rock", (1, (2,)))
    assert [shown(value) for value in values] == ["nothing", "yes", "no", "3", "rock", "[1, [2]]"]
