"""Delve in words, compared as text."""

import pytest

from p2p_heroes.games.delve import (
    DELVE,
    SINKS,
    WAYS,
    ClimbedOut,
    Climbing,
    Danger,
    Depth,
    DieShown,
    GameEnded,
    Mine,
    Miner,
    ShaftCollapsed,
    ShaftSunk,
)
from p2p_heroes.games.game import Event, Request, Setup
from p2p_heroes.ui.delve import DELVE_UI, draw, seen
from p2p_heroes.ui.kit.scene import Scene
from tests.support.scenes import text

NAMES = ("Ada", "Bo", "Cy")
MINE = Mine((Miner(7), Miner(0, 4, True), Miner(0, 4, True)), (Climbing(),), 3, 2, Depth.DEEP, (2, 6), left=1)
SEEN = [
    "Shaft 2 of 3, deep",
    "   1  9 gold",
    "   2  gas",
    "      1 left lying; 2 faces of 12 bring it down",
    "Ada: 7 gold, up",
    "Bo: 0 gold, down, carries 4",
    "Cy: 0 gold, down, carries 4",
]


def test_every_request_is_a_question() -> None:
    ui = DELVE_UI
    assert ui.question(Request(0, "sink", SINKS)).endswith("How deep?")
    assert ui.question(Request(0, "climb", WAYS)).startswith("In secret")


def test_every_choice_says_what_it_comes_to() -> None:
    ui = DELVE_UI
    assert ui.meaning(MINE, 1, SINKS[0]) == "the die: 2, 3, 5, 6, 8, 9, gas, water, rockfall"
    assert [ui.meaning(MINE, 1, way) for way in WAYS] == [
        "brings 4, and a share of 1",
        "2 faces of 12 bury you",
    ]


def test_the_shaft_can_be_looked_at() -> None:
    assert seen(MINE, 0, NAMES) == SEEN
    assert text(draw(Scene(names=NAMES), MINE, 12, 2)) == ["Shaft 2 of ~", "   1  9 gold"]
    assert seen(DELVE.initial(Setup(("", ""))), 0, NAMES[:2]) == [
        "Shaft 0 of 3",
        "Ada: 0 gold, up",
        "Bo: 0 gold, up",
    ]


def test_where_the_game_is() -> None:
    ui = DELVE_UI
    assert (ui.headline(MINE, NAMES), ui.round(MINE), ui.points(MINE, 0)) == (SEEN[0], 2, 7)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (ShaftSunk(2, 1, Depth.DEEP), ["", "Shaft 2. Bo sinks a deep one, and all go down."]),
        (DieShown(7, 3), ["The die shows 7 gold: 3 for each who is down."]),
        (DieShown(Danger.GAS, 0), ["The die shows gas. The next gas brings the shaft down."]),
        (
            ShaftCollapsed(Danger.GAS, ((0, 3), (2, 4))),
            ["The die shows gas again: the shaft collapses!", "Ada loses 3 and Cy loses 4."],
        ),
        (ClimbedOut((), (0, 1)), ["Nobody climbs out."]),
        (ClimbedOut(((0, 3),), (1, 2)), ["Ada climbs out with 3.", "Still down: Bo and Cy."]),
        (ClimbedOut(((0, 3), (1, 2)), ()), ["Ada climbs out with 3 and Bo climbs out with 2."]),
        (
            GameEnded((3, 9, 9), (3, 1, 1)),
            ["", "Ada has 3, Bo has 9 and Cy has 9.", "Bo and Cy share the victory!"],
        ),
        (GameEnded((3, 9, 5), (3, 1, 2)), ["", "Ada has 3, Bo has 9 and Cy has 5.", "Bo wins!"]),
    ],
)
def test_what_happened_is_told(event: Event, lines: list[str]) -> None:
    assert DELVE_UI.tell([event], NAMES) == lines
