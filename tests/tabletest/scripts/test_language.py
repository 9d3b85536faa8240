"""Every statement is read; what cannot be read is refused with its line and column."""

import pytest

from p2p_heroes.tabletest.scripts.language import (
    Act,
    Befall,
    DecideStatement,
    Expect,
    Meddle,
    PlayStatement,
    Wait,
    parse,
)
from p2p_heroes.tabletest.scripts.lines import BadScript
from p2p_heroes.tabletest.world.network_faults import Mishap, NetworkFaults
from p2p_heroes.tabletest.world.plan import Happening

TABLE = "table roshambo 3 seats"


def acts(*lines: str) -> list[Act]:
    return [statement.act for statement in parse("\n".join((TABLE, *lines))).statements]


def test_a_table() -> None:
    plan = parse("table roshambo 3 seats, rounds 2, patience 9, seed 17  # the smallest game").plan
    assert not plan.half
    assert (plan.game, plan.seats, plan.patience, plan.seed) == ("roshambo", 3, 9, "17")
    assert plan.options == {"rounds": 2}


def test_a_table_at_which_half_may_go_on() -> None:
    plan = parse("table roshambo 4 seats, half, rounds 1").plan
    assert plan.half
    assert plan.genesis().half


def test_a_table_of_programs() -> None:
    assert parse("table roshambo 4 seats, programs").plan.programs
    assert not parse("table roshambo 4 seats").plan.programs


def test_factions_are_those_of_the_game_unless_a_script_says_otherwise() -> None:
    plan = parse("table conquer 2 seats\nBo leads undead").plan
    assert plan.choices[1] == "undead"
    assert plan.choices[0] not in ("", "undead")


def test_network_faults_and_what_befalls_the_table() -> None:
    plan = parse(
        f"{TABLE}\n\n"
        "faults drop 12.5%, change a bit 3%, slow 0.15s\n"
        "calm at 20s\n"
        "at 1.25s: crash Bo for 3s\n"
        "at 2s: crash Cy for good\n"
        "at 2s: part Ada, Bo for 4s\n"
        "at 2s: pause Ada, Cy for 0.5s\n"
        "at 3s: clock of Ada by -20s\n"
        "at 3s: vote by Ada\n"
    ).plan
    assert plan.network_faults == NetworkFaults(drop=125, change=30, slowness=150)
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
        DecideStatement(0, "call rock"),
        Wait(2_500),
        PlayStatement(),
        Befall(Mishap.RESTART, (1,)),
        Befall(Mishap.CRASH, (1,)),
    ]


def test_trouble_with_the_next_message() -> None:
    assert acts("next from Bo to Cy: drop", "next from Ada: change a bit") == [
        Meddle(Mishap.DROP, 1, 2),
        Meddle(Mishap.CHANGE, 0, None),
    ]
    assert acts("next reveal from Bo to Cy: drop", "next lock from Ada: delay") == [
        Meddle(Mishap.DROP, 1, 2, "reveal"),
        Meddle(Mishap.DELAY, 0, None, "lock"),
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
        "expect Cy disputed",
    ) == [
        Expect("finished"),
        Expect("agreement"),
        Expect("nobody blamed"),
        Expect("nobody out"),
        Expect("step", value="3"),
        Expect("places", value="1 2 2"),
        Expect("event", value="RoundPlayed"),
        Expect("state", parts=(("scores.0", "3"),)),
        Expect("blamed", 1, "FalseOpening"),
        Expect("waits for", 0, "2"),
        Expect("claimed", 0),
        Expect("out", 2),
        Expect("disputed", 2),
    ]
    assert acts(
        "expect scores 12 0 -1",
        "expect event RoundPlayed with gains.Ada = 3, throws = [rock, paper, rock]",
        "expect state scores = [1, 0, 0], called=nothing",
        "expect Bo blamed",
        "expect Ada can: call rock",
        "expect Ada cannot: throw rock",
        "expect no event GameEnded",
        "expect no event RoundPlayed with gains.Ada = 3, round = 1",
        "expect Cy is not asked",
    ) == [
        Expect("scores", value="12 0 -1"),
        Expect("event", value="RoundPlayed", parts=(("gains.Ada", "3"), ("throws", "[rock, paper, rock]"))),
        Expect("state", parts=(("scores", "[1, 0, 0]"), ("called", "nothing"))),
        Expect("blamed", 1),
        Expect("can", 0, "call rock"),
        Expect("cannot", 0, "throw rock"),
        Expect("no event", value="GameEnded"),
        Expect("no event", value="RoundPlayed", parts=(("gains.Ada", "3"), ("round", "1"))),
        Expect("is not asked", 2),
    ]


def test_what_is_given() -> None:
    lines = ("given scores = [1, 0, 2]  # as in the rules", "given scores.Bo = 5", "given played = 1")
    plan = parse("\n".join((TABLE, *lines, "given throws = [rock, rock, rock]"))).plan
    assert plan.given[:3] == (("scores", (1, 0, 2)), ("scores.Bo", 5), ("played", 1))


def test_what_is_given_may_make_sense_only_together() -> None:
    # Units have the names of the faction, which may be said later.
    text = "table conquer 2 seats\ngiven players.Ada.units.skeleton = 9\nAda leads undead\nBo leads elves"
    assert parse(text).plan.given == (("players.Ada.units.skeleton", 9),)


def test_a_statement_knows_its_place() -> None:
    (statement,) = parse(f"{TABLE}\n\n   Ada: call rock").statements
    assert (statement.line, statement.column) == (3, 4)


BEGUN = (
    "table conquer 2 seats",
    "Ada leads undead",
    "Bo leads elves",
    "given agenda = [{stage: planning}]",
    "given round = 3",
    "given players.Ada.region = Harrax",
    "given players.Ada.visited = [Harrax]",
    "given players.Bo.region = Yreel",
    "given players.Bo.visited = [Yreel]",
)
MOVING = "{stage: moving, level: 2}"


@pytest.mark.parametrize(
    "lines",
    [
        ("players.Ada.stock = rich",),
        ("players.Ada.built = [castle]",),
        ("players.Ada.artefacts = [Dortal, Paskaar]",),
        ("players.Ada.visited = [Yreel, Harrax]",),
        ("players.Ada.monsters = [3, 2]",),
        ("players = []",),
        ("round = 17",),
        ("first = 2",),
        ("players.Ada.units.skeleton = 1000",),
        ("players.Ada.points = 1000",),
        ("players.Ada.stock = [2000, 0, 0]",),
        ("players.Ada.raised = 3",),
        ("players.Ada.foundations = {Asander: 9}",),
        ("players.Ada.region = Zoro",),
        ("players.Ada.visited = [Harrax, Zoro]",),
        ("players.Ada.fortresses = [Asander]",),
        ("players.Ada.mountains = [Vurt]",),
        ("players.Ada.milestones = [4, 0, 0]",),
        ("players.Ada.fortresses = [Qliss]", "players.Bo.fortresses = [Qliss]"),
        ("players.Ada.artefacts = [Vurt]", "players.Bo.artefacts = [Vurt]"),
        ("players.Ada.region = nothing",),
        ("agenda = [{stage: choose-start, seat: 0}, {stage: planning}]",),
        ("agenda = [{stage: round-starts, round: 3}]",),
        ("agenda = [{stage: draw-first}, {stage: planning}]",),
        (f"agenda = [{MOVING}, {{stage: meeting, region: Harrax, waiting: [0]}}]",),
        ("agenda = [{stage: planning}, {stage: planning}]",),
        (f"agenda = [{MOVING}, {{stage: action-starts, action: wood, level: 1}}]",),
        ("agenda = [{stage: meeting, region: Harrax, waiting: [0, 1]}, {stage: round-ends}]",),
        ("agenda = [{stage: flooding, seat: 0}, {stage: round-ends}]",),
        (f"agenda = [{MOVING}, {{stage: rejoining}}, {{stage: round-ends}}]",),
        ("alone = 0",),
        ("agenda = [{stage: moving}, {stage: round-ends}]",),
    ],
)
def test_what_no_game_can_begin_with_is_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(BadScript, match="the game cannot begin so"):
        parse("\n".join((*BEGUN, *(f"given {line}" for line in lines))))


@pytest.mark.parametrize(
    "line",
    [
        "players.Ada.artefacts = [Paskaar, Dortal]",
        f"agenda = [{MOVING}, {{stage: round-ends}}]",
        "players.Ada.built = [shrine]",
        "players.Ada.milestones = [3, 0, 0]",
        "players.Ada.visited = []",
    ],
)
def test_what_is_only_unlikely_is_not_refused(line: str) -> None:
    assert parse("\n".join((*BEGUN, f"given {line}"))).plan.given[-1][0] == line.partition(" ")[0]
