"""Scripts on the simulated world: what they say is done, and what they expect is looked at."""

import re

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.tabletest.scripts.language import parse
from p2p_heroes.tabletest.scripts.stage import perform

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
    expected = [
        "expect finished",
        "expect places 1 2",
        "expect event GameEnded",
        "expect state scores.1 = 0",
    ]
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
        ("expect state scores.7 = 1", "there is no 7 in scores, only Ada, Bo"),
        (f"expect state scores.{'1' * 5000} = 1", f"there is no {'1' * 5000} in scores, only Ada, Bo"),
        ("expect state sum = 1", "there is no sum here, only called, played, rounds, scores, stake, throws"),
        ("expect scores 1 2", "the scores are 0 0"),
        ("expect Bo blamed", "Ada blames Bo for nothing"),
        ("expect Bo cheated", "Bo has not cheated"),
        ("expect Ada cannot: call rock", "Ada can decide this"),
        ("expect Ada can: throw rock", "Ada cannot decide this: other-sign seat=0 asked=call"),
        ("expect Bo can: throw rock", "Bo is not asked"),
        ("expect state called = rock", "called is nothing"),
        ("expect Bo blamed for FalseOpening", "Ada blames Bo for nothing"),
        ("expect Ada waits for Bo", "waits for nobody"),
        ("expect Ada claimed", "Ada is waiting"),
        ("expect Bo out", "Bo is at the table for Ada"),
        ("expect Bo disputed", "no vote against Bo is disputed in the record of Ada, Bo"),
        ("expect Ada is not asked", "Ada is asked: call"),
        ("Bo: call rock", "Bo is not asked"),
        ("Ada: throw rock", "Ada cannot decide this: other-sign seat=0 asked=call"),
    ],
)
def test_what_does_not_come_as_expected_is_told_with_its_line(line: str, text: str) -> None:
    assert failures("wait 2s", line) == [(3, text)]


def test_scores_and_events_with_their_fields() -> None:
    table = "table roshambo 2 seats, rounds 1, seed 1"
    expected = [
        "expect event RoundPlayed with gains.Bo = 0, throws = [rock, scissors]",
        "expect event SignCalled with sign = rock, seat = 0",
        "expect Ada finished",
    ]
    assert failures(*ROUND.splitlines(), *expected, table=table) == []
    wrong = [
        "expect event RoundPlayed with round = 1, called = paper",
        "expect event SignCalled with sgn = 1",
    ]
    (_, scores), *events = failures(*ROUND.splitlines(), "expect scores 1 0", *wrong, table=table)
    assert scores in ("the scores are 2 0", "the scores are 4 0", "the scores are 6 0")
    assert [text for _, text in events] == [
        "the last RoundPlayed: called is rock",
        "the last SignCalled: there is no sgn here, only round, seat, sign",
    ]
    assert failures(*ROUND.splitlines(), f"expect scores {scores[-3:]}", table=table) == []


def test_what_must_not_have_happened() -> None:
    expected = [
        "expect no event RoundPlayed with called = paper",
        "expect no event RoundPlayed with called = rock, gains.Bo = 1",
    ]
    assert failures("wait 2s", "expect no event SignCalled", *ROUND.splitlines(), *expected) == []
    wrong = [
        "expect no event SignCalled",
        "expect no event SignCalled with sign = rock, seat = 0",
        "expect no event RoundPlayed with gains.Cy = 1",
    ]
    found = "there was one: {round: 1, seat: 0, sign: rock}"
    assert [text for _, text in failures(*ROUND.splitlines(), *wrong)] == [
        found,
        found,
        "there is no Cy in gains, only Ada, Bo",
    ]


def test_what_must_not_have_happened_is_looked_at_when_all_is_settled() -> None:
    (failure,) = failures("Ada: call rock", "expect no event SignCalled")
    assert failure == (3, "there was one: {round: 1, seat: 0, sign: rock}")


def test_who_is_not_asked() -> None:
    """No need to wait before: it is looked at when the table asks somebody."""
    lines = ["expect Bo is not asked", "Ada: call rock", "Ada: throw rock", "expect Ada is not asked"]
    assert failures(*lines, "Bo: throw rock", "expect Ada is not asked", "expect finished") == []
    called = ["Ada: call rock", "expect Bo is not asked"]
    assert failures(*called) == [(3, "Bo is asked: throw")]
    assert (
        failures("wait 2s", "crash Bo for good", "wait 1s", "expect Bo is not asked", "expect Bo gone") == []
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_its_scores(game: str) -> None:
    lines = ["play", "wait 400s", "expect finished", "expect scores 99999 99999"]
    ((line, text),) = failures(*lines, table=f"table {game} 2 seats")
    assert line == 5
    assert re.fullmatch(r"the scores are \d+ \d+", text)


def test_what_the_rules_allow() -> None:
    assert failures("expect Ada can: call paper", "expect Ada cannot: throw paper") == []


def test_a_game_from_a_given_start() -> None:
    table = "table roshambo 2 seats, rounds 3"
    given = ["given played = 2", "given scores.Bo = 5", "given throws = [rock, rock]", "given stake = 0"]
    played = ["Ada: call rock", "Ada: throw rock", "Bo: throw rock", "wait 5s"]
    expected = ["expect scores 0 5", "expect places 2 1", "expect finished", "expect agreement"]
    assert failures(*given, *played, *expected, table=table) == []


def test_a_liar_is_blamed_and_voted_out() -> None:
    cheated = ["Bo cheats: false opening", "play", "wait 60s", "expect Bo blamed for FalseOpening"]
    table = "table roshambo 3 seats, rounds 1"
    assert failures(*cheated, "expect Bo out", "expect Ada finished", table=table) == []
    assert failures(*cheated, "expect nobody blamed", "expect nobody out", "expect Bo in", table=table) == [
        (6, "Bo is blamed for FalseOpening"),
        (7, "out: Bo"),
        (8, "Bo is not at the table for Ada, Cy"),
    ]


def test_a_vote_is_disputed_where_what_it_says_did_not_come_has_come() -> None:
    colluding, silent = ["Ada cheats with Bo: undo reveals"], ["Cy cheats: never reveals"]
    table, end = "table roshambo 3 seats, rounds 1, patience 5", ["play", "wait 60s", "expect Cy out"]
    assert failures(*colluding, *end, "expect Cy disputed", table=table) == []
    assert failures(*silent, *end, "expect Cy disputed", table=table) == [
        (6, "no vote against Cy is disputed in the record of Ada, Bo")
    ]


def test_disputed_is_also_looked_at_where_the_game_began_elsewhere() -> None:
    given = ["given played = 1", "given scores = [0, 2, 0]", "given throws = [rock, paper, rock]"]
    table, colluding = "table roshambo 3 seats, rounds 2, patience 5", "Ada cheats with Bo: undo reveals"
    played = ["play", "wait 60s", "expect Cy disputed", "expect agreement"]
    assert failures(*given, colluding, *played, table=table) == []


def test_messages_can_be_lost_and_machines_crash_and_come_back() -> None:
    lines = ["wait 2s", "next from Ada to Bo: drop", "next from Ada: duplicate", "Ada: call paper", "wait 3s"]
    more = ["crash Bo for 60s", "wait 2s", "expect Bo gone", "restart Bo", "play", "wait 30s"]
    assert failures(*lines, *more, "expect finished", "expect agreement") == []


def test_a_message_that_was_never_sent_cannot_have_been_lost() -> None:
    lines = [
        "wait 2s",
        "next decide from Ada: drop",
        "next lock from Bo to Ada: drop",
        "Ada: call paper",
        "wait 3s",
    ]
    assert failures(*lines, "next reveal from Bo: drop") == [(7, "no such message was sent")]


def test_agreement_tells_which_promise_is_broken() -> None:
    script = parse("table roshambo 2 seats, rounds 1\nplay\nwait 15s\nexpect agreement")
    world, failed = perform(script)
    assert failed == []
    world.machines[0].lost.append("something")
    (text,) = [text for _, text in failures("wait 1s", "expect agreement")]
    assert text.startswith("ends: ")
