"""Every statement is read; what cannot be read is refused with its line and column."""

import pytest

from p2p_heroes.lab.scripts.language import (
    Act,
    BadScript,
    Befall,
    Decide,
    Expect,
    Meddle,
    Play,
    Wait,
    parse,
)
from p2p_heroes.lab.world.plan import Happening
from p2p_heroes.lab.world.weather import Mishap, Weather

TABLE = "table roshambo 3 seats"


def acts(*lines: str) -> list[Act]:
    return [statement.act for statement in parse("\n".join((TABLE, *lines))).statements]


def test_a_table() -> None:
    plan = parse("table roshambo 3 seats, rounds 2, patience 9, seed 17  # the smallest game").plan
    assert (plan.game, plan.seats, plan.patience, plan.seed) == ("roshambo", 3, 9, "17")
    assert plan.options == {"rounds": 2}


def test_factions_are_those_of_the_game_unless_a_script_says_otherwise() -> None:
    plan = parse("table conquer 2 seats\nBo leads undead").plan
    assert plan.choices[1] == "undead"
    assert plan.choices[0] not in ("", "undead")


def test_weather_and_what_befalls_the_table() -> None:
    plan = parse(
        f"{TABLE}\n\n"
        "weather drop 12.5%, change a bit 3%, slow 0.15s\n"
        "calm at 20s\n"
        "at 1.25s: crash Bo for 3s\n"
        "at 2s: crash Cy for good\n"
        "at 2s: part Ada, Bo for 4s\n"
        "at 2s: pause Ada, Cy for 0.5s\n"
        "at 3s: clock of Ada by -20s\n"
        "at 3s: vote by Ada\n"
    ).plan
    assert plan.weather == Weather(drop=125, change=30, slowness=150)
    assert plan.calm == 20_000
    assert plan.happenings == (
        Happening(1_250, Mishap.CRASH, (1,), 3_000),
        Happening(2_000, Mishap.CRASH, (2,)),
        Happening(2_000, Mishap.PARTITION, (0, 1), 4_000),
        Happening(2_000, Mishap.PAUSE, (0, 2), 500),
        Happening(3_000, Mishap.JUMP, (0,), -20_000),
        Happening(3_000, Mishap.VOTE, (0,)),
    )


def test_a_cheat() -> None:
    plan = parse(f"{TABLE}\nBo cheats from step 4: copy another's commitment").plan
    assert (plan.liar, plan.attack, plan.after) == (1, "copy another's commitment", 4)
    assert parse(f"{TABLE}\nCy cheats: vote for some, lock for others").plan.after == 0


def test_acts_in_their_order() -> None:
    assert acts("Ada: call rock", "wait 2.5s", "play", "restart Bo", "crash Bo for good") == [
        Decide(0, "call rock"),
        Wait(2_500),
        Play(),
        Befall(Mishap.RESTART, (1,)),
        Befall(Mishap.CRASH, (1,)),
    ]


def test_trouble_with_the_next_message() -> None:
    assert acts("next from Bo to Cy: drop", "next from Ada: change a bit") == [
        Meddle(Mishap.DROP, 1, 2),
        Meddle(Mishap.CHANGE, 0, None),
    ]


def test_expectations() -> None:
    assert acts(
        "expect finished",
        "expect agreement",
        "expect nobody blamed",
        "expect nobody out",
        "expect step 3",
        "expect places 1 2 2",
        "expect event RoundPlayed",
        "expect state scores.0 = 3",
        "expect Bo blamed for FalseOpening",
        "expect Ada waits for Cy",
        "expect Ada claimed",
        "expect Cy out",
    ) == [
        Expect("finished"),
        Expect("agreement"),
        Expect("nobody blamed"),
        Expect("nobody out"),
        Expect("step", value="3"),
        Expect("places", value="1 2 2"),
        Expect("event", value="RoundPlayed"),
        Expect("state", value="scores.0 = 3"),
        Expect("blamed", 1, "FalseOpening"),
        Expect("waits for", 0, "2"),
        Expect("claimed", 0),
        Expect("out", 2),
    ]


def test_a_statement_knows_its_place() -> None:
    (statement,) = parse(f"{TABLE}\n\n   Ada: call rock").statements
    assert (statement.line, statement.column) == (3, 4)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("play", 1, 1),
        ("table chess 2 seats", 1, 7),
        ("table roshambo 9 seats", 1, 16),
        ("table roshambo --2 seats", 1, 16),
        ("table roshambo " + "2" * 5000 + " seats", 1, 16),
        ("table roshambo 2", 1, 17),
        ("table roshambo 2 seats, colour 3", 1, 25),
        ("table roshambo 2 seats, rounds many", 1, 32),
        (f"{TABLE}\n{TABLE}", 2, 7),
        (f"{TABLE}\nZoe: call rock", 2, 1),
        (f"{TABLE}\nAda call rock", 2, 5),
        (f"{TABLE}\nAda leads undead", 2, 11),
        (f"{TABLE}\nAda cheats: nicely", 2, 13),
        (f"{TABLE}\nAda cheats: silence\nBo cheats: silence", 3, 12),
        (f"{TABLE}\nweather hail 3%", 2, 9),
        (f"{TABLE}\nweather drop lots", 2, 14),
        (f"{TABLE}\nweather drop 200%", 2, 18),
        (f"{TABLE}\nwait", 2, 5),
        (f"{TABLE}\nwait 3s now", 2, 9),
        (f"{TABLE}\nat 3s crash Bo for good", 2, 7),
        (f"{TABLE}\npause Ada for 3s", 2, 11),
        (f"{TABLE}\ncrash Eve for 3s", 2, 7),
        (f"{TABLE}\nexpect Bo blamed for luck", 2, 22),
        (f"{TABLE}\nexpect Bo happy", 2, 11),
        (f"{TABLE}\nnext from Bo: hail", 2, 15),
        (f"{TABLE}\ndance", 2, 1),
        (f"{TABLE}\nvote by", 2, 8),
    ],
)
def test_what_cannot_be_read_has_a_place(text: str, line: int, column: int) -> None:
    with pytest.raises(BadScript) as refused:
        parse(text)
    assert (refused.value.line, refused.value.column) == (line, column), str(refused.value)
